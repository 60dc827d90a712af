//! All bodies with boxes that overlap a box.

use super::super::{World, WorldError};
use super::QueryFilter;
use super::check::check_corners;
use super::near::Region;
use crate::event::BodyId;
use nalgebra::Vector3;

impl World {
    /// The bodies with tight boxes that overlap the box from `min` to `max` (in metres), at the
    /// present and in their present orientations, in scene order; in a periodic domain by any
    /// image, each once. Boxes that touch overlap. Half-spaces have no boxes and are left out. For
    /// *shapes* that overlap a box see [`overlapping`](Self::overlapping).
    ///
    /// Costs O(bodies near the box) for leases, swept and the lane of balls, O(n) comparisons of
    /// integers for lists, and O(n) for cached. After [`next_event_time`](Self::next_event_time)
    /// has advanced the search, the bodies moved since cost as much again, and lists and swept cost
    /// O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a corner that is not finite or beyond
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE), and for a `max` below the `min`.
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = world.insert(Body::new(Shape::ball(1.0)?).velocity(Vector3::x()))?;
    /// let (min, max) = (Vector3::repeat(3.0), Vector3::repeat(4.0));
    /// assert!(world.bodies_in_box(&min, &max, &QueryFilter::new())?.is_empty());
    /// // In 3 s it is there on x, but not on the other axes.
    /// world.advance_to(3.0)?;
    /// assert!(world.bodies_in_box(&min, &max, &QueryFilter::new())?.is_empty());
    /// assert_eq!(world.bodies_in_box(&-max, &max, &QueryFilter::new())?, [ball]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bodies_in_box(&self, min: &Vector3<f64>, max: &Vector3<f64>, filter: &QueryFilter) -> Result<Vec<BodyId>, WorldError> {
        check_corners(min, max)?;
        let region = Region::new(min, max);
        let near = self.near(&region, filter).into_iter();
        let inside = near.filter(|body| !body.state.is_half_space() && !self.images_in(&body.aabb, &region).is_empty());
        Ok(inside.map(|body| body.id).collect())
    }
}
