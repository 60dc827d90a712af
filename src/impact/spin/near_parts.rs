//! The parts near the path of a ball, span by span.

use super::super::Interval;
use super::super::ball_path::{BallPath, NearPart, Spans};
use smallvec::SmallVec;

/// The parts that a ball may touch in the present span of its path.
pub(super) struct NearParts<'p, 'a> {
    path: &'p BallPath<'a>,
    spans: Spans<'p, 'a>,
    /// The times of the present span, and its parts, by number.
    times: Interval,
    parts: SmallVec<[NearPart; 8]>,
    /// The parts that are in the queue, sorted.
    queued: SmallVec<[u32; 8]>,
}

impl<'p, 'a> NearParts<'p, 'a> {
    /// The path in a window, before its first span.
    pub(super) fn new(path: &'p BallPath<'a>, window: Interval) -> Self {
        Self {
            path,
            spans: path.spans(window),
            times: Interval {
                end: window.begin,
                ..window
            },
            parts: SmallVec::new(),
            queued: SmallVec::new(),
        }
    }

    /// Begins the next span. Returns the pairs of parts that come into the queue, each with its time.
    pub(super) fn advance(&mut self) -> SmallVec<[([u32; 2], f64); 8]> {
        let Some(span) = self.spans.next() else {
            // The parts of the last span may be examined at its end.
            self.times.begin = f64::INFINITY;
            return SmallVec::new();
        };
        self.times = span.times;
        self.parts = self.path.near_parts(&span);
        let mut begun = SmallVec::new();
        for part in &self.parts {
            if let Err(at) = self.queued.binary_search(&part.leaf) {
                self.queued.insert(at, part.leaf);
                begun.push((self.path.leaves(part.leaf), part.times.begin));
            }
        }
        begun
    }

    /// The end of the present span, at which the next one begins; infinite if there is none.
    pub(super) fn end(&self) -> f64 {
        match self.times.begin {
            f64::INFINITY => f64::INFINITY,
            _ => self.times.end,
        }
    }

    /// The time, s or later, at which a pair of parts in the queue is to be examined; none if it leaves
    /// the queue.
    pub(super) fn next(&mut self, leaves: [u32; 2], s: f64) -> Option<f64> {
        let leaf = leaves[self.path.side()];
        let near = self.parts.binary_search_by_key(&leaf, |part| part.leaf);
        let times = near.ok().map(|at| self.parts[at].times).filter(|times| s <= times.end);
        if times.is_none()
            && let Ok(at) = self.queued.binary_search(&leaf)
        {
            self.queued.remove(at);
        }
        times.map(|times| s.max(times.begin))
    }
}
