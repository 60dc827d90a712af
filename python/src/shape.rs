//! Shapes.

use crate::arrays::{floats, pose, vector, vectors};
use crate::errors::{invalid, value_error};
use kinesweep::ValueError;
use kinesweep::scene::ShapeKind;
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// A shape in the axes of its body.
///
/// Made by ``ball``, ``cuboid``, ``capsule``, ``ellipsoid``, ``cylinder``, ``cone``,
/// ``rounded_cuboid``, ``half_space``, ``convex``, ``mesh``, ``ring`` and ``compound``. Immutable; bodies share shapes at no cost. Lengths are in metres, and sizes are
/// from 1e-15 to 1e15.
///
/// Notes
/// -----
/// All shapes are closed sets: shapes that touch are in contact.
///
/// Examples
/// --------
/// >>> ks.Shape.ball(0.5)
/// Shape(ball)
/// >>> ks.Shape.ball(0.5) == ks.Shape.ball(0.5)
/// True
/// >>> hammer = ks.Shape.compound([
/// ...     ((0, 0, 0), None, ks.Shape.capsule(0.2, 0.02)),
/// ...     ((0, 0.2, 0), None, ks.Shape.cuboid((0.1, 0.03, 0.03))),
/// ... ])
/// >>> hammer.kind, round(hammer.bounding_radius, 6)
/// ('compound', 0.308628)
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
    /// A ball.
    ///
    /// Parameters
    /// ----------
    /// radius : float
    ///     In metres.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The radius is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.ball(0.5).radius
    /// 0.5
    #[staticmethod]
    pub(crate) fn ball(py: Python<'_>, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::ball(radius))
    }

    /// A cuboid with its centre at the origin and its edges along the axes.
    ///
    /// Parameters
    /// ----------
    /// half_extents : array of shape (3,)
    ///     Half of its length along each axis, in metres.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A half extent is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.cuboid((3, 4, 12)).bounding_radius
    /// 13.0
    #[staticmethod]
    fn cuboid(py: Python<'_>, half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::cuboid(vector("half_extents", half_extents)?))
    }

    /// A capsule about the y axis.
    ///
    /// Parameters
    /// ----------
    /// half_height : float
    ///     The segment reaches from ``-half_height`` to ``half_height``, in metres.
    /// radius : float
    ///     Radius about the segment, in metres.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A length is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.capsule(2.0, 0.5).bounding_radius
    /// 2.5
    #[staticmethod]
    fn capsule(py: Python<'_>, half_height: f64, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::capsule(half_height, radius))
    }

    /// An ellipsoid with its centre at the origin; a spheroid if two of its half axes are equal.
    ///
    /// Parameters
    /// ----------
    /// half_axes : array of shape (3,)
    ///     Half of its length along each axis, in metres. The longest is at most 1000 times the
    ///     shortest.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A half axis is out of range, or too long for the shortest.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.ellipsoid((0.4, 0.1, 0.4)).bounding_radius
    /// 0.4
    #[staticmethod]
    fn ellipsoid(py: Python<'_>, half_axes: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::ellipsoid(vector("half_axes", half_axes)?))
    }

    /// A cylinder about the y axis, with flat ends and its centre at the origin.
    ///
    /// Parameters
    /// ----------
    /// half_height : float
    ///     Half of its height, in metres.
    /// radius : float
    ///     In metres. The longer of the two is at most 1000 times the shorter.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A length is out of range, or too long for the other.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.cylinder(4.0, 3.0).bounding_radius
    /// 5.0
    #[staticmethod]
    fn cylinder(py: Python<'_>, half_height: f64, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::cylinder(half_height, radius))
    }

    /// A cone about the y axis: its apex is at ``half_height``, its base at ``-half_height``.
    ///
    /// Parameters
    /// ----------
    /// half_height : float
    ///     Half of its height, in metres.
    /// radius : float
    ///     Radius of the base, in metres. The longer of the two is at most 1000 times the shorter.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A length is out of range, or too long for the other.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.cone(4.0, 3.0).bounding_radius
    /// 5.0
    #[staticmethod]
    fn cone(py: Python<'_>, half_height: f64, radius: f64) -> PyResult<Self> {
        checked(py, kinesweep::Shape::cone(half_height, radius))
    }

    /// A cuboid with round edges: all points within ``radius`` of a cuboid.
    ///
    /// Parameters
    /// ----------
    /// half_extents : array of shape (3,)
    ///     Half of the length of the cuboid along each axis, without the radius, in metres.
    /// radius : float
    ///     Radius of the rounding, in metres.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A length is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.rounded_cuboid((3, 4, 12), 0.5).bounding_radius
    /// 13.5
    #[staticmethod]
    fn rounded_cuboid(py: Python<'_>, half_extents: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        checked(
            py,
            kinesweep::Shape::rounded_cuboid(vector("half_extents", half_extents)?, radius),
        )
    }

    /// All points below the plane through the origin.
    ///
    /// Parameters
    /// ----------
    /// normal : array of shape (3,)
    ///     Outward normal, of any length above 0.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The normal is zero or not finite.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.half_space((0, 1, 0)).bounding_radius
    /// inf
    #[staticmethod]
    fn half_space(py: Python<'_>, normal: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::half_space(vector("normal", normal)?))
    }

    /// The convex hull of points.
    ///
    /// Parameters
    /// ----------
    /// points : array of shape (n, 3)
    ///     At least four points that do not lie in one plane, in metres.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     There are fewer points, they lie in one plane up to rounding, or one is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.convex([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    /// Shape(convex)
    #[staticmethod]
    fn convex(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(py, kinesweep::Shape::convex(vectors("points", points)?))
    }

    /// A surface of triangles.
    ///
    /// Parameters
    /// ----------
    /// vertices : array of shape (n, 3)
    ///     In metres.
    /// triangles : array of int, shape (m, 3)
    ///     Indices of the vertices of each triangle.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     There is no triangle, one has no area up to rounding, an index has no vertex, or a
    ///     coordinate is out of range.
    ///
    /// Notes
    /// -----
    /// A mesh is a surface: a body wholly inside does not touch it.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    /// Shape(mesh)
    #[staticmethod]
    #[pyo3(name = "mesh")]
    fn of_mesh(py: Python<'_>, vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let corners = self::triangles(triangles)?;
        checked(py, kinesweep::Shape::mesh(vectors("vertices", vertices)?, corners))
    }

    /// The mesh of a ring (torus) about the z axis, of ``2 * segments * sides`` triangles.
    ///
    /// Parameters
    /// ----------
    /// major : float
    ///     Radius of the circle in the middle of the tube, in metres.
    /// minor : float
    ///     Radius of the tube, below ``major``, in metres.
    /// segments : int
    ///     Pieces of the tube, 3 to 1024.
    /// sides : int
    ///     Sides of each piece, 3 to 1024.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A number is out of range, or the tube is so thin that its triangles have no area.
    ///
    /// Examples
    /// --------
    /// >>> ks.Shape.ring(2.0, 0.5, 8, 4)
    /// Shape(mesh)
    #[staticmethod]
    fn ring(py: Python<'_>, major: f64, minor: f64, segments: u32, sides: u32) -> PyResult<Self> {
        checked(py, kinesweep::Shape::ring(major, minor, segments, sides))
    }

    /// Several shapes as one.
    ///
    /// Parameters
    /// ----------
    /// parts : sequence of tuple (position, orientation, shape)
    ///     Position of shape (3,) in metres; orientation as a unit quaternion (w, x, y, z), or
    ///     ``None`` for no rotation; and a ``Shape``.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     There is no part, a part is a half-space or a compound, or a pose is out of range.
    ///
    /// Examples
    /// --------
    /// >>> ball = ks.Shape.ball(0.5)
    /// >>> dumbbell = ks.Shape.compound([((-1, 0, 0), None, ball), ((1, 0, 0), None, ball)])
    /// >>> dumbbell.bounding_radius
    /// 1.5
    #[staticmethod]
    fn compound(py: Python<'_>, parts: Vec<(Bound<'_, PyAny>, Option<Bound<'_, PyAny>>, Self)>) -> PyResult<Self> {
        let parts: PyResult<Vec<_>> = parts
            .iter()
            .map(|(position, orientation, shape)| Ok((pose(position, orientation.as_ref())?, shape.0.clone())))
            .collect();
        checked(py, kinesweep::Shape::compound(parts?))
    }

    /// Name of the kind.
    ///
    /// One of ``"ball"``, ``"cuboid"``, ``"capsule"``, ``"ellipsoid"``, ``"cylinder"``, ``"cone"``,
    /// ``"rounded-cuboid"``, ``"half_space"``, ``"convex"``, ``"mesh"`` and ``"compound"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
    }

    /// Radius of a ball, capsule, cylinder, cone or rounded cuboid, in metres; ``None`` for other shapes.
    #[getter]
    fn radius(&self) -> Option<f64> {
        match self.0.kind() {
            ShapeKind::Ball { radius }
            | ShapeKind::Capsule { radius, .. }
            | ShapeKind::Cylinder { radius, .. }
            | ShapeKind::Cone { radius, .. }
            | ShapeKind::RoundedCuboid { radius, .. } => Some(*radius),
            _ => None,
        }
    }

    /// Radius of a ball about the origin that holds the shape, in metres.
    #[getter]
    fn bounding_radius(&self) -> f64 {
        self.0.bounding_radius()
    }

    fn __repr__(&self) -> String {
        format!("Shape({})", self.0.kind().name())
    }
}
