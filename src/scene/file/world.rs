//! The `[world]` table.

use super::error::SceneError;
use super::reader::{Field, Table};
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, ValueError};
use crate::scene::{Dimensions, ResponseMode, Scene, Settings, Zeno};
use crate::shown::Shown;
use nalgebra::Vector3;

const KEYS: [&str; 10] = [
    "dimensions",
    "gravity",
    "restitution",
    "friction",
    "rolling_friction",
    "spinning_friction",
    "response",
    "domain",
    "horizon",
    "zeno",
];

/// The domain in a file: its size may depend on the populations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DomainChoice {
    /// No domain.
    Missing,
    /// A box or a periodic domain without a size.
    WithoutSize {
        /// Whether it is periodic.
        periodic: bool,
    },
    /// A complete domain.
    Given(Domain),
}

/// The content of the table.
#[derive(Clone, Debug)]
pub(super) struct World {
    /// The settings, with an open domain until it is chosen.
    pub(super) settings: Settings,
    pub(super) horizon: f64,
    pub(super) domain: DomainChoice,
}

/// Reads the table, if there is one.
pub(super) fn read(field: Option<&Field>) -> Result<World, SceneError> {
    let mut world = World {
        settings: Settings::default(),
        horizon: Scene::default().horizon,
        domain: DomainChoice::Missing,
    };
    let Some(field) = field else { return Ok(world) };
    let table = field.table(&KEYS)?;
    let settings = &mut world.settings;
    if let Some(dimensions) = table.read("dimensions", dimensions)? {
        settings.dimensions = dimensions;
    }
    if let Some(gravity) = table.read("gravity", Field::vector)? {
        settings.gravity = gravity;
    }
    if let Some(restitution) = table.read("restitution", Field::number)? {
        settings.restitution = restitution;
    }
    if let Some(friction) = table.read("friction", Field::number)? {
        settings.friction = friction;
    }
    if let Some(friction) = table.read("rolling_friction", Field::number)? {
        settings.rolling_friction = friction;
    }
    if let Some(friction) = table.read("spinning_friction", Field::number)? {
        settings.spinning_friction = friction;
    }
    let modes = [
        ("collide", ResponseMode::Collide),
        ("pass-through", ResponseMode::PassThrough),
    ];
    if let Some(response) = table.read("response", |field| field.one_of(&modes))? {
        settings.response = response;
    }
    if let Some(zeno) = table.read("zeno", zeno)? {
        settings.zeno = zeno;
    }
    let dimensions = settings.dimensions;
    if let Some(domain) = table.read("domain", |field| domain(field, dimensions))? {
        world.domain = domain;
    }
    if let DomainChoice::Given(domain) = world.domain {
        settings.domain = domain;
    }
    if let Some(horizon) = table.read("horizon", Field::number)? {
        if !(horizon > 0.0 && horizon <= MAX_MAGNITUDE) {
            let allowed = format!(
                "must be a number of seconds greater than 0, at most {}",
                MAX_MAGNITUDE.shown()
            );
            return Err(field.refuse_within(ValueError::new("horizon", horizon, allowed)));
        }
        world.horizon = horizon;
    }
    settings.check().map_err(|error| field.refuse_within(error))?;
    Ok(world)
}

fn dimensions(field: &Field) -> Result<Dimensions, SceneError> {
    let known = Dimensions::of_number(field.whole(0..=u64::MAX)?);
    known.ok_or_else(|| field.refuse("must be 2 or 3"))
}

fn zeno(field: &Field) -> Result<Zeno, SceneError> {
    type Reader = fn(&Table) -> Result<Zeno, SceneError>;
    let kinds: [(&str, Reader); 3] = [("stick", stick), ("elastic", elastic), ("error", error)];
    let table = field.open_table()?;
    table.need("kind", "\"stick\", \"elastic\" or \"error\"")?.one_of(&kinds)?(&table)
}

fn stick(table: &Table) -> Result<Zeno, SceneError> {
    table.allow_only(&["kind", "speed"])?;
    let speed = table.read("speed", Field::number)?;
    Ok(speed.map_or_else(Zeno::default, |speed| Zeno::Stick { speed }))
}

fn elastic(table: &Table) -> Result<Zeno, SceneError> {
    table.allow_only(&["kind", "within"])?;
    let within = table.need("within", "a number of seconds greater than 0")?.number()?;
    Ok(Zeno::Elastic { within })
}

fn error(table: &Table) -> Result<Zeno, SceneError> {
    table.allow_only(&["kind"])?;
    Ok(Zeno::Error)
}

fn domain(field: &Field, dimensions: Dimensions) -> Result<DomainChoice, SceneError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Open,
        Box,
        Periodic,
    }
    let kinds = [("open", Kind::Open), ("box", Kind::Box), ("periodic", Kind::Periodic)];
    let table = field.open_table()?;
    let kind = table.read("kind", |field| field.one_of(&kinds))?.unwrap_or(Kind::Box);
    if kind == Kind::Open {
        table.allow_only(&["kind"])?;
        return Ok(DomainChoice::Given(Domain::Open));
    }
    table.allow_only(&["kind", "min", "max"])?;
    match corners(&table)? {
        None => Ok(DomainChoice::WithoutSize {
            periodic: kind == Kind::Periodic,
        }),
        Some([min, max]) => {
            let domain = match kind {
                Kind::Periodic => Domain::Periodic { min, max },
                _ => Domain::Box { min, max },
            };
            let domain = dimensions.domain(domain);
            // The constructor's field names begin at the settings.
            domain.check().map_err(|mut error| {
                error.field = error.field.trim_start_matches("domain.").to_owned();
                field.refuse_within(error)
            })?;
            Ok(DomainChoice::Given(domain))
        }
    }
}

fn corners(table: &Table) -> Result<Option<[Vector3<f64>; 2]>, SceneError> {
    match (table.get("min"), table.get("max")) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(table.missing("max", "three numbers, as min is given")),
        (None, Some(_)) => Err(table.missing("min", "three numbers, as max is given")),
        (Some(min), Some(max)) => Ok(Some([min.vector()?, max.vector()?])),
    }
}
