//! The separating axis test over time: known cases, shape casts and distances by parry.

mod facets;
mod known;
mod meshes;
mod sampled;

use super::super::relative::tests::relative;
use super::super::{Extents, Interval, Intervals, Relative};
use super::*;
use crate::impact::window::search_window;
use nalgebra::UnitQuaternion;
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape::{ConvexPolyhedron, Shape, Triangle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use smallvec::SmallVec;

pub(super) const ALWAYS: Interval = Interval {
    begin: 0.0,
    end: f64::INFINITY,
};

/// From faces given by their corners in order; normals and edges by comparison of all with all.
fn polytope(vertices: &[Vector3<f64>], faces: &[&[usize]]) -> Polytope {
    let mut normals: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let mut edges: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let add = |list: &mut SmallVec<[Vector3<f64>; 3]>, direction: Vector3<f64>| {
        let direction = direction.normalize();
        if list.iter().all(|known| known.cross(&direction).norm() > 1e-9) {
            list.push(direction);
        }
    };
    for face in faces {
        let corner = |i: usize| vertices[face[i % face.len()]];
        add(&mut normals, (corner(1) - corner(0)).cross(&(corner(2) - corner(0))));
        (0..face.len()).for_each(|i| add(&mut edges, corner(i + 1) - corner(i)));
    }
    Polytope {
        vertices: vertices.iter().copied().collect(),
        normals,
        edges,
        flat: faces.len() == 1,
        cuboid: None,
    }
}

pub(super) fn cuboid(half: [f64; 3], rotation: UnitQuaternion<f64>, at: Vector3<f64>) -> Polytope {
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        rotation * Vector3::new(half[0] * sign(0), half[1] * sign(1), half[2] * sign(2)) + at
    };
    let vertices: Vec<_> = (0..8).map(corner).collect();
    polytope(
        &vertices,
        &[
            &[0, 1, 3, 2],
            &[0, 1, 5, 4],
            &[0, 2, 6, 4],
            &[7, 6, 4, 5],
            &[7, 6, 2, 3],
            &[7, 5, 1, 3],
        ],
    )
}

pub(in crate::impact) fn upright(half: [f64; 3]) -> Polytope {
    cuboid(half, UnitQuaternion::identity(), Vector3::zeros())
}

pub(super) fn triangle(corners: [[f64; 3]; 3]) -> Polytope {
    polytope(&corners.map(Vector3::from), &[&[0, 1, 2]])
}

pub(in crate::impact) fn extents(polytope: &Polytope) -> Extents {
    let fold = |f: fn(f64, f64) -> f64| polytope.vertices.iter().copied().reduce(|x, y| x.zip_map(&y, f)).unwrap();
    Extents {
        min: fold(f64::min),
        max: fold(f64::max),
    }
}

/// As the narrow phase: over the windows in which the boxes overlap.
pub(super) fn first(a: &Polytope, b: &Polytope, rel: &Relative) -> Option<Entry> {
    let windows = search_window(rel, &extents(a), &extents(b));
    windows.as_slice().iter().find_map(|window| first_entry(a, b, rel, *window))
}

fn contact(a: &Polytope, b: &Polytope, rel: &Relative) -> Intervals {
    let windows = search_window(rel, &extents(a), &extents(b));
    let parts = windows.as_slice().iter().map(|window| intervals(a, b, rel, *window));
    parts.fold(Intervals::none(), |all, part| all.union(&part))
}

fn parry_shape(polytope: &Polytope) -> Box<dyn Shape> {
    let v: Vec<_> = polytope.vertices.iter().map(|v| (*v).into()).collect();
    if polytope.flat {
        Box::new(Triangle::new(v[0], v[1], v[2]))
    } else {
        Box::new(ConvexPolyhedron::from_convex_hull(&v).unwrap())
    }
}

fn distance(a: &dyn Shape, b: &dyn Shape, offset: Vector3<f64>) -> f64 {
    let distance = query::distance(&Pose::IDENTITY, a, &Pose::from_translation(offset.into()), b);
    distance.unwrap().distance
}

pub(in crate::impact) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(in crate::impact) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    pub(in crate::impact) fn vector(&mut self, scale: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed() * scale)
    }
    fn rotation(&mut self) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(self.vector(3.0))
    }
    /// Some begin in contact, some pass by, and some of the accelerated ones return.
    fn thrown(&mut self, accelerated: bool) -> Relative {
        let scale = if self.signed() < 0.0 { 1.0 } else { 3.0 };
        let (position, velocity) = (self.vector(scale), self.vector(4.0));
        let pull = self.vector(1.0) - velocity * (1.0 + self.signed());
        let acceleration = if accelerated { pull } else { Vector3::zeros() };
        relative(position.into(), velocity.into(), acceleration.into())
    }
    pub(in crate::impact) fn polytope(&mut self) -> Polytope {
        let at = self.vector(0.3);
        match self.0.next_u64() % 4 {
            0 => triangle([(); 3].map(|()| self.vector(1.5).into())),
            1 => {
                let v = [(); 4].map(|()| self.vector(1.5));
                polytope(&v, &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[1, 2, 3]])
            }
            // Axis-aligned: parallel faces and edges occur.
            2 => cuboid([1.0, 0.5, 0.25], UnitQuaternion::identity(), at),
            _ => {
                let half = [(); 3].map(|()| self.signed().abs() + 0.05);
                cuboid(half, self.rotation(), at)
            }
        }
    }
}
