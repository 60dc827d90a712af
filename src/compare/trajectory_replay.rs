//! Replay of a run along its recorded trajectories: its broad phase and its predictions, each timed
//! separately. There are no responses: a body continues on its next motion piece when that begins,
//! and its pairs are then predicted again, as in the run.

use super::CompareError;
use super::colliders::colliders;
use crate::broad::{BroadPhase, CandidateChange};
use crate::impact::{Collider, Extents, Forecast, Moving, contacts, first_overlap, forecast, is_expensive, may_be_cut_off};
use crate::motion::MotionPiece;
use crate::motion::bounds::Bounds;
use crate::response::{Relation, Role};
use crate::scene::{ResponseMode, Scene};
use crate::stopwatch::{Part, Stopwatch};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::sync::Arc;

/// A run along recorded trajectories.
pub(super) struct TrajectoryReplay {
    response: ResponseMode,
    roles: Vec<Role>,
    colliders: Vec<Arc<Collider>>,
    pieces: Vec<MotionPiece>,
    extents: Vec<Extents>,
    /// Number of pieces that each body has begun.
    stamps: Vec<u32>,
    /// The candidate partners of each body.
    partners: Vec<Vec<u32>>,
    /// Deferred predictions, earliest first.
    deferred_predictions: BinaryHeap<Reverse<DeferredPrediction>>,
    /// Pieces that have not begun, in order of time.
    next: std::iter::Peekable<std::vec::IntoIter<(usize, MotionPiece)>>,
    broad: Box<dyn BroadPhase>,
    changes: Vec<CandidateChange>,
    /// Number of predictions so far.
    pub(super) predictions: u64,
    pub(super) stopwatch: Stopwatch,
}

/// A prediction that is deferred until the boxes of its pair begin to overlap, or a search that is
/// resumed, if the motions of both bodies are then unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DeferredPrediction {
    time: f64,
    pair: [u32; 2],
    stamps: [u32; 2],
}

impl Eq for DeferredPrediction {}

impl PartialOrd for DeferredPrediction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DeferredPrediction {
    fn cmp(&self, other: &Self) -> Ordering {
        self.time.total_cmp(&other.time).then(self.pair.cmp(&other.pair))
    }
}

impl TrajectoryReplay {
    /// Starts at time 0. `trajectories` are the motion pieces of each body of the scene in order of
    /// time.
    pub(super) fn new(
        scene: &Scene,
        response: ResponseMode,
        trajectories: &[Vec<MotionPiece>],
        broad: Box<dyn BroadPhase>,
        clock: fn() -> f64,
    ) -> Result<Self, CompareError> {
        let colliders = colliders(scene)?;
        let later = |(body, pieces): (usize, &Vec<MotionPiece>)| {
            let rest: Vec<(usize, MotionPiece)> = pieces.iter().skip(1).map(|piece| (body, *piece)).collect();
            rest
        };
        let mut next: Vec<(usize, MotionPiece)> = trajectories.iter().enumerate().flat_map(later).collect();
        next.sort_by(|one, other| one.1.epoch.total_cmp(&other.1.epoch));
        let pieces: Vec<MotionPiece> = trajectories.iter().map(|pieces| pieces[0]).collect();
        let extents = pieces
            .iter()
            .zip(&colliders)
            .map(|(piece, collider)| collider.extents_along(piece));
        let mut replay = Self {
            response,
            roles: scene.bodies.iter().map(Role::of).collect(),
            extents: extents.collect(),
            stamps: vec![0; pieces.len()],
            partners: vec![Vec::new(); pieces.len()],
            deferred_predictions: BinaryHeap::new(),
            next: next.into_iter().peekable(),
            broad,
            changes: Vec::new(),
            predictions: 0,
            stopwatch: Stopwatch::new(clock),
            colliders,
            pieces,
        };
        replay.begin();
        Ok(replay)
    }

    fn begin(&mut self) {
        let bodies = 0..self.pieces.len() as u32;
        let (planes, boxed): (Vec<u32>, Vec<u32>) = bodies.partition(|body| self.colliders[*body as usize].is_half_space());
        let bounds: Vec<(u32, Bounds)> = boxed.iter().map(|body| (*body, self.bounds(*body))).collect();
        self.stopwatch.end(Part::Rest);
        self.broad.insert(&bounds, 0.0, &mut self.changes);
        self.stopwatch.end(Part::Broad);
        // Half-spaces have no bounds and are candidates with everything.
        for (number, plane) in planes.iter().enumerate() {
            let others = boxed.iter().chain(&planes[..number]);
            self.changes.extend(others.map(|other| CandidateChange {
                bodies: [*other, *plane],
                image: [0; 3],
                begins: true,
            }));
        }
        self.apply_changes(0.0);
    }

    fn bounds(&self, body: u32) -> Bounds {
        let extents = &self.extents[body as usize];
        Bounds::enclosing(&self.pieces[body as usize], &extents.min, &extents.max)
    }

    /// Replays up to a time.
    pub(super) fn advance_to(&mut self, until: f64) {
        loop {
            let piece = self.next.peek().map_or(f64::INFINITY, |(_, piece)| piece.epoch);
            let deferred = self
                .deferred_predictions
                .peek()
                .map_or(f64::INFINITY, |Reverse(deferred)| deferred.time);
            let due = piece.min(deferred);
            let stop = due.min(until);
            if self.broad.next_time() <= stop {
                self.stopwatch.end(Part::Rest);
                let reached = self.broad.advance(stop, &mut self.changes);
                self.stopwatch.end(Part::Broad);
                self.apply_changes(reached);
            } else if due > until {
                break;
            } else if deferred <= piece {
                self.resume_deferred();
            } else {
                self.begin_pieces(piece);
            }
        }
        self.stopwatch.end(Part::Rest);
    }

    /// Applies the pair changes of the broad phase, and predicts the pairs that begin.
    fn apply_changes(&mut self, now: f64) {
        for at in 0..self.changes.len() {
            let CandidateChange {
                bodies: [a, b], begins, ..
            } = self.changes[at];
            let pair = [a.min(b), a.max(b)];
            if !begins {
                for (one, other) in [(a, b), (b, a)] {
                    self.partners[one as usize].retain(|partners| *partners != other);
                }
            } else if self.relation(pair).is_some() {
                self.partners[a as usize].push(b);
                self.partners[b as usize].push(a);
                self.predict(pair, now);
            }
        }
        self.changes.clear();
    }

    fn relation(&self, [a, b]: [u32; 2]) -> Option<Relation> {
        self.roles[a as usize].relation(&self.roles[b as usize], self.response)
    }

    fn moving(&self, body: u32) -> Moving<'_> {
        let at = body as usize;
        Moving {
            collider: &self.colliders[at],
            piece: &self.pieces[at],
            extents: &self.extents[at],
        }
    }

    /// Predicts a pair as a world does: expensive predictions wait until the boxes overlap.
    fn predict(&mut self, pair: [u32; 2], now: f64) {
        let Some(relation) = self.relation(pair) else { return };
        self.stopwatch.end(Part::Rest);
        self.predictions += 1;
        let [a, b] = pair.map(|body| self.moving(body));
        let can_wait = match relation {
            Relation::Poll => false,
            Relation::Observe => !may_be_cut_off(&a, &b),
            Relation::Collide => true,
        };
        let resume_at = match can_wait && is_expensive(&a, &b) {
            true => match first_overlap(&a, &b) {
                Some(time) if time <= now => predict_discarding(relation, &a, &b, f64::NEG_INFINITY),
                later => later,
            },
            false => predict_discarding(relation, &a, &b, f64::NEG_INFINITY),
        };
        self.stopwatch.end(Part::Narrow);
        self.defer(pair, resume_at);
    }

    fn defer(&mut self, pair: [u32; 2], time: Option<f64>) {
        if let Some(time) = time {
            let stamps = pair.map(|body| self.stamps[body as usize]);
            self.deferred_predictions
                .push(Reverse(DeferredPrediction { time, pair, stamps }));
        }
    }

    /// Executes the earliest deferred prediction.
    fn resume_deferred(&mut self) {
        let Some(Reverse(DeferredPrediction { time, pair, stamps })) = self.deferred_predictions.pop() else {
            return;
        };
        let is_current =
            pair.map(|body| self.stamps[body as usize]) == stamps && self.partners[pair[0] as usize].contains(&pair[1]);
        let Some(relation) = self.relation(pair).filter(|_| is_current) else {
            return;
        };
        self.stopwatch.end(Part::Rest);
        let [a, b] = pair.map(|body| self.moving(body));
        let resume_at = predict_discarding(relation, &a, &b, time);
        self.stopwatch.end(Part::Narrow);
        self.defer(pair, resume_at.filter(|resume_at| *resume_at > time));
    }

    /// Begins all pieces with this epoch.
    fn begin_pieces(&mut self, now: f64) {
        let mut changed: Vec<u32> = Vec::new();
        while let Some((body, piece)) = self.next.next_if(|(_, piece)| piece.epoch <= now) {
            self.pieces[body] = piece;
            self.extents[body] = self.colliders[body].extents_along(&piece);
            self.stamps[body] += 1;
            if !changed.contains(&(body as u32)) {
                changed.push(body as u32);
            }
        }
        self.stopwatch.end(Part::Rest);
        self.broad.refresh(now, &mut self.changes);
        for body in &changed {
            if !self.colliders[*body as usize].is_half_space() {
                let bounds = self.bounds(*body);
                self.broad.update(*body, &bounds, now, &mut self.changes);
            }
        }
        self.stopwatch.end(Part::Broad);
        self.apply_changes(now);
        for (number, body) in changed.iter().enumerate() {
            for at in 0..self.partners[*body as usize].len() {
                let other = self.partners[*body as usize][at];
                // Both bodies changed: predict the pair once.
                if !changed[..number].contains(&other) {
                    self.predict([*body.min(&other), *body.max(&other)], now);
                }
            }
        }
    }
}

/// Predicts a pair and discards the result. Returns the time from which a search must be resumed,
/// if it stopped early.
fn predict_discarding(relation: Relation, a: &Moving, b: &Moving, from: f64) -> Option<f64> {
    match relation {
        Relation::Poll => None,
        Relation::Observe => black_box(contacts(a, b, from)).resume_at,
        Relation::Collide => match black_box(forecast(a, b, from)) {
            Forecast::ResumeAt(time) => Some(time),
            Forecast::Never | Forecast::Impact(_) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::{Method, SwapQueue};
    use crate::scene::{Body, Scene, Settings, Shape};
    use crate::world::World;
    use nalgebra::Vector3;

    /// A gas of cuboids and balls over a floor, in a box.
    fn scene() -> Scene {
        let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap()).position(Vector3::y() * -2.0);
        let bodies = (0..27).map(|cell: i32| {
            let at = |number: i32| f64::from(number.rem_euclid(3)) - 1.0;
            let shape = match cell % 2 {
                0 => Shape::ball(0.25).unwrap(),
                _ => Shape::cuboid(Vector3::new(0.25, 0.125, 0.3)).unwrap(),
            };
            let speed =
                Vector3::new(at(cell * 5 + 1), at(cell + 2), at(cell * 7)) + Vector3::new(0.1, 0.03, -0.07) * f64::from(cell % 5);
            Body::new(shape)
                .position(Vector3::new(at(cell), at(cell / 3), at(cell / 9)))
                .velocity(speed)
        });
        Scene {
            bodies: std::iter::once(floor).chain(bodies).collect(),
            settings: Settings {
                domain: crate::domain::Domain::Box {
                    min: Vector3::repeat(-3.0),
                    max: Vector3::repeat(3.0),
                },
                ..Settings::default()
            },
            ..Scene::default()
        }
    }

    fn constant_clock() -> f64 {
        0.0
    }

    /// Any broad phase makes as many predictions as the world did.
    #[test]
    fn a_replay_makes_as_many_predictions_as_its_run() {
        for response in [ResponseMode::Collide, ResponseMode::PassThrough] {
            for method in [Method::Lists, Method::Leases, Method::Cached] {
                let scene = scene();
                let settings = Settings {
                    response,
                    ..scene.settings
                };
                let mut world = World::builder()
                    .settings(settings)
                    .method(method)
                    .record_motion(true)
                    .build()
                    .unwrap();
                world.insert_scene(&scene).unwrap();
                let events = world.advance_to(4.0).unwrap().len();
                assert!(events > 50, "{events}");
                let mut trajectories = vec![Vec::new(); scene.bodies.len()];
                for (id, piece) in world.take_motion_pieces() {
                    trajectories[id.index()].push(piece);
                }
                let broad = method.broad_phase(0.0, &settings.domain, SwapQueue::default());
                let mut replay = TrajectoryReplay::new(&scene, response, &trajectories, broad, constant_clock).unwrap();
                for step in 1..=8 {
                    replay.advance_to(0.5 * f64::from(step));
                }
                let predicted = world.counters().predictions as f64;
                let ratio = replay.predictions as f64 / predicted;
                // Lease sizes adapt to measured cost, and two pairs that meet at the same time are
                // predicted in either order.
                assert!((0.9..1.1).contains(&ratio), "{response:?}, {method:?}: {ratio}");
            }
        }
    }
}
