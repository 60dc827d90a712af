//! Reducers of events: what is kept of the events of a run, which are too many to keep.

use crate::error::refuse;
use crate::reader::text;
use kinesweep::{Event, EventKind, ValueError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is kept of the events of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reducer {
    /// `events.collisions`, `events.contacts_begun`, `events.contacts_ended`: numbers of events.
    Counts,
    /// `events.first_collision`: its time, in seconds; none without one.
    FirstCollision,
    /// `events.mean_closing_speed`, `events.greatest_closing_speed`: over all collisions, in metres
    /// per second; none without one.
    ClosingSpeeds,
}

impl Reducer {
    const NAMES: [(&str, Self); 3] = [
        ("counts", Self::Counts),
        ("first_collision", Self::FirstCollision),
        ("closing_speeds", Self::ClosingSpeeds),
    ];

    pub(crate) fn read(path: &str, value: &Value) -> Result<Self, ValueError> {
        let name = text(path, value)?;
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        let names = Self::NAMES.map(|(name, _)| name).join(", ");
        found
            .map(|(_, reducer)| *reducer)
            .ok_or_else(|| refuse(path, value, format!("must be one of {names}")))
    }
}

/// Sums over the events so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventSums {
    collisions: u64,
    contacts_begun: u64,
    contacts_ended: u64,
    first_collision: Option<f64>,
    closing_speeds: f64,
    greatest_closing_speed: f64,
}

impl EventSums {
    pub(crate) fn add(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Collision(collision) => {
                self.collisions += 1;
                self.first_collision.get_or_insert(event.time);
                self.closing_speeds += collision.closing_speed;
                self.greatest_closing_speed = self.greatest_closing_speed.max(collision.closing_speed);
            }
            EventKind::ContactBegin(_) => self.contacts_begun += 1,
            EventKind::ContactEnd { .. } => self.contacts_ended += 1,
            _ => {}
        }
    }

    /// The named numbers of a reducer.
    pub(crate) fn values(&self, reducer: Reducer) -> Vec<(&'static str, Option<f64>)> {
        let any = self.collisions > 0;
        match reducer {
            Reducer::Counts => vec![
                ("events.collisions", Some(self.collisions as f64)),
                ("events.contacts_begun", Some(self.contacts_begun as f64)),
                ("events.contacts_ended", Some(self.contacts_ended as f64)),
            ],
            Reducer::FirstCollision => vec![("events.first_collision", self.first_collision)],
            Reducer::ClosingSpeeds => vec![
                (
                    "events.mean_closing_speed",
                    any.then(|| self.closing_speeds / self.collisions as f64),
                ),
                ("events.greatest_closing_speed", any.then_some(self.greatest_closing_speed)),
            ],
        }
    }
}

/// The names of all numbers of events, without their group, in order.
pub(crate) const EVENT_NAMES: [&str; 6] = [
    "collisions",
    "contacts_begun",
    "contacts_ended",
    "first_collision",
    "mean_closing_speed",
    "greatest_closing_speed",
];
