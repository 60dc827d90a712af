//! Sign change of a function between two floats: Newton's method inside a bracket, bisection over
//! the bits of the floats where Newton's method fails, and growing steps that close the bracket to
//! two neighbouring floats.

/// Most evaluations. Every third one at least halves the number of floats in the bracket, and there
/// are fewer than 2^63 of them: 189 are enough, the rest is a margin.
const MAX_EVALUATIONS: u32 = 256;

/// Largest Newton step, in floats, that counts as converged; then the bracket is closed from the
/// other side.
const CONVERGED_STEP: u64 = 2;

/// The float at which `f` changes its sign between `low` and `high`, 0 <= low <= high, finite: of
/// the two neighbours with different computed signs, the one with the smaller value.
///
/// `f` returns value and slope. It must be positive just after `low` if `positive_at_low`, and of
/// the other sign at `high`. Neither end is evaluated.
/// neither end is evaluated.
pub(crate) fn sign_change_between(low: f64, high: f64, positive_at_low: bool, mut f: impl FnMut(f64) -> (f64, f64)) -> f64 {
    let (mut low, mut high) = (low + 0.0, high);
    let (mut size_at_low, mut size_at_high) = (f64::INFINITY, f64::INFINITY);
    let mut x = middle(low, high);
    let mut stride = 1;
    for evaluation in 0..MAX_EVALUATIONS {
        if floats_between(low, high) <= 1 {
            break;
        }
        let (value, slope) = f(x);
        if value == 0.0 {
            return x;
        }
        let at_low = (value > 0.0) == positive_at_low;
        if at_low {
            (low, size_at_low) = (x, value.abs());
        } else {
            (high, size_at_high) = (x, value.abs());
        }
        let next = x - value / slope;
        x = if evaluation % 3 == 2 {
            middle(low, high)
        } else if next >= low && next <= high && floats_between(x, next) > CONVERGED_STEP {
            // Strictly inside: otherwise the step would evaluate an end again.
            if next > low && next < high { next } else { middle(low, high) }
        } else if next >= low && next <= high {
            let room = floats_between(low, high) / 2;
            let step = stride.min(room.max(1));
            stride *= 2;
            if at_low {
                f64::from_bits(low.to_bits() + step)
            } else {
                f64::from_bits(high.to_bits() - step)
            }
        } else {
            middle(low, high)
        };
    }
    if size_at_low < size_at_high { low } else { high }
}

/// The number of steps from float to float between two non-negative floats.
fn floats_between(x: f64, y: f64) -> u64 {
    x.to_bits().abs_diff(y.to_bits())
}

/// The middle in the order of floats: about the geometric mean of two that are far apart.
fn middle(low: f64, high: f64) -> f64 {
    f64::from_bits(low.to_bits() + floats_between(low, high) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_neighbouring_floats_at_any_scale() {
        for root in [5e-324, 1e-300, 1e-9, 0.3, 1.0, 7.0, 1e9, 1e300] {
            let found = sign_change_between(0.0, f64::MAX, false, |x| (x - root, 1.0));
            assert_eq!(found, root);
        }
    }

    #[test]
    fn a_useless_slope_still_converges() {
        for slope in [0.0, 1e-300, -1.0, f64::NAN] {
            let found = sign_change_between(0.0, 100.0, true, |x| (2.0 - x * x, slope));
            assert!((found - 2f64.sqrt()).abs() <= 2.0 * f64::EPSILON, "{slope}: {found}");
        }
    }

    #[test]
    fn neighbours_and_empty_brackets_end_at_once() {
        let next = 1f64.next_up();
        assert_eq!(sign_change_between(1.0, next, true, |_| unreachable!()), next);
        assert_eq!(sign_change_between(1.0, 1.0, true, |_| unreachable!()), 1.0);
    }
}
