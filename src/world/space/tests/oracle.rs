//! The same queries by all bodies and all images one by one, and parry's distances and rays: slow
//! and obvious.

use crate::BodyId;
use crate::domain::Domain;
use crate::scene::{Shape, ShapeKind};
use crate::world::QueryFilter;
use crate::world::World;
use nalgebra::{Isometry3, Point3, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, Ray};
use parry3d::shape::SharedShape;

/// A part of a shape as parry has it, its place, and a radius about it.
pub(super) struct Part {
    shape: SharedShape,
    place: Isometry3<f64>,
    radius: f64,
}

/// A body and what the world does not return of it.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) id: BodyId,
    pub(super) shape: Shape,
    pub(super) is_sensor: bool,
}

/// The parts of a shape in a pose, grown by `swell`.
pub(super) fn parts_of(shape: &Shape, pose: &Isometry3<f64>, swell: f64) -> Vec<Part> {
    let mut found = Vec::new();
    add_parts(shape, pose, swell, &mut found);
    found
}

fn add_parts(shape: &Shape, place: &Isometry3<f64>, swell: f64, found: &mut Vec<Part>) {
    let (shape, radius) = match shape.kind() {
        ShapeKind::Ball { radius } => (SharedShape::ball(radius + swell), 0.0),
        ShapeKind::Cuboid { half_extents: h } => (SharedShape::cuboid(h.x, h.y, h.z), 0.0),
        ShapeKind::Capsule { half_height, radius } => {
            // As a segment and a radius: parry's own capsules are off by 5e-8 of their distance.
            let end = Vector::new(0.0, *half_height, 0.0);
            (SharedShape::segment(-end, end), *radius)
        }
        ShapeKind::Cylinder { half_height, radius } => (SharedShape::cylinder(*half_height, *radius), 0.0),
        ShapeKind::Cone { half_height, radius } => (SharedShape::cone(*half_height, *radius), 0.0),
        ShapeKind::RoundedCuboid { half_extents: h, radius } => (SharedShape::cuboid(h.x, h.y, h.z), *radius),
        ShapeKind::Ellipsoid { .. } => unreachable!("parry has none"),
        ShapeKind::HalfSpace { normal } => (SharedShape::halfspace(convert(normal)), 0.0),
        ShapeKind::Convex { points } => {
            let points: Vec<_> = points.iter().map(convert).collect();
            (SharedShape::convex_hull(&points).unwrap(), 0.0)
        }
        ShapeKind::Mesh { vertices, triangles } => {
            for triangle in triangles {
                let [a, b, c] = triangle.map(|i| convert(&vertices[i as usize]));
                found.push(Part {
                    shape: SharedShape::triangle(a, b, c),
                    place: *place,
                    radius: 0.0,
                });
            }
            return;
        }
        ShapeKind::Compound { parts } => {
            for (within, part) in parts {
                add_parts(part, &(place * within), swell, found);
            }
            return;
        }
    };
    found.push(Part {
        shape,
        place: *place,
        radius,
    });
}

pub(super) fn convert(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(place: &Isometry3<f64>, shift: &Vector3<f64>) -> Pose {
    let (r, t) = (place.rotation, place.translation.vector + shift);
    Pose::from_parts(convert(&t), Rotation::from_xyzw(r.i, r.j, r.k, r.w))
}

/// How far two shapes are apart, negative by the depth where they overlap.
fn apart(a: &[Part], b: &[Part], shift: &Vector3<f64>) -> f64 {
    let mut least = f64::INFINITY;
    for one in a {
        for other in b {
            let places = [pose(&one.place, shift), pose(&other.place, &Vector3::zeros())];
            let (one_shape, other_shape) = (one.shape.as_ref(), other.shape.as_ref());
            let found = query::distance(&places[0], one_shape, &places[1], other_shape)
                .unwrap()
                .distance;
            let found = match found {
                0.0 => {
                    let contact = query::contact(&places[0], one_shape, &places[1], other_shape, 0.0).unwrap();
                    contact.map_or(0.0, |contact| contact.dist)
                }
                found => found,
            };
            least = least.min(found - one.radius - other.radius);
        }
    }
    least
}

/// Where a ray first meets a shape: distance and normal.
fn ray_to(parts: &[Part], shift: &Vector3<f64>, ray: &Ray, most: f64) -> Option<(f64, Vector3<f64>)> {
    let mut first: Option<(f64, Vector3<f64>)> = None;
    for part in parts {
        let at = pose(&part.place, shift);
        let rounded = part.shape.as_segment().map(|segment| {
            let (a, b) = (segment.a, segment.b);
            SharedShape::capsule(a, b, part.radius)
        });
        let shape = rounded.as_ref().unwrap_or(&part.shape);
        if let Some(hit) = shape.cast_ray_and_get_normal(&at, ray, most, true)
            && first.is_none_or(|(best, _)| hit.time_of_impact < best)
        {
            first = Some((hit.time_of_impact, hit.normal.into()));
        }
    }
    first
}

/// The relevant state of a body at present.
pub(super) struct There {
    pub(super) id: BodyId,
    parts: Vec<Part>,
    /// Its tight box; none of a half-space.
    aabb: Option<[Vector3<f64>; 2]>,
    size: f64,
}

/// All bodies that a filter considers, and the shifts to the images of each.
pub(super) struct Oracle {
    bodies: Vec<There>,
    shifts: Vec<Vector3<f64>>,
}

impl Oracle {
    /// `images`: how many lengths of a periodic domain to either side.
    pub(super) fn new(world: &World, known: &[Known], filter: &QueryFilter, images: i32) -> Self {
        let considered = |known: &&Known| (filter.sensors || !known.is_sensor) && !filter.excluded.contains(&known.id);
        let bodies = known.iter().filter(considered).map(|known| there(world, known)).collect();
        let shifts = match world.settings().domain {
            Domain::Periodic { min, max } => {
                let sides = max - min;
                let all = || -images..=images;
                let cells = all().flat_map(|x| all().flat_map(move |y| all().map(move |z| Vector3::new(x, y, z))));
                cells.map(|cell| sides.component_mul(&cell.map(f64::from))).collect()
            }
            _ => vec![Vector3::zeros()],
        };
        Self { bodies, shifts }
    }

    pub(super) fn bodies_in_box(&self, min: &Vector3<f64>, max: &Vector3<f64>) -> Vec<BodyId> {
        let inside = |body: &&There| {
            let Some([low, high]) = body.aabb else { return false };
            let meets = |shift: &Vector3<f64>| (0..3).all(|i| low[i] + shift[i] <= max[i] && min[i] <= high[i] + shift[i]);
            self.shifts.iter().any(meets)
        };
        self.bodies.iter().filter(inside).map(|body| body.id).collect()
    }

    /// The distance of each body, negative by its depth, up to a distance, in scene order.
    pub(super) fn gaps(&self, shape: &Shape, at: &Isometry3<f64>, most: f64) -> Vec<(BodyId, f64, f64)> {
        let query = parts_of(shape, at, 0.0);
        self.gaps_of(&query, &at.translation.vector, shape.bounding_radius(), most)
    }

    pub(super) fn gaps_of_point(&self, point: &Vector3<f64>, most: f64) -> Vec<(BodyId, f64, f64)> {
        let dot = Part {
            shape: SharedShape::ball(0.0),
            place: Isometry3::translation(point.x, point.y, point.z),
            radius: 0.0,
        };
        self.gaps_of(&[dot], point, 0.0, most)
    }

    fn gaps_of(&self, query: &[Part], middle: &Vector3<f64>, radius: f64, most: f64) -> Vec<(BodyId, f64, f64)> {
        let gap = |body: &There| {
            let near = |shift: &&Vector3<f64>| {
                let away = (body.parts[0].place.translation.vector + **shift - middle).norm();
                !(away > most + 2.0 * (body.size + radius))
            };
            let gaps = self.shifts.iter().filter(near).map(|shift| apart(&body.parts, query, shift));
            gaps.fold(f64::INFINITY, f64::min)
        };
        let all = self.bodies.iter().map(|body| (body.id, gap(body), body.size.min(radius)));
        all.filter(|(_, gap, _)| *gap <= most).collect()
    }

    /// The first body that a ray with a unit direction meets.
    pub(super) fn cast(&self, origin: &Vector3<f64>, direction: &Vector3<f64>, most: f64) -> Option<(BodyId, f64, Vector3<f64>)> {
        let ray = Ray::new(convert(origin), convert(direction));
        let mut first: Option<(BodyId, f64, Vector3<f64>)> = None;
        for body in &self.bodies {
            for shift in &self.shifts {
                let to_body = body.parts[0].place.translation.vector + shift - origin;
                let aside = to_body - direction * to_body.dot(direction);
                if aside.norm() > 2.0 * body.size {
                    continue;
                }
                if let Some((distance, normal)) = ray_to(&body.parts, shift, &ray, most)
                    && first.as_ref().is_none_or(|(_, best, _)| distance < *best)
                {
                    first = Some((body.id, distance, normal));
                }
            }
        }
        first
    }
}

fn there(world: &World, known: &Known) -> There {
    let Known { id, shape, .. } = known;
    if let Some(lease) = world.lease(*id).unwrap() {
        let dt = world.time() - lease.bounds.epoch;
        let [min, max] = [lease.bounds.min, lease.bounds.max].map(|side| Vector3::from(side.map(|side| side.at(dt))));
        let half = 0.5 * (max - min);
        let place = Isometry3::from_parts((0.5 * (min + max)).into(), nalgebra::UnitQuaternion::identity());
        return There {
            id: *id,
            parts: parts_of(&Shape::cuboid(half).unwrap(), &place, 0.0),
            aabb: Some([min, max]),
            size: half.norm(),
        };
    }
    let (pose, swell) = (world.pose(*id).unwrap(), world.swell(*id).unwrap());
    let parts = parts_of(shape, &pose, swell);
    let is_bounded = !matches!(shape.kind(), ShapeKind::HalfSpace { .. });
    There {
        id: *id,
        aabb: is_bounded.then(|| box_of(shape, &pose, swell)),
        size: shape.bounding_radius() + swell,
        parts,
    }
}

/// The tight box of a shape, from all of its corners.
fn box_of(shape: &Shape, pose: &Isometry3<f64>, swell: f64) -> [Vector3<f64>; 2] {
    let corners: Vec<(Vector3<f64>, f64)> = match shape.kind() {
        ShapeKind::Ball { radius } => vec![(Vector3::zeros(), radius + swell)],
        ShapeKind::Cuboid { half_extents } => (0..8)
            .map(|corner| {
                let sign = |axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
                (Vector3::from_fn(|axis, _| sign(axis) * half_extents[axis]), 0.0)
            })
            .collect(),
        ShapeKind::Capsule { half_height, radius } => [-half_height, *half_height].map(|y| (Vector3::y() * y, *radius)).to_vec(),
        ShapeKind::Convex { points: vertices } | ShapeKind::Mesh { vertices, .. } => {
            vertices.iter().map(|vertex| (*vertex, 0.0)).collect()
        }
        ShapeKind::Compound { parts } => {
            let boxes = parts.iter().map(|(place, part)| box_of(part, &(pose * place), swell));
            return boxes
                .reduce(|[low, high], [min, max]| [low.inf(&min), high.sup(&max)])
                .unwrap();
        }
        ShapeKind::RoundedCuboid { half_extents, radius } => {
            let core = Shape::cuboid(*half_extents).unwrap();
            let [low, high] = box_of(&core, pose, 0.0);
            return [low.add_scalar(-radius), high.add_scalar(*radius)];
        }
        ShapeKind::Ellipsoid { .. } | ShapeKind::Cylinder { .. } | ShapeKind::Cone { .. } => {
            unreachable!("it has no corners")
        }
        ShapeKind::HalfSpace { .. } => unreachable!("it has no box"),
    };
    let placed = corners.iter().map(|(corner, radius)| {
        let at = (pose * Point3::from(*corner)).coords;
        [at.add_scalar(-radius), at.add_scalar(*radius)]
    });
    placed
        .reduce(|[low, high], [min, max]| [low.inf(&min), high.sup(&max)])
        .unwrap()
}
