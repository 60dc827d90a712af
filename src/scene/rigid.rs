//! Mass properties of bodies that rotate: given, or computed from shape and mass.

#[cfg(test)]
mod tests;

use super::body::Body;
use super::mass::{BodyKind, inverse_inertia};
use super::shape::ShapeKind;
use crate::impact::Collider;
use crate::limits::{ValueError, check_vector};
use crate::motion::Inertia;
use crate::shown::Shown;
use nalgebra::{Matrix3, Vector3};

const CENTRE: &str = "center_of_mass";

/// The mass properties that a user gives. They stay when mass or shape change; what is missing
/// follows from mass and shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct GivenInertia {
    /// Inertia tensor about the centre of mass, in the body's axes, in kg m².
    pub(crate) tensor: Option<Matrix3<f64>>,
    /// Centre of mass in the body's axes, from its origin, in metres.
    pub(crate) centre: Option<Vector3<f64>>,
}

impl GivenInertia {
    /// The inertia of a dynamic body that rotates, of `mass` (kg). None for a body that is spherical
    /// about its own centre, as balls and cubes are: a scalar is enough then.
    ///
    /// A centre that is given without a tensor: the moments of the shape at uniform density about
    /// that point.
    ///
    /// # Errors
    /// A tensor that no body has; none, and no volume to compute it from.
    pub(crate) fn resolve(&self, collider: &Collider, mass: f64) -> Result<Option<Inertia>, ValueError> {
        let is_ball = collider.ball_radius().is_some();
        if is_ball && *self == Self::default() {
            return Ok(None);
        }
        let of_shape = collider.inertia_per_mass();
        let centre = self.centre.or(of_shape.map(|own| own.centre)).unwrap_or_default();
        let inertia = match (&self.tensor, of_shape) {
            (Some(tensor), _) => Inertia::from_tensor(tensor, centre)?,
            (None, Some(own)) => own.about(&centre)?.scaled(mass),
            (None, None) => {
                let allowed = "needs a shape that encloses a volume, for its inertia, or an inertia";
                return Err(ValueError::new("rotates", true, allowed));
            }
        };
        let is_plain = centre == Vector3::zeros() && inertia.is_spherical();
        Ok((!is_plain).then_some(inertia))
    }

    /// 1 / inertia, 0 for a body with a spin that impulses do not change; `gyration` is inertia over
    /// mass (m²), for shapes with a volume. A given tensor counts by a third of its trace.
    ///
    /// # Errors
    /// A body that rotates without a volume and without an inertia.
    pub(crate) fn inverse_inertia(&self, rotates: bool, inverse_mass: f64, gyration: Option<f64>) -> Result<f64, ValueError> {
        match self.mean_moment() {
            Some(mean) if rotates && inverse_mass > 0.0 => Ok(1.0 / mean),
            _ => inverse_inertia(rotates, inverse_mass, gyration),
        }
    }

    /// These, with those that a change gives.
    pub(crate) fn replaced_by(&self, change: &Self) -> Self {
        Self {
            tensor: change.tensor.or(self.tensor),
            centre: change.centre.or(self.centre),
        }
    }

    /// Checks every number.
    ///
    /// # Errors
    /// A tensor that no body has, a centre that is too far away.
    pub(super) fn check_numbers(&self) -> Result<(), ValueError> {
        match (&self.tensor, &self.centre) {
            (Some(tensor), centre) => Inertia::from_tensor(tensor, centre.unwrap_or_default()).map(|_| ()),
            (None, Some(centre)) => check_vector(CENTRE, centre),
            (None, None) => Ok(()),
        }
    }

    /// Checks whether a body can have these properties: none, if it does not rotate.
    ///
    /// # Errors
    /// Names the field that is refused.
    pub(crate) fn check_for(&self, rotates: bool, is_half_space: bool, grows: bool) -> Result<(), ValueError> {
        let (field, value) = match (&self.tensor, &self.centre) {
            (None, None) => return Ok(()),
            (Some(tensor), _) => ("inertia", tensor.shown()),
            (None, Some(centre)) => (CENTRE, centre.shown()),
        };
        let refuse = |allowed| Err(ValueError::new(field, value, allowed));
        if !rotates {
            return refuse("needs rotates = true: impulses do not change the spin of this body, which rotates about its origin");
        }
        if is_half_space {
            return refuse("must be left out for a half-space, which does not rotate");
        }
        match self.centre {
            Some(centre) if grows && centre != Vector3::zeros() => Err(ValueError::of_vector(
                CENTRE,
                &centre,
                "must be the origin for a ball that grows",
            )),
            _ => Ok(()),
        }
    }

    /// A third of the trace of a given tensor, in kg m².
    fn mean_moment(&self) -> Option<f64> {
        let moments = self.tensor?.diagonal();
        Some(match moments == Vector3::repeat(moments.x) {
            true => moments.x,
            false => moments.sum() / 3.0,
        })
    }
}

impl Body {
    /// Moments of inertia about the centre of mass, with that centre, as collisions and free
    /// rotation use them: given, or computed from shape and mass. None for a body that does not
    /// rotate, for a fixed one, and for one that is spherical about its own origin: a ball, a cube.
    ///
    /// The shape is prepared for this call: O(n) for a mesh of n triangles.
    ///
    /// # Errors
    /// As [`check`](Self::check); a body that rotates without a volume and without an inertia; a
    /// density without a volume; as [`Collider::new`].
    ///
    /// ```
    /// use kinesweep::{Body, Shape};
    /// use nalgebra::Vector3;
    /// let plate = Body::new(Shape::cuboid(Vector3::new(1.0, 0.5, 0.1))?).mass(3.0).rotates();
    /// let computed = plate.mass_properties()?.expect("it rotates");
    /// assert!((computed.moments.z - 1.25).abs() < 1e-15);
    /// // A weight off its centre: both are given, in the body's axes.
    /// let loaded = plate.inertia(Vector3::new(0.3, 1.1, 1.3)).centre_of_mass(Vector3::x() * 0.4);
    /// let given = loaded.mass_properties()?.expect("it rotates");
    /// assert_eq!((given.moments.x, given.centre.x), (0.3, 0.4));
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    pub fn mass_properties(&self) -> Result<Option<Inertia>, ValueError> {
        self.check()?;
        let collider = Collider::new(&self.shape).map_err(|error| error.within("shape"))?;
        self.rigid(&collider)
    }

    /// The same with a prepared shape, about any centre, of a body that was checked.
    pub(crate) fn rigid(&self, collider: &Collider) -> Result<Option<Inertia>, ValueError> {
        if !self.rotates || self.kind == BodyKind::Fixed {
            return Ok(None);
        }
        let mass = self.mass.kilograms(|| collider.volume())?;
        self.given_inertia().resolve(collider, mass)
    }
}

/// Checks the inertia and the centre of mass of a body, and those of its scheduled changes.
pub(super) fn check_mass_properties(body: &Body) -> Result<(), ValueError> {
    let grows = body.growth > 0.0 || body.changes.iter().any(|change| change.change.growth.is_some());
    let is_half_space = matches!(body.shape.kind(), ShapeKind::HalfSpace { .. });
    let check = |given: GivenInertia| given.check_for(body.rotates, is_half_space, grows);
    body.given_inertia().check_numbers()?;
    check(body.given_inertia())?;
    for (number, scheduled) in body.body_changes.iter().enumerate() {
        let within = |error: ValueError| error.within(&format!("body_changes[{number}]"));
        check(scheduled.change.given_inertia()).map_err(within)?;
    }
    Ok(())
}
