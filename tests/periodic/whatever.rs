//! Random bodies of all kinds, to which random things are done; all is made anew from scratch and compared, again and again.

use crate::scenes::{Outcome, any_body, cube, insert_apart};
use crate::support::{Random, rounds};
use kinesweep::{Body, BodyId, MotionChange, ResponseMode, Settings, StepError, World};

fn disturb(random: &mut Random, world: &mut World, speeds: (f64, f64)) -> Outcome {
    let ids: Vec<BodyId> = world.bodies().collect();
    let id = ids[random.below(ids.len() as u64) as usize];
    match random.below(8) {
        0 => world.set_motion(id, &MotionChange::velocity(random.wide_vector(speeds.0, speeds.1)))?,
        // It may be refused, where somebody is.
        1 => drop(world.set_motion(id, &MotionChange::position(random.vector(20.0)))),
        2 => world.set_motion(id, &MotionChange::acceleration(random.vector(1.0)))?,
        3 => world.set_motion(id, &MotionChange::angular_velocity(random.vector(2.0)))?,
        4 if ids.len() > 5 => world.remove(id)?,
        5 => drop(world.insert(any_body(random, speeds)?)),
        6 => drop(world.next_event_time()),
        _ => {
            let time = world.time() + random.uniform(0.0, 2.0);
            world.schedule_motion(id, time, MotionChange::velocity(random.wide_vector(speeds.0, speeds.1)))?;
        }
    }
    Ok(())
}

#[test]
fn all_is_as_if_made_anew() -> Outcome {
    let mut events = 0;
    for seed in 0..rounds(16) {
        let mut random = Random::new(seed);
        let pull = [0.0, 0.0, 3.0][random.below(3) as usize];
        let settings = Settings {
            domain: cube(random.uniform(6.0, 14.0)),
            gravity: random.vector(pull),
            response: [ResponseMode::Collide, ResponseMode::PassThrough][usize::from(seed % 4 == 0)],
            restitution: [1.0, 0.7][random.below(2) as usize],
            ..Settings::default()
        };
        let speeds = [(-1.0, 0.5), (0.0, 1.5)][random.below(2) as usize];
        let mut world = World::builder().settings(settings).report_overlaps(seed % 5 == 0).build()?;
        let bodies: Vec<Body> = (0..40).map(|_| any_body(&mut random, speeds)).collect::<Result<_, _>>()?;
        insert_apart(&mut world, bodies);
        for number in 0..200 {
            let limit = world.time() + 1.0;
            match world.step_before(limit) {
                Ok(event) => events += u64::from(event.is_some()),
                Err(StepError::Jump { .. }) => {}
                Err(other) => return Err(format!("seed {seed}, event {number}: {other}").into()),
            }
            if number % 5 == 0 {
                world
                    .audit()
                    .map_err(|error| format!("seed {seed}, event {number}: {error}"))?;
            }
            if random.below(4) == 0 {
                disturb(&mut random, &mut world, speeds)?;
                world
                    .audit()
                    .map_err(|error| format!("seed {seed}, after event {number}: {error}"))?;
            }
        }
        assert_eq!(world.counters().late, 0, "seed {seed}");
    }
    assert!(events > 100 * rounds(16), "{events}");
    Ok(())
}
