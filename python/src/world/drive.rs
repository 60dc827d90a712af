//! Time: to the next event, to a time, to the end of a callback.

use super::World;
use crate::errors::step_error;
use crate::events::{Event, event_array};
use crate::hooks::Failure;
use crate::signals::Signals;
use kinesweep::StepError;
use kinesweep::world::Budget;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// Steps of the loop between two looks at the clock.
const STEPS_PER_CHECK: u32 = 256;

/// Whether a long call must stop: after Ctrl-C, or an exception of user code.
struct Watch<'a> {
    failure: &'a Failure,
    signals: Signals,
    steps: u32,
}

impl<'a> Watch<'a> {
    fn new(failure: &'a Failure) -> Self {
        Self {
            failure,
            signals: Signals::new(),
            steps: 0,
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
        self.signals.have_raised()
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
            match (reached, watch.signals.into_raised().or_else(|| failure.take())) {
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
    /// Advances to a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds, not before the present.
    /// events : bool, optional
    ///     Whether the events on the way are kept and returned. Default: True.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray or None
    ///     The events in order, with those at ``time``: a structured array of
    ///     ``kinesweep.EVENT_DTYPE``, of shape (n,). ``None`` with ``events=False``.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The time has passed or is not finite.
    /// StepError
    ///     The run cannot go on, see ``StepError``. Its attribute ``events`` has the events before.
    /// StalledError
    ///     Events come without end at one time.
    ///
    /// Notes
    /// -----
    /// Ctrl-C, and an exception of a law or a touch test, end the call after an event. The world is
    /// then valid, and ``World.events`` are the events of this call so far.
    ///
    /// The fields of the array are ``time``, ``kind`` (an ``EventKind``), ``a``, ``b``, ``point``,
    /// ``normal``, ``closing_speed``, ``impulse``, ``energy_change`` and ``token``, as of an
    /// ``Event``. ``a`` and ``b`` are ids, numbers of walls (``Wall``) or ``NO_PARTY``; other
    /// numbers that a kind of event does not have are NaN, and its token is 0.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (3, 3, 3)))
    /// >>> ball = world.insert(ks.Shape.ball(0.5), position=(1.5, 1.5, 1.5), velocity=(1, 0, 0))
    /// >>> events = world.advance_to(4.0)
    /// >>> events["time"], events["b"]
    /// (array([1., 3.]), array([-2, -1]))
    /// >>> ks.EventKind(events["kind"][0]).name, ks.Wall(events["b"][0]).name
    /// ('COLLISION', 'MAX_X')
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

    /// Events of the last ``advance_to``, a structured array of shape (n,).
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, |world| event_array(py, world.events()))?
    }

    /// Advances to the next event.
    ///
    /// Returns
    /// -------
    /// Event or None
    ///     ``None`` if there is no further event; the time then stays.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The call may never return: with the method ``"swept"``, with a touch test, or after much
    ///     work without an event. Use ``step_before`` then.
    /// StepError
    ///     The run cannot go on, see ``StepError``.
    /// StalledError
    ///     Events come without end at one time.
    ///
    /// Notes
    /// -----
    /// An exception of a law or a touch test is raised after the event, which it has as its
    /// attribute ``event``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.step()
    /// Event(time=2.0, kind="collision", a=0, b=1)
    /// >>> world.step() is None, world.time
    /// (True, 2.0)
    fn step(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        self.one_event(py, None)
    }

    /// Advances to the next event, or to a time if that comes first.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds, not before the present.
    ///
    /// Returns
    /// -------
    /// Event or None
    ///     The event, at ``time`` at the latest; ``None`` if the time is reached without one.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The time has passed or is not finite.
    /// StepError
    ///     The run cannot go on, see ``StepError``.
    /// StalledError
    ///     Events come without end at one time.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.step_before(1.0) is None, world.time
    /// (True, 1.0)
    /// >>> world.step_before(9.0).time
    /// 2.0
    fn step_before(&self, py: Python<'_>, time: f64) -> PyResult<Option<Event>> {
        self.one_event(py, Some(time))
    }

    /// Iterates over the events up to a time; the world may be changed between two of them.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds.
    ///
    /// Returns
    /// -------
    /// EventIterator
    ///     It raises the errors of ``step_before``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (3, 3, 3)))
    /// >>> ball = world.insert(ks.Shape.ball(0.5), position=(1.5, 1.5, 1.5), velocity=(1, 0, 0))
    /// >>> for event in world.iterate_to(6.0):
    /// ...     print(event.time, event.b)
    /// ...     world.set_motion(ball, velocity=0.5 * world.velocities[0])
    /// 1.0 domain:+x
    /// 5.0 domain:-x
    fn iterate_to(slf: Py<Self>, time: f64) -> EventIterator {
        EventIterator { world: slf, time }
    }

    /// Advances to a time and calls a function for each event.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds, not before the present.
    /// callback : callable
    ///     ``callback(event)``. The run ends after the event if it returns ``False``. It cannot use
    ///     the world: see ``iterate_to`` for that.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether the time was reached.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The time has passed or is not finite.
    /// StepError
    ///     The run cannot go on, see ``StepError``.
    /// StalledError
    ///     Events come without end at one time.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (3, 3, 3)))
    /// >>> ball = world.insert(ks.Shape.ball(0.5), position=(1.5, 1.5, 1.5), velocity=(1, 0, 0))
    /// >>> times = []
    /// >>> world.advance_with(4.0, lambda event: times.append(event.time))
    /// True
    /// >>> times
    /// [1.0, 3.0]
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

    /// The time of the next event.
    ///
    /// Returns
    /// -------
    /// float or None
    ///     In seconds; no event comes before. ``None`` if there is none.
    ///
    /// Notes
    /// -----
    /// The present stays; work done ahead is kept. Ends of rests and calls of the touch test count
    /// as well, although they may report no event.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.next_event_time(), world.time
    /// (2.0, 0.0)
    fn next_event_time(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.call_detached(py, kinesweep::World::next_event_time)
    }

    /// Compares all structures of the engine with a rebuild from scratch.
    ///
    /// Raises
    /// ------
    /// AssertionError
    ///     They differ: a bug in kinesweep.
    ///
    /// Notes
    /// -----
    /// For tests: O(n^2) predictions.
    ///
    /// Examples
    /// --------
    /// >>> ks.World().audit()
    fn audit(&self, py: Python<'_>) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.audit())?;
        outcome.map_err(pyo3::exceptions::PyAssertionError::new_err)
    }
}

/// Events of a world up to a time, made by ``World.iterate_to``.
///
/// Examples
/// --------
/// >>> world = ks.World()
/// >>> entry = world.schedule(1.0, token=7)
/// >>> [event.token for event in world.iterate_to(2.0)]
/// [7]
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
