//! Checks of all invariants, for tests.

use super::super::Scalar;
use super::SegmentedSap;
use super::local::keys;

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    pub(super) fn check(&self) -> Result<(), String> {
        let mut ids: Vec<u32> = self.lists[0].iter().filter(|&key| !S::is_max(key)).map(S::owner).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.len() != self.len {
            return Err(format!("{} boxes in the lists, {} by count", ids.len(), self.len));
        }
        if ids.last().is_some_and(|&last| last as usize >= self.boxes.len()) {
            return Err("an endpoint has no box".into());
        }
        for axis in 0..D {
            let list = &self.lists[axis];
            list.sanity_check().map_err(|what| format!("axis {axis}: {what}"))?;
            let mut expected: Vec<_> = ids.iter().flat_map(|&id| keys(&self.boxes[id as usize], axis, id)).collect();
            expected.sort_unstable();
            if !list.iter().eq(expected) {
                return Err(format!("axis {axis}: the list is not the sorted endpoints of the boxes"));
            }
        }
        if let Some(id) = ids.iter().find(|&&id| !self.boxes[id as usize].is_valid()) {
            return Err(format!("box {id} is not valid"));
        }
        let axis = self.checkpoints.axis;
        self.checkpoints
            .sanity_check(&self.lists[axis])
            .map_err(|what| format!("checkpoints on axis {axis}: {what}"))
    }
}
