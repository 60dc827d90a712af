//! A lower bound of the depth of two overlapping bodies: for searches that look at many instants and
//! need no exact depth.
//!
//! The displacements of b after which the two still overlap are a convex set, and the depth is the
//! radius of the largest ball about 0 in it. The expanding polytope algorithm (G. van den Bergen,
//! Proximity queries and penetration depth computation on 3D game objects, GDC 2001), stopped early:
//!
//! 1. Four extreme points of the set are the corners of a tetrahedron.
//! 2. The depth is at least the distance of the nearest face from 0, and at most the extent of the set
//!    along that face's normal.
//! 3. Until the two agree well enough, the extreme point along that normal is added.

use super::pair::SmoothPair;
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};

/// Most points that are added: five are usual, more where a face or an edge of a body is deepest.
const MAX_ADDED: usize = 24;

/// The ratio of the two bounds that is good enough.
const GOOD_RATIO: f64 = 0.5;

/// A part of the volume of a tetrahedron, over that of a cube with its longest edge, below which it is
/// flat.
const FLAT_VOLUME: f64 = 1e-9;

/// A bound of a depth.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct DepthBound {
    /// The depth is at least this, in metres; 0 if the two may be apart.
    pub(in crate::impact) at_least: f64,
    /// And at most this: minus a lower bound of their distance where it is negative.
    pub(in crate::impact) at_most: f64,
    /// The unit normal along which the set extends so far.
    pub(in crate::impact) normal: Vector3<f64>,
}

/// A face: its corners, counter-clockwise from outside, its outward unit normal, and its distance from 0.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [usize; 3],
    normal: Vector3<f64>,
    distance: f64,
}

/// A convex polytope.
struct Polytope {
    points: SmallVec<[Vector3<f64>; 32]>,
    faces: SmallVec<[Face; 32]>,
}

impl Polytope {
    /// None if the four points are in a plane.
    fn tetrahedron(points: [Vector3<f64>; 4]) -> Option<Self> {
        let [a, b, c, d] = points;
        let edges = [b - a, c - a, d - a];
        let volume = edges[0].cross(&edges[1]).dot(&edges[2]);
        let longest = edges.iter().map(Vector3::norm).fold(0.0, f64::max);
        if !(volume.abs() > FLAT_VOLUME * longest * longest * longest) {
            return None;
        }
        let mut polytope = Self {
            points: points.into_iter().collect(),
            faces: smallvec![],
        };
        for [one, two, three] in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            let corners = if volume > 0.0 { [one, two, three] } else { [one, three, two] };
            polytope.add_face(corners)?;
        }
        Some(polytope)
    }

    fn add_face(&mut self, corners: [usize; 3]) -> Option<()> {
        let [a, b, c] = corners.map(|corner| self.points[corner]);
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        let distance = normal.dot(&a);
        self.faces.push(Face {
            corners,
            normal,
            distance,
        });
        Some(())
    }

    fn nearest_face(&self) -> Option<Face> {
        self.faces
            .iter()
            .copied()
            .min_by(|one, other| one.distance.total_cmp(&other.distance))
    }

    /// Adds a point outside: it takes the place of the faces that it is above. None if it is above none,
    /// or on the plane of one.
    fn add(&mut self, point: Vector3<f64>) -> Option<()> {
        let number = self.points.len();
        self.points.push(point);
        // The edges of those faces; those that two of them share are inside.
        let mut rim: SmallVec<[[usize; 2]; 16]> = SmallVec::new();
        let mut kept: SmallVec<[Face; 32]> = SmallVec::new();
        for face in &self.faces {
            if face.normal.dot(&point) <= face.distance {
                kept.push(*face);
                continue;
            }
            let [a, b, c] = face.corners;
            for [from, to] in [[a, b], [b, c], [c, a]] {
                match rim.iter().position(|edge| *edge == [to, from]) {
                    Some(shared) => {
                        rim.swap_remove(shared);
                    }
                    None => rim.push([from, to]),
                }
            }
        }
        if rim.is_empty() || kept.is_empty() {
            return None;
        }
        self.faces = kept;
        rim.into_iter().try_for_each(|[from, to]| self.add_face([from, to, number]))
    }
}

impl SmoothPair<'_> {
    /// Bounds of the depth when b is displaced by `offset`. `start`: a normal near that of the depth.
    /// `enough`: a depth below which its lower bound is of no use. None where four points do not span
    /// a tetrahedron.
    pub(in crate::impact) fn depth_bound(&self, offset: &Vector3<f64>, start: &Vector3<f64>, enough: f64) -> Option<DepthBound> {
        let across = start.cross(&Vector3::ith(start.iamin(), 1.0)).normalize();
        let third = start.cross(&across);
        let around = [across, third * 0.75 - across * 0.5, third * -0.75 - across * 0.5];
        let [one, two, three] = around.map(|along| self.extreme(&(along - start * 0.3).normalize(), offset));
        let first = self.extreme(start, offset);
        let mut bound = DepthBound {
            at_least: 0.0,
            at_most: first.dot(start),
            normal: *start,
        };
        if bound.at_most <= 0.0 {
            return Some(bound);
        }
        let mut polytope = Polytope::tetrahedron([first, one, two, three])?;
        for _ in 0..MAX_ADDED {
            let face = polytope.nearest_face()?;
            bound.at_least = bound.at_least.max(face.distance);
            let point = self.extreme(&face.normal, offset);
            let depth = point.dot(&face.normal);
            if depth < bound.at_most {
                (bound.at_most, bound.normal) = (depth, face.normal);
            }
            if bound.at_most <= enough || bound.at_least >= GOOD_RATIO * bound.at_most || polytope.add(point).is_none() {
                break;
            }
        }
        Some(bound)
    }

    /// The displacement of b, farthest along a unit vector, after which the two still touch.
    fn extreme(&self, n: &Vector3<f64>, offset: &Vector3<f64>) -> Vector3<f64> {
        let (a, b) = (self.a.hull.extreme(n, 0.0).0, self.b.hull.extreme(&-n, 0.0).0);
        a - b - offset + n * self.radius()
    }
}
