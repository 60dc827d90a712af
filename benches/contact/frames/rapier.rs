//! The same scenes in rapier, at 60 Hz and with its default settings.

use crate::RATE;
use crate::scenes::{CROWD_SPEED, Case};
use crate::table::Run;
use cpu_time::ProcessTime;
use kinesweep::scene::{Mass, ShapeKind};
use kinesweep::{Body, BodyKind, Domain, Scene};
use nalgebra::Vector3;
use rapier3d::prelude::*;

/// Runs a case for so many simulated seconds.
pub(crate) fn run(case: &Case, seconds: f64) -> Run {
    let mut simulation = Simulation::new(&case.scene);
    let starts = simulation.positions();
    let mut run = Run::default();
    for _ in 0..(seconds * RATE).round() as u32 {
        let clock = ProcessTime::now();
        if case.is_crowd {
            simulation.approach();
        }
        simulation.step();
        run.milliseconds.push(clock.elapsed().as_secs_f64() * 1e3);
        if case.smallest_side.is_some() {
            run.note_displacement(&starts, &simulation.positions());
        }
    }
    run
}

struct Simulation {
    pipeline: PhysicsPipeline,
    gravity: Vector,
    parameters: IntegrationParameters,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    /// The dynamic bodies, in scene order.
    moving: Vec<RigidBodyHandle>,
}

impl Simulation {
    fn new(scene: &Scene) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let settings = &scene.settings;
        let material = |collider: ColliderBuilder, body: Option<&Body>| {
            let restitution = body.and_then(|body| body.restitution);
            let friction = body.and_then(|body| body.friction);
            collider
                .restitution(restitution.unwrap_or(settings.restitution))
                .restitution_combine_rule(CoefficientCombineRule::Min)
                .friction(friction.unwrap_or(settings.friction))
                .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        };
        for (normal, point) in walls(&settings.domain) {
            let wall = bodies.insert(RigidBodyBuilder::fixed().translation(point.into()));
            let plane = ColliderBuilder::new(SharedShape::halfspace(normal.into()));
            colliders.insert_with_parent(material(plane, None), wall, &mut bodies);
        }
        let mut moving = Vec::new();
        for body in &scene.bodies {
            let handle = bodies.insert(rigid_body(body));
            let collider = ColliderBuilder::new(shape(body.shape.kind()));
            let collider = match body.mass {
                Mass::Total(mass) => collider.mass(mass),
                Mass::Density(density) => collider.density(density),
            };
            colliders.insert_with_parent(material(collider, Some(body)), handle, &mut bodies);
            if body.kind == BodyKind::Dynamic {
                moving.push(handle);
            }
        }
        Self {
            pipeline: PhysicsPipeline::new(),
            gravity: settings.gravity.into(),
            parameters: IntegrationParameters {
                dt: 1.0 / RATE,
                ..IntegrationParameters::default()
            },
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies,
            colliders,
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            moving,
        }
    }

    fn positions(&self) -> Vec<Vector3<f64>> {
        let place = |handle: &RigidBodyHandle| {
            let at = self.bodies[*handle].translation();
            Vector3::new(at.x, at.y, at.z)
        };
        self.moving.iter().map(place).collect()
    }

    fn approach(&mut self) {
        for (handle, place) in self.moving.iter().zip(self.positions()) {
            let velocity = place.try_normalize(0.0).unwrap_or_default() * -CROWD_SPEED;
            self.bodies[*handle].set_linvel(velocity.into(), true);
        }
    }

    fn step(&mut self) {
        self.pipeline.step(
            self.gravity,
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }
}

fn rigid_body(body: &Body) -> RigidBodyBuilder {
    let is_still = body.velocity == Vector3::zeros() && body.angular_velocity == Vector3::zeros();
    let builder = match body.kind {
        BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
        BodyKind::Fixed if is_still => RigidBodyBuilder::fixed(),
        BodyKind::Fixed => RigidBodyBuilder::kinematic_velocity_based(),
    };
    let builder = builder
        .translation(body.position.into())
        .rotation(body.orientation.scaled_axis().into())
        .linvel(body.velocity.into())
        .angvel(body.angular_velocity.into());
    match body.kind == BodyKind::Dynamic && !body.rotates {
        true => builder.lock_rotations(),
        false => builder,
    }
}

/// The inward normals of the walls of a domain, and a point of each.
fn walls(domain: &Domain) -> Vec<(Vector3<f64>, Vector3<f64>)> {
    let Domain::Box { min, max } = domain else {
        return Vec::new();
    };
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    axes.iter().flat_map(|axis| [(*axis, *min), (-axis, *max)]).collect()
}

fn shape(kind: &ShapeKind) -> SharedShape {
    let points = |points: &[Vector3<f64>]| -> Vec<Vector> { points.iter().map(|point| (*point).into()).collect() };
    match kind {
        ShapeKind::Ball { radius } => SharedShape::ball(*radius),
        ShapeKind::Cuboid { half_extents } => SharedShape::cuboid(half_extents.x, half_extents.y, half_extents.z),
        ShapeKind::Capsule { half_height, radius } => SharedShape::capsule_y(*half_height, *radius),
        ShapeKind::Cylinder { half_height, radius } => SharedShape::cylinder(*half_height, *radius),
        ShapeKind::HalfSpace { normal } => SharedShape::halfspace((*normal).into()),
        ShapeKind::Convex { points: corners } => SharedShape::convex_hull(&points(corners)).expect("a hull"),
        ShapeKind::Mesh { vertices, triangles } => SharedShape::trimesh(points(vertices), triangles.clone()).expect("a mesh"),
        other => panic!("no scene of this bench has a {}", other.name()),
    }
}
