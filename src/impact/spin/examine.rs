//! Whether two parts meet at a time, and if not, up to when they certainly do not: closest points, the
//! plane between them, and how long it separates them.

use super::super::advance::Target;
use super::super::convex_pair::separation;
use super::super::convex_part::ConvexPart;
use super::super::hull_pair::HullPair;
use super::super::penetration::penetration;
use super::super::rotation::rotated;
use super::super::simplex::Simplex;
use super::constants::{LONG_SEARCH_STEPS, PRESSED_FRACTION, PRESSED_LOOKAHEAD};
use super::feature_normal::feature_normal;
use super::full_rotation::{lowest_over_rotation, revolution_separated_for};
use super::pair::{PointBounds, RotatingPair, Turn};
use super::plane::{OriginMotion, Plane, RotatingPoints, plane_spin_of_features, separated_for};
use super::steps::least_time;
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// A pair of parts.
pub(super) struct PartTask {
    pub(super) leaves: [u32; 2],
    simplex: Simplex,
    /// The last valid normal.
    pub(super) normal: Option<Vector3<f64>>,
    /// Number of examinations.
    examined: u32,
    /// Number of consecutive examinations in which it touched.
    pub(super) touch_count: i32,
    /// Whether it touched in every examination since the start of the motion.
    pub(super) from_start: bool,
    /// Of the vertices of each part.
    pub(super) bounds: [PointBounds; 2],
    /// The vertices of each part at the last examination.
    pub(super) points: [SmallVec<[Vector3<f64>; 8]>; 2],
}

impl PartTask {
    /// A pair of parts that is examined from s on.
    pub(super) fn new(pair: &RotatingPair, leaves: [u32; 2], s: f64) -> Self {
        let bounds = [0, 1].map(|side| {
            let part = &pair.parts[side].leaves[leaves[side] as usize];
            pair.turning[side].point_bounds(part.vertices().iter())
        });
        Self {
            leaves,
            simplex: Simplex::default(),
            normal: None,
            examined: 0,
            touch_count: 0,
            from_start: s == 0.0,
            bounds,
            points: [SmallVec::new(), SmallVec::new()],
        }
    }

    /// The turns of the two bodies, with which planes are to be tried that turn as faces of them: in long
    /// searches.
    pub(super) fn faces<'t>(&self, turns: &'t [Turn; 2]) -> &'t [Turn] {
        if self.examined > LONG_SEARCH_STEPS { turns } else { &[] }
    }
}

/// The result of examining a pair of parts.
pub(super) enum Examination {
    Met,
    /// No contact before this time.
    ApartUntil(f64),
}

/// A part's rotated vertices, relative to its body's origin.
pub(super) fn vertices(leaf: &ConvexPart, rotation: &Matrix3<f64>) -> SmallVec<[Vector3<f64>; 8]> {
    let mut points = SmallVec::new();
    fill_vertices(&mut points, leaf, rotation);
    points
}

/// Fills in the same.
fn fill_vertices(points: &mut SmallVec<[Vector3<f64>; 8]>, leaf: &ConvexPart, rotation: &Matrix3<f64>) {
    points.resize(leaf.vertices().len(), Vector3::zeros());
    for (point, vertex) in points.iter_mut().zip(leaf.vertices()) {
        *point = rotated(rotation, vertex);
    }
}

impl RotatingPair<'_> {
    pub(super) fn origin_motion(&self, s: f64) -> OriginMotion {
        OriginMotion {
            position: self.rel.position_at(s),
            velocity: self.rel.velocity_at(s),
            acceleration: self.rel.acceleration,
            growth: self.rel.growth,
        }
    }

    pub(super) fn rotated<'p>(
        &self,
        side: usize,
        points: &'p [Vector3<f64>],
        turn: &Turn,
        bounds: &'p PointBounds,
    ) -> RotatingPoints<'p> {
        RotatingPoints {
            points,
            radii: &[],
            spin: turn.spin,
            speed: self.turning[side].speed,
            bounds,
        }
    }

    /// Examines two parts at time s: whether they meet then, and if not, up to when they certainly
    /// do not.
    pub(super) fn examine(&self, task: &mut PartTask, s: f64, end: f64, target: Target) -> Examination {
        task.examined += 1;
        if self.is_smooth(task.leaves) {
            return self.examine_smooth(task, s, end, target);
        }
        let leaves = [0, 1].map(|side| &self.parts[side].leaves[task.leaves[side] as usize]);
        let turns = self.turns_at(s);
        let rotations = turns.map(|turn| turn.matrix());
        for side in [0, 1] {
            fill_vertices(&mut task.points[side], leaves[side], &rotations[side]);
        }
        let origin_motion = self.origin_motion(s);
        let hulls = HullPair {
            a: &task.points[0],
            b: &task.points[1],
        };
        let radius = leaves[0].radius + leaves[1].radius + self.rel.swell_at(s);
        let closest = hulls.closest(&origin_motion.position, &mut task.simplex);
        let (normal, gap) = match &closest {
            Some(closest) => (closest.normal, closest.gap - radius),
            None => {
                task.simplex = Simplex::default();
                let [a, b] = [0, 1].map(|side| leaves[side].rotated(&rotations[side]));
                let inside = penetration(&a, &b, &origin_motion.position);
                (inside.normal, -inside.depth - radius)
            }
        };
        // Where cores barely overlap, the last normal from outside is more reliable than one from inside.
        let touching_normal = |task: &PartTask, touching_gap: f64| match &closest {
            Some(closest) if !HullPair::has_exact_normal(closest, &task.simplex) => {
                let [a, b] = [0, 1].map(|side| leaves[side].rotated(&rotations[side]));
                feature_normal(&a, &b, &origin_motion.position, closest)
            }
            Some(_) => normal,
            None => task.normal.filter(|_| gap >= -touching_gap).unwrap_or(normal),
        };
        let Some(touch) = self.touch(task, &turns, s, gap, target, touching_normal) else {
            return Examination::Met;
        };
        if closest.is_some() {
            task.normal = Some(normal);
        }
        let points = &task.points;
        let [a, b] = [0, 1].map(|side| self.rotated(side, &points[side], &turns[side], &task.bounds[side]));
        let corners: SmallVec<[[Vector3<f64>; 2]; 3]> = task
            .simplex
            .pairs()
            .map(|(i, j)| [points[0][i as usize], points[1][j as usize]])
            .take(3)
            .collect();
        let plane_spin = plane_spin_of_features(&normal, &corners, [&a.spin, &b.spin]);
        let plane = Plane { normal, plane_spin, gap };
        self.apart_until(&touch, s, false, |gap| {
            self.longest_apart(&plane, gap, task.faces(&turns), |plane| {
                separated_for(plane, &origin_motion, &a, &b, end - s)
            })
        })
    }

    /// How long two parts certainly stay apart in any rotation; 0 if unknown.
    pub(super) fn apart_in_any_rotation(&self, task: &PartTask, s: f64) -> f64 {
        let leaves = [0, 1].map(|side| &self.parts[side].leaves[task.leaves[side] as usize]);
        let turns = self.turns_at(s);
        let points = [0, 1].map(|side| vertices(leaves[side], &turns[side].matrix()));
        let origin_motion = self.origin_motion(s);
        let radius = leaves[0].radius + leaves[1].radius + self.rel.swell_at(s) + self.touching_gap(s, true);
        let along = |normal: Vector3<f64>| {
            let [a, b] = [0, 1].map(|side| self.rotated(side, &points[side], &turns[side], &task.bounds[side]));
            let gap =
                normal.dot(&origin_motion.position) + lowest_over_rotation(&a, &-normal) + lowest_over_rotation(&b, &normal)
                    - radius;
            revolution_separated_for(&normal, gap, &origin_motion)
        };
        let normals = [task.normal, origin_motion.position.try_normalize(0.0)];
        normals.into_iter().flatten().map(along).fold(0.0, f64::max)
    }

    /// The least time in which two bodies that overlap by a depth can separate.
    pub(super) fn least_time(&self, depth: f64, s: f64) -> f64 {
        least_time(depth, self.most_speed(s), self.rel.acceleration.norm())
    }

    /// Whether parts that touch and neither close nor open are pressed together: a little later
    /// they overlap.
    pub(super) fn is_pressed(&self, leaves: [u32; 2], s: f64, gap: f64) -> bool {
        let speeds = self.turning.each_ref().map(|turning| turning.speed);
        let pull = self.rel.acceleration.norm() + (speeds[0] + speeds[1]) * (self.spin_speed() + self.rel.velocity_at(s).norm());
        if pull == 0.0 {
            return false;
        }
        let extent = self.extent(s);
        let later = s + (2.0 * PRESSED_LOOKAHEAD * extent / pull).sqrt();
        self.gap_of(leaves, later) < gap.min(0.0) - PRESSED_FRACTION * PRESSED_LOOKAHEAD * extent
    }

    /// The signed gap of two parts at a time.
    pub(super) fn gap_of(&self, leaves: [u32; 2], s: f64) -> f64 {
        let turns = self.turns_at(s);
        let [a, b] = [0, 1].map(|side| self.leaf_at(side, leaves[side], &turns[side].matrix(), s));
        separation(&a, &b, &self.rel.position_at(s)).0
    }
}
