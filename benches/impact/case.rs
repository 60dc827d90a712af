//! Pairs in motion, prepared for both solvers.

use crate::random::Random;
use crate::shapes::Prepared;
use kinesweep::impact::time_of_impact;
use kinesweep::{Inertia, MotionPiece};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, ShapeCastOptions};

/// Distance of the origins at the start, in metres; all shapes fit into a ball of radius 1.
const START: f64 = 4.0;

/// The length of parry's window, in seconds. The origins pass each other after half of it.
const WINDOW: f64 = 2.0;

/// Relative acceleration of the second body in accelerated motion, in m/s².
const ACCELERATION: f64 = 3.0;

/// Acceleration of both bodies in falling motion, in m/s².
const GRAVITY: f64 = 9.81;

/// Greatest angular speed of spinning bodies, in radians per second: about one rotation while they
/// pass.
const SPIN: f64 = 3.0;

/// Sideways displacement of the path, in metres, for the test whether a case is clear.
const CLEARANCE: f64 = 0.02;

/// The motion of a pair. In all motions the relative position of the origins is the same at half of
/// the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// Uniform motion of both.
    Uniform,
    /// Both under the same gravity, which cancels: parry casts the relative motion.
    Falling,
    /// The second body accelerates.
    Accelerated,
    /// Uniform motion and constant spin of both (except half-spaces).
    Spinning,
    /// The same, of bodies that rotate freely with two equal principal moments.
    Symmetric,
    /// The same with three different moments.
    Tumbling,
}

impl Motion {
    pub(crate) const ALL: [Self; 6] = [
        Self::Uniform,
        Self::Falling,
        Self::Accelerated,
        Self::Spinning,
        Self::Symmetric,
        Self::Tumbling,
    ];

    /// The principal moments of bodies that rotate freely.
    fn moments(self) -> Option<Vector3<f64>> {
        match self {
            Self::Symmetric => Some(Vector3::new(1.5, 1.0, 1.5)),
            Self::Tumbling => Some(Vector3::new(1.0, 1.4, 1.8)),
            _ => None,
        }
    }

    /// Whether the bodies rotate.
    pub(crate) fn rotates(self) -> bool {
        self == Self::Spinning || self.moments().is_some()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Falling => "falling",
            Self::Accelerated => "accelerated",
            Self::Spinning => "spinning",
            Self::Symmetric => "symmetric tops",
            Self::Tumbling => "asymmetric tops",
        }
    }

    /// Whether parry's linear cast supports the motion.
    pub(crate) fn is_linear(self) -> bool {
        matches!(self, Self::Uniform | Self::Falling)
    }
}

/// A pair in motion, prepared for both solvers.
pub(crate) struct Case {
    /// Indexed by motion.
    pub(crate) pieces: [[MotionPiece; 2]; Motion::ALL.len()],
    poses: [Pose; 2],
    /// Scaled by the window, for a window of 0..1.
    displacements: [Vector; 2],
}

impl Case {
    /// A random case. Orientations are random, except that a half-space faces the other shape.
    fn random(random: &mut Random, shapes: &[Prepared; 2]) -> Self {
        // At half of the window the second body is at `miss` relative to the first; before, it
        // approaches from a distance.
        let (from, miss) = (random.unit() * START, random.in_ball() * 2.0);
        let (position, drift) = (random.in_ball() * 10.0, random.in_ball());
        let velocity = (miss - from) / (0.5 * WINDOW) + drift;
        let acceleration = random.unit() * ACCELERATION;
        let rotated = random.rotation();
        let first = MotionPiece {
            position,
            orientation: if shapes[0].is_half_space() {
                UnitQuaternion::rotation_between(&Vector3::y(), &from).unwrap_or(rotated)
            } else {
                rotated
            },
            velocity: drift,
            ..MotionPiece::at_rest()
        };
        let second = MotionPiece {
            position: position + from,
            orientation: random.rotation(),
            velocity,
            ..MotionPiece::at_rest()
        };
        let uniform = [first, second];
        let spins = [random.in_ball() * SPIN, random.in_ball() * SPIN];
        let pieces = Motion::ALL.map(|motion| match motion {
            Motion::Uniform => uniform,
            Motion::Falling => uniform.map(|piece| MotionPiece {
                acceleration: Vector3::y() * -GRAVITY,
                ..piece
            }),
            Motion::Accelerated => {
                let second = MotionPiece {
                    velocity: velocity - acceleration * (0.25 * WINDOW),
                    acceleration,
                    ..second
                };
                [first, second]
            }
            Motion::Spinning | Motion::Symmetric | Motion::Tumbling => [0, 1].map(|side| MotionPiece {
                inertia: motion
                    .moments()
                    .filter(|_| !shapes[side].is_half_space())
                    .map(|moments| Inertia::from_moments(moments, Vector3::zeros()).expect("moments of a body")),
                angular_velocity: if shapes[side].is_half_space() {
                    Vector3::zeros()
                } else {
                    spins[side]
                },
                ..uniform[side]
            }),
        });
        Self {
            pieces,
            poses: uniform.map(|piece| Pose::from_parts(piece.position.into(), piece.orientation.into())),
            displacements: uniform.map(|piece| (piece.velocity * WINDOW).into()),
        }
    }

    fn uniform(&self) -> &[MotionPiece; 2] {
        &self.pieces[Motion::Uniform as usize]
    }

    /// Whether the tight boxes overlap during the window.
    fn boxes_overlap(&self, shapes: &[Prepared; 2]) -> bool {
        if shapes[0].is_half_space() {
            return true;
        }
        let [a, b] = [0, 1].map(|side| shapes[side].parry.compute_aabb(&self.poses[side]));
        let (low, high): (Vector3<f64>, Vector3<f64>) = ((a.mins - b.maxs).into(), (a.maxs - b.mins).into());
        let [first, second] = self.uniform();
        let velocity = second.velocity - first.velocity;
        let (mut begin, mut end) = (0.0f64, WINDOW);
        for axis in 0..3 {
            let times = [low[axis], high[axis]].map(|edge| edge / velocity[axis]);
            begin = begin.max(times[0].min(times[1]));
            end = end.min(times[0].max(times[1]));
        }
        begin <= end
    }

    pub(crate) fn ours(&self, shapes: &[Prepared; 2], motion: Motion) -> Option<f64> {
        let [first, second] = &self.pieces[motion as usize];
        time_of_impact((&shapes[0].ours, first), (&shapes[1].ours, second))
    }

    pub(crate) fn parry(&self, shapes: &[Prepared; 2]) -> Option<f64> {
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..Default::default()
        };
        let ([a, b], [by_a, by_b]) = (&self.poses, self.displacements);
        let hit = query::cast_shapes(a, by_a, &*shapes[0].parry, b, by_b, &*shapes[1].parry, options);
        hit.expect("parry casts these shapes").map(|hit| hit.time_of_impact * WINDOW)
    }

    /// The distance of the shapes at a time, computed by parry.
    pub(crate) fn distance(&self, shapes: &[Prepared; 2], motion: Motion, time: f64) -> f64 {
        let [a, b] = self.pieces[motion as usize].map(|piece| {
            let Isometry3 { rotation, translation } = piece.pose_at(time);
            Pose::from_parts(translation.vector.into(), rotation.into())
        });
        let found = query::distance(&a, &*shapes[0].parry, &b, &*shapes[1].parry);
        found.expect("parry has a distance for these shapes").distance
    }

    /// Whether the case stays a hit, or a miss, with the path displaced to all four sides.
    pub(crate) fn is_clear(&self, shapes: &[Prepared; 2]) -> bool {
        let [first, second] = self.uniform();
        let velocity = second.velocity - first.velocity;
        let aside = velocity.cross(&Vector3::from_fn(|axis, _| if axis == velocity.iamin() { 1.0 } else { 0.0 }));
        let aside = aside.normalize() * CLEARANCE;
        let across = velocity.normalize().cross(&aside);
        let hits = self.ours(shapes, Motion::Uniform).is_some();
        [aside, -aside, across, -across].into_iter().all(|aside| {
            let second = MotionPiece {
                position: second.position + aside,
                ..*second
            };
            time_of_impact((&shapes[0].ours, first), (&shapes[1].ours, &second)).is_some() == hits
        })
    }
}

/// As many hits as misses (by our solver, in uniform motion) among pairs with overlapping boxes;
/// only hits with a half-space.
pub(crate) fn cases(shapes: &[Prepared; 2], count: usize, random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::with_capacity(count);
    let mut missing = if shapes[0].is_half_space() {
        [0, count]
    } else {
        [count / 2; 2]
    };
    // Far more tries than needed: a third of them are usable, at worst a twentieth.
    for _ in 0..1000 * count {
        let case = Case::random(random, shapes);
        if case.boxes_overlap(shapes) {
            let hit = case.ours(shapes, Motion::Uniform).filter(|time| *time <= WINDOW);
            let left = &mut missing[usize::from(hit.is_some())];
            if *left > 0 {
                *left -= 1;
                cases.push(case);
            }
        }
        if missing == [0; 2] {
            return cases;
        }
    }
    unreachable!("hits and misses are both common");
}
