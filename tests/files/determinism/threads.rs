//! The number of threads has no effect on a result: neither those of the feature `parallel`, nor
//! those on which the user runs worlds.

use super::runs::{self, LogHash};
use super::scenes;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Method, World};
use std::thread;

/// A world can be sent to another thread. It is not `Sync`, since user-defined laws and tests need
/// not be.
#[test]
fn worlds_can_be_sent() {
    fn is_send<T: Send>() {}
    is_send::<World>();
    is_send::<SampledWorld>();
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<kinesweep::Scene>();
    is_send_and_sync::<kinesweep::Event>();
    is_send_and_sync::<kinesweep::Comparison>();
}

#[test]
fn worlds_on_four_threads_give_the_logs_of_one_thread() {
    let names = ["gas-thin-periodic", "pool-break", "tumbling", "workshop"];
    let alone = names.map(|name| runs::events(&scenes::named(name), Method::Auto));
    let together: Vec<Vec<LogHash>> = thread::scope(|scope| {
        let one = |first: usize| {
            scope.spawn(move || {
                let mut hashes = vec![None; names.len()];
                for number in 0..names.len() {
                    let at = (first + number) % names.len();
                    hashes[at] = Some(runs::events(&scenes::named(names[at]), Method::Auto));
                }
                hashes.into_iter().flatten().collect::<Vec<LogHash>>()
            })
        };
        let threads: Vec<_> = (0..4).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for hashes in together {
        assert_eq!(hashes, alone);
    }
}

#[test]
fn a_world_sent_between_threads_gives_the_log_of_one_thread() {
    for name in ["gas-crystal-periodic", "pool-break", "workshop"] {
        let case = scenes::named(name);
        let names = runs::names(&case);
        let on_one = runs::events(&case, Method::Auto);
        const PARTS: u32 = 6;
        let mut world = runs::world(&case, Method::Auto, false);
        let mut lines = Vec::new();
        for part in 1..=PARTS {
            let until = if part == PARTS {
                case.until
            } else {
                case.until * f64::from(part) / f64::from(PARTS)
            };
            let names = &names;
            let (moved, new_lines) = thread::scope(|scope| {
                let run = move || {
                    let mut new_lines = Vec::new();
                    runs::log(&mut world, until, names, |line| new_lines.push(line));
                    (world, new_lines)
                };
                scope.spawn(run).join().unwrap()
            });
            world = moved;
            lines.extend(new_lines);
        }
        let mut hasher = runs::LogHasher::new();
        lines.iter().for_each(|line| hasher.line(line));
        assert_eq!(hasher.finish(), on_one, "{name}");
    }
}

/// Frames on pools of one to eight threads. Few of the scenes fill more than one cell, so a large
/// gas is included.
#[cfg(feature = "parallel")]
#[test]
fn thread_pools_of_one_to_eight_threads_give_the_same_frames() {
    use kinesweep::Scene;
    use kinesweep::scene::builtin;
    let options = builtin::Options {
        count: Some(4000),
        packing: Some(0.2),
        ..builtin::Options::default()
    };
    let large = builtin::customised("gas", &options).unwrap();
    let mut cases: Vec<_> = scenes::all().into_iter().filter(|case| case.name != "pi-4").collect();
    let mut gas = scenes::named("gas");
    gas.scene = Scene::from_toml_str(&large, "gas").unwrap();
    gas.until = 0.1;
    cases.push(gas);
    for case in &cases {
        let hashes = [1, 2, 3, 8].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| runs::sampled(case, 60.0))
        });
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{}: {hashes:?}", case.name);
    }
}
