//! The choice of the broad phase: by the user, by rule, and during a run.

use super::{World, WorldError};
pub(crate) use crate::broad::Method;
use crate::domain::Domain;
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use crate::stopwatch::Part;

impl Method {
    /// Checks that the method finds all pairs in a domain.
    pub(super) fn check_in(self, domain: &Domain) -> Result<(), WorldError> {
        match self.supports(domain) {
            true => Ok(()),
            false => Err(WorldError::PeriodicMethod),
        }
    }
}

impl World {
    /// Changes the method at any time. No event changes, only the cost from here on. O(n log n),
    /// and a prediction for each pair that is a candidate of the new method and not of the old one;
    /// the counters of the broad phase restart.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a rate of [`Method::Swept`] that is not a positive number;
    /// [`WorldError::PeriodicMethod`] for a method that is not for periodic domains, in one.
    /// Nothing changed then.
    ///
    /// ```
    /// use kinesweep::{Body, Method, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().method(Method::Lists).build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// world.insert(ball.clone().velocity(Vector3::x()))?;
    /// world.insert(ball.position(Vector3::x() * 5.0))?;
    /// world.advance_to(1.5)?;
    /// world.set_method(Method::Leases)?;
    /// assert_eq!(world.step()?.expect("they meet").time, 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_method(&mut self, method: Method) -> Result<(), WorldError> {
        method.check()?;
        method.check_in(&self.config.settings().domain)?;
        self.config.set_method(method);
        self.switch_broad_phase(method.for_bodies(self.bodies.len(), &self.config.settings().domain));
        Ok(())
    }

    /// Switches to the method that the rule chooses for this many bodies, if there is a rule.
    pub(super) fn apply_method_rule(&mut self, count: usize) {
        if self.config.method().decides_by_rule(count) {
            self.switch_broad_phase(self.config.method().for_bodies(count, &self.config.settings().domain));
        }
    }

    /// Moves all bodies to the broad phase of a method.
    fn switch_broad_phase(&mut self, method: Method) {
        if self.search.method() == method {
            return;
        }
        if self.lanes.balls().is_some() {
            self.search.set_method(method);
            self.close_balls();
            return;
        }
        self.sync_broad_phase();
        // The old broad phase reports all changes up to the present first.
        self.finish_search();
        self.search.set_method(method);
        self.rebuild_broad_phase();
        self.lanes.choose_soon();
    }

    /// Moves all bodies in the lane of pairs to a new broad phase of the same method.
    pub(super) fn rebuild_broad_phase(&mut self) {
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            if !self.bodies.in_balls(index) {
                self.restart_image_offset(index);
            }
        }
        self.search
            .restart(self.clock.now(), &self.config.settings().domain, self.config.swap_queue());
        let bounded = self.bodies.in_order().iter().copied();
        let bounded = bounded.filter(|index| !self.bodies.in_balls(*index) && !self.bodies[*index].is_half_space());
        let bodies: Vec<(u32, Bounds)> = bounded.map(|index| (index, self.bodies[index].bounds())).collect();
        self.ledger
            .time(Part::Broad, || self.search.insert(&bodies, self.clock.now()));
        self.drop_pairs_not_begun();
        self.apply_pair_changes(false);
    }

    /// Ends the pairs that are no candidates of a new broad phase.
    fn drop_pairs_not_begun(&mut self) {
        let begins = self.search.changes().iter().filter(|change| change.begins);
        let mut begun: Vec<([u32; 2], ImageOffset)> = begins
            .map(|change| self.in_scene_order_by(change.bodies, change.image))
            .collect();
        begun.sort_unstable();
        let is_other = |body: &u32| self.bodies.in_balls(*body) || self.bodies[*body].is_half_space();
        let of_others = |pair: &[u32; 2]| pair.iter().any(is_other);
        let places: Vec<u32> = self
            .pairs
            .iter()
            .filter(|(_, pair)| begun.binary_search(&(pair.bodies(), *pair.image())).is_err() && !of_others(&pair.bodies()))
            .map(|(place, _)| place)
            .collect();
        for place in places {
            self.end_pair(place);
        }
    }
}
