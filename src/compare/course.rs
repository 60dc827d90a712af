//! A run once more along the trajectories that are known from it: its broad phase and its predictions, each timed by
//! itself, and nothing else. Nothing is answered; a body goes on along its next motion piece when that begins, and its
//! pairs are then predicted anew, as they were.

use super::CompareError;
use super::prepare::colliders;
use crate::broad::{BroadPhase, Candidacy, PairChange};
use crate::impact::{Collider, Extents, Forecast, Moving, contacts, first_overlap, forecast, is_work, may_be_cut_off};
use crate::laps::{Laps, Part};
use crate::motion::bounds::Bounds;
use crate::response::{Relation, Role};
use crate::scene::{MotionPiece, ResponseMode, Scene};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::sync::Arc;

/// A run along known trajectories.
pub(super) struct Course {
    response: ResponseMode,
    roles: Vec<Role>,
    colliders: Vec<Arc<Collider>>,
    pieces: Vec<MotionPiece>,
    extents: Vec<Extents>,
    /// How many pieces a body has had.
    stamps: Vec<u32>,
    /// The candidates, at both of their bodies.
    near: Vec<Vec<u32>>,
    /// What to look at later: when, at the earliest.
    looks: BinaryHeap<Reverse<Look>>,
    /// Pieces to come, in order of time.
    next: std::iter::Peekable<std::vec::IntoIter<(usize, MotionPiece)>>,
    broad: Box<dyn BroadPhase>,
    changes: Vec<Candidacy>,
    /// How many pairs were predicted.
    pub(super) predictions: u64,
    pub(super) laps: Laps,
}

/// A pair that is looked at when its boxes begin to overlap, or where a search was cut off, if its motions are then those
/// that they are now.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    time: f64,
    pair: [u32; 2],
    stamps: [u32; 2],
}

impl Eq for Look {}

impl PartialOrd for Look {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Look {
    fn cmp(&self, other: &Self) -> Ordering {
        self.time.total_cmp(&other.time).then(self.pair.cmp(&other.pair))
    }
}

impl Course {
    /// At time 0; `trajectories` hold the motion pieces of each body of the scene in order of time.
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
        let mut course = Self {
            response,
            roles: scene.bodies.iter().map(Role::of).collect(),
            extents: extents.collect(),
            stamps: vec![0; pieces.len()],
            near: vec![Vec::new(); pieces.len()],
            looks: BinaryHeap::new(),
            next: next.into_iter().peekable(),
            broad,
            changes: Vec::new(),
            predictions: 0,
            laps: Laps::new(clock),
            colliders,
            pieces,
        };
        course.begin();
        Ok(course)
    }

    fn begin(&mut self) {
        let bodies = 0..self.pieces.len() as u32;
        let (planes, boxed): (Vec<u32>, Vec<u32>) = bodies.partition(|body| self.colliders[*body as usize].is_half_space());
        let bounds: Vec<(u32, Bounds)> = boxed.iter().map(|body| (*body, self.bounds(*body))).collect();
        self.laps.end(Part::Rest);
        self.broad.insert(&bounds, 0.0, &mut self.changes);
        self.laps.end(Part::Broad);
        // What has no bounds is tested against everything.
        for (number, plane) in planes.iter().enumerate() {
            let others = boxed.iter().chain(&planes[..number]);
            self.changes
                .extend(others.map(|other| Candidacy::from(PairChange::Begin(*other, *plane))));
        }
        self.take_changes(0.0);
    }

    fn bounds(&self, body: u32) -> Bounds {
        let extents = &self.extents[body as usize];
        Bounds::enclosing(&self.pieces[body as usize], &extents.min, &extents.max)
    }

    /// Goes on to a time.
    pub(super) fn go_on_to(&mut self, until: f64) {
        loop {
            let piece = self.next.peek().map_or(f64::INFINITY, |(_, piece)| piece.epoch);
            let look = self.looks.peek().map_or(f64::INFINITY, |Reverse(look)| look.time);
            let due = piece.min(look);
            let stop = due.min(until);
            if self.broad.next_time() <= stop {
                self.laps.end(Part::Rest);
                let reached = self.broad.advance(stop, &mut self.changes);
                self.laps.end(Part::Broad);
                self.take_changes(reached);
            } else if due > until {
                break;
            } else if look <= piece {
                self.look();
            } else {
                self.turn(piece);
            }
        }
        self.laps.end(Part::Rest);
    }

    /// Takes over the pairs that the broad phase has told, and predicts those that begin.
    fn take_changes(&mut self, now: f64) {
        for at in 0..self.changes.len() {
            let Candidacy {
                bodies: [a, b], begins, ..
            } = self.changes[at];
            let pair = [a.min(b), a.max(b)];
            if !begins {
                for (one, other) in [(a, b), (b, a)] {
                    self.near[one as usize].retain(|near| *near != other);
                }
            } else if self.relation(pair).is_some() {
                self.near[a as usize].push(b);
                self.near[b as usize].push(a);
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

    /// Predicts a pair as worlds do: what is much work waits until the boxes overlap.
    fn predict(&mut self, pair: [u32; 2], now: f64) {
        let Some(relation) = self.relation(pair) else { return };
        self.laps.end(Part::Rest);
        self.predictions += 1;
        let [a, b] = pair.map(|body| self.moving(body));
        let can_wait = match relation {
            Relation::Poll => false,
            Relation::Observe => !may_be_cut_off(&a, &b),
            Relation::Collide => true,
        };
        let again = match can_wait && is_work(&a, &b) {
            true => match first_overlap(&a, &b) {
                Some(time) if time <= now => find(relation, &a, &b, f64::NEG_INFINITY),
                later => later,
            },
            false => find(relation, &a, &b, f64::NEG_INFINITY),
        };
        self.laps.end(Part::Narrow);
        self.look_later(pair, again);
    }

    fn look_later(&mut self, pair: [u32; 2], time: Option<f64>) {
        if let Some(time) = time {
            let stamps = pair.map(|body| self.stamps[body as usize]);
            self.looks.push(Reverse(Look { time, pair, stamps }));
        }
    }

    /// Looks at the pair whose turn it is.
    fn look(&mut self) {
        let Some(Reverse(Look { time, pair, stamps })) = self.looks.pop() else {
            return;
        };
        let is_known = pair.map(|body| self.stamps[body as usize]) == stamps && self.near[pair[0] as usize].contains(&pair[1]);
        let Some(relation) = self.relation(pair).filter(|_| is_known) else {
            return;
        };
        self.laps.end(Part::Rest);
        let [a, b] = pair.map(|body| self.moving(body));
        let again = find(relation, &a, &b, time);
        self.laps.end(Part::Narrow);
        self.look_later(pair, again.filter(|again| *again > time));
    }

    /// Takes over all motions that begin at a time.
    fn turn(&mut self, now: f64) {
        let mut turned: Vec<u32> = Vec::new();
        while let Some((body, piece)) = self.next.next_if(|(_, piece)| piece.epoch <= now) {
            self.pieces[body] = piece;
            self.extents[body] = self.colliders[body].extents_along(&piece);
            self.stamps[body] += 1;
            if !turned.contains(&(body as u32)) {
                turned.push(body as u32);
            }
        }
        self.laps.end(Part::Rest);
        self.broad.wake(now, &mut self.changes);
        for body in &turned {
            if !self.colliders[*body as usize].is_half_space() {
                let bounds = self.bounds(*body);
                self.broad.update(*body, &bounds, now, &mut self.changes);
            }
        }
        self.laps.end(Part::Broad);
        self.take_changes(now);
        for (number, body) in turned.iter().enumerate() {
            for at in 0..self.near[*body as usize].len() {
                let other = self.near[*body as usize][at];
                // Both have turned: once will do.
                if !turned[..number].contains(&other) {
                    self.predict([*body.min(&other), *body.max(&other)], now);
                }
            }
        }
    }
}

/// Finds what the two do to each other, for the time that it takes; when to look again, where the search was cut off.
fn find(relation: Relation, a: &Moving, b: &Moving, from: f64) -> Option<f64> {
    match relation {
        Relation::Poll => None,
        Relation::Observe => black_box(contacts(a, b, from)).again,
        Relation::Collide => match black_box(forecast(a, b, from)) {
            Forecast::Again(time) => Some(time),
            Forecast::Never | Forecast::Impact(_) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::AllPairs;
    use crate::broad::KineticSweep;
    use crate::broad::Leases;
    use crate::scene::{Body, Scene, Settings, Shape};
    use crate::world::{Method, World};
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
                domain: crate::scene::Domain::Box {
                    min: Vector3::repeat(-3.0),
                    max: Vector3::repeat(3.0),
                },
                ..Settings::default()
            },
            ..Scene::default()
        }
    }

    fn still() -> f64 {
        0.0
    }

    /// All is predicted as it was in the world: as often, by whatever broad phase.
    #[test]
    fn a_course_predicts_what_its_run_did() {
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
                let broad: Box<dyn BroadPhase> = match method {
                    Method::Lists => Box::new(KineticSweep::new()),
                    Method::Cached => Box::new(AllPairs::default()),
                    _ => Box::<Leases>::default(),
                };
                let mut course = Course::new(&scene, response, &trajectories, broad, still).unwrap();
                for step in 1..=8 {
                    course.go_on_to(0.5 * f64::from(step));
                }
                let predicted = world.counters().predictions as f64;
                let ratio = course.predictions as f64 / predicted;
                // How far leases go is learned from what they cost, and two that meet at once are predicted in one order or
                // the other.
                assert!((0.9..1.1).contains(&ratio), "{response:?}, {method:?}: {ratio}");
            }
        }
    }
}
