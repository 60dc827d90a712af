use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Sorted boxes on a lattice with many ties, some of them points, huge or infinite.
fn boxes<S: Scalar, const D: usize>(random: &mut Xoshiro256PlusPlus, count: usize, sweep_axis: usize) -> Vec<Aabb<S, D>> {
    let mut boxes: Vec<Aabb<S, D>> = (0..count)
        .map(|_| {
            let min: [f64; D] = std::array::from_fn(|_| (random.next_u64() % 9) as f64 - 4.0);
            let mut bounds = Aabb {
                min: min.map(S::from_f64),
                max: min.map(|low| S::from_f64(low + (random.next_u64() % 3) as f64)),
            };
            let axis = (random.next_u64() % D as u64) as usize;
            match random.next_u64() % 16 {
                0 => bounds.max[axis] = S::INFINITY,
                1 => bounds.min[axis] = S::NEG_INFINITY,
                2 => (bounds.min[axis], bounds.max[axis]) = (S::INFINITY, S::INFINITY),
                _ => {}
            }
            bounds
        })
        .collect();
    boxes.sort_by_key(|bounds| bounds.min[sweep_axis].endpoint(false, 0));
    boxes
}

fn check_against_brute_force<S: Scalar, const D: usize>() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(D as u64);
    let (mut here, mut there) = (Lanes::<S, D>::default(), Lanes::default());
    for round in 0..200 {
        let axis = round % D;
        let some = boxes::<S, D>(&mut random, round * 7 % 61, axis);
        let others = boxes::<S, D>(&mut random, round * 5 % 47, axis);
        here.fill(axis, some.iter().copied());
        there.fill(axis, others.iter().copied());
        assert!(here.is_sorted() && here.len() == some.len());

        let mut found = Vec::new();
        here.pairs(|a, b| found.push((a, b)));
        let mut expected = Vec::new();
        for b in 0..some.len() {
            expected.extend((0..b).filter(|&a| some[a].overlaps(&some[b])).map(|a| (a, b)));
        }
        expected.sort_unstable();
        assert_eq!(found, expected);

        let mut found = Vec::new();
        here.pairs_between(&there, |a, b| found.push((a, b)));
        found.sort_unstable();
        let mut expected = Vec::new();
        for (a, one) in some.iter().enumerate() {
            expected.extend((0..others.len()).filter(|&b| one.overlaps(&others[b])).map(|b| (a, b)));
        }
        assert_eq!(found, expected);
    }
}

#[test]
fn lanes_agree_with_brute_force_in_one_to_four_dimensions() {
    check_against_brute_force::<f32, 1>();
    check_against_brute_force::<f64, 1>();
    check_against_brute_force::<f32, 2>();
    check_against_brute_force::<f64, 2>();
    check_against_brute_force::<f32, 3>();
    check_against_brute_force::<f64, 3>();
    check_against_brute_force::<f64, 4>();
}
