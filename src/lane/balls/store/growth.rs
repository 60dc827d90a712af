//! Balls that grow or have grown.

use super::BallStore;
use crate::lane::balls::constants::REACH_ROUNDING;
use crate::motion::{Growth, MotionPiece};

impl BallStore {
    /// Whether a ball grows or has grown.
    #[inline(always)]
    pub(in crate::lane::balls) fn any_swells(&self) -> bool {
        !self.growths.is_empty()
    }

    /// At least the greatest rate at which a ball grows, in metres per second.
    pub(in crate::lane::balls) fn greatest_growth(&self) -> f64 {
        self.species.greatest_growth()
    }

    /// How a ball grows.
    #[inline(always)]
    pub(in crate::lane::balls) fn growth(&self, slot: usize) -> Growth {
        self.growths.get(slot).copied().unwrap_or_default()
    }

    /// The motion of a ball as a piece, with its growth, of a body that is not rotated.
    pub(in crate::lane::balls) fn piece(&self, slot: usize) -> MotionPiece {
        self.path(slot).piece().growing(&self.growth(slot))
    }

    /// The radius of a ball at a time, in metres.
    #[inline]
    pub(in crate::lane::balls) fn radius_at(&self, slot: usize, time: f64) -> f64 {
        self.radius(slot) + self.growth(slot).swell_at(self.flight(slot).epoch, time)
    }

    /// Sets the swell of a ball at the epoch of its flight, if its species swells.
    #[inline]
    pub(in crate::lane::balls) fn set_swell(&mut self, slot: usize, swell: f64) {
        let species = self.species(slot);
        let growth = match species.swells {
            true => Growth {
                swell,
                rate: species.growth_rate,
            },
            false if self.growths.is_empty() => return,
            false => Growth::default(),
        };
        if self.growths.len() <= slot {
            self.growths.resize(self.motions.len(), Growth::default());
        }
        self.growths[slot] = growth;
    }

    /// How far a ball reaches from its centre until the time up to which this is
    /// [foreseen](Self::foreseen_until), in metres.
    #[inline(always)]
    pub(in crate::lane::balls) fn reach(&self, slot: usize) -> f64 {
        self.reaches.of(slot).unwrap_or_else(|| self.radius(slot))
    }

    /// The reaches of all slots.
    pub(in crate::lane::balls) fn reaches(&self) -> &[f64] {
        self.reaches.all().unwrap_or(&self.radii)
    }

    /// The reach of all balls, if it is the same.
    pub(in crate::lane::balls) fn common_reach(&self) -> Option<f64> {
        match self.any_swells() {
            true => None,
            false => self.common_radius,
        }
    }

    /// The time up to which reaches are foreseen; infinite if no ball grows.
    #[inline(always)]
    pub(in crate::lane::balls) fn foreseen_until(&self) -> f64 {
        self.reaches.until()
    }

    /// Foresees how far all balls reach in the time in which the radius that grows fastest grows by
    /// a part of the mean radius. O(n).
    pub(in crate::lane::balls) fn foresee(&mut self, now: f64) {
        if !self.any_swells() {
            self.reaches.clear();
            return;
        }
        let radii: Vec<f64> = (0..self.slots()).map(|slot| self.radius_at(slot, now)).collect();
        let fastest = self.growths.iter().map(|growth| growth.rate).fold(0.0, f64::max);
        self.reaches.foresee(&radii, |slot| self.growths[slot].rate, fastest, now);
    }

    /// Foresees how far a new ball in the last slot reaches, if there are balls that swell.
    pub(super) fn foresee_new(&mut self, slot: usize) {
        if self.reaches.all().is_some() {
            self.reaches.push(self.greatest_radius(slot));
        }
    }

    /// The greatest radius of a ball up to the time for which reaches are foreseen.
    fn greatest_radius(&self, slot: usize) -> f64 {
        let growth = self.growth(slot);
        // Without growth the time may be infinite.
        match growth.rate > 0.0 {
            true => self.radius_at(slot, self.foreseen_until()),
            false => self.radius(slot) + growth.swell,
        }
    }

    /// Whether a ball may reach farther than was foreseen.
    pub(in crate::lane::balls) fn outgrows(&self, slot: usize) -> bool {
        if !self.any_swells() {
            return false;
        }
        let greatest = self.greatest_radius(slot);
        self.reaches.of(slot).is_none_or(|reach| greatest > reach * REACH_ROUNDING)
    }
}
