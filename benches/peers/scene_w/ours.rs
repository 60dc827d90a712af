//! The stores of this crate, the one to take first: behind its checks, and by itself.

use crate::lane::{Entrant, Frame, Lane, sorted};
use kinesweep_sap::{ArraySap, Grid, GridSap, Octree, Pair, SegmentedSap, Store, SweepSap, Toggle, Tracked};
use std::collections::BTreeMap;

/// Scenes of more boxes are not for one list.
const ONE_LIST: u32 = 10_000;
const ANY: u32 = u32::MAX;

/// A store, and what it has told so far.
struct Told<T> {
    store: T,
    toggles: Vec<Toggle>,
    balance: BTreeMap<Pair, i32>,
}

impl<T: Store<f32, 3>> Lane for Told<T> {
    fn step(&mut self, frame: &Frame) {
        self.store.apply(&frame.batch, &mut self.toggles);
    }

    fn settle(&mut self) {
        for toggle in self.toggles.drain(..) {
            let balance = self.balance.entry(toggle.pair).or_default();
            *balance += if toggle.begins { 1 } else { -1 };
            if *balance == 0 {
                self.balance.remove(&toggle.pair);
            }
        }
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        assert!(
            self.balance.values().all(|&balance| balance == 1),
            "begins and ends alternate"
        );
        self.balance.keys().copied().collect()
    }
}

fn told<T: Store<f32, 3> + Default + 'static>(frame: &Frame) -> Box<dyn Lane> {
    let mut lane = Told {
        store: T::default(),
        toggles: Vec::new(),
        balance: BTreeMap::new(),
    };
    lane.step(frame);
    lane.settle();
    Box::new(lane)
}

const fn entrant<T: Store<f32, 3> + Default + 'static>(name: &'static str, most: u32) -> Entrant {
    Entrant {
        name,
        most,
        lane: told::<T>,
    }
}

/// Boxes behind the checks, in the store to take: all pairs are known, and what has changed.
type Whole = Tracked<f32, 3, GridSap<f32, 3>>;

/// Says no box is refused.
const FINE: &str = "batches are sound";

impl Lane for Whole {
    fn step(&mut self, frame: &Frame) {
        for id in &frame.batch.removed {
            self.remove(*id).expect(FINE);
        }
        for (id, aabb) in &frame.batch.moved {
            self.update(*id, *aabb).expect(FINE);
        }
        for (id, aabb) in &frame.batch.inserted {
            self.insert(*id, *aabb).expect(FINE);
        }
        self.commit();
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(Whole::pairs(self).iter().copied())
    }
}

fn whole(frame: &Frame) -> Box<dyn Lane> {
    let mut whole = Whole::new();
    whole.step(frame);
    Box::new(whole)
}

pub(crate) fn entrants() -> Vec<Entrant> {
    vec![
        entrant::<GridSap<f32, 3>>("`GridSap`: grid of sweeps", ANY),
        Entrant {
            name: "`Tracked` on it: checks, a copy of the boxes, all pairs",
            most: ANY,
            lane: whole,
        },
        entrant::<Grid<f32, 3, ArraySap<f32, 3>>>("grid of endpoint arrays", ANY),
        entrant::<Grid<f32, 3, SegmentedSap<f32, 3>>>("grid of segmented lists", ANY),
        entrant::<Octree<f32, 3>>("octree", ANY),
        entrant::<SweepSap<f32, 3>>("one sweep", ONE_LIST),
        entrant::<ArraySap<f32, 3>>("one set of endpoint arrays", ONE_LIST),
        entrant::<SegmentedSap<f32, 3>>("one set of segmented lists", ONE_LIST),
    ]
}
