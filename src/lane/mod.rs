//! Lanes: each predicts and executes the events of some of the bodies.

pub(crate) mod balls;
pub(crate) mod pairs;
