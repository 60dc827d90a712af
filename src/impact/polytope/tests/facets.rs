//! The few axes near the closest points against all axes: they include the one that closes last.

use super::super::super::hull::convex_hull;
use super::super::super::hull_pair::HullPair;
use super::super::super::relative::tests::relative;
use super::super::super::simplex::Simplex;
use super::super::{NearPoints, Polytope, each_facet_axis, first_entry, gap_on_axis};
use super::{ALWAYS, Random, triangle};

/// Seconds before contact.
const BEFORE: f64 = 1e-9;

/// A hull or a triangle of points in a cube of half side 3, every second one with whole
/// coordinates: then many features are flush.
fn solid(random: &mut Random, number: usize, points: usize) -> Polytope {
    loop {
        let mut at = || {
            let point = random.vector(3.0);
            if number.is_multiple_of(2) {
                point.map(f64::round)
            } else {
                point
            }
        };
        if points == 3 {
            let corners = [at(), at(), at()];
            if (corners[1] - corners[0]).cross(&(corners[2] - corners[0])).norm() > 0.1 {
                return triangle(corners.map(Into::into));
            }
        } else if let Ok(hull) = convex_hull(&(0..points).map(|_| at()).collect::<Vec<_>>()) {
            return hull.polytope;
        }
    }
}

#[test]
fn few_axes_give_the_time_of_all_axes() {
    let mut random = Random::new(43);
    let (mut met, mut few, mut all) = (0, 0, 0);
    for number in 0..1_500 {
        let counts = [[5, 3], [3, 8], [6, 6], [12, 5], [40, 3]][number % 5];
        let [a, b] = counts.map(|points| solid(&mut random, number, points));
        let velocity = random.vector(1.0).map(|v| (3.0 * v).round());
        let position = random.vector(2.0).map(f64::round) - velocity * 7.0;
        let rel = relative(position.into(), velocity.into(), [0.0; 3]);
        let Some(entry) = first_entry(&a, &b, &rel, ALWAYS).filter(|entry| entry.s > 0.0) else {
            continue;
        };
        let offset = rel.position_at(entry.s - BEFORE);
        let hulls = HullPair {
            a: &a.vertices,
            b: &b.vertices,
        };
        let Some(closest) = hulls.closest(&offset, &mut Simplex::default()) else {
            continue;
        };
        let place = NearPoints {
            points: [closest.on_a, closest.on_a + closest.between - offset],
            tolerance: 1e-6,
        };
        let (mut latest, mut closing) = (f64::NEG_INFINITY, 0.0);
        each_facet_axis(&a, &b, &place, |axis| {
            few += 1;
            let here = gap_on_axis(&a, &b, axis, &offset);
            let speed = -here.normal.dot(&velocity);
            if here.gap > 0.0 && speed > 0.0 && here.gap / speed > latest {
                (latest, closing) = (here.gap / speed, speed);
            }
        });
        all += a.normals.len() + b.normals.len() + a.edges.len() * b.edges.len();
        met += 1;
        let early = (BEFORE - latest) * closing;
        assert!(early.abs() < 1e-13, "case {number}: {latest:e}, early by {early:e} m");
    }
    assert!(met > 500, "{met}");
    assert!(few * 15 < all, "{few} of {all}");
}
