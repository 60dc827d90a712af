//! The scenes of the store tests: positions and sizes of boxes, their motion, how many move, and
//! insertions and removals.

use super::super::{Aabb, Batch, Scalar};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The positions and sizes of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Distribution {
    /// Uniformly distributed in a cube, of about unit size.
    Uniform,
    /// In three dense clusters.
    Clustered,
    /// All overlap on the last axis.
    FlatWorld,
    /// No extent on the first axis, and equal present.
    OnePlane,
    /// Equal boxes, at three positions.
    Equal,
    /// Points, often at equal positions.
    Points,
    /// One box in ten spans the scene, the others are much smaller than their distances.
    HugeAndTiny,
    /// Some sides are infinite, some boxes lie at infinity.
    Infinite,
    /// Integers only: many ties and many boxes in contact.
    Lattice,
}

/// The motion of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Motion {
    /// Steps of a tenth of their size (of one, on a lattice); some are zero.
    SmallSteps,
    /// Jumps of several sizes along one axis or all, past other boxes.
    Jumps,
    /// To any position, with another size; or to the bounds of another box.
    Teleports,
    /// Each side moves separately: boxes grow and shrink, down to points.
    Resizing,
}

/// Insertions and removals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Churn {
    /// None.
    Fixed,
    /// Up to two of each a step.
    Few,
    /// Half of all boxes at each step, with ids reused; sometimes all are removed, and inserted
    /// again at the next step.
    Half,
}

/// The parameters of one test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) distribution: Distribution,
    pub(crate) motion: Motion,
    pub(crate) churn: Churn,
    /// The percentage of boxes that move at a step.
    pub(crate) moving_percent: u64,
    pub(crate) boxes: usize,
    pub(crate) steps: usize,
}

/// Number of boxes and steps of most scenes: small, so that present can be many scenes.
const SMALL: (usize, usize) = (40, 12);
/// Number of boxes and steps of some scenes, large enough for several levels, segments or cells.
const LARGE: (usize, usize) = (400, 6);

/// Greatest length of a jump on an axis: several unit boxes.
const JUMP: f64 = 6.0;

impl Scene {
    /// Whether the scene has few boxes.
    pub(crate) fn is_small(&self) -> bool {
        (self.boxes, self.steps) == SMALL
    }

    /// Every combination, small; and the most informative ones, large.
    pub(crate) fn all() -> Vec<Self> {
        use {Churn::*, Distribution::*, Motion::*};
        let distributions = [
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
        for distribution in distributions {
            for motion in [SmallSteps, Jumps, Teleports, Resizing] {
                for churn in [Fixed, Few, Half] {
                    for moving_percent in [0, 8, 100] {
                        let large = motion == SmallSteps && moving_percent == 8 || motion == Jumps && moving_percent == 100;
                        for (boxes, steps) in if large { vec![SMALL, LARGE] } else { vec![SMALL] } {
                            all.push(Self {
                                distribution,
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

/// A running scene: generates batch after batch, and stores the present boxes.
pub(crate) struct SceneRun<S, const D: usize> {
    scene: Scene,
    random: Xoshiro256PlusPlus,
    /// The boxes after the last batch, indexed by id. Ids are sparse: about two in five are in use.
    pub(crate) boxes: Vec<Option<Aabb<S, D>>>,
    step: usize,
}

impl<S: Scalar, const D: usize> SceneRun<S, D> {
    pub(crate) fn new(scene: Scene, seed: u64) -> Self {
        Self {
            scene,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            boxes: vec![None; scene.boxes * 5 / 2],
            step: 0,
        }
    }

    /// Generates the next batch.
    pub(crate) fn next_batch(&mut self) -> Batch<S, D> {
        let first = self.step == 0;
        self.step += 1;
        let present: Vec<u32> = self.ids(true);
        let free: Vec<u32> = self.ids(false);
        let (leaving, coming) = match self.scene.churn {
            _ if first => (0, self.scene.boxes),
            Churn::Fixed => (0, 0),
            Churn::Few => (self.below(3), self.below(3)),
            Churn::Half if self.step % 5 == 4 => (present.len(), 0),
            Churn::Half => (present.len() / 2, self.scene.boxes - present.len() / 2),
        };
        let mut batch = Batch::default();
        for id in self.shuffled(present) {
            if batch.removed.len() < leaving {
                batch.removed.push(id);
                self.boxes[id as usize] = None;
            } else if self.random.next_u64() % 100 < self.scene.moving_percent {
                let to = self.moved(id);
                batch.moved.push((id, to));
                self.boxes[id as usize] = Some(to);
            }
        }
        for id in self.shuffled(free).into_iter().take(coming) {
            let at = self.new_box();
            batch.inserted.push((id, at));
            self.boxes[id as usize] = Some(at);
        }
        assert!(self.boxes.iter().flatten().all(Aabb::is_valid));
        batch
    }

    fn ids(&self, present: bool) -> Vec<u32> {
        let ids = 0..self.boxes.len() as u32;
        ids.filter(|&id| self.boxes[id as usize].is_some() == present).collect()
    }

    fn shuffled(&mut self, mut ids: Vec<u32>) -> Vec<u32> {
        for last in (1..ids.len()).rev() {
            ids.swap(last, self.below(last + 1));
        }
        ids
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.random.next_u64() % bound as u64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A new box from the distribution of the scene.
    fn new_box(&mut self) -> Aabb<S, D> {
        // About two neighbours a box in any number of dimensions.
        let side = (self.scene.boxes as f64).powf(1.0 / D as f64) * 1.2;
        let cluster = self.below(3) as f64 * 0.4 * side;
        let huge = self.below(10) == 0;
        let low: [f64; D] = std::array::from_fn(|axis| match self.scene.distribution {
            Distribution::Clustered => cluster + self.between(0.0, 2.0),
            Distribution::FlatWorld if axis == D - 1 => self.between(0.0, 0.5),
            Distribution::OnePlane if axis == 0 => 0.0,
            Distribution::Equal => cluster,
            Distribution::Points => self.between(0.0, side / 2.0).round(),
            Distribution::HugeAndTiny if huge => 0.0,
            Distribution::Lattice => self.between(-side / 2.0, side / 2.0).round(),
            _ => self.between(-side / 2.0, side / 2.0),
        });
        let high: [f64; D] = std::array::from_fn(|axis| match self.scene.distribution {
            Distribution::OnePlane if axis == 0 => 0.0,
            Distribution::Equal => cluster + 1.0,
            Distribution::Points => low[axis],
            Distribution::HugeAndTiny if huge => side,
            Distribution::HugeAndTiny => low[axis] + self.between(0.0, 0.1),
            Distribution::Lattice => low[axis] + self.below(3) as f64,
            _ => low[axis] + self.between(0.5, 1.5),
        });
        let mut at = corners(low, high);
        if self.scene.distribution == Distribution::Infinite {
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

    /// The next bounds of a present box.
    fn moved(&mut self, id: u32) -> Aabb<S, D> {
        let from = self.boxes[id as usize].expect("present");
        let low = from.min.map(S::to_f64);
        let high = from.max.map(S::to_f64);
        let only = self.below(2 * D);
        match self.scene.motion {
            Motion::SmallSteps => {
                let limit = if self.is_integer() { 1.0 } else { 0.1 };
                let by: [f64; D] = std::array::from_fn(|axis| self.random_step(limit, axis));
                corners(
                    std::array::from_fn(|axis| low[axis] + by[axis]),
                    std::array::from_fn(|axis| high[axis] + by[axis]),
                )
            }
            Motion::Jumps => {
                let one_axis = only < D;
                let by: [f64; D] = std::array::from_fn(|axis| {
                    if one_axis && only != axis {
                        0.0
                    } else {
                        self.random_step(JUMP, axis)
                    }
                });
                corners(
                    std::array::from_fn(|axis| low[axis] + by[axis]),
                    std::array::from_fn(|axis| high[axis] + by[axis]),
                )
            }
            Motion::Teleports => {
                let other = self.below(self.boxes.len());
                match self.boxes[other] {
                    Some(present) => present,
                    None => self.new_box(),
                }
            }
            Motion::Resizing => {
                let low: [f64; D] = std::array::from_fn(|axis| low[axis] + self.random_step(1.0, axis));
                corners(
                    low,
                    std::array::from_fn(|axis| (high[axis] + self.random_step(1.0, axis)).max(low[axis])),
                )
            }
        }
    }

    /// Whether all values are integers.
    fn is_integer(&self) -> bool {
        matches!(
            self.scene.distribution,
            Distribution::Lattice | Distribution::Equal | Distribution::Points
        )
    }

    /// A random step on an axis, up to `limit`; 0 on axes where the distribution is flat.
    fn random_step(&mut self, limit: f64, axis: usize) -> f64 {
        let by = self.between(-limit, limit);
        match self.scene.distribution {
            Distribution::OnePlane if axis == 0 => 0.0,
            Distribution::FlatWorld if axis == D - 1 => 0.0,
            _ if self.is_integer() => (by * 1.5).round(),
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
