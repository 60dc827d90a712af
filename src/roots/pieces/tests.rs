use super::super::exact::Exact;
use super::super::{first_negative_quadratic, first_negative_quartic};
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const CASES: u32 = if cfg!(debug_assertions) { 4_000 } else { 100_000 };

/// Greatest distance of a result from the exact root, in floats.
const MAX_ULPS: u64 = 4;

/// A narrower negative interval may be taken for a touch: 32 digits do not resolve it.
const NARROW_ULPS: u64 = 64;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-53)
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn one_of(&mut self, choices: u64) -> u64 {
        self.0.next_u64() % choices
    }
    fn scale(&mut self, decades: f64) -> f64 {
        10f64.powf(self.between(-decades, decades))
    }
}

fn stepped(x: f64, ulps: i64) -> f64 {
    f64::from_bits(x.to_bits().saturating_add_signed(ulps).min(f64::MAX.to_bits()))
}

/// Checks a first negative time against the exact polynomial.
fn check(c: &[f64], answer: f64) {
    let mut c = c.to_vec();
    c[0] = c[0].max(0.0);
    if c.iter().all(|c| *c == 0.0) {
        assert_eq!(answer, f64::INFINITY);
        return;
    }
    let exact = Exact::new(&c);
    let start = c.iter().find(|c| **c != 0.0).map_or(0.0, |c| c.signum());
    if start < 0.0 {
        assert_eq!(answer, 0.0, "{c:?}");
        return;
    }
    // Fast check: no exact root before the result, and negative just after it.
    let limit = 1e200;
    if answer < limit {
        let before = stepped(answer, -(MAX_ULPS as i64));
        if exact.roots_between(0.0, before) == 0 && exact.sign_at(stepped(answer, MAX_ULPS as i64)) < 0 {
            return;
        }
    } else if exact.roots_between(0.0, limit) == 0 {
        return;
    }
    let mut first = f64::INFINITY;
    let roots = exact.positive_roots(limit);
    for (number, (below, above)) in roots.iter().enumerate() {
        let to = roots.get(number + 1).map_or(limit, |next| next.0);
        let wide = to.to_bits() - above.to_bits() > NARROW_ULPS;
        if wide && exact.sign_at(stepped(*above, NARROW_ULPS as i64 / 2)) < 0 {
            first = *below;
            break;
        }
        let near = answer.to_bits().abs_diff(above.to_bits()) <= NARROW_ULPS;
        if near && !wide {
            return;
        }
    }
    let ulps = answer.to_bits().abs_diff(first.to_bits());
    assert!(ulps <= MAX_ULPS, "{c:?}: {answer:e}, exact {first:e}, {ulps} ulps");
}

fn check_quartic(c: [f64; 5]) {
    check(&c, first_negative_quartic(c[0], c[1], c[2], c[3], c[4]));
}

/// Coefficients, rounded, of lead * product of (s - root), and of a quadratic factor if given.
fn expand(lead: f64, roots: &[f64], factor: Option<[f64; 3]>) -> [f64; 5] {
    let mut c = [0.0; 5];
    c[0] = lead;
    let mut times = |factor: [f64; 3]| {
        let old = c;
        for (i, value) in c.iter_mut().enumerate() {
            *value = (0..3).filter(|j| *j <= i).map(|j| old[i - j] * factor[j]).sum();
        }
    };
    roots.iter().for_each(|root| times([-root, 1.0, 0.0]));
    factor.into_iter().for_each(&mut times);
    c
}

fn quartic_case(random: &mut Random) -> [f64; 5] {
    let sign = if random.one_of(2) == 0 { 1.0 } else { -1.0 };
    let root = |random: &mut Random| random.between(-2.0, 5.0);
    match random.one_of(9) {
        // Any polynomial.
        0 => std::array::from_fn(|_| random.between(-1.0, 1.0)),
        1 => std::array::from_fn(|_| random.between(-1.0, 1.0) * random.scale(20.0)),
        // Four real roots; two; none.
        2 => expand(sign, &std::array::from_fn::<f64, 4, _>(|_| root(random)), None),
        3 => {
            let (at, size) = (root(random), random.scale(6.0));
            expand(sign, &[root(random), root(random)], Some([at * at + size, -2.0 * at, 1.0]))
        }
        // Near a double root, on either side.
        4 => {
            let (at, gap) = (random.between(0.1, 5.0), random.scale(8.0) * 1e-9);
            let other = [root(random), root(random)];
            let mut c = expand(1.0, &[at, at + gap, other[0], other[1]], None);
            let nudge = random.one_of(5) as i64 - 2;
            c[0] = if c[0] > 0.0 {
                stepped(c[0], nudge)
            } else {
                -stepped(-c[0], nudge)
            };
            c
        }
        // Near a triple root.
        5 => {
            let (at, gap) = (random.between(0.1, 5.0), random.scale(5.0) * 1e-6);
            expand(sign, &[at, at + gap, at - gap, root(random)], None)
        }
        // Tiny leading coefficients.
        6 => {
            let c = expand(sign, &[root(random), root(random)], None);
            let tiny = random.scale(10.0) * 1e-12;
            [
                c[0],
                c[1],
                c[2],
                tiny * random.between(-1.0, 1.0),
                tiny * tiny * random.between(-1.0, 1.0),
            ]
        }
        // Small whole numbers: exact multiple roots, zeros among the coefficients.
        7 => std::array::from_fn(|_| random.one_of(7) as f64 - 3.0),
        // Balls under relative acceleration.
        _ => {
            let distance = random.scale(4.0);
            let mut v = || random.between(-1.0, 1.0);
            let (p, u) = ([v() * distance, v() * distance, v()], [v(), v(), v()]);
            let small = 10f64.powf(12.0 * v().abs());
            let a = [v() / small, v() / small, v() / small];
            let dot = |x: &[f64; 3], y: &[f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
            let c2 = dot(&u, &u) + dot(&p, &a);
            [dot(&p, &p) - 1.0, 2.0 * dot(&p, &u), c2, dot(&u, &a), 0.25 * dot(&a, &a)]
        }
    }
}

#[test]
fn quartics_agree_with_exact_arithmetic() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(4));
    for _ in 0..CASES {
        let mut c = quartic_case(&mut random);
        if random.one_of(3) == 0 {
            // Other units of time and of value; powers of two keep double roots double.
            let (time, value) = (random.one_of(80) as i32 - 40, random.one_of(200) as i32 - 100);
            for (i, c) in c.iter_mut().enumerate() {
                *c *= 2f64.powi(time * i as i32 + value);
            }
        }
        check_quartic(c);
    }
}

#[test]
fn quadratics_agree_with_exact_arithmetic() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(2));
    for _ in 0..CASES {
        let c = match random.one_of(5) {
            0 => [random.unit(), random.between(-1.0, 1.0), random.between(-1.0, 1.0)],
            1 => [
                random.unit() * random.scale(15.0),
                -random.scale(15.0),
                random.between(-1.0, 1.0) * random.scale(15.0),
            ],
            2 => {
                let (at, lead) = (random.scale(3.0), random.scale(6.0));
                let c0 = lead * at * at;
                [stepped(c0, random.one_of(7) as i64 - 3), -2.0 * lead * at, lead]
            }
            3 => [
                random.one_of(9) as f64,
                random.one_of(9) as f64 - 4.0,
                random.one_of(9) as f64 - 4.0,
            ],
            _ => [
                random.scale(3.0),
                random.between(-1.0, 1.0),
                random.between(-1.0, 1.0) * random.scale(15.0) * 1e-15,
            ],
        };
        check(&c, first_negative_quadratic(c[0], c[1], c[2]));
        // The general method on the same polynomial.
        let pieces = sign_pieces(&c);
        let first = if pieces.start < 0 {
            Some(0.0)
        } else {
            pieces.breaks.iter().find(|b| b.1 < 0).map(|b| b.0)
        };
        check(&c, first.unwrap_or(f64::INFINITY));
    }
}

#[test]
fn special_quartics_have_exact_roots() {
    let infinite = f64::INFINITY;
    for (c, expected) in [
        ([0.0; 5], infinite),
        ([1.0, 0.0, 0.0, 0.0, 0.0], infinite),
        ([1.0, 0.0, 0.0, 0.0, -1.0], 1.0),
        ([1.0, 0.0, 0.0, -1.0, 0.0], 1.0),
        // A negative start counts as 0, then the derivatives decide in turn.
        ([-1e-20, 0.0, 0.0, 0.0, 1.0], infinite),
        ([-1e-20, 0.0, 0.0, 0.0, -1.0], 0.0),
        ([-1e-20, 0.0, 0.0, -1.0, 2.0], 0.0),
        ([0.0, 1.0, 0.0, -1.0, 0.0], 1.0),
        ([0.0, 0.0, 4.0, 0.0, -1.0], 2.0),
        // (s - 1)^4 and (s - 1)³ (s - 2): a touch, and a triple root crossed downwards.
        ([1.0, -4.0, 6.0, -4.0, 1.0], infinite),
        ([2.0, -7.0, 9.0, -5.0, 1.0], 1.0),
        // Scales at the ends of what bodies can have.
        ([1e30, 0.0, 0.0, 0.0, -1e-30], 1e15),
        ([1e-30, 0.0, 0.0, 0.0, -1e30], 1e-15),
        ([1e300, -1e300, 0.0, 0.0, 1e-300], 1.0),
    ] {
        let found = first_negative_quartic(c[0], c[1], c[2], c[3], c[4]);
        let same = found == expected || (found / expected - 1.0).abs() <= 2.0 * f64::EPSILON;
        assert!(same, "{c:?}: {found:e}, expected {expected:e}");
    }
}

#[test]
fn touches_are_breaks_that_keep_the_sign() {
    // (s - 1)² (s - 2) (s - 3)
    let pieces = sign_pieces(&[6.0, -17.0, 17.0, -7.0, 1.0]);
    assert_eq!(pieces.start, 1);
    assert_eq!(pieces.breaks.as_slice(), [(1.0, 1), (2.0, -1), (3.0, 1)]);
    assert_eq!(sign_pieces(&[0.0; 4]).start, 0);
    assert_eq!(sign_pieces(&[0.0, -1.0, 1.0]).breaks.as_slice(), [(1.0, 1)]);
}
