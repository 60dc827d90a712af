//! How long two bodies stay in contact, at least one of which rotates.
//!
//! An overlap of depth d lasts at least for the time in which two points can move apart by d. Each
//! step advances by that time, and at least by a small fraction of the time in which the bodies
//! pass each other, until they are apart. The end of contact lies between that time and the last
//! time of contact, and is found by bisection. While balls inside the bodies overlap, no rotation parts
//! them: these times are skipped. So a gap that is shorter than that small fraction,
//! while the overlap is shallow, is missed.

use super::constants::{FEW_EXIT_STEPS, MAX_BISECTIONS, MAX_EXIT_STEPS, MIN_EXIT_STEP};
use super::geometry::Geometry;
use super::overlap::Overlap;
use super::steps::least_time;

/// The end of a contact.
pub(super) enum ContactEnd {
    /// After `last`, the last time of contact; they are apart, by more than counts as contact, at
    /// `apart`.
    Ends { last: f64, apart: f64 },
    /// Not in the window.
    Persists,
    /// The step limit was reached: the contact lasts at least up to this time.
    StepLimit(f64),
}

/// The end of the contact that exists at `begin`.
pub(super) fn contact_end(geometry: &Geometry, begin: f64, end: f64) -> ContactEnd {
    let (mut last, mut s) = (begin, begin);
    let period = match geometry {
        Geometry::Leaves(pair) => pair.period(),
        Geometry::Plane(plane) => plane.period(),
    };
    let mut overlap = Overlap::default();
    for step in 0..MAX_EXIT_STEPS {
        s = geometry.in_contact_until(s).min(end);
        if s == f64::INFINITY {
            return ContactEnd::Persists;
        }
        let gap = geometry.gap_at(s, &mut overlap);
        if gap > geometry.apart(s) {
            return bisect(geometry, last, s);
        }
        last = s;
        if s >= end || s - begin > period {
            return ContactEnd::Persists;
        }
        let (speed, pull) = geometry.speed_and_pull(s);
        let extent = geometry.extent(s);
        let time_for = |distance: f64| least_time(distance, speed, pull);
        let mut advance = time_for((-gap).max(0.0)).max(time_for(MIN_EXIT_STEP * extent));
        if let (Geometry::Plane(plane), true) = (geometry, step > FEW_EXIT_STEPS && -gap > extent) {
            advance = advance.max(plane.within_in_any_rotation(s));
        }
        if !advance.is_finite() {
            return ContactEnd::Persists;
        }
        let next = (s + advance).min(end);
        s = if next > s { next } else { s.next_up() };
    }
    ContactEnd::StepLimit(last)
}

fn bisect(geometry: &Geometry, mut last: f64, mut apart: f64) -> ContactEnd {
    for _ in 0..MAX_BISECTIONS {
        let middle = 0.5 * (last + apart);
        if middle <= last || middle >= apart {
            break;
        }
        if geometry.is_apart(middle) {
            apart = middle;
        } else {
            last = middle;
        }
    }
    ContactEnd::Ends { last, apart }
}
