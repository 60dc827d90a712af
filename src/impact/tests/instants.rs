//! Distances and rays for simple shapes. All others are compared with parry in the tests of the
//! world's queries.

use super::*;
use crate::scene::{Shape, place};

fn shapes(shape: Shape) -> Collider {
    Collider::new(&shape).unwrap()
}

fn at(collider: &Collider, position: [f64; 3], rotation: [f64; 3]) -> PosedShape<'_> {
    let rotation = crate::portable::rotation(&rotation.into());
    PosedShape::new(collider, position.into(), rotation)
}

/// Far away and small, to a few roundings of the distance: the closest-point search ends at a
/// feature, not at a tolerance.
#[test]
fn distances_are_exact_to_rounding() {
    let cube = shapes(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
    let capsule = shapes(Shape::capsule(0.5, 0.25).unwrap());
    let quarter = std::f64::consts::FRAC_PI_2;
    for apart in [1e-9, 1e-3, 1.0, 1e3, 1e6] {
        for rotation in [[0.0; 3], [quarter, 0.0, 0.0], [0.0, 0.0, quarter]] {
            let (one, other) = (at(&cube, [0.0; 3], rotation), at(&cube, [1.0 + apart, 0.2, 0.1], [0.0; 3]));
            let found = one.distance_to(&other, f64::INFINITY).unwrap();
            assert!(
                (found - apart).abs() <= 8.0 * f64::EPSILON * (1.0 + apart),
                "{apart}: {found}"
            );
            assert_eq!(other.distance_to(&one, 0.5 * apart), None);
        }
        let (one, other) = (
            at(&cube, [0.0; 3], [0.0; 3]),
            at(&capsule, [0.1, 1.25 + apart, 0.2], [0.0; 3]),
        );
        let found = other.distance_to(&one, f64::INFINITY).unwrap();
        assert!(
            (found - apart).abs() <= 8.0 * f64::EPSILON * (1.0 + apart),
            "{apart}: {found}"
        );
    }
}

/// The nearest of many parts, in either of the two shapes.
#[test]
fn the_distance_is_that_of_the_nearest_part() {
    let parts = (0..40).map(|k| {
        let x = f64::from(k) * 3.0;
        (place(Vector3::new(x, 0.0, 0.0), Vector3::zeros()), Shape::ball(1.0).unwrap())
    });
    let row = shapes(Shape::compound(parts.collect()).unwrap());
    let ball = shapes(Shape::ball(0.5).unwrap());
    for k in 0..40 {
        let (row, ball) = (
            at(&row, [0.0; 3], [0.0; 3]),
            at(&ball, [3.0 * f64::from(k), 0.0, 4.0], [0.0; 3]),
        );
        assert_eq!(row.distance_to(&ball, 10.0), Some(2.5));
        assert_eq!(ball.distance_to(&row, 10.0), Some(2.5));
        assert_eq!(ball.distance_to(&row, 2.0), None);
    }
}

#[test]
fn opposite_half_spaces_have_a_distance() {
    let floor = shapes(Shape::half_space(Vector3::y()).unwrap());
    let half_turn = [std::f64::consts::PI, 0.0, 0.0];
    let ceiling = at(&floor, [1.0, 3.0, 0.0], half_turn);
    assert_eq!(at(&floor, [0.0; 3], [0.0; 3]).distance_to(&ceiling, 9.0), Some(3.0));
    assert_eq!(at(&floor, [0.0; 3], [0.0; 3]).distance_to(&ceiling, 2.0), None);
    let slope = at(&floor, [1.0, 3.0, 0.0], [0.5, 0.0, 0.0]);
    assert_eq!(at(&floor, [0.0; 3], [0.0; 3]).distance_to(&slope, 9.0), Some(0.0));
}

/// From 10^9 m away the contact is exact up to the rounding of such a position.
#[test]
fn a_ray_from_far_away_has_an_exact_contact() {
    for shape in [
        Shape::ball(0.5),
        Shape::cuboid(Vector3::repeat(0.5)),
        Shape::capsule(0.5, 0.5),
    ] {
        let collider = shapes(shape.unwrap());
        let body = at(&collider, [0.0; 3], [0.0; 3]);
        let ray = |away: f64| Ray {
            origin: Vector3::new(-away, 0.25, 0.25),
            direction: Vector3::x(),
        };
        let near = ray(1.0).first_contact(&body, f64::INFINITY).unwrap();
        let far = ray(1e9).first_contact(&body, f64::INFINITY).unwrap();
        assert!((far.distance - 1e9 - (near.distance - 1.0)).abs() < 1e-6, "{near:?} {far:?}");
        assert!((far.normal - near.normal).norm() < 1e-12);
    }
}
