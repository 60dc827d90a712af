//! Getters of a body's constants and identity, and its name and tag.

use super::{World, WorldError, name_or_number};
use crate::domain::shift_of_offset;
use crate::event::{BodyId, Party};
use crate::limits::ValueError;
use crate::scene::{BodyKind, Groups, Shape};
use nalgebra::Vector3;

impl World {
    /// Angular velocity at the present time, in radians per second about the world's axes.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn angular_velocity(&self, id: BodyId) -> Result<Vector3<f64>, WorldError> {
        Ok(self.piece(id)?.angular_velocity_at(self.clock.now()))
    }

    /// Unwrapped position at the present time, in metres: continuous since the insertion of the
    /// body. In a periodic domain it is not wrapped into the domain; elsewhere it equals
    /// [`pose`](Self::pose). It begins at the image inside the domain. A position that the user
    /// sets counts as its nearest image. Use it for mean square displacements, for example.
    ///
    /// ```
    /// use kinesweep::{Body, Domain, Shape, World};
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
    /// let mut world = World::builder().domain(domain).build()?;
    /// let ball = world.insert(Body::new(Shape::ball(0.5)?).position(Vector3::x()).velocity(Vector3::x()))?;
    /// world.advance_to(10.0)?;
    /// assert_eq!(world.pose(ball)?.translation.x, 3.0);
    /// assert_eq!(world.unwrapped_position(ball)?.x, 11.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn unwrapped_position(&self, id: BodyId) -> Result<Vector3<f64>, WorldError> {
        let state = self.state(id)?;
        let wrapped = state.piece().pose_at(self.clock.now()).translation.vector;
        let Some(sides) = self.bodies.sides() else {
            return Ok(wrapped);
        };
        let lengths = state.lengths_gone();
        Ok(wrapped + shift_of_offset(&lengths, sides))
    }

    /// The number given by [`Body::tag`](crate::Body::tag) or [`set_tag`](Self::set_tag); 0 if
    /// there is none.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// let mut world = World::builder().build()?;
    /// let id = world.insert(Body::new(Shape::ball(1.0)?).tag(0xC0FFEE))?;
    /// assert_eq!(world.tag(id)?, 0xC0FFEE);
    /// world.set_tag(id, u128::MAX)?;
    /// assert_eq!(world.tag(id)?, u128::MAX);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn tag(&self, id: BodyId) -> Result<u128, WorldError> {
        self.check_id(id)?;
        Ok(self.bodies.tag(id.index))
    }

    /// Sets the tag of the body. No event depends on it.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn set_tag(&mut self, id: BodyId, tag: u128) -> Result<(), WorldError> {
        self.check_id(id)?;
        self.bodies.set_tag(id.index, tag);
        Ok(())
    }

    /// Mass, in kilograms, to the last bit but one; infinite for a fixed body.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn mass(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(1.0 / self.state(id)?.constants().inverse_mass)
    }

    /// Restitution, 0 to 1: its own, or the world's default.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn restitution(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(self.state(id)?.constants().restitution)
    }

    /// Coefficient of friction, >= 0: its own, or the world's default.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn friction(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(self.state(id)?.constants().friction)
    }

    /// Coefficient of [rolling friction](crate::Body::rolling_friction), >= 0: its own, or the world's
    /// default.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn rolling_friction(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(self.state(id)?.constants().rolling_friction)
    }

    /// Coefficient of [spinning friction](crate::Body::spinning_friction), >= 0: its own, or the world's
    /// default.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn spinning_friction(&self, id: BodyId) -> Result<f64, WorldError> {
        Ok(self.state(id)?.constants().spinning_friction)
    }

    /// The groups that decide which bodies it meets.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn groups(&self, id: BodyId) -> Result<Groups, WorldError> {
        Ok(self.state(id)?.constants().role.groups)
    }

    /// Whether it is a [sensor](crate::Body::sensor).
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn is_sensor(&self, id: BodyId) -> Result<bool, WorldError> {
        Ok(self.state(id)?.constants().role.sensor)
    }

    /// Whether it is dynamic or fixed.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn kind(&self, id: BodyId) -> Result<BodyKind, WorldError> {
        Ok(self.state(id)?.constants().role.kind)
    }

    /// Its shape. For a growing ball this is the shape at its insertion: see
    /// [`swell`](Self::swell). (A copy shares the data.)
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn shape(&self, id: BodyId) -> Result<Shape, WorldError> {
        Ok(self.state(id)?.constants().shape.clone())
    }

    /// The name of a body at an occupied place, for messages.
    pub(super) fn name_of(&self, index: u32) -> String {
        name_or_number(self.bodies.name(index), self.bodies.serial(index))
    }

    /// The refusal of a value for the body at an occupied place. It names the body.
    pub(super) fn of_body(&self, index: u32, error: ValueError) -> WorldError {
        error.within(&self.name_of(index)).into()
    }

    /// The name of a body or of a wall: the name given to the body, or
    /// `body-<number of insertions before it>`; for a wall `domain:-x` and so on.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn name(&self, party: impl Into<Party>) -> Result<String, WorldError> {
        match party.into() {
            Party::Wall(wall) => Ok(wall.to_string()),
            Party::Body(id) => self.state(id).map(|_| self.name_of(id.index)),
        }
    }
}
