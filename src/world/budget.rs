//! Advances with an upper bound of the work, and without stored events.
//!
//! The loop of [`run`](super::run) is bounded by a [`WorkLimit`], which is checked before each of
//! its steps. Without a budget it is a constant that compiles to nothing. With a budget, the broad
//! phase and the lane of balls, which otherwise advance without a stop to the next event, do so in
//! portions.

use super::constants::PORTION;
use super::run::LoopOutcome;
use super::work_limit::WorkLimit;
use super::{StepError, World};
use crate::event::Event;
use crate::ledger::Ledger;
use std::fmt;
use std::ops::ControlFlow;

/// An upper bound of the work of [`World::advance_within`], which uses it up.
///
/// A *step* cannot be divided: one event with all its consequences, whether it is reported or not
/// (the end of a rest, a hop, a poll, a resumed search), or up to 32 of the swaps, expiries and
/// cell crossings between events, or one frame of [`Method::Swept`](crate::Method::Swept). Nearly
/// all steps take microseconds, those of meshes and of rotating bodies tens of them; a step that
/// opens or closes the lane of balls takes time in proportion to the number of bodies.
pub struct Budget<'a> {
    events: u64,
    steps: u64,
    is_over: Option<Box<dyn FnMut() -> bool + 'a>>,
}

impl<'a> Budget<'a> {
    const UNLIMITED: u64 = u64::MAX;

    /// At most this many events. (Between two of them there may be any number of steps.)
    #[must_use]
    pub fn events(most: u64) -> Self {
        Self {
            events: most,
            steps: Self::UNLIMITED,
            is_over: None,
        }
    }

    /// At most this many steps, with or without events: a bound of the work that is the same on
    /// every machine.
    #[must_use]
    pub fn steps(most: u64) -> Self {
        Self {
            events: Self::UNLIMITED,
            steps: most,
            is_over: None,
        }
    }

    /// Until this returns true: a deadline by a clock of the caller, for example. It is called
    /// before every step.
    ///
    /// ```
    /// use kinesweep::world::Budget;
    /// use kinesweep::{Body, Shape, World};
    /// use std::time::{Duration, Instant};
    /// let mut world = World::builder().build()?;
    /// world.insert(Body::new(Shape::ball(1.0)?))?;
    /// let begun = Instant::now();
    /// let mut budget = Budget::until(|| begun.elapsed() > Duration::from_millis(2));
    /// let reached = world.advance_within(1.0, &mut budget)?;
    /// assert!(reached.complete || begun.elapsed() > Duration::from_millis(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn until(is_over: impl FnMut() -> bool + 'a) -> Self {
        Self {
            events: Self::UNLIMITED,
            steps: Self::UNLIMITED,
            is_over: Some(Box::new(is_over)),
        }
    }

    /// Both budgets: spent when either is spent.
    ///
    /// ```
    /// use kinesweep::world::Budget;
    /// let budget = Budget::events(1000).and(Budget::steps(5000));
    /// assert_eq!((budget.events_left(), budget.steps_left()), (1000, 5000));
    /// ```
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let is_over = match (self.is_over, other.is_over) {
            (Some(mut one), Some(mut other)) => Some(Box::new(move || one() || other()) as Box<dyn FnMut() -> bool + 'a>),
            (one, other) => one.or(other),
        };
        Self {
            events: self.events.min(other.events),
            steps: self.steps.min(other.steps),
            is_over,
        }
    }

    /// The number of events left; `u64::MAX` if they are not limited.
    #[must_use]
    pub fn events_left(&self) -> u64 {
        self.events
    }

    /// The number of steps left; `u64::MAX` if they are not limited.
    #[must_use]
    pub fn steps_left(&self) -> u64 {
        self.steps
    }
}

/// Subtracts one, if there is a limit.
fn take_one(left: &mut u64) {
    if *left != Budget::UNLIMITED {
        *left = left.saturating_sub(1);
    }
}

impl WorkLimit for Budget<'_> {
    const PORTION: usize = PORTION;

    fn is_spent(&mut self) -> bool {
        let spent = self.steps == 0 || self.is_over.as_mut().is_some_and(|is_over| is_over());
        if !spent {
            take_one(&mut self.steps);
        }
        spent
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("events", &self.events)
            .field("steps", &self.steps)
            .field("has_deadline", &self.is_over.is_some())
            .finish()
    }
}

/// The result of [`World::advance_within`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "if it is not complete, the world is not at the target"]
pub struct Reached {
    /// The present of the world now, in seconds.
    pub time: f64,
    /// Whether that is the target, and all events up to it were returned.
    pub complete: bool,
}

impl World {
    /// Advances to time `target`, or until the budget is spent: an upper bound of the work in a
    /// frame of a game, for example. The events on the way are then in [`events`](Self::events), in
    /// order; the next call continues from this stop.
    ///
    /// It stops between two steps, so all events that have happened are reported, and the state is
    /// one that [`step_before`](Self::step_before) would have reached as well: all queries and
    /// changes are allowed, and a run in parts gives the same events and motions, to the bit, as
    /// one without stops. It may stop within an instant, with further events at the same time. Work
    /// without events counts as well, and is kept.
    ///
    /// The rest of the budget can be spent on another call, or on another world.
    ///
    /// ```
    /// use kinesweep::world::Budget;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().gravity(Vector3::y() * -10.0).restitution(0.5).build()?;
    /// world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    /// let ball = world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * 21.0))?;
    ///
    /// // It hits the floor at 2, 4, 5, 5.5, ... s; the first three are allowed.
    /// let reached = world.advance_within(10.0, &mut Budget::events(3))?;
    /// assert!(!reached.complete && (reached.time - 5.0).abs() < 1e-12);
    /// assert_eq!((world.time(), world.events().len()), (reached.time, 3));
    ///
    /// // The rest of them with the next frame.
    /// let reached = world.advance_within(10.0, &mut Budget::events(1000))?;
    /// assert!(reached.complete && world.time() == 10.0);
    /// assert_eq!(world.velocity(ball)?, Vector3::zeros());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`advance_to`](Self::advance_to); the events before the error are in
    /// [`events`](Self::events).
    pub fn advance_within(&mut self, target: f64, budget: &mut Budget) -> Result<Reached, StepError> {
        self.advance_in_budget(target, budget, |ledger, event| ledger.deliver(event))
    }

    /// As [`advance_within`](Self::advance_within), with each event given to `use_event` and not
    /// kept.
    ///
    /// ```
    /// use kinesweep::world::Budget;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// for place in 0..3 {
    ///     world.insert(ball.clone().position(Vector3::x() * (3.0 * f64::from(place))))?;
    /// }
    /// world.insert(ball.position(Vector3::x() * -3.0).velocity(Vector3::x()))?;
    /// let mut times = Vec::new();
    /// let reached = world.advance_within_with(9.0, &mut Budget::events(2), |event| times.push(event.time))?;
    /// assert_eq!((times.as_slice(), reached.complete), (&[1.0, 2.0][..], false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`advance_to`](Self::advance_to).
    pub fn advance_within_with(
        &mut self,
        target: f64,
        budget: &mut Budget,
        mut use_event: impl FnMut(Event),
    ) -> Result<Reached, StepError> {
        self.advance_in_budget(target, budget, |_, event| use_event(event))
    }

    fn advance_in_budget(
        &mut self,
        target: f64,
        budget: &mut Budget,
        mut use_event: impl FnMut(&mut Ledger, Event),
    ) -> Result<Reached, StepError> {
        self.check_limit(target)?;
        self.ledger.clear_delivered();
        while budget.events > 0 {
            match self.find_event_until(target, budget)? {
                LoopOutcome::Event => {
                    take_one(&mut budget.events);
                    if let Some(event) = self.ledger.pop() {
                        use_event(&mut self.ledger, event);
                    }
                }
                LoopOutcome::LimitReached => {
                    return Ok(Reached {
                        time: self.clock.now(),
                        complete: true,
                    });
                }
                LoopOutcome::BudgetSpent => break,
            }
        }
        Ok(Reached {
            time: self.clock.now(),
            complete: false,
        })
    }

    /// Advances to time `target` and passes each event on the way to a closure, in order, including
    /// those at `target`. No event is stored, so memory does not grow with their number:
    /// [`advance_to`](Self::advance_to) stores 104 bytes for each.
    ///
    /// [`events`](Self::events) is empty then. To stop early, see
    /// [`advance_with_flow`](Self::advance_with_flow); to change the world between two events,
    /// [`step_before`](Self::step_before).
    ///
    /// ```
    /// use kinesweep::{Body, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(0.5)?);
    /// for place in 0..4 {
    ///     world.insert(ball.clone().position(Vector3::x() * (2.0 * f64::from(place))))?;
    /// }
    /// world.insert(ball.position(Vector3::x() * -3.0).velocity(Vector3::x()))?;
    /// let mut pushed = 0.0;
    /// world.advance_with(20.0, |event| {
    ///     if let EventKind::Collision(hit) = event.kind {
    ///         pushed += hit.impulse;
    ///     }
    /// })?;
    /// assert_eq!(pushed, 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`advance_to`](Self::advance_to); the events before the error have been passed on.
    pub fn advance_with(&mut self, target: f64, mut use_event: impl FnMut(Event)) -> Result<(), StepError> {
        if self.config.threads() > 1 {
            self.check_limit(target)?;
            self.ledger.clear_delivered();
            return self.advance_on_threads(target, &mut |_, event| use_event(event));
        }
        let flow = self.advance_with_flow(target, |event| {
            use_event(event);
            ControlFlow::<std::convert::Infallible>::Continue(())
        })?;
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(never) => match never {},
        }
    }

    /// The same, until the closure breaks: the world then stops at that event, and the next call
    /// continues from there.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// use std::ops::ControlFlow;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let first = world.insert(ball.clone().velocity(Vector3::x()))?;
    /// world.insert(ball.clone().position(Vector3::x() * 4.0))?;
    /// let last = world.insert(ball.position(Vector3::x() * 8.0))?;
    /// let hit = world.advance_with_flow(100.0, |event| match event.kind.involves(last) {
    ///     true => ControlFlow::Break(event.time),
    ///     false => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((hit, world.time()), (ControlFlow::Break(4.0), 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`advance_with`](Self::advance_with).
    pub fn advance_with_flow<B>(
        &mut self,
        target: f64,
        mut use_event: impl FnMut(Event) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, StepError> {
        self.check_limit(target)?;
        self.ledger.clear_delivered();
        while let Some(event) = self.next_event_until(target)? {
            if let ControlFlow::Break(value) = use_event(event) {
                return Ok(ControlFlow::Break(value));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The events that the last [`advance_to`](Self::advance_to) or
    /// [`advance_within`](Self::advance_within) returned, by value: a loop over them may change the
    /// world. [`events`](Self::events) is empty then.
    ///
    /// The world has advanced beyond these events: where the loop removes a body, all its later
    /// events are in the list as well. To change the world at the time of an event, see
    /// [`step_before`](Self::step_before).
    ///
    /// ```
    /// use kinesweep::{Body, Party, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let shot = world.insert(Body::new(Shape::ball(0.1)?).position(Vector3::x() * -5.0).velocity(Vector3::x() * 10.0))?;
    /// world.insert(Body::new(Shape::ball(1.0)?))?;
    /// world.advance_to(1.0)?;
    /// for event in world.take_events() {
    ///     if let Some(Party::Body(hit)) = event.kind.opposite(shot) {
    ///         world.remove(hit)?;
    ///     }
    /// }
    /// assert_eq!(world.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn take_events(&mut self) -> Vec<Event> {
        self.ledger.take_delivered()
    }

    /// Advances the clock as far as no event is possible, where a budget was spent between events.
    pub(super) fn advance_through_idle(&mut self, clear: f64, limit: f64) {
        let due = self.next_due().map_or(f64::INFINITY, |(moment, _)| moment.time);
        let clear = clear.min(limit);
        if self.ledger.peek().is_none() && clear < due {
            self.clock.advance_to(clear);
        }
    }
}

#[cfg(test)]
mod tests;
