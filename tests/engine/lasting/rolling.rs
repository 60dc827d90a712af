//! Cylinders that roll or slide down slopes.

use super::{G, Outcome, falling, floor, place};
use kinesweep::{Body, Shape, World};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

const RADIUS: f64 = 0.2;
const TIME: f64 = 2.0;

/// A homogeneous cylinder rolls with the acceleration 2/3 g sin t if tan t <= 3 m. Otherwise it slides
/// with g (sin t - m cos t), and turns more slowly.
#[test]
fn a_cylinder_rolls_or_slides_down_a_slope() -> Outcome {
    for degrees in [10.0_f64, 30.0, 45.0] {
        for share in [0.5, 0.95, 1.05, 3.0] {
            for half_height in [0.05, 0.4] {
                let slope = degrees.to_radians();
                let friction = share * slope.tan() / 3.0;
                let mut world = World::builder()
                    .gravity(Vector3::new(slope.sin(), -slope.cos(), 0.0) * G)
                    .restitution(0.0)
                    .friction(friction)
                    .build()?;
                world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
                let cylinder = Body::new(Shape::cylinder(half_height, RADIUS)?).mass(1.5).rotates();
                let cylinder = cylinder.orientation(Vector3::x() * FRAC_PI_2);
                let id = world.insert(cylinder.position(Vector3::y() * RADIUS))?;
                world.advance_to(TIME)?;
                let (pull, press) = (G * slope.sin(), G * slope.cos());
                let grip = (pull / 3.0).min(friction * press);
                let (along, turning) = (pull - grip, 2.0 * grip / RADIUS);
                let (spin, velocity) = (world.angular_velocity(id)?, world.velocity(id)?);
                let shares = [
                    place(&world, id)?.x / (0.5 * along * TIME * TIME),
                    velocity.x / (along * TIME),
                    -spin.z / (turning * TIME),
                ];
                let case = format!("{degrees} degrees, {share} of the friction, half as high as {half_height}");
                assert!((shares[0] - 1.0).abs() < 3e-4, "{case}: {shares:?}");
                // The velocity is that half way from one renewal to the next.
                assert!(
                    shares[1..].iter().all(|share| (share - 1.0).abs() < 3e-3),
                    "{case}: {shares:?}"
                );
                let slips = velocity.x + spin.z * RADIUS;
                match share > 1.0 {
                    true => assert!(slips.abs() < 2e-3 * velocity.x, "{case}: it slips at {slips}"),
                    false => assert!(slips > 0.04 * velocity.x, "{case}: it slips at {slips} only"),
                }
                assert!(spin.xy().norm() + velocity.yz().norm() < 0.01, "{case}: {spin} {velocity}");
            }
        }
    }
    Ok(())
}

/// The moment c N R, with the bounding radius R, slows a cylinder of radius r down by c g R / (r + r / 2).
#[test]
fn rolling_friction_slows_a_cylinder() -> Outcome {
    for half_height in [0.02, 0.4] {
        for rolling in [0.01, 0.05] {
            let mut world = falling(0.6, 0.0).rolling_friction(rolling).build()?;
            world.insert(floor()?)?;
            let shape = Shape::cylinder(half_height, RADIUS)?;
            let slows = rolling * G * shape.bounding_radius() / (1.5 * RADIUS);
            let cylinder = Body::new(shape).rotates().orientation(Vector3::x() * FRAC_PI_2);
            let moving = cylinder
                .velocity(Vector3::x() * 2.0)
                .angular_velocity(Vector3::z() * (-2.0 / RADIUS));
            let id = world.insert(moving.position(Vector3::y() * RADIUS))?;
            world.advance_to(1.0)?;
            let share = (2.0 - world.velocity(id)?.x) / slows;
            let case = format!("half as high as {half_height}, {rolling}");
            assert!((share - 1.0).abs() < 0.01, "{case}: {share}");
            world.advance_to(2.0 / slows + 3.0)?;
            assert_eq!(world.velocity(id)?, Vector3::zeros(), "{case}");
            let way = place(&world, id)?.x * slows / 2.0;
            assert!((way - 1.0).abs() < 0.02, "{case}: {way} of the way");
        }
    }
    Ok(())
}

/// What is round rolls on as long as nothing slows it down, however slowly.
#[test]
fn what_rolls_slowly_without_rolling_friction_rolls_on() -> Outcome {
    for shape in [Shape::cylinder(0.3, RADIUS)?, Shape::capsule(0.3, RADIUS)?] {
        for speed in [0.2, 0.08, 0.04, 0.02, 0.01] {
            let mut world = falling(0.6, 0.0).build()?;
            world.insert(floor()?)?;
            let body = Body::new(shape.clone()).rotates().orientation(Vector3::x() * FRAC_PI_2);
            let moving = body
                .velocity(Vector3::x() * speed)
                .angular_velocity(Vector3::z() * (-speed / RADIUS));
            let id = world.insert(moving.position(Vector3::y() * RADIUS))?;
            world.advance_to(20.0)?;
            let case = format!("{} at {speed} m/s", shape.kind().name());
            for share in [place(&world, id)?.x / (20.0 * speed), world.velocity(id)?.x / speed] {
                assert!((share - 1.0).abs() < 2e-4, "{case}: {share}");
            }
        }
    }
    Ok(())
}

/// Friction holds no more rolling friction than 7/5 of itself: the ball slides until it rolls, and then slows down
/// by friction.
#[test]
fn a_ball_with_more_rolling_friction_than_friction_comes_to_rest() -> Outcome {
    for (friction, rolling) in [(0.1, 0.3), (0.1, 0.15), (0.01, 0.02)] {
        let mut world = falling(friction, 0.0).rolling_friction(rolling).build()?;
        world.insert(floor()?)?;
        let ball = Body::new(Shape::ball(0.1)?).rotates().position(Vector3::y() * 0.1);
        let id = world.insert(ball.velocity(Vector3::x() * 2.0))?;
        let energy = world.energy();
        for second in 1..=30 {
            world.advance_to(f64::from(second))?;
            assert!(
                world.energy() <= energy,
                "{friction}, {rolling}, {second} s: {}",
                world.energy()
            );
        }
        assert_eq!(world.velocity(id)?, Vector3::zeros(), "{friction}, {rolling}");
        // It slides to 5/7 of its speed: friction slows it down all the time.
        let way = place(&world, id)?.x * 2.0 * friction * G / 4.0;
        assert!((way - 1.0).abs() < 1e-6, "{friction}, {rolling}: {way} of the way");
    }
    Ok(())
}

/// The same of one that begins at rest on a slope: tan t < 7/2 m, so that it rolls, with all of the friction.
#[test]
fn a_ball_on_a_slope_rolls_with_no_more_rolling_friction_than_friction_holds() -> Outcome {
    let (friction, slope) = (0.1, 0.3_f64.atan());
    let mut world = World::builder()
        .gravity(Vector3::new(slope.sin(), -slope.cos(), 0.0) * G)
        .restitution(0.0)
        .friction(friction)
        .rolling_friction(0.5)
        .build()?;
    world.insert(floor()?)?;
    let ball = Body::new(Shape::ball(0.1)?).rotates().position(Vector3::y() * 0.1);
    let id = world.insert(ball)?;
    world.advance_to(TIME)?;
    let speed = G * (slope.sin() - friction * slope.cos()) * TIME;
    let (velocity, spin) = (world.velocity(id)?, world.angular_velocity(id)?);
    assert!((velocity - Vector3::x() * speed).norm() < 1e-12 * speed, "{velocity}");
    assert!((spin + Vector3::z() * (speed / 0.1)).norm() < 1e-9 * speed, "{spin}");
    Ok(())
}
