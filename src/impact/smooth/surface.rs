//! The surface of an ellipsoid, a cylinder or a cone, by its support function: the hull of one or two
//! ellipsoids, which may be flat.

use super::super::rotation::rotated;
use super::node::Node;
use nalgebra::{Matrix3, Vector3};
use smallvec::{SmallVec, smallvec};
use std::f64::consts::FRAC_1_SQRT_2;

/// Which unit normals are those of the side of a cylinder or a cone, to which both of its nodes reach:
/// axis . n = `along`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) axis: Vector3<f64>,
    pub(crate) along: f64,
}

/// The hull of one or two ellipsoids.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub(crate) nodes: SmallVec<[Node; 2]>,
    pub(crate) side: Option<Side>,
    /// Unit outward normals of the flat ends.
    pub(crate) ends: SmallVec<[Vector3<f64>; 2]>,
    /// Radius of a ball that rolls inside the whole surface, in metres: all points within it of a
    /// smaller convex core. 0 where there is an edge.
    pub(crate) rounding: f64,
    /// What the surface is, for rays.
    pub(crate) outline: Outline,
}

/// A surface in axes of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outline {
    Ellipsoid,
    /// From the centre of one end to that of the other, and the radius.
    Cylinder(f64),
    /// From the apex to the centre of the base, and the radius there.
    Cone(f64),
}

/// The part of the smallest radius of curvature that is taken as the rounding: less than all of it, so
/// that the core is smooth.
const ROUNDING_SHARE: f64 = 0.75;

/// The cosines and sines of the points on a quarter of a rim, at every 1/32 of a full turn: with a
/// polygon of so many corners the area of a disc is 0.6 % too small, and its centroid is exact.
const RIM: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [0.980_785_280_403_230_4, 0.195_090_322_016_128_28],
    [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
    [0.831_469_612_302_545_2, 0.555_570_233_019_602_2],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.555_570_233_019_602_2, 0.831_469_612_302_545_2],
    [0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
    [0.195_090_322_016_128_28, 0.980_785_280_403_230_4],
];

impl Surface {
    pub(crate) fn ellipsoid(half: &Vector3<f64>) -> Self {
        Self {
            nodes: smallvec![Node::new(Vector3::zeros(), [half.x, half.y, half.z])],
            side: None,
            ends: SmallVec::new(),
            rounding: ROUNDING_SHARE * half.min() * (half.min() / half.max()),
            outline: Outline::Ellipsoid,
        }
    }

    pub(crate) fn cylinder(half_height: f64, radius: f64) -> Self {
        let end = |y: f64| Node::new(Vector3::y() * y, [radius, 0.0, radius]);
        Self {
            nodes: smallvec![end(-half_height), end(half_height)],
            side: Some(Side {
                axis: Vector3::y(),
                along: 0.0,
            }),
            ends: smallvec![-Vector3::y(), Vector3::y()],
            rounding: 0.0,
            outline: Outline::Cylinder(radius),
        }
    }

    pub(crate) fn cone(half_height: f64, radius: f64) -> Self {
        let slant = (4.0 * half_height * half_height + radius * radius).sqrt();
        Self {
            nodes: smallvec![
                Node::new(Vector3::y() * half_height, [0.0; 3]),
                Node::new(Vector3::y() * -half_height, [radius, 0.0, radius]),
            ],
            side: Some(Side {
                axis: Vector3::y(),
                along: radius / slant,
            }),
            ends: smallvec![-Vector3::y()],
            rounding: 0.0,
            outline: Outline::Cone(radius),
        }
    }

    /// The same in axes rotated by `rotation`.
    pub(crate) fn rotated(&self, rotation: &Matrix3<f64>) -> Self {
        Self {
            nodes: self.nodes.iter().map(|node| node.mapped(rotation)).collect(),
            side: self.side.map(|side| Side {
                axis: rotated(rotation, &side.axis),
                ..side
            }),
            ends: self.ends.iter().map(|end| rotated(rotation, end)).collect(),
            ..*self
        }
    }

    pub(crate) fn displace(&mut self, by: &Vector3<f64>) {
        for node in &mut self.nodes {
            node.centre += by;
        }
    }

    /// How far it reaches along n, times the length of n.
    pub(crate) fn height(&self, n: &Vector3<f64>) -> f64 {
        self.nodes.iter().map(|node| node.height(n)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The number of the node that reaches farthest along n; the first of equals.
    pub(crate) fn farthest(&self, n: &Vector3<f64>) -> usize {
        match self.nodes.as_slice() {
            [one, other] if other.height(n) > one.height(n) => 1,
            _ => 0,
        }
    }

    /// The corners of its tight box.
    pub(crate) fn bounds(&self) -> [Vector3<f64>; 2] {
        let half = |node: &Node| Vector3::from_fn(|i, _| Vector3::new(node.axes[0][i], node.axes[1][i], node.axes[2][i]).norm());
        let low = self.nodes.iter().map(|node| node.centre - half(node));
        let high = self.nodes.iter().map(|node| node.centre + half(node));
        let infinite = Vector3::repeat(f64::INFINITY);
        [low.fold(infinite, |p, q| p.inf(&q)), high.fold(-infinite, |p, q| p.sup(&q))]
    }

    /// A radius about the body's origin that encloses it.
    pub(crate) fn radius(&self) -> f64 {
        self.nodes.iter().map(Node::radius).fold(0.0, f64::max)
    }

    /// A lower bound of the radius of the largest ball inside it about the body's origin, negative where
    /// the origin is not well inside.
    pub(crate) fn inner_radius(&self) -> f64 {
        let axes = self.nodes.iter().map(|node| node.axes.map(|axis| axis.norm()));
        let shortest = axes.flatten().fold(f64::INFINITY, f64::min);
        match self.outline {
            Outline::Ellipsoid => shortest - self.nodes[0].centre.norm(),
            Outline::Cylinder(radius) => {
                let [one, other] = [self.nodes[0].centre, self.nodes[1].centre];
                (0.5 * (one - other).norm()).min(radius) - (0.5 * (one + other)).norm()
            }
            Outline::Cone(radius) => {
                let [apex, base] = [self.nodes[0].centre, self.nodes[1].centre];
                let height = (apex - base).norm();
                let axis = (apex - base) / height;
                // Of the origin: over the base, and off the axis.
                let over = -base.dot(&axis);
                let off = (base + axis * over).norm();
                let slant = (radius * radius + height * height).sqrt();
                over.min((height - over) * radius / slant) - off
            }
        }
    }

    /// Points with a hull that encloses it: the corners of boxes about its nodes.
    pub(crate) fn enclosing(&self) -> SmallVec<[Vector3<f64>; 8]> {
        let mut points = SmallVec::new();
        for node in &self.nodes {
            let long = node.long_axes();
            for corner in 0..1usize << long.len() {
                let sign = |axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
                let offset: Vector3<f64> = long.iter().enumerate().map(|(axis, half)| half * sign(axis)).sum();
                points.push(node.centre + offset);
            }
        }
        points
    }

    /// The points that are extreme along a unit normal, to within `tolerance`: the extreme point of each
    /// node that reaches so far, or points on the rim of one that is flat there.
    pub(crate) fn feature(&self, n: &Vector3<f64>, tolerance: f64) -> SmallVec<[Vector3<f64>; 8]> {
        let height = self.height(n);
        let mut points = SmallVec::new();
        for node in self.nodes.iter().filter(|node| node.height(n) >= height - tolerance) {
            match node.long_axes().as_slice() {
                [u, w] if node.reach(n) <= 0.5 * tolerance => points.extend(RIM.iter().flat_map(|[cos, sin]| {
                    let quarter = [u * *cos + w * *sin, w * *cos - u * *sin];
                    quarter
                        .map(|point| [node.centre + point, node.centre - point])
                        .into_iter()
                        .flatten()
                })),
                _ => points.push(node.centre + node.extreme(n)),
            }
        }
        points
    }

    /// The flat end that is extreme along a unit normal, to within `tolerance`, if a single node is, and flat there:
    /// its centre and its half axes.
    pub(crate) fn flat_end(&self, n: &Vector3<f64>, tolerance: f64) -> Option<[Vector3<f64>; 3]> {
        let height = self.height(n);
        let mut extreme = self.nodes.iter().filter(|node| node.height(n) >= height - tolerance);
        let (Some(node), None) = (extreme.next(), extreme.next()) else {
            return None;
        };
        match node.long_axes().as_slice() {
            [u, w] if node.reach(n) <= 0.5 * tolerance => Some([node.centre, *u, *w]),
            _ => None,
        }
    }

    /// The larger radius of curvature at the extreme point along a unit normal; 0 at an apex.
    pub(crate) fn curvature_radius(&self, n: &Vector3<f64>) -> f64 {
        let node = &self.nodes[self.farthest(n)];
        let u = n.cross(&Vector3::ith(n.iamin(), 1.0)).normalize();
        let w = n.cross(&u);
        let (of_u, of_w) = (node.bend(n, &u), node.bend(n, &w));
        let mean = 0.5 * (of_u.dot(&u) + of_w.dot(&w));
        let product = of_u.dot(&u) * of_w.dot(&w) - of_u.dot(&w) * of_w.dot(&u);
        mean + (mean * mean - product).max(0.0).sqrt()
    }
}
