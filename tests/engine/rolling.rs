//! Balls that slide, roll and spin on what they rest on, against closed forms.

use crate::support::assert_same_by_every_method;
use kinesweep::scene::BodyChange;
use kinesweep::{Body, BodyId, Domain, Method, Shape, World, WorldBuilder};
use nalgebra::{UnitQuaternion, Vector3};
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

const G: f64 = 9.81;
const RADIUS: f64 = 0.4;

fn table() -> WorldBuilder {
    World::builder().gravity(Vector3::y() * -G).restitution(0.5).friction(0.2)
}

fn floor() -> Result<Body, Box<dyn Error>> {
    Ok(Body::fixed(Shape::half_space(Vector3::y())?))
}

fn ball() -> Result<Body, Box<dyn Error>> {
    let shape = Shape::ball(RADIUS)?;
    Ok(Body::new(shape).mass(0.7).rotates().position(Vector3::y() * RADIUS))
}

/// A ball on a floor.
fn on_floor(table: WorldBuilder, ball: Body) -> Result<(World, BodyId), Box<dyn Error>> {
    let mut world = table.build()?;
    world.insert(floor()?)?;
    let id = world.insert(ball)?;
    Ok((world, id))
}

/// Position on the floor, velocity and angular velocity of a ball.
fn state(world: &World, id: BodyId) -> Result<[Vector3<f64>; 3], Box<dyn Error>> {
    let position = world.pose(id)?.translation.vector - Vector3::y() * RADIUS;
    Ok([position, world.velocity(id)?, world.angular_velocity(id)?])
}

fn assert_near(found: [Vector3<f64>; 3], expected: [Vector3<f64>; 3], case: &str) {
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).norm() < 1e-9, "{case}: {found} instead of {expected}");
    }
}

/// A ball on a table, started with a velocity and a spin: its position, velocity and spin at a time, by
/// the phases of sliding, rolling and rest (Marlow 1995). `roll`: the deceleration of rolling.
fn on_table(velocity: Vector3<f64>, spin: Vector3<f64>, friction: f64, roll: f64, t: f64) -> [Vector3<f64>; 3] {
    let arm = Vector3::y() * -RADIUS;
    let sliding = velocity + spin.cross(&arm);
    let until = 2.0 * sliding.norm() / (7.0 * friction * G);
    let pull = sliding.try_normalize(0.0).unwrap_or_default() * (-friction * G);
    let slid = t.min(until);
    let turn = arm.cross(&pull) * (2.5 / (RADIUS * RADIUS));
    let (x, v, w) = (
        velocity * slid + pull * (0.5 * slid * slid),
        velocity + pull * slid,
        spin + turn * slid,
    );
    if t <= until {
        return [x, v, w];
    }
    let direction = v.try_normalize(0.0).unwrap_or_default();
    let rolled = match roll > 0.0 {
        true => (t - until).min(v.norm() / roll),
        false => t - until,
    };
    let after = v - direction * (roll * rolled);
    let position = x + v * rolled - direction * (0.5 * roll * rolled * rolled);
    let upright = Vector3::y() * w.y;
    [position, after, Vector3::y().cross(&after) / RADIUS + upright]
}

/// Without spin, with topspin, backspin so strong that the ball comes back, and with a spin that bends
/// its way to a parabola; without rolling friction and with it.
#[test]
fn balls_slide_then_roll_then_rest_by_the_closed_forms() -> Outcome {
    let shots = [
        ([3.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ([3.0, 0.0, 1.0], [2.0, 0.0, -15.0]),
        ([1.5, 0.0, 0.0], [0.0, 0.0, 25.0]),
        ([1.5, 0.0, -0.5], [14.0, 3.0, 6.0]),
        ([0.0, 0.0, 0.0], [0.0, 0.0, -20.0]),
    ];
    for (number, (velocity, spin)) in shots.into_iter().enumerate() {
        let (velocity, spin) = (Vector3::from(velocity), Vector3::from(spin));
        for rolling in [0.0, 0.014] {
            let roll = 5.0 / 7.0 * rolling * G;
            let shot = ball()?.velocity(velocity).angular_velocity(spin);
            let (mut world, id) = on_floor(table().rolling_friction(rolling), shot)?;
            for step in 0..=300 {
                let t = 0.1 * f64::from(step);
                world.advance_to(t)?;
                let expected = on_table(velocity, spin, 0.2, roll, t);
                assert_near(
                    state(&world, id)?,
                    expected,
                    &format!("shot {number}, rolling {rolling}, {t}"),
                );
            }
            world.audit()?;
            if rolling > 0.0 {
                world.advance_to(60.0)?;
                assert_eq!(world.velocity(id)?, Vector3::zeros());
                let (place, counters) = (state(&world, id)?, world.counters());
                world.advance_to(1e6)?;
                assert_eq!(
                    (state(&world, id)?, world.counters()),
                    (place, counters),
                    "what is at rest costs nothing"
                );
            }
        }
    }
    Ok(())
}

/// 5/7 of the speed, whatever the friction.
#[test]
fn a_ball_that_slides_rolls_at_five_sevenths_of_its_speed() -> Outcome {
    for friction in [0.01, 0.1, 0.8] {
        let (mut world, id) = on_floor(table().friction(friction), ball()?.velocity(Vector3::x() * 2.1))?;
        world.advance_to(100.0)?;
        assert!(
            (world.velocity(id)?.x - 1.5).abs() < 1e-12,
            "{friction}: {}",
            world.velocity(id)?
        );
        // The energy that sliding has taken: 2/7 of that of the motion.
        let energy = 0.5 * 0.7 * 2.1 * 2.1 * 5.0 / 7.0;
        assert!((world.energy() - energy - 0.7 * G * RADIUS).abs() < 1e-12);
    }
    Ok(())
}

/// A ball that lands on the floor, and one on the floor of a box, roll like those that began there.
#[test]
fn balls_roll_after_a_fall_and_on_walls_and_faces() -> Outcome {
    let domain = Domain::Box {
        min: Vector3::new(-9.0, 0.0, -9.0),
        max: Vector3::new(90.0, 9.0, 9.0),
    };
    let in_box = table().domain(domain).build()?;
    let face = Body::fixed(Shape::cuboid(Vector3::new(60.0, 1.0, 5.0))?).position(-Vector3::y());
    let mut on_face = table().build()?;
    on_face.insert(face)?;
    let (in_open, _) = on_floor(table(), ball()?.position(Vector3::new(0.0, 50.0, 0.0)))?;
    for (mut world, name) in [(in_box, "box"), (on_face, "face"), (in_open, "floor")] {
        let id = world.insert(ball()?.velocity(Vector3::x() * 2.0))?;
        let falls = world.insert(ball()?.position(Vector3::new(-3.0, 1.0, 3.0)).velocity(Vector3::x() * 0.7))?;
        world.advance_to(2.5)?;
        assert_near(
            state(&world, id)?,
            on_table(Vector3::x() * 2.0, Vector3::zeros(), 0.2, 0.0, 2.5),
            name,
        );
        // Its hits on the floor have made it roll, or what is left of its sliding does.
        world.advance_to(15.0)?;
        assert!(
            (world.velocity(falls)? - Vector3::x() * 0.5).norm() < 1e-9,
            "{name}: {}",
            world.velocity(falls)?
        );
        world.audit()?;
    }
    Ok(())
}

/// On a slope a ball rolls by 5/7 of the pull, or slides where friction does not hold it; rolling friction
/// slows it, and holds it on a gentle slope.
#[test]
fn balls_roll_and_slide_down_slopes() -> Outcome {
    for (degrees, friction, rolling) in [
        (10.0f64, 0.3, 0.0),
        (10.0, 0.3, 0.05),
        (10.0, 0.3, 0.2),
        (50.0, 0.1, 0.0),
        (50.0, 0.1, 0.05),
        (30.0, 0.0, 0.3),
    ] {
        let angle = degrees.to_radians();
        let normal = Vector3::new(angle.sin(), angle.cos(), 0.0);
        let down = Vector3::new(angle.cos(), -angle.sin(), 0.0);
        let mut world = table().friction(friction).rolling_friction(rolling).build()?;
        world.insert(Body::fixed(Shape::half_space(normal)?))?;
        let id = world.insert(ball()?.position(normal * RADIUS))?;
        world.advance_to(2.0)?;
        let (pull, press) = (G * angle.sin(), G * angle.cos());
        let rolls = 5.0 / 7.0 * (pull - rolling * press).max(0.0);
        // Friction makes the ball roll: a = pull - f, and 2/5 a = f - (the moment over the radius).
        let needed = if rolls > 0.0 { pull - rolls } else { pull };
        let (along, turns) = match needed <= friction * press {
            true => (rolls, rolls / RADIUS),
            false => (pull - friction * press, 2.5 * friction * press / RADIUS),
        };
        let case = format!("{degrees} degrees, friction {friction}, rolling {rolling}");
        let found = world.pose(id)?.translation.vector - normal * RADIUS;
        assert!((found - down * (2.0 * along)).norm() < 1e-9, "{case}: {found}");
        assert!((world.velocity(id)? - down * (2.0 * along)).norm() < 1e-9, "{case}");
        let spin = normal.cross(&down) * (2.0 * turns);
        assert!(
            (world.angular_velocity(id)? - spin).norm() < 1e-9,
            "{case}: {}",
            world.angular_velocity(id)?
        );
    }
    Ok(())
}

/// In a groove of two planes that rise on both sides a ball rolls about an axis nearer to its points of
/// contact, and so more slowly.
#[test]
fn a_ball_rolls_down_a_groove() -> Outcome {
    let (rise, fall) = (40.0f64.to_radians(), 15.0f64.to_radians());
    // The groove along x; gravity is tilted instead.
    let gravity = Vector3::new(fall.sin(), -fall.cos(), 0.0) * G;
    let mut world = World::builder().gravity(gravity).restitution(0.0).friction(0.9).build()?;
    for side in [-1.0, 1.0] {
        let normal = Vector3::new(0.0, rise.cos(), side * rise.sin());
        world.insert(Body::fixed(Shape::half_space(normal)?))?;
    }
    let id = world.insert(ball()?.position(Vector3::y() * (RADIUS / rise.cos())))?;
    world.advance_to(2.0)?;
    // The points of contact are R cos(rise) below the centre.
    let lever = rise.cos();
    let along = G * fall.sin() / (1.0 + 0.4 / (lever * lever));
    assert!((world.velocity(id)?.x - 2.0 * along).abs() < 1e-9, "{}", world.velocity(id)?);
    let spin = world.angular_velocity(id)?.z;
    assert!((spin + 2.0 * along / (RADIUS * lever)).abs() < 1e-9, "{spin}");
    Ok(())
}

/// Spinning friction slows the spin about the normal at a constant rate, in each phase.
#[test]
fn spinning_friction_ends_a_spin_about_the_normal() -> Outcome {
    let spinning = 0.05;
    for velocity in [Vector3::zeros(), Vector3::x() * 2.0] {
        let shot = ball()?.velocity(velocity).angular_velocity(Vector3::y() * 12.0);
        let (mut world, id) = on_floor(table().spinning_friction(spinning), shot)?;
        let rate = 2.5 * spinning * G / RADIUS;
        for t in [0.5, 1.0, 3.0, 12.0 / rate + 0.1, 30.0] {
            world.advance_to(t)?;
            let spin = (12.0 - rate * t).max(0.0);
            assert!(
                (world.angular_velocity(id)?.y - spin).abs() < 1e-9,
                "{t}: {}",
                world.angular_velocity(id)?
            );
        }
        assert_eq!(world.angular_velocity(id)?.y, 0.0);
        let expected = on_table(velocity, Vector3::zeros(), 0.2, 0.0, 30.0);
        let found = state(&world, id)?[0];
        assert!((found - expected[0]).norm() < 1e-9, "{} {}", found, expected[0]);
    }
    Ok(())
}

/// A ball that rolls turns by its way over its radius.
#[test]
fn orientations_follow_the_rolling() -> Outcome {
    let rolling = Vector3::x() * 2.0;
    let shot = ball()?.velocity(rolling).angular_velocity(Vector3::z() * (-2.0 / RADIUS));
    let (mut world, id) = on_floor(table().rolling_friction(0.07), shot)?;
    for t in [0.3, 1.0, 2.0, 20.0] {
        world.advance_to(t)?;
        let way = state(&world, id)?[0].x;
        let expected = UnitQuaternion::from_scaled_axis(Vector3::z() * (-way / RADIUS));
        assert!(world.pose(id)?.rotation.angle_to(&expected) < 1e-9, "{t}");
    }
    Ok(())
}

/// Friction of all kinds may change while a ball rolls.
#[test]
fn friction_changes_while_a_ball_rolls() -> Outcome {
    let start = ball()?
        .velocity(Vector3::x() * 2.0)
        .angular_velocity(Vector3::z() * (-2.0 / RADIUS));
    let (mut world, id) = on_floor(table().rolling_friction(0.07), start)?;
    world.advance_to(1.0)?;
    let slowed = 2.0 - 5.0 / 7.0 * 0.07 * G;
    assert!((world.velocity(id)?.x - slowed).abs() < 1e-9);
    world.set_body(id, &BodyChange::new().rolling_friction(0.0))?;
    assert_eq!((world.rolling_friction(id)?, world.spinning_friction(id)?), (0.0, 0.0));
    world.advance_to(2.0)?;
    assert!((world.velocity(id)?.x - slowed).abs() < 1e-9);
    // Its own is independent of the world's.
    world.set_default_rolling_friction(0.5)?;
    world.set_default_spinning_friction(0.25)?;
    assert_eq!((world.rolling_friction(id)?, world.spinning_friction(id)?), (0.0, 0.25));
    world.set_body(id, &BodyChange::new().rolling_friction(0.02))?;
    world.advance_to(3.0)?;
    let rate = 5.0 / 7.0 * 0.1 * G;
    assert!(
        (world.velocity(id)?.x - (slowed - rate)).abs() < 1e-9,
        "{}",
        world.velocity(id)?
    );
    for bad in [-0.1, f64::NAN, f64::INFINITY] {
        let error = world.set_default_rolling_friction(bad).unwrap_err().to_string();
        assert!(error.starts_with("rolling_friction = "), "{error}");
        let error = world.insert(ball()?.spinning_friction(bad)).unwrap_err().to_string();
        assert!(error.contains("spinning_friction = "), "{error}");
    }
    Ok(())
}

/// Balls that roll into each other on a table with cushions.
#[test]
fn balls_that_roll_are_the_same_by_every_method_and_from_any_snapshot() -> Outcome {
    let build = |method: Method| -> Result<(World, Vec<BodyId>), Box<dyn Error>> {
        let mut world = table()
            .restitution(0.9)
            .rolling_friction(0.02)
            .spinning_friction(0.05)
            .method(method)
            .build()?;
        world.insert(floor()?)?;
        for (normal, place) in [
            (Vector3::x(), -3.0),
            (-Vector3::x(), 4.0),
            (Vector3::z(), -2.0),
            (-Vector3::z(), 2.5),
        ] {
            let place = normal.map(f64::abs) * place;
            world.insert(Body::fixed(Shape::half_space(normal)?).position(place).friction(0.05))?;
        }
        let mut balls = Vec::new();
        for number in 0..9_u32 {
            let (column, row) = (f64::from(number % 3), f64::from(number / 3));
            let place = Vector3::new(column * 1.1 - 1.0, RADIUS, row * 1.2 - 1.0);
            let velocity = Vector3::new(2.0 - column, 0.0, 0.7 * row - 0.5) * 2.0;
            let spin = Vector3::new(row * 5.0, 3.0, -column * 4.0);
            balls.push(world.insert(ball()?.position(place).velocity(velocity).angular_velocity(spin))?);
        }
        Ok((world, balls))
    };
    let counters = assert_same_by_every_method(600, 41, build)?;
    assert!(counters.iter().all(|counters| counters.collisions > 10), "{counters:?}");
    let (mut world, balls) = build(Method::Auto)?;
    let mut last = world.energy();
    for frame in 1..=60 * 40 {
        world.advance_to(f64::from(frame) / 60.0)?;
        assert!(world.energy() <= last * (1.0 + 1e-12), "frame {frame}");
        last = world.energy();
    }
    for id in balls {
        assert_eq!(world.velocity(id)?, Vector3::zeros(), "all come to rest");
        assert!(world.angular_velocity(id)?.norm() < 1e-9);
    }
    Ok(())
}
