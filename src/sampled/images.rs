//! Boxes in a periodic domain: each by that image whose lower corner lies inside, and, where it reaches up to or beyond an
//! upper face, by copies a length of the domain further down.
//!
//! Two boxes overlap by some of their images exactly if two of these do. For let them overlap with the second set off by
//! whole lengths k. On an axis with k = 0 any two copies that are set back alike do; where k is not 0, one of the two
//! reaches up to the upper face and its copy, set back by a length, meets the other. Boxes are narrower than half the
//! domain, so k is -1, 0 or 1.

use crate::sap::{Aabb, Pair};
use crate::scene::Domain;
use nalgebra::Vector3;

/// A box and its copies: each of three axes is set back or not.
pub(super) const COPIES: usize = 8;

/// The copies of a box; the first, the box itself, is always there.
pub(super) type Copies = [Option<Aabb<f64, 3>>; COPIES];

/// The images of a box in a periodic domain that overlaps can be found by.
pub(super) fn copies(domain: &Domain, aabb: &Aabb<f64, 3>) -> Copies {
    let mut copies = [None; COPIES];
    let Domain::Periodic { min: lower, max: upper } = domain else {
        copies[0] = Some(*aabb);
        return copies;
    };
    let corner = Vector3::from(aabb.min);
    let inside = domain.image(&corner);
    let mut home = Aabb {
        min: inside.into(),
        max: aabb.max,
    };
    for axis in 0..3 {
        // What is inside already keeps its bits.
        if inside[axis] != corner[axis] {
            home.max[axis] += inside[axis] - corner[axis];
        }
    }
    for (number, copy) in copies.iter_mut().enumerate() {
        let is_set_back = |axis: usize| number >> axis & 1 == 1;
        if (0..3).all(|axis| !is_set_back(axis) || home.max[axis] >= upper[axis]) {
            let mut set_back = home;
            for axis in (0..3).filter(|axis| is_set_back(*axis)) {
                // So what touches the upper face touches the lower one, too, to the bit.
                let back = |x: f64| lower[axis] + (x - upper[axis]);
                (set_back.min[axis], set_back.max[axis]) = (back(home.min[axis]), back(home.max[axis]));
            }
            *copy = Some(set_back);
        }
    }
    copies
}

/// The name of a body's copy among all boxes.
pub(super) fn name(body: u32, copy: usize) -> u32 {
    body * COPIES as u32 + copy as u32
}

/// The pairs of bodies whose copies are paired, sorted, each once.
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

    /// Boxes on a grid of sixteenths, so that many touch, and all is exact: anywhere near the domain, up to half as wide.
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
    fn boxes_overlap_by_some_images_if_and_only_if_two_copies_do() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
        let sides = UPPER - LOWER;
        let mut counts = [0, 0];
        for _ in 0..20_000 {
            let [a, b] = [random_box(&mut random), random_box(&mut random)];
            // The images of b about a: as many lengths away as brings it near, and the 26 about that.
            let apart = Vector3::from(a.min) - Vector3::from(b.min);
            let lengths = apart.component_div(&sides).map(f64::round).component_mul(&sides);
            let slow = images_beside(sides).any(|beside| shifted(&b, &(lengths + beside)).overlaps(&a));
            assert_eq!(overlap(&copies(&domain(), &a), &copies(&domain(), &b)), slow, "{a:?} {b:?}");
            counts[usize::from(slow)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
    }

    #[test]
    fn a_box_has_as_many_copies_as_faces_that_it_reaches() {
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
