//! Cases with a known result, and symmetries.

use super::random::{KINDS, Random};
use super::*;

fn cube() -> Shape {
    Shape::cuboid(Vector3::repeat(1.0)).unwrap()
}

fn capsule() -> Shape {
    Shape::capsule(1.0, 0.5).unwrap()
}

/// The surface of a cube of half side 1 as a mesh, normals outward.
pub(super) fn cube_mesh() -> Shape {
    let corners = (0..8)
        .map(|i| Vector3::from_fn(|axis, _| if i >> axis & 1 == 0 { -1.0 } else { 1.0 }))
        .collect();
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces.iter().flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]).collect();
    Shape::mesh(corners, triangles).unwrap()
}

#[test]
fn cuboids_head_on_meet_at_the_exact_time() {
    let a = TestBody::new(cube(), piece([0.0; 3], [0.0; 3]));
    let b = TestBody::new(cube(), piece([10.0, 0.0, 0.0], [-2.0, 0.0, 0.0]));
    let found = impact(&a, &b).unwrap();
    assert_eq!((found.time, found.unresolved), (4.0, false));
    let contact = contact_at_impact(&a.moving(), &b.moving(), &found);
    assert_eq!(contact.point, Vector3::new(1.0, 0.0, 0.0));
    assert_eq!(contact.normal, Vector3::x());
    assert_eq!(contact.depth, 0.0);
    assert_eq!(intervals(&a, &b), Intervals::one(4.0, 6.0));
    assert_eq!(overlap_intervals(&a.moving(), &b.moving()), Intervals::one(4.0, 6.0));
}

#[test]
fn capsules_tip_to_tip_touching_and_approaching() {
    let a = TestBody::new(capsule(), piece([0.0; 3], [0.0; 3]));
    for (speed, hit) in [(-1.0, true), (1.0, false), (0.0, false)] {
        let b = a.with(piece([0.0, 3.0, 0.0], [0.0, speed, 0.0]));
        let found = impact(&a, &b);
        assert_eq!(found.is_some(), hit, "{speed}");
        if let Some(found) = found {
            assert_eq!(found.time, 0.0);
            let contact = contact_at_impact(&a.moving(), &b.moving(), &found);
            assert_eq!((contact.point, contact.normal), (Vector3::new(0.0, 1.5, 0.0), Vector3::y()));
        }
    }
}

#[test]
fn touching_and_not_approaching_is_no_impact() {
    let shapes = [
        cube(),
        cube_mesh(),
        Shape::ball(1.0).unwrap(),
        Shape::capsule(0.5, 1.0).unwrap(),
        Shape::convex(vec![
            vector([-1.0, -1.0, -1.0]),
            vector([-1.0, 1.0, 1.0]),
            vector([-1.0, 0.0, 3.0]),
            vector([1.0, 0.0, 0.0]),
        ])
        .unwrap(),
    ];
    for first in &shapes {
        for second in &shapes {
            let a = TestBody::new(first.clone(), piece([0.0; 3], [0.0; 3]));
            let to = a.extents.max.x - TestBody::new(second.clone(), piece([0.0; 3], [0.0; 3])).extents.min.x;
            for velocity in [[1.0, 0.0, 0.0], [0.5, 0.1, -0.3], [0.0, 0.1, 0.1], [0.0; 3]] {
                let b = TestBody::new(second.clone(), piece([to, 0.0, 0.0], velocity));
                let found = impact(&a, &b);
                assert_eq!(found, None, "{} {} {velocity:?}", first.kind().name(), second.kind().name());
                assert!(contact_at(&a.moving(), &b.moving(), 0.0).is_some());
            }
            let b = TestBody::new(second.clone(), piece([to, 0.0, 0.0], [-1.0, 0.0, 0.0]));
            assert_eq!(impact(&a, &b).unwrap().time, 0.0);
        }
    }
}

#[test]
fn sliding_over_flush_parts_hits_no_side() {
    // Eight-sided prisms, flat sides at +-1: too many axes for the separating axis test.
    let tip = 2f64.sqrt() - 1.0;
    let sides = [
        [1.0, tip],
        [tip, 1.0],
        [-tip, 1.0],
        [-1.0, tip],
        [-1.0, -tip],
        [-tip, -1.0],
        [tip, -1.0],
        [1.0, -tip],
    ];
    let corners = sides.iter().flat_map(|[x, z]| [-1.0, 1.0].map(|y| Vector3::new(*x, y, *z)));
    let prism = Shape::convex(corners.collect()).unwrap();
    for part in [prism, cube(), cube_mesh()] {
        let places = [0.0, 2.0, 4.0].map(|x| (nalgebra::Isometry3::translation(x, 0.0, 0.0), part.clone()));
        let floor = TestBody::new(Shape::compound(places.to_vec()).unwrap(), piece([0.0; 3], [0.0; 3]));
        for rider in [part, cube(), Shape::ball(1.0).unwrap(), Shape::capsule(0.5, 0.5).unwrap()] {
            let up = 1.0 - TestBody::new(rider.clone(), piece([0.0; 3], [0.0; 3])).extents.min.y;
            for velocity in [[1.0, 0.0, 0.0], [1.0, 0.0, 0.1], [1.0, 0.125, 0.0]] {
                let rider = TestBody::new(rider.clone(), piece([0.0, up, 0.0], velocity));
                assert_eq!(impact(&floor, &rider), None, "{} {velocity:?}", rider.shape.kind().name());
            }
        }
    }
}

#[test]
fn the_search_starts_at_the_later_epoch() {
    let a = TestBody::new(cube(), piece([0.0; 3], [1.0, 0.0, 0.0]));
    let b = TestBody::new(
        capsule(),
        MotionPiece {
            epoch: 100.0,
            ..piece([104.5, 0.0, 0.0], [-1.0, 0.0, 0.0])
        },
    );
    // At 100 the cuboid's face is at 101, the capsule's side at 104.
    assert_eq!(impact(&a, &b).unwrap().time, 101.5);
    // In motion for long: in contact at the later epoch.
    let b = b.with(MotionPiece {
        position: vector([102.25, 0.0, 0.0]),
        ..b.piece
    });
    assert_eq!(impact(&b, &a).unwrap().time, 100.375);
    let c = b.with(MotionPiece {
        position: vector([101.0, 0.0, 0.0]),
        ..b.piece
    });
    assert_eq!(impact(&a, &c).unwrap().time, 100.0);
    assert_eq!(intervals(&a, &c).first().unwrap().begin, 100.0);
}

#[test]
fn a_mesh_is_a_surface() {
    let shell = TestBody::new(cube_mesh(), piece([0.0; 3], [0.0; 3]));
    let inside = TestBody::new(Shape::ball(0.25).unwrap(), piece([0.0; 3], [0.5, 0.0, 0.0]));
    assert!(contact_at(&shell.moving(), &inside.moving(), 0.0).is_none());
    assert_eq!(impact(&shell, &inside).unwrap().time, 1.5);
    assert_eq!(intervals(&shell, &inside), Intervals::one(1.5, 2.5));
    let solid = TestBody::new(cube(), piece([0.0; 3], [0.0; 3]));
    assert!(contact_at(&solid.moving(), &inside.moving(), 0.0).is_some());
}

#[test]
fn a_ball_passes_through_the_hole_of_a_ring() {
    let ring = TestBody::new(Shape::ring(1.0, 0.25, 32, 8).unwrap(), piece([0.0; 3], [0.0; 3]));
    let thin = TestBody::new(
        Shape::capsule(0.5, 0.5).unwrap(),
        rotated(piece([0.0, 0.0, -5.0], [0.0, 0.0, 1.0]), [1.5, 0.0, 0.0]),
    );
    assert!(!overlap_intervals(&ring.moving(), &thin.moving()).is_empty());
    assert!(impact(&ring, &thin).is_none() && intervals(&ring, &thin).is_empty());
    let thick = thin.with(MotionPiece {
        position: vector([0.0, 0.3, -5.0]),
        ..thin.piece
    });
    assert!(impact(&ring, &thick).is_some());
}

#[test]
fn every_shape_falls_on_a_half_space() {
    let mut random = Random::new(3);
    let normal = vector([1.0, 2.0, 2.0]) / 3.0;
    for case in 0..60 {
        let kind = KINDS[case % KINDS.len()];
        let floor = TestBody::new(Shape::half_space(normal).unwrap(), piece([1.0, 0.0, 0.0], [0.1, 0.0, 0.0]));
        let body = TestBody::new(
            random.shape(kind),
            MotionPiece {
                orientation: random.rotation(),
                position: normal * 10.0 + random.vector(1.0),
                velocity: random.vector(0.1) - normal * 3.0,
                acceleration: normal * -2.0,
                epoch: 0.0,
                ..MotionPiece::at_rest()
            },
        );
        let found = impact(&floor, &body).unwrap();
        let contact = contact_at_impact(&floor.moving(), &body.moving(), &found);
        let height = (contact.point - floor.piece.position_at(found.time)).dot(&normal);
        assert!(height.abs() < 1e-13 && contact.depth < 1e-13, "{kind}: {height:e}");
        assert_eq!(contact.normal, normal);
        // The point is on the body: its distance from the body is 0.
        let probe = TestBody::new(Shape::ball(1e-9).unwrap(), piece(contact.point.into(), [0.0; 3]));
        let still = body.with(MotionPiece {
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            ..body.piece.rebased(found.time)
        });
        assert!(contact_at(&probe.moving(), &still.moving(), found.time).is_some(), "{kind}");
        let swapped = impact(&body, &floor).unwrap();
        assert!((swapped.time - found.time).abs() < 1e-14 * found.time);
        assert_eq!(contact_at_impact(&body.moving(), &floor.moving(), &swapped).normal, -normal);
        assert!(contact_at(&body.moving(), &floor.moving(), found.time - 1e-9).is_none());
        assert!(contact_at(&body.moving(), &floor.moving(), found.time + 1e-9).is_some());
        let times = intervals(&floor, &body).first().unwrap();
        assert!((times.begin - found.time).abs() < 1e-13 && times.end == f64::INFINITY);
    }
}

/// The same pair with all lengths times `scale`.
fn scaled(body: &TestBody, scale: f64) -> TestBody {
    let piece = MotionPiece {
        position: body.piece.position * scale,
        velocity: body.piece.velocity * scale,
        acceleration: body.piece.acceleration * scale,
        ..body.piece
    };
    TestBody::new(random::scaled(&body.shape, scale), piece)
}

#[test]
fn results_have_the_same_bits_at_every_scale_and_time() {
    let mut random = Random::new(17);
    for case in 0..120 {
        let (kinds, [a, b]) = random.pair_of_case(case);
        let answer = |a: &TestBody, b: &TestBody| (impact(a, b), contact_intervals(&a.moving(), &b.moving()));
        let first = answer(&a, &b);
        assert_eq!(answer(&a, &b), first);
        for power in [-40, -20, 20, 40] {
            let scale = 2f64.powi(power);
            assert_eq!(
                answer(&scaled(&a, scale), &scaled(&b, scale)),
                first,
                "{kinds:?} case {case} 2^{power}"
            );
        }
    }
}

#[test]
fn results_hold_far_from_the_origin() {
    let mut random = Random::new(23);
    for case in 0..120 {
        let (kinds, [a, b]) = random.pair_of_case(case);
        let far = |body: &TestBody| {
            body.with(MotionPiece {
                position: body.piece.position + vector([1e6, -3e6, 2e6]),
                ..body.piece
            })
        };
        let (near, away) = (impact(&a, &b), impact(&far(&a), &far(&b)));
        let (Some(near), Some(away)) = (near, away) else {
            assert_eq!(near.is_some(), away.is_some(), "{kinds:?} case {case}");
            continue;
        };
        assert!(
            (near.time - away.time).abs() < 1e-7,
            "{kinds:?} case {case}: {near:?} {away:?}"
        );
    }
}

#[test]
fn after_a_response_the_pair_does_not_collide_at_once() {
    let mut random = Random::new(29);
    for case in 0..360 {
        let (kinds, [a, b]) = random.pair_of_case(case);
        let Some(found) = impact(&a, &b) else { continue };
        let normal = contact_at_impact(&a.moving(), &b.moving(), &found).normal;
        let pieces = [&a, &b].map(|body| body.piece.rebased(found.time));
        let closing = normal.dot(&(pieces[0].velocity - pieces[1].velocity));
        if closing < 1e-3 || found.time == 0.0 {
            continue;
        }
        for bounce in [0.0, 1.0] {
            // Masses 1 and 3.
            let impulse = 0.75 * (1.0 + bounce) * closing;
            let mut after = pieces;
            after[0].velocity -= normal * impulse;
            after[1].velocity += normal * (impulse / 3.0);
            let [a, b] = [a.with(after[0]), b.with(after[1])];
            let again = impact(&a, &b);
            let pressed = bounce == 0.0 && normal.dot(&(b.piece.acceleration - a.piece.acceleration)) < 0.0;
            let at_once = again.is_some_and(|again| again.time - found.time < 1e-9);
            assert!(pressed || !at_once, "{kinds:?} case {case} {bounce}: {found:?} {again:?}");
        }
    }
}

#[test]
fn extreme_valid_input_terminates_without_panic() {
    let mut random = Random::new(31);
    for case in 0..3000 {
        let kinds = random::kinds_of_case(case);
        let size = 10f64.powf(random.between(-7.0, 13.0));
        let [a, b] = random.pair(kinds, true).map(|body| {
            let ratio = if case % 3 == 0 {
                1.0
            } else {
                10f64.powf(random.between(-6.0, 1.0))
            };
            let shape = random::scaled(&body.shape, size * ratio);
            let mut wild = || random.vector(1.0) * 10f64.powf(random.between(-15.0, 15.0));
            let piece = MotionPiece {
                position: if case % 2 == 0 { body.piece.position * size } else { wild() },
                velocity: if case % 5 == 0 { Vector3::zeros() } else { wild() },
                acceleration: if case % 7 == 0 { wild() } else { Vector3::zeros() },
                epoch: random.between(-1e15, 1e15),
                orientation: body.piece.orientation,
                ..MotionPiece::at_rest()
            };
            TestBody::new(shape, piece)
        });
        let start = a.piece.epoch.max(b.piece.epoch);
        if let Some(found) = impact(&a, &b) {
            assert!(found.time >= start, "case {case}: {found:?}");
            let contact = contact_at_impact(&a.moving(), &b.moving(), &found);
            let finite = contact.point.iter().chain(&contact.normal).all(|x| x.is_finite());
            assert!(
                finite && (contact.normal.norm() - 1.0).abs() < 1e-9 && contact.depth >= 0.0,
                "case {case}: {contact:?}"
            );
        }
        let (times, _) = contact_intervals(&a.moving(), &b.moving());
        assert!(
            times.as_slice().iter().all(|i| i.begin >= start && i.begin <= i.end),
            "case {case}: {times:?}"
        );
        let _ = contact_at(&a.moving(), &b.moving(), start);
    }
}
