//! Changes of bodies that are in the world, and their removal.

use super::World;
use crate::arrays::ids;
use crate::bounds::Bounds;
use crate::errors::{invalid, world_error};
use crate::properties::{ConstantColumns, MotionColumns, Properties};
use crate::shape::Shape;
use kinesweep::BodyId;
use kinesweep::motion::Lease;
use pyo3::prelude::*;
use pyo3::types::PyDict;
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
}

#[pymethods]
impl World {
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
    ///     ``mass`` or ``density``, ``restitution``, ``friction``, ``rolling_friction``,
    ///     ``spinning_friction``, ``sensor``, ``memberships``, ``filter``; each one value, or an array of shape (n,). What is not given stays.
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
