//! Input of both modes: bodies, shapes, materials, groups, settings, populations, scene files.
//!
//! A [`Scene`] is the bodies and settings of a world. Every number in it is checked against the
//! bounds in [`limits`]; a refusal is a [`ValueError`](limits::ValueError) with the field, the
//! value and the bound. A [`Population`] places many bodies from a seed. With the feature `files` a
//! scene can be read from TOML and JSON, and there are built-in scenes.
//!
//! ```
//! use kinesweep::scene::{Population, Speed};
//! use kinesweep::{Body, Domain, Method, Scene, Settings, Shape, World};
//! use nalgebra::Vector3;
//!
//! let domain = Domain::Box { min: Vector3::repeat(-5.0), max: Vector3::repeat(5.0) };
//! let population = Population {
//!     speed: Speed::Maxwell(1.0),
//!     ..Population::gas(100, Body::new(Shape::ball(0.2)?))
//! };
//! let scene = Scene {
//!     settings: Settings { domain, ..Settings::default() },
//!     bodies: population.place_in(0, &domain, &[])?,
//!     ..Scene::default()
//! };
//! let mut world = World::from_scene(&scene, Method::Auto)?;
//! assert!(!world.advance_to(10.0)?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod body_builder;
mod body_change;
mod body_checks;
#[cfg(feature = "files")]
pub mod builtin;
mod dimensions;
#[cfg(feature = "files")]
pub(crate) mod file;
mod groups;
mod mass;
mod of_kind;
pub(crate) mod population;
mod rigid;
mod round_shapes;
mod settings;
mod shape;
mod shape_in_domain;

/// Bounds of the numbers that a user gives, and the error for a number outside of them.
///
/// The bounds keep squares and fourth powers of all admitted numbers, which closed forms need, far
/// from overflow and underflow of `f64`.
///
/// ```
/// use kinesweep::Shape;
/// use kinesweep::scene::limits::MAX_SIZE;
/// let refusal = Shape::ball(2.0 * MAX_SIZE).unwrap_err();
/// assert_eq!(refusal.field, "radius");
/// ```
pub mod limits {
    pub use crate::limits::{
        MAX_ASPECT, MAX_GROWTH, MAX_MAGNITUDE, MAX_MASS, MAX_SIZE, MAX_SPIN, MIN_MASS, MIN_SIZE, ValueError,
    };
    pub use crate::shown::Shown;
}

pub use body::{Body, ScheduledChange};
pub use body_change::{BodyChange, ScheduledBodyChange};
pub use dimensions::Dimensions;
#[cfg(feature = "files")]
pub use file::{Place, SceneError};
pub use groups::Groups;
pub use mass::{BodyKind, Mass};
pub use population::{PlacementError, Population, PopulationKind, Speed, Start};
pub use settings::{ResponseMode, Settings, Zeno};
pub use shape::{Shape, ShapeKind, place};

pub(crate) use body::unsigned;
pub(crate) use body_change::check_shape_in_motion;
pub(crate) use body_checks::{check_change, check_friction, check_restitution};
pub(crate) use rigid::GivenInertia;

use std::borrow::Cow;

/// A scene: the bodies and settings of a world, and the length of a run.
///
/// ```
/// use kinesweep::{Body, Scene, Shape};
/// let scene = Scene { bodies: vec![Body::new(Shape::ball(1.0)?)], ..Scene::default() };
/// assert_eq!(scene.body_name(0), "body-0");
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Title, for display.
    pub title: String,
    /// Gravity, domain, response.
    pub settings: Settings,
    /// Default length of a run, in seconds, > 0.
    pub horizon: f64,
    /// The bodies, in scene order.
    pub bodies: Vec<Body>,
}

impl Default for Scene {
    /// No bodies, a horizon of 10 s.
    fn default() -> Self {
        Self {
            title: String::new(),
            settings: Settings::default(),
            horizon: 10.0,
            bodies: Vec::new(),
        }
    }
}

impl Scene {
    /// The name of a body: its own, or `body-<index>`.
    ///
    /// # Panics
    /// If there is no body of this index.
    #[must_use]
    pub fn body_name(&self, index: usize) -> String {
        self.bodies[index].name.clone().unwrap_or_else(|| format!("body-{index}"))
    }

    /// The scene with [normalised](Settings::normalised) settings.
    pub(crate) fn normalised(&self) -> Cow<'_, Self> {
        let settings = self.settings.normalised();
        match settings == self.settings {
            true => Cow::Borrowed(self),
            false => Cow::Owned(Self {
                settings,
                ..self.clone()
            }),
        }
    }
}
