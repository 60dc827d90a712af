//! Scenes for queries: bodies of all kinds that come, go and change their motions.

use super::Random;
use super::oracle::Known;
use crate::domain::Domain;
use crate::motion::MotionChange;
use crate::motion::bounds::{Bounds, Endpoint};
use crate::scene::{Body, Shape, place};
use crate::world::{Method, TouchQuery, TouchTest, World};
use nalgebra::Vector3;

/// Half a side of the domains, and of the region where bodies come in.
const HALF: f64 = 10.0;

struct Never;

impl TouchTest for Never {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        false
    }
}

pub(super) fn domains() -> [Domain; 3] {
    let (min, max) = (Vector3::repeat(-HALF), Vector3::repeat(HALF));
    [Domain::Open, Domain::Box { min, max }, Domain::Periodic { min, max }]
}

/// One of each kind, within 0.75 m of the origin.
pub(super) fn shapes() -> Vec<Shape> {
    let corners = [[0.0, 0.0, 0.7], [0.6, 0.0, -0.3], [-0.3, 0.5, -0.3], [-0.4, -0.6, -0.2]];
    let parts = vec![
        (
            place(Vector3::x() * 0.3, Vector3::y()),
            Shape::cuboid(Vector3::repeat(0.2)).unwrap(),
        ),
        (
            place(Vector3::x() * -0.4, Vector3::zeros()),
            Shape::capsule(0.2, 0.1).unwrap(),
        ),
        (place(Vector3::z() * 0.4, Vector3::zeros()), Shape::ball(0.3).unwrap()),
    ];
    [
        Shape::ball(0.5),
        Shape::cuboid(Vector3::new(0.3, 0.4, 0.5)),
        Shape::capsule(0.4, 0.2),
        Shape::convex(corners.map(Vector3::from).to_vec()),
        Shape::ring(0.5, 0.2, 8, 4),
        Shape::compound(parts),
    ]
    .map(Result::unwrap)
    .to_vec()
}

/// A world and its bodies.
pub(super) struct Stage {
    pub(super) world: World,
    pub(super) known: Vec<Known>,
    shapes: Vec<Shape>,
    is_gas: bool,
}

impl Stage {
    /// Bodies of all shapes: some fall, some rotate, some grow, some are sensors; half-spaces and
    /// bodies of which only bounds are known where the domain takes them.
    pub(super) fn mixed(domain: Domain, method: Method, count: usize, random: &mut Random) -> Self {
        let builder = World::builder().domain(domain).method(method).touch_test(5.0, Never);
        let mut stage = Self {
            world: builder.build().unwrap(),
            known: Vec::new(),
            shapes: shapes(),
            is_gas: false,
        };
        if domain == Domain::Open {
            for normal in [Vector3::y(), Vector3::new(1.0, 2.0, -3.0)] {
                let shape = Shape::half_space(normal).unwrap();
                stage.try_insert(Body::fixed(shape).position(-normal.normalize() * 14.0));
            }
        }
        if !matches!(domain, Domain::Periodic { .. }) {
            for k in 0..4 {
                let side = |position, velocity| Endpoint {
                    position,
                    velocity,
                    half_acceleration: 0.0,
                };
                let at = random.vector(8.0);
                let bounds = Bounds {
                    epoch: 0.0,
                    min: std::array::from_fn(|axis| side(at[axis] - 0.5, -0.1)),
                    max: std::array::from_fn(|axis| side(at[axis] + 0.5, 0.2)),
                };
                let body = Body::new(Shape::ball(0.2).unwrap()).bounded(bounds, 1e3 + f64::from(k));
                stage.try_insert(body);
            }
        }
        for _ in 0..count {
            stage.come(random);
        }
        stage
    }

    /// Balls on a lattice, in motion.
    pub(super) fn gas(domain: Domain, count: usize, radius: f64, random: &mut Random) -> Self {
        let side = (count as f64).cbrt().ceil() as usize;
        let width = 2.0 * HALF / side as f64;
        let ball = Shape::ball(radius).unwrap();
        let bodies: Vec<Body> = (0..count)
            .map(|k| {
                let corner = Vector3::new(k % side, k / side % side, k / (side * side)).map(|k| k as f64);
                let position = corner.add_scalar(0.5) * width - Vector3::repeat(HALF);
                Body::new(ball.clone()).position(position).velocity(random.vector(3.0))
            })
            .collect();
        let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
        let ids = world.insert_all(&bodies).unwrap();
        let known = |id| Known {
            id,
            shape: ball.clone(),
            is_sensor: false,
        };
        Self {
            world,
            known: ids.into_iter().map(known).collect(),
            shapes: vec![ball.clone()],
            is_gas: true,
        }
    }

    /// Whether a step can be made; where a touch test polls it has no end, but a limit does.
    pub(super) fn steps(&self) -> bool {
        !self.known.is_empty()
    }

    /// A random body, if there is room for it.
    fn come(&mut self, random: &mut Random) {
        let shape = self.shapes[random.below(self.shapes.len() as u64) as usize].clone();
        let is_ball = shape.kind().name() == "ball";
        let mut body = Body::new(shape).position(random.vector(HALF)).velocity(random.vector(2.0));
        if !self.is_gas {
            body = body.orientation(random.vector(3.0));
            match random.below(7) {
                0 => body = body.angular_velocity(random.vector(2.0)),
                1 => body = body.acceleration(random.vector(1.0)),
                2 => body = body.sensor(),
                3 => body = body.velocity(Vector3::zeros()),
                4 => body = body.touch_only(),
                5 if is_ball && !matches!(self.world.settings().domain, Domain::Periodic { .. }) => body = body.growth(0.01),
                _ => {}
            }
        }
        self.try_insert(body);
    }

    fn try_insert(&mut self, body: Body) {
        let known = |id| Known {
            id,
            shape: body.shape.clone(),
            is_sensor: body.sensor || body.touch_only || body.lease.is_some(),
        };
        self.known.extend(self.world.insert(body.clone()).ok().map(known));
    }

    /// Some go and some come.
    pub(super) fn exchange(&mut self, random: &mut Random) {
        for _ in 0..3 {
            if self.known.len() > 1 {
                let gone = self.known.remove(random.below(self.known.len() as u64) as usize);
                self.world.remove(gone.id).unwrap();
            }
        }
        for _ in 0..6 {
            self.come(random);
        }
    }

    /// Some change their motion.
    pub(super) fn deflect(&mut self, random: &mut Random) {
        for _ in 0..3 {
            let known = &self.known[random.below(self.known.len() as u64) as usize];
            let is_bounded = self.world.lease(known.id).unwrap().is_some();
            if !is_bounded && known.shape.kind().name() != "half_space" {
                let change = MotionChange::velocity(random.vector(3.0));
                self.world.set_motion(known.id, &change).unwrap();
            }
        }
    }
}
