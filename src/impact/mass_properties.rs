//! Inertia of shapes at uniform density.

use super::Collider;
use crate::limits::{MAX_MASS, MIN_MASS, ValueError, check_range};
use crate::motion::Inertia;
use crate::scene::Shape;

impl Inertia {
    /// A body of this shape with a uniform density and a mass (kg). The parts of a compound have the
    /// same density; where they overlap, the densities add up. A mesh is the solid that its closed
    /// surface encloses. O(n) for a mesh of n triangles, plus the hull of a convex shape.
    ///
    /// # Errors
    /// A mass outside [`MIN_MASS`](crate::scene::limits::MIN_MASS) to
    /// [`MAX_MASS`](crate::scene::limits::MAX_MASS); a shape that encloses no volume; as
    /// [`Collider::new`].
    pub fn of_shape(shape: &Shape, mass: f64) -> Result<Self, ValueError> {
        check_range("mass", mass, MIN_MASS, MAX_MASS)?;
        let collider = Collider::new(shape).map_err(|error| error.within("shape"))?;
        let per_mass = collider.inertia_per_mass().ok_or_else(|| {
            let allowed = "must enclose a volume, for its inertia: a closed surface, or a solid";
            ValueError::new("shape", shape.kind().name(), allowed)
        })?;
        Ok(per_mass.scaled(mass))
    }
}
