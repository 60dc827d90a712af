//! Friction of bodies at rest on each other: Coulomb's, along the contact.
//!
//! While two slide, each feels the coefficient times the normal force against its sliding; that is constant as long as the
//! direction is, so that the motion stays a quadratic. When the sliding stops, or has turned, the forces are found anew.
//! What does not slide sticks, as long as the force that holds it is at most the coefficient times the normal force.
//!
//! Balls that impulses make spin roll instead: they feel none.

use super::World;
use super::bodies::State;
use crate::domain::Wall;
use crate::motion::MotionPiece;
use crate::response::pair_friction;
use crate::scene::Zeno;
use nalgebra::Vector3;

/// Sliding slower than this counts as none where no policy says what does, in metres per second.
const SLOWEST: f64 = 1e-9;

/// How far the direction of sliding may turn, in radians, before the forces are found anew.
const MOST_TURN: f64 = 0.01;

/// Acceleration across the sliding that is none, as a part of the acceleration: rounding.
const STRAIGHT: f64 = 1e-12;

impl State {
    /// Whether it rolls: friction at rest would only make it slide less.
    fn rolls(&self) -> bool {
        self.inverse_inertia > 0.0 && !self.collider.can_rotate()
    }
}

impl World {
    /// Sliding at most this fast is none.
    pub(super) fn slowest_slide(&self) -> f64 {
        match self.config.settings.zeno {
            Zeno::Stick { speed } => speed.max(SLOWEST),
            _ => SLOWEST,
        }
    }

    /// The coefficient of friction of two at rest on each other.
    pub(super) fn friction_of(&self, bodies: [u32; 2]) -> f64 {
        let [a, b] = bodies.map(|body| &self.bodies[body]);
        if a.rolls() || b.rolls() {
            return 0.0;
        }
        pair_friction(a.friction, b.friction)
    }

    /// The same of a body on a wall of the domain.
    pub(super) fn wall_friction_of(&self, index: u32) -> f64 {
        let state = &self.bodies[index];
        if state.rolls() {
            return 0.0;
        }
        pair_friction(state.friction, self.config.settings.friction)
    }

    /// When the forces of a pair at rest are to be found anew, because its sliding stops or turns.
    pub(super) fn slide_end(&self, bodies: [u32; 2], normals: &[Vector3<f64>]) -> Option<f64> {
        if normals.is_empty() || self.friction_of(bodies) == 0.0 {
            return None;
        }
        let [a, b] = bodies.map(|body| &self.bodies[body].piece);
        let ends = normals
            .iter()
            .filter_map(|normal| slide_end(a, b, normal, self.slowest_slide()));
        ends.min_by(f64::total_cmp)
    }

    /// The first of the same of a body on walls of the domain, and which.
    pub(super) fn wall_slide_end(&self, index: u32) -> Option<(f64, Wall)> {
        let state = &self.bodies[index];
        if state.wall_rests == 0 || self.wall_friction_of(index) == 0.0 {
            return None;
        }
        let still = MotionPiece {
            epoch: state.piece.epoch,
            ..MotionPiece::at_rest()
        };
        let walls = Wall::ALL
            .into_iter()
            .filter(|wall| state.wall_rests & super::rest::wall_bit(*wall) != 0);
        let ends = walls.filter_map(|wall| {
            let end = slide_end(&still, &state.piece, &wall.normal(), self.slowest_slide())?;
            Some((end, wall))
        });
        ends.min_by(|(one, _), (other, _)| one.total_cmp(other))
    }
}

/// When sliding stops or turns; a function of the two pieces and the normal alone.
fn slide_end(a: &MotionPiece, b: &MotionPiece, normal: &Vector3<f64>, slowest: f64) -> Option<f64> {
    let start = a.epoch.max(b.epoch);
    let along = |v: Vector3<f64>| v - normal * normal.dot(&v);
    let slides = along(b.velocity_at(start) - a.velocity_at(start));
    let pull = along(b.acceleration - a.acceleration);
    let (speed, strength) = (slides.norm(), pull.norm());
    if speed <= slowest || strength == 0.0 {
        return None;
    }
    let against = -slides.dot(&pull) / speed;
    let across = (pull + slides * (against / speed)).norm();
    let stops = if against > 0.0 {
        speed * against / (strength * strength)
    } else {
        f64::INFINITY
    };
    let turns = if across > STRAIGHT * strength {
        MOST_TURN * speed / across
    } else {
        f64::INFINITY
    };
    let s = stops.min(turns);
    if !s.is_finite() {
        return None;
    }
    // What rounding makes slowest just now, or stops within the rounding of the time, would end at this same time for ever.
    let ends = [s, turns].map(|s| start + s);
    let end = ends.into_iter().find(|end| *end > start && *end < f64::INFINITY);
    Some(end.unwrap_or(start.next_up()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliding_ends_after_it_begins() {
        let still = MotionPiece::at_rest();
        for (pull, soon) in [
            // Across, and against by a rounding.
            (Vector3::new(-1e-12, 0.0, 9.0), 1e-5),
            // So strong that no float is left for the time it takes.
            (Vector3::new(-1e15, 0.0, 0.0), 1e-15),
        ] {
            let slides = MotionPiece {
                epoch: 3.9,
                velocity: Vector3::x() * 1e-5,
                acceleration: pull,
                ..MotionPiece::at_rest()
            };
            let end = slide_end(&still, &slides, &Vector3::y(), 1e-6);
            assert!(end.is_some_and(|end| end > 3.9 && end <= 3.9 + soon), "{end:?}");
        }
    }
}
