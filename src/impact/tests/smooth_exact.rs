//! Smooth shapes in cases with exact results: times in closed form, volumes, boxes and rays.

use super::random::{ROUND_KINDS, Random};
use super::shapes::assert_tight_box;
use super::spin::{cases, forecast_of};
use super::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// The singles among the round kinds.
const SINGLES: [&str; 7] = ["ellipsoid", "spheroid", "needle", "lentil", "cylinder", "cone", "rounded"];

#[test]
fn ellipsoids_of_equal_axes_meet_as_balls_do() {
    let mut random = Random::new(212);
    for case in 0..cases(2000) {
        let [a, b] = random.pair(["ball", "ball"], case.is_multiple_of(2));
        let sphere = |body: &TestBody| {
            let radius = body.shape.bounding_radius();
            TestBody::new(Shape::ellipsoid(Vector3::repeat(radius)).unwrap(), body.piece)
        };
        let radii = a.shape.bounding_radius() + b.shape.bounding_radius();
        if (b.piece.position - a.piece.position).norm() <= radii {
            continue;
        }
        let expected = impact(&a, &b);
        for (one, other) in [(sphere(&a), sphere(&b)), (sphere(&a), b.clone()), (a.clone(), sphere(&b))] {
            let found = impact(&one, &other);
            match (expected, found) {
                (Some(expected), Some(found)) => {
                    // At a graze the time is the root of the gap.
                    let normal = contact_at_impact(&a.moving(), &b.moving(), &expected).normal;
                    let closing = -normal.dot(&(b.piece.velocity_at(expected.time) - a.piece.velocity_at(expected.time)));
                    let slack = 1e-12 * (1.0 + expected.time) / closing.min(1.0);
                    assert!(
                        (expected.time - found.time).abs() <= slack,
                        "case {case}: {expected:?} {found:?}"
                    );
                    let contact = contact_at_impact(&one.moving(), &other.moving(), &found);
                    assert!(
                        (contact.normal - normal).norm() < 1e-9 / closing.min(1.0),
                        "case {case}: {contact:?}"
                    );
                }
                (expected, found) => assert_eq!(expected.is_some(), found.is_some(), "case {case}: {expected:?} {found:?}"),
            }
        }
    }
}

#[test]
fn shapes_that_face_each_other_meet_at_exact_times() {
    let at = |x: f64| piece([x, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    let fixed = piece([0.0; 3], [0.0; 3]);
    let along_x = |piece: MotionPiece| rotated(piece, [0.0, 0.0, -FRAC_PI_2]);
    let ball = || Shape::ball(0.5).unwrap();
    let ellipsoid = || Shape::ellipsoid(vector([0.75, 0.25, 2.0])).unwrap();
    let cylinder = || Shape::cylinder(1.25, 0.5).unwrap();
    let cone = || Shape::cone(1.5, 1.0).unwrap();
    let rounded = || Shape::rounded_cuboid(vector([0.5, 1.0, 1.5]), 0.25).unwrap();
    // Half the length of each along x.
    let reach = [
        (ball(), at(10.0), 0.5),
        (ellipsoid(), at(10.0), 0.75),
        (cylinder(), at(10.0), 0.5),
        // The base ahead.
        (cone(), along_x(at(10.0)), 1.5),
        (rounded(), at(10.0), 0.75),
    ];
    let targets = [
        (ball(), fixed, 0.5),
        (Shape::cuboid(vector([0.5, 3.0, 3.0])).unwrap(), fixed, 0.5),
        (ellipsoid(), fixed, 0.75),
        // An end, and the apex.
        (cylinder(), along_x(fixed), 1.25),
        (cone(), along_x(fixed), 1.5),
        (rounded(), fixed, 0.75),
    ];
    for (mover, from, half) in &reach {
        for (target, place, other) in &targets {
            let (a, b) = (TestBody::new(target.clone(), *place), TestBody::new(mover.clone(), *from));
            for (a, b, sign) in [(&a, &b, 1.0), (&b, &a, -1.0)] {
                let impact = impact(a, b).unwrap();
                let expected = 10.0 - half - other;
                assert!(
                    (impact.time - expected).abs() < 2e-12,
                    "{mover:?} {target:?}: {impact:?} {expected}"
                );
                let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
                let off = (contact.normal - Vector3::x() * sign).norm();
                assert!(off < 1e-6, "{mover:?} {target:?}: {contact:?}");
                let point = vector([*other, 0.0, 0.0]);
                assert!(
                    (contact.point - point).norm() < 1e-6,
                    "{mover:?} {target:?}: {contact:?} {point}"
                );
            }
        }
    }
}

#[test]
fn a_long_cylinder_meets_a_ball_as_a_capsule_does() {
    let mut random = Random::new(213);
    for case in 0..cases(400) {
        let radius = random.between(0.1, 0.5);
        // Beside the middle the side of both is the same.
        let spin = [0.0, 0.4][case as usize % 2];
        let motion = MotionPiece {
            angular_velocity: random.vector(spin),
            ..rotated(piece([0.0; 3], [0.0; 3]), random.vector(1.0).into())
        };
        let around = motion.orientation * random.vector(1.0).component_mul(&vector([1.0, 0.0, 1.0])).normalize();
        let ball = TestBody::new(
            Shape::ball(0.3).unwrap(),
            MotionPiece {
                position: around * 3.0,
                velocity: around * -2.0,
                ..MotionPiece::at_rest()
            },
        );
        let rod = TestBody::new(Shape::capsule(20.0, radius).unwrap(), motion);
        let pipe = TestBody::new(Shape::cylinder(20.0, radius).unwrap(), motion);
        let (expected, found) = (forecast_of(&rod, &ball).unwrap(), forecast_of(&pipe, &ball).unwrap());
        assert!(
            (expected.time - found.time).abs() < 1e-11,
            "case {case}: {expected:?} {found:?}"
        );
        let contacts =
            [(&rod, expected), (&pipe, found)].map(|(body, impact)| contact_at_impact(&body.moving(), &ball.moving(), &impact));
        assert!(
            (contacts[0].normal - contacts[1].normal).norm() < 1e-8,
            "case {case}: {contacts:?}"
        );
        assert!(
            (contacts[0].point - contacts[1].point).norm() < 1e-8,
            "case {case}: {contacts:?}"
        );
    }
}

#[test]
fn volumes_and_gyrations_are_those_of_samples() {
    let shapes = [
        (Shape::ellipsoid(vector([1.0, 0.5, 0.25])).unwrap(), 4.0 / 3.0 * PI * 0.125),
        (Shape::cylinder(1.5, 0.5).unwrap(), 0.75 * PI),
        (Shape::cone(1.5, 0.5).unwrap(), 0.25 * PI),
        (
            Shape::rounded_cuboid(vector([0.5, 1.0, 0.75]), 0.25).unwrap(),
            3.0 + 8.0 * 0.25 * (0.5 + 0.75 + 0.375) + 2.0 * PI * 0.0625 * 2.25 + 4.0 / 3.0 * PI * 0.25f64.powi(3),
        ),
    ];
    for (shape, volume) in shapes {
        // As it is, and as the only part of a compound.
        let place = crate::scene::place(vector([0.4, -0.2, 0.3]), vector([0.5, 1.0, -0.3]));
        let compound = Shape::compound(vec![(place, shape.clone())]).unwrap();
        for shape in [shape, compound] {
            let collider = Collider::new(&shape).unwrap();
            assert!((collider.volume().unwrap() / volume - 1.0).abs() < 1e-14, "{shape:?}");
            // The mean squared distance of points on a grid.
            let extents = collider.extents(&UnitQuaternion::identity());
            let steps = 18;
            let (mut inside, mut square) = (0u32, 0.0);
            for i in 0..steps * steps * steps {
                let step = [i % steps, i / steps % steps, i / steps / steps].map(|k| (f64::from(k) + 0.5) / f64::from(steps));
                let at = extents.min + (extents.max - extents.min).component_mul(&vector(step));
                let body = PosedShape::new(&collider, Vector3::zeros(), UnitQuaternion::identity());
                let point = Collider::point();
                let distance = body.distance_to(&PosedShape::new(&point, at, UnitQuaternion::identity()), 0.0);
                if distance.is_some() {
                    inside += 1;
                    square += at.norm_squared();
                }
            }
            let gyration = 2.0 / 3.0 * square / f64::from(inside);
            let found = collider.gyration().unwrap();
            assert!((gyration / found - 1.0).abs() < 0.02, "{shape:?}: {gyration} {found}");
            let filled = f64::from(inside) / f64::from(steps * steps * steps) * (extents.max - extents.min).product();
            assert!((filled / volume - 1.0).abs() < 0.04, "{shape:?}: {filled} {volume}");
        }
    }
}

#[test]
fn boxes_are_tight() {
    let mut random = Random::new(214);
    for case in 0..300 {
        let kind = ROUND_KINDS[case % ROUND_KINDS.len()];
        assert_tight_box(&random.shape(kind), &random.rotation(), &format!("case {case} {kind}"));
    }
}

#[test]
fn rays_end_on_the_surface() {
    let mut random = Random::new(215);
    let point = Collider::point();
    let (mut hits, mut misses) = (0, 0);
    for case in 0..cases(3000) {
        let kind = SINGLES[case as usize % SINGLES.len()];
        let collider = Collider::new(&random.shape(kind)).unwrap();
        let body = PosedShape::new(&collider, random.vector(1.0), random.rotation());
        let origin = random.vector(4.0);
        let aim = if case.is_multiple_of(50) {
            body.orientation * Vector3::y()
        } else {
            random.vector(1.0)
        };
        let direction = (body.position + aim - origin).normalize();
        let direction = if case.is_multiple_of(60) {
            body.orientation * Vector3::y()
        } else {
            direction
        };
        let ray = Ray { origin, direction };
        let distance = |at: f64| {
            let probe = PosedShape::new(&point, ray.at(at), UnitQuaternion::identity());
            body.distance_to(&probe, f64::INFINITY).unwrap()
        };
        let label = format!("case {case} {kind}");
        let found = ray.first_contact(&body, 100.0);
        if distance(0.0) == 0.0 {
            assert_eq!(found.map(|contact| contact.distance), Some(0.0), "{label}");
            continue;
        }
        let until = found.map_or(10.0, |contact| contact.distance - 1e-6);
        for step in 0..100 {
            let at = until * f64::from(step) / 100.0;
            assert!(distance(at) > 0.0, "{label}: inside at {at}, found {found:?}");
        }
        let Some(contact) = found else {
            misses += 1;
            continue;
        };
        hits += 1;
        assert!(
            distance(contact.distance) < 1e-12,
            "{label}: {contact:?} {:e}",
            distance(contact.distance)
        );
        assert!(
            (contact.normal.norm() - 1.0).abs() < 1e-14 && contact.normal.dot(&direction) <= 0.0,
            "{label}: {contact:?}"
        );
        // A point a little off along the normal is nearest to the point of contact.
        let off = ray.at(contact.distance) + contact.normal * 1e-3;
        let probe = PosedShape::new(&point, off, UnitQuaternion::identity());
        let gap = body.distance_to(&probe, f64::INFINITY).unwrap();
        assert!((gap - 1e-3).abs() < 1e-9, "{label}: {contact:?} {gap}");
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

#[test]
fn sizes_do_not_matter() {
    let mut random = Random::new(216);
    for case in 0..cases(400) {
        let kinds = [ROUND_KINDS[case as usize % 8], ROUND_KINDS[case as usize / 8 % 8]];
        let [a, b] = random.pair(kinds, case.is_multiple_of(3));
        let spin = if case.is_multiple_of(2) {
            random.vector(2.0)
        } else {
            Vector3::zeros()
        };
        let sized = |body: &TestBody, scale: f64| {
            let piece = MotionPiece {
                position: body.piece.position * scale,
                velocity: body.piece.velocity * scale,
                acceleration: body.piece.acceleration * scale,
                angular_velocity: spin,
                ..body.piece
            };
            TestBody::new(super::random::scaled(&body.shape, scale), piece)
        };
        let found = [1.0, 2f64.powi(-30), 2f64.powi(30)].map(|scale| impact(&sized(&a, scale), &sized(&b, scale)));
        for other in &found[1..] {
            match (&found[0], other) {
                (Some(one), Some(other)) => assert!((one.time - other.time).abs() < 1e-11, "case {case} {kinds:?}: {found:?}"),
                (one, other) => assert_eq!(one.is_some(), other.is_some(), "case {case} {kinds:?}: {found:?}"),
            }
        }
    }
}

#[test]
fn exchanged_bodies_meet_at_the_same_time() {
    let mut random = Random::new(217);
    for case in 0..cases(600) {
        let kinds = [ROUND_KINDS[case as usize % 8], ROUND_KINDS[case as usize / 8 % 8]];
        let [a, b] = random.pair(kinds, case.is_multiple_of(3));
        let (one, other) = (impact(&a, &b), impact(&b, &a));
        match (&one, &other) {
            (Some(one), Some(other)) => {
                assert!(
                    !one.unresolved && (one.time - other.time).abs() < 1e-9,
                    "case {case} {kinds:?}: {one:?} {other:?}"
                );
            }
            _ => assert_eq!(one.is_some(), other.is_some(), "case {case} {kinds:?}: {one:?} {other:?}"),
        }
    }
}
