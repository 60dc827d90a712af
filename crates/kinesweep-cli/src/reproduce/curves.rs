//! The curves of a figure: the same methods raced at each of its points.

use super::race::{Pace, Rival, race};
use super::{Column, Study, Style};
use crate::Failure;
use kinesweep_sap::MovingBoxesRecipe;

/// Methods that are measured side by side, and the number of steps.
pub(super) struct Contest {
    pub(super) rivals: &'static [Rival],
    pub(super) pace: Pace,
    /// The pace of a quick study.
    pub(super) quick: Pace,
}

impl Contest {
    /// Median milliseconds a step of each rival.
    pub(super) fn race(&self, study: &Study, recipe: MovingBoxesRecipe) -> Result<Vec<f64>, Failure> {
        race(recipe, self.rivals, if study.quick { self.quick } else { self.pace })
    }

    /// Median milliseconds a step: of each rival a curve, with a value for each recipe.
    pub(super) fn curves(
        &self,
        study: &Study,
        recipes: impl ExactSizeIterator<Item = MovingBoxesRecipe>,
    ) -> Result<Vec<Vec<f64>>, Failure> {
        study.bar.set_length(recipes.len() as u64);
        let mut curves = vec![Vec::new(); self.rivals.len()];
        for recipe in recipes {
            for (curve, time) in curves.iter_mut().zip(self.race(study, recipe)?) {
                curve.push(time);
            }
            study.bar.inc(1);
        }
        Ok(curves)
    }

    /// A column for each curve, and one for how many times as long the first takes as the second.
    pub(super) fn columns(&self, curves: Vec<Vec<f64>>) -> Vec<Column> {
        let ratio = curves[0]
            .iter()
            .zip(&curves[1])
            .map(|(first, second)| first / second)
            .collect();
        let measured = self.rivals.iter().zip(curves).map(|(rival, values)| Column {
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
}
