//! Boxes in a periodic domain: each by the image with its lower corner inside, and, if it extends
//! to or beyond an upper face, by copies one length of the domain below.
//!
//! Two boxes overlap by some of their images exactly if two of these copies do. Proof: let them
//! overlap with the second displaced by whole lengths k. On an axis with k = 0 any two copies with
//! equal displacement overlap; on an axis with k != 0, one of the two extends to the upper face and
//! its copy, displaced by one length, overlaps the other. Boxes are narrower than half the domain,
//! so k is -1, 0 or 1.

use crate::sap::{Aabb, Pair};
use crate::scene::Domain;
use nalgebra::Vector3;

/// A box and its copies: displaced or not on each of three axes.
pub(super) const COPIES: usize = 8;

/// The copies of a box; the first, the box itself, always exists.
pub(super) type Copies = [Option<Aabb<f64, 3>>; COPIES];

/// The images of a box in a periodic domain that find its overlaps.
pub(super) fn copies(domain: &Domain, aabb: &Aabb<f64, 3>) -> Copies {
    let mut copies = [None; COPIES];
    let Domain::Periodic { min: lower, max: upper } = domain else {
        copies[0] = Some(*aabb);
        return copies;
    };
    let corner = Vector3::from(aabb.min);
    let inside = domain.image(&corner);
    let mut inside_box = Aabb {
        min: inside.into(),
        max: aabb.max,
    };
    for axis in 0..3 {
        // A box that is inside already keeps its bits.
        if inside[axis] != corner[axis] {
            inside_box.max[axis] += inside[axis] - corner[axis];
        }
    }
    for (number, copy) in copies.iter_mut().enumerate() {
        let is_displaced = |axis: usize| number >> axis & 1 == 1;
        if (0..3).all(|axis| !is_displaced(axis) || inside_box.max[axis] >= upper[axis]) {
            let mut displaced = inside_box;
            for axis in (0..3).filter(|axis| is_displaced(*axis)) {
                // A box that touches the upper face then touches the lower one, too, to the bit.
                let back = |x: f64| lower[axis] + (x - upper[axis]);
                (displaced.min[axis], displaced.max[axis]) = (back(inside_box.min[axis]), back(inside_box.max[axis]));
            }
            *copy = Some(displaced);
        }
    }
    copies
}

/// The name of a body's copy among all boxes.
pub(super) fn name(body: u32, copy: usize) -> u32 {
    body * COPIES as u32 + copy as u32
}

/// The pairs of bodies with paired copies, sorted, each once.
pub(super) fn pairs_of_bodies(named: &[Pair], pairs: &mut Vec<Pair>) {
    let body = |name: u32| name / COPIES as u32;
    pairs.clear();
    // The smaller name is that of the earlier body.
    pairs.extend(named.iter().map(|(a, b)| (body(*a), body(*b))).filter(|(a, b)| a != b));
    pairs.sort();
    pairs.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::images_beside;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const LOWER: Vector3<f64> = Vector3::new(-1.0, 0.125, 7.0);
    const UPPER: Vector3<f64> = Vector3::new(3.0, 2.125, 10.0);

    fn domain() -> Domain {
        Domain::Periodic { min: LOWER, max: UPPER }
    }

    fn overlap(a: &Copies, b: &Copies) -> bool {
        let pairs = a.iter().flatten().flat_map(|a| b.iter().flatten().map(move |b| (a, b)));
        pairs.into_iter().any(|(a, b)| a.overlaps(b))
    }

    fn shifted(aabb: &Aabb<f64, 3>, shift: &Vector3<f64>) -> Aabb<f64, 3> {
        Aabb {
            min: (Vector3::from(aabb.min) + shift).into(),
            max: (Vector3::from(aabb.max) + shift).into(),
        }
    }

    /// Boxes on a grid of sixteenths, so that many touch and arithmetic is exact: anywhere near the
    /// domain, up to half as wide.
    fn random_box(random: &mut Xoshiro256PlusPlus) -> Aabb<f64, 3> {
        let mut step = |most: f64| (random.next_u64() % (16.0 * most + 1.0) as u64) as f64 / 16.0;
        let min = Vector3::from_fn(|axis, _| LOWER[axis] - 2.0 * (UPPER - LOWER)[axis] + step(5.0 * (UPPER - LOWER)[axis]));
        let size = Vector3::from_fn(|axis, _| step(0.5 * (UPPER - LOWER)[axis]));
        Aabb {
            min: min.into(),
            max: (min + size).into(),
        }
    }

    #[test]
    fn images_overlap_exactly_if_copies_do() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
        let sides = UPPER - LOWER;
        let mut counts = [0, 0];
        for _ in 0..20_000 {
            let [a, b] = [random_box(&mut random), random_box(&mut random)];
            // The images of b about a: the nearest one, and its 26 neighbours.
            let apart = Vector3::from(a.min) - Vector3::from(b.min);
            let lengths = apart.component_div(&sides).map(f64::round).component_mul(&sides);
            let slow = images_beside(sides).any(|neighbour| shifted(&b, &(lengths + neighbour)).overlaps(&a));
            assert_eq!(overlap(&copies(&domain(), &a), &copies(&domain(), &b)), slow, "{a:?} {b:?}");
            counts[usize::from(slow)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
    }

    #[test]
    fn a_box_has_copies_for_the_faces_that_it_reaches() {
        let of = |min: Vector3<f64>, size: f64| {
            let aabb = Aabb {
                min: min.into(),
                max: min.add_scalar(size).into(),
            };
            copies(&domain(), &aabb).iter().flatten().count()
        };
        let inside = Vector3::new(0.0, 0.5, 8.0);
        assert_eq!(
            [of(inside, 0.5), of(inside, 1.625), of(UPPER.add_scalar(-0.25), 0.25)],
            [1, 2, 8]
        );
        assert_eq!(of(LOWER.add_scalar(-0.25), 0.25), 8, "it ends on the faces");
        assert_eq!(of(LOWER, 0.5), 1);
        let open = Aabb {
            min: [1e9; 3],
            max: [2e9; 3],
        };
        assert_eq!(copies(&Domain::Open, &open)[..2], [Some(open), None]);
    }
}
