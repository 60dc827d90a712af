//! Ellipsoids, cylinders, cones and rounded cuboids against oracles.

use super::random::{ROUND_KINDS, Random};
use super::spin::{Counts, cases, compare, compare_intervals, compare_within, forecast_of, random_pair};
use super::*;
use crate::motion::Inertia;
use nalgebra::Matrix3;

/// Every round kind with every kind, in turn.
fn pair_of_case(random: &mut Random, case: u64, spin: f64) -> ([&'static str; 2], [TestBody; 2]) {
    let others = ["ball", "cuboid", "capsule", "hull", "ring", "compound"];
    let all: Vec<&str> = ROUND_KINDS.iter().chain(&others).copied().collect();
    let kinds = [
        ROUND_KINDS[case as usize % ROUND_KINDS.len()],
        all[case as usize / ROUND_KINDS.len() % all.len()],
    ];
    let kinds = if case.is_multiple_of(3) { [kinds[1], kinds[0]] } else { kinds };
    (kinds, random_pair(random, kinds, case % 2 == 1, spin))
}

/// The signed gap at a time.
fn gap_at(a: &TestBody, b: &TestBody, t: f64) -> f64 {
    let [one, other] = [a, b].map(|body| PosedShape::of(&body.moving(), t, &Vector3::zeros()));
    let depth = contact_at(&a.moving(), &b.moving(), t).map_or(0.0, |contact| contact.depth);
    one.distance_to(&other, f64::INFINITY).unwrap() - depth
}

#[test]
fn rotating_pairs_agree_with_samples() {
    let mut random = Random::new(201);
    let mut counts = Counts::default();
    for case in 0..cases(600) {
        let spin = [0.0, 0.3, 3.0, 12.0][(case / 7 % 4) as usize];
        let (kinds, [a, b]) = pair_of_case(&mut random, case, spin);
        let label = format!("case {case} {kinds:?}");
        // parry ends at 5e-8 of the distance of the cores.
        compare_within(1e-7, &a, &b, 5.0, 200, &label, &mut counts);
        if gap_at(&a, &b, 0.0) <= 0.0 {
            continue;
        }
        if let Some(impact) = forecast_of(&a, &b).filter(|impact| impact.time < 5.0) {
            let gap = gap_at(&a, &b, impact.time);
            assert!(gap.abs() < 3e-12, "{label}: {impact:?} {gap:e}");
        }
    }
    assert!(counts.hits as u64 > cases(600) / 4, "{counts:?}");
    assert!(counts.misses as u64 > cases(600) / 20, "{counts:?}");
}

#[test]
fn freely_rotating_pairs_agree_with_samples() {
    let mut random = Random::new(205);
    let mut counts = Counts::default();
    for case in 0..cases(200) {
        let (kinds, bodies) = pair_of_case(&mut random, case, 4.0);
        // Three different moments: the spin tumbles.
        let [a, b] = bodies.map(|body| {
            let moments = Vector3::new(random.between(1.0, 1.3), random.between(1.3, 1.6), random.between(1.7, 2.0));
            let inertia = Inertia::from_tensor(&Matrix3::from_diagonal(&moments), Vector3::zeros()).unwrap();
            body.with(MotionPiece {
                inertia: Some(inertia),
                ..body.piece
            })
        });
        let label = format!("case {case} {kinds:?}");
        compare_within(1e-7, &a, &b, 4.0, 150, &label, &mut counts);
        if case.is_multiple_of(4) {
            let plane = TestBody::new(
                Shape::half_space(Vector3::y()).unwrap(),
                piece([0.0, -4.0, 0.0], [0.0, 1.0, 0.0]),
            );
            compare(&plane, &a, 5.0, 150, &label, &mut counts);
        }
    }
    assert!(counts.hits as u64 > cases(200) / 4, "{counts:?}");
}

#[test]
fn contact_intervals_agree_with_samples() {
    let mut random = Random::new(202);
    let mut total = 0;
    for case in 0..cases(200) {
        let spin = [0.0, 0.3, 3.0, 12.0][(case / 7 % 4) as usize];
        let (kinds, [a, b]) = pair_of_case(&mut random, case, spin);
        total += compare_intervals(&a, &b, 6.0, 100, &format!("case {case} {kinds:?}"));
    }
    assert!(total as u64 > cases(200) / 2, "{total}");
}

#[test]
fn bodies_over_a_plane_agree_with_samples() {
    let mut random = Random::new(203);
    let (mut counts, mut total) = (Counts::default(), 0);
    for case in 0..cases(400) {
        let kind = ROUND_KINDS[case as usize % ROUND_KINDS.len()];
        let [plane_first, accelerated] = [case / 8 % 2 == 0, case / 16 % 2 == 0];
        let normal = random.vector(1.0).normalize();
        let plane = TestBody::new(Shape::half_space(normal).unwrap(), piece([0.0; 3], [0.0; 3]));
        let spin = [0.0, 1.0, 6.0][(case / 32 % 3) as usize];
        let [body, _] = random_pair(&mut random, [kind, "ball"], accelerated, spin);
        let position = normal * random.between(1.0, 4.0) + random.vector(0.5);
        let velocity = random.vector(0.5) - normal * random.between(0.0, 1.5);
        let body = body.with(MotionPiece {
            position,
            velocity,
            ..body.piece
        });
        let (a, b) = if plane_first { (&plane, &body) } else { (&body, &plane) };
        let label = format!("case {case} {kind}");
        compare(a, b, 5.0, 200, &label, &mut counts);
        if case.is_multiple_of(2) {
            total += compare_intervals(a, b, 5.0, 200, &label);
        }
    }
    assert!(counts.hits as u64 > cases(400) / 4 && counts.misses > 0, "{counts:?}");
    assert!(total > 10, "{total}");
}

#[test]
fn bodies_in_a_box_meet_its_walls_on_time() {
    let mut random = Random::new(204);
    let (min, max) = (Vector3::repeat(-3.0), Vector3::repeat(3.0));
    let mut hits = 0;
    for case in 0..cases(300) {
        let kind = ROUND_KINDS[case as usize % ROUND_KINDS.len()];
        let spin = [0.0, 1.0, 6.0][(case / 8 % 3) as usize];
        let [body, _] = random_pair(&mut random, [kind, "ball"], case.is_multiple_of(2), spin);
        let body = body.with(MotionPiece {
            position: random.vector(0.5),
            ..body.piece
        });
        // The least room between the body and any wall.
        let room = |t: f64| {
            let extents = body.collider.extents(&body.piece.orientation_at(t));
            let at = body.piece.position_at(t);
            (max - at - extents.max).min().min((at + extents.min - min).min())
        };
        let Some((time, wall)) = first_wall_impact(&body.moving(), &min, &max, &Wall::ALL) else {
            continue;
        };
        if time > 20.0 {
            continue;
        }
        hits += 1;
        for step in 0..300 {
            let t = (time - 1e-9) * f64::from(step) / 300.0;
            assert!(room(t) > 0.0, "case {case} {kind}: through a wall at {t}, found {time}");
        }
        assert!(room(time).abs() < 1e-11, "case {case} {kind}: {:e} at {time}", room(time));
        let contact = wall_contact(&body.moving(), wall, time);
        let at = if wall.is_upper() { max } else { min }[wall.axis()];
        assert!(
            (contact.point[wall.axis()] - at).abs() < 1e-10,
            "case {case} {kind}: {contact:?}"
        );
    }
    assert!(hits as u64 > cases(300) / 2, "{hits}");
}

#[test]
fn growing_balls_agree_with_samples() {
    let mut random = Random::new(206);
    let mut counts = Counts::default();
    for case in 0..cases(200) {
        let kind = ROUND_KINDS[case as usize % ROUND_KINDS.len()];
        let [ball, body] = random_pair(&mut random, ["ball", kind], case % 2 == 1, [0.0, 2.0][case as usize / 8 % 2]);
        let ball = ball.with(MotionPiece {
            swell: 0.1,
            growth: 0.2,
            angular_velocity: Vector3::zeros(),
            ..ball.piece
        });
        let (a, b) = if case.is_multiple_of(3) {
            (&body, &ball)
        } else {
            (&ball, &body)
        };
        compare_within(1e-7, a, b, 4.0, 150, &format!("case {case} {kind}"), &mut counts);
    }
    assert!(counts.hits as u64 > cases(200) / 4, "{counts:?}");
}

/// Balls inside them overlap for as long as they move together: no rotation parts them.
#[test]
fn bodies_around_each_other_touch_in_any_rotation() {
    let spinning = |position: [f64; 3], velocity: [f64; 3]| MotionPiece {
        angular_velocity: vector([1e6, -2e6, 5e5]),
        ..piece(position, velocity)
    };
    let moments = Vector3::new(1.0, 1.2, 1.5);
    let inertia = Inertia::from_tensor(&Matrix3::from_diagonal(&moments), Vector3::zeros()).unwrap();
    let tumbling = |piece: MotionPiece| MotionPiece {
        inertia: Some(inertia),
        ..piece
    };
    let ellipsoid = || Shape::ellipsoid(vector([0.5, 0.75, 1.0])).unwrap();
    for other in [
        ellipsoid(),
        Shape::cone(1.0, 0.5).unwrap(),
        Shape::cuboid(vector([0.4; 3])).unwrap(),
    ] {
        let a = TestBody::new(ellipsoid(), tumbling(spinning([0.0; 3], [0.0; 3])));
        let b = TestBody::new(other.clone(), spinning([0.1, 0.0, 0.0], [0.0; 3]));
        let found = contacts(&a.moving(), &b.moving(), f64::NEG_INFINITY);
        assert_eq!(found.resume_at, None, "{found:?}");
        assert_eq!(found.times, Intervals::one(0.0, f64::INFINITY), "{found:?}");
        // One leaves, after seconds and millions of radians.
        let leaving = TestBody::new(other, spinning([0.1, 0.0, 0.0], [0.1, 0.0, 0.0]));
        let found = contacts(&a.moving(), &leaving.moving(), f64::NEG_INFINITY);
        let first = found.times.as_slice()[0];
        let searched = found.resume_at.unwrap_or(first.end);
        assert!(first.begin == 0.0 && searched > 5.0 && searched < 21.0, "{found:?}");
    }
}
