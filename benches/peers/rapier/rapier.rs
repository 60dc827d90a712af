//! The same scenes in rapier.

use crate::scenes::{Case, Kind, walls};
use rapier3d::prelude::*;

/// A scene in rapier.
pub(crate) struct Simulation {
    pipeline: PhysicsPipeline,
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
}

impl Simulation {
    /// `ccd`: continuous detection for every body.
    pub(crate) fn new(case: &Case, rate: f64, ccd: bool) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let elastic = |collider: ColliderBuilder| collider.restitution(1.0).friction(0.0);
        for (normal, point) in walls(case.side()) {
            let wall = bodies.insert(RigidBodyBuilder::fixed().translation(point.into()));
            let normal: Vector = normal.into();
            colliders.insert_with_parent(
                elastic(ColliderBuilder::new(SharedShape::halfspace(normal))),
                wall,
                &mut bodies,
            );
        }
        for start in case.starts() {
            let mut body = RigidBodyBuilder::dynamic()
                .translation(start.position.into())
                .rotation(start.orientation.into())
                .linvel(start.velocity.into())
                .can_sleep(false)
                .ccd_enabled(ccd);
            body = match case.rotates() {
                true => body.angvel(start.spin.into()),
                false => body.lock_rotations(),
            };
            let shape = match case.kind {
                Kind::Cubes => ColliderBuilder::cuboid(0.5, 0.5, 0.5),
                Kind::Balls => ColliderBuilder::ball(0.5),
            };
            let body = bodies.insert(body);
            colliders.insert_with_parent(elastic(shape), body, &mut bodies);
        }
        Self {
            pipeline: PhysicsPipeline::new(),
            parameters: IntegrationParameters {
                dt: 1.0 / rate,
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
        }
    }

    pub(crate) fn step(&mut self) {
        self.pipeline.step(
            Vector::ZERO,
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
