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
    /// Inserts one body and returns its id. Keywords: those of ``BodyProperties``.
    #[pyo3(signature = (shape, **properties))]
    fn insert(&self, py: Python<'_>, shape: &Shape, properties: Option<Bound<'_, PyDict>>) -> PyResult<u64> {
        let mut properties = Properties::of(py, properties);
        let columns = BodyColumns::read(&mut properties)?;
        properties.finish("insert", Some(1))?;
        let body = columns.body(py, 0, shape.0.clone())?;
        Ok(self.insert_all(py, &[body])?[0].to_bits())
    }

    /// Inserts bodies of one shape and returns their ids. Each keyword of ``BodyProperties`` is one
    /// value for all, or an array with a row for each body. All are inserted, or none.
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

    /// Inserts balls and returns their ids; ``radius`` is one number or an array of shape (n,). The
    /// keywords are those of ``add``.
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

    /// Inserts cuboids and returns their ids; ``half_extents`` has the shape (3,) or (n, 3). The
    /// keywords are those of ``add``.
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

    /// Inserts capsules about their y axes and returns their ids; ``half_height`` and ``radius`` are
    /// one number or arrays of shape (n,). The keywords are those of ``add``.
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

    /// Removes bodies: one id, or an array of them. All are removed, or none.
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

    /// Changes motions from the present time on: of one body, or of many with a row for each.
    /// Keywords: ``position``, ``orientation``, ``velocity``, ``acceleration``,
    /// ``angular_velocity``, ``growth``; what is not given stays. On an error the bodies before the
    /// refused one have their new motions.
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

    /// Changes constants from the present time on: of one body, or of many with a row for each.
    /// Keywords: ``mass`` or ``density``, ``restitution``, ``friction``, ``sensor``,
    /// ``memberships``, ``filter``; ``shape`` for all. What is not given stays.
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
    ///     The body is not touch-only, or the bounds have expired, begin later, or invert.
    /// StaleIdError
    ///     The body was removed.
    fn set_bounds(&self, py: Python<'_>, id: u64, bounds: &Bounds) -> PyResult<()> {
        let Lease { bounds, until } = bounds.0;
        let outcome = self.call_detached(py, |world| world.set_bounds(BodyId::from_bits(id), bounds, until))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// The bounds of a body; ``None`` for a body with a known motion.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
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
