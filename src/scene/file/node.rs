//! The common tree of TOML and JSON: values with their line numbers.

use std::fmt;

/// A value and its line, from 1, if the format gives it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) line: Option<u32>,
    pub(super) value: Value,
}

/// A value. Keys of a table are distinct: both parsers ensure it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    Array(Vec<Node>),
    Table(Vec<Entry>),
    /// A value that no key of a scene allows (a date, null, a number out of range), in its text
    /// form.
    Other(String),
}

/// A key of a table, its line, and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: Option<u32>,
    pub(super) node: Node,
}

impl Value {
    /// The name of the type, for messages.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Integer(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::Array(_) => "an array",
            Self::Table(_) => "a table",
            Self::Other(_) => "something else",
        }
    }

    /// The value as one short line, for messages.
    pub(super) fn shown(&self) -> String {
        /// Characters that suffice to identify a value.
        const MAX_SHOWN: usize = 60;
        let whole = self.to_string();
        match whole.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("{}...", &whole[..end]),
            None => whole,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::Other(value) => f.write_str(value),
            Self::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", item.value)?;
                }
                f.write_str("]")
            }
            Self::Table(entries) => {
                f.write_str("{")?;
                for (index, entry) in entries.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma} {} = {}", entry.key, entry.node.value)?;
                }
                f.write_str(" }")
            }
        }
    }
}
