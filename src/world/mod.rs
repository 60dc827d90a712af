//! Continuous mode: predicted events of moving bodies, and the loop that executes them.
//!
//! The broad phase returns candidate pairs, early rather than late. The prediction for a pair is a
//! function of its two motion pieces. The loop takes the earliest prediction, executes it, and
//! predicts again for the bodies with a changed motion. So no prediction in the queue is ever
//! stale, and every broad phase leads to the same events to the bit.

mod accessors;
mod agenda;
mod ahead;
mod audit;
mod body_constants;
mod bounded;
mod budget;
mod builder;
mod candidates;
mod collide;
mod collide_wall;
mod config;
mod constants;
mod contact_ends;
mod crowding;
mod drive;
mod error;
mod execute;
mod hooks;
mod lanes;
mod membership;
mod method;
mod motion;
mod next;
mod pair_impact;
mod parts;
mod periodic;
mod poll;
mod predict_walls;
mod predictor;
mod present;
mod queries;
mod report_rests;
mod repredict;
mod respond;
mod rounds;
mod run;
mod schedule;
mod search;
mod sectors;
mod snapshot;
mod space;
mod span;
mod start_check;
mod statistics;
mod work_limit;
mod world_constants;
mod xyz;
mod zeno;

pub use crate::ledger::Counters;
pub use budget::{Budget, Reached};
pub use builder::WorldBuilder;
pub use error::{StepError, WorldError};
pub use lanes::BodyLane;
pub(crate) use method::Method;
pub use poll::{TouchQuery, TouchTest};
pub use schedule::ScheduleId;
#[doc(hidden)]
pub use sectors::JobTimes;
pub use snapshot::{Snapshot, SnapshotError};
pub use space::{QueryFilter, RayHit};

use crate::bodies::{Bodies, Motions};
use crate::clock::Clock;
use crate::contact::{Contacts, Rests, Surroundings};
use crate::impact::PreparedShapes;
use crate::lane::pairs::Pairs;
use crate::ledger::Ledger;
use agenda::Agenda;
use config::Config;
use hooks::Hooks;
use lanes::Lanes;
use parts::PartState;
use predictor::Predictor;
use search::Search;
use sectors::SectorState;
use std::fmt;

/// Moving bodies and their collisions, each at its exact time, in order of time.
///
/// Costs, with n bodies of which k are near one body: a step or a motion change takes O(k)
/// predictions and O(log n) for the queues; insertion and removal O(n); see [`Method`] for the cost
/// of the broad phase.
///
/// | to drive it | it stops | events |
/// |---|---|---|
/// | [`step`](World::step), [`step_before`](World::step_before) | at the next event | one, returned |
/// | [`advance_to`](World::advance_to) | at a time | a slice, kept until the next call |
/// | [`advance_with`](World::advance_with) | at a time | given to a closure, not kept |
/// | [`advance_within`](World::advance_within) | at a time, or where a [`Budget`] is spent | a slice |
///
/// The world can be changed wherever it stops: a loop over `step_before` reacts to each event at
/// its time.
///
/// ```
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// let mut world = World::builder().build()?;
/// let apple = Body::new(Shape::ball(0.1)?);
/// for place in 1..=3 {
///     world.insert(apple.clone().position(Vector3::x() * f64::from(place)))?;
/// }
/// let arrow = world.insert(apple.position(Vector3::x() * -1.0).velocity(Vector3::x() * 50.0).mass(1e6))?;
/// while let Some(event) = world.step_before(1.0)? {
///     if let Some(hit) = event.kind.opposite(arrow).and_then(|party| party.body()) {
///         world.remove(hit)?;
///     }
/// }
/// assert_eq!(world.bodies().collect::<Vec<_>>(), [arrow]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// use kinesweep::{Body, EventKind, Shape, World};
/// use nalgebra::Vector3;
/// let mut world = World::builder().build()?;
/// let ball = Body::new(Shape::ball(1.0)?);
/// world.insert(ball.clone().velocity(Vector3::x()))?;
/// world.insert(ball.position(Vector3::x() * 5.0))?;
/// let event = world.step()?.expect("they meet");
/// assert_eq!(event.time, 3.0);
/// assert!(matches!(event.kind, EventKind::Collision(hit) if hit.closing_speed == 1.0));
/// assert_eq!(world.step()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct World {
    /// The settings of the whole run.
    config: Config,
    /// User code.
    hooks: Hooks,
    /// The present.
    clock: Clock,
    /// Prepared shapes.
    shapes: PreparedShapes,
    /// The bodies: identities, constants, motions.
    bodies: Bodies,
    /// Candidate pairs of the lane of pairs.
    search: Search,
    /// The lane of balls, and its link to the lane of pairs.
    lanes: Lanes,
    /// The sectors of the lane of balls, with several threads.
    sectors: SectorState,
    /// The lane of pairs: candidate pairs, and the next event of each.
    pairs: Pairs,
    /// Events of single bodies, and of the schedule.
    agenda: Agenda,
    /// Contacts that last.
    contacts: Contacts,
    /// Events, counters, sums, recorded motions.
    ledger: Ledger,
    /// The parts of the lane of pairs, with several threads.
    parts: PartState,
}

impl World {
    /// Access for changes of motion.
    fn motions(&mut self) -> Motions<'_> {
        Motions {
            bodies: &mut self.bodies,
            clock: &self.clock,
            ledger: &mut self.ledger,
            domain: &self.config.settings().domain,
        }
    }

    /// Access for predictions of pairs.
    fn predictor(&mut self) -> Predictor<'_> {
        Predictor {
            pairs: &mut self.pairs,
            bodies: &self.bodies,
            islands: self.contacts.islands(),
            clock: &self.clock,
            ledger: &mut self.ledger,
            settings: self.config.settings(),
            touch_test: self.hooks.touch_test(),
            reports_overlaps: self.config.reports_overlaps(),
        }
    }

    /// Access for changes of lasting contacts.
    pub(crate) fn rests(&mut self) -> Rests<'_> {
        Rests {
            contacts: &mut self.contacts,
            pairs: &mut self.pairs,
            bodies: &mut self.bodies,
            clock: &mut self.clock,
            ledger: &mut self.ledger,
            settings: self.config.settings(),
            surroundings: Surroundings {
                // (Others are in the lane of balls.)
                broad: self.lanes.occupied().is_none().then(|| self.search.broad()),
                half_spaces: self.search.half_spaces(),
            },
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("method", &self.config.method())
            .field("now", &self.clock.now())
            .field("bodies", &self.bodies.len())
            .field("settings", &self.config.settings())
            .finish_non_exhaustive()
    }
}

/// The name of a body in messages.
fn name_or_number(name: Option<&String>, serial: u32) -> String {
    name.cloned().unwrap_or_else(|| format!("body-{serial}"))
}
