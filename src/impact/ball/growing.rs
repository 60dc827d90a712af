//! Two balls in uniform relative motion, of which at least one grows: contact where
//! |p + v s| = R + G s.
//!
//! The gap |p + v s| - R - G s is a convex function of time: it closes once at most, and a gap that
//! does not close at the start never will. Squared it is a quadratic, A s² + 2 B s + C, with
//! A = v² - G², B = p·v - R G, C = p² - R²; a quarter of its discriminant is
//! |R v - G p|² - |p x v|², the geometric form of that of balls that do not grow.

use super::super::{Intervals, Relative};
use super::normal_speed_noise;
use nalgebra::Vector3;

struct Quadratic {
    a: f64,
    b: f64,
    c: f64,
    discriminant: f64,
}

impl Quadratic {
    fn new(rel: &Relative, radius_sum: f64) -> Self {
        let (p, v, growth) = (&rel.position, &rel.velocity, rel.growth);
        let speed = v.norm();
        Self {
            a: (speed - growth) * (speed + growth),
            b: p.dot(v) - radius_sum * growth,
            c: p.norm_squared() - radius_sum * radius_sum,
            discriminant: discriminant(p, v, radius_sum, growth),
        }
    }

    /// The time at which a gap that is open at the start closes, and the root of the discriminant.
    fn closes(&self) -> Option<(f64, f64)> {
        if self.discriminant < 0.0 {
            return None;
        }
        let root = self.discriminant.sqrt();
        let s = if self.b <= 0.0 {
            self.c / (root - self.b)
        } else if self.a < 0.0 {
            // The radii grow faster than the two part.
            (self.b + root) / -self.a
        } else {
            return None;
        };
        s.is_finite().then_some((s, root))
    }
}

/// A quarter of the discriminant.
#[inline(always)]
pub(super) fn discriminant(p: &Vector3<f64>, v: &Vector3<f64>, radius_sum: f64, growth: f64) -> f64 {
    (v * radius_sum - p * growth).norm_squared() - p.cross(v).norm_squared()
}

/// The first time of contact and approach, in seconds after `rel.start`.
pub(super) fn entry(rel: &Relative, radius_sum: f64) -> Option<f64> {
    let distance = rel.position.norm();
    let noise = normal_speed_noise(rel, radius_sum, 0.0);
    if rel.position.dot(&rel.velocity) - rel.growth * distance >= -noise * distance {
        return None;
    }
    let quadratic = Quadratic::new(rel, radius_sum);
    if quadratic.c <= 0.0 {
        return Some(0.0);
    }
    let (s, root) = quadratic.closes()?;
    // The root of the discriminant over R is the closing speed at contact.
    (root > noise * (radius_sum + rel.growth * s)).then_some(s)
}

/// The times of contact, in seconds after `rel.start`.
pub(super) fn intervals(rel: &Relative, radius_sum: f64) -> Intervals {
    let quadratic = Quadratic::new(rel, radius_sum);
    let begin = if quadratic.c <= 0.0 {
        0.0
    } else {
        match quadratic.closes() {
            Some((s, _)) => s,
            None => return Intervals::none(),
        }
    };
    if quadratic.a <= 0.0 {
        return Intervals::one(begin, f64::INFINITY);
    }
    let root = quadratic.discriminant.max(0.0).sqrt();
    let end = if quadratic.b < 0.0 {
        (root - quadratic.b) / quadratic.a
    } else {
        -quadratic.c / (quadratic.b + root)
    };
    // Both were 0, or rounding put the end of a graze before its beginning.
    Intervals::one(begin, if end >= begin { end } else { begin })
}
