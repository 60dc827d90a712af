//! The lane of each body, and why.

use crate::support::{Random, rounds};
use kinesweep::response::{Encounter, Reply, Response, ResponseScope};
use kinesweep::world::BodyLane;
use kinesweep::{Body, BodyId, Domain, Method, MotionChange, ResponseMode, Shape, World, WorldBuilder, Zeno};
use nalgebra::Vector3;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

fn boxed() -> WorldBuilder {
    let domain = Domain::Box {
        min: Vector3::zeros(),
        max: Vector3::new(90.0, 20.0, 20.0),
    };
    World::builder().domain(domain).method(Method::Leases)
}

/// A world of 40 balls in a row, and others above them.
fn with(builder: WorldBuilder, others: &[Body]) -> Result<(World, Vec<BodyId>), Box<dyn Error>> {
    let ball = Body::new(Shape::ball(0.5)?);
    let mut bodies: Vec<Body> = (0..40)
        .map(|number| ball.clone().position(Vector3::new(2.0 * f64::from(number) + 1.0, 3.0, 3.0)))
        .collect();
    let others = others.iter().zip(0..);
    bodies.extend(others.map(|(other, number)| {
        other
            .clone()
            .position(Vector3::new(4.0 * f64::from(number) + 3.0, 12.0, 12.0))
    }));
    let mut world = builder.build()?;
    let ids = world.insert_all(&bodies)?;
    Ok((world, ids[40..].to_vec()))
}

#[test]
fn each_body_has_a_lane_and_a_reason() -> Outcome {
    let ball = Body::new(Shape::ball(0.5)?);
    let moving = Body {
        velocity: Vector3::x(),
        ..Body::fixed(Shape::ball(0.5)?)
    };
    let others = [
        (Body::new(Shape::cuboid(Vector3::repeat(0.5))?), BodyLane::Shape),
        (ball.clone().sensor(), BodyLane::Role),
        (ball.clone().growth(1e-3), BodyLane::Growth),
        (moving, BodyLane::FixedAndMoving),
        (ball.clone().acceleration(Vector3::x() * 1e-3), BodyLane::OtherAcceleration),
        (Body::new(Shape::ball(1.5)?).rotates(), BodyLane::Balls),
    ];
    let (world, ids) = with(boxed(), &others.each_ref().map(|(body, _)| body.clone()))?;
    for (id, (_, lane)) in ids.into_iter().zip(others) {
        assert_eq!(world.lane_of(id)?, lane);
    }
    let lanes = world.lanes();
    assert_eq!(lanes[0], (BodyLane::Balls, 41));
    assert_eq!(lanes.iter().map(|(_, count)| count).sum::<usize>(), world.len());
    assert!(lanes.iter().all(|(lane, _)| !lane.name().is_empty()));
    Ok(())
}

/// Balls that grow are taken where they are not a few among many.
#[test]
fn balls_that_grow_are_in_the_lane_of_balls() -> Outcome {
    for periodic in [false, true] {
        let (min, max) = (Vector3::zeros(), Vector3::new(90.0, 20.0, 20.0));
        let builder = match periodic {
            true => boxed().domain(Domain::Periodic { min, max }),
            false => boxed(),
        };
        let growing = Body::new(Shape::ball(0.5)?).growth(0.02);
        let (mut world, ids) = with(builder, &vec![growing; 4])?;
        assert_eq!(world.lanes(), [(BodyLane::Balls, 44)]);
        world.advance_to(20.0)?;
        world.audit()?;
        assert!((world.swell(ids[0])? - 0.4).abs() < 1e-12);
        for id in ids {
            world.set_motion(id, &MotionChange::growth(0.0))?;
        }
        world.advance_to(40.0)?;
        // They have grown.
        assert_eq!(world.lanes(), [(BodyLane::Balls, 44)]);
        world.audit()?;
    }
    Ok(())
}

#[test]
fn settings_that_close_the_lane_are_reasons() -> Outcome {
    for (builder, lane) in [
        (boxed().method(Method::Lists), BodyLane::OtherMethod),
        (boxed().domain(Domain::Open), BodyLane::OpenDomain),
        (boxed().response(ResponseMode::PassThrough), BodyLane::PassThrough),
        (boxed().lane_of_balls(false), BodyLane::Closed),
    ] {
        assert_eq!(with(builder, &[])?.0.lanes(), [(lane, 40)]);
    }
    // Too many cubes.
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?);
    let (world, _) = with(boxed(), &vec![cube; 20])?;
    assert_eq!(world.lanes(), [(BodyLane::Shape, 20), (BodyLane::Waiting, 40)]);
    Ok(())
}

/// What is marked passes through.
struct Ghost;

impl Response for Ghost {
    fn respond(&mut self, _: &Encounter) -> Reply {
        Reply::PassThrough
    }

    fn scope(&self) -> ResponseScope {
        ResponseScope::Marked
    }
}

/// The ghost overlaps a fixed ball in the lane of balls while another body is inserted near that.
#[test]
fn bodies_that_pass_through_each_other_do_not_prevent_an_insertion() -> Outcome {
    let ghost = Body::new(Shape::ball(0.5)?).velocity(Vector3::x()).own_law();
    let fixed = Body::fixed(Shape::ball(0.5)?);
    let (mut world, ids) = with(boxed().custom_response(Ghost), &[ghost, fixed])?;
    assert_eq!(
        [world.lane_of(ids[0])?, world.lane_of(ids[1])?],
        [BodyLane::Role, BodyLane::Balls]
    );
    world.advance_to(3.7)?;
    assert_eq!(world.counters().collisions, 1);
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?).velocity(Vector3::y() * -1.0);
    world.insert(cube.position(Vector3::new(7.0, 14.0, 12.0)))?;
    world.audit()?;
    world.advance_to(10.0)?;
    assert_eq!(world.counters().collisions, 2);
    Ok(())
}

#[test]
fn a_ball_at_rest_waits_in_the_lane_of_pairs() -> Outcome {
    let builder = boxed().zeno(Zeno::Stick { speed: 0.1 }).restitution(0.5);
    let (mut world, ids) = with(builder, &[Body::new(Shape::ball(0.5)?).acceleration(Vector3::zeros())])?;
    world.set_motion(ids[0], &MotionChange::acceleration(Vector3::z() * -1.0))?;
    assert_eq!(world.lane_of(ids[0])?, BodyLane::OtherAcceleration);
    world.advance_to(60.0)?;
    assert_eq!(world.lane_of(ids[0])?, BodyLane::Contact);
    Ok(())
}

/// Balls of which the lower ones fly without a force and the upper ones fall on them, with the same velocity, so that
/// the relative velocity is 0 or -0: a time then depended in its last digit on which of the two was predicted last.
#[test]
fn balls_at_relative_rest_meet_at_the_same_time_in_both_lanes() -> Outcome {
    let mut random = Random::new(5);
    let (mut collisions, mut in_lane) = (0, 0);
    for _ in 0..rounds(8) {
        let mut bodies = Vec::new();
        for column in 0..64_u32 {
            let place = Vector3::new(f64::from(column % 8), 1.0, f64::from(column / 8)) * 3.0;
            let velocity = Vector3::new(random.of(&[0.0, -0.0, 0.5]), random.of(&[0.0, -0.0, -0.5]), -0.0);
            let [below, above] = [place + Vector3::new(2.0, 3.0, 2.0), place + Vector3::new(2.0, 5.5, 2.0)];
            let mut ball = |position| -> Result<Body, Box<dyn Error>> {
                let ball = Body::new(Shape::ball(random.uniform(0.3, 0.5))?);
                Ok(ball.position(position).velocity(velocity))
            };
            let mut pair = [ball(below)?, ball(above)?.acceleration(-Vector3::y())];
            if random.below(2) == 0 {
                pair.reverse();
            }
            bodies.extend(pair);
        }
        let times = |lane: bool| -> Result<(Vec<u64>, usize), Box<dyn Error>> {
            let domain = Domain::Box {
                min: Vector3::zeros(),
                max: Vector3::repeat(28.0),
            };
            let builder = World::builder().domain(domain).method(Method::Leases).lane_of_balls(lane);
            let mut world = builder.build()?;
            world.insert_all(&bodies)?;
            let of_balls = world
                .lanes()
                .iter()
                .filter(|(lane, _)| *lane == BodyLane::Balls)
                .map(|(_, count)| *count)
                .sum();
            let events = world.advance_to(2.5)?;
            Ok((events.iter().map(|event| event.time.to_bits()).collect(), of_balls))
        };
        let [(fast, of_balls), (general, none)] = [times(true)?, times(false)?];
        assert_eq!(fast, general);
        assert_eq!(none, 0);
        collisions += fast.len();
        in_lane += of_balls;
    }
    assert!(collisions > 300 && in_lane > 500, "{collisions} {in_lane}");
    Ok(())
}
