//! Times of impact and contact of a pair: selects the solver and keeps its result within the
//! overlap of the tight boxes.

use super::ball::fast_path::{FastImpact, FastPathLimits, fast_growing_impact, fast_impact};
use super::collider::{Collider, Kind};
use super::composite::Composite;
use super::constants::{BOUNDING_BALL_MARGIN, DISCRIMINANT_ROUNDINGS, MIN_TIME_OVER_ROUNDING};
use super::plane_test::{PlaneTest, facing};
use super::relative::States;
use super::window::{overlap_of_balls, overlap_of_uniform_balls, overlap_window, search_window};
use super::{Impact, Interval, Intervals, Moving, Relative, ball};
use crate::motion::{Growth, MotionPiece, Path};
use nalgebra::Vector3;

/// The solver for a pair.
#[expect(clippy::large_enum_variant, reason = "made once a question, and not moved")]
pub(super) enum Solver<'a> {
    /// Two balls with this sum of radii.
    Balls(f64),
    /// A half-space and another shape.
    Plane(PlaneTest),
    /// Two half-spaces that are not opposite: always in contact, never closing.
    Always,
    /// Shapes tested by their convex parts.
    Leaves(Composite<'a>),
}

/// A pair, its relative motion, and the times after the start at which its tight boxes overlap.
pub(super) struct Pair<'a> {
    pub(super) rel: Relative,
    pub(super) overlap: Intervals,
    /// The window in which contact of convex parts is searched.
    pub(super) window: Interval,
    pub(super) solver: Solver<'a>,
}

impl<'a> Pair<'a> {
    /// None if the tight boxes never overlap.
    pub(super) fn new(a: &Moving<'a>, b: &Moving<'a>) -> Option<Self> {
        let rel = Relative::new(a.piece, b.piece);
        let overlap = if a.collider.is_half_space() || b.collider.is_half_space() {
            // The box of a half-space is infinite and not used, so callers need not compute the
            // other box.
            Intervals::one(0.0, f64::INFINITY)
        } else {
            overlap_window(&rel, a.extents, b.extents)
        };
        let mut window = overlap.hull()?;
        let solver = match (&a.collider.kind, &b.collider.kind) {
            (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) => Solver::Balls(of_a + of_b + rel.swell),
            (Kind::HalfSpace { normal }, _) => plane(a, normal, b, 1.0),
            (_, Kind::HalfSpace { normal }) => plane(b, normal, a, -1.0),
            (Kind::Parts(of_a), Kind::Parts(of_b) | Kind::Ball { parts: of_b, .. })
            | (Kind::Ball { parts: of_a, .. }, Kind::Parts(of_b)) => {
                window = search_window(&rel, a.extents, b.extents).hull().unwrap_or(window);
                Solver::Leaves(Composite::new([a, b], [of_a, of_b], &rel, window.end))
            }
        };
        Some(Self {
            rel,
            overlap,
            window,
            solver,
        })
    }
}

/// The test of a half-space against another shape. `sign` is 1 if the half-space is the first of
/// the pair, -1 if it is the second.
fn plane<'a>(half_space: &Moving, normal: &Vector3<f64>, other: &Moving, sign: f64) -> Solver<'a> {
    let normal = half_space.piece.orientation * normal;
    let test = match &other.collider.kind {
        Kind::HalfSpace { normal: facing_it } => facing(&normal, &(other.piece.orientation * facing_it)),
        Kind::Ball { radius, .. } => Some(PlaneTest {
            normal: normal * sign,
            offset: -radius,
            size: *radius,
        }),
        Kind::Parts(parts) => Some(PlaneTest {
            normal: normal * sign,
            offset: parts.lowest(&other.piece.orientation.inverse_transform_vector(&normal)),
            size: parts.extent,
        }),
    };
    test.map_or(Solver::Always, Solver::Plane)
}

/// The first time of contact and approach.
pub(super) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    // Pairs of two balls are the most common, and most of them never meet. The box of a plane is
    // all space.
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) => {
            return balls(States::new(a.piece, b.piece), of_a + of_b);
        }
        (Kind::HalfSpace { normal }, _) => return on_plane(a, b, &plane(a, normal, b, 1.0)),
        (_, Kind::HalfSpace { normal }) => return on_plane(a, b, &plane(b, normal, a, -1.0)),
        _ => {}
    }
    let pair = Pair::new(a, b)?;
    let (s, leaves, unresolved) = match &pair.solver {
        // Handled above.
        Solver::Balls(_) | Solver::Plane(_) | Solver::Always => None,
        Solver::Leaves(composite) => {
            let found = composite.first_impact(pair.window);
            found.map(|(entry, leaves)| (entry.s, leaves, entry.unresolved))
        }
    }?;
    Some(Impact {
        leaves,
        unresolved,
        ..impact_after(&pair.rel, &pair.overlap, s)
    })
}

/// The result of [`first_impact`](super::first_impact) for pairs that need no boxes: two balls, and
/// bodies that pass too far from each other. None if boxes are needed.
pub(super) fn decide_without_boxes(a: (&Collider, &MotionPiece), b: (&Collider, &MotionPiece)) -> Option<Option<Impact>> {
    if let (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) = (&a.0.kind, &b.0.kind) {
        return Some(balls(States::new(a.1, b.1), of_a + of_b));
    }
    bounding_balls_miss(a, b).then_some(None)
}

/// Whether two bodies in uniform relative motion never meet in any orientation: the balls about
/// their origins that enclose them miss each other. False where one is a half-space.
fn bounding_balls_miss(a: (&Collider, &MotionPiece), b: (&Collider, &MotionPiece)) -> bool {
    let (Some(of_a), Some(of_b)) = (a.0.parts(), b.0.parts()) else {
        return false;
    };
    let states = States::new(a.1, b.1);
    let (position, velocity) = (states.position(), states.velocity());
    let distance = position.x.abs() + position.y.abs() + position.z.abs();
    let sum = (of_a.extent + of_b.extent) * BOUNDING_BALL_MARGIN + DISCRIMINANT_ROUNDINGS * f64::EPSILON * distance;
    let keeps_size = states.swell == 0.0 && states.growth == 0.0;
    keeps_size && states.is_uniform() && position.norm_squared() > sum * sum && ball::never_meet(&position, &velocity, sum)
}

/// The first impact of two balls. The second is taken at the image that is `shift` away from its
/// piece's position.
pub(crate) fn first_impact_of_balls(a: &MotionPiece, b: &MotionPiece, radius_sum: f64, shift: &Vector3<f64>) -> Option<Impact> {
    balls(States::new(a, b).shifted(*shift), radius_sum)
}

/// The same of balls that do not grow, with a fast path for unambiguous cases.
#[inline(always)]
pub(crate) fn impact_of_paths<const FREE: bool>(
    a: &Path<FREE>,
    b: &Path<FREE>,
    radius_sum: f64,
    shift: &Vector3<f64>,
    limits: &FastPathLimits,
) -> Option<Impact> {
    let states = States::of_paths(a, b).shifted(*shift);
    if !FREE && !states.is_uniform() {
        return balls(states, radius_sum);
    }
    match fast_impact(&states.position(), &states.velocity(), radius_sum, limits) {
        FastImpact::Never => None,
        FastImpact::After(s) => Some(impact_after_start(states.start(), s)),
        FastImpact::Undecided => first_impact_of_balls(&a.piece(), &b.piece(), radius_sum, shift),
    }
}

/// The same of balls that may grow.
pub(crate) fn impact_of_growing_paths<const FREE: bool>(
    [a, b]: [&Path<FREE>; 2],
    growths: &[Growth; 2],
    radius_sum: f64,
    shift: &Vector3<f64>,
    limits: &FastPathLimits,
) -> Option<Impact> {
    let epochs = [a.flight.epoch, b.flight.epoch];
    let states = States::of_paths(a, b).shifted(*shift).growing(growths, epochs);
    let general = || {
        let [of_a, of_b] = growths;
        first_impact_of_balls(&a.piece().growing(of_a), &b.piece().growing(of_b), radius_sum, shift)
    };
    if !states.is_uniform() {
        return balls(states, radius_sum);
    }
    let radius_sum = radius_sum + states.swell;
    match fast_growing_impact(&states.position(), &states.velocity(), radius_sum, states.growth, limits) {
        FastImpact::Never => None,
        FastImpact::After(s) => Some(impact_after_start(states.start(), s)),
        FastImpact::Undecided => general(),
    }
}

/// The first impact of two balls. `radius_sum` is the sum of the radii of their shapes.
fn balls(states: States, radius_sum: f64) -> Option<Impact> {
    let radius_sum = radius_sum + states.swell;
    let is_steady = states.is_uniform() && states.growth == 0.0;
    if is_steady && ball::never_meet(&states.position(), &states.velocity(), radius_sum) {
        return None;
    }
    let rel = states.relative();
    let s = ball::first_entry(&rel, radius_sum)?;
    if is_steady {
        let Interval { begin, end } = overlap_of_uniform_balls(&rel, radius_sum)?;
        return Some(impact_at(&rel, s.clamp(begin, end)));
    }
    if ball::is_inside_boxes(&rel, radius_sum, s) {
        return Some(impact_at(&rel, s));
    }
    let overlap = overlap_of_balls(&rel, radius_sum);
    overlap.first()?;
    Some(impact_after(&rel, &overlap, s))
}

/// The first impact with a half-space.
fn on_plane(a: &Moving, b: &Moving, solver: &Solver) -> Option<Impact> {
    let Solver::Plane(test) = solver else { return None };
    let rel = Relative::new(a.piece, b.piece);
    let s = test.first_entry(&rel)?;
    Some(impact_after(&rel, &Intervals::one(0.0, f64::INFINITY), s))
}

/// An impact at the time within the box overlap that is nearest to `s`: rounding may have put
/// contact just outside.
fn impact_after(rel: &Relative, overlap: &Intervals, s: f64) -> Impact {
    impact_at(rel, overlap.nearest(s))
}

#[inline]
fn impact_at(rel: &Relative, s: f64) -> Impact {
    impact_after_start(rel.start, s)
}

#[inline]
fn impact_after_start(start: f64, s: f64) -> Impact {
    let (time, late) = rounded_sum(start, s);
    Impact {
        time,
        late,
        leaves: [0, 0],
        unresolved: false,
    }
}

/// `start + s`, rounded, and the rounding error: the rounded sum minus the exact one (Knuth's
/// two-sum, exact). If `s` is so small that it is mostly rounding, the error counts as 0.
#[inline]
pub(super) fn rounded_sum(start: f64, s: f64) -> (f64, f64) {
    let sum = start + s;
    let part = sum - start;
    let late = (part - s) - (start - (sum - part));
    (sum, if s >= MIN_TIME_OVER_ROUNDING * late.abs() { late } else { 0.0 })
}

/// The times of contact, and whether a solver reached its iteration limit.
pub(super) fn contact_intervals(a: &Moving, b: &Moving) -> (Intervals, bool) {
    let Some(pair) = Pair::new(a, b) else {
        return (Intervals::none(), false);
    };
    let (contacts, unresolved) = match &pair.solver {
        Solver::Balls(radius_sum) => (ball::intervals(&pair.rel, *radius_sum), false),
        Solver::Plane(test) => (test.intervals(&pair.rel), false),
        Solver::Always => (Intervals::one(0.0, f64::INFINITY), false),
        Solver::Leaves(composite) => composite.intervals(pair.window),
    };
    let mut kept = Intervals::none();
    for contact in contacts.as_slice() {
        kept.push(pair.overlap.nearest(contact.begin), pair.overlap.nearest(contact.end));
    }
    (kept.shifted(pair.rel.start), unresolved)
}
