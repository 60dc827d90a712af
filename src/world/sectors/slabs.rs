//! A domain, or where bodies are in an open one, cut into slabs across its longest axis.

use super::constants::{BINS, COST_OF_COUNTING, DEPTH_ROOM, DEPTH_ROUNDINGS, LEAST_SHARE};
use super::fastest::{Fastest, Speeds};
use super::ground::Ground;
use crate::domain::Domain;
use crate::lane::balls::BallLane;
use crate::motion::{MotionPiece, Path};
use crate::sap::Aabb;
use nalgebra::Vector3;

/// Slabs: in an open domain the first and the last one have no end.
#[derive(Debug)]
pub(in crate::world) struct Slabs {
    axis: usize,
    /// Whether the last slab is next to the first one.
    is_periodic: bool,
    min: f64,
    length: f64,
    /// The lower ends of all slabs, and the upper end of the last one.
    ends: Vec<f64>,
    /// The largest diameter, with room for rounding.
    reach: f64,
}

impl Slabs {
    /// Cuts a domain of `axes` axes into slabs with about the same number of balls; none if it is
    /// open. O(n).
    pub(super) fn cut(domain: &Domain, axes: usize, balls: &BallLane, now: f64, count: usize) -> Option<Self> {
        let ground = Ground::bounded(domain)?;
        let axis = ground.axis_to_cut(axes, &Vector3::zeros());
        let places = balls.paths().map(|(_, path)| coordinate(&path, axis, now));
        Some(Self::across(
            axis,
            &ground,
            balls.largest_radius(),
            count,
            places,
            balls.len(),
        ))
    }

    /// Cuts a ground across an axis, for so many bodies of at most this radius with these coordinates. O(n).
    pub(in crate::world) fn across(
        axis: usize,
        ground: &Ground,
        largest_radius: f64,
        count: usize,
        places: impl Iterator<Item = f64>,
        bodies: usize,
    ) -> Self {
        let room = DEPTH_ROUNDINGS * f64::EPSILON * ground.farthest;
        let mut slabs = Self {
            axis,
            is_periodic: ground.is_periodic,
            min: ground.min[axis],
            length: ground.sides[axis],
            ends: Vec::with_capacity(count + 1),
            reach: 2.0 * largest_radius * (1.0 + DEPTH_ROOM) + room,
        };
        let mut bins = vec![0_usize; BINS];
        for place in places {
            let part = (slabs.place_inside(place) - slabs.min) / slabs.length;
            bins[((part * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        slabs.ends.push(slabs.min);
        // The first sector has fewer, as its thread has more to do.
        let equal = 1.0 / count as f64;
        let first = (equal * (1.0 - (count - 1) as f64 * COST_OF_COUNTING)).max(LEAST_SHARE * equal);
        let others = (1.0 - first) / (count - 1) as f64;
        let (mut below, mut bin) = (0, 0);
        for number in 1..count {
            let share = first + others * (number - 1) as f64;
            while (below as f64) < share * bodies as f64 && bin < BINS - 1 {
                below += bins[bin];
                bin += 1;
            }
            slabs.ends.push(slabs.min + slabs.length * bin as f64 / BINS as f64);
        }
        slabs.ends.push(slabs.min + slabs.length);
        slabs
    }

    /// The lower ends of all slabs, and the upper end of the last one.
    pub(in crate::world) fn ends(&self) -> &[f64] {
        &self.ends
    }

    /// Moves the lower end of a slab, between those beside it.
    pub(in crate::world) fn move_end(&mut self, slab: usize, to: f64) {
        debug_assert!(self.ends[slab - 1] <= to && to <= self.ends[slab + 1], "slabs are in order");
        self.ends[slab] = to;
    }

    /// The axis across which the slabs are cut.
    pub(in crate::world) fn axis(&self) -> usize {
        self.axis
    }

    /// The greatest speed and acceleration of a ball along the axis. O(n).
    pub(super) fn fastest(&self, balls: &BallLane, now: f64) -> Fastest {
        let accelerations = balls.paths().map(|(_, path)| path.acceleration[self.axis].abs());
        Fastest {
            speed: Speeds::of(balls, self.axis, now).along,
            acceleration: accelerations.fold(0.0, f64::max),
        }
    }

    pub(in crate::world) fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// How far apart the centres of two balls that touch may be, with room for rounding.
    pub(in crate::world) fn reach(&self) -> f64 {
        self.reach
    }

    pub(in crate::world) fn mean_width(&self) -> f64 {
        self.length / self.count() as f64
    }

    /// The coordinate of a ball on the axis, of the image inside the domain.
    #[inline]
    pub(super) fn place(&self, path: &Path, now: f64) -> f64 {
        self.place_inside(coordinate(path, self.axis, now))
    }

    /// The coordinate of the image inside the domain.
    #[inline]
    pub(in crate::world) fn place_inside(&self, place: f64) -> f64 {
        if !self.is_periodic {
            return place;
        }
        let lengths = ((place - self.min) / self.length).floor();
        place - self.length * lengths
    }

    /// That of a body on a motion piece.
    #[inline]
    pub(in crate::world) fn place_of(&self, piece: &MotionPiece, now: f64) -> f64 {
        self.place_inside(piece.position_at(now)[self.axis])
    }

    /// The slab of a place.
    pub(in crate::world) fn slab_of(&self, place: f64) -> usize {
        let inner = &self.ends[1..self.count()];
        inner.partition_point(|end| *end <= place)
    }

    /// The ends of a slab at which another one begins: infinite at a wall.
    fn open_ends(&self, slab: usize) -> [f64; 2] {
        let is_open = [slab > 0, slab + 1 < self.count()].map(|is_inner| is_inner || self.is_periodic);
        [
            if is_open[0] { self.ends[slab] } else { f64::NEG_INFINITY },
            if is_open[1] { self.ends[slab + 1] } else { f64::INFINITY },
        ]
    }

    /// The slabs up to a distance from a place, as bits.
    pub(in crate::world) fn sectors_near(&self, place: f64, depth: f64) -> u32 {
        let (owner, count) = (self.slab_of(place), self.count());
        let mut near = 1 << owner;
        // Those above, and then those below, up to the first one that is farther away.
        for number in 1..count {
            let (slab, lengths) = match owner + number {
                slab if slab < count => (slab, 0.0),
                slab if self.is_periodic => (slab - count, self.length),
                _ => break,
            };
            if self.ends[slab] + lengths - place > depth {
                break;
            }
            near |= 1 << slab;
        }
        for number in 1..count {
            let (slab, lengths) = match owner.checked_sub(number) {
                Some(slab) => (slab, 0.0),
                None if self.is_periodic => (owner + count - number, self.length),
                None => break,
            };
            if place + lengths - self.ends[slab + 1] > depth {
                break;
            }
            near |= 1 << slab;
        }
        near
    }

    /// The parts of the domain up to a depth from the ends of a slab on the inside, and up to the
    /// largest diameter on the outside. A wall is no end.
    pub(super) fn near_ends(&self, slab: usize, depth: f64) -> impl Iterator<Item = Aabb<f64, 3>> {
        let [low, high] = self.open_ends(slab);
        let ranges = [(low - self.reach, low + depth), (high - depth, high + self.reach)];
        let axis = self.axis;
        ranges
            .into_iter()
            .filter(|(from, _)| from.is_finite())
            .map(move |(from, to)| {
                let (mut min, mut max) = ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]);
                (min[axis], max[axis]) = (from, to);
                Aabb { min, max }
            })
    }

    /// Whether a place is in a slab, and farther than a depth from its ends.
    #[inline]
    pub(super) fn is_deep_in(&self, slab: usize, place: f64, depth: f64) -> bool {
        let [low, high] = self.open_ends(slab);
        place > low + depth && place < high - depth
    }
}

/// The coordinate of a ball on an axis.
#[inline]
fn coordinate(path: &Path, axis: usize, now: f64) -> f64 {
    let passed = now - path.flight.epoch;
    let velocity = path.flight.velocity[axis] + path.acceleration[axis] * (0.5 * passed);
    path.flight.position[axis] + velocity * passed
}

#[cfg(test)]
mod tests {
    use super::Slabs;

    fn slabs(is_periodic: bool) -> Slabs {
        Slabs {
            axis: 0,
            is_periodic,
            min: -2.0,
            length: 10.0,
            ends: vec![-2.0, 1.0, 4.0, 8.0],
            reach: 1.0,
        }
    }

    #[test]
    fn slabs_are_near_by_the_nearest_image() {
        let slabs = slabs(true);
        assert_eq!([-2.0, 0.9, 1.0, 7.9, 8.0].map(|place| slabs.slab_of(place)), [0, 0, 1, 2, 2]);
        for (place, depth, near) in [
            (0.0, 0.0, 0b001),
            (1.5, 0.4, 0b010),
            (1.5, 0.6, 0b011),
            (4.5, 0.4, 0b100),
            (4.5, 0.6, 0b110),
            (4.5, 3.6, 0b111),
            (7.5, 0.4, 0b100),
            (7.5, 0.6, 0b101),
            (-1.5, 0.6, 0b101),
            (3.5, 9.0, 0b111),
        ] {
            assert_eq!(slabs.sectors_near(place, depth), near, "{place}, {depth}");
        }
        assert!(slabs.is_deep_in(1, 2.5, 1.0) && !slabs.is_deep_in(1, 1.5, 1.0));
        // What is not deep in a slab is near its ends.
        for number in 0..60 {
            let place = 1.0 + 0.05 * f64::from(number);
            let mut regions = slabs.near_ends(1, 0.75);
            let is_near = regions.any(|region| (region.min[0]..=region.max[0]).contains(&place));
            assert_eq!(is_near, !slabs.is_deep_in(1, place, 0.75), "{place}");
        }
    }

    #[test]
    fn walls_are_no_ends() {
        let slabs = slabs(false);
        // A ball may be beyond a wall by rounding.
        assert_eq!([-2.1, 0.9, 7.9, 8.1].map(|place| slabs.slab_of(place)), [0, 0, 2, 2]);
        assert_eq!(
            [-2.1, 1.5, 7.5].map(|place| slabs.sectors_near(place, 0.6)),
            [0b001, 0b011, 0b100]
        );
        assert_eq!(
            [-1.5, 3.4, 3.6, 8.1].map(|place| slabs.sectors_near(place, 0.5)),
            [0b001, 0b010, 0b110, 0b100]
        );
        assert_eq!([-1.5, 8.1].map(|place| slabs.sectors_near(place, 9.0)), [0b111; 2]);
        assert_eq!(slabs.sectors_near(-1.9, 1.0), 0b001);
        assert!(slabs.is_deep_in(0, -1.9, 1.0) && !slabs.is_deep_in(0, 0.5, 1.0));
        assert!(slabs.is_deep_in(2, 7.9, 1.0) && !slabs.is_deep_in(2, 4.5, 1.0));
        let low_ends = |slab| slabs.near_ends(slab, 0.5).map(|region| region.min[0]).collect::<Vec<_>>();
        assert_eq!([low_ends(0), low_ends(2)], [[0.5], [3.0]]);
    }
}
