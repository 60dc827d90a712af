//! Leases in a periodic domain against all pairs and all images.

use super::{Random, moving};
use crate::bounds::Bounds;
use crate::broad_phase::{BroadPhase, Candidacy, Image};
use crate::leases::Leases;
use std::collections::BTreeSet;

const MIN: [f64; 3] = [-1.0, 100.0, 0.25];
const SIDES: [f64; 3] = [4.0, 7.0, 5.5];

/// A body as it should be known: its bounds, and the lengths to be added to them.
#[derive(Clone, Copy)]
struct Known {
    bounds: Bounds,
    turns: Image,
}

/// Begins inside the domain; as large as may be, and small; fast and slow.
fn random_bounds(random: &mut Random, epoch: f64) -> Bounds {
    let speed = [0.0, 0.1, 1.0, 30.0][random.below(4) as usize];
    let pull = [0.0, 0.0, 1.0][random.below(3) as usize];
    let half = [1.0, 10f64.powf(random.uniform(-2.0, 0.0))][random.below(2) as usize];
    let place = std::array::from_fn(|axis| match random.below(8) {
        0 => MIN[axis],
        1 => (MIN[axis] + SIDES[axis]).next_down(),
        _ => MIN[axis] + SIDES[axis] * random.uniform(0.0, 1.0),
    });
    let mut vector = |size: f64| std::array::from_fn(|_| random.uniform(-size, size));
    let (velocity, acceleration) = (vector(speed), vector(pull));
    moving(epoch, place, half, velocity, acceleration)
}

/// The images of the second that overlap the first at a time.
fn images(a: &Known, b: &Known, t: f64) -> Vec<Image> {
    let (of_a, of_b) = (t - a.bounds.epoch, t - b.bounds.epoch);
    let on_axis = |axis: usize| {
        let ends = |known: &Known, dt: f64| [known.bounds.min[axis].at(dt), known.bounds.max[axis].at(dt)];
        let ([a_min, a_max], [b_min, b_max]) = (ends(a, of_a), ends(b, of_b));
        let lengths = ((a_min - b_max) / SIDES[axis]).floor() as i64..=((a_max - b_min) / SIDES[axis]).ceil() as i64;
        lengths.filter(move |lengths| {
            let by = *lengths as f64 * SIDES[axis];
            // Certain in spite of rounding.
            a_min <= b_max + by - 1e-9 && b_min + by <= a_max - 1e-9
        })
    };
    let mut found = Vec::new();
    for x in on_axis(0) {
        for y in on_axis(1) {
            for z in on_axis(2) {
                let lengths = [x, y, z];
                found.push(std::array::from_fn(|axis| lengths[axis] + a.turns[axis] - b.turns[axis]));
            }
        }
    }
    found
}

#[derive(Default)]
struct Follower(BTreeSet<(u32, u32, Image)>);

impl Follower {
    fn take(&mut self, changes: &mut Vec<Candidacy>) {
        for Candidacy {
            bodies: [a, b],
            image,
            begins,
        } in changes.drain(..)
        {
            assert!(a < b, "in one order, so that images can be compared");
            match begins {
                true => assert!(self.0.insert((a, b, image)), "{a}, {b}, {image:?} begins twice"),
                false => assert!(self.0.remove(&(a, b, image)), "{a}, {b}, {image:?} ends and never began"),
            }
        }
    }

    fn compare(&self, bodies: &[Option<Known>], t: f64) {
        for (i, a) in bodies.iter().enumerate() {
            for (j, b) in bodies.iter().enumerate().skip(i + 1) {
                let (Some(a), Some(b)) = (a, b) else {
                    let known = self
                        .0
                        .iter()
                        .any(|(first, second, _)| (*first, *second) == (i as u32, j as u32));
                    assert!(!known, "{i}, {j} at {t}");
                    continue;
                };
                for image in images(a, b, t) {
                    assert!(self.0.contains(&(i as u32, j as u32, image)), "{i}, {j}, {image:?} at {t}");
                }
            }
        }
    }
}

fn advance(leases: &mut Leases, target: f64, changes: &mut Vec<Candidacy>, follower: &mut Follower) {
    while leases.next_time() <= target {
        leases.advance(target, changes);
        follower.take(changes);
    }
}

#[test]
fn all_images_that_overlap_are_known_whatever_is_done() {
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 150 } {
        let mut random = Random::new(seed);
        let (mut changes, mut follower) = (Vec::new(), Follower::default());
        let mut leases = Leases::periodic(MIN, SIDES);
        let mut now = random.uniform(-5.0, 5.0) * 10f64.powi(random.below(5) as i32);
        let first: Vec<(u32, Bounds)> = (0..12).map(|i| (i, random_bounds(&mut random, now))).collect();
        let known = |bounds| Known { bounds, turns: [0; 3] };
        let mut bodies: Vec<Option<Known>> = first.iter().map(|(_, bounds)| Some(known(*bounds))).collect();
        leases.insert(&first, now, &mut changes);
        follower.take(&mut changes);
        for _ in 0..100 {
            now += 10f64.powf(random.uniform(-3.0, 0.5));
            advance(&mut leases, now, &mut changes, &mut follower);
            follower.compare(&bodies, now);
            if random.below(3) == 0 {
                let ahead = now + 10f64.powf(random.uniform(-2.0, 1.0));
                advance(&mut leases, ahead, &mut changes, &mut follower);
                leases.rewind(now, &mut changes);
                follower.take(&mut changes);
                follower.compare(&bodies, now);
            }
            leases.wake(now, &mut changes);
            follower.take(&mut changes);
            let place = random.below(15) as usize;
            let bounds = random_bounds(&mut random, now);
            bodies.resize(bodies.len().max(place + 1), None);
            match (random.below(4), bodies[place]) {
                (0, Some(_)) => {
                    leases.remove(place as u32, now, &mut changes);
                    bodies[place] = None;
                }
                (1, Some(before)) => {
                    // Goes on as it did, told from the image of it that is inside now.
                    let (mut bounds, mut turns) = (before.bounds, before.turns);
                    for axis in 0..3 {
                        let middle = 0.5 * (bounds.min[axis].at(now - bounds.epoch) + bounds.max[axis].at(now - bounds.epoch));
                        let lengths = ((middle - MIN[axis]) / SIDES[axis]).floor();
                        bounds.min[axis].position -= lengths * SIDES[axis];
                        bounds.max[axis].position -= lengths * SIDES[axis];
                        turns[axis] += lengths as i64;
                    }
                    leases.turn(place as u32, &turns);
                    leases.update(place as u32, &bounds, now, &mut changes);
                    bodies[place] = Some(Known { bounds, turns });
                }
                (_, Some(before)) => {
                    // Anywhere, and told to be however many lengths away.
                    let turns = before.turns.map(|turns| turns + random.below(3) as i64 - 1);
                    leases.turn(place as u32, &turns);
                    leases.update(place as u32, &bounds, now, &mut changes);
                    bodies[place] = Some(Known { bounds, turns });
                }
                (_, None) => {
                    leases.insert(&[(place as u32, bounds)], now, &mut changes);
                    bodies[place] = Some(known(bounds));
                }
            }
            follower.take(&mut changes);
            follower.compare(&bodies, now);
            leases.audit(now).unwrap();
        }
    }
}

/// Who crosses faces, edges and corners in one lease is there by two, four and eight boxes, and meets each image once.
#[test]
fn a_lease_across_a_corner_meets_each_image_once() {
    for (reach, expected) in [
        ([0.0; 3], 1),
        ([2.0, 0.0, 0.0], 1),
        ([2.0, 3.4, 0.0], 1),
        ([2.0, 3.4, 2.6], 1),
    ] {
        let (mut changes, mut follower) = (Vec::new(), Follower::default());
        let mut leases = Leases::periodic(MIN, SIDES);
        let middle: [f64; 3] = std::array::from_fn(|axis| MIN[axis] + 0.5 * SIDES[axis]);
        let place = std::array::from_fn(|axis| middle[axis] + reach[axis]);
        let other = std::array::from_fn(|axis| if reach[axis] > 0.0 { MIN[axis] + 0.05 } else { middle[axis] });
        let bodies = [place, other].map(|place| moving(0.0, place, 0.5, [0.0; 3], [0.0; 3]));
        leases.insert(&[(0, bodies[0]), (1, bodies[1])], 0.0, &mut changes);
        follower.take(&mut changes);
        assert_eq!(follower.0.len(), expected, "{reach:?}");
        let image = reach.map(|reach| i64::from(reach > 0.0));
        assert!(follower.0.contains(&(0, 1, image)), "{:?}", follower.0);
        assert_eq!(leases.next_time(), f64::INFINITY);
    }
}
