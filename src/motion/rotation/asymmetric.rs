//! Free rotation of a body with three different principal moments, in closed form.
//!
//! After van Zon and Schofield (J. Comput. Phys. 225 (2007) 145, sections 3 and 4) and Jacobi:
//!
//! 1. The principal axes are named so that the tip of the angular momentum circles the third one, on
//!    its positive side, and the second has the middle moment: see [`Named`].
//! 2. With L the angular momentum, E twice the energy and u = p t + u0, the angular velocity about
//!    the axes is (w1 cn u, ±w2 sn u, w3 dn u), of the parameter m. Every difference of products in
//!    m, 1 - m and the amplitudes is written as a sum without cancellation, except 1 - m near the
//!    separatrix, where it is computed with 32 digits ([`super::components`]).
//! 3. The attitude is a rotation about L by phi + psi, after the smallest rotation that takes the
//!    direction of L in the body to the third axis. This has no singular position. psi is the
//!    azimuth of that direction; phi, the precession, is linear in time plus the phase of a theta
//!    function: phi = C t ± arg theta_1(u - ia), with sn²(ia) from the moments alone.
//!
//! Where we differ: the phase is taken as a complex number and never as an angle, and a second series
//! serves parameters above 1/2 ([`super::theta`]).

use super::components::{Named, named, with_norm};
use super::elliptic::{complete, incomplete};
use super::theta::Theta;
use crate::motion::{Inertia, MotionPiece};
use crate::portable;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Smallest 1 - m, and m: nearer to the separatrix than floats resolve.
const LEAST_PARAMETER: f64 = 1e-300;

/// The rotation from the epoch of a piece on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsymmetricTop {
    /// From the frame of the angular momentum to the world.
    momentum: UnitQuaternion<f64>,
    /// From the body to the named axes.
    to_named: UnitQuaternion<f64>,
    theta: Theta,
    /// p and u0.
    rate: f64,
    start: f64,
    /// C.
    precession: f64,
    /// 1 where the circled moment is the largest, else -1.
    sign: f64,
    /// Greatest components of the angular velocity about the named axes, that of the second with
    /// its sign.
    amplitudes: Vector3<f64>,
    /// The same of the direction of the angular momentum.
    directions: Vector3<f64>,
    moments: Vector3<f64>,
    /// 1 - m.
    complementary: f64,
    most_speed: f64,
}

impl AsymmetricTop {
    /// None if the body rotates about one of its principal axes.
    pub(super) fn new(piece: &MotionPiece, inertia: &Inertia) -> Option<Self> {
        let Named {
            moments,
            spin,
            to_named,
            excess,
        } = named(piece, inertia)?;
        let [one, two, three] = [moments.x, moments.y, moments.z];
        let square = spin.component_mul(&spin);
        // L² - E I of the third moment and of the first; `excess` is that of the middle one.
        let over_three = one * (one - three) * square.x + two * (two - three) * square.y;
        let over_one = two * (two - one) * square.y + three * (three - one) * square.z;
        let norm = (over_one * (three - two)).abs();
        if !(over_three != 0.0 && norm > 0.0) {
            return None;
        }
        let bounded = |parameter: f64| parameter.clamp(LEAST_PARAMETER, 1.0);
        let parameter = bounded((over_three * (one - two)).abs() / norm);
        let complementary = bounded((three - one).abs() * excess.abs() / norm);
        let amplitude = |over: f64, of: f64, other: f64| (over / (of * (of - other))).abs().sqrt();
        let sign = if three > two { 1.0 } else { -1.0 };
        let amplitudes = Vector3::new(
            amplitude(over_three, one, three),
            sign * amplitude(over_three, two, three),
            amplitude(over_one, three, one),
        );
        let squares = amplitudes.component_mul(&amplitudes);
        let momentum = moments.component_mul(&spin).norm();
        let directions = moments.component_mul(&amplitudes) / momentum;
        let rate = ((over_one * (three - two)).abs() / (one * two * three)).sqrt();
        let periods = [complete(complementary), complete(parameter)];
        let (sn, cn, dn) = (spin.y / amplitudes.y, spin.x / amplitudes.x, spin.z / amplitudes.z);
        let quarter = incomplete(sn.abs(), cn * cn, dn * dn);
        let ahead = if cn < 0.0 { 2.0 * periods[0] - quarter } else { quarter };
        // sn² and cn² of a, of the parameter 1 - m, and dn.
        let share = two * (one - three);
        let (sine, cosine) = (one * (two - three) / share, three * (one - two) / share);
        let delta = cosine / (directions.z * directions.z);
        let theta = Theta::new(periods, incomplete(sine.sqrt(), cosine, delta).min(periods[1]));
        let mut top = Self {
            momentum: UnitQuaternion::identity(),
            to_named,
            rate,
            start: if sn < 0.0 { -ahead } else { ahead },
            precession: momentum / two - sign * rate * theta.phase_rate(),
            theta,
            sign,
            amplitudes,
            directions,
            moments,
            complementary,
            // |w|² is linear in sn²: the greatest is at one of its ends.
            most_speed: (squares.x + squares.z).max(squares.y + complementary * squares.z).sqrt(),
        };
        // The frame of the angular momentum is where it takes the body to its orientation.
        let attitude = top.attitude(0.0).0;
        top.momentum = UnitQuaternion::new_normalize(piece.orientation.into_inner() * attitude.conjugate());
        Some(top)
    }

    /// The rotation from the body to the frame of the angular momentum, up to the rounding of its
    /// norm, and the angular velocity about the named axes.
    fn attitude(&self, s: f64) -> (Quaternion<f64>, Vector3<f64>) {
        let values = self.theta.at(self.rate * s + self.start);
        let shape = Vector3::new(values.cn, values.sn, values.dn);
        let direction = self.directions.component_mul(&shape);
        let (sin, cos) = portable::sin_cos(self.precession * s);
        let [of_phase_cos, of_phase_sin] = [values.phase[0], self.sign * values.phase[1]];
        // exp(i phi), then exp(i (phi + psi)) with the azimuth of the direction, from y to x.
        let (cos_phi, sin_phi) = (
            cos * of_phase_cos - sin * of_phase_sin,
            sin * of_phase_cos + cos * of_phase_sin,
        );
        let across = (direction.x * direction.x + direction.y * direction.y).sqrt();
        let (cos_psi, sin_psi) = (direction.y / across, direction.x / across);
        let (cos, sin) = (cos_phi * cos_psi - sin_phi * sin_psi, sin_phi * cos_psi + cos_phi * sin_psi);
        // Half the angle.
        let about = if cos >= 0.0 {
            let half = (0.5 * (1.0 + cos)).sqrt();
            Quaternion::new(half, 0.0, 0.0, 0.5 * sin / half)
        } else {
            let half = (0.5 * (1.0 - cos)).sqrt();
            Quaternion::new(0.5 * sin / half, 0.0, 0.0, half)
        };
        let upright = Quaternion::new(1.0 + direction.z, direction.y, -direction.x, 0.0);
        let norm = upright.norm();
        let attitude = about * (upright / norm) * self.to_named.into_inner();
        (attitude, self.amplitudes.component_mul(&shape))
    }

    /// Orientation and angular velocity about the world's axes, s seconds after the epoch.
    pub(super) fn at(&self, s: f64) -> (UnitQuaternion<f64>, Vector3<f64>) {
        let (attitude, spin) = self.attitude(s);
        let orientation = UnitQuaternion::new_normalize(self.momentum.into_inner() * attitude);
        let of_body = self.to_named.inverse_transform_vector(&spin);
        (orientation, with_norm(&(orientation * of_body), spin.norm()))
    }

    /// The rate of the angular velocity: dw1/dt = (I2 - I3) w2 w3 / I1, and so on.
    pub(super) fn spin_change(&self, orientation: &UnitQuaternion<f64>, spin: &Vector3<f64>) -> Vector3<f64> {
        let to_world = orientation * self.to_named.inverse();
        let w = to_world.inverse_transform_vector(spin);
        let momentum = self.moments.component_mul(&w);
        to_world * momentum.cross(&w).component_div(&self.moments)
    }

    /// The greatest angular velocity at any time, in rad/s.
    pub(super) fn most_speed(&self) -> f64 {
        self.most_speed
    }

    /// A bound on the acceleration of a point of the body about its centre of mass at any time, in
    /// m/s²; the point relative to that, in the body's axes.
    ///
    /// |dw/dt × u| + |w| |w × u|, each component of w and dw/dt at its greatest.
    pub(super) fn most_acceleration(&self, point: &Vector3<f64>) -> f64 {
        let along = self.to_named.transform_vector(point).abs();
        let cross = |w: &Vector3<f64>| {
            Vector3::new(
                w.y * along.z + w.z * along.y,
                w.z * along.x + w.x * along.z,
                w.x * along.y + w.y * along.x,
            )
        };
        let spin = self.amplitudes.abs();
        // dw/dt is p (-w1 sn dn, w2 cn dn, -m w3 sn cn).
        let half_parameter = 0.5 * (1.0 - self.complementary);
        let change = Vector3::new(spin.x, spin.y, half_parameter * spin.z) * self.rate;
        self.most_speed * cross(&spin).norm() + cross(&change).norm()
    }
}
