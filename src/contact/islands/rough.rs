//! The part of a load that friction and rotation add.

use super::moments::Moments;
use super::movers::Movers;
use nalgebra::Vector3;

/// Friction at one normal of a touch, and the sides' rotation.
#[derive(Clone, Debug)]
pub(super) struct Rough {
    /// From the centres of mass of the two to the point of contact, in metres.
    arms: [Vector3<f64>; 2],
    /// Velocity at the point of the second less that of the first, across the normal, as far as sides
    /// have it that impulses do not move, in metres per second.
    pub(super) drift: Vector3<f64>,
    coefficient: f64,
    /// Impulse of friction on the second, in N s, across the normal.
    pub(super) friction: Vector3<f64>,
    /// The normal, and two unit vectors across it.
    axes: [Vector3<f64>; 3],
    /// The impulse across the normal against a unit velocity that stops it, if it adds most velocity in
    /// that direction. (The same for all directions: then friction that is at its limit is against the
    /// sliding.)
    stopping: f64,
    /// What resists rolling and spinning, if anything does.
    pub(super) moments: Option<Moments>,
    /// What a unit impulse on the second along each axis adds to the angular velocity of each side.
    turns: [[Vector3<f64>; 3]; 2],
}

impl Rough {
    /// No friction yet.
    pub(super) fn new(
        sides: [u32; 2],
        normal: &Vector3<f64>,
        arms: [Vector3<f64>; 2],
        coefficient: f64,
        movers: &Movers,
    ) -> Self {
        let first = normal.cross(&any_across(normal)).normalize();
        let axes = [*normal, first, normal.cross(&first)];
        let turn = |side: usize, sign: f64| {
            let inverse = &movers.inverse_inertias[sides[side] as usize];
            axes.map(|axis| match inverse.is_zero() {
                true => Vector3::zeros(),
                false => inverse.times(&arms[side].cross(&axis)) * sign,
            })
        };
        let mut rough = Self {
            arms,
            drift: Vector3::zeros(),
            coefficient,
            friction: Vector3::zeros(),
            axes,
            stopping: 0.0,
            moments: None,
            turns: [turn(0, -1.0), turn(1, 1.0)],
        };
        if coefficient > 0.0 {
            let by = [1, 2].map(|axis| rough.mobility(axis, sides, movers));
            let response = |row: usize, column: usize| axes[row + 1].dot(&by[column]);
            let (mean, half) = (
                0.5 * (response(0, 0) + response(1, 1)),
                0.5 * (response(0, 0) - response(1, 1)),
            );
            rough.stopping = 1.0 / (mean + (half * half + response(0, 1) * response(1, 0)).max(0.0).sqrt());
        }
        rough
    }

    /// The change of the rate of the gap by a unit impulse along the normal, in 1/kg.
    pub(super) fn normal_mobility(&self, sides: [u32; 2], movers: &Movers) -> f64 {
        self.mobility(0, sides, movers).dot(&self.axes[0])
    }

    /// Relative velocity at the point by a unit impulse there along an axis.
    fn mobility(&self, axis: usize, sides: [u32; 2], movers: &Movers) -> Vector3<f64> {
        let masses = movers.inverse_masses[sides[0] as usize] + movers.inverse_masses[sides[1] as usize];
        let by_turning = self.turns[1][axis].cross(&self.arms[1]) - self.turns[0][axis].cross(&self.arms[0]);
        self.axes[axis] * masses + by_turning
    }

    /// Velocity at the point of the second relative to the first, without the drift along the normal.
    #[inline]
    pub(super) fn relative_velocity(&self, sides: [u32; 2], movers: &Movers) -> Vector3<f64> {
        movers.velocity_at(sides[1], &self.arms[1]) - movers.velocity_at(sides[0], &self.arms[0])
    }

    /// Applies an impulse along the normal to the second, and the opposite to the first.
    #[inline]
    pub(super) fn push(&self, sides: [u32; 2], impulse: f64, movers: &mut Movers) {
        let [first, second] = sides.map(|mover| mover as usize);
        movers.velocities[first] -= self.axes[0] * (impulse * movers.inverse_masses[first]);
        movers.velocities[second] += self.axes[0] * (impulse * movers.inverse_masses[second]);
        movers.angular_velocities[first] += self.turns[0][0] * impulse;
        movers.angular_velocities[second] += self.turns[1][0] * impulse;
    }

    /// Applies an impulse across the normal to the second, and the opposite to the first.
    #[inline]
    pub(super) fn pull(&self, sides: [u32; 2], impulse: &Vector3<f64>, movers: &mut Movers) {
        let [first, second] = sides.map(|mover| mover as usize);
        let along = [self.axes[1].dot(impulse), self.axes[2].dot(impulse)];
        movers.velocities[first] -= impulse * movers.inverse_masses[first];
        movers.velocities[second] += impulse * movers.inverse_masses[second];
        for (side, mover) in [first, second].into_iter().enumerate() {
            movers.angular_velocities[mover] += self.turns[side][1] * along[0] + self.turns[side][2] * along[1];
        }
    }

    /// Whether one of the sides is fixed and moves, or turns.
    pub(super) fn is_driven(&self) -> bool {
        let turns = |moments: &Moments| moments.drift != Vector3::zeros();
        self.drift != Vector3::zeros() || self.moments.as_ref().is_some_and(turns)
    }

    /// Applies the impulses across the normal, and those of moments, that it begins with.
    pub(super) fn start(&self, sides: [u32; 2], movers: &mut Movers) {
        self.pull(sides, &self.friction, movers);
        if let Some(moments) = &self.moments {
            Moments::turn(sides, &moments.moment, movers);
        }
    }

    /// The impulse of the moments, in N m s.
    pub(super) fn moment(&self) -> Vector3<f64> {
        self.moments.as_ref().map_or(Vector3::zeros(), |moments| moments.moment)
    }

    /// Sets the impulse of the moments, without changing the velocities.
    pub(super) fn set_moment(&mut self, moment: Vector3<f64>) {
        if let Some(moments) = &mut self.moments {
            moments.moment = moment;
        }
    }

    /// What friction and moments add to what a solution makes least besides the kinetic energy, in joules.
    pub(super) fn work(&self) -> f64 {
        let by_moments = self
            .moments
            .as_ref()
            .map_or(0.0, |moments| moments.moment.dot(&moments.drift));
        self.friction.dot(&self.drift) + by_moments
    }

    /// Improves the friction and the moments at an impulse along the normal. Returns by how much the
    /// friction changes, in N s, or the moments the velocity of the surface, times the mass of the load.
    #[inline]
    pub(super) fn improve(&mut self, sides: [u32; 2], impulse: f64, mass: f64, movers: &mut Movers) -> f64 {
        let change = self.improve_friction(sides, impulse, movers);
        match &mut self.moments {
            Some(moments) => change.max(moments.improve(sides, &self.axes[0], impulse, movers) * mass),
            None => change,
        }
    }

    #[inline]
    fn improve_friction(&mut self, sides: [u32; 2], impulse: f64, movers: &mut Movers) -> f64 {
        if self.coefficient == 0.0 || (impulse == 0.0 && self.friction == Vector3::zeros()) {
            return 0.0;
        }
        let sliding = self.relative_velocity(sides, movers) + self.drift;
        let across = sliding - self.axes[0] * self.axes[0].dot(&sliding);
        let wanted = self.friction - across * self.stopping;
        self.set(sides, impulse, wanted, movers)
    }

    /// Changes the friction and the moments, up to the limits at an impulse along the normal.
    #[inline]
    pub(super) fn go_on(&mut self, sides: [u32; 2], impulse: f64, by: [Vector3<f64>; 2], movers: &mut Movers) {
        let [friction, moment] = by;
        if self.coefficient > 0.0 {
            self.set(sides, impulse, self.friction + friction, movers);
        }
        if let Some(moments) = &mut self.moments {
            moments.set(sides, &self.axes[0], impulse, moments.moment + moment, movers);
        }
    }

    /// Sets the friction, or as much of it as the limit at an impulse along the normal allows. Returns by
    /// how much it changes, in N s.
    #[inline]
    fn set(&mut self, sides: [u32; 2], impulse: f64, friction: Vector3<f64>, movers: &mut Movers) -> f64 {
        let (limit, strength) = (self.coefficient * impulse, friction.norm());
        let friction = if strength > limit {
            friction * (limit / strength)
        } else {
            friction
        };
        let change = friction - self.friction;
        if change != Vector3::zeros() {
            self.pull(sides, &change, movers);
        }
        self.friction = friction;
        change.norm()
    }
}

/// A unit vector that is not along another one.
fn any_across(normal: &Vector3<f64>) -> Vector3<f64> {
    let mut axis = Vector3::zeros();
    axis[normal.iamin()] = 1.0;
    axis
}
