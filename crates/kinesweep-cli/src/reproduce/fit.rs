//! Numbers read off curves.

/// The power law `factor * x^exponent` that is closest to points in the sense of least squares on
/// logarithms: (factor, exponent). Needs two points at least with different x, all positive.
pub(super) fn power_law(points: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let (x, y): (Vec<f64>, Vec<f64>) = points.map(|(x, y)| (x.ln(), y.ln())).unzip();
    let exponent = slope(&x, &y);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    ((mean(&y) - exponent * mean(&x)).exp(), exponent)
}

/// The slope of the straight line that is closest to points in the sense of least squares. Needs
/// two different points at least.
pub(super) fn slope(points: &[f64], values: &[f64]) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().sum::<f64>() / count;
    let mean_y = values.iter().sum::<f64>() / count;
    let square: f64 = points.iter().map(|x| (x - mean_x) * (x - mean_x)).sum();
    let product: f64 = points.iter().zip(values).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    product / square
}

/// The point from which the first curve, which begins below the second, stays above it; between two
/// points on a straight line. None where it ends below, or does not begin below.
pub(super) fn crossing(points: &[f64], first: &[f64], second: &[f64]) -> Option<f64> {
    let above: Vec<f64> = first.iter().zip(second).map(|(first, second)| first - second).collect();
    let last_below = above.iter().rposition(|difference| *difference < 0.0)?;
    let (low, high) = (above[last_below], *above.get(last_below + 1)?);
    let share = low / (low - high);
    Some(points[last_below] + share * (points[last_below + 1] - points[last_below]))
}

/// The value of a curve at a place between its points, on a straight line; beyond its ends that of
/// the end.
pub(super) fn at(points: &[f64], values: &[f64], place: f64) -> f64 {
    let after = points.iter().position(|point| *point >= place).unwrap_or(points.len() - 1);
    if after == 0 || points[after] <= place {
        return values[after];
    }
    let share = (place - points[after - 1]) / (points[after] - points[after - 1]);
    values[after - 1] + share * (values[after] - values[after - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_laws_are_found_again() {
        let (factor, exponent) = power_law([1.0, 10.0, 50.0].map(|x: f64| (x, 3.0 * x.powf(1.5))).into_iter());
        assert!((factor - 3.0).abs() < 1e-12 && (exponent - 1.5).abs() < 1e-12);
        // Errors that cancel do not move it.
        let (_, exponent) = power_law([(1.0, 1.0), (2.0, 4.4), (4.0, 14.4), (8.0, 64.0)].into_iter());
        assert!((exponent - 2.0).abs() < 0.05, "{exponent}");
    }

    #[test]
    fn slopes_are_those_of_lines() {
        assert!((slope(&[1.0, 2.0, 5.0], &[1.0, 3.0, 9.0]) - 2.0).abs() < 1e-12);
        assert_eq!(slope(&[0.0, 1.0], &[4.0, 4.0]), 0.0);
    }

    #[test]
    fn curves_cross_where_the_order_changes_for_good() {
        let points = [0.0, 10.0, 20.0, 30.0];
        let level = [5.0; 4];
        assert_eq!(crossing(&points, &[1.0, 4.0, 6.0, 8.0], &level), Some(15.0));
        assert_eq!(crossing(&points, &[1.0, 6.0, 4.0, 8.0], &level), Some(22.5));
        assert_eq!(crossing(&points, &[1.0, 4.0, 6.0, 4.0], &level), None);
        assert_eq!(crossing(&points, &[6.0; 4], &level), None);
        assert_eq!(crossing(&points, &[5.0; 4], &level), None);
    }

    #[test]
    fn values_between_points_lie_on_straight_lines() {
        let (points, values) = ([1.0, 2.0, 4.0], [10.0, 20.0, 0.0]);
        for (place, value) in [(0.0, 10.0), (1.0, 10.0), (1.5, 15.0), (3.0, 10.0), (4.0, 0.0), (9.0, 0.0)] {
            assert_eq!(at(&points, &values, place), value);
        }
    }
}
