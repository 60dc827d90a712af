//! Pairs of which at least one body rotates, or is a ball that grows: directional conservative
//! advancement over the convex parts.
//!
//! 1. Each pair of parts, or of nodes of the two trees (taken as balls), is certainly apart up to a
//!    time of its own. The pair with the earliest such time is examined next ([`search`]).
//! 2. For nodes that are far apart the time advances by as long as their balls certainly stay
//!    apart. Near ones are replaced by their children.
//! 3. For parts, closest points at their poses give a plane between them. The plane may rotate with
//!    the features that it touches. The time advances by as long as that plane certainly separates
//!    the two ([`plane`]).
//! 4. A gap of two parts that is lost in rounding is contact; with approach at a point of the patch
//!    it is an impact.
//!
//! No step overshoots: each is a lower bound. Near contact the bound is exact to first order, so
//! the last steps converge quadratically. With spin two bodies can stay near each other for ever
//! without contact. A search ends after a bounded number of steps, at a time up to which nothing
//! happens, and is resumed there ([`Forecast::ResumeAt`]).
//!
//! (Directional advancement: Mirtich 1996, section 2.3.2; here with second-order bounds and a
//! rotating plane.)

mod against_plane;
mod contact;
mod facing;
mod pair;
mod plane;
mod round;
mod search;
mod stay;
mod wall;

pub(super) use contact::{contact_at_impact, wall_contact};
pub(super) use wall::{first_wall_impact, wall_touch};

use super::advance::Wanted;
use super::collider::Kind;
use super::window::{overlap_window, search_window};
use super::{Contacts, Forecast, Impact, Interval, Intervals, Moving, Relative};
use against_plane::TurningOverPlane;
use pair::Turners;
use search::Outcome;

/// Gap that counts as contact, as a fraction of the sum of the shapes' radii about their origins:
/// some hundred times the rounding of rotated coordinates, so that a contact just handled is
/// recognised, and far below any visible gap.
pub(super) const TOUCH: f64 = 2e-13;

/// Closing speed that counts as none, as a fraction of the speeds that it is the difference of:
/// above what a response leaves when normals are off by what [`CONTACT_GAP`] allows.
pub(super) const STILL: f64 = 1e-11;

/// Depth, as a fraction of the sum of the radii, by which a contact may be found late if it begins
/// while the same parts already touch without closing: the search skips a contact just handled by
/// steps that let it close by this depth.
const LOOK_PAST: f64 = 1e-9;

/// Depth, as a fraction of the sum of the radii, that no contact just handled has. Deeper overlaps
/// were placed by the user, and certainly last for a while.
pub(super) const DEEP: f64 = 1e-6;

/// Steps after which a search considers full rotations: far more than pairs that meet take, so that
/// few searches do it.
const LONG: u32 = 256;

/// How much nearer two parts that touch without closing may come until the next step, the
/// `steps`-th in a row: in total no deeper than [`PASSED_CONTACT_DEPTH`], so that a thousand
/// bounces are no deeper than one. (Where no plane gives a step, the step is the time for which
/// they certainly overlap: closest points are exact to rounding, but the plane between them only to
/// the square root of that.)
fn look_past(touch: f64, looks: i32, gap: f64, reach: f64) -> f64 {
    let left = LOOK_PAST * reach + gap.min(0.0);
    (touch * 2f64.powi(looks)).min(left.max(touch))
}

/// The least time in which two points move by `way` towards or away from each other, at most at
/// this relative speed and acceleration.
fn least_time(way: f64, speed: f64, pull: f64) -> f64 {
    2.0 * way / (speed + (speed * speed + 2.0 * pull * way).sqrt())
}

/// The two bodies of a pair.
enum Sides<'a> {
    Leaves(Turners<'a>),
    /// A half-space and a body over it.
    Plane(TurningOverPlane<'a>),
}

struct Question<'a> {
    rel: Relative,
    sides: Sides<'a>,
    overlap: Intervals,
    window: Interval,
}

impl<'a> Question<'a> {
    fn new(a: &Moving<'a>, b: &Moving<'a>, from: f64) -> Option<Self> {
        let rel = Relative::new(a.piece, b.piece);
        let overlap = overlap_window(&rel, a.extents, b.extents);
        let mut window = overlap.hull()?;
        let sides = match (&a.collider.kind, &b.collider.kind) {
            (Kind::HalfSpace { normal }, _) => Sides::Plane(TurningOverPlane::new(a, normal, b, &rel, false)?),
            (_, Kind::HalfSpace { normal }) => Sides::Plane(TurningOverPlane::new(b, normal, a, &rel, true)?),
            _ => {
                window = search_window(&rel, a.extents, b.extents).hull().unwrap_or(window);
                Sides::Leaves(Turners::new(a, b, &rel)?)
            }
        };
        window.begin = window.begin.max(from - rel.start);
        (window.begin <= window.end).then_some(Self {
            rel,
            sides,
            overlap,
            window,
        })
    }

    fn search(&self, from: f64, wanted: Wanted) -> Outcome {
        let window = Interval {
            begin: from,
            end: self.window.end,
        };
        match &self.sides {
            Sides::Leaves(pair) => search::search(pair, window, wanted),
            Sides::Plane(plane) => plane.search(window, wanted),
        }
    }

    /// The absolute time of `s`, clamped to the overlap of the round boxes.
    fn time(&self, s: f64) -> f64 {
        self.rel.start + self.overlap.nearest(s)
    }

    /// The absolute time from which a search that stopped at s is resumed. Later than where it
    /// began, even if the two are equal as floats: otherwise it would stop there for ever.
    fn again(&self, s: f64) -> f64 {
        let began = self.rel.start + self.window.begin;
        (self.rel.start + s).max(began.next_up())
    }
}

/// The first impact from the later epoch, or from `from` if that is later, on.
pub(super) fn first_impact(a: &Moving, b: &Moving, from: f64) -> Forecast {
    let Some(question) = Question::new(a, b, from) else {
        return Forecast::Never;
    };
    match question.search(question.window.begin, Wanted::Impact) {
        Outcome::Met { s, leaves } => Forecast::Impact(Impact {
            time: question.time(s),
            late: 0.0,
            leaves,
            unresolved: false,
        }),
        Outcome::Apart => Forecast::Never,
        Outcome::GivenUp(s) => Forecast::Again(question.again(s)),
    }
}

/// The times of contact from the later epoch, or from `from` if that is later, on.
pub(super) fn contact_intervals(a: &Moving, b: &Moving, from: f64) -> Contacts {
    /// Most contacts looked for at once: a blade can pass for ever.
    const MOST_CONTACTS: usize = 16;
    let mut found = Contacts::default();
    let Some(question) = Question::new(a, b, from) else {
        return found;
    };
    let mut s = question.window.begin;
    for _ in 0..MOST_CONTACTS {
        let begin = match question.search(s, Wanted::Contact) {
            Outcome::Met { s, .. } => s,
            Outcome::Apart => return found,
            Outcome::GivenUp(s) => {
                found.again = Some(question.again(s));
                return found;
            }
        };
        match stay::exit(&question.sides, begin, question.window.end) {
            stay::Exit::Parts { last, apart } => {
                found.times.push(question.time(begin), question.time(last));
                s = apart;
            }
            stay::Exit::Stays => {
                let end = question.window.end;
                let end = if end.is_finite() { question.time(end) } else { end };
                found.times.push(question.time(begin), end);
                return found;
            }
            stay::Exit::GivenUp(s) => {
                // The contact continues when the search is resumed.
                found.times.push(question.time(begin), f64::INFINITY);
                found.again = Some(question.again(s));
                return found;
            }
        }
    }
    found.again = Some(question.again(s));
    found
}
