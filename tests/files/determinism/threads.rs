//! Threads reach no result: neither those of the feature `parallel`, nor those that the user runs worlds on.

use super::runs::{self, Print};
use super::scenes;
use kinesweep::{Method, SampledWorld, World};
use std::thread;

/// A world goes from one thread to another; to be looked at by several at once it has no promise, for laws and tests of the
/// user's own need not be made for that.
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
fn worlds_on_several_threads_at_once_give_what_they_give_alone() {
    let names = ["gas-thin-periodic", "pool-break", "tumbling", "workshop"];
    let alone = names.map(|name| runs::events(&scenes::named(name), Method::Auto));
    let together: Vec<Vec<Print>> = thread::scope(|scope| {
        let one = |first: usize| {
            scope.spawn(move || {
                let mut prints = vec![None; names.len()];
                for number in 0..names.len() {
                    let at = (first + number) % names.len();
                    prints[at] = Some(runs::events(&scenes::named(names[at]), Method::Auto));
                }
                prints.into_iter().flatten().collect::<Vec<Print>>()
            })
        };
        let threads: Vec<_> = (0..4).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for prints in together {
        assert_eq!(prints, alone);
    }
}

#[test]
fn a_world_that_goes_from_thread_to_thread_gives_what_it_gives_on_one() {
    for name in ["gas-crystal-periodic", "pool-break", "workshop"] {
        let case = scenes::named(name);
        let names = runs::names(&case);
        let on_one = runs::events(&case, Method::Auto);
        const LEGS: u32 = 6;
        let mut world = runs::world(&case, Method::Auto, false);
        let mut lines = Vec::new();
        for leg in 1..=LEGS {
            let until = if leg == LEGS {
                case.until
            } else {
                case.until * f64::from(leg) / f64::from(LEGS)
            };
            let names = &names;
            let (moved, told) = thread::scope(|scope| {
                let run = move || {
                    let mut told = Vec::new();
                    runs::log(&mut world, until, names, |line| told.push(line));
                    (world, told)
                };
                scope.spawn(run).join().unwrap()
            });
            world = moved;
            lines.extend(told);
        }
        let mut printer = runs::Printer::new();
        lines.iter().for_each(|line| printer.line(line));
        assert_eq!(printer.finish(), on_one, "{name}");
    }
}

/// Frames on pools of one to eight threads. Few of the scenes fill more than one cell, so a large gas is there, too.
#[cfg(feature = "parallel")]
#[test]
fn pools_of_any_size_give_the_same_frames() {
    use kinesweep::{Scene, builtin};
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
        let prints = [1, 2, 3, 8].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| runs::sampled(case, 60.0))
        });
        assert!(prints.iter().all(|print| *print == prints[0]), "{}: {prints:?}", case.name);
    }
}
