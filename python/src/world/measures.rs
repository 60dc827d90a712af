//! Sums over all bodies, counters, statistics, and the configuration as text.

use super::World;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

#[pymethods]
impl World {
    /// Kinetic energy and potential energy in gravity, in joules.
    ///
    /// The latter is 0 at the origin, and left out in a periodic domain.
    #[getter]
    fn energy(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.energy())
    }

    /// Momentum of the bodies that are not fixed, in kg m/s, three floats.
    #[getter]
    fn momentum(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        self.call(py, |world| world.momentum().into())
    }

    /// Angular momentum of the bodies that are not fixed about the origin, in kg m^2/s.
    #[getter]
    fn angular_momentum(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        self.call(py, |world| world.angular_momentum().into())
    }

    /// Counts of the work of each stage of the engine since the world was made.
    ///
    /// Returns
    /// -------
    /// dict of str to int
    ///     Among them ``collisions`` (of two bodies), ``wall_collisions``, ``motion_changes``,
    ///     ``predictions``, ``rests``, ``zeno_collisions``, ``islands`` (that began), ``renewals`` (of
    ///     islands), ``polls`` (calls of the touch test),
    ///     ``unresolved`` (times that are early since a solver did not converge), ``coarse``
    ///     (motion pieces where rounding exceeds a millionth of the body's size) and ``late``
    ///     (always 0, or there is a bug), and those of the method.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.advance_to(3.0, events=False)
    /// >>> world.counters()["collisions"]
    /// 1
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counters = self.call(py, |world| world.counters())?;
        let entries = PyDict::new(py);
        counters
            .entries()
            .into_iter()
            .try_for_each(|(name, count)| entries.set_item(name, count))?;
        Ok(entries)
    }

    /// The number of bodies in each lane, by reason.
    ///
    /// Plain balls that are most of the bodies have a lane of their own, at a small part of the cost
    /// (with leases, in a box or a periodic domain). The others are in the lane of pairs.
    ///
    /// Returns
    /// -------
    /// dict of str to int
    ///     ``"balls"``, and ``"pairs: "`` with a reason: ``shape``, ``role`` (sensors and the like),
    ///     ``growth``, ``fixed and moving``, ``contact``, ``another acceleration`` (than nearly all),
    ///     ``reported overlaps`` (and the ball grows, or is half as wide as a periodic domain),
    ///     ``waiting`` (the lane of balls is closed, as too few bodies are for it), and those of
    ///     the whole world: ``another method``, ``open domain``, ``pass-through``, ``closed`` (by
    ///     ``lane_of_balls``).
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (90, 9, 9)), method="leases")
    /// >>> ids = world.add_balls(0.5, position=[[x, 1, 1] for x in range(1, 90, 2)])
    /// >>> world.lanes()
    /// {'balls': 45}
    fn lanes(&self, py: Python<'_>) -> PyResult<BTreeMap<&'static str, usize>> {
        let lanes = self.call(py, |world| world.lanes())?;
        Ok(lanes.into_iter().map(|(lane, count)| (lane.name(), count)).collect())
    }

    /// Statistics of a gas since the last reset, insertion or removal.
    ///
    /// Returns
    /// -------
    /// dict of str to float
    ///     ``since`` and ``duration`` of the measurement, in s; counts: ``bodies``,
    ///     ``body_collisions``, ``fixed_collisions``, ``wall_collisions``; of collisions with other
    ///     bodies, for one body: ``collision_rate`` in 1/s, ``mean_free_time`` in s,
    ///     ``mean_free_path`` in m; ``temperature`` and ``mean_temperature`` in J (the Boltzmann
    ///     constant is 1); ``rotational_temperature_1`` to ``_3`` in J, about the principal axes; ``energy_lost`` in J; ``number_density`` in 1/m^3; ``packing``, the
    ///     fraction of the domain that is filled; ``pressure`` (virial) and ``wall_pressure`` in
    ///     Pa; ``compressibility``. Undefined values are NaN. In a world of two dimensions
    ///     densities are in 1/m^2, the packing is of areas, and pressures are in N/m.
    ///
    /// Notes
    /// -----
    /// O(n). Fixed bodies are not counted among the bodies. Velocities are relative to the centre
    /// of mass in an open or periodic domain without fixed bodies. Sources: J. M. Haile, *Molecular
    /// Dynamics Simulation: Elementary Methods* (1992), chapters 3 and 6; B. J. Alder and T. E.
    /// Wainwright, J. Chem. Phys. 31, 459 (1959) and 33, 1439 (1960).
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (3, 3, 3)))
    /// >>> ball = world.insert(ks.Shape.ball(0.5), position=(1.5, 1.5, 1.5), velocity=(2, 0, 0))
    /// >>> world.advance_to(10.0, events=False)
    /// >>> statistics = world.statistics()
    /// >>> statistics["wall_collisions"], round(statistics["wall_pressure"], 6)
    /// (10.0, 0.074074)
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = self.call(py, |world| world.statistics())?;
        let entries = PyDict::new(py);
        statistics
            .entries()
            .into_iter()
            .try_for_each(|(name, value, _)| entries.set_item(name, value.unwrap_or(f64::NAN)))?;
        Ok(entries)
    }

    /// Begins the measurement of ``statistics`` anew.
    fn reset_statistics(&self, py: Python<'_>) -> PyResult<()> {
        self.call(py, |world| world.reset_statistics())
    }

    /// The configuration as a frame of an extended XYZ file.
    ///
    /// Returns
    /// -------
    /// str
    ///     Kind of shape, position, velocity, radius of the bounding ball and orientation (x, y, z,
    ///     w) of each body. Half-spaces are left out.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ball = world.insert(ks.Shape.ball(0.5), position=(1, 2, 3))
    /// >>> print(world.extended_xyz().splitlines()[2])
    /// ball 1.0 2.0 3.0 0.0 0.0 0.0 0.5 0.0 0.0 0.0 1.0
    fn extended_xyz(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = Vec::new();
        self.call(py, |world| world.write_extended_xyz(&mut text))??;
        Ok(String::from_utf8(text)?)
    }
}
