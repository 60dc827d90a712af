//! Checks of the places of bodies at an insertion, a jump or a change.

use super::constants::TOUCH_TOLERANCE;
use super::{World, WorldError};
use crate::bodies::State;
use crate::domain::{Domain, ImageOffset, Wall};
use crate::event::{BodyId, Party};
use crate::impact::{contact_at, first_overlap};
use crate::response::Relation;

impl World {
    /// Refuses new bodies that overlap a wall, or a body that they would collide with.
    pub(super) fn check_starts(&mut self, ids: &[BodyId], begun: &[([u32; 2], ImageOffset)]) -> Result<(), WorldError> {
        for id in ids {
            self.check_domain(id.index)?;
        }
        let mut begun: Vec<[u32; 2]> = begun.iter().map(|([a, b], _)| self.in_scene_order(*a, *b)).collect();
        // Those of a ball in a new zone are all found again, and some may pass through each other.
        let first = ids.iter().map(|id| self.bodies.serial(id.index)).min();
        let is_new = |body: &u32| first.is_some_and(|first| self.bodies.serial(*body) >= first);
        begun.retain(|pair| pair.iter().any(is_new));
        begun.extend(self.touching_in_balls(ids));
        begun.sort_by_key(|pair| pair.map(|body| self.bodies.serial(body)));
        begun.dedup();
        for pair in begun {
            self.check_pair_start(pair)?;
        }
        Ok(())
    }

    /// Refuses a pair that overlaps and would collide.
    pub(super) fn check_pair_start(&self, pair: [u32; 2]) -> Result<(), WorldError> {
        let [a, b] = &pair.map(|body| self.body_ref(body));
        if self.relation_of(pair) != Some(Relation::Collide) {
            return Ok(());
        }
        match self.depth_between(a, b) {
            Some(depth) => Err(WorldError::Overlap {
                names: pair.map(|body| self.name_of(body)),
                with: Party::Body(self.bodies.id(pair[0])),
                depth,
            }),
            None => Ok(()),
        }
    }

    /// The depth by which two bodies overlap at present, by the nearest image of the second, if it
    /// exceeds the tolerance of touching.
    pub(super) fn depth_between(&self, a: &State, b: &State) -> Option<f64> {
        let size = a.bounding_radius().min(b.bounding_radius());
        let nearest = self.nearest_view(a, b);
        let [first, second] = &nearest.moving();
        let has_boxes = !a.is_half_space() && !b.is_half_space();
        if has_boxes && first_overlap(first, second).is_none_or(|time| time > self.clock.now()) {
            // The set of separate pairs that get here depends on the method.
            return None;
        }
        let depth = contact_at(first, second, self.clock.now())?.depth;
        (depth > TOUCH_TOLERANCE * size.min(f64::MAX)).then_some(depth)
    }

    /// Refuses a body that overlaps a wall of the domain or lies outside. A half-space always does:
    /// it is exempt, and so is a body without a known motion.
    pub(super) fn check_domain(&self, index: u32) -> Result<(), WorldError> {
        if !matches!(self.config.settings().domain, Domain::Box { .. }) {
            return Ok(());
        }
        let state = &self.body_ref(index);
        if state.is_half_space() || state.lease().is_some() {
            return Ok(());
        }
        match self.overlapped_wall(state) {
            Some((wall, depth)) => Err(WorldError::Overlap {
                names: [self.name_of(index), wall.to_string()],
                with: Party::Wall(wall),
                depth,
            }),
            None => Ok(()),
        }
    }

    /// The first wall of a box domain that a bounded body overlaps at present, and the depth, if it
    /// exceeds the tolerance of touching.
    pub(super) fn overlapped_wall(&self, state: &State) -> Option<(Wall, f64)> {
        let Domain::Box { min, max } = &self.config.settings().domain else {
            return None;
        };
        let piece = state.piece();
        let extents = state.constants().collider.extents(&piece.orientation_at(self.clock.now()));
        let position = piece.position_at(self.clock.now());
        let swell = piece.swell_at(self.clock.now());
        let (low, high) = (position + extents.min, position + extents.max);
        let tolerance = TOUCH_TOLERANCE * state.bounding_radius();
        let depth = |wall: &Wall| {
            let axis = wall.axis();
            match wall.is_upper() {
                true => high[axis] + swell - max[axis],
                false => min[axis] + swell - low[axis],
            }
        };
        let mut walls = Wall::ALL.into_iter().map(|wall| (wall, depth(&wall)));
        walls.find(|(_, depth)| *depth > tolerance)
    }
}
