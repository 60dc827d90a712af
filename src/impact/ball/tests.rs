use super::super::relative::tests::relative;
use super::fast_path::{FastImpact, FastPathLimits, fast_growing_impact};
use super::*;
use crate::impact::first_impact_of_balls;
use crate::motion::MotionPiece;
use crate::roots::first_negative_quartic;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A whole number from -most to most.
    fn whole(&mut self, most: i64) -> f64 {
        ((self.0.next_u64() % (2 * most as u64 + 1)) as i64 - most) as f64
    }
    fn vector(&mut self, most: i64) -> [f64; 3] {
        std::array::from_fn(|_| self.whole(most))
    }
}

/// |p(s)|² - (R + G s)² as a quartic: exact for whole numbers that are small enough.
fn quartic(rel: &Relative, radius_sum: f64) -> [f64; 5] {
    let (p, v, a) = (&rel.position, &rel.velocity, &rel.acceleration);
    [
        p.norm_squared() - radius_sum * radius_sum,
        2.0 * (p.dot(v) - radius_sum * rel.growth),
        v.norm_squared() + p.dot(a) - rel.growth * rel.growth,
        v.dot(a),
        0.25 * a.norm_squared(),
    ]
}

fn check_entry(rel: &Relative, radius_sum: f64) -> bool {
    let c = quartic(rel, radius_sum);
    let found = first_entry(rel, radius_sum).unwrap_or(f64::INFINITY);
    if c[0] < 0.0 {
        // Overlap at the start: at once if approaching, otherwise not before they have parted.
        if c[1] < 0.0 || (c[1] == 0.0 && c[2] < 0.0) {
            assert_eq!(found, 0.0);
        } else if found < f64::INFINITY {
            assert!(
                sign_pieces(&c)
                    .breaks
                    .iter()
                    .any(|(at, after)| *after < 0 && (at - found).abs() <= 1e-9 * at)
            );
        }
        return false;
    }
    let expected = first_negative_quartic(c[0], c[1], c[2], c[3], c[4]);
    if found == expected {
        return found < f64::INFINITY;
    }
    let closing = |s: f64| rel.growth - rel.position_at(s).dot(&rel.velocity_at(s)) / (radius_sum + rel.growth * s);
    let lengths = rel.position.norm() + rel.speed_scale * found + rel.acceleration.norm() * found * found;
    let allowed = 8.0 * f64::EPSILON * (lengths / closing(expected) + expected);
    let grazes = closing(expected.min(1e300)) < 1e-6 * rel.velocity_at(expected.min(1e300)).norm();
    assert!(
        (found - expected).abs() <= allowed || grazes,
        "{rel:?} {radius_sum}: {found:e}, expected {expected:e}"
    );
    found < f64::INFINITY
}

#[test]
fn entries_agree_with_the_exact_quartic() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(7));
    let mut hits = [0; 2];
    for case in 0..if cfg!(debug_assertions) { 20_000 } else { 200_000 } {
        let uniform = case % 2 == 0;
        let far = [20, 300, 1 << 20][case / 2 % 3];
        let position = random.vector(far);
        // Aimed, so that some hit.
        let mut velocity = position.map(|p| -(p / 4.0).trunc());
        let spread = random.vector(if far > 1000 { 3 } else { far / 4 });
        (0..3).for_each(|i| velocity[i] += spread[i]);
        let acceleration = if uniform {
            [0.0; 3]
        } else {
            random.vector(4).map(|a| 2.0 * a)
        };
        let radius = random.whole(9).abs() + 1.0;
        let hit = check_entry(&relative(position, velocity, acceleration), radius);
        hits[usize::from(uniform)] += usize::from(hit);
    }
    assert!(hits.iter().all(|hits| *hits > 200), "{hits:?}");
}

#[test]
fn balls_that_grow_agree_with_the_exact_quartic() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(9));
    let (mut hits, mut outgrown) = ([0; 2], 0);
    let cases = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    for case in 0..cases {
        let uniform = case % 2 == 0;
        let position = random.vector([20, 300][case / 2 % 2]);
        let velocity = random.vector([9, 40][case / 4 % 2]);
        let acceleration = if uniform {
            [0.0; 3]
        } else {
            random.vector(2).map(|a| 2.0 * a)
        };
        let radius = random.whole(9).abs() + 1.0;
        let rel = Relative {
            growth: random.whole(if case % 3 == 0 { 3 } else { 12 }).abs(),
            ..relative(position, velocity, acceleration)
        };
        // An overlapping pair closes by its gap, not by the square.
        if rel.position.norm() < radius {
            continue;
        }
        let hit = check_entry(&rel, radius);
        hits[usize::from(uniform)] += usize::from(hit);
        outgrown += usize::from(hit && rel.position.dot(&rel.velocity) > 0.0);
    }
    assert!(
        hits.iter().all(|hits| *hits > cases / 100) && outgrown > cases / 1000,
        "{hits:?} {outgrown}"
    );
}

#[test]
fn touching_growing_balls_collide_only_if_approaching() {
    for (velocity, acceleration, growth, expected) in [
        ([0.0; 3], [0.0; 3], 1.0, Some(0.0)),
        ([0.5, 0.0, 0.0], [0.0; 3], 1.0, Some(0.0)),
        ([1.0, 0.0, 0.0], [0.0; 3], 1.0, None),
        ([2.0, 0.0, 0.0], [0.0; 3], 1.0, None),
        // Across: they part more slowly than they grow.
        ([0.0, 9.0, 0.0], [0.0; 3], 1.0, Some(0.0)),
        ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 1.0, Some(0.0)),
        ([2.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 1.0, Some(2.0)),
        ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0, None),
    ] {
        for position in [2.0, 2.0f64.next_up(), 2.0f64.next_down()] {
            let rel = Relative {
                growth,
                ..relative([position, 0.0, 0.0], velocity, acceleration)
            };
            assert_entry(&rel, expected);
        }
    }
}

#[test]
fn far_balls_have_a_relative_error() {
    // 10^9 m away, 1 m wide, passing 0.6 off centre: contact 0.8 before the closest point.
    let rel = relative([-1e9, 0.6, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
    let s = first_entry(&rel, 1.0).unwrap();
    assert!((s - (1e9 - 0.8) / 2.0).abs() <= 2e-7, "{s}");
    let rel = relative([-1e9, 0.6, 0.0], [2.0, 0.0, 0.0], [1e-9, 0.0, 0.0]);
    let s = first_entry(&rel, 1.0).unwrap();
    assert!((rel.position_at(s).norm() - 1.0).abs() <= 1e-6);
}

/// The first entry of two balls with radii that sum to 2, to within rounding.
fn assert_entry(rel: &Relative, expected: Option<f64>) {
    let found = first_entry(rel, 2.0);
    let near = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() <= 1e-15,
        (None, None) => true,
        _ => false,
    };
    assert!(near, "{rel:?}: {found:?}, expected {expected:?}");
}

#[test]
fn touching_balls_collide_only_if_approaching() {
    for (velocity, acceleration, expected) in [
        ([-1.0, 0.0, 0.0], [0.0; 3], Some(0.0)),
        ([1.0, 0.0, 0.0], [0.0; 3], None),
        ([0.0, 1.0, 0.0], [0.0; 3], None),
        ([0.0; 3], [0.0; 3], None),
        // At relative rest up to rounding.
        ([-1e-30, 1.0, 0.0], [0.0; 3], None),
        ([0.0; 3], [-1.0, 0.0, 0.0], Some(0.0)),
        ([0.0; 3], [1.0, 0.0, 0.0], None),
        ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Some(2.0)),
        // Slides past faster than it is pulled in, and more slowly.
        ([0.0, 3.0, 0.0], [-1.0, 0.0, 0.0], None),
        ([0.0, 1.0, 0.0], [-3.0, 0.0, 0.0], Some(0.0)),
    ] {
        for position in [2.0, 2.0f64.next_up(), 2.0f64.next_down()] {
            let rel = relative([position, 0.0, 0.0], velocity, acceleration);
            assert_entry(&rel, expected);
        }
    }
}

#[test]
fn the_lowest_bounce_returns() {
    // Overlapping by rounding, and the exact gap never opens.
    let rel = relative([2.0f64.next_down(), 0.0, 0.0], [1e-9, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    let s = first_entry(&rel, 2.0).unwrap();
    assert!((s - 2e-9).abs() < 1e-15, "{s:e}");
    // Lower than rounding resolves, from a distance that happens to be that of contact to the bit.
    for (x, y) in [(2.0, 0.0), (1.2, 1.6)] {
        let along = |length: f64| [0.5 * x * length, 0.5 * y * length, 0.0];
        let rel = relative([x, y, 0.0], along(8e-9), along(-4.0));
        assert_eq!(rel.position.norm(), 2.0);
        let s = first_entry(&rel, 2.0).unwrap();
        assert!((s - 4e-9).abs() < 1e-15, "{s:e}");
    }
    // Deep inside it must part first.
    let rel = relative([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    assert!(first_entry(&rel, 2.0).is_none());
}

#[test]
fn grazing_is_contact_but_no_impact() {
    let rel = relative([-3.0, 2.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(first_entry(&rel, 2.0), None);
    assert_eq!(intervals(&rel, 2.0), Intervals::one(3.0, 3.0));
    let rel = relative([-3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(intervals(&rel, 2.0), Intervals::one(0.5, 2.5));
    let rel = relative([0.0; 3], [2.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(intervals(&rel, 2.0), Intervals::one(0.0, 1.0));
    let rel = relative([2.0, 0.0, 0.0], [0.0; 3], [0.0; 3]);
    assert_eq!(intervals(&rel, 2.0), Intervals::one(0.0, f64::INFINITY));
    let rel = relative([2.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(intervals(&rel, 2.0), Intervals::one(0.0, 0.0));
}

#[test]
fn intervals_agree_with_samples() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(8));
    let mut parts = [0; 4];
    for case in 0..4_000 {
        let velocity = random.vector(9);
        // Pulled back, so that some return.
        let pull = random.vector(2);
        let acceleration = if case % 2 == 0 {
            [0.0; 3]
        } else {
            std::array::from_fn(|i| pull[i] - velocity[i])
        };
        let rel = relative(random.vector(6), velocity, acceleration);
        let times = intervals(&rel, 4.0);
        parts[times.as_slice().len()] += 1;
        for step in 0..1_000 {
            let s = f64::from(step) * 0.01;
            let gap = rel.position_at(s).norm() - 4.0;
            let inside = times.as_slice().iter().any(|i| i.begin <= s && s <= i.end);
            assert!(inside == (gap <= 0.0) || gap.abs() < 1e-12, "{rel:?} at {s}: {times:?}");
        }
    }
    assert!(parts[..3].iter().all(|n| *n > 20), "{parts:?}");
}

/// Where the fast path of growing balls decides, it returns the bits of the general test.
#[test]
fn the_fast_path_of_growing_balls_agrees_with_the_general_test() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(8));
    let limits = FastPathLimits::new(100.0, 100.0, 0.1, 10.0);
    let (mut met, mut missed, mut undecided) = (0, 0, 0);
    for case in 0..200_000 {
        let fine = |random: &mut Random| Vector3::from(random.vector(1 << 20)) / f64::from(1 << 17);
        let (position, velocity) = (fine(&mut random), fine(&mut random) * [1.0, 1e-2, 1e-7][case % 3]);
        let shape = |random: &mut Random| 0.1 + random.whole(1 << 20).abs() / f64::from(1 << 19);
        let radii = [shape(&mut random), shape(&mut random)];
        let growth = [0.0, 0.01, 0.3, 3.0][case / 3 % 4] * random.whole(1000).abs() / 1000.0;
        let swell = [0.0, 0.2][case % 2] * random.whole(1000).abs() / 1000.0;
        let grown = MotionPiece {
            position,
            velocity,
            growth,
            swell,
            ..MotionPiece::at_rest()
        };
        let still = MotionPiece::at_rest();
        let sum = radii[0] + radii[1];
        let general = first_impact_of_balls(&still, &grown, sum, &Vector3::zeros()).map(|impact| impact.time);
        match fast_growing_impact(&position, &velocity, sum + swell, growth, &limits) {
            FastImpact::After(s) => {
                assert_eq!(general.map(f64::to_bits), Some(s.to_bits()), "{grown:?} {radii:?}");
                met += 1;
            }
            FastImpact::Never => {
                assert_eq!(general, None, "{grown:?} {radii:?}");
                missed += 1;
            }
            FastImpact::Undecided => undecided += 1,
        }
    }
    assert!(
        met > 20_000 && missed > 50_000 && undecided < 100_000,
        "{met} {missed} {undecided}"
    );
}
