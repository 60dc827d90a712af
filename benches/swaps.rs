//! The cost of a swap of the kinetic lists, compared with its queue operations alone.
//!
//!     cargo bench -p kinesweep --bench swaps        # some seconds
//!
//! Boxes of a gas at packing 0.1 fly through each other. A first run records every call to the
//! queue; then two runs are timed alternately: the lists, and the recorded calls alone on the same
//! kind of queue. The table contains medians over the rounds: nanoseconds a swap of both, and their
//! ratio.
//!
//! Without `--bench` (as under `cargo test --benches`) a short round checks that both reach the
//! same end.

use kinesweep::broad::KineticSweep;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::queue::{EventQueue, Queue, Time};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

/// A call that changes the queue; a peek is part of every swap.
#[derive(Clone, Copy)]
enum Call {
    Peek,
    Set(u32, f64),
    Remove(u32),
}

/// A queue that records its calls.
#[derive(Default)]
struct Recorder {
    queue: Queue<Time>,
    calls: RefCell<Vec<Call>>,
}

impl EventQueue for Recorder {
    type Key = Time;

    fn len(&self) -> usize {
        self.queue.len()
    }

    fn peek(&self) -> Option<(Time, u32)> {
        self.calls.borrow_mut().push(Call::Peek);
        self.queue.peek()
    }

    fn pop(&mut self) -> Option<(Time, u32)> {
        unreachable!("the lists re-key the first event in place")
    }

    fn set(&mut self, handle: u32, key: Time) {
        self.calls.get_mut().push(Call::Set(handle, key.0));
        self.queue.set(handle, key);
    }

    fn remove(&mut self, handle: u32) -> Option<Time> {
        self.calls.get_mut().push(Call::Remove(handle));
        self.queue.remove(handle)
    }

    fn key(&self, handle: u32) -> Option<Time> {
        self.queue.key(handle)
    }

    fn clear(&mut self) {
        self.queue.clear();
    }
}

fn replay(queue: &mut Queue<Time>, calls: &[Call]) -> u32 {
    let mut checksum = 0u32;
    for call in calls {
        match *call {
            Call::Peek => checksum = checksum.wrapping_add(queue.peek().map_or(0, |(_, handle)| handle)),
            Call::Set(handle, time) => queue.set(handle, Time(time)),
            Call::Remove(handle) => {
                queue.remove(handle);
            }
        }
    }
    checksum
}

/// Boxes of unit size in a cube, with random velocities.
fn gas(count: u32) -> Vec<(u32, Bounds)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(count));
    let mut uniform = |low: f64, high: f64| low + (high - low) * (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let side = (f64::from(count) / 0.1).cbrt();
    (0..count)
        .map(|body| {
            let corner: [f64; 3] = std::array::from_fn(|_| uniform(0.0, side));
            let velocity: [f64; 3] = std::array::from_fn(|_| uniform(-1.0, 1.0));
            let end = |axis: usize, offset: f64| Endpoint {
                position: corner[axis] + offset,
                velocity: velocity[axis],
                half_acceleration: 0.0,
            };
            let bounds = Bounds {
                epoch: 0.0,
                min: std::array::from_fn(|axis| end(axis, 0.0)),
                max: std::array::from_fn(|axis| end(axis, 1.0)),
            };
            (body, bounds)
        })
        .collect()
}

/// Runs until this many swaps are done or none remains. Returns the time.
fn run<Q: EventQueue<Key = Time> + Default>(sweep: &mut KineticSweep<Q>, swaps: u64) -> f64 {
    let (mut changes, mut time) = (Vec::new(), 0.0);
    while sweep.swaps() < swaps && sweep.next_time() < f64::INFINITY {
        time = sweep.advance(sweep.next_time(), &mut changes);
        changes.clear();
    }
    time
}

/// Runs to a given time: the timed loop.
fn run_to<Q: EventQueue<Key = Time> + Default>(sweep: &mut KineticSweep<Q>, until: f64) {
    let mut changes = Vec::new();
    while sweep.advance(until, &mut changes) < until {
        changes.clear();
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let timed = std::env::args().any(|argument| argument == "--bench");
    let (sizes, swaps, rounds): (&[u32], _, _) = if timed {
        (&[1_000, 8_000, 64_000], 500_000, 9)
    } else {
        (&[200], 2_000, 1)
    };
    println!("| bodies | swaps | calls a swap | lists, ns a swap | bare queue, ns a swap | ratio |");
    println!("|---|---|---|---|---|---|");
    for &count in sizes {
        let bodies = gas(count);
        let start: KineticSweep = {
            let mut sweep = KineticSweep::new();
            sweep.insert(&bodies, 0.0, &mut Vec::new());
            sweep
        };
        let until = run(&mut start.clone(), swaps);
        let mut recording = KineticSweep::with_queue(Recorder::default());
        recording.insert(&bodies, 0.0, &mut Vec::new());
        recording.queue().calls.borrow_mut().clear();
        run_to(&mut recording, until);
        let calls = recording.queue().calls.take();
        let swaps = recording.swaps();

        let (mut of_lists, mut of_queue, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let mut sweep = start.clone();
            let begin = Instant::now();
            run_to(black_box(&mut sweep), black_box(until));
            let lists = begin.elapsed().as_secs_f64() * 1e9 / swaps as f64;
            assert_eq!(sweep.swaps(), swaps);

            let mut queue = start.queue().clone();
            let begin = Instant::now();
            black_box(replay(black_box(&mut queue), black_box(&calls)));
            let bare = begin.elapsed().as_secs_f64() * 1e9 / swaps as f64;
            assert_eq!(queue.peek(), sweep.queue().peek(), "the calls reach the same end");
            of_lists.push(lists);
            of_queue.push(bare);
            ratios.push(lists / bare);
        }
        let per_swap = calls.len() as f64 / swaps as f64;
        let (lists, bare, ratio) = (median(of_lists), median(of_queue), median(ratios));
        println!("| {count} | {swaps} | {per_swap:.2} | {lists:.1} | {bare:.1} | {ratio:.2} |");
    }
}
