//! Sums of 128 bits that identify runs: SipHash 1-3 with a fixed key, the same on all machines.

use siphasher::sip128::{Hasher128, SipHasher13};
use std::fmt;
use std::hash::Hasher;

/// A sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sum(u128);

impl Sum {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(bytes);
        Self(hasher.finish128().as_u128())
    }

    /// Of several texts, with their lengths.
    pub(crate) fn of_all<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = SipHasher13::new();
        for text in texts {
            hasher.write(&(text.len() as u64).to_le_bytes());
            hasher.write(text);
        }
        Self(hasher.finish128().as_u128())
    }

    pub(crate) fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// Reads 32 digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
