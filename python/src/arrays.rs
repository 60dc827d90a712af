//! Arguments read from numpy arrays, and results written as such.

use crate::errors::{invalid, wrong_type};
use kinesweep::BodyId;
use kinesweep::nalgebra::{Quaternion, UnitQuaternion, Vector3};
use numpy::{PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods, ndarray};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};

/// Greatest difference of the norm of a quaternion from 1: that of the library.
const MAX_NORM_ERROR: f64 = 1e-9;

/// The module numpy.
pub(crate) fn numpy_module(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?;
    Ok(module.bind(py))
}

/// The argument as an array of some numbers: an array or nested sequences of them.
fn numbers<'py>(name: &str, value: &Bound<'py, PyAny>, kinds: &str, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let array = numpy_module(value.py())?
        .call_method1("asarray", (value,))
        .map_err(|error| wrong_type(format_args!("{name}: must be an array of numbers: {error}")))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if kinds.contains(&kind) || is_empty {
        Ok(array)
    } else {
        Err(wrong_type(format_args!("{name}: must be {what}, not an array of {dtype}")))
    }
}

/// The argument as an array of floats; integers and booleans are converted.
pub(crate) fn floats<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    let array = numbers(name, value, "fiub", "real numbers")?;
    let keywords = PyDict::new(value.py());
    keywords.set_item("copy", false)?;
    let array = array.call_method("astype", ("f8",), Some(&keywords))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?.readonly())
}

/// The shape of an array, as numpy prints it.
fn shown(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// One row for all bodies, or one for each.
pub(crate) struct Column<const W: usize> {
    name: &'static str,
    rows: Vec<[f64; W]>,
    is_common: bool,
}

impl<const W: usize> Column<W> {
    /// Reads an array of shape `(W,)` or `(n, W)`; for `W` = 1, of shape `()` or `(n,)`.
    pub(crate) fn read(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = floats(name, value)?;
        let shape = array.shape();
        let (is_common, fits) = match (W, shape) {
            (1, []) => (true, true),
            (1, [_]) => (false, true),
            (_, [width]) => (true, *width == W),
            (_, [_, width]) => (false, *width == W),
            _ => (false, false),
        };
        if !fits {
            let allowed = match W {
                1 => "one number, or an array of shape (n,)".to_owned(),
                _ => format!("an array of shape ({W},) or (n, {W})"),
            };
            let message = format!("{name}: must be {allowed}, not of shape {}", shown(shape));
            return Err(invalid(value.py(), message));
        }
        let mut numbers = array.as_array().into_iter().copied().collect::<Vec<f64>>().into_iter();
        let rows = match is_common {
            true => 1,
            false => shape[0],
        };
        let rows = (0..rows)
            .map(|_| std::array::from_fn(|_| numbers.next().expect("the shape was checked")))
            .collect();
        Ok(Self { name, rows, is_common })
    }

    pub(crate) fn len(&self) -> Option<usize> {
        (!self.is_common).then_some(self.rows.len())
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn get(&self, row: usize) -> &[f64; W] {
        &self.rows[if self.is_common { 0 } else { row }]
    }
}

/// One row: an array of shape `(W,)`.
pub(crate) fn row<const W: usize>(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<[f64; W]> {
    let column = Column::<W>::read(name, value)?;
    match column.len() {
        None => Ok(*column.get(0)),
        Some(rows) if W == 1 => Err(invalid(
            value.py(),
            format_args!("{name}: must be one number, not an array of shape ({rows},)"),
        )),
        Some(rows) => {
            let message = format!("{name}: must be an array of shape ({W},), not of shape ({rows}, {W})");
            Err(invalid(value.py(), message))
        }
    }
}

/// One vector: an array of shape `(3,)`.
pub(crate) fn vector(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Vector3<f64>> {
    row(name, value).map(Vector3::from)
}

/// A rotation: a unit quaternion (w, x, y, z).
pub(crate) fn orientation(value: &Bound<'_, PyAny>) -> PyResult<UnitQuaternion<f64>> {
    let rotation = rotation(row("orientation", value)?);
    let norm = rotation.as_ref().norm();
    // In this form a NaN is refused as well.
    if (norm - 1.0).abs() <= MAX_NORM_ERROR {
        Ok(rotation)
    } else {
        let message = format!("orientation: must be a unit quaternion (w, x, y, z), not of norm {norm}");
        Err(invalid(value.py(), message))
    }
}

/// Vectors: an array of shape `(n, 3)`.
pub(crate) fn vectors(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Vector3<f64>>> {
    let column = Column::<3>::read(name, value)?;
    match column.len() {
        Some(_) => Ok(column.rows.iter().map(|row| Vector3::from(*row)).collect()),
        None => Err(invalid(
            value.py(),
            format_args!("{name}: must be an array of shape (n, 3), not of shape (3,)"),
        )),
    }
}

/// A rotation from its quaternion, (w, x, y, z).
pub(crate) fn rotation([w, x, y, z]: [f64; 4]) -> UnitQuaternion<f64> {
    UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z))
}

/// The quaternion of a rotation, (w, x, y, z).
pub(crate) fn quaternion(rotation: &UnitQuaternion<f64>) -> [f64; 4] {
    [rotation.w, rotation.i, rotation.j, rotation.k]
}

/// A pose from its two arguments; no rotation if none is given.
pub(crate) fn pose(
    position: &Bound<'_, PyAny>,
    orientation: Option<&Bound<'_, PyAny>>,
) -> PyResult<kinesweep::nalgebra::Isometry3<f64>> {
    let place = vector("position", position)?;
    let rotation = orientation.map_or(Ok(UnitQuaternion::identity()), self::orientation)?;
    Ok(kinesweep::nalgebra::Isometry3::from_parts(place.into(), rotation))
}

/// Whole numbers that are not negative: an array of shape `(n,)`.
pub(crate) fn whole_numbers(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let array = numbers(name, value, "iu", "whole numbers")?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape.len() != 1 {
        let message = format!("{name}: must be an array of shape (n,), not of shape {}", shown(&shape));
        return Err(invalid(value.py(), message));
    }
    let is_signed = array.getattr("dtype")?.getattr("kind")?.extract::<String>()? == "i";
    if is_signed && shape[0] > 0 {
        let least: i64 = array.call_method0("min")?.extract()?;
        if least < 0 {
            return Err(invalid(value.py(), format_args!("{name} = {least}: must not be negative")));
        }
    }
    let array = array.call_method1("astype", ("u8",))?.cast_into::<PyArray1<u64>>()?;
    Ok(array.readonly().as_array().to_vec())
}

/// Ids of bodies: an array of shape `(n,)`, or one id.
pub(crate) fn ids(value: &Bound<'_, PyAny>) -> PyResult<Vec<BodyId>> {
    if let Ok(one) = value.extract::<u64>() {
        return Ok(vec![BodyId::from_bits(one)]);
    }
    Ok(whole_numbers("ids", value)?.into_iter().map(BodyId::from_bits).collect())
}

/// Rows of equal width as an array of shape `(n, W)`, without a copy of collected rows.
pub(crate) fn matrix<const W: usize, T: numpy::Element>(
    py: Python<'_>,
    rows: impl ExactSizeIterator<Item = [T; W]>,
) -> Bound<'_, PyArray2<T>> {
    let rows: Vec<[T; W]> = rows.collect();
    let shape = (rows.len(), W);
    let matrix = ndarray::Array2::from_shape_vec(shape, rows.into_flattened()).expect("all rows have the same width");
    PyArray::from_owned_array(py, matrix)
}

/// Ids as an array of shape `(n,)`.
pub(crate) fn id_array(py: Python<'_>, ids: impl IntoIterator<Item = BodyId>) -> Bound<'_, PyArray1<u64>> {
    PyArray1::from_vec(py, ids.into_iter().map(BodyId::to_bits).collect())
}
