//! How the convex parts of a shape are made: cores, outline, moments.

use super::super::bvh::Bvh;
use super::super::constants::FEW_VERTICES;
use super::super::convex_part::{ConvexPart, Core, Cuboid, Polytope, Smooth};
use super::super::extreme::VertexBlocks;
use super::super::hull::{Hull, convex_hull};
use super::super::moments::Moments;
use super::super::simplex::shorter_cross;
use super::super::smooth::Surface;
use super::Parts;
use crate::limits::ValueError;
use crate::scene::{Shape, ShapeKind};
use nalgebra::{Isometry3, Vector3};
use smallvec::{SmallVec, smallvec};

/// The parts of a shape that are made so far.
#[derive(Default)]
pub(super) struct Builder {
    /// The point of the shape that becomes the origin.
    centre: Vector3<f64>,
    leaves: Vec<ConvexPart>,
    smooth: SmallVec<[u32; 1]>,
    outline: Vec<(Vector3<f64>, f64)>,
}

impl Builder {
    /// No parts yet, of a shape displaced by `-centre`.
    pub(super) fn about(centre: Vector3<f64>) -> Self {
        Self {
            centre,
            ..Self::default()
        }
    }

    /// Adds the parts of a bounded shape that is not a compound. Returns its signed moments, about
    /// the shape's own origin.
    pub(super) fn add(&mut self, shape: &Shape, place: &Isometry3<f64>) -> Result<Moments, ValueError> {
        let displaced = Isometry3::from_parts((place.translation.vector - self.centre).into(), place.rotation);
        let at = |place: &Isometry3<f64>, corner: &Vector3<f64>| (place * nalgebra::Point3::from(*corner)).coords;
        Ok(match shape.kind() {
            ShapeKind::Ball { radius } => {
                self.leaf(Core::Point(Vector3::zeros()), *radius, &displaced);
                Moments::ball(*radius).placed(place)
            }
            ShapeKind::Cuboid { half_extents } => {
                self.leaf(Core::Polytope(cuboid(half_extents)), 0.0, &displaced);
                Moments::cuboid(half_extents).placed(place)
            }
            ShapeKind::Capsule { half_height, radius } => {
                let ends = [-*half_height, *half_height].map(|y| Vector3::new(0.0, y, 0.0));
                self.leaf(Core::Segment(ends), *radius, &displaced);
                Moments::capsule(*half_height, *radius).placed(place)
            }
            ShapeKind::Ellipsoid { half_axes } => {
                self.leaf(smooth(Surface::ellipsoid(half_axes)), 0.0, &displaced);
                Moments::ellipsoid(half_axes).placed(place)
            }
            ShapeKind::Cylinder { half_height, radius } => {
                self.leaf(smooth(Surface::cylinder(*half_height, *radius)), 0.0, &displaced);
                Moments::cylinder(*half_height, *radius).placed(place)
            }
            ShapeKind::Cone { half_height, radius } => {
                self.leaf(smooth(Surface::cone(*half_height, *radius)), 0.0, &displaced);
                // The centroid is not at the origin of the shape.
                let centroid = Isometry3::translation(0.0, -0.5 * half_height, 0.0);
                Moments::cone(*half_height, *radius).placed(&(place * centroid))
            }
            ShapeKind::RoundedCuboid { half_extents, radius } => {
                self.leaf(Core::Polytope(cuboid(half_extents)), *radius, &displaced);
                Moments::rounded_cuboid(half_extents, *radius).placed(place)
            }
            ShapeKind::Convex { points } => {
                let Hull { polytope, triangles } = convex_hull(points)?;
                self.leaf(Core::Polytope(polytope), 0.0, &displaced);
                Moments::enclosed(
                    triangles
                        .into_iter()
                        .map(|triangle| triangle.map(|corner| at(place, &corner))),
                )
            }
            ShapeKind::Mesh { vertices, triangles } => {
                let corners = |triangle: &[u32; 3]| triangle.map(|i| vertices[i as usize]);
                let mut used = vec![false; vertices.len()];
                for triangle in triangles {
                    let polytope = triangle_polytope(corners(triangle));
                    self.leaves.push(leaf(Core::Polytope(polytope), 0.0, &displaced));
                    for &i in triangle {
                        if !std::mem::replace(&mut used[i as usize], true) {
                            self.outline.push((at(&displaced, &vertices[i as usize]), 0.0));
                        }
                    }
                }
                let placed = |triangle: &[u32; 3]| corners(triangle).map(|corner| at(place, &corner));
                Moments::enclosed(triangles.iter().map(placed))
            }
            ShapeKind::HalfSpace { .. } | ShapeKind::Compound { .. } => {
                unreachable!("a compound holds neither half-spaces nor compounds")
            }
        })
    }

    pub(super) fn leaf(&mut self, core: Core, radius: f64, place: &Isometry3<f64>) {
        let leaf = leaf(core, radius, place);
        if leaf.surface().is_some() {
            self.smooth.push(self.leaves.len() as u32);
        } else {
            self.outline.extend(leaf.vertices().iter().map(|&vertex| (vertex, radius)));
        }
        self.leaves.push(leaf);
    }

    pub(super) fn build(self) -> Parts {
        let bounds: Vec<_> = self.leaves.iter().map(ConvexPart::bounds).collect();
        let extent = self.outline.iter().map(|(point, radius)| point.norm() + radius);
        let surfaces = self
            .leaves
            .iter()
            .filter_map(|leaf| leaf.surface().map(|surface| surface.radius() + leaf.radius));
        let extent = extent.chain(surfaces);
        Parts {
            tree: Bvh::new(&bounds),
            extent: extent.fold(0.0, f64::max),
            vertex_blocks: self.leaves.iter().map(vertex_blocks).collect(),
            leaves: self.leaves,
            smooth: self.smooth,
            outline: self.outline,
        }
    }
}

fn vertex_blocks(leaf: &ConvexPart) -> Option<VertexBlocks> {
    (leaf.vertices().len() > FEW_VERTICES && leaf.surface().is_none()).then(|| VertexBlocks::new(leaf.vertices()))
}

fn leaf(core: Core, radius: f64, place: &Isometry3<f64>) -> ConvexPart {
    let leaf = ConvexPart { core, radius };
    // The identity rotation is skipped: it keeps the value but loses the sign of a zero.
    if *place == Isometry3::identity() {
        leaf
    } else {
        leaf.placed(place)
    }
}

fn smooth(surface: Surface) -> Core {
    Core::Smooth(Box::new(Smooth::new(surface)))
}

fn cuboid(half: &Vector3<f64>) -> Polytope {
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let axes: SmallVec<[Vector3<f64>; 3]> = smallvec![Vector3::x(), Vector3::y(), Vector3::z()];
    Polytope {
        vertices: (0..8)
            .map(|corner| Vector3::from_fn(|axis, _| sign(corner, axis) * half[axis]))
            .collect(),
        normals: axes.clone(),
        edges: axes,
        flat: false,
        cuboid: Some(Box::new(Cuboid {
            center: Vector3::zeros(),
            half: *half,
            axes: [Vector3::x(), Vector3::y(), Vector3::z()],
        })),
    }
}

fn triangle_polytope([a, b, c]: [Vector3<f64>; 3]) -> Polytope {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    Polytope {
        vertices: smallvec![a, b, c],
        normals: smallvec![shorter_cross(&a, &b, &c).normalize()],
        edges: smallvec![ab.normalize(), bc.normalize(), ca.normalize()],
        flat: true,
        cuboid: None,
    }
}
