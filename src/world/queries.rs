//! Queries of a world, which change nothing.

use super::bounded::overlaps;
use super::constants::LAST_TIME;
use super::{Counters, Method, World, WorldError};
use crate::bodies::BodyRef;
use crate::broad::SwapQueue;
use crate::domain::ImageOffset;
use crate::domain::{Domain, Wall};
use crate::event::{BodyId, Party};
use crate::impact::first_wall_impact;
use crate::lane::pairs::lengths_between;
use crate::motion::MotionPiece;
use crate::response::{Relation, Twist, kinetic_energy};
use crate::scene::Settings;
use nalgebra::{Isometry3, Vector3};
use std::vec::Drain;

impl World {
    /// The present, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.clock.now()
    }

    /// The settings of the whole world.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.config.settings()
    }

    /// The method by which pairs are found.
    #[must_use]
    pub fn method(&self) -> Method {
        self.config.method()
    }

    /// The queue that orders the swaps of [`Method::Lists`].
    #[must_use]
    pub fn swap_queue(&self) -> SwapQueue {
        self.config.swap_queue()
    }

    /// The number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there is no body.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bodies, in order of insertion, which is scene order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> {
        self.bodies.in_order().iter().map(|index| self.bodies.id(*index))
    }

    /// Whether the body is in this world.
    #[must_use]
    pub fn contains(&self, id: BodyId) -> bool {
        self.bodies.contains(id)
    }

    /// Position and orientation at the present time. In a periodic domain that of the image inside.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn pose(&self, id: BodyId) -> Result<Isometry3<f64>, WorldError> {
        let mut pose = self.piece(id)?.pose_at(self.clock.now());
        pose.translation.vector = self.config.settings().domain.image(&pose.translation.vector);
        Ok(pose)
    }

    /// Position and orientation at any time from the start of the body's current motion piece: the
    /// past as it was, the future as it will be if no event changes the motion. In a periodic
    /// domain it continues beyond the faces.
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Time`] for a time before the piece.
    pub fn pose_at(&self, id: BodyId, time: f64) -> Result<Isometry3<f64>, WorldError> {
        let piece = self.piece(id)?;
        // In this form a NaN is refused as well.
        if time >= piece.epoch && time < f64::INFINITY {
            Ok(piece.pose_at(time))
        } else {
            Err(WorldError::Time { time, now: piece.epoch })
        }
    }

    /// Velocity at the present time, in metres per second.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn velocity(&self, id: BodyId) -> Result<Vector3<f64>, WorldError> {
        Ok(self.piece(id)?.velocity_at(self.clock.now()))
    }

    /// The excess of the radius of a growing ball over that of its shape at the present time, in
    /// metres; 0 for a body that never grew.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn swell(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(self.piece(id)?.swell_at(self.clock.now()))
    }

    /// The current piece of the body's trajectory: draw it at any time from its epoch on.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn motion(&self, id: BodyId) -> Result<MotionPiece, WorldError> {
        self.piece(id)
    }

    /// The motion pieces that began since this was last called, in order, each with its body: whole
    /// trajectories, for drawing or comparison. Empty without
    /// [`WorldBuilder::record_motion`](super::WorldBuilder::record_motion).
    pub fn take_motion_pieces(&mut self) -> Vec<(BodyId, MotionPiece)> {
        self.ledger.take_recorded()
    }

    /// The same as an iterator, which uses the memory of the pieces again: for frequent calls.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().record_motion(true).build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let bodies = [ball.clone().velocity(Vector3::x()), ball.position(Vector3::x() * 3.0)];
    /// world.insert_all(&bodies)?;
    /// assert_eq!(world.drain_motion_pieces().count(), 2);
    /// world.step()?;
    /// assert!(world.drain_motion_pieces().all(|(_, piece)| piece.epoch == 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drain_motion_pieces(&mut self) -> Drain<'_, (BodyId, MotionPiece)> {
        self.ledger.drain_recorded()
    }

    /// The time and the other party of a body's next collision, if no motion changes before; none
    /// if it never collides. Compares it with every other body: O(n). In a periodic domain it takes
    /// the images nearest to the body and those adjacent to them: up to about one length of the
    /// domain. Sensors and bodies that pass through do not collide: for the time at which these
    /// touch, use [`time_of_impact`](crate::impact::time_of_impact).
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn next_collision(&self, id: BodyId) -> Result<Option<(f64, Party)>, WorldError> {
        let state = self.state(id)?;
        let mut first: Option<(f64, Party)> = None;
        let mut offer = |time: f64, party| {
            if first.is_none_or(|(best, _)| time < best) {
                first = Some((time, party));
            }
        };
        for other in self.bodies.in_order().iter().filter(|other| **other != id.index) {
            let pair = self.in_scene_order(id.index, *other);
            if self.relation_of(pair) == Some(Relation::Collide) {
                let [a, b] = &pair.map(|body| self.body_ref(body));
                let passing = self.passing(pair);
                for lengths in self
                    .lengths_near(a, b, self.clock.now())
                    .filter(|lengths| !passing.contains(lengths))
                {
                    if let Some(impact) = self.impact_at(a, b, &lengths) {
                        offer(impact.time, Party::Body(self.bodies.id(*other)));
                    }
                }
            }
        }
        if let Domain::Box { min, max } = &self.config.settings().domain
            && state.is_dynamic()
            && state.lease().is_none()
            && let Some((time, wall)) = first_wall_impact(&state.moving(), min, max, &Wall::ALL)
        {
            offer(time, Party::Wall(wall));
        }
        Ok(first.filter(|(time, _)| *time <= LAST_TIME))
    }

    /// The images by which two bodies pass through each other at present, in lengths from the
    /// second body. (None without pairs.)
    fn passing(&self, pair: [u32; 2]) -> Vec<ImageOffset> {
        if !pair.iter().all(|body| self.bodies.is_full(*body)) {
            return Vec::new();
        }
        let [a, b] = pair.map(|body| &self.bodies[body]);
        let places = self.pairs.passing(&self.bodies, pair);
        places.map(|place| lengths_between(a, b, self.pairs[place].image())).collect()
    }

    /// The pairs with tight boxes that overlap at present, in scene order. Half-spaces have no box
    /// and are left out. O(m log m) for m pairs near each other; O(n²) after
    /// [`next_event_time`](Self::next_event_time) has advanced the search.
    #[must_use]
    pub fn overlapping_pairs(&self) -> Vec<[BodyId; 2]> {
        let holds = |i: &crate::impact::Interval| i.begin <= self.clock.now() && self.clock.now() <= i.end;
        let mut pairs = self.near_pairs();
        pairs.retain(|pair| {
            let [a, b] = &pair.map(|body| self.body_ref(body));
            let bounded = !a.is_half_space() && !b.is_half_space();
            // Only the nearest image can overlap.
            bounded && overlaps(&self.nearest_view(a, b)).as_slice().iter().any(holds)
        });
        pairs.sort_by_key(|pair| pair.map(|body| self.bodies.serial(body)));
        // A pair may be near by several images.
        pairs.dedup();
        pairs.into_iter().map(|pair| pair.map(|body| self.bodies.id(body))).collect()
    }

    /// All pairs that may overlap at present, each once.
    fn near_pairs(&self) -> Vec<[u32; 2]> {
        if self.is_behind_parts() {
            return self.new_broad().1;
        }
        let balls = self.lanes.occupied();
        let ahead = self.search.reached() > self.clock.now() || balls.is_some_and(|balls| balls.is_ahead_of(self.clock.now()));
        if ahead {
            // The candidates are those of a later time: pairs may have ended since.
            let order = self.bodies.in_order();
            let after = |(at, a): (usize, &u32)| order[at + 1..].iter().map(|b| [*a, *b]).collect::<Vec<_>>();
            let mut pairs: Vec<[u32; 2]> = order.iter().enumerate().flat_map(after).collect();
            pairs.retain(|pair| self.relation_of(*pair).is_some());
            return pairs;
        }
        let mut near = self.near_in_balls();
        near.extend(self.pairs.iter().map(|(_, pair)| pair.bodies()));
        near
    }

    /// Kinetic energy of the dynamic bodies (of spin where impulses change it), and their potential
    /// energy under gravity (zero at the origin), in joules. In a periodic domain without the
    /// potential energy: it has no unique value there, since all images of a position are equal.
    /// O(n).
    #[must_use]
    pub fn energy(&self) -> f64 {
        let pull = if self.is_periodic() {
            Vector3::zeros()
        } else {
            self.config.settings().gravity
        };
        let of = |index: &u32| {
            let state = self.body_ref(*index);
            let twist = Twist {
                velocity: state.piece().velocity_at(self.clock.now()),
                angular_velocity: state.piece().angular_velocity_at(self.clock.now()),
            };
            let height = pull.dot(&state.piece().position_at(self.clock.now()));
            kinetic_energy(
                state.constants().inverse_mass,
                &state.inverse_inertia_at(self.clock.now()),
                &twist,
            ) - height / state.constants().inverse_mass
        };
        self.dynamic().map(of).sum()
    }

    /// Momentum of the dynamic bodies, in kg m/s. O(n).
    #[must_use]
    pub fn momentum(&self) -> Vector3<f64> {
        let of = |index: &u32| {
            let state = self.body_ref(*index);
            state.piece().velocity_at(self.clock.now()) / state.constants().inverse_mass
        };
        self.dynamic().map(of).sum()
    }

    /// Angular momentum of the dynamic bodies about the origin (of spin where impulses change it),
    /// in kg m²/s. In a periodic domain it is not conserved, and jumps where a body takes another
    /// image. O(n).
    #[must_use]
    pub fn angular_momentum(&self) -> Vector3<f64> {
        let of = |index: &u32| {
            let state = self.body_ref(*index);
            let (x, v) = (
                state.piece().position_at(self.clock.now()),
                state.piece().velocity_at(self.clock.now()),
            );
            let orbit = x.cross(&v) / state.constants().inverse_mass;
            let inverse = state.inverse_inertia_at(self.clock.now());
            if inverse.is_zero() {
                return orbit;
            }
            orbit + inverse.momentum(&state.piece().angular_velocity_at(self.clock.now()))
        };
        self.dynamic().map(of).sum()
    }

    fn dynamic(&self) -> impl Iterator<Item = &u32> {
        self.bodies
            .in_order()
            .iter()
            .filter(|index| self.body_ref(**index).is_dynamic())
    }

    /// The counters of the work since the world was built.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters {
            broad_phase: self.broad_counters(),
            late: self.ledger.counters().late + self.lanes.work().late,
            ..self.ledger.counters().clone()
        }
    }

    /// The state of a body of this world.
    pub(super) fn state(&self, id: BodyId) -> Result<BodyRef<'_>, WorldError> {
        self.check_id(id)?;
        Ok(self.body_ref(id.index))
    }

    pub(super) fn check_id(&self, id: BodyId) -> Result<(), WorldError> {
        self.bodies.contains(id).then_some(()).ok_or(WorldError::StaleId(id))
    }
}
