//! Existing bodies when a population is placed: their conservative bounds.

use crate::scene::{Body, Shape, ShapeKind};
use nalgebra::{Isometry3, Vector3};

/// A region that no bounding ball may enter; it encloses its shape.
#[derive(Clone, Debug)]
pub(super) enum Obstacle {
    /// A ball.
    Ball { centre: Vector3<f64>, radius: f64 },
    /// A rotated box: the tight box of any other shape in its own frame.
    Box {
        place: Isometry3<f64>,
        min: Vector3<f64>,
        max: Vector3<f64>,
    },
    /// All points x with normal . (x - point) <= 0.
    HalfSpace { point: Vector3<f64>, normal: Vector3<f64> },
}

impl Obstacle {
    /// The obstacles of a body at its start: one, or one per part of a compound.
    pub(super) fn of(body: &Body) -> Vec<Self> {
        let place = Isometry3::from_parts(body.position.into(), body.orientation);
        match body.shape.kind() {
            ShapeKind::Compound { parts } => parts.iter().map(|(at, part)| Self::of_shape(place * at, part)).collect(),
            _ => vec![Self::of_shape(place, &body.shape)],
        }
    }

    fn of_shape(place: Isometry3<f64>, shape: &Shape) -> Self {
        let centre = place.translation.vector;
        let about_origin = |half: Vector3<f64>| Self::Box {
            place,
            min: -half,
            max: half,
        };
        match shape.kind() {
            ShapeKind::Ball { radius } => Self::Ball { centre, radius: *radius },
            ShapeKind::Cuboid { half_extents } => about_origin(*half_extents),
            ShapeKind::Capsule { half_height, radius } => about_origin(Vector3::new(*radius, half_height + radius, *radius)),
            ShapeKind::Ellipsoid { half_axes } => about_origin(*half_axes),
            ShapeKind::Cylinder { half_height, radius } | ShapeKind::Cone { half_height, radius } => {
                about_origin(Vector3::new(*radius, *half_height, *radius))
            }
            ShapeKind::RoundedCuboid { half_extents, radius } => about_origin(half_extents.add_scalar(*radius)),
            ShapeKind::HalfSpace { normal } => Self::HalfSpace {
                point: centre,
                normal: place.rotation * normal,
            },
            ShapeKind::Convex { points: vertices } | ShapeKind::Mesh { vertices, .. } => {
                let (min, max) = vertices
                    .iter()
                    .fold((vertices[0], vertices[0]), |(low, high), v| (low.inf(v), high.sup(v)));
                Self::Box { place, min, max }
            }
            ShapeKind::Compound { .. } => Self::Ball {
                centre,
                radius: shape.bounding_radius(),
            },
        }
    }

    /// The same obstacle, shifted.
    pub(super) fn moved_by(&self, shift: &Vector3<f64>) -> Self {
        let mut moved = self.clone();
        match &mut moved {
            Self::Ball { centre, .. } => *centre += shift,
            Self::Box { place, .. } => place.translation.vector += shift,
            Self::HalfSpace { point, .. } => *point += shift,
        }
        moved
    }

    /// Whether a ball stays outside.
    pub(super) fn is_clear_of(&self, centre: &Vector3<f64>, radius: f64) -> bool {
        match self {
            Self::Ball {
                centre: own,
                radius: extent,
            } => (centre - own).norm_squared() > (radius + extent) * (radius + extent),
            Self::Box { place, min, max } => {
                let local = place.inverse_transform_point(&(*centre).into()).coords;
                (local - local.sup(min).inf(max)).norm_squared() > radius * radius
            }
            Self::HalfSpace { point, normal } => normal.dot(&(centre - point)) > radius,
        }
    }

    /// Corners of an axis-aligned box that encloses it; none for a half-space.
    pub(super) fn aligned_box(&self) -> Option<[Vector3<f64>; 2]> {
        match self {
            Self::Ball { centre, radius } => Some([centre.add_scalar(-radius), centre.add_scalar(*radius)]),
            Self::Box { place, min, max } => {
                let middle = (place * nalgebra::Point3::from((min + max) * 0.5)).coords;
                let extent = place.rotation.to_rotation_matrix().matrix().abs() * ((max - min) * 0.5);
                Some([middle - extent, middle + extent])
            }
            Self::HalfSpace { .. } => None,
        }
    }
}
