//! Scenes of moving boxes, on which frame-based broad phases are tested and measured.
//!
//! The synthetic scene of Tracy, Buss and Woods (*Efficient large-scale sweep and prune methods
//! with AABB insertion and removal*, 2009, section 4): boxes at random positions fill 5 % of a
//! world. Some of them move by 10 % of their width a step in random directions, and bounce off the
//! bounds. Some are removed and as many inserted. A step:
//!
//! 1. The boxes to remove are drawn at random. Their ids are free from the next step on.
//! 2. The moving boxes advance. An inserted box replaces a removed mover, and moves from the next
//!    step on.
//! 3. Boxes are inserted at random positions, under the ids that have been free for longest.
//!
//! Where we go further: besides the uniform world there are worlds that are hard for a uniform grid
//! ([`MovingBoxesKind`]), in any dimension.
//!
//! Coordinates are multiples of 2^-16, or of the finest power of two at which the world fits into
//! the 24 bits of an `f32`. So `f32` and `f64` represent the same values and the same pairs
//! overlap. No function is used that differs between machines (logarithms, powers): the same recipe
//! gives the same boxes to the bit on every machine.

mod constants;
mod random;
#[cfg(test)]
mod tests;
mod world;

use super::{Aabb, Batch, MAX_ID, Scalar};
use constants::SPEED;
use random::Random;
use std::collections::VecDeque;
use std::marker::PhantomData;
use world::World;

/// The sizes and positions of the boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovingBoxesKind {
    /// Cubes of width 1, uniformly distributed.
    Cubes,
    /// Cubes with widths from 0.1 to 10, as many between 0.1 and 1 as between 1 and 10
    /// (log-uniform), uniformly distributed.
    Mixed,
    /// Cubes of width 1 in Gaussian clusters of about a thousand, with density 0.5 in the middle. A
    /// mover stays within 2 of its first position on each axis, so that clusters persist.
    Clusters,
    /// Cubes of width 1 in a world of height 2 on its last axis (in fewer than three dimensions: as
    /// [`MovingBoxesKind::Cubes`]).
    Flat,
    /// Cubes of width 1, uniformly distributed, and one box, id 0, that covers the floor of the
    /// world, 0.5 high. It neither moves nor is removed.
    Floor,
}

impl MovingBoxesKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Cubes, Self::Mixed, Self::Clusters, Self::Flat, Self::Floor];
}

/// The parameters of a [`MovingBoxes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovingBoxesRecipe {
    /// The number of boxes, before the first step and after each (at most half of [`MAX_ID`]).
    pub count: u32,
    /// Sizes and positions of the boxes.
    pub kind: MovingBoxesKind,
    /// The number of boxes that move, cut down to all.
    pub moving: u32,
    /// The number of boxes that each step removes, cut down to all, and the number that it inserts.
    pub turnover: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Moving boxes, step by step. For few dimensions: directions are drawn from a cube by rejection,
/// which is slow in many.
///
/// Building takes O(count), a step O(moving log moving + turnover).
///
/// ```
/// use kinesweep_sap::{MovingBoxes, MovingBoxesKind, MovingBoxesRecipe};
/// let mut drift = MovingBoxes::<f32, 3>::new(MovingBoxesRecipe {
///     count: 1000,
///     kind: MovingBoxesKind::Cubes,
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
pub struct MovingBoxes<S, const D: usize> {
    world: World<D>,
    random: Random,
    bodies: Vec<MovingBox<D>>,
    /// Ids of the boxes that may be removed.
    removable: Vec<u32>,
    /// Ids of the boxes that move, ascending.
    movers: Vec<u32>,
    /// The intended number of movers.
    moving: usize,
    turnover: usize,
    /// Free ids, the one that has been free for longest in front.
    free: VecDeque<u32>,
    batch: Batch<S, D>,
    scalar: PhantomData<S>,
}

/// A box, in units of the world.
#[derive(Clone, Copy, Debug)]
struct MovingBox<const D: usize> {
    low: [i32; D],
    size: [i32; D],
    velocity: [i32; D],
    /// Bounds of the lower corner.
    range: [[i32; D]; 2],
    present: bool,
}

impl<const D: usize> MovingBox<D> {
    const NONE: Self = Self {
        low: [0; D],
        size: [0; D],
        velocity: [0; D],
        range: [[0; D]; 2],
        present: false,
    };

    /// Advances by one step and bounces off the bounds.
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
            // The clamp applies where the range is shorter than a step.
            self.low[axis] = bounced.clamp(lowest, highest);
        }
    }
}

impl<S: Scalar, const D: usize> MovingBoxes<S, D> {
    /// Places the boxes at random. O(count).
    #[must_use]
    pub fn new(recipe: MovingBoxesRecipe) -> Self {
        let count = recipe.count.min(MAX_ID / 2);
        let mut random = Random::new(recipe.seed);
        let (world, widths) = World::new(recipe.kind, count, &mut random);
        let mut removable: Vec<u32> = (u32::from(world.has_floor())..count).collect();
        let turnover = (recipe.turnover as usize).min(removable.len());
        let spare = count + turnover as u32;
        let mut drift = Self {
            world,
            bodies: vec![MovingBox::NONE; spare as usize],
            moving: (recipe.moving as usize).min(removable.len()),
            turnover,
            movers: Vec::new(),
            free: (count..spare).collect(),
            batch: Batch::default(),
            scalar: PhantomData,
            removable: Vec::new(),
            random,
        };
        for (body, &width) in drift.bodies.iter_mut().zip(&widths) {
            *body = drift.world.place_box(width, &mut drift.random);
        }
        if drift.world.has_floor() && count > 0 {
            drift.bodies[0] = drift.world.floor();
        }
        // The first ids of a partial shuffle move.
        for number in 0..drift.moving {
            let other = number + drift.random.below(removable.len() - number);
            removable.swap(number, other);
            drift.start(removable[number]);
        }
        drift.movers.sort_unstable();
        removable.sort_unstable();
        drift.removable = removable;
        drift
    }

    /// All present boxes, by ascending id.
    pub fn boxes(&self) -> impl Iterator<Item = (u32, Aabb<S, D>)> + '_ {
        let present = self.bodies.iter().enumerate().filter(|(_, body)| body.present);
        present.map(|(id, body)| (id as u32, self.world.aabb(body)))
    }

    /// All ids, present and future, are below this.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.bodies.len()
    }

    /// The bounds of the world: every box stays inside.
    #[must_use]
    pub fn bounds(&self) -> Aabb<S, D> {
        self.world.bounds()
    }

    /// A batch that inserts the present boxes into an empty store.
    #[must_use]
    pub fn filling(&self) -> Batch<S, D> {
        Batch {
            inserted: self.boxes().collect(),
            ..Batch::default()
        }
    }

    /// Advances by one step and returns the changes. Moves are in ascending order of ids.
    pub fn step(&mut self) -> &Batch<S, D> {
        self.batch.clear();
        self.remove();
        self.advance();
        self.insert();
        &self.batch
    }

    fn remove(&mut self) {
        for _ in 0..self.turnover {
            let drawn = self.random.below(self.removable.len());
            let id = self.removable.swap_remove(drawn);
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
            self.batch.moved.push((id, self.world.aabb(body)));
        }
    }

    fn insert(&mut self) {
        for _ in 0..self.turnover {
            let Some(id) = self.free.pop_front() else { break };
            let width = self.world.width(&mut self.random);
            let body = self.world.place_box(width, &mut self.random);
            self.bodies[id as usize] = body;
            self.removable.push(id);
            self.batch.inserted.push((id, self.world.aabb(&body)));
            if self.movers.len() < self.moving {
                self.start(id);
            }
        }
        self.free.extend(&self.batch.removed);
        self.movers.sort_unstable();
    }

    /// Gives a box a velocity in a random direction.
    fn start(&mut self, id: u32) {
        let body = &mut self.bodies[id as usize];
        let step = SPEED * f64::from(body.size[0]);
        body.velocity = self.random.direction().map(|part: f64| (part * step).round() as i32);
        self.movers.push(id);
    }
}
