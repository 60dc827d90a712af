//! JSON to the common tree. Only syntax errors have a line number.

use super::error::{Place, SceneError};
use super::node::{Entry, Node, Value};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Parses JSON. A duplicate key in an object is an error, which `serde_json::Value` would ignore.
pub(super) fn parse(text: &str, file: &str) -> Result<Node, SceneError> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let tail = format!(" at line {} column {}", error.line(), error.column());
        SceneError::Syntax {
            at: Place {
                file: file.to_owned(),
                line: u32::try_from(error.line()).ok().filter(|line| *line > 0),
            },
            format: "JSON",
            message: message.strip_suffix(&tail).unwrap_or(&message).to_owned(),
        }
    })
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = deserializer.deserialize_any(TreeVisitor)?;
        Ok(Self { line: None, value })
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Other("null".to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut seen = std::collections::BTreeSet::new();
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("duplicate key {key:?}")));
            }
            let node = map.next_value()?;
            entries.push(Entry { key, line: None, node });
        }
        Ok(Value::Table(entries))
    }
}
