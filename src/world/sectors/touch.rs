//! Whether a ghost touches own balls of a sector with its right motions.

use super::record::Entry;
use super::sector::Sector;
use crate::lane::balls::BallState;
use crate::sap::Aabb;
use nalgebra::Vector3;

/// A ghost with its motions in its own sector, from a time in a window on.
pub(super) struct Ghost<'a> {
    pub(super) name: u32,
    pub(super) since: f64,
    /// Its motion up to the first collision.
    pub(super) before: BallState,
    /// Its collisions.
    pub(super) after: &'a [&'a Entry],
}

impl Ghost<'_> {
    /// Its motions, each from a time to another, up to the end of the window.
    fn motions(&self, end: f64) -> impl Iterator<Item = (f64, f64, &BallState)> {
        let states = std::iter::once(&self.before).chain(self.after.iter().map(|entry| &entry.state));
        let ends = self.after.iter().map(|entry| entry.time()).chain([end]);
        states
            .zip(ends)
            .scan(self.since, |from, (state, to)| Some((std::mem::replace(from, to), to, state)))
    }
}

impl Sector {
    /// Whether a ghost may touch an own ball; rather too often than too rarely.
    pub(super) fn may_touch_own(&self, ghost: &Ghost<'_>) -> bool {
        let way = self.greatest_way_since(ghost.since);
        let mut near = Vec::new();
        self.lane.candidates_in_cells(&self.region(ghost, way), &mut near);
        self.lane.strays(self.to, &mut near);
        near.retain(|name| self.owns(*name));
        near.iter().any(|name| self.may_touch(ghost, *name))
    }

    /// How far an own ball goes at most from a time in the window on, in metres.
    fn greatest_way_since(&self, time: f64) -> f64 {
        let speed = self.speeds.any + self.lane.greatest_acceleration() * (self.to - self.chosen);
        speed * (self.to - time)
    }

    /// A region that contains the centres of the own balls that touch a ghost, at the end of the window, if
    /// none goes farther than a way.
    fn region(&self, ghost: &Ghost<'_>, way: f64) -> Aabb<f64, 3> {
        let acceleration = self.lane.acceleration(ghost.name);
        let first = ghost.before.flight.under(acceleration).at(ghost.since);
        let mut path = Vector3::repeat(way + self.lane.touching_distance());
        for (from, to, state) in ghost.motions(self.to) {
            let passed = to - from;
            let velocity = state.flight.under(acceleration).velocity_at(from);
            path += velocity.abs() * passed + acceleration.abs() * (0.5 * passed * passed);
        }
        Aabb {
            min: (first - path).into(),
            max: (first + path).into(),
        }
    }

    /// Whether a ghost may touch this ball.
    fn may_touch(&self, ghost: &Ghost<'_>, name: u32) -> bool {
        let mut state = self.lane.state(name);
        let mut end = self.to;
        let mut former = self.former.iter().rev().filter(|former| former.name == name);
        loop {
            let begin = state.flight.epoch.max(ghost.since);
            let touches = |(from, to, motion): (f64, f64, &BallState)| {
                let (from, to) = (from.max(begin), to.min(end));
                from <= to && self.lane.may_touch([ghost.name, name], [motion, &state], from, to)
            };
            if ghost.motions(self.to).any(touches) {
                return true;
            }
            if state.flight.epoch <= ghost.since {
                return false;
            }
            end = state.flight.epoch;
            // The motion before the window began earlier.
            let Some(earlier) = former.next() else { return true };
            state = earlier.state;
        }
    }
}
