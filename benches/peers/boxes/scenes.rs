//! The boxes of the bench.

use kinesweep_sap::{Aabb, Scalar};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The distribution of the boxes. Numbers are computed in `f64` and rounded to the scalar.
#[derive(Clone, Copy)]
pub(crate) enum Scene {
    /// A published recipe with published numbers of overlaps: 11 811 among 10 000 boxes. More boxes
    /// are in more space, at the same density.
    Published,
    /// Unit cubes, uniformly distributed, 5 % of space.
    Cubes,
    /// Cubes with log-uniform sides from 1 to 100, uniformly distributed, some five overlaps each.
    Sizes,
    /// Unit cubes concentrated in the middle: the third power of a uniform distribution, in space
    /// for 0.5 %.
    Cluster,
}

impl Scene {
    /// The name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scene::Published => "published",
            Scene::Cubes => "unit cubes",
            Scene::Sizes => "sizes 1:100",
            Scene::Cluster => "cluster",
        }
    }

    /// A scene of `count` boxes.
    pub(crate) fn boxes<S: Scalar>(self, count: usize) -> Vec<Aabb<S, 3>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(count as u64);
        let mut unit = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut state = 42_u32;
        let mut next = |mask: u32| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            f64::from(state >> 16 & 0x7fff & mask)
        };
        let count_f = count as f64;
        (0..count)
            .map(|_| {
                let (low, side): ([f64; 3], [f64; 3]) = match self {
                    Scene::Published => {
                        let scale = (count_f / 10_000.0).cbrt();
                        let centre: [f64; 3] = std::array::from_fn(|_| (next(4095) - 2048.0) * scale);
                        let half: [f64; 3] = std::array::from_fn(|_| next(127));
                        (
                            std::array::from_fn(|axis| centre[axis] - half[axis]),
                            half.map(|half| 2.0 * half),
                        )
                    }
                    Scene::Cubes => (std::array::from_fn(|_| unit() * (count_f / 0.05).cbrt()), [1.0; 3]),
                    Scene::Sizes => {
                        let side = 100_f64.powf(unit());
                        (std::array::from_fn(|_| unit() * 30.0 * count_f.cbrt()), [side; 3])
                    }
                    Scene::Cluster => {
                        let spread = (count_f / 0.005).cbrt() / 2.0;
                        (std::array::from_fn(|_| (2.0 * unit() - 1.0).powi(3) * spread), [1.0; 3])
                    }
                };
                Aabb {
                    min: low.map(S::from_f64),
                    max: std::array::from_fn(|axis| S::from_f64(low[axis] + side[axis])),
                }
            })
            .collect()
    }
}
