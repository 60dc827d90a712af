//! The scenes, and how the methods take turns on them.

use crate::lane::{Entrant, Frame, Lane};
use cpu_time::ThreadTime;
use kinesweep::sap::{DriftKind, DriftRecipe};

/// How much is played.
pub(crate) struct Plan {
    pub(crate) warm_up: u32,
    pub(crate) steps: u32,
    /// One box of so many is there.
    pub(crate) shrink: u32,
}

/// Steps between checks that all agree on the pairs.
const CHECKED: u32 = 10;

/// A scene.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: DriftKind,
    count: u32,
    /// Percent that move.
    moving: u32,
    /// Whether 0.5 % leave, and as many come.
    turnover: bool,
}

const fn column(name: &'static str, kind: DriftKind, count: u32, moving: u32, turnover: bool) -> Column {
    Column {
        name,
        kind,
        count,
        moving,
        turnover,
    }
}

pub(crate) const COLUMNS: [Column; 24] = {
    use DriftKind::{Clusters, Cubes, Flat, Mixed};
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
    /// Median milliseconds a step of each; none of those that do not take part.
    pub(crate) fn measure(&self, entrants: &[Entrant], plan: &Plan) -> Vec<Option<f64>> {
        let count = self.count / plan.shrink;
        let mut frame = Frame::new(DriftRecipe {
            count,
            kind: self.kind,
            moving: count * self.moving / 100,
            turnover: if self.turnover { count.div_ceil(200) } else { 0 },
            seed: u64::from(self.count),
        });
        let mut lanes: Vec<Option<Box<dyn Lane>>> = entrants
            .iter()
            .map(|entrant| (self.count <= entrant.most).then(|| (entrant.lane)(&frame)))
            .collect();
        let mut times = vec![Vec::new(); lanes.len()];
        for step in 0..plan.warm_up + plan.steps {
            frame.step();
            let counts = step >= plan.warm_up;
            let is_checked = counts && (step - plan.warm_up).is_multiple_of(CHECKED);
            for turn in 0..lanes.len() {
                let number = (turn + step as usize) % lanes.len();
                let Some(lane) = &mut lanes[number] else { continue };
                if counts || !lane.forgets() {
                    let start = ThreadTime::now();
                    lane.step(&frame);
                    let elapsed = start.elapsed();
                    lane.settle();
                    if counts {
                        times[number].push(elapsed.as_secs_f64() * 1e3);
                    }
                }
            }
            if is_checked {
                let mut present = lanes
                    .iter()
                    .zip(entrants)
                    .filter_map(|(lane, entrant)| Some((lane.as_ref()?, entrant)));
                let (first, _) = present.next().expect("the first takes part in all");
                let expected = first.pairs(&frame);
                for (lane, entrant) in present {
                    let pairs = lane.pairs(&frame);
                    assert!(pairs == expected, "{}: {} has other pairs", self.name, entrant.name);
                }
            }
        }
        times.into_iter().map(median).collect()
    }
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
