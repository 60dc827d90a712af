//! One side of a contact while it turns.

use crate::bodies::State;
use crate::contact::islands::measure::may_turn;
use crate::contact::islands::present;
use crate::impact::NearPoint;
use nalgebra::Vector3;

/// A spin across the axis of a body of revolution that is a smaller share of the whole is rounding.
const UPRIGHT: f64 = 1e-13;

/// One side of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Velocity of the centre of mass, in metres per second.
    pub(super) velocity: Vector3<f64>,
    /// In metres per second squared: of fixed bodies. (The others of an island move uniformly.)
    pub(super) acceleration: Vector3<f64>,
    /// The angular velocity of its surface, in radians per second: of a body of revolution that of its axis;
    /// 0 of a ball, since its turning moves no surface.
    pub(super) spin: Vector3<f64>,
    /// The rest of the angular velocity of its material.
    pub(super) about_axis: Vector3<f64>,
    /// How a free body changes `spin`, in radians per second squared.
    pub(super) spin_change: Vector3<f64>,
    /// How it changes the angular velocity of its material.
    pub(super) material_change: Vector3<f64>,
    /// Radius of the shape, in metres; 0 where nothing turns.
    pub(super) radius: f64,
    /// How far its corners are from the centre of mass at most, in metres, whether it turns or not; 0 of a ball
    /// and of a wall, which have none.
    pub(super) corners: f64,
    /// Position of the centre of mass, of the image that is touched.
    pub(super) centre: Vector3<f64>,
}

impl Side {
    /// That of a body at a time. `motion`: its velocity and its angular velocity. `shift`: to the image that is
    /// touched, in metres.
    #[inline]
    pub(super) fn of_body(state: &State, now: f64, motion: [Vector3<f64>; 2], shift: Vector3<f64>) -> Self {
        let [velocity, spin] = motion;
        let piece = state.piece();
        let side = Self {
            velocity,
            acceleration: piece.acceleration,
            corners: reach_of_corners(state),
            centre: piece.position_at(now) + shift,
            ..Self::of_wall()
        };
        if spin == Vector3::zeros() || !may_turn(state) {
            return side;
        }
        let [surface, spin_change, material_change] = of_surface(state, now, &spin);
        Self {
            spin: surface,
            about_axis: spin - surface,
            spin_change,
            material_change,
            radius: if surface == Vector3::zeros() {
                0.0
            } else {
                state.shape_radius()
            },
            ..side
        }
    }

    /// That of a wall.
    #[inline]
    pub(super) fn of_wall() -> Self {
        let zero = Vector3::zeros();
        Self {
            velocity: zero,
            acceleration: zero,
            spin: zero,
            about_axis: zero,
            spin_change: zero,
            material_change: zero,
            radius: 0.0,
            corners: 0.0,
            centre: zero,
        }
    }

    /// From the centre of mass to the place, or to the centre about which the surface is round there.
    pub(super) fn arm(&self, number: usize, near: &NearPoint) -> Vector3<f64> {
        let depth = 0.5 * near.gap + near.round[number];
        near.point + near.normal * (sign_of(number) * depth) - self.centre
    }
}

/// How far the corners of a body are from its centre of mass at most, in metres.
fn reach_of_corners(state: &State) -> f64 {
    match state.constants().collider.ball_radius() {
        Some(_) => 0.0,
        None => state.shape_radius(),
    }
}

/// The angular velocity of the surface of a body with a spin, how that changes while it is free, and how the
/// spin does.
fn of_surface(state: &State, now: f64, spin: &Vector3<f64>) -> [Vector3<f64>; 3] {
    let orientation = present::orientation(state.piece(), now);
    let change = state.inverse_inertia_in(&orientation).spin_change(spin);
    let change = change.unwrap_or_else(Vector3::zeros);
    let centre = state.constants().collider.centre();
    let axis = state.constants().shape.kind().axis_of_revolution();
    let [surface, of_surface] = match axis.filter(|axis| axis.cross(centre) == Vector3::zeros()) {
        Some(axis) => across_axis(&(orientation * axis), spin, &change),
        None => [*spin, change],
    };
    [surface, of_surface, change]
}

/// The part of a spin that turns an axis of the body, and how that changes.
pub(super) fn across_axis(axis: &Vector3<f64>, spin: &Vector3<f64>, change: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let about = spin.dot(axis);
    let across = spin - axis * about;
    if across.norm() <= UPRIGHT * spin.norm() {
        return [Vector3::zeros(); 2];
    }
    // The axis turns by across × axis.
    [across, change - axis * change.dot(axis) - across.cross(axis) * about]
}

/// From the place into the second side the normal points, away from the first.
pub(super) fn sign_of(number: usize) -> f64 {
    if number == 0 { -1.0 } else { 1.0 }
}
