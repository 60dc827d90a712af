//! Seconds to grow dense random packings, by `kinesweep::packing`.
//!
//! `cargo bench -p kinesweep --bench packing [-- word]` runs all cases, or those with the word in
//! their name. Each line shows the number of balls, the packing that they reach, the growth rate (in
//! mean diameters per the time in which a ball moves one), and the seconds. Packings of discs are
//! shares of the area.

use kinesweep::Domain;
use kinesweep::packing::Packing;
use kinesweep::scene::Dimensions;
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::PI;
use std::time::Instant;

/// One case.
struct Case {
    name: &'static str,
    radii: Vec<f64>,
    packing: f64,
    rate: f64,
    periodic: bool,
    dimensions: Dimensions,
}

impl Case {
    /// The domain that the balls fill to their packing, a square for discs.
    fn domain(&self) -> Domain {
        let filled_by = |radius: &f64| match self.dimensions {
            Dimensions::Two => PI * radius.powi(2),
            Dimensions::Three => 4.0 / 3.0 * PI * radius.powi(3),
        };
        let volume = self.radii.iter().map(filled_by).sum::<f64>() / self.packing;
        let side = match self.dimensions {
            Dimensions::Two => volume.sqrt(),
            Dimensions::Three => volume.cbrt(),
        };
        let (min, max) = (Vector3::zeros(), Vector3::repeat(side));
        match self.periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        }
    }
}

/// So many balls of two radii, the small ones with a share of the volume.
fn two_sizes(count: usize, ratio: f64, share: f64) -> Vec<f64> {
    let small_for_each = ratio.powi(3) * share / (1.0 - share);
    let large = (count as f64 / (1.0 + small_for_each)).round() as usize;
    (0..count)
        .map(|number| if number < large { 0.5 * ratio } else { 0.5 })
        .collect()
}

/// Radii with the quantiles of a log-normal distribution, by the logistic approximation of the normal
/// one.
fn spread(count: usize, width: f64) -> Vec<f64> {
    let quantile = |number: usize| (number as f64 + 0.5) / count as f64;
    let deviate = |share: f64| (share / (1.0 - share)).ln() / 1.702;
    (0..count)
        .map(|number| 0.5 * (width * deviate(quantile(number))).exp())
        .collect()
}

fn cases() -> Vec<Case> {
    let periodic = |name, radii, packing, rate| Case {
        name,
        radii,
        packing,
        rate,
        periodic: true,
        dimensions: Dimensions::Three,
    };
    let discs = |name, radii, packing, rate| Case {
        dimensions: Dimensions::Two,
        ..periodic(name, radii, packing, rate)
    };
    let halves = (0..10_000).map(|number| if number % 2 == 0 { 0.5 } else { 0.7 });
    vec![
        periodic("equal", vec![0.5; 10_000], 0.64, 1e-2),
        periodic("1 : 5, a third of the volume small", two_sizes(10_000, 5.0, 0.35), 0.70, 1e-2),
        periodic("log-normal, width 0.3", spread(10_000, 0.3), 0.65, 1e-2),
        Case {
            periodic: false,
            ..periodic("equal, between walls", vec![0.5; 10_000], 0.60, 1e-2)
        },
        periodic("equal, a fluid", vec![0.5; 100_000], 0.49, 1e-1),
        discs("equal discs", vec![0.5; 10_000], 0.84, 1e-2),
        discs("discs, 1 : 1.4, half and half", halves.collect(), 0.84, 1e-2),
    ]
}

fn main() -> Result<(), Box<dyn Error>> {
    let word = std::env::args()
        .skip(1)
        .find(|word| !word.starts_with('-'))
        .unwrap_or_default();
    println!("| case | balls | packing | growth rate | seconds |\n|---|---|---|---|---|");
    for case in cases().iter().filter(|case| case.name.contains(&word)) {
        let start = Instant::now();
        let grown = Packing::new(case.radii.clone(), case.domain())
            .dimensions(case.dimensions)
            .growth_rate(case.rate)
            .grow();
        let seconds = start.elapsed().as_secs_f64();
        let shown = grown.map_or_else(|error| error.to_string(), |_| format!("{seconds:.1}"));
        let (name, count) = (case.name, case.radii.len());
        println!("| {name} | {count} | {} | {} | {shown} |", case.packing, case.rate);
    }
    Ok(())
}
