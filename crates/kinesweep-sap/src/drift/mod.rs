//! Boxes that drift about: the moving scenes on which frame-based broad phases are tested and measured.
//!
//! The synthetic scene of Tracy, Buss and Woods (*Efficient large-scale sweep and prune methods with AABB insertion and removal*,
//! 2009, section 4): boxes at random places of a world of which they fill 5 %; some of them move, each 10 % of its width a step,
//! all as fast, in random directions, and bounce off the bounds; some leave and as many others come. A step:
//!
//! 1. The boxes that leave are drawn at random. Their numbers are free from the next step on.
//! 2. What moves goes on. A mover that has left is replaced by one of the boxes that come, which moves from the next step on.
//! 3. The boxes that come are put at random places, under the numbers that have been free for longest.
//!
//! Where we go further: worlds in which a plain grid has a hard time stand beside the uniform one ([`DriftKind`]), in any
//! dimension.
//!
//! Coordinates are multiples of 2^-16, or of the finest power of two at which the world fits into the 24 bits of an `f32`.
//! So `f32` and `f64` hold the same numbers and the same pairs overlap. Nothing comes from functions that differ between
//! machines (logarithms, powers): the same recipe gives the same boxes to the bit, everywhere.

mod dice;
mod place;
#[cfg(test)]
mod tests;

use super::{Aabb, Batch, MAX_ID, Scalar};
use dice::Dice;
use place::Place;
use std::collections::VecDeque;
use std::marker::PhantomData;

/// How far a mover goes in a step, as a share of its width.
const SPEED: f64 = 0.1;

/// What boxes there are and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DriftKind {
    /// Cubes of width 1, anywhere.
    Cubes,
    /// Cubes with widths from 0.1 to 10, as many between 0.1 and 1 as between 1 and 10 (log-uniform), anywhere.
    Mixed,
    /// Cubes of width 1 in Gaussian clumps of about a thousand, half of whose middle is filled. A mover keeps within 2 of
    /// where it was put, on each axis, so that clumps stay what they are.
    Clusters,
    /// Cubes of width 1 in a world of height 2 on its last axis (in fewer than three dimensions: as [`DriftKind::Cubes`]).
    Flat,
    /// Cubes of width 1, anywhere, and one box, number 0, all over the floor of the world, 0.5 high. It neither moves nor leaves.
    Floor,
}

impl DriftKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Cubes, Self::Mixed, Self::Clusters, Self::Flat, Self::Floor];
}

/// What a [`Drift`] is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriftRecipe {
    /// Boxes that there are, before the first step and after each (at most half of [`MAX_ID`]).
    pub count: u32,
    /// Which boxes, and where.
    pub kind: DriftKind,
    /// Boxes that move, at most all.
    pub moving: u32,
    /// Boxes that leave in each step, at most all; as many come.
    pub turnover: u32,
    /// Seed of all that is random.
    pub seed: u64,
}

/// Moving boxes, step by step. In few dimensions: directions are drawn from a cube, and few lie in its ball where there are many.
///
/// A step takes O(moving log moving + turnover), once built; that takes O(count).
///
/// ```
/// use kinesweep_sap::{Drift, DriftKind, DriftRecipe};
/// let mut drift = Drift::<f32, 3>::new(DriftRecipe {
///     count: 1000,
///     kind: DriftKind::Cubes,
///     moving: 100,
///     turnover: 5,
///     seed: 1,
/// });
/// assert_eq!(drift.filling().inserted.len(), 1000);
/// let batch = drift.step();
/// assert_eq!((batch.removed.len(), batch.inserted.len()), (5, 5));
/// assert!(batch.moved.len() >= 95);
/// assert_eq!(drift.boxes().count(), 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Drift<S, const D: usize> {
    place: Place<D>,
    dice: Dice,
    bodies: Vec<Body<D>>,
    /// Numbers of the boxes that may leave.
    mortal: Vec<u32>,
    /// Numbers of the boxes that move, ascending.
    movers: Vec<u32>,
    /// How many there ought to be.
    moving: usize,
    turnover: usize,
    /// Numbers that are free, those that have been so for longest in front.
    free: VecDeque<u32>,
    batch: Batch<S, D>,
    scalar: PhantomData<S>,
}

/// A box in units of the place.
#[derive(Clone, Copy, Debug)]
struct Body<const D: usize> {
    low: [i32; D],
    size: [i32; D],
    velocity: [i32; D],
    /// Lowest and highest place of the lower corner.
    range: [[i32; D]; 2],
    present: bool,
}

impl<const D: usize> Body<D> {
    const NONE: Self = Self {
        low: [0; D],
        size: [0; D],
        velocity: [0; D],
        range: [[0; D]; 2],
        present: false,
    };

    /// Moves on by one step, and bounces off what bounds it.
    fn advance(&mut self) {
        for axis in 0..D {
            let (lowest, highest) = (self.range[0][axis], self.range[1][axis]);
            let next = self.low[axis] + self.velocity[axis];
            let bounced = if next < lowest {
                2 * lowest - next
            } else if next > highest {
                2 * highest - next
            } else {
                self.low[axis] = next;
                continue;
            };
            self.velocity[axis] = -self.velocity[axis];
            // In a world that leaves it less room than a step, it cannot bounce back all the way.
            self.low[axis] = bounced.clamp(lowest, highest);
        }
    }
}

impl<S: Scalar, const D: usize> Drift<S, D> {
    /// Places the boxes. O(count).
    #[must_use]
    pub fn new(recipe: DriftRecipe) -> Self {
        let count = recipe.count.min(MAX_ID / 2);
        let mut dice = Dice::new(recipe.seed);
        let (place, widths) = Place::new(recipe.kind, count, &mut dice);
        let mut mortal: Vec<u32> = (u32::from(place.has_floor())..count).collect();
        let turnover = (recipe.turnover as usize).min(mortal.len());
        let spare = count + turnover as u32;
        let mut drift = Self {
            place,
            bodies: vec![Body::NONE; spare as usize],
            moving: (recipe.moving as usize).min(mortal.len()),
            turnover,
            movers: Vec::new(),
            free: (count..spare).collect(),
            batch: Batch::default(),
            scalar: PhantomData,
            mortal: Vec::new(),
            dice,
        };
        for (body, &width) in drift.bodies.iter_mut().zip(&widths) {
            *body = drift.place.put(width, &mut drift.dice);
        }
        if drift.place.has_floor() && count > 0 {
            drift.bodies[0] = drift.place.floor();
        }
        // The first of a shuffled deck move.
        for number in 0..drift.moving {
            let other = number + drift.dice.below(mortal.len() - number);
            mortal.swap(number, other);
            drift.start(mortal[number]);
        }
        drift.movers.sort_unstable();
        mortal.sort_unstable();
        drift.mortal = mortal;
        drift
    }

    /// Every box that there is now, by ascending number.
    pub fn boxes(&self) -> impl Iterator<Item = (u32, Aabb<S, D>)> + '_ {
        let present = self.bodies.iter().enumerate().filter(|(_, body)| body.present);
        present.map(|(id, body)| (id as u32, self.place.aabb(body)))
    }

    /// All numbers that boxes bear or may come to bear are below this.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.bodies.len()
    }

    /// The world: no box ever sticks out.
    #[must_use]
    pub fn bounds(&self) -> Aabb<S, D> {
        self.place.bounds()
    }

    /// A batch that fills an empty store with the boxes that there are now.
    #[must_use]
    pub fn filling(&self) -> Batch<S, D> {
        Batch {
            inserted: self.boxes().collect(),
            ..Batch::default()
        }
    }

    /// Goes on by a step; answers all that changed. Moves are told by ascending number.
    pub fn step(&mut self) -> &Batch<S, D> {
        self.batch.clear();
        self.remove();
        self.advance();
        self.insert();
        &self.batch
    }

    fn remove(&mut self) {
        for _ in 0..self.turnover {
            let drawn = self.dice.below(self.mortal.len());
            let id = self.mortal.swap_remove(drawn);
            self.bodies[id as usize].present = false;
            self.batch.removed.push(id);
        }
        if self.turnover > 0 {
            let bodies = &self.bodies;
            self.movers.retain(|&id| bodies[id as usize].present);
        }
    }

    fn advance(&mut self) {
        for &id in &self.movers {
            let body = &mut self.bodies[id as usize];
            body.advance();
            self.batch.moved.push((id, self.place.aabb(body)));
        }
    }

    fn insert(&mut self) {
        for _ in 0..self.turnover {
            let Some(id) = self.free.pop_front() else { break };
            let width = self.place.width(&mut self.dice);
            let body = self.place.put(width, &mut self.dice);
            self.bodies[id as usize] = body;
            self.mortal.push(id);
            self.batch.inserted.push((id, self.place.aabb(&body)));
            if self.movers.len() < self.moving {
                self.start(id);
            }
        }
        self.free.extend(&self.batch.removed);
        self.movers.sort_unstable();
    }

    /// Sets a box in motion.
    fn start(&mut self, id: u32) {
        let body = &mut self.bodies[id as usize];
        let step = SPEED * f64::from(body.size[0]);
        body.velocity = self.dice.direction().map(|part: f64| (part * step).round() as i32);
        self.movers.push(id);
    }
}
