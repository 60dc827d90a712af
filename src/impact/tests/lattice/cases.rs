//! Random pairs of polytopes with small whole coordinates.

use super::super::random::{Random, scaled};
use super::super::{TestBody, piece};
use super::oracle::{Fraction, Solid, Touch, Whole, touch};
use crate::scene::Shape;
use nalgebra::{Isometry3, Vector3};

/// A shape and its convex parts in whole numbers.
pub(super) struct WholeShape {
    shape: Shape,
    pub(super) parts: Vec<Solid>,
}

/// A pair: the second is at `position` from the first, and moves.
pub(super) struct Case {
    pub(super) cuts: [WholeShape; 2],
    pub(super) position: Whole,
    pub(super) velocity: Whole,
}

/// The exact result for a pair.
pub(super) struct ExactResult {
    /// All contacts of parts that have not ended when the search begins.
    pub(super) touches: Vec<Touch>,
    /// The first of them that penetrates.
    pub(super) first: Option<Touch>,
}

pub(super) fn to_f64(v: &Whole) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| v[axis] as f64)
}

fn whole(random: &mut Random, extent: i128) -> i128 {
    (random.unit() * (2 * extent + 1) as f64) as i128 - extent
}

pub(super) fn point(random: &mut Random, extent: i128) -> Whole {
    [0; 3].map(|_| whole(random, extent))
}

impl WholeShape {
    fn random(random: &mut Random, kind: &str, extent: i128) -> Self {
        match kind {
            "hull" => Self::hull(random, extent),
            "mesh" => Self::mesh(random, extent),
            "cuboid" => Self::cuboid(random, extent),
            "compound" => Self::compound(random, extent),
            other => panic!("no such kind: {other}"),
        }
    }

    /// Of 5 to 12 points.
    fn hull(random: &mut Random, extent: i128) -> Self {
        loop {
            let count = 5 + (random.unit() * 8.0) as usize;
            let points: Vec<Whole> = (0..count).map(|_| point(random, extent)).collect();
            if let Ok(shape) = Shape::convex(points.iter().map(to_f64).collect()) {
                let parts = vec![Solid::hull(points)];
                return Self { shape, parts };
            }
        }
    }

    /// Of 2 to 7 triangles on 4 to 7 points.
    fn mesh(random: &mut Random, extent: i128) -> Self {
        let points = loop {
            let count = 4 + (random.unit() * 4.0) as usize;
            let points: Vec<Whole> = (0..count).map(|_| point(random, extent)).collect();
            if Shape::convex(points.iter().map(to_f64).collect()).is_ok() {
                break points;
            }
        };
        let target = 2 + (random.unit() * 6.0) as usize;
        let (mut triangles, mut parts) = (Vec::new(), Vec::new());
        while parts.len() < target {
            let corners = [0; 3].map(|_| (random.unit() * points.len() as f64) as usize);
            if let Some(part) = Solid::triangle(corners.map(|i| points[i])) {
                triangles.push(corners.map(|i| i as u32));
                parts.push(part);
            }
        }
        let shape = Shape::mesh(points.iter().map(to_f64).collect(), triangles).unwrap();
        Self { shape, parts }
    }

    fn cuboid(random: &mut Random, extent: i128) -> Self {
        let half = [0; 3].map(|_| 1 + (random.unit() * extent as f64) as i128);
        let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] });
        Self {
            shape: Shape::cuboid(to_f64(&half)).unwrap(),
            parts: vec![Solid::hull((0..8).map(corner).collect())],
        }
    }

    /// Of two or three hulls and cuboids.
    fn compound(random: &mut Random, extent: i128) -> Self {
        let count = 2 + (random.unit() * 2.0) as usize;
        let (mut placed, mut parts) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let kind = if random.unit() < 0.5 { "hull" } else { "cuboid" };
            let part = Self::random(random, kind, extent);
            let by = point(random, extent);
            parts.push(part.parts[0].map(|p| [0, 1, 2].map(|axis| p[axis] + by[axis])));
            let by = to_f64(&by);
            placed.push((Isometry3::translation(by.x, by.y, by.z), part.shape));
        }
        let shape = Shape::compound(placed).unwrap();
        Self { shape, parts }
    }

    /// Coordinates times 2^`bits`, each then moved by -1, 0 or 1: flush features become nearly
    /// flush. None if a part has become flat.
    fn roughened(&self, random: &mut Random, bits: u32) -> Option<Self> {
        let mut parts = Vec::new();
        for part in &self.parts {
            parts.push(part.map(|p| p.map(|x| (x << bits) + whole(random, 1))));
        }
        let corners: Vec<Vector3<f64>> = parts.iter().flat_map(|part| &part.points).map(to_f64).collect();
        let shape = if parts[0].is_flat() {
            let triangles = (0..parts.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
            Shape::mesh(corners, triangles.collect())
        } else {
            Shape::convex(corners)
        };
        shape.ok().map(|shape| Self { shape, parts })
    }
}

impl Case {
    /// A pair that meets, or nearly, about `steps` seconds later.
    pub(super) fn random(random: &mut Random, kinds: [&str; 2], steps: i128) -> Self {
        // The smaller the numbers, the more features are flush.
        let extent = 2 + (random.unit() * 3.0) as i128;
        let cuts = kinds.map(|kind| WholeShape::random(random, kind, extent));
        let velocity = loop {
            let velocity = point(random, 7);
            if velocity != [0; 3] {
                break velocity;
            }
        };
        let aim = point(random, extent);
        let position = [0, 1, 2].map(|axis| aim[axis] - steps * velocity[axis]);
        Self {
            cuts,
            position,
            velocity,
        }
    }

    /// The same with coordinates 2^`bits` as large, each moved by -1, 0 or 1; for hulls and meshes.
    pub(super) fn roughened(&self, random: &mut Random, bits: u32) -> Option<Self> {
        let [a, b] = self.cuts.each_ref().map(|cut| cut.roughened(random, bits));
        Some(Self {
            cuts: [a?, b?],
            position: self.position.map(|x| (x << bits) + whole(random, 1)),
            velocity: self.velocity,
        })
    }

    /// The same with the time `at` as time 0: lengths are multiplied by its denominator.
    pub(super) fn begun(&self, at: Fraction) -> Self {
        let cuts = self.cuts.each_ref().map(|cut| WholeShape {
            shape: scaled(&cut.shape, at.under as f64),
            parts: cut.parts.iter().map(|part| part.map(|p| p.map(|x| x * at.under))).collect(),
        });
        let position = [0, 1, 2].map(|axis| self.position[axis] * at.under + self.velocity[axis] * at.over);
        Self {
            cuts,
            position,
            velocity: self.velocity,
        }
    }

    /// None if they touch before time 0.
    pub(super) fn exact_result(&self) -> Option<ExactResult> {
        let [a, b] = &self.cuts;
        let start = Fraction::new(0, 1);
        let mut touches = Vec::new();
        for (of_a, of_b) in a.parts.iter().flat_map(|of_a| b.parts.iter().map(move |of_b| (of_a, of_b))) {
            match touch(of_a, of_b, &self.position, &self.velocity) {
                Some(touch) if touch.end >= start && touch.begin < start => return None,
                Some(touch) if touch.end >= start => touches.push(touch),
                _ => {}
            }
        }
        let deep = touches.iter().filter(|touch| touch.deep).copied();
        let first = deep.min_by(|one, other| {
            let sooner = one.begin.cmp(&other.begin);
            sooner.then(other.incidence[0].total_cmp(&one.incidence[0]))
        });
        Some(ExactResult { touches, first })
    }

    /// As bodies: `scale` (a power of two) metres per unit, both displaced by `far`, both with this
    /// as an additional velocity per second.
    pub(super) fn bodies(&self, scale: f64, far: &Vector3<f64>) -> [TestBody; 2] {
        let [a, b] = self.cuts.each_ref().map(|cut| scaled(&cut.shape, scale));
        let (position, velocity) = (to_f64(&self.position) * scale, to_f64(&self.velocity) * scale);
        [
            TestBody::new(a, piece((*far).into(), (*far).into())),
            TestBody::new(b, piece((far + position).into(), (far + velocity).into())),
        ]
    }
}
