//! Bodies that meet in an island and bounce.
//!
//! All that bounces at a renewal does so by the velocities before it, each place by its own: Newton's restitution.
//! The pull of the coming step is no part of them: it acts after the bounce, as it would without one. (If it were
//! reflected, too, a body that falls and bounces would gain about its weight times the way that it falls in a step.)
//! With friction, and where a body is held at other places that open before it bounces, it can add energy (see
//! Smith, Kaufman, Vouga, Tamstorf and Grinspun, "Reflections on Simultaneous Impact", 2012). Then all bounce by
//! less.

use super::constants::{SKIN, bounces_off};
use super::loaded::{Problem, STILL};
use super::measure::Measured;
use super::solver::Load;
use super::touch::{Other, Touch};
use crate::contact::context::Rests;
use crate::impact::NearPoint;
use crate::response::pair_restitution;
use nalgebra::Vector3;

/// The most times that the speeds of bounces are halved, before nothing bounces.
pub(super) const HALVINGS: u32 = 3;

/// What is asked of a gap at which two bounce, in metres per second.
#[derive(Debug)]
pub(super) struct Bounce {
    /// The least rate if they did not.
    pub(super) without: f64,
    pub(super) with: f64,
}

impl Problem {
    /// The speed at which two parties part at a place until the next renewal, `step` seconds later, if they get in touch,
    /// and meet and bounce there. (Other places of them may be far apart, or part already.)
    pub(super) fn rebound(
        &self,
        rests: &Rests<'_>,
        load: &Load,
        near: &NearPoint,
        measured: &Measured,
        step: f64,
    ) -> Option<f64> {
        let (rate, time) = (load.rate(&self.before), measured.meets?);
        let touch = rests.contacts.islands().graph.touch(measured.touch);
        if near.gap + rate * time > SKIN * measured.size {
            return None;
        }
        // What the coming step adds on average, up to its middle.
        let [first, second] = load.sides.map(|side| self.free_acceleration(rests, side));
        let added = load.normal.dot(&(second - first)) * (0.5 * step);
        let rebound = rests.speed_of_rebound(touch, added - rate, time)?;
        Some(rebound + added)
    }

    /// The acceleration of a side if nothing touched it, in m/s^2.
    fn free_acceleration(&self, rests: &Rests<'_>, side: u32) -> Vector3<f64> {
        match side {
            STILL => Vector3::zeros(),
            side => *rests.bodies[self.bodies[side as usize - 1]].free_acceleration(),
        }
    }

    /// Whether bounces have added energy.
    pub(super) fn bounces_too_high(&self) -> bool {
        self.places.iter().any(|place| place.bounce.is_some()) && self.gains() && !self.loads.iter().any(Load::is_driven)
    }

    /// Lets all bounce by a share of their speeds, without any impulse.
    pub(super) fn lower_bounces(&mut self, share: f64) {
        for (load, place) in self.loads.iter_mut().zip(&self.places) {
            if let Some(Bounce { without, with }) = place.bounce {
                load.least = without + (with - without) * share;
            }
        }
        self.forget();
    }
}

impl Rests<'_> {
    /// The speed by their restitution at which two parties part that close at a speed, if they [bounce off](bounces_off)
    /// at that within a time.
    fn speed_of_rebound(&self, touch: &Touch, closing: f64, time: f64) -> Option<f64> {
        let of = |body: u32| self.bodies[body].constants().restitution;
        let other = match touch.second {
            Other::Body(second) => of(second),
            Other::Wall(_) => self.settings.restitution,
        };
        let rebound = pair_restitution(of(touch.first), other) * closing;
        let dynamic = touch.bodies().filter(|body| self.bodies[*body].is_dynamic());
        let pull = dynamic
            .map(|body| self.bodies[body].free_acceleration().norm())
            .fold(0.0, f64::max);
        let size = self.size_of(&touch.parties());
        (rebound > 0.0 && bounces_off(rebound, pull, time, size)).then_some(rebound)
    }
}
