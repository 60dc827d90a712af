//! Coefficients of friction of bodies at rest.

use crate::bodies::State;
use crate::response::pair_friction;
use crate::scene::Settings;

/// The coefficient of friction of two bodies at rest on each other.
pub(super) fn friction_between(a: &State, b: &State) -> f64 {
    if rolls(a) || rolls(b) {
        return 0.0;
    }
    pair_friction(a.constants().friction, b.constants().friction)
}

/// The coefficient of friction of a body at rest on a wall of the domain.
pub(super) fn friction_on_wall(state: &State, settings: &Settings) -> f64 {
    if rolls(state) {
        return 0.0;
    }
    pair_friction(state.constants().friction, settings.friction)
}

/// The coefficient of friction of two bodies in touch.
pub(super) fn friction_at_touch([a, b]: [&State; 2]) -> f64 {
    pair_friction(a.constants().friction, b.constants().friction)
}

/// The coefficient of friction of a body in touch with a wall of the domain.
pub(super) fn friction_of_wall(state: &State, settings: &Settings) -> f64 {
    pair_friction(state.constants().friction, settings.friction)
}

/// Whether a body rolls: friction at rest would only slow it down.
fn rolls(state: &State) -> bool {
    state.constants().inverse_inertia > 0.0 && !state.constants().collider.can_rotate()
}
