use super::super::tests::check_store;
use super::super::{Aabb, Batch, Scalar, Store, Toggle};
use super::SegmentedSap;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

/// What the boxes of a case are like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Sides about 1, anywhere.
    Plain,
    /// Corners on a small integer lattice: ties everywhere, points and equal boxes among them.
    Lattice,
    /// No extent at all.
    Points,
    /// All the same on the first axis.
    Flat,
    /// From tiny to as large as the world.
    Sizes,
    /// Some sides are infinite.
    Endless,
    /// All share a point.
    Touching,
}

const KINDS: [Kind; 7] = [
    Kind::Plain,
    Kind::Lattice,
    Kind::Points,
    Kind::Flat,
    Kind::Sizes,
    Kind::Endless,
    Kind::Touching,
];

struct Maker {
    rng: Xoshiro256PlusPlus,
    kind: Kind,
    /// Side of the world.
    side: f64,
}

impl Maker {
    /// In [0, 1).
    fn unit(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn interval(&mut self, axis: usize) -> (f64, f64) {
        let side = self.side;
        let at = self.unit() * side;
        match self.kind {
            Kind::Plain => (at, at + 0.5 + self.unit()),
            Kind::Lattice => (at.floor() - 1.0, at.floor() - 1.0 + self.below(3) as f64),
            Kind::Points => ((at * 2.0).floor(), (at * 2.0).floor()),
            Kind::Flat if axis == 0 => (-0.0, 0.0),
            Kind::Flat => (at, at + self.unit()),
            Kind::Sizes => (at, at + side * self.unit().powi(12)),
            Kind::Endless => {
                let one = (at, at + self.unit());
                match self.below(20) {
                    0 => (f64::NEG_INFINITY, one.1),
                    1 => (one.0, f64::INFINITY),
                    2 => (f64::NEG_INFINITY, f64::INFINITY),
                    3 => (f64::INFINITY, f64::INFINITY),
                    _ => one,
                }
            }
            Kind::Touching => {
                if self.below(2) == 0 {
                    (0.0, at)
                } else {
                    (-at, -0.0)
                }
            }
        }
    }

    fn fresh<S: Scalar, const D: usize>(&mut self) -> Aabb<S, D> {
        let sides: [(f64, f64); D] = std::array::from_fn(|axis| self.interval(axis));
        Aabb {
            min: sides.map(|side| S::from_f64(side.0)),
            max: sides.map(|side| S::from_f64(side.1)),
        }
    }

    /// What a box becomes: mostly a small step, or it grows or shrinks, stays, or goes elsewhere.
    fn moved<S: Scalar, const D: usize>(&mut self, one: &Aabb<S, D>) -> Aabb<S, D> {
        let choice = self.below(10);
        if choice == 0 || matches!(self.kind, Kind::Touching | Kind::Endless) {
            return self.fresh();
        }
        let step = if matches!(self.kind, Kind::Lattice | Kind::Points) {
            1.0
        } else {
            0.0
        };
        let mut by = |reach: f64| {
            let by = (self.unit() - 0.5) * 2.0 * reach;
            if step > 0.0 { (by * 2.0).round() } else { by }
        };
        let mut next = *one;
        for axis in 0..D {
            let (mut min, mut max) = (one.min[axis].to_f64(), one.max[axis].to_f64());
            let (low, high) = match choice {
                1 => (by(0.6), by(0.6)),
                2 => (0.0, 0.0),
                3 => (by(3.0), 0.0),
                _ => (by(0.3), 0.0),
            };
            min += low;
            max += if choice == 1 { high } else { low };
            next.min[axis] = S::from_f64(min.min(max));
            next.max[axis] = S::from_f64(min.max(max));
        }
        next
    }
}

/// A store beside what it should say.
struct Case<S: Scalar, const D: usize, const CAP: usize> {
    store: SegmentedSap<S, D, CAP>,
    boxes: BTreeMap<u32, Aabb<S, D>>,
    open: BTreeSet<(u32, u32)>,
}

impl<S: Scalar, const D: usize, const CAP: usize> Case<S, D, CAP> {
    fn new() -> Self {
        Self {
            store: SegmentedSap::default(),
            boxes: BTreeMap::new(),
            open: BTreeSet::new(),
        }
    }

    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        toggles.clear();
        self.store.apply(batch, toggles);
        for id in &batch.removed {
            self.boxes.remove(id);
        }
        self.boxes.extend(batch.moved.iter().chain(&batch.inserted).copied());
        for toggle in &*toggles {
            assert!(toggle.pair.0 < toggle.pair.1);
            let changed = if toggle.begins {
                self.open.insert(toggle.pair)
            } else {
                self.open.remove(&toggle.pair)
            };
            assert!(changed, "{toggle:?} does not alternate");
        }
        let mut wanted = BTreeSet::new();
        for (&a, one) in &self.boxes {
            let after = self.boxes.range(a + 1..);
            wanted.extend(after.filter(|(_, other)| one.overlaps(other)).map(|(&b, _)| (a, b)));
        }
        let wrong: Vec<_> = self.open.symmetric_difference(&wanted).collect();
        assert!(wrong.is_empty(), "told and true differ in {wrong:?}");
        assert_eq!(self.store.len(), self.boxes.len());
        assert_eq!(self.store.is_empty(), self.boxes.is_empty());
        self.store.sanity_check().unwrap();
    }
}

/// Batches of random size and mix, on and on, between none and `most` boxes.
fn storm<S: Scalar, const D: usize, const CAP: usize>(kind: Kind, most: usize, seed: u64, batches: usize) {
    let side = 0.7 * (most as f64).powf(1.0 / D as f64) + 1.0;
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut maker = Maker { rng, kind, side };
    let mut case = Case::<S, D, CAP>::new();
    let mut twin = SegmentedSap::<S, D, CAP>::default();
    let mut toggles = Vec::new();
    for round in 0..batches {
        let mut batch = Batch::default();
        // Once in a while nearly all boxes are named, most of the time a few.
        let share = if maker.below(8) == 0 { 1.0 } else { 0.1 };
        let grows = maker.below(3);
        for id in 0..most as u32 {
            if maker.unit() > share * maker.side / (maker.side + 1.0) && !(case.boxes.is_empty() && round % 2 == 0) {
                continue;
            }
            match case.boxes.get(&id) {
                Some(one) if maker.below(4 + 4 * grows) > 0 => batch.moved.push((id, maker.moved(one))),
                Some(_) => batch.removed.push(id),
                None if maker.below(2 + grows) > 0 => batch.inserted.push((id, maker.fresh())),
                None => {}
            }
        }
        if maker.below(40) == 0 {
            batch = Batch {
                removed: case.boxes.keys().copied().collect(),
                ..Batch::default()
            };
        }
        case.apply(&batch, &mut toggles);
        let mut again = Vec::new();
        twin.apply(&batch, &mut again);
        assert_eq!(again, toggles, "the same history gives the same toggles");
    }
}

#[test]
fn storms_of_small_chunks() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = number as u64;
        storm::<f32, 3, 4>(kind, 60, seed, 150);
        storm::<f64, 1, 4>(kind, 40, 100 + seed, 100);
        storm::<f32, 2, 4>(kind, 60, 200 + seed, 150);
        storm::<f64, 1, 4>(kind, 40, 300 + seed, 100);
        storm::<f32, 2, 8>(kind, 120, 400 + seed, 60);
    }
}

#[test]
fn storms_of_chunks_as_used() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = 1000 + number as u64;
        storm::<f32, 3, 32>(kind, 150, seed, 40);
        storm::<f32, 3, 32>(kind, 150, 100 + seed, 40);
    }
}

#[test]
fn few_boxes() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        for most in [1, 2, 3] {
            storm::<f32, 3, 4>(kind, most, 2000 + number as u64, 60);
        }
    }
}

/// One change at a time, so that all is local sort, with stations far apart.
fn one_by_one<S: Scalar, const D: usize, const CAP: usize>(kind: Kind, count: usize, steps: usize, seed: u64) {
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut maker = Maker {
        rng,
        kind,
        side: (count as f64).powf(1.0 / D as f64),
    };
    let mut case = Case::<S, D, CAP>::new();
    let mut toggles = Vec::new();
    let inserted = (0..count as u32).map(|id| (id, maker.fresh())).collect();
    case.apply(
        &Batch {
            inserted,
            ..Batch::default()
        },
        &mut toggles,
    );
    for _ in 0..steps {
        let id = maker.below(count) as u32;
        let batch = match case.boxes.get(&id) {
            Some(_) if maker.below(3) == 0 => Batch {
                removed: vec![id],
                ..Batch::default()
            },
            Some(one) => Batch {
                moved: vec![(id, maker.moved(one))],
                ..Batch::default()
            },
            None => Batch {
                inserted: vec![(id, maker.fresh())],
                ..Batch::default()
            },
        };
        case.apply(&batch, &mut toggles);
    }
}

#[test]
fn one_change_at_a_time() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = 3000 + number as u64;
        one_by_one::<f32, 3, 4>(kind, 150, 300, seed);
        one_by_one::<f64, 1, 4>(kind, 150, 300, seed);
        one_by_one::<f32, 2, 8>(kind, 150, 300, seed);
    }
}

#[test]
fn grows_from_nothing_by_single_insertions_and_shrinks_again() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut maker = Maker {
        rng,
        kind: Kind::Flat,
        side: 8.0,
    };
    let mut case = Case::<f32, 3, 4>::new();
    let mut toggles = Vec::new();
    for id in 0..200 {
        case.apply(
            &Batch {
                inserted: vec![(id, maker.fresh())],
                ..Batch::default()
            },
            &mut toggles,
        );
    }
    assert_ne!(
        case.store.stations.axis, 0,
        "on the first axis all boxes are open at every fence"
    );
    for id in 0..200 {
        case.apply(
            &Batch {
                removed: vec![(id * 77) % 200],
                ..Batch::default()
            },
            &mut toggles,
        );
    }
    assert!(case.store.is_empty());
}

#[test]
fn a_box_that_jumps_past_another_toggles_nothing_on_the_way_along_one_axis() {
    let square = |x: f32| Aabb {
        min: [x, 0.0],
        max: [x + 1.0, 1.0],
    };
    let mut case = Case::<f32, 2, 4>::new();
    let mut toggles = Vec::new();
    let inserted = (0..20).map(|id| (id, square(2.0 * id as f32))).collect();
    case.apply(
        &Batch {
            inserted,
            ..Batch::default()
        },
        &mut toggles,
    );
    assert!(toggles.is_empty());
    case.apply(
        &Batch {
            moved: vec![(3, square(9.5))],
            ..Batch::default()
        },
        &mut toggles,
    );
    assert_eq!(
        toggles,
        [Toggle {
            pair: (3, 5),
            begins: true
        }],
        "and box 4, which was jumped, is not named"
    );
}

#[test]
fn moves_far_and_near() {
    // A line of boxes long enough for the way through the list to be longer than a look around.
    let square = |x: f32| Aabb {
        min: [x, 0.0],
        max: [x + 1.5, 1.0],
    };
    let mut case = Case::<f32, 2, 4>::new();
    let mut toggles = Vec::new();
    let inserted = (0..300).map(|id| (id, square(id as f32))).collect();
    case.apply(
        &Batch {
            inserted,
            ..Batch::default()
        },
        &mut toggles,
    );
    for (id, x) in [(3, 250.0), (3, 3.0), (7, 30.0), (200, -5.0), (299, 0.25), (0, 149.5)] {
        case.apply(
            &Batch {
                moved: vec![(id, square(x))],
                ..Batch::default()
            },
            &mut toggles,
        );
    }
    let large = Aabb {
        min: [-10.0, 0.0],
        max: [400.0, 1.0],
    };
    case.apply(
        &Batch {
            moved: vec![(9, large)],
            ..Batch::default()
        },
        &mut toggles,
    );
    case.apply(
        &Batch {
            moved: vec![(9, square(9.0))],
            ..Batch::default()
        },
        &mut toggles,
    );
}

#[test]
fn agrees_with_brute_force() {
    check_store::<f32, 3, SegmentedSap<f32, 3>>(SegmentedSap::default);
    check_store::<f64, 2, SegmentedSap<f64, 2>>(SegmentedSap::default);
}

#[test]
fn agrees_with_brute_force_in_small_chunks() {
    check_store::<f64, 3, SegmentedSap<f64, 3, 8>>(SegmentedSap::default);
    check_store::<f32, 2, SegmentedSap<f32, 2, 8>>(SegmentedSap::default);
}
