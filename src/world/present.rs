//! The present motion of one body, in whichever lane it is.

use super::{World, WorldError};
use crate::event::BodyId;
use crate::motion::MotionPiece;

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
}
