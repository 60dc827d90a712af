//! Worlds saved, and restored so that they go on with the same events.
//!
//! Saved is what later events depend on: bodies with their pieces, stamps and places, pairs with what is planned for them,
//! the schedule, what was not given out yet, and the counts of the Zeno policy. What follows from that is made anew:
//! prepared shapes, bounds, the broad phase, queues, walls. This changes no event, for what is predicted is a function of
//! the motion pieces alone; it is the same as when the method is changed in the middle of a run.

mod check;
mod record;
mod restore;

use super::bodies::State;
use super::couple::lengths_between;
use super::pairs::Pair;
use super::{Counters, World, WorldError};
use crate::limits::ValueError;
use crate::scene::Shape;
use hashbrown::HashMap;
use record::{BodyRecord, PairRecord, PlaceRecord, Record};
use thiserror::Error;

/// The version of what is saved. Another one is refused.
const VERSION: u32 = 4;

/// A world at a moment of its run: made by [`World::snapshot`], turned back into a world by
/// [`WorldBuilder::restore`](crate::WorldBuilder::restore).
///
/// With the feature `serde` it can be written by any format that keeps floats to the bit (JSON does with `serde_json`'s feature
/// `float_roundtrip`). What is inside is of no version but its own: another version of this crate may refuse it, and says so.
///
/// ```
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// let mut world = World::builder().build()?;
/// let ball = Body::new(Shape::ball(1.0)?);
/// world.insert(ball.clone().velocity(Vector3::x()))?;
/// let other = world.insert(ball.position(Vector3::x() * 5.0))?;
/// world.advance_to(2.0)?;
/// let saved = world.snapshot();
/// let first = world.step()?;
/// // Go back, and see the same again; ids are good in both worlds.
/// let mut world = World::builder().restore(&saved)?;
/// assert_eq!(world.time(), 2.0);
/// assert_eq!(world.step()?, first);
/// assert_eq!(world.velocity(other)?.x, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    version: u32,
    world: Record,
}

/// Why a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// It was saved by another version.
    #[error("snapshot: version {found}; this one reads version {known}")]
    Version {
        /// Its version.
        found: u32,
        /// That which can be read.
        known: u32,
    },
    /// The world had a law of collision of the user's own, or a touch test, and the builder has none; or the other way round.
    #[error("snapshot: {what}: saved {}, given {}", yes_or_no(*saved), yes_or_no(!*saved))]
    Door {
        /// `custom_response` or `touch_test`.
        what: &'static str,
        /// Whether the saved world had one.
        saved: bool,
    },
    /// Something in it cannot be.
    #[error("snapshot: damaged: {0}")]
    Damaged(#[from] ValueError),
    /// What it says of the world as a whole is refused.
    #[error("snapshot: damaged: {0}")]
    World(#[from] WorldError),
}

fn yes_or_no(there: bool) -> &'static str {
    if there { "with one" } else { "without" }
}

impl Snapshot {
    /// The time at which it was made, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.world.now
    }

    /// How many bodies there are.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.world.in_order.len()
    }
}

impl World {
    /// Keeps the present moment: what [`WorldBuilder::restore`](crate::WorldBuilder::restore) makes of it goes on with the
    /// same events, to the bit, what happens at the present time and was not given out yet included.
    ///
    /// Not kept: the law of collision and the touch test, which are given anew; what the last
    /// [`advance_to`](Self::advance_to) gave out ([`events`](Self::events) is empty then); and the counters of the broad
    /// phase, which begin anew. O(n + pairs).
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        debug_assert!(
            self.bodies.moved.is_empty() && self.search.changes.is_empty(),
            "between two calls all is settled"
        );
        let mut shapes = Shapes::default();
        let places = (0..self.bodies.places()).map(|index| PlaceRecord {
            generation: self.bodies.id(index).generation,
            body: self.bodies.is_occupied(index).then(|| shapes.record(&self.seen(index))),
        });
        let places = places.collect();
        Snapshot {
            version: VERSION,
            world: Record {
                settings: self.config.settings,
                method: self.config.method,
                held_by: self.search.held_by,
                report_overlaps: self.config.report_overlaps,
                hide_motion_changes: self.config.hide_motion_changes,
                custom_response: self.hooks.response.is_some(),
                poll_rate: self.hooks.touch_test.as_ref().map(|polling| polling.rate),
                now: self.clock.now,
                shapes: shapes.shapes,
                places,
                free: self.bodies.free().to_vec(),
                in_order: self.bodies.in_order().to_vec(),
                next_serial: self.bodies.insertions(),
                pairs: self.pairs.iter().map(|(_, pair)| self.record_pair(pair)).collect(),
                schedule: self.agenda.schedule.entries().collect(),
                scheduled: self.agenda.schedule.count(),
                expired: self.agenda.expired.clone(),
                outbox: self.ledger.outbox.iter().copied().collect(),
                recorded: self.ledger.recorded.clone().unwrap_or_default(),
                instant: self.clock.instant.clone(),
                has_balls: self.lanes.balls.is_some(),
                work_of_balls: self.lanes.work(),
                counters: Counters {
                    broad_phase: Vec::new(),
                    ..self.ledger.counters.clone()
                },
                tally: self.ledger.sums.clone(),
            },
        }
    }

    fn record_pair(&self, pair: &Pair) -> PairRecord {
        let [a, b] = pair.bodies.map(|body| &self.bodies[body]);
        PairRecord {
            bodies: pair.bodies,
            image: lengths_between(a, b, &pair.image),
            stamps: pair.stamps,
            from: pair.from,
            plan: pair.plan.to_vec(),
            impact: pair.impact,
            in_contact: pair.in_contact,
            in_overlap: pair.in_overlap,
            passing: pair.passing,
            resting: pair.resting.to_vec(),
            lately: pair.recent_normals.clone(),
        }
    }
}

/// The shapes met so far, each once for all that share its data.
#[derive(Default)]
struct Shapes {
    shapes: Vec<Shape>,
    numbers: HashMap<usize, u32>,
}

impl Shapes {
    fn record(&mut self, state: &State) -> BodyRecord {
        let shape = *self.numbers.entry(state.shape.address()).or_insert_with(|| {
            self.shapes.push(state.shape.clone());
            self.shapes.len() as u32 - 1
        });
        BodyRecord {
            serial: state.serial,
            name: state.name.clone(),
            tag: [(state.tag >> 64) as u64, state.tag as u64],
            lengths_gone: state.lengths_gone(),
            shape,
            piece: state.piece,
            stamp: state.stamp,
            round: state.round,
            extents: Some(state.extents).filter(|_| !state.collider.is_half_space()),
            inverse_mass: state.inverse_mass,
            inverse_inertia: state.inverse_inertia,
            restitution: state.restitution,
            friction: state.friction,
            own: state.own,
            role: state.role,
            lease: state.lease.as_deref().copied(),
            free_acceleration: state.free_acceleration,
            own_acceleration: state.own_acceleration,
            wall_rests: state.wall_rests,
            wall_links: state.wall_links,
            past: state.past,
            lasting: state.lasting.clone(),
        }
    }
}
