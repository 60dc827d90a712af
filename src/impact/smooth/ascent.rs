//! Newton's method for the normal with the greatest gap, for given features of both bodies.

use super::pair::{Body, Hull, Tie};
use crate::portable;
use nalgebra::Vector3;

/// Most steps: five are usual, more where the start is far away.
const MAX_STEPS: usize = 40;

/// Most halvings of a step that does not increase the gap.
const MAX_HALVINGS: usize = 24;

/// Sine below which two axes count as parallel.
const PARALLEL: f64 = 1e-7;

/// A step below this, in radians, ends the search: the gap changes by its square.
const LAST_STEP: f64 = 1e-12;

/// The features of two bodies between which a normal is sought: a vertex or a node of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features<'a> {
    pub(super) bodies: [&'a Body<'a>; 2],
    pub(super) numbers: [u32; 2],
    /// From a's feature to b's.
    pub(super) between: Vector3<f64>,
}

impl<'a> Features<'a> {
    pub(super) fn new(bodies: [&'a Body<'a>; 2], numbers: [u32; 2], offset: &Vector3<f64>) -> Self {
        let [a, b] = [0, 1].map(|side| bodies[side].hull.centre(numbers[side]));
        Self {
            bodies,
            numbers,
            between: b - a + offset,
        }
    }

    /// The gap of the features along n, without radii.
    fn gap(&self, n: &Vector3<f64>) -> f64 {
        let reach = |side: usize| match self.bodies[side].hull {
            Hull::Points(_) => 0.0,
            Hull::Surface(surface) => surface.nodes[self.numbers[side] as usize].reach(n),
        };
        self.between.dot(n) - reach(0) - reach(1)
    }

    /// The gradient: the difference of the extreme points.
    fn gradient(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let extreme = |side: usize| match self.bodies[side].hull {
            Hull::Points(_) => Vector3::zeros(),
            Hull::Surface(surface) => surface.nodes[self.numbers[side] as usize].extreme(n),
        };
        self.between - extreme(0) - extreme(1)
    }

    /// Minus the second derivative, applied to a vector.
    fn bend(&self, n: &Vector3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
        let bend = |side: usize| match self.bodies[side].hull {
            Hull::Points(_) => Vector3::zeros(),
            Hull::Surface(surface) => surface.nodes[self.numbers[side] as usize].bend(n, v),
        };
        bend(0) + bend(1)
    }

    /// The unit normal with the greatest gap near `start`, among those that the ties admit.
    pub(super) fn best_normal(&self, start: &Vector3<f64>, ties: &[Tie]) -> Option<Vector3<f64>> {
        let mut used: [Option<&Tie>; 2] = [None, None];
        for tie in ties {
            match used {
                [None, _] => used[0] = Some(tie),
                [Some(one), None] if one.axis.cross(&tie.axis).norm() > PARALLEL => used[1] = Some(tie),
                _ => {}
            }
        }
        match used {
            [Some(one), Some(other)] => meeting_of(one, other, start),
            [Some(one), None] => self.on_circle(one, start),
            _ => Some(self.on_sphere(start)),
        }
    }

    /// Over all unit normals.
    fn on_sphere(&self, start: &Vector3<f64>) -> Vector3<f64> {
        let mut n = *start;
        let mut gap = self.gap(&n);
        for _ in 0..MAX_STEPS {
            let u = n.cross(&Vector3::ith(n.iamin(), 1.0)).normalize();
            let w = n.cross(&u);
            let gradient = self.gradient(&n);
            let (down_u, down_w) = (gradient.dot(&u), gradient.dot(&w));
            let (of_u, of_w) = (self.bend(&n, &u), self.bend(&n, &w));
            let (a, b, c) = (of_u.dot(&u), of_u.dot(&w), of_w.dot(&w));
            // On the sphere the second derivative has the gap as an additional term.
            let solve = |shift: f64| {
                let (a, c) = (a + shift, c + shift);
                let determinant = a * c - b * b;
                (a > 0.0 && determinant > 0.0).then(|| {
                    let (x, y) = (
                        (c * down_u - b * down_w) / determinant,
                        (a * down_w - b * down_u) / determinant,
                    );
                    u * x + w * y
                })
            };
            let Some(step) = solve(gap).or_else(|| solve(gap.abs())) else {
                break;
            };
            let Some((next, higher)) = self.raised(gap, step.norm(), |share| (n + step * share).normalize()) else {
                break;
            };
            (n, gap) = (next, higher);
            if step.norm_squared() <= LAST_STEP * LAST_STEP {
                break;
            }
        }
        n
    }

    /// Over the circle of a tie.
    fn on_circle(&self, tie: &Tie, start: &Vector3<f64>) -> Option<Vector3<f64>> {
        let axis = &tie.axis;
        let across = (start - axis * axis.dot(start)).try_normalize(PARALLEL)?;
        let mut n = axis * tie.along + across * (1.0 - tie.along * tie.along).max(0.0).sqrt();
        let mut gap = self.gap(&n);
        for _ in 0..MAX_STEPS {
            let turn = axis.cross(&n);
            let gradient = self.gradient(&n);
            let rate = gradient.dot(&turn);
            let pull = gradient.dot(&(axis * tie.along - n)) - self.bend(&n, &turn).dot(&turn);
            // Where it is not concave, the size of the second derivative still scales the step.
            let angle = rate / pull.abs();
            if !angle.is_finite() {
                break;
            }
            let angle = angle.clamp(-1.0, 1.0);
            let raised = self.raised(gap, angle.abs(), |share| {
                let (sin, cos) = portable::sin_cos(angle * share);
                let moved = n * cos + turn * sin + axis * (tie.along * (1.0 - cos));
                moved.normalize()
            });
            let Some((next, higher)) = raised else { break };
            (n, gap) = (next, higher);
            if angle.abs() <= LAST_STEP {
                break;
            }
        }
        Some(n)
    }

    /// The first of the normals at 1, 1/2, 1/4, ... of a step with a greater gap. A step that is too
    /// small for the gap to tell is taken as it is.
    fn raised(&self, gap: f64, length: f64, at: impl Fn(f64) -> Vector3<f64>) -> Option<(Vector3<f64>, f64)> {
        /// Below this length the change of the gap is below its rounding.
        const UNSEEN: f64 = 1e-7;
        let mut share = 1.0;
        for _ in 0..MAX_HALVINGS {
            let next = at(share);
            let higher = self.gap(&next);
            if higher > gap || length <= UNSEEN {
                return Some((next, higher));
            }
            share *= 0.5;
        }
        None
    }
}

/// The unit normal near `start` that two ties admit.
fn meeting_of(one: &Tie, other: &Tie, start: &Vector3<f64>) -> Option<Vector3<f64>> {
    let across = one.axis.cross(&other.axis);
    let square = across.norm_squared();
    let cosine = one.axis.dot(&other.axis);
    let (x, y) = (
        (one.along - other.along * cosine) / square,
        (other.along - one.along * cosine) / square,
    );
    let inside = one.axis * x + other.axis * y;
    let rest = 1.0 - inside.norm_squared();
    if !(rest >= 0.0) {
        return None;
    }
    let side = across * (rest / square).sqrt();
    let side = if side.dot(start) < 0.0 { -side } else { side };
    (inside + side).try_normalize(0.0)
}
