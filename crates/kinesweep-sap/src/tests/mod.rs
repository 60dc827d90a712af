//! The tests of every store: all scenes, compared with brute force after each step.

mod scenes;

use super::{Aabb, Batch, Pair, PairChange, Scalar, Store};
pub(super) use scenes::{Scene, SceneRun};
use std::collections::BTreeSet;

/// Runs a store through every scene. After each batch: the balance of the toggles equals the result
/// of brute force, begins and ends of each pair alternate, [`Store::sanity_check`] holds, and a
/// second store with the same history gives the same toggles.
pub(super) fn check_store<S: Scalar, const D: usize, T: Store<S, D>>(make: impl Fn() -> T) {
    for (number, scene) in Scene::all().into_iter().enumerate() {
        check_scene::<S, D, T>(scene, number as u64, &make);
    }
    check_one_and_none::<S, D, T>(&make);
}

/// Runs a store through the small scenes only.
pub(super) fn check_store_in_small_scenes<S: Scalar, const D: usize, T: Store<S, D>>(make: impl Fn() -> T) {
    let small = Scene::all().into_iter().enumerate().filter(|(_, scene)| scene.is_small());
    for (number, scene) in small {
        check_scene::<S, D, T>(scene, number as u64, &make);
    }
    check_one_and_none::<S, D, T>(&make);
}

/// Runs a store through one scene.
pub(super) fn check_scene<S: Scalar, const D: usize, T: Store<S, D>>(scene: Scene, seed: u64, make: &impl Fn() -> T) {
    let mut run = SceneRun::<S, D>::new(scene, seed);
    let (mut store, mut twin) = (make(), make());
    let mut overlapping = BTreeSet::new();
    for step in 0..scene.steps {
        let batch = run.next_batch();
        let context = format!("step {step} of {scene:?}, seed {seed}");
        apply_and_check(&mut store, &mut twin, &batch, &mut overlapping, &context);
        assert_eq!(store.len(), run.boxes.iter().flatten().count(), "{context}");
        compare(&overlapping, &brute_force(&run.boxes), &context);
    }
}

/// All pairs of boxes that overlap, sorted.
pub(super) fn brute_force<S: Scalar, const D: usize>(boxes: &[Option<Aabb<S, D>>]) -> Vec<Pair> {
    let present: Vec<(u32, &Aabb<S, D>)> = (0..).zip(boxes).filter_map(|(id, at)| Some((id, at.as_ref()?))).collect();
    let mut pairs = Vec::new();
    for (number, (one, at)) in present.iter().enumerate() {
        let later = present[number + 1..].iter();
        pairs.extend(later.filter(|(_, other)| at.overlaps(other)).map(|(other, _)| (*one, *other)));
    }
    pairs
}

fn compare(found: &BTreeSet<Pair>, expected: &[Pair], context: &str) {
    if found.iter().eq(expected) {
        return;
    }
    let expected: BTreeSet<Pair> = expected.iter().copied().collect();
    let missing: Vec<&Pair> = expected.difference(found).collect();
    let excess: Vec<&Pair> = found.difference(&expected).collect();
    panic!("missing {missing:?}, too many {excess:?}, {context}");
}

fn apply_and_check<S: Scalar, const D: usize, T: Store<S, D>>(
    store: &mut T,
    twin: &mut T,
    batch: &Batch<S, D>,
    overlapping: &mut BTreeSet<Pair>,
    context: &str,
) {
    // Toggles are appended: earlier elements stay.
    let stays = PairChange {
        pair: (8, 9),
        begins: true,
    };
    let mut toggles = vec![stays];
    store.apply(batch, &mut toggles);
    let mut again = vec![stays];
    twin.apply(batch, &mut again);
    assert_eq!(toggles, again, "not determined by its history: {context}");
    assert_eq!(toggles[0], stays, "{context}");
    for toggle in &toggles[1..] {
        assert!(toggle.pair.0 < toggle.pair.1, "{toggle:?}, {context}");
        let alternates = match toggle.begins {
            true => overlapping.insert(toggle.pair),
            false => overlapping.remove(&toggle.pair),
        };
        assert!(alternates, "{toggle:?} repeats, {context}");
    }
    if let Err(error) = store.sanity_check() {
        panic!("{error}, {context}");
    }
}

/// Empty batches, one box, and two boxes that are removed and inserted again under the same ids.
fn check_one_and_none<S: Scalar, const D: usize, T: Store<S, D>>(make: &impl Fn() -> T) {
    let (mut store, mut twin) = (make(), make());
    let mut overlapping = BTreeSet::new();
    let mut step = |batch: &Batch<S, D>, expected: &[Pair], len: usize| {
        apply_and_check(&mut store, &mut twin, batch, &mut overlapping, "one and none");
        compare(&overlapping, expected, "one and none");
        assert_eq!((store.len(), store.is_empty()), (len, len == 0));
    };
    let at = |low: f64, high: f64| Aabb {
        min: [S::from_f64(low); D],
        max: [S::from_f64(high); D],
    };
    let inserted = |boxes: &[(u32, Aabb<S, D>)]| Batch {
        inserted: boxes.to_vec(),
        ..Batch::default()
    };
    let moved = |boxes: &[(u32, Aabb<S, D>)]| Batch {
        moved: boxes.to_vec(),
        ..Batch::default()
    };
    let removed = |ids: &[u32]| Batch {
        removed: ids.to_vec(),
        ..Batch::default()
    };
    step(&Batch::default(), &[], 0);
    for _ in 0..2 {
        step(&inserted(&[(7, at(0.0, 1.0))]), &[], 1);
        step(&inserted(&[(3, at(-1.0, -0.0))]), &[(3, 7)], 2);
        step(&Batch::default(), &[(3, 7)], 2);
        // Boxes jump past each other in one step, as neighbours and then from a distance.
        step(&moved(&[(3, at(1.5, 2.0))]), &[], 2);
        step(&moved(&[(3, at(-9.0, -8.0)), (7, at(10.0, 11.0))]), &[], 2);
        step(&moved(&[(3, at(20.0, 21.0)), (7, at(-20.0, -19.0))]), &[], 2);
        // A move may leave the bounds unchanged.
        step(&moved(&[(3, at(20.0, 21.0))]), &[], 2);
        step(&moved(&[(7, at(20.5, 20.5)), (3, at(20.5, 20.5))]), &[(3, 7)], 2);
        step(&removed(&[7]), &[], 1);
        step(
            &Batch {
                removed: vec![3],
                moved: vec![],
                inserted: vec![(7, at(20.0, 21.0))],
            },
            &[],
            1,
        );
        step(&removed(&[7]), &[], 0);
        step(
            &inserted(&[(7, at(0.0, 0.0)), (3, at(0.0, 0.0)), (5, at(0.0, 0.0))]),
            &[(3, 5), (3, 7), (5, 7)],
            3,
        );
        step(&removed(&[3, 7]), &[], 1);
        step(&removed(&[5]), &[], 0);
    }
}

/// A store that compares all pairs, to test the tests.
#[derive(Debug, Default)]
struct BruteForce<S, const D: usize>(Vec<Option<Aabb<S, D>>>);

impl<S: Scalar, const D: usize> Store<S, D> for BruteForce<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        let before: BTreeSet<Pair> = brute_force(&self.0).into_iter().collect();
        for &id in &batch.removed {
            self.0[id as usize] = None;
        }
        for &(id, at) in batch.moved.iter().chain(&batch.inserted) {
            self.0.resize(self.0.len().max(id as usize + 1), None);
            self.0[id as usize] = Some(at);
        }
        let after: BTreeSet<Pair> = brute_force(&self.0).into_iter().collect();
        toggles.extend(before.symmetric_difference(&after).map(|&pair| PairChange {
            pair,
            begins: after.contains(&pair),
        }));
    }

    fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }

    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Option<Aabb<S, D>>>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        match self.0.iter().flatten().all(Aabb::is_valid) {
            true => Ok(()),
            false => Err("a box is not valid".into()),
        }
    }
}

#[test]
fn the_brute_force_store_passes_all_checks() {
    check_store::<f32, 2, _>(BruteForce::default);
    check_store::<f64, 3, _>(BruteForce::default);
}

#[test]
fn every_scene_has_some_but_not_all_pairs_overlapping() {
    for scene in Scene::all() {
        let mut run = SceneRun::<f64, 3>::new(scene, 1);
        let mut seen = 0;
        for _ in 0..scene.steps {
            run.next_batch();
            seen += brute_force(&run.boxes).len();
        }
        let all = scene.steps * scene.boxes * (scene.boxes - 1) / 2;
        assert!(seen > 0 && seen < all, "{scene:?}: {seen} of {all}");
    }
}
