//! Leases in a periodic domain against all pairs and all images.

use super::harness::{Body, Harness};
use super::operations::RandomOperations;
use crate::broad::leases::Leases;
use crate::broad::testing::{Random, moving};
use crate::domain::{ImageOffset, PeriodicBox};
use crate::motion::bounds::Bounds;

const MIN: [f64; 3] = [-1.0, 100.0, 0.25];
const SIDES: [f64; 3] = [4.0, 7.0, 5.5];

fn domain() -> PeriodicBox {
    PeriodicBox {
        min: MIN.into(),
        max: std::array::from_fn(|axis| MIN[axis] + SIDES[axis]).into(),
    }
}

/// Boxes that begin inside the domain; as large as allowed, and small; fast and slow.
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
    moving(epoch, place, [half; 3], velocity, acceleration)
}

/// The images of the second that overlap the first at a time.
fn images(a: &Body, b: &Body, t: f64) -> Vec<ImageOffset> {
    let (of_a, of_b) = (t - a.bounds.epoch, t - b.bounds.epoch);
    let on_axis = |axis: usize| {
        let ends = |body: &Body, dt: f64| [body.bounds.min[axis].at(dt), body.bounds.max[axis].at(dt)];
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
                found.push(std::array::from_fn(|axis| lengths[axis] + a.offset[axis] - b.offset[axis]));
            }
        }
    }
    found
}

#[test]
fn all_images_that_overlap_are_candidates_whatever_is_done() {
    for leases in [|| Leases::periodic(domain()), || Leases::periodic(domain()).all_together()] {
        let operations = RandomOperations {
            seeds: 150,
            bodies: 12,
            places: 15,
            start_exponent: 5,
            pause_exponent: -3.0,
            advance_exponent: 1.0,
            leases,
            overlaps: images,
            bounds: random_bounds,
            updated: |random, choice, before, bounds, now| match choice {
                // The same motion, of the image that is inside now.
                1 => shifted_inside(before, now),
                // Anywhere, and some sides away.
                _ => Body {
                    bounds,
                    offset: before.offset.map(|sides| sides + random.below(3) as i64 - 1),
                },
            },
        };
        operations.check();
    }
}

/// The same motion, of the image with its middle inside the domain at a time.
fn shifted_inside(body: &Body, now: f64) -> Body {
    let Body { mut bounds, mut offset } = *body;
    for axis in 0..3 {
        let (min, max) = (&mut bounds.min[axis], &mut bounds.max[axis]);
        let middle = 0.5 * (min.at(now - bounds.epoch) + max.at(now - bounds.epoch));
        let lengths = ((middle - MIN[axis]) / SIDES[axis]).floor();
        min.position -= lengths * SIDES[axis];
        max.position -= lengths * SIDES[axis];
        offset[axis] += lengths as i64;
    }
    Body { bounds, offset }
}

/// A lease across a face, an edge or a corner has two, four or eight copies, and meets each image
/// once.
#[test]
fn a_lease_across_a_corner_meets_each_image_once() {
    for (shift, expected) in [
        ([0.0; 3], 1),
        ([2.0, 0.0, 0.0], 1),
        ([2.0, 3.4, 0.0], 1),
        ([2.0, 3.4, 2.6], 1),
    ] {
        let mut harness = Harness::new(Leases::periodic(domain()), images);
        let middle: [f64; 3] = std::array::from_fn(|axis| MIN[axis] + 0.5 * SIDES[axis]);
        let place = std::array::from_fn(|axis| middle[axis] + shift[axis]);
        let other = std::array::from_fn(|axis| if shift[axis] > 0.0 { MIN[axis] + 0.05 } else { middle[axis] });
        let bodies = [place, other].map(|place| moving(0.0, place, [0.5; 3], [0.0; 3], [0.0; 3]));
        harness.insert(&[(0, bodies[0]), (1, bodies[1])], 0.0);
        assert_eq!(harness.candidates.len(), expected, "{shift:?}");
        let image = shift.map(|shift| i64::from(shift > 0.0));
        assert!(harness.candidates.contains(&(0, 1, image)), "{:?}", harness.candidates);
        assert_eq!(harness.next_time(), f64::INFINITY);
    }
}
