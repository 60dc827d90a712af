//! What stands at whole multiples of a frame: samples, and polls.

/// From here on not every whole number is a float: two ticks lie closer together than two floats of
/// the time, so that each of those is one, rounded.
const FINER_THAN_FLOATS: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// The first of the times k / `rate`, k whole, that is not before `from`; the rate is above 0.
pub(crate) fn first_tick(from: f64, rate: f64) -> f64 {
    let mut number = (from * rate).ceil();
    // Written so that what is no number ends here as well.
    if !(number.abs() < FINER_THAN_FLOATS) {
        return from;
    }
    // The product is rounded, and may be off by one either way: the quotient decides.
    while number / rate < from {
        number += 1.0;
    }
    while (number - 1.0) / rate >= from {
        number -= 1.0;
    }
    number / rate
}

#[cfg(test)]
mod tests {
    use super::first_tick;

    #[test]
    fn ticks_are_whole_numbers_over_the_rate() {
        for rate in [1.0, 3.0, 60.0, 0.1, 997.0, 1e15] {
            for number in [-7.0, 0.0, 1.0, 2.0, 3.0, 1e6, 1e9 + 1.0] {
                let tick = number / rate;
                assert_eq!(first_tick(tick, rate), tick);
                assert_eq!(first_tick(tick.next_up(), rate), (number + 1.0) / rate);
                assert_eq!(first_tick(tick.next_down(), rate), tick);
            }
        }
    }

    #[test]
    fn where_ticks_are_closer_than_floats_each_float_is_one() {
        for (from, rate) in [
            (100.0, 1e15),
            (1e6, 1e12),
            (-1e6, 1e12),
            (f64::INFINITY, 1.0),
            (1.0, f64::INFINITY),
        ] {
            assert_eq!(first_tick(from, rate), from);
        }
    }
}
