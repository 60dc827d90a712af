//! Time: to the next event, to a time, to the end of a callback.

use super::World;
use crate::errors::{step_error, world_error};
use crate::events::{Event, event_array};
use crate::hooks::Failure;
use kinesweep::StepError;
use kinesweep::world::Budget;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Interval between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Steps of the loop between two looks at the clock.
const STEPS_PER_CHECK: u32 = 256;

/// Whether a long call must stop: after Ctrl-C, or an exception of user code.
struct Watch<'a> {
    failure: &'a Failure,
    checked: Instant,
    steps: u32,
    raised: Option<PyErr>,
}

impl<'a> Watch<'a> {
    fn new(failure: &'a Failure) -> Self {
        Self {
            failure,
            checked: Instant::now(),
            steps: 0,
            raised: None,
        }
    }

    fn must_stop(&mut self) -> bool {
        self.steps += 1;
        if self.failure.is_set() {
            return true;
        }
        if self.steps < STEPS_PER_CHECK {
            return false;
        }
        self.steps = 0;
        if self.checked.elapsed() >= SIGNAL_INTERVAL {
            self.checked = Instant::now();
            self.raised = Python::attach(|py| py.check_signals().err());
        }
        self.raised.is_some()
    }
}

/// How a run has ended.
enum Outcome {
    Reached,
    Raised(PyErr),
    Failed(StepError),
}

impl World {
    /// Advances to a time. Events are kept for `World.events` on request.
    fn run(&self, py: Python<'_>, target: f64, keeps_events: bool) -> PyResult<Outcome> {
        let failure = &self.hooks.failure;
        self.call_detached(py, |world| {
            let mut watch = Watch::new(failure);
            let mut budget = Budget::until(|| watch.must_stop());
            let reached = match keeps_events {
                true => world.advance_within(target, &mut budget),
                false => world.advance_within_with(target, &mut budget, |_| {}),
            };
            drop(budget);
            match (reached, watch.raised.or_else(|| failure.take())) {
                (_, Some(raised)) => Outcome::Raised(raised),
                (Err(error), None) => Outcome::Failed(error),
                (Ok(_), None) => Outcome::Reached,
            }
        })
    }

    /// One event up to a limit, or none.
    fn one_event(&self, py: Python<'_>, limit: Option<f64>) -> PyResult<Option<Event>> {
        let outcome = self.call_detached(py, |world| match limit {
            Some(limit) => world.step_before(limit),
            None => world.step(),
        })?;
        if let Some(raised) = self.hooks.failure.take() {
            if let Ok(Some(event)) = outcome {
                raised.value(py).setattr("event", Event(event).into_pyobject(py)?)?;
            }
            return Err(raised);
        }
        outcome.map(|event| event.map(Event)).map_err(|error| step_error(py, &error))
    }
}

#[pymethods]
impl World {
    /// Advances to a time and returns the events on the way as a structured array of
    /// ``kinesweep.EVENT_DTYPE``; with ``events=False`` it keeps none and returns ``None``.
    ///
    /// Ctrl-C, and an exception of a law, end the call after an event: the world is valid, and
    /// ``World.events`` are the events of this call so far. An error of the run has them as its
    /// attribute ``events``.
    #[pyo3(signature = (time, *, events = true))]
    fn advance_to<'py>(&self, py: Python<'py>, time: f64, events: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.run(py, time, events)? {
            Outcome::Reached if events => self.events(py).map(Some),
            Outcome::Reached => Ok(None),
            Outcome::Raised(raised) => Err(raised),
            Outcome::Failed(error) => {
                let raised = step_error(py, &error);
                raised.value(py).setattr("events", self.events(py)?)?;
                Err(raised)
            }
        }
    }

    /// The events of the last ``advance_to``.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, |world| event_array(py, world.events()))?
    }

    /// Advances to the next event and returns it; ``None`` if there is no more.
    ///
    /// An exception of a law has the event in which it was raised as its attribute ``event``.
    fn step(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        self.one_event(py, None)
    }

    /// Advances to the next event up to a time and returns it; ``None`` if the time is reached.
    fn step_before(&self, py: Python<'_>, time: f64) -> PyResult<Option<Event>> {
        self.one_event(py, Some(time))
    }

    /// The events up to a time, one after the other. The world may be changed between two of them.
    fn iterate_to(slf: Py<Self>, time: f64) -> EventIterator {
        EventIterator { world: slf, time }
    }

    /// Advances to a time and calls ``callback(event)`` for each event. It stops early, after an
    /// event, if the callback returns ``False``; then this returns ``False``. The callback cannot
    /// change the world: use ``iterate_to`` for that.
    fn advance_with(&self, py: Python<'_>, time: f64, callback: Bound<'_, PyAny>) -> PyResult<bool> {
        let callback = callback.unbind();
        let failure = &self.hooks.failure;
        let flow = self.call_detached(py, |world| {
            world.advance_with_flow(time, |event| {
                let go_on = Python::attach(|py| {
                    py.check_signals()?;
                    let answer = callback.bind(py).call1((Event(event),))?;
                    PyResult::Ok(answer.is_none() || answer.is_truthy()?)
                });
                match (go_on, failure.take()) {
                    (_, Some(raised)) | (Err(raised), None) => ControlFlow::Break(Err(raised)),
                    (Ok(true), None) => ControlFlow::Continue(()),
                    (Ok(false), None) => ControlFlow::Break(Ok(())),
                }
            })
        })?;
        match flow.map_err(|error| step_error(py, &error))? {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(outcome) => outcome.map(|()| false),
        }
    }

    /// The time of the next event; ``None`` if there is none.
    fn next_event_time(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.call_detached(py, kinesweep::World::next_event_time)
    }

    /// Checks all structures against a rebuild from scratch; raises ``AssertionError`` otherwise.
    fn audit(&self, py: Python<'_>) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.audit())?;
        outcome.map_err(pyo3::exceptions::PyAssertionError::new_err)
    }

    /// Chooses another method; the events are the same to the bit.
    #[pyo3(signature = (method, *, rate = None))]
    fn set_method(&self, py: Python<'_>, method: &str, rate: Option<f64>) -> PyResult<()> {
        let method = super::method_of(py, method, rate)?;
        let outcome = self.call_detached(py, |world| world.set_method(method))?;
        outcome.map_err(|error| world_error(py, &error))
    }
}

/// The events of a world up to a time.
#[pyclass(frozen, module = "kinesweep")]
pub(crate) struct EventIterator {
    world: Py<World>,
    time: f64,
}

#[pymethods]
impl EventIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        py.check_signals()?;
        self.world.get().one_event(py, Some(self.time))
    }
}
