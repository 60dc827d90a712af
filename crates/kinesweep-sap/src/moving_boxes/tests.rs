use super::*;
use std::collections::BTreeMap;

fn recipe(kind: MovingBoxesKind, count: u32) -> MovingBoxesRecipe {
    MovingBoxesRecipe {
        count,
        kind,
        moving: count / 10,
        turnover: count / 200,
        seed: 7,
    }
}

fn volume<const D: usize>(aabb: &Aabb<f64, D>) -> f64 {
    (0..D).map(|axis| aabb.max[axis] - aabb.min[axis]).product()
}

fn inside<const D: usize>(one: &Aabb<f64, D>, all: &Aabb<f64, D>) -> bool {
    (0..D).all(|axis| all.min[axis] <= one.min[axis] && one.max[axis] <= all.max[axis])
}

fn density<const D: usize>(kind: MovingBoxesKind) -> f64 {
    let drift = MovingBoxes::<f64, D>::new(recipe(kind, 3000));
    let floor = usize::from(kind == MovingBoxesKind::Floor);
    drift.boxes().skip(floor).map(|(_, aabb)| volume(&aabb)).sum::<f64>() / volume(&drift.bounds())
}

#[test]
fn boxes_fill_a_twentieth_of_the_world() {
    for kind in MovingBoxesKind::ALL {
        for density in [density::<2>(kind), density::<3>(kind)] {
            assert!((density - 0.05).abs() < 0.0005, "{kind:?}: {density}");
        }
    }
}

/// Applies the batches of a drift to a map and checks every documented property on the way.
fn check_steps<const D: usize>(recipe: MovingBoxesRecipe, steps: u32) {
    let mut drift = MovingBoxes::<f64, D>::new(recipe);
    let mut single = MovingBoxes::<f32, D>::new(recipe);
    let bounds = drift.bounds();
    let mut present: BTreeMap<u32, Aabb<f64, D>> = drift.boxes().collect();
    let floor = (recipe.kind == MovingBoxesKind::Floor && recipe.count > 0).then(|| present[&0]);
    let turnover = recipe.turnover as usize;
    for step in 0..steps {
        let batch = drift.step();
        let batch_f32 = single.step();
        assert_eq!(batch.removed, batch_f32.removed);
        assert_eq!((batch.removed.len(), batch.inserted.len()), (turnover, turnover));
        assert!(batch.moved.len() <= recipe.moving as usize && batch.moved.len() + turnover >= recipe.moving as usize);
        assert!(batch.moved.is_sorted_by_key(|(id, _)| *id));
        let mut ids: Vec<u32> = batch.removed.clone();
        ids.extend(batch.moved.iter().chain(&batch.inserted).map(|(id, _)| *id));
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "an id occurs at most once");
        for id in &batch.removed {
            assert!(present.remove(id).is_some(), "step {step}: {id} is not there");
        }
        for (id, aabb) in &batch.moved {
            let before = present.insert(*id, *aabb).expect("only present boxes move");
            for axis in 0..D {
                let width = before.max[axis] - before.min[axis];
                assert_eq!(aabb.max[axis] - aabb.min[axis], width, "no box changes its size");
                assert!((aabb.min[axis] - before.min[axis]).abs() <= 0.1 * width + 0.002);
            }
        }
        for (id, aabb) in &batch.inserted {
            assert!(present.insert(*id, *aabb).is_none(), "step {step}: {id} is there already");
        }
        for (one, other) in batch
            .moved
            .iter()
            .chain(&batch.inserted)
            .zip(batch_f32.moved.iter().chain(&batch_f32.inserted))
        {
            assert!(one.0 == other.0 && one.1.is_valid() && inside(&one.1, &bounds));
            assert_eq!(
                (one.1.min, one.1.max),
                (other.1.min.map(f64::from), other.1.max.map(f64::from))
            );
        }
        assert_eq!(present.len(), recipe.count as usize);
        assert!(present.keys().all(|&id| (id as usize) < drift.numbers()));
        assert!(drift.boxes().eq(present.iter().map(|(id, aabb)| (*id, *aabb))));
        if let Some(floor) = floor {
            assert_eq!(present[&0], floor);
        }
    }
}

#[test]
fn batches_contain_all_changes_and_boxes_stay_inside() {
    for kind in MovingBoxesKind::ALL {
        let sparse = recipe(kind, 400);
        check_steps::<2>(sparse, 300);
        check_steps::<3>(sparse, 300);
        let all = MovingBoxesRecipe { moving: 399, ..sparse };
        check_steps::<3>(all, 100);
        check_steps::<1>(all, 100);
        check_steps::<3>(MovingBoxesRecipe { turnover: 0, ..all }, 100);
        check_steps::<3>(MovingBoxesRecipe { moving: 0, ..sparse }, 20);
        check_steps::<2>(MovingBoxesRecipe { turnover: 399, ..all }, 20);
    }
}

#[test]
fn zero_to_three_boxes_and_counts_above_all_are_valid() {
    for kind in MovingBoxesKind::ALL {
        for count in 0..4 {
            let some = MovingBoxesRecipe {
                moving: 0,
                turnover: 0,
                ..recipe(kind, count)
            };
            check_steps::<3>(some, 3);
        }
    }
    // Counts above the number of boxes are cut down to it.
    let greedy = MovingBoxesRecipe {
        moving: 99,
        turnover: 99,
        ..recipe(MovingBoxesKind::Floor, 10)
    };
    let mut drift = MovingBoxes::<f32, 3>::new(greedy);
    assert_eq!(drift.step().removed.len(), 9);
    assert_eq!(drift.step().moved.len(), 0);
    assert_eq!(drift.boxes().count(), 10);
}

#[test]
fn coordinates_are_multiples_of_the_finest_unit_exact_in_f32() {
    for (count, kind, unit) in [
        (2000, MovingBoxesKind::Cubes, 65_536.0),
        (2000, MovingBoxesKind::Mixed, 65_536.0),
        (100_000, MovingBoxesKind::Mixed, 32_768.0),
        (100_000, MovingBoxesKind::Flat, 32_768.0),
    ] {
        let mut drift = MovingBoxes::<f64, 3>::new(recipe(kind, count));
        let batch = drift.step().clone();
        let all = drift.boxes().chain(batch.moved).chain(batch.inserted);
        let mut odd = false;
        for coordinate in all.flat_map(|(_, aabb)| [aabb.min, aabb.max]).flatten() {
            assert_eq!((coordinate * unit).fract(), 0.0);
            assert_eq!(f64::from(coordinate as f32), coordinate);
            odd |= (coordinate * unit / 2.0).fract() != 0.0;
        }
        assert!(odd, "{kind:?}: the grid is no coarser than it has to be");
    }
}

#[test]
fn movers_advance_a_tenth_of_their_width_in_all_directions() {
    let all = MovingBoxesRecipe {
        moving: 2000,
        turnover: 0,
        ..recipe(MovingBoxesKind::Mixed, 2000)
    };
    let mut drift = MovingBoxes::<f64, 3>::new(all);
    let before: Vec<_> = drift.boxes().collect();
    let mut sides = [[0; 2]; 3];
    let mut whole = 0;
    for ((_, was), (_, is)) in before.iter().zip(&drift.step().moved) {
        let parts: [f64; 3] = std::array::from_fn(|axis| is.min[axis] - was.min[axis]);
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        // Less only where the box has bounced.
        let share = length / (was.max[0] - was.min[0]);
        assert!(share < 0.1 * 1.01, "{share}");
        whole += usize::from(share > 0.1 * 0.99);
        for axis in 0..3 {
            sides[axis][usize::from(parts[axis] > 0.0)] += 1;
        }
    }
    assert!(whole > 1900, "{whole}");
    assert!(
        sides.as_flattened().iter().all(|count| (900..1100).contains(count)),
        "{sides:?}"
    );
}

#[test]
fn equal_recipes_give_equal_boxes_and_other_seeds_do_not() {
    let run = |seed| {
        let mut drift = MovingBoxes::<f64, 3>::new(MovingBoxesRecipe {
            seed,
            ..recipe(MovingBoxesKind::Clusters, 500)
        });
        (0..20).for_each(|_| drop(drift.step().clone()));
        drift.boxes().collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn boxes_after_50_steps_have_the_golden_hashes() {
    /// Fowler, Noll and Vo's hash of the bits of all boxes after 50 steps, for each kind.
    const GOLDEN: [u64; 5] = [
        8_567_255_292_903_102_533,
        17_323_939_217_768_912_965,
        11_536_591_335_403_493_445,
        6_338_684_796_953_368_645,
        9_248_172_587_602_876_485,
    ];
    let hashes = MovingBoxesKind::ALL.map(|kind| {
        let mut drift = MovingBoxes::<f64, 3>::new(recipe(kind, 1500));
        (0..50).for_each(|_| drop(drift.step().clone()));
        let bits = drift.boxes().flat_map(|(_, aabb)| [aabb.min, aabb.max]).flatten();
        bits.fold(0xcbf2_9ce4_8422_2325_u64, |hash, coordinate| {
            (hash ^ coordinate.to_bits()).wrapping_mul(0x100_0000_01b3)
        })
    });
    assert_eq!(hashes, GOLDEN);
}

/// The number of overlapping pairs per box.
fn pairs(kind: MovingBoxesKind, steps: u32) -> f64 {
    let mut drift = MovingBoxes::<f64, 3>::new(MovingBoxesRecipe {
        moving: 2000,
        ..recipe(kind, 2000)
    });
    (0..steps).for_each(|_| drop(drift.step().clone()));
    let boxes: Vec<_> = drift.boxes().collect();
    let found = boxes.iter().enumerate().map(|(number, (_, one))| {
        let later = &boxes[number + 1..];
        later.iter().filter(|(_, other)| one.overlaps(other)).count()
    });
    found.sum::<usize>() as f64 / 2000.0
}

#[test]
fn overlaps_of_each_kind_are_as_documented_after_400_steps() {
    for steps in [0, 400] {
        // A cube of width 1 overlaps those with their middle less than 1 away on each axis: 8 *
        // 5 %, half of it for counting once.
        let cubes = pairs(MovingBoxesKind::Cubes, steps);
        assert!((0.17..0.25).contains(&cubes), "{cubes}");
        let clusters = pairs(MovingBoxesKind::Clusters, steps);
        assert!(clusters > 2.0 * cubes, "{clusters} after {steps} steps");
        let flat = MovingBoxes::<f64, 3>::new(recipe(MovingBoxesKind::Flat, 2000)).bounds();
        assert!(flat.max[2] == 1.0 && flat.max[0] > 60.0);
        // One box in thirty is on the floor.
        let floor = pairs(MovingBoxesKind::Floor, steps) - cubes;
        assert!((0.0..0.1).contains(&floor), "{floor}");
    }
    let widths: Vec<f64> = MovingBoxes::<f64, 3>::new(recipe(MovingBoxesKind::Mixed, 2000))
        .boxes()
        .map(|(_, aabb)| aabb.max[0] - aabb.min[0])
        .collect();
    let least = widths.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = widths.iter().copied().fold(0.0, f64::max);
    assert!((0.0999..0.11).contains(&least) && (9.0..10.0001).contains(&greatest));
}
