//! The cases: balls of every kind, and what they are compared with.

use crate::drum::Drum;
use crate::random::Random;
use crate::start::{Cube, places};
use kinesweep::response::{Encounter, Reply, Response, impulse};
use kinesweep::scene::{Dimensions, Population, Speed, Start};
use kinesweep::world::WorldBuilder;
use kinesweep::{Body, Domain, Groups, Method, MotionChange, Shape, World};
use nalgebra::Vector3;

/// Equal free balls of diameter 1 in a periodic cube.
#[derive(Clone, Copy)]
pub(crate) struct Equal {
    pub(crate) count: usize,
    pub(crate) packing: f64,
}

const USUAL: Equal = Equal {
    count: 8_000,
    packing: 0.3,
};
const FEW: Equal = Equal {
    count: 4_000,
    packing: 0.2,
};
const IN_DRUM: Equal = Equal {
    count: 700,
    packing: 0.2,
};
/// Angular velocity in radians per second of a drum that turns once in a hundred mean free times at
/// that packing, of 0.21 s each.
const SLOW_TURN: f64 = 0.3;

/// One case.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The ratio that it is to reach.
    pub(crate) least: Option<f64>,
    pub(crate) reference: Equal,
    /// The radius of each ball, relative to each other.
    radii: fn(usize, &mut Random) -> Vec<f64>,
    walls: bool,
    world: fn(WorldBuilder) -> WorldBuilder,
    ball: fn(usize, Body) -> Body,
    /// In a plane, at this packing, from a hexagonal lattice.
    discs: Option<f64>,
    /// A body in the middle, and the radius of the place that it takes.
    odd: Option<(fn() -> Body, f64)>,
    /// In a drum.
    drum: Option<Drum>,
    /// Bodies that enclose the balls, in a domain that is wider than they are: by its side.
    container: Option<fn(f64) -> Vec<Body>>,
}

impl Equal {
    pub(crate) fn world(self) -> World {
        Case::new("", None, self).world()
    }
}

fn equal(count: usize, _: &mut Random) -> Vec<f64> {
    vec![1.0; count]
}

impl Case {
    fn new(name: &'static str, least: Option<f64>, reference: Equal) -> Self {
        Self {
            name,
            least,
            reference,
            radii: equal,
            walls: false,
            world: |builder| builder,
            ball: |_, ball| ball,
            discs: None,
            odd: None,
            drum: None,
            container: None,
        }
    }

    fn usual(name: &'static str, least: f64) -> Self {
        Self::new(name, Some(least), USUAL)
    }

    fn with_ball(self, ball: fn(usize, Body) -> Body) -> Self {
        Self { ball, ..self }
    }

    fn with_world(self, world: fn(WorldBuilder) -> WorldBuilder) -> Self {
        Self { world, ..self }
    }

    fn with_walls(self) -> Self {
        Self { walls: true, ..self }
    }

    fn with_odd(self, odd: fn() -> Body, room: f64) -> Self {
        Self {
            odd: Some((odd, room)),
            ..self
        }
    }

    /// Falling balls in a container.
    fn in_container(name: &'static str, container: fn(f64) -> Vec<Body>) -> Self {
        Self {
            container: Some(container),
            walls: true,
            ..Self::new(name, None, USUAL).with_world(falling)
        }
    }

    fn sizes(name: &'static str, least: f64, reference: Equal, radii: fn(usize, &mut Random) -> Vec<f64>) -> Self {
        Self {
            radii,
            ..Self::new(name, Some(least), reference)
        }
    }

    fn discs(name: &'static str, count: usize, packing: f64) -> Self {
        Self {
            discs: Some(packing),
            ..Self::new(name, None, Equal { count, ..USUAL })
        }
    }

    fn in_drum(name: &'static str, spin: f64, world: fn(WorldBuilder) -> WorldBuilder) -> Self {
        Self {
            drum: Some(Drum { spin, world }),
            ..Self::new(name, None, IN_DRUM)
        }
    }

    /// Equal discs of diameter 1 in a periodic square.
    fn world_of_discs(&self, packing: f64) -> World {
        let population = Population {
            dimensions: Dimensions::Two,
            packing: Some(packing),
            start: Start::Hexagonal,
            speed: Speed::Maxwell(1.0),
            ..Population::gas(self.reference.count, Body::new(Shape::ball(0.5).expect("a radius")))
        };
        let square = Population::cube(std::slice::from_ref(&population)).expect("a packing");
        let [min, max] = square.corners().expect("a square");
        let domain = Domain::Periodic { min, max };
        let builder = World::builder().dimensions(Dimensions::Two).domain(domain);
        let mut world = builder.method(Method::Leases).build().expect("valid");
        let discs = population.place_in(0, &domain, &[]).expect("there is room");
        world.insert_all(&discs).expect("no two overlap");
        world
    }

    /// The world at its start: velocities are of a Maxwell distribution, with the same mean energy
    /// for balls of every size.
    pub(crate) fn world(&self) -> World {
        if let Some(packing) = self.discs {
            return self.world_of_discs(packing);
        }
        if let Some(drum) = self.drum {
            return drum.world(self.reference);
        }
        let mut random = Random::new(1);
        let mut radii = (self.radii)(self.reference.count, &mut random);
        radii.iter_mut().for_each(|radius| *radius *= 0.5);
        let volume: f64 = radii.iter().map(|r| 4.0 / 3.0 * std::f64::consts::PI * r * r * r).sum();
        let cube = Cube {
            side: (volume / self.reference.packing).cbrt(),
            periodic: !self.walls,
        };
        let middle = Vector3::repeat(0.5 * cube.side);
        let obstacles: Vec<_> = self.odd.iter().map(|(_, room)| (middle, *room)).collect();
        let places = places(&radii, &obstacles, cube, &mut random);
        let (min, max) = (Vector3::zeros(), Vector3::repeat(cube.side));
        let container = self.container.map_or_else(Vec::new, |container| container(cube.side));
        let domain = match (self.walls, self.container) {
            (_, Some(_)) => Domain::Box {
                min: min - Vector3::new(1.0, 1.0, 0.5 * cube.side),
                max: max + Vector3::new(1.0, 1.0, 1.0),
            },
            (true, None) => Domain::Box { min, max },
            (false, None) => Domain::Periodic { min, max },
        };
        let builder = World::builder().domain(domain).method(Method::Leases);
        let mut world = (self.world)(builder).build().expect("valid");
        let mut bodies: Vec<Body> = Vec::with_capacity(radii.len() + 1);
        let mut former: Option<(f64, Shape)> = None;
        for (number, (radius, place)) in radii.iter().zip(&places).enumerate() {
            let shape = match &former {
                Some((known, shape)) if known == radius => shape.clone(),
                _ => Shape::ball(*radius).expect("a radius"),
            };
            former = Some((*radius, shape.clone()));
            let mass = (2.0 * radius).powi(3);
            let velocity = Vector3::from_fn(|_, _| random.normal()) / mass.sqrt();
            let ball = Body::new(shape).mass(mass).position(*place).velocity(velocity);
            bodies.push((self.ball)(number, ball));
        }
        bodies.extend(self.odd.map(|(odd, _)| odd().position(middle)));
        bodies.extend(container);
        world.insert_all(&bodies).expect("no two overlap");
        world
    }
}

/// The law of impulses, as a user would write it.
struct ByImpulses;

impl Response for ByImpulses {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        Reply::Velocities(impulse(encounter).map(|after| after.velocity))
    }
}

fn falling(world: WorldBuilder) -> WorldBuilder {
    world.gravity(Vector3::new(0.0, 0.0, -0.05))
}

/// A slab under the balls.
fn floor(side: f64) -> Body {
    let slab = Shape::cuboid(Vector3::new(0.5 * side + 0.9, 0.5 * side + 0.9, 0.5)).expect("extents");
    Body::fixed(slab).position(Vector3::new(0.5 * side, 0.5 * side, -0.6))
}

/// The same, moving up and down for as long as a measurement lasts.
fn vibrating_floor(side: f64) -> Body {
    let velocity = |number: u32| Vector3::z() * if number.is_multiple_of(2) { -0.5 } else { 0.5 };
    let changes = (1..5_000).map(|number| (0.2 * f64::from(number), velocity(number)));
    changes.fold(floor(side).velocity(velocity(0)), |floor, (time, velocity)| {
        floor.change_at(time, MotionChange::velocity(velocity))
    })
}

/// Four planes that meet under the middle.
fn hopper(side: f64) -> Vec<Body> {
    let (sine, cosine) = 0.3_f64.sin_cos();
    let (low, high) = (Vector3::zeros(), Vector3::new(side, side, 0.0));
    let planes = [
        (Vector3::new(sine, 0.0, cosine), low),
        (Vector3::new(-sine, 0.0, cosine), high),
        (Vector3::new(0.0, sine, cosine), low),
        (Vector3::new(0.0, -sine, cosine), high),
    ];
    let plane = |(normal, place)| Body::fixed(Shape::half_space(normal).expect("a normal")).position(place);
    planes.map(plane).into()
}

/// The same planes as a mesh of four triangles, up to the walls of the domain.
fn hopper_of_triangles(side: f64) -> Vec<Body> {
    let slope = 0.3_f64.tan();
    let middle = 0.5 * side;
    // The walls of the domain are above the rim.
    let (wide, depth) = (middle + 0.9, -slope * middle);
    let rim = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let mut vertices = vec![Vector3::new(middle, middle, depth)];
    vertices.extend(rim.map(|[x, y]| Vector3::new(middle + wide * x, middle + wide * y, depth + slope * wide)));
    let triangles = (0..4).map(|number| [0, 1 + number, 1 + (number + 1) % 4]);
    let walls = Shape::mesh(vertices, triangles.collect()).expect("a mesh");
    vec![Body::fixed(walls)]
}

fn cube() -> Shape {
    Shape::cuboid(Vector3::repeat(0.5)).expect("extents")
}

fn ring() -> Shape {
    Shape::ring(1.0, 0.3, 8, 8).expect("a ring")
}

fn moving(shape: Shape) -> Body {
    Body::new(shape).velocity(Vector3::new(0.7, -0.3, 0.5))
}

fn one_in_twenty() -> Groups {
    Groups {
        memberships: 1 << 4,
        filter: 1 << 4,
    }
}

/// `large` balls of a radius among balls of radius 1.
fn some_of(count: usize, large: usize, radius: f64) -> Vec<f64> {
    let mut radii = vec![1.0; count];
    radii[..large].fill(radius);
    radii
}

/// The cases of one ball of another radius among balls of radius 0.5.
fn one_large() -> [Case; 4] {
    let sizes = |name, radii| Case::sizes(name, 0.8, FEW, radii);
    [
        sizes("one ball of radius 1.5 among 4000 of 0.5, at 0.2", |count, _| {
            some_of(count, 1, 3.0)
        }),
        sizes("one ball of radius 2.5 among 4000 of 0.5, at 0.2", |count, _| {
            some_of(count, 1, 5.0)
        }),
        sizes("one ball of radius 4 among 4000 of 0.5, at 0.2", |count, _| {
            some_of(count, 1, 8.0)
        }),
        sizes("one ball of radius 8 among 4000 of 0.5 in a box, at 0.2", |count, _| {
            some_of(count, 1, 16.0)
        })
        .with_walls(),
    ]
}

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let dense = Equal {
        count: 8_000,
        packing: 0.45,
    };
    let mut cases = vec![
        Case::usual("gravity in a box", 0.7).with_walls().with_world(falling),
        Case::usual("one ball in ten falls, in a box", 0.4)
            .with_walls()
            .with_ball(|number, ball| match number % 10 {
                0 => ball.acceleration(Vector3::new(0.0, 0.0, -0.05)),
                _ => ball,
            }),
        Case::in_container("a slab as the floor, gravity", |side| vec![floor(side)]),
        Case::in_container("a vibrating slab as the floor, gravity", |side| vec![vibrating_floor(side)]),
        Case::in_container("a hopper of four planes, gravity", hopper),
        Case::in_container("a hopper of four triangles, gravity", hopper_of_triangles),
        Case::in_drum("700 balls in a drum of 128 triangles, at 0.2", 0.0, |world| world),
        Case::in_drum("700 balls in a drum, gravity, at 0.2", 0.0, falling),
        Case::in_drum("700 balls in a turning drum, at 0.2", SLOW_TURN, |world| world),
        Case::usual("walls", 0.9).with_walls(),
        Case::usual("uniform groups", 0.9).with_ball(|_, ball| ball.groups(one_in_twenty())),
        Case::usual("names", 0.9).with_ball(|number, ball| ball.name(format!("ball-{number}"))),
        Case::usual("recorded motion", 0.9).with_world(|world| world.record_motion(true)),
        Case::usual("one sensor", 0.9).with_odd(|| moving(Shape::ball(1.0).expect("a radius")).sensor(), 1.1),
        Case::usual("one cube", 0.9).with_odd(|| moving(cube()), 1.0),
        Case::usual("one fixed mesh", 0.9).with_odd(|| Body::fixed(ring()), 1.5),
        Case::usual("a law of one's own", 0.7).with_world(|world| world.custom_response(ByImpulses)),
        Case::usual("reported overlaps", 0.5).with_world(|world| world.report_overlaps(true)),
        Case::usual("growing balls", 0.6).with_ball(|_, ball| ball.growth(1e-4)),
        Case::usual("rough balls with friction", 0.6).with_ball(|_, ball| ball.rotates().friction(0.3)),
        Case::sizes("radii 1 and 2, half and half", 0.7, USUAL, |count, _| {
            some_of(count, count / 2, 2.0)
        }),
        Case::sizes("radii of a log-normal distribution", 0.7, USUAL, |count, random| {
            (0..count).map(|_| (0.3 * random.normal()).exp()).collect()
        }),
        Case::sizes("radii 1 and 5 in equal volumes, at 0.45", 0.4, dense, |count, _| {
            some_of(count, count / 126, 5.0)
        }),
        Case::sizes(
            "radii 1 and 20, one in ten thousand",
            0.6,
            Equal { count: 40_000, ..USUAL },
            |count, _| some_of(count, count / 10_000, 20.0),
        ),
    ];
    cases.extend(one_large());
    cases.extend([
        Case::discs("discs at 0.7", 8_000, 0.7),
        Case::discs("discs at 0.3", 8_000, 0.3),
        Case::discs("2500 discs at 0.7", 2_500, 0.7),
        Case::discs("64000 discs at 0.7", 64_000, 0.7),
    ]);
    cases
}
