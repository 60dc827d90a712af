//! Frame-based broad phases of all kinds against brute force: boxes of odd numbers come, move and go.

use super::Random;
use super::numbers::{ODD, any};
use kinesweep_sap::one_shot::{Finder, Method};
use kinesweep_sap::{
    Aabb, ArraySap, BoxError, Grid, GridSap, Layout, Octree, Pair, Scalar, SegmentedSap, Store, SweepSap, Tracked,
};

/// Names are below this; those of refused ones too.
const NAMES: u64 = 24;

/// A segment of so few endpoints is split and joined all the time.
const SMALL_CHUNK: usize = 4;

pub(crate) fn door(data: &[u8]) {
    let random = &mut Random::of_bytes(data);
    // Both scalars, and dimensions from two on, but not each pair of the two: that takes minutes to compile.
    match random.below(3) {
        0 => of_kind::<f32, 2>(random),
        1 => of_kind::<f64, 3>(random),
        _ => of_kind::<f32, 4>(random),
    }
}

fn of_kind<S: Scalar, const D: usize>(random: &mut Random) {
    match random.below(10) {
        0 => one_shot::<S, D>(random),
        1 => frames(SweepSap::<S, D>::default(), random),
        2 => frames(ArraySap::<S, D>::default(), random),
        3 => frames(SegmentedSap::<S, D>::default(), random),
        4 => frames(SegmentedSap::<S, D, SMALL_CHUNK>::default(), random),
        5 => frames(Octree::<S, D>::with_capacity(random.below(4) as usize), random),
        6 => frames(GridSap::<S, D>::default(), random),
        7 => frames(Grid::<S, D, SweepSap<S, D>>::new(layout(random)), random),
        8 => frames(Grid::<S, D, ArraySap<S, D>>::new(layout(random)), random),
        _ => frames(Grid::<S, D, SegmentedSap<S, D, SMALL_CHUNK>>::new(layout(random)), random),
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

/// Whether the boxes of a case lie in a lattice, full of ties.
#[derive(Clone, Copy)]
struct Draw {
    lattice: bool,
}

impl Draw {
    fn number<S: Scalar>(self, random: &mut Random) -> S {
        let value = if self.lattice {
            random.below(8) as f64 - 4.0
        } else if random.below(8) == 0 {
            random.of(&ODD)
        } else {
            any(random)
        };
        S::from_f64(value)
    }

    /// A box; mostly one that is valid.
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

fn one_shot<S: Scalar, const D: usize>(random: &mut Random) {
    let draw = Draw {
        lattice: random.below(2) == 0,
    };
    let finders = &mut Method::ALL.map(Finder::<S, D>::new);
    // Twice, for the buffers that are kept.
    for _ in 0..2 {
        let some = |random: &mut Random| -> Vec<Aabb<S, D>> { (0..random.below(12)).map(|_| draw.valid(random)).collect() };
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

fn frames<S: Scalar, const D: usize, T: Store<S, D>>(store: T, random: &mut Random) {
    let draw = Draw {
        lattice: random.below(2) == 0,
    };
    let mut tracked = Tracked::with_store(store)
        .expect("it is empty")
        .with_id_bound(NAMES as u32 - 1);
    let mut boxes: Vec<Option<Aabb<S, D>>> = vec![None; NAMES as usize];
    let mut before = Vec::new();
    while !random.is_spent() {
        for _ in 0..1 + random.below(10) {
            change(&mut tracked, &mut boxes, draw, random);
        }
        let changes = tracked.commit().clone();
        let wanted = brute_force(&boxes);
        let mut pairs = tracked.pairs().to_vec();
        pairs.sort_unstable();
        assert_eq!(pairs, wanted, "{boxes:?}");
        let only = |these: &[Pair], those: &[Pair]| -> Vec<Pair> {
            these
                .iter()
                .filter(|pair| those.binary_search(pair).is_err())
                .copied()
                .collect()
        };
        // What a removed box leaves and one of the same name finds again in the same frame goes on.
        assert_eq!(
            (changes.begun, changes.ended),
            (only(&wanted, &before), only(&before, &wanted)),
            "{boxes:?}"
        );
        tracked.sanity_check().unwrap_or_else(|why| panic!("{why}: {boxes:?}"));
        assert_eq!(tracked.len(), boxes.iter().flatten().count());
        before = wanted;
    }
}

/// One call: what it must refuse it refuses, and then it has changed nothing.
fn change<S: Scalar, const D: usize, T: Store<S, D>>(
    tracked: &mut Tracked<S, D, T>,
    boxes: &mut [Option<Aabb<S, D>>],
    draw: Draw,
    random: &mut Random,
) {
    let id = random.below(NAMES) as u32;
    let place = id as usize;
    let aabb: Aabb<S, D> = draw.aabb(random);
    let there = boxes[place].is_some();
    let named = id < NAMES as u32 - 1;
    match random.below(5) {
        0 | 1 => match tracked.insert(id, aabb) {
            Ok(()) => {
                assert!(!there && named && aabb.is_valid());
                boxes[place] = Some(aabb);
            }
            Err(BoxError::AlreadyThere { .. }) => assert!(there),
            Err(BoxError::IdTooLarge { .. }) => assert!(!named),
            Err(BoxError::NotANumber { .. } | BoxError::MinAboveMax { .. }) => assert!(!aabb.is_valid()),
            Err(other) => panic!("{other}"),
        },
        2 | 3 => match tracked.update(id, aabb) {
            Ok(()) => {
                assert!(there && aabb.is_valid());
                boxes[place] = Some(aabb);
            }
            Err(BoxError::Unknown { .. }) => assert!(!there),
            Err(BoxError::NotANumber { .. } | BoxError::MinAboveMax { .. }) => assert!(!aabb.is_valid()),
            Err(other) => panic!("{other}"),
        },
        _ => {
            assert_eq!(tracked.remove(id).is_ok(), there);
            boxes[place] = None;
        }
    }
    assert_eq!(tracked.get(id), boxes[place].as_ref());
}
