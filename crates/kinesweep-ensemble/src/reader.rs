//! Reading the keys of a plan: every error names the key, its value, and what is allowed.

use crate::error::refuse;
use kinesweep::ValueError;
use nalgebra::Vector3;
use serde_json::{Map, Value};

/// A table of a plan, at a path.
pub(crate) struct Table<'a> {
    path: String,
    entries: &'a Map<String, Value>,
}

impl<'a> Table<'a> {
    /// The table of a value, with no other keys than these.
    pub(crate) fn of(path: &str, value: &'a Value, allowed: &[&str]) -> Result<Self, ValueError> {
        let entries = value.as_object();
        let entries = entries.ok_or_else(|| refuse(named(path), value, format!("must be a table of {}", allowed.join(", "))))?;
        let table = Self {
            path: path.to_owned(),
            entries,
        };
        match entries.iter().find(|(key, _)| !allowed.contains(&key.as_str())) {
            None => Ok(table),
            Some((key, value)) => {
                let allowed = format!("unknown key; allowed here: {}", allowed.join(", "));
                Err(refuse(table.path_of(key), value, allowed))
            }
        }
    }

    /// The path of a key.
    pub(crate) fn path_of(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.entries.get(key).filter(|value| !value.is_null())
    }

    /// The value of a required key.
    pub(crate) fn need(&self, key: &str, allowed: &str) -> Result<&'a Value, ValueError> {
        self.get(key)
            .ok_or_else(|| ValueError::new(self.path_of(key), "missing", format!("must be {allowed}")))
    }

    /// The result of `read` for a key, if it is given.
    pub(crate) fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str, &'a Value) -> Result<T, ValueError>,
    ) -> Result<Option<T>, ValueError> {
        self.get(key).map(|value| read(&self.path_of(key), value)).transpose()
    }
}

fn named(path: &str) -> &str {
    match path {
        "" => "(the whole plan)",
        path => path,
    }
}

pub(crate) fn truth(path: &str, value: &Value) -> Result<bool, ValueError> {
    value.as_bool().ok_or_else(|| refuse(path, value, "must be true or false"))
}

pub(crate) fn text<'a>(path: &str, value: &'a Value) -> Result<&'a str, ValueError> {
    value.as_str().ok_or_else(|| refuse(path, value, "must be a string"))
}

pub(crate) fn number(path: &str, value: &Value) -> Result<f64, ValueError> {
    value.as_f64().ok_or_else(|| refuse(path, value, "must be a number"))
}

pub(crate) fn positive(path: &str, value: &Value) -> Result<f64, ValueError> {
    let number = value.as_f64().filter(|number| *number > 0.0);
    number.ok_or_else(|| refuse(path, value, "must be a number above 0"))
}

pub(crate) fn not_negative(path: &str, value: &Value) -> Result<f64, ValueError> {
    let number = value.as_f64().filter(|number| *number >= 0.0);
    number.ok_or_else(|| refuse(path, value, "must be a number of at least 0"))
}

pub(crate) fn whole(path: &str, value: &Value) -> Result<u64, ValueError> {
    value
        .as_u64()
        .ok_or_else(|| refuse(path, value, "must be a whole number of at least 0"))
}

pub(crate) fn list<'a>(path: &str, value: &'a Value) -> Result<&'a [Value], ValueError> {
    let items = value.as_array().ok_or_else(|| refuse(path, value, "must be a list"))?;
    Ok(items)
}

/// A list that is not empty, each item read.
pub(crate) fn each<'a, T>(
    path: &str,
    value: &'a Value,
    read: impl Fn(&str, &'a Value) -> Result<T, ValueError>,
) -> Result<Vec<T>, ValueError> {
    let items = list(path, value)?;
    if items.is_empty() {
        return Err(refuse(path, value, "must not be empty"));
    }
    let item = |(at, item)| read(&format!("{path}[{at}]"), item);
    items.iter().enumerate().map(item).collect()
}

pub(crate) fn vector(path: &str, value: &Value) -> Result<Vector3<f64>, ValueError> {
    let numbers: Option<Vec<f64>> = value.as_array().and_then(|items| items.iter().map(Value::as_f64).collect());
    match numbers.as_deref() {
        Some(&[x, y, z]) => Ok(Vector3::new(x, y, z)),
        _ => Err(refuse(path, value, "must be a list of three numbers")),
    }
}
