//! Input of both modes: bodies, shapes, trajectories, groups, the domain, and scene files.

mod body;
mod body_builder;
mod body_change;
mod body_checks;
#[cfg(feature = "files")]
pub mod builtin;
#[cfg(feature = "files")]
pub(crate) mod file;
mod groups;
mod mass;
mod of_kind;
pub(crate) mod population;
mod settings;
mod shape;
mod shape_in_domain;

pub use body::{Body, ScheduledChange};
pub use body_change::{BodyChange, ScheduledBodyChange};
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
pub(crate) use mass::inverse_inertia;

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
}
