//! Copies of boxes by both roundings, against all images.

use super::{Copies, PeriodicBox};
use crate::domain::{adjacent_shifts, shift_to_nearest};
use crate::sap::Aabb;
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LOWER: Vector3<f64> = Vector3::new(-1.0, 0.125, 7.0);
const UPPER: Vector3<f64> = Vector3::new(3.0, 2.125, 10.0);
const PERIODIC: PeriodicBox = PeriodicBox { min: LOWER, max: UPPER };

fn overlap(a: &Copies, b: &Copies) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.aabb.overlaps(&b.aabb)))
}

fn shifted(aabb: &Aabb<f64, 3>, shift: &Vector3<f64>) -> Aabb<f64, 3> {
    Aabb {
        min: (Vector3::from(aabb.min) + shift).into(),
        max: (Vector3::from(aabb.max) + shift).into(),
    }
}

/// Boxes on a grid of sixteenths, so that many touch and all arithmetic is exact: anywhere near the
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
fn boxes_overlap_by_some_images_if_and_only_if_two_exact_copies_do() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let sides = UPPER - LOWER;
    let mut counts = [0, 0];
    for _ in 0..20_000 {
        let [a, b] = [random_box(&mut random), random_box(&mut random)];
        // The images of b about a: that of the nearest corner, and the 26 adjacent ones.
        let nearest = shift_to_nearest(&(Vector3::from(b.min) - Vector3::from(a.min)), &sides);
        let slow = adjacent_shifts(sides).any(|adjacent| shifted(&b, &(nearest + adjacent)).overlaps(&a));
        let [of_a, of_b] = [&a, &b].map(|aabb| PERIODIC.copies_exact(aabb));
        assert_eq!(overlap(&of_a, &of_b), slow, "{a:?} {b:?}");
        counts[usize::from(slow)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

#[test]
fn exact_copies_are_images_and_lie_within_copies_rounded_outward() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let sides = UPPER - LOWER;
    for _ in 0..20_000 {
        let aabb = random_box(&mut random);
        let outward = PERIODIC.copies_outward(&aabb);
        for exact in PERIODIC.copies_exact(&aabb) {
            let offset = Vector3::from(exact.offset.map(|sides| sides as f64));
            assert_eq!(shifted(&exact.aabb, &offset.component_mul(&sides)), aabb);
            let same = outward.iter().find(|copy| copy.offset == exact.offset);
            let wide = same.expect("a copy of this offset").aabb;
            assert!((0..3).all(|axis| wide.min[axis] < exact.aabb.min[axis] && exact.aabb.max[axis] < wide.max[axis]));
        }
    }
}

#[test]
fn a_box_has_as_many_exact_copies_as_faces_that_it_extends_to() {
    let of = |min: Vector3<f64>, size: f64| {
        let aabb = Aabb {
            min: min.into(),
            max: min.add_scalar(size).into(),
        };
        PERIODIC.copies_exact(&aabb).len()
    };
    let inside = Vector3::new(0.0, 0.5, 8.0);
    assert_eq!(
        [of(inside, 0.5), of(inside, 1.625), of(UPPER.add_scalar(-0.25), 0.25)],
        [1, 2, 8]
    );
    assert_eq!(of(LOWER.add_scalar(-0.25), 0.25), 8, "it ends on the faces");
    assert_eq!(of(LOWER, 0.5), 1);
}

#[test]
fn boxes_at_no_finite_place_have_copies() {
    for end in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        let aabb = Aabb {
            min: [end; 3],
            max: [end; 3],
        };
        assert!(!PERIODIC.copies_exact(&aabb).is_empty());
    }
}
