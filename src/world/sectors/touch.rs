//! Whether a ghost touches own balls of a sector with its right motions.

use super::board::Board;
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

/// Where a ghost comes.
struct Way {
    from: Vector3<f64>,
    /// How far from there it gets at most, on each axis.
    goes: Vector3<f64>,
}

impl Ghost<'_> {
    /// Where it comes up to the end of the window.
    fn way(&self, sector: &Sector) -> Way {
        let acceleration = sector.lane.acceleration(self.name);
        let from = self.before.flight.under(acceleration).at(self.since);
        let mut goes = Vector3::zeros();
        for (from, to, state) in self.motions(sector.to) {
            let passed = to - from;
            let velocity = state.flight.under(acceleration).velocity_at(from);
            goes += velocity.abs() * passed + acceleration.abs() * (0.5 * passed * passed);
        }
        Way { from, goes }
    }

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
    pub(super) fn may_touch_own(&self, ghost: &Ghost<'_>, board: &Board) -> bool {
        let of_ghost = ghost.way(self);
        if !self.is_near(&of_ghost, board) {
            return false;
        }
        let own = self.greatest_way_since(ghost.since);
        let mut near = Vec::new();
        self.lane.candidates_in_cells(&self.region(&of_ghost, own), &mut near);
        self.lane.strays(self.to, &mut near);
        near.retain(|name| self.marks.owns(*name));
        near.iter().any(|name| self.may_touch(ghost, *name))
    }

    /// How far an own ball goes at most from a time in the window on, in metres.
    fn greatest_way_since(&self, time: f64) -> f64 {
        let speed = self.speeds.any + self.lane.greatest_acceleration() * (self.to - self.chosen);
        speed * (self.to - time)
    }

    /// Whether a ghost comes near the slab, as far from it as own balls may be by the end of the window.
    fn is_near(&self, ghost: &Way, board: &Board) -> bool {
        let (slabs, passed) = (&board.slabs, self.to - self.chosen);
        let drift = (self.speeds.along + self.lane.greatest_acceleration() * passed) * passed;
        let place = slabs.place_inside(ghost.from[self.axis]);
        let distance = ghost.goes[self.axis] + drift + slabs.reach();
        slabs.sectors_near(place, distance) >> self.number & 1 == 1
    }

    /// A region that contains the centres of the own balls that touch a ghost, at the end of the window, if
    /// none goes farther than this.
    fn region(&self, ghost: &Way, own: f64) -> Aabb<f64, 3> {
        let most = ghost.goes.add_scalar(own + self.lane.touching_distance());
        Aabb {
            min: (ghost.from - most).into(),
            max: (ghost.from + most).into(),
        }
    }

    /// Whether a ghost may touch this ball.
    fn may_touch(&self, ghost: &Ghost<'_>, name: u32) -> bool {
        let mut state = self.lane.state(name);
        let mut end = self.to;
        let mut formers = self.formers.latest_first(|former| former == name);
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
            let Some((_, earlier)) = formers.next() else { return true };
            state = earlier;
        }
    }
}
