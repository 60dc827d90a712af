//! Bounds given by the user, valid until they expire (Coming and Staadt 2006, section 5.2), and
//! their check.

use super::constants::WIDTH_ROUNDINGS;
use super::endpoint::Endpoint;
use super::moving_box::Bounds;
use crate::limits::{MAX_MAGNITUDE, ValueError, check_time};
use crate::shown::Shown;

/// A moving box that holds a body up to a time; from then on the body has no bounds until it is
/// given others. Set it by [`Body::bounded`](crate::Body::bounded) and
/// [`World::set_bounds`](crate::World::set_bounds).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lease {
    /// The box; each of its six endpoints has a motion of its own.
    pub bounds: Bounds,
    /// The time up to which it holds the body, in seconds; may be infinite.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::above"))]
    pub until: f64,
}

impl Lease {
    /// Checks that all numbers are in range.
    pub(crate) fn check_numbers(&self) -> Result<(), ValueError> {
        check_time("bounds.epoch", self.bounds.epoch)?;
        for (side, endpoints) in [("min", &self.bounds.min), ("max", &self.bounds.max)] {
            for (axis, endpoint) in endpoints.iter().enumerate() {
                let Endpoint {
                    position,
                    velocity,
                    half_acceleration,
                } = *endpoint;
                for (name, value) in [
                    ("position", position),
                    ("velocity", velocity),
                    ("half_acceleration", half_acceleration),
                ] {
                    // Written so that NaN is refused.
                    if !(value.abs() <= MAX_MAGNITUDE) {
                        let field = format!("bounds.{side}[{axis}].{name}");
                        let allowed = format!("must be a finite number of magnitude at most {}", MAX_MAGNITUDE.shown());
                        return Err(ValueError::new(field, value, allowed));
                    }
                }
            }
        }
        if self.until.is_nan() {
            return Err(ValueError::new("until", self.until, "must be a time, or infinite"));
        }
        Ok(())
    }

    /// Checks that it is valid at time `from`, in seconds, and that from then on no max is ever below
    /// its min. Worlds do this at the present when a body is given bounds. O(1).
    ///
    /// # Errors
    /// [`ValueError`] for a number out of range, an epoch after `from`, an end that is not after it, or
    /// a box that inverts before that end.
    pub fn check_from(&self, from: f64) -> Result<(), ValueError> {
        self.check_numbers()?;
        if self.bounds.epoch > from {
            let allowed = format!("must not be later than the time from which on it bounds, {}", from.shown());
            return Err(ValueError::new("bounds.epoch", self.bounds.epoch, allowed));
        }
        if !(self.until > from) {
            let allowed = format!("must be later than the present, {}: the bound has expired", from.shown());
            return Err(ValueError::new("until", self.until, allowed));
        }
        for axis in 0..3 {
            if let Some(time) = self.time_of_inversion(axis, from) {
                let dt = time - self.bounds.epoch;
                let value = format!("{} at time {}", self.bounds.max[axis].at(dt).shown(), time.shown());
                let allowed = format!(
                    "must not be below the min, {}, up to {}",
                    self.bounds.min[axis].at(dt).shown(),
                    self.until.shown()
                );
                return Err(ValueError::new(format!("bounds.max[{axis}]"), value, allowed));
            }
        }
        Ok(())
    }

    /// A time at which the max is below the min. The width is a quadratic: least at an end or at
    /// its vertex.
    fn time_of_inversion(&self, axis: usize, from: f64) -> Option<f64> {
        let (min, max) = (self.bounds.min[axis], self.bounds.max[axis]);
        let width = Endpoint {
            position: max.position - min.position,
            velocity: max.velocity - min.velocity,
            half_acceleration: max.half_acceleration - min.half_acceleration,
        };
        let size = |endpoint: &Endpoint, dt: f64| {
            endpoint.position.abs() + (endpoint.velocity.abs() + endpoint.half_acceleration.abs() * dt) * dt
        };
        let epoch = self.bounds.epoch;
        let (begin, end) = (from - epoch, self.until - epoch);
        let vertex = -0.5 * width.velocity / width.half_acceleration;
        let leading = if width.half_acceleration == 0.0 {
            width.velocity
        } else {
            width.half_acceleration
        };
        // By the bound of Cauchy. At an infinite end, or so late that the width is infinite, the
        // sign is not defined.
        let after_both_roots = begin + 2.0 + (width.position.abs() + width.velocity.abs()) / leading.abs();
        [begin, vertex, end, after_both_roots]
            .into_iter()
            .filter(|dt| *dt >= begin && *dt <= end)
            .find(|dt| width.at(*dt) < -WIDTH_ROUNDINGS * f64::EPSILON * (size(&min, *dt) + size(&max, *dt)))
            .map(|dt| epoch + dt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease(min: [f64; 3], max: [f64; 3], until: f64) -> Lease {
        let endpoint = |[position, velocity, half_acceleration]: [f64; 3]| Endpoint {
            position,
            velocity,
            half_acceleration,
        };
        Lease {
            bounds: Bounds {
                epoch: 10.0,
                min: [endpoint([-1.0, 0.0, 0.0]), endpoint(min), endpoint([0.0; 3])],
                max: [endpoint([1.0, 0.0, 0.0]), endpoint(max), endpoint([0.0; 3])],
            },
            until,
        }
    }

    fn refusal(lease: Lease, from: f64) -> Option<String> {
        lease.check_from(from).err().map(|error| error.to_string())
    }

    #[test]
    fn boxes_may_shrink_to_nothing_but_not_invert() {
        // 2 - t between the two.
        let shrinking = |until| lease([0.0, 0.5, 0.0], [2.0, -0.5, 0.0], until);
        assert_eq!(refusal(shrinking(12.0), 10.0), None);
        assert_eq!(refusal(shrinking(12.0), 11.5), None);
        let refused = refusal(shrinking(13.0), 11.0).unwrap();
        assert!(
            refused.starts_with("bounds.max[1] = 0.5 at time 13: must not be below the min, 1.5"),
            "{refused}"
        );
        assert!(refusal(shrinking(f64::INFINITY), 10.0).unwrap().contains("bounds.max[1]"));
        // (t - 1)² - 0.01 between the two: negative in the middle alone; and zero there.
        let dips = |by: f64, until| lease([0.0; 3], [1.0 - by, -2.0, 1.0], until);
        assert!(refusal(dips(0.01, 13.0), 10.0).unwrap().contains("at time 11"));
        assert!(refusal(dips(0.01, f64::INFINITY), 10.0).is_some());
        assert_eq!(refusal(dips(0.01, 10.5), 10.0), None);
        assert_eq!(refusal(dips(0.01, f64::INFINITY), 11.5), None);
        assert_eq!(refusal(dips(0.0, f64::INFINITY), 10.0), None);
        // Growing without end, and a parabola that opens downward.
        assert_eq!(refusal(lease([0.0, -1.0, -1.0], [1.0, 1.0, 1.0], f64::INFINITY), 10.0), None);
        for until in [f64::INFINITY, f64::MAX, 1e200] {
            assert!(refusal(lease([0.0; 3], [1.0, 9.0, -0.1], until), 10.0).is_some(), "{until}");
            assert!(refusal(shrinking(until), 10.0).is_some(), "{until}");
        }
        assert_eq!(refusal(lease([0.0; 3], [1.0, 9.0, -0.1], 90.0), 10.0), None);
    }

    #[test]
    fn numbers_and_times_are_checked() {
        let fine = lease([0.0; 3], [1.0, 0.0, 0.0], 20.0);
        assert_eq!(refusal(fine, 10.0), None);
        assert!(
            refusal(fine, 20.0)
                .unwrap()
                .starts_with("until = 20: must be later than the present, 20")
        );
        assert!(
            refusal(fine, 9.0)
                .unwrap()
                .starts_with("bounds.epoch = 10: must not be later")
        );
        assert!(
            refusal(Lease { until: f64::NAN, ..fine }, 10.0)
                .unwrap()
                .starts_with("until = NaN")
        );
        for bad in [f64::NAN, f64::INFINITY, -2e15] {
            let refused = refusal(lease([0.0, bad, 0.0], [1.0, 0.0, 0.0], 20.0), 10.0).unwrap();
            assert!(
                refused.starts_with(&format!("bounds.min[1].velocity = {}", bad.shown())),
                "{refused}"
            );
        }
    }
}
