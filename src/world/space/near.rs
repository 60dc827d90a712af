//! The bodies near a region, with their boxes at the present.

use super::super::World;
use super::QueryFilter;
use super::constants::REGION_ROUNDING;
use crate::bodies::{BodyContacts, BodyMotion, BodyRef, NewBody, State};
use crate::domain::{ImageOffset, images_overlapping, shift_of_offset};
use crate::event::BodyId;
use crate::impact::Collider;
use crate::limits::{MAX_MAGNITUDE, MAX_SIZE, MIN_SIZE, ValueError};
use crate::motion::MotionPiece;
use crate::motion::bounds::Lease;
use crate::sap::Aabb;
use crate::scene::{Body, Shape};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A region of space, and the middle about which images are near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) aabb: Aabb<f64, 3>,
    pub(super) middle: Vector3<f64>,
}

impl Region {
    /// A finite box.
    pub(super) fn new(min: &Vector3<f64>, max: &Vector3<f64>) -> Self {
        Self {
            aabb: Aabb {
                min: (*min).into(),
                max: (*max).into(),
            },
            middle: 0.5 * min + 0.5 * max,
        }
    }

    /// The region widened by a distance, which may be infinite, rounded outward.
    pub(super) fn widened(&self, distance: f64) -> Self {
        let Self { aabb, middle } = *self;
        let by = |side: f64| distance + REGION_ROUNDING * (side.abs() + distance);
        Self {
            aabb: Aabb {
                min: aabb.min.map(|low| low - by(low)),
                max: aabb.max.map(|high| high + by(high)),
            },
            middle,
        }
    }
}

/// A body at the present.
pub(super) struct Present<'a> {
    pub(super) id: BodyId,
    pub(super) state: BodyRef<'a>,
    /// Its tight box, in the orientation that it has now, where its motion piece has it.
    pub(super) aabb: Aabb<f64, 3>,
}

impl World {
    /// The bodies near a region that a filter considers, in scene order: all with tight boxes that
    /// overlap it by any image, and perhaps others. Half-spaces are always included.
    pub(super) fn near(&self, region: &Region, filter: &QueryFilter) -> Vec<Present<'_>> {
        let mut found = self.strays();
        self.candidates(region, &mut found);
        found.extend(self.search.half_spaces());
        self.in_scene_order_once(&mut found);
        found.iter().filter_map(|index| self.present(*index, filter)).collect()
    }

    /// The bodies with positions in the broad phase that may differ from those of the present.
    pub(super) fn strays(&self) -> Vec<u32> {
        let mut found = Vec::new();
        self.filed_broad().displaced(self.clock.now(), &mut found);
        if let Some(balls) = self.filed_balls() {
            balls.strays(self.clock.now(), &mut found);
        }
        found
    }

    /// The other bodies near a region, from the broad phase: no half-spaces.
    pub(super) fn candidates(&self, region: &Region, found: &mut Vec<u32>) {
        self.filed_broad().candidates_in(&region.aabb, self.clock.now(), found);
        if let Some(balls) = self.filed_balls() {
            balls.candidates_in(&region.aabb, self.clock.now(), found);
        }
    }

    /// Sorts bodies in scene order and removes duplicates.
    pub(super) fn in_scene_order_once(&self, bodies: &mut Vec<u32>) {
        bodies.sort_unstable_by_key(|index| self.bodies.serial(*index));
        bodies.dedup();
    }

    /// A body at the present, if the filter considers it.
    pub(super) fn present(&self, index: u32, filter: &QueryFilter) -> Option<Present<'_>> {
        let (id, state) = (self.bodies.id(index), self.body_ref(index));
        if !filter.considers(id, &state.constants().role) {
            return None;
        }
        let state = match state.lease() {
            Some(lease) => BodyRef::Expanded(Box::new(self.as_box(&state, lease))),
            None => state,
        };
        let aabb = self.tight_box(&state);
        Some(Present { id, state, aabb })
    }

    /// The tight box of a body at present, in its present orientation. O(vertices) if it rotates,
    /// else O(1).
    fn tight_box(&self, state: &State) -> Aabb<f64, 3> {
        let (moving, piece) = (state.moving(), state.piece());
        let position = piece.position_at(self.clock.now());
        let swell = Vector3::repeat(piece.swell_at(self.clock.now()));
        let extents = match moving.rotates() {
            true => state.constants().collider.extents(&piece.orientation_at(self.clock.now())),
            false => *state.extents(),
        };
        Aabb {
            min: (position + extents.min - swell).into(),
            max: (position + extents.max + swell).into(),
        }
    }

    /// A body without a known motion: its box at present, as a shape.
    fn as_box(&self, state: &State, lease: &Lease) -> State {
        let dt = self.clock.now() - lease.bounds.epoch;
        let inside = |value: f64| value.clamp(-MAX_MAGNITUDE, MAX_MAGNITUDE);
        let min = Vector3::from(lease.bounds.min.map(|side| inside(side.at(dt))));
        let max = Vector3::from(lease.bounds.max.map(|side| inside(side.at(dt))));
        let half = (0.5 * (max - min)).map(|half| half.clamp(MIN_SIZE, MAX_SIZE));
        let shape = Shape::cuboid(half).expect("clamped to what is allowed");
        let collider = Collider::new(&shape).expect("no cuboid is refused");
        let made = self.made(&shape, Arc::new(collider), 0.5 * (min + max), UnitQuaternion::identity());
        let mut constants = made.constants().clone();
        constants.role = state.constants().role;
        State::new(
            state.identity().clone(),
            constants,
            BodyMotion::new(*made.piece(), *made.extents()),
            BodyContacts::default(),
        )
    }

    /// A query shape as a body at rest before its insertion. Its collider is shared with bodies
    /// that share the shape.
    pub(super) fn as_body(&self, shape: &Shape, pose: &Isometry3<f64>) -> Result<State, ValueError> {
        let collider = self.shapes.get_once(shape)?;
        Ok(self.made(shape, collider, pose.translation.vector, pose.rotation))
    }

    fn made(&self, shape: &Shape, collider: Arc<Collider>, position: Vector3<f64>, orientation: UnitQuaternion<f64>) -> State {
        let fresh = NewBody {
            body: &Body::fixed(shape.clone()),
            collider,
            inverse_mass: 0.0,
            inverse_inertia: 0.0,
            settings: self.config.settings(),
            piece: MotionPiece {
                epoch: self.clock.now(),
                position,
                orientation,
                ..MotionPiece::at_rest()
            },
            serial: 0,
        };
        fresh.state()
    }

    /// The images by which a body's box overlaps a region, in lengths of the domain from where its
    /// motion piece has it: of a region wider than the domain, those about the image nearest to its
    /// middle. Of a body without a box, its own.
    pub(super) fn images_in(&self, aabb: &Aabb<f64, 3>, region: &Region) -> SmallVec<[ImageOffset; 1]> {
        let Some(sides) = self.bodies.sides() else {
            return match aabb.overlaps(&region.aabb) {
                true => smallvec![[0; 3]],
                false => smallvec![],
            };
        };
        images_overlapping(aabb, &region.aabb, &region.middle, sides)
    }

    /// From a body to one of its images, in metres.
    pub(super) fn shift_to(&self, image: &ImageOffset) -> Vector3<f64> {
        let sides = self.bodies.sides().copied().unwrap_or_default();
        shift_of_offset(image, &sides)
    }
}
