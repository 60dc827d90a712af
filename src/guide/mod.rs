//! Pages to read: a tutorial, the guarantees, which mode serves when, terms of other engines.

#[doc = include_str!("tutorial.md")]
pub mod tutorial {}

#[doc = include_str!("guarantees.md")]
pub mod guarantees {}

#[doc = include_str!("which_mode.md")]
pub mod which_mode {}

#[doc = include_str!("from_parry_and_rapier.md")]
pub mod from_parry_and_rapier {}

#[doc = include_str!("from_molecular_dynamics.md")]
pub mod from_molecular_dynamics {}

#[doc = include_str!("ensembles.md")]
pub mod ensembles {}
