//! The impulses along the normals of a few loads that conflict, by elimination.
//!
//! Sweeps converge slowly where one body holds another at places that are close to each other: turning it back
//! takes a thousand times as many of them as moving it back. Here the shortfalls of all rates are as small as
//! they can be in the sum of their squares, and of the motions with those the one is taken that changes most
//! slowly: the impulses minimise x.(A + r)x / 2 - b.x, where x >= 0 are the impulses, A is what they change the
//! rates by, b is by how much the rates are too low without them, and r is little. The set of impulses that
//! are not 0 is found as by Lawson and Hanson, "Solving Least Squares Problems" (1974), chapter 23.

use super::Load;
use crate::contact::islands::movers::Movers;
use nalgebra::Vector3;

/// The most loads for which this is cheap: those of five rims. By trial.
pub(super) const FEW: usize = 160;

/// By how much a rate gives way to its impulse, as a share of what the impulse changes it by.
const RIDGE: f64 = 1e-6;

/// The share of its slack to which a rate is as it should be.
const CLOSE: f64 = 0.01;

/// The most exchanges, for each load.
const EXCHANGES: usize = 4;

/// The problem in units in which each impulse changes its own rate by 1.
struct Normals {
    /// 1 / the root of what a unit impulse changes the rate by.
    scales: Vec<f64>,
    /// What impulses change the rates by, by rows, with the ridge.
    matrix: Vec<f64>,
    /// By how much the rates are too low without impulses.
    shortfalls: Vec<f64>,
    /// How far a rate may be too low.
    slacks: Vec<f64>,
}

/// Replaces the impulses along the normals, with friction as it is. O(n^3) for each impulse that is exchanged.
pub(super) fn settle(loads: &mut [Load], movers: &mut Movers) {
    let normals = Normals::new(loads, movers);
    let start: Vec<f64> = loads
        .iter()
        .zip(&normals.scales)
        .map(|(load, scale)| load.impulse / scale)
        .collect();
    let Some(impulses) = normals.solve(start) else { return };
    for ((load, scale), impulse) in loads.iter_mut().zip(&normals.scales).zip(impulses) {
        let impulse = impulse * scale;
        load.push(impulse - load.impulse, movers);
        load.impulse = impulse;
    }
}

impl Normals {
    fn new(loads: &[Load], movers: &Movers) -> Self {
        let count = loads.len();
        let scales: Vec<f64> = loads.iter().map(|load| 1.0 / load.inverse_mass(movers).sqrt()).collect();
        let mut matrix = vec![0.0; count * count];
        let mut kicked = Movers {
            velocities: vec![Vector3::zeros(); movers.velocities.len()],
            angular_velocities: vec![Vector3::zeros(); movers.velocities.len()],
            ..movers.clone()
        };
        for (column, (load, scale)) in loads.iter().zip(&scales).enumerate() {
            load.push(*scale, &mut kicked);
            for (row, (other, other_scale)) in loads.iter().zip(&scales).enumerate() {
                matrix[row * count + column] = other_scale * other.normal.dot(&other.relative_velocity(&kicked));
            }
            matrix[column * count + column] += RIDGE;
            for side in load.sides {
                kicked.velocities[side as usize] = Vector3::zeros();
                kicked.angular_velocities[side as usize] = Vector3::zeros();
            }
        }
        let mut shortfalls: Vec<f64> = loads
            .iter()
            .zip(&scales)
            .map(|(load, scale)| scale * (load.least - load.rate(movers)))
            .collect();
        for (row, shortfall) in shortfalls.iter_mut().enumerate() {
            for (column, (load, scale)) in loads.iter().zip(&scales).enumerate() {
                let ridge = if row == column { RIDGE } else { 0.0 };
                *shortfall += (matrix[row * count + column] - ridge) * load.impulse / scale;
            }
        }
        let slacks = loads
            .iter()
            .zip(&scales)
            .map(|(load, scale)| CLOSE * load.slack * scale)
            .collect();
        Self {
            scales,
            matrix,
            shortfalls,
            slacks,
        }
    }

    /// The impulses, from others to begin with; none if they are not found.
    fn solve(&self, mut impulses: Vec<f64>) -> Option<Vec<f64>> {
        let count = impulses.len();
        let mut acts: Vec<bool> = impulses.iter().map(|impulse| *impulse > 0.0).collect();
        for _ in 0..EXCHANGES * count {
            loop {
                let places: Vec<usize> = (0..count).filter(|place| acts[*place]).collect();
                let aims = self.equal_rates(&places)?;
                let steps = places.iter().zip(&aims).filter(|(_, aim)| **aim <= 0.0);
                let steps = steps.map(|(place, aim)| impulses[*place] / (impulses[*place] - aim));
                let step = steps.fold(1.0, f64::min);
                for (place, aim) in places.iter().zip(&aims) {
                    impulses[*place] += step * (aim - impulses[*place]);
                }
                if aims.iter().all(|aim| *aim > 0.0) {
                    break;
                }
                for (place, aim) in places.iter().zip(&aims) {
                    if *aim <= 0.0 && impulses[*place] <= f64::EPSILON * (impulses[*place] - aim) {
                        (impulses[*place], acts[*place]) = (0.0, false);
                    }
                }
            }
            let lowest = (0..count).filter(|place| !acts[*place]).map(|place| {
                let row = &self.matrix[place * count..][..count];
                let changed: f64 = row.iter().zip(&impulses).map(|(change, impulse)| change * impulse).sum();
                (place, self.shortfalls[place] - changed - self.slacks[place])
            });
            match lowest.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
                Some((place, short)) if short > 0.0 => acts[place] = true,
                _ => return Some(impulses),
            }
        }
        None
    }

    /// The impulses at some places, without others, with which their rates are as they should be: by Cholesky's
    /// decomposition. None if rounding prevents it.
    fn equal_rates(&self, places: &[usize]) -> Option<Vec<f64>> {
        let (count, size) = (self.scales.len(), places.len());
        let mut lower = vec![0.0; size * size];
        let mut solution: Vec<f64> = places.iter().map(|place| self.shortfalls[*place]).collect();
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
                let left = self.matrix[places[row] * count + places[column]] - known;
                lower[row * size + column] = match row == column {
                    true if left > 0.0 => left.sqrt(),
                    true => return None,
                    false => left / lower[column * size + column],
                };
            }
            let known: f64 = (0..row).map(|k| lower[row * size + k] * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower[k * size + row] * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        Some(solution)
    }
}

#[cfg(test)]
mod tests;
