//! Sweep and prune along trajectories computed beforehand, so that each part can be timed by
//! itself: updates of boxes, sorting, and intersection tests of pairs with overlapping boxes.
//!
//! The trajectories are those of a run with its collisions. There is no response here: a body
//! follows its next motion piece from the epoch of that piece, and its pairs are then tested again,
//! as after a collision.

use super::SECONDS;
use crate::{Failure, cpu_clock};
use kinesweep::broad::{PairChange, SwapQueue};
use kinesweep::command::{KineticLists, kinetic_lists};
use kinesweep::impact::{Collider, time_of_impact};
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::scene::ShapeKind;
use kinesweep::{EventKind, MotionPiece, Party, Scene, World};
use kinesweep_sap::{Aabb, Batch, boxed};
use nalgebra::Vector3;
use std::collections::BTreeSet;
use std::hint::black_box;

/// Margin of boxes around shapes, relative to their sizes: more than the rounding of contact
/// positions.
const MARGIN: f64 = 1e-9;

/// Cost of a simulated second by component, in processor seconds, and the number of intersection
/// tests.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) update: f64,
    pub(super) sort: f64,
    pub(super) tests: f64,
    pub(super) tested: f64,
}

/// A run of kinetic lists.
pub(super) struct Lists {
    /// Its cost in processor seconds, without the construction.
    pub(super) seconds: f64,
    pub(super) swaps: u64,
    /// The pairs that began and ended, in order.
    pub(super) changes: Vec<PairChange>,
}

/// A scene and its trajectories.
pub(super) struct Replay {
    colliders: Vec<Collider>,
    /// Tight box around the body's origin: no body rotates.
    extents: Vec<[Vector3<f64>; 2]>,
    first: Vec<MotionPiece>,
    /// New pieces, in order of time.
    changes: Vec<(usize, MotionPiece)>,
    /// Collisions between bodies: time and the two.
    collisions: Vec<(f64, [usize; 2])>,
}

impl Replay {
    pub(super) fn new(scene: &Scene) -> Result<Self, Failure> {
        let builder = World::builder().settings(scene.settings).record_motion(true);
        let mut world = builder.build().map_err(Failure::other)?;
        world.insert_scene(scene).map_err(Failure::other)?;
        let first: Vec<MotionPiece> = world.take_motion_pieces().into_iter().map(|(_, piece)| piece).collect();
        let mut collisions = Vec::new();
        for event in world.advance_to(SECONDS).map_err(Failure::other)? {
            if let EventKind::Collision(hit) = &event.kind
                && let [Party::Body(a), Party::Body(b)] = hit.parties
            {
                collisions.push((event.time, [a.index(), b.index()]));
            }
        }
        let changes = world.take_motion_pieces().into_iter();
        let colliders = scene.bodies.iter().map(|body| Collider::new(&body.shape));
        let extents = scene.bodies.iter().zip(&first);
        Ok(Self {
            colliders: colliders.collect::<Result<_, _>>().map_err(Failure::other)?,
            extents: extents.map(|(body, piece)| extents_of(body.shape.kind(), piece)).collect(),
            first,
            changes: changes.map(|(body, piece)| (body.index(), piece)).collect(),
            collisions,
        })
    }

    /// Boxes swept over frames, in sorted arrays on three axes.
    pub(super) fn swept(&self, rate: f64) -> Result<Cost, Failure> {
        let (mut cost, mut pairs) = (Cost::default(), Pairs::new(self));
        let mut store = boxed::arrays_f64();
        let (mut batch, mut toggles) = (Batch::default(), Vec::new());
        batch
            .inserted
            .extend((0..self.first.len()).map(|body| (body as u32, self.still(body, &self.first[body], 0.0))));
        store.apply(&batch, &mut toggles);
        pairs.toggle(&toggles);
        batch.clear();
        let mut changes = self.changes.iter().copied().peekable();
        let mut seen = 0;
        for frame in (0..).map(f64::from).take_while(|frame| *frame < SECONDS * rate) {
            let (from, to) = (frame / rate, ((frame + 1.0) / rate).min(SECONDS));
            let begun = cpu_clock();
            batch.moved.clear();
            for (body, piece) in pairs.pieces.iter().enumerate() {
                let swept = hull(self.still(body, piece, from), self.still(body, piece, to));
                batch.moved.push((body as u32, swept));
            }
            let mut changed = Vec::new();
            while let Some((body, piece)) = changes.next_if(|(_, piece)| piece.epoch <= to) {
                let ends = [piece.epoch, to].map(|time| self.still(body, &piece, time));
                let swept = &mut batch.moved[body].1;
                *swept = hull(*swept, hull(ends[0], ends[1]));
                changed.push((body, piece));
            }
            let updated = cpu_clock();
            toggles.clear();
            store.apply(&batch, &mut toggles);
            let sorted = cpu_clock();
            let begins = pairs.toggle(&toggles);
            pairs.check(&mut seen, to)?;
            pairs.test(&begins);
            for (body, piece) in changed {
                pairs.change(body, piece);
            }
            cost.update += updated - begun;
            cost.sort += sorted - updated;
            cost.tests += cpu_clock() - sorted;
        }
        cost.tested = pairs.tested as f64;
        Ok(cost)
    }

    /// Kinetic sorted lists, advanced to each frame.
    pub(super) fn kinetic(&self, rate: f64) -> Result<Cost, Failure> {
        let (mut cost, mut pairs) = (Cost::default(), Pairs::new(self));
        let mut sweep = kinetic_lists(SwapQueue::default());
        let mut reported = Vec::new();
        let bounds = |body: usize, piece: &MotionPiece| bounds_of(&self.extents[body], piece);
        let bodies: Vec<(u32, Bounds)> = (0..self.first.len())
            .map(|body| (body as u32, bounds(body, &self.first[body])))
            .collect();
        sweep.insert(&bodies, 0.0, &mut reported);
        pairs.apply(&reported);
        let mut changes = self.changes.iter().copied().peekable();
        let mut seen = 0;
        let mut advance = |sweep: &mut dyn KineticLists, pairs: &mut Pairs<'_>, until: f64, cost: &mut Cost| {
            loop {
                reported.clear();
                sweep.advance(until, &mut reported);
                if reported.is_empty() {
                    return;
                }
                let begun = cpu_clock();
                let begins = pairs.apply(&reported);
                pairs.test(&begins);
                cost.tests += cpu_clock() - begun;
            }
        };
        let begun = cpu_clock();
        for frame in (1..).map(f64::from).take_while(|frame| *frame <= SECONDS * rate) {
            let to = frame / rate;
            while let Some((body, piece)) = changes.next_if(|(_, piece)| piece.epoch <= to) {
                advance(&mut *sweep, &mut pairs, piece.epoch, &mut cost);
                let begun = cpu_clock();
                pairs.check(&mut seen, piece.epoch)?;
                let checked = cpu_clock();
                let mut reported = Vec::new();
                sweep.update(body as u32, &bounds(body, &piece), piece.epoch, &mut reported);
                let updated = cpu_clock();
                pairs.apply(&reported);
                pairs.change(body, piece);
                cost.update += updated - checked;
                cost.tests += cpu_clock() - updated;
                // The check is not part of the cost.
                cost.sort -= checked - begun;
            }
            advance(&mut *sweep, &mut pairs, to, &mut cost);
        }
        cost.sort += cpu_clock() - begun - cost.update - cost.tests;
        cost.tested = pairs.tested as f64;
        Ok(cost)
    }

    /// The lists alone, on a queue: the cost of ordering and doing their swaps along the
    /// trajectories.
    pub(super) fn lists(&self, queue: SwapQueue) -> Lists {
        let mut sweep = kinetic_lists(queue);
        let bounds = |body: usize, piece: &MotionPiece| bounds_of(&self.extents[body], piece);
        let pieces = self.first.iter().enumerate();
        let bodies: Vec<(u32, Bounds)> = pieces.map(|(body, piece)| (body as u32, bounds(body, piece))).collect();
        let mut changes = Vec::new();
        sweep.insert(&bodies, 0.0, &mut changes);
        let begun = cpu_clock();
        for (body, piece) in self.changes.iter().filter(|(_, piece)| piece.epoch <= SECONDS) {
            while sweep.advance(piece.epoch, &mut changes) < piece.epoch {}
            sweep.update(*body as u32, &bounds(*body, piece), piece.epoch, &mut changes);
        }
        while sweep.advance(SECONDS, &mut changes) < SECONDS {}
        Lists {
            seconds: cpu_clock() - begun,
            swaps: sweep.swaps(),
            changes,
        }
    }

    /// The tight box at a time.
    fn still(&self, body: usize, piece: &MotionPiece, time: f64) -> Aabb<f64, 3> {
        let position = piece.position_at(time);
        let [min, max] = &self.extents[body];
        Aabb {
            min: (position + min).into(),
            max: (position + max).into(),
        }
    }
}

fn extents_of(shape: &ShapeKind, piece: &MotionPiece) -> [Vector3<f64>; 2] {
    let ShapeKind::Mesh { vertices, .. } = shape else {
        unreachable!("rings are meshes")
    };
    let placed = vertices.iter().map(|vertex| piece.orientation * vertex);
    let (min, max) = placed.fold(
        (Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY)),
        |(min, max), vertex| (min.inf(&vertex), max.sup(&vertex)),
    );
    let margin = MARGIN * (max - min);
    [min - margin, max + margin]
}

fn bounds_of([min, max]: &[Vector3<f64>; 2], piece: &MotionPiece) -> Bounds {
    let side = |offset: &Vector3<f64>, axis: usize| Endpoint {
        position: piece.position[axis] + offset[axis],
        velocity: piece.velocity[axis],
        half_acceleration: 0.5 * piece.acceleration[axis],
    };
    Bounds {
        epoch: piece.epoch,
        min: std::array::from_fn(|axis| side(min, axis)),
        max: std::array::from_fn(|axis| side(max, axis)),
    }
}

/// The smallest box around two; of a box in uniform motion, around its path.
fn hull(one: Aabb<f64, 3>, other: Aabb<f64, 3>) -> Aabb<f64, 3> {
    Aabb {
        min: std::array::from_fn(|axis| one.min[axis].min(other.min[axis])),
        max: std::array::from_fn(|axis| one.max[axis].max(other.max[axis])),
    }
}

/// The pairs with overlapping boxes, and the present motions.
struct Pairs<'a> {
    replay: &'a Replay,
    pieces: Vec<MotionPiece>,
    /// Each pair in both orders.
    near: BTreeSet<[usize; 2]>,
    tested: u64,
}

impl<'a> Pairs<'a> {
    fn new(replay: &'a Replay) -> Self {
        Self {
            replay,
            pieces: replay.first.clone(),
            near: BTreeSet::new(),
            tested: 0,
        }
    }

    fn set(&mut self, a: u32, b: u32, begins: bool) {
        let (a, b) = (a as usize, b as usize);
        for pair in [[a, b], [b, a]] {
            if begins {
                self.near.insert(pair);
            } else {
                self.near.remove(&pair);
            }
        }
    }

    /// Applies the changes of a frame, and returns the pairs that begin.
    fn toggle(&mut self, toggles: &[PairChange]) -> Vec<[usize; 2]> {
        for PairChange { pair: (a, b), begins } in toggles {
            self.set(*a, *b, *begins);
        }
        let begun = toggles.iter().filter(|toggle| toggle.begins);
        let begun = begun.map(|toggle| [toggle.pair.0 as usize, toggle.pair.1 as usize]);
        begun.filter(|pair| self.near.contains(pair)).collect()
    }

    /// Applies the changes of lists, and returns the pairs that begin.
    fn apply(&mut self, changes: &[PairChange]) -> Vec<[usize; 2]> {
        let mut begun = Vec::new();
        for PairChange { pair: (a, b), begins } in changes {
            self.set(*a, *b, *begins);
            if *begins {
                begun.push([*a, *b].map(|body| body as usize));
            }
        }
        begun
    }

    /// Predicts the impact of each pair.
    fn test(&mut self, pairs: &[[usize; 2]]) {
        for [a, b] in pairs {
            let side = |body: usize| (&self.replay.colliders[body], &self.pieces[body]);
            black_box(time_of_impact(side(*a), side(*b)));
            self.tested += 1;
        }
    }

    /// A body follows another piece from now on: its pairs are tested again.
    fn change(&mut self, body: usize, piece: MotionPiece) {
        self.pieces[body] = piece;
        let pairs: Vec<[usize; 2]> = self.near.range([body, 0]..[body + 1, 0]).copied().collect();
        self.test(&pairs);
    }

    /// Checks that the boxes of all collisions up to a time overlap; the first `seen` collisions
    /// are checked already.
    fn check(&self, seen: &mut usize, until: f64) -> Result<(), Failure> {
        while let Some((time, pair)) = self.replay.collisions.get(*seen).filter(|(time, _)| *time <= until) {
            if !self.near.contains(pair) {
                return Err(Failure::Other(format!(
                    "at time {time}: {pair:?} collide, and their boxes do not overlap"
                )));
            }
            *seen += 1;
        }
        Ok(())
    }
}
