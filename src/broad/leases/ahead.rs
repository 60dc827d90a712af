//! Leases made ahead of the present, which a rewind may have to replace.

use super::extent::LeaseExtent;

/// A lease made ahead: when, of which body, and the extent of the body's lease before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renewal {
    pub(super) time: f64,
    pub(super) body: u32,
    pub(super) extent: LeaseExtent,
}

/// The bodies with leases made ahead.
#[derive(Debug)]
pub(super) enum Ahead {
    /// In order of time; past ones included.
    Listed(Vec<Renewal>),
    /// Too many to list.
    Many,
}

impl Default for Ahead {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl Ahead {
    pub(super) fn clear(&mut self) {
        match self {
            Self::Listed(ahead) => ahead.clear(),
            Self::Many => *self = Self::default(),
        }
    }

    /// Adds a renewal; of more than `most` none is listed any more.
    pub(super) fn push(&mut self, renewal: Renewal, most: usize) {
        if let Self::Listed(ahead) = self {
            ahead.push(renewal);
            if ahead.len() > most {
                *self = Self::Many;
            }
        }
    }
}
