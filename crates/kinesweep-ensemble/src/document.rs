//! Scenes as trees of values, in which a sweep sets keys.

use crate::error::PlanError;
use kinesweep::scene::builtin;
use kinesweep::{Scene, ValueError};
use serde_json::{Map, Value};
use std::path::Path;

/// The seed of a population that has none of its own: that of scene files.
const DEFAULT_SEED: u64 = 1;

/// A scene as a tree, with where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) tree: Value,
    /// The name in messages; the folder of its files is that of this path.
    pub(crate) origin: String,
    /// The name in results.
    pub(crate) name: String,
}

impl Document {
    /// The scene of a plan of this name: a table, a file beside it, or a built-in scene.
    pub(crate) fn of_plan(scene: &Value, plan: &str) -> Result<Self, PlanError> {
        let folder = Path::new(plan).parent().unwrap_or(Path::new(""));
        match scene {
            Value::String(name) => Self::named(name, folder, plan),
            Value::Object(_) => {
                let name = scene.get("title").and_then(Value::as_str).unwrap_or("scene");
                Ok(Self {
                    tree: scene.clone(),
                    origin: folder.join("scene").display().to_string(),
                    name: name.to_owned(),
                })
            }
            other => {
                let allowed = "must be a scene file, a built-in scene, or a table";
                Err(PlanError::value(plan, crate::error::refuse("scene", other, allowed)))
            }
        }
    }

    /// A file goes before a built-in scene of its name.
    fn named(name: &str, folder: &Path, plan: &str) -> Result<Self, PlanError> {
        let path = folder.join(name);
        if !path.is_file() {
            if let Some(text) = builtin::text(name) {
                return Self::read(text, name.to_owned(), name, false);
            }
            if path.extension().is_none() {
                let known: Vec<&str> = builtin::NAMES.iter().map(|(name, _)| *name).collect();
                let allowed = format!("must be a scene file, or a built-in scene: {}", known.join(", "));
                return Err(PlanError::value(plan, ValueError::new("scene", name, allowed)));
            }
        }
        let text = std::fs::read_to_string(&path).map_err(|source| PlanError::Read {
            path: path.clone(),
            source,
        })?;
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        Self::read(&text, path.display().to_string(), name, is_json)
    }

    fn read(text: &str, origin: String, name: &str, is_json: bool) -> Result<Self, PlanError> {
        let tree = tree_of(text, &origin, is_json)?;
        let title = tree.get("title").and_then(Value::as_str).filter(|title| !title.is_empty());
        let name = title.unwrap_or(name).to_owned();
        Ok(Self { tree, origin, name })
    }

    /// The scene of the tree.
    pub(crate) fn scene(&self) -> Result<Scene, kinesweep::scene::SceneError> {
        Scene::from_json_str(&self.tree.to_string(), &self.origin)
    }

    /// Adds a number to the seed of each population.
    pub(crate) fn add_seed(&mut self, seed: u64) {
        let populations = self.tree.get_mut("populations").and_then(Value::as_array_mut);
        for population in populations.into_iter().flatten().filter_map(Value::as_object_mut) {
            let own = match population.get("seed") {
                Some(given) => given.as_u64(),
                None => Some(DEFAULT_SEED),
            };
            // A seed that is no whole number is refused when the scene is read.
            if let Some(own) = own {
                population.insert("seed".to_owned(), own.wrapping_add(seed).into());
            }
        }
    }

    /// The contents of the mesh files that it names; empty of those that cannot be read, which are
    /// errors of the runs.
    pub(crate) fn file_contents(&self) -> Vec<Vec<u8>> {
        let folder = Path::new(&self.origin).parent().unwrap_or(Path::new(""));
        let mut found = Vec::new();
        collect_files(&self.tree, &mut found);
        found
            .iter()
            .map(|file| std::fs::read(folder.join(file)).unwrap_or_default())
            .collect()
    }
}

/// The values of keys `file`, in order.
fn collect_files(tree: &Value, found: &mut Vec<String>) {
    match tree {
        Value::Object(table) => {
            for (key, value) in table {
                match value {
                    Value::String(file) if key == "file" => found.push(file.clone()),
                    other => collect_files(other, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_files(item, found)),
        _ => {}
    }
}

/// A text as a tree: TOML or JSON.
pub(crate) fn tree_of(text: &str, origin: &str, is_json: bool) -> Result<Value, PlanError> {
    let syntax = |format, message: String| PlanError::Syntax {
        origin: origin.to_owned(),
        format,
        message,
    };
    if is_json {
        let text = text.trim_start_matches('\u{feff}');
        return serde_json::from_str(text).map_err(|error| syntax("JSON", error.to_string()));
    }
    let table: toml::Table = toml::from_str(text).map_err(|error| syntax("TOML", error.to_string().trim_end().to_owned()))?;
    Ok(Value::Object(json_of_table(&table)))
}

fn json_of_table(table: &toml::Table) -> Map<String, Value> {
    table.iter().map(|(key, value)| (key.clone(), json_of(value))).collect()
}

/// A value of TOML as JSON; numbers that are not finite, which no scene allows, as their text.
fn json_of(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::from(text.as_str()),
        toml::Value::Integer(number) => Value::from(*number),
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(*number).map_or_else(|| number.to_string().into(), Value::Number)
        }
        toml::Value::Boolean(truth) => Value::from(*truth),
        toml::Value::Datetime(date) => Value::from(date.to_string()),
        toml::Value::Array(items) => items.iter().map(json_of).collect(),
        toml::Value::Table(table) => Value::Object(json_of_table(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_scenes_read_the_same_as_trees() {
        for (name, _) in builtin::NAMES {
            let document = Document::of_plan(&Value::from(*name), "plan.toml").unwrap();
            let (scene, direct) = (document.scene().unwrap(), Scene::builtin(name).unwrap());
            assert_eq!(format!("{:?}", scene.bodies), format!("{:?}", direct.bodies), "{name}");
            assert_eq!(format!("{:?}", scene.settings), format!("{:?}", direct.settings), "{name}");
        }
    }

    #[test]
    fn a_seed_is_added_to_those_of_all_populations() {
        let tree = serde_json::json!({ "populations": [{}, { "seed": 5 }, { "seed": u64::MAX }] });
        let mut document = Document {
            tree,
            origin: String::new(),
            name: String::new(),
        };
        document.add_seed(3);
        let seeds: Vec<u64> = (0..3)
            .map(|at| document.tree["populations"][at]["seed"].as_u64().unwrap())
            .collect();
        assert_eq!(seeds, [4, 8, 2]);
        let ball = kinesweep::Body::new(kinesweep::Shape::ball(1.0).unwrap());
        assert_eq!(kinesweep::scene::Population::gas(1, ball).seed, DEFAULT_SEED);
    }
}
