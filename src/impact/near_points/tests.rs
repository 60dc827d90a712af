use super::*;
use crate::motion::MotionPiece;
use crate::scene::Shape;
use nalgebra::UnitQuaternion;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The places at which two shapes with these motions are at most so many metres apart at time 0.
fn near(colliders: [&Collider; 2], pieces: &[MotionPiece; 2], most: f64, places: Places) -> NearPoints {
    let extents = [0, 1].map(|side| colliders[side].extents(&pieces[side].orientation));
    let [a, b] = [0, 1].map(|side| Moving::new(colliders[side], &pieces[side], &extents[side]));
    near_points(&a, &b, 0.0, most, places)
}

fn gaps(a: &Shape, b: &Shape, over: f64, places: Places) -> Vec<f64> {
    let colliders = [a, b].map(|shape| Collider::new(shape).expect("a shape"));
    let pieces = [0.0, over].map(|height| MotionPiece {
        position: Vector3::y() * height,
        ..MotionPiece::at_rest()
    });
    let found = near(colliders.each_ref(), &pieces, 0.2, places);
    found.iter().map(|near| near.gap).collect()
}

/// A plate with five points below it, of which two are inside the outline of the others.
fn five_points() -> Shape {
    let feet = [(-0.4, 0.0, -0.4), (0.4, 0.0, -0.4), (0.4, 0.0, 0.4), (-0.4, 0.0, 0.4)];
    let inside = [(0.2, -0.05, 0.0), (-0.2, -0.04, 0.0)];
    let top = feet.map(|(x, _, z)| (x, 0.3, z));
    let points = feet.into_iter().chain(inside).chain(top);
    Shape::convex(points.map(|(x, y, z)| Vector3::new(x, y, z)).collect()).expect("a hull")
}

#[test]
fn what_sticks_out_within_the_outline_counts_over_a_plane_and_over_a_face() {
    let plane = Shape::half_space(Vector3::y()).expect("a normal");
    let face = Shape::cuboid(Vector3::new(2.0, 1.0, 2.0)).expect("half extents");
    for (below, over) in [(plane, 0.06), (face, 1.06)] {
        let mut found = gaps(&below, &five_points(), over, Places::Corners);
        found.sort_by(f64::total_cmp);
        let has = |gap: f64| found.iter().any(|found| (found - gap).abs() < 1e-12);
        assert!(has(0.01) && has(0.02) && has(0.06), "{found:?}");
    }
}

/// However a cylinder or a cone is tilted over a plane, its lowest place is one of the corners.
#[test]
fn the_lowest_place_of_a_rim_that_is_nearly_flush_counts() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut between = |low: f64, high: f64| low + (high - low) * ((random.next_u64() >> 11) as f64 * 2f64.powi(-53));
    let shapes = [Shape::cylinder(0.3, 0.5), Shape::cone(0.4, 0.5)].map(|shape| shape.expect("a size"));
    let plane = Shape::half_space(Vector3::y()).expect("a normal");
    for shape in &shapes {
        let colliders = [&plane, shape].map(|shape| Collider::new(shape).expect("a shape"));
        for _ in 0..2000 {
            let tilt = Vector3::new(between(-1.0, 1.0), 0.0, between(-1.0, 1.0)) * 10_f64.powf(between(-9.0, -1.0));
            let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * between(0.0, 6.0));
            let upper = MotionPiece {
                position: Vector3::y() * 0.45,
                orientation: UnitQuaternion::from_scaled_axis(tilt) * turn,
                ..MotionPiece::at_rest()
            };
            let pieces = [MotionPiece::at_rest(), upper];
            let [of_corners, nearest] = [Places::Corners, Places::Nearest].map(|places| {
                let gaps = near(colliders.each_ref(), &pieces, 0.3, places)
                    .into_iter()
                    .map(|near| near.gap);
                gaps.fold(f64::INFINITY, f64::min)
            });
            // A billionth of the diameter is left out.
            assert!((of_corners - nearest).abs() <= 4e-9, "{tilt:?}: {of_corners}, {nearest}");
        }
    }
}

/// Both ends of the side count, as far as they are from the face.
#[test]
fn the_side_of_a_cylinder_has_a_gap_of_its_own_at_each_end() {
    let face = Shape::cuboid(Vector3::new(1.0, 2.0, 1.0)).expect("half extents");
    let cylinder = Shape::cylinder(0.5, 0.25).expect("a height and a radius");
    let colliders = [&face, &cylinder].map(|shape| Collider::new(shape).expect("a shape"));
    for tilt in [1e-3, -1e-3, 1e-6, 0.0] {
        let pieces = [0.0, 1.26].map(|x| MotionPiece {
            position: Vector3::x() * x,
            orientation: UnitQuaternion::from_axis_angle(&Vector3::z_axis(), if x > 0.0 { tilt } else { 0.0 }),
            ..MotionPiece::at_rest()
        });
        let mut found: Vec<f64> = near(colliders.each_ref(), &pieces, 0.1, Places::Corners)
            .iter()
            .map(|near| near.gap)
            .collect();
        found.sort_by(f64::total_cmp);
        let [nearer, farther] = [0.01 - 0.5 * tilt.abs(), 0.01 + 0.5 * tilt.abs()];
        assert!((found[0] - nearer).abs() < 1e-6, "{tilt}: {found:?}");
        assert!((found[found.len() - 1] - farther).abs() < 1e-6, "{tilt}: {found:?}");
    }
}

/// Where it crosses the edge, and at both of its ends: there it is as far away as its axis, less its radius.
#[test]
fn a_capsule_all_but_along_an_edge_is_near_it_at_both_ends() {
    let [half_height, radius, over] = [0.4, 0.1, 1e-3];
    let edge = [-1.0, 1.0].map(|x| Vector3::new(x, 0.0, 0.0));
    let base = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]].map(|[x, z]| Vector3::new(x, -1.0, z));
    let shapes = [
        Shape::convex(edge.into_iter().chain(base).collect()),
        Shape::capsule(half_height, radius),
    ];
    let colliders = shapes.map(|shape| Collider::new(&shape.expect("a shape")).expect("a size"));
    for angle in [1e-6_f64, -1e-4, 2e-3, -4e-3, 0.1] {
        let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), angle);
        let along_x = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.5 * std::f64::consts::PI);
        let capsule = MotionPiece {
            position: Vector3::y() * (radius + over),
            orientation: turn * along_x,
            ..MotionPiece::at_rest()
        };
        let pieces = [MotionPiece::at_rest(), capsule];
        let found = near(colliders.each_ref(), &pieces, 0.05, Places::Corners);
        let aside = half_height * angle.sin();
        let gap = (radius + over).hypot(aside) - radius;
        for side in [-1.0, 1.0] {
            let normal = Vector3::new(0.0, radius + over, -side * aside).normalize();
            let is_end = |near: &&NearPoint| {
                (near.gap - gap).abs() < 1e-12
                    && (near.normal - normal).norm() < 1e-9
                    && (near.point.x - side * half_height * angle.cos()).abs() < 1e-9
            };
            let is_near = aside.abs() < 0.02 * radius;
            assert_eq!(found.iter().any(|near| is_end(&near)), is_near, "{angle}, {side}: {found:?}");
        }
        assert!(found.iter().any(|near| (near.gap - over).abs() < 1e-12), "{angle}: {found:?}");
    }
}

/// The normal towards a ball is that from the nearest point of the other body, by clamping to it: over a face, and beside
/// it, where that is an edge or a corner, however little it is off the face.
#[test]
fn the_normal_to_a_ball_beside_a_face_is_not_that_of_the_face() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut between = |low: f64, high: f64| low + (high - low) * ((random.next_u64() >> 11) as f64 * 2f64.powi(-53));
    let half = Vector3::new(0.3, 0.4, 0.5);
    let shapes = [Shape::cuboid(half), Shape::ball(0.4)].map(|shape| shape.expect("a size"));
    let colliders = shapes.each_ref().map(|shape| Collider::new(shape).expect("a shape"));
    let mut beside = 0;
    for _ in 0..5000 {
        // Beside the face on top by up to a tenth of the radius, or over it.
        let mut nearest = Vector3::new(between(-0.35, 0.35), half.y, between(-0.55, 0.55));
        let off = nearest;
        nearest = nearest.zip_map(&half, |x, half| x.clamp(-half, half));
        let away = Vector3::new(off.x - nearest.x, 1.0, off.z - nearest.z).normalize();
        beside += u32::from(away != Vector3::y());
        let gap = between(1e-6, 0.01);
        let axis = Vector3::new(between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0));
        let turn = UnitQuaternion::from_scaled_axis(axis);
        let piece = |place: Vector3<f64>, orientation| MotionPiece {
            position: turn * place,
            orientation,
            ..MotionPiece::at_rest()
        };
        let centre = nearest + away * (0.4 + gap);
        let pieces = [piece(Vector3::zeros(), turn), piece(centre, UnitQuaternion::identity())];
        let found = near(colliders.each_ref(), &pieces, 0.02, Places::Corners);
        let near = found.iter().min_by(|one, other| one.gap.total_cmp(&other.gap));
        let near = near.expect("they are near");
        assert!((near.gap - gap).abs() < 1e-9, "{near:?} at {away}");
        assert!((near.normal - turn * away).norm() < 1e-6, "{near:?} at {away}");
    }
    assert!(beside > 500, "{beside}");
}

/// A long plate over a short one, which it nears at one of its edges: the corners of the short one count, too, as far
/// as they are within reach. (The other edge of the long one is not.)
#[test]
fn corners_below_a_face_that_is_nearly_flush_count() {
    let [short, long] = [0.2, 1.0].map(|half| Shape::cuboid(Vector3::new(half, 0.1, 0.3)).expect("half extents"));
    let colliders = [short, long].map(|shape| Collider::new(&shape).expect("a shape"));
    for tilt in [0.01_f64, 0.05, 0.1] {
        let orientation = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), tilt);
        // The edge is at x = -0.1, 0.001 above the short plate.
        let edge = Vector3::new(-0.1, 0.101, 0.0);
        let upper = MotionPiece {
            position: edge - orientation * Vector3::new(-1.0, -0.1, 0.0),
            orientation,
            ..MotionPiece::at_rest()
        };
        let pieces = [MotionPiece::at_rest(), upper];
        let found = near(colliders.each_ref(), &pieces, 0.05, Places::Corners);
        for z in [-0.3, 0.3] {
            let expected = 0.001 + 0.3 * tilt.tan();
            let is_there = |near: &NearPoint| (near.point.x - 0.2).abs() < 0.01 && (near.point.z - z).abs() < 1e-9;
            let corner = found
                .iter()
                .find(|near| is_there(near))
                .unwrap_or_else(|| panic!("{tilt}: {found:?}"));
            assert!(
                (corner.gap - expected).abs() < 1e-3 * expected + 0.3 * tilt * tilt,
                "{tilt}: {corner:?}"
            );
        }
        assert!(found.iter().all(|near| near.gap <= 0.05), "{tilt}");
    }
}

/// A long edge over a short plate, which it nears at one of its ends, of a cuboid or of a capsule: where it crosses the
/// edge of the plate counts, too.
#[test]
fn the_crossing_of_an_edge_that_is_nearly_flush_counts() {
    let half = 0.5;
    let slab = Shape::cuboid(Vector3::new(0.2, 0.1, 0.3)).expect("half extents");
    let bar = Shape::cuboid(Vector3::new(half, 0.1, 0.1)).expect("half extents");
    let capsule = Shape::capsule(half, 0.1).expect("a radius");
    // Along x, with the lowest edge, or the axis, at this height over it.
    let on_edge = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::FRAC_PI_4);
    let lying = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2);
    for (shape, turned, below) in [(&bar, on_edge, 0.1 * 2.0_f64.sqrt()), (&capsule, lying, 0.1)] {
        let colliders = [&slab, shape].map(|shape| Collider::new(shape).expect("a shape"));
        for tilt in [0.02_f64, 0.05, 0.1] {
            let tilted = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), tilt);
            let round = if shape == &capsule { 0.1 } else { 0.0 };
            // Its end is at x = -0.1, 0.001 above the plate.
            let end = Vector3::new(-0.1, 0.101 + round, 0.0);
            let upper = MotionPiece {
                position: end - tilted * Vector3::new(-half, round - below, 0.0),
                orientation: tilted * turned,
                ..MotionPiece::at_rest()
            };
            let pieces = [MotionPiece::at_rest(), upper];
            let found = near(colliders.each_ref(), &pieces, 0.05, Places::Corners);
            let expected = 0.001 + 0.3 * tilt.tan();
            let is_there = |near: &&NearPoint| (near.point.x - 0.2).abs() < 0.02;
            let crossing = found
                .iter()
                .find(is_there)
                .unwrap_or_else(|| panic!("{shape:?} {tilt}: {found:?}"));
            let off = (crossing.gap - expected).abs();
            assert!(off < 1e-3 * expected + 0.3 * tilt * tilt, "{shape:?} {tilt}: {crossing:?}");
        }
    }
}

/// A corner that is beside a face, and as near as what is over it.
#[test]
fn a_corner_beside_a_face_is_noted() {
    let cube = Shape::cuboid(Vector3::repeat(0.5)).expect("half extents");
    let collider = Collider::new(&cube).expect("a shape");
    for (aside, expected) in [(0.0, f64::INFINITY), (0.01, 0.01), (0.3, 0.3)] {
        let upper = MotionPiece {
            position: Vector3::new(aside, 1.01, 0.0),
            ..MotionPiece::at_rest()
        };
        let pieces = [MotionPiece::at_rest(), upper];
        let found = near([&collider; 2], &pieces, 0.05, Places::Corners);
        assert!(
            !found.is_empty()
                && found
                    .iter()
                    .all(|near| (near.beside - expected).abs() < 1e-12 || near.beside == expected),
            "{aside}: {found:?}"
        );
    }
}
