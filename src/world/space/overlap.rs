//! The bodies that a shape would overlap, and whether there is room for it.

use super::super::{World, WorldError};
use super::QueryFilter;
use super::near::Region;
use crate::bodies::State;
use crate::event::BodyId;
use crate::scene::Shape;
use nalgebra::Isometry3;

impl World {
    /// The bodies that a shape in this pose would overlap at the present, in scene order; in a
    /// periodic domain by any image. The rule is that of [`insert`](Self::insert): what touches, or
    /// overlaps by no more than 1e-9 of the smaller of the two, does not count; and a mesh is a
    /// surface, so that what is wholly inside does not overlap it. Walls of the domain are no
    /// bodies: see [`is_free`](Self::is_free).
    ///
    /// Costs as [`bodies_in_box`](Self::bodies_in_box), and a test of the shapes for each body with
    /// a box that overlaps that of the shape. A shape that a body of this world shares (a clone of
    /// it) is prepared already; another one is prepared for the call, which for a mesh of k
    /// triangles costs O(k log k).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a half-space, for a shape that is too large for a periodic domain
    /// or without a hull that can be formed, and for a pose that is not one or lies beyond
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE).
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::{Isometry3, Vector3};
    /// let mut world = World::builder().build()?;
    /// let wall = world.insert(Body::fixed(Shape::cuboid(Vector3::new(0.5, 5.0, 5.0))?))?;
    /// let ball = Shape::ball(1.0)?;
    /// let at = |x: f64| Isometry3::translation(x, 0.0, 0.0);
    /// assert_eq!(world.overlapping(&ball, &at(1.4), &QueryFilter::new())?, [wall]);
    /// assert_eq!(world.overlapping(&ball, &at(1.5), &QueryFilter::new())?, []); // touches
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlapping(&self, shape: &Shape, pose: &Isometry3<f64>, filter: &QueryFilter) -> Result<Vec<BodyId>, WorldError> {
        let query = self.query_body(shape, pose)?;
        Ok(self.overlapped_by(&query, filter, |_| false))
    }

    /// Whether a shape in this pose overlaps nothing at the present: no body, by the rule of
    /// [`overlapping`](Self::overlapping), and no wall of a box domain or what is beyond, unless
    /// the filter [leaves those out](QueryFilter::without_walls). With the groups that a body has,
    /// that is whether [`insert`](Self::insert) takes it, if neither it nor the world lets others
    /// pass (a fixed body may also overlap fixed ones).
    ///
    /// Costs as [`overlapping`](Self::overlapping), and ends at the first that it finds.
    ///
    /// # Errors
    /// As [`overlapping`](Self::overlapping).
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Domain, Shape, World};
    /// use nalgebra::{Isometry3, Vector3};
    /// let domain = Domain::Box { min: Vector3::repeat(-10.0), max: Vector3::repeat(10.0) };
    /// let mut world = World::builder().domain(domain).build()?;
    /// let ball = Shape::ball(1.0)?;
    /// world.insert(Body::new(ball.clone()))?;
    /// let is_free = |x: f64| world.is_free(&ball, &Isometry3::translation(x, 0.0, 0.0), &QueryFilter::new());
    /// assert!(!is_free(1.9)? && is_free(2.0)? && is_free(9.0)? && !is_free(9.1)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_free(&self, shape: &Shape, pose: &Isometry3<f64>, filter: &QueryFilter) -> Result<bool, WorldError> {
        let query = self.query_body(shape, pose)?;
        let in_wall = !filter.ignores_walls && self.overlapped_wall(&query).is_some();
        Ok(!in_wall && self.overlapped_by(&query, filter, |_| true).is_empty())
    }

    /// The query shape as a body, in a periodic domain by its image inside, as it would be
    /// inserted.
    pub(super) fn query_body(&self, shape: &Shape, pose: &Isometry3<f64>) -> Result<State, WorldError> {
        self.check_placed(shape, pose)?;
        let mut query = self.as_body(shape, pose)?;
        let inside = self.config.settings().domain.image(&query.piece().position);
        query.motion_mut().wrap(inside, &[0; 3]);
        Ok(query)
    }

    /// The bodies that the query overlaps, up to the first at which the search ends.
    fn overlapped_by(&self, query: &State, filter: &QueryFilter, ends_at: impl Fn(BodyId) -> bool) -> Vec<BodyId> {
        let position = query.piece().position;
        let region = Region::new(&(position + query.extents().min), &(position + query.extents().max)).widened(0.0);
        let mut overlapped = Vec::new();
        for body in self.near(&region, filter) {
            let is_near = body.state.is_half_space() || !self.images_in(&body.aabb, &region).is_empty();
            if is_near && self.depth_between(&body.state, query).is_some() {
                overlapped.push(body.id);
                if ends_at(body.id) {
                    break;
                }
            }
        }
        overlapped
    }
}
