#[path = "support/mod.rs"]
mod support;
#[path = "engine/mixtures.rs"]
mod mixtures;
