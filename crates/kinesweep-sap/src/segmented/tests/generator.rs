//! Random boxes of several distributions.

use super::super::super::{Aabb, Scalar};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// The distribution of the boxes of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Sides about 1, uniformly distributed.
    Plain,
    /// Corners on a small integer lattice: ties everywhere, points and equal boxes among them.
    Lattice,
    /// Points.
    Points,
    /// All boxes equal on the first axis.
    Flat,
    /// Sides from tiny to as large as the world.
    Sizes,
    /// Some sides are infinite.
    Infinite,
    /// All share a point.
    Touching,
}

pub(super) const KINDS: [Kind; 7] = [
    Kind::Plain,
    Kind::Lattice,
    Kind::Points,
    Kind::Flat,
    Kind::Sizes,
    Kind::Infinite,
    Kind::Touching,
];

pub(super) struct BoxGenerator {
    pub(super) rng: Xoshiro256PlusPlus,
    pub(super) kind: Kind,
    /// Side of the world.
    pub(super) side: f64,
}

impl BoxGenerator {
    /// In [0, 1).
    pub(super) fn unit(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn interval(&mut self, axis: usize) -> (f64, f64) {
        let side = self.side;
        let at = self.unit() * side;
        match self.kind {
            Kind::Plain => (at, at + 0.5 + self.unit()),
            Kind::Lattice => (at.floor() - 1.0, at.floor() - 1.0 + self.below(3) as f64),
            Kind::Points => ((at * 2.0).floor(), (at * 2.0).floor()),
            Kind::Flat if axis == 0 => (-0.0, 0.0),
            Kind::Flat => (at, at + self.unit()),
            Kind::Sizes => (at, at + side * self.unit().powi(12)),
            Kind::Infinite => {
                let one = (at, at + self.unit());
                match self.below(20) {
                    0 => (f64::NEG_INFINITY, one.1),
                    1 => (one.0, f64::INFINITY),
                    2 => (f64::NEG_INFINITY, f64::INFINITY),
                    3 => (f64::INFINITY, f64::INFINITY),
                    _ => one,
                }
            }
            Kind::Touching => {
                if self.below(2) == 0 {
                    (0.0, at)
                } else {
                    (-at, -0.0)
                }
            }
        }
    }

    pub(super) fn fresh<S: Scalar, const D: usize>(&mut self) -> Aabb<S, D> {
        let sides: [(f64, f64); D] = std::array::from_fn(|axis| self.interval(axis));
        Aabb {
            min: sides.map(|side| S::from_f64(side.0)),
            max: sides.map(|side| S::from_f64(side.1)),
        }
    }

    /// The next state of a box: mostly after a small step; or it grows or shrinks, stays, or is
    /// anywhere.
    pub(super) fn moved<S: Scalar, const D: usize>(&mut self, one: &Aabb<S, D>) -> Aabb<S, D> {
        let choice = self.below(10);
        if choice == 0 || matches!(self.kind, Kind::Touching | Kind::Infinite) {
            return self.fresh();
        }
        let step = if matches!(self.kind, Kind::Lattice | Kind::Points) {
            1.0
        } else {
            0.0
        };
        let mut by = |range: f64| {
            let by = (self.unit() - 0.5) * 2.0 * range;
            if step > 0.0 { (by * 2.0).round() } else { by }
        };
        let mut next = *one;
        for axis in 0..D {
            let (mut min, mut max) = (one.min[axis].to_f64(), one.max[axis].to_f64());
            let (low, high) = match choice {
                1 => (by(0.6), by(0.6)),
                2 => (0.0, 0.0),
                3 => (by(3.0), 0.0),
                _ => (by(0.3), 0.0),
            };
            min += low;
            max += if choice == 1 { high } else { low };
            next.min[axis] = S::from_f64(min.min(max));
            next.max[axis] = S::from_f64(min.max(max));
        }
        next
    }
}
