//! Fuzz target: all frame-based broad phases against brute force. Boxes with unusual coordinates
//! are inserted, moved and removed.

use super::Random;
use super::numbers::{EDGE_VALUES, any};
use kinesweep_sap::one_shot::{Finder, Method};
use kinesweep_sap::{
    Aabb, ArraySap, BoxError, Grid, GridSap, Layout, Octree, Pair, Scalar, SegmentedSap, Store, SweepSap, Tracked,
};

/// Ids are below this number, refused ones included.
const IDS: u64 = 24;

/// A chunk capacity small enough for frequent splits and merges.
const SMALL_CHUNK: usize = 4;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    // Both scalars and dimensions two to four, but not each combination, which would take minutes
    // to compile.
    match random.below(3) {
        0 => run_structure::<f32, 2>(random),
        1 => run_structure::<f64, 3>(random),
        _ => run_structure::<f32, 4>(random),
    }
}

fn run_structure<S: Scalar, const D: usize>(random: &mut Random) {
    match random.below(10) {
        0 => check_one_shot::<S, D>(random),
        1 => check_frames(SweepSap::<S, D>::default(), random),
        2 => check_frames(ArraySap::<S, D>::default(), random),
        3 => check_frames(SegmentedSap::<S, D>::default(), random),
        4 => check_frames(SegmentedSap::<S, D, SMALL_CHUNK>::default(), random),
        5 => check_frames(Octree::<S, D>::with_capacity(random.below(4) as usize), random),
        6 => check_frames(GridSap::<S, D>::default(), random),
        7 => check_frames(Grid::<S, D, SweepSap<S, D>>::new(layout(random)), random),
        8 => check_frames(Grid::<S, D, ArraySap<S, D>>::new(layout(random)), random),
        _ => check_frames(Grid::<S, D, SegmentedSap<S, D, SMALL_CHUNK>>::new(layout(random)), random),
    }
}

fn layout<S: Scalar, const D: usize>(random: &mut Random) -> Layout<S, D> {
    match random.below(4) {
        0 | 1 => Layout::Population(1 + random.below(4) as usize),
        2 => Layout::Side(random.of(&[0.5, 1.0, 3.0, 1e-3, 1e6])),
        _ => {
            let low = S::from_f64(-random.uniform(0.0, 6.0));
            let high = S::from_f64(random.uniform(0.1, 6.0));
            Layout::Fixed {
                side: random.of(&[0.5, 2.0, 100.0]),
                region: Aabb {
                    min: [low; D],
                    max: [high; D],
                },
            }
        }
    }
}

/// The distribution of the boxes of a case: on a lattice, with many ties, or not.
#[derive(Clone, Copy)]
struct BoxGenerator {
    lattice: bool,
}

impl BoxGenerator {
    fn number<S: Scalar>(self, random: &mut Random) -> S {
        let value = if self.lattice {
            random.below(8) as f64 - 4.0
        } else if random.below(8) == 0 {
            random.of(&EDGE_VALUES)
        } else {
            any(random)
        };
        S::from_f64(value)
    }

    /// A random box, mostly valid.
    fn aabb<S: Scalar, const D: usize>(self, random: &mut Random) -> Aabb<S, D> {
        let mut aabb = Aabb::default();
        let disordered = random.below(8) == 0;
        for axis in 0..D {
            let (a, b) = (self.number(random), self.number(random));
            let valid = [(a, b), (b, a), (a, a), (S::from_f64(0.0), S::from_f64(-0.0))];
            (aabb.min[axis], aabb.max[axis]) = if disordered {
                (a, b)
            } else {
                valid.into_iter().find(|(low, high)| low <= high).expect("zeros are equal")
            };
        }
        aabb
    }

    fn valid<S: Scalar, const D: usize>(self, random: &mut Random) -> Aabb<S, D> {
        let aabb = self.aabb(random);
        if aabb.is_valid() { aabb } else { Aabb::default() }
    }
}

fn brute_force<S: Scalar, const D: usize>(boxes: &[Option<Aabb<S, D>>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (a, one) in (0..).zip(boxes) {
        for (b, other) in (0..).zip(boxes).skip(a as usize + 1) {
            if let (Some(one), Some(other)) = (one, other)
                && one.overlaps(other)
            {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

fn check_one_shot<S: Scalar, const D: usize>(random: &mut Random) {
    let generator = BoxGenerator {
        lattice: random.below(2) == 0,
    };
    let finders = &mut Method::ALL.map(Finder::<S, D>::new);
    // Two rounds, to test the reuse of buffers.
    for _ in 0..2 {
        let some = |random: &mut Random| -> Vec<Aabb<S, D>> { (0..random.below(12)).map(|_| generator.valid(random)).collect() };
        let (here, there) = (some(random), some(random));
        let among = brute_force(&here.iter().copied().map(Some).collect::<Vec<_>>());
        let mut between = Vec::new();
        for (a, one) in (0..).zip(&here) {
            between.extend(
                (0..)
                    .zip(&there)
                    .filter(|(_, other)| one.overlaps(other))
                    .map(|(b, _)| (a, b)),
            );
        }
        let mut pairs = Vec::new();
        for (finder, method) in finders.iter_mut().zip(Method::ALL) {
            finder.overlaps(&here, &mut pairs);
            assert_eq!(pairs, among, "{method:?} of {here:?}");
            finder.overlaps_between(&here, &there, &mut pairs);
            assert_eq!(pairs, between, "{method:?} of {here:?} and {there:?}");
        }
    }
}

fn check_frames<S: Scalar, const D: usize, T: Store<S, D>>(store: T, random: &mut Random) {
    let generator = BoxGenerator {
        lattice: random.below(2) == 0,
    };
    let mut tracked = Tracked::with_store(store).expect("it is empty").with_id_bound(IDS as u32 - 1);
    let mut boxes: Vec<Option<Aabb<S, D>>> = vec![None; IDS as usize];
    let mut pairs_before = Vec::new();
    while !random.is_spent() {
        for _ in 0..1 + random.below(10) {
            check_call(&mut tracked, &mut boxes, generator, random);
        }
        let changes = tracked.commit().clone();
        let expected = brute_force(&boxes);
        let mut pairs = tracked.pairs().to_vec();
        pairs.sort_unstable();
        assert_eq!(pairs, expected, "{boxes:?}");
        let only = |these: &[Pair], those: &[Pair]| -> Vec<Pair> {
            these
                .iter()
                .filter(|pair| those.binary_search(pair).is_err())
                .copied()
                .collect()
        };
        // A pair continues if a box is removed and inserted again under the same id in one frame,
        // and overlaps as before.
        assert_eq!(
            (changes.begun, changes.ended),
            (only(&expected, &pairs_before), only(&pairs_before, &expected)),
            "{boxes:?}"
        );
        tracked.sanity_check().unwrap_or_else(|error| panic!("{error}: {boxes:?}"));
        assert_eq!(tracked.len(), boxes.iter().flatten().count());
        pairs_before = expected;
    }
}

/// One random call. Invalid calls must be refused and change nothing.
fn check_call<S: Scalar, const D: usize, T: Store<S, D>>(
    tracked: &mut Tracked<S, D, T>,
    boxes: &mut [Option<Aabb<S, D>>],
    generator: BoxGenerator,
    random: &mut Random,
) {
    let id = random.below(IDS) as u32;
    let index = id as usize;
    let aabb: Aabb<S, D> = generator.aabb(random);
    let present = boxes[index].is_some();
    let named = id < IDS as u32 - 1;
    match random.below(5) {
        0 | 1 => match tracked.insert(id, aabb) {
            Ok(()) => {
                assert!(!present && named && aabb.is_valid());
                boxes[index] = Some(aabb);
            }
            Err(BoxError::AlreadyThere { .. }) => assert!(present),
            Err(BoxError::IdTooLarge { .. }) => assert!(!named),
            Err(BoxError::NotANumber { .. } | BoxError::MinAboveMax { .. }) => assert!(!aabb.is_valid()),
            Err(other) => panic!("{other}"),
        },
        2 | 3 => match tracked.update(id, aabb) {
            Ok(()) => {
                assert!(present && aabb.is_valid());
                boxes[index] = Some(aabb);
            }
            Err(BoxError::Unknown { .. }) => assert!(!present),
            Err(BoxError::NotANumber { .. } | BoxError::MinAboveMax { .. }) => assert!(!aabb.is_valid()),
            Err(other) => panic!("{other}"),
        },
        _ => {
            assert_eq!(tracked.remove(id).is_ok(), present);
            boxes[index] = None;
        }
    }
    assert_eq!(tracked.get(id), boxes[index].as_ref());
}
