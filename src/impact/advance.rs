//! Time of impact of two convex leaves by directional conservative advancement.
//!
//! 1. Find the closest points of the cores, and the unit normal n between them. The cores are apart by at least g + R along n,
//!    R the sum of the radii.
//! 2. Along n they can come no closer than R before g + n·v ds + 1/2 n·a ds² turns negative: go there.
//! 3. Until the gap is lost in rounding (a hit), or the plane is never crossed (they stay apart).
//!
//! In uniform relative motion this is Newton's method on the distance, a convex function of time: it never overshoots, and ends in
//! a few steps; on polytopes in finitely many. In grazing it halves the error each step. A contact just handled is passed over by
//! step 2 itself: a gap of 0 that opens is next crossed at the later root.

use super::approach::{approaches, length_noise, normal_acceleration, speed_noise};
use super::closest::{Closest, Hulls};
use super::leaf::Leaf;
use super::leaf_pair::penetration;
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative, ball};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// Most steps of one search. Grazing takes about 50 (one bit a step), all else fewer than 15.
const MAX_STEPS: usize = 128;

/// The gap that counts as contact, in units of the leaves' reach: rounding of coordinates that were turned and displaced.
const TOUCH: f64 = 8.0 * f64::EPSILON;

/// Most intervals of contact looked for in one window under relative acceleration: a parabola enters a convex shape once or
/// twice; more are had only by shapes cut to the parabola.
const MAX_INTERVALS: usize = 16;

/// How far an exit search goes on where it stalls, as a part of the time that is left: contact is not looked at in between.
const NUDGE: f64 = 1e-9;

/// Steps of an exit search after which it looks for a time outside by doubling its step: each has at least halved what was left
/// but for exits at less than 30 degrees to the surface. A gap that is shorter than the step then goes unseen.
const CAREFUL_STEPS: usize = 32;

/// Two convex leaves in the same axes: cores kept apart at the sum of their radii.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounded<'a> {
    pub(super) a: &'a Leaf,
    pub(super) b: &'a Leaf,
    /// The scale of rounding: the sum of the distances of the leaves' farthest points from their bodies' origins.
    pub(super) reach: f64,
}

/// Contact begins, or is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// Seconds after the start of the relative motion.
    pub(super) s: f64,
    /// Unit normal from a to b.
    pub(super) normal: Vector3<f64>,
    /// Whether the search was given up: s is then early rather than late.
    pub(super) unresolved: bool,
}

/// What counts as a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Contact and approach.
    Impact,
    /// Contact.
    Contact,
}

impl Rounded<'_> {
    fn hulls(&self) -> Hulls<'_> {
        Hulls::of(self.a, self.b)
    }

    fn radius(&self) -> f64 {
        self.a.radius + self.b.radius
    }

    /// The first time in the window at which they touch while approaching.
    pub(super) fn first_impact(&self, rel: &Relative, window: Interval) -> Option<Entry> {
        self.search(rel, window, Wanted::Impact)
    }

    /// The times in the window at which they touch, and whether a search was given up.
    pub(super) fn intervals(&self, rel: &Relative, window: Interval) -> (Intervals, bool) {
        let mut found = Intervals::none();
        let Some(entry) = self.search(rel, window, Wanted::Contact) else {
            return (found, false);
        };
        let mut unresolved = entry.unresolved;
        let last = self.last_contact(rel, window, entry.s);
        unresolved |= last.unresolved;
        if rel.is_uniform() {
            found.push(entry.s, last.s);
            return (found, unresolved);
        }
        let mut begin = entry.s;
        for _ in 0..MAX_INTERVALS {
            let exit = self.exit(rel, begin, last.s);
            unresolved |= exit.unresolved;
            if exit.s >= last.s {
                break;
            }
            found.push(begin, exit.s);
            let rest = Interval {
                begin: exit.s,
                end: window.end,
            };
            // At the exit they touch, but part: an impact is the next contact.
            match self.search(rel, rest, Wanted::Impact) {
                Some(next) => {
                    unresolved |= next.unresolved;
                    begin = next.s;
                }
                None => return (found, unresolved),
            }
        }
        found.push(begin, last.s.max(begin));
        (found, unresolved)
    }

    fn search(&self, rel: &Relative, window: Interval, wanted: Wanted) -> Option<Entry> {
        let mut simplex = Simplex::default();
        let mut s = window.begin;
        let mut normal = None;
        for _ in 0..MAX_STEPS {
            let offset = rel.position_at(s);
            let closest = self.hulls().closest(&offset, &mut simplex);
            let (n, gap) = match closest {
                Some(Closest { normal, gap, .. }) => (normal, gap - self.radius()),
                // Cores meet: the last normal seen is that of the contact; at the start there is none.
                None => {
                    let n = normal.unwrap_or_else(|| penetration(self.a, self.b, &offset).normal);
                    (n, f64::NEG_INFINITY)
                }
            };
            normal = Some(n);
            let hit = Some(Entry {
                s,
                normal: n,
                unresolved: false,
            });
            let noise = speed_noise(rel, s);
            let acceleration = normal_acceleration(rel, &n);
            let mut speed = n.dot(&rel.velocity_at(s));
            let resting = speed.abs() <= noise && gap <= length_noise(rel, self.reach, s);
            let touching = gap <= TOUCH * self.reach || resting;
            if touching {
                if wanted == Wanted::Contact || approaches(speed, acceleration, noise) {
                    return hit;
                }
                // Rounding may have made it negative: it was just found not to approach.
                speed = speed.max(0.0);
            }
            let gap = if touching { 0.0 } else { gap };
            let next = s + first_negative_quadratic(gap, speed, 0.5 * acceleration);
            // Written so that a NaN ends it.
            if !(next <= window.end) {
                return None;
            }
            if next <= s {
                return hit;
            }
            s = next;
        }
        Some(Entry {
            s,
            normal: normal.unwrap_or_else(Vector3::x),
            unresolved: true,
        })
    }

    /// The last time in the window at which they touch, given that they do at `entry`: the same search, backwards in time.
    fn last_contact(&self, rel: &Relative, window: Interval, entry: f64) -> Entry {
        if window.end.is_infinite() {
            // The boxes never part: no relative motion at all, so neither do the shapes.
            return resolved(window.end);
        }
        let back = Relative {
            position: rel.position_at(window.end),
            velocity: -rel.velocity_at(window.end),
            ..*rel
        };
        let window_back = Interval {
            begin: 0.0,
            end: window.end - entry,
        };
        match self.search(&back, window_back, Wanted::Contact) {
            Some(found) => Entry {
                s: (window.end - found.s).max(entry),
                ..found
            },
            // Grazing: lost in rounding from this side.
            None => resolved(entry),
        }
    }

    /// When they part, `from` being a time of contact; `until` at the latest.
    ///
    /// The closest points of two rounded leaves are a contact of two balls with the leaves' radii: it lasts until those part, and
    /// the leaves' contact no less. Overlapping cores stay in contact until they have gone the depth and the radii. Repeated, this
    /// goes to the exit as advancement does to the entry, but on polytopes by a fixed part of the way a step only: so after some
    /// steps the exit is overshot, and come back to from outside.
    fn exit(&self, rel: &Relative, from: f64, until: f64) -> Entry {
        let mut s = from;
        let mut step = 0.0;
        for round in 0..MAX_STEPS {
            let Some(lasts) = self.contact_lasts(rel, s) else {
                return resolved(s);
            };
            // On the way in there is no depth yet: go in by a little, from where it grows.
            step = if round < CAREFUL_STEPS {
                lasts.max(NUDGE * (until - s))
            } else {
                lasts.max(2.0 * step)
            };
            let next = s + step;
            if next >= until {
                return resolved(until);
            }
            if round >= CAREFUL_STEPS && self.apart_at(rel, next) {
                let span = Interval { begin: s, end: next };
                return self.last_contact(rel, span, s);
            }
            if next <= s {
                return resolved(s);
            }
            s = next;
        }
        Entry {
            unresolved: true,
            ..resolved(s)
        }
    }

    /// How long at least a contact at s lasts; none if they touch and part at s.
    fn contact_lasts(&self, rel: &Relative, s: f64) -> Option<f64> {
        let offset = rel.position_at(s);
        let (between, reach) = match self.hulls().closest(&offset, &mut Simplex::default()) {
            Some(closest) => {
                let distance = closest.between.norm();
                let parts = closest.normal.dot(&rel.velocity_at(s)) > 0.0;
                if parts && distance - self.radius() >= -TOUCH * self.reach {
                    return None;
                }
                (closest.between, self.radius().max(distance))
            }
            None => (Vector3::zeros(), self.radius() + penetration(self.a, self.b, &offset).depth),
        };
        let points = Relative {
            position: between,
            velocity: rel.velocity_at(s),
            ..*rel
        };
        Some(ball::intervals(&points, reach).first().map_or(0.0, |first| first.end))
    }

    fn apart_at(&self, rel: &Relative, s: f64) -> bool {
        let closest = self.hulls().closest(&rel.position_at(s), &mut Simplex::default());
        closest.is_some_and(|closest| closest.gap > self.radius() + TOUCH * self.reach)
    }
}

fn resolved(s: f64) -> Entry {
    Entry {
        s,
        normal: Vector3::x(),
        unresolved: false,
    }
}
