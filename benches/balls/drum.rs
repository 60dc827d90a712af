//! Balls in a drum: a closed mesh of 128 triangles, at rest or turning about its axis.

use crate::cases::Equal;
use crate::random::Random;
use kinesweep::world::WorldBuilder;
use kinesweep::{Body, Domain, Method, Shape, World};
use nalgebra::Vector3;
use std::f64::consts::{PI, TAU};

/// Sides of the drum, with four triangles each: two of the side, one of each end.
const SIDES: usize = 32;
/// Distance of the sites of the lattice on which the balls start, in diameters.
const APART: f64 = 1.02;

/// A drum as long as it is wide, with its axis along z.
#[derive(Clone, Copy)]
pub(crate) struct Drum {
    /// Angular velocity about the axis, in radians per second.
    pub(crate) spin: f64,
    pub(crate) world: fn(WorldBuilder) -> WorldBuilder,
}

fn mesh(radius: f64) -> Shape {
    let corner = |number: usize, z: f64| {
        let (sine, cosine) = (TAU * (number % SIDES) as f64 / SIDES as f64).sin_cos();
        Vector3::new(radius * cosine, radius * sine, z)
    };
    let (centres, first) = ([0, 1], |number: usize| 2 + 2 * (number % SIDES) as u32);
    let mut vertices = vec![Vector3::z() * -radius, Vector3::z() * radius];
    vertices.extend((0..SIDES).flat_map(|number| [corner(number, -radius), corner(number, radius)]));
    let triangles = (0..SIDES).flat_map(|number| {
        let (here, next) = (first(number), first(number + 1));
        [
            [here, next, here + 1],
            [next, next + 1, here + 1],
            [centres[0], next, here],
            [centres[1], here + 1, next + 1],
        ]
    });
    Shape::mesh(vertices, triangles.collect()).expect("a mesh")
}

impl Drum {
    /// The drum with as many balls of diameter 1, at this packing.
    pub(crate) fn world(self, balls: Equal) -> World {
        let volume = balls.count as f64 * PI / 6.0 / balls.packing;
        let radius = (volume / TAU).cbrt();
        let side = Vector3::repeat(radius + 1.0);
        let builder = World::builder().domain(Domain::Box { min: -side, max: side });
        let mut world = (self.world)(builder.method(Method::Leases)).build().expect("valid");
        let mut random = Random::new(1);
        let mut sites = sites((PI / SIDES as f64).cos() * radius - 0.5, radius - 0.5);
        let ball = Body::new(Shape::ball(0.5).expect("a radius"));
        let mut bodies: Vec<Body> = (0..balls.count)
            .map(|_| {
                let site = sites.swap_remove(random.bits() as usize % sites.len());
                ball.clone().position(site).velocity(Vector3::from_fn(|_, _| random.normal()))
            })
            .collect();
        bodies.push(Body::fixed(mesh(radius)).angular_velocity(Vector3::z() * self.spin));
        world.insert_all(&bodies).expect("no two overlap");
        world
    }
}

/// The sites of a cubic lattice at most so far from the axis, and from the middle along it.
fn sites(radius: f64, height: f64) -> Vec<Vector3<f64>> {
    let along = |most: f64| {
        let steps = (most / APART) as i32;
        (-steps..=steps).map(|step| f64::from(step) * APART)
    };
    let across = along(radius).flat_map(|x| along(radius).map(move |y| (x, y)));
    let inside = across.filter(|(x, y)| x * x + y * y < radius * radius);
    inside
        .flat_map(|(x, y)| along(height).map(move |z| Vector3::new(x, y, z)))
        .collect()
}
