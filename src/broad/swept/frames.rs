//! Frames, and the boxes swept over them.

use crate::broad::broad_phase::BroadPhase;
use crate::broad::change::{CandidateChange, PairChange};
use crate::motion::bounds::Bounds;
use crate::sap::{Aabb, Batch, GridSap, Store};

/// Swept boxes, frame by frame. Frame k lasts from k / rate to (k + 1) / rate.
#[derive(Debug)]
pub(crate) struct SweptFrames {
    /// Frames per second.
    rate: f64,
    /// The number of the present frame.
    frame: f64,
    /// The bounds of the bodies and their swept boxes, by body.
    bodies: Vec<Option<(Bounds, Aabb<f64, 3>)>>,
    grid: GridSap<f64, 3>,
    batch: Batch<f64, 3>,
    pair_changes: Vec<PairChange>,
    /// Frames swept so far.
    sweeps: u64,
}

impl SweptFrames {
    /// Frames of length 1 / `rate` seconds; `start` may lie in the middle of one.
    pub(crate) fn new(rate: f64, start: f64) -> Self {
        Self {
            rate,
            frame: (start * rate).floor(),
            bodies: Vec::new(),
            grid: GridSap::default(),
            batch: Batch::default(),
            pair_changes: Vec::new(),
            sweeps: 0,
        }
    }

    fn frame_end(&self) -> f64 {
        next(self.frame) / self.rate
    }

    /// Whether a time is in the present frame.
    fn is_within_frame(&self, now: f64) -> bool {
        self.frame / self.rate <= now && now <= self.frame_end()
    }

    /// The box swept from a time to the end of the frame.
    fn swept(&self, bounds: &Bounds, from: f64) -> Aabb<f64, 3> {
        let (min, max) = bounds.swept(from, self.frame_end().max(from));
        Aabb { min, max }
    }

    /// Applies the batch to the grid.
    fn apply(&mut self, changes: &mut Vec<CandidateChange>) {
        self.pair_changes.clear();
        self.grid.apply(&self.batch, &mut self.pair_changes);
        self.batch.clear();
        changes.extend(self.pair_changes.iter().map(CandidateChange::from));
    }

    /// Sweeps every box over the frame from time `from` on, and reports the changes of pairs.
    fn sweep_frame(&mut self, from: f64, changes: &mut Vec<CandidateChange>) {
        for body in 0..self.bodies.len() {
            if let Some((bounds, before)) = self.bodies[body] {
                let swept = self.swept(&bounds, from);
                if swept != before {
                    self.batch.moved.push((body as u32, swept));
                    self.bodies[body] = Some((bounds, swept));
                }
            }
        }
        self.sweeps += 1;
        self.apply(changes);
    }
}

/// The number of the next frame. From 2^53 on frames are shorter than the spacing of floats, and
/// some numbers are left out.
fn next(frame: f64) -> f64 {
    (frame + 1.0).max(frame.next_up())
}

impl BroadPhase for SweptFrames {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<CandidateChange>) {
        if self.grid.is_empty() {
            // Frames are not counted while there are no bodies.
            self.frame = (now * self.rate).floor();
        }
        for (body, bounds) in bodies {
            let swept = self.swept(bounds, now);
            let place = *body as usize;
            if self.bodies.len() <= place {
                self.bodies.resize(place + 1, None);
            }
            self.bodies[place] = Some((*bounds, swept));
            self.batch.inserted.push((*body, swept));
        }
        self.apply(changes);
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<CandidateChange>) {
        self.bodies[body as usize] = None;
        self.batch.removed.push(body);
        self.apply(changes);
    }

    /// Pairs that the new motion makes impossible end at once, within the frame.
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>) {
        let swept = self.swept(bounds, now);
        self.bodies[body as usize] = Some((*bounds, swept));
        self.batch.moved.push((body, swept));
        self.apply(changes);
    }

    fn next_time(&self) -> f64 {
        if self.grid.is_empty() {
            f64::INFINITY
        } else {
            self.frame_end()
        }
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<CandidateChange>) -> f64 {
        let before = changes.len();
        while self.next_time() <= until {
            let from = self.frame_end();
            self.frame = next(self.frame);
            self.sweep_frame(from, changes);
            if changes.len() > before {
                return from;
            }
        }
        until
    }

    fn rewind(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        self.frame = (now * self.rate).floor();
        self.sweep_frame(now, changes);
    }

    fn displaced(&self, now: f64, found: &mut Vec<u32>) {
        if !self.is_within_frame(now) {
            let present = self.bodies.iter().zip(0..).filter(|(body, _)| body.is_some());
            found.extend(present.map(|(_, number)| number));
        }
    }

    fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>) {
        if self.is_within_frame(now) {
            self.grid.overlapping(region, found);
        }
    }

    fn cell_width(&self) -> Option<f64> {
        self.grid.cell_width()
    }

    fn extent(&self) -> Option<Aabb<f64, 3>> {
        self.grid.extent()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("sorts", self.sweeps)]
    }

    fn audit(&self, _now: f64) -> Result<(), String> {
        self.grid.sanity_check()
    }
}
