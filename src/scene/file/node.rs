//! What TOML and JSON have in common: a tree of values, each with the line that it came from.

use std::fmt;

/// A value and the line that it came from, from 1, where the format tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) line: Option<u32>,
    pub(super) value: Value,
}

/// A value. Keys of a table are distinct: both parsers see to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    Array(Vec<Node>),
    Table(Vec<Entry>),
    /// What no key of a scene takes (a date, null, a number that does not fit), as it was written.
    Other(String),
}

/// A key of a table, the line it stands on, and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: Option<u32>,
    pub(super) node: Node,
}

impl Value {
    /// The type, in words.
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
        /// Characters that are enough to recognise a value by.
        const ENOUGH: usize = 60;
        let whole = self.to_string();
        match whole.char_indices().nth(ENOUGH) {
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
