//! Changes of motion at the branch of an ensemble: what differs between its what-ifs.

use crate::error::refuse;
use crate::reader::{Table, not_negative, number, text, vector};
use kinesweep::world::WorldError;
use kinesweep::{BodyId, MotionChange, ValueError, World};
use serde_json::Value;

/// A change of one body's motion at the branch or later.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    body: String,
    /// The branch, if none.
    time: Option<f64>,
    change: MotionChange,
}

impl Change {
    const KEYS: [&str; 7] = [
        "body",
        "time",
        "position",
        "velocity",
        "acceleration",
        "angular_velocity",
        "growth",
    ];

    pub(crate) fn read(path: &str, value: &Value) -> Result<Self, ValueError> {
        let table = Table::of(path, value, &Self::KEYS)?;
        let body = table.need("body", "the name of a body")?;
        Ok(Self {
            body: text(&table.path_of("body"), body)?.to_owned(),
            time: table.read("time", not_negative)?,
            change: MotionChange {
                position: table.read("position", vector)?,
                velocity: table.read("velocity", vector)?,
                acceleration: table.read("acceleration", vector)?,
                angular_velocity: table.read("angular_velocity", vector)?,
                growth: table.read("growth", number)?,
                ..MotionChange::default()
            },
        })
    }

    /// The changes of a tree.
    pub(crate) fn read_all(value: &Value) -> Result<Vec<Self>, ValueError> {
        let items = value.as_array();
        let items = items.ok_or_else(|| refuse("changes", value, "must be a list of tables"))?;
        let read = |(at, item)| Self::read(&format!("changes[{at}]"), item);
        items.iter().enumerate().map(read).collect()
    }

    /// Makes it in a world with bodies of these names.
    pub(crate) fn make(&self, world: &mut World, names: &[String]) -> Result<(), WorldError> {
        let place = names.iter().position(|name| *name == self.body);
        let id: Option<BodyId> = place.and_then(|place| world.bodies().nth(place));
        let Some(id) = id else {
            let allowed = "must be the name of a body of the scene";
            return Err(ValueError::new("changes.body", self.body.as_str(), allowed).into());
        };
        match self.time.filter(|time| *time > world.time()) {
            Some(time) => world.schedule_motion(id, time, self.change).map(|_| ()),
            None => world.set_motion(id, &self.change),
        }
    }
}
