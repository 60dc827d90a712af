//! A silo in two dimensions: discs that flow through a gap in its floor, a row of fixed discs.

use cpu_time::ProcessTime;
use kinesweep::scene::Dimensions;
use kinesweep::{Body, BodyId, Shape, World};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(crate) const GRAVITY: f64 = 9.81;
/// Mean diameter, in metres.
pub(crate) const DIAMETER: f64 = 0.2;
/// The greatest deviation of a diameter from the mean, as a share. (Equal discs order themselves.)
const SPREAD: f64 = 0.15;
const FRICTION: f64 = 0.4;
const RESTITUTION: f64 = 0.3;
/// Of the silo, in mean diameters: two and a half times the widest slot.
const WIDTH: f64 = 25.0;
/// Of the centres of discs at the start, in mean diameters.
const SPACING: f64 = 1.18;
/// Seconds between two looks at the discs.
const FRAME: f64 = 1.0 / 60.0;
/// Below this height, in metres, a disc has left and is removed.
const LEFT: f64 = -2.0 * DIAMETER;
/// Seconds without a disc that leaves, after which the slot is taken as blocked.
const BLOCKED: f64 = 1.0;
/// Shares of the discs that leave before the measurement, and until its end.
const MEASURED: [f64; 2] = [0.12, 0.62];

/// What a run measures.
pub(crate) struct Flow {
    /// Discs that left during the measurement.
    pub(crate) discs: usize,
    /// Simulated seconds that it took.
    pub(crate) seconds: f64,
    /// Processor seconds of the whole run.
    pub(crate) processor: f64,
    /// Whether the slot was blocked before the end.
    pub(crate) is_blocked: bool,
}

/// The silo with an open slot, which is so many mean diameters wide, and its discs.
fn silo(slot: f64, count: usize, seed: u64) -> (World, Vec<BodyId>) {
    let mut world = World::builder()
        .dimensions(Dimensions::Two)
        .gravity(Vector3::y() * -GRAVITY)
        .friction(FRICTION)
        .restitution(RESTITUTION)
        .build()
        .expect("settings");
    let half = 0.5 * WIDTH * DIAMETER;
    for normal in [Vector3::x(), -Vector3::x()] {
        let side = Body::fixed(Shape::half_space(normal).expect("a normal"));
        world.insert(side.position(normal * -half)).expect("a side");
    }
    let grain = Shape::ball(0.5 * DIAMETER).expect("a radius");
    let in_row = ((WIDTH - slot) / 2.0).ceil() as usize;
    for number in 0..in_row {
        let across = (0.5 * (slot + 1.0) + number as f64) * DIAMETER;
        for side in [-1.0, 1.0] {
            let place = Vector3::x() * (side * across);
            world
                .insert(Body::fixed(grain.clone()).position(place))
                .expect("a part of the floor");
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut signed = || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    let columns = (WIDTH / SPACING - 0.5) as usize;
    let discs: Vec<Body> = (0..count)
        .map(|number| {
            let (column, row) = ((number % columns) as f64, number / columns);
            let across = column + 0.5 * (row % 2) as f64 - 0.5 * (columns as f64 - 0.5);
            let height = 1.2 / SPACING + 0.87 * row as f64;
            let radius = 0.5 * DIAMETER * (1.0 + SPREAD * signed());
            let place = Vector3::new(across, height, 0.0) * (SPACING * DIAMETER);
            Body::new(Shape::ball(radius).expect("a radius")).rotates().position(place)
        })
        .collect();
    let discs = world.insert_all(&discs).expect("discs that do not overlap");
    (world, discs)
}

/// Lets discs flow through a slot.
pub(crate) fn run(slot: f64, count: usize, seed: u64) -> Flow {
    let clock = ProcessTime::now();
    let (mut world, mut discs) = silo(slot, count, seed);
    let [first, last] = MEASURED.map(|share| (share * count as f64) as usize);
    let (mut begin, mut end) = (None, (0.0, 0));
    let mut is_blocked = false;
    for frame in 1.. {
        let time = FRAME * f64::from(frame);
        world.advance_to(time).expect("a run");
        discs.retain(|disc| {
            let stays = world.pose(*disc).expect("a disc").translation.y > LEFT;
            if !stays {
                world.remove(*disc).expect("a disc");
            }
            stays
        });
        let left = count - discs.len();
        if left > end.1 {
            end = (time, left);
        }
        if begin.is_none() && left >= first {
            begin = Some(end);
        }
        is_blocked = time - end.0 > BLOCKED;
        if left >= last || is_blocked {
            break;
        }
    }
    let begin = begin.unwrap_or(end);
    Flow {
        discs: end.1 - begin.1,
        seconds: end.0 - begin.0,
        processor: clock.elapsed().as_secs_f64(),
        is_blocked,
    }
}
