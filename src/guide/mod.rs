//! Pages to read: which mode serves when, and the way here from other engines.

#[doc = include_str!("which_mode.md")]
pub mod which_mode {}

#[doc = include_str!("from_parry_and_rapier.md")]
pub mod from_parry_and_rapier {}

#[doc = include_str!("from_molecular_dynamics.md")]
pub mod from_molecular_dynamics {}
