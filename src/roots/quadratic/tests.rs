use super::super::powers::times_power_of_two;
use super::*;

const NEVER: f64 = f64::INFINITY;

#[test]
fn spans_of_lines_and_parabolas() {
    for (c, expected) in [
        ([0.0, 0.0, 0.0], vec![(0.0, NEVER)]),
        ([1.0, 0.0, 0.0], vec![]),
        ([-1.0, 0.0, 0.0], vec![(0.0, NEVER)]),
        ([3.0, -2.0, 0.0], vec![(1.5, NEVER)]),
        ([-3.0, 2.0, 0.0], vec![(0.0, 1.5)]),
        ([-3.0, -2.0, 0.0], vec![(0.0, NEVER)]),
        ([3.0, 2.0, 0.0], vec![]),
        ([0.0, 2.0, 0.0], vec![(0.0, 0.0)]),
        // (s - 1)(s - 3), its negative, and the same with one root or both before 0.
        ([3.0, -4.0, 1.0], vec![(1.0, 3.0)]),
        ([-3.0, 4.0, -1.0], vec![(0.0, 1.0), (3.0, NEVER)]),
        ([-3.0, 2.0, 1.0], vec![(0.0, 1.0)]),
        ([3.0, -2.0, -1.0], vec![(1.0, NEVER)]),
        ([3.0, 4.0, 1.0], vec![]),
        ([-3.0, -4.0, -1.0], vec![(0.0, NEVER)]),
        // Touching counts.
        ([1.0, -2.0, 1.0], vec![(1.0, 1.0)]),
        ([-1.0, 2.0, -1.0], vec![(0.0, 1.0), (1.0, NEVER)]),
        ([0.0, 0.0, 1.0], vec![(0.0, 0.0)]),
        ([1.0, 0.0, 1.0], vec![]),
        ([-1.0, 0.0, -1.0], vec![(0.0, NEVER)]),
        // A ball thrown up from the floor.
        ([0.0, 3.0, -1.0], vec![(0.0, 0.0), (3.0, NEVER)]),
    ] {
        let found = nonpositive_spans(c[0], c[1], c[2]);
        assert_eq!(found.as_slice(), expected, "{c:?}");
    }
}

#[test]
fn a_tiny_leading_coefficient_changes_little() {
    let spans = nonpositive_spans(6.0, -2.0, 1e-300);
    assert_eq!(spans[0].0, 3.0);
    assert!((spans[0].1 / 2e300 - 1.0).abs() < 1e-15);
    assert_eq!(nonpositive_spans(6.0, -2.0, 5e-324).as_slice(), [(3.0, NEVER)]);
}

#[test]
fn spans_do_not_depend_on_the_scale() {
    for c in [
        [3.0, -4.0, 1.0],
        [-3.0, 4.0, -1.0],
        [-3.0, 2.0, 1.0],
        [1.0, -2.0, 1.0],
        [0.0, 3.0, -1.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, 0.0, 1.0],
    ] {
        let expected = nonpositive_spans(c[0], c[1], c[2]);
        for power in [-1070, -600, -410, -300, 300, 520, 1000, 1020] {
            let [c0, c1, c2] = c.map(|c| times_power_of_two(c, power));
            assert_eq!(nonpositive_spans(c0, c1, c2), expected, "{c:?} times 2^{power}");
        }
    }
}

/// Regression: squares that underflowed made a double root of none.
#[test]
fn a_flat_negative_parabola_stays_negative() {
    assert_eq!(nonpositive_spans(-0.3, 1e-323, -5e-324).as_slice(), [(0.0, NEVER)]);
    assert_eq!(nonpositive_spans(0.3, -1e-323, 5e-324).as_slice(), []);
    assert_eq!(nonpositive_spans(-0.3, 1e-200, -1e-300).as_slice(), [(0.0, NEVER)]);
    assert_eq!(nonpositive_spans(0.3, -1e-200, 1e-300).as_slice(), []);
}

/// Regression, found by fuzzing: squares that overflowed made the result NaN.
#[test]
fn overflowing_squares_still_give_a_number() {
    assert!(first_negative_quadratic(1e308, -1.7502503719667334e217, 4.775165319442749) > 0.0);
    assert!(first_negative_quadratic(1e308, -3.0, f64::MIN_POSITIVE) > 0.0);
}
