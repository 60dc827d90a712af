//! Polytopes with small whole coordinates against exact fractions. Flush faces and edges, parallel
//! edges and grazes are common among them.

mod cases;
mod oracle;

use super::random::Random;
use super::*;
use cases::{Case, ExactResult, point, to_f64};
use oracle::{Fraction, first_by_features, touch};

/// Greatest error of a time, in units of `f64::EPSILON` times the time itself and the lengths
/// (sizes and distance) over the closing speed. The most found in 250 000 cases: 8, and 13 of two
/// triangles.
const ROUNDINGS: f64 = 16.0;

/// Tolerance for times of a graze, in the same units, but over the speed.
const GRAZE: f64 = 1e4;

const PAIRS: [[&str; 2]; 10] = [
    ["hull", "mesh"],
    ["mesh", "hull"],
    ["hull", "hull"],
    ["hull", "cuboid"],
    ["compound", "mesh"],
    ["compound", "hull"],
    ["compound", "compound"],
    ["mesh", "mesh"],
    ["cuboid", "mesh"],
    ["cuboid", "cuboid"],
];

/// Pairs that are roughened. Not two meshes: a product of edges that are parallel but for 1e-5
/// loses as many digits.
const ROUGH: [[&str; 2]; 3] = [["hull", "mesh"], ["mesh", "hull"], ["hull", "hull"]];

/// The scale and position of the whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variant {
    Near,
    /// As far from each other as they move in 8 000 s.
    Distant,
    /// Both up to 48 km from the origin on each axis, and moving as fast.
    FarOut,
    /// In units of 2^-30 to 2^30 m.
    Scaled,
    /// In contact when the search begins.
    Begun,
    /// With an acceleration that is lost in rounding: by the solvers for accelerated motion.
    Accelerated,
    /// Nearly flush.
    Rough,
}

const VARIANTS: [Variant; 7] = [
    Variant::Near,
    Variant::Distant,
    Variant::FarOut,
    Variant::Scaled,
    Variant::Begun,
    Variant::Accelerated,
    Variant::Rough,
];

/// Number of compared times, and their greatest errors in roundings, with the case.
#[derive(Debug, Default)]
struct Errors {
    compared: usize,
    grazes: usize,
    /// With a gap: contacts that begin too early or end too late.
    open: (f64, String),
    /// With an overlap.
    deep: (f64, String),
}

impl Errors {
    fn add(&mut self, error: f64, describe: impl Fn() -> String) {
        self.compared += 1;
        let (worst, error) = if error < 0.0 {
            (&mut self.open, -error)
        } else {
            (&mut self.deep, error)
        };
        if error > worst.0 {
            *worst = (error, describe());
        }
    }

    /// Compares the results for a pair with the exact ones.
    fn compare(&mut self, exact_result: &ExactResult, [a, b]: &[TestBody; 2], name: &str) {
        let rel = Relative::new(&a.piece, &b.piece);
        let sizes = a.collider.parts().unwrap().extent + b.collider.parts().unwrap().extent;
        let passing = (sizes + rel.position.norm()) / rel.velocity.norm();
        let off = |found: f64, exact: Fraction, incidence: f64| {
            let exact = exact.to_f64();
            (found - exact) / (f64::EPSILON * (exact + passing / incidence))
        };
        let hit = impact(a, b);
        assert!(!hit.is_some_and(|hit| hit.unresolved), "{name}");
        let times = intervals(a, b);
        let begins = [
            ("impact", hit.map(|hit| hit.time)),
            ("contact", times.first().map(|first| first.begin)),
        ];
        let slack = GRAZE * f64::EPSILON * passing;
        for (question, found) in begins {
            let describe = || {
                format!(
                    "{name}, {question}: {found:?}, not {:?}",
                    exact_result.first.map(|first| first.begin)
                )
            };
            let Some(found) = found else {
                assert!(exact_result.first.is_none(), "{}", describe());
                continue;
            };
            let is_graze = exact_result.touches.iter().any(|touch| {
                let times = touch.begin.to_f64() - slack..=touch.end.to_f64() + slack;
                !touch.deep && times.contains(&found)
            });
            match &exact_result.first {
                Some(first) if !is_graze || (found - first.begin.to_f64()).abs() < slack => {
                    self.add(off(found, first.begin, first.incidence[0]), describe);
                }
                _ => {
                    self.grazes += 1;
                    assert!(is_graze, "{}", describe());
                }
            }
        }
        // The end, if there is a single contact: with several, contact may continue.
        if let (Some(first), [only], Some(found)) = (&exact_result.first, exact_result.touches.as_slice(), times.first()) {
            let describe = || format!("{name}, end: {:?}, not {:?}", found.end, first.end);
            self.add(-off(found.end, first.end, only.incidence[1]), describe);
        }
    }
}

/// Random cases of a kind.
fn campaign(kinds: [&str; 2], variant: Variant, cases: usize) -> Errors {
    let mut errors = Errors::default();
    let mut random = Random::new(19);
    for number in 0..cases {
        let mut case = Case::random(&mut random, kinds, if variant == Variant::Distant { 8_000 } else { 5 });
        let (mut scale, mut far, mut acceleration) = (1.0, Vector3::zeros(), 0.0);
        match variant {
            Variant::Near | Variant::Distant => {}
            Variant::FarOut => far = to_f64(&point(&mut random, 48_000)),
            Variant::Scaled => scale = 2f64.powi(random.between(-30.0, 30.0) as i32),
            Variant::Begun => match case.exact_result().and_then(|exact_result| exact_result.first) {
                // Triangles face to face at the start: the side of each is a convention.
                Some(first) if first.begin != first.end => case = case.begun(first.begin),
                _ => continue,
            },
            Variant::Accelerated => acceleration = 1e-22,
            Variant::Rough => {
                let bits = random.between(2.0, 20.0) as u32;
                match case.roughened(&mut random, bits) {
                    Some(rough) => case = rough,
                    None => continue,
                }
            }
        }
        let Some(exact_result) = case.exact_result() else { continue };
        let [a, b] = case.bodies(scale, &far);
        let accelerated = MotionPiece {
            acceleration: Vector3::x() * acceleration,
            ..b.piece
        };
        let b = b.with(accelerated);
        errors.compare(&exact_result, &[a, b], &format!("{kinds:?} {variant:?} {number}"));
    }
    errors
}

fn campaigns(cases: usize) {
    for kinds in PAIRS {
        for variant in VARIANTS {
            if variant == Variant::Rough && !ROUGH.contains(&kinds) {
                continue;
            }
            let errors = campaign(kinds, variant, cases);
            println!("{kinds:?} {variant:?}: {errors:?}");
            for (worst, name) in [&errors.open, &errors.deep] {
                assert!(*worst < ROUNDINGS, "{name}: {worst} roundings");
            }
            assert!(errors.compared > cases, "{kinds:?} {variant:?}: {errors:?}");
        }
    }
}

/// With `KINESWEEP_ROUNDS=66`, a quarter of a million cases, in some minutes.
#[test]
fn times_are_exact_to_sixteen_roundings() {
    campaigns(60 * thoroughness() as usize);
}

/// Both oracles agree: their times are equal, and a graze lies within the contact.
#[test]
fn axes_and_features_agree() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for kinds in [
        ["mesh", "mesh"],
        ["hull", "mesh"],
        ["mesh", "hull"],
        ["hull", "hull"],
        ["cuboid", "hull"],
    ] {
        for number in 0..60 {
            let case = Case::random(&mut random, kinds, 5);
            let [a, b] = &case.cuts.each_ref().map(|cut| &cut.parts[0]);
            let found = touch(a, b, &case.position, &case.velocity).filter(|touch| touch.deep);
            if let Some(found) = found {
                let expected = first_by_features(a, b, &case.position, &case.velocity);
                assert_eq!(Some(found.begin), expected, "{kinds:?} {number}");
                compared += 1;
            } else if let Some(time) = first_by_features(a, b, &case.position, &case.velocity) {
                let graze = touch(a, b, &case.position, &case.velocity).map(|touch| (touch.begin, touch.end));
                assert!(
                    graze.is_some_and(|(begin, end)| begin <= time && time <= end),
                    "{kinds:?} {number}"
                );
            }
        }
    }
    assert!(compared > 150, "{compared}");
}
