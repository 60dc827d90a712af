//! One side of a moving box.

/// An endpoint on one axis: x(t) = `position + velocity dt + half_acceleration dt²`, dt counted
/// from the epoch of its [`Bounds`](super::Bounds).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Endpoint {
    /// Value at the epoch, in metres.
    pub position: f64,
    /// Rate at the epoch, in metres per second.
    pub velocity: f64,
    /// Half the second derivative, in metres per second squared.
    pub half_acceleration: f64,
}

impl Endpoint {
    /// Value `dt` seconds after the epoch.
    #[inline]
    #[must_use]
    pub fn at(&self, dt: f64) -> f64 {
        self.position + (self.velocity + self.half_acceleration * dt) * dt
    }

    /// Rate `dt` seconds after the epoch.
    pub(crate) fn rate_at(&self, dt: f64) -> f64 {
        self.velocity + 2.0 * self.half_acceleration * dt
    }
}
