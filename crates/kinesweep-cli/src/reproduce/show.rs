//! A measured figure as a table with its remarks.

use super::Figure;
use crate::table::{significant, table};

/// Columns of a line of text.
const WIDTH: usize = 100;

pub(super) fn text(figure: &Figure) -> String {
    let header: Vec<&str> = std::iter::once(figure.across.0)
        .chain(figure.columns.iter().map(|column| column.title.as_str()))
        .collect();
    let mut table = table(&header);
    for (number, point) in figure.points.iter().enumerate() {
        let values = figure.columns.iter().map(|column| significant(column.values[number]));
        table.add_row(std::iter::once(format!("{point}")).chain(values));
    }
    let remarks: String = figure
        .remarks
        .iter()
        .map(|remark| format!("\n\n{}", wrapped(remark)))
        .collect();
    format!("{}: {}\n\n{table}{remarks}", figure.name, figure.title)
}

fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_no_word_is_lost() {
        let text = "lorem ipsum dolor sit amet ".repeat(20);
        let wrapped = wrapped(text.trim());
        assert!(
            wrapped.lines().all(|line| line.len() <= WIDTH) && wrapped.lines().count() == 6,
            "{wrapped}"
        );
        assert_eq!(wrapped.replace('\n', " "), text.trim());
    }
}
