//! What is kept of a run.

use serde_json::{Map, Value, json};

/// What is kept of one run: numbers by name, such as `statistics.pressure`.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The identity of the run: its scene, seed and settings, and the version of the program, as 32
    /// digits.
    pub key: String,
    /// The values of the sweep.
    pub sweep: Map<String, Value>,
    /// What was added to the seeds of the scene.
    pub seed: u64,
    /// A sum over the text of the scene with its sweep and its seed, as 32 digits; empty where the plan
    /// has none for the run.
    pub scene: String,
    /// The version of the program.
    pub version: String,
    /// The number of bodies.
    pub bodies: usize,
    /// Processor time of the thread that did the run, in seconds. Of a run that went on from a snapshot,
    /// of the last part.
    pub cost: f64,
    /// The results.
    pub values: Vec<(String, f64)>,
    /// Standard errors of some of them from blocks within the run.
    pub block_errors: Vec<(String, f64)>,
    /// Position and velocity of each body at the end, on request.
    pub states: Option<Vec<[f64; 6]>>,
    /// Why it failed; it then has no results.
    pub failure: Option<String>,
}

impl Record {
    /// The record as a line of JSON, without its end.
    #[must_use]
    pub fn to_line(&self) -> String {
        let numbers = |numbers: &[(String, f64)]| -> Value {
            let entries = numbers.iter().map(|(name, number)| (name.clone(), json!(number)));
            Value::Object(entries.collect())
        };
        let mut line = json!({
            "key": self.key,
            "sweep": self.sweep,
            "seed": self.seed,
            "scene": self.scene,
            "version": self.version,
            "bodies": self.bodies,
            "cost": self.cost,
            "values": numbers(&self.values),
            "block_errors": numbers(&self.block_errors),
        });
        if let Some(states) = &self.states {
            line["states"] = json!(states);
        }
        if let Some(failure) = &self.failure {
            line["failure"] = json!(failure);
        }
        line.to_string()
    }

    /// Reads a line; none if it is not one of a record.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let numbers = |name: &str| -> Option<Vec<(String, f64)>> {
            let entries = value.get(name)?.as_object()?.iter();
            entries.map(|(name, number)| Some((name.clone(), number.as_f64()?))).collect()
        };
        let states = value.get("states").map(|states| serde_json::from_value(states.clone()));
        Some(Self {
            key: text("key")?,
            sweep: value.get("sweep")?.as_object()?.clone(),
            seed: value.get("seed")?.as_u64()?,
            scene: text("scene")?,
            version: text("version")?,
            bodies: value.get("bodies")?.as_u64()? as usize,
            cost: value.get("cost")?.as_f64()?,
            values: numbers("values")?,
            block_errors: numbers("block_errors")?,
            states: states.transpose().ok()?,
            failure: text("failure"),
        })
    }
}
