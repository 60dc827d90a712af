//! Scenes that every store must get right: where boxes are, how they move, how many of them, and who comes and goes.

use super::super::{Aabb, Batch, Scalar};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Where boxes are and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// Anywhere in a cube, of about unit size.
    Uniform,
    /// In three tight heaps.
    Clustered,
    /// All overlap on the last axis.
    FlatWorld,
    /// No extent on the first axis, and all at one place there.
    OnePlane,
    /// All alike, at one of three places.
    Equal,
    /// No extent at all, often at one place.
    Points,
    /// One in ten spans the scene, the others are far smaller than their distances.
    HugeAndTiny,
    /// Some sides are infinite, some boxes lie at infinity.
    Infinite,
    /// Whole numbers only: ties everywhere, boxes that touch everywhere.
    Lattice,
}

/// How boxes move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Motion {
    /// By a tenth of their size (by one, on a lattice), some not at all.
    Drift,
    /// By several sizes along one axis or all, so that they jump past others.
    Jumps,
    /// To anywhere, with another size; or two boxes trade places.
    Teleports,
    /// Each side for itself: boxes grow and shrink, down to points.
    Breathing,
}

/// Who comes and goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Churn {
    /// Nobody.
    Nobody,
    /// One or two of each, now and then.
    Few,
    /// Half of all at each step, names used again; sometimes all go, and come again at the next step.
    Storm,
}

/// What happens in one test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) place: Place,
    pub(crate) motion: Motion,
    pub(crate) churn: Churn,
    /// How many boxes of a hundred move at a step.
    pub(crate) moving_percent: u64,
    pub(crate) boxes: usize,
    pub(crate) steps: usize,
}

/// Boxes and steps of most scenes: small, so that there are many scenes.
const SMALL: (usize, usize) = (40, 12);
/// Boxes and steps of a few scenes in which structures have several levels, segments or cells.
const LARGE: (usize, usize) = (400, 6);

/// How far a jump reaches on an axis: several unit boxes.
const JUMP: f64 = 6.0;

impl Scene {
    /// Whether it has few boxes.
    pub(crate) fn is_small(&self) -> bool {
        (self.boxes, self.steps) == SMALL
    }

    /// Every combination, small; and the telling ones, large.
    pub(crate) fn all() -> Vec<Self> {
        use {Churn::*, Motion::*, Place::*};
        let places = [
            Uniform,
            Clustered,
            FlatWorld,
            OnePlane,
            Equal,
            Points,
            HugeAndTiny,
            Infinite,
            Lattice,
        ];
        let mut all = Vec::new();
        for place in places {
            for motion in [Drift, Jumps, Teleports, Breathing] {
                for churn in [Nobody, Few, Storm] {
                    for moving_percent in [0, 8, 100] {
                        let large = motion == Drift && moving_percent == 8 || motion == Jumps && moving_percent == 100;
                        for (boxes, steps) in if large { vec![SMALL, LARGE] } else { vec![SMALL] } {
                            all.push(Self {
                                place,
                                motion,
                                churn,
                                moving_percent,
                                boxes,
                                steps,
                            });
                        }
                    }
                }
            }
        }
        all
    }
}

/// A scene as it runs: gives batch after batch, and knows what is there.
pub(crate) struct Script<S, const D: usize> {
    scene: Scene,
    random: Xoshiro256PlusPlus,
    /// What is there after the last batch, by name. Names are sparse: about two in five are in use.
    pub(crate) boxes: Vec<Option<Aabb<S, D>>>,
    step: usize,
}

impl<S: Scalar, const D: usize> Script<S, D> {
    pub(crate) fn new(scene: Scene, seed: u64) -> Self {
        Self {
            scene,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            boxes: vec![None; scene.boxes * 5 / 2],
            step: 0,
        }
    }

    /// The next batch.
    pub(crate) fn next_batch(&mut self) -> Batch<S, D> {
        let first = self.step == 0;
        self.step += 1;
        let there: Vec<u32> = self.names(true);
        let free: Vec<u32> = self.names(false);
        let (leaving, coming) = match self.scene.churn {
            _ if first => (0, self.scene.boxes),
            Churn::Nobody => (0, 0),
            Churn::Few => (self.below(3), self.below(3)),
            Churn::Storm if self.step % 5 == 4 => (there.len(), 0),
            Churn::Storm => (there.len() / 2, self.scene.boxes - there.len() / 2),
        };
        let mut batch = Batch::default();
        for name in self.shuffled(there) {
            if batch.removed.len() < leaving {
                batch.removed.push(name);
                self.boxes[name as usize] = None;
            } else if self.random.next_u64() % 100 < self.scene.moving_percent {
                let to = self.moved(name);
                batch.moved.push((name, to));
                self.boxes[name as usize] = Some(to);
            }
        }
        for name in self.shuffled(free).into_iter().take(coming) {
            let at = self.placed();
            batch.inserted.push((name, at));
            self.boxes[name as usize] = Some(at);
        }
        assert!(self.boxes.iter().flatten().all(Aabb::is_valid));
        batch
    }

    fn names(&self, there: bool) -> Vec<u32> {
        let names = 0..self.boxes.len() as u32;
        names.filter(|&name| self.boxes[name as usize].is_some() == there).collect()
    }

    fn shuffled(&mut self, mut names: Vec<u32>) -> Vec<u32> {
        for last in (1..names.len()).rev() {
            names.swap(last, self.below(last + 1));
        }
        names
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.random.next_u64() % bound as u64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A new box where the scene has them.
    fn placed(&mut self) -> Aabb<S, D> {
        // About two neighbours a box at any number of dimensions.
        let side = (self.scene.boxes as f64).powf(1.0 / D as f64) * 1.2;
        let heap = self.below(3) as f64 * 0.4 * side;
        let huge = self.below(10) == 0;
        let low: [f64; D] = std::array::from_fn(|axis| match self.scene.place {
            Place::Clustered => heap + self.between(0.0, 2.0),
            Place::FlatWorld if axis == D - 1 => self.between(0.0, 0.5),
            Place::OnePlane if axis == 0 => 0.0,
            Place::Equal => heap,
            Place::Points => self.between(0.0, side / 2.0).round(),
            Place::HugeAndTiny if huge => 0.0,
            Place::Lattice => self.between(-side / 2.0, side / 2.0).round(),
            _ => self.between(-side / 2.0, side / 2.0),
        });
        let high: [f64; D] = std::array::from_fn(|axis| match self.scene.place {
            Place::OnePlane if axis == 0 => 0.0,
            Place::Equal => heap + 1.0,
            Place::Points => low[axis],
            Place::HugeAndTiny if huge => side,
            Place::HugeAndTiny => low[axis] + self.between(0.0, 0.1),
            Place::Lattice => low[axis] + self.below(3) as f64,
            _ => low[axis] + self.between(0.5, 1.5),
        });
        let mut at = corners(low, high);
        if self.scene.place == Place::Infinite {
            for axis in 0..D {
                match self.below(20) {
                    0 | 1 => at.min[axis] = S::NEG_INFINITY,
                    2 | 3 => at.max[axis] = S::INFINITY,
                    4 => (at.min[axis], at.max[axis]) = (S::NEG_INFINITY, S::INFINITY),
                    5 => (at.min[axis], at.max[axis]) = (S::INFINITY, S::INFINITY),
                    _ => {}
                }
            }
        }
        at
    }

    /// Where a box that is there goes.
    fn moved(&mut self, name: u32) -> Aabb<S, D> {
        let from = self.boxes[name as usize].expect("there");
        let low = from.min.map(S::to_f64);
        let high = from.max.map(S::to_f64);
        let only = self.below(2 * D);
        match self.scene.motion {
            Motion::Drift => {
                let reach = if self.whole() { 1.0 } else { 0.1 };
                let by: [f64; D] = std::array::from_fn(|axis| self.by(reach, axis));
                corners(
                    std::array::from_fn(|axis| low[axis] + by[axis]),
                    std::array::from_fn(|axis| high[axis] + by[axis]),
                )
            }
            Motion::Jumps => {
                let one_axis = only < D;
                let by: [f64; D] = std::array::from_fn(|axis| if one_axis && only != axis { 0.0 } else { self.by(JUMP, axis) });
                corners(
                    std::array::from_fn(|axis| low[axis] + by[axis]),
                    std::array::from_fn(|axis| high[axis] + by[axis]),
                )
            }
            Motion::Teleports => {
                let other = self.below(self.boxes.len());
                match self.boxes[other] {
                    Some(there) => there,
                    None => self.placed(),
                }
            }
            Motion::Breathing => {
                let low: [f64; D] = std::array::from_fn(|axis| low[axis] + self.by(1.0, axis));
                corners(
                    low,
                    std::array::from_fn(|axis| (high[axis] + self.by(1.0, axis)).max(low[axis])),
                )
            }
        }
    }

    /// Whether all values are whole numbers.
    fn whole(&self) -> bool {
        matches!(self.scene.place, Place::Lattice | Place::Equal | Place::Points)
    }

    /// A random step on an axis, up to a reach; none where the scene has no room.
    fn by(&mut self, reach: f64, axis: usize) -> f64 {
        let by = self.between(-reach, reach);
        match self.scene.place {
            Place::OnePlane if axis == 0 => 0.0,
            Place::FlatWorld if axis == D - 1 => 0.0,
            _ if self.whole() => (by * 1.5).round(),
            _ => by,
        }
    }
}

fn corners<S: Scalar, const D: usize>(min: [f64; D], max: [f64; D]) -> Aabb<S, D> {
    Aabb {
        min: min.map(S::from_f64),
        max: max.map(S::from_f64),
    }
}
