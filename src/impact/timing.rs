//! When a pair meets: which solver serves it, and how its answer is kept within the overlap of the tight boxes.

use super::collider::Kind;
use super::composite::Composite;
use super::half_space::{AgainstPlane, facing};
use super::window::{overlap_window, search_window};
use super::{Impact, Interval, Intervals, Moving, Relative, ball};
use nalgebra::Vector3;

/// Which solver serves a pair.
#[expect(clippy::large_enum_variant, reason = "made once a question, and not moved")]
pub(super) enum Method<'a> {
    /// Two balls with this sum of radii.
    Balls(f64),
    /// A half-space and something else.
    Plane(AgainstPlane),
    /// Two half-spaces that are not opposite: in contact for ever, and never closing in.
    Always,
    /// Leaf by leaf.
    Leaves(Composite<'a>),
}

/// A pair, its relative motion, and the times at which its tight boxes overlap, after the start.
pub(super) struct Pair<'a> {
    pub(super) rel: Relative,
    pub(super) overlap: Intervals,
    /// The window in which contact of leaves is looked for.
    pub(super) window: Interval,
    pub(super) method: Method<'a>,
}

impl<'a> Pair<'a> {
    /// None if the tight boxes never overlap.
    pub(super) fn new(a: &Moving<'a>, b: &Moving<'a>) -> Option<Self> {
        let rel = Relative::new(a.piece, b.piece);
        let overlap = overlap_window(&rel, a.extents, b.extents);
        let mut window = overlap.hull()?;
        let method = match (&a.collider.kind, &b.collider.kind) {
            (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) => Method::Balls(of_a + of_b + rel.swell),
            (Kind::HalfSpace { normal }, _) => plane(a, normal, b, 1.0),
            (_, Kind::HalfSpace { normal }) => plane(b, normal, a, -1.0),
            (Kind::Parts(of_a), Kind::Parts(of_b) | Kind::Ball { parts: of_b, .. })
            | (Kind::Ball { parts: of_a, .. }, Kind::Parts(of_b)) => {
                window = search_window(&rel, a.extents, b.extents).hull().unwrap_or(window);
                Method::Leaves(Composite::new([a, b], [of_a, of_b], &rel, window.end))
            }
        };
        Some(Self {
            rel,
            overlap,
            window,
            method,
        })
    }

    /// The nearest time at which the boxes overlap: rounding may have put contact just before or after.
    fn within_overlap(&self, s: f64) -> f64 {
        let within = |interval: &Interval| s.clamp(interval.begin, interval.end);
        // Both may be infinite.
        let off = |time: &f64| if *time == s { 0.0 } else { (time - s).abs() };
        let times = self.overlap.as_slice().iter().map(within);
        times.min_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(s)
    }
}

/// The test of a half-space, first of the pair if `sign` is 1 and second if -1, against another shape.
fn plane<'a>(half_space: &Moving, normal: &Vector3<f64>, other: &Moving, sign: f64) -> Method<'a> {
    let normal = half_space.piece.orientation * normal;
    let test = match &other.collider.kind {
        Kind::HalfSpace { normal: facing_it } => facing(&normal, &(other.piece.orientation * facing_it)),
        Kind::Ball { radius, .. } => Some(AgainstPlane {
            normal: normal * sign,
            offset: -radius,
            size: *radius,
        }),
        Kind::Parts(parts) => Some(AgainstPlane {
            normal: normal * sign,
            offset: parts.lowest(&other.piece.orientation.inverse_transform_vector(&normal)),
            size: parts.reach,
        }),
    };
    test.map_or(Method::Always, Method::Plane)
}

/// The first time of contact and approach.
pub(super) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    if let (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) = (&a.collider.kind, &b.collider.kind) {
        // Most pairs of balls never meet: that is told without their boxes.
        let rel = Relative::new(a.piece, b.piece);
        ball::first_entry(&rel, of_a + of_b + rel.swell)?;
    }
    let pair = Pair::new(a, b)?;
    let simple = |s: Option<f64>| s.map(|s| (s, [0, 0], false));
    let (s, leaves, unresolved) = match &pair.method {
        Method::Balls(radius_sum) => simple(ball::first_entry(&pair.rel, *radius_sum)),
        Method::Plane(test) => simple(test.first_entry(&pair.rel)),
        Method::Always => None,
        Method::Leaves(composite) => {
            let found = composite.first_impact(pair.window);
            found.map(|(entry, leaves)| (entry.s, leaves, entry.unresolved))
        }
    }?;
    let (time, late) = rounded_sum(pair.rel.start, pair.within_overlap(s));
    Some(Impact {
        time,
        late,
        leaves,
        unresolved,
    })
}

/// `start + s`, rounded, and by how much that is more than the sum (Knuth's two-sum: exactly). Where so little time passes that
/// it is mostly rounding, the rounded time counts as the true one.
pub(super) fn rounded_sum(start: f64, s: f64) -> (f64, f64) {
    /// Least share of the time passed that rounding may make up to count as such, as a reciprocal.
    const LEAST_TIME: f64 = 16.0;
    let sum = start + s;
    let part = sum - start;
    let late = (part - s) - (start - (sum - part));
    (sum, if s >= LEAST_TIME * late.abs() { late } else { 0.0 })
}

/// The times of contact.
pub(super) fn contact_intervals(a: &Moving, b: &Moving) -> (Intervals, bool) {
    let Some(pair) = Pair::new(a, b) else {
        return (Intervals::none(), false);
    };
    let (contacts, unresolved) = match &pair.method {
        Method::Balls(radius_sum) => (ball::intervals(&pair.rel, *radius_sum), false),
        Method::Plane(test) => (test.intervals(&pair.rel), false),
        Method::Always => (Intervals::one(0.0, f64::INFINITY), false),
        Method::Leaves(composite) => composite.intervals(pair.window),
    };
    let mut kept = Intervals::none();
    for contact in contacts.as_slice() {
        kept.push(pair.within_overlap(contact.begin), pair.within_overlap(contact.end));
    }
    (kept.shifted(pair.rel.start), unresolved)
}
