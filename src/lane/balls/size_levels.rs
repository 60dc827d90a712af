//! The choice of levels: which sizes of balls share a level, by the estimated cost.
//!
//! 1. The balls are counted in [classes](SizeClass) of nearly equal radii.
//! 2. All are in one level at first. A level is split in two where that costs least, until no split
//!    saves a [part](LEAST_SAVING) of the cost any more.
//!
//! The unit of cost is a pair tested. Volumes are means: cells are counted by the volume of the
//! shell in which a ball can touch a larger one. In a flat space a volume is an area.

use super::constants::{
    LARGER_MARGIN, LEAST_SAVING, LEAST_SPEED, MOST_LARGER_MARGIN, MOST_LEVELS, MOST_SIZE_CLASSES, SIZE_CLASS_FACTOR,
};
use super::grid_plan::width_of_cells;
use super::space::Space;
use std::f64::consts::PI;

/// Cost of an event without its scan, of a cell in a scan, and of a cell that gains or loses a
/// registered ball, in pairs tested.
const EVENT_COST: f64 = 20.0;
const CELL_COST: f64 = 0.4;
const REGISTRATION_COST: f64 = 2.0;

/// How far a cube extends from its centre on average, in widths.
const HALF_CELL: f64 = 0.6;

/// Balls of nearly equal radii.
#[derive(Clone, Copy, Debug)]
struct SizeClass {
    count: f64,
    largest: f64,
    /// Mean speed.
    speed: f64,
}

/// A level as it is estimated: for balls of the classes from one to another.
#[derive(Clone, Copy, Debug)]
struct LevelGuess {
    from: usize,
    to: usize,
    largest: f64,
    /// Balls in a unit of volume.
    density: f64,
    width: f64,
    /// How far a ball may go in its lease.
    margin: f64,
}

/// The largest radius of each level, the finest first. `balls`: radii and speeds.
pub(super) fn choose(balls: impl Iterator<Item = (f64, f64)>, space: &Space) -> Vec<f64> {
    let classes = classes(balls);
    let Some(last) = classes.len().checked_sub(1) else {
        return vec![0.0];
    };
    let mut ends = vec![last + 1];
    let mut cost = total_cost(&classes, &ends, space);
    while ends.len() < MOST_LEVELS {
        let split = |at: usize| {
            let mut ends = ends.clone();
            ends.insert(ends.partition_point(|end| *end < at), at);
            (total_cost(&classes, &ends, space), ends)
        };
        let splits = (1..=last).filter(|at| !ends.contains(at)).map(split);
        let best = splits.min_by(|(one, _), (other, _)| one.total_cmp(other));
        match best {
            Some((less, split)) if less < (1.0 - LEAST_SAVING) * cost => (cost, ends) = (less, split),
            _ => break,
        }
    }
    ends.iter().map(|end| classes[end - 1].largest).collect()
}

/// The balls in classes, the smallest first.
fn classes(balls: impl Iterator<Item = (f64, f64)>) -> Vec<SizeClass> {
    let mut balls: Vec<(f64, f64)> = balls.collect();
    balls.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    let mean_speed = balls.iter().map(|(_, speed)| speed).sum::<f64>() / balls.len().max(1) as f64;
    let mut factor = SIZE_CLASS_FACTOR;
    loop {
        let mut classes: Vec<SizeClass> = Vec::new();
        let mut rest = &balls[..];
        while let Some((smallest, _)) = rest.first() {
            let limit = smallest * factor;
            let (class, larger) = rest.split_at(rest.partition_point(|(radius, _)| *radius <= limit));
            let speeds: f64 = class.iter().map(|(_, speed)| speed).sum();
            let count = class.len() as f64;
            classes.push(SizeClass {
                count,
                largest: class[class.len() - 1].0,
                // Balls at rest may be set in motion.
                speed: (speeds / count).max(LEAST_SPEED * mean_speed).max(f64::MIN_POSITIVE),
            });
            rest = larger;
        }
        if classes.len() <= MOST_SIZE_CLASSES {
            return classes;
        }
        factor *= factor;
    }
}

/// The levels of classes up to these ends.
fn levels(classes: &[SizeClass], ends: &[usize], space: &Space) -> Vec<LevelGuess> {
    let volume = space.volume();
    let mut from = 0;
    let mut levels: Vec<LevelGuess> = Vec::with_capacity(ends.len());
    for to in ends {
        let count: f64 = classes[from..*to].iter().map(|class| class.count).sum();
        let largest = classes[*to - 1].largest;
        let (width, margin) = match levels.first() {
            None => ((2.0 * largest).max(width_of_cells(space, volume / count)), 0.0),
            Some(finest) => {
                let margin = (LARGER_MARGIN * finest.width).min(MOST_LARGER_MARGIN * largest);
                (2.0 * (largest + margin), margin)
            }
        };
        levels.push(LevelGuess {
            from,
            to: *to,
            largest,
            density: count / volume,
            width,
            margin,
        });
        from = *to;
    }
    levels
}

/// The cost of all balls in a unit of time.
fn total_cost(classes: &[SizeClass], ends: &[usize], space: &Space) -> f64 {
    let levels = levels(classes, ends, space);
    let (volume, axes) = (space.volume(), space.axes() as i32);
    let around_a_cell = 3f64.powi(axes);
    let mut cost = 0.0;
    for (at, level) in levels.iter().enumerate() {
        let around = around_a_cell * level.width.powi(axes);
        let own = around.min(volume) * level.density + around_a_cell * CELL_COST;
        // Larger balls that are registered in a cell of this level.
        let above = levels[at + 1..].iter();
        let registered: f64 = above
            .map(|coarser| {
                let shells = classes[coarser.from..coarser.to].iter();
                let shell = |class: &SizeClass| shell(class.largest, coarser.margin, level, space).min(volume);
                let balls = shells.map(|class| class.count / volume * shell(class));
                balls.sum::<f64>()
            })
            .sum();
        for class in &classes[level.from..level.to] {
            let (mut footprint, mut cells) = (0.0, 0.0);
            for finer in &levels[..at] {
                let shell = shell(class.largest, level.margin, finer, space).min(volume);
                footprint += shell * finer.density;
                cells += shell / finer.width.powi(axes);
            }
            let scan = own + registered + footprint + CELL_COST * cells;
            let others = classes.iter();
            let meetings: f64 = others
                .map(|other| {
                    let sum = class.largest + other.largest;
                    let speed = (class.speed * class.speed + other.speed * other.speed).sqrt();
                    let cross_section = if space.flat { 2.0 * sum } else { PI * sum * sum };
                    cross_section * speed * other.count / volume
                })
                .sum();
            let moves = match at {
                0 => 1.5 * class.speed / level.width * (EVENT_COST + own / 3.0 + registered),
                _ => class.speed / level.margin * (EVENT_COST + scan + REGISTRATION_COST * cells),
            };
            cost += class.count * (meetings * (EVENT_COST + scan) + moves);
        }
    }
    cost
}

/// The volume of the cells of a level from which a ball could touch a larger one of a radius in its
/// lease.
fn shell(radius: f64, margin: f64, finer: &LevelGuess, space: &Space) -> f64 {
    let outer = radius + margin + finer.margin + finer.largest + HALF_CELL * finer.width;
    let inner = (radius - margin - finer.margin - HALF_CELL * finer.width).max(0.0);
    space.volume_of_ball(outer) - space.volume_of_ball(inner)
}

#[cfg(test)]
mod tests;
