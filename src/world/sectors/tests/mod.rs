//! Worlds on several threads against the same ones on one.

mod boxes;
mod changes;
mod discs;
mod falls;
mod gases;
mod limits;
mod random;
mod rough;

use super::super::{World, WorldBuilder};
use super::tuning::Tuning;
use crate::event::Event;
use crate::lane::balls::BallLane;
use crate::scene::{Body, Shape, Zeno};
use crate::world::Counters;
use crate::{Domain, Method, MotionChange};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Sectors for few balls, in short windows.
const SMALL: Tuning = Tuning {
    least_balls: 100,
    least_collisions: 0.01,
    least_again: 0.01,
    least_shared: 1.0,
    least_part: 100,
    least_serial: 256,
    window: 0.025,
    of_sector: 800.0,
    beyond: 2.0,
    least_width: 0.0,
};

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }

    fn uniform(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * (0.5 + 0.5 * self.signed())
    }

    fn below(&mut self, number: usize) -> usize {
        (self.0.next_u64() % number as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A gas on a lattice in a periodic domain or in a box.
#[derive(Clone)]
struct Gas {
    /// Cells of a face-centred cubic lattice on each axis.
    cells: [usize; 3],
    packing: f64,
    /// Radii are from this part of the largest to the largest, at random.
    least_radius: f64,
    restitution: f64,
    friction: f64,
    zeno: Zeno,
    /// Whether it is in a box.
    has_walls: bool,
    gravity: Vector3<f64>,
    /// Of every second ball, besides gravity.
    acceleration: Vector3<f64>,
    rotates: bool,
    seed: u64,
    tuning: Tuning,
}

impl Gas {
    fn new(packing: f64) -> Self {
        Self {
            cells: [9, 8, 10],
            packing,
            least_radius: 1.0,
            restitution: 1.0,
            friction: 0.0,
            zeno: Zeno::default(),
            has_walls: false,
            gravity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            rotates: false,
            seed: 1,
            tuning: SMALL,
        }
    }

    /// The lattice constant, for balls of diameter 1 at most.
    fn side(&self) -> f64 {
        (4.0 * std::f64::consts::PI / 6.0 / self.packing).cbrt()
    }

    fn domain(&self) -> Domain {
        let max = Vector3::from(self.cells).map(|cells| cells as f64) * self.side();
        match self.has_walls {
            true => Domain::Box {
                min: Vector3::repeat(-0.5 * self.side()),
                max,
            },
            false => Domain::Periodic {
                min: Vector3::zeros(),
                max,
            },
        }
    }

    fn bodies(&self) -> Vec<Body> {
        let side = self.side();
        let mut random = Random::new(self.seed);
        let sites = [[0.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]];
        let mut bodies = Vec::new();
        for cell in 0..self.cells.iter().product::<usize>() {
            let [x, y, _] = self.cells;
            let corner = Vector3::new(cell % x, cell / x % y, cell / (x * y)).map(|number| number as f64);
            for site in sites {
                let part = self.least_radius + (1.0 - self.least_radius) * (0.5 + 0.5 * random.signed());
                let ball = Body::new(Shape::ball(0.5 * part).unwrap()).mass(part * part * part);
                let velocity = random.vector() + random.vector() + random.vector();
                let mut ball = ball.position((corner + Vector3::from(site)) * side).velocity(velocity);
                if self.rotates {
                    ball = ball.rotates().angular_velocity(random.vector());
                }
                if bodies.len().is_multiple_of(2) {
                    ball = ball.acceleration(self.acceleration);
                }
                bodies.push(ball);
            }
        }
        bodies
    }

    /// Where a body is at first.
    fn place(&self, number: usize) -> Vector3<f64> {
        let mut world = World::builder().domain(self.domain()).build().unwrap();
        world.insert_all(&self.bodies()).unwrap();
        world.positions()[number]
    }

    fn world(&self, threads: usize) -> World {
        self.fill(self.builder(threads))
    }

    fn builder(&self, threads: usize) -> WorldBuilder {
        let builder = World::builder().domain(self.domain()).method(Method::Leases);
        let builder = builder.restitution(self.restitution).friction(self.friction);
        let builder = builder.gravity(self.gravity).zeno(self.zeno).threads(threads);
        builder.tuned(self.tuning)
    }

    fn fill(&self, builder: WorldBuilder) -> World {
        let mut world = builder.build().unwrap();
        world.insert_all(&self.bodies()).unwrap();
        world
    }
}

/// The counters but for those of work. Which balls are near bodies of the lane of pairs depends on the cells
/// of the lane of balls, which are made at other times.
fn counted(world: &World) -> Counters {
    let mut counters = world.counters();
    counters.broad_phase.clear();
    (counters.pair_begins, counters.pair_ends) = (0, 0);
    (counters.predictions, counters.predictions_reused, counters.wall_predictions) = (0, 0, 0);
    counters
}

/// Two worlds have the same state, to the bit.
fn assert_same(one: &mut World, other: &mut World, what: &str) {
    assert_eq!(one.time(), other.time(), "{what}");
    let bits = |vectors: Vec<Vector3<f64>>| -> Vec<u64> { vectors.iter().flatten().map(|number| number.to_bits()).collect() };
    assert!(bits(one.positions()) == bits(other.positions()), "{what}: positions");
    assert!(bits(one.velocities()) == bits(other.velocities()), "{what}: velocities");
    let unwrapped = |world: &World| -> Vec<Vector3<f64>> {
        let bodies = world.bodies();
        bodies.map(|id| world.unwrapped_position(id).unwrap()).collect()
    };
    assert!(bits(unwrapped(one)) == bits(unwrapped(other)), "{what}: unwrapped positions");
    assert_eq!(one.statistics(), other.statistics(), "{what}");
    assert_eq!(counted(one), counted(other), "{what}");
    let have_pairs = [&*one, &*other].iter().any(|world| world.counters().pair_begins > 0);
    assert!(
        have_pairs || one.snapshot_without_work() == other.snapshot_without_work(),
        "{what}: snapshots"
    );
    assert_eq!(one.next_event_time(), other.next_event_time(), "{what}: next event");
    for world in [&*one, &*other] {
        world.lanes.balls().map_or(Ok(()), BallLane::audit).unwrap();
        world.lanes.home().audit().unwrap();
    }
}

/// Events are the same, to the bit.
fn assert_same_events(one: &[Event], other: &[Event], what: &str) {
    let first = one
        .iter()
        .zip(other)
        .position(|(one, other)| format!("{one:?}") != format!("{other:?}"));
    if let Some(first) = first {
        panic!("{what}: event {first}: {:?} and {:?}", one[first], other[first]);
    }
    assert_eq!(one.len(), other.len(), "{what}");
}

/// Advances two worlds to a time, and compares all that happens.
fn advance_both(one: &mut World, other: &mut World, target: f64, what: &str) {
    let events = [
        one.advance_to(target).unwrap().to_vec(),
        other.advance_to(target).unwrap().to_vec(),
    ];
    assert_same_events(&events[0], &events[1], what);
    assert_same(one, other, what);
}

/// Advances a gas on one thread and on several, in several stretches. Returns the number of windows
/// and of mismatches.
fn compare(gas: &Gas, threads: usize, targets: &[f64], what: &str) -> (u64, u64) {
    let (mut one, mut several) = (gas.world(1), gas.world(threads));
    for target in targets {
        advance_both(
            &mut several,
            &mut one,
            *target,
            &format!("{what}, {threads} threads, to {target}"),
        );
    }
    (several.sectors.windows, several.sectors.mismatches)
}

/// Compares gases with ghosts that are not deep enough: many windows must be found out to be wrong.
fn compare_shallow(gas: &Gas, what: &str) {
    let (mut windows, mut mismatches) = (0, 0);
    for seed in 1..=4 {
        let mut gas = Gas { seed, ..gas.clone() };
        (gas.tuning.beyond, gas.tuning.window) = (0.0, 0.1);
        let (more_windows, more_mismatches) = compare(&gas, 4, &[0.3, 2.0], &format!("{what}, shallow ghosts, seed {seed}"));
        windows += more_windows;
        mismatches += more_mismatches;
    }
    assert!(mismatches > 10, "{what}: {mismatches} mismatches in {windows} windows");
}

/// Advances a lattice of balls in a domain of length 24, of which rows meet each other and walls at the same times, on
/// one thread and on three. Returns the first world.
fn compare_lattices(domain: Domain) -> World {
    let world = |threads: usize| {
        let builder = World::builder().domain(domain).method(Method::Leases);
        let mut world = builder.threads(threads).tuned(SMALL).build().unwrap();
        let balls = (0..1728).map(|number| {
            let cell = Vector3::new(number % 12, number / 12 % 12, number / 144).map(|number| number as f64);
            let towards = if number % 2 == 0 { 1.0 } else { -1.0 };
            let ball = Body::new(Shape::ball(0.5).unwrap());
            ball.position(cell * 2.0 + Vector3::repeat(0.25))
                .velocity(Vector3::x() * towards)
        });
        world.insert_all(&balls.collect::<Vec<_>>()).unwrap();
        world
    };
    let (mut one, mut several) = (world(1), world(3));
    for target in [3.0, 9.5] {
        advance_both(&mut several, &mut one, target, "a lattice");
    }
    assert!(several.sectors.windows > 20, "{} windows", several.sectors.windows);
    one
}

/// Advances a gas on one thread and on three, with an operation between each two stretches: in turn a removal, another
/// motion, `change` with the round and a random velocity, a step, and another ball.
fn compare_with_operations(gas: &Gas, what: &str, change: impl Fn(&mut World, u32, Vector3<f64>)) {
    let mut worlds = [gas.world(1), gas.world(3)];
    let mut random = Random::new(3);
    for round in 1..16 {
        let [one, several] = &mut worlds;
        advance_both(several, one, 0.15 * f64::from(round), &format!("{what}, round {round}"));
        let ids: Vec<_> = one.bodies().collect();
        let chosen = ids[(random.signed().abs() * ids.len() as f64) as usize % ids.len()];
        let velocity = random.vector() * 3.0;
        for world in &mut worlds {
            match round % 5 {
                0 => world.remove(chosen).unwrap(),
                1 => world.set_motion(chosen, &MotionChange::velocity(velocity)).unwrap(),
                2 => change(world, round, velocity),
                3 => drop(world.step().unwrap()),
                _ => {
                    let place = world.pose(chosen).unwrap().translation.vector;
                    world.remove(chosen).unwrap();
                    let ball = Body::new(Shape::ball(0.3).unwrap());
                    world.insert(ball.position(place).velocity(velocity)).unwrap();
                }
            }
        }
    }
    assert!(worlds[1].sectors.windows > 20, "{} windows", worlds[1].sectors.windows);
}
