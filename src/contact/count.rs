//! The number of rests, and the changes that keep it right.

use super::islands::Islands;
use super::wall_bits::wall_bit;
use crate::bodies::BodyContacts;
use crate::domain::Wall;
use crate::lane::pairs::{Pair, PairContact};
use nalgebra::Vector3;

/// Counts the rests of a world. The normals of a rest are stored in its pair, the walls that a body
/// rests on in the body.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    /// Pairs at rest, and walls that bodies rest on. A pair counts once, whatever its normals.
    rests: usize,
    islands: Islands,
}

impl Contacts {
    /// The contacts of a restored world.
    pub(crate) fn restored(rests: usize, islands: Islands) -> Self {
        Self { rests, islands }
    }

    /// The islands.
    #[inline]
    pub(crate) fn islands(&self) -> &Islands {
        &self.islands
    }

    #[inline]
    pub(crate) fn islands_mut(&mut self) -> &mut Islands {
        &mut self.islands
    }

    /// The number of pairs at rest and of walls that bodies rest on.
    pub(crate) fn count(&self) -> usize {
        self.rests
    }

    /// Counts that a body rests on the walls `after` (one bit each), and no longer on those `before`.
    pub(crate) fn exchange_walls(&mut self, before: u8, after: u8) {
        self.rests += after.count_ones() as usize;
        self.rests -= before.count_ones() as usize;
    }

    /// Whether there is no rest: then there are no forces to compute.
    pub(super) fn is_empty(&self) -> bool {
        self.rests == 0
    }

    /// Adds a normal to a pair at rest. Returns whether the rest begins with it.
    pub(super) fn begin_pair(&mut self, pair: &mut Pair, add: impl FnOnce(&mut Pair)) -> bool {
        let begins = !pair.is_at_rest();
        self.rests += usize::from(begins);
        add(pair);
        debug_assert!(pair.is_at_rest(), "a rest has a normal");
        begins
    }

    /// Ends the rest of a pair along all normals. Returns whether there was one.
    pub(super) fn end_pair(&mut self, pair: &mut Pair) -> bool {
        let ends = pair.is_at_rest();
        pair.clear_normals();
        self.rests -= usize::from(ends);
        ends
    }

    /// Ends the rest of a pair along one normal. Returns whether no other normal is left.
    pub(super) fn end_normal(&mut self, pair: &mut Pair, normal: &Vector3<f64>) -> bool {
        let was_at_rest = pair.is_at_rest();
        pair.remove_normal(normal);
        let ends = was_at_rest && !pair.is_at_rest();
        self.rests -= usize::from(ends);
        ends
    }

    /// Replaces the contact of a pair.
    pub(crate) fn exchange_pair(&mut self, pair: &mut Pair, contact: PairContact) {
        self.rests -= usize::from(pair.is_at_rest());
        pair.set_contact(contact);
        self.rests += usize::from(pair.is_at_rest());
    }

    /// Subtracts a pair that is removed, if it is at rest.
    pub(crate) fn forget_pair(&mut self, pair: &Pair) {
        self.rests -= usize::from(pair.is_at_rest());
    }

    /// Begins the rest of a body on a wall. Returns whether there was none.
    pub(super) fn begin_wall(&mut self, of: &mut BodyContacts, wall: Wall) -> bool {
        let begins = of.wall_rests() & wall_bit(wall) == 0;
        of.set_wall_rests(of.wall_rests() | wall_bit(wall));
        self.rests += usize::from(begins);
        begins
    }

    /// Ends the rest of a body on a wall. Returns whether there was one.
    pub(super) fn end_wall(&mut self, of: &mut BodyContacts, wall: Wall) -> bool {
        let ends = of.wall_rests() & wall_bit(wall) != 0;
        of.set_wall_rests(of.wall_rests() & !wall_bit(wall));
        self.rests -= usize::from(ends);
        ends
    }

    /// Ends the rests of a body on all walls. Returns the set of these walls.
    pub(super) fn end_walls(&mut self, of: &mut BodyContacts) -> u8 {
        let walls = of.wall_rests();
        of.set_wall_rests(0);
        self.rests -= walls.count_ones() as usize;
        walls
    }
}
