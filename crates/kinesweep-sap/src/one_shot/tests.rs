//! All methods compared with brute force.

use super::super::{Aabb, Scalar};
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The kinds of scenes.
#[derive(Clone, Copy, Debug)]
enum Scene {
    /// Unit cubes at a density of 5 %.
    Sparse,
    /// Integer corners and sides: many ties, some boxes are points, some equal.
    Lattice,
    /// All boxes equal.
    Equal,
    /// Points at a few positions.
    Points,
    /// Flat: no extent on the last axis.
    Flat,
    /// Sides from 0.01 to 100, log-uniform.
    Sizes,
    /// A few huge boxes among tiny ones.
    HugeAndTiny,
    /// Boxes infinite at one or both ends, boxes at infinity.
    Infinite,
    /// A lattice of equal cubes, each in contact with its neighbours.
    Touching,
    /// Most boxes in a tiny part of the scene.
    Cluster,
    /// A few boxes so far away that all others are, in comparison, at one position.
    FarOutliers,
    /// Very large and very small numbers.
    Extreme,
}

const SCENES: [Scene; 12] = [
    Scene::Sparse,
    Scene::Lattice,
    Scene::Equal,
    Scene::Points,
    Scene::Flat,
    Scene::Sizes,
    Scene::HugeAndTiny,
    Scene::Infinite,
    Scene::Touching,
    Scene::Cluster,
    Scene::FarOutliers,
    Scene::Extreme,
];

fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

impl Scene {
    fn boxes<S: Scalar, const D: usize>(self, random: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Aabb<S, D>> {
        let spread = (count as f64 / 0.05).powf(1.0 / D as f64);
        (0..count)
            .map(|number| {
                let [mut min, mut side] = self.low_and_side::<D>(random, number, spread);
                if matches!(self, Scene::Flat) && D > 1 {
                    (min[D - 1], side[D - 1]) = (2.0, 0.0);
                }
                let mut max: [f64; D] = std::array::from_fn(|axis| min[axis] + side[axis]);
                if matches!(self, Scene::Infinite) {
                    let axis = number % D;
                    match random.next_u64() % 12 {
                        0 => max[axis] = f64::INFINITY,
                        1 => min[axis] = f64::NEG_INFINITY,
                        2 => (min[axis], max[axis]) = (f64::NEG_INFINITY, f64::INFINITY),
                        3 => (min[axis], max[axis]) = (f64::INFINITY, f64::INFINITY),
                        4 => (min, max) = ([f64::NEG_INFINITY; D], [f64::INFINITY; D]),
                        _ => {}
                    }
                }
                Aabb {
                    min: min.map(S::from_f64),
                    max: max.map(S::from_f64),
                }
            })
            .collect()
    }

    fn low_and_side<const D: usize>(self, random: &mut Xoshiro256PlusPlus, number: usize, spread: f64) -> [[f64; D]; 2] {
        let mut anywhere = |spread: f64| -> [f64; D] { std::array::from_fn(|_| unit(random) * spread) };
        match self {
            Scene::Sparse | Scene::Flat | Scene::Infinite => [anywhere(spread), [1.0; D]],
            Scene::Lattice => [anywhere(spread / 2.0).map(f64::floor), anywhere(3.0).map(f64::floor)],
            Scene::Equal => [[1.5; D], [1.0; D]],
            Scene::Points => [anywhere(spread / 3.0).map(f64::floor), [0.0; D]],
            Scene::Sizes => [anywhere(2.0 * spread), anywhere(4.0).map(|power| 10_f64.powf(power - 2.0))],
            Scene::HugeAndTiny if number % 20 == 7 => [anywhere(spread / 2.0), anywhere(spread)],
            Scene::HugeAndTiny => [anywhere(spread), [0.01; D]],
            Scene::Touching => {
                let row = spread.ceil() as usize / 2 + 1;
                let mut rest = number;
                let min = std::array::from_fn(|_| {
                    let at = rest % row;
                    rest /= row;
                    at as f64 - 2.0
                });
                [min, [1.0; D]]
            }
            Scene::Cluster if !number.is_multiple_of(10) => [anywhere(spread / 100.0), anywhere(0.05)],
            Scene::Cluster => [anywhere(spread), [1.0; D]],
            Scene::FarOutliers if number % 50 == 3 => [anywhere(2e18).map(|at| at - 1e18), [1.0; D]],
            Scene::FarOutliers => [anywhere(spread), [1.0; D]],
            Scene::Extreme => {
                let mut power = |base: f64| anywhere(70.0).map(|power| base * 10_f64.powf(power - 35.0));
                let low = power(-1.0);
                [low, power(1.0)]
            }
        }
    }
}

const SIZES: [usize; 14] = [0, 1, 2, 3, 7, 8, 9, 15, 17, 33, 64, 100, 201, 300];

fn check_sizes<S: Scalar, const D: usize>(sizes: &[usize]) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(D as u64);
    let mut finders: Vec<_> = Method::ALL
        .iter()
        .map(|&method| (method, Finder::<S, D>::new(method)))
        .collect();
    let (mut expected, mut pairs) = (Vec::new(), Vec::new());
    for scene in SCENES {
        for &size in sizes {
            let boxes = scene.boxes::<S, D>(&mut random, size);
            let others = scene.boxes::<S, D>(&mut random, (size * 7 / 3) % 250);
            overlaps(Method::BruteForce, &boxes, &mut expected);
            for (method, finder) in &mut finders {
                finder.overlaps(&boxes, &mut pairs);
                assert!(
                    pairs == expected,
                    "{method:?} {scene:?} {size}: {} {}",
                    pairs.len(),
                    expected.len()
                );
            }
            overlaps_between(Method::BruteForce, &boxes, &others, &mut expected);
            for (method, finder) in &mut finders {
                finder.overlaps_between(&boxes, &others, &mut pairs);
                assert!(
                    pairs == expected,
                    "{method:?} {scene:?} {size} between: {} {}",
                    pairs.len(),
                    expected.len()
                );
            }
        }
    }
}

#[test]
fn all_methods_agree_with_brute_force() {
    check_sizes::<f32, 1>(&SIZES);
    check_sizes::<f32, 2>(&SIZES);
    check_sizes::<f32, 3>(&SIZES);
    check_sizes::<f64, 3>(&SIZES);
    check_sizes::<f64, 4>(&SIZES[..10]);
}

#[test]
fn all_methods_agree_with_brute_force_on_two_thousand_boxes() {
    check_sizes::<f32, 2>(&[2_000]);
    check_sizes::<f64, 3>(&[2_000]);
}

#[test]
fn segment_tree_without_scans_agrees_with_brute_force() {
    fn deep<S: Scalar, const D: usize>() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let (mut expected, mut pairs) = (Vec::new(), Vec::new());
        let mut tree = SegmentTree::<S, D>::with_cutoff(0);
        for scene in SCENES {
            for size in [5, 40, 300] {
                let (boxes, others) = (scene.boxes(&mut random, size), scene.boxes(&mut random, size / 2));
                overlaps(Method::BruteForce, &boxes, &mut expected);
                pairs.clear();
                tree.complete(&boxes, |a, b| pairs.push((a, b)));
                pairs.sort_unstable();
                assert_eq!(pairs, expected, "{scene:?}");
                overlaps_between(Method::BruteForce, &boxes, &others, &mut expected);
                pairs.clear();
                tree.bipartite(&boxes, &others, |a, b| pairs.push((a, b)));
                pairs.sort_unstable();
                assert_eq!(pairs, expected, "{scene:?}");
            }
        }
    }
    deep::<f32, 1>();
    deep::<f64, 3>();
    deep::<f32, 3>();
    deep::<f64, 4>();
}

#[test]
fn grids_with_extreme_and_invalid_cell_sizes_agree_with_brute_force() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(10);
    let (mut expected, mut pairs) = (Vec::new(), Vec::new());
    for scene in SCENES {
        let boxes: Vec<Aabb<f32, 3>> = scene.boxes(&mut random, 200);
        overlaps(Method::BruteForce, &boxes, &mut expected);
        for kind in [GridKind::Dense, GridKind::Hashed, GridKind::Sorted] {
            for size in [1e-30, 0.1, 0.9, 1.0, 3.0, 1e3, 1e30, f64::NAN, f64::INFINITY, -1.0] {
                pairs.clear();
                Grid::with_cell_size(kind, size).complete(&boxes, |a, b| pairs.push((a, b)));
                pairs.sort_unstable();
                assert_eq!(pairs, expected, "{scene:?} {kind:?} {size}");
            }
        }
    }
}

/// Boxes of a published recipe with published counts: a linear congruential generator from seed 42,
/// centres of 12 bits, half sizes of 7.
fn published<S: Scalar, const D: usize>(count: usize) -> Vec<Aabb<S, D>> {
    let mut state = 42_u32;
    let mut next = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        f64::from(state >> 16 & 0x7fff)
    };
    let masked = |value: f64, mask: u32| f64::from(value as u32 & mask);
    (0..count)
        .map(|_| {
            let centre: [f64; D] = std::array::from_fn(|_| masked(next(), 4095) - 2048.0);
            let half: [f64; D] = std::array::from_fn(|_| masked(next(), 127));
            Aabb {
                min: std::array::from_fn(|axis| S::from_f64(centre[axis] - half[axis])),
                max: std::array::from_fn(|axis| S::from_f64(centre[axis] + half[axis])),
            }
        })
        .collect()
}

#[test]
fn published_boxes_have_the_published_overlaps() {
    let mut pairs = Vec::new();
    for method in Method::ALL {
        overlaps(method, &published::<f32, 3>(10_000), &mut pairs);
        assert_eq!(pairs.len(), 11_811, "{method:?}");
        overlaps(method, &published::<f64, 3>(10_000), &mut pairs);
        assert_eq!(pairs.len(), 11_811, "{method:?}");
    }
}
