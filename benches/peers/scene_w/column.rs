//! The scenes, and the measurement of the methods on them.

use crate::frame::{Entry, Frame, FrameMethod};
use cpu_time::ThreadTime;
use kinesweep_sap::{MovingBoxesKind, MovingBoxesRecipe};

/// The extent of a measurement.
pub(crate) struct Plan {
    /// Numbers of untimed and timed slots.
    pub(crate) warm_up: u32,
    pub(crate) slots: u32,
    /// The number of boxes is divided by this.
    pub(crate) shrink: u32,
}

/// Steps of a method in its time slot: caches are warm after the first one, and all methods run
/// under equal conditions.
const SLOT: u32 = 10;

/// A scene.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: MovingBoxesKind,
    count: u32,
    /// Percentage of moving boxes.
    moving: u32,
    /// Whether 0.5 % are removed and as many inserted each step.
    turnover: bool,
}

const fn column(name: &'static str, kind: MovingBoxesKind, count: u32, moving: u32, turnover: bool) -> Column {
    Column {
        name,
        kind,
        count,
        moving,
        turnover,
    }
}

pub(crate) const COLUMNS: [Column; 24] = {
    use MovingBoxesKind::{Clusters, Cubes, Flat, Mixed};
    [
        column("1k 10%", Cubes, 1_000, 10, false),
        column("1k 10%+", Cubes, 1_000, 10, true),
        column("1k all", Cubes, 1_000, 100, false),
        column("1k all+", Cubes, 1_000, 100, true),
        column("10k 10%", Cubes, 10_000, 10, false),
        column("10k 10%+", Cubes, 10_000, 10, true),
        column("10k all", Cubes, 10_000, 100, false),
        column("10k all+", Cubes, 10_000, 100, true),
        column("100k 10%", Cubes, 100_000, 10, false),
        column("100k 10%+", Cubes, 100_000, 10, true),
        column("100k all", Cubes, 100_000, 100, false),
        column("100k all+", Cubes, 100_000, 100, true),
        column("mixed 10k 10%+", Mixed, 10_000, 10, true),
        column("mixed 10k all+", Mixed, 10_000, 100, true),
        column("mixed 100k 10%+", Mixed, 100_000, 10, true),
        column("mixed 100k all+", Mixed, 100_000, 100, true),
        column("clusters 10k 10%+", Clusters, 10_000, 10, true),
        column("clusters 10k all+", Clusters, 10_000, 100, true),
        column("clusters 100k 10%+", Clusters, 100_000, 10, true),
        column("clusters 100k all+", Clusters, 100_000, 100, true),
        column("flat 10k 10%+", Flat, 10_000, 10, true),
        column("flat 10k all+", Flat, 10_000, 100, true),
        column("flat 100k 10%+", Flat, 100_000, 10, true),
        column("flat 100k all+", Flat, 100_000, 100, true),
    ]
};

impl Column {
    /// Milliseconds a step of each method: the mean over a slot and the median over the slots;
    /// `None` for methods not measured in this scene.
    pub(crate) fn measure(&self, entries: &[Entry], plan: &Plan) -> Vec<Option<f64>> {
        let count = self.count / plan.shrink;
        let recipe = MovingBoxesRecipe {
            count,
            kind: self.kind,
            moving: count * self.moving / 100,
            turnover: if self.turnover { count.div_ceil(200) } else { 0 },
            seed: u64::from(self.count),
        };
        // Each method has its own copy of the scene, from the same seed.
        let start = |entry: &Entry| {
            let frame = Frame::new(recipe);
            let method = (entry.method)(&frame);
            (frame, method)
        };
        let mut running: Vec<Option<Running>> = entries
            .iter()
            .map(|entry| (self.count <= entry.most).then(|| start(entry)))
            .collect();
        let mut times = vec![Vec::new(); running.len()];
        for slot in 0..plan.warm_up + plan.slots {
            let is_timed = slot >= plan.warm_up;
            for place in 0..running.len() {
                let number = (place + slot as usize) % running.len();
                if let Some(one) = &mut running[number] {
                    let time = run_slot(one, is_timed);
                    if is_timed {
                        times[number].push(time);
                    }
                }
            }
            if is_timed {
                self.check(entries, &running);
            }
        }
        times.into_iter().map(median).collect()
    }

    /// Checks that all methods have the same pairs.
    fn check(&self, entries: &[Entry], running: &[Option<Running>]) {
        let mut present = running
            .iter()
            .zip(entries)
            .filter_map(|(one, entry)| Some((one.as_ref()?, entry)));
        let ((frame, first), _) = present.next().expect("the first method is measured in all scenes");
        let expected = first.pairs(frame);
        for ((frame, method), entry) in present {
            let pairs = method.pairs(frame);
            assert!(pairs == expected, "{}: {} has other pairs", self.name, entry.name);
        }
    }
}

/// A method and its scene.
type Running = (Frame, Box<dyn FrameMethod>);

/// Milliseconds a step in a slot. For a method without state the scene only advances, unless the
/// slot is timed.
fn run_slot((frame, method): &mut Running, is_timed: bool) -> f64 {
    let mut seconds = 0.0;
    for _ in 0..SLOT {
        frame.step();
        if is_timed || !method.is_stateless() {
            let start = ThreadTime::now();
            method.step(frame);
            seconds += start.elapsed().as_secs_f64();
            method.after_step();
        }
    }
    1e3 * seconds / f64::from(SLOT)
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
