//! TOML to the common tree, with a line for every value.

use super::error::{Place, SceneError};
use super::node::{Entry, Node, Value};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The parser's message for a duplicate key.
const DUPLICATE: &str = "duplicate key";

/// Parses TOML.
pub(super) fn parse(text: &str, file: &str) -> Result<Node, SceneError> {
    let lines = Lines::of(text);
    let table = DeTable::parse(text).map_err(|error| {
        // The parser gives the place of a duplicate key, but not its name.
        let name = error.span().and_then(|span| text.get(span));
        let message = match (error.message(), name) {
            (DUPLICATE, Some(name)) => format!("{DUPLICATE} {:?}", name.trim_matches(['"', '\''])),
            (message, _) => message.to_owned(),
        };
        SceneError::Syntax {
            at: Place {
                file: file.to_owned(),
                line: error.span().map(|span| lines.line_of(&span)),
            },
            format: "TOML",
            message,
        }
    })?;
    Ok(Node {
        line: Some(1),
        value: from_table(table.get_ref(), &lines),
    })
}

/// The byte offset of the beginning of each line.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let after_breaks = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(after_breaks).collect())
    }

    /// The line on which a span begins, from 1.
    fn line_of(&self, span: &Range<usize>) -> u32 {
        let line = self.0.partition_point(|start| *start <= span.start);
        u32::try_from(line).unwrap_or(u32::MAX)
    }
}

fn from_value(spanned: &Spanned<DeValue<'_>>, lines: &Lines) -> Node {
    let value = match spanned.get_ref() {
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::String(text) => Value::Text(text.clone().into_owned()),
        DeValue::Integer(digits) => match i128::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(value) => Value::Integer(value),
            // Too large for any bound, but still a number.
            Err(_) => digits
                .as_str()
                .parse()
                .map_or_else(|_| Value::Other(digits.to_string()), Value::Float),
        },
        DeValue::Float(digits) => match digits.as_str().parse() {
            Ok(value) => Value::Float(value),
            Err(_) => Value::Other(digits.to_string()),
        },
        DeValue::Datetime(date) => Value::Other(date.to_string()),
        DeValue::Array(items) => Value::Array(items.iter().map(|item| from_value(item, lines)).collect()),
        DeValue::Table(table) => from_table(table, lines),
    };
    Node {
        line: Some(lines.line_of(&spanned.span())),
        value,
    }
}

fn from_table(table: &DeTable<'_>, lines: &Lines) -> Value {
    let mut entries: Vec<(usize, Entry)> = table
        .iter()
        .map(|(key, value)| {
            let entry = Entry {
                key: key.get_ref().clone().into_owned(),
                line: Some(lines.line_of(&key.span())),
                node: from_value(value, lines),
            };
            (key.span().start, entry)
        })
        .collect();
    // In the order of the file, so that the first of several errors is reported.
    entries.sort_by_key(|(start, _)| *start);
    Value::Table(entries.into_iter().map(|(_, entry)| entry).collect())
}
