//! One table of cases for all queues and keys, against a sorted set.

use std::collections::BTreeSet;
use std::fmt::Debug;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Operations in the random test, over all queues, keys and seeds.
const OPERATIONS: usize = if cfg!(debug_assertions) { 600_000 } else { 10_000_000 };

/// Up to this many handles a queue is checked after every mutation, and above after every 64th: a
/// check costs O(n).
const ALWAYS_CHECKED: usize = 100;

/// A queue with its `sanity_check`, which the trait does not have.
trait Checked: EventQueue + Default {
    fn check(&self);
}

impl<K: Key, const D: usize> Checked for DaryHeap<K, D> {
    fn check(&self) {
        self.sanity_check();
    }
}

impl<K: Key, S: Strategy> Checked for PairingHeap<K, S> {
    fn check(&self) {
        self.sanity_check();
    }
}

/// A key that is defined by its rank.
trait Ranked: Key + Debug {
    /// Strictly increasing.
    fn of_rank(rank: u32) -> Self;
}

impl Ranked for Time {
    fn of_rank(rank: u32) -> Self {
        Time(f64::from(rank) * 1e-3 - 1.0)
    }
}

impl Ranked for Moment {
    fn of_rank(rank: u32) -> Self {
        Moment {
            time: f64::from(rank / 4),
            order: u64::from(rank % 4),
        }
    }
}

/// A user-defined key: the latest first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Latest(u32);

impl Key for Latest {
    fn before(&self, other: &Self) -> bool {
        self.0 > other.0
    }
}

impl Ranked for Latest {
    fn of_rank(rank: u32) -> Self {
        Latest(u32::MAX - rank)
    }
}

/// A queue and its oracle; every operation is done on both and compared.
struct Pair<Q> {
    queue: Q,
    ordered: BTreeSet<(u32, u32)>,
    /// The rank of a handle.
    ranks: Vec<Option<u32>>,
    operations: usize,
}

impl<Q: Checked<Key: Ranked>> Pair<Q> {
    fn new(universe: usize) -> Self {
        Pair {
            queue: Q::default(),
            ordered: BTreeSet::new(),
            ranks: vec![None; universe],
            operations: 0,
        }
    }

    fn compare(&mut self) {
        self.operations += 1;
        assert_eq!(self.queue.len(), self.ordered.len());
        assert_eq!(self.queue.is_empty(), self.ordered.is_empty());
        let first = self.ordered.first().map(|&(rank, handle)| (Q::Key::of_rank(rank), handle));
        assert_eq!(self.queue.peek(), first);
        if self.ordered.len() <= ALWAYS_CHECKED || self.operations.is_multiple_of(64) {
            self.queue.check();
        }
    }

    fn set(&mut self, handle: u32, rank: u32) {
        if let Some(old) = self.ranks[handle as usize].replace(rank) {
            self.ordered.remove(&(old, handle));
        }
        self.ordered.insert((rank, handle));
        self.queue.set(handle, Q::Key::of_rank(rank));
        assert_eq!(self.queue.key(handle), Some(Q::Key::of_rank(rank)));
        self.compare();
    }

    fn remove(&mut self, handle: u32) {
        let rank = self.ranks[handle as usize].take();
        if let Some(rank) = rank {
            self.ordered.remove(&(rank, handle));
        }
        assert_eq!(self.queue.key(handle), rank.map(Q::Key::of_rank));
        assert_eq!(self.queue.remove(handle), rank.map(Q::Key::of_rank));
        assert_eq!(self.queue.key(handle), None);
        self.compare();
    }

    fn pop(&mut self) -> Option<u32> {
        let first = self.ordered.pop_first();
        if let Some((_, handle)) = first {
            self.ranks[handle as usize] = None;
        }
        assert_eq!(self.queue.pop(), first.map(|(rank, handle)| (Q::Key::of_rank(rank), handle)));
        self.compare();
        first.map(|(_, handle)| handle)
    }

    fn clear(&mut self) {
        self.ordered.clear();
        self.ranks.fill(None);
        self.queue.clear();
        self.compare();
    }
}

/// Random operations, in phases that grow, shrink and churn; with few ranks nearly all keys are
/// ties.
fn random_operations<Q: Checked<Key: Ranked>>(seed: u64, operations: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let universe = [1, 2, 9, 10, 40, 100, 100, 2000][below(&mut rng, 8) as usize];
    let ranks = [1, 2, 10, 100_000][below(&mut rng, 4) as usize];
    let mut pair = Pair::<Q>::new(universe as usize);
    let mut popping = 0;
    while pair.operations < operations {
        if below(&mut rng, 200) == 0 {
            popping = below(&mut rng, 8);
        }
        let handle = below(&mut rng, universe);
        let rank = below(&mut rng, ranks);
        let own = pair.ranks[handle as usize];
        match below(&mut rng, 14 + popping) {
            0 | 1 => pair.set(handle, rank),
            2 => pair.set(handle, own.map_or(rank, |own| own + below(&mut rng, ranks))),
            3 => pair.set(handle, own.map_or(rank, |own| own - below(&mut rng, own + 1))),
            4 => pair.set(handle, own.map_or(rank, |own| own + 1)),
            5 => pair.set(handle, own.map_or(rank, |own| own.saturating_sub(1))),
            6 => pair.set(handle, own.unwrap_or(rank)),
            7 => pair.remove(handle),
            8 => {
                if let Some((_, first)) = pair.queue.peek() {
                    pair.remove(first);
                }
            }
            9 => {
                if let Some((_, first)) = pair.queue.peek() {
                    pair.set(first, ranks + rank);
                }
            }
            // Clearing is rare, so that it does not dominate the test.
            10 if rank.is_multiple_of(16) => (handle..universe).for_each(|handle| pair.set(handle, rank + handle)),
            11 if rank.is_multiple_of(16) => (handle..universe).for_each(|handle| pair.set(handle, rank + universe - handle)),
            // A motion change: the first is popped, its neighbours move, it returns later.
            12 => {
                if let Some(first) = pair.pop() {
                    for neighbour in first..universe.min(first + 12) {
                        pair.set(neighbour, rank + below(&mut rng, ranks));
                    }
                    pair.set(first, ranks + rank);
                }
            }
            13 if below(&mut rng, 500) == 0 => pair.clear(),
            _ => {
                pair.pop();
            }
        }
    }
    while pair.pop().is_some() {}
}

fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    rng.next_u32() % bound
}

/// Calls a generic test for all queues.
macro_rules! for_all_queues {
    ($test:ident::<$key:ty>($($argument:expr),*)) => {
        $test::<PairingHeap<$key, TwoPass>>($($argument),*);
        $test::<PairingHeap<$key, AuxiliaryTwoPass>>($($argument),*);
        $test::<DaryHeap<$key, 2>>($($argument),*);
        $test::<DaryHeap<$key, 16>>($($argument),*);
        $test::<DaryHeap<$key, 4>>($($argument),*);
        $test::<DaryHeap<$key, 8>>($($argument),*);
    };
}

#[test]
fn random_operations_agree_with_a_sorted_set() {
    const SEEDS: u64 = 100;
    let each = OPERATIONS / (SEEDS as usize * 3 * 6);
    for seed in 0..SEEDS {
        for_all_queues!(random_operations::<Time>(seed, each));
        for_all_queues!(random_operations::<Moment>(seed, each));
        for_all_queues!(random_operations::<Latest>(seed, each));
    }
}

/// A million keys in order, up or down, are popped again or dropped: no operation may recurse along
/// a chain.
fn long_chains<Q: Checked<Key = Time>>() {
    const COUNT: u32 = 1_000_000;
    for descending in [false, true] {
        let mut queue = Q::default();
        let time = |handle: u32| Time(f64::from(if descending { COUNT - handle } else { handle }));
        (0..COUNT).for_each(|handle| queue.set(handle, time(handle)));
        queue.check();
        drop(queue);

        let mut queue = Q::default();
        (0..COUNT).for_each(|handle| queue.set(handle, time(handle)));
        assert_eq!(queue.remove(COUNT / 2), Some(time(COUNT / 2)));
        queue.check();
        let mut last = Time(f64::NEG_INFINITY);
        for _ in 1..COUNT {
            let (time, _) = queue.pop().expect("not all are taken");
            assert!(last.before(&time));
            last = time;
        }
        assert_eq!(queue.pop(), None);
        queue.check();
    }
}

#[test]
fn a_million_in_order_do_not_overflow_the_stack() {
    for_all_queues!(long_chains::<Time>());
}

fn equal_times_by_handle<Q: Checked<Key = Time>>() {
    let mut queue = Q::default();
    for handle in [5, 3, 9, 0, 7] {
        queue.set(handle, Time(if handle % 2 == 0 { 0.0 } else { -0.0 }));
        queue.check();
    }
    queue.set(5, Time(0.0));
    assert!(
        queue.key(5).is_some_and(|key| key.0.is_sign_positive()),
        "an equal key is kept as it was given"
    );
    let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, handle)| handle).collect();
    assert_eq!(order, [0, 3, 5, 7, 9]);
}

#[test]
fn zeros_of_both_signs_are_equal() {
    for_all_queues!(equal_times_by_handle::<Time>());
}

fn extreme_times<Q: Checked<Key = Time>>() {
    let tiny = f64::from_bits(1);
    let times = [f64::MIN, -tiny, 0.0, tiny, 1.0, 1.0_f64.next_up(), 1e300, f64::MAX];
    let mut queue = Q::default();
    for (handle, &time) in times.iter().enumerate().rev() {
        queue.set(handle as u32, Time(time));
        queue.check();
    }
    for (handle, &time) in times.iter().enumerate() {
        assert_eq!(queue.pop(), Some((Time(time), handle as u32)));
        queue.check();
    }
}

#[test]
fn extreme_and_adjacent_times_are_distinguished() {
    for_all_queues!(extreme_times::<Time>());
}

fn empty_queue<Q: Checked<Key = Time>>() {
    let mut queue = Q::default();
    for _ in 0..2 {
        queue.check();
        assert!(queue.is_empty());
        assert_eq!(
            (queue.peek(), queue.pop(), queue.remove(0), queue.key(0)),
            (None, None, None, None)
        );
        assert_eq!((queue.remove(u32::MAX), queue.key(u32::MAX)), (None, None));
        queue.set(1000, Time(1.0));
        assert_eq!((queue.key(999), queue.remove(999), queue.len()), (None, None, 1));
        queue.clear();
    }
}

#[test]
fn an_empty_queue_returns_none() {
    for_all_queues!(empty_queue::<Time>());
}

#[cfg(debug_assertions)]
mod without_order {
    use super::*;

    #[test]
    #[should_panic(expected = "a key without order for handle 3")]
    fn nan_in_the_heap() {
        Queue::default().set(3, Time(f64::NAN));
    }

    #[test]
    #[should_panic(expected = "a key without order for handle 3")]
    fn never_in_the_pairing_heap() {
        PairingHeap::<_>::default().set(3, Time(f64::INFINITY));
    }
}

#[test]
#[should_panic(expected = "no handle")]
fn the_greatest_number_is_no_handle_of_the_heap() {
    Queue::default().set(u32::MAX, Time(0.0));
}

#[test]
#[should_panic(expected = "no handle")]
fn the_greatest_number_is_no_handle_of_the_pairing_heap() {
    PairingHeap::<_>::default().set(u32::MAX, Time(0.0));
}
