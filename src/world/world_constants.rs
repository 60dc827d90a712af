//! Changes of the constants of a whole world: gravity, and the defaults of restitution and of friction of
//! each kind.

use super::{World, WorldError};
use crate::bodies::Bodies;
use crate::limits::check_vector;
use crate::scene::{BodyKind, check_friction, check_restitution, unsigned};
use nalgebra::Vector3;

impl World {
    /// Changes the restitution of the walls of the domain and of the bodies without their own, at
    /// the present time. It applies from the next collision on; no event reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or above 1. Nothing changed then.
    pub fn set_default_restitution(&mut self, restitution: f64) -> Result<(), WorldError> {
        check_restitution(restitution)?;
        self.config.set_restitution(restitution);
        self.change_all(|bodies, index| bodies.set_default_restitution(index, restitution));
        Ok(())
    }

    /// Changes the friction of the walls of the domain and of the bodies without their own, at the
    /// present time. It applies from the next collision on; bodies at rest begin new motion pieces,
    /// with other forces. No event reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or too large. Nothing changed then.
    pub fn set_default_friction(&mut self, friction: f64) -> Result<(), WorldError> {
        check_friction("friction", friction)?;
        self.sync_broad_phase();
        self.config.set_friction(friction);
        self.change_all_at_rest(|bodies, index| bodies.set_default_friction(index, friction));
        Ok(())
    }

    /// Changes the [rolling friction](crate::Body::rolling_friction) of the walls of the domain and of the
    /// bodies without their own, at the present time. Bodies at rest begin new motion pieces. No event
    /// reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or too large. Nothing changed then.
    pub fn set_default_rolling_friction(&mut self, friction: f64) -> Result<(), WorldError> {
        check_friction("rolling_friction", friction)?;
        self.sync_broad_phase();
        self.config.set_rolling_friction(friction);
        self.change_all_at_rest(|bodies, index| bodies.set_default_rolling_friction(index, friction));
        Ok(())
    }

    /// Changes the [spinning friction](crate::Body::spinning_friction) of the walls of the domain and of
    /// the bodies without their own, at the present time. Bodies at rest begin new motion pieces. No event
    /// reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or too large. Nothing changed then.
    pub fn set_default_spinning_friction(&mut self, friction: f64) -> Result<(), WorldError> {
        check_friction("spinning_friction", friction)?;
        self.sync_broad_phase();
        self.config.set_spinning_friction(friction);
        self.change_all_at_rest(|bodies, index| bodies.set_default_spinning_friction(index, friction));
        Ok(())
    }

    /// Changes constants of all bodies, on which no prediction depends, but the forces of those at rest do:
    /// these begin new pieces.
    fn change_all_at_rest(&mut self, change: impl Fn(&mut Bodies, u32)) {
        self.change_all(change);
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            if !self.bodies.in_balls(index) {
                self.rests().restart_rests_of(index);
            }
        }
        self.repredict_moved();
    }

    /// Changes constants of all bodies, on which no prediction depends.
    fn change_all(&mut self, change: impl Fn(&mut Bodies, u32)) {
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            self.expand(index);
            change(&mut self.bodies, index);
            self.compact(index);
        }
    }

    /// Changes gravity at the present time, in metres per second squared. Every dynamic body begins
    /// a new motion piece; rests are solved again, and [`energy`](Self::energy) includes the new
    /// potential. No event reports it. The same gravity again changes nothing.
    ///
    /// Cost: O(n) and the predictions of all pairs.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number that is not allowed. Nothing changed then.
    ///
    /// # Example
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let id = world.insert(Body::new(Shape::ball(1.0)?).velocity(Vector3::x()))?;
    /// world.advance_to(2.0)?;
    /// world.set_gravity(Vector3::y() * -10.0)?;
    /// world.advance_to(3.0)?;
    /// assert_eq!(world.pose(id)?.translation.vector, Vector3::new(3.0, -5.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_gravity(&mut self, gravity: Vector3<f64>) -> Result<(), WorldError> {
        check_vector("gravity", &gravity)?;
        self.config.settings().dimensions.check_vector("gravity", &gravity)?;
        if gravity == self.config.settings().gravity {
            return Ok(());
        }
        self.sync_broad_phase();
        let is_dynamic = |index: &u32| self.body_ref(*index).constants().role.kind == BodyKind::Dynamic;
        let dynamic: Vec<u32> = self.bodies.in_order().iter().copied().filter(is_dynamic).collect();
        self.config.set_gravity(gravity);
        if dynamic.is_empty() {
            return Ok(());
        }
        self.close_balls();
        for index in &dynamic {
            let own = *self.bodies[*index].own_acceleration();
            self.rests().change_accelerations(*index, own, unsigned(own + gravity));
        }
        self.motions().mark_all(&dynamic);
        for index in &dynamic {
            self.rests().request_renewal(*index);
        }
        self.repredict_moved();
        self.lanes.choose_soon();
        Ok(())
    }
}
