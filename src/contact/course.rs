//! The direction in which a contact slides, or rolls, while the force against it is constant.

use super::constants::{MAX_DIRECTION_CHANGE, STRAIGHT, TURN_TIME};
use nalgebra::Vector3;

/// A sliding, or rolling, with friction against it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// The velocity of the sliding, in metres per second, or of the rolling, in radians per second. 0 where
    /// it begins now.
    velocity: Vector3<f64>,
    /// Unit vector of the velocity, or of what makes it begin.
    direction: Vector3<f64>,
    opposes: Opposes,
}

/// The direction that friction opposes.
///
/// Against the present one, friction would turn the sliding past the direction in which nothing pulls across,
/// back and forth, ever faster the slower the sliding is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opposes {
    /// The present direction.
    Present,
    /// One that differs from it by at most [`MAX_DIRECTION_CHANGE`], in which nothing pulls across if there is such a one.
    Straight,
    /// The one at the end of [`TURN_TIME`], as in an implicit step: the sliding turns too far until then.
    Coming,
}

impl Course {
    /// Along a velocity of this speed, which is not 0.
    pub(super) fn of(velocity: Vector3<f64>, speed: f64) -> Self {
        Self {
            velocity,
            direction: velocity / speed,
            opposes: Opposes::Present,
        }
    }

    /// Along a unit vector, from rest.
    pub(super) fn begin(direction: Vector3<f64>) -> Self {
        Self {
            velocity: Vector3::zeros(),
            direction,
            opposes: Opposes::Present,
        }
    }

    /// Chooses the direction that friction opposes. With the friction of before, the velocity changes at the rate
    /// `pull`; `most` is what friction alone adds to that. Returns whether the direction is another one: at most
    /// twice.
    pub(super) fn adapts(&mut self, pull: &Vector3<f64>, most: f64) -> bool {
        let times = Times::of(&self.velocity, pull);
        let opposes = match self.opposes {
            Opposes::Present if times.across > STRAIGHT * pull.norm() && times.across <= MAX_DIRECTION_CHANGE * most => {
                Opposes::Straight
            }
            Opposes::Present | Opposes::Straight if times.until_turned < TURN_TIME.min(times.until_slowest) => Opposes::Coming,
            opposes => opposes,
        };
        std::mem::replace(&mut self.opposes, opposes) != opposes
    }

    /// Friction of this strength, or of at most this strength where it could stop the velocity in
    /// [`TURN_TIME`]. `stopping` returns the friction with which the velocity would change at a rate.
    pub(super) fn against(&self, strength: f64, stopping: impl FnOnce(Vector3<f64>) -> Vector3<f64>) -> Vector3<f64> {
        match self.opposes {
            Opposes::Present => self.direction * -strength,
            Opposes::Straight => {
                let across = self.across(&stopping(Vector3::zeros()));
                let across = within(across, MAX_DIRECTION_CHANGE * strength);
                across - self.direction * (strength * strength - across.norm_squared()).sqrt()
            }
            Opposes::Coming => {
                let friction = stopping(self.velocity / -TURN_TIME);
                // It must not speed up what it is to slow down.
                let opposes = friction.dot(&self.direction) <= 0.0;
                within(if opposes { friction } else { self.across(&friction) }, strength)
            }
        }
    }

    /// The part of a vector across the direction.
    fn across(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        vector - self.direction * self.direction.dot(vector)
    }
}

/// A velocity that changes at a constant rate.
struct Times {
    /// The part of the change across the velocity.
    across: f64,
    /// When it is slowest, in seconds; infinite if it gets no slower.
    until_slowest: f64,
    /// When its direction has changed by [`MAX_DIRECTION_CHANGE`], in seconds; infinite if it goes straight on.
    until_turned: f64,
}

impl Times {
    /// `velocity` may be 0: then all is 0 or infinite.
    fn of(velocity: &Vector3<f64>, pull: &Vector3<f64>) -> Self {
        let (speed, strength) = (velocity.norm(), pull.norm());
        let mut times = Self {
            across: 0.0,
            until_slowest: f64::INFINITY,
            until_turned: f64::INFINITY,
        };
        if speed == 0.0 || strength == 0.0 {
            return times;
        }
        let against = -velocity.dot(pull) / speed;
        times.across = (pull + velocity * (against / speed)).norm();
        // What is pulled more across hardly gets slower before it has turned.
        if against > MAX_DIRECTION_CHANGE * times.across {
            times.until_slowest = speed * against / (strength * strength);
        }
        if times.across > STRAIGHT * strength {
            times.until_turned = MAX_DIRECTION_CHANGE * speed / times.across;
        }
        times
    }
}

/// When a velocity, which changes at a constant rate from `start` on, is slowest or has changed its
/// direction, which ends nothing before [`TURN_TIME`]; none if it is at most `slowest`.
pub(super) fn end_of(start: f64, [velocity, pull]: &[Vector3<f64>; 2], slowest: f64) -> Option<f64> {
    if velocity.norm() <= slowest {
        return None;
    }
    let times = Times::of(velocity, pull);
    let until_turned = times.until_turned.max(TURN_TIME);
    let first = times.until_slowest.min(until_turned);
    if !first.is_finite() {
        return None;
    }
    // The sliding may be slowest right now, or stop within the rounding of the time. An end at the
    // start would repeat at this time without limit.
    let ends = [first, until_turned].map(|after| start + after);
    let end = ends.into_iter().find(|end| *end > start && *end < f64::INFINITY);
    Some(end.unwrap_or(start.next_up()))
}

/// A vector of at most this length.
pub(super) fn within(vector: Vector3<f64>, limit: f64) -> Vector3<f64> {
    let strength = vector.norm();
    if strength > limit {
        vector * (limit / strength)
    } else {
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_ends_after_it_begins() {
        for (pull, within) in [
            // Across the sliding, and against it by a rounding.
            (Vector3::new(-1e-12, 0.0, 9.0), TURN_TIME),
            // So strong that the time until it stops is below one rounding of the start.
            (Vector3::new(-1e15, 0.0, 0.0), 1e-15),
        ] {
            let end = end_of(3.9, &[Vector3::x() * 1e-5, pull], 1e-6);
            assert!(end.is_some_and(|end| end > 3.9 && end <= 3.9 + within), "{end:?}");
        }
    }

    #[test]
    fn a_pull_across_turns_a_slide_and_does_not_stop_it() {
        // Against the sliding by a small share of the pull: it is slowest after 10 µs, and then as fast as now.
        let end = end_of(0.0, &[Vector3::x() * 1e-5, Vector3::new(-1e-12, 1e-6, 0.0)], 1e-6);
        assert!(end.is_some_and(|end| (end - 0.1).abs() < 1e-9), "{end:?}");
    }

    /// Friction of a strength against a course on which `pull` acts without it, and the change of the velocity with both.
    fn friction(course: &Course, strength: f64, pull: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let friction = course.against(strength, |rate| (rate - pull) / MOBILITY);
        [friction, pull + friction * MOBILITY]
    }

    const MOBILITY: f64 = 2.0;

    #[test]
    fn friction_leaves_nothing_across_where_it_can() {
        for (across, opposes) in [
            (0.0, Opposes::Present),
            (1e-3, Opposes::Straight),
            (0.019, Opposes::Straight),
            (0.021, Opposes::Present),
        ] {
            let pull = Vector3::new(0.3, across, 0.0);
            let mut course = Course::of(Vector3::x(), 1.0);
            let [against, change] = friction(&course, 1.0, &pull);
            assert_eq!(against, -Vector3::x());
            assert_eq!(course.adapts(&change, MOBILITY), opposes == Opposes::Straight, "{across}");
            assert!(!course.adapts(&change, MOBILITY), "once");
            assert_eq!(course.opposes, opposes, "{across}");
            let [against, change] = friction(&course, 1.0, &pull);
            assert!((against.norm() - 1.0).abs() < 1e-15);
            assert!(opposes == Opposes::Present || change.y.abs() < 1e-15, "{change:?}");
        }
    }

    #[test]
    fn friction_of_what_turns_fast_opposes_where_it_goes() {
        // Pulled across much more strongly than friction pulls; less; and against the sliding.
        for pull in [
            Vector3::new(0.0, 8.0, 0.0),
            Vector3::new(0.1, 1.0, 0.0),
            Vector3::new(-3.0, 1.0, 0.0),
        ] {
            let mut course = Course::of(Vector3::x() * 1e-6, 1e-6);
            course.opposes = Opposes::Coming;
            let [friction, change] = friction(&course, 1.0, &pull);
            let end = course.velocity + change * TURN_TIME;
            assert!(friction.norm() <= 1.0 + 1e-15, "{friction:?}");
            // No work at the beginning and at the end, and so none between them.
            assert!(
                friction.dot(&course.velocity) <= 0.0 && friction.dot(&end) <= 1e-18,
                "{friction:?}"
            );
        }
    }

    #[test]
    fn what_is_pulled_across_turns_within_the_time_of_a_turn() {
        let pull = Vector3::new(0.0, 8.0, 0.0);
        let mut course = Course::of(Vector3::x() * 1e-6, 1e-6);
        assert!(course.adapts(&friction(&course, 1.0, &pull)[1], MOBILITY));
        assert_eq!(course.opposes, Opposes::Coming);
        let [_, change] = friction(&course, 1.0, &pull);
        let end = course.velocity + change * TURN_TIME;
        assert!(end.x.abs() < MAX_DIRECTION_CHANGE * end.y, "{end:?}");
    }

    #[test]
    fn only_longer_vectors_are_shortened() {
        assert_eq!(within(Vector3::x() * 3.0, 2.0), Vector3::x() * 2.0);
        assert_eq!(within(Vector3::x(), 2.0), Vector3::x());
        assert_eq!(within(Vector3::x(), 0.0), Vector3::zeros());
    }
}
