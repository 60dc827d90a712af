//! Regressions: balls alone on a face, while others crowd elsewhere on it.

use crate::support::METHODS;
use kinesweep::{Body, BodyId, EventKind, MotionChange, Shape, World};
use nalgebra::Vector3;

type Failure = Box<dyn std::error::Error>;

fn world_with_floor(method: kinesweep::Method, restitution: f64) -> Result<World, Failure> {
    let builder = World::builder().method(method).restitution(restitution).friction(0.5);
    let mut world = builder.gravity(Vector3::y() * -10.0).build()?;
    world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    Ok(world)
}

/// Times and closing speeds of the collisions of a body.
fn hits(world: &World, body: BodyId) -> Vec<(f64, f64)> {
    let of_body = world.events().iter().filter(|event| event.kind.involves(body));
    let hit = of_body.filter_map(|event| match event.kind {
        EventKind::Collision(hit) => Some((event.time, hit.closing_speed)),
        _ => None,
    });
    hit.collect()
}

/// Cuboids that rattle on the floor made the floor count as crowded, and the ball stopped there after fewer bounces.
#[test]
fn a_ball_bounces_alike_beside_what_rattles_on_the_same_floor() -> Result<(), Failure> {
    // Height, and angular velocity.
    const CUBOIDS: [(f64, [f64; 3]); 6] = [
        (0.554, [1.055, -0.979, -0.018]),
        (0.434, [0.606, 1.154, -1.624]),
        (0.308, [1.343, -0.268, 1.049]),
        (0.300, [-0.218, 0.886, -1.084]),
        (0.583, [1.605, -1.877, -1.898]),
        (0.462, [1.756, -0.475, -1.133]),
    ];
    for method in METHODS {
        let mut of_ball = Vec::new();
        for cuboids in [&[][..], &CUBOIDS[..]] {
            let mut world = world_with_floor(method, 0.2)?;
            let ball = Body::new(Shape::ball(0.25)?).position(Vector3::new(20.0, 0.768, 0.0));
            let ball = world.insert(ball.velocity(Vector3::x()))?;
            let brick = Body::new(Shape::cuboid(Vector3::new(0.25, 0.125, 0.125))?).rotates();
            for (place, (height, spin)) in cuboids.iter().enumerate() {
                let at = Vector3::new(place as f64, *height, 0.0);
                world.insert(brick.clone().position(at).angular_velocity((*spin).into()))?;
            }
            world.advance_to(3.0)?;
            of_ball.push(hits(&world, ball));
        }
        assert_eq!(of_ball[0].len(), 11, "{method:?}");
        assert_eq!(of_ball[0], of_ball[1], "{method:?}");
    }
    Ok(())
}

/// A ball that left its island, alone on a floor, fell on it as if nothing had held it for half of a step: at
/// 0.1 m/s, again and again.
#[test]
fn a_ball_that_leaves_an_island_rolls_on_without_falling() -> Result<(), Failure> {
    for method in METHODS {
        let mut world = world_with_floor(method, 0.2)?;
        let cuboid = Body::new(Shape::cuboid(Vector3::new(0.25, 0.25, 0.25))?).rotates();
        world.insert(cuboid.position(Vector3::y() * 0.25))?;
        let ball = Body::new(Shape::ball(0.25)?).rotates();
        let ball = world.insert(ball.position(Vector3::new(0.5, 0.25, 0.0)))?;
        world.advance_to(1.0)?;
        world.set_motion(ball, &MotionChange::velocity(Vector3::x() * 2.0))?;
        world.advance_to(8.0)?;
        let hits = hits(&world, ball);
        // From a thousandth of its radius above the floor it would hit that at less.
        let fastest = hits.iter().map(|(_, closing)| *closing).fold(0.0, f64::max);
        assert!(fastest < 0.071, "{method:?}: {hits:?}");
        let (place, speed) = (world.pose(ball)?.translation, world.velocity(ball)?.norm());
        assert!(place.x > 9.0 && (place.y - 0.25).abs() < 1e-6, "{method:?}: {place}");
        assert!((speed - 10.0 / 7.0).abs() < 0.01, "{method:?}: {speed}");
    }
    Ok(())
}
