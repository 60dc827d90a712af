//! Shared test code: random numbers (from a seed, or from the bytes of a fuzzer), random scenes of
//! mixed shapes, random operations on worlds.
#![allow(dead_code, reason = "each test crate uses a part")]

pub(crate) mod bins;
pub(crate) mod numbers;
pub(crate) mod operations;
mod random;

pub(crate) use random::Random;

use kinesweep::world::Counters;
use kinesweep::{Body, BodyId, Domain, Event, Groups, Method, MotionChange, Scene, Settings, Shape, ValueError, World};
use nalgebra::{Isometry3, Vector3};
use std::error::Error;

/// All methods that must give the same events to the bit, `Swept` with frames longer and shorter
/// than the time between events.
pub(crate) const METHODS: [Method; 5] = [
    Method::Lists,
    Method::Leases,
    Method::Cached,
    Method::Swept { rate: 37.0 },
    Method::Swept { rate: 2.0 },
];

/// Advances a world by frames of 1/60 s, by every method, and from a snapshot every so many frames: all must
/// give the same events and the same positions of its bodies at the end. Returns the counters by each method.
pub(crate) fn assert_same_by_every_method(
    frames: u32,
    snapshot_every: u32,
    build: impl Fn(Method) -> Result<(World, Vec<BodyId>), Box<dyn Error>>,
) -> Result<Vec<Counters>, Box<dyn Error>> {
    let mut expected: Option<(Vec<Event>, Vec<Vector3<f64>>)> = None;
    let mut counters = Vec::new();
    for method in METHODS {
        let (mut world, bodies) = build(method)?;
        let mut events = Vec::new();
        for frame in 1..=frames {
            events.extend_from_slice(world.advance_to(f64::from(frame) / 60.0)?);
            if frame % snapshot_every == 0 && method != Method::Leases {
                world.audit()?;
                let kept = world.snapshot();
                world = World::builder().restore(&kept)?;
            }
        }
        let places = bodies.iter().map(|body| Ok(world.pose(*body)?.translation.vector));
        let found = (events, places.collect::<Result<_, Box<dyn Error>>>()?);
        match &expected {
            Some(expected) => assert!(*expected == found, "{method:?}"),
            None => expected = Some(found),
        }
        counters.push(world.counters());
    }
    Ok(counters)
}

/// A ball of radius 0.5 on the x axis, at `x`, with velocity `v` along the axis.
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

    /// A vector with a size between 10^`low` and 10^`high`, log-uniform.
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
    /// Makes `body` a sensor (0), fixed (1), a member of another group (2), or gives it a scheduled
    /// change (3); other numbers change nothing.
    pub(crate) fn with_property(&mut self, mut body: Body, property: u64, speeds: (f64, f64)) -> Body {
        match property {
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

    /// A random ball for a hard-sphere gas in a cube of half side `spread`: of one radius or many,
    /// sometimes with restitution and friction, sometimes fixed.
    pub(crate) fn gas_ball(&mut self, equal: bool, spread: f64) -> Result<Body, ValueError> {
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

/// The parameters of a random scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) bodies: u32,
    /// Half the side of the cube of initial positions.
    pub(crate) spread: f64,
    /// Least and greatest speed, as powers of ten.
    pub(crate) speeds: (f64, f64),
    pub(crate) gravity: f64,
    pub(crate) boxed: bool,
    pub(crate) restitution: f64,
}

/// A random scene: bodies at random positions, without those that would overlap, with some sensors,
/// fixed bodies, groups and scheduled changes, and a floor for every third seed.
pub(crate) fn random_scene(seed: u64, recipe: &Recipe) -> Scene {
    let mut random = Random::new(seed);
    let mut settings = Settings {
        gravity: Vector3::new(0.0, -recipe.gravity, 0.0),
        restitution: recipe.restitution,
        ..Settings::default()
    };
    let half_side = recipe.spread + 2.5;
    if recipe.boxed {
        settings.domain = Domain::Box {
            min: Vector3::repeat(-half_side),
            max: Vector3::repeat(half_side),
        };
    }
    let mut bodies: Vec<Body> = Vec::new();
    if seed.is_multiple_of(3) {
        let floor = Shape::half_space(Vector3::y()).unwrap();
        bodies.push(Body::fixed(floor).position(Vector3::new(0.0, -half_side, 0.0)));
    }
    for _ in 0..recipe.bodies {
        let mut body = Body::new(random.shape().unwrap())
            .position(random.vector(recipe.spread))
            .orientation(random.vector(2.0))
            .velocity(random.wide_vector(recipe.speeds.0, recipe.speeds.1))
            .mass(random.uniform(0.5, 2.0));
        let property = random.below(12);
        body = random.with_property(body, property, recipe.speeds);
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

/// The number of test rounds: `release`, a tenth of it in debug builds, times the variable
/// `KINESWEEP_ROUNDS`.
pub(crate) fn rounds(release: u64) -> u64 {
    let default = if cfg!(debug_assertions) {
        release.div_ceil(10)
    } else {
        release
    };
    default * rounds_factor()
}

/// The value of the variable `KINESWEEP_ROUNDS`, an integer; 1 if it is not set.
pub(crate) fn rounds_factor() -> u64 {
    std::env::var("KINESWEEP_ROUNDS").map_or(1, |text| text.parse().expect("KINESWEEP_ROUNDS is an integer"))
}
