use super::super::parry_adapter::parry_distance;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Uniform in -1..1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-53) * 2.0 - 1.0
    }

    fn points(&mut self, count: usize, stretch: &Vector3<f64>) -> Vec<Vector3<f64>> {
        (0..count)
            .map(|_| Vector3::from_fn(|axis, _| self.signed() * stretch[axis]))
            .collect()
    }
}

const COUNTS: [usize; 6] = [1, 2, 3, 4, 8, 60];

/// The result proves itself: the closest points give a distance that occurs, the gap along the
/// normal is a lower bound.
#[test]
fn distance_and_gap_agree() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(5));
    let mut apart = 0;
    for case in 0..20_000 {
        let stretch = match case % 3 {
            0 => Vector3::repeat(1.0),
            1 => Vector3::new(1.0, 1.0, 1e-3),
            _ => Vector3::new(1.0, 0.02, 0.3),
        };
        let a = random.points(COUNTS[case % 6], &stretch);
        let b = random.points(COUNTS[case / 6 % 6], &stretch);
        let offset = Vector3::from_fn(|_, _| random.signed() * 2.0);
        let hulls = HullPair { a: &a, b: &b };
        let mut simplex = Simplex::default();
        let Some(found) = hulls.closest(&offset, &mut simplex) else {
            assert!(parry_distance(&hulls, &offset) < 1e-8, "case {case}");
            continue;
        };
        apart += 1;
        let distance = found.between.norm();
        assert!(
            (distance - found.gap).abs() <= 1e-14 + 1e-13 / distance.min(1.0),
            "case {case}: {distance:e} {:e}",
            found.gap
        );
        let parry = parry_distance(&hulls, &offset);
        assert!(
            (distance - parry).abs() <= 1e-7 * (1.0 + parry),
            "case {case}: {distance:e} {parry:e}"
        );
        // Another start leads to the same result.
        let again = hulls
            .closest(&(offset * 1.01), &mut simplex)
            .map(|_| hulls.closest(&offset, &mut simplex));
        if let Some(Some(again)) = again {
            assert!(
                (again.between.norm() - distance).abs() < 1e-14 + 1e-13 * distance,
                "case {case}"
            );
        }
    }
    assert!(apart > 10_000);
}

#[test]
fn lattice_points_with_ties_terminate() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(6));
    for case in 0..20_000 {
        let mut lattice = |count: usize| -> Vec<_> {
            (0..count)
                .map(|_| Vector3::from_fn(|_, _| (random.signed() * 2.0).round()))
                .collect()
        };
        let (a, b) = (lattice(COUNTS[case % 6]), lattice(COUNTS[case / 6 % 6]));
        let offset = lattice(1)[0] * 2.0;
        let hulls = HullPair { a: &a, b: &b };
        match hulls.closest(&offset, &mut Simplex::default()) {
            Some(found) => assert!((found.between.norm() - found.gap).abs() < 1e-14, "case {case}: {found:?}"),
            None => assert!(parry_distance(&hulls, &offset) < 1e-7, "case {case}"),
        }
    }
}
