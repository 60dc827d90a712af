//! The walls of a box domain.

use nalgebra::Vector3;
use std::fmt;

/// A wall of a box domain, by the side it stands on. The order is the order of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wall {
    /// The wall at the smallest x.
    MinX,
    /// The wall at the largest x.
    MaxX,
    /// The wall at the smallest y.
    MinY,
    /// The wall at the largest y.
    MaxY,
    /// The wall at the smallest z.
    MinZ,
    /// The wall at the largest z.
    MaxZ,
}

impl Wall {
    /// All six, in order.
    pub const ALL: [Self; 6] = [Self::MinX, Self::MaxX, Self::MinY, Self::MaxY, Self::MinZ, Self::MaxZ];

    /// The axis that the wall is square to: 0, 1, 2 for x, y, z.
    #[must_use]
    pub fn axis(self) -> usize {
        self as usize / 2
    }

    /// Whether the wall stands at the upper end of its axis.
    #[must_use]
    pub fn is_upper(self) -> bool {
        self as usize % 2 == 1
    }

    /// Unit normal from the inside of the domain into the wall.
    #[must_use]
    pub fn normal(self) -> Vector3<f64> {
        let mut normal = Vector3::zeros();
        normal[self.axis()] = if self.is_upper() { 1.0 } else { -1.0 };
        normal
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_upper() { '+' } else { '-' };
        write!(f, "domain:{sign}{}", ["x", "y", "z"][self.axis()])
    }
}
