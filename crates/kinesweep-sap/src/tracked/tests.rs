use super::super::ArraySap;
use super::super::tests::{Scene, SceneRun, brute_force};
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

type World = Tracked<f32, 2, RecordingStore>;

/// A store that records the last batch.
#[derive(Clone, Debug, Default)]
struct RecordingStore {
    store: ArraySap<f32, 2>,
    batch: Batch<f32, 2>,
}

impl Store<f32, 2> for RecordingStore {
    fn apply(&mut self, batch: &Batch<f32, 2>, toggles: &mut Vec<PairChange>) {
        self.batch.clone_from(batch);
        self.store.apply(batch, toggles);
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn memory(&self) -> usize {
        self.store.memory()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.store.sanity_check()
    }
}

fn square(x: f32) -> Aabb<f32, 2> {
    Aabb {
        min: [x, 0.0],
        max: [x + 1.0, 1.0],
    }
}

fn check_changes_in_small_scenes<S: Scalar, const D: usize>() {
    for (number, scene) in Scene::all().into_iter().enumerate().filter(|(_, scene)| scene.boxes < 100) {
        let mut run = SceneRun::<S, D>::new(scene, number as u64);
        let mut world = Tracked::<S, D, ArraySap<S, D>>::default();
        let mut before = BTreeSet::new();
        for _ in 0..scene.steps {
            let batch = run.next_batch();
            batch.removed.iter().for_each(|&id| world.remove(id).unwrap());
            batch.moved.iter().for_each(|&(id, to)| world.update(id, to).unwrap());
            batch.inserted.iter().for_each(|&(id, at)| world.insert(id, at).unwrap());
            let changes = world.commit().clone();
            let after: BTreeSet<Pair> = brute_force(&run.boxes).into_iter().collect();
            assert!(changes.begun.iter().eq(after.difference(&before)), "{scene:?}");
            assert!(changes.ended.iter().eq(before.difference(&after)), "{scene:?}");
            assert_eq!(world.pairs().iter().copied().collect::<BTreeSet<_>>(), after);
            assert_eq!(world.pairs().len(), after.len());
            world.sanity_check().unwrap();
            world.audit().unwrap();
            before = after;
        }
    }
}

#[test]
fn begun_ended_and_pairs_agree_with_brute_force() {
    check_changes_in_small_scenes::<f32, 2>();
    check_changes_in_small_scenes::<f64, 3>();
}

/// Random calls in random order; the oracle is a table of the present boxes. Only the state at the
/// commit counts.
#[test]
fn random_calls_within_a_frame_give_the_net_change() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut world = World::new();
    let mut there: Vec<Option<Aabb<f32, 2>>> = vec![None; 12];
    for frame in 0..2_000 {
        let committed = there.clone();
        for _ in 0..random.next_u64() % 20 {
            let id = (random.next_u64() % 12) as u32;
            let at = square((random.next_u64() % 10) as f32);
            let present = &mut there[id as usize];
            let (done, possible) = match random.next_u64() % 3 {
                0 => (world.insert(id, at), present.is_none()),
                1 => (world.update(id, at), present.is_some()),
                _ => (world.remove(id), present.is_some()),
            };
            match (done, possible) {
                (Ok(()), true) => *present = if world.contains(id) { Some(at) } else { None },
                (Err(BoxError::AlreadyThere { id: named } | BoxError::Unknown { id: named }), false) => assert_eq!(named, id),
                (done, _) => panic!("{done:?}"),
            }
            assert_eq!(world.get(id), there[id as usize].as_ref());
            assert_eq!(world.len(), there.iter().flatten().count());
        }
        let before = brute_force(&committed);
        let after = brute_force(&there);
        let changes = world.commit();
        let only = |these: &[Pair], those: &[Pair]| -> Vec<Pair> {
            these.iter().filter(|pair| !those.contains(pair)).copied().collect()
        };
        assert_eq!(changes.begun, only(&after, &before), "frame {frame}");
        assert_eq!(changes.ended, only(&before, &after), "frame {frame}");
        assert!(world.store().batch.len() <= 12);
        world.sanity_check().unwrap();
        world.audit().unwrap();
    }
}

#[test]
fn calls_that_cancel_or_change_nothing_are_not_in_the_batch() {
    let mut world = World::new();
    world.insert(1, square(0.0)).unwrap();
    world.remove(1).unwrap();
    world.commit();
    assert!(world.store().batch.is_empty());
    world.insert(1, square(0.0)).unwrap();
    world.commit();
    assert_eq!(world.store().batch.inserted.len(), 1);
    world.update(1, square(-0.0)).unwrap();
    world.commit();
    assert!(world.store().batch.is_empty());
    world.remove(1).unwrap();
    world.insert(1, square(3.0)).unwrap();
    world.update(1, square(4.0)).unwrap();
    world.commit();
    assert_eq!(world.store().batch.moved, [(1, square(4.0))]);
    assert_eq!(world.store().batch.len(), 1);
    // Moved first, then removed, or moved again.
    world.insert(2, square(0.5)).unwrap();
    world.commit();
    world.update(1, square(5.0)).unwrap();
    world.update(2, square(5.5)).unwrap();
    world.remove(1).unwrap();
    world.update(2, square(6.5)).unwrap();
    world.commit();
    assert_eq!(
        (&world.store().batch.removed[..], &world.store().batch.moved[..]),
        (&[1][..], &[(2, square(6.5))][..])
    );
    world.insert(1, square(0.0)).unwrap();
    world.commit();
    world.update(1, square(6.0)).unwrap();
    world.remove(1).unwrap();
    world.insert(1, square(7.0)).unwrap();
    assert_eq!(world.commit().begun, [(1, 2)]);
    assert_eq!(world.store().batch.moved, [(1, square(7.0))]);
    world.audit().unwrap();
}

#[test]
fn invalid_boxes_and_ids_are_refused_and_change_nothing() {
    let mut world = World::new().with_id_bound(100);
    world.insert(1, square(0.0)).unwrap();
    world.insert(2, square(0.5)).unwrap();
    world.commit();
    let min_above_max = Aabb {
        min: [0.0, 2.0],
        max: [1.0, 1.0],
    };
    let nan = Aabb {
        min: [0.0, 0.0],
        max: [f32::NAN, 1.0],
    };
    let inverted = BoxError::MinAboveMax {
        id: 1,
        axis: 1,
        min: 2.0,
        max: 1.0,
    };
    assert_eq!(world.update(1, min_above_max), Err(inverted));
    assert_eq!(inverted.to_string(), "box 1 has its min 2 above its max 1 on axis 1");
    for refused in [world.update(2, nan), world.insert(3, nan)] {
        assert!(matches!(refused, Err(BoxError::NotANumber { axis: 0, max, .. }) if max.is_nan()));
    }
    assert_eq!(world.insert(1, square(0.0)), Err(BoxError::AlreadyThere { id: 1 }));
    assert_eq!(
        world.insert(100, square(0.0)),
        Err(BoxError::IdTooLarge { id: 100, bound: 100 })
    );
    assert_eq!(
        world.insert(u32::MAX, square(0.0)),
        Err(BoxError::IdTooLarge {
            id: u32::MAX,
            bound: 100
        })
    );
    assert_eq!(world.update(3, square(0.0)), Err(BoxError::Unknown { id: 3 }));
    assert_eq!(world.remove(u32::MAX), Err(BoxError::Unknown { id: u32::MAX }));
    assert!(world.changed.is_empty() && world.boxes.len() == 3);
    assert!(world.commit().is_empty());
    assert_eq!((world.pairs(), world.len()), (&[(1, 2)][..], 2));
    assert!(world.overlap(2, 1) && !world.overlap(1, 3));
    assert_eq!(World::new().with_id_bound(u32::MAX).id_bound, MAX_ID + 1);

    let full = Tracked::<f32, 2, _>::with_store(world.store().clone());
    assert_eq!(full.err(), Some(BoxError::StoreNotEmpty { len: 2 }));
    assert!(Tracked::<f32, 2, _>::with_store(ArraySap::new()).is_ok());
}

#[test]
fn audit_requires_a_commit_and_reports_a_missing_pair() {
    let mut world = World::new();
    world.insert(0, square(0.0)).unwrap();
    assert_eq!(world.audit(), Err("1 boxes wait for a commit".into()));
    world.insert(1, square(0.0)).unwrap();
    world.commit();
    world.audit().unwrap();
    world.pairs.remove(0, 1);
    assert!(world.audit().unwrap_err().contains("missing [(0, 1)]"));
}

#[test]
fn memory_of_4096_boxes_is_57_to_115_bytes_a_box() {
    let count = 4096;
    let mut world = Tracked::<f32, 3, ArraySap<f32, 3>>::new();
    for id in 0..count {
        let corner = [id as f32 * 2.0, 0.0, 0.0];
        world
            .insert(
                id,
                Aabb {
                    min: corner,
                    max: corner,
                },
            )
            .unwrap();
    }
    world.commit();
    let own = (world.memory() - world.store().memory()) as f64 / f64::from(count);
    // 29 bytes for an id and 28 for its insertion; growing vectors may add as much again in spare
    // capacity.
    assert!((57.0..115.0).contains(&own), "{own} bytes a box");
}
