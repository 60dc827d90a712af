//! How long two convex leaves stay in contact: the ends of the intervals that advancement begins.
//!
//! In uniform relative motion there is one interval, and its end is the entry of the same motion run backwards. With acceleration
//! the two can part and meet again, so that the end is looked for from inside, then the next entry, and so on.

use super::advance::{Entry, MAX_STEPS, Rounded, TOUCH, Wanted};
use super::leaf_pair::penetration;
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative, ball};
use nalgebra::Vector3;

/// Most intervals of contact looked for in one window under relative acceleration: a parabola enters a convex shape once or
/// twice; more are had only by shapes cut to the parabola.
const MAX_INTERVALS: usize = 16;

/// How far an exit search goes on where it stalls, as a part of the time that is left: contact is not looked at in between.
const NUDGE: f64 = 1e-9;

/// Steps of an exit search after which it looks for a time outside by doubling its step: each has at least halved what was left
/// but for exits at less than 30 degrees to the surface. A gap that is shorter than the step then goes unseen.
const CAREFUL_STEPS: usize = 32;

/// What is known of a contact from one instant.
struct Held {
    /// How long it lasts at least.
    lasts: f64,
    /// Whether the two part along the normal.
    parting: bool,
}

impl Rounded<'_> {
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
    /// the leaves' contact no less. Overlapping cores stay in contact until they have gone the depth and the radii. Repeated,
    /// this goes to the exit as advancement does to the entry, but on polytopes by a fixed part of the way a step only: so
    /// after some steps the exit is overshot, and come back to from outside.
    fn exit(&self, rel: &Relative, from: f64, until: f64) -> Entry {
        let mut s = from;
        let mut step = 0.0;
        for round in 0..MAX_STEPS {
            let Held { lasts, parting } = self.held(rel, s);
            step = match round {
                // On the way in there may be no depth yet: go in by a little, from where it grows.
                0..CAREFUL_STEPS if !parting => lasts.max(NUDGE * (until - s)),
                0..CAREFUL_STEPS => lasts,
                _ => lasts.max(2.0 * step),
            };
            let next = s + step;
            if next >= until {
                return resolved(until);
            }
            if next <= s {
                return resolved(s);
            }
            if round >= CAREFUL_STEPS && self.apart_at(rel, next) {
                return self.last_contact(rel, Interval { begin: s, end: next }, s);
            }
            s = next;
        }
        Entry {
            unresolved: true,
            ..resolved(s)
        }
    }

    /// How long at least a contact at s lasts.
    fn held(&self, rel: &Relative, s: f64) -> Held {
        let (offset, velocity) = (rel.position_at(s), rel.velocity_at(s));
        let (between, reach, normal) = match self.hulls().closest(&offset, &mut Simplex::default()) {
            Some(closest) => (closest.between, self.radius(), closest.normal),
            None => {
                let core = penetration(self.a, self.b, &offset);
                (Vector3::zeros(), self.radius() + core.depth, core.normal)
            }
        };
        let parting = normal.dot(&velocity) > 0.0;
        if parting && between.norm() >= reach {
            return Held { lasts: 0.0, parting };
        }
        let points = Relative {
            position: between,
            velocity,
            ..*rel
        };
        let contact = ball::intervals(&points, reach.max(between.norm()));
        // Where they part and are apart up to rounding, a contact that begins later is another one.
        let this = contact.first().filter(|first| !parting || first.begin == 0.0);
        Held {
            lasts: this.map_or(0.0, |this| this.end),
            parting,
        }
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
