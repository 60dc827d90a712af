//! Random packings of balls.

use crate::arrays::matrix;
use crate::domain::Domain;
use crate::errors::placement_error;
use crate::held::guarded;
use numpy::PyArray2;
use pyo3::prelude::*;

/// Packs balls at random, without overlaps.
///
/// Parameters
/// ----------
/// count : int
///     Number of balls.
/// radius : float
///     In metres.
/// domain : Domain
///     A box or periodic.
/// seed : int
///     Of the random numbers; the same seed gives the same centres.
///
/// Returns
/// -------
/// numpy.ndarray
///     Centres, in metres, of shape (count, 3).
///
/// Raises
/// ------
/// InvalidValueError
///     A number is not allowed, the domain is open, or the balls do not fit or jam before.
///
/// Notes
/// -----
/// Balls grow while they collide: B. D. Lubachevsky and F. H. Stillinger, J. Stat. Phys. 60 (1990).
/// It reaches some 0.64 of the volume away from walls; a periodic domain is packed only as long as
/// the balls need not grow. Between walls 500 balls at 0.55 take about a second.
///
/// Examples
/// --------
/// >>> centres = ks.pack(55, 0.5, ks.Domain.box((0, 0, 0), (4, 4, 4)), seed=1)
/// >>> centres.shape, bool((centres >= 0.5).all())
/// ((55, 3), True)
#[pyfunction]
pub(crate) fn pack(py: Python<'_>, count: usize, radius: f64, domain: &Domain, seed: u64) -> PyResult<Py<PyArray2<f64>>> {
    let pack = || kinesweep::packing::lubachevsky_stillinger(count, radius, &domain.0, seed);
    let centres = guarded(py, || py.detach(pack))?;
    let centres = centres.map_err(|error| placement_error(py, &error))?;
    Ok(matrix(py, centres.into_iter().map(Into::into)).unbind())
}
