//! Sweep and prune with swept bounding volumes, frame by frame: the method that Coming and Staadt 2006 compare theirs with
//! (section 2.1 and Figure 7).
//!
//! 1. At the beginning of each frame each moving box is swept over the frame: the smallest box, fixed in space, that holds it
//!    from the frame's beginning to its end.
//! 2. The swept boxes are sorted and swept anew; pairs that were not there in the frame before begin, others end.
//! 3. A body whose motion changes within a frame is swept over the rest of it, and compared with all others.
//!
//! Where we differ: they keep the lists between frames and sort by insertion; here they are sorted from scratch.

use crate::bounds::Bounds;
use crate::broad_phase::{BroadPhase, PairChange};
use crate::sap::{StillBox, sort_and_sweep};

/// Swept boxes, frame by frame. Frame k lasts from k / rate to (k + 1) / rate.
#[derive(Debug)]
pub(crate) struct SweptFrames {
    rate: f64,
    /// The number of the frame that the boxes are swept over.
    frame: f64,
    bodies: Vec<Option<Bounds>>,
    boxes: Vec<StillBox>,
    /// Pairs of the current frame, sorted, and those that came up within it.
    pairs: Vec<(u32, u32)>,
    added: Vec<(u32, u32)>,
    scratch: Vec<(u32, u32)>,
    sorts: u64,
}

impl SweptFrames {
    /// Frames of length 1 / `rate` seconds, in the middle of which a run may start.
    pub(crate) fn new(rate: f64, start: f64) -> Self {
        Self {
            rate,
            frame: (start * rate).floor(),
            bodies: Vec::new(),
            boxes: Vec::new(),
            pairs: Vec::new(),
            added: Vec::new(),
            scratch: Vec::new(),
            sorts: 0,
        }
    }

    fn frame_end(&self) -> f64 {
        (self.frame + 1.0) / self.rate
    }

    fn swept(&self, body: u32, bounds: &Bounds, from: f64) -> StillBox {
        let (min, max) = bounds.swept(from, self.frame_end().max(from));
        StillBox { min, max, body }
    }

    fn remember(&mut self, body: u32, bounds: &Bounds) {
        let place = body as usize;
        if self.bodies.len() <= place {
            self.bodies.resize(place + 1, None);
        }
        self.bodies[place] = Some(*bounds);
    }

    /// Sweeps a body that is new or moves anew over the rest of the frame, and begins its new pairs. What it may meet no more
    /// stays until the frame ends.
    fn enter(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        self.remember(body, bounds);
        let swept = self.swept(body, bounds, now);
        let mut own = None;
        for (number, other) in self.boxes.iter().enumerate() {
            if other.body == body {
                own = Some(number);
            } else if swept.overlaps(other) {
                let pair = (body.min(other.body), body.max(other.body));
                if self.pairs.binary_search(&pair).is_err() && !self.added.contains(&pair) {
                    self.added.push(pair);
                    changes.push(PairChange::Begin(pair.0, pair.1));
                }
            }
        }
        match own {
            Some(number) => self.boxes[number] = swept,
            None => self.boxes.push(swept),
        }
    }

    /// Sweeps every box over the frame from time `from` on, and tells how the pairs differ from those before.
    fn sweep_frame(&mut self, from: f64, changes: &mut Vec<PairChange>) {
        for number in 0..self.boxes.len() {
            let body = self.boxes[number].body;
            if let Some(bounds) = self.bodies[body as usize] {
                self.boxes[number] = self.swept(body, &bounds, from);
            }
        }
        self.sorts += 1;
        let mut fresh = std::mem::take(&mut self.scratch);
        sort_and_sweep(&mut self.boxes, &mut fresh);
        self.pairs.append(&mut self.added);
        self.pairs.sort_unstable();
        tell_difference(&self.pairs, &fresh, changes);
        self.scratch = std::mem::replace(&mut self.pairs, fresh);
    }
}

/// Tells which pairs of two sorted lists are in one only.
fn tell_difference(before: &[(u32, u32)], after: &[(u32, u32)], changes: &mut Vec<PairChange>) {
    let (mut i, mut j) = (0, 0);
    while i < before.len() || j < after.len() {
        match (before.get(i), after.get(j)) {
            (Some(old), Some(new)) if old == new => (i, j) = (i + 1, j + 1),
            (Some(old), new) if new.is_none_or(|new| old < new) => {
                changes.push(PairChange::End(old.0, old.1));
                i += 1;
            }
            (_, Some(new)) => {
                changes.push(PairChange::Begin(new.0, new.1));
                j += 1;
            }
            (_, None) => unreachable!("one of the two lists goes on"),
        }
    }
}

impl BroadPhase for SweptFrames {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        /// From here on one sweep over all is cheaper than comparing each with all.
        const MANY: usize = 8;
        if self.boxes.is_empty() {
            // Frames are not counted while there is nothing in them.
            self.frame = (now * self.rate).floor();
        }
        if bodies.len() < MANY {
            for (body, bounds) in bodies {
                self.enter(*body, bounds, now, changes);
            }
            return;
        }
        for (body, bounds) in bodies {
            self.remember(*body, bounds);
            self.boxes.push(self.swept(*body, bounds, now));
        }
        self.sweep_frame(now, changes);
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<PairChange>) {
        self.bodies[body as usize] = None;
        self.boxes.retain(|other| other.body != body);
        let holds = |pair: &(u32, u32)| pair.0 == body || pair.1 == body;
        changes.extend(
            self.pairs
                .iter()
                .chain(&self.added)
                .filter(|p| holds(p))
                .map(|p| PairChange::End(p.0, p.1)),
        );
        self.pairs.retain(|pair| !holds(pair));
        self.added.retain(|pair| !holds(pair));
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        self.enter(body, bounds, now, changes);
    }

    fn next_time(&self) -> f64 {
        if self.boxes.is_empty() {
            f64::INFINITY
        } else {
            self.frame_end()
        }
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64 {
        let before = changes.len();
        while self.next_time() <= until {
            let from = self.frame_end();
            self.frame += 1.0;
            self.sweep_frame(from, changes);
            if changes.len() > before {
                return from;
            }
        }
        until
    }

    fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>) {
        self.frame = (now * self.rate).floor();
        self.sweep_frame(now, changes);
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("sorts", self.sorts)]
    }

    fn audit(&self, _now: f64) -> Result<(), String> {
        let mut pairs = Vec::new();
        sort_and_sweep(&mut self.boxes.clone(), &mut pairs);
        let known = |pair: &&(u32, u32)| self.pairs.binary_search(pair).is_ok() || self.added.contains(pair);
        match pairs.iter().find(|pair| !known(pair)) {
            Some(pair) => Err(format!("swept boxes {pair:?} overlap and are no candidates")),
            None => Ok(()),
        }
    }
}
