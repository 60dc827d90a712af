//! Bodies with many sides that lie and lean on each other: stacks stand, piles come to rest, and all is
//! the same by every method.

use crate::support::bins::{bin_of_one_body, sides_of_planes};
use crate::support::{Random, assert_same_by_every_method, rounds};
use kinesweep::world::QueryFilter;
use kinesweep::{Body, BodyId, Method, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

const FRAME: f64 = 1.0 / 60.0;
const GRAVITY: f64 = 9.81;

/// A shape by its scale.
type Scaled = Box<dyn Fn(f64) -> Shape>;

/// Bodies over a floor, with their shapes.
struct Yard {
    world: World,
    bodies: Vec<(BodyId, Scaled)>,
}

/// A penetration of half a millionth of the smaller one's radius is allowed. (Of a thin body that is more
/// as a share of its thickness.)
const PENETRATION: f64 = 2e-6;

impl Yard {
    fn new(friction: f64, restitution: f64, method: Method) -> Result<Self, Box<dyn Error>> {
        let mut world = World::builder()
            .gravity(Vector3::y() * -GRAVITY)
            .restitution(restitution)
            .friction(friction)
            .method(method)
            .build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        Ok(Self {
            world,
            bodies: Vec::new(),
        })
    }

    /// Adds a body of a kind of shape, which may be scaled.
    fn add(
        &mut self,
        shape: impl Fn(f64) -> Shape + 'static,
        change: impl FnOnce(Body) -> Body,
    ) -> Result<BodyId, Box<dyn Error>> {
        let body = change(Body::new(shape(1.0)).mass(1.0).rotates());
        let id = self.world.insert(body)?;
        self.bodies.push((id, Box::new(shape)));
        Ok(id)
    }

    /// The bodies that still overlap others if they are smaller by this share.
    fn overlapping(&self, share: f64) -> Result<Vec<[BodyId; 2]>, Box<dyn Error>> {
        let mut overlapping = Vec::new();
        for (id, shape) in &self.bodies {
            let filter = QueryFilter::new().excluding(*id);
            let others = self.world.overlapping(&shape(1.0 - share), &self.world.pose(*id)?, &filter)?;
            overlapping.extend(others.into_iter().map(|other| [*id, other]));
        }
        Ok(overlapping)
    }

    /// Fails if one of the bodies penetrates another one.
    fn check_penetration(&self) -> Outcome {
        let found = self.overlapping(PENETRATION)?;
        let mut share = PENETRATION;
        while share < 1e-2 && !self.overlapping(2.0 * share)?.is_empty() {
            share *= 2.0;
        }
        match found.is_empty() {
            true => Ok(()),
            false => Err(format!("t = {}: {share:e}, {found:?}", self.world.time()).into()),
        }
    }

    fn into_parts(self) -> (World, Vec<BodyId>) {
        (self.world, self.bodies.into_iter().map(|(id, _)| id).collect())
    }

    fn positions(&self) -> Result<Vec<Vector3<f64>>, Box<dyn Error>> {
        let position = |id: &BodyId| Ok(self.world.pose(*id)?.translation.vector);
        self.bodies.iter().map(|(id, _)| id).map(position).collect()
    }
}

fn cuboid(half: [f64; 3]) -> impl Fn(f64) -> Shape {
    move |scale| Shape::cuboid(Vector3::from(half) * scale).expect("half extents")
}

/// Cuboids in rows, each row on the one below, with the joints of rows in the middle of bricks.
fn wall(rows: u32, columns: u32, method: Method) -> Result<Yard, Box<dyn Error>> {
    let mut yard = Yard::new(0.6, 0.3, method)?;
    for row in 0..rows {
        for column in 0..columns - row % 2 {
            let along = f64::from(column) + 0.5 * f64::from(row % 2);
            let place = Vector3::new(along, 0.25 + 0.5 * f64::from(row), 0.0);
            yard.add(cuboid([0.5, 0.25, 0.25]), |body| body.position(place))?;
        }
    }
    Ok(yard)
}

#[test]
fn a_wall_of_bricks_that_touch_exactly_stands_still() -> Outcome {
    let mut yard = wall(6, 4, Method::Auto)?;
    let before = yard.positions()?;
    yard.world.advance_to(60.0)?;
    let counters = yard.world.counters();
    assert_eq!((counters.collisions, counters.islands), (0, 1), "{counters:?}");
    assert!(counters.renewals < 30, "{counters:?}");
    for (before, after) in before.iter().zip(yard.positions()?) {
        assert!((after - before).norm() < 1e-6 * 0.25, "{before} {after}");
    }
    yard.check_penetration()
}

#[test]
fn a_wall_that_is_hit_falls_and_comes_to_rest() -> Outcome {
    let mut yard = wall(5, 3, Method::Auto)?;
    let before = yard.positions()?;
    let ball = Body::new(Shape::ball(0.3)?).mass(3.0).position(Vector3::new(1.5, 1.6, 6.0));
    yard.world.insert(ball.velocity(Vector3::z() * -15.0).rotates())?;
    for frame in 1..=60 * 12 {
        yard.world.advance_to(f64::from(frame) * FRAME)?;
        if frame % 6 == 0 {
            yard.check_penetration()?;
        }
    }
    let after = yard.positions()?;
    let moved = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| (*after - *before).norm() > 0.3)
        .count();
    assert!(moved > 3, "{moved}");
    // (Nothing stops the ball from rolling.)
    for (id, _) in &yard.bodies {
        let motion = yard.world.motion(*id)?;
        assert_eq!(
            (motion.velocity, motion.angular_velocity),
            (Vector3::zeros(), Vector3::zeros())
        );
    }
    Ok(())
}

/// Half the width of the bin of a heap, in metres.
const HALF: f64 = 0.9;

/// A bin of half-spaces.
fn bin_of_planes(world: &mut World) -> Outcome {
    world.insert_all(&sides_of_planes(HALF)?)?;
    Ok(())
}

/// A bin of one body, with a floor that is a little higher than the half-space.
fn bin_of_one_compound(world: &mut World) -> Outcome {
    world.insert(bin_of_one_body(HALF)?.position(Vector3::y() * 0.1))?;
    Ok(())
}

/// Cuboids, capsules, octahedra and balls that are dropped on a heap.
fn heap(bin: fn(&mut World) -> Outcome, method: Method, seed: u64) -> Result<Yard, Box<dyn Error>> {
    let mut random = Random::new(seed);
    let mut yard = Yard::new(0.5, 0.3, method)?;
    // (Without it a ball or capsule that rolls on the floor rolls until it meets something.)
    yard.world.set_default_rolling_friction(0.02)?;
    yard.world.set_default_spinning_friction(0.02)?;
    bin(&mut yard.world)?;
    for number in 0..10_u32 {
        let place = Vector3::new(0.0, 0.8 + 1.2 * f64::from(number), 0.0) + random.vector(0.3);
        let turned = random.vector(2.0);
        let placed = |body: Body| body.position(place).orientation(turned);
        match number % 4 {
            0 => yard.add(cuboid([0.3, 0.25, 0.2]), placed)?,
            1 => yard.add(|scale| Shape::capsule(0.25 * scale, 0.2 * scale).expect("a capsule"), placed)?,
            2 => yard.add(octahedron, placed)?,
            _ => yard.add(|scale| Shape::ball(0.35 * scale).expect("a radius"), placed)?,
        };
    }
    Ok(yard)
}

fn octahedron(scale: f64) -> Shape {
    let corners = [Vector3::x() * 0.45, Vector3::y() * 0.35, Vector3::z() * 0.3];
    let corners = corners.iter().flat_map(|corner| [corner * scale, corner * -scale]);
    Shape::convex(corners.collect()).expect("corners of a hull")
}

#[test]
fn a_heap_of_mixed_bodies_is_the_same_by_every_method_and_from_any_snapshot() -> Outcome {
    for seed in 0..rounds(1) {
        let counters = assert_same_by_every_method(100, 23, |method| heap(bin_of_planes, method, seed).map(Yard::into_parts))?;
        for counters in counters {
            assert!(counters.renewals > 10, "seed {seed}: {counters:?}");
        }
    }
    Ok(())
}

/// Advances a heap for 20 s, and checks that it is at rest after them.
fn check_that_it_falls_asleep(bin: fn(&mut World) -> Outcome, seed: u64) -> Outcome {
    let mut yard = heap(bin, Method::Auto, seed)?;
    let before = yard.world.energy();
    for frame in 1..=60 * 20 {
        yard.world.advance_to(f64::from(frame) * FRAME)?;
        if frame % 5 == 0 {
            yard.check_penetration()?;
        }
        assert!(yard.world.energy() < before * (1.0 + 1e-6), "frame {frame}");
    }
    let (renewals, places) = (yard.world.counters().renewals, yard.positions()?);
    yard.world.advance_to(1000.0)?;
    assert_eq!(yard.world.counters().renewals, renewals);
    assert_eq!(yard.positions()?, places);
    Ok(())
}

#[test]
fn a_heap_of_mixed_bodies_penetrates_nothing_and_falls_asleep() -> Outcome {
    (0..rounds(1)).try_for_each(|seed| check_that_it_falls_asleep(bin_of_planes, 5 + seed))
}

#[test]
fn a_heap_in_a_bin_of_one_body_penetrates_no_part_of_it() -> Outcome {
    (0..rounds(1)).try_for_each(|seed| check_that_it_falls_asleep(bin_of_one_compound, 2 + seed))
}

/// The floor holds it apart; what it slides into is another part of the same body.
#[test]
fn a_stack_that_slides_on_a_floor_meets_the_side_of_the_same_body() -> Outcome {
    for number in 0..12_u32 {
        let mut yard = Yard::new(0.0, 0.2, Method::Auto)?;
        bin_of_one_compound(&mut yard.world)?;
        for layer in 0..2_u32 {
            let place = Vector3::new(0.02 * f64::from(number), 0.3 + 0.4 * f64::from(layer), 0.0);
            let velocity = Vector3::x() * (1.0 + f64::from(number));
            yard.add(cuboid([0.3, 0.2, 0.3]), |body| body.position(place).velocity(velocity))?;
        }
        for frame in 1..=60 {
            yard.world.advance_to(f64::from(frame) * FRAME)?;
            yard.check_penetration()?;
        }
        assert!(yard.world.counters().renewals > 3, "{:?}", yard.world.counters());
    }
    Ok(())
}

/// A slab moves up, and down, under what lies on it: its acceleration is not that of the island.
#[test]
fn a_stack_on_a_slab_that_accelerates_is_not_penetrated() -> Outcome {
    for acceleration in [Vector3::y() * 4.0, Vector3::new(3.0, -5.0, 0.0), Vector3::y() * -9.0] {
        let counters = assert_same_by_every_method(90, 17, |method| stack_on_a_slab(acceleration, method).map(Yard::into_parts))?;
        assert!(counters.iter().all(|counters| counters.renewals > 10), "{counters:?}");
        let mut yard = stack_on_a_slab(acceleration, Method::Auto)?;
        for frame in 1..=90 {
            yard.world.advance_to(f64::from(frame) * FRAME)?;
            yard.check_penetration()?;
        }
    }
    Ok(())
}

fn stack_on_a_slab(acceleration: Vector3<f64>, method: Method) -> Result<Yard, Box<dyn Error>> {
    let mut yard = Yard::new(0.5, 0.2, method)?;
    let slab = Body::fixed(Shape::cuboid(Vector3::new(2.0, 0.1, 2.0))?).position(Vector3::y() * 20.0);
    yard.world.insert(slab.acceleration(acceleration))?;
    for number in 0..3_u32 {
        let place = Vector3::new(0.1, 20.3 + 0.4 * f64::from(number), 0.05);
        yard.add(cuboid([0.4, 0.2, 0.3]), |body| body.position(place))?;
    }
    Ok(yard)
}

/// A block on a slope sticks if the coefficient of friction is above the tangent of the slope, and slides
/// with the acceleration g (sin a - m cos a) otherwise.
#[test]
fn a_block_on_a_slope_sticks_or_slides() -> Outcome {
    for (degrees, friction) in [(20.0_f64, 0.4), (20.0, 0.3), (35.0, 0.5), (10.0, 0.0)] {
        let slope = degrees.to_radians();
        let mut world = World::builder()
            .gravity(Vector3::new(slope.sin(), -slope.cos(), 0.0) * GRAVITY)
            .restitution(0.0)
            .friction(friction)
            .build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        let block = Body::new(Shape::cuboid(Vector3::new(0.5, 0.2, 0.3))?).mass(2.0).rotates();
        let block = world.insert(block.position(Vector3::y() * 0.2))?;
        world.advance_to(3.0)?;
        let pull = (slope.sin() - friction * slope.cos()).max(0.0) * GRAVITY;
        let (way, expected) = (world.pose(block)?.translation.x, 0.5 * pull * 9.0);
        assert!(
            (way - expected).abs() <= 0.02 * expected + 1e-7,
            "{degrees} degrees, {friction}: {way} instead of {expected}"
        );
    }
    Ok(())
}

/// A cone that slid down in the corner of a bin, in contact with two sides, fell through the floor.
#[test]
fn a_cone_that_slides_down_a_corner_lands_on_its_base() -> Outcome {
    for (begin, x, z) in [
        (0.6153219060880419, 0.68, 0.6799999999999998),
        (0.0, 0.68, 0.6799999999999998),
        (0.0, 0.68, 0.68),
        (0.0, 0.5, 0.5),
    ] {
        let mut world = World::builder().gravity(Vector3::y() * -9.81).restitution(0.0).build()?;
        world.insert(bin_of_one_body(1.0)?)?;
        world.advance_to(begin)?;
        let cone = Body::new(Shape::cone(0.4, 0.32000000000000006)?).position(Vector3::new(x, 1.8959343078706308, z));
        let id = world.insert(cone.velocity(Vector3::y() * -3.93266603394708))?;
        world.advance_to(begin + 0.5)?;
        let y = world.pose(id)?.translation.vector.y;
        assert!((y - 0.4).abs() < 1e-9, "{begin} {x} {z}: {y}");
    }
    Ok(())
}
