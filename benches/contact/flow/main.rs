//! Beverloo's law: the rate at which discs flow through a slot in the floor of a silo.
//!
//!     cargo bench -p kinesweep-contact-bench --bench flow               # 900 discs, widths of 4 to 10 diameters: eight minutes
//!     cargo bench -p kinesweep-contact-bench --bench flow -- 600 3      # so many discs, so many runs for each width
//!
//! The rate is as (D - k d)^(5/2) for a round hole of diameter D, grains of diameter d and k near 1.4, whatever the
//! height of the filling (W. A. Beverloo, H. A. Leniger and J. van de Velde, Chem. Eng. Sci. 15 (1961) 260, DOI
//! 10.1016/0009-2509(61)85030-6). In a plane, for a slot of width D, the power is 3/2. Here discs of slightly
//! different sizes, with friction 0.4, flow from a silo that is 25 diameters wide. A slot that no disc leaves for a
//! second counts as blocked; that run is left out.

mod silo;

use silo::{DIAMETER, Flow, GRAVITY, run};

/// Widths of the slot, in mean diameters of the discs.
const SLOTS: [f64; 7] = [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
/// What a slot is narrower by for the flow, in mean diameters.
const NARROWER: f64 = 1.4;
const POWER: f64 = 1.5;

/// d / g, in seconds squared.
const UNIT: f64 = DIAMETER / GRAVITY;

/// Slope of the line of least squares through points, and its standard error.
fn slope(points: &[[f64; 2]]) -> [f64; 2] {
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(&|point| point[0]), mean(&|point| point[1]));
    let square = mean(&|point| (point[0] - x).powi(2));
    let slope = mean(&|point| (point[0] - x) * (point[1] - y)) / square;
    let rest = mean(&|point| (point[1] - y - slope * (point[0] - x)).powi(2));
    [slope, (rest / square / (points.len() as f64 - 2.0)).sqrt()]
}

/// The reduction k for which the rates are as (D - k d)^(3/2): their power 2/3 is then linear in D.
fn reduction(rates: &[[f64; 2]]) -> f64 {
    let linear: Vec<[f64; 2]> = rates.iter().map(|[slot, rate]| [*slot, rate.powf(1.0 / POWER)]).collect();
    let mean = |at: usize| linear.iter().map(|point| point[at]).sum::<f64>() / linear.len() as f64;
    mean(0) - mean(1) / slope(&linear)[0]
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let count: u32 = numbers.next().unwrap_or(900);
    let runs: u32 = numbers.next().unwrap_or(2);
    println!("{runs} runs with {count} discs for each width; rates in discs per sqrt(d / g).\n");
    println!("| width D / d | blocked | discs | seconds | rate | rate / (D / d - {NARROWER})^{POWER} | processor seconds |");
    println!("|---|---|---|---|---|---|---|");
    let mut rates = Vec::new();
    for slot in SLOTS {
        let flows: Vec<Flow> = (1..=runs).map(|seed| run(slot, count as usize, u64::from(seed))).collect();
        let blocked = flows.iter().filter(|flow| flow.is_blocked).count();
        let processor: f64 = flows.iter().map(|flow| flow.processor).sum();
        let free = || flows.iter().filter(|flow| !flow.is_blocked);
        let (discs, seconds): (usize, f64) = (free().map(|flow| flow.discs).sum(), free().map(|flow| flow.seconds).sum());
        if discs == 0 {
            println!("| {slot} | {blocked} of {runs} | - | - | - | - | {processor:.1} |");
            continue;
        }
        let rate = discs as f64 / seconds * UNIT.sqrt();
        let share = rate / (slot - NARROWER).powf(POWER);
        println!("| {slot} | {blocked} of {runs} | {discs} | {seconds:.2} | {rate:.3} | {share:.3} | {processor:.1} |");
        rates.push([slot, rate]);
    }
    let powers: Vec<[f64; 2]> = rates.iter().map(|[slot, rate]| [(slot - NARROWER).ln(), rate.ln()]).collect();
    let [power, error] = slope(&powers);
    println!("\n| power with k = {NARROWER} | over {POWER} | k with the power {POWER} |");
    println!("|---|---|---|");
    println!(
        "| {power:.3} ± {error:.3} | {:.3} | {:.2} |",
        power / POWER,
        reduction(&rates)
    );
}
