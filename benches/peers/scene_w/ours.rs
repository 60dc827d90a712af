//! The stores of this crate, the recommended one first: by itself and with the checks of `Tracked`.

use crate::frame::{Entry, Frame, FrameMethod, sorted};
use kinesweep_sap::{ArraySap, Grid, GridSap, Octree, Pair, PairChange, SegmentedSap, Store, SweepSap, Tracked};
use std::collections::BTreeMap;

/// Greatest number of boxes for a single list.
const ONE_LIST: u32 = 10_000;
const ANY: u32 = u32::MAX;

/// A store, and its toggles so far.
struct StoreMethod<T> {
    store: T,
    toggles: Vec<PairChange>,
    balance: BTreeMap<Pair, i32>,
}

impl<T: Store<f32, 3>> FrameMethod for StoreMethod<T> {
    fn step(&mut self, frame: &Frame) {
        self.store.apply(&frame.batch, &mut self.toggles);
    }

    fn after_step(&mut self) {
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

fn store_method<T: Store<f32, 3> + Default + 'static>(frame: &Frame) -> Box<dyn FrameMethod> {
    let mut method = StoreMethod {
        store: T::default(),
        toggles: Vec::new(),
        balance: BTreeMap::new(),
    };
    method.step(frame);
    method.after_step();
    Box::new(method)
}

const fn entry<T: Store<f32, 3> + Default + 'static>(name: &'static str, most: u32) -> Entry {
    Entry {
        name,
        most,
        method: store_method::<T>,
    }
}

/// Boxes in `Tracked` on the recommended store: all pairs and all changes are available.
type TrackedGrid = Tracked<f32, 3, GridSap<f32, 3>>;

/// The message for a refused box, which cannot occur.
const VALID: &str = "batches are valid";

impl FrameMethod for TrackedGrid {
    fn step(&mut self, frame: &Frame) {
        for id in &frame.batch.removed {
            self.remove(*id).expect(VALID);
        }
        for (id, aabb) in &frame.batch.moved {
            self.update(*id, *aabb).expect(VALID);
        }
        for (id, aabb) in &frame.batch.inserted {
            self.insert(*id, *aabb).expect(VALID);
        }
        self.commit();
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(TrackedGrid::pairs(self).iter().copied())
    }
}

fn tracked_grid(frame: &Frame) -> Box<dyn FrameMethod> {
    let mut tracked_grid = TrackedGrid::new();
    tracked_grid.step(frame);
    Box::new(tracked_grid)
}

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry::<GridSap<f32, 3>>("`GridSap`: grid of sweeps", ANY),
        Entry {
            name: "`Tracked` on it: checks, a copy of the boxes, all pairs",
            most: ANY,
            method: tracked_grid,
        },
        entry::<Grid<f32, 3, ArraySap<f32, 3>>>("grid of endpoint arrays", ANY),
        entry::<Grid<f32, 3, SegmentedSap<f32, 3>>>("grid of segmented lists", ANY),
        entry::<Octree<f32, 3>>("octree", ANY),
        entry::<SweepSap<f32, 3>>("one sweep", ONE_LIST),
        entry::<ArraySap<f32, 3>>("one set of endpoint arrays", ONE_LIST),
        entry::<SegmentedSap<f32, 3>>("one set of segmented lists", ONE_LIST),
    ]
}
