//! The two sides of a meeting of balls.

use super::store::BallStore;
use crate::event::{BodyId, Party};
use crate::impact::{Contact, approach_noise};
use crate::motion::{Growth, Path};
use crate::response::{InverseInertia, Side, velocity_at};
use nalgebra::Vector3;

/// One of the two balls. `FREE`: no ball of the lane has an acceleration, turns or swells.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeetingSide<const FREE: bool> {
    pub(super) slot: usize,
    pub(super) id: BodyId,
    pub(super) path: Path<FREE>,
    pub(super) inverse_mass: f64,
    /// Whether its species [turns](super::Species::turns).
    pub(super) turns: bool,
    pub(super) angular_velocity: Vector3<f64>,
}

impl<const FREE: bool> MeetingSide<FREE> {
    #[inline(always)]
    pub(super) fn of(balls: &BallStore, slot: usize) -> Self {
        let species = balls.species(slot);
        Self {
            slot,
            id: balls.event(slot).id,
            path: Path::new(*balls.flight(slot), species.acceleration),
            inverse_mass: species.inverse_mass,
            turns: !FREE && species.turns,
            angular_velocity: match !FREE && species.turns {
                true => balls.spin(slot).angular_velocity,
                false => Vector3::zeros(),
            },
        }
    }
}

/// How two balls grow; without meaning if `FREE`.
#[inline(always)]
pub(super) fn growths_of<const FREE: bool>(balls: &BallStore, sides: &[MeetingSide<FREE>; 2]) -> [Growth; 2] {
    match FREE {
        true => Default::default(),
        false => sides.each_ref().map(|side| balls.growth(side.slot)),
    }
}

#[inline(always)]
pub(super) fn is_accelerated<const FREE: bool>(side: &MeetingSide<FREE>) -> bool {
    side.path.acceleration != Vector3::zeros()
}

pub(super) fn accelerations<const FREE: bool>(sides: &[MeetingSide<FREE>; 2]) -> f64 {
    sides[0].path.acceleration.norm() + sides[1].path.acceleration.norm()
}

/// Whether two balls did not approach when the later of their motions began: they may have fallen
/// through rounding.
pub(super) fn started_at_rest<const FREE: bool>(sides: &[MeetingSide<FREE>; 2], normal: &Vector3<f64>) -> bool {
    let [a, b] = &sides;
    let start = a.path.flight.epoch.max(b.path.flight.epoch);
    let [va, vb] = [a.path.velocity_at(start), b.path.velocity_at(start)];
    normal.dot(&(va - vb)).abs() <= approach_noise(va.norm() + vb.norm())
}

#[inline(always)]
pub(super) fn closing_of<const FREE: bool>(
    balls: &BallStore,
    sides: &[MeetingSide<FREE>; 2],
    positions: &[Vector3<f64>; 2],
    velocities: &[Vector3<f64>; 2],
    contact: &Contact,
) -> f64 {
    if !FREE && sides.iter().any(|side| side.turns) {
        let at_contact = |side: usize| {
            velocity_at(
                &velocities[side],
                &sides[side].angular_velocity,
                &positions[side],
                &contact.point,
            )
        };
        let growth = |side: usize| balls.growth(sides[side].slot).rate;
        return contact.normal.dot(&(at_contact(0) - at_contact(1))) + growth(0) + growth(1);
    }
    let closing = contact.normal.dot(&(velocities[0] - velocities[1]));
    match FREE {
        true => closing,
        false => closing + balls.growth(sides[0].slot).rate + balls.growth(sides[1].slot).rate,
    }
}

pub(super) fn sides_of<const FREE: bool>(
    balls: &BallStore,
    sides: &[MeetingSide<FREE>; 2],
    positions: &[Vector3<f64>; 2],
    velocities: &[Vector3<f64>; 2],
) -> [Side; 2] {
    [0, 1].map(|number| {
        let side = &sides[number];
        let species = balls.species(side.slot);
        Side {
            party: Party::Body(side.id),
            inverse_mass: side.inverse_mass,
            position: positions[number],
            velocity: velocities[number],
            inverse_inertia: InverseInertia::scalar(species.inverse_inertia),
            angular_velocity: side.angular_velocity,
            growth: balls.growth(side.slot).rate,
            restitution: species.restitution,
            friction: species.friction,
        }
    })
}
