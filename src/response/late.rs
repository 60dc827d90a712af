//! The rounding of the time of a collision.

/// The smallest opening speed with which two bodies part, as a multiple of the speed that their
/// acceleration makes within the rounding of a time.
const MIN_OPENING_RATIO: f64 = 1000.0;

/// The delay of the present after a collision, in seconds: the collision's time was rounded to a
/// float, up or down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    /// The delay for the positions of the bodies.
    pub(crate) place: f64,
    /// The delay for their velocities.
    pub(crate) speed: f64,
}

impl Late {
    /// For two bodies that open at `opening` with at most these accelerations. Velocities are taken
    /// at the rounded time if the two will hardly part: a stopped body must not close again by
    /// rounding.
    #[inline]
    pub(crate) fn new(late: f64, opening: f64, accelerations: f64) -> Self {
        let parts = opening > MIN_OPENING_RATIO * accelerations * late.abs();
        Self {
            place: late,
            speed: if parts { late } else { 0.0 },
        }
    }

    /// The same with the opening speed of a user-defined law, if that was not known before.
    #[inline]
    pub(crate) fn with_opening(self, opening: Option<f64>, accelerations: f64) -> Self {
        match opening {
            Some(opening) if self.speed != 0.0 => Self::new(self.place, opening, accelerations),
            _ => self,
        }
    }
}
