//! The scenes: equal elastic bodies in a cube of six half-spaces, without gravity and friction.

use kinesweep::{Body, Method, Shape, World};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The shape of the bodies: cubes of edge 1, or balls of diameter 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Cubes,
    Balls,
}

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    count: usize,
    packing: f64,
    /// In m/s, of each body.
    speed: f64,
    /// Greatest angular velocity in rad/s; the bodies do not rotate if it is 0.
    spin: f64,
    /// Simulated seconds.
    pub(crate) length: f64,
}

const CUBES: Case = Case {
    name: "1000 cubes without spin at 10 %",
    kind: Kind::Cubes,
    count: 1_000,
    packing: 0.1,
    speed: 2.0,
    spin: 0.0,
    length: 4.0,
};

pub(crate) const CASES: [Case; 6] = [
    CUBES,
    Case {
        name: "1000 turning cubes at 10 %",
        spin: 2.0,
        ..CUBES
    },
    Case {
        name: "1000 turning cubes at 1 %",
        spin: 2.0,
        packing: 0.01,
        ..CUBES
    },
    Case {
        name: "8000 turning cubes at 1 %",
        count: 8_000,
        spin: 2.0,
        packing: 0.01,
        length: 1.0,
        ..CUBES
    },
    Case {
        name: "1000 cubes without spin at 10 %, 20 m/s",
        speed: 20.0,
        length: 1.0,
        ..CUBES
    },
    Case {
        name: "1000 balls at 10 %",
        kind: Kind::Balls,
        ..CUBES
    },
];

/// A body at the start.
pub(crate) struct Start {
    pub(crate) position: Vector3<f64>,
    /// A rotation vector.
    pub(crate) orientation: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) spin: Vector3<f64>,
}

/// The normals of the walls, inwards, and a point of each.
pub(crate) fn walls(side: f64) -> [(Vector3<f64>, Vector3<f64>); 6] {
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    std::array::from_fn(|wall| match (axes[wall / 2], wall % 2) {
        (axis, 0) => (axis, Vector3::zeros()),
        (axis, _) => (-axis, Vector3::repeat(side)),
    })
}

impl Case {
    pub(crate) fn rotates(&self) -> bool {
        self.spin > 0.0
    }

    /// The side of the cube.
    pub(crate) fn side(&self) -> f64 {
        let volume = match self.kind {
            Kind::Cubes => 1.0,
            Kind::Balls => std::f64::consts::PI / 6.0,
        };
        (self.count as f64 * volume / self.packing).cbrt()
    }

    /// On a lattice, displaced at random so that no two overlap in any orientation.
    pub(crate) fn starts(&self) -> Vec<Start> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut signed = move || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        let mut in_ball = move || {
            loop {
                let v = Vector3::from_fn(|_, _| signed());
                if v.norm_squared() <= 1.0 {
                    return v;
                }
            }
        };
        let per_side = (self.count as f64).cbrt().ceil() as usize;
        let cell = self.side() / per_side as f64;
        let diameter = if self.kind == Kind::Cubes { 3f64.sqrt() } else { 1.0 };
        let room = 0.499 * (cell - diameter);
        (0..self.count)
            .map(|number| {
                let place = [
                    number % per_side,
                    number / per_side % per_side,
                    number / (per_side * per_side),
                ];
                let centre = Vector3::from(place.map(|index| (index as f64 + 0.5) * cell));
                Start {
                    position: centre + in_ball() * room,
                    orientation: if self.kind == Kind::Cubes {
                        in_ball() * 3.0
                    } else {
                        Vector3::zeros()
                    },
                    velocity: in_ball().normalize() * self.speed,
                    spin: in_ball() * self.spin,
                }
            })
            .collect()
    }

    pub(crate) fn world(&self) -> World {
        let shape = match self.kind {
            Kind::Cubes => Shape::cuboid(Vector3::repeat(0.5)),
            Kind::Balls => Shape::ball(0.5),
        };
        let shape = shape.expect("a size");
        let mut bodies: Vec<Body> = walls(self.side())
            .map(|(normal, point)| Body::fixed(Shape::half_space(normal).expect("a normal")).position(point))
            .into();
        bodies.extend(self.starts().into_iter().map(|start| {
            let body = Body::new(shape.clone())
                .position(start.position)
                .orientation(start.orientation);
            let body = body.velocity(start.velocity);
            match self.rotates() {
                true => body.rotates().angular_velocity(start.spin),
                false => body,
            }
        }));
        let mut world = World::builder().method(Method::Auto).build().expect("valid");
        world.insert_all(&bodies).expect("no two overlap");
        world
    }
}
