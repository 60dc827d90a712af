//! The world of a drift: how large it is, which boxes it holds, and where they are put.

use super::dice::Dice;
use super::{Aabb, Body, DriftKind, Scalar};

/// Share of the world's volume that the boxes fill (their volumes added up).
const DENSITY: f64 = 0.05;

/// Widths of mixed boxes.
const MIXED: [f64; 2] = [0.1, 10.0];

/// Height of a flat world: two boxes, so that they still pass over each other.
const FLAT_HEIGHT: f64 = 2.0;

/// Height of the floor: half a box, so that what lies on the ground overlaps it and what hovers does not.
const FLOOR_HEIGHT: f64 = 0.5;

/// Boxes in a clump.
const CLUMP: u32 = 1000;

/// Density in the middle of a clump: ten times that of the world; a box there overlaps four others.
const CLUMP_DENSITY: f64 = 0.5;

/// How far a box of a clump goes from where it was put, in widths: less than half of what a clump spreads.
const ROAM: f64 = 2.0;

/// The finest grid of coordinates is this power of 1/2.
const FINEST: i32 = 16;

/// Coordinates are at most this many units: an `f32` holds all whole numbers up to it.
const MOST_UNITS: f64 = (1 << 24) as f64;

/// A world, centred on the origin; lengths in it are counted in units.
#[derive(Clone, Debug)]
pub(super) struct Place<const D: usize> {
    kind: DriftKind,
    /// Length of a unit: a power of two.
    unit: f64,
    /// Half of its sides.
    half: [i32; D],
    /// Middles of the clumps, and their standard deviation.
    clumps: Vec<[i32; D]>,
    spread: f64,
}

impl<const D: usize> Place<D> {
    /// A world for so many boxes, and their widths.
    pub(super) fn new(kind: DriftKind, count: u32, dice: &mut Dice) -> (Self, Vec<f64>) {
        let widths: Vec<f64> = (0..count).map(|_| width(kind, dice)).collect();
        let volume = widths.iter().map(|&width| power::<D>(width)).sum::<f64>() / DENSITY;
        let widest = widths.iter().copied().fold(1.0, f64::max);
        let sides = sides::<D>(kind, volume).map(|side| side.max(2.0 * widest));
        let longest = sides.iter().copied().fold(0.0, f64::max);
        let mut unit = power_of_half(FINEST);
        while longest / 2.0 > MOST_UNITS * unit {
            unit *= 2.0;
        }
        let mut place = Self {
            kind,
            unit,
            half: sides.map(|side| (side / 2.0 / unit).floor() as i32),
            clumps: Vec::new(),
            spread: 0.0,
        };
        if kind == DriftKind::Clusters {
            let normal: f64 = (0..D).map(|_| std::f64::consts::TAU.sqrt()).product();
            place.spread = root(f64::from(CLUMP) / (CLUMP_DENSITY * normal), D) / unit;
            place.clumps = (0..count.div_ceil(CLUMP).max(1))
                .map(|_| place.half.map(|half| dice.within(-half, half)))
                .collect();
        }
        (place, widths)
    }

    pub(super) fn has_floor(&self) -> bool {
        self.kind == DriftKind::Floor
    }

    /// A width for a box that comes.
    pub(super) fn width(&self, dice: &mut Dice) -> f64 {
        width(self.kind, dice)
    }

    /// A box at a random place, at rest.
    pub(super) fn put(&self, width: f64, dice: &mut Dice) -> Body<D> {
        let width = self.units(width).max(1);
        let highest = self.half.map(|half| half - width);
        let low: [i32; D] = if self.clumps.is_empty() {
            std::array::from_fn(|axis| dice.within(-self.half[axis], highest[axis]))
        } else {
            let middle = self.clumps[dice.below(self.clumps.len())];
            std::array::from_fn(|axis| {
                let low = middle[axis] - width / 2 + (self.spread * dice.normal()).round() as i32;
                fold(low, -self.half[axis], highest[axis])
            })
        };
        let roam = if self.clumps.is_empty() { i32::MAX } else { self.units(ROAM) };
        let range = [
            std::array::from_fn(|axis| low[axis].saturating_sub(roam).max(-self.half[axis])),
            std::array::from_fn(|axis| low[axis].saturating_add(roam).min(highest[axis])),
        ];
        Body {
            low,
            size: [width; D],
            velocity: [0; D],
            range,
            present: true,
        }
    }

    /// The box all over the ground.
    pub(super) fn floor(&self) -> Body<D> {
        let low = self.half.map(|half| -half);
        let mut size = self.half.map(|half| 2 * half);
        if let Some(height) = size.last_mut() {
            *height = self.units(FLOOR_HEIGHT);
        }
        Body {
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

    pub(super) fn aabb<S: Scalar>(&self, body: &Body<D>) -> Aabb<S, D> {
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

fn width(kind: DriftKind, dice: &mut Dice) -> f64 {
    match kind {
        DriftKind::Mixed => dice.log_uniform(MIXED[0], MIXED[1]),
        DriftKind::Cubes | DriftKind::Clusters | DriftKind::Flat | DriftKind::Floor => 1.0,
    }
}

/// Sides of a world of such a volume.
fn sides<const D: usize>(kind: DriftKind, volume: f64) -> [f64; D] {
    if kind == DriftKind::Flat && D >= 3 {
        let mut sides = [root(volume / FLAT_HEIGHT, D - 1); D];
        sides[D - 1] = FLAT_HEIGHT;
        sides
    } else {
        [root(volume, D); D]
    }
}

/// Brings a number back into an interval by mirroring it at the ends, or, from far outside, to the nearer end.
fn fold(number: i32, lowest: i32, highest: i32) -> i32 {
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

/// The root of a number of at least 0, by halving an interval until no double lies within (products alone, so that all machines
/// agree).
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
