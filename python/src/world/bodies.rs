//! Bodies: insertion, removal, changes.

use super::World;
use crate::arrays::{Column, id_array, ids};
use crate::bounds::Bounds;
use crate::errors::{invalid, value_error, world_error};
use crate::properties::{BodyColumns, ConstantColumns, MotionColumns, Properties};
use crate::shape::Shape;
use kinesweep::motion::Lease;
use kinesweep::{Body, BodyId};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::PoisonError;

impl World {
    /// Refuses tags that are no kinds of the world's table of restitutions.
    pub(super) fn check_kind(&self, py: Python<'_>, tag: u128) -> PyResult<()> {
        match &self.hooks.kinds {
            Some((_, count)) if tag >= *count as u128 => {
                let message = format!("tag = {tag}: must be below the number of kinds of the world's law, {count}");
                Err(invalid(py, message))
            }
            _ => Ok(()),
        }
    }

    /// Records the kind of a body for the table of restitutions.
    pub(super) fn record_kind(&self, id: BodyId, tag: u128) {
        if let Some((kinds, _)) = &self.hooks.kinds {
            let mut kinds = kinds.write().unwrap_or_else(PoisonError::into_inner);
            if kinds.len() <= id.index() {
                kinds.resize(id.index() + 1, 0);
            }
            kinds[id.index()] = tag as u32;
        }
    }

    fn insert_all(&self, py: Python<'_>, bodies: &[Body]) -> PyResult<Vec<BodyId>> {
        for body in bodies {
            self.check_kind(py, body.tag)?;
        }
        let inserted = self.call_detached(py, |world| world.insert_all(bodies))?;
        let ids = inserted.map_err(|error| world_error(py, &error))?;
        if let Some(failure) = self.hooks.failure.take() {
            return Err(failure);
        }
        for (id, body) in ids.iter().zip(bodies) {
            self.record_kind(*id, body.tag);
        }
        Ok(ids)
    }
}

#[pymethods]
impl World {
    /// Inserts one body.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     Its shape.
    /// **properties : Unpack[BodyProperties]
    ///     See ``kinesweep.properties.BodyProperties``. Default: 1 kg, at rest at the origin.
    ///
    /// Returns
    /// -------
    /// int
    ///     Its id. The first bodies of a world have the ids 0, 1, 2, ...
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A value is out of range, or not allowed in the domain or without a touch test.
    /// OverlapError
    ///     It overlaps a body that it would collide with, or a wall. Touching is allowed.
    /// TypeError
    ///     A keyword is unknown, or a value has the wrong type.
    ///
    /// Notes
    /// -----
    /// O(n); many bodies are inserted much faster at once, by ``add``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.insert(ks.Shape.ball(0.5), velocity=(1, 0, 0), mass=2.0, name="marble")
    /// 0
    /// >>> world.energy, world.name(0)
    /// (1.0, 'marble')
    #[pyo3(signature = (shape, **properties))]
    fn insert(&self, py: Python<'_>, shape: &Shape, properties: Option<Bound<'_, PyDict>>) -> PyResult<u64> {
        let mut properties = Properties::of(py, properties);
        let columns = BodyColumns::read(&mut properties)?;
        properties.finish("insert", Some(1))?;
        let body = columns.body(py, 0, shape.0.clone())?;
        Ok(self.insert_all(py, &[body])?[0].to_bits())
    }

    /// Inserts bodies of one shape, all or none.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     The shape of all.
    /// **properties : Unpack[BodyProperties]
    ///     See ``kinesweep.properties.BodyProperties``. Each is one value for all bodies, or an
    ///     array with a row for each of n; without arrays one body is inserted.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     Numbers of rows differ, or as ``insert``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Notes
    /// -----
    /// O((n + m) log(n + m)) for m bodies in addition to n.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> cube = ks.Shape.cuboid((1, 1, 1))
    /// >>> world.add(cube, position=[[0, 0, 0], [5, 0, 0]], velocity=(0, 1, 0))
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (shape, **properties))]
    fn add<'py>(
        &self,
        py: Python<'py>,
        shape: &Shape,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut properties = Properties::of(py, properties);
        let columns = BodyColumns::read(&mut properties)?;
        let count = properties.finish("add", None)?;
        let bodies: PyResult<Vec<Body>> = (0..count).map(|row| columns.body(py, row, shape.0.clone())).collect();
        Ok(id_array(py, self.insert_all(py, &bodies?)?))
    }

    /// Inserts balls, all or none.
    ///
    /// Parameters
    /// ----------
    /// radius : float or array of shape (n,)
    ///     In metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls([0.5, 1.0], position=[[0, 0, 0], [5, 0, 0]])
    /// >>> world.radii
    /// array([0.5, 1. ])
    #[pyo3(signature = (radius, **properties))]
    fn add_balls<'py>(
        &self,
        py: Python<'py>,
        radius: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let radius = Column::<1>::read("radius", radius)?;
        let of_row = |row| kinesweep::Shape::ball(radius.get(row)[0]);
        self.add_sized(py, "add_balls", properties, &[("radius", radius.len())], |row| {
            (radius.get(row).map(f64::to_bits).to_vec(), of_row(row))
        })
    }

    /// Inserts cuboids, all or none.
    ///
    /// Parameters
    /// ----------
    /// half_extents : array of shape (3,) or (n, 3)
    ///     Half of the length along each axis, in metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.add_cuboids([[1, 1, 1], [2, 1, 1]], position=[[0, 0, 0], [5, 0, 0]])
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (half_extents, **properties))]
    fn add_cuboids<'py>(
        &self,
        py: Python<'py>,
        half_extents: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let halves = Column::<3>::read("half_extents", half_extents)?;
        self.add_sized(py, "add_cuboids", properties, &[("half_extents", halves.len())], |row| {
            let half = halves.get(row);
            (half.map(f64::to_bits).to_vec(), kinesweep::Shape::cuboid((*half).into()))
        })
    }

    /// Inserts capsules about their y axes, all or none.
    ///
    /// Parameters
    /// ----------
    /// half_height : float or array of shape (n,)
    ///     The segments reach from ``-half_height`` to ``half_height``, in metres.
    /// radius : float or array of shape (n,)
    ///     In metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.add_capsules([1.0, 2.0], 0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (half_height, radius, **properties))]
    fn add_capsules<'py>(
        &self,
        py: Python<'py>,
        half_height: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let heights = Column::<1>::read("half_height", half_height)?;
        let radii = Column::<1>::read("radius", radius)?;
        let lengths = [("half_height", heights.len()), ("radius", radii.len())];
        self.add_sized(py, "add_capsules", properties, &lengths, |row| {
            let (height, radius) = (heights.get(row)[0], radii.get(row)[0]);
            let key = vec![height.to_bits(), radius.to_bits()];
            (key, kinesweep::Shape::capsule(height, radius))
        })
    }

    /// Removes bodies, all or none.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of int, shape (n,)
    ///     The bodies.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     A body is not in the world, or is given twice.
    ///
    /// Notes
    /// -----
    /// The next step reports the ends of their contacts and overlaps. O(n) for each body.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0], [9, 0, 0]])
    /// >>> world.remove(ids[:2])
    /// >>> world.ids, ids[0] in world
    /// (array([2], dtype=uint64), False)
    fn remove(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let removed = self::ids(ids)?;
        let outcome = self.call_detached(py, |world| {
            let mut sorted = removed.clone();
            sorted.sort_unstable();
            let repeated = sorted.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
            let stale = removed.iter().copied().find(|id| !world.contains(*id)).or(repeated);
            match stale {
                Some(id) => Err(kinesweep::WorldError::StaleId(id)),
                None => removed.iter().try_for_each(|id| world.remove(*id)),
            }
        })?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Changes the motion of bodies from the present on.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of int, shape (n,)
    ///     The bodies.
    /// **motion : Unpack[MotionProperties]
    ///     ``position``, ``velocity``, ``acceleration`` and ``angular_velocity`` of shape (3,) or
    ///     (n, 3), ``orientation`` of shape (4,) or (n, 4), ``growth`` a number or of shape (n,).
    ///     What is not given stays.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     A body is not in the world. Nothing has changed then.
    /// InvalidValueError
    ///     A value is out of range. The bodies before the refused one have their new motions.
    /// OverlapError
    ///     A body would overlap another one at its new place. The same holds.
    /// TypeError
    ///     A keyword is unknown.
    ///
    /// Notes
    /// -----
    /// A prediction for each body near it; a new position or orientation is compared with every
    /// other body, O(n).
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// >>> world.set_motion(ids, velocity=[[1, 0, 0], [-1, 0, 0]])
    /// >>> world.step().time
    /// 2.0
    #[pyo3(signature = (ids, **motion))]
    fn set_motion(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, motion: Option<Bound<'_, PyDict>>) -> PyResult<()> {
        let changed = self::ids(ids)?;
        let mut properties = Properties::of(py, motion);
        let columns = MotionColumns::read(&mut properties)?;
        properties.finish("set_motion", Some(changed.len()))?;
        let outcome = self.call_detached(py, |world| {
            if let Some(stale) = changed.iter().find(|id| !world.contains(**id)) {
                return Err(kinesweep::WorldError::StaleId(*stale));
            }
            let mut rows = changed.iter().enumerate();
            rows.try_for_each(|(row, id)| world.set_motion(*id, &columns.change(row)))
        })?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Changes constants of bodies from the present on.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of int, shape (n,)
    ///     The bodies.
    /// shape : Shape, optional
    ///     New shape of all of them. Default: no change.
    /// **constants : Unpack[ConstantProperties]
    ///     ``mass`` or ``density``, ``restitution``, ``friction``, ``sensor``, ``memberships``,
    ///     ``filter``; each one value, or an array of shape (n,). What is not given stays.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     A body is not in the world. The bodies before it are changed.
    /// InvalidValueError
    ///     A value is out of range. The bodies before the refused one are changed.
    /// OverlapError
    ///     A body would overlap one that it collides with from now on. The same holds.
    /// TypeError
    ///     A keyword is unknown.
    ///
    /// Notes
    /// -----
    /// No event reports the change. The next step reports contacts and overlaps that it begins or
    /// ends.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// >>> world.set_body(ids, mass=[2.0, 3.0], friction=0.5)
    /// >>> world.constants(1)["mass"], world.constants(1)["friction"]
    /// (3.0, 0.5)
    #[pyo3(signature = (ids, *, shape = None, **constants))]
    fn set_body(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        shape: Option<&Shape>,
        constants: Option<Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let changed = self::ids(ids)?;
        let mut properties = Properties::of(py, constants);
        let columns = ConstantColumns::read(&mut properties)?;
        properties.finish("set_body", Some(changed.len()))?;
        for (row, id) in changed.iter().enumerate() {
            let groups = self.call(py, |world| world.groups(*id))?;
            let groups = groups.map_err(|error| world_error(py, &error))?;
            let mut change = columns.change(py, row, groups)?;
            change.shape = shape.map(|shape| shape.0.clone());
            let outcome = self.call_detached(py, |world| world.set_body(*id, &change))?;
            outcome.map_err(|error| world_error(py, &error))?;
        }
        Ok(())
    }

    /// Changes the tag of a body.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    /// tag : int
    ///     Of at most 128 bits and not negative.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    /// InvalidValueError
    ///     The world has a ``RestitutionTable`` without such a kind.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ball = world.insert(ks.Shape.ball(0.5))
    /// >>> world.set_tag(ball, 7)
    /// >>> world.constants(ball)["tag"]
    /// 7
    fn set_tag(&self, py: Python<'_>, id: u64, tag: u128) -> PyResult<()> {
        self.check_kind(py, tag)?;
        let id = BodyId::from_bits(id);
        let outcome = self.call(py, |world| world.set_tag(id, tag))?;
        outcome.map_err(|error| world_error(py, &error))?;
        self.record_kind(id, tag);
        Ok(())
    }

    /// Gives a touch-only body new bounds from now on, in place of its present ones.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    /// bounds : Bounds
    ///     A box that is valid now.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The body is not touch-only, the domain is periodic, or the bounds have expired, begin
    ///     later, or invert.
    /// StaleIdError
    ///     The body is not in the world.
    ///
    /// See Also
    /// --------
    /// Bounds : With an example.
    fn set_bounds(&self, py: Python<'_>, id: u64, bounds: &Bounds) -> PyResult<()> {
        let Lease { bounds, until } = bounds.0;
        let outcome = self.call_detached(py, |world| world.set_bounds(BodyId::from_bits(id), bounds, until))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// The bounds of a body.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// Bounds or None
    ///     ``None`` for a body with a known motion.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    fn bounds(&self, py: Python<'_>, id: u64) -> PyResult<Option<Bounds>> {
        let lease = self.call(py, |world| world.lease(BodyId::from_bits(id)))?;
        let lease = lease.map_err(|error| world_error(py, &error))?;
        Ok(lease.map(Bounds))
    }
}

impl World {
    /// Inserts bodies whose shape differs in size. Equal sizes share a shape.
    fn add_sized<'py>(
        &self,
        py: Python<'py>,
        function: &str,
        properties: Option<Bound<'py, PyDict>>,
        lengths: &[(&'static str, Option<usize>)],
        shape: impl Fn(usize) -> (Vec<u64>, Result<kinesweep::Shape, kinesweep::ValueError>),
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut properties = Properties::of(py, properties);
        for (name, length) in lengths {
            if let Some(length) = length {
                properties.add_length(name, *length);
            }
        }
        let columns = BodyColumns::read(&mut properties)?;
        let count = properties.finish(function, None)?;
        let mut shapes: HashMap<Vec<u64>, kinesweep::Shape> = HashMap::new();
        let mut bodies = Vec::with_capacity(count);
        for row in 0..count {
            let (key, shape) = shape(row);
            let shape = match shapes.get(&key) {
                Some(shape) => shape.clone(),
                None => {
                    let shape = shape.map_err(|error| value_error(py, &error))?;
                    shapes.insert(key, shape.clone());
                    shape
                }
            };
            bodies.push(columns.body(py, row, shape)?);
        }
        Ok(id_array(py, self.insert_all(py, &bodies)?))
    }
}
