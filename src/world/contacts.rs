//! Contacts that last.

/// What is counted of contacts that last. (Their state is with the pairs and bodies in contact.)
#[derive(Debug, Default)]
pub(super) struct Contacts {
    /// Pairs and walls at rest: where there are none, no forces are solved.
    pub(super) rests: usize,
}
