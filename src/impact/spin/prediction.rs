//! The first impact and the contact intervals of a pair of which one rotates or grows.

use super::super::advance::Target;
use super::super::ball_path::BallPath;
use super::super::collider::Kind;
use super::super::window::{overlap_window, search_window, window_of_enclosing_balls};
use super::super::{Contacts, Forecast, Impact, Interval, Intervals, Moving, Relative};
use super::constants::MAX_CONTACTS;
use super::contact_end::{ContactEnd, contact_end};
use super::geometry::Geometry;
use super::over_plane::RotatingOverPlane;
use super::pair::RotatingPair;
use super::search::search;
use super::steps::Outcome;

/// A search for impacts or contacts of a pair.
struct PairSearch<'a> {
    rel: Relative,
    geometry: Geometry<'a>,
    /// That of a ball past a shape of many parts.
    path: Option<BallPath<'a>>,
    target: Target,
    overlap: Intervals,
    window: Interval,
}

impl<'a> PairSearch<'a> {
    fn new(a: &Moving<'a>, b: &Moving<'a>, from: f64, target: Target) -> Option<Self> {
        let rel = Relative::new(a.piece, b.piece);
        let overlap = overlap_window(&rel, a.extents, b.extents);
        let mut window = overlap.hull()?;
        let geometry = match (&a.collider.kind, &b.collider.kind) {
            (Kind::HalfSpace { normal }, _) => Geometry::Plane(RotatingOverPlane::new(a, normal, b, &rel, false)?),
            (_, Kind::HalfSpace { normal }) => Geometry::Plane(RotatingOverPlane::new(b, normal, a, &rel, true)?),
            _ => {
                let balls = window_of_enclosing_balls(&rel, a.collider, b.collider)?;
                window = search_window(&rel, a.extents, b.extents).hull().unwrap_or(window);
                window.begin = window.begin.max(balls.begin);
                window.end = window.end.min(balls.end);
                Geometry::Leaves(RotatingPair::new(a, b, &rel)?)
            }
        };
        window.begin = window.begin.max(from - rel.start);
        (window.begin <= window.end).then_some(Self {
            rel,
            geometry,
            path: BallPath::new(a, b, target),
            target,
            overlap,
            window,
        })
    }

    /// From one time to another.
    fn search(&self, from: f64, until: f64) -> Outcome {
        let window = Interval {
            begin: from,
            end: self.window.end,
        };
        match &self.geometry {
            Geometry::Leaves(pair) => search(pair, self.path.as_ref(), window, until, self.target),
            Geometry::Plane(plane) => plane.search(window, until, self.target),
        }
    }

    /// The absolute time of `s`, clamped to the overlap of the round boxes.
    fn time(&self, s: f64) -> f64 {
        self.rel.start + self.overlap.nearest(s)
    }

    /// The absolute time from which a search that stopped at s is resumed. Later than where it
    /// began, even if the two are equal as floats: otherwise it would stop there for ever.
    fn resume_time(&self, s: f64) -> f64 {
        let began = self.rel.start + self.window.begin;
        (self.rel.start + s).max(began.next_up())
    }
}

/// The first impact from the later epoch, or from `from` if that is later, on. Those later than `until`
/// need not be found.
pub(in crate::impact) fn first_impact(a: &Moving, b: &Moving, from: f64, until: f64) -> Forecast {
    let Some(search) = PairSearch::new(a, b, from, Target::Impact) else {
        return Forecast::Never;
    };
    match search.search(search.window.begin, until - search.rel.start) {
        Outcome::Met { s, leaves } => Forecast::Impact(Impact {
            time: search.time(s),
            late: 0.0,
            leaves,
            unresolved: false,
        }),
        Outcome::Apart => Forecast::Never,
        Outcome::StepLimit(s) => Forecast::ResumeAt(search.resume_time(s)),
    }
}

/// The times of contact from the later epoch, or from `from` if that is later, on.
pub(in crate::impact) fn contact_intervals(a: &Moving, b: &Moving, from: f64) -> Contacts {
    let mut found = Contacts::default();
    let Some(search) = PairSearch::new(a, b, from, Target::Contact) else {
        return found;
    };
    let mut s = search.window.begin;
    for _ in 0..MAX_CONTACTS {
        let begin = match search.search(s, f64::INFINITY) {
            Outcome::Met { s, .. } => s,
            Outcome::Apart => return found,
            Outcome::StepLimit(s) => {
                found.resume_at = Some(search.resume_time(s));
                return found;
            }
        };
        if let Geometry::Leaves(pair) = &search.geometry
            && let Some(last) = pair.last_contact(begin, search.window.end)
        {
            found.times.push(search.time(begin), search.time(last));
            return found;
        }
        match contact_end(&search.geometry, begin, search.window.end) {
            ContactEnd::Ends { last, apart } => {
                found.times.push(search.time(begin), search.time(last));
                s = apart;
            }
            ContactEnd::Persists => {
                let end = search.window.end;
                let end = if end.is_finite() { search.time(end) } else { end };
                found.times.push(search.time(begin), end);
                return found;
            }
            ContactEnd::StepLimit(s) => {
                // The contact continues when the search is resumed.
                found.times.push(search.time(begin), f64::INFINITY);
                found.resume_at = Some(search.resume_time(s));
                return found;
            }
        }
    }
    found.resume_at = Some(search.resume_time(s));
    found
}
