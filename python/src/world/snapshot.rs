//! Snapshots as bytes, and copies by way of them.

use super::{Hooks, UserCode, World};
use crate::errors::{exception, snapshot_error};
use kinesweep::world::Snapshot;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What the bytes of a snapshot begin with.
const HEAD: &[u8] = b"kinesweep snapshot\n";

impl World {
    fn restored(py: Python<'_>, bytes: &[u8], code: &UserCode<'_>) -> PyResult<Self> {
        let damaged = |reason: &dyn std::fmt::Display| exception(py, "SnapshotError", format_args!("snapshot: {reason}"));
        let body = bytes.strip_prefix(HEAD).ok_or_else(|| damaged(&"these bytes are none"))?;
        let snapshot: Snapshot = postcard::from_bytes(body).map_err(|error| damaged(&format!("damaged: {error}")))?;
        let (builder, hooks) = code.add_to(py, kinesweep::World::builder())?;
        let world = builder.restore(&snapshot).map_err(|error| snapshot_error(py, &error))?;
        let restored = Self::holding(world, hooks);
        restored.record_kinds(py)?;
        Ok(restored)
    }

    /// Records the kinds of all bodies for the table of restitutions.
    fn record_kinds(&self, py: Python<'_>) -> PyResult<()> {
        let tags = self.call(py, |world| {
            let tag = |id| (id, world.tag(id).unwrap_or_default());
            world.bodies().map(tag).collect::<Vec<_>>()
        })?;
        for (id, tag) in tags {
            self.check_kind(py, tag)?;
            self.record_kind(id, tag);
        }
        Ok(())
    }

    fn copied(&self, py: Python<'_>) -> PyResult<Self> {
        let snapshot = self.call_detached(py, |world| world.snapshot())?;
        let world = kinesweep::World::builder().restore(&snapshot);
        let world = world.map_err(|error| snapshot_error(py, &error))?;
        Ok(Self::holding(world, Hooks::default()))
    }
}

#[pymethods]
impl World {
    /// The whole state as bytes, without a law and a touch test.
    ///
    /// Returns
    /// -------
    /// bytes
    ///     For ``restore``, by the same version of the package.
    ///
    /// Notes
    /// -----
    /// A world that is restored from it goes on with the same events, to the bit.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> saved = world.snapshot()
    /// >>> world.step().time == ks.World.restore(saved).step().time
    /// True
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.call_detached(py, |world| postcard::to_extend(&world.snapshot(), HEAD.to_vec()))?;
        let bytes = bytes.map_err(|error| exception(py, "SnapshotError", error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Makes a world from a snapshot.
    ///
    /// Parameters
    /// ----------
    /// snapshot : bytes
    ///     From ``World.snapshot``.
    /// law : callable or RestitutionTable, optional
    ///     The law of the world: must be given if it had one.
    /// law_scope : {"all", "marked", "walls"}, optional
    ///     As for ``World``. Default: ``"all"``.
    /// touch_test : callable, optional
    ///     The touch test of the world: must be given if it had one.
    /// touch_rate : float, optional
    ///     As for ``World``. Default: 60.
    ///
    /// Returns
    /// -------
    /// World
    ///
    /// Raises
    /// ------
    /// SnapshotError
    ///     The bytes are no snapshot, are damaged or of another version, or a law or a touch test
    ///     is missing or was not there.
    /// InvalidValueError
    ///     An argument is not allowed.
    /// TypeError
    ///     The law or the touch test cannot be called.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(start_time=2.0)
    /// >>> ks.World.restore(world.snapshot()).time
    /// 2.0
    #[staticmethod]
    #[pyo3(signature = (snapshot, *, law = None, law_scope = "all", touch_test = None, touch_rate = 60.0))]
    fn restore(
        py: Python<'_>,
        snapshot: &[u8],
        law: Option<Bound<'_, PyAny>>,
        law_scope: &str,
        touch_test: Option<Bound<'_, PyAny>>,
        touch_rate: f64,
    ) -> PyResult<Self> {
        let code = UserCode {
            law,
            law_scope,
            touch_test,
            touch_rate,
        };
        Self::restored(py, snapshot, &code)
    }

    /// For pickle; a world with a law or a touch test is refused when it is loaded.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = slf.get_type().getattr("restore")?;
        Ok((restore, (slf.get().snapshot(slf.py())?,)))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copied(py)
    }
}
