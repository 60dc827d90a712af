//! Seeded random shapes and motions.

use super::*;
use crate::scene::ShapeKind;
use nalgebra::Isometry3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(in crate::impact) struct Random(Xoshiro256PlusPlus);

/// Kinds of shapes that the tests pair with each other.
pub(super) const KINDS: [&str; 6] = ["ball", "cuboid", "capsule", "hull", "ring", "compound"];

/// Kinds of shapes with smooth surfaces, and rounded cuboids.
pub(in crate::impact) const ROUND_KINDS: [&str; 8] = [
    "ellipsoid",
    "spheroid",
    "needle",
    "lentil",
    "cylinder",
    "cone",
    "rounded",
    "round-compound",
];

/// Two kinds by the number of a case: 36 cases in a row cover all pairs.
pub(super) fn kinds_of_case(case: usize) -> [&'static str; 2] {
    [KINDS[case % KINDS.len()], KINDS[case / KINDS.len() % KINDS.len()]]
}

impl Random {
    pub(in crate::impact) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in 0..1.
    pub(in crate::impact) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-53)
    }

    pub(in crate::impact) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In the cube of half side `scale`.
    pub(in crate::impact) fn vector(&mut self, scale: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-scale, scale))
    }

    pub(in crate::impact) fn rotation(&mut self) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(self.vector(2.0))
    }

    /// A shape about 1 in size.
    pub(in crate::impact) fn shape(&mut self, kind: &str) -> Shape {
        match kind {
            "ball" => Shape::ball(self.between(0.2, 1.0)),
            "cuboid" => Shape::cuboid(self.vector(0.4).add_scalar(0.6)),
            "plate" => {
                let (one, two, thin) = (self.between(0.4, 1.2), self.between(0.4, 1.2), self.between(0.01, 0.1));
                Shape::cuboid(vector([one, two, thin]))
            }
            "capsule" => Shape::capsule(self.between(0.2, 1.0), self.between(0.1, 0.6)),
            "hull" => Shape::convex((0..12).map(|_| self.vector(1.0)).collect()),
            "pebble" => {
                let stretch = self.vector(0.4).add_scalar(0.8);
                Shape::convex(
                    (0..80)
                        .map(|_| self.vector(1.0).normalize().component_mul(&stretch))
                        .collect(),
                )
            }
            "ellipsoid" => Shape::ellipsoid(self.vector(0.4).add_scalar(0.6)),
            "spheroid" => {
                let (one, two) = (self.between(0.2, 1.0), self.between(0.2, 1.0));
                Shape::ellipsoid(vector([one, two, one]))
            }
            "needle" => Shape::ellipsoid(vector([0.1, 1.0, 0.1]) * self.between(0.8, 1.4)),
            "lentil" => Shape::ellipsoid(vector([1.0, 0.1, 1.0]) * self.between(0.6, 1.2)),
            "cylinder" => Shape::cylinder(self.between(0.1, 1.0), self.between(0.1, 0.9)),
            "cone" => Shape::cone(self.between(0.2, 1.0), self.between(0.2, 0.9)),
            "rounded" => Shape::rounded_cuboid(self.vector(0.3).add_scalar(0.4), self.between(0.05, 0.4)),
            "round-compound" => {
                let kinds = ["ellipsoid", "cylinder", "cone", "rounded"];
                let parts = kinds.map(|kind| {
                    let place = Isometry3::from_parts(self.vector(0.7).into(), self.rotation());
                    (place, self.shape(kind))
                });
                Shape::compound(parts.to_vec())
            }
            "ring" => Shape::ring(self.between(0.6, 1.0), self.between(0.1, 0.4), 8, 4),
            "compound" => {
                let kinds = ["ball", "cuboid", "capsule", "hull"];
                let parts = kinds.map(|kind| {
                    let place = Isometry3::from_parts(self.vector(0.7).into(), self.rotation());
                    (place, self.shape(kind))
                });
                Shape::compound(parts.to_vec())
            }
            other => panic!("no such kind: {other}"),
        }
        .unwrap()
    }

    /// The kinds of a case, and a pair of bodies of these kinds, accelerated in odd cases.
    pub(super) fn pair_of_case(&mut self, case: usize) -> ([&'static str; 2], [TestBody; 2]) {
        let kinds = kinds_of_case(case);
        (kinds, self.pair(kinds, case % 2 == 1))
    }

    /// A pair in random orientations that meets, or nearly, within a few seconds.
    pub(super) fn pair(&mut self, kinds: [&str; 2], accelerated: bool) -> [TestBody; 2] {
        let mut aim = Vector3::zeros();
        let bodies = kinds.map(|kind| {
            let position = self.vector(4.0);
            let piece = MotionPiece {
                epoch: 0.0,
                position,
                orientation: self.rotation(),
                velocity: self.vector(1.0),
                acceleration: if accelerated { self.vector(0.6) } else { Vector3::zeros() },
                ..MotionPiece::at_rest()
            };
            aim = position - aim;
            TestBody::new(self.shape(kind), piece)
        });
        let [a, mut b] = bodies;
        let meet = self.between(1.0, 4.0);
        let miss = self.vector(0.9);
        // The position of a then, or near it.
        let target = a.piece.position_at(meet) + miss;
        b.piece.velocity = (target - b.piece.position) / meet - b.piece.acceleration * (0.5 * meet);
        [a, b]
    }
}

/// A shape with all lengths times `scale`.
pub(super) fn scaled(shape: &Shape, scale: f64) -> Shape {
    let all = |points: &[Vector3<f64>]| points.iter().map(|p| p * scale).collect::<Vec<_>>();
    match shape.kind() {
        ShapeKind::Ball { radius } => Shape::ball(radius * scale),
        ShapeKind::Cuboid { half_extents } => Shape::cuboid(half_extents * scale),
        ShapeKind::Capsule { half_height, radius } => Shape::capsule(half_height * scale, radius * scale),
        ShapeKind::Ellipsoid { half_axes } => Shape::ellipsoid(half_axes * scale),
        ShapeKind::Cylinder { half_height, radius } => Shape::cylinder(half_height * scale, radius * scale),
        ShapeKind::Cone { half_height, radius } => Shape::cone(half_height * scale, radius * scale),
        ShapeKind::RoundedCuboid { half_extents, radius } => Shape::rounded_cuboid(half_extents * scale, radius * scale),
        ShapeKind::HalfSpace { normal } => Shape::half_space(*normal),
        ShapeKind::Convex { points } => Shape::convex(all(points)),
        ShapeKind::Mesh { vertices, triangles } => Shape::mesh(all(vertices), triangles.clone()),
        ShapeKind::Compound { parts } => {
            let place = |p: &Isometry3<f64>| Isometry3::from_parts((p.translation.vector * scale).into(), p.rotation);
            Shape::compound(parts.iter().map(|(p, part)| (place(p), scaled(part, scale))).collect())
        }
    }
    .unwrap()
}
