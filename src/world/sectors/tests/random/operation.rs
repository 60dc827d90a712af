//! Random operations between calls.

use super::Random;
use super::case::Case;
use crate::MotionChange;
use crate::event::BodyId;
use crate::scene::{Body, BodyChange, Shape};
use crate::world::{QueryFilter, World, WorldError};
use nalgebra::Vector3;

/// An operation on both worlds.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    Advance,
    Steps(usize),
    /// From the snapshot of the other world.
    Restore {
        one: bool,
        several: bool,
    },
    /// Of the world on several threads.
    Threads(usize),
    Motion(BodyId, MotionChange),
    Constants(BodyId, BodyChange),
    Remove(BodyId),
    Insert(Body),
    /// Another body takes the place of one.
    Replace(BodyId, Body),
    ScheduleMotion(BodyId, f64, MotionChange),
    ScheduleConstants(BodyId, f64, BodyChange),
    Schedule(f64),
    Gravity(Vector3<f64>),
    Restitution(f64),
    ResetStatistics,
    TakePieces,
    /// Queries about a body and a place.
    Queries(BodyId, Vector3<f64>),
}

impl Operation {
    pub(super) fn draw(case: &Case, random: &mut Random, world: &World) -> Self {
        let ids: Vec<BodyId> = world.bodies().collect();
        if ids.is_empty() {
            return Self::Advance;
        }
        let id = random.of(&ids);
        let time = world.time() + case.mean_free_time * random.uniform(0.0, 2.0);
        match random.below(40) {
            0..=3 => Self::Steps(1 + random.below(20)),
            4..=6 => {
                let [one, several] = random.of(&[[true, true], [true, true], [true, false], [false, true]]);
                Self::Restore { one, several }
            }
            7 => Self::Threads(random.of(&[1, 2, 3, 7, 16])),
            8..=10 => Self::Motion(id, motion(case, random)),
            11 | 12 => Self::Constants(id, constants(random)),
            13 | 14 => Self::Remove(id),
            15 | 16 => {
                // Often refused, as it would overlap another body.
                let place = world.positions()[random.below(ids.len())] + random.vector() * 1.5;
                Self::Insert(body(case, random).position(in_plane(case, place)))
            }
            17..=19 => Self::Replace(id, body(case, random)),
            20 => Self::ScheduleMotion(id, time, motion(case, random)),
            21 => Self::ScheduleConstants(id, time, constants(random)),
            22 => Self::Schedule(time),
            23 => Self::Gravity(case.gravity(random)),
            24 => Self::Restitution(random.of(&[1.0, 0.9, 0.7])),
            25 => Self::ResetStatistics,
            26 => Self::TakePieces,
            27 | 28 => Self::Queries(id, world.positions()[random.below(ids.len())] + random.vector()),
            _ => Self::Advance,
        }
    }

    /// Executes it on a world, and returns all that it returns.
    pub(super) fn execute(&self, world: &mut World) -> String {
        match self.outcome(world) {
            Ok(shown) => shown,
            Err(error) => format!("{error:?}"),
        }
    }

    fn outcome(&self, world: &mut World) -> Result<String, WorldError> {
        match self {
            Self::Motion(id, change) => world.set_motion(*id, change)?,
            Self::Constants(id, change) => world.set_body(*id, change)?,
            Self::Remove(id) => world.remove(*id)?,
            Self::Insert(body) => return Ok(format!("{:?}", world.insert(body.clone())?)),
            Self::Replace(id, body) => {
                let place = world.pose(*id)?.translation.vector;
                world.remove(*id)?;
                return Ok(format!("{:?}", world.insert(body.clone().position(place))?));
            }
            Self::ScheduleMotion(id, time, change) => drop(world.schedule_motion(*id, *time, *change)?),
            Self::ScheduleConstants(id, time, change) => drop(world.schedule_change(*id, *time, change.clone())?),
            Self::Schedule(time) => drop(world.schedule(*time, 7)?),
            Self::Gravity(gravity) => world.set_gravity(*gravity)?,
            Self::Restitution(restitution) => world.set_default_restitution(*restitution)?,
            Self::ResetStatistics => world.reset_statistics(),
            Self::TakePieces => return Ok(format!("{:?}", world.take_motion_pieces())),
            Self::Queries(id, place) => {
                let filter = QueryFilter::new();
                let ray = world.cast_ray(place, &Vector3::x(), 5.0, &filter)?;
                let inside = world.bodies_in_box(place, &(place + Vector3::repeat(2.0)), &filter)?;
                let next = world.next_collision(*id)?;
                let pairs = world.overlapping_pairs();
                return Ok(format!("{ray:?} {inside:?} {next:?} {pairs:?}"));
            }
            Self::Advance | Self::Steps(_) | Self::Restore { .. } | Self::Threads(_) => {}
        }
        Ok(String::new())
    }
}

fn motion(case: &Case, random: &mut Random) -> MotionChange {
    MotionChange::velocity(case.velocity(random) * random.of(&[0.0, 1.0, 1.0, 4.0]))
}

fn constants(random: &mut Random) -> BodyChange {
    match random.below(4) {
        0 => BodyChange::new().restitution(random.of(&[1.0, 0.8])),
        1 => BodyChange::new().friction(0.3),
        2 => BodyChange::new().mass(random.of(&[0.5, 4.0])),
        _ => BodyChange::new().shape(Shape::ball(0.3).expect("a radius")),
    }
}

/// Mostly a ball.
fn body(case: &Case, random: &mut Random) -> Body {
    let shape = match random.below(12) {
        0 if !case.is_plane() => Shape::cuboid(Vector3::repeat(0.2)),
        _ => Shape::ball(random.of(&[0.1, 0.3, 0.5])),
    };
    let body = Body::new(shape.expect("a size")).velocity(case.velocity(random));
    if random.below(30) == 0 { body.sensor() } else { body }
}

fn in_plane(case: &Case, mut place: Vector3<f64>) -> Vector3<f64> {
    if case.is_plane() {
        place.z = 0.0;
    }
    place
}
