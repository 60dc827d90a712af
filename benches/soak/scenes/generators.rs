//! The generators of the scenes.

use crate::random::Random;
use kinesweep::scene::{PlacementError, Population, Speed, Start, builtin};
use kinesweep::{Body, Domain, ResponseMode, Scene, Settings, Shape, ValueError};
use nalgebra::{Isometry3, Vector3};

pub(super) type SceneResult = Result<Scene, Box<dyn std::error::Error>>;

pub(super) fn gas(random: &mut Random, count: u64, packing: f64, start: Start, periodic: bool) -> SceneResult {
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

pub(super) fn gas_in_a_box(random: &mut Random) -> SceneResult {
    gas(random, 1000, 0.2, Start::Random, false)
}

pub(super) fn gas_periodic(random: &mut Random) -> SceneResult {
    gas(random, 864, 0.45, Start::Fcc, true)
}

pub(super) fn rings(random: &mut Random) -> SceneResult {
    let options = builtin::Options {
        count: Some(200),
        packing: Some(0.05),
        seed: Some(random.below(1 << 30)),
        ..builtin::Options::default()
    };
    Ok(Scene::from_toml_str(&builtin::customised("rings", &options)?, "rings")?)
}

pub(super) fn boxed(half: f64) -> Domain {
    Domain::Box {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    }
}

pub(super) fn scene(settings: Settings, bodies: Vec<Body>) -> Scene {
    Scene {
        settings,
        bodies,
        ..Scene::default()
    }
}

/// Places populations of some bodies in a cube, each without overlap with the previous ones.
pub(super) fn populate(random: &mut Random, half: f64, kinds: &[(usize, Body)], speed: f64) -> Result<Vec<Body>, PlacementError> {
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

pub(super) fn sizes(random: &mut Random) -> SceneResult {
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

/// A random shape, about a metre wide.
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

pub(super) fn mixed_bodies(
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

pub(super) fn mixed(random: &mut Random, count: usize, half: f64, settings: Settings) -> SceneResult {
    let bodies = mixed_bodies(random, count, half, |body, _| body)?;
    Ok(scene(
        Settings {
            domain: boxed(half),
            ..settings
        },
        bodies,
    ))
}

pub(super) fn mixed_periodic(random: &mut Random) -> SceneResult {
    let half = 5.0;
    let domain = Domain::Periodic {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    };
    // Away from the faces, since bodies are placed as in a box.
    let bodies = mixed_bodies(random, 40, half, |body, _| body)?;
    Ok(scene(
        Settings {
            domain,
            ..Settings::default()
        },
        bodies,
    ))
}

pub(super) fn spinning(random: &mut Random) -> SceneResult {
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

/// A right prism along the z axis.
pub(super) fn prism(random: &mut Random, height: f64) -> Result<Shape, ValueError> {
    let corners = 3 + random.below(10);
    let (wide, long) = (random.uniform(0.3, 0.7), random.uniform(0.3, 0.7));
    let points = (0..2 * corners).map(|number| {
        let (sin, cos) = (std::f64::consts::TAU * (number / 2) as f64 / corners as f64).sin_cos();
        let height = if number.is_multiple_of(2) { height } else { -height };
        Vector3::new(wide * cos, long * sin, height)
    });
    Shape::convex(points.collect())
}

/// A hundred rotating boxes in a plane, in every second round some of them prisms; between walls or
/// half-spaces.
pub(super) fn planar(random: &mut Random) -> SceneResult {
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

pub(super) fn under_gravity(random: &mut Random) -> SceneResult {
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

/// Bodies that rotate and fall onto each other.
pub(super) fn pile(random: &mut Random) -> SceneResult {
    let half = 4.0;
    let settings = Settings {
        gravity: Vector3::new(0.0, -9.81, 0.0),
        restitution: random.uniform(0.0, 0.9),
        friction: random.uniform(0.0, 0.8),
        domain: boxed(half),
        ..Settings::default()
    };
    Ok(scene(settings, mixed_bodies(random, 20, half, |body, _| body.rotates())?))
}

pub(super) fn sensors(random: &mut Random) -> SceneResult {
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

pub(super) fn pass_through(random: &mut Random) -> SceneResult {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    mixed(random, 50, 6.0, settings)
}
