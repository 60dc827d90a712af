//! The balls that the lane of balls takes: where nearly all are alike, a few others would slow down
//! the lane.

use super::BodyLane;
use super::constants::ALIKE_RATIO;
use crate::bodies::State;
use nalgebra::Vector3;

/// What nearly all balls have in common.
#[derive(Debug)]
pub(super) struct UsualBalls {
    /// Their acceleration, if it is the same.
    acceleration: Option<Vector3<f64>>,
    /// Whether some of them grow or have grown: not if nearly none does.
    swell: bool,
}

impl Default for UsualBalls {
    /// All balls are usual.
    fn default() -> Self {
        Self {
            acceleration: None,
            swell: true,
        }
    }
}

impl UsualBalls {
    /// What nearly all plain balls among these bodies have in common.
    pub(super) fn among<'a>(states: impl Iterator<Item = &'a State> + Clone) -> Self {
        let balls = states.filter(|state| state.is_plain_ball());
        let (all, swelling) = (balls.clone().count(), balls.clone().filter(|state| state.swells()).count());
        Self {
            acceleration: usual_acceleration(balls, all),
            swell: all - swelling < ALIKE_RATIO * swelling,
        }
    }

    /// What is unusual about a plain ball, if anything is.
    pub(super) fn not_usual(&self, ball: &State) -> Option<BodyLane> {
        if self.acceleration.is_some_and(|usual| usual != *ball.free_acceleration()) {
            Some(BodyLane::OtherAcceleration)
        } else {
            (ball.swells() && !self.swell).then_some(BodyLane::Growth)
        }
    }
}

/// The acceleration of nearly all of some balls, if there is one.
fn usual_acceleration<'a>(balls: impl Iterator<Item = &'a State> + Clone, all: usize) -> Option<Vector3<f64>> {
    let accelerations = || balls.clone().map(|state| *state.free_acceleration());
    // The vote of Boyer and Moore (1981): what more than half of them have is left over.
    let (mut most, mut lead) = (None, 0_usize);
    for acceleration in accelerations() {
        (most, lead) = match most == Some(acceleration) {
            true => (most, lead + 1),
            false if lead == 0 => (Some(acceleration), 1),
            false => (most, lead - 1),
        };
    }
    let most = most?;
    let alike = accelerations().filter(|own| *own == most).count();
    (alike >= ALIKE_RATIO * (all - alike)).then_some(most)
}
