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
        // (s - 1)(s - 3), its negative, and the like with one root or both before 0.
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

/// Found by fuzzing: squares that overflow made no number of an answer, and such that underflow lost roots.
#[test]
fn coefficients_of_any_size_have_their_roots() {
    let near = |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 1e-15, "{found}, not {wanted}");
    let huge = 2f64.powi(1000);
    for scale in [huge, 1.0, 1.0 / huge, 2f64.powi(-1070)] {
        // (s - 1)(s - 3), and a ball thrown up.
        near(first_negative_quadratic(3.0 * scale, -4.0 * scale, scale), 1.0);
        near(first_negative_quadratic(0.0, 3.0 * scale, -scale), 3.0);
        near(first_negative_quadratic(3.0 * scale, 2.0 * scale, -scale), 3.0);
        assert_eq!(first_negative_quadratic(scale, -2.0 * scale, scale), NEVER);
        // The same with s = 2^300 u.
        near(
            first_negative_quadratic(3.0 * scale, -4.0 * scale * 2f64.powi(-300), 0.0),
            0.75 * 2f64.powi(300),
        );
    }
    let far = 2f64.powi(480);
    near(first_negative_quadratic(3.0 * huge, -4.0 * huge / far, huge / far / far), far);
    near(
        first_negative_quadratic(1e308, -1.7502503719667334e217, 4.775165319442749),
        1e308 / 1.7502503719667334e217,
    );
    assert_eq!(first_negative_quadratic(1e308, -3.0, f64::MIN_POSITIVE), NEVER);
    near(first_negative_quadratic(1e-200, -1.0, 1e308), 1e-200);
    near(first_negative_quadratic(1e-300, 1.0, -1e300), 1e-300);
    assert_eq!(first_negative_quadratic(1.0, f64::NAN, -1.0), NEVER);
}
