//! Scene files: TOML, or JSON of the same shape.
//!
//! 1. [`from_toml`] and [`from_json`] build the same tree of values ([`node`]), with line numbers
//!    if the format gives them.
//! 2. [`reader`] walks the tree by key, refuses unknown keys, and adds file, line and key path to
//!    every error.
//! 3. [`world`], [`body`], [`shape`], [`mesh`] and [`population`] read the tables. Bounds are
//!    checked by the constructors; their errors get the place in the file.

mod body;
mod error;
mod from_json;
mod from_toml;
mod mesh;
mod node;
mod population;
mod reader;
mod rotation;
mod shape;
mod world;

pub use error::{Place, SceneError};

use super::population::{MAX_COUNT, Pack};
use super::{Population, Scene};
use crate::domain::{Domain, Wall};
use hashbrown::HashSet;
use node::Node;
use reader::{Field, Source, Table};
use std::path::Path;
use world::DomainChoice;

/// Reads a scene file: JSON if its name ends in `.json`, otherwise TOML. `pack` makes dense
/// populations.
pub(crate) fn read_file(path: &Path, pack: Pack) -> Result<Scene, SceneError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|source| SceneError::Read {
        file: name.clone(),
        source,
    })?;
    let is_json = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let parse = if is_json { from_json::parse } else { from_toml::parse };
    decode(&parse(&text, &name)?, &name, path, pack)
}

/// Reads a scene from TOML text; messages use `origin` as its file name.
pub(crate) fn read_toml(text: &str, origin: &str, pack: Pack) -> Result<Scene, SceneError> {
    decode(&from_toml::parse(text, origin)?, origin, Path::new(origin), pack)
}

/// Reads a scene from JSON text.
pub(crate) fn read_json(text: &str, origin: &str, pack: Pack) -> Result<Scene, SceneError> {
    decode(&from_json::parse(text, origin)?, origin, Path::new(origin), pack)
}

fn decode(root: &Node, name: &str, path: &Path, pack: Pack) -> Result<Scene, SceneError> {
    let source = Source {
        name,
        folder: path.parent().unwrap_or(Path::new("")),
    };
    let table = Field::root(source, root).table(&["title", "world", "bodies", "populations"])?;
    let title = table.read("title", |field| Ok(field.text()?.to_owned()))?.unwrap_or_default();
    let world = world::read(table.get("world").as_ref())?;
    let body_fields = table.read("bodies", Field::items)?.unwrap_or_default();
    let population_fields = table.read("populations", Field::items)?.unwrap_or_default();
    let mut scene = Scene {
        title,
        settings: world.settings,
        horizon: world.horizon,
        bodies: body_fields.iter().map(body::read).collect::<Result<_, _>>()?,
    };
    let mut populations: Vec<Population> = Vec::new();
    for field in &population_fields {
        let before: usize = populations.iter().map(|population| population.count).sum();
        populations.push(population::read(field, MAX_COUNT - before, scene.settings.dimensions)?);
    }
    if scene.bodies.is_empty() && populations.is_empty() {
        return Err(table.missing("bodies", "at least one body, unless there is a population"));
    }
    let filled = filled(world.domain, &populations, &population_fields, &table)?;
    if let (Some(filled), DomainChoice::Missing | DomainChoice::WithoutSize { .. }) = (filled, world.domain) {
        scene.settings.domain = filled;
    }
    check_dimensions(&scene, &body_fields)?;
    move_into_domain(&mut scene, &body_fields)?;
    if let Some(filled) = filled {
        for (number, (population, field)) in populations.iter().zip(&population_fields).enumerate() {
            let placed = population.place_with(pack, number, &filled, &scene.bodies);
            scene.bodies.extend(placed.map_err(|error| field.refuse_placement(error))?);
        }
    }
    name_all(&mut scene, &body_fields)?;
    Ok(scene)
}

/// The domain that the populations fill; none if there are none. In an open domain they fill a
/// cube, but do not stay in it.
fn filled(
    choice: DomainChoice,
    populations: &[Population],
    fields: &[Field],
    table: &Table,
) -> Result<Option<Domain>, SceneError> {
    if populations.is_empty() {
        return match (choice, table.get("world")) {
            (DomainChoice::WithoutSize { .. }, Some(world)) => {
                let domain = world.open_table()?.need("domain", "a domain")?.open_table()?;
                Err(domain.missing(
                    "min",
                    "three numbers, as is max, unless there is a population that sizes the domain",
                ))
            }
            _ => Ok(None),
        };
    }
    let domain = match choice {
        DomainChoice::Given(domain) if domain.corners().is_some() => domain,
        DomainChoice::WithoutSize { periodic: true } => periodic(cube(populations, fields)?),
        DomainChoice::Given(_) | DomainChoice::WithoutSize { periodic: false } | DomainChoice::Missing => {
            cube(populations, fields)?
        }
    };
    Ok(Some(domain))
}

/// Checks that the bodies are in the plane in a world of two dimensions.
fn check_dimensions(scene: &Scene, fields: &[Field]) -> Result<(), SceneError> {
    for (body, field) in scene.bodies.iter().zip(fields) {
        let checked = scene.settings.dimensions.check_body(body);
        checked.map_err(|error| field.refuse_within(error))?;
    }
    Ok(())
}

/// Checks that the bodies fit the domain, and moves those in a periodic one to their images inside.
fn move_into_domain(scene: &mut Scene, fields: &[Field]) -> Result<(), SceneError> {
    let domain = scene.settings.domain;
    for (body, field) in scene.bodies.iter_mut().zip(fields) {
        domain.check_shape(&body.shape).map_err(|error| field.refuse_within(error))?;
        body.position = domain.image(&body.position);
    }
    Ok(())
}

/// A periodic domain with the corners of a box.
fn periodic(domain: Domain) -> Domain {
    match domain {
        Domain::Box { min, max } => Domain::Periodic { min, max },
        other => other,
    }
}

/// The cube for the packing of the populations.
fn cube(populations: &[Population], fields: &[Field]) -> Result<Domain, SceneError> {
    for (population, field) in populations.iter().zip(fields) {
        if population.packing.is_none() {
            let allowed = "a volume fraction, for the domain has no min and max and is sized by it";
            return Err(field.open_table()?.missing("packing", allowed));
        }
    }
    Population::cube(populations).map_err(|error| fields[0].refuse_placement(error))
}

/// Names every body without a name, and refuses duplicate names.
fn name_all(scene: &mut Scene, fields: &[Field]) -> Result<(), SceneError> {
    let names: Vec<String> = (0..scene.bodies.len()).map(|index| scene.body_name(index)).collect();
    let mut taken: HashSet<&str> = names[fields.len()..].iter().map(String::as_str).collect();
    for (index, (name, field)) in names.iter().zip(fields).enumerate() {
        let refuse = |allowed: &str| {
            let named = field.open_table()?.get("name");
            Err(named.as_ref().unwrap_or(field).refuse(allowed))
        };
        if name.is_empty() {
            return refuse("must not be empty");
        }
        if Wall::ALL.iter().any(|wall| wall.to_string() == *name) {
            return refuse("must not be the name of a wall of the domain");
        }
        if !taken.insert(name) {
            let first = names.iter().position(|other| other == name).filter(|first| *first < index);
            return refuse(&match first {
                Some(first) => format!("must be unique: {name:?} is the name of bodies[{first}]"),
                None => format!("must be unique: {name:?} is the name of a body of a population"),
            });
        }
    }
    drop(taken);
    for (body, name) in scene.bodies.iter_mut().zip(names) {
        body.name = Some(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
