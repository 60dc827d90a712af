//! Kinetic lists against slow oracles: overlaps by comparing all pairs, swaps by counting
//! inversions.

use super::KineticSweep;
use crate::broad::change::{PairChange, pair_change};
use crate::broad::testing::{Random, moving};
use crate::motion::bounds::{Bounds, Endpoint};
use crate::queue::{AuxiliaryTwoPass, PairingHeap, Time, TwoPass};
use std::collections::BTreeSet;

/// The depth of the overlap of two boxes at time t, on the axis where it is least; negative if they
/// are apart.
fn overlap_depth(a: &Bounds, b: &Bounds, t: f64) -> f64 {
    let depth = |axis: usize| {
        let (dt_a, dt_b) = (t - a.epoch, t - b.epoch);
        (a.max[axis].at(dt_a) - b.min[axis].at(dt_b)).min(b.max[axis].at(dt_b) - a.min[axis].at(dt_a))
    };
    (0..3).map(depth).fold(f64::INFINITY, f64::min)
}

/// A consumer that follows begins and ends, and panics when they do not alternate.
#[derive(Default)]
struct Follower(BTreeSet<(u32, u32)>);

impl Follower {
    fn take(&mut self, changes: &mut Vec<PairChange>) {
        for PairChange { pair, begins } in changes.drain(..) {
            match begins {
                true => assert!(self.0.insert(pair), "{pair:?} begins twice"),
                false => assert!(self.0.remove(&pair), "{pair:?} ends and never began"),
            }
        }
    }

    fn compare(&self, bodies: &[Option<Bounds>], t: f64, tolerance: f64) {
        for (i, a) in bodies.iter().enumerate() {
            for (j, b) in bodies.iter().enumerate().skip(i + 1) {
                let (Some(a), Some(b)) = (a, b) else {
                    assert!(!self.0.contains(&(i as u32, j as u32)));
                    continue;
                };
                let depth = overlap_depth(a, b, t);
                if depth.abs() > tolerance {
                    assert_eq!(
                        self.0.contains(&(i as u32, j as u32)),
                        depth > 0.0,
                        "{i}, {j} at {t}: depth {depth}"
                    );
                }
            }
        }
    }
}

fn random_bounds(random: &mut Random, epoch: f64, accelerated: bool) -> Bounds {
    let scale = 10f64.powf(random.uniform(-3.0, 3.0));
    let position = std::array::from_fn(|_| random.uniform(-10.0, 10.0));
    let half = std::array::from_fn(|_| random.uniform(0.1, 2.0));
    let velocity = std::array::from_fn(|_| scale * random.uniform(-1.0, 1.0));
    let acceleration = std::array::from_fn(|_| if accelerated { scale * random.uniform(-1.0, 1.0) } else { 0.0 });
    moving(epoch, position, half, velocity, acceleration)
}

#[test]
fn random_scenes_agree_with_all_pairs() {
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 200 } {
        let mut random = Random::new(seed);
        let (mut sweep, mut changes, mut follower) = (KineticSweep::new(), Vec::new(), Follower::default());
        let mut now = random.uniform(-5.0, 5.0) * 10f64.powi(random.below(7) as i32);
        let first: Vec<(u32, Bounds)> = (0..12).map(|i| (i, random_bounds(&mut random, now, seed % 3 == 0))).collect();
        let mut bodies: Vec<Option<Bounds>> = first.iter().map(|(_, bounds)| Some(*bounds)).collect();
        sweep.insert(&first, now, &mut changes);
        for _ in 0..60 {
            let target = now + 10f64.powf(random.uniform(-4.0, 1.0));
            now = target;
            while sweep.advance(target, &mut changes) < target {
                follower.take(&mut changes);
            }
            follower.take(&mut changes);
            let place = random.below(20) as u32;
            let is_present = bodies.get(place as usize).is_some_and(Option::is_some);
            let bounds = random_bounds(&mut random, now, seed % 3 == 0);
            match (random.below(4), is_present) {
                (0, true) => {
                    sweep.remove(place, now, &mut changes);
                    bodies[place as usize] = None;
                }
                (_, true) => {
                    sweep.update(place, &bounds, now, &mut changes);
                    bodies[place as usize] = Some(bounds);
                }
                (_, false) => {
                    sweep.insert(&[(place, bounds)], now, &mut changes);
                    bodies.resize(bodies.len().max(place as usize + 1), None);
                    bodies[place as usize] = Some(bounds);
                }
            }
            follower.take(&mut changes);
            sweep.sanity_check(now).unwrap();
            follower.compare(&bodies, now, 1e-9 * (1.0 + now.abs()));
        }
    }
}

/// A lattice of touching unit boxes with speeds -1, 0, 1: all crossings fall on multiples of 1/2,
/// most on the same few times.
fn lattice(random: &mut Random, count: u32) -> Vec<(u32, Bounds)> {
    let side = (f64::from(count)).cbrt().ceil() as u32;
    let place = |i: u32| [i % side, i / side % side, i / side / side].map(f64::from);
    let velocity = |random: &mut Random| std::array::from_fn(|_| random.below(3) as f64 - 1.0);
    (0..count)
        .map(|i| (i, moving(0.0, place(i), [0.5; 3], velocity(random), [0.0; 3])))
        .collect()
}

/// The number of swaps from `from` on until `to`: the pairs of different order, ties at `from` in
/// the order of insertion (min before max, then by body), ties at `to` as they were.
fn inversions(bodies: &[(u32, Bounds)], from: f64, to: f64) -> u64 {
    let mut count = 0;
    for axis in 0..3 {
        let mut ends: Vec<(f64, u32, u32, Endpoint)> = Vec::new();
        for (body, bounds) in bodies {
            ends.push((bounds.min[axis].at(from), 0, *body, bounds.min[axis]));
            ends.push((bounds.max[axis].at(from), 1, *body, bounds.max[axis]));
        }
        ends.sort_by(|a, b| (a.0, a.1, a.2).partial_cmp(&(b.0, b.1, b.2)).unwrap());
        let later: Vec<f64> = ends.iter().map(|end| end.3.at(to)).collect();
        for (i, left) in later.iter().enumerate() {
            count += later[i + 1..].iter().filter(|right| *right < left).count();
        }
    }
    count as u64
}

#[test]
fn a_lattice_full_of_ties_agrees_exactly_between_events() {
    let mut random = Random::new(7);
    let bodies = lattice(&mut random, 64);
    let (mut sweep, mut changes, mut follower) = (KineticSweep::new(), Vec::new(), Follower::default());
    sweep.insert(&bodies, 0.0, &mut changes);
    let present: Vec<Option<Bounds>> = bodies.iter().map(|(_, bounds)| Some(*bounds)).collect();
    for quarter in 0..60 {
        let t = 0.125 + 0.25 * f64::from(quarter);
        while sweep.advance(t, &mut changes) < t {}
        follower.take(&mut changes);
        follower.compare(&present, t, 0.0);
        sweep.sanity_check(t).unwrap();
    }
    assert_eq!(sweep.next_time(), f64::INFINITY);
}

#[test]
fn swaps_are_as_many_as_inversions() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let bodies: Vec<(u32, Bounds)> = (0..40).map(|i| (i, random_bounds(&mut random, 0.0, false))).collect();
        let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
        sweep.insert(&bodies, 0.0, &mut changes);
        while sweep.advance(3.0, &mut changes) < 3.0 {}
        assert_eq!(sweep.swaps(), inversions(&bodies, 0.0, 3.0));
    }
}

#[test]
fn ten_million_swaps_with_ties_everywhere() {
    let (count, least) = if cfg!(debug_assertions) {
        (400, 200_000)
    } else {
        (2_600, 10_000_000)
    };
    let bodies = lattice(&mut Random::new(1), count);
    let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
    sweep.insert(&bodies, 0.0, &mut changes);
    let mut last = 0.0;
    while sweep.next_time() < f64::INFINITY {
        let time = sweep.advance(1e9, &mut changes);
        assert!(time >= last, "time went back from {last} to {time}");
        last = time;
        changes.clear();
    }
    sweep.sanity_check(sweep.now).unwrap();
    assert!(sweep.swaps() >= least, "only {} swaps", sweep.swaps());
    assert_eq!(
        sweep.swaps(),
        inversions(&bodies, 0.0, last + 1.0),
        "some pair swapped twice, or not at all"
    );
}

#[test]
fn the_queue_makes_no_difference() {
    let mut random = Random::new(3);
    let bodies: Vec<(u32, Bounds)> = (0..60).map(|i| (i, random_bounds(&mut random, 0.0, i % 2 == 0))).collect();
    let mut heap = KineticSweep::new();
    let mut two_pass = KineticSweep::with_queue(PairingHeap::<Time, TwoPass>::default());
    let mut auxiliary = KineticSweep::with_queue(PairingHeap::<Time, AuxiliaryTwoPass>::default());
    let [mut from_heap, mut from_two_pass, mut from_auxiliary] = [const { Vec::new() }; 3];
    heap.insert(&bodies, 0.0, &mut from_heap);
    two_pass.insert(&bodies, 0.0, &mut from_two_pass);
    auxiliary.insert(&bodies, 0.0, &mut from_auxiliary);
    while heap.next_time() <= 20.0 {
        assert_eq!([two_pass.next_time(), auxiliary.next_time()], [heap.next_time(); 2]);
        let reached = heap.advance(20.0, &mut from_heap);
        assert_eq!(two_pass.advance(20.0, &mut from_two_pass), reached);
        assert_eq!(auxiliary.advance(20.0, &mut from_auxiliary), reached);
        assert_eq!([&from_two_pass, &from_auxiliary], [&from_heap; 2]);
        two_pass.queue().sanity_check();
        auxiliary.queue().sanity_check();
    }
    assert_eq!([two_pass.swaps(), auxiliary.swaps()], [heap.swaps(); 2]);
}

/// A pairing heap admits one handle less than a d-ary heap.
#[test]
fn the_largest_endpoint_is_a_handle_of_every_queue() {
    let largest = 6 * (super::constants::MOST_BODIES - 1) + 5;
    assert!(largest < u32::MAX - 1);
}

#[test]
fn three_endpoints_at_one_point_take_three_swaps() {
    let point = |x: f64, v: f64| moving(0.0, [x, 0.0, 0.0], [0.25, 0.5, 0.5], [v, 0.0, 0.0], [0.0; 3]);
    // Three boxes that all have their centre at 0 at time 1.
    let bodies = [(0, point(-1.0, 1.0)), (1, point(0.0, 0.0)), (2, point(1.0, -1.0))];
    let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
    sweep.insert(&bodies, 0.0, &mut changes);
    while sweep.advance(10.0, &mut changes) < 10.0 {}
    assert_eq!(sweep.swaps(), inversions(&bodies, 0.0, 10.0));
    assert_eq!(changes.len(), 6);
}

#[test]
fn a_box_thrown_up_overlaps_again_when_it_falls() {
    let floor = moving(0.0, [0.0, -1.0, 0.0], [5.0, 1.0, 5.0], [0.0; 3], [0.0; 3]);
    let thrown = moving(0.0, [0.0, 0.5, 0.0], [0.5; 3], [0.0, 3.0, 0.0], [0.0, -2.0, 0.0]);
    let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
    sweep.insert(&[(0, floor), (1, thrown)], 0.0, &mut changes);
    assert_eq!(changes, [pair_change(0, 1, true)], "boxes that touch overlap");
    changes.clear();
    assert_eq!(sweep.advance(10.0, &mut changes), 0.0);
    assert_eq!(sweep.advance(10.0, &mut changes), 3.0);
    assert_eq!(changes, [pair_change(0, 1, false), pair_change(0, 1, true)]);
}

fn unit_box(x: f64) -> Bounds {
    moving(0.0, [x, 0.0, 0.0], [0.5; 3], [0.0; 3], [0.0; 3])
}

#[test]
fn an_absent_body_overlaps_no_other() {
    let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
    assert!(!sweep.overlap(0, 1));
    sweep.insert(&[(0, unit_box(0.0)), (1, unit_box(0.5))], 0.0, &mut changes);
    assert!(sweep.overlap(0, 1) && !sweep.overlap(0, 2) && !sweep.overlap(7, 1));
    // Six times this number wraps round to 2 in 32 bits.
    assert!(!sweep.overlap(0, u32::MAX / 6 + 1));
    sweep.remove(1, 0.0, &mut changes);
    assert!(!sweep.overlap(0, 1));
}

#[test]
#[should_panic(expected = "body 3 is in the lists already")]
fn a_body_is_inserted_once() {
    KineticSweep::new().insert(&[(3, unit_box(0.0)), (3, unit_box(5.0))], 0.0, &mut Vec::new());
}

#[test]
#[should_panic(expected = "is too large a number for a body")]
fn numbers_of_bodies_are_bounded() {
    KineticSweep::new().insert(&[(u32::MAX / 6, unit_box(0.0))], 0.0, &mut Vec::new());
}
