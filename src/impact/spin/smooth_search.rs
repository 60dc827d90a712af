//! Two convex parts, at least one of them with a smooth surface, at a time of the search.

use super::super::Interval;
use super::super::advance::Target;
use super::super::smooth::{Body, Meeting, SmoothPair, Tie};
use super::examine::{Examination, PartTask, vertices};
use super::pair::RotatingPair;
use super::plane::{Plane, plane_spin_of_features};
use super::rotated_core::RotatedCore;
use super::search::search;
use super::smooth_bound::{RotatingHull, separated_for};
use super::steps::Outcome;
use nalgebra::Vector3;
use smallvec::SmallVec;

impl RotatingPair<'_> {
    /// Whether a part of either has a smooth surface.
    pub(super) fn is_smooth(&self, leaves: [u32; 2]) -> bool {
        [0, 1]
            .iter()
            .any(|&side| self.parts[side].leaves[leaves[side] as usize].surface().is_some())
    }

    /// The last contact before `end`, if the pair is one of two convex bodies in uniform motion without
    /// rotation, in contact at `begin`: they touch in one interval, and the same search backwards in time
    /// finds where that ends. None for other pairs, and where it stops early.
    pub(super) fn last_contact(&self, begin: f64, end: f64) -> Option<f64> {
        let is_single = self.parts.iter().all(|parts| parts.leaves.len() == 1);
        if !is_single || !self.is_translation() || !self.rel.is_uniform() || !end.is_finite() {
            return None;
        }
        let window = Interval {
            begin: 0.0,
            end: end - begin,
        };
        match search(&self.reversed(end), None, window, f64::INFINITY, Target::Contact) {
            Outcome::Met { s, .. } => Some((end - s).max(begin)),
            // A graze, lost in rounding from this side.
            Outcome::Apart => Some(begin),
            Outcome::StepLimit(_) => None,
        }
    }

    /// Whether neither body rotates or grows.
    fn is_translation(&self) -> bool {
        self.rel.growth == 0.0 && self.turning.iter().all(|turning| turning.speed == 0.0)
    }

    /// As [`RotatingPair::examine`], by support functions.
    pub(super) fn examine_smooth(&self, task: &mut PartTask, s: f64, end: f64, target: Target) -> Examination {
        let leaves = [0, 1].map(|side| &self.parts[side].leaves[task.leaves[side] as usize]);
        let turns = self.turns_at(s);
        let rotations = turns.map(|turn| turn.matrix());
        let cores = [0, 1].map(|side| RotatedCore::new(leaves[side], &rotations[side]));
        let body = |side: usize| Body {
            hull: cores[side].hull(),
            radius: leaves[side].radius + self.turning[side].swell_at(s),
        };
        task.points = [0, 1].map(|side| vertices(leaves[side], &rotations[side]));
        let origin_motion = self.origin_motion(s);
        let pair = SmoothPair { a: body(0), b: body(1) };
        let Meeting {
            normal,
            gap,
            ties,
            is_deep,
            ..
        } = pair.meeting(&origin_motion.position, task.normal.as_ref());
        let Some(touch) = self.touch(task, &turns, s, gap, target, |_, _| normal) else {
            return Examination::Met;
        };
        task.normal = (!is_deep).then_some(normal);
        let hulls = [0, 1].map(|side| RotatingHull {
            hull: cores[side].hull(),
            spin: turns[side].spin,
            speed: self.turning[side].speed,
            accelerations: &task.bounds[side].accelerations,
        });
        let plane_spin = spin_of_ties(&normal, &ties, [&turns[0].spin, &turns[1].spin]);
        let plane = Plane { normal, plane_spin, gap };
        // Without rotation the plane is exact for a contact that opens: the lowest bounce returns to its
        // height, and does not sink by the slack.
        let bounces = self.is_translation() && normal.dot(&origin_motion.velocity) > self.resting_speed(s);
        self.apart_until(&touch, s, bounces, |gap| {
            self.longest_apart(&plane, gap, task.faces(&turns), |plane| {
                separated_for(plane, &origin_motion, [&hulls[0], &hulls[1]], end - s)
            })
        })
    }
}

/// The angular velocity of a plane that stays on the features which tie it.
fn spin_of_ties(normal: &Vector3<f64>, ties: &[Tie], spins: [&Vector3<f64>; 2]) -> Vector3<f64> {
    let mut differences: SmallVec<[[Vector3<f64>; 2]; 3]> = SmallVec::new();
    differences.push([Vector3::zeros(); 2]);
    for tie in ties.iter().take(2) {
        let mut edge = [Vector3::zeros(); 2];
        edge[tie.side] = tie.axis;
        differences.push(edge);
    }
    plane_spin_of_features(normal, &differences, spins)
}
