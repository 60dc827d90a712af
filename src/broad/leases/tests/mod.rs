//! Leases against a slow oracle: at any time all pairs of boxes that overlap must be candidates,
//! whatever was done.

mod harness;
mod operations;
mod periodic;

use super::extent::LeaseExtent;
use super::{Leases, lease};
use crate::broad::BroadPhase;
use crate::broad::testing::{Random, moving};
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use harness::{Body, Harness};
use operations::RandomOperations;

/// Sizes and speeds over orders of magnitude; some at rest, some accelerated, some that grow.
fn random_bounds(random: &mut Random, epoch: f64) -> Bounds {
    let speed = [0.0, 0.1, 1.0, 1e3][random.below(4) as usize];
    let pull = [0.0, 0.0, 1.0][random.below(3) as usize];
    let half = 10f64.powf(random.uniform(-2.0, 0.5));
    let mut vector = |size: f64| std::array::from_fn(|_| random.uniform(-size, size));
    let (position, velocity, acceleration) = (vector(10.0), vector(speed), vector(pull));
    let mut bounds = moving(epoch, position, [half; 3], velocity, acceleration);
    if random.below(4) == 0 {
        bounds.max[0].velocity += random.uniform(0.0, 1.0);
    }
    bounds
}

fn overlap(a: &Bounds, b: &Bounds, t: f64) -> bool {
    let (of_a, of_b) = (t - a.epoch, t - b.epoch);
    (0..3).all(|axis| a.min[axis].at(of_a) <= b.max[axis].at(of_b) && b.min[axis].at(of_b) <= a.max[axis].at(of_a))
}

/// The one image of a pair in a domain that is not periodic, if they overlap.
fn overlaps(a: &Body, b: &Body, t: f64) -> Vec<ImageOffset> {
    let is_met = overlap(&a.bounds, &b.bounds, t);
    is_met.then_some([0; 3]).into_iter().collect()
}

#[test]
fn overlapping_boxes_are_candidates_whatever_is_done() {
    for leases in [Leases::default, || Leases::default().all_together()] {
        let operations = RandomOperations {
            seeds: 200,
            bodies: 30,
            places: 40,
            start_exponent: 7,
            pause_exponent: -4.0,
            advance_exponent: 6.0,
            leases,
            overlaps,
            bounds: random_bounds,
            updated: |_, _, before, bounds, _| Body { bounds, ..*before },
        };
        operations.check();
    }
}

/// The lease of a body that flies freely expires O(log t) times, and then never again.
#[test]
fn the_lease_of_a_single_body_expires_seldom() {
    for (velocity, acceleration) in [
        ([1e-9, 0.0, 0.0], [0.0; 3]),
        ([900.0, -1.0, 1e15], [0.0; 3]),
        ([1.0, 0.0, 0.0], [0.0, -10.0, 1e15]),
        ([0.0; 3], [1e-15, 0.0, 0.0]),
    ] {
        let (mut leases, mut changes) = (Leases::default(), Vec::new());
        let bounds = moving(1e6, [1e6, 0.0, -1e15], [0.01; 3], velocity, acceleration);
        leases.insert(&[(0, bounds)], 1e6, &mut changes);
        let mut expired = 0;
        while leases.next_time() < f64::INFINITY {
            leases.advance(leases.next_time(), &mut changes);
            expired += 1;
            assert!(expired < 600, "{velocity:?} {acceleration:?}");
        }
        leases.audit(1e300).unwrap();
    }
}

/// A fleet that flies together is idle without end; with a visitor that meets it late it is idle
/// until then.
#[test]
fn a_fleet_is_idle_until_a_visitor_meets_it() {
    for (visitor, expected) in [(f64::INFINITY, f64::INFINITY), (1e5, 1e5)] {
        let mut harness = Harness::new(Leases::default(), overlaps);
        let mut bodies: Vec<(u32, Bounds)> = (0..100)
            .map(|i| {
                let place = [f64::from(i % 10), f64::from(i / 10), 0.0];
                (i, moving(0.0, place, [0.4; 3], [7.0, 0.0, 0.0], [0.0; 3]))
            })
            .collect();
        if visitor < f64::INFINITY {
            bodies.push((
                100,
                moving(0.0, [7.0 * visitor, 0.0, visitor], [0.4; 3], [0.0, 0.0, -1.0], [0.0; 3]),
            ));
        }
        harness.insert(&bodies, 0.0);
        let mut steps = 0;
        let mut met = f64::INFINITY;
        while harness.next_time() < f64::INFINITY {
            let time = harness.next_time();
            harness.step();
            let with_visitor = harness.candidates.iter().any(|(_, second, _)| *second == 100);
            if with_visitor {
                met = met.min(time);
            }
            if harness.next_time() > time && (steps % 500 == 0 || (time - visitor).abs() < 2.0) {
                harness.compare(time);
            }
            steps += 1;
            assert!(steps < 50_000, "{time}");
        }
        assert!(met <= expected, "{met}");
        assert_eq!(met == f64::INFINITY, visitor == f64::INFINITY);
    }
}

/// Bounds leave a lease neither before its expiry nor long after.
#[test]
fn a_lease_holds_until_it_expires() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let now = random.uniform(-1e3, 1e3);
        let epoch = now - random.uniform(0.0, 10.0);
        let bounds = random_bounds(&mut random, epoch);
        let width = lease::width(&bounds, now).max(0.0);
        let made = lease::lease(&bounds, now, &LeaseExtent::new(width), f64::INFINITY);
        let until = lease::until(&bounds, &made, now);
        assert!(until > now, "{bounds:?} at {now}");
        if until == f64::INFINITY {
            continue;
        }
        for part in 0..=16 {
            let t = now + (until - now) * f64::from(part) / 16.0;
            let tolerance = 1e-9 * (1.0 + now.abs()) * 1e3;
            let dt = t - bounds.epoch;
            for axis in 0..3 {
                assert!(
                    made.min[axis] - tolerance <= bounds.min[axis].at(dt)
                        && bounds.max[axis].at(dt) <= made.max[axis] + tolerance
                );
            }
        }
        let after = until + 1e-3 * (until - now) + 1e-9 * (1.0 + now.abs());
        assert!(!lease::holds(&made, &bounds, after), "{bounds:?} from {now} to {until}");
    }
}
