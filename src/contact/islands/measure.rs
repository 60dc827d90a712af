//! The gaps and normals of touches at the present time.

use super::constants::{MARGIN, NONE};
use super::present;
use super::touch::{Other, Parties};
use crate::bodies::State;
use crate::contact::context::Rests;
use crate::domain::{Domain, Wall};
use crate::impact::{Moving, NearPoints, Places, gap_along, near_points, over_plane};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// Gaps that are measured up to the next renewal are so at this number of times. They are closer to each other towards
/// the present: what closes now, and opens by turning later, is deepest soon. (A parabola from 0 that has its lowest point
/// after a fiftieth of the time or later is not twice as deep there as what is measured.)
const TIMES: u32 = 6;

/// Where two parties are near each other.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// Number of their touch.
    pub(super) touch: u32,
    /// Radius of the smaller party, in metres.
    pub(super) size: f64,
    /// Empty if they have parted.
    pub(super) near: NearPoints,
    /// From the second body to the image that is touched, in metres.
    pub(super) shift: Vector3<f64>,
    /// The time within which they meet, in seconds, if they get in touch at this renewal: then they may bounce.
    pub(super) meets: Option<f64>,
}

impl Rests<'_> {
    /// Measures all touches of some bodies of an island, which are renewed.
    pub(super) fn measure_touches(&mut self, members: &[u32]) -> Vec<Measured> {
        let mut measured = std::mem::take(&mut self.contacts.islands_mut().spare.measured);
        let graph = &self.contacts.islands().graph;
        measured.reserve(members.iter().map(|member| graph.touches_of(*member).len()).sum());
        for member in members {
            // Each touch where its first body comes that is renewed.
            let counts = |touch: &&u32| {
                let mut bodies = graph.touch(**touch).bodies();
                bodies.find(|body| self.is_renewed(*body)) == Some(*member)
            };
            let touches = graph.touches_of(*member).iter().filter(counts);
            measured.extend(touches.map(|touch| self.measure(*touch)));
        }
        measured
    }

    /// Measures a touch.
    pub(super) fn measure(&self, number: u32) -> Measured {
        let parties = self.contacts.islands().graph.touch(number).parties();
        Measured {
            touch: number,
            ..self.distances(&parties, MARGIN * self.size_of(&parties))
        }
    }

    /// Where two parties are at most so many metres apart, without a number.
    pub(super) fn distances(&self, parties: &Parties, most: f64) -> Measured {
        let turns = parties.bodies().any(|body| may_turn(&self.bodies[body]));
        let places = if turns { Places::Corners } else { Places::Nearest };
        self.distances_at(parties, most, self.clock.now(), places)
    }

    /// The same at another time, with the motion pieces of the present.
    fn distances_at(&self, parties: &Parties, most: f64, now: f64, places: Places) -> Measured {
        let size = self.size_of(parties);
        let first = &self.bodies[parties.first];
        let (near, shift) = match parties.second {
            Other::Body(second) => {
                let lengths = parties.lengths(self.bodies, second);
                let view = self.bodies.pair_view_at(first, &self.bodies[second], &lengths);
                let [a, b] = view.moving();
                // (Other pieces have their orientation at hand.)
                let still = |body: &Moving| body.piece.spins().then(|| present::still(body, now));
                let (still_a, still_b) = (still(&a), still(&b));
                let [a, b] = [at_rest(a, &still_a), at_rest(b, &still_b)];
                (near_points(&a, &b, now, most, places), view.shift())
            }
            Other::Wall(wall) => {
                let near = near_wall(first, wall, &self.settings.domain, now, most, places);
                (near, Vector3::zeros())
            }
        };
        Measured {
            touch: NONE,
            size,
            near,
            shift,
            meets: None,
        }
    }

    /// Whether no gap of two parties is narrower than this at some times up to one, with the motion pieces of the
    /// present: where no bound is known for certain.
    pub(super) fn gaps_stay(&self, parties: &Parties, least: f64, time: f64) -> bool {
        let (most, now) = (MARGIN * self.size_of(parties), self.clock.now());
        let mut normal = None;
        (1..=TIMES).all(|number| {
            let share = f64::from(number) / f64::from(TIMES);
            let then = now + time * (share * share);
            // Mostly the two hardly turn from one of these times to the next.
            if normal.is_some_and(|normal| self.gap_along(parties, &normal, then) >= Some(least)) {
                return true;
            }
            let measured = self.distances_at(parties, most, then, Places::Nearest);
            normal = measured.near.first().map(|near| near.normal);
            measured.near.iter().all(|near| near.gap >= least)
        })
    }

    /// The gap of two bodies along a direction at a time, in metres, with the motion pieces of the present; none of others.
    fn gap_along(&self, parties: &Parties, normal: &Vector3<f64>, then: f64) -> Option<f64> {
        let Other::Body(second) = parties.second else { return None };
        let lengths = parties.lengths(self.bodies, second);
        let view = self
            .bodies
            .pair_view_at(&self.bodies[parties.first], &self.bodies[second], &lengths);
        let [a, b] = view.moving();
        gap_along(&a, &b, normal, then)
    }

    /// The radius of the smaller of two parties.
    pub(super) fn size_of(&self, parties: &Parties) -> f64 {
        let radii = parties.bodies().map(|body| self.bodies[body].shape_radius());
        radii.fold(f64::INFINITY, f64::min)
    }
}

/// A body with another piece, if there is one.
fn at_rest<'a>(body: Moving<'a>, still: &'a Option<MotionPiece>) -> Moving<'a> {
    Moving {
        piece: still.as_ref().unwrap_or(body.piece),
        ..body
    }
}

/// Whether a body may be in an island, or have a part of one on it.
pub(crate) fn may_be_in_island(state: &State) -> bool {
    state.lease().is_none() && !state.moving().grows() && !(state.is_dynamic() && state.is_half_space())
}

/// Whether the shape of a body may turn.
pub(super) fn may_turn(state: &State) -> bool {
    let impulses_turn = state.is_dynamic() && state.constants().inverse_inertia > 0.0;
    state.moving().rotates() || impulses_turn && state.constants().collider.can_rotate()
}

/// The places of a body that are near a wall. The normals are from the body to the wall.
fn near_wall(body: &State, wall: Wall, domain: &Domain, now: f64, most: f64, places: Places) -> NearPoints {
    let Domain::Box { min, max } = domain else {
        return NearPoints::new();
    };
    let through = if wall.is_upper() { max } else { min };
    let moving = body.moving();
    let still = present::still(&moving, now);
    let body = Moving { piece: &still, ..moving };
    let mut near = over_plane(&-wall.normal(), through, &body, now, most, places);
    for one in &mut near {
        one.normal = wall.normal();
        one.round.swap(0, 1);
        one.curvature.swap(0, 1);
        one.face = Some(1);
    }
    near
}
