//! Balls in containers of many parts: the events are the same to the bit with and without the lane of
//! balls, and by every method.

mod random;

use crate::support::Random;
use kinesweep::world::BodyLane;
use kinesweep::{Body, Domain, Event, EventKind, Method, Party, Shape, World};
use nalgebra::{Isometry3, Vector3};
use std::error::Error;
use std::f64::consts::TAU;

type Outcome = Result<(), Box<dyn Error>>;

/// Sides of the drum, with four triangles each.
const SIDES: usize = 16;
const RADIUS: f64 = 3.2;

/// How the container moves.
#[derive(Clone, Copy, Debug)]
enum Moves {
    No,
    Uniformly,
    /// About its axis, slowly or faster than the balls.
    Turning(f64),
    /// About another axis, while it moves.
    Tumbling,
    /// It is hit by the balls, and changes its motion.
    Freely,
}

fn drum() -> Result<Shape, Box<dyn Error>> {
    let corner = |number: usize, z: f64| {
        let (sine, cosine) = (TAU * (number % SIDES) as f64 / SIDES as f64).sin_cos();
        Vector3::new(RADIUS * cosine, RADIUS * sine, z)
    };
    let first = |number: usize| 2 + 2 * (number % SIDES) as u32;
    let mut vertices = vec![Vector3::z() * -RADIUS, Vector3::z() * RADIUS];
    vertices.extend((0..SIDES).flat_map(|number| [corner(number, -RADIUS), corner(number, RADIUS)]));
    let triangles = (0..SIDES).flat_map(|number| {
        let (here, next) = (first(number), first(number + 1));
        [
            [here, next, here + 1],
            [next, next + 1, here + 1],
            [0, next, here],
            [1, here + 1, next + 1],
        ]
    });
    Ok(Shape::mesh(vertices, triangles.collect())?)
}

/// A crate of planks.
fn planks() -> Result<Shape, Box<dyn Error>> {
    let mut parts = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            for place in [-1.5, 1.5] {
                let mut half = Vector3::repeat(3.0);
                (half[axis], half[(axis + 1) % 3]) = (0.1, 1.45);
                let mut at = Vector3::zeros();
                (at[axis], at[(axis + 1) % 3]) = (3.1 * side, place);
                parts.push((Isometry3::from(at), Shape::cuboid(half)?));
            }
        }
    }
    Ok(Shape::compound(parts)?)
}

/// Balls of diameter 0.8 in a container, with the container as the last body.
fn bodies(container: &Shape, moves: Moves, seed: u64) -> Result<Vec<Body>, Box<dyn Error>> {
    let mut random = Random::new(seed);
    let ball = Shape::ball(0.4)?;
    let along = |count: i32| (-count..=count).map(|number| f64::from(number) * 0.95);
    let mut all = Vec::new();
    for x in along(2) {
        for y in along(2) {
            for z in along(2) {
                let place = Vector3::new(x, y, z) + random.vector(0.05);
                if x.hypot(y) < RADIUS - 0.6 {
                    all.push(Body::new(ball.clone()).position(place).velocity(random.vector(1.0)));
                }
            }
        }
    }
    let fixed = Body::fixed(container.clone());
    all.push(match moves {
        Moves::No => fixed,
        Moves::Uniformly => fixed.velocity(Vector3::new(0.2, -0.1, 0.15)),
        Moves::Turning(rate) => fixed.angular_velocity(Vector3::z() * rate),
        Moves::Tumbling => {
            let spin = Vector3::new(0.1, -0.2, 0.15);
            fixed.velocity(Vector3::new(-0.1, 0.1, 0.05)).angular_velocity(spin)
        }
        Moves::Freely => Body::new(container.clone()).mass(20.0).velocity(Vector3::x() * 0.3),
    });
    Ok(all)
}

fn world(periodic: bool, falls: bool, method: Method, both_lanes: bool, bodies: &[Body]) -> Result<World, Box<dyn Error>> {
    let (min, max) = (Vector3::repeat(-14.0), Vector3::repeat(14.0));
    let domain = match periodic {
        true => Domain::Periodic { min, max },
        false => Domain::Box { min, max },
    };
    let gravity = Vector3::z() * if falls { -0.5 } else { 0.0 };
    let mut world = World::builder()
        .domain(domain)
        .gravity(gravity)
        .method(method)
        .lane_of_balls(both_lanes)
        .build()?;
    world.insert_all(bodies)?;
    Ok(world)
}

fn events(world: &mut World, until: f64) -> Result<Vec<Event>, Box<dyn Error>> {
    let mut events = Vec::new();
    let mut steps = 0;
    while let Some(event) = world.step_before(until)? {
        events.push(event);
        steps += 1;
        if steps % 200 == 0 {
            world.audit()?;
        }
    }
    world.audit()?;
    Ok(events)
}

#[test]
fn containers_have_the_same_events_in_both_lanes() -> Outcome {
    let shapes = [drum()?, planks()?];
    let moves = [
        Moves::No,
        Moves::Uniformly,
        Moves::Turning(0.05),
        Moves::Turning(1.0),
        Moves::Tumbling,
        Moves::Freely,
    ];
    let mut hits = 0;
    for (number, moves) in moves.into_iter().enumerate() {
        for (shape, container) in shapes.iter().enumerate() {
            for (periodic, falls) in [(false, false), (true, false), (false, true)] {
                let bodies = bodies(container, moves, (2 * number + shape) as u64)?;
                let until = 2.5;
                let mut both = world(periodic, falls, Method::Leases, true, &bodies)?;
                assert_eq!(both.lanes()[0], (BodyLane::Balls, bodies.len() - 1));
                let found = events(&mut both, until)?;
                let mut others = vec![(Method::Leases, false)];
                if !periodic && !falls {
                    others.push((Method::Lists, false));
                }
                for (method, both_lanes) in others {
                    let mut other = world(periodic, falls, method, both_lanes, &bodies)?;
                    let expected = events(&mut other, until)?;
                    let differs = found.iter().zip(&expected).find(|(one, other)| one != other);
                    assert!(
                        differs.is_none() && found.len() == expected.len(),
                        "{moves:?} {shape} {periodic} {method:?}: {differs:?}"
                    );
                }
                let container = both.bodies().last().map(Party::Body);
                let is_hit = |event: &&Event| match event.kind {
                    EventKind::Collision(collision) => collision.parties.iter().any(|party| Some(*party) == container),
                    _ => false,
                };
                hits += found.iter().filter(is_hit).count();
            }
        }
    }
    assert!(hits > 1_500, "{hits}");
    Ok(())
}
