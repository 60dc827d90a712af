//! The claims of Coming and Staadt 2006 for haptics, on rings: at 1000 frames a second, how many bodies each method holds
//! in real time, and from which rate on kinetic lists are cheaper than frames.

use super::scenes::FAMILIES;
use super::{continuous, sampled};
use kinesweep::{Method, Scene};

/// What haptics need, frames a second (their section 1).
const HAPTIC: f64 = 1000.0;

/// The fewest bodies tried, and how many times as many come next: until real time is over, or no more are tried.
const FEWEST: f64 = 1000.0;
const MORE: f64 = std::f64::consts::SQRT_2;
const MOST: f64 = 130_000.0;

/// Simulated seconds in a run, and runs, of which the cheapest counts: other work on the machine only makes them dearer.
const LENGTH: f64 = 1.0;
const RUNS: usize = 3;

/// Where rates are compared: bodies, and rates.
const COUNT: u64 = 1000;
const RATES: [f64; 9] = [15.0, 30.0, 60.0, 90.0, 120.0, 180.0, 240.0, 500.0, 1000.0];

type Cost = fn(&Scene, f64) -> f64;

const LISTS: Cost = |scene, _| continuous(scene, Method::Lists, LENGTH, false);
const LEASES: Cost = |scene, _| continuous(scene, Method::Leases, LENGTH, false);
const SWEPT: Cost = |scene, rate| continuous(scene, Method::Swept { rate }, LENGTH, false);
const SAMPLED: Cost = |scene, rate| sampled(scene, rate, LENGTH);

const METHODS: [(&str, Cost); 4] = [
    ("leases", LEASES),
    ("lists", LISTS),
    ("swept, 1000 Hz", SWEPT),
    ("sampled, 1000 Hz", SAMPLED),
];

pub(super) fn tell() {
    println!("| method | rings in real time | cost there, s/s |");
    println!("|---|---|---|");
    for (name, cost) in METHODS {
        println!("{}", held(name, cost));
    }
    println!();
    println!("{COUNT} rings, CPU seconds a simulated second:");
    let scene = rings(COUNT);
    let [lists, leases] = [LISTS, LEASES].map(|cost| cheapest(&scene, cost, 0.0));
    println!("| rate, Hz | lists | leases | swept | sampled | swept / lists | sampled / leases |");
    println!("|---|---|---|---|---|---|---|");
    for rate in RATES {
        let [swept, sampled] = [SWEPT, SAMPLED].map(|cost| cheapest(&scene, cost, rate));
        println!(
            "| {rate} | {lists:.4} | {leases:.4} | {swept:.4} | {sampled:.4} | {:.2} | {:.1} |",
            swept / lists,
            sampled / leases
        );
    }
}

/// The row of a method: where its cost passes one second a second, between two numbers of bodies as a power of the number.
fn held(name: &str, cost: Cost) -> String {
    let (mut before, mut count) = (None, FEWEST);
    while count <= MOST {
        let here = cheapest(&rings(count as u64), cost, HAPTIC);
        if here >= 1.0 {
            let at = before.map_or(count, |(fewer, less): (f64, f64)| {
                let power = (here / less).ln() / (count / fewer).ln();
                fewer * less.recip().powf(power.recip())
            });
            return format!("| {name} | {:.0} | 1 |", at);
        }
        before = Some((count, here));
        count *= MORE;
    }
    let (count, here) = before.expect("some were tried");
    format!("| {name} | more than {count:.0} | {here:.2} |")
}

fn cheapest(scene: &Scene, cost: Cost, rate: f64) -> f64 {
    (0..RUNS).map(|_| cost(scene, rate)).fold(f64::INFINITY, f64::min)
}

fn rings(count: u64) -> Scene {
    (FAMILIES[0].scene)(count)
}
