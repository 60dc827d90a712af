//! Theta functions of Jacobi with nome at most exp(-pi), as needed for free rotation: their ratios,
//! which are the elliptic functions sn, cn and dn of a real argument u, and the phase of
//! theta_1 at u - ia.
//!
//! For a parameter m <= 1/2 the series run in the nome of m, and their terms are trigonometric
//! functions of x = pi u / 2K. For m > 1/2, Jacobi's imaginary transformation gives series in the
//! nome of 1 - m with hyperbolic functions of v = pi u / 2K' (Whittaker and Watson, 21.51, 22.4). So
//! both converge to rounding in four terms, up to the separatrix, m = 1.

use super::elliptic::angle_per_argument;
use crate::portable;
use std::f64::consts::PI;

/// Terms of a series: the next one is less than the square of a rounding.
const TERMS: usize = 4;

/// Values at one argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    pub(super) sn: f64,
    pub(super) cn: f64,
    pub(super) dn: f64,
    /// Cosine and sine of the phase of theta_1 at u - ia.
    pub(super) phase: [f64; 2],
}

/// The series for one parameter and one a.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theta {
    kind: Series,
    /// K(m).
    half_period: f64,
    /// The rate of the phase with u, at u = K.
    phase_rate: f64,
}

#[derive(Clone, Copy, Debug)]
enum Series {
    /// m <= 1/2.
    Trigonometric {
        scale: f64,
        /// q to the powers n² and n² + n.
        squares: [f64; TERMS],
        products: [f64; TERMS],
        /// Factors of sin (2n+1)x in the real part of theta_1, of cos (2n+1)x in the imaginary one.
        real: [f64; TERMS],
        imaginary: [f64; TERMS],
        /// sn, cn and dn over the quotients of their series.
        ratios: [f64; 3],
    },
    /// m > 1/2.
    Hyperbolic {
        scale: f64,
        nome: f64,
        squares: [f64; TERMS],
        products: [f64; TERMS],
        /// (-1)^n sin and cos of (2n+1) pi a / 2K'.
        sines: [f64; TERMS],
        cosines: [f64; TERMS],
        /// The part of the phase that is linear in u.
        turning: f64,
        ratios: [f64; 3],
    },
}

impl Theta {
    /// `periods`: K(m) and K' = K(1 - m). 0 <= a <= K'.
    pub(super) fn new([k, k_prime]: [f64; 2], a: f64) -> Self {
        if k <= k_prime {
            Self::trigonometric(k, k_prime, a)
        } else {
            Self::hyperbolic(k, k_prime, a)
        }
    }

    fn trigonometric(k: f64, k_prime: f64, a: f64) -> Self {
        let (nome, scale) = (portable::exp(-PI * k_prime / k), angle_per_argument(k));
        let [squares, products] = powers(nome);
        // With y = scale a: 2 cosh and 2 sinh of (2n+1) y, over exp(y). The nome times exp(2y) is
        // at most 1.
        let (step, twice) = ((nome * portable::exp(2.0 * scale * a)).min(1.0), -2.0 * scale * a);
        let (mut real, mut imaginary) = ([0.0; TERMS], [0.0; TERMS]);
        let (mut sum, mut weighted) = (0.0, 0.0);
        let mut growing = 1.0;
        for n in 0..TERMS {
            let (sign, odd) = (if n % 2 == 0 { 1.0 } else { -1.0 }, (2 * n + 1) as f64);
            let falling = portable::expm1(odd * twice);
            let (cosh, sinh) = (squares[n] * growing * (2.0 + falling), -squares[n] * growing * falling);
            (real[n], imaginary[n]) = (sign * cosh, sign * sinh);
            sum += cosh;
            weighted += odd * sinh;
            growing *= step;
        }
        let [two, three, four] = at_zero(&[squares, products]);
        Self {
            kind: Series::Trigonometric {
                scale,
                squares,
                products,
                real,
                imaginary,
                ratios: [three / two, four / two, four / three],
            },
            half_period: k,
            phase_rate: scale * weighted / sum,
        }
    }

    fn hyperbolic(k: f64, k_prime: f64, a: f64) -> Self {
        let (nome, scale) = (portable::exp(-PI * k / k_prime), angle_per_argument(k_prime));
        let [squares, products] = powers(nome);
        let (mut sines, mut cosines) = ([0.0; TERMS], [0.0; TERMS]);
        for n in 0..TERMS {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            let (sin, cos) = portable::sin_cos((2 * n + 1) as f64 * scale * a);
            (sines[n], cosines[n]) = (sign * sin, sign * cos);
        }
        let turning = scale * a / k;
        let [two, three, four] = at_zero(&[squares, products]);
        let mut theta = Self {
            kind: Series::Hyperbolic {
                scale,
                nome,
                squares,
                products,
                sines,
                cosines,
                turning,
                ratios: [three / four, 2.0 * two / four, 2.0 * two / three],
            },
            half_period: k,
            phase_rate: 0.0,
        };
        // At u = K, exp(2v) is 1 over the nome; everything over exp(v) / 2.
        let (mut value, mut rate) = ([0.0; 2], [0.0; 2]);
        for n in 0..TERMS {
            let odd = (2 * n + 1) as f64;
            let falling = products[n] * power(nome, n + 1);
            let (cosh, sinh) = (squares[n] + falling, squares[n] - falling);
            value[0] += sines[n] * cosh;
            value[1] += cosines[n] * sinh;
            rate[0] += odd * sines[n] * sinh;
            rate[1] += odd * cosines[n] * cosh;
        }
        let square = value[0] * value[0] + value[1] * value[1];
        theta.phase_rate = turning + scale * (rate[1] * value[0] - rate[0] * value[1]) / square;
        theta
    }

    /// The rate of the phase with u, at u = K.
    pub(super) fn phase_rate(&self) -> f64 {
        self.phase_rate
    }

    /// The values at u.
    pub(super) fn at(&self, u: f64) -> Values {
        let periods = (u / (2.0 * self.half_period)).round();
        let reduced = u - 2.0 * self.half_period * periods;
        let values = match &self.kind {
            Series::Trigonometric { .. } => self.at_trigonometric(reduced),
            Series::Hyperbolic { .. } => self.at_hyperbolic(reduced),
        };
        if periods % 2.0 == 0.0 {
            values
        } else {
            Values {
                sn: -values.sn,
                cn: -values.cn,
                phase: values.phase.map(|part| -part),
                ..values
            }
        }
    }

    fn at_trigonometric(&self, u: f64) -> Values {
        let Series::Trigonometric {
            scale,
            squares,
            products,
            real,
            imaginary,
            ratios,
        } = &self.kind
        else {
            unreachable!("called for this kind")
        };
        let (sin, cos) = portable::sin_cos(scale * u);
        let double = 2.0 * (cos - sin) * (cos + sin);
        let (mut sines, mut cosines) = ([0.0; TERMS], [0.0; TERMS]);
        // Of odd multiples of the angle: f(n+1) = 2 cos 2x f(n) - f(n-1).
        let (mut before, mut now) = ([-sin, cos], [sin, cos]);
        for n in 0..TERMS {
            (sines[n], cosines[n]) = (now[0], now[1]);
            let next = [double * now[0] - before[0], double * now[1] - before[1]];
            (before, now) = (now, next);
        }
        let (mut one, mut two, mut three, mut four) = (0.0, 0.0, 1.0, 1.0);
        let (mut even_before, mut even) = (0.5 * double, 1.0);
        for n in 0..TERMS {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            one += sign * products[n] * sines[n];
            two += products[n] * cosines[n];
            if n > 0 {
                three += 2.0 * squares[n] * even;
                four += 2.0 * sign * squares[n] * even;
            }
            (even_before, even) = (even, double * even - even_before);
        }
        let phase = [dot(real, &sines), -dot(imaginary, &cosines)];
        Values {
            sn: ratios[0] * one / four,
            cn: ratios[1] * two / four,
            dn: ratios[2] * three / four,
            phase: unit(phase),
        }
    }

    fn at_hyperbolic(&self, u: f64) -> Values {
        let Series::Hyperbolic {
            scale,
            nome,
            squares,
            products,
            sines,
            cosines,
            turning,
            ratios,
        } = &self.kind
        else {
            unreachable!("called for this kind")
        };
        // With e = exp(-2|v|), the odd series over exp(|v|) / 2. The nome over e is at most 1.
        let twice = -2.0 * scale * u.abs();
        let e = portable::exp(twice);
        let step = (nome / e).min(1.0);
        let (mut one, mut two, mut three, mut four) = (0.0, 0.0, 1.0, 1.0);
        let (mut real, mut imaginary) = (0.0, 0.0);
        let (mut growing, mut falling, mut even_falling) = (1.0, portable::expm1(twice), 1.0);
        for n in 0..TERMS {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            if n > 0 {
                let even = products[n - 1] * growing * (1.0 + even_falling);
                three += even;
                four += sign * even;
            }
            let amount = squares[n] * growing;
            let (cosh, sinh) = (amount * (2.0 + falling), -amount * falling);
            one += sign * sinh;
            two += cosh;
            real += sines[n] * cosh;
            imaginary += cosines[n] * sinh;
            growing *= step;
            even_falling *= e * e;
            falling = even_falling * e - 1.0;
        }
        let side = if u < 0.0 { -1.0 } else { 1.0 };
        let shrink = e.sqrt() / two;
        let (sin, cos) = portable::sin_cos(turning * u);
        // -i exp(i turning u) (real + i imaginary).
        let [real, imaginary] = unit([real, side * imaginary]);
        Values {
            sn: side * ratios[0] * one / two,
            cn: ratios[1] * four * shrink,
            dn: ratios[2] * three * shrink,
            phase: [cos * imaginary + sin * real, sin * imaginary - cos * real],
        }
    }
}

/// The powers n² and n² + n of a nome.
fn powers(nome: f64) -> [[f64; TERMS]; 2] {
    let mut powers = [[1.0; TERMS]; 2];
    for n in 1..TERMS {
        let step = power(nome, n);
        powers[0][n] = powers[1][n - 1] * step;
        powers[1][n] = powers[0][n] * step;
    }
    powers
}

/// An integer power, by products in order.
fn power(x: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * x)
}

/// theta_2 (without the factor 2 and the fourth root of the nome), theta_3 and theta_4 at 0.
fn at_zero([squares, products]: &[[f64; TERMS]; 2]) -> [f64; 3] {
    let (mut two, mut three, mut four) = (0.0, 1.0, 1.0);
    for n in 0..TERMS {
        two += products[n];
        if n > 0 {
            let sign = if n % 2 == 0 { 2.0 } else { -2.0 };
            three += 2.0 * squares[n];
            four += sign * squares[n];
        }
    }
    [two, three, four]
}

fn dot(one: &[f64; TERMS], other: &[f64; TERMS]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The vector of length 1 in this direction.
fn unit([x, y]: [f64; 2]) -> [f64; 2] {
    let norm = (x * x + y * y).sqrt();
    [x / norm, y / norm]
}
