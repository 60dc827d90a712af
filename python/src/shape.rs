//! Shapes.

use crate::arrays::{floats, pose, vector, vectors};
use crate::errors::{invalid, value_error};
use kinesweep::ValueError;
use kinesweep::scene::ShapeKind;
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// A shape about its own origin. Bodies share shapes at no cost.
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, PartialEq)]
pub(crate) struct Shape(pub(crate) kinesweep::Shape);

fn checked(py: Python<'_>, shape: Result<kinesweep::Shape, ValueError>) -> PyResult<Shape> {
    shape.map(Shape).map_err(|error| value_error(py, &error))
}

/// The three indices of each triangle.
fn triangles(value: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let array: PyReadonlyArrayDyn<'_, f64> = floats("triangles", value)?;
    if array.shape().len() != 2 || array.shape()[1] != 3 {
        return Err(invalid(value.py(), "triangles: must be an array of shape (n, 3)"));
    }
    let mut corners = Vec::new();
    for index in array.as_array() {
        if !(*index >= 0.0 && *index <= f64::from(u32::MAX) && index.fract() == 0.0) {
            return Err(invalid(value.py(), format_args!("triangles: {index} is not an index")));
        }
        corners.push(*index as u32);
    }
    Ok(corners.as_chunks::<3>().0.to_vec())
}

#[pymethods]
impl Shape {
    /// A ball of this radius, in metres.
    #[staticmethod]
    pub(crate) fn ball(py: Python<'_>, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::ball(radius))
    }

    /// A cuboid of these half extents.
    #[staticmethod]
    fn cuboid(py: Python<'_>, half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::cuboid(vector("half_extents", half_extents)?))
    }

    /// A capsule about the y axis: its segment reaches from ``-half_height`` to ``half_height``.
    #[staticmethod]
    fn capsule(py: Python<'_>, half_height: f64, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::capsule(half_height, radius))
    }

    /// All points below the plane through the origin with this outward normal.
    #[staticmethod]
    fn half_space(py: Python<'_>, normal: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::half_space(vector("normal", normal)?))
    }

    /// The convex hull of points, an array of shape (n, 3).
    #[staticmethod]
    fn convex(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::convex(vectors("points", points)?))
    }

    /// A surface of triangles: vertices of shape (n, 3), and the indices of each triangle's corners,
    /// of shape (m, 3).
    #[staticmethod]
    #[pyo3(name = "mesh")]
    fn of_mesh(py: Python<'_>, vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let corners = self::triangles(triangles)?;
        checked(py, kinesweep::Shape::mesh(vectors("vertices", vertices)?, corners))
    }

    /// The mesh of a ring about the z axis.
    #[staticmethod]
    fn ring(py: Python<'_>, major: f64, minor: f64, segments: u32, sides: u32) -> PyResult<Self> {
        checked(py, kinesweep::Shape::ring(major, minor, segments, sides))
    }

    /// Several shapes as one: a list of ``(position, orientation, shape)``, with ``None`` for no
    /// rotation.
    #[staticmethod]
    fn compound(py: Python<'_>, parts: Vec<(Bound<'_, PyAny>, Option<Bound<'_, PyAny>>, Self)>) -> PyResult<Self> {
        let parts: PyResult<Vec<_>> = parts
            .iter()
            .map(|(position, orientation, shape)| Ok((pose(position, orientation.as_ref())?, shape.0.clone())))
            .collect();
        checked(py, kinesweep::Shape::compound(parts?))
    }

    /// The name of its kind: ``"ball"``, ``"cuboid"``, ...
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
    }

    /// The radius of a ball or capsule; ``None`` for other shapes.
    #[getter]
    fn radius(&self) -> Option<f64> {
        match self.0.kind() {
            ShapeKind::Ball { radius } | ShapeKind::Capsule { radius, .. } => Some(*radius),
            _ => None,
        }
    }

    /// The radius of the ball about the origin that holds the shape, in metres.
    #[getter]
    fn bounding_radius(&self) -> f64 {
        self.0.bounding_radius()
    }

    fn __repr__(&self) -> String {
        format!("Shape({})", self.0.kind().name())
    }
}
