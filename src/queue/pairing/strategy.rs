//! The two variants, as types.

/// The restructuring of a [`PairingHeap`](super::PairingHeap): [`TwoPass`] or [`AuxiliaryTwoPass`].
pub trait Strategy: sealed::Sealed {
    /// Whether new trees are listed in the auxiliary area.
    const AUXILIARY: bool;
}

/// Insert and decrease link with the root at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoPass;

/// Insert and decrease only list a tree; the next delete-min links them, balanced.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuxiliaryTwoPass;

impl Strategy for TwoPass {
    const AUXILIARY: bool = false;
}

impl Strategy for AuxiliaryTwoPass {
    const AUXILIARY: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::TwoPass {}
    impl Sealed for super::AuxiliaryTwoPass {}
}
