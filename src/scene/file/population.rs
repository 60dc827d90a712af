//! The `[[populations]]` tables.

use super::body::{SHARED_KEYS, read_shared};
use super::error::SceneError;
use super::reader::{Field, Table};
use super::shape;
use crate::scene::population::MAX_COUNT;
use crate::scene::{Body, Dimensions, Population, PopulationKind, Speed, Start};

const KEYS: [&str; 9] = [
    "kind",
    "count",
    "packing",
    "speed",
    "maxwell",
    "zero_momentum",
    "start",
    "shape",
    "seed",
];

/// Reads a population of at most `left` bodies: the rest of the maximum for a scene.
pub(super) fn read(field: &Field, left: usize, dimensions: Dimensions) -> Result<Population, SceneError> {
    let table = field.table(&[&KEYS[..], &SHARED_KEYS[..]].concat())?;
    let kind = table.need("kind", "\"gas\"")?.one_of(&[("gas", PopulationKind::Gas)])?;
    let count_field = table.need("count", "a whole number of bodies")?;
    let count = count_field.whole(1..=MAX_COUNT as u64)?;
    if count > left as u64 {
        let allowed = format!("must be at most {left}: all populations together have at most {MAX_COUNT} bodies");
        return Err(count_field.refuse(allowed));
    }
    let mut template = Body::new(shape::read(&table.need("shape", "a shape")?)?);
    read_shared(&table, &mut template)?;
    let default = Population::gas(count as usize, template);
    let population = Population {
        kind,
        dimensions,
        packing: table.read("packing", Field::number)?,
        speed: speed(&table)?.unwrap_or(default.speed),
        zero_momentum: table.read("zero_momentum", Field::boolean)?.unwrap_or(default.zero_momentum),
        start: table
            .read("start", |start| start.one_of(&Start::NAMES))?
            .unwrap_or(default.start),
        seed: table.read("seed", |seed| seed.whole(0..=u64::MAX))?.unwrap_or(default.seed),
        ..default
    };
    population.check().map_err(|error| field.refuse_within(error))?;
    Ok(population)
}

fn speed(table: &Table) -> Result<Option<Speed>, SceneError> {
    let range = table.read("speed", |field| {
        let [least, most] = field.exactly("two numbers, the least and the greatest speed in radii a second")?;
        Ok(Speed::Range([least.number()?, most.number()?]))
    })?;
    let maxwell = table.read("maxwell", |field| {
        if range.is_some() {
            return Err(field.refuse("must be left out where speed is given: it is one or the other"));
        }
        Ok(Speed::Maxwell(field.number()?))
    })?;
    Ok(range.or(maxwell))
}
