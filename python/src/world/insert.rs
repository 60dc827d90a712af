//! Insertion of bodies, one or many.

use super::World;
use crate::arrays::{Column, id_array};
use crate::errors::{value_error, world_error};
use crate::properties::{BodyColumns, Properties};
use crate::shape::Shape;
use kinesweep::{Body, BodyId};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

#[pymethods]
impl World {
    /// Inserts one body.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     Its shape.
    /// **properties : Unpack[BodyProperties]
    ///     See ``kinesweep.properties.BodyProperties``. Default: 1 kg, at rest at the origin.
    ///
    /// Returns
    /// -------
    /// int
    ///     Its id. The first bodies of a world have the ids 0, 1, 2, ...
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A value is out of range, or not allowed in the domain or without a touch test.
    /// OverlapError
    ///     It overlaps a body that it would collide with, or a wall. Touching is allowed.
    /// TypeError
    ///     A keyword is unknown, or a value has the wrong type.
    ///
    /// Notes
    /// -----
    /// O(n); many bodies are inserted much faster at once, by ``add``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.insert(ks.Shape.ball(0.5), velocity=(1, 0, 0), mass=2.0, name="marble")
    /// 0
    /// >>> world.energy, world.name(0)
    /// (1.0, 'marble')
    #[pyo3(signature = (shape, **properties))]
    fn insert(&self, py: Python<'_>, shape: &Shape, properties: Option<Bound<'_, PyDict>>) -> PyResult<u64> {
        let mut properties = Properties::of(py, properties);
        let columns = BodyColumns::read(&mut properties)?;
        properties.finish("insert", Some(1))?;
        let body = columns.body(py, 0, shape.0.clone())?;
        Ok(self.insert_all(py, &[body])?[0].to_bits())
    }

    /// Inserts bodies of one shape, all or none.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     The shape of all.
    /// **properties : Unpack[BodyProperties]
    ///     See ``kinesweep.properties.BodyProperties``. Each is one value for all bodies, or an
    ///     array with a row for each of n; without arrays one body is inserted.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     Numbers of rows differ, or as ``insert``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Notes
    /// -----
    /// O((n + m) log(n + m)) for m bodies in addition to n.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> cube = ks.Shape.cuboid((1, 1, 1))
    /// >>> world.add(cube, position=[[0, 0, 0], [5, 0, 0]], velocity=(0, 1, 0))
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (shape, **properties))]
    fn add<'py>(
        &self,
        py: Python<'py>,
        shape: &Shape,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut properties = Properties::of(py, properties);
        let columns = BodyColumns::read(&mut properties)?;
        let count = properties.finish("add", None)?;
        let bodies: PyResult<Vec<Body>> = (0..count).map(|row| columns.body(py, row, shape.0.clone())).collect();
        Ok(id_array(py, self.insert_all(py, &bodies?)?))
    }

    /// Inserts balls, all or none.
    ///
    /// Parameters
    /// ----------
    /// radius : float or array of shape (n,)
    ///     In metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls([0.5, 1.0], position=[[0, 0, 0], [5, 0, 0]])
    /// >>> world.radii
    /// array([0.5, 1. ])
    #[pyo3(signature = (radius, **properties))]
    fn add_balls<'py>(
        &self,
        py: Python<'py>,
        radius: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let radius = Column::<1>::read("radius", radius)?;
        let of_row = |row| kinesweep::Shape::ball(radius.get(row)[0]);
        self.add_sized(py, "add_balls", properties, &[("radius", radius.len())], |row| {
            (radius.get(row).map(f64::to_bits).to_vec(), of_row(row))
        })
    }

    /// Inserts cuboids, all or none.
    ///
    /// Parameters
    /// ----------
    /// half_extents : array of shape (3,) or (n, 3)
    ///     Half of the length along each axis, in metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.add_cuboids([[1, 1, 1], [2, 1, 1]], position=[[0, 0, 0], [5, 0, 0]])
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (half_extents, **properties))]
    fn add_cuboids<'py>(
        &self,
        py: Python<'py>,
        half_extents: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let halves = Column::<3>::read("half_extents", half_extents)?;
        self.add_sized(py, "add_cuboids", properties, &[("half_extents", halves.len())], |row| {
            let half = halves.get(row);
            (half.map(f64::to_bits).to_vec(), kinesweep::Shape::cuboid((*half).into()))
        })
    }

    /// Inserts capsules about their y axes, all or none.
    ///
    /// Parameters
    /// ----------
    /// half_height : float or array of shape (n,)
    ///     The segments reach from ``-half_height`` to ``half_height``, in metres.
    /// radius : float or array of shape (n,)
    ///     In metres.
    /// **properties : Unpack[BodyProperties]
    ///     As in ``add``.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Their ids, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     As ``add``.
    /// OverlapError
    ///     As ``insert``.
    /// TypeError
    ///     As ``insert``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.add_capsules([1.0, 2.0], 0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// array([0, 1], dtype=uint64)
    #[pyo3(signature = (half_height, radius, **properties))]
    fn add_capsules<'py>(
        &self,
        py: Python<'py>,
        half_height: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        properties: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let heights = Column::<1>::read("half_height", half_height)?;
        let radii = Column::<1>::read("radius", radius)?;
        let lengths = [("half_height", heights.len()), ("radius", radii.len())];
        self.add_sized(py, "add_capsules", properties, &lengths, |row| {
            let (height, radius) = (heights.get(row)[0], radii.get(row)[0]);
            let key = vec![height.to_bits(), radius.to_bits()];
            (key, kinesweep::Shape::capsule(height, radius))
        })
    }
}

impl World {
    fn insert_all(&self, py: Python<'_>, bodies: &[Body]) -> PyResult<Vec<BodyId>> {
        for body in bodies {
            self.check_kind(py, body.tag)?;
        }
        let inserted = self.call_detached(py, |world| world.insert_all(bodies))?;
        let ids = inserted.map_err(|error| world_error(py, &error))?;
        if let Some(failure) = self.hooks.failure.take() {
            return Err(failure);
        }
        for (id, body) in ids.iter().zip(bodies) {
            self.record_kind(*id, body.tag);
        }
        Ok(ids)
    }

    /// Inserts bodies of one shape in different sizes. Equal sizes share a shape.
    fn add_sized<'py>(
        &self,
        py: Python<'py>,
        function: &str,
        properties: Option<Bound<'py, PyDict>>,
        lengths: &[(&'static str, Option<usize>)],
        shape: impl Fn(usize) -> (Vec<u64>, Result<kinesweep::Shape, kinesweep::ValueError>),
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut properties = Properties::of(py, properties);
        for (name, length) in lengths {
            if let Some(length) = length {
                properties.add_length(name, *length);
            }
        }
        let columns = BodyColumns::read(&mut properties)?;
        let count = properties.finish(function, None)?;
        let mut shapes: HashMap<Vec<u64>, kinesweep::Shape> = HashMap::new();
        let mut bodies = Vec::with_capacity(count);
        for row in 0..count {
            let (key, shape) = shape(row);
            let shape = match shapes.get(&key) {
                Some(shape) => shape.clone(),
                None => {
                    let shape = shape.map_err(|error| value_error(py, &error))?;
                    shapes.insert(key, shape.clone());
                    shape
                }
            };
            bodies.push(columns.body(py, row, shape)?);
        }
        Ok(id_array(py, self.insert_all(py, &bodies)?))
    }
}
