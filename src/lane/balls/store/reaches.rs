//! How far balls reach that grow, up to a time: cells, leases and lists are made for that.

use crate::lane::balls::constants::GROWTH_AHEAD;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Reaches {
    /// By slot; empty if no ball swells.
    all: Vec<f64>,
    until: f64,
}

impl Default for Reaches {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            until: f64::INFINITY,
        }
    }
}

impl Reaches {
    #[inline(always)]
    pub(super) fn of(&self, slot: usize) -> Option<f64> {
        self.all.get(slot).copied()
    }

    /// Of all slots, if a ball swells.
    pub(super) fn all(&self) -> Option<&[f64]> {
        (!self.all.is_empty()).then_some(&self.all)
    }

    /// The time up to which they are foreseen; infinite if no ball grows.
    #[inline(always)]
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Foresees the reaches of balls with these radii now.
    pub(super) fn foresee(&mut self, radii: &[f64], rate: impl Fn(usize) -> f64, fastest: f64, now: f64) {
        let mean = radii.iter().sum::<f64>() / radii.len() as f64;
        let ahead = GROWTH_AHEAD * mean / fastest;
        // Time goes on, even where rounding is greater than that.
        self.until = (now + ahead).max(now.next_up());
        let ahead = if ahead < f64::INFINITY { self.until - now } else { 0.0 };
        self.all.clear();
        self.all
            .extend(radii.iter().enumerate().map(|(slot, radius)| radius + rate(slot) * ahead));
    }

    /// Adds a slot.
    pub(super) fn push(&mut self, reach: f64) {
        self.all.push(reach);
    }

    /// Moves the balls in memory: the former slot of each.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        if !self.all.is_empty() {
            self.all = order.iter().map(|former| self.all[*former as usize]).collect();
        }
    }
}
