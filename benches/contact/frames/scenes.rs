//! The scenes: crowds and bins made here, stacks and containers from the built-in scenes.

use kinesweep::{Body, Scene, Settings, Shape};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Radius of the balls of crowds and bins, in metres.
const RADIUS: f64 = 0.4;
/// Speed of each member of a crowd towards the origin, in metres per second.
pub(crate) const CROWD_SPEED: f64 = 3.0;

/// A scene, and what is done with it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) scene: Scene,
    /// Simulated seconds.
    pub(crate) seconds: f64,
    /// Before each frame, every body gets a velocity of [`CROWD_SPEED`] towards the origin.
    pub(crate) is_crowd: bool,
    /// The bodies are displaced at random: the case is another one with another start.
    pub(crate) is_displaced: bool,
    /// Nothing should move: the length in metres, the smallest side of a body, in which
    /// displacements are given.
    pub(crate) smallest_side: Option<f64>,
}

/// All cases, in the order of the table. `start`: the seed of the displacements of crowds and bins.
pub(crate) fn all(start: u64) -> Vec<Case> {
    let mut cases: Vec<Case> = [20, 50, 200, 1000].map(|count| crowd(count, start)).into();
    for restitution in [0.5, 0.0] {
        cases.extend([(100, 10.0), (1000, 10.0), (2000, 4.0)].map(|(count, seconds)| bin(count, restitution, seconds, start)));
    }
    cases.extend([100, 500].map(|count| mixed_bin(count, start)));
    cases.extend([
        stack("tower", "tower of 10 cuboids", &[], 0.5),
        stack("pyramid", "pyramid of 55 cubes", &[], 0.5),
        stack("brick-wall", "wall of 100 bricks", &["shot"], 0.25),
        stack("card-house", "card house", &[], 0.002),
        built_in("brick-wall", "wall of 100 bricks, shot"),
        built_in("dominoes", "50 dominoes"),
        built_in("coin", "coin"),
        built_in("hopper", "hopper, 200 balls"),
        built_in("drum", "drum, 100 balls"),
        built_in("pool-on-cloth", "pool on cloth"),
    ]);
    cases
}

fn case(name: String, scene: Scene) -> Case {
    Case {
        seconds: scene.horizon,
        name,
        scene,
        is_crowd: false,
        is_displaced: false,
        smallest_side: None,
    }
}

fn built_in(scene: &str, name: &str) -> Case {
    case(name.to_owned(), Scene::builtin(scene).expect("a built-in scene"))
}

/// A built-in scene that stays at rest without these bodies.
fn stack(scene: &str, name: &str, without: &[&str], smallest_side: f64) -> Case {
    let mut case = built_in(scene, name);
    case.scene
        .bodies
        .retain(|body| !body.name.as_deref().is_some_and(|name| without.contains(&name)));
    case.seconds = 5.0;
    case.smallest_side = Some(smallest_side);
    case
}

/// Balls in the plane z = 0, at first on the sites of a square lattice next to the origin,
/// displaced at random.
fn crowd(count: usize, start: u64) -> Case {
    const CELL: f64 = 1.2;
    const SHIFT: f64 = 0.15;
    let mut random = Random::new(start);
    // The sites of a square with twice the area of the disc.
    let half = (count as f64 / 2.0).sqrt().ceil() as i32 + 1;
    let mut sites: Vec<Vector3<f64>> = (-half..=half)
        .flat_map(|x| (-half..=half).map(move |y| Vector3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0) * CELL))
        .collect();
    sites.sort_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
    let ball = Body::new(Shape::ball(RADIUS).expect("a radius"));
    let bodies = sites[..count].iter().map(|site| {
        let shift = Vector3::new(random.signed(), random.signed(), 0.0) * SHIFT;
        ball.clone().position(site + shift)
    });
    let settings = Settings {
        restitution: 0.0,
        ..Settings::default()
    };
    let scene = Scene {
        settings,
        bodies: bodies.collect(),
        ..Scene::default()
    };
    Case {
        is_crowd: true,
        is_displaced: true,
        ..case(format!("crowd of {count}"), scene)
    }
}

fn bin(count: usize, restitution: f64, seconds: f64, start: u64) -> Case {
    let settings = Settings {
        gravity: Vector3::y() * -9.81,
        restitution,
        ..Settings::default()
    };
    let balls = vec![Body::new(Shape::ball(RADIUS).expect("a radius"))];
    Case {
        seconds,
        is_displaced: true,
        ..case(
            format!("bin of {count} balls, e = {restitution}"),
            dropped(settings, &balls, (count, 0.9), start),
        )
    }
}

fn mixed_bin(count: usize, start: u64) -> Case {
    let settings = Settings {
        gravity: Vector3::y() * -9.81,
        restitution: 0.3,
        friction: 0.5,
        ..Settings::default()
    };
    let corners = [
        Vector3::new(0.45, 0.0, 0.0),
        Vector3::new(0.0, 0.35, 0.0),
        Vector3::new(0.0, 0.0, 0.3),
    ];
    let shapes = [
        Shape::ball(RADIUS),
        Shape::cuboid(Vector3::new(0.3, 0.25, 0.2)),
        Shape::capsule(0.25, 0.2),
        Shape::convex(corners.iter().flat_map(|corner| [*corner, -corner]).collect()),
    ];
    let bodies = shapes.map(|shape| Body::new(shape.expect("a shape")).rotates());
    let scene = dropped(settings, &bodies, (count, 1.0), start);
    Case {
        is_displaced: true,
        ..case(format!("bin of {count} mixed bodies"), scene)
    }
}

/// Copies of these bodies in turn, on a lattice with cells of this size, displaced at random, in a
/// bin of a floor and four walls.
fn dropped(settings: Settings, bodies: &[Body], (count, cell): (usize, f64), start: u64) -> Scene {
    const SHIFT: f64 = 0.04;
    let mut random = Random::new(start);
    // About twice as high as wide.
    let per_side = (count as f64 / 2.0).cbrt().round() as usize;
    let side = per_side as f64 * cell;
    let plane =
        |normal: Vector3<f64>, point: Vector3<f64>| Body::fixed(Shape::half_space(normal).expect("a normal")).position(point);
    let far = Vector3::new(side, 0.0, side);
    let mut scene = vec![
        plane(Vector3::y(), Vector3::zeros()),
        plane(Vector3::x(), Vector3::zeros()),
        plane(-Vector3::x(), far),
        plane(Vector3::z(), Vector3::zeros()),
        plane(-Vector3::z(), far),
    ];
    scene.extend((0..count).map(|number| {
        let place = [
            number % per_side,
            number / (per_side * per_side),
            number / per_side % per_side,
        ];
        let site = Vector3::from(place.map(|index| (index as f64 + 0.5) * cell));
        let body = bodies[number % bodies.len()].clone();
        let turn = if body.rotates { 3.0 } else { 0.0 };
        body.position(site + random.vector() * SHIFT)
            .orientation(random.vector() * turn)
    }));
    Scene {
        settings,
        bodies: scene,
        ..Scene::default()
    }
}

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }
}
