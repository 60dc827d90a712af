mod generator;

use super::super::tests::check_store;
use super::super::{Aabb, Batch, PairChange, Scalar, Store};
use super::SegmentedSap;
use generator::{BoxGenerator, KINDS, Kind};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};

/// A store, with the expected boxes and overlaps.
struct CheckedStore<S: Scalar, const D: usize, const CAP: usize> {
    store: SegmentedSap<S, D, CAP>,
    boxes: BTreeMap<u32, Aabb<S, D>>,
    open: BTreeSet<(u32, u32)>,
}

impl<S: Scalar, const D: usize, const CAP: usize> CheckedStore<S, D, CAP> {
    fn new() -> Self {
        Self {
            store: SegmentedSap::default(),
            boxes: BTreeMap::new(),
            open: BTreeSet::new(),
        }
    }

    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
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
        let mut expected = BTreeSet::new();
        for (&a, one) in &self.boxes {
            let after = self.boxes.range(a + 1..);
            expected.extend(after.filter(|(_, other)| one.overlaps(other)).map(|(&b, _)| (a, b)));
        }
        let wrong: Vec<_> = self.open.symmetric_difference(&expected).collect();
        assert!(wrong.is_empty(), "reported and expected overlaps differ in {wrong:?}");
        assert_eq!(self.store.len(), self.boxes.len());
        assert_eq!(self.store.is_empty(), self.boxes.is_empty());
        self.store.sanity_check().unwrap();
    }
}

/// Random batches of random size, with between 0 and `most` boxes, checked after each batch.
fn check_random_batches<S: Scalar, const D: usize, const CAP: usize>(kind: Kind, most: usize, seed: u64, batches: usize) {
    let side = 0.7 * (most as f64).powf(1.0 / D as f64) + 1.0;
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut generator = BoxGenerator { rng, kind, side };
    let mut case = CheckedStore::<S, D, CAP>::new();
    let mut twin = SegmentedSap::<S, D, CAP>::default();
    let mut toggles = Vec::new();
    for round in 0..batches {
        let mut batch = Batch::default();
        // Sometimes nearly all boxes change, mostly a few.
        let share = if generator.below(8) == 0 { 1.0 } else { 0.1 };
        let grows = generator.below(3);
        for id in 0..most as u32 {
            if generator.unit() > share * generator.side / (generator.side + 1.0) && !(case.boxes.is_empty() && round % 2 == 0) {
                continue;
            }
            match case.boxes.get(&id) {
                Some(one) if generator.below(4 + 4 * grows) > 0 => batch.moved.push((id, generator.moved(one))),
                Some(_) => batch.removed.push(id),
                None if generator.below(2 + grows) > 0 => batch.inserted.push((id, generator.fresh())),
                None => {}
            }
        }
        if generator.below(40) == 0 {
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
fn random_batches_with_small_chunks_agree_with_brute_force() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = number as u64;
        check_random_batches::<f32, 3, 4>(kind, 60, seed, 150);
        check_random_batches::<f64, 1, 4>(kind, 40, 100 + seed, 100);
        check_random_batches::<f32, 2, 4>(kind, 60, 200 + seed, 150);
        check_random_batches::<f64, 1, 4>(kind, 40, 300 + seed, 100);
        check_random_batches::<f32, 2, 8>(kind, 120, 400 + seed, 60);
    }
}

#[test]
fn random_batches_with_chunks_of_32_agree_with_brute_force() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = 1000 + number as u64;
        check_random_batches::<f32, 3, 32>(kind, 150, seed, 40);
        check_random_batches::<f32, 3, 32>(kind, 150, 100 + seed, 40);
    }
}

#[test]
fn random_batches_of_one_to_three_boxes_agree_with_brute_force() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        for most in [1, 2, 3] {
            check_random_batches::<f32, 3, 4>(kind, most, 2000 + number as u64, 60);
        }
    }
}

/// One change at a time, so that every batch uses the local sort, with checkpoints far apart.
fn check_single_changes<S: Scalar, const D: usize, const CAP: usize>(kind: Kind, count: usize, steps: usize, seed: u64) {
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut generator = BoxGenerator {
        rng,
        kind,
        side: (count as f64).powf(1.0 / D as f64),
    };
    let mut case = CheckedStore::<S, D, CAP>::new();
    let mut toggles = Vec::new();
    let inserted = (0..count as u32).map(|id| (id, generator.fresh())).collect();
    case.apply(
        &Batch {
            inserted,
            ..Batch::default()
        },
        &mut toggles,
    );
    for _ in 0..steps {
        let id = generator.below(count) as u32;
        let batch = match case.boxes.get(&id) {
            Some(_) if generator.below(3) == 0 => Batch {
                removed: vec![id],
                ..Batch::default()
            },
            Some(one) => Batch {
                moved: vec![(id, generator.moved(one))],
                ..Batch::default()
            },
            None => Batch {
                inserted: vec![(id, generator.fresh())],
                ..Batch::default()
            },
        };
        case.apply(&batch, &mut toggles);
    }
}

#[test]
fn single_changes_agree_with_brute_force() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        let seed = 3000 + number as u64;
        check_single_changes::<f32, 3, 4>(kind, 150, 300, seed);
        check_single_changes::<f64, 1, 4>(kind, 150, 300, seed);
        check_single_changes::<f32, 2, 8>(kind, 150, 300, seed);
    }
}

#[test]
fn two_hundred_single_insertions_and_removals_agree_with_brute_force() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut generator = BoxGenerator {
        rng,
        kind: Kind::Flat,
        side: 8.0,
    };
    let mut case = CheckedStore::<f32, 3, 4>::new();
    let mut toggles = Vec::new();
    for id in 0..200 {
        case.apply(
            &Batch {
                inserted: vec![(id, generator.fresh())],
                ..Batch::default()
            },
            &mut toggles,
        );
    }
    assert_ne!(
        case.store.checkpoints.axis, 0,
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
    let mut case = CheckedStore::<f32, 2, 4>::new();
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
        [PairChange {
            pair: (3, 5),
            begins: true
        }],
        "and the pair with box 4, which was jumped, does not occur"
    );
}

#[test]
fn moves_across_many_and_few_chunks_agree_with_brute_force() {
    // A line of boxes so long that a move through the list is longer than a neighbourhood search.
    let square = |x: f32| Aabb {
        min: [x, 0.0],
        max: [x + 1.5, 1.0],
    };
    let mut case = CheckedStore::<f32, 2, 4>::new();
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
fn all_scenes_agree_with_brute_force() {
    check_store::<f32, 3, SegmentedSap<f32, 3>>(SegmentedSap::default);
    check_store::<f64, 2, SegmentedSap<f64, 2>>(SegmentedSap::default);
}

#[test]
fn all_scenes_in_small_chunks_agree_with_brute_force() {
    check_store::<f64, 3, SegmentedSap<f64, 3, 8>>(SegmentedSap::default);
    check_store::<f32, 2, SegmentedSap<f32, 2, 8>>(SegmentedSap::default);
}
