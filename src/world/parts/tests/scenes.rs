//! Bodies of many shapes in a bounded domain.

use super::super::PartTuning;
use super::SMALL;
use crate::scene::{Body, Shape};
use crate::world::{World, WorldBuilder};
use crate::{Domain, Method};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bodies of many shapes on a lattice, with random velocities.
#[derive(Clone)]
pub(super) struct Crowd {
    pub(super) cells: [usize; 3],
    /// Their distance, for radii of about 1.
    pub(super) spacing: f64,
    pub(super) is_periodic: bool,
    /// Whether there is no domain; else it has walls, or is periodic.
    pub(super) is_open: bool,
    pub(super) restitution: f64,
    pub(super) gravity: Vector3<f64>,
    /// Whether there are a half-space as the floor and a block that moves.
    pub(super) has_floor: bool,
    /// Whether half of the bodies rotate; otherwise they come to rest on each other.
    pub(super) rotates: bool,
    pub(super) friction: f64,
    /// The axis along which every second row of the lattice is a stack of cubes, from the lower wall on.
    pub(super) stacks: Option<usize>,
    pub(super) seed: u64,
    pub(super) tuning: PartTuning,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            cells: [3, 4, 16],
            spacing: 2.6,
            is_periodic: false,
            is_open: false,
            restitution: 1.0,
            gravity: Vector3::zeros(),
            has_floor: false,
            rotates: true,
            friction: 0.0,
            stacks: None,
            seed: 1,
            tuning: SMALL,
        }
    }
}

/// Random numbers from -1 to 1.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(super) fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    pub(super) fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }
}

impl Crowd {
    fn size(&self) -> Vector3<f64> {
        Vector3::from(self.cells).map(|cells| cells as f64) * self.spacing
    }

    fn domain(&self) -> Domain {
        let (min, max) = (Vector3::zeros(), self.size());
        match self.is_periodic {
            _ if self.is_open => Domain::Open,
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        }
    }

    fn shape(random: &mut Random) -> Shape {
        let made = match random.below(5) {
            0 => Shape::ball(0.9),
            1 => Shape::cuboid(Vector3::new(0.5, 0.6, 0.6)),
            2 => Shape::capsule(0.6, 0.4),
            3 => Shape::cylinder(0.5, 0.7),
            _ => Shape::convex(vec![
                Vector3::new(1.0, 0.0, 0.0),
                Vector3::new(-0.6, 0.8, 0.0),
                Vector3::new(-0.6, -0.8, 0.0),
                Vector3::new(0.0, 0.0, 1.0),
                Vector3::new(0.0, 0.1, -1.0),
            ]),
        };
        made.unwrap()
    }

    /// A body at a place.
    fn body(&self, random: &mut Random, place: Vector3<f64>) -> Body {
        let body = Body::new(Self::shape(random)).position(place).velocity(random.vector() * 1.5);
        match random.below(2) {
            _ if !self.rotates => body,
            0 => body,
            _ => body.rotates().angular_velocity(random.vector()),
        }
    }

    /// A cube in a stack along an axis, in place of another body.
    fn stacked(body: Body, axis: usize, number: usize) -> Body {
        let mut place = body.position;
        place[axis] = number as f64 + 0.5;
        Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(place)
    }

    fn bodies(&self) -> Vec<Body> {
        let mut random = Random::new(self.seed);
        let [x, y, z] = self.cells;
        let mut bodies = Vec::new();
        if self.has_floor {
            let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
            bodies.push(floor.position(Vector3::y() * 0.1));
        }
        for cell in 0..x * y * z {
            let corner = Vector3::new(cell % x, cell / x % y, cell / (x * y));
            let body = self.body(&mut random, corner.map(|number| number as f64 + 0.5) * self.spacing);
            bodies.push(match self.stacks {
                Some(axis) if (corner.sum() - corner[axis]) % 2 == 0 => Self::stacked(body, axis, corner[axis]),
                _ => body,
            });
        }
        if self.has_floor {
            // In the place of another one.
            let block = Body::fixed(Shape::cuboid(Vector3::repeat(0.7)).unwrap());
            let middle = bodies.len() / 2;
            bodies[middle] = block.position(bodies[middle].position).velocity(Vector3::z() * 0.2);
        }
        bodies
    }

    pub(super) fn builder(&self, threads: usize) -> WorldBuilder {
        let builder = World::builder().domain(self.domain()).method(Method::Leases);
        let builder = builder
            .restitution(self.restitution)
            .friction(self.friction)
            .gravity(self.gravity);
        builder
            .record_motion(self.seed.is_multiple_of(2))
            .threads(threads)
            .parted(self.tuning)
    }

    pub(super) fn world(&self, threads: usize) -> World {
        let mut world = self.builder(threads).build().unwrap();
        world.insert_all(&self.bodies()).unwrap();
        world
    }
}
