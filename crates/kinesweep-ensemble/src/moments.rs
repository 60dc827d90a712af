//! Means, standard errors and quantiles of samples.

use serde_json::{Map, Value, json};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The quantiles of results.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The upper probability of an interval of 95 %.
const UPPER: f64 = 0.975;

/// What is known of a number from samples of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moments {
    pub(crate) samples: usize,
    pub(crate) mean: f64,
    /// Of the mean; none from one sample.
    pub(crate) standard_error: Option<f64>,
    /// Half of the interval that holds the mean with 95 % (Student); none from one sample.
    pub(crate) confidence: Option<f64>,
    sorted: Vec<f64>,
}

impl Moments {
    /// None without samples. The sums are in the order of the samples.
    pub(crate) fn of(samples: &[f64]) -> Option<Self> {
        let count = samples.len() as f64;
        if samples.is_empty() {
            return None;
        }
        let mean = samples.iter().sum::<f64>() / count;
        let squares: f64 = samples.iter().map(|sample| (sample - mean) * (sample - mean)).sum();
        let freedom = count - 1.0;
        let standard_error = (samples.len() > 1).then(|| (squares / freedom / count).sqrt());
        let confidence = standard_error.and_then(|error| Some(error * student(freedom)?));
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            samples: samples.len(),
            mean,
            standard_error,
            confidence,
            sorted,
        })
    }

    /// The quantile at a probability: linear between the samples (type 7 of Hyndman and Fan, Am.
    /// Stat. 50, 361 (1996)).
    pub(crate) fn quantile(&self, probability: f64) -> f64 {
        let at = probability * (self.sorted.len() - 1) as f64;
        let (below, above) = (self.sorted[at.floor() as usize], self.sorted[at.ceil() as usize]);
        below + (above - below) * (at - at.floor())
    }

    /// As JSON. `block_error` is the error from blocks within the runs; it is the standard error of
    /// the mean of one run.
    pub(crate) fn json(&self, block_error: Option<f64>) -> Value {
        let mut object = Map::new();
        object.insert("mean".to_owned(), json!(self.mean));
        object.insert("standard_error".to_owned(), json!(self.standard_error.or(block_error)));
        object.insert("confidence_95".to_owned(), json!(self.confidence));
        if let Some(error) = block_error {
            object.insert("block_error".to_owned(), json!(error));
        }
        object.insert("samples".to_owned(), json!(self.samples));
        let quantiles = QUANTILES.map(|probability| (probability.to_string(), json!(self.quantile(probability))));
        object.insert("quantiles".to_owned(), Value::Object(quantiles.into_iter().collect()));
        Value::Object(object)
    }
}

/// The quantile of Student's distribution that bounds 95 % from both sides.
fn student(freedom: f64) -> Option<f64> {
    Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(UPPER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_small_samples() {
        assert_eq!(Moments::of(&[]), None);
        let one = Moments::of(&[3.0]).unwrap();
        assert_eq!((one.mean, one.standard_error, one.confidence), (3.0, None, None));
        assert_eq!(one.quantile(0.3), 3.0);
        let four = Moments::of(&[4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!(four.mean, 2.5);
        assert!((four.standard_error.unwrap() - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
        assert_eq!([0.0, 0.5, 0.25, 1.0].map(|at| four.quantile(at)), [1.0, 2.5, 1.75, 4.0]);
    }

    /// Table III of Fisher, Statistical Methods for Research Workers (1925): 5 % on both sides.
    #[test]
    fn intervals_are_those_of_students_distribution() {
        for (freedom, quantile) in [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (11.0, 2.201), (30.0, 2.042)] {
            assert!((student(freedom).unwrap() - quantile).abs() < 5e-4, "{freedom}");
        }
        // With many degrees of freedom that of the normal distribution.
        assert!((student(1e6).unwrap() - 1.959_96).abs() < 2e-4);
    }
}
