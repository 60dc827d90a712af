//! The invariants that hold between two batches.

use super::super::Scalar;
use super::ArraySap;
use super::sort::ABSENT;

impl<S: Scalar, const D: usize> ArraySap<S, D> {
    /// 1. Each list has its sentinels, and between them two endpoints a box, in strictly ascending
    ///    order.
    /// 2. Each endpoint is where its owner's positions say; an absent box has no positions.
    /// 3. No box is inverted.
    ///
    /// O(D n).
    pub(super) fn check_lists(&self) -> Result<(), String> {
        for (axis, list) in self.lists.iter().enumerate() {
            let ends = &list.ends[list.start..list.end];
            if ends.len() != 2 * self.len + 2 {
                return Err(format!("axis {axis}: {} endpoints of {} boxes", ends.len() - 2, self.len));
            }
            if ends[0] != S::FIRST || ends[ends.len() - 1] != S::LAST {
                return Err(format!("axis {axis}: a sentinel is missing"));
            }
            if let Some(at) = (1..ends.len()).find(|&at| ends[at - 1] >= ends[at]) {
                return Err(format!("axis {axis}: out of order at {at}: {:?}", &ends[at - 1..=at]));
            }
            for at in list.start + 1..list.end - 1 {
                let end = list.ends[at];
                let (owner, is_max) = (S::owner(end), S::is_max(end));
                let recorded = self
                    .positions
                    .get(owner as usize)
                    .map(|positions| positions[axis][usize::from(is_max)]);
                if recorded != Some(at as u32) {
                    return Err(format!(
                        "axis {axis}: endpoint {end:?} of box {owner} is at {at}, not at {recorded:?}"
                    ));
                }
            }
        }
        let is_present = |at: &&[[u32; 2]; D]| **at != [ABSENT; D];
        if self.positions.iter().filter(is_present).count() != self.len {
            return Err(format!("{} boxes have no positions, or others have", self.len));
        }
        match self
            .positions
            .iter()
            .filter(is_present)
            .flatten()
            .any(|[min, max]| min >= max)
        {
            true => Err("a box is inverted".into()),
            false => Ok(()),
        }
    }
}
