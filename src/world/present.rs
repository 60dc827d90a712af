//! The present motion of one body, in whichever lane it is.

use super::{World, WorldError};
use crate::event::BodyId;
use crate::motion::{MotionPiece, Path};
use nalgebra::Vector3;

/// Number of motions that are read at once.
const BLOCK: usize = 256;

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
        species.piece(&balls.own_motion(index))
    }

    /// What is read of a body's motion: of a ball without a state here, in the lane of balls.
    #[inline]
    fn read_motion<T>(&self, index: u32, of_piece: impl FnOnce(&MotionPiece) -> T, of_ball: impl FnOnce(&Path) -> T) -> T {
        match self.lanes.balls() {
            Some(balls) if !self.bodies.is_full(index) => of_ball(&balls.path(index)),
            _ => of_piece(self.bodies[index].piece()),
        }
    }

    /// Reads the motions of all bodies, in order of insertion.
    ///
    /// The motions of balls are scattered in memory. The first loop over a block only reads, so that
    /// the processor waits for many of them at once.
    fn read_all<T>(&self, of_piece: impl Fn(&MotionPiece) -> T, of_ball: impl Fn(&Path) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.bodies.len());
        for block in self.bodies.in_order().chunks(BLOCK) {
            let epochs = block
                .iter()
                .map(|index| self.read_motion(*index, |piece| piece.epoch, |path| path.flight.epoch));
            std::hint::black_box(epochs.sum::<f64>());
            values.extend(block.iter().map(|index| self.read_motion(*index, &of_piece, &of_ball)));
        }
        values
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
    /// assert_eq!(world.positions(), [Vector3::new(2.0, 0.0, 0.0)]);
    /// assert_eq!(world.velocities(), [Vector3::x()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Vec<Vector3<f64>> {
        let now = self.clock.now();
        let periodic = self.config.settings().domain.periodic_box();
        let image = |position: Vector3<f64>| periodic.map_or(position, |periodic| periodic.image(&position));
        self.read_all(|piece| image(piece.position_at(now)), |path| image(path.at(now)))
    }

    /// The velocities of all bodies at the present time, in metres per second, in the order of
    /// [`bodies`](Self::bodies).
    #[must_use]
    pub fn velocities(&self) -> Vec<Vector3<f64>> {
        let now = self.clock.now();
        self.read_all(|piece| piece.velocity_at(now), |path| path.velocity_at(now))
    }
}
