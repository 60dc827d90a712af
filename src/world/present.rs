//! The present motion of one body, in whichever lane it is.

use super::{World, WorldError};
use crate::event::BodyId;
use crate::motion::MotionPiece;
use nalgebra::Vector3;

impl World {
    /// The current motion piece of a body. Allocates nothing: of a ball in the lane of balls it is
    /// made of its flight. O(1).
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    #[inline]
    pub(super) fn piece(&self, id: BodyId) -> Result<MotionPiece, WorldError> {
        self.check_id(id)?;
        Ok(self.piece_at(id.index))
    }

    /// The same for an occupied place.
    #[inline]
    pub(super) fn piece_at(&self, index: u32) -> MotionPiece {
        if self.bodies.is_full(index) {
            return *self.bodies[index].piece();
        }
        let species = self
            .bodies
            .species(index)
            .expect("a body without a state here is in the lane of balls");
        let balls = self.lanes.balls().expect("the lane of a ball is open");
        species.piece(&balls.flight(index))
    }

    /// The present motion of a body, without its orientation.
    #[inline]
    fn with_translation<T>(&self, index: u32, read: impl FnOnce(&MotionPiece) -> T) -> T {
        if self.bodies.is_full(index) {
            return read(self.bodies[index].piece());
        }
        let balls = self
            .lanes
            .balls()
            .expect("a body without a state here is in the lane of balls");
        read(&balls.flight(index).piece())
    }

    /// The positions of all bodies at the present time, in metres, in the order of
    /// [`bodies`](Self::bodies); in a periodic domain those of their images inside. The same as the
    /// translations of [`pose`](Self::pose), at some nanoseconds a body.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// world.insert(Body::new(Shape::ball(1.0)?).velocity(Vector3::x()))?;
    /// world.advance_to(2.0)?;
    /// assert!(world.positions().eq([Vector3::new(2.0, 0.0, 0.0)]));
    /// assert!(world.velocities().eq([Vector3::x()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Vector3<f64>> {
        let now = self.clock.now();
        let periodic = self.config.settings().domain.periodic_box();
        self.bodies.in_order().iter().map(move |index| {
            let position = self.with_translation(*index, |piece| piece.position_at(now));
            periodic.map_or(position, |periodic| periodic.image(&position))
        })
    }

    /// The velocities of all bodies at the present time, in metres per second, in the order of
    /// [`bodies`](Self::bodies).
    pub fn velocities(&self) -> impl ExactSizeIterator<Item = Vector3<f64>> {
        let now = self.clock.now();
        let velocity = move |index: &u32| self.with_translation(*index, |piece| piece.velocity_at(now));
        self.bodies.in_order().iter().map(velocity)
    }
}
