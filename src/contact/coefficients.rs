//! Coefficients of friction of contacts that last.

use crate::bodies::State;
use crate::response::pair_friction;
use crate::scene::Settings;

/// The coefficients of friction of two parties in contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coefficients {
    pub(super) sliding: f64,
    pub(super) rolling: f64,
    pub(super) spinning: f64,
}

impl Coefficients {
    /// Those of one body, or of the walls of the domain.
    fn new(sliding: f64, rolling: f64, spinning: f64) -> Self {
        Self {
            sliding,
            rolling,
            spinning,
        }
    }

    /// Those of two bodies.
    pub(super) fn between(a: &State, b: &State) -> Self {
        Self::of_body(a).with(&Self::of_body(b))
    }

    /// Those of a body and a wall of the domain.
    pub(super) fn on_wall(state: &State, settings: &Settings) -> Self {
        let wall = Self::new(settings.friction, settings.rolling_friction, settings.spinning_friction);
        Self::of_body(state).with(&wall)
    }

    fn of_body(state: &State) -> Self {
        let constants = state.constants();
        Self::new(constants.friction, constants.rolling_friction, constants.spinning_friction)
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            sliding: pair_friction(self.sliding, other.sliding),
            rolling: pair_friction(self.rolling, other.rolling),
            spinning: pair_friction(self.spinning, other.spinning),
        }
    }
}
