//! Whether a world is in space or in a plane.

use super::body::Body;
use super::rigid::GivenInertia;
use super::shape::{Shape, ShapeKind};
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, ValueError};
use crate::motion::MotionChange;
use crate::shown::Shown;
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::PI;

/// The number of dimensions of a world.
///
/// In a world of two dimensions every body moves in the plane z = 0: it is a *disc* (a ball with
/// its centre in the plane) or a half-space with its normal in the plane. A position, velocity or
/// acceleration out of the plane is refused, and so is a spin about another axis than z. All
/// contacts are then in the plane too, to the bit: after a collision z is exactly 0. Discs have an
/// area in place of a volume: densities are in kg/m², packing is an area fraction, pressure is in
/// N/m, a body has two degrees of freedom, and the inertia of a disc that rotates is that of a
/// homogeneous disc about z. The z of the domain is not used, and its walls at -z and +z are never
/// met.
///
/// ```
/// use kinesweep::scene::Dimensions;
/// use kinesweep::{Body, Domain, Shape, World};
/// use nalgebra::Vector3;
/// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::new(8.0, 4.0, 0.0) };
/// let mut world = World::builder().dimensions(Dimensions::Two).domain(domain).build()?;
/// let disc = Body::new(Shape::ball(1.0)?);
/// world.insert(disc.clone().velocity(Vector3::new(3.0, 4.0, 0.0)))?;
/// let refused = world.insert(disc.velocity(Vector3::z())).unwrap_err().to_string();
/// assert!(refused.contains("must be in the plane z = 0"), "{refused}");
/// let statistics = world.statistics();
/// assert_eq!(statistics.packing, Some(std::f64::consts::PI / 32.0));
/// assert_eq!(statistics.number_density, Some(1.0 / 32.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Dimensions {
    /// Discs in the plane z = 0.
    Two,
    /// Bodies in space.
    #[default]
    Three,
}

/// What a vector or an axis out of the plane must be.
const IN_PLANE: &str = "must be in the plane z = 0 (a third component of 0) in a world of two dimensions";
const ABOUT_Z: &str = "must be about the axis z in a world of two dimensions";

impl Dimensions {
    /// The number: 2 or 3.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }

    /// The dimensions with a number; none if there are no such.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Self> {
        match number {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    /// The number as a float: degrees of freedom of a centre.
    pub(crate) fn degrees(self) -> f64 {
        f64::from(self.number())
    }

    /// A domain as worlds of these dimensions have it. In two the z of its corners is not used: it
    /// becomes as far from the plane as the longer side is long, where nothing can be. Twice is as
    /// once.
    ///
    /// ```
    /// use kinesweep::scene::Dimensions;
    /// use kinesweep::Domain;
    /// use nalgebra::Vector3;
    /// let domain = Domain::Box { min: Vector3::zeros(), max: Vector3::new(4.0, 3.0, 0.0) };
    /// assert!(domain.check().is_err());
    /// let domain = Dimensions::Two.domain(domain);
    /// assert_eq!(domain.corners().unwrap()[1], Vector3::new(4.0, 3.0, 4.0));
    /// assert_eq!(domain.check(), Ok(()));
    /// ```
    #[must_use]
    pub fn domain(self, domain: Domain) -> Domain {
        if self == Self::Three {
            return domain;
        }
        let with_z = |min: Vector3<f64>, max: Vector3<f64>| {
            let longer = (max.x - min.x).max(max.y - min.y).min(MAX_MAGNITUDE);
            (Vector3::new(min.x, min.y, -longer), Vector3::new(max.x, max.y, longer))
        };
        match domain {
            Domain::Open => domain,
            Domain::Box { min, max } => {
                let (min, max) = with_z(min, max);
                Domain::Box { min, max }
            }
            Domain::Periodic { min, max } => {
                let (min, max) = with_z(min, max);
                Domain::Periodic { min, max }
            }
        }
    }

    /// The sides of a domain, and its volume: in two dimensions without z, and its area.
    pub(crate) fn volume_of(self, sides: &Vector3<f64>) -> f64 {
        match self {
            Self::Two => sides.x * sides.y,
            Self::Three => sides.product(),
        }
    }

    /// The area of the walls of a box with these sides; in two dimensions their length.
    pub(crate) fn walls_of(self, sides: &Vector3<f64>) -> f64 {
        match self {
            Self::Two => 2.0 * (sides.x + sides.y),
            Self::Three => 2.0 * (sides.x * sides.y + sides.y * sides.z + sides.z * sides.x),
        }
    }

    /// The volume of a shape, or the area of a disc, scaled in length. `volume` is that in space.
    pub(crate) fn volume(self, shape: &Shape, volume: Option<f64>) -> Option<f64> {
        match (self, shape.kind()) {
            (Self::Two, ShapeKind::Ball { radius }) => Some(PI * radius * radius),
            (Self::Two, _) => None,
            (Self::Three, _) => volume,
        }
    }

    /// Inertia over mass of a shape, or of a homogeneous disc about its axis. `gyration` is that in
    /// space.
    pub(crate) fn gyration(self, shape: &Shape, gyration: Option<f64>) -> Option<f64> {
        match (self, shape.kind()) {
            (Self::Two, ShapeKind::Ball { radius }) => Some(0.5 * radius * radius),
            _ => gyration,
        }
    }

    /// Checks that a vector is in the plane.
    pub(crate) fn check_vector(self, field: &str, vector: &Vector3<f64>) -> Result<(), ValueError> {
        // Written so that NaN is refused.
        if self == Self::Three || vector.z == 0.0 {
            return Ok(());
        }
        Err(ValueError::of_vector(field, vector, IN_PLANE))
    }

    /// Checks that an angular velocity is about z.
    pub(crate) fn check_spin(self, field: &str, spin: &Vector3<f64>) -> Result<(), ValueError> {
        if self == Self::Three || (spin.x == 0.0 && spin.y == 0.0) {
            return Ok(());
        }
        Err(ValueError::of_vector(field, spin, ABOUT_Z))
    }

    fn check_orientation(self, orientation: &UnitQuaternion<f64>) -> Result<(), ValueError> {
        if self == Self::Three || (orientation.i == 0.0 && orientation.j == 0.0) {
            return Ok(());
        }
        // The imaginary part, which is along the axis.
        Err(ValueError::of_vector("orientation", &orientation.imag(), ABOUT_Z))
    }

    /// Checks mass properties that are given: none in the plane.
    ///
    /// # Errors
    /// Names the field that is given.
    pub(crate) fn check_given(self, given: &GivenInertia) -> Result<(), ValueError> {
        let homogeneous = "must not be given in a world of two dimensions: discs are homogeneous";
        match (self, &given.tensor, &given.centre) {
            (Self::Two, Some(tensor), _) => Err(ValueError::new("inertia", tensor, homogeneous)),
            (Self::Two, None, Some(centre)) => Err(ValueError::of_vector("center_of_mass", centre, homogeneous)),
            _ => Ok(()),
        }
    }

    /// Checks a body, with the changes that are scheduled with it. In three dimensions everything
    /// is good.
    ///
    /// # Errors
    /// Names the first field with a value that is out of the plane, or a shape that is not flat.
    pub(crate) fn check_body(self, body: &Body) -> Result<(), ValueError> {
        if self == Self::Three {
            return Ok(());
        }
        self.check_shape(&body.shape)?;
        self.check_vector("position", &body.position)?;
        self.check_vector("velocity", &body.velocity)?;
        self.check_vector("acceleration", &body.acceleration)?;
        self.check_orientation(&body.orientation)?;
        self.check_spin("angular_velocity", &body.angular_velocity)?;
        if body.lease.is_some() {
            self.check_unbounded()?;
        }
        self.check_given(&body.given_inertia())?;
        for (number, scheduled) in body.changes.iter().enumerate() {
            let within = |error: ValueError| error.within(&format!("changes[{number}]"));
            self.check_change(&scheduled.change).map_err(within)?;
        }
        for (number, scheduled) in body.body_changes.iter().enumerate() {
            let within = |error: ValueError| error.within(&format!("body_changes[{number}]"));
            scheduled
                .change
                .shape
                .as_ref()
                .map_or(Ok(()), |shape| self.check_shape(shape))
                .and_then(|()| self.check_given(&scheduled.change.given_inertia()))
                .map_err(within)?;
        }
        Ok(())
    }

    /// Checks a shape: in two dimensions a ball, or a half-space with its normal in the plane.
    pub(crate) fn check_shape(self, shape: &Shape) -> Result<(), ValueError> {
        let allowed = "must be a ball (a disc) or a half_space in a world of two dimensions";
        match (self, shape.kind()) {
            (Self::Three, _) | (Self::Two, ShapeKind::Ball { .. }) => Ok(()),
            (Self::Two, ShapeKind::HalfSpace { normal }) => self.check_vector("shape.normal", normal),
            (Self::Two, kind) => Err(ValueError::new("shape", kind.name(), allowed)),
        }
    }

    /// Refuses bounds in place of a motion: nothing shows that such a body stays in the plane.
    pub(crate) fn check_unbounded(self) -> Result<(), ValueError> {
        let allowed = "must not be given in a world of two dimensions: motions are in closed form there";
        match self {
            Self::Two => Err(ValueError::new("bounds", "given", allowed)),
            Self::Three => Ok(()),
        }
    }

    /// Checks a change of motion.
    pub(crate) fn check_change(self, change: &MotionChange) -> Result<(), ValueError> {
        if self == Self::Three {
            return Ok(());
        }
        let vectors = [
            ("position", &change.position),
            ("velocity", &change.velocity),
            ("acceleration", &change.acceleration),
        ];
        for (field, value) in vectors {
            value.map_or(Ok(()), |value| self.check_vector(field, &value))?;
        }
        change
            .orientation
            .map_or(Ok(()), |orientation| self.check_orientation(&orientation))?;
        change
            .angular_velocity
            .map_or(Ok(()), |spin| self.check_spin("angular_velocity", &spin))
    }
}

impl Shown for Dimensions {
    fn shown(&self) -> String {
        self.number().to_string()
    }
}
