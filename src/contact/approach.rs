//! Two parties in contact that close slowly or are pressed together, and the speed of their hop.

use super::constants::{AFTER_HOP, HOP_ROTATION, HOP_TIME, LEAST_PARTING, MOST_PARTING, SLOW};
use crate::bodies::{Bodies, State};
use crate::event::Party;
use crate::impact::Contact;
use crate::response::{Side, pair_restitution};
use crate::scene::Zeno;
use nalgebra::Vector3;

/// Two parties at an impact.
#[derive(Clone, Copy)]
pub(crate) struct Approach<'a> {
    pub(crate) contact: &'a Contact,
    /// Closing speed at the contact point, in metres per second.
    pub(crate) closing: f64,
    /// The two parties. A wall is the second.
    pub(crate) sides: &'a [Side; 2],
    /// Index of the pair. None if one party is a wall.
    pub(crate) pair: Option<u32>,
}

impl State {
    /// Whether the body rotates or grows, so that it cannot rest on anything.
    pub(crate) fn rotates_or_grows(&self) -> bool {
        self.moving().rotates() || self.moving().grows()
    }
}

impl Approach<'_> {
    /// The two parties.
    pub(crate) fn parties(&self) -> [Party; 2] {
        self.sides.each_ref().map(|side| side.party)
    }

    /// Whether one of the two rotates or grows, or an impulse at the contact would rotate it.
    pub(crate) fn cannot_rest(&self, bodies: &Bodies) -> bool {
        let Contact { point, normal, .. } = self.contact;
        self.sides.iter().any(|side| match side.party {
            Party::Wall(_) => false,
            Party::Body(id) => {
                let body = &bodies[id.index];
                let lever = side.lever(point, normal);
                body.rotates_or_grows() || (body.constants().collider.can_rotate() && lever != Vector3::zeros())
            }
        })
    }

    /// Whether the two close so slowly that they would rest on each other if they could, or no
    /// faster than after a hop.
    pub(crate) fn is_slow(&self, bodies: &Bodies, zeno: &Zeno) -> bool {
        self.closing <= slow_below(self.contact, self.sides, &self.accelerations(bodies), zeno)
    }

    /// The sum of the speeds of the two at the contact, rotation and growth included, in metres per
    /// second.
    pub(super) fn speeds(&self) -> f64 {
        speeds(self.contact, self.sides)
    }

    /// The speed at which the two part in a hop, in metres per second. It follows from how they
    /// accelerate towards each other.
    pub(super) fn parting_speed(&self, bodies: &Bodies) -> f64 {
        parting_speed(self.contact, self.sides, &self.accelerations(bodies))
    }

    /// Whether one of the two rests on something, and they are pressed together so strongly that an elastic bounce
    /// would last no longer than a hop. Whatever their restitution, they come to rest then: each bounce would change
    /// the forces on all that is at rest there.
    pub(crate) fn bounces_at_rest(&self, bodies: &Bodies) -> bool {
        // Forces of rests act on it. (In an island impulses act instead.)
        let rests = |party| match party {
            Party::Wall(_) => false,
            Party::Body(id) => {
                let state = &bodies[id.index];
                state.piece().acceleration != *state.free_acceleration() && !state.is_in_island()
            }
        };
        let [a, b] = self.accelerations(bodies);
        self.closing <= 0.5 * HOP_TIME * self.contact.normal.dot(&(a - b)) && self.parties().into_iter().any(rests)
    }

    fn accelerations(&self, bodies: &Bodies) -> [Vector3<f64>; 2] {
        self.sides.each_ref().map(|side| match side.party {
            Party::Wall(_) => Vector3::zeros(),
            Party::Body(id) => bodies[id.index].piece().acceleration,
        })
    }
}

/// The closing speed up to which two parties with these accelerations close slowly: they would rest
/// on each other if they could, or close no faster than after a hop.
pub(crate) fn slow_below(contact: &Contact, sides: &[Side; 2], accelerations: &[Vector3<f64>; 2], zeno: &Zeno) -> f64 {
    let [a, b] = sides;
    let limit = match *zeno {
        Zeno::Stick { speed } if pair_restitution(a.restitution, b.restitution) < 1.0 => {
            speed.max(AFTER_HOP * parting_speed(contact, sides, accelerations))
        }
        Zeno::Stick { speed } => speed,
        _ => 0.0,
    };
    limit.max(SLOW * speeds(contact, sides))
}

/// The sum of the speeds of two parties at a contact, rotation and growth included.
fn speeds(contact: &Contact, sides: &[Side; 2]) -> f64 {
    let of =
        |side: &Side| side.growth + side.velocity.norm() + side.angular_velocity.norm() * (contact.point - side.position).norm();
    sides.iter().map(of).sum()
}

/// The speed at which two parties with these accelerations part in a hop.
fn parting_speed(contact: &Contact, sides: &[Side; 2], accelerations: &[Vector3<f64>; 2]) -> f64 {
    let [a, b] = sides;
    let [radius_a, radius_b] = contact.radii;
    // A round surface rolls: the point at a constant distance from the surface lies inside.
    let within = [
        contact.point - contact.normal * radius_a,
        contact.point + contact.normal * radius_b,
    ];
    let pressing_of_centres = contact.normal.dot(&(accelerations[0] - accelerations[1]));
    let accelerations = [
        acceleration_at(&accelerations[0], a, &within[0]),
        acceleration_at(&accelerations[1], b, &within[1]),
    ];
    // A rotating face, or two crossing edges, rotate towards what slides along them, and about it.
    // The contact does not say which body has the face: the greater value counts.
    let sliding = b.velocity_at(&within[1]) - a.velocity_at(&within[0]);
    let by_rotation = |angular_velocity: &Vector3<f64>| {
        let change = angular_velocity.cross(&contact.normal);
        change.norm_squared() * (radius_a + radius_b) - 2.0 * change.dot(&sliding)
    };
    let by_face = by_rotation(&a.angular_velocity)
        .max(by_rotation(&b.angular_velocity))
        .max(0.0);
    let by_edges = by_rotation(&contact.normal_spin);
    let pressing = contact.normal.dot(&(accelerations[0] - accelerations[1])) + by_face.max(by_edges);
    let pressing = pressing.max(0.0);
    let spin = sides.iter().map(|side| side.angular_velocity.norm()).fold(0.0, f64::max);
    let spin = if by_edges > by_face {
        spin.max(contact.normal_spin.norm())
    } else {
        spin
    };
    let speeds = speeds(contact, sides);
    // The normal of edges that are nearly parallel may turn without bound.
    let most = MOST_PARTING * speeds + 0.5 * pressing_of_centres.max(0.0) * HOP_TIME;
    (0.5 * pressing * HOP_TIME.min(HOP_ROTATION / spin)).clamp(LEAST_PARTING * speeds, most)
}

/// Acceleration of a side's material at a point, in metres per second squared. `acceleration`: of
/// its centre; zero for a wall, which does not rotate.
fn acceleration_at(acceleration: &Vector3<f64>, side: &Side, point: &Vector3<f64>) -> Vector3<f64> {
    let (spin, arm) = (&side.angular_velocity, point - side.position);
    let rotating = acceleration + spin.cross(&spin.cross(&arm));
    match side.inverse_inertia.spin_change(spin) {
        Some(change) => rotating + change.cross(&arm),
        None => rotating,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Wall;
    use crate::response::InverseInertia;

    /// The normal of edges that are nearly parallel turns at almost any rate.
    #[test]
    fn edges_that_are_nearly_parallel_part_slowly() {
        let side = |position: Vector3<f64>, velocity: Vector3<f64>| Side {
            party: Party::Wall(Wall::ALL[0]),
            inverse_mass: 1.0,
            inverse_inertia: InverseInertia::scalar(20.0),
            position,
            velocity,
            angular_velocity: Vector3::new(1.0, 2.0, -1.0),
            growth: 0.0,
            restitution: 0.5,
            friction: 0.3,
        };
        let sides = [
            side(Vector3::y() * -0.3, Vector3::x()),
            side(Vector3::y() * 0.3, Vector3::y() * -0.5),
        ];
        for rate in [1.0, 1e3, 1e8, 1e15] {
            let contact = Contact {
                point: Vector3::zeros(),
                normal: Vector3::y(),
                depth: 0.0,
                radii: [0.1, 0.0],
                normal_spin: Vector3::x() * rate,
            };
            let parting = parting_speed(&contact, &sides, &[Vector3::zeros(); 2]);
            let speeds = speeds(&contact, &sides);
            assert!(
                parting > 0.0 && parting <= MOST_PARTING * speeds,
                "{rate}: {parting} of {speeds}"
            );
        }
    }
}
