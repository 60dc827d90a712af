//! Seeded directions, positions and rotations.

use nalgebra::{UnitQuaternion, Vector3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in -1..1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn in_ball(&mut self) -> Vector3<f64> {
        loop {
            let v = Vector3::from_fn(|_, _| self.signed());
            if v.norm_squared() <= 1.0 {
                return v;
            }
        }
    }

    pub(crate) fn unit(&mut self) -> Vector3<f64> {
        self.in_ball().normalize()
    }

    /// Uniform over all rotations.
    pub(crate) fn rotation(&mut self) -> UnitQuaternion<f64> {
        loop {
            let q = nalgebra::Quaternion::new(self.signed(), self.signed(), self.signed(), self.signed());
            if (1e-6..=1.0).contains(&q.norm_squared()) {
                return UnitQuaternion::from_quaternion(q);
            }
        }
    }
}
