//! Reading the tree: a field has a key path and a line, and every error names them.

use super::error::{Place, SceneError};
use super::node::{Entry, Node, Value};
use crate::limits::ValueError;
use crate::scene::PlacementError;
use nalgebra::Vector3;
use std::ops::RangeInclusive;
use std::path::Path;

/// The file of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// Its name, as in messages.
    pub(super) name: &'a str,
    /// The folder for relative file names in it.
    pub(super) folder: &'a Path,
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    source: Source<'a>,
    path: String,
    line: Option<u32>,
    value: &'a Value,
}

/// A table with allowed keys only.
#[derive(Clone, Debug)]
pub(super) struct Table<'a> {
    field: Field<'a>,
    entries: &'a [Entry],
}

impl<'a> Field<'a> {
    /// The whole file.
    pub(super) fn root(source: Source<'a>, node: &'a Node) -> Self {
        Self {
            source,
            path: String::new(),
            line: node.line,
            value: &node.value,
        }
    }

    /// The file of the field.
    pub(super) fn source(&self) -> Source<'a> {
        self.source
    }

    fn place(&self, line: Option<u32>) -> Place {
        Place {
            file: self.source.name.to_owned(),
            line,
        }
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// An error for the value. `allowed` describes the allowed values.
    pub(super) fn refuse(&self, allowed: impl Into<String>) -> SceneError {
        let path = if self.path.is_empty() {
            "(the whole file)"
        } else {
            &self.path
        };
        SceneError::Value {
            at: self.place(self.line),
            error: Box::new(ValueError::new(path, self.value.shown(), allowed)),
        }
    }

    /// An error for the value, caused by an object that it names, such as a mesh file.
    pub(super) fn refuse_for(&self, reason: &ValueError) -> SceneError {
        self.refuse(reason.to_string())
    }

    /// An error for a part of the value. The field in `error` is a path from here.
    pub(super) fn refuse_within(&self, mut error: ValueError) -> SceneError {
        let line = self.line_of(&error.field);
        error.field = self.path_of(&error.field);
        SceneError::Value {
            at: self.place(line),
            error: Box::new(error),
        }
    }

    /// An error for a population that cannot be placed.
    pub(super) fn refuse_placement(&self, error: PlacementError) -> SceneError {
        match error {
            PlacementError::Value(error) => self.refuse_within(error),
            error => SceneError::Placement {
                at: self.place(self.line),
                key: self.path.clone(),
                error: Box::new(error),
            },
        }
    }

    /// The line of the deepest existing value on a path from here, such as `changes[0].time`.
    fn line_of(&self, path: &str) -> Option<u32> {
        let (mut value, mut line) = (self.value, self.line);
        for step in path.split(['.', '[', ']']).filter(|step| !step.is_empty()) {
            let inner = match value {
                Value::Table(entries) => entries.iter().find(|entry| entry.key == step).map(|entry| &entry.node),
                Value::Array(items) => step.parse().ok().and_then(|index: usize| items.get(index)),
                _ => None,
            };
            let Some(inner) = inner else { break };
            (value, line) = (&inner.value, inner.line);
        }
        line
    }

    fn wrong_type(&self, expected: &str) -> SceneError {
        self.refuse(format!("must be {expected}, not {}", self.value.type_name()))
    }

    /// A finite number, whole or not.
    pub(super) fn number(&self) -> Result<f64, SceneError> {
        match self.value {
            Value::Integer(value) => Ok(*value as f64),
            Value::Float(value) if value.is_finite() => Ok(*value),
            Value::Float(_) => Err(self.refuse("must be a finite number")),
            Value::Other(_) => Err(self.refuse("must be a number")),
            _ => Err(self.wrong_type("a number")),
        }
    }

    /// A whole number in a range.
    pub(super) fn whole(&self, range: RangeInclusive<u64>) -> Result<u64, SceneError> {
        let allowed = || format!("must be a whole number from {} to {}", range.start(), range.end());
        match self.value {
            Value::Integer(value) => u64::try_from(*value)
                .ok()
                .filter(|value| range.contains(value))
                .ok_or_else(|| self.refuse(allowed())),
            _ => Err(self.refuse(allowed())),
        }
    }

    /// The value, if it is an integer.
    pub(super) fn integer(&self) -> Option<i128> {
        match self.value {
            Value::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self) -> Result<bool, SceneError> {
        match self.value {
            Value::Bool(value) => Ok(*value),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A string.
    pub(super) fn text(&self) -> Result<&'a str, SceneError> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a string")),
        }
    }

    /// One of several strings.
    pub(super) fn one_of<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, SceneError> {
        let found = match self.value {
            Value::Text(text) => choices.iter().find(|(name, _)| name == text),
            _ => None,
        };
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
            self.refuse(format!("must be one of {}", names.join(", ")))
        })
    }

    /// The items of an array.
    pub(super) fn items(&self) -> Result<Vec<Self>, SceneError> {
        let Value::Array(items) = self.value else {
            return Err(self.wrong_type("an array"));
        };
        let fields = items.iter().enumerate().map(|(index, node)| Self {
            source: self.source,
            path: format!("{}[{index}]", self.path),
            line: node.line,
            value: &node.value,
        });
        Ok(fields.collect())
    }

    /// Exactly `N` items.
    pub(super) fn exactly<const N: usize>(&self, expected: &str) -> Result<[Self; N], SceneError> {
        match self.value {
            Value::Array(_) => self
                .items()?
                .try_into()
                .map_err(|_| self.refuse(format!("must be an array of {expected}"))),
            _ => Err(self.wrong_type(&format!("an array of {expected}"))),
        }
    }

    /// Three finite numbers.
    pub(super) fn vector(&self) -> Result<Vector3<f64>, SceneError> {
        let [x, y, z] = self.exactly("three numbers")?;
        Ok(Vector3::new(x.number()?, y.number()?, z.number()?))
    }

    /// A table with no other keys than these.
    pub(super) fn table(&self, allowed: &[&str]) -> Result<Table<'a>, SceneError> {
        let table = self.open_table()?;
        table.allow_only(allowed)?;
        Ok(table)
    }

    /// A table with keys that depend on its `kind`, a string. [`Table::allow_only`] must check the
    /// keys later.
    pub(super) fn open_table(&self) -> Result<Table<'a>, SceneError> {
        match self.value {
            Value::Table(entries) => Ok(Table {
                field: self.clone(),
                entries,
            }),
            _ => Err(self.wrong_type("a table")),
        }
    }
}

impl<'a> Table<'a> {
    /// The table as a field.
    pub(super) fn field(&self) -> &Field<'a> {
        &self.field
    }

    /// Refuses the first key that is not in the list.
    pub(super) fn allow_only(&self, allowed: &[&str]) -> Result<(), SceneError> {
        match self.entries.iter().find(|entry| !allowed.contains(&entry.key.as_str())) {
            None => Ok(()),
            Some(entry) => Err(SceneError::UnknownKey {
                at: self.field.place(entry.line),
                key: self.field.path_of(&entry.key),
                value: entry.node.value.shown(),
                allowed: allowed.join(", "),
            }),
        }
    }

    /// The value of a key, if it is given.
    pub(super) fn get(&self, key: &str) -> Option<Field<'a>> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some(Field {
            source: self.field.source,
            path: self.field.path_of(key),
            line: entry.node.line,
            value: &entry.node.value,
        })
    }

    /// The value of a required key.
    pub(super) fn need(&self, key: &str, allowed: &str) -> Result<Field<'a>, SceneError> {
        self.get(key).ok_or_else(|| self.missing(key, allowed))
    }

    /// An error for a missing required key.
    pub(super) fn missing(&self, key: &str, allowed: &str) -> SceneError {
        SceneError::MissingKey {
            at: self.field.place(self.field.line),
            key: self.field.path_of(key),
            allowed: allowed.to_owned(),
        }
    }

    /// The result of `read` for a key's value, if the key is given.
    pub(super) fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&Field<'a>) -> Result<T, SceneError>,
    ) -> Result<Option<T>, SceneError> {
        self.get(key).map(|field| read(&field)).transpose()
    }
}
