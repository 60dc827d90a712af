//! The scenes in this engine.

use crate::RATE;
use crate::scenes::{CROWD_SPEED, Case};
use crate::table::Run;
use cpu_time::ProcessTime;
use kinesweep::world::Budget;
use kinesweep::{BodyId, BodyKind, Method, MotionChange, World};
use nalgebra::Vector3;
use std::time::{Duration, Instant};

/// Steps of the engine between two readings of the clock: a reading takes tens of nanoseconds.
const STEPS_PER_READING: u32 = 16;

/// Runs a case for so many simulated seconds, or until this much wall time has passed.
pub(crate) fn run(case: &Case, seconds: f64, limit: Duration) -> Run {
    let mut world = match World::from_scene(&case.scene, Method::Auto) {
        Ok(world) => world,
        Err(error) => return Run::failed(0.0, error.to_string()),
    };
    let moving: Vec<BodyId> = world.bodies().filter(|id| world.kind(*id) == Ok(BodyKind::Dynamic)).collect();
    let starts = positions(&world, &moving);
    let begun = Instant::now();
    let (mut run, mut before) = (Run::default(), world.counters());
    for frame in 1..=(seconds * RATE).round() as u32 {
        let (clock, mut steps) = (ProcessTime::now(), 0);
        if case.is_crowd {
            approach(&mut world, &moving);
        }
        let mut budget = Budget::until(|| {
            steps += 1;
            steps % STEPS_PER_READING == 0 && begun.elapsed() > limit
        });
        let outcome = world.advance_within(f64::from(frame) / RATE, &mut budget);
        drop(budget);
        run.milliseconds.push(clock.elapsed().as_secs_f64() * 1e3);
        let counters = world.counters();
        if counters != before {
            before = counters;
            run.frames_until_rest = run.milliseconds.len();
        }
        if case.smallest_side.is_some() {
            run.note_displacement(&starts, &positions(&world, &moving));
        }
        match outcome {
            Ok(reached) if reached.complete => {}
            Ok(reached) => {
                run.stopped = Some(format!("t = {:.4} s", reached.time));
                break;
            }
            Err(error) => {
                run.stopped = Some(format!("t = {:.4} s: {error}", world.time()));
                break;
            }
        }
    }
    let counters = world.counters();
    (run.collisions, run.rests) = (counters.collisions + counters.wall_collisions, counters.rests);
    run
}

fn positions(world: &World, bodies: &[BodyId]) -> Vec<Vector3<f64>> {
    let pose = |id: &BodyId| world.pose(*id).expect("the body is in the world");
    bodies.iter().map(|id| pose(id).translation.vector).collect()
}

fn approach(world: &mut World, bodies: &[BodyId]) {
    for (id, place) in bodies.iter().zip(positions(world, bodies)) {
        let towards = place.try_normalize(0.0).unwrap_or_default();
        let change = MotionChange::velocity(towards * -CROWD_SPEED);
        world.set_motion(*id, &change).expect("a velocity within bounds");
    }
}
