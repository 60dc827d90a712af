//! Numbers on the command line.

use kinesweep::scene::limits::{MAX_MAGNITUDE, Shown};

/// A rate, or a length of time that must not be empty.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= MAX_MAGNITUDE => Ok(value),
        _ => Err(format!("must be a number above 0 and at most {}", MAX_MAGNITUDE.shown())),
    }
}

/// A time from the start.
pub(crate) fn from_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Of -0, too, the sum is 0.
        Ok(value) if (0.0..=MAX_MAGNITUDE).contains(&value) => Ok(value + 0.0),
        _ => Err(format!("must be a number from 0 to {}", MAX_MAGNITUDE.shown())),
    }
}

/// Two numbers with a comma between them; what they mean is checked elsewhere.
pub(crate) fn two(text: &str) -> Result<[f64; 2], String> {
    let numbers = text
        .split_once(',')
        .and_then(|(one, other)| Some([one.trim().parse().ok()?, other.trim().parse().ok()?]));
    numbers.ok_or_else(|| "must be two numbers, as in 0.5,1.5".to_owned())
}
