//! Event queues against an ordered map: elements that are set, changed, removed and popped come out
//! in the order of keys, then handles.

use super::support::Random;
use kinesweep::queue::{AuxiliaryTwoPass, DaryHeap, EventQueue, Moment, PairingHeap, Queue, Time, TwoPass};
use std::collections::BTreeMap;

/// Times with ties, zeros of both signs, and the least and greatest finite numbers.
const TIMES: [f64; 12] = [
    -0.0,
    0.0,
    1.0,
    1.0,
    -1.0,
    5e-324,
    -5e-324,
    f64::MAX,
    f64::MIN,
    1e15,
    1.0 + f64::EPSILON,
    2.0,
];

/// Handles are below this.
const HANDLES: u64 = 40;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let time = |random: &mut Random| Time(random.of(&TIMES));
    let moment = |random: &mut Random| Moment {
        time: random.of(&TIMES),
        order: random.of(&[0, 1, u64::MAX]),
    };
    // A key as integers of the same order: minus zero equals zero.
    let of_time = |key: &Time| (rank(key.0), 0);
    let of_moment = |key: &Moment| (rank(key.time), key.order);
    match random.below(7) {
        0 => check(DaryHeap::<Time, 2>::default(), random, time, of_time, DaryHeap::sanity_check),
        1 => check(
            DaryHeap::<Moment, 4>::default(),
            random,
            moment,
            of_moment,
            DaryHeap::sanity_check,
        ),
        2 => check(Queue::<Time>::default(), random, time, of_time, DaryHeap::sanity_check),
        3 => check(Queue::<Moment>::default(), random, moment, of_moment, DaryHeap::sanity_check),
        4 => check(
            PairingHeap::<Time, TwoPass>::default(),
            random,
            time,
            of_time,
            PairingHeap::sanity_check,
        ),
        5 => {
            let queue = PairingHeap::<Moment, AuxiliaryTwoPass>::default();
            check(queue, random, moment, of_moment, PairingHeap::sanity_check);
        }
        _ => {
            let queue = PairingHeap::<Moment, TwoPass>::default();
            check(queue, random, moment, of_moment, PairingHeap::sanity_check);
        }
    }
}

fn rank(time: f64) -> i64 {
    let bits = (time + 0.0).to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn check<Q: EventQueue>(
    mut queue: Q,
    random: &mut Random,
    key: impl Fn(&mut Random) -> Q::Key,
    order: impl Fn(&Q::Key) -> (i64, u64),
    sanity: impl Fn(&Q),
) {
    let mut by_order: BTreeMap<((i64, u64), u32), ()> = BTreeMap::new();
    let mut by_handle: BTreeMap<u32, (i64, u64)> = BTreeMap::new();
    while !random.is_spent() {
        let handle = random.below(HANDLES) as u32;
        match random.below(8) {
            0..=3 => {
                let key = key(random);
                if let Some(old) = by_handle.insert(handle, order(&key)) {
                    by_order.remove(&(old, handle));
                }
                by_order.insert((order(&key), handle), ());
                queue.set(handle, key);
            }
            4 => {
                let expected = by_handle.remove(&handle);
                expected.map(|old| by_order.remove(&(old, handle)));
                assert_eq!(queue.remove(handle).as_ref().map(&order), expected);
            }
            5 | 6 => {
                let expected = by_order.pop_first().map(|(first, ())| first);
                expected.map(|(_, handle)| by_handle.remove(&handle));
                assert_eq!(queue.pop().map(|(key, handle)| (order(&key), handle)), expected);
            }
            _ if random.below(16) == 0 => {
                by_order.clear();
                by_handle.clear();
                queue.clear();
            }
            _ => assert_eq!(queue.key(handle).as_ref().map(&order), by_handle.get(&handle).copied()),
        }
        let first = by_order.first_key_value().map(|(first, ())| *first);
        assert_eq!(queue.peek().map(|(key, handle)| (order(&key), handle)), first);
        assert_eq!((queue.len(), queue.is_empty()), (by_order.len(), by_order.is_empty()));
        sanity(&queue);
    }
    while let Some((first, ())) = by_order.pop_first() {
        assert_eq!(queue.pop().map(|(key, handle)| (order(&key), handle)), Some(first));
    }
    assert!(queue.pop().is_none());
}
