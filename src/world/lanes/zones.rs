//! Zones: for each body in the lane of pairs, the region of the balls that it could meet.
//!
//! A zone is made from a box that contains the body for a while, as a lease is: until the body
//! leaves that box no ball outside of the zone can touch it. An expired zone is renewed. (The zone
//! of a half-space at rest does not expire.)
//!
//! Of a body that is large compared with the cells, the zone is made from the regions that its parts
//! [sweep](Moving::swept_parts) for a while: a container, such as a drum of triangles, is mostly
//! empty. Where more than contact counts, the whole box is needed: overlaps of boxes are reported, or
//! the user's test decides what touches.

use super::super::World;
use super::constants::{FAST_TURN, FINEST_PART, GROWTH, LARGE, MARGIN, MAX_DOUBLINGS, TRAVEL};
use crate::bodies::State;
use crate::broad::leases::{hold_from, least_time, until};
use crate::domain::{Domain, shift_of_offset};
use crate::impact::{Moving, SweptPart};
use crate::lane::balls::{BallLane, PartRegion, Region, Slab};
use crate::lane::order::{Due, due};
use crate::queue::{EventQueue, Queue};
use crate::sap::Aabb;
use crate::scene::ShapeKind;
use nalgebra::Vector3;

/// The expiries of all zones.
#[derive(Debug, Default)]
pub(in crate::world) struct Zones {
    /// The expiry of each zone, by its body.
    expiries: Queue<Due>,
    /// The bodies of zones that were made for a time beyond the present.
    ahead: Vec<u32>,
    /// The latest of these times.
    looked_to: f64,
}

impl Zones {
    /// The time of the next expiry, in seconds.
    #[inline]
    pub(in crate::world) fn next_time(&self) -> f64 {
        self.expiries.peek().map_or(f64::INFINITY, |(due, _)| due.time)
    }

    /// Whether a zone was made for a time beyond this one.
    pub(in crate::world) fn is_ahead_of(&self, now: f64) -> bool {
        !self.ahead.is_empty() && self.looked_to > now
    }

    pub(super) fn clear(&mut self) {
        self.expiries.clear();
        self.ahead.clear();
    }
}

impl World {
    /// Makes the zone of a body in the lane of pairs, from a time on.
    pub(in crate::world) fn renew_zone(&mut self, index: u32, from: f64) {
        if self.lanes.occupied().is_none() {
            return;
        }
        let (region, until) = self.region_of(index, from);
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.set_zone(index, region);
        }
        if until < f64::INFINITY {
            let key = due(until.max(from), 0, self.bodies.serial(index), 0);
            self.lanes.zones.expiries.set(index, key);
        } else {
            self.lanes.zones.expiries.remove(index);
        }
        if from > self.clock.now() {
            self.lanes.zones.ahead.push(index);
            self.lanes.zones.looked_to = from;
        }
    }

    pub(in crate::world) fn remove_zone(&mut self, index: u32) {
        self.lanes.zones.expiries.remove(index);
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.remove_zone(index);
        }
    }

    /// Makes the zones of all bodies in the lane of pairs.
    pub(in crate::world) fn renew_all_zones(&mut self) {
        if let Some(balls) = self.lanes.balls.get_mut() {
            // Zones are measured in its cells.
            balls.refit(self.clock.now());
        }
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            if !self.bodies.in_balls(index) {
                self.renew_zone(index, self.clock.now());
            }
        }
    }

    /// Renews the zone that expires next.
    pub(in crate::world) fn renew_next_zone(&mut self) {
        if self.lanes.occupied().is_none() {
            self.lanes.zones.clear();
        } else if let Some((due, index)) = self.lanes.zones.expiries.peek() {
            self.renew_zone(index, due.time);
            self.apply_rezoned(false);
        }
    }

    /// Renews, at the present, the zones that were made for later times.
    pub(in crate::world) fn rewind_zones(&mut self) {
        if self.lanes.zones.ahead.is_empty() {
            return;
        }
        let ahead = std::mem::take(&mut self.lanes.zones.ahead);
        if self.lanes.zones.looked_to <= self.clock.now() {
            return;
        }
        for index in ahead {
            if self.bodies.is_occupied(index) && !self.bodies.in_balls(index) {
                self.renew_zone(index, self.clock.now());
            }
        }
    }

    /// The region that a body can touch from a time on, and the time until which it is valid.
    fn region_of(&self, index: u32, from: f64) -> (Region, f64) {
        let state = &self.bodies[index];
        let piece = state.piece();
        if let ShapeKind::HalfSpace { normal } = state.constants().shape.kind() {
            let is_still = piece.velocity == Vector3::zeros() && piece.acceleration == Vector3::zeros() && !piece.spins();
            if !is_still {
                return (Region::Everything, f64::INFINITY);
            }
            let normal = piece.orientation * normal;
            let offset = normal.dot(&piece.position);
            return (Region::HalfSpace { normal, offset }, f64::INFINITY);
        }
        let Some(balls) = self.lanes.occupied() else {
            return (Region::Everything, f64::INFINITY);
        };
        let bounds = self.bodies[index].bounds();
        let width = balls.least_width();
        let extent = match self.config.settings().domain {
            Domain::Box { .. } => Some(balls.extent()),
            Domain::Periodic { .. } | Domain::Open => None,
        };
        let mut way = TRAVEL * width;
        let mut aabb = hold_from(&bounds, from, way, MARGIN * width);
        // A body outside of the domain, such as a fixed one, gets no ball until it is near.
        if let Some(extent) = extent {
            for _ in 0..MAX_DOUBLINGS {
                way *= GROWTH;
                let wider = hold_from(&bounds, from, way, MARGIN * width);
                if wider.overlaps(&extent) {
                    break;
                }
                aabb = wider;
            }
        }
        let until = until(&bounds, &aabb, from);
        let by = self
            .bodies
            .sides()
            .map_or_else(Vector3::zeros, |sides| shift_of_offset(state.image_offset(), sides));
        if extent.is_none_or(|extent| aabb.overlaps(&extent))
            && self.has_zone_by_parts(state)
            && let Some((parts, end)) = regions_of_parts(&state.moving(), from, balls)
        {
            let regions = parts.iter().map(|part| part_region(part, &by));
            // A ball is never beyond the walls.
            let regions = regions.filter(|region| extent.is_none_or(|extent| region.aabb.overlaps(&extent)));
            return (Region::Parts(regions.collect()), end);
        }
        for axis in 0..3 {
            aabb.min[axis] += by[axis];
            aabb.max[axis] += by[axis];
        }
        (Region::Box(aabb), until)
    }

    /// Whether a pair across the lanes must be a candidate while the boxes of the two overlap. Half-spaces
    /// have no box.
    pub(in crate::world) fn has_zone_by_boxes(&self, pair: [u32; 2]) -> bool {
        let others = pair.iter().filter(|body| !self.bodies.in_balls(**body));
        let mut others = others.map(|body| &self.bodies[*body]);
        others.any(|other| !other.is_half_space() && !self.has_zone_by_parts(other))
    }

    /// Whether the balls that could touch a body are all that its zone needs.
    fn has_zone_by_parts(&self, state: &State) -> bool {
        !self.config.reports_overlaps() && state.lease().is_none() && !state.constants().role.touch_only
    }
}

/// The regions of the parts of a body that is large compared with the cells, from a time on, and the
/// time until which they are valid. None if it is not, or turns so fast that they are not valid for
/// long.
fn regions_of_parts(body: &Moving, from: f64, balls: &BallLane) -> Option<(Vec<SweptPart>, f64)> {
    let width = balls.least_width();
    let size = body.extents.max - body.extents.min;
    if size.amax() < LARGE * width {
        return None;
    }
    let (speed, pull) = body.speed_and_pull(from)?;
    let end = if speed == 0.0 && pull == 0.0 {
        f64::INFINITY
    } else {
        let way = TRAVEL * width;
        let duration = 2.0 * way / (speed + (speed * speed + 2.0 * pull * way).sqrt());
        if body.rotates() && duration < FAST_TURN * balls.crossing_time() {
            return None;
        }
        from + duration.max(least_time(from)).max(f64::MIN_POSITIVE)
    };
    Some((body.swept_parts(from, end, FINEST_PART * width), end))
}

/// The region of a part, shifted into the frame of the zones.
fn part_region(part: &SweptPart, by: &Vector3<f64>) -> PartRegion {
    let slab = part.slab.map(|(normal, [low, high])| {
        let along = normal.dot(by);
        Slab {
            normal,
            low: low + along,
            high: high + along,
        }
    });
    let aabb = Aabb {
        min: (part.min + by).into(),
        max: (part.max + by).into(),
    };
    PartRegion { aabb, slab }
}
