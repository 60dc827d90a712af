//! Statistics of a world: the running sums of collisions, and totals over the bodies.

use super::World;
use crate::bodies::State;
use crate::statistics::{BodyTotals, Statistics};
use crate::stopwatch::{Part, Stopwatch};
use nalgebra::Vector3;

impl World {
    /// Measurements since [`reset_statistics`](Self::reset_statistics), or since the last insertion
    /// or removal: rates, temperature, pressure. O(n); a collision costs a few additions.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut census = BodyTotals {
            time: self.clock.now(),
            domain: self.config.settings().domain,
            dimensions: self.config.settings().dimensions,
            bodies: 0,
            mass: 0.0,
            momentum: Vector3::zeros(),
            kinetic: 0.0,
            rotating: 0,
            rotational: Vector3::zeros(),
            has_fixed: false,
            accelerates: false,
            volume: Some(0.0),
        };
        for index in self.bodies.in_order() {
            let state = &self.body_ref(*index);
            census.volume = census.volume.zip(self.volume_of(state)).map(|(sum, volume)| sum + volume);
            if !state.is_dynamic() {
                census.has_fixed = true;
                continue;
            }
            let (mass, velocity) = (
                1.0 / state.constants().inverse_mass,
                state.piece().velocity_at(self.clock.now()),
            );
            census.bodies += 1;
            census.mass += mass;
            census.momentum += velocity * mass;
            census.kinetic += 0.5 * mass * velocity.norm_squared();
            if let Some(energies) = state.energies_of_rotation(self.clock.now()) {
                census.rotating += 1;
                census.rotational += energies * 2.0;
            }
            census.accelerates |= state.piece().acceleration != Vector3::zeros();
        }
        Statistics::new(self.ledger.sums(), &census)
    }

    /// Restarts the measurement now: after a gas has come to equilibrium, for example.
    pub fn reset_statistics(&mut self) {
        self.ledger.sums_mut().restart(self.clock.now());
    }

    /// Measures the times of the parts of the run from now on, by a clock in seconds; this makes
    /// the run slower. What a change of a body's shape, groups or role costs counts as rest.
    pub(crate) fn clocked(mut self, clock: fn() -> f64) -> Self {
        self.ledger.start_stopwatch(clock);
        self
    }

    /// Times of the parts of the run so far, if they are measured and the lane of balls has not
    /// been open since: it finds and predicts pairs in one step.
    pub(crate) fn stopwatch(&mut self) -> Option<&Stopwatch> {
        self.ledger.end_part(Part::Rest);
        self.ledger.stopwatch()
    }

    /// The volume of a body at present, or the area of a disc; none for a half-space or an open
    /// mesh.
    fn volume_of(&self, state: &State) -> Option<f64> {
        if state.is_half_space() {
            return None;
        }
        let dimensions = self.config.settings().dimensions;
        let shape = &state.constants().shape;
        let volume = dimensions.volume(shape, state.constants().collider.volume())?;
        // Only balls grow.
        let scale = 1.0 + state.piece().swell_at(self.clock.now()) / shape.bounding_radius();
        Some(volume * scale.powi(dimensions.number().into()))
    }

    /// Adds a dynamic body to the running sums, or removes it.
    pub(super) fn update_sums(&mut self, index: u32, enters: bool) {
        let state = self.body_ref(index);
        if state.is_dynamic() {
            let (mass, velocity) = (
                1.0 / state.constants().inverse_mass,
                state.piece().velocity_at(self.clock.now()),
            );
            match enters {
                true => self.ledger.sums_mut().add_body(self.clock.now(), mass, &velocity),
                false => self.ledger.sums_mut().remove_body(self.clock.now(), mass, &velocity),
            }
        }
    }
}
