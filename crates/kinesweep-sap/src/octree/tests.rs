use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A random box: lattice corners, small and large sides, points, infinite sides.
fn any_box<S: Scalar, const D: usize>(random: &mut Xoshiro256PlusPlus, spread: f64) -> Aabb<S, D> {
    let lattice = random.next_u64().is_multiple_of(2);
    let mut min: [f64; D] = std::array::from_fn(|_| unit(random) * spread);
    let scale = [0.0, 0.3, 1.0, 1.0, 1.0, spread][(random.next_u64() % 6) as usize];
    let mut side: [f64; D] = std::array::from_fn(|_| scale * unit(random));
    if lattice {
        (min, side) = (min.map(f64::floor), side.map(f64::ceil));
    }
    let mut bounds = Aabb {
        min: min.map(S::from_f64),
        max: std::array::from_fn(|axis| S::from_f64(min[axis] + side[axis])),
    };
    let axis = (random.next_u64() % D as u64) as usize;
    match random.next_u64() % 40 {
        0 => bounds.max[axis] = S::INFINITY,
        1 => bounds.min[axis] = S::NEG_INFINITY,
        2 => (bounds.min[axis], bounds.max[axis]) = (S::INFINITY, S::INFINITY),
        3 => (bounds.min, bounds.max) = ([S::NEG_INFINITY; D], [S::INFINITY; D]),
        _ => {}
    }
    bounds
}

/// Applies toggles to the set of overlaps; begins and ends of a pair must alternate.
fn follow(state: &mut BTreeMap<Pair, bool>, toggles: &[PairChange]) {
    for toggle in toggles {
        let before = state.insert(toggle.pair, toggle.begins).unwrap_or(false);
        assert!(before != toggle.begins, "{toggle:?} twice");
    }
}

fn check_random_batches<S: Scalar, const D: usize>(seed: u64, count: u32, capacity: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tree = Octree::<S, D>::with_capacity(capacity);
    let mut present: BTreeMap<u32, Aabb<S, D>> = BTreeMap::new();
    let mut state = BTreeMap::new();
    for round in 0..60 {
        let mut batch = Batch::default();
        // The extent of the boxes grows, shrinks and jumps.
        let spread = [6.0, 10.0, 300.0, 2.0][round / 5 % 4];
        for id in 0..count {
            let choice = random.next_u64() % 8;
            match present.get(&id).copied() {
                Some(_) if choice == 0 || round % 20 == 19 => {
                    present.remove(&id);
                    batch.removed.push(id);
                }
                Some(old) if choice < 5 => {
                    let mut new = any_box(&mut random, spread);
                    if choice < 4 && old.min.iter().chain(&old.max).all(|value| value.to_f64().is_finite()) {
                        let step = unit(&mut random) - 0.5;
                        new = Aabb {
                            min: old.min.map(|value| S::from_f64(value.to_f64() + step)),
                            max: old.max.map(|value| S::from_f64(value.to_f64() + step)),
                        };
                    }
                    present.insert(id, new);
                    batch.moved.push((id, new));
                }
                None if choice < 5 => {
                    let new = any_box(&mut random, spread);
                    present.insert(id, new);
                    batch.inserted.push((id, new));
                }
                _ => {}
            }
        }
        let mut toggles = Vec::new();
        tree.apply(&batch, &mut toggles);
        tree.sanity_check().unwrap();
        assert_eq!(tree.len(), present.len());
        follow(&mut state, &toggles);
        let mut expected = Vec::new();
        for (a, one) in &present {
            expected.extend(
                present
                    .range(a + 1..)
                    .filter(|(_, other)| one.overlaps(other))
                    .map(|(b, _)| (*a, *b)),
            );
        }
        assert_eq!(tree.pairs(), expected);
        let followed: Vec<Pair> = state.iter().filter(|(_, on)| **on).map(|(pair, _)| *pair).collect();
        assert_eq!(followed, expected);
    }
}

#[test]
fn random_batches_agree_with_brute_force() {
    check_random_batches::<f32, 1>(1, 40, 1);
    check_random_batches::<f32, 2>(2, 80, 2);
    check_random_batches::<f32, 2>(3, 150, 12);
    check_random_batches::<f32, 3>(4, 150, 12);
    check_random_batches::<f64, 3>(5, 60, 1);
    check_random_batches::<f64, 4>(6, 40, 4);
    check_random_batches::<f32, 5>(7, 30, 2);
    check_random_batches::<f64, 4>(8, 30, 2);
}

#[test]
fn one_hundred_equal_points_end_the_splitting() {
    let mut tree = Octree::<f32, 3>::default();
    let at = Aabb {
        min: [1.0; 3],
        max: [1.0; 3],
    };
    let inserted: Vec<_> = (0..100).map(|id| (id, at)).collect();
    let mut toggles = Vec::new();
    let batch = Batch {
        inserted,
        ..Batch::default()
    };
    tree.apply(&batch, &mut toggles);
    tree.sanity_check().unwrap();
    assert_eq!(toggles.len(), 100 * 99 / 2);
    tree.apply(
        &Batch {
            removed: (0..100).collect(),
            ..Batch::default()
        },
        &mut toggles,
    );
    tree.sanity_check().unwrap();
    assert!(tree.is_empty() && toggles.len() == 100 * 99);
}
