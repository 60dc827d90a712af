//! Contact intervals of two convex parts: the ends of contacts that advancement found the
//! beginnings of.
//!
//! In uniform relative motion there is one interval. Its end is the entry of the same motion run
//! backwards. With acceleration the two can part and meet again: the search alternates between an
//! end, found from inside, and the next entry.

use super::advance::{Entry, RoundedPair, Target};
use super::constants::{CAREFUL_EXIT_STEPS, MAX_ADVANCEMENT_STEPS, MAX_CONTACT_INTERVALS, STALLED_EXIT_STEP, TOUCHING_GAP};
use super::penetration::penetration;
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative, ball};
use nalgebra::Vector3;

/// A bound on a contact, from one instant.
struct ContactBound {
    /// The least time that it lasts, in seconds.
    lasts: f64,
    /// Whether the two part along the normal.
    parting: bool,
}

impl RoundedPair<'_> {
    /// The times in the window at which the parts touch, and whether a search reached its step
    /// limit.
    pub(super) fn intervals(&self, rel: &Relative, window: Interval) -> (Intervals, bool) {
        let mut found = Intervals::none();
        let Some(entry) = self.search(rel, window, Target::Contact) else {
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
        for _ in 0..MAX_CONTACT_INTERVALS {
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
            // At the exit they touch but part, so the next impact is the next contact.
            match self.search(rel, rest, Target::Impact) {
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

    /// The last time in the window at which they touch, given that they touch at `entry`: the same
    /// search, backwards in time.
    fn last_contact(&self, rel: &Relative, window: Interval, entry: f64) -> Entry {
        if window.end.is_infinite() {
            // The boxes never part: no relative motion, so the shapes never part either.
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
        match self.search(&back, window_back, Target::Contact) {
            Some(found) => Entry {
                s: (window.end - found.s).max(entry),
                ..found
            },
            // Grazing: lost in rounding from this side.
            None => resolved(entry),
        }
    }

    /// The time at which they part, `until` at the latest. `from` is a time of contact.
    ///
    /// The closest points of two rounded parts are a contact of two balls with the parts' radii. It
    /// lasts until those part, and the parts' contact lasts at least as long. Overlapping cores
    /// stay in contact until they have moved by the depth and the radii. Repeated, this converges
    /// to the exit as advancement does to the entry; on polytopes each step covers only a fixed
    /// fraction of the remaining time. So after some steps the search overshoots the exit and
    /// returns to it from outside.
    fn exit(&self, rel: &Relative, from: f64, until: f64) -> Entry {
        let mut s = from;
        let mut step = 0.0;
        for round in 0..MAX_ADVANCEMENT_STEPS {
            let ContactBound { lasts, parting } = self.contact_bound(rel, s);
            step = match round {
                // On the way in there may be no depth yet: step forward a little, to where it
                // grows.
                0..CAREFUL_EXIT_STEPS if !parting => lasts.max(STALLED_EXIT_STEP * (until - s)),
                0..CAREFUL_EXIT_STEPS => lasts,
                _ => lasts.max(2.0 * step),
            };
            let next = s + step;
            if next >= until {
                return resolved(until);
            }
            if next <= s {
                return resolved(s);
            }
            if round >= CAREFUL_EXIT_STEPS && self.apart_at(rel, next) {
                return self.last_contact(rel, Interval { begin: s, end: next }, s);
            }
            s = next;
        }
        Entry {
            unresolved: true,
            ..resolved(s)
        }
    }

    /// A lower bound of the remaining duration of a contact at s.
    fn contact_bound(&self, rel: &Relative, s: f64) -> ContactBound {
        let (offset, velocity) = (rel.position_at(s), rel.velocity_at(s));
        let (between, extent, normal) = match self.hulls().closest(&offset, &mut Simplex::default()) {
            Some(closest) => (closest.between, self.radius(), closest.normal),
            None => {
                let core = penetration(self.a, self.b, &offset);
                (Vector3::zeros(), self.radius() + core.depth, core.normal)
            }
        };
        let parting = normal.dot(&velocity) > 0.0;
        if parting && between.norm() >= extent {
            return ContactBound { lasts: 0.0, parting };
        }
        let points = Relative {
            position: between,
            velocity,
            ..*rel
        };
        let contact = ball::intervals(&points, extent.max(between.norm()));
        // Where they part and are apart up to rounding, a contact that begins later is another one.
        let this = contact.first().filter(|first| !parting || first.begin == 0.0);
        ContactBound {
            lasts: this.map_or(0.0, |this| this.end),
            parting,
        }
    }

    fn apart_at(&self, rel: &Relative, s: f64) -> bool {
        let closest = self.hulls().closest(&rel.position_at(s), &mut Simplex::default());
        closest.is_some_and(|closest| closest.gap > self.radius() + TOUCHING_GAP * self.extent)
    }
}

fn resolved(s: f64) -> Entry {
    Entry {
        s,
        normal: Vector3::x(),
        unresolved: false,
    }
}
