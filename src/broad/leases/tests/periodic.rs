//! Leases in a periodic domain against all pairs and all images.

use super::play::{Known, Play};
use super::{Random, moving};
use crate::broad::Image;
use crate::broad::leases::Leases;
use crate::motion::bounds::Bounds;

const MIN: [f64; 3] = [-1.0, 100.0, 0.25];
const SIDES: [f64; 3] = [4.0, 7.0, 5.5];

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

#[test]
fn all_images_that_overlap_are_known_whatever_is_done() {
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 150 } {
        let mut random = Random::new(seed);
        let mut play = Play::new(Leases::periodic(MIN, SIDES), images);
        let mut now = random.uniform(-5.0, 5.0) * 10f64.powi(random.below(5) as i32);
        let first: Vec<(u32, Bounds)> = (0..12).map(|i| (i, random_bounds(&mut random, now))).collect();
        play.insert(&first, now);
        for _ in 0..100 {
            now += 10f64.powf(random.uniform(-3.0, 0.5));
            play.go_on_to(now);
            if random.below(3) == 0 {
                play.look_ahead(now + 10f64.powf(random.uniform(-2.0, 1.0)), now);
            }
            play.wake(now);
            let place = random.below(15) as u32;
            let bounds = random_bounds(&mut random, now);
            match (random.below(4), play.known(place)) {
                (0, Some(_)) => play.remove(place, now),
                // Goes on as it did, told from the image of it that is inside now.
                (1, Some(before)) => play.update(place, brought_inside(&before, now), now),
                (_, Some(before)) => {
                    // Anywhere, and told to be however many lengths away.
                    let turns = before.turns.map(|turns| turns + random.below(3) as i64 - 1);
                    play.update(place, Known { bounds, turns }, now);
                }
                (_, None) => play.insert(&[(place, bounds)], now),
            }
        }
    }
}

/// The same motion, told from the image whose middle is inside the domain at a time.
fn brought_inside(known: &Known, now: f64) -> Known {
    let Known { mut bounds, mut turns } = *known;
    for axis in 0..3 {
        let (min, max) = (&mut bounds.min[axis], &mut bounds.max[axis]);
        let middle = 0.5 * (min.at(now - bounds.epoch) + max.at(now - bounds.epoch));
        let lengths = ((middle - MIN[axis]) / SIDES[axis]).floor();
        min.position -= lengths * SIDES[axis];
        max.position -= lengths * SIDES[axis];
        turns[axis] += lengths as i64;
    }
    Known { bounds, turns }
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
        let mut play = Play::new(Leases::periodic(MIN, SIDES), images);
        let middle: [f64; 3] = std::array::from_fn(|axis| MIN[axis] + 0.5 * SIDES[axis]);
        let place = std::array::from_fn(|axis| middle[axis] + reach[axis]);
        let other = std::array::from_fn(|axis| if reach[axis] > 0.0 { MIN[axis] + 0.05 } else { middle[axis] });
        let bodies = [place, other].map(|place| moving(0.0, place, 0.5, [0.0; 3], [0.0; 3]));
        play.insert(&[(0, bodies[0]), (1, bodies[1])], 0.0);
        assert_eq!(play.told.len(), expected, "{reach:?}");
        let image = reach.map(|reach| i64::from(reach > 0.0));
        assert!(play.told.contains(&(0, 1, image)), "{:?}", play.told);
        assert_eq!(play.next_time(), f64::INFINITY);
    }
}
