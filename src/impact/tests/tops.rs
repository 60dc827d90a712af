//! Bodies that rotate freely, with angular velocities that change: against distances by parry at
//! sampled poses.

use super::random::{KINDS, Random};
use super::spin::{Counts, cases, compare, compare_intervals, compare_kinds, pairs_of, random_pair};
use super::*;
use crate::motion::Inertia;

/// The inertia of a random body: of its shape, of a symmetric top, or of three moments of any kind.
fn inertia_of(body: &TestBody, random: &mut Random) -> Inertia {
    let of_shape = body.collider.inertia_per_mass().filter(|_| random.unit() < 0.4);
    let spread = Vector3::from_fn(|_, _| random.between(0.02, 1.0));
    let axis = random.unit();
    let spread = if axis < 0.3 {
        Vector3::new(spread.x, spread.x, spread.z)
    } else {
        spread
    };
    let moments = Vector3::new(spread.y + spread.z, spread.z + spread.x, spread.x + spread.y);
    let axes = UnitQuaternion::from_scaled_axis(random.vector(2.0));
    Inertia {
        centre: Vector3::zeros(),
        ..of_shape.unwrap_or(Inertia {
            moments,
            axes,
            centre: Vector3::zeros(),
        })
    }
}

/// A pair as of [`random_pair`], of which one or both tumble.
fn tumbling_pair(random: &mut Random, kinds: [&str; 2], accelerated: bool, spin: f64) -> [TestBody; 2] {
    random_pair(random, kinds, accelerated, spin).map(|body| {
        let inertia = inertia_of(&body, random);
        body.with(MotionPiece {
            inertia: Some(inertia),
            ..body.piece
        })
    })
}

/// Compares `cases` of each pair of kinds. `KINESWEEP_TUMBLING=ring,hull` takes that pair alone.
fn compare_random(pairs: &[[&str; 2]], cases: u64, seed: u64, samples: u32) {
    let only = std::env::var("KINESWEEP_TUMBLING").ok();
    let mut total = Counts::default();
    for (number, kinds) in pairs.iter().enumerate() {
        if only.as_ref().is_some_and(|only| *only != kinds.join(",")) {
            continue;
        }
        let mut random = Random::new(seed + 1000 * number as u64);
        let mut counts = Counts::default();
        compare_kinds(tumbling_pair, &mut random, *kinds, cases, samples, &mut counts);
        println!("{kinds:?}: {counts:?}");
        (total.hits, total.misses) = (total.hits + counts.hits, total.misses + counts.misses);
    }
    let cases = (total.hits + total.misses) as u64;
    assert!(
        total.hits as u64 >= cases / 4 && total.misses as u64 >= cases / 20,
        "{total:?}"
    );
}

/// 10 000 of each pair with `KINESWEEP_ROUNDS=250`.
#[test]
fn tumbling_convex_pairs_agree_with_samples() {
    let kinds = ["cuboid", "capsule", "plate", "hull", "ellipsoid", "ball"];
    compare_random(&pairs_of(&kinds), cases(40), 171, 400);
}

#[test]
fn tumbling_composites_agree_with_samples() {
    compare_random(&pairs_of(&["compound", "cuboid", "ball"]), cases(30), 172, 300);
}

/// 10 000 of each pair with `KINESWEEP_ROUNDS=2500`.
#[test]
fn tumbling_rings_agree_with_samples() {
    let kinds = ["cuboid", "capsule", "plate", "hull", "ellipsoid", "ball", "ring"];
    compare_random(&kinds.map(|kind| [kind, "ring"]), cases(4), 173, 150);
}

#[test]
fn tumbling_bodies_over_a_plane_agree_with_samples() {
    let mut random = Random::new(174);
    let mut counts = Counts::default();
    for case in 0..cases(500) {
        let kinds = &KINDS[1..];
        let kind = kinds[case as usize % kinds.len()];
        let normal = random.vector(1.0).normalize();
        let plane = TestBody::new(Shape::half_space(normal).unwrap(), piece([0.0; 3], [0.0; 3]));
        let [body, _] = tumbling_pair(&mut random, [kind, "ball"], case % 4 < 2, 4.0);
        let body = body.with(MotionPiece {
            position: normal * random.between(1.0, 4.0) + random.vector(0.5),
            velocity: random.vector(0.5) - normal * random.between(0.0, 1.5),
            ..body.piece
        });
        let (a, b) = if case % 2 == 0 { (&plane, &body) } else { (&body, &plane) };
        compare(a, b, 5.0, 300, &format!("case {case} {kind}"), &mut counts);
    }
    assert!(counts.hits > 10 && counts.misses > 0, "{counts:?}");
}

#[test]
fn contact_intervals_of_tumbling_bodies_agree_with_samples() {
    let mut random = Random::new(175);
    let mut total = 0;
    for case in 0..cases(150) {
        let kinds = ["ball", "cuboid", "capsule", "hull", "compound"];
        let pick = |random: &mut Random| kinds[(random.unit() * kinds.len() as f64) as usize];
        let pair = [pick(&mut random), pick(&mut random)];
        let spin = [0.3, 3.0, 12.0][(case % 3) as usize];
        let [a, b] = tumbling_pair(&mut random, pair, case % 2 == 1, spin);
        total += compare_intervals(&a, &b, 6.0, 300, &format!("case {case} {pair:?}"));
    }
    assert!(total as u64 > cases(150) / 2, "{total}");
}
