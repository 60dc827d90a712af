use super::*;
use std::collections::BTreeMap;

fn recipe(kind: DriftKind, count: u32) -> DriftRecipe {
    DriftRecipe {
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

fn density<const D: usize>(kind: DriftKind) -> f64 {
    let drift = Drift::<f64, D>::new(recipe(kind, 3000));
    let floor = usize::from(kind == DriftKind::Floor);
    drift.boxes().skip(floor).map(|(_, aabb)| volume(&aabb)).sum::<f64>() / volume(&drift.bounds())
}

#[test]
fn the_boxes_fill_a_twentieth() {
    for kind in DriftKind::ALL {
        for density in [density::<2>(kind), density::<3>(kind)] {
            assert!((density - 0.05).abs() < 0.0005, "{kind:?}: {density}");
        }
    }
}

/// Plays a drift against a map of what its batches say; checks every promise on the way.
fn plays<const D: usize>(recipe: DriftRecipe, steps: u32) {
    let mut drift = Drift::<f64, D>::new(recipe);
    let mut single = Drift::<f32, D>::new(recipe);
    let bounds = drift.bounds();
    let mut known: BTreeMap<u32, Aabb<f64, D>> = drift.boxes().collect();
    let floor = (recipe.kind == DriftKind::Floor && recipe.count > 0).then(|| known[&0]);
    let turnover = recipe.turnover as usize;
    for step in 0..steps {
        let batch = drift.step();
        let halved = single.step();
        assert_eq!(batch.removed, halved.removed);
        assert_eq!((batch.removed.len(), batch.inserted.len()), (turnover, turnover));
        assert!(batch.moved.len() <= recipe.moving as usize && batch.moved.len() + turnover >= recipe.moving as usize);
        assert!(batch.moved.is_sorted_by_key(|(id, _)| *id));
        let mut named: Vec<u32> = batch.removed.clone();
        named.extend(batch.moved.iter().chain(&batch.inserted).map(|(id, _)| *id));
        named.sort_unstable();
        assert!(named.windows(2).all(|pair| pair[0] < pair[1]), "named at most once");
        for id in &batch.removed {
            assert!(known.remove(id).is_some(), "step {step}: {id} is not there");
        }
        for (id, aabb) in &batch.moved {
            let before = known.insert(*id, *aabb).expect("only what is there moves");
            for axis in 0..D {
                let width = before.max[axis] - before.min[axis];
                assert_eq!(aabb.max[axis] - aabb.min[axis], width, "no box changes its size");
                assert!((aabb.min[axis] - before.min[axis]).abs() <= 0.1 * width + 0.002);
            }
        }
        for (id, aabb) in &batch.inserted {
            assert!(known.insert(*id, *aabb).is_none(), "step {step}: {id} is there already");
        }
        for (one, other) in batch
            .moved
            .iter()
            .chain(&batch.inserted)
            .zip(halved.moved.iter().chain(&halved.inserted))
        {
            assert!(one.0 == other.0 && one.1.is_valid() && inside(&one.1, &bounds));
            assert_eq!(
                (one.1.min, one.1.max),
                (other.1.min.map(f64::from), other.1.max.map(f64::from))
            );
        }
        assert_eq!(known.len(), recipe.count as usize);
        assert!(known.keys().all(|&id| (id as usize) < drift.numbers()));
        assert!(drift.boxes().eq(known.iter().map(|(id, aabb)| (*id, *aabb))));
        if let Some(floor) = floor {
            assert_eq!(known[&0], floor);
        }
    }
}

#[test]
fn batches_tell_all_that_changes_and_boxes_stay_inside() {
    for kind in DriftKind::ALL {
        let sparse = recipe(kind, 400);
        plays::<2>(sparse, 300);
        plays::<3>(sparse, 300);
        let all = DriftRecipe { moving: 399, ..sparse };
        plays::<3>(all, 100);
        plays::<1>(all, 100);
        plays::<3>(DriftRecipe { turnover: 0, ..all }, 100);
        plays::<3>(DriftRecipe { moving: 0, ..sparse }, 20);
        plays::<2>(DriftRecipe { turnover: 399, ..all }, 20);
    }
}

#[test]
fn few_boxes_are_as_good_as_many() {
    for kind in DriftKind::ALL {
        for count in 0..4 {
            let some = DriftRecipe {
                moving: 0,
                turnover: 0,
                ..recipe(kind, count)
            };
            plays::<3>(some, 3);
        }
    }
    // What is asked for beyond all is cut down to all.
    let greedy = DriftRecipe {
        moving: 99,
        turnover: 99,
        ..recipe(DriftKind::Floor, 10)
    };
    let mut drift = Drift::<f32, 3>::new(greedy);
    assert_eq!(drift.step().removed.len(), 9);
    assert_eq!(drift.step().moved.len(), 0);
    assert_eq!(drift.boxes().count(), 10);
}

#[test]
fn coordinates_are_multiples_of_the_finest_that_single_precision_holds() {
    for (count, kind, unit) in [
        (2000, DriftKind::Cubes, 65_536.0),
        (2000, DriftKind::Mixed, 65_536.0),
        (100_000, DriftKind::Mixed, 32_768.0),
        (100_000, DriftKind::Flat, 32_768.0),
    ] {
        let mut drift = Drift::<f64, 3>::new(recipe(kind, count));
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
fn movers_go_a_tenth_of_their_width_in_all_directions() {
    let all = DriftRecipe {
        moving: 2000,
        turnover: 0,
        ..recipe(DriftKind::Mixed, 2000)
    };
    let mut drift = Drift::<f64, 3>::new(all);
    let before: Vec<_> = drift.boxes().collect();
    let mut sides = [[0; 2]; 3];
    let mut whole = 0;
    for ((_, was), (_, is)) in before.iter().zip(&drift.step().moved) {
        let parts: [f64; 3] = std::array::from_fn(|axis| is.min[axis] - was.min[axis]);
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        // Less only where it bounced in between.
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
fn recipes_give_the_same_boxes_again_and_seeds_differ() {
    let run = |seed| {
        let mut drift = Drift::<f64, 3>::new(DriftRecipe {
            seed,
            ..recipe(DriftKind::Clusters, 500)
        });
        (0..20).for_each(|_| drop(drift.step().clone()));
        drift.boxes().collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn the_boxes_are_the_same_on_every_machine() {
    /// Fowler, Noll and Vo's hash of the bits of all boxes after 50 steps, for each kind.
    const GOLDEN: [u64; 5] = [
        8_567_255_292_903_102_533,
        17_323_939_217_768_912_965,
        11_536_591_335_403_493_445,
        6_338_684_796_953_368_645,
        9_248_172_587_602_876_485,
    ];
    let hashes = DriftKind::ALL.map(|kind| {
        let mut drift = Drift::<f64, 3>::new(recipe(kind, 1500));
        (0..50).for_each(|_| drop(drift.step().clone()));
        let bits = drift.boxes().flat_map(|(_, aabb)| [aabb.min, aabb.max]).flatten();
        bits.fold(0xcbf2_9ce4_8422_2325_u64, |hash, coordinate| {
            (hash ^ coordinate.to_bits()).wrapping_mul(0x100_0000_01b3)
        })
    });
    assert_eq!(hashes, GOLDEN);
}

/// Pairs that overlap, of every box the share.
fn pairs(kind: DriftKind, steps: u32) -> f64 {
    let mut drift = Drift::<f64, 3>::new(DriftRecipe {
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
fn kinds_are_what_they_say_and_stay_so() {
    for steps in [0, 400] {
        // A cube of width 1 overlaps those whose middle is less than 1 away on each axis: 8 * 5 %, half of it for counting once.
        let cubes = pairs(DriftKind::Cubes, steps);
        assert!((0.17..0.25).contains(&cubes), "{cubes}");
        let clusters = pairs(DriftKind::Clusters, steps);
        assert!(clusters > 2.0 * cubes, "{clusters} after {steps} steps");
        let flat = Drift::<f64, 3>::new(recipe(DriftKind::Flat, 2000)).bounds();
        assert!(flat.max[2] == 1.0 && flat.max[0] > 60.0);
        // One box in thirty is on the floor.
        let floor = pairs(DriftKind::Floor, steps) - cubes;
        assert!((0.0..0.1).contains(&floor), "{floor}");
    }
    let widths: Vec<f64> = Drift::<f64, 3>::new(recipe(DriftKind::Mixed, 2000))
        .boxes()
        .map(|(_, aabb)| aabb.max[0] - aabb.min[0])
        .collect();
    let least = widths.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = widths.iter().copied().fold(0.0, f64::max);
    assert!((0.0999..0.11).contains(&least) && (9.0..10.0001).contains(&greatest));
}
