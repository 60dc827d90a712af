//! The runs of an ensemble on the threads of one machine.

use crate::ensemble::{Control, Ensemble};
use crate::error::StoreError;
use crate::record::Record;
use crate::store::Store;
use crate::summary::Summary;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Time between two writes to the store, and between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(500);

/// Which runs are done, and how.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// The number of threads, at least 1. Each does one run at a time.
    pub threads: usize,
    /// The number of threads that advance each run, as of
    /// [`WorldBuilder::threads`](kinesweep::WorldBuilder::threads); 0 for all cores. It changes nothing but
    /// the cost.
    pub threads_per_run: usize,
    /// The part of the runs, as its number, from 0, and the number of parts: each part has every so
    /// many runs. There is one part at least.
    pub share: (usize, usize),
    /// The time between two saves of a long run, where there is a store.
    pub save_every: Duration,
}

impl Default for Jobs {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            threads_per_run: 1,
            share: (0, 1),
            save_every: crate::run::SAVE_EVERY,
        }
    }
}

impl Ensemble {
    /// Does all runs without a record in the store, and returns the records of all.
    ///
    /// `progress` is called from time to time with the numbers of runs that are done and that were
    /// there to do. If `stop` returns `true`, runs are ended and their states saved: the summary then
    /// has less, and a second call goes on.
    ///
    /// # Errors
    /// [`StoreError`]. A run that fails is a record.
    pub fn run_all(
        &self,
        store: Option<&Store>,
        jobs: &Jobs,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Summary, StoreError> {
        let mut summary = Summary::new(self);
        if let Some(store) = store {
            store.read(|record| {
                summary.add(&record);
            })?;
        }
        let (part, parts) = (jobs.share.0, jobs.share.1.max(1));
        // Points that are the same have runs that are the same.
        let mut seen = HashSet::new();
        let is_left = |run: &usize| run % parts == part && !summary.has(self, *run) && seen.insert(self.sum(*run));
        let left: Vec<usize> = (0..self.len()).filter(is_left).collect();
        let snapshots = store.map(Store::snapshots);
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel::<Record>();
        let work = |send: mpsc::Sender<Record>| {
            let control = Control {
                stop: &|| stop(),
                snapshots: snapshots.as_deref(),
                save_every: jobs.save_every,
                threads: jobs.threads_per_run,
            };
            while let Some(run) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(record) = self.run(*run, &control) else { break };
                if send.send(record).is_err() || stop() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.threads.max(1) {
                let send = send.clone();
                scope.spawn(|| work(send));
            }
            drop(send);
            // After an error of the store the workers find it closed.
            let receive = receive;
            let mut gathered = Gathered {
                store,
                records: Vec::new(),
                written: Instant::now(),
            };
            let mut done = 0;
            loop {
                match receive.recv_timeout(INTERVAL) {
                    Ok(record) => {
                        summary.add(&record);
                        done += 1;
                        gathered.add(record)?;
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => gathered.write()?,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                progress(done, left.len());
            }
            gathered.write()
        })?;
        Ok(summary)
    }
}

/// Records that are not in the store yet.
struct Gathered<'a> {
    store: Option<&'a Store>,
    records: Vec<Record>,
    written: Instant,
}

impl Gathered<'_> {
    fn add(&mut self, record: Record) -> Result<(), StoreError> {
        if self.store.is_some() {
            self.records.push(record);
        }
        match self.written.elapsed() >= INTERVAL {
            true => self.write(),
            false => Ok(()),
        }
    }

    fn write(&mut self) -> Result<(), StoreError> {
        if let Some(store) = self.store {
            store.write(&self.records)?;
        }
        self.records.clear();
        self.written = Instant::now();
        Ok(())
    }
}
