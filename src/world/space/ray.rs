//! The first body that a ray meets.
//!
//! 1. Half-spaces, and bodies that the broad phase has moved beyond the present, are tested
//!    separately.
//! 2. The ray is divided into segments about as long as the cells of the broad phase are wide,
//!    longer where few bodies are found. A body is tested in the segment in which the ray enters
//!    its tight box, and so once. A box that the ray enters behind the best contact so far is not
//!    tested, and the search ends with the segment that contains the best contact.
//! 3. Where the broad phase has no cells, or there are too many segments, the rest of the ray is
//!    one segment.

use super::super::{World, WorldError};
use super::QueryFilter;
use super::check::unit;
use super::constants::{FEW, LONGEST, MANY, MAX_SEGMENTS, SEGMENT_ROUNDING, UNCLIPPED};
use super::near::{Present, Region};
use crate::event::BodyId;
use crate::impact::{PosedShape, Ray, RayImpact};
use crate::limits::check_vector;
use crate::sap::Aabb;
use nalgebra::Vector3;

/// The first body that a ray meets, and where: the answer of [`World::cast_ray`].
///
/// ```
/// use kinesweep::world::{QueryFilter, RayHit};
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// let mut world = World::builder().build()?;
/// let floor = world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
/// let (eye, down) = (Vector3::new(1.0, 3.0, 0.0), -Vector3::y());
/// let hit = world.cast_ray(&eye, &down, 10.0, &QueryFilter::new())?;
/// let point = Vector3::x();
/// assert_eq!(hit, Some(RayHit { body: floor, distance: 3.0, point, normal: Vector3::y() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// From the ray's origin along its direction, in metres; 0 if the origin is in the body.
    pub distance: f64,
    /// The point where the ray meets it, in metres; in a periodic domain it is outside of the
    /// domain where an image is met.
    pub point: Vector3<f64>,
    /// Unit normal of the surface there, against the ray; the opposite of the ray's direction if
    /// the origin is in the body.
    pub normal: Vector3<f64>,
}

impl World {
    /// The first body that a ray meets at the present within `max_distance` metres of `origin`; at
    /// equal distances the first in scene order. `direction` need not be unit. Shapes are closed
    /// and solid, but a mesh is a surface with two sides: a ray that begins in a body, or touches
    /// it there, meets it at distance 0, so leave out the body that a ray comes from
    /// ([`QueryFilter::excluding`]). A ray along a surface, or that grazes an edge, meets it; one
    /// in the very plane of a triangle passes by that. Walls of the domain are no bodies. In a
    /// periodic domain the ray goes on through the images.
    ///
    /// Costs O(cells passed and bodies in them) for leases and the lane of balls, up to the first
    /// body that is met; and O(n) with small constants for lists and cached. After
    /// [`next_event_time`](Self::next_event_time) has advanced the search, the bodies moved since
    /// cost as much again, and lists and swept cost O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for an origin that is not finite or beyond
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE), a direction that is not finite or as
    /// good as zero, and a distance below 0, or in a periodic domain of more than 1000 times its
    /// shortest side. In others it may be infinite.
    ///
    /// ```
    /// use kinesweep::world::QueryFilter;
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let near = world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::x() * 5.0))?;
    /// world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::x() * 9.0))?;
    /// let cast = |reach: f64| world.cast_ray(&Vector3::zeros(), &Vector3::x(), reach, &QueryFilter::new());
    /// assert_eq!(cast(3.9)?, None);
    /// let hit = cast(f64::INFINITY)?.expect("it is in the way");
    /// assert_eq!((hit.body, hit.distance), (near, 4.0));
    /// assert_eq!((hit.point, hit.normal), (Vector3::x() * 4.0, -Vector3::x()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        max_distance: f64,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, WorldError> {
        check_vector("origin", origin)?;
        let direction = unit(direction)?;
        self.check_length(max_distance)?;
        let ray = Ray {
            origin: *origin,
            direction,
        };
        let mut cast = Cast::new(self, filter, ray, max_distance);
        cast.run();
        Ok(cast.hit())
    }
}

/// A search for the first body that a ray meets.
pub(super) struct Cast<'a> {
    world: &'a World,
    filter: &'a QueryFilter,
    ray: Ray,
    length: f64,
    first: Option<First>,
    /// The number of bodies that the broad phase returned, repeated ones included.
    pub(super) tested: usize,
}

/// The distances from one on and before another.
#[derive(Clone, Copy)]
struct Segment {
    from: f64,
    to: f64,
}

impl Segment {
    const ALL: Self = Self {
        from: f64::NEG_INFINITY,
        to: f64::INFINITY,
    };
}

/// The first body so far, with its position in scene order.
struct First {
    body: BodyId,
    serial: u32,
    contact: RayImpact,
}

impl<'a> Cast<'a> {
    pub(super) fn new(world: &'a World, filter: &'a QueryFilter, ray: Ray, length: f64) -> Self {
        Self {
            world,
            filter,
            ray,
            length,
            first: None,
            tested: 0,
        }
    }

    pub(super) fn hit(&self) -> Option<RayHit> {
        let First { body, contact, .. } = self.first.as_ref()?;
        Some(RayHit {
            body: *body,
            distance: contact.distance,
            point: self.ray.at(contact.distance),
            normal: contact.normal,
        })
    }

    pub(super) fn run(&mut self) {
        let world = self.world;
        let strays = world.strays();
        let unbounded: Vec<u32> = world.search.half_spaces().iter().chain(&strays).copied().collect();
        if !world.is_periodic() {
            self.test(&unbounded, None, Segment::ALL);
        }
        let Some(width) = self.cell_width() else {
            self.test_along([0.0, self.length], Segment::ALL, &strays);
            return;
        };
        let Some((mut from, end)) = self.stretch(width) else { return };
        let (mut length, mut segment) = (width, Segment::ALL);
        for _ in 0..MAX_SEGMENTS {
            let to = (from + length).max(from.next_up()).min(end);
            segment.to = if to < end { to } else { f64::INFINITY };
            let found = self.test_along([from, to], segment, &strays);
            if to >= end || self.first.as_ref().is_some_and(|first| first.contact.distance < to) {
                return;
            }
            (from, segment.from) = (to, to);
            if found >= MANY {
                length = (0.5 * length).max(0.5 * width);
            } else if found <= FEW && length < self.longest() {
                length = (2.0 * length).min(self.longest());
            }
        }
        segment.to = f64::INFINITY;
        self.test_along([from, end], segment, &strays);
    }

    /// The first length of segments; none if the ray is one segment.
    fn cell_width(&self) -> Option<f64> {
        let of_balls = self.world.lanes.occupied().map(|balls| balls.query_width());
        let of_others = self.world.search.broad().cell_width().filter(|width| *width > 0.0);
        let width = of_balls.into_iter().chain(of_others).min_by(f64::total_cmp);
        // In a periodic domain a segment must be short enough that few images are near it.
        let width = if self.world.is_periodic() {
            Some(width.unwrap_or(f64::INFINITY).min(self.longest()))
        } else {
            width
        };
        width.filter(|width| *width > 0.0 && *width < f64::INFINITY)
    }

    fn longest(&self) -> f64 {
        self.world.bodies.sides().map_or(f64::INFINITY, |sides| LONGEST * sides.min())
    }

    /// The part of the ray along which the broad phase has bodies; none if it has none there.
    fn stretch(&self, width: f64) -> Option<(f64, f64)> {
        if self.world.is_periodic() || self.length <= UNCLIPPED * width {
            return Some((0.0, self.length));
        }
        let of_balls = self.world.lanes.occupied().map(|balls| balls.extent());
        let extents = of_balls.into_iter().chain(self.world.search.broad().extent());
        let Aabb { min, max } = extents.reduce(|one, other| one.union(&other))?;
        let (enters, leaves) = self.ray.through(&min, &max)?;
        (enters <= self.length).then_some((enters, leaves.min(self.length)))
    }

    /// Tests the bodies with tight boxes that the ray enters in a segment, which is about the part
    /// from `from` to `to`. Returns the number that the broad phase returned.
    fn test_along(&mut self, [from, to]: [f64; 2], segment: Segment, strays: &[u32]) -> usize {
        let [one, other] = [from, to].map(|at| self.end_at(at));
        let scale = SEGMENT_ROUNDING * (self.ray.origin.amax() + from);
        let region = Region {
            aabb: Aabb {
                min: std::array::from_fn(|axis| outward(one[axis].min(other[axis]), -scale)),
                max: std::array::from_fn(|axis| outward(one[axis].max(other[axis]), scale)),
            },
            middle: 0.5 * (one + other),
        };
        let mut found = Vec::new();
        self.world.candidates(&region, &mut found);
        if self.world.is_periodic() {
            found.extend(strays);
        }
        let count = found.len();
        self.test(&found, Some(&region), segment);
        count
    }

    /// The point at a distance; infinite on the axes along which an endless ray goes.
    fn end_at(&self, distance: f64) -> Vector3<f64> {
        if distance < f64::INFINITY {
            return self.ray.at(distance);
        }
        let Ray { origin, direction } = &self.ray;
        Vector3::from_fn(|axis, _| {
            if direction[axis] == 0.0 {
                origin[axis]
            } else {
                direction[axis] * f64::INFINITY
            }
        })
    }

    /// Tests bodies, in a periodic domain by their images in a region.
    fn test(&mut self, bodies: &[u32], region: Option<&Region>, segment: Segment) {
        self.tested += bodies.len();
        let world = self.world;
        for body in bodies.iter().filter_map(|index| world.present(*index, self.filter)) {
            match region {
                Some(region) if world.is_periodic() => {
                    for image in world.images_in(&body.aabb, region) {
                        self.meet(&body, &world.shift_to(&image), segment);
                    }
                }
                _ => self.meet(&body, &Vector3::zeros(), segment),
            }
        }
    }

    /// Tests a body by one image, if the ray enters its tight box in the segment, and not behind
    /// the best contact so far.
    fn meet(&mut self, body: &Present, shift: &Vector3<f64>, segment: Segment) {
        let best = self.first.as_ref().map_or(self.length, |first| first.contact.distance);
        let shifted = |corner: &[f64; 3]| std::array::from_fn(|axis| corner[axis] + shift[axis]);
        let through = self.ray.through(&shifted(&body.aabb.min), &shifted(&body.aabb.max));
        if !through.is_some_and(|(enters, _)| enters <= best && segment.from <= enters && enters < segment.to) {
            return;
        }
        let placed = PosedShape::of(&body.state.moving(), self.world.clock.now(), shift);
        let Some(contact) = self.ray.first_contact(&placed, best) else {
            return;
        };
        let serial = body.state.serial();
        let is_first = |first: &First| (contact.distance, serial) < (first.contact.distance, first.serial);
        if self.first.as_ref().is_none_or(is_first) {
            self.first = Some(First {
                body: body.id,
                serial,
                contact,
            });
        }
    }
}

/// A side of a region, rounded outward in proportion to its position and the scale.
fn outward(side: f64, scale: f64) -> f64 {
    if side.is_finite() {
        side + scale + scale.signum() * SEGMENT_ROUNDING * side.abs()
    } else {
        side
    }
}
