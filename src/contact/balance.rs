//! Whether bodies that impulses rotate have come to rest in static balance.

use super::approach::Approach;
use super::constants::HOP_TIME;
use crate::bodies::{Bodies, State};
use crate::event::Party;
use crate::impact::{Points, contact_points, extreme_points, supports};
use crate::lane::pairs::Pairs;
use crate::response::Side;
use crate::scene::Zeno;
use nalgebra::Vector3;

impl Approach<'_> {
    /// Whether the two can rest on each other now: the rest of their motion is less than a hop, and
    /// the contact points support their centres of mass. Contact points are those within the height
    /// of a hop of each other. `now` is the present time in seconds.
    pub(super) fn is_balanced(&self, bodies: &Bodies, pairs: &Pairs, zeno: &Zeno, now: f64) -> bool {
        let Zeno::Stick { .. } = zeno else {
            return false;
        };
        let (normal, [a, b]) = (&self.contact.normal, self.sides);
        let pull = |side: &Side| body_of(bodies, side).map_or(Vector3::zeros(), |body| *body.free_acceleration());
        let pressing = normal.dot(&(pull(a) - pull(b)));
        if pressing <= 0.0 {
            return false;
        }
        let (speed, height) = (pressing * HOP_TIME, pressing * HOP_TIME * HOP_TIME);
        let mut points = None;
        self.sides.iter().all(|side| {
            let Some(state) = body_of(bodies, side).filter(|state| state.constants().collider.can_rotate()) else {
                return side.growth == 0.0;
            };
            if side.inverse_inertia.is_zero() {
                return !state.moving().rotates();
            }
            if side.angular_velocity.norm() * state.shape_radius() > speed {
                return false;
            }
            let rests = state.contact().wall_rests() != 0 || state.pairs().iter().any(|place| pairs[*place].is_at_rest());
            let points = points.get_or_insert_with(|| self.contact_points(bodies, pairs, now, height));
            rests || supports(points, normal, &side.position, height)
        })
    }

    /// Points of the two that are within `slack` metres of each other.
    fn contact_points(&self, bodies: &Bodies, pairs: &Pairs, now: f64, slack: f64) -> Points {
        if let Some(place) = self.pair {
            let view = bodies.pair_view(&pairs[place]);
            let [a, b] = &view.moving();
            return contact_points(a, b, &self.contact.normal, now, slack);
        }
        match self.parties() {
            [Party::Body(id), Party::Wall(wall)] => {
                let state = &bodies[id.index];
                let (orientation, position) = (state.piece().orientation_at(now), &self.sides[0].position);
                extreme_points(&state.constants().collider, &orientation, position, &wall.normal(), slack)
            }
            _ => unreachable!("two bodies are a pair, and walls come last"),
        }
    }
}

/// The body of a side. None for a wall.
fn body_of<'a>(bodies: &'a Bodies, side: &Side) -> Option<&'a State> {
    match side.party {
        Party::Body(id) => Some(&bodies[id.index]),
        Party::Wall(_) => None,
    }
}
