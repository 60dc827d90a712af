//! Bodies that lie still in an island of which others move.

use super::{G, Outcome, direction, falling, floor, place, speeds};
use kinesweep::{Body, BodyId, MotionChange, Shape, World};
use nalgebra::Vector3;

/// Half the height of a plank, and half the side of a cube.
const THIN: f64 = 0.1;
const HALF: f64 = 0.2;

/// A plank on the floor with cubes on it, and a ball that slides along it without friction: all are one island.
struct Plank {
    world: World,
    cubes: Vec<BodyId>,
    ball: BodyId,
}

impl Plank {
    /// Cubes with these places and masses of 1. The ball begins at x = 2 with 0.5 m/s.
    fn new(places: &[[f64; 2]], friction: f64) -> Outcome<Self> {
        let mut world = falling(friction, 0.0).build()?;
        world.insert(floor()?)?;
        let plank = Body::new(Shape::cuboid(Vector3::new(12.0, THIN, 1.0))?).mass(50.0);
        world.insert(plank.rotates().position(Vector3::y() * THIN))?;
        let cube = Body::new(Shape::cuboid(Vector3::repeat(HALF))?).rotates();
        let mut cubes = Vec::new();
        for [x, y] in places {
            let place = Vector3::new(*x, 2.0 * THIN + HALF + y, 0.0);
            cubes.push(world.insert(cube.clone().position(place))?);
        }
        let ball = Body::new(Shape::ball(HALF)?).friction(0.0).rotates();
        let ball = ball.position(Vector3::new(2.0, 2.0 * THIN + HALF, 0.0));
        let ball = world.insert(ball.velocity(Vector3::x() * 0.5))?;
        Ok(Self { world, cubes, ball })
    }

    fn places(&self) -> Outcome<Vec<Vector3<f64>>> {
        self.cubes.iter().map(|cube| place(&self.world, *cube)).collect()
    }
}

/// Towers of three cubes.
fn towers(count: u32) -> Vec<[f64; 2]> {
    let at = |tower: u32| (0..3).map(move |floor| [-1.0 - f64::from(tower), 2.0 * HALF * f64::from(floor)]);
    (0..count).flat_map(at).collect()
}

#[test]
fn what_lies_still_is_not_renewed_with_what_moves() -> Outcome {
    let mut plank = Plank::new(&towers(6), 0.5)?;
    plank.world.advance_to(2.0)?;
    let (before, places) = (plank.world.counters().clone(), plank.places()?);
    let x = place(&plank.world, plank.ball)?.x;
    plank.world.advance_to(4.0)?;
    let after = plank.world.counters();
    let renewals = after.renewals - before.renewals;
    let pieces = after.motion_changes - before.motion_changes;
    assert!(renewals > 20, "{renewals}");
    assert!(pieces <= 5 * renewals, "{pieces} pieces in {renewals} renewals of 20 bodies");
    assert_eq!(plank.places()?, places);
    let way = place(&plank.world, plank.ball)?.x - x;
    assert!((way - 1.0).abs() < 1e-3, "{way}");
    Ok(())
}

/// From a snapshot in which towers have settled one of them is toppled.
#[test]
fn settled_bodies_are_the_same_from_any_snapshot() -> Outcome {
    let mut plank = Plank::new(&towers(3), 0.5)?;
    plank.world.advance_to(2.5)?;
    let mut restored = World::builder().restore(&plank.world.snapshot())?;
    for world in [&mut plank.world, &mut restored] {
        world.set_motion(plank.cubes[2], &MotionChange::velocity(Vector3::new(1.0, 0.0, 0.5)))?;
        world.advance_to(4.0)?;
    }
    let (one, other) = (&plank.world, &restored);
    assert!(one.positions() == other.positions() && one.velocities() == other.velocities());
    let counts = |world: &World| (world.counters().renewals, world.counters().motion_changes);
    assert_eq!(counts(one), counts(other));
    Ok(())
}

/// A push goes through a row of settled cubes: none of them takes it up as if it were fixed.
#[test]
fn a_push_reaches_all_cubes_of_a_settled_row() -> Outcome {
    let row: Vec<[f64; 2]> = (0..6).map(|number| [-1.0 - 2.0 * HALF * f64::from(number), 0.0]).collect();
    let mut plank = Plank::new(&row, 0.05)?;
    plank.world.advance_to(2.0)?;
    let shot = Body::new(Shape::cuboid(Vector3::repeat(HALF))?).rotates().mass(3.0);
    let start = Vector3::new(-0.5, 2.0 * THIN + HALF + 0.01, 0.0);
    plank.world.insert(shot.position(start).velocity(Vector3::x() * -3.0))?;
    plank.world.advance_to(2.15)?;
    // Friction of 0.05 takes less than 0.15 m/s of it.
    for cube in &plank.cubes {
        let speed = -plank.world.velocity(*cube)?.x;
        assert!((0.8..=1.01).contains(&speed), "{speed}");
    }
    Ok(())
}

#[test]
fn what_lies_on_a_settled_body_falls_when_that_is_removed() -> Outcome {
    let mut plank = Plank::new(&towers(2), 0.5)?;
    plank.world.advance_to(2.0)?;
    let before = plank.places()?;
    plank.world.remove(plank.cubes[0])?;
    plank.world.advance_to(2.2)?;
    let fallen = before[1].y - place(&plank.world, plank.cubes[1])?.y;
    // (What held it is computed up to half way to the next renewal.)
    let least = 0.5 * G * (0.2_f64 - 0.0102).powi(2);
    assert!((least..=0.5 * G * 0.04 + 2e-3).contains(&fallen), "{fallen}");
    plank.world.advance_to(4.0)?;
    for number in [1, 2] {
        let fallen = before[number].y - place(&plank.world, plank.cubes[number])?.y;
        assert!((fallen - 2.0 * HALF).abs() < 0.01, "{fallen}");
    }
    Ok(())
}

/// A ball slides over one plank, which lies on another, which lies on a pivot. What presses on the lower one changes
/// slowly, by no new touch and no moving neighbour: both tip when the ball is far enough. Returns where it is when they
/// have tilted by 0.01 radians.
fn tips_at(speed: f64) -> Outcome<f64> {
    let mut world = falling(0.8, 0.0).build()?;
    let pivot = Body::fixed(Shape::cuboid(Vector3::new(0.2, 0.5, 0.5))?);
    world.insert(pivot.position(Vector3::y() * -0.5))?;
    let plank = Body::new(Shape::cuboid(Vector3::new(2.0, THIN, 0.5))?).rotates();
    let lower = world.insert(plank.clone().position(Vector3::y() * THIN))?;
    world.insert(plank.position(Vector3::y() * (3.0 * THIN)))?;
    let ball = Body::new(Shape::ball(HALF)?).friction(0.0).rotates().mass(2.0);
    let ball = ball.position(Vector3::new(-0.3, 4.0 * THIN + HALF, 0.0));
    let ball = world.insert(ball.velocity(Vector3::x() * speed))?;
    for step in 1..1000 {
        world.advance_to(0.01 * f64::from(step))?;
        if -direction(&world, lower, Vector3::x())?.y > 0.01 {
            return Ok(place(&world, ball)?.x);
        }
    }
    Err("they do not tip".into())
}

#[test]
fn a_settled_body_tips_when_what_presses_on_it_moves() -> Outcome {
    // The planks with masses of 1 tip about the edge of the pivot when the ball is 0.2 beyond it. From there on
    // their angular acceleration grows in proportion to its way: the angle is g v t^3 / (3 i), where i is the moment of
    // inertia of the planks and of the ball where it is then, nearly.
    let inertia = 2.0 * (4.0 / 3.0 + 0.2_f64.powi(2)) + 2.0 * 0.3_f64.powi(2);
    for speed in [0.15, 0.25, 0.5] {
        let expected = 0.4 + speed * (0.01 * 3.0 * inertia / (G * speed)).cbrt();
        let tips_at = tips_at(speed)?;
        // They are examined again after 0.06 of its way: when the moment has changed by 0.15 of all eight weights at
        // the lower plank, at its half height. They tip within two thirds of that.
        assert!((tips_at - expected).abs() < 0.04, "{speed}: {tips_at}, not {expected}");
    }
    Ok(())
}

/// A cuboid that slides without friction does not stop, however slow it is, among others that lie still.
#[test]
fn what_slides_slowly_without_friction_goes_on() -> Outcome {
    const TIME: f64 = 4.0;
    for speed in [0.08, 0.03, 0.01] {
        let mut world = falling(0.5, 0.0).build()?;
        world.insert(floor()?)?;
        let cuboid = Body::new(Shape::cuboid(Vector3::repeat(HALF))?).rotates();
        let still = world.insert(cuboid.clone().position(Vector3::new(-3.0 * HALF, HALF, 0.0)))?;
        let sliding = cuboid.friction(0.0).position(Vector3::y() * HALF);
        let sliding = world.insert(sliding.velocity(Vector3::x() * speed))?;
        world.advance_to(TIME)?;
        let way = place(&world, sliding)?.x;
        assert!((way - speed * TIME).abs() < 0.01 * speed * TIME, "{way} m at {speed} m/s");
        assert_eq!(speeds(&world, still)?, [0.0; 2]);
    }
    Ok(())
}
