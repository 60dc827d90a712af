//! The run of a scene, with random changes from outside and checks.

use crate::Report;
use crate::random::Random;
use crate::scenes::{Conserved, Kind, any_shape};
use kinesweep::{Body, BodyId, Domain, MotionChange, StepError, World};
use nalgebra::Vector3;
use std::collections::BTreeMap;

pub(crate) struct SoakRun {
    pub(crate) kind: &'static Kind,
    pub(crate) world: World,
    /// The definition of each body.
    pub(crate) bodies: BTreeMap<BodyId, Body>,
    random: Random,
    until_change: u64,
    energy: f64,
    momentum: Vector3<f64>,
    /// The sum of the magnitudes of the momenta.
    momenta: f64,
}

impl SoakRun {
    pub(crate) fn new(kind: &'static Kind, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let scene = (kind.make)(&mut random).expect("there is room for the scene");
        let builder = World::builder().settings(scene.settings).method(kind.method);
        let mut world = builder
            .report_overlaps(kind.overlaps)
            .build()
            .expect("the settings are valid");
        let ids = world.insert_scene(&scene).expect("the bodies are placed apart");
        let momentum_of = |id: &BodyId| match (world.velocity(*id), world.mass(*id)) {
            (Ok(velocity), Ok(mass)) if mass.is_finite() => mass * velocity.norm(),
            _ => 0.0,
        };
        let momenta = ids.iter().map(momentum_of).sum();
        Self {
            kind,
            energy: world.energy(),
            momentum: world.momentum(),
            momenta,
            world,
            bodies: ids.into_iter().zip(scene.bodies).collect(),
            random,
            until_change: kind.interferes_every.unwrap_or(u64::MAX),
        }
    }

    /// Runs until the total number of events reaches `stop`. Returns whether the round continues.
    pub(crate) fn run(&mut self, stop: u64, report: &mut Report) -> bool {
        let mut time = self.world.time();
        while report.events < stop {
            match self.world.step_before(self.kind.seconds_a_round) {
                Ok(Some(event)) => {
                    report.events += 1;
                    if event.time < time {
                        report.misses.push(format!("time goes back from {time} to {}", event.time));
                    }
                    time = event.time;
                    self.until_change -= 1;
                    if self.until_change == 0 {
                        self.until_change = self.kind.interferes_every.unwrap_or(u64::MAX);
                        self.interfere();
                    }
                }
                Ok(None) => return false,
                // A jump onto another body is dropped.
                Err(StepError::Jump { .. }) => {}
                Err(other) => {
                    report.misses.push(format!("at {time}: {other}"));
                    return false;
                }
            }
        }
        true
    }

    /// Makes a random change from outside.
    fn interfere(&mut self) {
        let Some(ids) = (!self.bodies.is_empty()).then(|| self.bodies.keys().copied().collect::<Vec<_>>()) else {
            return;
        };
        let id = ids[self.random.below(ids.len() as u64) as usize];
        let half_side = match self.world.settings().domain {
            Domain::Box { max, .. } | Domain::Periodic { max, .. } => max.x,
            _ => 10.0,
        };
        let later = self.world.time() + self.random.uniform(0.0, 1.0);
        let velocity = MotionChange::velocity(self.random.vector(1.7));
        match self.random.below(6) {
            0 => {
                self.world.remove(id).expect("it is present");
                self.bodies.remove(&id);
            }
            1 | 2 => {
                let shape = match self.kind.overlaps {
                    true => any_shape(&mut self.random).expect("a valid shape"),
                    false => self.bodies[&id].shape.clone(),
                };
                let body = Body::new(shape)
                    .position(self.random.vector(half_side))
                    .velocity(self.random.vector(1.7));
                // A body that would overlap another is refused.
                if let Ok(new) = self.world.insert(body.clone()) {
                    self.bodies.insert(new, body);
                }
                if self.bodies.len() > ids.len() && self.bodies.len() % 2 == 1 {
                    self.world.remove(id).expect("it is present");
                    self.bodies.remove(&id);
                }
            }
            3 => self.world.set_motion(id, &velocity).expect("a valid velocity"),
            4 => drop(self.world.schedule(later, 7).expect("a valid time")),
            _ => drop(self.world.schedule_motion(id, later, velocity).expect("a valid time")),
        }
    }

    pub(crate) fn check_drift(&mut self, report: &mut Report) {
        let energy = (self.world.energy() - self.energy) / self.energy.abs();
        let momentum = (self.world.momentum() - self.momentum).norm() / self.momenta;
        let drift = match self.kind.conserved {
            Conserved::Energy => energy.abs(),
            Conserved::EnergyAndMomentum => energy.abs().max(momentum),
            Conserved::NoMoreEnergy => {
                self.energy = self.energy.min(self.world.energy());
                energy.max(0.0)
            }
            Conserved::Plane => energy.abs().max(self.out_of_plane()),
            Conserved::Nothing => 0.0,
        };
        if drift > self.kind.drift {
            report.misses.push(format!("drift of {drift:e} at {}", self.world.time()));
        }
        report.drift = report.drift.max(drift);
    }

    /// The deviation of the bodies from the plane z = 0: in position, velocity and spin.
    fn out_of_plane(&self) -> f64 {
        let of = |id: &BodyId| {
            let piece = self.world.motion(*id).expect("it is present");
            let spin = piece.angular_velocity;
            let now = self.world.time();
            let values = [piece.position_at(now).z, piece.velocity_at(now).z, spin.x, spin.y];
            values.into_iter().map(f64::abs).fold(0.0, f64::max)
        };
        self.bodies.keys().map(of).fold(0.0, f64::max)
    }

    /// Adds the counters of the world.
    pub(crate) fn count(&self, report: &mut Report) {
        let counters = self.world.counters();
        report.zeno += counters.zeno_collisions;
        report.rests += counters.rests;
        report.unresolved += counters.unresolved;
        if counters.late > 0 {
            report.misses.push(format!("{} predictions were late", counters.late));
        }
    }
}
