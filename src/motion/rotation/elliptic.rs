//! Elliptic integrals of the first kind.

use std::f64::consts::{FRAC_PI_2, PI};

/// Iterations after which an arithmetic-geometric mean or a duplication has converged from any pair
/// of floats; both take about ten.
const MAX_ITERATIONS: u32 = 1100;

/// Relative distance of the two means below which their next difference is less than a rounding:
/// it is the square of this.
const MEANS_AGREE: f64 = 1e-8;

/// Spread of the arguments, as a fraction of their mean, below which the series to the fifth order
/// is exact to rounding.
const SERIES_SPREAD: f64 = 2e-3;

/// The arithmetic-geometric mean of 1 and x > 0.
fn mean_with_one(x: f64) -> f64 {
    let (mut arithmetic, mut geometric) = (1.0, x);
    for _ in 0..MAX_ITERATIONS {
        let difference: f64 = arithmetic - geometric;
        (arithmetic, geometric) = (0.5 * (arithmetic + geometric), (arithmetic * geometric).sqrt());
        if difference.abs() <= MEANS_AGREE * arithmetic {
            break;
        }
    }
    0.5 * (arithmetic + geometric)
}

/// The complete integral K(m), given the complementary parameter 1 - m > 0: pi over twice the mean
/// of 1 and the root of it (Gauss; Abramowitz and Stegun 17.6.3).
pub(super) fn complete(complementary: f64) -> f64 {
    FRAC_PI_2 / mean_with_one(complementary.sqrt())
}

/// The incomplete integral F(phi|m) for 0 <= phi <= pi/2, given sine and squared cosine of phi and
/// 1 - m sin² phi. sin RF(cos², 1 - m sin², 1), by Carlson's duplication (Numerical Algorithms 10
/// (1995) 13, section 2).
pub(super) fn incomplete(sine: f64, cosine_squared: f64, delta_squared: f64) -> f64 {
    let (mut x, mut y, mut z) = (cosine_squared, delta_squared, 1.0);
    for _ in 0..MAX_ITERATIONS {
        let mean = (x + y + z) / 3.0;
        let [dx, dy, dz] = [x, y, z].map(|argument: f64| (mean - argument) / mean);
        if dx.abs().max(dy.abs()).max(dz.abs()) <= SERIES_SPREAD {
            let (two, three) = (dx * dy + dx * dz + dy * dz, dx * dy * dz);
            let series = 1.0 - two / 10.0 + three / 14.0 + two * two / 24.0 - 3.0 * two * three / 44.0;
            return sine * series / mean.sqrt();
        }
        let (root_x, root_y, root_z) = (x.sqrt(), y.sqrt(), z.sqrt());
        let shift = root_x * (root_y + root_z) + root_y * root_z;
        (x, y, z) = (0.25 * (x + shift), 0.25 * (y + shift), 0.25 * (z + shift));
    }
    f64::INFINITY
}

/// pi / (2 K).
pub(super) fn angle_per_argument(complete: f64) -> f64 {
    PI / (2.0 * complete)
}
