//! The `[[bodies]]` tables, and the keys that populations share with them.

use super::error::SceneError;
use super::reader::{Field, Table};
use super::rotation::rotation;
use super::shape;
use crate::limits::MAX_MAGNITUDE;
use crate::motion::MotionChange;
use crate::scene::{Body, BodyChange, BodyKind, Groups, Mass, ScheduledBodyChange, ScheduledChange, check_change};
use crate::shown::Shown;
use nalgebra::{Matrix3, UnitQuaternion};

/// Keys of bodies in addition to the [`SHARED_KEYS`] and `changes`.
const KEYS: [&str; 9] = [
    "name",
    "shape",
    "position",
    "orientation",
    "velocity",
    "acceleration",
    "angular_velocity",
    "growth",
    "kind",
];

/// Keys of both bodies and populations, except the shape.
pub(super) const SHARED_KEYS: [&str; 12] = [
    "mass",
    "density",
    "rotates",
    "inertia",
    "center_of_mass",
    "restitution",
    "friction",
    "rolling_friction",
    "spinning_friction",
    "sensor",
    "groups",
    "tag",
];

/// Reads a body; its name is that in the file, if any.
pub(super) fn read(field: &Field) -> Result<Body, SceneError> {
    let table = field.table(&[&KEYS[..], &SHARED_KEYS[..], &["changes"]].concat())?;
    let mut body = Body::new(shape::read(&table.need("shape", "a shape")?)?);
    body.name = table.read("name", |name| Ok(name.text()?.to_owned()))?;
    let vector = |key: &str| Ok(table.read(key, Field::vector)?.unwrap_or_default());
    body.position = vector("position")?;
    body.velocity = vector("velocity")?;
    body.acceleration = vector("acceleration")?;
    body.orientation = rotation(&table)?.unwrap_or_else(UnitQuaternion::identity);
    body.angular_velocity = vector("angular_velocity")?;
    body.growth = table.read("growth", Field::number)?.unwrap_or(0.0);
    let kinds = [("dynamic", BodyKind::Dynamic), ("fixed", BodyKind::Fixed)];
    body.kind = table.read("kind", |kind| kind.one_of(&kinds))?.unwrap_or_default();
    read_shared(&table, &mut body)?;
    for item in table.read("changes", Field::items)?.unwrap_or_default() {
        read_change(&item, &mut body)?;
    }
    body.check().map_err(|error| field.refuse_within(error))?;
    Ok(body)
}

/// Reads the [`SHARED_KEYS`] into a body.
pub(super) fn read_shared(table: &Table, body: &mut Body) -> Result<(), SceneError> {
    let mass = table.read("mass", Field::number)?;
    let density = table.read("density", |field| {
        if mass.is_some() {
            return Err(field.refuse("must be left out where a mass is given: it is one or the other"));
        }
        field.number()
    })?;
    if let Some(mass) = mass {
        *body = body.clone().mass(mass);
    }
    if let Some(density) = density {
        *body = body.clone().density(density);
    }
    body.rotates = table.read("rotates", Field::boolean)?.unwrap_or(false);
    body.inertia = table.read("inertia", inertia)?;
    body.centre_of_mass = table.read("center_of_mass", Field::vector)?;
    body.restitution = table.read("restitution", Field::number)?;
    body.friction = table.read("friction", Field::number)?;
    body.rolling_friction = table.read("rolling_friction", Field::number)?;
    body.spinning_friction = table.read("spinning_friction", Field::number)?;
    body.sensor = table.read("sensor", Field::boolean)?.unwrap_or(false);
    body.groups = table.read("groups", groups)?.unwrap_or_default();
    body.tag = table.read("tag", tag)?.unwrap_or_default();
    Ok(())
}

/// An inertia tensor: three principal moments, nine numbers by rows, or three rows of three.
fn inertia(field: &Field) -> Result<Matrix3<f64>, SceneError> {
    let refusal = || field.refuse("must be three principal moments, or the nine numbers of a tensor by rows");
    let items = field.items().map_err(|_| refusal())?;
    let nested = items.iter().all(|item| item.items().is_ok());
    match (items.len(), nested) {
        (3, false) => Ok(Matrix3::from_diagonal(&field.vector()?)),
        (3, true) => {
            let rows = items.iter().map(Field::vector).collect::<Result<Vec<_>, _>>()?;
            Ok(Matrix3::from_columns(&rows).transpose())
        }
        (9, false) => {
            let numbers = items.iter().map(Field::number).collect::<Result<Vec<_>, _>>()?;
            Ok(Matrix3::from_row_slice(&numbers))
        }
        _ => Err(refusal()),
    }
}

/// A tag: a number that is too large for an integer of the format is written as a string.
fn tag(field: &Field) -> Result<u128, SceneError> {
    let tag = match field.integer() {
        Some(tag) => u128::try_from(tag).ok(),
        // `parse` accepts a sign, too.
        None => field.text().ok().and_then(|digits| match digits.starts_with('+') {
            true => None,
            false => digits.parse().ok(),
        }),
    };
    let allowed = "must be a whole number from 0 to 2^128 - 1, or the same in decimal digits as a string";
    tag.ok_or_else(|| field.refuse(allowed))
}

fn groups(field: &Field) -> Result<Groups, SceneError> {
    let table = field.table(&["memberships", "filter"])?;
    let mask = |key: &str, default: u32| {
        let bits = table.read(key, |bits| bits.whole(0..=u64::from(u32::MAX)))?;
        Ok(bits.map_or(default, |bits| bits as u32))
    };
    let default = Groups::default();
    Ok(Groups {
        memberships: mask("memberships", default.memberships)?,
        filter: mask("filter", default.filter)?,
    })
}

/// Reads an entry of `changes`: of motion, of the body's constants, or both.
fn read_change(field: &Field, body: &mut Body) -> Result<(), SceneError> {
    let table = field.table(&[
        "time",
        "position",
        "orientation",
        "velocity",
        "acceleration",
        "angular_velocity",
        "growth",
        "mass",
        "inertia",
        "center_of_mass",
        "restitution",
        "friction",
        "rolling_friction",
        "spinning_friction",
        "sensor",
        "groups",
    ])?;
    let allowed = "a number of seconds from 0 on";
    let at = table.need("time", allowed)?;
    let time = at.number()?;
    if !(0.0..=MAX_MAGNITUDE).contains(&time) {
        return Err(at.refuse(format!("must be {allowed}, at most {}", MAX_MAGNITUDE.shown())));
    }
    let motion = MotionChange {
        position: table.read("position", Field::vector)?,
        orientation: rotation(&table)?,
        velocity: table.read("velocity", Field::vector)?,
        acceleration: table.read("acceleration", Field::vector)?,
        angular_velocity: table.read("angular_velocity", Field::vector)?,
        growth: table.read("growth", Field::number)?,
    };
    let change = BodyChange {
        groups: table.read("groups", groups)?,
        sensor: table.read("sensor", Field::boolean)?,
        restitution: table.read("restitution", Field::number)?,
        friction: table.read("friction", Field::number)?,
        rolling_friction: table.read("rolling_friction", Field::number)?,
        spinning_friction: table.read("spinning_friction", Field::number)?,
        mass: table.read("mass", Field::number)?.map(Mass::Total),
        shape: None,
        inertia: table.read("inertia", inertia)?,
        centre_of_mass: table.read("center_of_mass", Field::vector)?,
    };
    let (moves, becomes) = (motion != MotionChange::default(), change != BodyChange::default());
    if !moves && !becomes {
        return Err(field.refuse(
            "must change something: position, orientation, velocity, acceleration, angular_velocity, growth, mass, inertia, \
             center_of_mass, restitution, friction, rolling_friction, spinning_friction, sensor or groups",
        ));
    }
    // Checked here, with the names in the file: a body counts the two kinds separately.
    if moves {
        check_change(&motion, &body.shape).map_err(|error| field.refuse_within(error))?;
        body.changes.push(ScheduledChange { time, change: motion });
    }
    if becomes {
        change.check().map_err(|error| field.refuse_within(error))?;
        body.body_changes.push(ScheduledBodyChange { time, change });
    }
    Ok(())
}
