//! Bodies ignore contact: which contacts does a sampled run see?
//!
//! The truth is each pair's contact intervals [begin, end], open at the horizon where contact goes on. A run sampled at times
//! k / f, k = 0, 1, ..., sees an interval if a sample falls in it, ends included; it sees it first at its first sample, late by the
//! time since the begin, and at the depth that the two have reached by then.

use super::reference::{ExactRun, piece_at};
use super::{CompareError, CompareOptions, RunMethod};
use crate::event::{Event, EventKind, Party};
use crate::impact::{Collider, Moving, contact_at};
use crate::sampled::SampledWorld;
use crate::scene::{ResponseMode, Scene};
use hashbrown::HashMap;

/// What each method sees of the contacts.
#[derive(Clone, Debug, PartialEq)]
pub struct PassThrough {
    /// The number of contact intervals within the horizon.
    pub truth: usize,
    /// A row a method.
    pub runs: Vec<PassThroughRun>,
}

/// What one method sees.
#[derive(Clone, Debug, PartialEq)]
pub struct PassThroughRun {
    /// The method.
    pub method: RunMethod,
    /// Contact intervals that it sees.
    pub found: usize,
    /// Contact intervals that it does not see.
    pub missed: usize,
    /// Mean time from the begin of an interval to where it is seen, in seconds; 0 where none is seen.
    pub latency_mean: f64,
    /// The longest such time, in seconds.
    pub latency_max: f64,
    /// Mean depth at which contacts are seen, in metres; 0 where none is seen.
    pub depth_mean: f64,
    /// The greatest such depth, in metres.
    pub depth_max: f64,
    /// Processor seconds per simulated second.
    pub cpu_per_simulated_second: f64,
}

/// A pair's contact from `begin` to `end`.
#[derive(Clone, Copy, Debug)]
struct ContactInterval {
    bodies: [usize; 2],
    begin: f64,
    end: f64,
}

pub(super) fn run(
    scene: &Scene,
    horizon: f64,
    options: &CompareOptions,
    progress: &mut dyn FnMut(&str),
) -> Result<PassThrough, CompareError> {
    let exact = |method: RunMethod| {
        let of_world = method.of_world().unwrap_or_default();
        ExactRun::new(scene, ResponseMode::PassThrough, of_world, horizon, options.clock)
    };
    progress("pass-through, kinetic");
    let reference = exact(RunMethod::Kinetic)?;
    let truth = intervals(&reference.events, horizon);
    let colliders = scene
        .bodies
        .iter()
        .map(|body| Collider::new(&body.shape))
        .collect::<Result<Vec<_>, _>>()?;
    let mut runs = vec![exact_row(RunMethod::Kinetic, &reference, &truth, horizon)];
    for method in RunMethod::others(&options.rates) {
        progress(&format!(
            "pass-through, {} {}",
            method.name(),
            method.rate().map_or(String::new(), |f| format!("{f} Hz"))
        ));
        runs.push(match method {
            RunMethod::Sampled(rate) => {
                let before = (options.clock)();
                SampledWorld::following(scene, rate, &reference.trajectories)?.advance_to(horizon);
                let cpu = (options.clock)() - before;
                let seen = truth.iter().filter_map(|contact| see(contact, rate, &reference, &colliders));
                sampled_row(method, seen, truth.len(), cpu / horizon)
            }
            _ => exact_row(method, &exact(method)?, &truth, horizon),
        });
    }
    Ok(PassThrough {
        truth: truth.len(),
        runs,
    })
}

/// Contact intervals from begins and ends.
fn intervals(events: &[Event], horizon: f64) -> Vec<ContactInterval> {
    let mut all: Vec<ContactInterval> = Vec::new();
    let mut open: HashMap<[usize; 2], usize> = HashMap::new();
    for event in events {
        let Some([Party::Body(a), Party::Body(b)]) = event.kind.parties() else {
            continue;
        };
        let bodies = [a.index(), b.index()];
        match event.kind {
            EventKind::ContactBegin(_) => {
                open.insert(bodies, all.len());
                all.push(ContactInterval {
                    bodies,
                    begin: event.time,
                    end: horizon,
                });
            }
            EventKind::ContactEnd { .. } => {
                if let Some(number) = open.remove(&bodies) {
                    all[number].end = event.time;
                }
            }
            _ => {}
        }
    }
    all
}

/// The row of an event-driven method: it sees each interval at its begin, at no depth.
fn exact_row(method: RunMethod, run: &ExactRun, truth: &[ContactInterval], horizon: f64) -> PassThroughRun {
    let key = |contact: &ContactInterval| (contact.begin.to_bits(), contact.bodies);
    let own = intervals(&run.events, horizon);
    let own: hashbrown::HashSet<_> = own.iter().map(key).collect();
    let found = truth.iter().filter(|contact| own.contains(&key(contact))).count();
    PassThroughRun {
        method,
        found,
        missed: truth.len() - found,
        latency_mean: 0.0,
        latency_max: 0.0,
        depth_mean: 0.0,
        depth_max: 0.0,
        cpu_per_simulated_second: run.cpu / horizon,
    }
}

/// Latency and depth at which an interval is first seen by samples, if it is.
fn see(contact: &ContactInterval, rate: f64, reference: &ExactRun, colliders: &[Collider]) -> Option<(f64, f64)> {
    let sample = first_sample_from(contact.begin, rate);
    if sample > contact.end {
        return None;
    }
    let pieces = contact.bodies.map(|body| piece_at(&reference.trajectories[body], sample));
    let extents = [0, 1].map(|side| colliders[contact.bodies[side]].extents_along(pieces[side]));
    let [a, b] = [0, 1].map(|side| Moving {
        collider: &colliders[contact.bodies[side]],
        piece: pieces[side],
        extents: &extents[side],
    });
    let depth = contact_at(&a, &b, sample).map_or(0.0, |found| found.depth);
    Some((sample - contact.begin, depth))
}

/// The first of the times k / rate, k = 0, 1, ..., that is not before `t`.
fn first_sample_from(t: f64, rate: f64) -> f64 {
    let mut frame = (t * rate).ceil().max(0.0);
    // The product is rounded: it may be off by one either way.
    while frame > 0.0 && (frame - 1.0) / rate >= t {
        frame -= 1.0;
    }
    while frame / rate < t {
        frame += 1.0;
    }
    frame / rate
}

fn sampled_row(
    method: RunMethod,
    seen: impl Iterator<Item = (f64, f64)>,
    truth: usize,
    cpu_per_simulated_second: f64,
) -> PassThroughRun {
    let (mut found, mut sum, mut max) = (0, [0.0, 0.0], [0.0, 0.0]);
    for (latency, depth) in seen {
        found += 1;
        for (slot, value) in [latency, depth].into_iter().enumerate() {
            sum[slot] += value;
            max[slot] = f64::max(max[slot], value);
        }
    }
    let mean = |sum: f64| if found == 0 { 0.0 } else { sum / found as f64 };
    PassThroughRun {
        method,
        found,
        missed: truth - found,
        latency_mean: mean(sum[0]),
        latency_max: max[0],
        depth_mean: mean(sum[1]),
        depth_max: max[1],
        cpu_per_simulated_second,
    }
}

#[cfg(test)]
mod tests {
    use super::first_sample_from;

    #[test]
    fn samples_stand_at_whole_multiples_of_the_frame() {
        for rate in [1.0, 3.0, 30.0, 60.0, 144.0, 1000.0] {
            for frame in 0..500 {
                let t = f64::from(frame) / rate;
                assert_eq!(first_sample_from(t, rate), t);
                assert_eq!(first_sample_from(t.next_up(), rate), f64::from(frame + 1) / rate);
            }
        }
        assert_eq!(first_sample_from(-1.0, 60.0), 0.0);
    }
}
