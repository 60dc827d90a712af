use super::super::PairChange;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

#[test]
fn random_additions_and_removals_agree_with_a_sorted_map() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for ids in [2, 3, 8, 40] {
        let mut manager = PairManager::new();
        let mut map = BTreeMap::new();
        for step in 0..4_000_u64 {
            // Ids far apart, up to the largest one, in either order.
            let id = |number: u64| ((number % ids) * (u64::from(super::super::MAX_ID) / (ids - 1))) as u32;
            let (a, b) = (id(random.next_u64() >> 8), id(random.next_u64() >> 8));
            if a == b {
                continue;
            }
            let key = (a.min(b), a.max(b));
            // The share of additions varies, so the set grows and empties.
            if random.next_u64() % 1000 < 200 + (step / 4) % 600 {
                let is_present = map.contains_key(&key);
                assert_eq!(manager.add(a, b, step), !is_present);
                map.entry(key).or_insert(step);
            } else {
                assert_eq!(manager.remove(a, b), map.remove(&key));
            }
            assert_eq!(manager.get(b, a), map.get(&key));
            manager.sanity_check().unwrap();
            assert_eq!(manager.len(), map.len());
        }
        let mut found: Vec<_> = manager
            .pairs()
            .iter()
            .copied()
            .zip(manager.payloads().iter().copied())
            .collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(map));
        manager.clear();
        manager.sanity_check().unwrap();
        assert!(manager.is_empty() && !manager.contains(0, 1));
    }
}

#[test]
fn removal_moves_the_last_pair_into_the_gap() {
    let mut manager = PairManager::new();
    for b in 1..6 {
        manager.add(0, b, ());
    }
    manager.remove(0, 2);
    manager.remove(3, 0);
    assert_eq!(manager.pairs(), [(0, 1), (0, 5), (0, 4)]);
    manager.add(0, 2, ());
    assert_eq!(manager.pairs(), [(0, 1), (0, 5), (0, 4), (0, 2)]);
}

#[test]
fn memory_of_4950_pairs_is_16_to_32_bytes_a_pair() {
    let mut manager = PairManager::<()>::new();
    for a in 0..100 {
        for b in a + 1..100 {
            manager.add(a, b, ());
        }
    }
    let bytes = manager.memory() as f64 / manager.len() as f64;
    assert!((16.0..32.0).contains(&bytes), "{bytes} bytes a pair");
}

#[test]
fn toggles_that_cancel_are_in_neither_list() {
    let toggle = |a, b, begins| PairChange { pair: (a, b), begins };
    let top = super::super::MAX_ID;
    let mut changes = OverlapChanges::default();
    changes.net(&[
        toggle(5, top, true),
        toggle(1, 2, true),
        toggle(0, top, false),
        toggle(1, 2, false),
        toggle(3, 4, false),
        toggle(1, 9, true),
        toggle(3, 4, true),
        toggle(1, 9, false),
        toggle(1, 9, true),
        toggle(3, 4, false),
    ]);
    assert_eq!(changes.begun, [(1, 9), (5, top)]);
    assert_eq!(changes.ended, [(0, top), (3, 4)]);
    assert!(!changes.is_empty());
    changes.net(&[]);
    assert!(changes.is_empty());
}

#[test]
#[should_panic(expected = "do not alternate")]
fn a_repeated_begin_panics() {
    let begins = PairChange {
        pair: (1, 2),
        begins: true,
    };
    OverlapChanges::default().net(&[begins, begins]);
}
