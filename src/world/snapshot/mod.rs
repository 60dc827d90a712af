//! Snapshots: saved worlds, which continue with the same events when restored.
//!
//! A snapshot stores all that later events depend on: bodies with their pieces, revisions and
//! places, pairs with their plans, the schedule, events not yet returned, and the counts of the
//! Zeno policy. Derived data are rebuilt: prepared shapes, bounds, the broad phase, queues, walls.
//! This changes no event, since each prediction is a function of the motion pieces alone; it is the
//! same as a change of the method during a run.

mod check;
mod record;
mod restore;

use super::{Counters, World, WorldError};
use crate::bodies::State;
use crate::contact::{Graph, IslandCopy};
use crate::lane::pairs::Pair;
use crate::lane::pairs::lengths_between;
use crate::limits::ValueError;
use crate::scene::Shape;
use hashbrown::HashMap;
use record::{BodyRecord, PairRecord, PlaceRecord, Record};
use thiserror::Error;

/// The version of the format. Others are refused.
const VERSION: u32 = 11;

/// A world at a moment of its run: made by [`World::snapshot`], restored by
/// [`WorldBuilder::restore`](crate::WorldBuilder::restore).
///
/// With the feature `serde` it can be written by any format that keeps floats to the bit (JSON does
/// with `serde_json`'s feature `float_roundtrip`). The format has its own version: another version
/// of this crate may refuse it with an error.
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
    /// The snapshot has another format version.
    #[error("snapshot: version {found}; this one reads version {known}")]
    Version {
        /// Its version.
        found: u32,
        /// The version that this crate reads.
        known: u32,
    },
    /// The saved world had a user-defined law of collision or a touch test and the builder has
    /// none, or the other way round.
    #[error("snapshot: {what}: saved {}, given {}", yes_or_no(*saved), yes_or_no(!*saved))]
    HookMismatch {
        /// `custom_response` or `touch_test`.
        what: &'static str,
        /// Whether the saved world had one.
        saved: bool,
    },
    /// A stored value is impossible.
    #[error("snapshot: damaged: {0}")]
    Damaged(#[from] ValueError),
    /// The settings of the world are refused.
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

    /// The number of bodies.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.world.in_order.len()
    }
}

impl World {
    /// A snapshot of the present moment. The world that
    /// [`WorldBuilder::restore`](crate::WorldBuilder::restore) makes of it continues with the same
    /// events, to the bit, including those of the present time that were not yet returned.
    ///
    /// Not stored: the law of collision and the touch test, which the builder must have; the events
    /// that the last [`advance_to`](Self::advance_to) returned ([`events`](Self::events) is empty
    /// then); and the counters of the broad phase, which restart. O(n + p log p) for p candidate pairs.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        debug_assert!(
            self.bodies.moved().is_empty() && self.search.changes().is_empty(),
            "no change is pending between two calls"
        );
        let mut shapes = Shapes::default();
        let ledger = self.ledger.saved();
        let places = (0..self.bodies.places()).map(|index| PlaceRecord {
            generation: self.bodies.id(index).generation,
            body: self.bodies.is_occupied(index).then(|| shapes.record(&self.body_ref(index))),
        });
        let places = places.collect();
        Snapshot {
            version: VERSION,
            world: Record {
                settings: *self.config.settings(),
                method: self.config.method(),
                held_by: self.search.method(),
                report_overlaps: self.config.reports_overlaps(),
                report_rests: self.config.reports_rests(),
                hide_motion_changes: self.config.hides_motion_changes(),
                custom_response: self.hooks.has_law(),
                poll_rate: self.hooks.touch_test().map(|polling| polling.rate),
                now: self.clock.now(),
                shapes: shapes.shapes,
                places,
                free: self.bodies.free().to_vec(),
                in_order: self.bodies.in_order().to_vec(),
                next_serial: self.bodies.insertions(),
                pairs: self.record_pairs(),
                overlaps: self.lanes.balls().map_or_else(Vec::new, |balls| balls.overlapping_pairs()),
                islands: self.record_islands(),
                schedule: self.agenda.schedule().entries().collect(),
                scheduled: self.agenda.schedule().count(),
                expired: self.agenda.expired().to_vec(),
                outbox: ledger.outbox,
                recorded: ledger.recorded,
                instant: self.clock.instant().clone(),
                work_of_balls: self.lanes.work(),
                counters: Counters {
                    broad_phase: Vec::new(),
                    ..ledger.counters
                },
                tally: ledger.sums,
            },
        }
    }

    /// The same without the counters of the lane of balls, which depend on how the events were found.
    #[cfg(test)]
    pub(super) fn snapshot_without_work(&self) -> Snapshot {
        let mut snapshot = self.snapshot();
        snapshot.world.work_of_balls = Default::default();
        snapshot
    }

    /// The same without candidate pairs and what was predicted for them. Which balls are near bodies of the lane of
    /// pairs depends on the cells of the lane of balls: on when they were made.
    #[cfg(test)]
    pub(super) fn snapshot_without_candidates(&self) -> Snapshot {
        let mut snapshot = self.snapshot_without_work();
        let world = &mut snapshot.world;
        world
            .pairs
            .retain(|pair| pair.in_contact || pair.in_overlap || pair.passing || !pair.resting.is_empty());
        for pair in &mut world.pairs {
            (pair.stamps, pair.impact) = (None, None);
            pair.plan.clear();
        }
        for body in world.places.iter_mut().filter_map(|place| place.body.as_mut()) {
            body.stamp = 0;
            if body.piece.epoch < world.now {
                body.round = 0;
            }
        }
        world.islands.forget_stamps();
        let counters = &mut world.counters;
        (counters.pair_begins, counters.pair_ends) = (0, 0);
        (counters.predictions, counters.predictions_reused, counters.wall_predictions) = (0, 0, 0);
        (counters.looks, counters.unresolved) = (0, 0);
        snapshot
    }

    /// The islands, with numbers that do not depend on their past; those of its parts, if these have left the world without.
    fn record_islands(&self) -> Graph {
        let islands = self.contacts.islands();
        let own = islands.numbers().map(|number| islands.copy_of(number, &self.bodies));
        let mut all: Vec<IslandCopy> = own.chain(self.islands_in_parts()).collect();
        all.sort_unstable_by_key(|island| self.bodies.serial(island.members()[0]));
        Graph::of_copies(all, &self.bodies)
    }

    /// The candidate pairs, in an order that does not depend on when they have begun.
    fn record_pairs(&self) -> Vec<PairRecord> {
        let mut pairs: Vec<PairRecord> = self.pairs.iter().map(|(_, pair)| self.record_pair(pair)).collect();
        // Those at rest, if its parts have left the world without candidate pairs. The others are found again.
        self.for_pairs_at_rest_in_parts(|part, pair| {
            let stamps = Some(pair.bodies().map(|body| self.bodies[body].stamp()));
            pairs.push(PairRecord {
                stamps,
                ..part.record_pair(pair)
            });
        });
        pairs.sort_unstable_by_key(|pair| (pair.bodies, pair.image));
        pairs
    }

    fn record_pair(&self, pair: &Pair) -> PairRecord {
        let [a, b] = pair.bodies().map(|body| &self.bodies[body]);
        PairRecord {
            bodies: pair.bodies(),
            image: lengths_between(a, b, pair.image()),
            stamps: pair.forecast().stamps(),
            from: pair.forecast().from(),
            plan: pair.forecast().plan().to_vec(),
            impact: pair.forecast().impact().copied(),
            in_contact: pair.in_contact(),
            in_overlap: pair.in_overlap(),
            passing: pair.is_passing(),
            resting: pair.resting().to_vec(),
            lately: pair.contact().recent.clone(),
        }
    }
}

/// The shapes of the bodies, each once for all bodies that share its data.
#[derive(Default)]
struct Shapes {
    shapes: Vec<Shape>,
    numbers: HashMap<usize, u32>,
}

impl Shapes {
    fn record(&mut self, state: &State) -> BodyRecord {
        let shape = *self.numbers.entry(state.constants().shape.address()).or_insert_with(|| {
            self.shapes.push(state.constants().shape.clone());
            self.shapes.len() as u32 - 1
        });
        BodyRecord {
            serial: state.serial(),
            name: state.identity().name.clone(),
            tag: [(state.identity().tag >> 64) as u64, state.identity().tag as u64],
            lengths_gone: state.lengths_gone(),
            shape,
            piece: *state.piece(),
            stamp: state.stamp(),
            round: state.round(),
            in_island: state.is_in_island(),
            extents: Some(*state.extents()).filter(|_| !state.is_half_space()),
            inverse_mass: state.constants().inverse_mass,
            inverse_inertia: state.constants().inverse_inertia,
            given: state.constants().given,
            restitution: state.constants().restitution,
            friction: state.constants().friction,
            rolling_friction: state.constants().rolling_friction,
            spinning_friction: state.constants().spinning_friction,
            own: state.constants().own,
            role: state.constants().role,
            lease: state.lease().copied(),
            free_acceleration: *state.free_acceleration(),
            own_acceleration: *state.own_acceleration(),
            wall_rests: state.contact().wall_rests(),
            wall_links: state.contact().wall_links(),
            is_at_rest: state.contact().is_at_rest(),
            past: *state.contact().past(),
            lasting: state.contact().lasting().to_vec(),
        }
    }
}
