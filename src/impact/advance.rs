//! Time of impact of two convex parts by directional conservative advancement.
//!
//! 1. Find the closest points of the cores, and the unit normal n between them. The cores are apart
//!    by at least g + R along n, R the sum of the radii.
//! 2. Along n they can come no closer than R before g + n·v ds + 1/2 n·a ds² becomes negative.
//!    Advance to that time.
//! 3. Stop when the gap is lost in rounding (a hit), or the plane is never crossed (a miss).
//! 4. Where faces and edges come flush, below about 1e-8 of the size, the direction between the
//!    closest points is mostly rounding. It is not a valid normal, and contact would begin too
//!    early. There n is the normal of a facet of the cores' Minkowski difference, in closed form:
//!    of the facets near the closest points, the one that closes last.
//!
//! In uniform relative motion this is Newton's method on the distance, a convex function of time.
//! It never overshoots and takes a few steps; on polytopes it ends in finitely many. In grazing it
//! halves the error each step. A contact just handled is skipped by step 2: a gap of 0 that opens
//! is next crossed at the later root.

use super::approach::{approaches, bounces_high, closes_again, length_noise, normal_acceleration, speed_noise};
use super::closest::{Closest, Near, Proximity};
use super::constants::{EARLY_CONTACT_ROUNDINGS, FLUSH_TOLERANCE, MAX_ADVANCEMENT_STEPS, NEAR_FEATURES, TOUCHING_GAP};
use super::convex_part::{ConvexPart, Core};
use super::hull_pair::HullPair;
use super::patch::Plane;
use super::penetration::penetration;
use super::polygon::hull;
use super::polytope::{self, NearPoints, Separation};
use super::simplex::Simplex;
use super::{Interval, Relative, ball};
use crate::roots::first_negative_quadratic;
use nalgebra::{Vector2, Vector3};
use smallvec::SmallVec;

/// What touches a face is in contact before it has come nearer by so many roundings of the positions. By trial.
const AWAY: f64 = 16.0;

/// Two convex parts in the same axes: cores kept apart at the sum of their radii.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundedPair<'a> {
    pub(super) a: &'a ConvexPart,
    pub(super) b: &'a ConvexPart,
    /// The scale of rounding, in metres: the sum of the distances of the parts' farthest points
    /// from their bodies' origins.
    pub(super) extent: f64,
}

/// The beginning of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// Seconds after the start of the relative motion.
    pub(super) s: f64,
    /// Unit normal from a to b.
    pub(super) normal: Vector3<f64>,
    /// Whether the search reached its step limit. s is then early rather than late.
    pub(super) unresolved: bool,
}

/// The event that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Contact and approach.
    Impact,
    /// Contact.
    Contact,
}

/// How the closest features meet.
enum FeatureContact {
    /// They come into contact after this many seconds.
    Meet(f64),
    /// After this many seconds they are as near as rounding can resolve, and come no nearer.
    Graze(f64),
}

impl RoundedPair<'_> {
    pub(super) fn hulls(&self) -> HullPair<'_> {
        HullPair::of(self.a, self.b)
    }

    pub(super) fn radius(&self) -> f64 {
        self.a.radius + self.b.radius
    }

    /// The first time in the window at which they touch while approaching.
    pub(super) fn first_impact(&self, rel: &Relative, window: Interval) -> Option<Entry> {
        self.search(rel, window, Target::Impact)
    }

    pub(super) fn search(&self, rel: &Relative, window: Interval, target: Target) -> Option<Entry> {
        let mut simplex = Simplex::default();
        let mut s = window.begin;
        let mut normal = None;
        for _ in 0..MAX_ADVANCEMENT_STEPS {
            let offset = rel.position_at(s);
            let proximity = self.hulls().proximity(&offset, &mut simplex);
            let open = self.left_open(&proximity, rel, s);
            let facet = open.and_then(|near| self.last_facet(&near, rel, s));
            let closest = proximity.closest();
            let (n, gap) = match (facet, closest) {
                (Some(Separation { normal, gap }), _) => (normal, gap),
                (None, Some(Closest { normal, gap, .. })) => (normal, gap - self.radius()),
                // The cores overlap: the last known normal is that of the contact. At the start
                // there is none.
                (None, None) => {
                    let n = normal.unwrap_or_else(|| penetration(self.a, self.b, &offset).normal);
                    (n, f64::NEG_INFINITY)
                }
            };
            normal = Some(n);
            let hit = Entry {
                s,
                normal: n,
                unresolved: facet.is_none() && open.is_some_and(|near| self.is_wide(&near, rel, s)),
            };
            let noise = speed_noise(rel, s);
            let acceleration = normal_acceleration(rel, &n);
            let mut speed = n.dot(&rel.velocity_at(s));
            // A gap that opens or rests, and is no wider than rounding, belongs to a contact just
            // handled.
            let parting = target == Target::Impact && speed >= -noise && gap <= length_noise(rel, self.extent, s);
            let touching = gap <= TOUCHING_GAP * self.extent || parting;
            if touching {
                if target == Target::Contact {
                    return Some(hit);
                }
                if approaches(speed, acceleration, noise) {
                    let is_over_face = || closest.is_some_and(|closest| self.is_over_face(&closest, &offset));
                    if parting && is_over_face() {
                        return Some(hit);
                    }
                    // (Features may be a diagonal of a face, from which what moves along the face gets away.)
                    let gets_away = |after: f64| {
                        let way = -(speed + 0.5 * acceleration * after) * after;
                        way > AWAY * self.rounding(rel, s) && is_over_face()
                    };
                    match self.contact_of_features(closest.as_ref(), &simplex, rel, s) {
                        FeatureContact::Meet(after) | FeatureContact::Graze(after) if gets_away(after) => return Some(hit),
                        FeatureContact::Meet(after) => return Some(Entry { s: s + after, ..hit }),
                        FeatureContact::Graze(after) if s + after > s && s + after <= window.end => {
                            s += after;
                            continue;
                        }
                        FeatureContact::Graze(_) => {}
                    }
                }
                // Rounding may have made it negative, though the pair does not approach.
                speed = speed.max(0.0);
            }
            let next = s + match touching {
                true if gap.is_finite() && bounces_high(gap, speed, acceleration) => closes_again(gap, speed, acceleration),
                true => first_negative_quadratic(0.0, speed, 0.5 * acceleration),
                false => first_negative_quadratic(gap, speed, 0.5 * acceleration),
            };
            // No contact, also where the window has no end: bodies at relative rest.
            if next.is_nan() || next > window.end || next == f64::INFINITY {
                return None;
            }
            if next <= s {
                return Some(hit);
            }
            s = next;
        }
        Some(Entry {
            s,
            normal: normal.unwrap_or_else(Vector3::x),
            unresolved: true,
        })
    }

    /// The closest points, if contact would begin here though these points are farther apart than
    /// rounding: the normal is then wrong. Only for polytopes: the cores of rounded parts are far
    /// apart at contact.
    fn left_open(&self, proximity: &Proximity, rel: &Relative, s: f64) -> Option<Near> {
        let near = match *proximity {
            Proximity::Apart(Closest { gap, between, on_a, .. }) if gap <= TOUCHING_GAP * self.extent => Near { between, on_a },
            Proximity::Near(near) => near,
            Proximity::Apart(_) | Proximity::Meet => return None,
        };
        (self.radius() == 0.0 && near.between.norm() > self.rounding(rel, s)).then_some(near)
    }

    /// Of the facets of the two polytopes' difference near the closest points that separate the
    /// two: the one that closes last. Any such facet gives a lower bound of the contact time.
    fn last_facet(&self, near: &Near, rel: &Relative, s: f64) -> Option<Separation> {
        let (Core::Polytope(a), Core::Polytope(b)) = (&self.a.core, &self.b.core) else {
            return None;
        };
        let (offset, velocity) = (rel.position_at(s), rel.velocity_at(s));
        let place = NearPoints {
            points: [near.on_a, near.on_a + near.between - offset],
            tolerance: NEAR_FEATURES * self.extent,
        };
        let mut last: Option<(f64, Separation)> = None;
        polytope::each_facet_axis(a, b, &place, |axis| {
            let here = polytope::gap_on_axis(a, b, axis, &offset);
            if here.gap > TOUCHING_GAP * self.extent {
                let acceleration = normal_acceleration(rel, &here.normal);
                let after = first_negative_quadratic(here.gap, here.normal.dot(&velocity), 0.5 * acceleration);
                if last.is_none_or(|(latest, _)| after > latest) {
                    last = Some((after, here));
                }
            }
        });
        last.map(|(_, facet)| facet)
    }

    /// Rounding of the position of b relative to a.
    fn rounding(&self, rel: &Relative, s: f64) -> f64 {
        let path_length = rel.position.norm() + (rel.velocity.norm() + 0.5 * rel.acceleration.norm() * s) * s;
        TOUCHING_GAP * (self.extent + path_length)
    }

    /// Whether a contact that begins at these closest points would be early by more than rounding
    /// explains.
    fn is_wide(&self, near: &Near, rel: &Relative, s: f64) -> bool {
        near.between.norm() > EARLY_CONTACT_ROUNDINGS * self.rounding(rel, s)
    }

    /// Whether the closest point of one of two rounded parts is inside a face of the other one. (The
    /// features that the search has found may be a diagonal of it.)
    fn is_over_face(&self, closest: &Closest, offset: &Vector3<f64>) -> bool {
        let on_b = closest.on_a + closest.between - offset;
        let tolerance = FLUSH_TOLERANCE * self.extent;
        self.radius() > 0.0
            && (is_inside_face(self.a, &closest.normal, &closest.on_a, tolerance)
                || is_inside_face(self.b, &-closest.normal, &on_b, tolerance))
    }

    /// Contact of two rounded parts that touch up to rounding and approach, by the features that
    /// are closest.
    ///
    /// Projected along the features (a vertex, an edge or a face of the cores' difference) this is
    /// the contact of two balls in three, two or one dimensions, in closed form. So a ball that
    /// rolls over the edge between two flush triangles hits neither.
    fn contact_of_features(&self, closest: Option<&Closest>, simplex: &Simplex, rel: &Relative, s: f64) -> FeatureContact {
        let Some(closest) = closest.filter(|_| self.radius() > 0.0) else {
            return FeatureContact::Meet(0.0);
        };
        let projected = Relative {
            position: closest.between,
            velocity: simplex.orthogonal_part(&rel.velocity_at(s)),
            acceleration: simplex.orthogonal_part(&rel.acceleration),
            ..*rel
        };
        match ball::first_entry(&projected, self.radius()) {
            Some(after) => FeatureContact::Meet(after),
            None => FeatureContact::Graze(-projected.position.dot(&projected.velocity) / projected.velocity.norm_squared()),
        }
    }
}

/// Whether a point of the core of a part is inside its face along a normal, and not on an edge of it.
fn is_inside_face(part: &ConvexPart, normal: &Vector3<f64>, point: &Vector3<f64>, tolerance: f64) -> bool {
    let Core::Polytope(polytope) = &part.core else { return false };
    let height = |vertex: &Vector3<f64>| vertex.dot(normal);
    let top = polytope.vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
    let plane = Plane::new(normal);
    let highest = polytope.vertices.iter().filter(|vertex| height(vertex) >= top - tolerance);
    let flat: SmallVec<[Vector2<f64>; 8]> = highest.map(|vertex| plane.flatten(vertex)).collect();
    let (corners, point) = (hull(&flat, tolerance), plane.flatten(point));
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    corners.len() > 2
        && edges.into_iter().all(|(from, to)| {
            let edge = to - from;
            edge.perp(&(point - from)) > tolerance * edge.norm()
        })
}
