//! Keywords that describe bodies or changes of them: one value for all bodies, or an array with one
//! row for each.

use crate::arrays::{Column, floats, rotation};
use crate::bounds::Bounds;
use crate::errors::{invalid, value_error, wrong_type};
use kinesweep::nalgebra::{Matrix3, Vector3};
use kinesweep::scene::{BodyChange, BodyKind, Groups, Mass};
use kinesweep::{Body, Inertia, MotionChange};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The keyword arguments of a call, with those that were read.
pub(crate) struct Properties<'py> {
    py: Python<'py>,
    given: Option<Bound<'py, PyDict>>,
    known: Vec<&'static str>,
    /// The arguments with a row for each body.
    lengths: Vec<(&'static str, usize)>,
}

impl<'py> Properties<'py> {
    pub(crate) fn of(py: Python<'py>, given: Option<Bound<'py, PyDict>>) -> Self {
        Self {
            py,
            given,
            known: Vec::new(),
            lengths: Vec::new(),
        }
    }

    /// Records that an argument has one row for each body.
    pub(crate) fn add_length(&mut self, name: &'static str, length: usize) {
        self.lengths.push((name, length));
    }

    /// The value of a keyword, if it is given.
    pub(crate) fn value(&mut self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.push(name);
        let value = self.given.as_ref().map_or(Ok(None), |given| given.get_item(name))?;
        Ok(value.filter(|value| !value.is_none()))
    }

    pub(crate) fn column<const W: usize>(&mut self, name: &'static str) -> PyResult<Option<Column<W>>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        let column = Column::read(name, &value)?;
        if let Some(length) = column.len() {
            self.add_length(name, length);
        }
        Ok(Some(column))
    }

    /// The inertia of one body, with its centre of mass.
    pub(crate) fn rigid(&mut self) -> PyResult<Option<Inertia>> {
        let centre = self.column::<3>("center_of_mass")?.map(|column| vector(&column, 0));
        match (self.inertia()?, centre) {
            (Some(column), centre) => Inertia::from_tensor(&column.get(0), centre.unwrap_or_default())
                .map(Some)
                .map_err(|error| value_error(self.py, &error)),
            (None, Some(_)) => Err(invalid(self.py, "center_of_mass: must come with an inertia")),
            (None, None) => Ok(None),
        }
    }

    /// Principal moments, of shape `(3,)` or `(n, 3)`, or tensors by rows, of shape `(9,)` or
    /// `(n, 9)`.
    fn inertia(&mut self) -> PyResult<Option<InertiaColumn>> {
        const NAME: &str = "inertia";
        let Some(value) = self.value(NAME)? else { return Ok(None) };
        let width = floats(NAME, &value)?.shape().last().copied();
        let column = match width {
            Some(9) => InertiaColumn::Tensors(Column::read(NAME, &value)?),
            Some(3) => InertiaColumn::Moments(Column::read(NAME, &value)?),
            _ => {
                let allowed = "three principal moments or nine numbers of a tensor by rows, or such a row for each body";
                return Err(invalid(self.py, format_args!("{NAME}: must be {allowed}")));
            }
        };
        let length = match &column {
            InertiaColumn::Moments(column) => column.len(),
            InertiaColumn::Tensors(column) => column.len(),
        };
        if let Some(length) = length {
            self.add_length(NAME, length);
        }
        Ok(Some(column))
    }

    /// A string or whole number for all, or a sequence of them.
    fn list<T: for<'a> FromPyObject<'a, 'py>>(&mut self, name: &'static str, what: &str) -> PyResult<Option<List<T>>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        if let Ok(one) = value.extract::<T>() {
            return Ok(Some(List::Common(one)));
        }
        let refusal = || wrong_type(format_args!("{name}: must be {what}, or a sequence with one for each body"));
        if value.is_instance_of::<PyString>() {
            return Err(refusal());
        }
        let items: PyResult<Vec<T>> = value
            .try_iter()
            .map_err(|_| refusal())?
            .map(|item| item?.extract().map_err(|_| refusal()))
            .collect();
        let items = items?;
        self.add_length(name, items.len());
        Ok(Some(List::Each(items)))
    }

    /// Refuses unknown keywords and lengths that differ. Returns the number of bodies.
    ///
    /// `count` is the number that all must have, if that is known.
    pub(crate) fn finish(&self, function: &str, count: Option<usize>) -> PyResult<usize> {
        if let Some(given) = &self.given {
            for key in given.keys() {
                let key: String = key.extract()?;
                if !self.known.contains(&key.as_str()) {
                    let known = self.known.join(", ");
                    return Err(wrong_type(format_args!(
                        "{function}() has no keyword {key:?}; those are: {known}"
                    )));
                }
            }
        }
        let count = count.or_else(|| self.lengths.first().map(|(_, length)| *length)).unwrap_or(1);
        match self.lengths.iter().find(|(_, length)| *length != count) {
            Some((name, length)) => Err(invalid(
                self.py,
                format_args!("{name}: {length} rows, where {count} are expected"),
            )),
            None => Ok(count),
        }
    }
}

enum List<T> {
    Common(T),
    Each(Vec<T>),
}

impl<T> List<T> {
    fn get(&self, row: usize) -> &T {
        match self {
            Self::Common(value) => value,
            Self::Each(values) => &values[row],
        }
    }
}

/// Inertia of bodies.
enum InertiaColumn {
    Moments(Column<3>),
    Tensors(Column<9>),
}

impl InertiaColumn {
    fn get(&self, row: usize) -> Matrix3<f64> {
        match self {
            Self::Moments(column) => Matrix3::from_diagonal(&vector(column, row)),
            Self::Tensors(column) => Matrix3::from_row_slice(column.get(row)),
        }
    }
}

fn vector(column: &Column<3>, row: usize) -> Vector3<f64> {
    (*column.get(row)).into()
}

fn is_true(column: &Option<Column<1>>, row: usize) -> bool {
    column.as_ref().is_some_and(|column| column.get(row)[0] != 0.0)
}

/// A number of 32 bits, as of groups.
fn bits(py: Python<'_>, column: &Column<1>, row: usize) -> PyResult<u32> {
    let value = column.get(row)[0];
    if value >= 0.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0 {
        Ok(value as u32)
    } else {
        let name = column.name();
        Err(invalid(
            py,
            format_args!("{name} = {value}: must be a whole number of 32 bits"),
        ))
    }
}

/// The columns of motion: `position`, `orientation`, `velocity`, `acceleration`,
/// `angular_velocity`, `growth`.
pub(crate) struct MotionColumns {
    position: Option<Column<3>>,
    orientation: Option<Column<4>>,
    velocity: Option<Column<3>>,
    acceleration: Option<Column<3>>,
    angular_velocity: Option<Column<3>>,
    growth: Option<Column<1>>,
}

impl MotionColumns {
    pub(crate) fn read(properties: &mut Properties<'_>) -> PyResult<Self> {
        Ok(Self {
            position: properties.column("position")?,
            orientation: properties.column("orientation")?,
            velocity: properties.column("velocity")?,
            acceleration: properties.column("acceleration")?,
            angular_velocity: properties.column("angular_velocity")?,
            growth: properties.column("growth")?,
        })
    }

    /// The change of one body.
    pub(crate) fn change(&self, row: usize) -> MotionChange {
        let read = |column: &Option<Column<3>>| column.as_ref().map(|column| vector(column, row));
        MotionChange {
            position: read(&self.position),
            orientation: self.orientation.as_ref().map(|column| rotation(*column.get(row))),
            velocity: read(&self.velocity),
            acceleration: read(&self.acceleration),
            angular_velocity: read(&self.angular_velocity),
            growth: self.growth.as_ref().map(|column| column.get(row)[0]),
        }
    }
}

/// The columns of constants that may change: `mass`, `density`, `restitution`, `friction`,
/// `rolling_friction`, `spinning_friction`, `sensor`, `memberships`, `filter`, `inertia`, `center_of_mass`.
pub(crate) struct ConstantColumns {
    mass: Option<Column<1>>,
    density: Option<Column<1>>,
    restitution: Option<Column<1>>,
    friction: Option<Column<1>>,
    rolling_friction: Option<Column<1>>,
    spinning_friction: Option<Column<1>>,
    sensor: Option<Column<1>>,
    memberships: Option<Column<1>>,
    filter: Option<Column<1>>,
    inertia: Option<InertiaColumn>,
    center_of_mass: Option<Column<3>>,
}

impl ConstantColumns {
    pub(crate) fn read(properties: &mut Properties<'_>) -> PyResult<Self> {
        let columns = Self {
            mass: properties.column("mass")?,
            density: properties.column("density")?,
            restitution: properties.column("restitution")?,
            friction: properties.column("friction")?,
            rolling_friction: properties.column("rolling_friction")?,
            spinning_friction: properties.column("spinning_friction")?,
            sensor: properties.column("sensor")?,
            memberships: properties.column("memberships")?,
            filter: properties.column("filter")?,
            inertia: properties.inertia()?,
            center_of_mass: properties.column("center_of_mass")?,
        };
        if columns.mass.is_some() && columns.density.is_some() {
            return Err(invalid(properties.py, "mass and density: give one of them"));
        }
        Ok(columns)
    }

    fn mass(&self, row: usize) -> Option<Mass> {
        let total = self.mass.as_ref().map(|column| Mass::Total(column.get(row)[0]));
        total.or_else(|| self.density.as_ref().map(|column| Mass::Density(column.get(row)[0])))
    }

    fn inertia(&self, row: usize) -> Option<Matrix3<f64>> {
        self.inertia.as_ref().map(|column| column.get(row))
    }

    fn center_of_mass(&self, row: usize) -> Option<Vector3<f64>> {
        self.center_of_mass.as_ref().map(|column| vector(column, row))
    }

    /// The groups of one body; `present` where a number is not given.
    fn groups(&self, py: Python<'_>, row: usize, present: Groups) -> PyResult<Groups> {
        Ok(Groups {
            memberships: match &self.memberships {
                Some(column) => bits(py, column, row)?,
                None => present.memberships,
            },
            filter: match &self.filter {
                Some(column) => bits(py, column, row)?,
                None => present.filter,
            },
        })
    }

    /// The change of one body with the `present` groups.
    pub(crate) fn change(&self, py: Python<'_>, row: usize, present: Groups) -> PyResult<BodyChange> {
        let number = |column: &Option<Column<1>>| column.as_ref().map(|column| column.get(row)[0]);
        let mut change = BodyChange::new();
        change.mass = self.mass(row);
        change.restitution = number(&self.restitution);
        change.friction = number(&self.friction);
        change.rolling_friction = number(&self.rolling_friction);
        change.spinning_friction = number(&self.spinning_friction);
        (change.inertia, change.centre_of_mass) = (self.inertia(row), self.center_of_mass(row));
        change.sensor = self.sensor.as_ref().map(|column| column.get(row)[0] != 0.0);
        if self.memberships.is_some() || self.filter.is_some() {
            change.groups = Some(self.groups(py, row, present)?);
        }
        Ok(change)
    }
}

/// All columns of bodies to be inserted.
pub(crate) struct BodyColumns {
    motion: MotionColumns,
    constants: ConstantColumns,
    fixed: Option<Column<1>>,
    rotates: Option<Column<1>>,
    touch_only: Option<Column<1>>,
    own_law: Option<Column<1>>,
    name: Option<List<String>>,
    tag: Option<List<u128>>,
    bounds: Option<List<Bounds>>,
}

impl BodyColumns {
    pub(crate) fn read(properties: &mut Properties<'_>) -> PyResult<Self> {
        Ok(Self {
            motion: MotionColumns::read(properties)?,
            constants: ConstantColumns::read(properties)?,
            fixed: properties.column("fixed")?,
            rotates: properties.column("rotates")?,
            touch_only: properties.column("touch_only")?,
            own_law: properties.column("own_law")?,
            name: properties.list("name", "a string")?,
            tag: properties.list("tag", "a whole number of at most 128 bits")?,
            bounds: properties.list("bounds", "a Bounds")?,
        })
    }

    /// The body of one row.
    pub(crate) fn body(&self, py: Python<'_>, row: usize, shape: kinesweep::Shape) -> PyResult<Body> {
        let mut body = Body::new(shape);
        let motion = self.motion.change(row);
        body.position = motion.position.unwrap_or(body.position);
        body.orientation = motion.orientation.unwrap_or(body.orientation);
        body.velocity = motion.velocity.unwrap_or(body.velocity);
        body.acceleration = motion.acceleration.unwrap_or(body.acceleration);
        body.angular_velocity = motion.angular_velocity.unwrap_or(body.angular_velocity);
        body.growth = motion.growth.unwrap_or(body.growth);
        let number = |column: &Option<Column<1>>| column.as_ref().map(|column| column.get(row)[0]);
        body.mass = self.constants.mass(row).unwrap_or(body.mass);
        body.restitution = number(&self.constants.restitution);
        body.friction = number(&self.constants.friction);
        body.rolling_friction = number(&self.constants.rolling_friction);
        body.spinning_friction = number(&self.constants.spinning_friction);
        body.sensor = is_true(&self.constants.sensor, row);
        body.groups = self.constants.groups(py, row, Groups::default())?;
        if is_true(&self.fixed, row) {
            body.kind = BodyKind::Fixed;
        }
        body.rotates = is_true(&self.rotates, row);
        body.inertia = self.constants.inertia(row);
        body.centre_of_mass = self.constants.center_of_mass(row);
        body.lease = self.bounds.as_ref().map(|bounds| bounds.get(row).0);
        body.touch_only = body.lease.is_some() || is_true(&self.touch_only, row);
        body.own_law = is_true(&self.own_law, row);
        body.name = self.name.as_ref().map(|names| names.get(row).clone());
        body.tag = self.tag.as_ref().map_or(0, |tags| *tags.get(row));
        Ok(body)
    }
}
