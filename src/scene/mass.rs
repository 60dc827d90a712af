//! Mass and inertia of a body.

use crate::limits::{MAX_MASS, MIN_MASS, ValueError, check_range};

/// Whether forces and impulses move a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Finite mass; gravity and impulses act on it.
    #[default]
    Dynamic,
    /// Infinite mass, not subject to gravity. It may still have a velocity and an acceleration of
    /// its own.
    Fixed,
}

/// Mass of a dynamic body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mass {
    /// Mass in kilograms.
    Total(f64),
    /// Density in kilograms per cubic metre, times the volume of the shape (for a mesh: its
    /// enclosed volume). In a world of two dimensions in kilograms per square metre, times the area
    /// of the disc.
    Density(f64),
}

impl Mass {
    /// Checks the number.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        match self {
            Self::Total(mass) => check_range("mass", *mass, MIN_MASS, MAX_MASS),
            Self::Density(density) => check_range("density", *density, MIN_MASS, MAX_MASS),
        }
    }

    /// 1 / mass, 0 for a fixed body; `volume` is called only if the density is given.
    pub(crate) fn inverse(&self, kind: BodyKind, volume: impl FnOnce() -> Option<f64>) -> Result<f64, ValueError> {
        match kind {
            BodyKind::Fixed => Ok(0.0),
            BodyKind::Dynamic => Ok(1.0 / self.kilograms(volume)?),
        }
    }

    /// The mass of a dynamic body, in kilograms; `volume` is called only if the density is given.
    pub(crate) fn kilograms(&self, volume: impl FnOnce() -> Option<f64>) -> Result<f64, ValueError> {
        let mass = match *self {
            Self::Total(mass) => mass,
            Self::Density(density) => {
                let refusal = || {
                    ValueError::new(
                        "density",
                        density,
                        "needs a shape that encloses a volume: give a mass instead",
                    )
                };
                density * volume().ok_or_else(refusal)?
            }
        };
        check_range("mass", mass, MIN_MASS, MAX_MASS)?;
        Ok(mass)
    }
}

/// 1 / inertia, 0 if impulses do not change the spin; `gyration` is inertia over mass (m²), for
/// shapes with a volume.
pub(crate) fn inverse_inertia(rotates: bool, inverse_mass: f64, gyration: Option<f64>) -> Result<f64, ValueError> {
    if !rotates || inverse_mass == 0.0 {
        return Ok(0.0);
    }
    let gyration = gyration.ok_or_else(|| {
        let allowed = "needs a shape that encloses a volume, for its inertia";
        ValueError::new("rotates", true, allowed)
    })?;
    Ok(inverse_mass / gyration)
}
