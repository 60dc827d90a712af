//! Regressions: texts of messages, and numbers in them.

use crate::support::ball;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::packing::lubachevsky_stillinger;
use kinesweep::scene::PlacementError;
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, Domain, MotionChange, Shape, StepError, ValueError, World, WorldError};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

struct Never;

impl TouchTest for Never {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        false
    }
}

/// Refusals of a change of motion named the field, but not the body; those of an insertion named
/// both.
#[test]
fn refusals_of_a_motion_change_contain_the_body_name() {
    let mut world = World::builder().touch_test(10.0, Never).build().unwrap();
    let nameless = world.insert(ball(0.0, 0.0)).unwrap();
    let named = world.insert(ball(5.0, 0.0).name("puck")).unwrap();
    let cube = world
        .insert(Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(Vector3::y() * 5.0))
        .unwrap();
    let change = MotionChange::default();
    let far = Vector3::x() * 1e300;
    let bent = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    for (id, change, expected) in [
        (nameless, MotionChange::velocity(far), "body-0.velocity = [1e300, 0, 0]: "),
        (named, MotionChange::velocity(far), "puck.velocity = [1e300, 0, 0]: "),
        (
            named,
            MotionChange {
                position: Some(far),
                ..change
            },
            "puck.position = ",
        ),
        (
            named,
            MotionChange {
                acceleration: Some(far),
                ..change
            },
            "puck.acceleration = ",
        ),
        (
            named,
            MotionChange {
                angular_velocity: Some(far),
                ..change
            },
            "puck.angular_velocity = ",
        ),
        (
            named,
            MotionChange {
                orientation: Some(bent),
                ..change
            },
            "puck.orientation = 2: must be a unit quaternion, norm within 1e-9 of 1",
        ),
        (
            cube,
            MotionChange {
                growth: Some(1.0),
                ..change
            },
            "body-2.growth = 1: must be 0 for a shape that is not a ball",
        ),
    ] {
        let refused = [
            world.set_motion(id, &change),
            world.schedule_motion(id, 1.0, change).map(drop),
        ];
        for refused in refused {
            let message = refused.unwrap_err().to_string();
            assert!(message.starts_with(expected), "{message}");
        }
    }
    let side = |position| Endpoint {
        position,
        ..Endpoint::default()
    };
    let bounds = |half: f64| Bounds {
        epoch: 0.0,
        min: [side(-half); 3],
        max: [side(half); 3],
    };
    let dog = ball(20.0, 0.0).name("dog").bounded(bounds(1.0), f64::INFINITY);
    let dog = world.insert(dog).unwrap();
    let message = world.set_bounds(dog, bounds(-1.0), 8.0).unwrap_err().to_string();
    assert!(
        message.starts_with("dog.bounds.max[0] = -1 at time 0: must not be below the min, 1, up to 8"),
        "{message}"
    );
}

/// `Display` of a float prints all of its digits: 300 of 1e300. And bounds were printed as "0e0 to
/// 1e0", a depth as "5e-1 m".
#[test]
fn numbers_in_error_messages_are_short() {
    let refused = |body: Body| World::builder().build().unwrap().insert(body).unwrap_err().to_string();
    assert_eq!(
        refused(ball(0.0, 0.0).restitution(2.0)),
        "body-0.restitution = 2: must be a finite number from 0 to 1"
    );
    let mut world = World::builder().build().unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    let overlap = world.insert(ball(0.5, 0.0)).unwrap_err().to_string();
    assert!(
        overlap.starts_with("body-1 overlaps body-0 by 0.5 m: ") || overlap.starts_with("body-0 overlaps body-1 by 0.5 m: "),
        "{overlap}"
    );
    let errors = [
        Shape::ball(1e300).unwrap_err().to_string(),
        Shape::ring(1.0, 2.0e-300, 8, 4).unwrap_err().to_string(),
        ValueError::new("rate", f64::MAX, "must be less").to_string(),
        world.advance_to(-1e300).unwrap_err().to_string(),
        world.advance_to(1e300).unwrap_err().to_string(),
        WorldError::Time {
            time: 1e300,
            now: 5e-324,
        }
        .to_string(),
        StepError::BoundsExpired {
            time: 1e-300,
            name: "dog".to_owned(),
        }
        .to_string(),
        lubachevsky_stillinger(
            10,
            1e10,
            &Domain::Box {
                min: Vector3::zeros(),
                max: Vector3::repeat(1e-10),
            },
            1,
        )
        .unwrap_err()
        .to_string(),
    ];
    for error in errors {
        assert!(error.len() < 200, "{error}");
    }
}

/// Growth in a periodic domain was refused: of balls that are small compared with it, and of others.
#[test]
fn balls_grow_in_periodic_domains_of_any_size() -> Result<(), PlacementError> {
    for (count, side) in [(500, 9.0), (6, 2.5), (20, 9.0)] {
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::repeat(side),
        };
        assert_eq!(lubachevsky_stillinger(count, 0.5, &domain, 1)?.len(), count);
    }
    Ok(())
}
