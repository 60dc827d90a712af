//! Pairs of which at least one body turns, or is a ball that grows: directional conservative advancement, leaf by leaf.
//!
//! 1. A pair of leaves, or of nodes of the two trees (taken as balls), is known to be apart up to a time of its own. The pair
//!    that is known for the shortest time is looked at next ([`search`]).
//! 2. Nodes that are far apart go on by as long as their balls surely stay apart; near ones are replaced by what is below them.
//! 3. For leaves, closest points at their poses give a plane between them. It is let turn with the features that it touches; the
//!    pair goes on by as long as that plane surely keeps the two apart ([`plane`]).
//! 4. The gap of a leaf pair that is lost in rounding is contact; with approach at a point of the patch it is an impact.
//!
//! Nothing is overshot: each step is a lower bound. Near contact the bound is exact to first order, so the last steps converge
//! quadratically. With spin two bodies can go on near each other for ever without meeting; a search ends after a bounded number
//! of steps, at a time up to which nothing happens, and is taken up again there ([`Forecast::Again`]).
//!
//! (Directional advancement: Mirtich 1996, section 2.3.2; here with second-order bounds and a turning plane.)

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

/// Gap that counts as contact, as a part of the sum of the shapes' radii about their origins: some hundred times what turned
/// coordinates are rounded by, so that a contact just handled is known again, and far below what anyone sees.
pub(super) const TOUCH: f64 = 2e-13;

/// Closing speed that is none, as a part of the speeds that it is the difference of: above what a response leaves when normals
/// are off by what [`TOUCH`] allows.
pub(super) const STILL: f64 = 1e-11;

/// The depth, as a part of the sum of the radii, by which a contact that begins while the same leaves already touch without
/// closing may be found late: the search looks past a contact just handled by steps that let it close by so much.
const LOOK_PAST: f64 = 1e-9;

/// A depth, as a part of the sum of the radii, that no contact just handled has: what overlaps by more was put so, and will
/// surely overlap for a while.
pub(super) const DEEP: f64 = 1e-6;

/// Steps after which a search takes whole turns into account: far more than what meets takes, so that few searches ever do.
const LONG: u32 = 256;

/// How much nearer two that touch without closing are let come by the next look, the `looks`-th in a row: together no deeper than
/// [`LOOK_PAST`], so that a thousand bounces are no deeper than one. (Where no plane says how to go on, by as long as they surely
/// overlap: closest points are known to rounding, but the plane between them to the root of that alone.)
fn look_past(touch: f64, looks: i32, gap: f64, reach: f64) -> f64 {
    let left = LOOK_PAST * reach + gap.min(0.0);
    (touch * 2f64.powi(looks)).min(left.max(touch))
}

/// The least time in which two points go a way towards or away from each other, at this relative speed and acceleration at most.
fn least_time(way: f64, speed: f64, pull: f64) -> f64 {
    2.0 * way / (speed + (speed * speed + 2.0 * pull * way).sqrt())
}

/// The two sides of a question.
enum Sides<'a> {
    Leaves(Turners<'a>),
    /// A half-space, and whether it is the second of the pair.
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

    /// An absolute time: the nearest one at which the round boxes overlap.
    fn time(&self, s: f64) -> f64 {
        self.rel.start + self.overlap.nearest(s)
    }

    /// The absolute time from which a search is taken up that was given up at s. Later than where it began, even where floats do not
    /// tell the two apart: it would be given up there for ever.
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
                // It goes on when it is looked at again.
                found.times.push(question.time(begin), f64::INFINITY);
                found.again = Some(question.again(s));
                return found;
            }
        }
    }
    found.again = Some(question.again(s));
    found
}
