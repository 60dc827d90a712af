//! Continuous mode: bodies in time, predicted events, and the loop that joins the stages.
//!
//! The broad phase tells which pairs to look at, early rather than late; what is predicted for a pair is a function of its two
//! motion pieces; the loop takes the earliest prediction, answers it, and predicts anew for the bodies whose motion changed. So
//! no prediction in the queue is ever stale, and every broad phase leads to the same events to the bit.

mod accessors;
mod audit;
mod bodies;
mod bounded;
mod budget;
mod builder;
mod collide;
mod constants;
mod counters;
mod couple;
mod error;
mod friction;
mod hop;
mod instant;
mod lanes;
mod lasting;
mod membership;
mod method;
mod motion;
mod natures;
mod normals;
mod pairs;
mod periodic;
mod poll;
mod predict;
mod queries;
mod respond;
mod rest;
mod run;
mod schedule;
mod snapshot;
mod space;
mod standstill;
mod statistics;
mod xyz;
mod zeno;

pub use budget::{Budget, Reached};
pub use builder::WorldBuilder;
pub use counters::Counters;
pub use error::{StepError, WorldError};
pub(crate) use method::Method;
pub use poll::{TouchQuery, TouchTest};
pub use schedule::ScheduleId;
pub use snapshot::{Snapshot, SnapshotError};
pub use space::{QueryFilter, RayHit};

use crate::broad::SwapQueue;
use crate::broad::{BroadPhase, CandidateChange};
use crate::event::{BodyId, Event};
use crate::impact::Collider;
use crate::motion::MotionPiece;
use crate::queue::Queue;
use crate::running_sums::RunningSums;
use crate::scene::{Settings, Shape};
use bodies::Bodies;
use hashbrown::HashMap;
use instant::Instant;
use lanes::Lanes;
use pairs::{Due, Pairs};
use poll::Polling;
use respond::OwnLaw;
use schedule::Schedule;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// Moving bodies and their collisions, each at its exact time, in order of time.
///
/// Costs, with n bodies of which k are near one: a step or a motion change O(k) predictions and O(log n) for the queues;
/// insertion and removal O(n); see [`Method`] for what the broad phase adds.
///
/// | to drive it | it stops | events |
/// |---|---|---|
/// | [`step`](World::step), [`step_before`](World::step_before) | at the next event | one, returned |
/// | [`advance_to`](World::advance_to) | at a time | a slice, kept until the next call |
/// | [`advance_with`](World::advance_with) | at a time | given to a closure, not kept |
/// | [`advance_within`](World::advance_within) | at a time, or where a [`Budget`] is spent | a slice |
///
/// The world can be changed wherever it stops: a loop over `step_before` reacts to each event at its time.
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
    settings: Settings,
    method: Method,
    /// What orders the swaps of lists.
    swap_queue: SwapQueue,
    report_overlaps: bool,
    hide_motion_changes: bool,
    /// The law of collision of the user's own.
    response: Option<OwnLaw>,
    touch_test: Option<Polling>,
    /// The present, in seconds.
    now: f64,
    bodies: Bodies,
    /// Prepared shapes, by the address of the shape's data, which the shape beside it keeps alive.
    colliders: HashMap<usize, (Shape, Arc<Collider>)>,
    /// Places of the half-spaces: too large for a broad phase, they are paired with every body.
    half_spaces: Vec<u32>,
    broad: Box<dyn BroadPhase>,
    /// The method whose broad phase that is: never `Auto`.
    held_by: Method,
    /// How far the broad phase has gone; beyond `now` after [`World::next_event_time`].
    broad_now: f64,
    /// The lane of balls, and what joins it to that of pairs.
    lanes: Lanes,
    pairs: Pairs,
    /// The next event of each pair that has one, by its place.
    predicted: Queue<Due>,
    /// The next collision of each body with a wall of the domain, by its place; in a periodic domain, when it is so far
    /// from where its piece began that it needs a new one.
    walls: Queue<Due>,
    schedule: Schedule,
    /// When the bounds of the user's own expire, by the place of the body.
    expiries: Queue<Due>,
    /// Bodies whose bounds have expired and were not renewed.
    expired: Vec<u32>,
    /// Events that have happened and were not given out yet.
    outbox: VecDeque<Event>,
    /// What the last `advance_to` gave out.
    delivered: Vec<Event>,
    /// Bodies with a new piece whose pairs have not been predicted anew yet.
    moved: Vec<u32>,
    /// Scratch for what the broad phase tells.
    changes: Vec<CandidateChange>,
    /// Pairs and walls at rest: where there are none, nothing looks for them.
    rests: usize,
    /// What has happened since time last went on.
    instant: Instant,
    counters: Counters,
    tally: RunningSums,
    /// New motion pieces since they were last taken, if they are wanted.
    recorded: Option<Vec<(BodyId, MotionPiece)>>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("method", &self.method)
            .field("now", &self.now)
            .field("bodies", &self.bodies.len())
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// What a body is called in messages.
fn name_or_number(name: Option<&String>, serial: u32) -> String {
    name.cloned().unwrap_or_else(|| format!("body-{serial}"))
}
