//! A model of many cores: the measured times of the tasks of each window, placed on so many cores.
//!
//! Measured, by one thread and its processor time: what each sector takes in each job, and what one thread
//! takes alone to count the events. Modelled: that each core does its sectors at this rate, beside the others,
//! and that all wait for the slowest at the end of each job, and then for [`BARRIER`].

use super::{advance, gas};
use cpu_time::ThreadTime;
use kinesweep::World;
use kinesweep::world::JobTimes;

/// Numbers of cores.
const CORES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// The most sectors of a world.
const MOST_SECTORS: usize = 32;

/// The time that a job costs besides, in seconds: until all cores have begun, and until the last one is known to have
/// ended. An assumption.
const BARRIER: f64 = 5e-6;

/// Collisions of each ball before the measurements, and in a stretch in which sectors begin.
const WARM_UP: f64 = 10.0;
const BEGIN: f64 = 0.25;

/// Collisions in a measured stretch.
const COLLISIONS: f64 = 500_000.0;

/// How many times more balls the second table is for.
const MORE: f64 = 10.0;

/// The least width of slabs in the measurements, and that of a world which is not measured, in depths of their ghosts.
const LEAST_WIDTH: f64 = 0.5;
const USUAL_LEAST_WIDTH: f64 = 6.0;

fn processor() -> f64 {
    ThreadTime::now().as_duration().as_secs_f64()
}

/// What was measured with so many sectors.
struct Measured {
    sectors: usize,
    /// The time of the same stretch in a world on one thread, without sectors.
    one: f64,
    jobs: Vec<JobTimes>,
}

impl Measured {
    /// The time of all tasks of sectors, as a multiple of that on one thread without sectors.
    fn work(&self) -> f64 {
        self.jobs.iter().flat_map(|job| &job.sectors).sum::<f64>() / self.one
    }

    /// The time of each kind of job as parts of that on one thread: of all sectors, and of the slowest ones.
    fn by_job(&self) -> String {
        let mut names: Vec<&str> = self.jobs.iter().map(|job| job.name).collect();
        names.sort_unstable();
        names.dedup();
        let of_one = |name: &str| {
            let jobs = || self.jobs.iter().filter(|job| job.name == name);
            let all: f64 = jobs().flat_map(|job| &job.sectors).sum();
            let slowest: f64 = jobs().map(|job| job.sectors.iter().copied().fold(0.0, f64::max)).sum();
            format!("{name} {:.4} ({:.4})", all / self.one, slowest / self.one)
        };
        names.into_iter().map(of_one).collect::<Vec<_>>().join(", ")
    }

    /// The time on so many cores, and its parts, with tasks of sectors longer by a factor.
    fn on(&self, cores: usize, factor: f64) -> Parts {
        let mut parts = Parts::default();
        for job in &self.jobs {
            let mut loads = vec![0.0; cores];
            for (number, seconds) in job.sectors.iter().enumerate() {
                loads[number % cores] += seconds * factor;
            }
            let longest = loads.iter().copied().fold(0.0, f64::max);
            // The first core counts the events of the window before, after its own task.
            let end = longest.max(loads[0] + job.serial);
            let barrier = if cores > 1 { BARRIER } else { 0.0 };
            parts.time += end + barrier;
            parts.work += loads.iter().sum::<f64>() / cores as f64;
            parts.longest += longest;
            parts.barriers += barrier;
        }
        parts
    }
}

/// Seconds.
#[derive(Default)]
struct Parts {
    time: f64,
    /// Of all tasks of sectors, shared equally.
    work: f64,
    /// Of the slowest core in each job.
    longest: f64,
    barriers: f64,
}

/// Advances a world by so many collisions of each ball, and returns the seconds of this thread.
fn stretch(world: &mut World, target: &mut f64, width: f64) -> f64 {
    let begin = processor();
    *target += width;
    advance(world, *target);
    processor() - begin
}

fn row(balls: &str, cores: usize, measured: &Measured, factor: f64, length: f64) {
    let parts = measured.on(cores, factor);
    let all = parts.time * cores as f64;
    let share = |seconds: f64| 100.0 * seconds * cores as f64 / all;
    // (By the noise of clocks it may be a little less than nothing.)
    let ghosts = (share(parts.work) - 100.0 * measured.one / all).round() + 0.0;
    println!(
        "| {balls} | {cores} | {} | {:.1} | {:.2} | {:.2} | {ghosts} % | {:.0} % | {:.0} % | {:.0} % |",
        measured.sectors,
        length / measured.sectors as f64,
        measured.one / parts.time,
        measured.one / all,
        share(parts.longest - parts.work),
        share(parts.time - parts.longest - parts.barriers),
        share(parts.barriers)
    );
}

/// The work with so many sectors, as a multiple of that on one thread: between two measured numbers of sectors by a straight
/// line, and 1 for one sector.
fn work_with(all: &[Measured], sectors: f64) -> f64 {
    let mut below = (1.0, 1.0);
    for measured in all {
        let here = (measured.sectors as f64, measured.work());
        if sectors <= here.0 {
            let part = ((sectors - below.0) / (here.0 - below.0)).max(0.0);
            return below.1 + part * (here.1 - below.1);
        }
        below = here;
    }
    below.1
}

/// Measures a gas, and prints the tables.
pub(super) fn run(count: usize, packing: f64) {
    let mut world = gas(count, packing, 1, false);
    let length = (count as f64 * std::f64::consts::FRAC_PI_6 / packing).cbrt();
    let (mut target, mut done, mut rate) = (0.0, 0.0, 1.0);
    let step = 0.05 / packing;
    while done < WARM_UP * count as f64 / 2.0 {
        target += step;
        let events = advance(&mut world, target).1 as f64;
        (done, rate) = (done + events, events / step);
    }
    let width = |each: f64| each * count as f64 / 2.0 / rate;
    let measured_width = COLLISIONS / rate;
    let mut all: Vec<Measured> = Vec::new();
    let mut one = stretch(&mut world, &mut target, measured_width);
    for sectors in CORES.into_iter().filter(|cores| *cores <= MOST_SECTORS) {
        world.set_threads(sectors);
        world.measure_sectors(processor, LEAST_WIDTH);
        stretch(&mut world, &mut target, width(BEGIN));
        world.take_job_times();
        stretch(&mut world, &mut target, measured_width);
        let jobs = world.take_job_times();
        world.set_threads(1);
        stretch(&mut world, &mut target, width(BEGIN));
        let after = stretch(&mut world, &mut target, measured_width);
        let found = jobs.first().map_or(0, |job| job.sectors.len());
        let serial = jobs.iter().map(|job| job.serial).sum::<f64>();
        let mean = 0.5 * (one + after);
        let measured = Measured {
            sectors: found,
            one: mean,
            jobs,
        };
        eprintln!(
            "{sectors} sectors: {} jobs, {:.2} times the work of one thread, counting {:.3}; {one:.2} and {after:.2} s on one thread",
            measured.jobs.len(),
            measured.work(),
            serial / mean
        );
        eprintln!("    {}", measured.by_job());
        one = after;
        if found > all.last().map_or(1, |last| last.sectors) {
            all.push(measured);
        }
    }
    world.set_threads(MOST_SECTORS);
    world.measure_sectors(processor, USUAL_LEAST_WIDTH);
    stretch(&mut world, &mut target, width(BEGIN));
    let usual = world.take_job_times().first().map_or(1, |job| job.sectors.len());
    eprintln!("slabs of the usual least width: at most {usual}");
    println!(
        "| balls | cores | sectors | width, diameters | speed-up | efficiency | ghosts and so on | waiting for the slowest | counting | handing over |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let further = MORE.cbrt();
    for more in [false, true] {
        for cores in CORES {
            let Some(measured) = all.iter().rfind(|measured| measured.sectors <= cores) else {
                continue;
            };
            // As thick as slabs of so many sectors in the measured world.
            let as_thick = work_with(&all, measured.sectors as f64 / further);
            let scaled = as_thick / measured.work();
            match more {
                false => row(&count.to_string(), cores, measured, 1.0, length),
                true => row(
                    &format!("{:.0}", count as f64 * MORE),
                    cores,
                    measured,
                    scaled,
                    length * further,
                ),
            }
        }
    }
}
