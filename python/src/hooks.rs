//! Laws of collision and touch tests in Python, and laws that are a table.

use crate::arrays::{Column, floats, quaternion};
use crate::errors::{invalid, wrong_type};
use crate::events::{Named, named};
use kinesweep::nalgebra::Vector3;
use kinesweep::response::{self, Reply, Response, ResponseScope, Side, Twist};
use kinesweep::world::{TouchQuery, TouchTest};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The exception that user code has raised during a call, if any. The world stops after the event
/// in which it was raised.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Raised>);

#[derive(Default)]
struct Raised {
    /// Read at each step of a run, without a lock.
    is_set: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Failure {
    fn error(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.0.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        if !self.is_set() {
            return None;
        }
        self.0.is_set.store(false, Ordering::Relaxed);
        self.error().take()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// The value, or none after recording the exception; the first one counts.
    fn record<T>(&self, outcome: PyResult<T>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                self.error().get_or_insert(error);
                self.0.is_set.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

/// A collision before its outcome: the argument of a law.
///
/// A law is a callable ``law(encounter)``, given to ``World``. Vectors are lists of three floats;
/// those of pairs are lists for a and b. Vectors are in the world's frame.
///
/// Notes
/// -----
/// A law returns one of
///
/// - ``None``: the law of impulses, with the restitution and friction of the encounter;
/// - ``"pass-through"``: the two pass through each other until they part (walls reflect);
/// - an array of shape (2, 3): the velocities of a and b after the collision;
/// - an array of shape (4, 3): the two velocities, then the two angular velocities.
///
/// Those of fixed bodies and walls are ignored. A law must be a function of the encounter and of
/// its own state: then runs can be repeated. It cannot use its world during the call.
///
/// Examples
/// --------
/// >>> def swap(encounter):
/// ...     return encounter.velocities[::-1]
/// >>> world = ks.World(law=swap)
/// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [3, 0, 0]], velocity=[[1, 0, 0], [0, 0, 0]])
/// >>> world.advance_to(3.0, events=False)
/// >>> world.velocities.tolist()
/// [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
#[pyclass(frozen, module = "kinesweep")]
pub(crate) struct Encounter(response::Encounter);

impl Encounter {
    fn pair<T>(&self, read: impl Fn(&Side) -> T) -> [T; 2] {
        [read(&self.0.sides[0]), read(&self.0.sides[1])]
    }
}

#[pymethods]
impl Encounter {
    /// In seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// Point of contact, in metres.
    #[getter]
    fn point(&self) -> [f64; 3] {
        self.0.point.into()
    }

    /// Unit normal at the point, from a to b.
    #[getter]
    fn normal(&self) -> [f64; 3] {
        self.0.normal.into()
    }

    /// Closing speed at the point, spin and growth included, in metres per second.
    #[getter]
    fn closing_speed(&self) -> f64 {
        self.0.closing_speed
    }

    /// Restitution of the pair: the smaller of its two, or that of the Zeno policy.
    #[getter]
    fn restitution(&self) -> f64 {
        self.0.restitution
    }

    /// Friction of the pair: the geometric mean of its two.
    #[getter]
    fn friction(&self) -> f64 {
        self.0.friction
    }

    /// The first body, as its id.
    #[getter]
    fn a(&self) -> Named {
        named(self.0.sides[0].party)
    }

    /// The second body as its id, or a wall as its name, such as ``"domain:-x"``.
    #[getter]
    fn b(&self) -> Named {
        named(self.0.sides[1].party)
    }

    /// Inverse masses of a and b, in 1/kg; 0 for a fixed body or a wall.
    #[getter]
    fn inverse_masses(&self) -> [f64; 2] {
        self.pair(|side| side.inverse_mass)
    }

    /// Mean inverse moments of inertia of a and b, in 1/(kg m^2); 0 where no impulse changes a spin.
    #[getter]
    fn inverse_inertias(&self) -> [f64; 2] {
        self.pair(|side| side.inverse_inertia.mean())
    }

    /// Inverse inertia tensors of a and b about their centres of mass, in the world's axes.
    #[getter]
    fn inverse_inertia_tensors(&self) -> [[[f64; 3]; 3]; 2] {
        self.pair(|side| side.inverse_inertia.matrix().into())
    }

    /// Positions of a and b, in metres.
    #[getter]
    fn positions(&self) -> [[f64; 3]; 2] {
        self.pair(|side| side.position.into())
    }

    /// Velocities of a and b before the collision, in metres per second.
    #[getter]
    fn velocities(&self) -> [[f64; 3]; 2] {
        self.pair(|side| side.velocity.into())
    }

    /// Angular velocities of a and b before the collision, in radians per second.
    #[getter]
    fn angular_velocities(&self) -> [[f64; 3]; 2] {
        self.pair(|side| side.angular_velocity.into())
    }
}

/// A law in Python.
pub(crate) struct PythonLaw {
    pub(crate) law: Py<PyAny>,
    pub(crate) scope: ResponseScope,
    pub(crate) failure: Failure,
}

impl PythonLaw {
    fn reply(&self, py: Python<'_>, encounter: &response::Encounter) -> PyResult<Reply> {
        let answer = self.law.bind(py).call1((Encounter(*encounter),))?;
        if answer.is_none() {
            return Ok(Reply::Twists(response::impulse(encounter)));
        }
        if answer.extract::<String>().is_ok_and(|text| text == "pass-through") {
            return Ok(Reply::PassThrough);
        }
        let array = floats("the answer of the law", &answer).ok();
        let column = array
            .map(|_| Column::<3>::read("the answer of the law", &answer))
            .transpose()?;
        let row = |column: &Column<3>, row| Vector3::from(*column.get(row));
        match &column {
            Some(column) if column.len() == Some(2) => Ok(Reply::Velocities([row(column, 0), row(column, 1)])),
            Some(column) if column.len() == Some(4) => Ok(Reply::Twists([0, 1].map(|side| Twist {
                velocity: row(column, side),
                angular_velocity: row(column, side + 2),
            }))),
            _ => Err(wrong_type(
                "a law returns None (impulses), \"pass-through\", two velocities, or two velocities and two angular velocities",
            )),
        }
    }
}

impl Response for PythonLaw {
    fn respond(&mut self, encounter: &response::Encounter) -> Reply {
        let reply = Python::attach(|py| self.failure.record(self.reply(py, encounter)));
        // After an exception: the law of impulses.
        reply.unwrap_or_else(|| Reply::Twists(response::impulse(encounter)))
    }

    fn scope(&self) -> ResponseScope {
        self.scope
    }
}

/// The kind of each body, by its index.
pub(crate) type Kinds = Arc<RwLock<Vec<u32>>>;

/// A law of collision: the restitution of each pair of kinds of bodies.
///
/// The kind of a body is its ``tag``, which must be below n. Collisions with walls are as without
/// the table.
///
/// Parameters
/// ----------
/// table : array of shape (n, n)
///     Restitutions from 0 to 1, symmetric.
///
/// Raises
/// ------
/// InvalidValueError
///     The table is not square, not symmetric, or has a number out of range.
///
/// Notes
/// -----
/// It needs no calls of Python. It is given to ``World`` as ``law``.
///
/// Examples
/// --------
/// >>> table = ks.RestitutionTable([[1.0, 0.5], [0.5, 0.0]])
/// >>> table
/// RestitutionTable(2 kinds)
/// >>> world = ks.World(law=table)
/// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [-1, 0, 0]]
/// >>> ids = world.add_balls(0.5, position=position, velocity=velocity, tag=[0, 1])
/// >>> world.advance_to(2.0, events=False)
/// >>> world.velocities.tolist()
/// [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]]
#[pyclass(frozen, from_py_object, module = "kinesweep")]
#[derive(Clone)]
pub(crate) struct RestitutionTable {
    count: usize,
    values: Vec<f64>,
}

impl RestitutionTable {
    pub(crate) fn count(&self) -> usize {
        self.count
    }
}

#[pymethods]
impl RestitutionTable {
    #[new]
    fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = floats("table", table)?;
        let py = table.py();
        let &[count, columns] = array.shape() else {
            return Err(invalid(py, "table: must be an array of shape (n, n)"));
        };
        if count != columns || count == 0 {
            return Err(invalid(
                py,
                format_args!("table: must be square, not of shape ({count}, {columns})"),
            ));
        }
        let values: Vec<f64> = array.as_array().iter().copied().collect();
        for (place, value) in values.iter().enumerate() {
            let (row, column) = (place / count, place % count);
            if !(*value >= 0.0 && *value <= 1.0) || *value != values[column * count + row] {
                let message = format!("table[{row}, {column}] = {value}: must be from 0 to 1, and the table symmetric");
                return Err(invalid(py, message));
            }
        }
        Ok(Self { count, values })
    }

    fn __repr__(&self) -> String {
        format!("RestitutionTable({} kinds)", self.count)
    }
}

/// A table as the law of a world.
pub(crate) struct TableLaw {
    pub(crate) table: RestitutionTable,
    pub(crate) kinds: Kinds,
}

impl Response for TableLaw {
    fn respond(&mut self, encounter: &response::Encounter) -> Reply {
        let kinds = self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        let kind = |side: &Side| side.party.body().map(|id| kinds[id.index()] as usize);
        let [a, b] = &encounter.sides;
        let restitution = match (kind(a), kind(b)) {
            (Some(a), Some(b)) => self.table.values[a * self.table.count + b],
            _ => encounter.restitution,
        };
        Reply::Twists(response::impulse(&response::Encounter {
            restitution,
            ..*encounter
        }))
    }
}

/// A touch test in Python: called with the time, both ids, both positions and both orientations.
pub(crate) struct PythonTouchTest {
    pub(crate) test: Py<PyAny>,
    pub(crate) failure: Failure,
}

impl TouchTest for PythonTouchTest {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let ids = query.bodies.map(|id| id.to_bits());
        let positions = query.poses.map(|pose| <[f64; 3]>::from(pose.translation.vector));
        let orientations = query.poses.map(|pose| quaternion(&pose.rotation));
        let outcome = Python::attach(|py| {
            let answer = self.test.bind(py).call1((query.time, ids, positions, orientations));
            self.failure.record(answer.and_then(|answer| answer.is_truthy()))
        });
        outcome.unwrap_or(false)
    }
}
