//! Leases against a slow, obvious twin: at any time all pairs of boxes that overlap must be known, whatever was done.

mod periodic;
mod play;

use super::{Leases, lease};
use crate::broad::{BroadPhase, Image};
use crate::motion::bounds::{Bounds, Endpoint};
use play::{Known, Play};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn moving(epoch: f64, position: [f64; 3], half: f64, velocity: [f64; 3], acceleration: [f64; 3]) -> Bounds {
    let side = |axis: usize, sign: f64| Endpoint {
        position: position[axis] + sign * half,
        velocity: velocity[axis],
        half_acceleration: 0.5 * acceleration[axis],
    };
    Bounds {
        epoch,
        min: std::array::from_fn(|axis| side(axis, -1.0)),
        max: std::array::from_fn(|axis| side(axis, 1.0)),
    }
}

/// Sizes and speeds over orders of magnitude; some at rest, some accelerated, some that grow.
fn random_bounds(random: &mut Random, epoch: f64) -> Bounds {
    let speed = [0.0, 0.1, 1.0, 1e3][random.below(4) as usize];
    let pull = [0.0, 0.0, 1.0][random.below(3) as usize];
    let half = 10f64.powf(random.uniform(-2.0, 0.5));
    let mut vector = |size: f64| std::array::from_fn(|_| random.uniform(-size, size));
    let (position, velocity, acceleration) = (vector(10.0), vector(speed), vector(pull));
    let mut bounds = moving(epoch, position, half, velocity, acceleration);
    if random.below(4) == 0 {
        bounds.max[0].velocity += random.uniform(0.0, 1.0);
    }
    bounds
}

fn overlap(a: &Bounds, b: &Bounds, t: f64) -> bool {
    let (of_a, of_b) = (t - a.epoch, t - b.epoch);
    (0..3).all(|axis| a.min[axis].at(of_a) <= b.max[axis].at(of_b) && b.min[axis].at(of_b) <= a.max[axis].at(of_a))
}

/// The image of a pair in a domain that has no others, if they overlap.
fn overlaps(a: &Known, b: &Known, t: f64) -> Vec<Image> {
    let met = overlap(&a.bounds, &b.bounds, t);
    met.then_some([0; 3]).into_iter().collect()
}

#[test]
fn what_overlaps_is_known_whatever_is_done() {
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 200 } {
        let mut random = Random::new(seed);
        let mut play = Play::new(Leases::default(), overlaps);
        let mut now = random.uniform(-5.0, 5.0) * 10f64.powi(random.below(7) as i32);
        let first: Vec<(u32, Bounds)> = (0..30).map(|i| (i, random_bounds(&mut random, now))).collect();
        play.insert(&first, now);
        for _ in 0..100 {
            now += 10f64.powf(random.uniform(-4.0, 0.5));
            play.go_on_to(now);
            if random.below(3) == 0 {
                play.look_ahead(now + 10f64.powf(random.uniform(-2.0, 6.0)), now);
            }
            play.wake(now);
            let place = random.below(40) as u32;
            let bounds = random_bounds(&mut random, now);
            match (random.below(4), play.known(place)) {
                (0, Some(_)) => play.remove(place, now),
                (_, Some(Known { turns, .. })) => play.update(place, Known { bounds, turns }, now),
                (_, None) => play.insert(&[(place, bounds)], now),
            }
        }
    }
}

/// Who flies away for ever expires O(log t) times, and then never again.
#[test]
fn what_is_alone_expires_seldom() {
    for (velocity, acceleration) in [
        ([1e-9, 0.0, 0.0], [0.0; 3]),
        ([900.0, -1.0, 1e15], [0.0; 3]),
        ([1.0, 0.0, 0.0], [0.0, -10.0, 1e15]),
        ([0.0; 3], [1e-15, 0.0, 0.0]),
    ] {
        let (mut leases, mut changes) = (Leases::default(), Vec::new());
        let bounds = moving(1e6, [1e6, 0.0, -1e15], 0.01, velocity, acceleration);
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

/// A fleet that flies together is quiet for ever; two that come near after long are not.
#[test]
fn a_fleet_is_quiet_until_somebody_comes() {
    for (visitor, expected) in [(f64::INFINITY, f64::INFINITY), (1e5, 1e5)] {
        let mut play = Play::new(Leases::default(), overlaps);
        let mut bodies: Vec<(u32, Bounds)> = (0..100)
            .map(|i| {
                let place = [f64::from(i % 10), f64::from(i / 10), 0.0];
                (i, moving(0.0, place, 0.4, [7.0, 0.0, 0.0], [0.0; 3]))
            })
            .collect();
        if visitor < f64::INFINITY {
            bodies.push((
                100,
                moving(0.0, [7.0 * visitor, 0.0, visitor], 0.4, [0.0, 0.0, -1.0], [0.0; 3]),
            ));
        }
        play.insert(&bodies, 0.0);
        let mut steps = 0;
        let mut met = f64::INFINITY;
        while play.next_time() < f64::INFINITY {
            let time = play.next_time();
            play.step();
            let with_visitor = play.told.iter().any(|(_, second, _)| *second == 100);
            if with_visitor {
                met = met.min(time);
            }
            if play.next_time() > time && (steps % 500 == 0 || (time - visitor).abs() < 2.0) {
                play.compare(time);
            }
            steps += 1;
            assert!(steps < 50_000, "{time}");
        }
        assert!(met <= expected, "{met}");
        assert_eq!(met == f64::INFINITY, visitor == f64::INFINITY);
    }
}

/// A lease is left neither before its time nor long after: looked at closely just then.
#[test]
fn a_lease_holds_until_it_expires() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let now = random.uniform(-1e3, 1e3);
        let epoch = now - random.uniform(0.0, 10.0);
        let bounds = random_bounds(&mut random, epoch);
        let width = lease::width(&bounds, now).max(0.0);
        let made = lease::lease(&bounds, now, &super::Reach::new(width), f64::INFINITY);
        let until = lease::until(&bounds, &made, now);
        assert!(until > now, "{bounds:?} at {now}");
        if until == f64::INFINITY {
            continue;
        }
        for part in 0..=16 {
            let t = now + (until - now) * f64::from(part) / 16.0;
            let slack = 1e-9 * (1.0 + now.abs()) * 1e3;
            let dt = t - bounds.epoch;
            for axis in 0..3 {
                assert!(made.min[axis] - slack <= bounds.min[axis].at(dt) && bounds.max[axis].at(dt) <= made.max[axis] + slack);
            }
        }
        let after = until + 1e-3 * (until - now) + 1e-9 * (1.0 + now.abs());
        assert!(!lease::holds(&made, &bounds, after), "{bounds:?} from {now} to {until}");
    }
}
