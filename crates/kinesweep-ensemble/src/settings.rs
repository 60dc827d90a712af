//! What each run of a plan does, but for its scene.

use crate::error::refuse;
use crate::reader::{Table, each, not_negative, positive, text, truth, whole};
use crate::reducer::Reducer;
use kinesweep::{Method, ValueError, World};
use serde_json::Value;
use std::sync::LazyLock;

/// Most blocks of a run.
const MAX_BLOCKS: u64 = 1000;

/// Blocks of a run, where none are given.
const BLOCKS: usize = 8;

/// What each run does, but for its scene and changes. A sweep may set the command's keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunSettings {
    pub(crate) until: Option<f64>,
    pub(crate) method: Method,
    /// The names of the statistics; none if there are none.
    pub(crate) statistics: Vec<&'static str>,
    pub(crate) statistics_from: f64,
    pub(crate) blocks: usize,
    /// The rates of the comparison.
    pub(crate) rates: Option<Vec<f64>>,
    pub(crate) reducers: Vec<Reducer>,
    pub(crate) states: bool,
    pub(crate) branch_at: Option<f64>,
}

impl RunSettings {
    pub(crate) fn read(table: &Table) -> Result<Self, ValueError> {
        let mut settings = Self {
            until: table.read("until", positive)?,
            method: Method::default(),
            statistics: table.read("statistics", statistics)?.unwrap_or_default(),
            statistics_from: table.read("statistics_from", not_negative)?.unwrap_or(0.0),
            blocks: table.read("blocks", blocks)?.unwrap_or(BLOCKS),
            rates: table.read("compare", compare)?,
            reducers: table
                .read("events", |path, value| each(path, value, Reducer::read))?
                .unwrap_or_default(),
            states: table.read("states", truth)?.unwrap_or(false),
            branch_at: table.read("branch_at", not_negative)?,
        };
        if let Some(method) = table.get("method") {
            settings.set_method(&table.path_of("method"), method)?;
        }
        Ok(settings)
    }

    pub(crate) fn set_method(&mut self, path: &str, value: &Value) -> Result<(), ValueError> {
        const METHODS: [Method; 3] = [Method::Auto, Method::Lists, Method::Leases];
        let name = text(path, value)?;
        let found = METHODS.into_iter().find(|method| method.name() == name);
        let known = METHODS.map(Method::name).join(", ");
        self.method = found.ok_or_else(|| refuse(path, value, format!("must be one of {known}")))?;
        Ok(())
    }
}

/// The names of all statistics, in order: those of an empty world.
pub(crate) static STATISTICS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let empty = World::builder().build().expect("an empty world needs nothing");
    empty.statistics().entries().into_iter().map(|(name, ..)| name).collect()
});

fn statistics(path: &str, value: &Value) -> Result<Vec<&'static str>, ValueError> {
    if let Some(all) = value.as_bool() {
        return Ok(if all { STATISTICS.clone() } else { Vec::new() });
    }
    each(path, value, |path, value| {
        let name = text(path, value)?;
        let found = STATISTICS.iter().find(|known| **known == name).copied();
        found.ok_or_else(|| refuse(path, value, format!("must be one of {}", STATISTICS.join(", "))))
    })
}

fn blocks(path: &str, value: &Value) -> Result<usize, ValueError> {
    let blocks = whole(path, value)?;
    match (2..=MAX_BLOCKS).contains(&blocks) {
        true => Ok(blocks as usize),
        false => Err(refuse(path, value, format!("must be from 2 to {MAX_BLOCKS}"))),
    }
}

fn compare(path: &str, value: &Value) -> Result<Vec<f64>, ValueError> {
    let table = Table::of(path, value, &["rates"])?;
    let given = table.need("rates", "a list of frames per second")?;
    rates(&table.path_of("rates"), given)
}

/// Rates: a number or a list of them.
pub(crate) fn rates(path: &str, value: &Value) -> Result<Vec<f64>, ValueError> {
    match value.is_number() {
        true => Ok(vec![positive(path, value)?]),
        false => each(path, value, positive),
    }
}
