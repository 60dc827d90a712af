//! The curves of a figure: the same methods raced at each of its points.

use super::race::{Pace, Rival, race};
use super::{Column, Study, Style};
use crate::Failure;
use kinesweep_sap::MovingBoxesRecipe;

/// Median milliseconds a step: of each rival a curve, with a value for each recipe.
pub(super) fn curves(
    study: &Study,
    recipes: impl ExactSizeIterator<Item = MovingBoxesRecipe>,
    rivals: &[Rival],
    pace: Pace,
) -> Result<Vec<Vec<f64>>, Failure> {
    study.bar.set_length(recipes.len() as u64);
    let mut curves = vec![Vec::new(); rivals.len()];
    for recipe in recipes {
        for (curve, time) in curves.iter_mut().zip(race(recipe, rivals, pace)?) {
            curve.push(time);
        }
        study.bar.inc(1);
    }
    Ok(curves)
}

/// A column for each curve, and one for how many times as long the first takes as the second.
pub(super) fn columns(rivals: &[Rival], curves: Vec<Vec<f64>>) -> Vec<Column> {
    let ratio = curves[0]
        .iter()
        .zip(&curves[1])
        .map(|(first, second)| first / second)
        .collect();
    let measured = rivals.iter().zip(curves).map(|(rival, values)| Column {
        title: format!("{}, ms", rival.title),
        key: rival.key,
        values,
        style: Style::Measured,
    });
    let mut columns: Vec<Column> = measured.collect();
    columns.push(Column {
        title: "batch / segmented".to_owned(),
        key: "ratio",
        values: ratio,
        style: Style::Hidden,
    });
    columns
}
