//! The rests and links of one body, and the order of those of an island.

use super::resting::ContactId;
use super::wall_bits::walls_in;
use crate::bodies::Bodies;
use crate::domain::ImageOffset;
use crate::lane::order::WALL_SERIAL;
use crate::lane::pairs::lengths_between;
use crate::lane::pairs::{Pair, Pairs};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// A rest or link, with its unit normal.
pub(super) struct Found {
    pub(super) order: SceneOrder,
    pub(super) id: ContactId,
    pub(super) normal: Vector3<f64>,
}

/// Order of the contacts of an island: serial numbers of the two (or of a body and a wall), the
/// lengths of a periodic domain between them, and the number of the normal.
type SceneOrder = (u32, u32, ImageOffset, usize);

/// The rests and links of a body on walls.
pub(super) fn on_walls(bodies: &Bodies, index: u32) -> impl Iterator<Item = Found> {
    let state = &bodies[index];
    let serial = state.serial();
    walls_in(state.contact().wall_rests() | state.contact().wall_links()).map(move |wall| Found {
        order: (serial, WALL_SERIAL + wall as u32, [0; 3], 0),
        id: ContactId::Wall(index, wall),
        normal: wall.normal(),
    })
}

/// The rests of a pair, or its links at a time.
pub(super) fn of_pair(bodies: &Bodies, pairs: &Pairs, place: u32, time: f64) -> impl Iterator<Item = Found> {
    let pair = &pairs[place];
    let [a, b] = pair.bodies().map(|body| &bodies[body]);
    // In a periodic domain two bodies may rest on each other by two images.
    let lengths = lengths_between(a, b, pair.image());
    let (first, second) = (a.serial(), b.serial());
    pair.normals_at(time).iter().enumerate().map(move |(number, normal)| Found {
        order: (first, second, lengths, number),
        id: ContactId::Pair(place),
        normal: *normal,
    })
}

/// The chosen pairs of a body, in scene order. The order in which the body stores its pairs depends
/// on the broad phase, and must not decide the order in which pieces begin.
pub(super) fn pairs_in_order(bodies: &Bodies, pairs: &Pairs, index: u32, chosen: impl Fn(&Pair) -> bool) -> SmallVec<[u32; 4]> {
    let all = bodies[index].pairs().iter().copied();
    let mut places: SmallVec<[u32; 4]> = all.filter(|place| chosen(&pairs[*place])).collect();
    places.sort_unstable_by_key(|place| pairs[*place].bodies().map(|body| bodies.serial(body)));
    places
}
