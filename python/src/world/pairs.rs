//! What the world has found of pairs: the next collision of a body, overlaps of boxes.

use super::World;
use crate::arrays::matrix;
use crate::errors::world_error;
use crate::events::{Named, named};
use kinesweep::BodyId;
use numpy::PyArray2;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// The next collision of a body if no motion changes before.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// tuple (float, int or str) or None
    ///     Its time in seconds, and the other body as its id or a wall as its name; ``None`` if
    ///     there is none.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    ///
    /// Notes
    /// -----
    /// Sensors do not collide. In a periodic domain the search reaches about one length of it.
    /// O(n).
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.next_collision(1)
    /// (2.0, 0)
    fn next_collision(&self, py: Python<'_>, id: u64) -> PyResult<Option<(f64, Named)>> {
        let found = self.call_detached(py, |world| world.next_collision(BodyId::from_bits(id)))?;
        let found = found.map_err(|error| world_error(py, &error))?;
        Ok(found.map(|(time, party)| (time, named(party))))
    }

    /// The pairs of bodies with boxes that overlap at present.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Ids in order of insertion, uint64 of shape (n, 2).
    ///
    /// Notes
    /// -----
    /// Half-spaces have no boxes and are left out. O(m log m) for m pairs near each other; O(n^2)
    /// after ``next_event_time``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [0.9, 0.9, 0], [9, 0, 0]])
    /// >>> world.overlapping_pairs()
    /// array([[0, 1]], dtype=uint64)
    fn overlapping_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let pairs = self.call_detached(py, |world| world.overlapping_pairs())?;
        Ok(matrix(py, pairs.into_iter().map(|pair| pair.map(BodyId::to_bits))))
    }
}
