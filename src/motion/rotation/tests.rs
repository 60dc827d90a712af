//! Free rotation against integration of Euler's equations by Taylor series with 32 digits, and
//! against invariants and known periods.

use super::Rotation;
use super::elliptic::complete;
use crate::motion::{Inertia, MotionPiece};
use crate::portable;
use crate::roots::Extended;
use nalgebra::{UnitQuaternion, Vector3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::f64::consts::TAU;

/// Order of the Taylor series, and the rotation of a step in radians: the remainder is below 1e-18.
const ORDER: usize = 24;
const STEP: f64 = 0.25;

/// Angular velocity about the principal axes, and the quaternion from these to the world.
#[derive(Clone, Copy)]
struct Exact {
    spin: [Extended; 3],
    attitude: [Extended; 4],
}

impl Exact {
    fn new(piece: &MotionPiece, inertia: &Inertia) -> Self {
        let quaternion = |q: &UnitQuaternion<f64>| [q.w, q.i, q.j, q.k].map(Extended::new);
        let attitude = product(&quaternion(&piece.orientation), &quaternion(&inertia.axes));
        let spin = piece.angular_velocity;
        let [w, x, y, z] = attitude;
        let inverse = [w, x.negated(), y.negated(), z.negated()];
        let vector = [0.0, spin.x, spin.y, spin.z].map(Extended::new);
        let [_, x, y, z] = product(&product(&inverse, &vector), &attitude);
        Self {
            spin: [x, y, z],
            attitude,
        }
    }

    /// Integrates over a time, in steps of at most [`STEP`] radians.
    fn advance(&mut self, moments: &Vector3<f64>, speed: f64, time: f64) {
        let steps = (speed * time / STEP).ceil().max(1.0);
        let step = Extended::new(time).over(Extended::new(steps));
        let factors: [Extended; 3] = std::array::from_fn(|axis| {
            let (next, last) = (moments[(axis + 1) % 3], moments[(axis + 2) % 3]);
            Extended::difference(next, last).over(Extended::new(moments[axis]))
        });
        for _ in 0..steps as usize {
            self.step(&factors, step);
        }
    }

    fn step(&mut self, factors: &[Extended; 3], step: Extended) {
        let (mut w, mut q) = (vec![self.spin], vec![self.attitude]);
        for order in 0..ORDER {
            let mut spin = [Extended::default(); 3];
            let mut attitude = [Extended::default(); 4];
            for k in 0..=order {
                for axis in 0..3 {
                    let term = w[k][(axis + 1) % 3].product(w[order - k][(axis + 2) % 3]);
                    spin[axis] = spin[axis].plus(term);
                }
                let [x, y, z] = w[order - k];
                let term = product(&q[k], &[Extended::default(), x, y, z]);
                for part in 0..4 {
                    attitude[part] = attitude[part].plus(term[part]);
                }
            }
            let next = Extended::new((order + 1) as f64);
            w.push(std::array::from_fn(|axis| spin[axis].product(factors[axis]).over(next)));
            q.push(attitude.map(|part| part.times(0.5).over(next)));
        }
        (self.spin, self.attitude) = (horner(&w, step), horner(&q, step));
    }
}

/// The value of polynomials at x, their coefficients by order.
fn horner<const N: usize>(coefficients: &[[Extended; N]], x: Extended) -> [Extended; N] {
    coefficients.iter().rev().fold([Extended::default(); N], |sum, terms| {
        std::array::from_fn(|part| terms[part].plus(sum[part].product(x)))
    })
}

fn product(a: &[Extended; 4], b: &[Extended; 4]) -> [Extended; 4] {
    let sum = |terms: [(usize, usize, f64); 4]| {
        let add = |sum: Extended, (i, j, sign): &(usize, usize, f64)| sum.plus(a[*i].times(*sign).product(b[*j]));
        terms.iter().fold(Extended::default(), add)
    };
    [
        sum([(0, 0, 1.0), (1, 1, -1.0), (2, 2, -1.0), (3, 3, -1.0)]),
        sum([(0, 1, 1.0), (1, 0, 1.0), (2, 3, 1.0), (3, 2, -1.0)]),
        sum([(0, 2, 1.0), (2, 0, 1.0), (3, 1, 1.0), (1, 3, -1.0)]),
        sum([(0, 3, 1.0), (3, 0, 1.0), (1, 2, 1.0), (2, 1, -1.0)]),
    ]
}

/// The kinds of tops that are tested.
#[derive(Clone, Copy, Debug)]
enum Top {
    Asymmetric,
    Symmetric,
    NearlySymmetric,
    NearSeparatrix,
    NearAxis,
    Plate,
    Rod,
}

const TOPS: [Top; 7] = [
    Top::Asymmetric,
    Top::Symmetric,
    Top::NearlySymmetric,
    Top::NearSeparatrix,
    Top::NearAxis,
    Top::Plate,
    Top::Rod,
];

struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed())
    }

    /// 10 to the power of -`least` to -`most`.
    fn small(&mut self, least: f64, most: f64) -> f64 {
        let exponent = least + (most - least) * 0.5 * (1.0 + self.signed());
        portable::exp(-exponent * std::f64::consts::LN_10)
    }

    fn rotation(&mut self) -> UnitQuaternion<f64> {
        portable::rotation(&(self.vector() * 3.0))
    }

    fn case(&mut self, top: Top) -> (MotionPiece, Inertia) {
        let mut moments = Vector3::from_fn(|_, _| 2.0 + self.signed());
        let axis = (self.0.next_u64() % 3) as usize;
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut spin = self.vector() * 2.0;
        match top {
            Top::Asymmetric => {}
            Top::Symmetric => moments[next] = moments[last],
            Top::NearlySymmetric => moments[next] = moments[last] * (1.0 + self.signed() * self.small(2.0, 14.0)),
            Top::Plate => moments[axis] = moments[next] + moments[last],
            Top::Rod => {
                moments[axis] = moments[last] * self.small(1.0, 6.0);
                moments[next] = moments[last] + moments[axis] * self.signed();
            }
            Top::NearAxis => {
                let small = self.small(1.0, 9.0);
                spin[next] *= small;
                spin[last] *= small;
            }
            Top::NearSeparatrix => {
                let mut order = [0, 1, 2];
                order.sort_by(|a, b| moments[*a].total_cmp(&moments[*b]));
                let [low, middle, high] = order;
                let over = |of: usize| moments[of] * (moments[of] - moments[middle]).abs();
                spin[high] = spin[low] * (over(low) / over(high)).sqrt() * (1.0 + self.signed() * self.small(2.0, 14.0));
            }
        }
        let inertia = Inertia {
            moments,
            axes: self.rotation(),
            centre: Vector3::zeros(),
        };
        let orientation = self.rotation();
        let piece = MotionPiece {
            orientation,
            angular_velocity: orientation * (inertia.axes * spin),
            inertia: Some(inertia),
            ..MotionPiece::at_rest()
        };
        (piece, inertia)
    }
}

/// The angle between two orientations, in radians.
fn angle(one: &UnitQuaternion<f64>, other: &UnitQuaternion<f64>) -> f64 {
    2.0 * (one.inverse() * other).imag().norm()
}

/// Ten thousand pieces with `KINESWEEP_ROUNDS=60`.
#[test]
fn every_top_turns_as_eulers_equations_say() {
    /// Of each kind.
    const CASES: usize = 24;
    let rounds = std::env::var("KINESWEEP_ROUNDS");
    let factor = rounds.map_or(1, |text| text.parse().expect("KINESWEEP_ROUNDS is a whole number"));
    check(1, CASES * factor);
}

fn check(seed: u64, cases: usize) {
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(seed));
    for top in TOPS {
        let mut worst = (0.0f64, 0.0f64);
        for case in 0..cases {
            let (piece, inertia) = draw.case(top);
            let rotation = Rotation::new(&piece);
            let speed = rotation.most_speed();
            let mut exact = Exact::new(&piece, &inertia);
            let mut time = 0.0;
            for _ in 0..4 {
                let more = 2.5 * (1.0 + draw.signed()) / speed;
                exact.advance(&inertia.moments, 2.0 * speed, more);
                time += more;
                let (orientation, spin) = rotation.at(time);
                let [w, i, j, k] = exact.attitude.map(|part| part.high);
                let expected = UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, i, j, k)) * inertia.axes.inverse();
                let turned = 1.0 + speed * time;
                let wrong = angle(&orientation, &expected) / turned;
                let of_body = Vector3::from_fn(|axis, _| exact.spin[axis].high);
                let spin_wrong = (spin - expected * (inertia.axes * of_body)).norm() / speed / turned;
                assert!(
                    wrong < 1e-13 && spin_wrong < 1e-13,
                    "{top:?} {case}: {wrong:e} {spin_wrong:e} after {turned} rad"
                );
                assert!(spin.norm() <= speed * (1.0 + 1e-14), "{top:?} {case}");
                worst = (worst.0.max(wrong), worst.1.max(spin_wrong));
            }
        }
        println!("{top:?}: {:.1e} {:.1e}", worst.0, worst.1);
    }
}

/// The bound on accelerations holds, by finite differences of the exact rotation.
#[test]
fn no_point_accelerates_more_than_the_bound() {
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(3));
    for top in TOPS {
        for _ in 0..50 {
            let (piece, _) = draw.case(top);
            let rotation = Rotation::new(&piece);
            let point = draw.vector();
            let bound = rotation.most_acceleration(&point);
            let mut greatest = 0.0f64;
            for step in 0..200 {
                let time = 0.1 * f64::from(step) / rotation.most_speed();
                let small = 1e-4 / rotation.most_speed();
                let velocity = |s: f64| {
                    let (orientation, spin) = rotation.at(s);
                    spin.cross(&(orientation * point))
                };
                let acceleration = (velocity(time + small) - velocity(time - small)) / (2.0 * small);
                greatest = greatest.max(acceleration.norm());
            }
            assert!(greatest <= bound * (1.0 + 1e-6), "{top:?}: {greatest} {bound}");
            assert!(bound <= 8.0 * greatest + 1e-9, "{top:?}: {greatest} {bound}");
        }
    }
}

/// Poinsot's invariants after 10^6 turns, in one piece and in a hundred thousand.
#[test]
fn energy_and_angular_momentum_are_constant() {
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(4));
    for top in TOPS {
        let (piece, inertia) = draw.case(top);
        let invariants = |orientation: &UnitQuaternion<f64>, spin: &Vector3<f64>| {
            let axes = orientation * inertia.axes;
            let of_body = axes.inverse_transform_vector(spin);
            let momentum = inertia.moments.component_mul(&of_body);
            (0.5 * momentum.dot(&of_body), axes * momentum)
        };
        let (energy, momentum) = invariants(&piece.orientation, &piece.angular_velocity);
        let period = TAU / piece.angular_velocity.norm();
        let check = |(orientation, spin): (UnitQuaternion<f64>, Vector3<f64>), allowed: f64| {
            let (energy_then, momentum_then) = invariants(&orientation, &spin);
            let (lost, turned) = (
                (energy_then / energy - 1.0).abs(),
                (momentum_then - momentum).norm() / momentum.norm(),
            );
            assert!(lost < allowed && turned < allowed, "{top:?}: {lost:e} {turned:e}");
        };
        let rotation = Rotation::new(&piece);
        for turn in [1e3, 1e5 + 0.3, 1e6 + 0.7] {
            check(rotation.at(turn * period), 1e-12);
        }
        let mut rebased = piece;
        for step in 1..=100_000 {
            rebased = rebased.rebased(10.0 * f64::from(step) * period);
        }
        // Each piece rounds.
        check((rebased.orientation, rebased.angular_velocity), 1e5 * f64::EPSILON);
    }
}

/// The period of the angular velocity about the body's axes is 4 K(m) / p.
#[test]
fn an_intermediate_axis_tumbles_with_the_period_of_the_complete_integral() {
    // Moments 1, 2, 3 and a spin of 1e-3 beside the middle axis: m = 1 - m' with m' from L² - 2E·2.
    let inertia = Inertia {
        moments: Vector3::new(1.0, 2.0, 3.0),
        axes: UnitQuaternion::identity(),
        centre: Vector3::zeros(),
    };
    let spin = Vector3::new(1e-3, 1.0, 1e-3);
    let piece = MotionPiece {
        angular_velocity: spin,
        inertia: Some(inertia),
        ..MotionPiece::at_rest()
    };
    // L² - 2E I: of 1, 2, 3. The largest moment's axis is circled.
    let square = 1e-6;
    let (over_one, over_two, over_three) = (2.0 + 6.0 * square, 2.0 * square, -2.0 * square - 2.0);
    assert!(over_two > 0.0);
    let complementary = 2.0 * over_two / over_one;
    let rate = (over_one / 6.0f64).sqrt();
    let period = 4.0 * complete(complementary) / rate;
    // K(m) = ln(4 / k') + (k'² / 4) (ln(4 / k') - 1) + 9 k'^4 / 64 (ln(4 / k') - 7 / 6).
    let log = (16.0f64 / complementary).ln() / 2.0;
    let series = log + complementary / 4.0 * (log - 1.0) + 9.0 / 64.0 * complementary.powi(2) * (log - 7.0 / 6.0);
    assert!((complete(complementary) / series - 1.0).abs() < 1e-14);
    let _ = over_three;
    let rotation = Rotation::new(&piece);
    let of_body = |s: f64| {
        let (orientation, spin) = rotation.at(s);
        orientation.inverse_transform_vector(&spin)
    };
    // The component along the middle axis passes 0 at times half a period apart: the secant's root.
    let crossing = |near: f64| {
        let (mut one, mut other) = (near - 1e-3, near + 1e-3);
        for _ in 0..60 {
            let (at_one, at_other) = (of_body(one).y, of_body(other).y);
            if at_one == at_other {
                break;
            }
            (one, other) = (other, other - at_other * (other - one) / (at_other - at_one));
        }
        other
    };
    let first = (1..20_000)
        .map(|step| 1e-3 * f64::from(step))
        .find(|s| of_body(*s).y <= 0.0)
        .expect("it tumbles");
    let (first, later) = (crossing(first), crossing(first + 0.5 * period));
    assert!(
        ((later - first) / (0.5 * period) - 1.0).abs() < 1e-13,
        "{}",
        (later - first) / (0.5 * period) - 1.0
    );
}

/// The axis of a symmetric top returns after 2 pi I / L.
#[test]
fn a_symmetric_top_precesses_at_its_momentum_over_its_moment() {
    let inertia = Inertia {
        moments: Vector3::new(2.0, 0.5, 2.0),
        axes: UnitQuaternion::identity(),
        centre: Vector3::zeros(),
    };
    let piece = MotionPiece {
        angular_velocity: Vector3::new(0.7, 3.0, -0.2),
        inertia: Some(inertia),
        ..MotionPiece::at_rest()
    };
    let momentum = Vector3::new(1.4, 1.5, -0.4);
    let period = TAU / (momentum.norm() / 2.0);
    let rotation = Rotation::new(&piece);
    for turn in 1..=10 {
        let axis = rotation.at(f64::from(turn) * period).0 * Vector3::y();
        assert!((axis - Vector3::y()).norm() < 1e-13 * TAU * f64::from(turn));
    }
    let half = rotation.at(0.5 * period).0 * Vector3::y();
    let along = momentum.normalize();
    assert!((half - (along * (2.0 * along.y) - Vector3::y())).norm() < 1e-14);
}

/// Impulses may leave any spin, however slow: squares of such numbers are 0.
#[test]
fn spins_that_are_nearly_zero_stay_numbers() {
    for moments in [[1.0, 1.0, 1.7], [1.0, 1.5, 1.7]] {
        let inertia = Inertia::from_moments(Vector3::from(moments), Vector3::zeros()).unwrap();
        for exponent in 1..=32 {
            let spin = Vector3::new(0.3, -1.0, 0.5) * 10f64.powi(-10 * exponent);
            let piece = MotionPiece {
                angular_velocity: spin,
                inertia: Some(inertia),
                ..MotionPiece::at_rest()
            };
            let (orientation, turned) = Rotation::new(&piece).at(100.0);
            let angle = orientation.angle();
            assert!(angle <= 120.0 * spin.amax() + 1e-15, "{exponent}: {angle}");
            assert!(
                (turned - spin).norm() <= 1e-6 * spin.norm(),
                "{exponent}: {turned} from {spin}"
            );
        }
    }
}
