//! Kinetic sorted lists without a world.

use crate::arrays::{Column, matrix, whole_numbers};
use crate::errors::{exception, invalid};
use crate::held::Held;
use crate::properties::Properties;
use kinesweep::broad;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::sap::PairChange;
use kinesweep::scene::limits::MAX_MAGNITUDE;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Pairs of shape (n, 2), and whether each begins.
type Changes<'py> = (Bound<'py, PyArray2<u32>>, Bound<'py, PyArray1<bool>>);

/// Times, pairs, and whether each begins.
type TimedChanges<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray1<bool>>,
);

/// Kinetic sorted lists of moving boxes, which report overlaps at their exact times.
///
/// Three lists of the endpoints of boxes, one for each axis, are kept in order by swaps. Boxes move
/// with a velocity and an acceleration, the same for both corners.
///
/// Parameters
/// ----------
/// time : float, optional
///     Time at the start, in seconds. Default: 0.
///
/// Raises
/// ------
/// InvalidValueError
///     The time is not finite, or above 1e15 in magnitude.
///
/// Notes
/// -----
/// With n boxes a swap takes O(log n), as does a new motion; an insertion or removal of one box
/// O(n). Source: D. S. Coming and O. G. Staadt, *Kinetic sweep and prune for multi-body continuous
/// motion*, Computers & Graphics 30 (2006).
///
/// Examples
/// --------
/// >>> sweep = ks.KineticSweep()
/// >>> low = np.array([[0.0, 0, 0], [5, 0, 0]])
/// >>> pairs, begins = sweep.insert([0, 1], low, low + 1, velocity=[[1, 0, 0], [0, 0, 0]])
/// >>> len(pairs)
/// 0
/// >>> times, pairs, begins = sweep.advance_to(10.0)
/// >>> times, pairs.tolist(), begins
/// (array([4., 6.]), [[0, 1], [0, 1]], array([ True, False]))
#[pyclass(frozen, module = "kinesweep")]
pub(crate) struct KineticSweep(Held<Lists>);

struct Lists {
    sweep: broad::KineticSweep,
    now: f64,
}

fn changed<'py>(py: Python<'py>, changes: &[PairChange]) -> Changes<'py> {
    let begins = changes.iter().map(|change| change.begins).collect();
    let pairs = matrix(py, changes.iter().map(|change| change.pair.into()));
    (pairs, PyArray1::from_vec(py, begins))
}

/// Ids below 2^31, which are those of the lists.
fn ids(value: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    const BOUND: u64 = 1 << 31;
    let ids = whole_numbers("ids", value)?;
    match ids.iter().find(|id| **id >= BOUND) {
        Some(id) => Err(invalid(value.py(), format_args!("ids: {id} is not below {BOUND}"))),
        None => Ok(ids.into_iter().map(|id| id as u32).collect()),
    }
}

/// The bounds of all boxes from a time on.
fn bounds(
    py: Python<'_>,
    count: usize,
    epoch: f64,
    min: &Bound<'_, PyAny>,
    max: &Bound<'_, PyAny>,
    motion: Option<Bound<'_, PyDict>>,
) -> PyResult<Vec<Bounds>> {
    let mut properties = Properties::of(py, motion);
    let (min, max) = (Column::<3>::read("min", min)?, Column::<3>::read("max", max)?);
    for column in [&min, &max] {
        if let Some(length) = column.len() {
            properties.add_length(column.name(), length);
        }
    }
    let velocity = properties.column::<3>("velocity")?;
    let acceleration = properties.column::<3>("acceleration")?;
    properties.finish("KineticSweep.insert", Some(count))?;
    let row = |row: usize| {
        let number = |column: &Option<Column<3>>, axis: usize| column.as_ref().map_or(0.0, |column| column.get(row)[axis]);
        let corner = |corner: &Column<3>| -> [Endpoint; 3] {
            std::array::from_fn(|axis| Endpoint {
                position: corner.get(row)[axis],
                velocity: number(&velocity, axis),
                half_acceleration: 0.5 * number(&acceleration, axis),
            })
        };
        let (min, max) = (corner(&min), corner(&max));
        for axis in 0..3 {
            let [low, high] = [&min[axis], &max[axis]];
            let numbers = [low.position, high.position, low.velocity, low.half_acceleration];
            if !(low.position <= high.position) || !numbers.iter().all(|number| number.abs() <= MAX_MAGNITUDE) {
                let message = format!("row {row}: min, max and motion must be finite, and min at most max");
                return Err(invalid(py, message));
            }
        }
        Ok(Bounds { epoch, min, max })
    };
    (0..count).map(row).collect()
}

impl Lists {
    /// The changes up to a time, each with its time.
    fn advance_to(&mut self, time: f64) -> (Vec<f64>, Vec<PairChange>) {
        let (mut times, mut changes) = (Vec::new(), Vec::new());
        loop {
            let reached = self.sweep.advance(time, &mut changes);
            if times.len() == changes.len() {
                self.now = time;
                return (times, changes);
            }
            times.resize(changes.len(), reached);
        }
    }

    /// Refuses ids that are absent, or that are present if `present` is false, or that repeat.
    fn check(&self, py: Python<'_>, ids: &[u32], present: bool) -> PyResult<()> {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        if let Some(two) = sorted.windows(2).find(|two| two[0] == two[1]) {
            return Err(invalid(py, format_args!("ids: {} stands there twice", two[0])));
        }
        match ids.iter().find(|id| self.sweep.contains(**id) != present) {
            Some(id) if present => Err(exception(py, "StaleIdError", format_args!("box {id} is not in the lists"))),
            Some(id) => Err(invalid(py, format_args!("ids: {id} is in the lists already"))),
            None => Ok(()),
        }
    }
}

#[pymethods]
impl KineticSweep {
    #[new]
    #[pyo3(signature = (time = 0.0))]
    fn new(py: Python<'_>, time: f64) -> PyResult<Self> {
        if !(time.abs() <= MAX_MAGNITUDE) {
            return Err(invalid(py, format_args!("time = {time}: must be finite")));
        }
        let lists = Lists {
            sweep: broad::KineticSweep::new(),
            now: time,
        };
        Ok(Self(Held::new("set of lists", lists)))
    }

    /// Inserts boxes at the present time.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Below 2^31; memory is proportional to the largest.
    /// min, max : array of shape (3,) or (n, 3)
    ///     Corners at the present, in metres.
    /// **motion : Unpack[BoxMotion]
    ///     ``velocity`` and ``acceleration`` of shape (3,) or (n, 3). Default: 0.
    ///
    /// Returns
    /// -------
    /// pairs : numpy.ndarray
    ///     Pairs that overlap from now on, uint32 of shape (m, 2).
    /// begins : numpy.ndarray
    ///     Whether each begins, bool of shape (m,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     An id is present or repeated, a number is out of range, or ``min`` is above ``max``.
    ///     Nothing has changed then.
    #[pyo3(signature = (ids, min, max, **motion))]
    fn insert<'py>(
        &self,
        py: Python<'py>,
        ids: &Bound<'py, PyAny>,
        min: &Bound<'py, PyAny>,
        max: &Bound<'py, PyAny>,
        motion: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Changes<'py>> {
        let numbers = self::ids(ids)?;
        self.0.call(py, |lists| {
            lists.check(py, &numbers, false)?;
            let bounds = bounds(py, numbers.len(), lists.now, min, max, motion)?;
            let boxes: Vec<(u32, Bounds)> = numbers.into_iter().zip(bounds).collect();
            let mut changes = Vec::new();
            lists.sweep.insert(&boxes, lists.now, &mut changes);
            Ok(changed(py, &changes))
        })?
    }

    /// Gives boxes new corners and motions from the present on.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Boxes that are present.
    /// min, max : array of shape (3,) or (n, 3)
    ///     Corners at the present, in metres.
    /// **motion : Unpack[BoxMotion]
    ///     ``velocity`` and ``acceleration`` of shape (3,) or (n, 3). Default: 0.
    ///
    /// Returns
    /// -------
    /// pairs : numpy.ndarray
    ///     Pairs that begin or cease to overlap, uint32 of shape (m, 2).
    /// begins : numpy.ndarray
    ///     Whether each begins, bool of shape (m,).
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     There is no such box.
    /// InvalidValueError
    ///     An id is repeated, a number is out of range, or ``min`` is above ``max``.
    ///
    /// Examples
    /// --------
    /// >>> sweep = ks.KineticSweep()
    /// >>> pairs, begins = sweep.insert([0, 1], [[0, 0, 0], [5, 0, 0]], [[1, 1, 1], [6, 1, 1]])
    /// >>> sweep.update([1], [[0.5, 0, 0]], [[1.5, 1, 1]])
    /// (array([[0, 1]], dtype=uint32), array([ True]))
    #[pyo3(signature = (ids, min, max, **motion))]
    fn update<'py>(
        &self,
        py: Python<'py>,
        ids: &Bound<'py, PyAny>,
        min: &Bound<'py, PyAny>,
        max: &Bound<'py, PyAny>,
        motion: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Changes<'py>> {
        let numbers = self::ids(ids)?;
        self.0.call(py, |lists| {
            lists.check(py, &numbers, true)?;
            let bounds = bounds(py, numbers.len(), lists.now, min, max, motion)?;
            let mut changes = Vec::new();
            for (id, bounds) in numbers.iter().zip(&bounds) {
                lists.sweep.update(*id, bounds, lists.now, &mut changes);
            }
            Ok(changed(py, &changes))
        })?
    }

    /// Removes boxes.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Boxes that are present.
    ///
    /// Returns
    /// -------
    /// pairs : numpy.ndarray
    ///     Pairs that cease to overlap, uint32 of shape (m, 2).
    /// begins : numpy.ndarray
    ///     Whether each begins: all False, of shape (m,).
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     There is no such box.
    /// InvalidValueError
    ///     An id is repeated.
    fn remove<'py>(&self, py: Python<'py>, ids: &Bound<'py, PyAny>) -> PyResult<Changes<'py>> {
        let numbers = self::ids(ids)?;
        self.0.call(py, |lists| {
            lists.check(py, &numbers, true)?;
            let mut changes = Vec::new();
            for id in &numbers {
                lists.sweep.remove(*id, lists.now, &mut changes);
            }
            Ok(changed(py, &changes))
        })?
    }

    /// Advances to a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     Not before the present, in seconds.
    ///
    /// Returns
    /// -------
    /// times : numpy.ndarray
    ///     Time of each change on the way, in order, of shape (m,).
    /// pairs : numpy.ndarray
    ///     Pairs that begin or cease to overlap, uint32 of shape (m, 2).
    /// begins : numpy.ndarray
    ///     Whether each begins, bool of shape (m,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The time has passed or is not finite.
    fn advance_to<'py>(&self, py: Python<'py>, time: f64) -> PyResult<TimedChanges<'py>> {
        self.0.call(py, |lists| {
            let now = lists.now;
            if !(time >= now && time <= MAX_MAGNITUDE) {
                let message = format!("time = {time}: must be finite and at least {now}");
                return Err(invalid(py, message));
            }
            let (times, changes) = py.detach(|| lists.advance_to(time));
            let (pairs, begins) = changed(py, &changes);
            Ok((PyArray1::from_vec(py, times), pairs, begins))
        })?
    }

    /// Present time, in seconds.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.0.call(py, |lists| lists.now)
    }

    /// Time of the next swap, in seconds; infinite if there is none.
    #[getter]
    fn next_time(&self, py: Python<'_>) -> PyResult<f64> {
        self.0.call(py, |lists| lists.sweep.next_time())
    }

    /// Number of swaps so far.
    #[getter]
    fn swaps(&self, py: Python<'_>) -> PyResult<u64> {
        self.0.call(py, |lists| lists.sweep.swaps())
    }

    /// Whether two boxes overlap at present.
    ///
    /// Parameters
    /// ----------
    /// a, b : int
    ///     Ids of the boxes.
    ///
    /// Returns
    /// -------
    /// bool
    ///     False if a box is absent.
    fn overlap(&self, py: Python<'_>, a: u32, b: u32) -> PyResult<bool> {
        self.0.call(py, |lists| lists.sweep.overlap(a, b))
    }

    fn __contains__(&self, py: Python<'_>, id: u32) -> PyResult<bool> {
        self.0.call(py, |lists| lists.sweep.contains(id))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.0.call(py, |lists| lists.sweep.len())
    }
}
