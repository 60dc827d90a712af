//! Islands: crowds and piles of balls make progress, penetrate nothing, fall asleep, and are the same by
//! every method.

use crate::support::{METHODS, Random, assert_same_by_every_method, rounds};
use kinesweep::{Body, BodyId, Method, MotionChange, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

const RADIUS: f64 = 0.4;
const FRAME: f64 = 1.0 / 60.0;

/// Balls over a bin of half-spaces.
struct Bin {
    world: World,
    balls: Vec<BodyId>,
    half: f64,
}

impl Bin {
    fn new(count: usize, restitution: f64, friction: f64, method: Method, seed: u64) -> Result<Self, Box<dyn Error>> {
        let mut random = Random::new(seed);
        let mut world = World::builder()
            .gravity(Vector3::y() * -9.81)
            .restitution(restitution)
            .friction(friction)
            .method(method)
            .build()?;
        let half = 1.5;
        let walls = [Vector3::x(), -Vector3::x(), Vector3::z(), -Vector3::z()];
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        for normal in walls {
            world.insert(Body::fixed(Shape::half_space(normal)?).position(normal * -half))?;
        }
        let smooth = Body::new(Shape::ball(RADIUS)?).mass(1.0);
        let ball = if friction > 0.0 { smooth.rotates() } else { smooth };
        let mut balls = Vec::new();
        for number in 0..count {
            let (column, row, layer) = (number % 3, number / 3 % 3, number / 9);
            let place = Vector3::new(column as f64 - 1.0, 1.0 + layer as f64, row as f64 - 1.0);
            balls.push(world.insert(ball.clone().position(place + random.vector(0.05)))?);
        }
        Ok(Self { world, balls, half })
    }

    fn positions(&self) -> Result<Vec<Vector3<f64>>, Box<dyn Error>> {
        let position = |ball: &BodyId| Ok(self.world.pose(*ball)?.translation.vector);
        self.balls.iter().map(position).collect()
    }

    /// The deepest penetration of two balls, or of a ball and a half-space, in metres.
    fn penetration(&self) -> Result<f64, Box<dyn Error>> {
        let places = self.positions()?;
        let mut deepest = f64::NEG_INFINITY;
        for (at, place) in places.iter().enumerate() {
            let to_side = self.half - place.x.abs().max(place.z.abs());
            deepest = deepest.max(RADIUS - place.y.min(to_side));
            for other in &places[..at] {
                deepest = deepest.max(2.0 * RADIUS - (place - other).norm());
            }
        }
        Ok(deepest)
    }
}

/// Far less than a body is allowed to penetrate another, and far more than rounding.
const PENETRATION: f64 = 1e-10;

#[test]
fn a_pile_is_the_same_by_every_method_and_from_any_snapshot() -> Outcome {
    for seed in 0..rounds(2) {
        let (restitution, friction) = if seed % 2 == 0 { (0.5, 0.0) } else { (0.2, 0.4) };
        let counters = assert_same_by_every_method(150, 29, |method| {
            let bin = Bin::new(18, restitution, friction, method, seed)?;
            Ok((bin.world, bin.balls))
        })?;
        for counters in counters {
            assert!(counters.islands > 0 && counters.renewals > 10, "seed {seed}: {counters:?}");
        }
    }
    Ok(())
}

#[test]
fn a_pile_penetrates_nothing_and_falls_asleep() -> Outcome {
    for (restitution, friction) in [(0.0, 0.0), (0.5, 0.0), (0.3, 0.5)] {
        let mut bin = Bin::new(27, restitution, friction, Method::Auto, 7)?;
        let before = bin.world.energy();
        for frame in 1..=60 * 30 {
            bin.world.advance_to(f64::from(frame) * FRAME)?;
            if frame % 10 == 0 {
                let penetration = bin.penetration()?;
                assert!(
                    penetration < PENETRATION,
                    "{restitution}, {friction}: {penetration} in frame {frame}"
                );
            }
        }
        assert!(bin.world.energy() < before);
        let (renewals, places) = (bin.world.counters().renewals, bin.positions()?);
        bin.world.advance_to(1000.0)?;
        assert_eq!(bin.world.counters().renewals, renewals, "{restitution}, {friction}");
        assert_eq!(bin.positions()?, places);
        // A push wakes it.
        bin.world
            .set_motion(bin.balls[13], &MotionChange::velocity(Vector3::y() * 3.0))?;
        bin.world.advance_to(1000.5)?;
        assert!(bin.world.counters().renewals > renewals);
        assert!(bin.penetration()? < PENETRATION);
    }
    Ok(())
}

#[test]
fn a_crowd_that_is_steered_to_one_point_makes_progress() -> Outcome {
    let mut world = World::builder().restitution(0.0).build()?;
    let ball = Body::new(Shape::ball(RADIUS)?).mass(1.0);
    let mut balls = Vec::new();
    for number in 0..25_u32 {
        let place = Vector3::new(
            f64::from(number % 5) - 2.0,
            f64::from(number / 5) - 2.0,
            0.01 * f64::from(number % 3),
        );
        balls.push(world.insert(ball.clone().position(place * 1.3))?);
    }
    for frame in 1..=240 {
        for ball in &balls {
            let place = world.pose(*ball)?.translation.vector;
            world.set_motion(*ball, &MotionChange::velocity(place * (-3.0 / place.norm().max(1e-9))))?;
        }
        world.advance_to(f64::from(frame) * FRAME)?;
    }
    let counters = world.counters();
    // Some thousands of pieces a second: before islands it was ten thousand collisions a frame.
    assert!(counters.motion_changes < 100 * 240 * 25, "{counters:?}");
    for (at, ball) in balls.iter().enumerate() {
        for other in &balls[..at] {
            let apart = (world.pose(*ball)?.translation.vector - world.pose(*other)?.translation.vector).norm();
            assert!(apart > 2.0 * RADIUS - PENETRATION, "{apart}");
        }
    }
    Ok(())
}

/// Balls in a plane, pressed together in each frame, that keep wider gaps than few do: more than a hundred pairs touch.
/// One world is replaced in the middle by its snapshot.
#[test]
fn a_large_crowd_penetrates_nothing_gains_no_energy_and_is_the_same_by_every_method() -> Outcome {
    let mut of_first = None;
    for (method, from_snapshot) in METHODS.into_iter().zip([false, true, false, true, false]) {
        let mut random = Random::new(11);
        let mut world = World::builder().restitution(0.0).method(method).build()?;
        let mut balls = Vec::new();
        for number in 0..120_u32 {
            let place = Vector3::new(f64::from(number % 12) - 5.5, f64::from(number / 12) - 4.5, 0.0);
            let shift = random.vector(0.05).component_mul(&Vector3::new(1.0, 1.0, 0.0));
            balls.push(world.insert(Body::new(Shape::ball(RADIUS)?).mass(1.0).position(place + shift))?);
        }
        let places = |world: &World| -> Result<Vec<Vector3<f64>>, Box<dyn Error>> {
            balls.iter().map(|ball| Ok(world.pose(*ball)?.translation.vector)).collect()
        };
        for frame in 1..=150 {
            for (ball, place) in balls.iter().zip(places(&world)?) {
                let velocity = place * (-3.0 / place.norm().max(1e-9));
                world.set_motion(*ball, &MotionChange::velocity(velocity))?;
            }
            let before = world.energy();
            world.advance_to(f64::from(frame) * FRAME)?;
            assert!(world.energy() <= before * (1.0 + 1e-12), "{method:?}, frame {frame}");
            let places = places(&world)?;
            for (at, place) in places.iter().enumerate() {
                for other in &places[..at] {
                    let deep = 2.0 * RADIUS - (place - other).norm();
                    assert!(deep < PENETRATION, "{method:?}: {deep} in frame {frame}");
                }
            }
            if frame == 75 && from_snapshot {
                world = World::builder().restore(&world.snapshot())?;
            }
        }
        assert!(world.counters().touches > 200, "{method:?}: {:?}", world.counters());
        let last = places(&world)?;
        assert_eq!(of_first.get_or_insert_with(|| last.clone()), &last, "{method:?}");
    }
    Ok(())
}

/// Momentum changes by no contact of an island that nothing else touches.
#[test]
fn an_island_alone_keeps_its_momentum() -> Outcome {
    let mut random = Random::new(3);
    let mut world = World::builder().restitution(0.1).build()?;
    let mut balls = Vec::new();
    for number in 0..12 {
        let along = f64::from(number) - 5.5;
        let place = Vector3::new(2.5 * along, 0.0, 0.0) + random.vector(0.3);
        let body = Body::new(Shape::ball(RADIUS)?)
            .mass(1.0 + f64::from(number % 3))
            .position(place);
        balls.push(world.insert(body.velocity(Vector3::x() * (-0.7 * along) + Vector3::y()))?);
    }
    let momentum = |world: &World| -> Result<Vector3<f64>, Box<dyn Error>> {
        let mut sum = Vector3::zeros();
        for (number, ball) in balls.iter().enumerate() {
            sum += world.velocity(*ball)? * (1.0 + (number % 3) as f64);
        }
        Ok(sum)
    };
    let (before, energy) = (momentum(&world)?, world.energy());
    for second in 1..=20 {
        world.advance_to(f64::from(second))?;
        assert!((momentum(&world)? - before).norm() < 1e-12 * 100.0);
        assert!(world.energy() <= energy);
    }
    Ok(())
}

/// A ball that bounces alone has all its bounces, down to the speed of the policy.
#[test]
fn a_ball_alone_is_in_no_island() -> Outcome {
    let mut world = World::builder().gravity(Vector3::y() * -9.81).restitution(0.5).build()?;
    world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    world.insert(Body::new(Shape::ball(RADIUS)?).position(Vector3::y() * 2.0))?;
    world.advance_to(10.0)?;
    let counters = world.counters();
    assert_eq!((counters.islands, counters.rests), (0, 1));
    // From 5.6 m/s to 1e-6 by halves.
    assert!(counters.collisions > 20, "{counters:?}");
    Ok(())
}

#[test]
fn bodies_of_an_island_that_meet_part_by_their_restitution() -> Outcome {
    for (restitution, speed, parts) in [(0.5, 3.0, 1.5), (0.8, 2.0, 1.6), (0.0, 3.0, 0.0), (0.5, 0.2, 0.0)] {
        let mut world = World::builder()
            .gravity(Vector3::y() * -9.81)
            .restitution(restitution)
            .build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        let tray = Body::new(Shape::cuboid(Vector3::new(4.0, 0.5, 1.0))?).mass(50.0);
        world.insert(tray.rotates().position(Vector3::y() * 0.5))?;
        let ball = Body::new(Shape::ball(0.5)?).mass(1.0);
        let balls = [-1.0, 0.02].map(|x| world.insert(ball.clone().position(Vector3::new(x, 1.5, 0.0))));
        let [first, second] = [balls[0].clone()?, balls[1].clone()?];
        world.advance_to(0.1)?;
        assert!(world.counters().islands > 0);
        world.set_motion(first, &MotionChange::velocity(Vector3::x() * speed))?;
        world.advance_to(0.4)?;
        let apart = world.velocity(second)?.x - world.velocity(first)?.x;
        assert!((apart - parts).abs() < 0.01 * speed, "{restitution}, {speed} m/s: {apart}");
    }
    Ok(())
}
