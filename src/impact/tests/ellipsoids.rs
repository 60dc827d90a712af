//! Ellipsoids in uniform motion against an algebraic condition, evaluated with 32 digits.
//!
//! Two ellipsoids with the matrices A and B (the sums of a aᵀ over their half axes a), r apart, touch
//! where the greatest value over 0 < x < 1 of
//!
//! > f(x) = x (1 - x) rᵀ ((1 - x) A + x B)⁻¹ r
//!
//! is 1; above 1 they are apart, below they overlap (Perram and Wertheim 1985,
//! doi:10.1016/0021-9991(85)90171-8). Its root is a norm of r: the length of r in units of the sum of
//! both. So along a straight path it is convex, and is 1 twice at most.

use super::random::Random;
use super::spin::cases;
use super::*;
use crate::impact::smooth::Surface;
use crate::roots::Extended;
use crate::scene::ShapeKind;
use nalgebra::Matrix3;

/// A symmetric matrix, with 32 digits: xx, yy, zz, yz, zx, xy.
type Symmetric = [Extended; 6];

/// The contact function of two ellipsoids, and where the greatest value is.
pub(in crate::impact) struct ContactFunction {
    pub(in crate::impact) value: f64,
    at: f64,
}

/// The matrix of an ellipsoid.
pub(in crate::impact) fn matrix_of(surface: &Surface) -> Matrix3<f64> {
    surface.nodes[0].axes.iter().map(|axis| axis * axis.transpose()).sum()
}

pub(in crate::impact) fn contact_function(matrices: &[Matrix3<f64>; 2], offset: &Vector3<f64>) -> ContactFunction {
    let [a, b] = matrices;
    let solve = |x: f64| {
        let inverse = (a * (1.0 - x) + b * x).try_inverse().expect("half axes above 0");
        inverse * offset
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let x = 0.5 * (low + high);
        let v = solve(x);
        // The sign of the derivative.
        let rises = (1.0 - x) * (1.0 - x) * v.dot(&(a * v)) > x * x * v.dot(&(b * v));
        (low, high) = if rises { (x, high) } else { (low, x) };
    }
    let at = 0.5 * (low + high);
    ContactFunction {
        value: at * (1.0 - at) * offset.dot(&solve(at)),
        at,
    }
}

/// Two ellipsoids in uniform motion.
struct Ellipsoids {
    pieces: [MotionPiece; 2],
    /// Rounded, and with all digits.
    matrices: [Matrix3<f64>; 2],
    exact: [Symmetric; 2],
}

/// The matrix of an ellipsoid in the orientation of its piece.
fn exact_matrix(body: &TestBody) -> Symmetric {
    let ShapeKind::Ellipsoid { half_axes } = body.shape.kind() else {
        panic!("an ellipsoid")
    };
    let q = body.piece.orientation;
    let [w, i, j, k] = [q.w, q.i, q.j, q.k].map(Extended::new);
    let sum = |terms: [(Extended, Extended, f64); 2]| {
        let [one, other] = terms.map(|(p, q, sign)| p.product(q).times(sign));
        one.plus(other)
    };
    let norm = sum([(w, w, 1.0), (i, i, 1.0)]).plus(sum([(j, j, 1.0), (k, k, 1.0)]));
    // The columns of the rotation, times the square of the norm.
    let square = |plus: Extended, minus: [Extended; 2]| {
        let [one, other] = minus;
        sum([(w, w, 1.0), (plus, plus, 1.0)]).plus(sum([(one, one, -1.0), (other, other, -1.0)]))
    };
    let columns = [
        [
            square(i, [j, k]),
            sum([(i, j, 2.0), (w, k, 2.0)]),
            sum([(i, k, 2.0), (w, j, -2.0)]),
        ],
        [
            sum([(i, j, 2.0), (w, k, -2.0)]),
            square(j, [k, i]),
            sum([(j, k, 2.0), (w, i, 2.0)]),
        ],
        [
            sum([(i, k, 2.0), (w, j, 2.0)]),
            sum([(j, k, 2.0), (w, i, -2.0)]),
            square(k, [i, j]),
        ],
    ];
    let entry = |row: usize, column: usize| {
        let term = |axis: usize| {
            let of_axis = columns[axis][row].product(columns[axis][column]);
            of_axis.product(Extended::new(half_axes[axis]).squared())
        };
        term(0).plus(term(1)).plus(term(2)).over(norm.squared())
    };
    [entry(0, 0), entry(1, 1), entry(2, 2), entry(1, 2), entry(2, 0), entry(0, 1)]
}

impl Ellipsoids {
    fn new(bodies: [&TestBody; 2]) -> Self {
        let exact = bodies.map(exact_matrix);
        let rounded = |[xx, yy, zz, yz, zx, xy]: Symmetric| {
            let [xx, yy, zz, yz, zx, xy] = [xx, yy, zz, yz, zx, xy].map(|entry| entry.high);
            Matrix3::new(xx, xy, zx, xy, yy, yz, zx, yz, zz)
        };
        Self {
            pieces: bodies.map(|body| body.piece),
            matrices: exact.map(rounded),
            exact,
        }
    }

    /// The contact function at t less 1, and its rate.
    fn excess(&self, t: f64) -> (f64, f64) {
        let [a, b] = &self.pieces;
        let position: [Extended; 3] = std::array::from_fn(|axis| {
            let moved = Extended::difference(b.velocity[axis], a.velocity[axis]).times(t);
            moved.plus(Extended::difference(b.position[axis], a.position[axis]))
        });
        let offset = Vector3::from_fn(|axis, _| position[axis].high);
        let x = contact_function(&self.matrices, &offset).at;
        // At the maximum the error of x does not count. The inverse is by cofactors.
        let (one, other) = (Extended::difference(1.0, x), Extended::new(x));
        let [xx, yy, zz, yz, zx, xy]: Symmetric =
            std::array::from_fn(|entry| self.exact[0][entry].product(one).plus(self.exact[1][entry].product(other)));
        let minor = |a: Extended, b: Extended, c: Extended, d: Extended| a.product(b).plus(c.product(d).negated());
        let cofactors = [
            minor(yy, zz, yz, yz),
            minor(zz, xx, zx, zx),
            minor(xx, yy, xy, xy),
            minor(zx, xy, xx, yz),
            minor(xy, yz, yy, zx),
            minor(yz, zx, zz, xy),
        ];
        let determinant = xx
            .product(cofactors[0])
            .plus(xy.product(cofactors[5]))
            .plus(zx.product(cofactors[4]));
        let row = |entries: [usize; 3]| {
            let [p, q, r] = [0, 1, 2].map(|axis| cofactors[entries[axis]].product(position[axis]));
            p.plus(q).plus(r)
        };
        let solved = [row([0, 5, 4]), row([5, 1, 3]), row([4, 3, 2])];
        let [p, q, r] = [0, 1, 2].map(|axis| solved[axis].product(position[axis]));
        let share = one.product(other);
        let value = share.product(p.plus(q).plus(r));
        let excess = value.plus(determinant.negated()).over(determinant).high;
        let towards = Vector3::from_fn(|axis, _| solved[axis].high) / determinant.high;
        (excess, 2.0 * share.high * towards.dot(&(b.velocity - a.velocity)))
    }

    /// The least excess from time 0 on.
    fn least_excess(&self, until: f64) -> f64 {
        let (mut low, mut high) = (0.0, until);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            (low, high) = if self.excess(middle).1 < 0.0 {
                (middle, high)
            } else {
                (low, middle)
            };
        }
        self.excess(0.5 * (low + high)).0
    }
}

/// 100 000 pairs with `KINESWEEP_ROUNDS=100`.
#[test]
fn ellipsoids_meet_when_the_contact_function_is_one() {
    /// Of a time, in seconds over the closing speed: two shapes of size 1 count as met at 4e-13 m.
    const ROUNDING: f64 = 1e-12;
    const UNTIL: f64 = 1e3;
    let mut random = Random::new(211);
    let kinds = ["ellipsoid", "spheroid", "needle", "lentil"];
    let (mut hits, mut misses, mut worst) = (0, 0, 0.0f64);
    for case in 0..cases(1000) {
        let pair = [kinds[case as usize % 4], kinds[case as usize / 4 % 4]];
        let [a, b] = random.pair(pair, false);
        let exact = Ellipsoids::new([&a, &b]);
        if exact.excess(0.0).0 <= 0.0 {
            continue;
        }
        let found = impact(&a, &b);
        let label = format!("case {case} {pair:?}: {found:?}");
        let Some(found) = found else {
            let least = exact.least_excess(UNTIL);
            assert!(least > -1e-11, "{label}: missed, {least:e}");
            misses += 1;
            continue;
        };
        hits += 1;
        let contact = contact_at_impact(&a.moving(), &b.moving(), &found);
        let closing = contact.normal.dot(&(a.piece.velocity - b.piece.velocity));
        let early = |t: f64| {
            let (excess, rate) = exact.excess(t);
            -excess / rate
        };
        let error = early(found.time) * closing.min(1.0) / found.time.max(1.0);
        worst = worst.max(error.abs());
        assert!(closing > 0.0 && error.abs() < ROUNDING, "{label}: {error:e}");
        if case.is_multiple_of(8) {
            let times = intervals(&a, &b);
            let [only] = times.as_slice() else {
                panic!("{label}: {times:?}")
            };
            let (_, rate) = exact.excess(only.end);
            let error = early(only.end) * rate.min(1.0) / only.end.max(1.0);
            assert!(only.begin == found.time && error.abs() < 1e-11, "{label}: {only:?} {error:e}");
        }
    }
    println!("{hits} meet, {misses} do not; the worst time is off by {worst:e}");
    let least = cases(1000) as usize;
    assert!(hits > least / 4 && misses > least / 20, "{hits} {misses}");
}
