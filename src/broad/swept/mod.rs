//! Sweep and prune with swept bounding volumes, frame by frame: the method that Coming and Staadt 2006 compare theirs with
//! (section 2.1 and Figure 7).
//!
//! 1. At the beginning of each frame each moving box is swept over the frame: the smallest box, fixed in space, that holds it
//!    from the frame's beginning to its end.
//! 2. The swept boxes are brought up to date in a grid (see [`sap`](crate::sap)), which tells the pairs that begin and end.
//! 3. A body whose motion changes within a frame is swept over the rest of it.
//!
//! Where we differ: they keep three sorted lists of all boxes, which costs more.

use crate::broad::{BroadPhase, Candidacy};
use crate::motion::bounds::Bounds;
use crate::sap::{Aabb, Batch, GridSap, Store, Toggle};

/// Swept boxes, frame by frame. Frame k lasts from k / rate to (k + 1) / rate.
#[derive(Debug)]
pub(crate) struct SweptFrames {
    rate: f64,
    /// The number of the frame that the boxes are swept over.
    frame: f64,
    /// The bounds of the bodies and their swept boxes, by body.
    bodies: Vec<Option<(Bounds, Aabb<f64, 3>)>>,
    grid: GridSap<f64, 3>,
    batch: Batch<f64, 3>,
    toggles: Vec<Toggle>,
    sweeps: u64,
}

impl SweptFrames {
    /// Frames of length 1 / `rate` seconds, in the middle of which a run may start.
    pub(crate) fn new(rate: f64, start: f64) -> Self {
        Self {
            rate,
            frame: (start * rate).floor(),
            bodies: Vec::new(),
            grid: GridSap::default(),
            batch: Batch::default(),
            toggles: Vec::new(),
            sweeps: 0,
        }
    }

    fn frame_end(&self) -> f64 {
        next(self.frame) / self.rate
    }

    /// Whether a time is in the frame that the boxes are swept over.
    fn is_within_frame(&self, now: f64) -> bool {
        self.frame / self.rate <= now && now <= self.frame_end()
    }

    fn swept(&self, bounds: &Bounds, from: f64) -> Aabb<f64, 3> {
        let (min, max) = bounds.swept(from, self.frame_end().max(from));
        Aabb { min, max }
    }

    /// Applies what was put into the batch.
    fn apply(&mut self, changes: &mut Vec<Candidacy>) {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        changes.extend(self.toggles.iter().map(Candidacy::from));
    }

    /// Sweeps every box over the frame from time `from` on, and tells how the pairs differ from those before.
    fn sweep_frame(&mut self, from: f64, changes: &mut Vec<Candidacy>) {
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

/// The number of the frame after one. From 2^53 on, where frames are shorter than floats of the time tell, not all have one.
fn next(frame: f64) -> f64 {
    (frame + 1.0).max(frame.next_up())
}

impl BroadPhase for SweptFrames {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<Candidacy>) {
        if self.grid.is_empty() {
            // Frames are not counted while there is nothing in them.
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

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<Candidacy>) {
        self.bodies[body as usize] = None;
        self.batch.removed.push(body);
        self.apply(changes);
    }

    /// What the body may meet no more ends at once: over the rest of the frame, its swept box holds it.
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>) {
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

    fn advance(&mut self, until: f64, changes: &mut Vec<Candidacy>) -> f64 {
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

    fn rewind(&mut self, now: f64, changes: &mut Vec<Candidacy>) {
        self.frame = (now * self.rate).floor();
        self.sweep_frame(now, changes);
    }

    fn strays(&self, now: f64, found: &mut Vec<u32>) {
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
