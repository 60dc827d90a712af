//! Frame-based broad phases on numpy arrays.

use crate::arrays::{matrix, numpy_module, whole_numbers};
use crate::errors::{exception, invalid, wrong_type};
use crate::held::Held;
use kinesweep::sap::{Aabb, ArraySap, BoxError, GridSap, Octree, Pair, Scalar, SegmentedSap, Store, SweepSap, Tracked};
use numpy::{Element, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Pairs that overlap, of shape (n, 2).
type Pairs<'py> = Bound<'py, PyArray2<u32>>;

/// A set of boxes of one scalar type and dimension.
trait BoxSet: Send {
    fn insert(&mut self, ids: &[u32], min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()>;
    fn update(&mut self, ids: &[u32], min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()>;
    fn remove(&mut self, py: Python<'_>, ids: &[u32]) -> PyResult<()>;
    /// The pairs that begin and end.
    fn commit(&mut self) -> (&[Pair], &[Pair]);
    fn pairs(&self) -> &[Pair];
    fn len(&self) -> usize;
}

fn box_error(py: Python<'_>, error: &BoxError) -> PyErr {
    match error {
        BoxError::Unknown { .. } => exception(py, "StaleIdError", error),
        _ => invalid(py, error),
    }
}

/// An argument as an array of shape (n, D) of the scalar type, converted if it is of another.
fn corners<'py, S: Element, const D: usize>(
    name: &str,
    value: &Bound<'py, PyAny>,
    rows: usize,
) -> PyResult<PyReadonlyArray2<'py, S>> {
    let py = value.py();
    let keywords = PyDict::new(py);
    keywords.set_item("dtype", numpy::dtype::<S>(py))?;
    let array = numpy_module(py)?
        .call_method("asarray", (value,), Some(&keywords))
        .map_err(|error| wrong_type(format_args!("{name}: must be an array of numbers: {error}")))?;
    let array = array
        .cast_into::<PyArray2<S>>()
        .map_err(|_| invalid(py, format_args!("{name}: must be an array of shape (n, {D})")))?;
    if array.shape() != [rows, D] {
        let [found, width] = [array.shape()[0], array.shape()[1]];
        let message = format!("{name}: must be of shape ({rows}, {D}), not ({found}, {width})");
        return Err(invalid(py, message));
    }
    Ok(array.readonly())
}

impl<S: Scalar + Element, const D: usize, T: Store<S, D> + Send> BoxSet for Tracked<S, D, T> {
    fn insert(&mut self, ids: &[u32], min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()> {
        for_each_box::<S, D>(ids, min, max, |id, aabb| Tracked::insert(self, id, aabb))
    }

    fn update(&mut self, ids: &[u32], min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()> {
        for_each_box::<S, D>(ids, min, max, |id, aabb| Tracked::update(self, id, aabb))
    }

    fn remove(&mut self, py: Python<'_>, ids: &[u32]) -> PyResult<()> {
        let mut ids = ids.iter();
        ids.try_for_each(|id| Tracked::remove(self, *id))
            .map_err(|error| box_error(py, &error))
    }

    fn commit(&mut self) -> (&[Pair], &[Pair]) {
        let changes = Tracked::commit(self);
        (&changes.begun, &changes.ended)
    }

    fn pairs(&self) -> &[Pair] {
        Tracked::pairs(self)
    }

    fn len(&self) -> usize {
        Tracked::len(self)
    }
}

/// Calls `use_box` for each id and its box.
fn for_each_box<S: Scalar + Element, const D: usize>(
    ids: &[u32],
    min: &Bound<'_, PyAny>,
    max: &Bound<'_, PyAny>,
    mut use_box: impl FnMut(u32, Aabb<S, D>) -> Result<(), BoxError>,
) -> PyResult<()> {
    let py = min.py();
    let (min, max) = (
        corners::<S, D>("min", min, ids.len())?,
        corners::<S, D>("max", max, ids.len())?,
    );
    let (min, max) = (min.as_array(), max.as_array());
    let mut each = |place: usize, low: [S; D], high: [S; D]| {
        use_box(ids[place], Aabb { min: low, max: high }).map_err(|error| box_error(py, &error))
    };
    match (min.as_slice(), max.as_slice()) {
        (Some(min), Some(max)) => {
            let rows = min.as_chunks::<D>().0.iter().zip(max.as_chunks::<D>().0);
            rows.enumerate().try_for_each(|(place, (low, high))| each(place, *low, *high))
        }
        _ => (0..ids.len()).try_for_each(|place| {
            let row = |array: &numpy::ndarray::ArrayView2<'_, S>| std::array::from_fn(|axis| array[[place, axis]]);
            each(place, row(&min), row(&max))
        }),
    }
}

/// An empty set of boxes with the given method.
fn empty<S, const D: usize>(method: &str) -> Option<Box<dyn BoxSet>>
where
    S: Scalar + Element,
{
    Some(match method {
        "grid" => Box::new(Tracked::<S, D, GridSap<S, D>>::new()),
        "sweep" => Box::new(Tracked::<S, D, SweepSap<S, D>>::new()),
        "arrays" => Box::new(Tracked::<S, D, ArraySap<S, D>>::new()),
        "segmented" => Box::new(Tracked::<S, D, SegmentedSap<S, D>>::new()),
        "octree" => Box::new(Tracked::<S, D, Octree<S, D>>::new()),
        _ => return None,
    })
}

/// Axis-aligned boxes that are inserted, moved and removed frame by frame.
///
/// Parameters
/// ----------
/// dtype : {"float32", "float64"}, optional
///     Type of the corners. Default: ``"float32"``.
/// dimension : {3, 2}, optional
///     Number of axes. Default: 3.
/// method : {"grid", "sweep", "arrays", "segmented", "octree"}, optional
///     Structure of the broad phase; all give the same pairs. Default: ``"grid"``.
///
/// Raises
/// ------
/// InvalidValueError
///     An argument is none of those.
///
/// Notes
/// -----
/// ``insert``, ``update`` and ``remove`` only record changes; ``commit`` finds the pairs. Pairs
/// that go on overlapping cost nothing. ``"segmented"`` is the structure of D. J. Tracy, S. R. Buss
/// and B. M. Woods, *Efficient large-scale sweep and prune methods with AABB insertion and
/// removal*, IEEE Virtual Reality (2009).
///
/// Examples
/// --------
/// >>> boxes = ks.sap.Boxes(dtype="float64")
/// >>> low = np.array([[0.0, 0, 0], [0.5, 0, 0], [9, 0, 0]])
/// >>> boxes.insert([0, 1, 2], low, low + 1)
/// >>> begun, ended = boxes.commit()
/// >>> begun
/// array([[0, 1]], dtype=uint32)
/// >>> boxes.update([1], low[2:], low[2:] + 1)
/// >>> begun, ended = boxes.commit()
/// >>> begun.tolist(), ended.tolist(), boxes.pairs.tolist()
/// ([[1, 2]], [[0, 1]], [[1, 2]])
#[pyclass(frozen, module = "kinesweep.sap")]
pub(crate) struct Boxes(Held<Box<dyn BoxSet>>);

/// Ids of boxes.
fn box_ids(value: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let ids = whole_numbers("ids", value)?;
    let narrow = |id: &u64| u32::try_from(*id).map_err(|_| invalid(value.py(), format_args!("ids: {id} has more than 32 bits")));
    ids.iter().map(narrow).collect()
}

fn pair_array<'py>(py: Python<'py>, pairs: &[Pair]) -> Pairs<'py> {
    matrix(py, pairs.iter().map(|(a, b)| [*a, *b]))
}

#[pymethods]
impl Boxes {
    #[new]
    #[pyo3(signature = (*, dtype = "float32", dimension = 3, method = "grid"))]
    fn new(py: Python<'_>, dtype: &str, dimension: usize, method: &str) -> PyResult<Self> {
        let boxes = match (dtype, dimension) {
            ("float32", 2) => empty::<f32, 2>(method),
            ("float32", 3) => empty::<f32, 3>(method),
            ("float64", 2) => empty::<f64, 2>(method),
            ("float64", 3) => empty::<f64, 3>(method),
            ("float32" | "float64", _) => {
                let message = format!("dimension = {dimension}: must be 2 or 3");
                return Err(invalid(py, message));
            }
            _ => {
                let message = format!("dtype = {dtype:?}: must be float32 or float64");
                return Err(invalid(py, message));
            }
        };
        let known = "grid, sweep, arrays, segmented, octree";
        let boxes = boxes.ok_or_else(|| invalid(py, format_args!("method = {method:?}: must be one of {known}")))?;
        Ok(Self(Held::new("set of boxes", boxes)))
    }

    /// Inserts boxes.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Below 2^24.
    /// min, max : array of shape (n, dimension)
    ///     Corners.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     An id is present or out of range, an array has a wrong shape, or a corner is NaN or
    ///     inverted. The boxes before the refused one are inserted.
    /// TypeError
    ///     The corners are not numbers.
    fn insert(&self, ids: &Bound<'_, PyAny>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = box_ids(ids)?;
        self.0.call(ids.py(), |boxes| boxes.insert(&numbers, min, max))?
    }

    /// Gives boxes new corners.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Boxes that are present.
    /// min, max : array of shape (n, dimension)
    ///     Corners.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     There is no such box. The boxes before it are updated.
    /// InvalidValueError
    ///     An array has a wrong shape, or a corner is NaN or inverted.
    /// TypeError
    ///     The corners are not numbers.
    fn update(&self, ids: &Bound<'_, PyAny>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = box_ids(ids)?;
        self.0.call(ids.py(), |boxes| boxes.update(&numbers, min, max))?
    }

    /// Removes boxes.
    ///
    /// Parameters
    /// ----------
    /// ids : array of int, shape (n,)
    ///     Boxes that are present.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     There is no such box. The boxes before it are removed.
    fn remove(&self, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = box_ids(ids)?;
        self.0.call(ids.py(), |boxes| boxes.remove(ids.py(), &numbers))?
    }

    /// Ends a frame and finds the pairs that have changed since the last one.
    ///
    /// Returns
    /// -------
    /// begun, ended : numpy.ndarray
    ///     Pairs of ids that have begun and ceased to overlap, uint32 of shape (n, 2).
    fn commit<'py>(&self, py: Python<'py>) -> PyResult<(Pairs<'py>, Pairs<'py>)> {
        self.0.call(py, |boxes| {
            let (begun, ended) = py.detach(|| boxes.commit());
            (pair_array(py, begun), pair_array(py, ended))
        })
    }

    /// All pairs that overlap as of the last ``commit``, uint32 of shape (n, 2).
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Pairs<'py>> {
        self.0.call(py, |boxes| pair_array(py, boxes.pairs()))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.0.call(py, |boxes| boxes.len())
    }
}
