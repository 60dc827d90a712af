//! The claims of Coming and Staadt 2006 for haptics, on rings: the number of bodies that each
//! method simulates in real time at 1000 frames a second, and the rate above which kinetic lists
//! are cheaper than frames.

use super::scenes::FAMILIES;
use super::{continuous, sampled};
use kinesweep::{Method, Scene};

/// Frame rate for haptics, in frames a second (their section 1).
const HAPTIC: f64 = 1000.0;

/// Least number of bodies, the factor to the next number, and the greatest number. The search ends
/// when a run is slower than real time.
const FEWEST: f64 = 1000.0;
const MORE: f64 = std::f64::consts::SQRT_2;
const MOST: f64 = 130_000.0;

/// Simulated seconds in a run, and number of runs; the cheapest counts, since other work on the
/// machine only increases the cost.
const LENGTH: f64 = 1.0;
const RUNS: usize = 3;

/// Number of bodies and rates of the comparison of rates.
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

pub(super) fn print() {
    println!("| method | rings in real time | cost there, s/s |");
    println!("|---|---|---|");
    for (name, cost) in METHODS {
        println!("{}", row(name, cost));
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

/// The row of a method: the number of bodies at a cost of one second a second, interpolated as a
/// power law between two numbers.
fn row(name: &str, cost: Cost) -> String {
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
    let (count, here) = before.expect("the loop runs at least once");
    format!("| {name} | more than {count:.0} | {here:.2} |")
}

fn cheapest(scene: &Scene, cost: Cost, rate: f64) -> f64 {
    (0..RUNS).map(|_| cost(scene, rate)).fold(f64::INFINITY, f64::min)
}

fn rings(count: u64) -> Scene {
    (FAMILIES[0].scene)(count)
}
