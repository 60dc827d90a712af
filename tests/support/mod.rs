//! What tests share: a source of choices (a seed, or the bytes of a fuzzer), random scenes of mixed shapes, random
//! operations on worlds.
#![allow(dead_code, reason = "each test uses its own part")]

pub(crate) mod numbers;
pub(crate) mod operations;
mod random;

pub(crate) use random::Random;

use kinesweep::{Body, Domain, Event, Groups, Method, MotionChange, Scene, Settings, Shape, ValueError};
use nalgebra::{Isometry3, Vector3};

/// Every method that must give the same events to the bit; frames longer and shorter than what happens in them.
pub(crate) const METHODS: [Method; 5] = [
    Method::Lists,
    Method::Leases,
    Method::Cached,
    Method::Swept { rate: 37.0 },
    Method::Swept { rate: 2.0 },
];

/// A ball of radius 0.5 on the x axis, at x, which goes along it with speed v.
pub(crate) fn ball(x: f64, v: f64) -> Body {
    Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::x() * x)
        .velocity(Vector3::x() * v)
}

/// The names of the kinds of events.
pub(crate) fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind.name()).collect()
}

impl Random {
    pub(crate) fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.uniform(-size, size))
    }

    /// A vector whose length is spread over orders of magnitude.
    pub(crate) fn wide_vector(&mut self, low: f64, high: f64) -> Vector3<f64> {
        let size = 10f64.powf(self.uniform(low, high));
        self.vector(size)
    }

    pub(crate) fn shape(&mut self) -> Result<Shape, ValueError> {
        let size = self.uniform(0.2, 1.0);
        match self.below(8) {
            0 | 1 => Shape::ball(size),
            2 | 3 => Shape::cuboid(Vector3::from_fn(|_, _| self.uniform(0.1, 1.0))),
            4 => Shape::capsule(size, self.uniform(0.1, 0.5)),
            5 => Shape::convex((0..8 + self.below(8)).map(|_| self.vector(1.0)).collect()),
            6 => Shape::ring(size, 0.3 * size, 8, 4),
            _ => {
                let arm = Shape::cuboid(Vector3::new(0.8, 0.15, 0.15))?;
                let end = Shape::ball(0.25)?;
                Shape::compound(vec![
                    (Isometry3::identity(), arm),
                    (Isometry3::translation(0.8, 0.0, 0.0), end),
                ])
            }
        }
    }
}

impl Random {
    /// A body, made a sensor, fixed, of a group, or with a scheduled change, by the numbers 0 to 3; by others it stays as it is.
    pub(crate) fn natured(&mut self, mut body: Body, nature: u64, speeds: (f64, f64)) -> Body {
        match nature {
            0 => body.sensor = true,
            1 => body.kind = kinesweep::BodyKind::Fixed,
            2 => {
                body.groups = Groups {
                    memberships: 2,
                    filter: !2,
                }
            }
            3 => {
                let velocity = self.wide_vector(speeds.0, speeds.1);
                body = body.change_at(self.uniform(0.1, 2.0), MotionChange::velocity(velocity));
            }
            _ => {}
        }
        body
    }

    /// A ball that a gas can hold, in a cube of half this side: of few sizes or many, now and then rough, or fixed.
    pub(crate) fn plain_ball(&mut self, equal: bool, spread: f64) -> Result<Body, ValueError> {
        let radius = if equal { 0.4 } else { self.uniform(0.05, 0.9) };
        let mut body = Body::new(Shape::ball(radius)?)
            .position(self.vector(spread))
            .velocity(self.wide_vector(-1.0, 1.3))
            .mass(self.uniform(0.1, 10.0));
        if self.below(3) == 0 {
            body = body.restitution(self.uniform(0.3, 1.0)).friction(self.uniform(0.0, 0.5));
        }
        if self.below(12) == 0 {
            body = Body::fixed(Shape::ball(radius)?).position(body.position);
        }
        Ok(body)
    }
}

/// What a random scene is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) bodies: u32,
    /// Half the side of the cube that the bodies start in.
    pub(crate) spread: f64,
    /// Speeds, as powers of ten.
    pub(crate) speeds: (f64, f64),
    pub(crate) gravity: f64,
    pub(crate) boxed: bool,
    pub(crate) restitution: f64,
}

/// A scene by a recipe: bodies at random places, those that would overlap left out, with an occasional sensor, fixed body, group,
/// floor and scheduled change.
pub(crate) fn random_scene(seed: u64, recipe: &Recipe) -> Scene {
    let mut random = Random::new(seed);
    let mut settings = Settings {
        gravity: Vector3::new(0.0, -recipe.gravity, 0.0),
        restitution: recipe.restitution,
        ..Settings::default()
    };
    let reach = recipe.spread + 2.5;
    if recipe.boxed {
        settings.domain = Domain::Box {
            min: Vector3::repeat(-reach),
            max: Vector3::repeat(reach),
        };
    }
    let mut bodies: Vec<Body> = Vec::new();
    if seed.is_multiple_of(3) {
        let floor = Shape::half_space(Vector3::y()).unwrap();
        bodies.push(Body::fixed(floor).position(Vector3::new(0.0, -reach, 0.0)));
    }
    for _ in 0..recipe.bodies {
        let mut body = Body::new(random.shape().unwrap())
            .position(random.vector(recipe.spread))
            .orientation(random.vector(2.0))
            .velocity(random.wide_vector(recipe.speeds.0, recipe.speeds.1))
            .mass(random.uniform(0.5, 2.0));
        let nature = random.below(12);
        body = random.natured(body, nature, recipe.speeds);
        let apart = bodies.iter().all(|other| {
            let distance = (other.position - body.position).norm();
            !other.shape.bounding_radius().is_finite() || distance > other.shape.bounding_radius() + body.shape.bounding_radius()
        });
        if apart {
            bodies.push(body);
        }
    }
    Scene {
        title: format!("random {seed}"),
        settings,
        horizon: 4.0,
        bodies,
    }
}

/// How many rounds to make: a tenth of them in debug builds, and so many times as many as the variable `KINESWEEP_ROUNDS` says.
pub(crate) fn rounds(release: u64) -> u64 {
    let usual = if cfg!(debug_assertions) {
        release.div_ceil(10)
    } else {
        release
    };
    usual * thoroughness()
}

/// The whole number in the variable `KINESWEEP_ROUNDS`; 1 without it.
pub(crate) fn thoroughness() -> u64 {
    std::env::var("KINESWEEP_ROUNDS").map_or(1, |text| text.parse().expect("KINESWEEP_ROUNDS is a whole number"))
}
