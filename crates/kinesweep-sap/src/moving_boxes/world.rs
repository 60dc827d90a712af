//! The world of the moving boxes: its size, the widths of its boxes, and their random positions.

use super::constants::{
    CLUSTER_DENSITY, CLUSTER_SIZE, DENSITY, FINEST_UNIT_EXPONENT, FLAT_HEIGHT, FLOOR_HEIGHT, MAX_DISPLACEMENT, MIXED_WIDTHS,
    MOST_UNITS,
};
use super::random::Random;
use super::{Aabb, MovingBox, MovingBoxesKind, Scalar};

/// A world, centred on the origin. Lengths are integers, in units.
#[derive(Clone, Debug)]
pub(super) struct World<const D: usize> {
    kind: MovingBoxesKind,
    /// Length of a unit, a power of two.
    unit: f64,
    /// Half of its sides, in units.
    half: [i32; D],
    /// Centres of the clusters, and their standard deviation, in units.
    clusters: Vec<[i32; D]>,
    spread: f64,
}

impl<const D: usize> World<D> {
    /// A world for `count` boxes, and their widths.
    pub(super) fn new(kind: MovingBoxesKind, count: u32, random: &mut Random) -> (Self, Vec<f64>) {
        let widths: Vec<f64> = (0..count).map(|_| width(kind, random)).collect();
        let volume = widths.iter().map(|&width| power::<D>(width)).sum::<f64>() / DENSITY;
        let widest = widths.iter().copied().fold(1.0, f64::max);
        let sides = sides::<D>(kind, volume).map(|side| side.max(2.0 * widest));
        let longest = sides.iter().copied().fold(0.0, f64::max);
        let mut unit = power_of_half(FINEST_UNIT_EXPONENT);
        while longest / 2.0 > MOST_UNITS * unit {
            unit *= 2.0;
        }
        let mut world = Self {
            kind,
            unit,
            half: sides.map(|side| (side / 2.0 / unit).floor() as i32),
            clusters: Vec::new(),
            spread: 0.0,
        };
        if kind == MovingBoxesKind::Clusters {
            let normal: f64 = (0..D).map(|_| std::f64::consts::TAU.sqrt()).product();
            world.spread = root(f64::from(CLUSTER_SIZE) / (CLUSTER_DENSITY * normal), D) / unit;
            world.clusters = (0..count.div_ceil(CLUSTER_SIZE).max(1))
                .map(|_| world.half.map(|half| random.within(-half, half)))
                .collect();
        }
        (world, widths)
    }

    pub(super) fn has_floor(&self) -> bool {
        self.kind == MovingBoxesKind::Floor
    }

    /// A random width for an inserted box.
    pub(super) fn width(&self, random: &mut Random) -> f64 {
        width(self.kind, random)
    }

    /// A box at a random position, without velocity.
    pub(super) fn place_box(&self, width: f64, random: &mut Random) -> MovingBox<D> {
        let width = self.units(width).max(1);
        let highest = self.half.map(|half| half - width);
        let low: [i32; D] = if self.clusters.is_empty() {
            std::array::from_fn(|axis| random.within(-self.half[axis], highest[axis]))
        } else {
            let middle = self.clusters[random.below(self.clusters.len())];
            std::array::from_fn(|axis| {
                let low = middle[axis] - width / 2 + (self.spread * random.normal()).round() as i32;
                reflect(low, -self.half[axis], highest[axis])
            })
        };
        let displacement = if self.clusters.is_empty() {
            i32::MAX
        } else {
            self.units(MAX_DISPLACEMENT)
        };
        let range = [
            std::array::from_fn(|axis| low[axis].saturating_sub(displacement).max(-self.half[axis])),
            std::array::from_fn(|axis| low[axis].saturating_add(displacement).min(highest[axis])),
        ];
        MovingBox {
            low,
            size: [width; D],
            velocity: [0; D],
            range,
            present: true,
        }
    }

    /// The box that covers the floor of the world.
    pub(super) fn floor(&self) -> MovingBox<D> {
        let low = self.half.map(|half| -half);
        let mut size = self.half.map(|half| 2 * half);
        if let Some(height) = size.last_mut() {
            *height = self.units(FLOOR_HEIGHT);
        }
        MovingBox {
            low,
            size,
            velocity: [0; D],
            range: [low, low],
            present: true,
        }
    }

    pub(super) fn bounds<S: Scalar>(&self) -> Aabb<S, D> {
        Aabb {
            min: self.half.map(|half| self.coordinate(-half)),
            max: self.half.map(|half| self.coordinate(half)),
        }
    }

    pub(super) fn aabb<S: Scalar>(&self, body: &MovingBox<D>) -> Aabb<S, D> {
        Aabb {
            min: body.low.map(|low| self.coordinate(low)),
            max: std::array::from_fn(|axis| self.coordinate(body.low[axis] + body.size[axis])),
        }
    }

    fn coordinate<S: Scalar>(&self, units: i32) -> S {
        S::from_f64(f64::from(units) * self.unit)
    }

    fn units(&self, length: f64) -> i32 {
        (length / self.unit).round() as i32
    }
}

fn width(kind: MovingBoxesKind, random: &mut Random) -> f64 {
    match kind {
        MovingBoxesKind::Mixed => random.log_uniform(MIXED_WIDTHS[0], MIXED_WIDTHS[1]),
        MovingBoxesKind::Cubes | MovingBoxesKind::Clusters | MovingBoxesKind::Flat | MovingBoxesKind::Floor => 1.0,
    }
}

/// The sides of a world of a given volume.
fn sides<const D: usize>(kind: MovingBoxesKind, volume: f64) -> [f64; D] {
    if kind == MovingBoxesKind::Flat && D >= 3 {
        let mut sides = [root(volume / FLAT_HEIGHT, D - 1); D];
        sides[D - 1] = FLAT_HEIGHT;
        sides
    } else {
        [root(volume, D); D]
    }
}

/// Mirrors a number outside an interval at the nearer end; the result is clamped to the interval.
fn reflect(number: i32, lowest: i32, highest: i32) -> i32 {
    let mirrored = if number < lowest {
        2 * lowest - number
    } else if number > highest {
        2 * highest - number
    } else {
        number
    };
    mirrored.clamp(lowest, highest)
}

fn power<const D: usize>(base: f64) -> f64 {
    (0..D).map(|_| base).product()
}

fn power_of_half(exponent: i32) -> f64 {
    (0..exponent).map(|_| 0.5).product()
}

/// The root of a number of at least 0, by bisection down to adjacent doubles (products only, so all
/// machines agree).
fn root(number: f64, degree: usize) -> f64 {
    let (mut low, mut high) = (0.0, number.max(1.0));
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return low;
        }
        if (0..degree).map(|_| middle).product::<f64>() <= number {
            low = middle;
        } else {
            high = middle;
        }
    }
}
