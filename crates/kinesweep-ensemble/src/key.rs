//! Keys of a sweep: paths into the tree of a scene, such as `populations[0].packing`.

use kinesweep::ValueError;
use serde_json::{Map, Value};

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// A path into a tree: `populations[0].packing` and `populations.0.packing` are the same.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyPath {
    text: String,
    steps: Vec<Step>,
}

impl KeyPath {
    /// Reads a path. `field` is its name in errors.
    pub(crate) fn parse(text: &str) -> Result<Self, ValueError> {
        let refuse = || {
            ValueError::new(
                "sweep",
                text,
                "must be a path of keys and numbers, as in populations[0].packing",
            )
        };
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (name, items) = part.split_once('[').map_or((part, ""), |(name, rest)| (name, rest));
            match name.parse() {
                Ok(item) => steps.push(Step::Item(item)),
                Err(_) if !name.is_empty() => steps.push(Step::Key(name.to_owned())),
                Err(_) => return Err(refuse()),
            }
            if part.contains('[') {
                for item in items.split('[') {
                    let item = item.strip_suffix(']').and_then(|item| item.parse().ok());
                    steps.push(Step::Item(item.ok_or_else(refuse)?));
                }
            }
        }
        Ok(Self {
            text: text.to_owned(),
            steps,
        })
    }

    /// The text that it was read from.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The only key, if the path has no more.
    pub(crate) fn only(&self) -> Option<&str> {
        match self.steps.as_slice() {
            [Step::Key(key)] => Some(key),
            _ => None,
        }
    }

    /// The path without its first step, if that is a key of this name.
    pub(crate) fn within(&self, first: &str) -> Option<Self> {
        match self.steps.split_first() {
            Some((Step::Key(key), rest)) if key == first => Some(Self {
                text: self.text.clone(),
                steps: rest.to_vec(),
            }),
            _ => None,
        }
    }

    /// Sets the value at the path. Tables on the way are made where they are missing.
    pub(crate) fn set(&self, tree: &mut Value, value: Value) -> Result<(), ValueError> {
        let refuse = |reason: &str| ValueError::new("sweep", self.text.as_str(), reason);
        let mut place = tree;
        for step in &self.steps {
            place = match step {
                Step::Key(key) => {
                    if place.is_null() {
                        *place = Value::Object(Map::new());
                    }
                    let table = place.as_object_mut();
                    let table = table.ok_or_else(|| refuse("must lead through tables: what comes before a key is none"))?;
                    table.entry(key.as_str()).or_insert(Value::Null)
                }
                Step::Item(item) => {
                    let items = place.as_array_mut();
                    let items = items.ok_or_else(|| refuse("must have numbers for items of arrays alone"))?;
                    let count = items.len();
                    items
                        .get_mut(*item)
                        .ok_or_else(|| refuse(&format!("has an item {item} where there are {count}")))?
                }
            };
        }
        *place = value;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_forms_of_a_path_lead_to_the_same_place() {
        for path in ["populations[1].speed[0]", "populations.1.speed.0", "populations.1.speed[0]"] {
            let mut tree = json!({ "populations": [{}, { "speed": [1, 2] }] });
            KeyPath::parse(path).unwrap().set(&mut tree, json!(0.5)).unwrap();
            assert_eq!(tree, json!({ "populations": [{}, { "speed": [0.5, 2] }] }));
        }
        let mut nested = json!({ "a": [[1, 2], [3, 4]] });
        KeyPath::parse("a[1][0]").unwrap().set(&mut nested, json!("x")).unwrap();
        assert_eq!(nested, json!({ "a": [[1, 2], ["x", 4]] }));
    }

    #[test]
    fn missing_tables_are_made_and_wrong_places_refused() {
        let mut tree = json!({ "bodies": [1] });
        KeyPath::parse("world.domain.kind")
            .unwrap()
            .set(&mut tree, json!("open"))
            .unwrap();
        assert_eq!(tree["world"], json!({ "domain": { "kind": "open" } }));
        for (path, reason) in [
            ("bodies[1]", "has an item 1 where there are 1"),
            ("bodies.name", "must lead through tables"),
            ("world[0]", "items of arrays alone"),
        ] {
            let error = KeyPath::parse(path).unwrap().set(&mut tree, json!(1)).unwrap_err();
            assert!(
                error.to_string().contains(reason) && error.to_string().contains(path),
                "{error}"
            );
        }
        for bad in ["", "a..b", "a[b]", "a[1", ".a"] {
            assert!(KeyPath::parse(bad).is_err(), "{bad}");
        }
    }
}
