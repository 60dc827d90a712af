//! The impulses at the touches of an island.
//!
//! Along each normal: an impulse >= 0, after which the gap changes at no less than a given rate. It is
//! 0 where the gap opens faster. Across the normal: friction that stops the sliding, up to the Coulomb
//! limit, and moments that stop rolling and spinning, up to theirs. Projected Gauss-Seidel sweeps, accelerated.

mod accelerate;
mod smooth;

use super::movers::Movers;
use super::rough::Rough;
use accelerate::{Sweeps, Swept, accelerate};
use nalgebra::Vector3;
use smooth::Smooth;

/// A rate that is too high by this many times the slack counts as solved: it closes no gap.
const EXCESS: f64 = 8.0;

/// One normal of a touch while impulses are computed.
#[derive(Clone, Debug)]
pub(super) struct Load {
    /// The two sides, by the numbers of their movers.
    pub(super) sides: [u32; 2],
    /// Unit normal from the first to the second.
    pub(super) normal: Vector3<f64>,
    /// The rate of the gap by the motion of what impulses do not move, in metres per second.
    pub(super) drift: f64,
    /// The least rate of the gap, in metres per second.
    pub(super) least: f64,
    /// How far below it the rate may stay.
    pub(super) slack: f64,
    /// Impulse along the normal, in N s, at least 0.
    pub(super) impulse: f64,
    /// 1 / the change of the rate of the gap by a unit impulse, in kg.
    mass: f64,
    /// That change, in 1/kg.
    mobility: f64,
    /// What a unit impulse changes the velocities by, along the normal, in 1/kg.
    by: [f64; 2],
    /// Of sides that impulses make rotate, or with friction.
    pub(super) rough: Option<Box<Rough>>,
}

impl Load {
    /// A load between two sides that impulses do not rotate, without friction and without an impulse.
    pub(super) fn smooth(sides: [u32; 2], normal: Vector3<f64>, movers: &Movers) -> Self {
        let by = sides.map(|mover| movers.inverse_masses[mover as usize]);
        Self {
            sides,
            normal,
            drift: 0.0,
            least: 0.0,
            slack: 0.0,
            impulse: 0.0,
            mass: 1.0 / (by[0] + by[1]),
            mobility: by[0] + by[1],
            by,
            rough: None,
        }
    }

    /// The same with friction, and with sides that rotate.
    pub(super) fn with(mut self, rough: Rough, movers: &Movers) -> Self {
        self.mobility = rough.normal_mobility(self.sides, movers);
        self.mass = 1.0 / self.mobility;
        self.rough = Some(Box::new(rough));
        self
    }

    /// The rate of the gap, in metres per second.
    #[inline]
    pub(super) fn rate(&self, movers: &Movers) -> f64 {
        self.normal.dot(&self.relative_velocity(movers)) + self.drift
    }

    /// Whether one of the sides is fixed and moves.
    pub(super) fn is_driven(&self) -> bool {
        self.drift != 0.0 || self.rough.as_ref().is_some_and(|rough| rough.is_driven())
    }

    /// The velocity of the second at the point relative to the first, without the drift.
    #[inline]
    pub(super) fn relative_velocity(&self, movers: &Movers) -> Vector3<f64> {
        let [first, second] = self.sides;
        match &self.rough {
            None => movers.velocities[second as usize] - movers.velocities[first as usize],
            Some(rough) => rough.relative_velocity(self.sides, movers),
        }
    }

    /// Changes the impulse along the normal.
    #[inline]
    fn change(&mut self, movers: &mut Movers, change: f64) {
        self.impulse += change;
        match &self.rough {
            None => {
                let [first, second] = self.sides;
                movers.velocities[first as usize] -= self.normal * (change * self.by[0]);
                movers.velocities[second as usize] += self.normal * (change * self.by[1]);
            }
            Some(rough) => rough.push(self.sides, change, movers),
        }
    }

    /// Applies the impulses that it begins with.
    pub(super) fn start(&mut self, movers: &mut Movers) {
        let impulse = std::mem::take(&mut self.impulse);
        self.change(movers, impulse);
        if let Some(rough) = &self.rough {
            rough.start(self.sides, movers);
        }
    }

    /// Drops the impulses that it would begin with.
    pub(super) fn forget(&mut self) {
        self.impulse = 0.0;
        if let Some(rough) = &mut self.rough {
            rough.friction = Vector3::zeros();
            rough.set_moment(Vector3::zeros());
        }
    }

    /// Improves its impulses. Returns whether friction and moments change the sliding by less than the
    /// slack.
    #[inline]
    fn improve(&mut self, movers: &mut Movers) -> bool {
        let missing = self.least - self.rate(movers);
        let change = (missing * self.mass).max(-self.impulse);
        if change != 0.0 {
            self.change(movers, change);
        }
        match &mut self.rough {
            None => true,
            Some(rough) => rough.improve(self.sides, self.impulse, self.mass, movers) <= self.slack * self.mass,
        }
    }

    /// Whether the rate of the gap is high enough, and no higher where there is an impulse.
    #[inline]
    fn is_solved(&self, movers: &Movers) -> bool {
        let excess = self.rate(movers) - self.least;
        excess >= -self.slack && (self.impulse == 0.0 || excess <= EXCESS * self.slack)
    }

    /// What its impulses add to what a solution makes least besides the kinetic energy, in joules.
    fn work(&self) -> f64 {
        let across = self.rough.as_ref().map_or(0.0, |rough| rough.work());
        self.impulse * (self.drift - self.least) + across
    }

    /// Sets its impulses, without changing the velocities.
    fn set(&mut self, impulses: &Impulses) {
        self.impulse = impulses.normal;
        if let Some(rough) = &mut self.rough {
            rough.friction = impulses.friction;
            rough.set_moment(impulses.moment);
        }
    }

    fn impulses(&self) -> Impulses {
        Impulses {
            normal: self.impulse,
            friction: self.rough.as_ref().map_or(Vector3::zeros(), |rough| rough.friction),
            moment: self.rough.as_ref().map_or(Vector3::zeros(), |rough| rough.moment()),
        }
    }

    /// Changes its impulses by a share of a change, within their limits.
    #[inline]
    fn go_on(&mut self, by: &Impulses, share: f64, movers: &mut Movers) {
        let change = (by.normal * share).max(-self.impulse);
        if change != 0.0 {
            self.change(movers, change);
        }
        if let Some(rough) = &mut self.rough {
            rough.go_on(self.sides, self.impulse, [by.friction * share, by.moment * share], movers);
        }
    }
}

/// The impulses of a load, in N s, and N m s.
#[derive(Clone, Copy, Debug)]
struct Impulses {
    normal: f64,
    friction: Vector3<f64>,
    moment: Vector3<f64>,
}

impl Impulses {
    fn less(&self, other: &Self) -> Self {
        Self {
            normal: self.normal - other.normal,
            friction: self.friction - other.friction,
            moment: self.moment - other.moment,
        }
    }

    fn dot(&self, other: &Self) -> f64 {
        self.normal * other.normal + self.friction.dot(&other.friction)
    }
}

/// What a solution without friction makes least, in joules: the kinetic energy, and what the impulses add by
/// the rates that the gaps should have.
fn cost(loads: &[Load], movers: &Movers) -> f64 {
    movers.energy() + loads.iter().map(Load::work).sum::<f64>()
}

/// Improves the impulses of all loads until all rates are as they should be within their slack, in at
/// most so many sweeps. The loads must have been [started](Load::start). Returns whether it converged.
pub(super) fn solve(loads: &mut [Load], movers: &mut Movers, sweeps: usize) -> bool {
    if loads.iter().all(|load| load.rough.is_none()) {
        let mut smooth = Smooth::new(loads, movers);
        let solved = accelerate(&mut smooth, sweeps);
        smooth.store(loads, movers);
        return solved;
    }
    accelerate(&mut Rows::new(loads, movers), sweeps)
}

/// Loads of any kind with their impulses after the last sweep.
struct Rows<'a> {
    loads: &'a mut [Load],
    movers: &'a mut Movers,
    last: Vec<Impulses>,
    /// The impulses with which the sweep begins.
    ahead: Vec<Impulses>,
    last_movers: Movers,
}

impl<'a> Rows<'a> {
    fn new(loads: &'a mut [Load], movers: &'a mut Movers) -> Self {
        let last: Vec<Impulses> = loads.iter().map(Load::impulses).collect();
        let (ahead, last_movers) = (last.clone(), movers.clone());
        Self {
            loads,
            movers,
            last,
            ahead,
            last_movers,
        }
    }
}

impl Sweeps for Rows<'_> {
    fn sweep(&mut self) -> Swept {
        let mut swept = Swept {
            is_steady: true,
            turned: 0.0,
        };
        for ((load, last), ahead) in self.loads.iter_mut().zip(&self.last).zip(&self.ahead) {
            swept.is_steady &= load.improve(self.movers);
            let now = load.impulses();
            swept.turned += ahead.less(&now).dot(&now.less(last)) * load.mobility;
        }
        swept
    }

    fn cost(&self) -> f64 {
        cost(self.loads, self.movers)
    }

    fn energy(&self) -> f64 {
        self.movers.energy()
    }

    fn is_solved(&self) -> bool {
        self.loads.iter().all(|load| load.is_solved(self.movers))
    }

    fn take_back(&mut self) {
        self.movers.set_velocities(&self.last_movers);
        for (load, last) in self.loads.iter_mut().zip(&self.last) {
            load.set(last);
        }
        self.ahead.clone_from(&self.last);
    }

    fn go_on(&mut self, share: f64) {
        self.last_movers.set_velocities(self.movers);
        for ((load, last), ahead) in self.loads.iter_mut().zip(&mut self.last).zip(&mut self.ahead) {
            let now = load.impulses();
            if share > 0.0 {
                load.go_on(&now.less(last), share, self.movers);
            }
            *last = now;
            *ahead = load.impulses();
        }
    }
}

#[cfg(test)]
mod tests;
