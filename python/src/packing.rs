//! Random packings of balls and discs.

use crate::arrays::matrix;
use crate::domain::Domain;
use crate::errors::{invalid, placement_error};
use crate::held::guarded;
use kinesweep::packing::Packing;
use kinesweep::scene::Dimensions;
use numpy::PyArray2;
use pyo3::prelude::*;

/// The radius of all balls, or that of each.
#[derive(FromPyObject)]
pub(crate) enum Radii {
    #[pyo3(transparent)]
    Equal(f64),
    #[pyo3(transparent)]
    Each(Vec<f64>),
}

/// Packs balls, or discs in a plane, at random, without overlaps.
///
/// Parameters
/// ----------
/// count : int
///     Number of balls.
/// radius : float or array_like of shape (count,)
///     Of all balls, or of each, in metres.
/// domain : Domain
///     A box or periodic.
/// seed : int
///     Of the random numbers; the same seed gives the same centres.
/// growth_rate : float, optional
///     The rate at which the mean diameter grows, in diameters per the time in which a ball moves one:
///     from 1e-6 to 1. The slower, the denser the packing in which the balls jam. By default 0.1,
///     0.02, 0.004 and 0.001 are tried in turn.
/// dimensions : {3, 2}, optional
///     In two dimensions the balls are discs in the plane z = 0, and the z of the domain is not used.
///
/// Returns
/// -------
/// numpy.ndarray
///     Centres, in metres, of shape (count, 3); in two dimensions z is 0.
///
/// Raises
/// ------
/// InvalidValueError
///     A number is not allowed, the domain is open, or the balls do not fit or jam before. Equal
///     balls fill at most 0.7405 of the volume, equal discs 0.9069 of the area.
///
/// Notes
/// -----
/// Balls grow while they collide: B. D. Lubachevsky and F. H. Stillinger, J. Stat. Phys. 60 (1990) 561.
/// Equal balls jam at some 0.64 of the volume, between walls at less; mixtures of sizes at more. Discs
/// with the radii 1 and 1.4, half and half, jam at some 0.84 of the area; equal ones form crystals of
/// up to 0.89.
///
/// Examples
/// --------
/// >>> centres = ks.pack(55, 0.5, ks.Domain.box((0, 0, 0), (4, 4, 4)), seed=1)
/// >>> centres.shape, bool((centres >= 0.5).all())
/// ((55, 3), True)
/// >>> radii = np.where(np.arange(40) < 10, 0.6, 0.4)
/// >>> ks.pack(40, radii, ks.Domain.periodic((0, 0, 0), (3.5, 3.5, 3.5)), seed=1, growth_rate=0.05).shape
/// (40, 3)
/// >>> discs = ks.pack(90, 0.5, ks.Domain.periodic((0, 0, 0), (10, 9, 0)), seed=1, dimensions=2)
/// >>> bool((discs[:, 2] == 0).all())
/// True
#[pyfunction]
#[pyo3(signature = (count, radius, domain, seed, growth_rate = None, dimensions = 3))]
pub(crate) fn pack(
    py: Python<'_>,
    count: usize,
    radius: Radii,
    domain: &Domain,
    seed: u64,
    growth_rate: Option<f64>,
    dimensions: u64,
) -> PyResult<Py<PyArray2<f64>>> {
    let radii = match radius {
        Radii::Equal(radius) => vec![radius; count],
        Radii::Each(radii) => radii,
    };
    if radii.len() != count {
        let shown = format!("radius: has {} numbers, and must have one or {count}", radii.len());
        return Err(invalid(py, &shown));
    }
    let dimensions =
        Dimensions::of_number(dimensions).ok_or_else(|| invalid(py, format!("dimensions = {dimensions}: must be 2 or 3")))?;
    let packing = Packing::new(radii, domain.0).dimensions(dimensions).seed(seed);
    let packing = match growth_rate {
        Some(rate) => packing.growth_rate(rate),
        None => packing,
    };
    let centres = guarded(py, || py.detach(|| packing.grow()))?;
    let centres = centres.map_err(|error| placement_error(py, &error))?;
    Ok(matrix(py, centres.into_iter().map(Into::into)).unbind())
}
