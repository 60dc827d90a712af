use super::super::super::relative::tests::relative;
use super::super::general_accelerated_entry;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Uniform in -1..1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }

    fn unit(&mut self) -> Vector3<f64> {
        self.vector().normalize()
    }

    /// A power of ten from 10^-most to 10^most.
    fn scale(&mut self, most: f64) -> f64 {
        10f64.powf(self.signed() * most)
    }
}

/// How many cases the fast path decides: never, at a time, and not.
#[derive(Debug, Default)]
struct Decided {
    never: usize,
    met: usize,
    undecided: usize,
}

impl Decided {
    /// Where the fast path decides, it returns the bits of the general solver.
    fn check(&mut self, rel: &Relative, radius_sum: f64) {
        let general = || general_accelerated_entry(rel, radius_sum);
        match fast_entry(rel, radius_sum) {
            FastEntry::Never => {
                assert_eq!(general(), None, "{rel:?} {radius_sum:e}");
                self.never += 1;
            }
            FastEntry::At(s) => {
                assert_eq!(general().map(f64::to_bits), Some(s.to_bits()), "{rel:?} {radius_sum:e} {s:e}");
                self.met += 1;
            }
            FastEntry::Undecided => self.undecided += 1,
        }
    }

    fn assert_mostly_decided(&self, part: usize) {
        let all = self.never + self.met + self.undecided;
        assert!(part * self.undecided <= all && 20 * self.met >= all, "{self:?}");
    }
}

const CASES: usize = if cfg!(debug_assertions) { 20_000 } else { 300_000 };

/// b starts `place` from a, and is at `meets` after `time`.
fn aimed(place: Vector3<f64>, meets: Vector3<f64>, acceleration: Vector3<f64>, time: f64) -> Relative {
    let velocity = (meets - place) / time - acceleration * (0.5 * time);
    relative(place.into(), velocity.into(), acceleration.into())
}

#[test]
fn agrees_with_the_general_solver_at_any_scale() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(31));
    let mut decided = Decided::default();
    for _ in 0..CASES {
        let (length, time) = (random.scale(9.0), random.scale(6.0));
        let radius = length * random.scale(1.0);
        let place = random.unit() * (radius + 4.0 * length * random.signed().abs());
        let meets = random.vector() * radius;
        let pull = random.unit() * (length / (time * time) * random.scale(1.5));
        decided.check(&aimed(place, meets, pull, time), radius);
    }
    decided.assert_mostly_decided(50);
}

#[test]
fn agrees_with_the_general_solver_at_grazes() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(32));
    let mut decided = Decided::default();
    for case in 0..CASES {
        let depth = [0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3][case % 7] * random.signed();
        let (pull, normal, time) = (random.vector() * 3.0, random.unit(), 0.5 + random.signed().abs());
        // At that time they are a depth apart and move across.
        let velocity = normal.cross(&random.unit()) * 3.0 * random.signed();
        let place = normal * (1.0 + depth) - velocity * time + pull * (0.5 * time * time);
        let rel = relative(place.into(), (velocity - pull * time).into(), pull.into());
        decided.check(&rel, 1.0);
    }
    assert!(decided.met > CASES / 50 && decided.never > CASES / 50, "{decided:?}");
}

#[test]
fn agrees_with_the_general_solver_after_a_contact() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(33));
    let mut decided = Decided::default();
    for case in 0..CASES {
        let normal = random.unit();
        let gap = [0.0, 1e-16, -1e-16, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8][case % 8];
        let velocity = (random.vector() * 2.0 + normal * 2.0 * random.signed().abs()) * [1.0, 1e-3, 1e-9][case / 8 % 3];
        let rel = relative(
            (normal * (1.0 + gap)).into(),
            velocity.into(),
            (random.unit() * random.scale(1.0)).into(),
        );
        decided.check(&rel, 1.0);
    }
    assert!(decided.met > CASES / 50 && decided.never > CASES / 10, "{decided:?}");
}

#[test]
fn agrees_with_the_general_solver_of_far_and_fast_balls_and_weak_accelerations() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(34));
    let mut decided = Decided::default();
    for _ in 0..CASES {
        let (far, time) = (random.scale(6.0), random.scale(6.0));
        let place = random.unit() * (1.0 + far);
        let pull = random.unit() * random.scale(9.0);
        let sideways = random.vector() * 1.5;
        decided.check(&aimed(place, sideways, pull, time), 1.0);
    }
    assert!(decided.met > CASES / 50 && decided.never > CASES / 50, "{decided:?}");
}

#[test]
fn agrees_with_the_general_solver_along_the_axes() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(35));
    let mut decided = Decided::default();
    for _ in 0..CASES {
        let mut whole = |most: f64| (random.signed() * most).round();
        let place = Vector3::from_fn(|_, _| whole(3.0));
        let velocity = Vector3::from_fn(|_, _| whole(3.0));
        let pull = Vector3::new(0.0, whole(2.5), whole(0.6));
        if pull != Vector3::zeros() {
            decided.check(&relative(place.into(), velocity.into(), pull.into()), 1.0);
        }
    }
    assert!(decided.met > CASES / 50 && decided.never > CASES / 10, "{decided:?}");
}
