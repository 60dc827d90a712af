//! Neighbour lists, for dense systems (Verlet 1967; for events: Donev, Torquato and Stillinger
//! 2005).
//!
//! The lease of a ball is a sphere about a former position of its centre. Its list contains the
//! balls with leases so close that they could touch it. A ball scans its list alone; cells are
//! scanned only when it leaves its lease. So most of the work is saved where balls meet more often
//! than they travel by the margin.

use super::constants::{FIRST_STRIDE, LANES, LIST_ROUNDINGS, LIST_SLACK, ROOM, WORDS_PER_LINE};
use super::lease;
use super::space::Space;
use super::whole::whole_of_four;
use crate::motion::Path;
use nalgebra::Vector3;
use wide::f32x4;

/// The leases and the lists of all balls, by slot.
#[derive(Debug)]
pub(super) struct NeighbourLists {
    /// How far a centre may go.
    margin: f64,
    /// The centres of the leases, from the middle of the domain, and the radii of the balls, in
    /// units of `range`: single precision is enough.
    leases: Vec<f32x4>,
    middle: Vector3<f64>,
    /// The longest distance of two centres of neighbouring leases, in metres.
    range: f64,
    /// The longest distance of two centres of neighbouring leases, without the radii of the
    /// balls, in units of `range`.
    margins: f32x4,
    /// The lengths of a periodic domain, and 1 / lengths; zero in a box.
    lengths: [f32x4; 3],
    per_lengths: [f32x4; 3],
    /// For each ball the number of its neighbours, then their slots, then its own slot in at least
    /// `LANES` more places.
    near: Vec<u32>,
    stride: usize,
}

impl NeighbourLists {
    /// Empty lists for so many balls.
    pub(super) fn new(margin: f64, largest: f64, space: &Space, balls: usize) -> Self {
        let range = 2.0 * (largest + margin);
        let lengths = space.lengths() / range;
        let slack = LIST_SLACK + LIST_ROUNDINGS * lengths.amax() * f64::from(f32::EPSILON);
        let of_domain = |number: f64| f32x4::splat(if space.periodic { number as f32 } else { 0.0 });
        Self {
            margin,
            leases: vec![f32x4::ZERO; balls],
            middle: 0.5 * (space.min + space.max),
            range,
            margins: f32x4::splat((2.0 * margin / range + slack) as f32),
            lengths: [0, 1, 2].map(|axis| of_domain(lengths[axis])),
            per_lengths: [0, 1, 2].map(|axis| of_domain(1.0 / lengths[axis])),
            near: empty(balls, FIRST_STRIDE),
            stride: FIRST_STRIDE,
        }
    }

    /// Whether the domain is wide enough for lists: the nearest image is the only one near, and the
    /// neighbours of a cell are different cells.
    pub(super) fn fit(space: &Space, largest: f64, margin: f64) -> bool {
        let least = space.least_length();
        !space.periodic || least > 4.0 * (2.0 * largest + 4.0 * margin) * ROOM
    }

    /// The same lists with the balls in other slots: the former slot of each, and the new slot of
    /// each former one.
    pub(super) fn reordered(&self, order: &[u32], to: &[u32]) -> Self {
        let mut new = Self {
            leases: order.iter().map(|old| self.leases[*old as usize]).collect(),
            near: empty(order.len(), self.stride),
            ..*self
        };
        for (all, old) in new.near.chunks_exact_mut(self.stride).zip(order) {
            let near = self.near(*old as usize);
            all[0] = near.len() as u32;
            for (place, other) in all[1..].iter_mut().zip(near) {
                *place = to[*other as usize];
            }
        }
        new
    }

    /// The neighbours of a ball.
    #[inline(always)]
    pub(super) fn near(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..all[0] as usize]
    }

    /// The neighbours of a ball, filled up with the ball itself to a multiple of `LANES`.
    #[inline(always)]
    pub(super) fn near_filled_up(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..(all[0] as usize).next_multiple_of(LANES)]
    }

    /// The neighbours of a ball, filled up with the ball itself to a multiple of `LANES` and to at
    /// least `LEAST`.
    #[inline(always)]
    pub(super) fn near_at_least<const LEAST: usize>(&self, slot: usize) -> &[u32] {
        const { assert!(LEAST < FIRST_STRIDE) };
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..(all[0] as usize).next_multiple_of(LANES).max(LEAST)]
    }

    /// Reads a word of each cache line of a ball's list and of its lease, so that these are
    /// fetched.
    #[inline]
    pub(super) fn fetch(&self, slot: u32) -> u32 {
        let slot = slot as usize;
        let Some(lease) = self.leases.get(slot) else { return 0 };
        let list = self.near[slot * self.stride..(slot + 1) * self.stride]
            .iter()
            .step_by(WORDS_PER_LINE);
        list.fold(lease.as_array()[0].to_bits(), |read, ball| read ^ ball)
    }

    fn add(&mut self, slot: usize, other: u32) {
        let count = self.near[slot * self.stride] as usize;
        if count + 1 + LANES > self.stride {
            self.lengthen();
        }
        let all = &mut self.near[slot * self.stride..(slot + 1) * self.stride];
        all[count + 1] = other;
        all[0] += 1;
    }

    fn lengthen(&mut self) {
        let stride = self.stride + self.stride / 4;
        let mut near = empty(self.leases.len(), stride);
        for (new, old) in near.chunks_exact_mut(stride).zip(self.near.chunks_exact(self.stride)) {
            new[..self.stride].copy_from_slice(old);
        }
        (self.near, self.stride) = (near, stride);
    }

    fn remove(&mut self, slot: usize, other: u32) {
        let all = &mut self.near[slot * self.stride..(slot + 1) * self.stride];
        let count = all[0] as usize;
        // A neighbour is in the list once. So the sum is its place, without an unpredictable
        // branch.
        let places = all[1..=count].iter().zip(1..);
        let at: u32 = places.map(|(near, place)| if *near == other { place } else { 0 }).sum();
        debug_assert!(all[at as usize] == other && at > 0, "lists are symmetric");
        all[at as usize] = all[count];
        all[count] = slot as u32;
        all[0] -= 1;
    }

    /// Empties the list of a ball.
    fn clear(&mut self, slot: usize) {
        self.near[slot * self.stride..(slot + 1) * self.stride].fill(slot as u32);
        self.near[slot * self.stride] = 0;
    }

    /// Removes a ball from the lists of its neighbours, and empties its own.
    pub(super) fn leave(&mut self, slot: usize) {
        for at in 0..self.near(slot).len() {
            self.remove(self.near(slot)[at] as usize, slot as u32);
        }
        self.clear(slot);
    }

    /// Appends an empty list for a ball in a new slot.
    pub(super) fn append(&mut self) {
        let slot = self.leases.len() as u32;
        self.leases.push(f32x4::ZERO);
        self.near.push(0);
        self.near.resize(self.leases.len() * self.stride, slot);
    }

    /// Enters a ball, which has a lease, into the lists of its neighbours among `list`, and these
    /// into its list. `list` is filled up to a multiple of `LANES` with the ball itself.
    pub(super) fn enter(&mut self, slot: usize, list: &mut [u32]) {
        let count = self.keep_near(slot, list);
        for other in list[..count].iter().filter(|other| **other != slot as u32) {
            self.add(slot, *other);
            self.add(*other as usize, slot as u32);
        }
    }

    /// Enters into the list of a ball, which has a lease, its neighbours among `list`.
    pub(super) fn enter_one_way(&mut self, slot: usize, list: &mut [u32]) {
        let count = self.keep_near(slot, list);
        for other in list[..count].iter().filter(|other| **other != slot as u32) {
            self.add(slot, *other);
        }
    }

    /// Gives a ball a lease about a position inside the domain.
    pub(super) fn begin_lease(&mut self, slot: usize, place: &Vector3<f64>, radius: f64) {
        let centre = (place - self.middle) / self.range;
        let [x, y, z, radius] = [centre.x, centre.y, centre.z, radius / self.range].map(|number| number as f32);
        self.leases[slot] = f32x4::new([x, y, z, radius]);
    }

    /// The centre of a ball's lease.
    #[inline(always)]
    fn centre(&self, slot: usize) -> Vector3<f64> {
        let [x, y, z, _] = self.leases[slot].to_array().map(f64::from);
        self.middle + Vector3::new(x, y, z) * self.range
    }

    /// Moves the balls with leases that are neighbours of a ball's lease to the front of a list.
    /// Its length is a multiple of `LANES`. Returns their number. The ball itself is among them.
    fn keep_near(&self, slot: usize, list: &mut [u32]) -> usize {
        let [x, y, z, radius] = self.leases[slot].to_array().map(f32x4::splat);
        let margins = radius + self.margins;
        let mut count = 0;
        for at in (0..list.len()).step_by(LANES) {
            let four = [list[at], list[at + 1], list[at + 2], list[at + 3]];
            let [their_x, their_y, their_z, radii] = f32x4::transpose(four.map(|other| self.leases[other as usize]));
            let mut apart = [their_x - x, their_y - y, their_z - z];
            for (axis, apart) in apart.iter_mut().enumerate() {
                *apart -= whole_of_four(*apart * self.per_lengths[axis]) * self.lengths[axis];
            }
            let range = radii + margins;
            let squared = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
            let near = squared.simd_le(range * range).to_bitmask();
            // Each ball is written, and overwritten if it is not near: without an unpredictable
            // branch.
            for (lane, other) in four.into_iter().enumerate() {
                list[count] = other;
                count += (near >> lane & 1) as usize;
            }
        }
        count
    }

    /// When a ball leaves its lease; with an acceleration, a time no later than that. `nearest`
    /// makes a difference of positions that of the nearest images.
    #[inline(always)]
    pub(super) fn expiry(&self, slot: usize, path: &Path, now: f64, nearest: impl Fn(Vector3<f64>) -> Vector3<f64>) -> f64 {
        let centre = self.centre(slot);
        lease::expiry(path, now, self.margin, |place| nearest(place - centre))
    }
}

/// Empty lists of so many balls.
fn empty(balls: usize, stride: usize) -> Vec<u32> {
    let place = |at: usize| if at.is_multiple_of(stride) { 0 } else { (at / stride) as u32 };
    (0..balls * stride).map(place).collect()
}
