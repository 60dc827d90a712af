//! The scenes, and how the methods take turns on them.

use crate::lane::{Entrant, Frame, Lane};
use cpu_time::ThreadTime;
use kinesweep_sap::{DriftKind, DriftRecipe};

/// How much is played.
pub(crate) struct Plan {
    /// Turns that are not timed, and those that are, of a method that has to know all frames.
    pub(crate) warm_up: u32,
    pub(crate) turns: u32,
    /// One box of so many is there.
    pub(crate) shrink: u32,
}

/// Steps of a method before the next one takes its turn: caches are warm after the first, and none runs on a faster machine.
const TURN: u32 = 10;

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
    /// Milliseconds a step of each, the mean over a turn and the median over the turns; none of those that do not take part.
    pub(crate) fn measure(&self, entrants: &[Entrant], plan: &Plan) -> Vec<Option<f64>> {
        let count = self.count / plan.shrink;
        let recipe = DriftRecipe {
            count,
            kind: self.kind,
            moving: count * self.moving / 100,
            turnover: if self.turnover { count.div_ceil(200) } else { 0 },
            seed: u64::from(self.count),
        };
        // Each has the scene for itself: the same one, since it is made by a seed.
        let start = |entrant: &Entrant| {
            let frame = Frame::new(recipe);
            let lane = (entrant.lane)(&frame);
            (frame, lane)
        };
        let mut seats: Vec<Option<Seat>> = entrants
            .iter()
            .map(|entrant| (self.count <= entrant.most).then(|| start(entrant)))
            .collect();
        let mut times = vec![Vec::new(); seats.len()];
        for turn in 0..plan.warm_up + plan.turns {
            let is_timed = turn >= plan.warm_up;
            for place in 0..seats.len() {
                let number = (place + turn as usize) % seats.len();
                if let Some(seat) = &mut seats[number] {
                    let time = take_turn(seat, is_timed);
                    if is_timed {
                        times[number].push(time);
                    }
                }
            }
            if is_timed {
                self.check(entrants, &seats);
            }
        }
        times.into_iter().map(median).collect()
    }

    /// Checks that all know the same pairs.
    fn check(&self, entrants: &[Entrant], seats: &[Option<Seat>]) {
        let mut present = seats
            .iter()
            .zip(entrants)
            .filter_map(|(seat, entrant)| Some((seat.as_ref()?, entrant)));
        let ((frame, first), _) = present.next().expect("the first takes part in all");
        let expected = first.pairs(frame);
        for ((frame, lane), entrant) in present {
            let pairs = lane.pairs(frame);
            assert!(pairs == expected, "{}: {} has other pairs", self.name, entrant.name);
        }
    }
}

/// A method and its scene.
type Seat = (Frame, Box<dyn Lane>);

/// Milliseconds a step in a turn. A method that knows nothing of the step before only lets the scene go on, unless it is timed.
fn take_turn((frame, lane): &mut Seat, is_timed: bool) -> f64 {
    let mut seconds = 0.0;
    for _ in 0..TURN {
        frame.step();
        if is_timed || !lane.forgets() {
            let start = ThreadTime::now();
            lane.step(frame);
            seconds += start.elapsed().as_secs_f64();
            lane.settle();
        }
    }
    1e3 * seconds / f64::from(TURN)
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
