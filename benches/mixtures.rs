//! Balls in equilibrium with one other body among them: what it costs, as a ratio to the same balls
//! alone.
//!
//!     cargo bench -p kinesweep --bench mixtures                # 8 000 balls at packing 0.3
//!     cargo bench -p kinesweep --bench mixtures -- 64000 0.1   # so many balls at this packing
//!     cargo bench -p kinesweep --bench mixtures -- sensor      # the cases with this word in their names
//!
//! Equal elastic balls in a periodic cube start on a lattice with velocities from a Maxwell
//! distribution, with room in the middle for one other body. Each case is timed in turn with the
//! balls alone, several times; the ratio is of the best times. The last case closes the lane of
//! balls: all bodies are in the lane of pairs.

#[path = "gas/random.rs"]
mod random;

use cpu_time::ProcessTime;
use kinesweep::response::{Encounter, Reply, Response, ResponseScope, impulse};
use kinesweep::{Body, Domain, EventKind, Groups, Method, Shape, World};
use nalgebra::Vector3;
use random::Random;

const COUNT: usize = 8_000;
const PACKING: f64 = 0.3;
/// Collisions before and in each time that is measured, a ball.
const WARM_UP: usize = 10;
const TIMED: usize = 40;
/// Times that each case is measured in turn with the balls alone.
const ROUNDS: usize = 5;
/// Around the middle no ball stands at the start, in metres.
const ROOM: f64 = 2.0;

type Case = (&'static str, fn() -> Option<Body>, bool);

const CASES: [Case; 9] = [
    ("one cube", || Some(moving(cube())), false),
    (
        "one turning rod",
        || Some(moving(rod()).angular_velocity(Vector3::y()).rotates()),
        false,
    ),
    ("one sensor", || Some(moving(sphere(1.0)).sensor()), false),
    ("one fixed cube", || Some(Body::fixed(cube())), false),
    (
        "one ball of three times the size",
        || Some(moving(sphere(1.5)).mass(27.0)),
        false,
    ),
    (
        "one ball of another group",
        || Some(moving(sphere(0.5)).groups(other_group())),
        false,
    ),
    (
        "one ball with a law of its own",
        || Some(moving(sphere(0.5)).own_law()),
        false,
    ),
    (
        "one ball under an acceleration",
        || Some(moving(sphere(0.5)).acceleration(Vector3::x() * 0.1)),
        false,
    ),
    ("one cube, lane of balls closed", || Some(moving(cube())), true),
];

fn cube() -> Shape {
    Shape::cuboid(Vector3::repeat(0.5)).expect("extents")
}

fn rod() -> Shape {
    Shape::capsule(1.0, 0.3).expect("a capsule")
}

fn sphere(radius: f64) -> Shape {
    Shape::ball(radius).expect("a radius")
}

fn moving(shape: Shape) -> Body {
    Body::new(shape).velocity(Vector3::new(0.7, -0.3, 0.5))
}

fn other_group() -> Groups {
    Groups {
        memberships: 2,
        filter: u32::MAX,
    }
}

/// The law of impulses, as a user would write it.
struct ByImpulses;

impl Response for ByImpulses {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        Reply::Velocities(impulse(encounter).map(|after| after.velocity))
    }

    fn scope(&self) -> ResponseScope {
        ResponseScope::Marked
    }
}

/// About so many balls of diameter 1 at a packing, and one other body in the middle.
fn world(count: usize, packing: f64, odd: Option<Body>, closed: bool) -> World {
    let side = (count as f64 * std::f64::consts::PI / 6.0 / packing).cbrt();
    let per_side = (count as f64).cbrt().ceil() as usize;
    let (width, middle) = (side / per_side as f64, Vector3::repeat(0.5 * side));
    let mut random = Random::new(1);
    let ball = sphere(0.5);
    let mut bodies = Vec::with_capacity(count + 1);
    for number in 0..per_side.pow(3) {
        let corner = Vector3::new(number % per_side, number / per_side % per_side, number / per_side.pow(2));
        let place = corner.map(|at| at as f64 + 0.5) * width;
        let velocity = Vector3::from_fn(|_, _| random.normal());
        if (place - middle).norm() > ROOM + 0.5 {
            bodies.push(Body::new(ball.clone()).position(place).velocity(velocity));
        }
    }
    bodies.extend(odd.map(|odd| odd.position(middle)));
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let mut builder = World::builder().domain(domain).method(Method::Leases).lane_of_balls(!closed);
    if bodies.last().is_some_and(|body| body.own_law) {
        builder = builder.custom_response(ByImpulses);
    }
    let mut world = builder.build().expect("valid");
    world.insert_all(&bodies).expect("no two overlap");
    world
}

/// Seconds of processor time for so many collisions.
fn collide(world: &mut World, collisions: usize) -> f64 {
    let start = ProcessTime::now();
    let mut done = 0;
    while done < collisions {
        let event = world.step().expect("balls go on").expect("and on");
        done += usize::from(matches!(event.kind, EventKind::Collision(_)));
    }
    start.elapsed().as_secs_f64()
}

fn main() {
    let numbers: Vec<f64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers
        .iter()
        .find(|number| **number >= 1.0)
        .map_or(COUNT, |number| *number as usize);
    let packing = numbers.iter().copied().find(|number| *number < 1.0).unwrap_or(PACKING);
    let is_word = |argument: &String| argument.parse::<f64>().is_err() && !argument.starts_with("--");
    let words: Vec<String> = std::env::args().skip(1).filter(is_word).collect();
    println!("| {count} balls at packing {packing} and | million collisions/s | as a part of the balls alone |");
    println!("|---|---|---|");
    let is_chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    for (name, odd, closed) in CASES.into_iter().filter(|(name, ..)| is_chosen(name)) {
        let timed = count * TIMED / 2;
        let mut worlds = [world(count, packing, None, false), world(count, packing, odd(), closed)];
        let mut best = [f64::INFINITY; 2];
        for world in &mut worlds {
            collide(world, count * WARM_UP / 2);
        }
        for _ in 0..ROUNDS {
            for (world, best) in worlds.iter_mut().zip(&mut best) {
                *best = best.min(collide(world, timed / ROUNDS));
            }
        }
        let rate = |seconds: f64| 1e-6 * (timed / ROUNDS) as f64 / seconds;
        println!("| {name} | {:.2} | {:.2} |", rate(best[1]), best[0] / best[1]);
    }
}
