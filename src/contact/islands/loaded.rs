//! The problem of the impulses at some touches, and its result as motion pieces.

use super::bounce::Bounce;
use super::constants::{CLOSED, FRICTION, MARGIN, PENETRATION, SWEEPS, SWEEPS_IN_ALL};
use super::kept_open::do_curve;
use super::measure::Measured;
use super::moments::Moments;
use super::movers::Movers;
use super::parties::{arms, drift, last_push, spin_drift};
use super::present;
use super::rough::Rough;
use super::solver::{Load, solve};
use super::terms::Terms;
use super::touch::{Other, Push};
use super::turning::Turning;
use crate::contact::context::Rests;
use crate::impact::{NearPoint, has_other_parts};
use nalgebra::Vector3;

/// Bodies and touches with the impulses that are computed for them.
#[derive(Debug, Default)]
pub(super) struct Problem {
    /// The places of the bodies, by the numbers of their movers less 1.
    pub(super) bodies: Vec<u32>,
    /// Their positions, in metres.
    pub(super) centres: Vec<Vector3<f64>>,
    /// The first is what impulses do not move.
    pub(super) movers: Movers,
    /// The same before any impulse.
    pub(super) before: Movers,
    pub(super) loads: Vec<Load>,
    /// The place of each load.
    pub(super) places: Vec<Place>,
    /// The share of the last impulses with which it did not [begin](Self::start).
    pub(super) unused: f64,
}

/// The place of a load.
#[derive(Debug)]
pub(super) struct Place {
    /// Number of its touch.
    pub(super) touch: u32,
    pub(super) near: NearPoint,
    /// From the second body to the image that is touched, in metres.
    pub(super) shift: Vector3<f64>,
    /// From the centre of mass of the first to the point, in metres.
    arm: Vector3<f64>,
    /// The two bodies. A wall is none.
    pub(super) bodies: [Option<u32>; 2],
    /// How far the two may turn, in metres, before other places come into play.
    pub(super) margin: f64,
    /// Whether other convex parts come into play, too, if they move as far.
    pub(super) has_other_parts: bool,
    /// The penetration that is accepted, in metres.
    pub(super) penetration: f64,
    /// The least rate of the gap, but for what turning takes, in metres per second.
    pub(super) asked: f64,
    /// The slack of a solution that is exact to [`CLOSED`], in metres per second.
    least_slack: f64,
    /// If the two bounce there.
    pub(super) bounce: Option<Bounce>,
}

#[cfg(test)]
impl Place {
    /// A place of a touch without a number, of which this rate is asked.
    pub(super) fn at(near: NearPoint, asked: f64) -> Self {
        Self {
            touch: super::constants::NONE,
            near,
            shift: Vector3::zeros(),
            arm: Vector3::zeros(),
            bodies: [None; 2],
            margin: 0.0,
            has_other_parts: false,
            penetration: 0.0,
            asked,
            least_slack: 0.0,
            bounce: None,
        }
    }
}

/// The share of the margin within which places have been measured that is used up before others count.
const WITHIN_MARGIN: f64 = 0.9;

/// Room is made for one more place in so many.
const ROOM_FOR_MORE: usize = 8;

/// The mover of what impulses do not move.
pub(super) const STILL: u32 = 0;

impl Problem {
    /// A problem with some bodies, which have the velocities of the present, and no touch.
    pub(super) fn of_bodies(rests: &mut Rests<'_>, bodies: &[u32]) -> Self {
        rests.contacts.islands_mut().slots.note(bodies);
        let mut problem = std::mem::take(&mut rests.contacts.islands_mut().spare.problem);
        problem.bodies.extend(bodies);
        problem.movers.add_still();
        for body in bodies {
            let (state, now) = (&rests.bodies[*body], rests.clock.now());
            problem.centres.push(state.piece().position_at(now));
            problem.movers.add(
                state.piece().velocity_at(now),
                present::spin(state.piece(), now),
                state.constants().inverse_mass,
                state.inverse_inertia_in(&present::orientation(state.piece(), now)),
            );
        }
        problem
    }

    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.centres.clear();
        self.movers.clear();
        self.before.clear();
        self.loads.clear();
        self.places.clear();
        self.unused = 0.0;
    }

    /// The number of the mover of a body; none if it is not among them. O(1).
    fn mover(&self, rests: &Rests<'_>, body: u32) -> Option<usize> {
        let slot = rests.contacts.islands().slots.of(body, &self.bodies);
        slot.map(|slot| slot + 1)
    }

    /// Adds touches, with their bodies.
    pub(super) fn add_all(&mut self, rests: &Rests<'_>, measured: &[Measured], terms: &Terms) {
        // (They are large, and more come while bodies approach.)
        let places: usize = measured.iter().map(|one| one.near.len()).sum();
        let is_large = (self.loads.len() + places) * SWEEPS >= SWEEPS_IN_ALL;
        let room = places + places / ROOM_FOR_MORE;
        self.loads.reserve(room);
        self.places.reserve(room);
        for one in measured {
            self.add(rests, one, terms, is_large);
        }
    }

    fn add(&mut self, rests: &Rests<'_>, measured: &Measured, terms: &Terms, is_large: bool) {
        let touch = rests.contacts.islands().graph.touch(measured.touch);
        let (first, second) = (touch.first, touch.second);
        let coefficients = rests.coefficients_of(touch);
        let other = match second {
            Other::Body(second) => self.side(rests, second),
            Other::Wall(_) => STILL,
        };
        let sides = [self.side(rests, first), other];
        let rotates = |mover: u32| !self.movers.inverse_inertias[mover as usize].is_zero();
        let bodies = touch.places();
        let has_other_parts = match second {
            Other::Body(second) => {
                let [a, b] = [first, second].map(|body| &rests.bodies[body].constants().collider);
                has_other_parts(a, b)
            }
            Other::Wall(_) => false,
        };
        let turning = do_curve(rests, bodies).then(|| self.turning(rests, bodies, &measured.shift));
        let is_rough = coefficients.sliding > 0.0 || sides.into_iter().any(rotates);
        let are_calm = is_rough && terms.opens && bodies.into_iter().flatten().all(|body| rests.is_calm(body));
        // (In large islands too few sweeps are made to get there.)
        let is_exact = are_calm && !is_large;
        let steadiness = if is_exact { FRICTION } else { 1.0 };
        for near in &measured.near {
            let drift = drift(rests, first, second, sides, &near.point, &measured.shift);
            let mut load = Load::smooth(sides, near.normal);
            if is_rough {
                let arms = arms(rests, first, second, near, &measured.shift);
                let mut rough = Rough::new(arms, coefficients.sliding);
                rough.drift = drift;
                let spin = spin_drift(rests, first, second, sides);
                rough.moments = Moments::new(sides, &coefficients, measured.size, spin, &self.movers);
                load = load.with(rough);
            }
            load.drift = near.normal.dot(&drift);
            let rates = terms.rates(near.gap, measured.size, are_calm);
            (load.least, load.slack, load.steady) = (rates.least, rates.slack, rates.steady * steadiness);
            let rebound = self.rebound(rests, &load, near, measured, terms.time);
            let arm = arms(rests, first, second, near, &measured.shift)[0];
            if let Some(push) = last_push(&touch.pushes, &near.normal, &arm) {
                let warm = terms.warm(touch.pulled);
                load.impulse = push.impulse * warm;
                if let Some(rough) = &mut load.rough {
                    rough.friction = (push.friction - near.normal * near.normal.dot(&push.friction)) * warm;
                    rough.set_moment(push.moment * warm);
                }
            }
            let mut place = Place {
                touch: measured.touch,
                near: *near,
                shift: measured.shift,
                arm,
                bodies,
                margin: WITHIN_MARGIN * MARGIN * measured.size,
                has_other_parts,
                penetration: if terms.pulled { PENETRATION * measured.size } else { 0.0 },
                asked: load.least,
                least_slack: CLOSED * measured.size / terms.whole,
                bounce: None,
            };
            let more = turning.as_ref().map_or(0.0, |turning| closing(turning, near, terms));
            load.least += more;
            if let Some(rebound) = rebound {
                let bounce = Bounce {
                    without: load.least,
                    with: load.least.max(rebound + more),
                };
                load.least = bounce.with;
                place.bounce = Some(bounce);
            }
            if let (Some(rough), Some(turning)) = (&mut load.rough, &turning) {
                rough.ahead = turning.sliding_change(near) * (0.5 * terms.time);
            }
            self.loads.push(load);
            self.places.push(place);
        }
    }

    /// The mover of a party of a touch. Those that impulses move are in the island.
    fn side(&self, rests: &Rests<'_>, body: u32) -> u32 {
        self.mover(rests, body).map_or(STILL, |mover| mover as u32)
    }

    /// Improves the impulses to be exact to [`CLOSED`] everywhere, in at most so many sweeps.
    pub(super) fn solve_exactly(&mut self, sweeps: usize) {
        let slacks: Vec<[f64; 2]> = self.loads.iter().map(|load| [load.slack, load.steady]).collect();
        for (load, place) in self.loads.iter_mut().zip(&self.places) {
            [load.slack, load.steady] = [place.least_slack; 2];
        }
        self.solve(sweeps);
        for (load, slacks) in self.loads.iter_mut().zip(slacks) {
            [load.slack, load.steady] = slacks;
        }
    }

    /// Improves the impulses in at most so many sweeps. Returns whether all rates are as they should be.
    pub(super) fn solve(&mut self, sweeps: usize) -> bool {
        solve(&mut self.loads, &mut self.movers, sweeps)
    }

    /// Whether a body is among its movers.
    pub(super) fn has(&self, rests: &Rests<'_>, body: u32) -> bool {
        self.mover(rests, body).is_some()
    }

    /// The velocity of the centre of mass of a body, in metres per second, and its angular velocity, in
    /// radians per second.
    pub(super) fn motion_of(&self, rests: &Rests<'_>, body: u32) -> [Vector3<f64>; 2] {
        let (piece, now) = (rests.bodies[body].piece(), rests.clock.now());
        match self.mover(rests, body) {
            Some(mover) => [self.movers.velocities[mover], self.movers.angular_velocities[mover]],
            None => [piece.velocity_at(now), present::spin(piece, now)],
        }
    }

    /// The velocity at a point of a body, in metres per second.
    pub(super) fn velocity_of(&self, rests: &Rests<'_>, body: u32, point: &Vector3<f64>) -> Vector3<f64> {
        let (piece, now) = (rests.bodies[body].piece(), rests.clock.now());
        match self.mover(rests, body) {
            Some(mover) => self.movers.velocity_at(mover as u32, &(point - piece.position_at(now))),
            None => present::velocity_of(piece, now, point),
        }
    }

    /// The impulses of each touch, in the order in which the touches were added.
    pub(super) fn pushes(&self) -> impl Iterator<Item = (u32, Push)> + '_ {
        self.loads.iter().zip(&self.places).map(|(load, place)| {
            let rough = load.rough.as_ref();
            let push = Push {
                normal: load.normal,
                arm: place.arm,
                impulse: load.impulse,
                friction: rough.map_or(Vector3::zeros(), |rough| rough.friction),
                moment: rough.map_or(Vector3::zeros(), |rough| rough.moment()),
            };
            (place.touch, push)
        })
    }

    /// The bodies with their velocities and angular velocities.
    pub(super) fn results(&self) -> impl Iterator<Item = (u32, &Vector3<f64>, &Vector3<f64>)> + '_ {
        let velocities = self.movers.velocities[1..].iter().zip(&self.movers.angular_velocities[1..]);
        self.bodies
            .iter()
            .zip(velocities)
            .map(|(body, (velocity, spin))| (*body, velocity, spin))
    }
}

/// The rate at which a gap must open at least for what turning and accelerating take of it, in metres per second.
fn closing(turning: &Turning, near: &NearPoint, terms: &Terms) -> f64 {
    let room = terms.room(near.gap);
    // (What is wedged is renewed before it has turned far, see `step_of_wedged`: only what is in it mends.)
    match terms.wedged {
        false => (turning.bends(near, terms.time) - room).max(0.0) / terms.time + turning.hop(near, room),
        true if near.gap < 0.0 => turning.bends(near, terms.time) / terms.time,
        true => 0.0,
    }
}
