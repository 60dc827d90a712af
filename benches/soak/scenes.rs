//! What is run: kinds of scenes, each made anew from a seed, and what must hold of each.

use crate::random::Random;
use kinesweep::{
    Body, Domain, Method, PlacementError, Population, ResponseMode, Scene, Settings, Shape, Speed, Start, ValueError, builtin,
};
use nalgebra::{Isometry3, Vector3};

/// A kind of scene.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Its share of all events, and how many at the least (of a run that has so many).
    pub(crate) share: f64,
    pub(crate) least: u64,
    /// After so many events it begins anew.
    pub(crate) events_a_round: u64,
    /// And after so many seconds.
    pub(crate) seconds_a_round: f64,
    pub(crate) make: fn(&mut Random) -> Result<Scene, Box<dyn std::error::Error>>,
    /// How it is run, and the method that it is compared with.
    pub(crate) method: Method,
    pub(crate) oracle: Method,
    /// Whether overlaps are told: no gas then.
    pub(crate) overlaps: bool,
    /// What is kept, to within `drift` of it.
    pub(crate) keeps: Keeps,
    pub(crate) drift: f64,
    /// Events between two changes from outside, if there are any.
    pub(crate) meddles_every: Option<u64>,
}

/// What a scene keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeps {
    Energy,
    EnergyAndMomentum,
    /// Energy; and all stay in the plane z = 0.
    Plane,
    /// Energy is lost, never won.
    NoMoreEnergy,
    Nothing,
}

const ENDLESS: u64 = u64::MAX / 2;

const USUAL: Kind = Kind {
    name: "",
    share: 0.0,
    least: 0,
    events_a_round: ENDLESS,
    seconds_a_round: 1e9,
    make: gas_in_a_box,
    method: Method::Auto,
    oracle: Method::Cached,
    overlaps: false,
    keeps: Keeps::Energy,
    drift: 1e-9,
    meddles_every: None,
};

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "gas in a box",
        share: 0.45,
        make: gas_in_a_box,
        ..USUAL
    },
    Kind {
        name: "gas, periodic",
        share: 0.45,
        make: gas_periodic,
        keeps: Keeps::EnergyAndMomentum,
        oracle: Method::Leases,
        ..USUAL
    },
    Kind {
        name: "balls by leases",
        share: 0.03,
        make: |random| gas(random, 250, 0.2, Start::Random, false),
        overlaps: true,
        ..USUAL
    },
    Kind {
        name: "balls by lists",
        share: 0.01,
        make: |random| gas(random, 40, 0.1, Start::Random, false),
        method: Method::Lists,
        overlaps: true,
        ..USUAL
    },
    Kind {
        name: "sizes 1 to 1000",
        share: 0.01,
        least: 20_000,
        make: sizes,
        ..USUAL
    },
    Kind {
        name: "rings",
        share: 0.01,
        least: 20_000,
        make: rings,
        ..USUAL
    },
    Kind {
        name: "mixed shapes",
        share: 0.01,
        least: 20_000,
        make: |random| mixed(random, 60, 7.0, Settings::default()),
        ..USUAL
    },
    Kind {
        name: "mixed, periodic",
        share: 0.01,
        least: 20_000,
        make: mixed_periodic,
        keeps: Keeps::EnergyAndMomentum,
        oracle: Method::Leases,
        ..USUAL
    },
    Kind {
        name: "spinning",
        share: 0.002,
        least: 3_000,
        make: spinning,
        // A time of impact is exact to 1e-12 of the size where bodies turn.
        drift: 1e-7,
        ..USUAL
    },
    Kind {
        name: "planar",
        share: 0.002,
        least: 3_000,
        seconds_a_round: 60.0,
        make: planar,
        keeps: Keeps::Plane,
        ..USUAL
    },
    Kind {
        name: "gravity, rests",
        share: 0.005,
        least: 10_000,
        seconds_a_round: 20.0,
        make: under_gravity,
        keeps: Keeps::NoMoreEnergy,
        ..USUAL
    },
    Kind {
        name: "sensors",
        share: 0.005,
        least: 10_000,
        make: sensors,
        ..USUAL
    },
    Kind {
        name: "pass-through",
        share: 0.005,
        least: 10_000,
        make: pass_through,
        ..USUAL
    },
    Kind {
        name: "coming and going",
        share: 0.01,
        least: 10_000,
        make: |random| mixed(random, 40, 7.0, Settings::default()),
        overlaps: true,
        keeps: Keeps::Nothing,
        meddles_every: Some(30),
        ..USUAL
    },
    Kind {
        name: "gas, coming and going",
        share: 0.02,
        least: 10_000,
        make: |random| gas(random, 300, 0.1, Start::Random, false),
        keeps: Keeps::Nothing,
        meddles_every: Some(500),
        ..USUAL
    },
];

type Made = Result<Scene, Box<dyn std::error::Error>>;

fn gas(random: &mut Random, count: u64, packing: f64, start: Start, periodic: bool) -> Made {
    let options = builtin::Options {
        count: Some(count),
        packing: Some(packing),
        start: Some(start),
        periodic: Some(periodic),
        seed: Some(random.below(1 << 30)),
        ..builtin::Options::default()
    };
    Ok(Scene::from_toml_str(&builtin::customised("gas", &options)?, "gas")?)
}

fn gas_in_a_box(random: &mut Random) -> Made {
    gas(random, 1000, 0.2, Start::Random, false)
}

fn gas_periodic(random: &mut Random) -> Made {
    gas(random, 864, 0.45, Start::Fcc, true)
}

fn rings(random: &mut Random) -> Made {
    let options = builtin::Options {
        count: Some(200),
        packing: Some(0.05),
        seed: Some(random.below(1 << 30)),
        ..builtin::Options::default()
    };
    Ok(Scene::from_toml_str(&builtin::customised("rings", &options)?, "rings")?)
}

fn boxed(half: f64) -> Domain {
    Domain::Box {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    }
}

fn scene(settings: Settings, bodies: Vec<Body>) -> Scene {
    Scene {
        settings,
        bodies,
        ..Scene::default()
    }
}

/// Places populations of some bodies in a cube, each kind clear of those before.
fn populate(random: &mut Random, half: f64, kinds: &[(usize, Body)], speed: f64) -> Result<Vec<Body>, PlacementError> {
    let mut bodies: Vec<Body> = Vec::new();
    for (number, (count, template)) in kinds.iter().enumerate() {
        let population = Population {
            speed: Speed::Maxwell(speed),
            seed: random.below(1 << 30),
            ..Population::gas(*count, template.clone())
        };
        let placed = population.place(number, Vector3::repeat(-half), Vector3::repeat(half), &bodies)?;
        bodies.extend(placed);
    }
    Ok(bodies)
}

fn sizes(random: &mut Random) -> Made {
    let ball = |radius: f64| Ok::<_, ValueError>(Body::new(Shape::ball(radius)?).mass(radius));
    let kinds = [(3, ball(1.0)?), (30, ball(0.1)?), (60, ball(0.01)?), (60, ball(0.001)?)];
    let bodies = populate(random, 2.5, &kinds, 1.0)?;
    Ok(scene(
        Settings {
            domain: boxed(2.5),
            ..Settings::default()
        },
        bodies,
    ))
}

/// A shape of any kind, about a metre wide.
pub(crate) fn any_shape(random: &mut Random) -> Result<Shape, ValueError> {
    let size = random.uniform(0.3, 0.7);
    match random.below(6) {
        0 => Shape::ball(size),
        1 => Shape::cuboid(Vector3::from_fn(|_, _| random.uniform(0.2, 0.6))),
        2 => Shape::capsule(size, random.uniform(0.1, 0.4)),
        3 => Shape::convex((0..12).map(|_| random.vector(0.6)).collect()),
        4 => Shape::ring(size, 0.3 * size, 8, 4),
        _ => {
            let arm = Shape::cuboid(Vector3::new(0.6, 0.1, 0.15))?;
            let end = Shape::ball(0.25)?;
            Shape::compound(vec![
                (Isometry3::identity(), arm),
                (Isometry3::translation(0.6, 0.0, 0.0), end),
            ])
        }
    }
}

fn mixed_bodies(
    random: &mut Random,
    count: usize,
    half: f64,
    change: fn(Body, &mut Random) -> Body,
) -> Result<Vec<Body>, Box<dyn std::error::Error>> {
    let mut kinds = Vec::new();
    for _ in 0..count {
        let body = Body::new(any_shape(random)?).mass(random.uniform(0.5, 2.0));
        kinds.push((1, change(body, random)));
    }
    Ok(populate(random, half, &kinds, 1.0)?)
}

fn mixed(random: &mut Random, count: usize, half: f64, settings: Settings) -> Made {
    let bodies = mixed_bodies(random, count, half, |body, _| body)?;
    Ok(scene(
        Settings {
            domain: boxed(half),
            ..settings
        },
        bodies,
    ))
}

fn mixed_periodic(random: &mut Random) -> Made {
    let half = 5.0;
    let domain = Domain::Periodic {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    };
    // Clear of the faces: it is placed as in a box.
    let bodies = mixed_bodies(random, 40, half, |body, _| body)?;
    Ok(scene(
        Settings {
            domain,
            ..Settings::default()
        },
        bodies,
    ))
}

fn spinning(random: &mut Random) -> Made {
    let half = 3.5;
    let mut bodies = mixed_bodies(random, 12, half, |body, _| body.rotates())?;
    for body in &mut bodies {
        body.angular_velocity = random.vector(1.0);
    }
    Ok(scene(
        Settings {
            domain: boxed(half),
            ..Settings::default()
        },
        bodies,
    ))
}

/// A right prism about the z axis.
fn prism(random: &mut Random, height: f64) -> Result<Shape, ValueError> {
    let corners = 3 + random.below(10);
    let (wide, long) = (random.uniform(0.3, 0.7), random.uniform(0.3, 0.7));
    let points = (0..2 * corners).map(|number| {
        let (sin, cos) = (std::f64::consts::TAU * (number / 2) as f64 / corners as f64).sin_cos();
        let height = if number.is_multiple_of(2) { height } else { -height };
        Vector3::new(wide * cos, long * sin, height)
    });
    Shape::convex(points.collect())
}

/// A hundred turning boxes in a plane, every other round some of them prisms; between walls or half-spaces.
fn planar(random: &mut Random) -> Made {
    let half = 12.0;
    let [between_walls, prisms] = [0, 1].map(|_| random.below(2) == 0);
    let mut bodies = Vec::new();
    if !between_walls {
        for normal in [Vector3::x(), Vector3::y(), -Vector3::x(), -Vector3::y()] {
            bodies.push(Body::fixed(Shape::half_space(normal)?).position(normal * -half));
        }
    }
    for number in 0..100 {
        let place = |cell: i32| 2.3 * f64::from(cell) - 10.35;
        let height = random.uniform(0.2, 0.6);
        let shape = if prisms && number % 2 == 0 {
            prism(random, height)?
        } else {
            Shape::cuboid(Vector3::new(random.uniform(0.3, 0.7), random.uniform(0.3, 0.7), height))?
        };
        let velocity = random.vector(2.0);
        let body = Body::new(shape)
            .rotates()
            .position(Vector3::new(place(number % 10), place(number / 10), 0.0))
            .orientation(Vector3::z() * random.uniform(-3.0, 3.0))
            .velocity(Vector3::new(velocity.x, velocity.y, 0.0))
            .angular_velocity(Vector3::z() * random.uniform(-3.0, 3.0));
        bodies.push(body);
    }
    let domain = if between_walls { boxed(half) } else { Domain::Open };
    Ok(scene(
        Settings {
            domain,
            ..Settings::default()
        },
        bodies,
    ))
}

fn under_gravity(random: &mut Random) -> Made {
    let half = 5.0;
    let settings = Settings {
        gravity: Vector3::new(0.0, -9.81, 0.0),
        restitution: 0.8,
        friction: 0.1,
        domain: boxed(half),
        ..Settings::default()
    };
    Ok(scene(settings, mixed_bodies(random, 25, half, |body, _| body)?))
}

fn sensors(random: &mut Random) -> Made {
    let half = 6.0;
    let change = |mut body: Body, random: &mut Random| {
        body.sensor = random.below(3) == 0;
        body
    };
    let bodies = mixed_bodies(random, 50, half, change)?;
    Ok(scene(
        Settings {
            domain: boxed(half),
            ..Settings::default()
        },
        bodies,
    ))
}

fn pass_through(random: &mut Random) -> Made {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    mixed(random, 50, 6.0, settings)
}
