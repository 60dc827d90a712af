use super::super::tests::check_store;
use super::super::{Aabb, Pair};
use super::*;

#[test]
fn agrees_with_brute_force_f32_2d() {
    check_store::<f32, 2, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f32_3d() {
    check_store::<f32, 3, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f64_2d() {
    check_store::<f64, 2, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f64_3d() {
    check_store::<f64, 3, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_on_a_line_and_in_four_dimensions() {
    check_store::<f32, 1, _>(ArraySap::new);
    check_store::<f64, 4, _>(ArraySap::new);
}

fn insertions<S: Scalar, const D: usize>(inserted: Vec<(u32, Aabb<S, D>)>) -> Batch<S, D> {
    Batch {
        inserted,
        ..Batch::default()
    }
}

fn moves<S: Scalar, const D: usize>(moved: Vec<(u32, Aabb<S, D>)>) -> Batch<S, D> {
    Batch {
        moved,
        ..Batch::default()
    }
}

/// A row of cubes, each in contact with its neighbours.
fn row(count: u32) -> Vec<(u32, Aabb<f32, 3>)> {
    let cube = |id: u32| Aabb {
        min: [id as f32, 0.0, 0.0],
        max: [id as f32 + 1.0, 1.0, 1.0],
    };
    (0..count).map(|id| (id, cube(id))).collect()
}

#[test]
fn memory_of_10_000_boxes_is_at_most_107_bytes_a_box() {
    let count = 10_000;
    let mut sap = ArraySap::new();
    let inserted = row(count);
    sap.apply(&insertions(inserted), &mut Vec::new());
    let bytes = sap.memory() as f64 / f64::from(count);
    assert!((72.0..72.0 + 6.0 + 28.0 + 1.0).contains(&bytes), "{bytes} bytes a box");
}

/// Half of all boxes are replaced in each round: passes run forward and backward, and the buffer
/// stays below a bound.
#[test]
fn repeated_replacement_alternates_passes_and_bounds_the_buffer() {
    let count = 400;
    let mut sap = ArraySap::new();
    let mut toggles = Vec::new();
    let all = row(count);
    let half = |parity: u32| all.iter().copied().filter(move |(id, _)| id % 2 == parity);
    let mut batch = Batch::default();
    batch.inserted.extend(half(0));
    sap.apply(&batch, &mut toggles);
    let (mut forward, mut backward) = (0, 0);
    for round in 0..40 {
        let start = sap.lists[0].start;
        let (gone, come) = if round % 2 == 0 { (0, 1) } else { (1, 0) };
        let batch = Batch {
            removed: half(gone).map(|(id, _)| id).collect(),
            moved: vec![],
            inserted: half(come).collect(),
        };
        sap.apply(&batch, &mut toggles);
        sap.sanity_check().unwrap();
        *if sap.lists[0].start < start {
            &mut forward
        } else {
            &mut backward
        } += 1;
        assert!(toggles.is_empty());
        let most = 2 * count as usize * 5 / 2;
        assert!(sap.lists.iter().all(|list| list.ends.len() < most));
    }
    assert!(forward > 5 && backward > 5, "{forward} forward, {backward} backward");
}

/// Toggles are more than the balance: a box that jumps past another begins and then ends to overlap
/// it.
#[test]
fn a_box_that_jumps_past_another_begins_then_ends() {
    let mut sap = ArraySap::new();
    let mut toggles = Vec::new();
    let at = |x: f64| Aabb {
        min: [x, 0.0],
        max: [x + 1.0, 1.0],
    };
    let inserted = (0..10).map(|id| (id, at(f64::from(id) * 10.0))).collect();
    sap.apply(&insertions(inserted), &mut toggles);
    // First one box alone (local sort); then all at once, each past the next.
    let moved = vec![(0, at(15.0))];
    sap.apply(&moves(moved), &mut toggles);
    let found: Vec<(Pair, bool)> = toggles.drain(..).map(|toggle| (toggle.pair, toggle.begins)).collect();
    assert_eq!(found, [((0, 1), true), ((0, 1), false)]);
    let moved = (0..10).map(|id| (id, at(f64::from(id) * -10.0))).collect();
    sap.apply(&moves(moved), &mut toggles);
    toggles.sort_by_key(|toggle| toggle.pair);
    assert!(toggles.len() >= 2 * 30);
    for pair in toggles.chunk_by(|a, b| a.pair == b.pair) {
        assert!(pair.len() == 2 && pair[0].begins && !pair[1].begins, "{pair:?}");
    }
    sap.sanity_check().unwrap();
}

/// Boxes that all move by the same vector stay in order: the global sort emits no toggle.
#[test]
fn a_common_translation_toggles_nothing() {
    let mut sap = ArraySap::new();
    let mut toggles = Vec::new();
    let inserted = row(50);
    sap.apply(&insertions(inserted), &mut toggles);
    assert_eq!(toggles.len(), 49);
    toggles.clear();
    let by = |value: f32| value + 7.0;
    let moved = row(50).into_iter().map(|(id, at)| {
        let to = Aabb {
            min: at.min.map(by),
            max: at.max.map(by),
        };
        (id, to)
    });
    let moved = moved.collect();
    sap.apply(&moves(moved), &mut toggles);
    assert!(toggles.is_empty());
}
