//! When a ball leaves an interval of an axis through one of its ends.

/// The time until a ball is beyond an end for good, or for the first time from inside, in seconds.
/// The end is at `distance`, which is negative if the ball is beyond it; `velocity` and
/// `acceleration` are towards it. Infinite if it never gets there, or comes back inside and stays.
pub(super) fn time_to_exit(distance: f64, velocity: f64, acceleration: f64) -> f64 {
    if distance == f64::INFINITY {
        return f64::INFINITY;
    }
    let discriminant = velocity * velocity + 2.0 * acceleration * distance;
    if acceleration > 0.0 {
        // The later of the two roots: a ball that is beyond the end may come inside first.
        if discriminant < 0.0 {
            return 0.0;
        }
        let root = discriminant.sqrt();
        return match velocity > 0.0 {
            true => 2.0 * distance / (velocity + root),
            false => (root - velocity) / acceleration,
        };
    }
    // The first one: it moves towards the end, or never gets there.
    if velocity <= 0.0 || discriminant < 0.0 {
        return f64::INFINITY;
    }
    2.0 * distance / (velocity + discriminant.sqrt())
}

#[cfg(test)]
mod tests {
    use super::time_to_exit;

    /// The place after some time, as seen from the end: negative inside.
    fn beyond(distance: f64, velocity: f64, acceleration: f64, t: f64) -> f64 {
        (velocity + 0.5 * acceleration * t) * t - distance
    }

    #[test]
    fn the_exit_is_where_small_steps_find_it() {
        let values = [-2.0, -0.7, -1e-9, 0.0, 1e-9, 0.4, 1.0, 3.0];
        for distance in [-1e-3, 0.0, 1e-3, 0.5, 2.0] {
            for velocity in values {
                for acceleration in values {
                    let exit = time_to_exit(distance, velocity, acceleration);
                    let is_outside = |t: f64| beyond(distance, velocity, acceleration, t) > 1e-12;
                    let label = format!("{distance} {velocity} {acceleration}: {exit}");
                    // Once inside, it stays there up to the exit.
                    let mut was_inside = distance >= 0.0;
                    for step in 0..4000 {
                        let t = f64::from(step) * 1e-3;
                        if t >= exit {
                            break;
                        }
                        assert!(!was_inside || !is_outside(t), "{label} at {t}");
                        was_inside |= !is_outside(t);
                    }
                    if exit > 0.0 && exit < f64::INFINITY {
                        let scale = 1.0 + velocity.abs() * exit + acceleration.abs() * exit * exit;
                        assert!(beyond(distance, velocity, acceleration, exit).abs() < 1e-9 * scale, "{label}");
                    }
                }
            }
        }
    }
}
