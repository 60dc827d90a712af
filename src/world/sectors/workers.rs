//! The threads that do the jobs of the sectors.
//!
//! A job takes a millisecond or less. So a thread that has a core spins for a moment before it sleeps.

use super::board::{Board, Job, lock};
use super::constants::{SPINS, YIELDS};
use super::sector::Sector;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, Scope, Thread};

/// The state that the threads share.
#[derive(Debug)]
struct Signals {
    /// The number of jobs so far.
    jobs: AtomicU64,
    job: Mutex<Job>,
    /// Threads that have not ended the job.
    busy: AtomicUsize,
    has_panicked: AtomicBool,
    /// How often a thread looks for a change before it sleeps: in a row, and letting others run in between.
    patience: [u32; 2],
    /// The thread that gives the jobs.
    main: Thread,
}

/// The sectors, and the threads that advance them.
pub(super) struct Workers<'a> {
    board: &'a Board,
    sectors: &'a [Mutex<Sector>],
    signals: Arc<Signals>,
    workers: Vec<Thread>,
}

impl<'a> Workers<'a> {
    /// Starts `threads - 1` threads besides the present one.
    pub(super) fn start<'s>(scope: &'s Scope<'s, 'a>, board: &'a Board, sectors: &'a [Mutex<Sector>], threads: usize) -> Self {
        let signals = Arc::new(Signals {
            jobs: AtomicU64::new(0),
            job: Mutex::new(Job::Stop),
            busy: AtomicUsize::new(0),
            has_panicked: AtomicBool::new(false),
            // Where threads share cores, one that waits is in the way of the others.
            patience: if threads <= cores() { [SPINS, YIELDS] } else { [0; 2] },
            main: thread::current(),
        });
        let mut workers = Self {
            board,
            sectors,
            signals,
            workers: Vec::new(),
        };
        for number in 1..threads {
            let signals = workers.signals.clone();
            let worker = scope.spawn(move || {
                let mut done = 0;
                loop {
                    let job = signals.next_job(&mut done);
                    if let Job::Stop = job {
                        return;
                    }
                    let _ends = EndOfJob(&signals);
                    for sector in sectors.iter().skip(number).step_by(threads) {
                        lock(sector).work(&job, board);
                    }
                }
            });
            workers.workers.push(worker.thread().clone());
        }
        workers
    }

    /// Does a job on all sectors. This thread does its share, then something else, and waits for
    /// the others.
    pub(super) fn perform<T>(&self, job: Job, meanwhile: impl FnOnce() -> T) -> T {
        if let Some(meter) = &self.board.meter {
            meter.begin(&job);
        }
        self.give(job);
        let threads = self.workers.len() + 1;
        for sector in self.sectors.iter().step_by(threads) {
            lock(sector).work(&job, self.board);
        }
        let result = match &self.board.meter {
            Some(meter) => meter.measure(true, meanwhile),
            None => meanwhile(),
        };
        self.signals.wait_until(|| self.signals.busy.load(Ordering::Acquire) == 0);
        self.check();
        result
    }

    /// Waits for what other threads do early in a job.
    pub(super) fn wait_for(&self, is_done: impl Fn() -> bool) {
        while !is_done() {
            self.check();
            thread::yield_now();
        }
    }

    fn check(&self) {
        assert!(
            !self.signals.has_panicked.load(Ordering::Acquire),
            "a thread of a sector panicked"
        );
    }

    /// Gives a job to the other threads.
    fn give(&self, job: Job) {
        *lock(&self.signals.job) = job;
        self.signals.busy.store(self.workers.len(), Ordering::Release);
        self.signals.jobs.fetch_add(1, Ordering::Release);
        self.workers.iter().for_each(Thread::unpark);
    }
}

impl Drop for Workers<'_> {
    /// Ends the threads, also if this one panics.
    fn drop(&mut self) {
        self.give(Job::Stop);
    }
}

impl Signals {
    /// Waits for the job after so many.
    fn next_job(&self, done: &mut u64) -> Job {
        self.wait_until(|| self.jobs.load(Ordering::Acquire) > *done);
        *done += 1;
        *lock(&self.job)
    }

    /// Waits: it spins, then it lets other threads run, then it sleeps until this thread is unparked.
    fn wait_until(&self, is_over: impl Fn() -> bool) {
        let [spins, yields] = self.patience;
        for attempt in 0..spins + yields {
            if is_over() {
                return;
            }
            match attempt < spins {
                true => std::hint::spin_loop(),
                false => thread::yield_now(),
            }
        }
        while !is_over() {
            thread::park();
        }
    }
}

/// Ends the part of a thread in a job, also if it panics.
struct EndOfJob<'a>(&'a Signals);

impl Drop for EndOfJob<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.has_panicked.store(true, Ordering::Release);
        }
        if self.0.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.main.unpark();
        }
    }
}

/// The number of threads that run at once.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}
