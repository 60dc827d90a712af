//! The bodies within a distance of a point or a shape.

use super::super::{World, WorldError};
use super::QueryFilter;
use super::check::check_distance;
use super::near::{Present, Region};
use crate::event::BodyId;
use crate::impact::{Collider, PosedShape};
use crate::limits::check_vector;
use crate::scene::Shape;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};

impl World {
    /// The bodies within a distance of a point at the present, each with its distance (both in
    /// metres): the nearest first, at equal distances in scene order. The distance is that of the
    /// shapes, exact to rounding, and 0 for what the point is inside of or touches; a mesh is a
    /// surface, so that a point inside of it has a distance. In a periodic domain it is that of the
    /// nearest image.
    ///
    /// An infinite distance returns all bodies. Costs as [`bodies_in_box`](Self::bodies_in_box) of
    /// the box about the region within the distance, and a distance of shapes for each body with a
    /// box that overlaps it.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a point that is not finite or beyond
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE), and for a distance below 0.
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let far = world.insert(Body::new(Shape::cuboid(Vector3::repeat(1.0))?).position(Vector3::x() * 5.0))?;
    /// let near = world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * -3.0))?;
    /// let origin = Vector3::zeros();
    /// assert_eq!(world.within(&origin, 10.0, &QueryFilter::new())?, [(near, 2.0), (far, 4.0)]);
    /// assert_eq!(world.within(&origin, 3.0, &QueryFilter::new())?, [(near, 2.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(&self, point: &Vector3<f64>, distance: f64, filter: &QueryFilter) -> Result<Vec<(BodyId, f64)>, WorldError> {
        check_vector("point", point)?;
        check_distance("distance", distance)?;
        let dot = Collider::point();
        let placed = PosedShape::new(&dot, *point, UnitQuaternion::identity());
        Ok(self.nearest_to(&placed, &Region::new(point, point), distance, filter))
    }

    /// The bodies within a distance of a shape in this pose, as [`within`](Self::within); the
    /// distance is 0 where the two touch or overlap.
    ///
    /// # Errors
    /// As [`overlapping`](Self::overlapping), and [`WorldError::Value`] for a distance below 0.
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::{Isometry3, Vector3};
    /// let mut world = World::builder().build()?;
    /// let floor = world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    /// let rod = Shape::capsule(1.0, 0.5)?;
    /// let upright = Isometry3::translation(0.0, 4.0, 0.0);
    /// assert_eq!(world.within_of_shape(&rod, &upright, 3.0, &QueryFilter::new())?, [(floor, 2.5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_of_shape(
        &self,
        shape: &Shape,
        pose: &Isometry3<f64>,
        distance: f64,
        filter: &QueryFilter,
    ) -> Result<Vec<(BodyId, f64)>, WorldError> {
        check_distance("distance", distance)?;
        let query = self.query_body(shape, pose)?;
        let (piece, extents) = (query.piece(), query.extents());
        let region = Region::new(&(piece.position + extents.min), &(piece.position + extents.max));
        let placed = PosedShape::new(&query.constants().collider, piece.position, piece.orientation);
        Ok(self.nearest_to(&placed, &region, distance, filter))
    }

    fn nearest_to(&self, query: &PosedShape, about: &Region, distance: f64, filter: &QueryFilter) -> Vec<(BodyId, f64)> {
        let region = about.widened(distance);
        let near = self.near(&region, filter).into_iter();
        let away = |body: Present| Some((body.id, self.distance_of(&body, query, &region, distance)?));
        let mut found: Vec<(BodyId, f64)> = near.filter_map(away).collect();
        // Stable: at equal distances they stay in scene order.
        found.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        found
    }

    /// The distance of the nearest image, if it is at most `most`.
    fn distance_of(&self, body: &Present, query: &PosedShape, region: &Region, most: f64) -> Option<f64> {
        let moving = body.state.moving();
        if moving.collider.is_half_space() {
            return PosedShape::of(&moving, self.clock.now(), &Vector3::zeros()).distance_to(query, most);
        }
        let mut least: Option<f64> = None;
        for image in self.images_in(&body.aabb, region) {
            let placed = PosedShape::of(&moving, self.clock.now(), &self.shift_to(&image));
            // At most as far as the best so far.
            least = placed.distance_to(query, least.unwrap_or(most)).or(least);
        }
        least
    }
}
