//! A single-precision prefilter of neighbours.

mod filter;
mod frame;
#[cfg(test)]
mod tests;

pub(super) use filter::F32Prefilter;
