//! Sets of walls of the domain, one bit for each wall.

use crate::domain::Wall;

/// The bit of a wall.
pub(crate) fn wall_bit(wall: Wall) -> u8 {
    1 << wall as u8
}

/// The walls of a set, in their fixed order.
pub(super) fn walls_in(bits: u8) -> impl Iterator<Item = Wall> {
    Wall::ALL.into_iter().filter(move |wall| bits & wall_bit(*wall) != 0)
}
