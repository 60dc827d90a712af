//! Leases for balls that are close together: a ball about where the centre was, and a list of those whose leases reach this
//! one's.
//!
//! A ball looks at its list alone; cells are looked at only when it leaves its lease. So where balls meet more often than
//! they travel by the margin, most of the work is spared (Verlet 1967; for events, Donev, Torquato and Stillinger 2005).

use super::look::fill_up;
use super::scan::{LANES, whole_of_four};
use super::{Gas, Hot, Space};
use crate::domain::shift_to_nearest_if_far;
use nalgebra::Vector3;
use wide::f32x4;

/// The lists are longer than the leases need by this part of the longest reach, and by as many roundings of the longest
/// coordinate: rounding must not matter.
const SLACK: f64 = 1e-5;
const ROUNDINGS: f64 = 16.0;

/// Longest list at first; the lists are made longer where that is too short.
const FIRST_STRIDE: usize = 20;

/// Numbers of 32 bits in a line of memory.
const A_LINE: usize = 16;

/// The leases of all balls, and who is near whom.
#[derive(Debug)]
pub(super) struct Lists {
    /// How far a centre may go.
    margin: f64,
    /// Where the leases' centres are, from the middle of the box, and the radii of the balls, in units of the longest reach:
    /// so short numbers do.
    leases: Vec<f32x4>,
    middle: Vector3<f64>,
    reach: f64,
    /// How far the centres of two leases may be apart if nothing is left between them, without the radii of the balls.
    margins: f32x4,
    /// The lengths of a periodic domain, and one over them; zero in a box.
    lengths: [f32x4; 3],
    per_lengths: [f32x4; 3],
    /// For each ball the number of those near it, and then these; the ball itself in the places left, which are enough to
    /// fill up.
    near: Vec<u32>,
    stride: usize,
}

impl Lists {
    /// Lists of so many balls, none of which is near another yet.
    pub(super) fn new(margin: f64, largest: f64, space: &Space, balls: usize) -> Self {
        let reach = 2.0 * (largest + margin);
        let lengths = (space.max - space.min) / reach;
        let slack = SLACK + ROUNDINGS * lengths.amax() * f64::from(f32::EPSILON);
        let of_domain = |number: f64| f32x4::splat(if space.periodic { number as f32 } else { 0.0 });
        Self {
            margin,
            leases: vec![f32x4::ZERO; balls],
            middle: 0.5 * (space.min + space.max),
            reach,
            margins: f32x4::splat((2.0 * margin / reach + slack) as f32),
            lengths: [0, 1, 2].map(|axis| of_domain(lengths[axis])),
            per_lengths: [0, 1, 2].map(|axis| of_domain(1.0 / lengths[axis])),
            near: empty(balls, FIRST_STRIDE),
            stride: FIRST_STRIDE,
        }
    }

    /// The same with the balls in another order in memory: who stands where, and where each went.
    pub(super) fn reordered(&self, order: &[(u64, u32)], to: &[u32]) -> Self {
        let mut new = Self {
            leases: order.iter().map(|(_, old)| self.leases[*old as usize]).collect(),
            near: empty(self.leases.len(), self.stride),
            ..*self
        };
        for (all, (_, old)) in new.near.chunks_exact_mut(self.stride).zip(order) {
            let near = self.near(*old as usize);
            all[0] = near.len() as u32;
            for (place, other) in all[1..].iter_mut().zip(near) {
                *place = to[*other as usize];
            }
        }
        new
    }

    /// How far a centre may be from that of its lease, in metres.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    #[inline(always)]
    pub(super) fn near(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..all[0] as usize]
    }

    /// Those near a ball, and the ball itself a few times, so that they can be looked through side by side.
    #[inline(always)]
    pub(super) fn near_filled_up(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..(all[0] as usize).next_multiple_of(LANES)]
    }

    /// The same, but so many at the least.
    #[inline(always)]
    pub(super) fn near_at_least<const LEAST: usize>(&self, slot: usize) -> &[u32] {
        const { assert!(LEAST < FIRST_STRIDE) };
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..(all[0] as usize).next_multiple_of(LANES).max(LEAST)]
    }

    /// Reads from all lines of memory of a ball's list, and of its lease.
    #[inline]
    pub(super) fn fetch(&self, slot: u32) -> u32 {
        let slot = slot as usize;
        let Some(lease) = self.leases.get(slot) else { return 0 };
        let list = self.near[slot * self.stride..(slot + 1) * self.stride].iter().step_by(A_LINE);
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
        // Who is near is near on both sides, once: so the sum is where it is, and no turn hangs on it.
        let places = all[1..=count].iter().zip(1..);
        let at: u32 = places.map(|(near, place)| if *near == other { place } else { 0 }).sum();
        debug_assert!(all[at as usize] == other && at > 0, "not near on both sides");
        all[at as usize] = all[count];
        all[count] = slot as u32;
        all[0] -= 1;
    }

    /// Takes out all that are near a ball, on its side.
    fn clear(&mut self, slot: usize) {
        self.near[slot * self.stride..(slot + 1) * self.stride].fill(slot as u32);
        self.near[slot * self.stride] = 0;
    }

    /// Takes a ball out of the lists of all others, and empties its own.
    pub(super) fn leave(&mut self, slot: usize) {
        for at in 0..self.near(slot).len() {
            self.remove(self.near(slot)[at] as usize, slot as u32);
        }
        self.clear(slot);
    }

    /// An empty list for a ball in a new slot.
    fn append(&mut self) {
        let slot = self.leases.len() as u32;
        self.leases.push(f32x4::ZERO);
        self.near.push(0);
        self.near.resize(self.leases.len() * self.stride, slot);
    }

    /// Enters a ball, which has a lease, into the lists of those in `list` whose leases reach its own, and these into its list.
    fn enter(&mut self, slot: usize, list: &mut [u32]) {
        let count = self.keep_near(slot, list);
        for other in list[..count].iter().filter(|other| **other != slot as u32) {
            self.add(slot, *other);
            self.add(*other as usize, slot as u32);
        }
    }

    /// Gives a ball a lease about a place inside the box.
    fn begin_lease(&mut self, slot: usize, place: &Vector3<f64>, radius: f64) {
        let centre = (place - self.middle) / self.reach;
        let [x, y, z, radius] = [centre.x, centre.y, centre.z, radius / self.reach].map(|number| number as f32);
        self.leases[slot] = f32x4::new([x, y, z, radius]);
    }

    /// Where the centre of a ball's lease is.
    #[inline(always)]
    fn centre(&self, slot: usize) -> Vector3<f64> {
        let [x, y, z, _] = self.leases[slot].to_array().map(f64::from);
        self.middle + Vector3::new(x, y, z) * self.reach
    }

    /// Leaves those of some balls, in a list that is [filled up](fill_up), whose leases reach that of one ball, itself among
    /// them, in the list's first places, and gives their number.
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
            let reach = radii + margins;
            let squared = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
            let near = squared.simd_le(reach * reach).to_bitmask();
            // Each is written, and the next one over those that are not near: no turn hangs on who is.
            for (lane, other) in four.into_iter().enumerate() {
                list[count] = other;
                count += (near >> lane & 1) as usize;
            }
        }
        count
    }

    /// When a ball leaves its lease, and so far from its centre that counts as inside the box.
    #[inline]
    pub(super) fn expiry(&self, slot: usize, ball: &Hot, nearest: impl Fn(Vector3<f64>) -> Vector3<f64>) -> f64 {
        let from = nearest(ball.flight.position - self.centre(slot));
        let velocity = &ball.flight.velocity;
        let speed_squared = velocity.norm_squared();
        if speed_squared == 0.0 {
            return f64::INFINITY;
        }
        let along = from.dot(velocity);
        // Negative if the piece began before the lease, outside of it.
        let room = self.margin * self.margin - from.norm_squared();
        let root = (along * along + speed_squared * room).max(0.0).sqrt();
        // The form without cancellation.
        let wait = if along > 0.0 {
            room / (along + root)
        } else {
            (root - along) / speed_squared
        };
        ball.flight.epoch + wait
    }
}

/// Nobody is near any of so many balls.
fn empty(balls: usize, stride: usize) -> Vec<u32> {
    let place = |at: usize| if at.is_multiple_of(stride) { 0 } else { (at / stride) as u32 };
    (0..balls * stride).map(place).collect()
}

impl Gas {
    /// From a difference of places to that of the nearest images.
    #[inline(always)]
    pub(super) fn nearest(&self, mut apart: Vector3<f64>) -> Vector3<f64> {
        if self.space.periodic {
            apart += self.to_nearest(&apart);
        }
        apart
    }

    /// What is to be added to a difference of places to make it that of the nearest images.
    #[inline(always)]
    pub(super) fn to_nearest(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        shift_to_nearest_if_far(apart, &self.grid.lengths, &self.half_lengths)
    }

    /// Gives a ball a lease about where it is, and finds who is near it.
    pub(super) fn renew_lease(&mut self, slot: usize, now: f64) {
        self.work.crossings += 1;
        let zones_before = self.zones.any().then(|| self.filing(slot));
        let (centre, cell, image) = self.locate_lease(slot, now);
        let before = self.hot[slot].tag.cell();
        if cell != before {
            self.cells.remove(self.grid.index(before), slot as u32);
            self.cells.add(self.grid.index(cell), slot as u32);
        }
        self.put(slot, cell, image);
        if let Some(before) = zones_before {
            self.note_if_rezoned(slot, before);
        }
        if let Some(lists) = &mut self.lists {
            lists.leave(slot);
        }
        self.enter_lists(slot, &centre);
    }

    /// Gives a new ball a lease and a list. Its slot is the last.
    pub(super) fn begin_first_lease(&mut self, slot: usize, now: f64) {
        let (centre, cell, image) = self.locate_lease(slot, now);
        self.cells.add(self.grid.index(cell), slot as u32);
        self.put(slot, cell, image);
        if let Some(lists) = &mut self.lists {
            lists.append();
        }
        self.append_glance(slot);
        self.enter_lists(slot, &centre);
    }

    /// The centre of a lease that begins now, with its cell, and the image of the ball that is in the cell.
    fn locate_lease(&self, slot: usize, now: f64) -> (Vector3<f64>, [u32; 3], [i16; 3]) {
        let place = self.hot[slot].flight.at(now);
        let centre = self.space.inside(&place);
        let (cell, image) = self.grid.locate(&centre);
        (centre, cell, self.grid.image_after(image, &(place - centre)))
    }

    fn enter_lists(&mut self, slot: usize, centre: &Vector3<f64>) {
        let radius = self.radius_at(slot);
        let mut list = std::mem::take(&mut self.list);
        let count = self.gather(self.hot[slot].tag.cell(), &mut list, 0);
        let count = fill_up(&mut list, 0, count, slot as u32);
        if let Some(lists) = &mut self.lists {
            lists.begin_lease(slot, centre, radius);
            lists.enter(slot, &mut list[..count]);
        }
        self.list = list;
    }

    /// Makes all leases and lists anew; the balls stand in their cells.
    pub(super) fn remake_lists(&mut self, margin: f64, largest: f64, now: f64) {
        let mut lists = Lists::new(margin, largest, &self.space, self.len());
        for slot in 0..self.len() {
            let place = self.hot[slot].flight.at(now);
            lists.begin_lease(slot, &self.space.inside(&place), self.radius_at(slot));
        }
        let mut list = std::mem::take(&mut self.list);
        for slot in 0..self.len() {
            let count = self.gather(self.hot[slot].tag.cell(), &mut list, 0);
            let count = fill_up(&mut list, 0, count, slot as u32);
            let count = lists.keep_near(slot, &mut list[..count]);
            for other in list[..count].iter().filter(|other| **other != slot as u32) {
                lists.add(slot, *other);
            }
        }
        self.list = list;
        self.lists = Some(lists);
    }
}
