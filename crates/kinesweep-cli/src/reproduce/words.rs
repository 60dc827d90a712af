//! Measured numbers in words.

/// Ratios this near to 1 are noise.
const ALIKE: f64 = 0.07;

/// The speed of what takes one part in `gain` of the time of another, up to "as": "2.0 times as
/// fast".
pub(super) fn fast(gain: f64) -> String {
    if (gain - 1.0).abs() < ALIKE {
        "about as fast".to_owned()
    } else if gain > 1.0 {
        format!("{gain:.1} times as fast")
    } else {
        format!("{:.1} times as slow", 1.0 / gain)
    }
}

/// Where the curve of segmented lists crosses that of batch arrays, upwards.
pub(super) fn crossing(place: Option<f64>, what: &str, gains: &[f64]) -> String {
    match place {
        Some(place) => format!("The curves cross at {place:.0} {what}"),
        None if gains.iter().all(|gain| *gain > 1.0) => "The curves do not cross here: segmented lists stay below".to_owned(),
        None if gains.iter().all(|gain| *gain < 1.0) => "The curves do not cross here: batch arrays stay below".to_owned(),
        None => "The curves lie too close together to show where they cross".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_in_words_on_both_sides_of_one() {
        assert_eq!(fast(2.04), "2.0 times as fast");
        assert_eq!(fast(0.5), "2.0 times as slow");
        assert_eq!(fast(0.95), "about as fast");
        assert_eq!(crossing(Some(41.7), "events", &[]), "The curves cross at 42 events");
        assert!(crossing(None, "", &[1.5, 2.0]).ends_with("segmented lists stay below"));
        assert!(crossing(None, "", &[0.5, 0.9]).ends_with("batch arrays stay below"));
        assert!(crossing(None, "", &[1.5, 0.9]).contains("too close"));
    }
}
