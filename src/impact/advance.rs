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

use super::closest::{Closest, Hulls};
use super::penetration::{Penetration, penetration};
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// Most steps of one search. Grazing takes about 50 (one bit a step), all else fewer than 15.
const MAX_STEPS: usize = 128;

/// The gap that counts as contact, in units of the leaves' reach: rounding of coordinates that were turned and displaced.
const TOUCH: f64 = 8.0 * f64::EPSILON;

/// Most intervals of contact looked for in one window under relative acceleration: a parabola enters a convex shape once or
/// twice; more are had only by shapes cut to the parabola.
const MAX_INTERVALS: usize = 16;

/// Two convex leaves in the same axes: hulls of points, kept apart at the distance `radius`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounded<'a> {
    pub(super) hulls: Hulls<'a>,
    /// Sum of the two radii.
    pub(super) radius: f64,
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
            match self.search_from_outside(rel, rest) {
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

    /// The signed distance when b is displaced by `offset`, negative by the depth where they overlap, and the normal.
    pub(super) fn separation(&self, offset: &Vector3<f64>) -> (f64, Vector3<f64>) {
        match self.hulls.closest(offset, &mut Simplex::default()) {
            Some(closest) => (closest.between.norm() - self.radius, closest.normal),
            None => {
                let Penetration { depth, normal } = penetration(&self.hulls, offset);
                (-depth - self.radius, normal)
            }
        }
    }

    fn search(&self, rel: &Relative, window: Interval, wanted: Wanted) -> Option<Entry> {
        let mut simplex = Simplex::default();
        let mut s = window.begin;
        let mut normal = None;
        for _ in 0..MAX_STEPS {
            let offset = rel.position_at(s);
            let closest = self.hulls.closest(&offset, &mut simplex);
            let (n, gap) = match closest {
                Some(Closest { normal, gap, .. }) => (normal, gap - self.radius),
                // Cores meet: the last normal seen is that of the contact; at the start there is none.
                None => (
                    normal.unwrap_or_else(|| penetration(&self.hulls, &offset).normal),
                    f64::NEG_INFINITY,
                ),
            };
            normal = Some(n);
            let hit = Some(Entry {
                s,
                normal: n,
                unresolved: false,
            });
            let touching = gap <= TOUCH * self.reach;
            if touching && (wanted == Wanted::Contact || rel.approaches(&n, s)) {
                return hit;
            }
            let mut speed = n.dot(&rel.velocity_at(s));
            if touching {
                // Rounding may have made it negative: it was just found not to approach.
                speed = speed.max(0.0);
            }
            let step = first_negative_quadratic(gap.max(0.0), speed, 0.5 * n.dot(&rel.acceleration));
            let next = s + step;
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
        let at = |s| Entry {
            s,
            normal: Vector3::x(),
            unresolved: false,
        };
        if window.end.is_infinite() {
            // The boxes never part: no relative motion at all, so neither do the shapes.
            return at(window.end);
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
            None => at(entry),
        }
    }
}
