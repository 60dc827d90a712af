//! The class `World`, one file for each group of its methods.

mod bodies;
mod drive;
mod insert;
mod measures;
mod pairs;
mod queries;
mod rays;
mod schedule;
mod settings;
mod snapshot;
mod state;

pub(crate) use drive::EventIterator;
pub(crate) use rays::RayHit;
pub(crate) use schedule::Schedule;

use crate::arrays::vector;
use crate::domain::{Domain, Zeno};
use crate::errors::{invalid, world_error, wrong_type};
use crate::held::Held;
use crate::hooks::{Failure, Kinds, PythonLaw, PythonTouchTest, RestitutionTable, TableLaw};
use kinesweep::broad::SwapQueue;
use kinesweep::response::ResponseScope;
use kinesweep::scene::Dimensions;
use kinesweep::{Method, ResponseMode, Settings, WorldBuilder};
use pyo3::prelude::*;

/// Moving bodies and their collisions, each at its exact time, in order of time.
///
/// Units are metres, seconds, kilograms and radians; arrays are float64. Bodies have ids, which are
/// whole numbers; rows of arrays over all bodies are in the order of ``ids``.
///
/// Parameters
/// ----------
/// gravity : array of shape (3,), optional
///     In metres per second squared. Default: 0.
/// restitution : float, optional
///     Restitution of bodies without one of their own, and of walls, from 0 to 1. Default: 1.
/// friction : float, optional
///     Friction of bodies without one of their own, and of walls, at least 0. Default: 0.
/// rolling_friction : float, optional
///     Rolling friction of bodies without one of their own, and of walls, at least 0. Default: 0.
/// spinning_friction : float, optional
///     Spinning friction of bodies without one of their own, and of walls, at least 0. Default: 0.
/// domain : Domain, optional
///     Region of the bodies. Default: open.
/// dimensions : {3, 2}, optional
///     In a world of two dimensions all bodies are discs (balls) or half-spaces, and all motion is
///     in the plane z = 0; anything out of it is refused. The z of the domain is not used, and
///     ``statistics`` and densities are by area. Default: 3.
/// method : {"kinetic", "lists", "leases", "cached", "swept"}, optional
///     How pairs are found. All methods give the same events, to the bit. ``"kinetic"`` is lists
///     below some 32 bodies and leases above; a periodic domain needs it or leases; ``"cached"``
///     and ``"swept"`` are references. Default: ``"kinetic"``.
/// rate : float, optional
///     Frames per second of the method ``"swept"``, and of that alone. Default: 60.
/// swap_queue : {"dary", "pairing", "pairing-auxiliary"}, optional
///     Queue of kinetic lists; it changes only the cost. Default: ``"dary"``.
/// response : {"collide", "pass-through"}, optional
///     Whether bodies bounce, or pass through each other with events as contacts begin and end;
///     walls reflect in both cases. Default: ``"collide"``.
/// zeno : Zeno, optional
///     Policy for infinitely many collisions in finite time. Default: ``Zeno.stick(1e-6)``.
/// law : callable or RestitutionTable, optional
///     Law of collision; a callable gets an ``Encounter``, which has the possible answers. Default:
///     the law of impulses.
/// law_scope : {"all", "marked", "walls"}, optional
///     Collisions that a callable answers: all, those of bodies with ``own_law``, or those with
///     walls of the domain. Default: ``"all"``.
/// touch_test : callable, optional
///     Decides the contacts of touch-only bodies, while their boxes overlap those of others:
///     ``touch_test(time, ids, positions, orientations)``, the latter three with a value for each
///     of the two bodies, returns whether they touch. Default: none.
/// touch_rate : float, optional
///     Calls of the touch test a second, for each pair. Default: 60.
/// report_overlaps : bool, optional
///     Whether begin and end of overlaps of boxes are events. Default: False.
/// report_rests : bool, optional
///     Whether it is an event that a body comes to rest in contact with others, and that it begins to
///     move again. Default: False.
/// report_motion_changes : bool, optional
///     Whether scheduled changes of bodies are events. Default: True.
/// record_motion : bool, optional
///     Whether motion pieces are kept for ``take_motion_pieces``. Default: False.
/// start_time : float, optional
///     In seconds. Default: 0.
/// lane_of_balls : bool, optional
///     Whether balls may use the lane of balls, which makes them fast. It changes only the cost.
///     Default: True.
/// threads : int, optional
///     Threads on which ``advance_to`` advances many free bodies in a box or in a periodic domain; 0 for
///     all cores. The events are the same, to the bit. Default: 1.
///
/// Raises
/// ------
/// InvalidValueError
///     A number is out of range, a name is unknown, or the method cannot run a periodic domain.
/// TypeError
///     The law or the touch test cannot be called.
///
/// Notes
/// -----
/// With n bodies of which k are near one body, an event takes O(k) predictions and O(log n).
///
/// While the engine runs, the interpreter lock is free, so that threads with a world each use all
/// cores. A world serves one call at a time; a second one raises ``BusyError``. Worlds can be
/// copied and pickled, without a law or a touch test.
///
/// Source: D. S. Coming and O. G. Staadt, *Kinetic sweep and prune for multi-body continuous
/// motion*, Computers & Graphics 30 (2006).
///
/// Examples
/// --------
/// >>> world = ks.World(gravity=(0, -10, 0), restitution=0.5)
/// >>> floor = world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
/// >>> ball = world.insert(ks.Shape.ball(0.5), position=(0, 5.5, 0))
/// >>> world
/// <World: 2 bodies, open domain, time 0.0 s>
/// >>> world.step()
/// Event(time=1.0, kind="collision", a=0, b=1)
/// >>> world.velocities[1].tolist()
/// [0.0, 5.0, 0.0]
#[pyclass(frozen, module = "kinesweep", weakref)]
pub(crate) struct World {
    held: Held<kinesweep::World>,
    hooks: Hooks,
}

/// What user code shares with its world.
#[derive(Default)]
pub(crate) struct Hooks {
    failure: Failure,
    /// With a table of restitutions: the kinds of the bodies, and the number of kinds.
    kinds: Option<(Kinds, usize)>,
}

/// The method of a world, by its name.
pub(crate) fn method_of(py: Python<'_>, name: &str, rate: Option<f64>) -> PyResult<Method> {
    let method = match name {
        "kinetic" => Method::Auto,
        "lists" => Method::Lists,
        "leases" => Method::Leases,
        "cached" => Method::Cached,
        "swept" => Method::Swept {
            rate: rate.unwrap_or(60.0),
        },
        _ => {
            let known = "kinetic, lists, leases, cached, swept";
            return Err(invalid(py, format_args!("method = {name:?}: must be one of {known}")));
        }
    };
    match (rate, method) {
        (Some(_), Method::Swept { .. }) | (None, _) => Ok(method),
        (Some(rate), _) => Err(invalid(py, format_args!("rate = {rate}: only the method \"swept\" has one"))),
    }
}

/// The queue of kinetic lists, by its name.
fn queue_of(py: Python<'_>, name: &str) -> PyResult<SwapQueue> {
    let found = SwapQueue::ALL.into_iter().find(|queue| queue.name() == name);
    found.ok_or_else(|| {
        let known = SwapQueue::ALL.map(SwapQueue::name).join(", ");
        invalid(py, format_args!("swap_queue = {name:?}: must be one of {known}"))
    })
}

/// The user code of a world.
pub(crate) struct UserCode<'py> {
    pub(crate) law: Option<Bound<'py, PyAny>>,
    pub(crate) law_scope: &'py str,
    pub(crate) touch_test: Option<Bound<'py, PyAny>>,
    pub(crate) touch_rate: f64,
}

impl UserCode<'_> {
    /// Adds the user's code to a builder.
    pub(crate) fn add_to(&self, py: Python<'_>, mut builder: WorldBuilder) -> PyResult<(WorldBuilder, Hooks)> {
        let mut hooks = Hooks::default();
        let scope = match self.law_scope {
            "all" => ResponseScope::All,
            "marked" => ResponseScope::Marked,
            "walls" => ResponseScope::Walls,
            other => {
                let message = format!("law_scope = {other:?}: must be one of all, marked, walls");
                return Err(invalid(py, message));
            }
        };
        if let Some(law) = &self.law {
            if let Ok(table) = law.extract::<RestitutionTable>() {
                let kinds = Kinds::default();
                hooks.kinds = Some((kinds.clone(), table.count()));
                builder = builder.custom_response(TableLaw { table, kinds });
            } else if law.is_callable() {
                builder = builder.custom_response(PythonLaw {
                    law: law.clone().unbind(),
                    scope,
                    failure: hooks.failure.clone(),
                });
            } else {
                return Err(wrong_type("law: must be callable, or a RestitutionTable"));
            }
        }
        if let Some(test) = &self.touch_test {
            if !test.is_callable() {
                return Err(wrong_type("touch_test: must be callable"));
            }
            let test = PythonTouchTest {
                test: test.clone().unbind(),
                failure: hooks.failure.clone(),
            };
            builder = builder.touch_test(self.touch_rate, test);
        }
        Ok((builder, hooks))
    }
}

impl World {
    pub(crate) fn holding(world: kinesweep::World, hooks: Hooks) -> Self {
        Self {
            held: Held::new("world", world),
            hooks,
        }
    }

    /// Calls the library on the world.
    fn call<T>(&self, py: Python<'_>, f: impl FnOnce(&mut kinesweep::World) -> T) -> PyResult<T> {
        self.held.call(py, f)
    }

    /// The same without the interpreter lock.
    fn call_detached<T: Send>(&self, py: Python<'_>, f: impl FnOnce(&mut kinesweep::World) -> T + Send) -> PyResult<T> {
        self.held.call_detached(py, f)
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (
        *, gravity = None, restitution = 1.0, friction = 0.0, rolling_friction = 0.0, spinning_friction = 0.0,
        domain = None, dimensions = 3, method = "kinetic",
        rate = None, swap_queue = None, response = "collide", zeno = None, law = None, law_scope = "all", touch_test = None, touch_rate = 60.0,
        report_overlaps = false, report_rests = false, report_motion_changes = true, record_motion = false, start_time = 0.0,
        lane_of_balls = true, threads = 1,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn new(
        py: Python<'_>,
        gravity: Option<Bound<'_, PyAny>>,
        restitution: f64,
        friction: f64,
        rolling_friction: f64,
        spinning_friction: f64,
        domain: Option<Domain>,
        dimensions: u64,
        method: &str,
        rate: Option<f64>,
        swap_queue: Option<&str>,
        response: &str,
        zeno: Option<Zeno>,
        law: Option<Bound<'_, PyAny>>,
        law_scope: &str,
        touch_test: Option<Bound<'_, PyAny>>,
        touch_rate: f64,
        report_overlaps: bool,
        report_rests: bool,
        report_motion_changes: bool,
        record_motion: bool,
        start_time: f64,
        lane_of_balls: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let mut settings = Settings {
            restitution,
            friction,
            rolling_friction,
            spinning_friction,
            ..Settings::default()
        };
        if let Some(gravity) = gravity {
            settings.gravity = vector("gravity", &gravity)?;
        }
        settings.domain = domain.map_or(settings.domain, |domain| domain.0);
        settings.dimensions =
            Dimensions::of_number(dimensions).ok_or_else(|| invalid(py, format!("dimensions = {dimensions}: must be 2 or 3")))?;
        settings.zeno = zeno.map_or(settings.zeno, |zeno| zeno.0);
        settings.response = match response {
            "collide" => ResponseMode::Collide,
            "pass-through" => ResponseMode::PassThrough,
            other => {
                let message = format!("response = {other:?}: must be collide or pass-through");
                return Err(invalid(py, message));
            }
        };
        let builder = kinesweep::World::builder()
            .settings(settings)
            .method(method_of(py, method, rate)?)
            .swap_queue(swap_queue.map_or(Ok(SwapQueue::default()), |name| queue_of(py, name))?)
            .report_overlaps(report_overlaps)
            .report_rests(report_rests)
            .report_motion_changes(report_motion_changes)
            .record_motion(record_motion)
            .start_time(start_time)
            .lane_of_balls(lane_of_balls)
            .threads(threads);
        let code = UserCode {
            law,
            law_scope,
            touch_test,
            touch_rate,
        };
        let (builder, hooks) = code.add_to(py, builder)?;
        let world = builder.build().map_err(|error| world_error(py, &error))?;
        Ok(Self::holding(world, hooks))
    }

    /// Panics in the library on purpose, for the tests of this package.
    fn _panic(&self, py: Python<'_>) -> PyResult<()> {
        self.call_detached(py, |_| panic!("on purpose"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.call(py, |world| {
            let domain = world.settings().domain.name();
            format!("<World: {} bodies, {domain} domain, time {:?} s>", world.len(), world.time())
        })
    }
}
