//! The filter of bodies for queries.

use crate::event::BodyId;
use crate::response::Role;
use crate::scene::Groups;

/// The bodies that a spatial query considers. By default all that others can collide with: sensors
/// and touch-only bodies are left out, whatever the groups.
///
/// ```
/// use kinesweep::world::QueryFilter;
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// let mut world = World::builder().build()?;
/// let player = world.insert(Body::new(Shape::ball(1.0)?))?;
/// let door = world.insert(Body::fixed(Shape::ball(1.0)?).position(Vector3::x() * 2.0).sensor())?;
/// let around = |filter: &QueryFilter| world.within(&Vector3::zeros(), 5.0, filter);
/// assert_eq!(around(&QueryFilter::new())?, [(player, 0.0)]);
/// assert_eq!(around(&QueryFilter::new().with_sensors().excluding(player))?, [(door, 1.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryFilter {
    /// The query considers the bodies that a body with these groups would meet; all if none are
    /// given.
    pub groups: Option<Groups>,
    /// Whether it considers sensors and touch-only bodies, too, with which nothing collides.
    pub sensors: bool,
    /// Whether it leaves out the walls of a box domain. [`World::is_free`](crate::World::is_free)
    /// alone considers them.
    pub ignores_walls: bool,
    /// The bodies that it leaves out. Ids that are stale are allowed.
    pub excluded: Vec<BodyId>,
}

impl QueryFilter {
    /// All bodies that others can collide with.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Considers the bodies alone that a body with these groups would meet.
    #[must_use]
    pub fn groups(mut self, groups: Groups) -> Self {
        self.groups = Some(groups);
        self
    }

    /// Considers sensors and touch-only bodies, too.
    #[must_use]
    pub fn with_sensors(mut self) -> Self {
        self.sensors = true;
        self
    }

    /// Leaves out the walls of a box domain.
    #[must_use]
    pub fn without_walls(mut self) -> Self {
        self.ignores_walls = true;
        self
    }

    /// Leaves out a body in addition to those already left out: often the one that the query is
    /// made for.
    #[must_use]
    pub fn excluding(mut self, body: BodyId) -> Self {
        self.excluded.push(body);
        self
    }

    /// Whether it considers a body. O(excluded).
    pub(super) fn considers(&self, id: BodyId, role: &Role) -> bool {
        (self.sensors || !(role.sensor || role.touch_only))
            && self.groups.is_none_or(|groups| groups.meets(role.groups))
            && !self.excluded.contains(&id)
    }
}
