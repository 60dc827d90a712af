//! Every result of the fast path agrees with the general solvers: the separating axis test, and
//! advancement on closest points.

use super::super::collider::Collider;
use super::super::convex_pair;
use super::super::extreme::VertexBlocks;
use super::super::relative::tests::relative;
use super::*;
use crate::scene::Shape;
use nalgebra::{UnitQuaternion, Vector3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const KINDS: [&str; 5] = ["ball", "cuboid", "capsule", "hull", "prism"];

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Uniform in -1..1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }

    /// Halves from -2 to 2.
    fn lattice(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| (4.0 * self.signed()).round() * 0.5)
    }

    fn leaf(&mut self, kind: &str) -> ConvexPart {
        let shape = match kind {
            "ball" => Shape::ball(0.5),
            "cuboid" => Shape::cuboid(Vector3::new(0.5, 1.0, 0.5)),
            "capsule" => Shape::capsule(0.5, 0.5),
            "hull" => Shape::convex((0..5 + self.0.next_u64() % 40).map(|_| self.vector()).collect()),
            _ => {
                let side = |x: f64, z: f64| [-0.5, 0.5].map(|y| Vector3::new(x, y, z));
                let sides = [
                    [1.0, 0.5],
                    [0.5, 1.0],
                    [-0.5, 1.0],
                    [-1.0, 0.5],
                    [-1.0, -0.5],
                    [-0.5, -1.0],
                    [0.5, -1.0],
                    [1.0, -0.5],
                ];
                Shape::convex(sides.iter().flat_map(|[x, z]| side(*x, *z)).collect())
            }
        };
        Collider::new(&shape.unwrap()).unwrap().parts().unwrap().leaves[0].clone()
    }
}

/// Numbers of hits and misses that the fast path decided, and of undecided cases.
#[derive(Debug, Default)]
struct Counts {
    hits: usize,
    misses: usize,
    unclear: usize,
}

/// Radius of a convex part about its body's origin.
fn extent(leaf: &ConvexPart) -> f64 {
    leaf.vertices().iter().map(|vertex| vertex.norm()).fold(0.0, f64::max) + leaf.radius
}

fn compare(
    a: &ConvexPart,
    b: &ConvexPart,
    rotation: Option<UnitQuaternion<f64>>,
    rel: &Relative,
    label: &str,
    counts: &mut Counts,
) {
    let rotation = rotation.map(|rotation| *rotation.to_rotation_matrix().matrix());
    let extent = extent(a) + extent(b);
    // The times at which balls about both overlap.
    let (along, square) = (rel.position.dot(&rel.velocity), rel.velocity.norm_squared());
    let half = (extent * extent / square).sqrt();
    let window = Interval {
        begin: (-along / square - half).max(0.0),
        end: (-along / square + half).max(0.0),
    };
    // As for large hulls; with a few corners the solvers are the same.
    let vertex_blocks = [a, b].map(|leaf| VertexBlocks::new(leaf.vertices()));
    let pair = PartPair {
        rel,
        rotation: rotation.as_ref(),
        window,
        extent,
        corners: [&vertex_blocks[0], &vertex_blocks[1]].map(Corners::Many),
    };
    let b_turned = rotation.map_or(b.clone(), |rotation| b.rotated(&rotation));
    let careful = convex_pair::first_impact(a, &b_turned, rel, window, extent);
    match pair.decide(a, b) {
        FastResult::Undecided => counts.unclear += 1,
        FastResult::Miss => {
            counts.misses += 1;
            assert_eq!(careful, None, "{label}");
        }
        FastResult::Hit(found) => {
            counts.hits += 1;
            let careful = careful.unwrap_or_else(|| panic!("{label}: only {found:?}"));
            let closing = -found.normal.dot(&rel.velocity);
            let scale = extent + rel.position.norm();
            assert!(
                closing > 0.0 && (found.normal.norm() - 1.0).abs() < 1e-14,
                "{label}: {found:?}"
            );
            let off = (found.s - careful.s).abs() * closing;
            assert!(off < 1e-14 * scale, "{label}: {found:?} {careful:?}, off by {off:e}");
            // Both normals have nothing beyond them; time distinguishes the two only where the
            // faces do.
            let (gap, _) = convex_pair::separation(a, &b_turned, &rel.position_at(found.s));
            assert!(gap.abs() < 1e-12 * scale, "{label}: {found:?} at a gap of {gap:e}");
            let across = found.normal.cross(&careful.normal).norm();
            assert!(across < 1e-6, "{label}: {found:?} {careful:?}");
        }
    }
}

fn pairs() -> impl Iterator<Item = [&'static str; 2]> {
    KINDS
        .iter()
        .flat_map(|a| KINDS.iter().map(|b| [*a, *b]))
        .filter(|pair| *pair != ["ball"; 2])
}

#[test]
fn random_pairs_agree_with_the_general_solvers() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(41));
    for kinds in pairs() {
        let mut counts = Counts::default();
        for case in 0..if cfg!(debug_assertions) { 100 } else { 3_000 } {
            let [a, b] = kinds.map(|kind| random.leaf(kind));
            let position = random.vector().normalize() * 6.0;
            let velocity = (random.vector() * 2.0 - position) * 10f64.powf(3.0 * random.signed());
            let rel = relative(position.into(), velocity.into(), [0.0; 3]);
            let rotation = (case % 8 > 0).then(|| UnitQuaternion::from_scaled_axis(random.vector() * 3.0));
            compare(&a, &b, rotation, &rel, &format!("{kinds:?} case {case}"), &mut counts);
        }
        let cases = counts.hits + counts.misses + counts.unclear;
        // Undecided cases of rounded pairs are hits: there is a fast path for balls and cuboids
        // only.
        assert!(counts.misses * 20 > cases, "{kinds:?} {counts:?}");
        let rounded = kinds.contains(&"capsule") || (kinds.contains(&"ball") && !kinds.contains(&"cuboid"));
        assert!(
            rounded || (counts.hits * 5 > cases && counts.unclear * 20 < cases),
            "{kinds:?} {counts:?}"
        );
    }
}

/// Aligned, touching at the start, sliding, corner to corner, edge to edge.
#[test]
fn lattice_pairs_agree_with_the_general_solvers() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(42));
    let quarter = std::f64::consts::FRAC_PI_2;
    for kinds in pairs() {
        let mut counts = Counts::default();
        for case in 0..if cfg!(debug_assertions) { 100 } else { 4_000 } {
            let [a, b] = kinds.map(|kind| random.leaf(if kind == "hull" { "prism" } else { kind }));
            let (position, velocity) = (random.lattice(), random.lattice());
            if velocity == Vector3::zeros() {
                continue;
            }
            let rel = relative(position.into(), velocity.into(), [0.0; 3]);
            let rotation = match case % 4 {
                0 => None,
                1 => Some(UnitQuaternion::from_scaled_axis(Vector3::y() * quarter)),
                2 => Some(UnitQuaternion::from_scaled_axis(Vector3::y() * (0.5 * quarter))),
                _ => Some(UnitQuaternion::from_scaled_axis(random.lattice() * quarter)),
            };
            compare(&a, &b, rotation, &rel, &format!("{kinds:?} case {case}"), &mut counts);
        }
        assert!(counts.misses > 0 && counts.unclear > 0, "{kinds:?} {counts:?}");
    }
}

#[test]
fn aligned_cuboids_are_decided() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(43));
    let [a, b] = [random.leaf("cuboid"), random.leaf("cuboid")];
    for rotation in [None, Some(UnitQuaternion::from_scaled_axis(Vector3::z() * 0.3))] {
        let mut counts = Counts::default();
        let rel = relative([5.0, 0.25, 0.125], [-2.0, 0.0, 0.0], [0.0; 3]);
        compare(&a, &b, rotation, &rel, "head on", &mut counts);
        assert_eq!(counts.hits, 1);
    }
}
