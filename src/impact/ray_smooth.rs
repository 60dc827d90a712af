//! First contact of a ray with an ellipsoid, a cylinder, a cone or a rounded cuboid, in closed form.
//!
//! A cylinder and a cone are what is common to a quadric and a slab between two planes. A rounded cuboid
//! is the union of three boxes and of twelve capsules, one about each edge: the ray enters it where it
//! first enters one of them.

use super::convex_part::Cuboid;
use super::ray::{Local, RayEntry};
use super::smooth::{Outline, Surface};
use nalgebra::Vector3;

/// The parameters at which a ray is in a convex set, from one to another, and the normal where it enters.
struct Passage {
    enters: f64,
    leaves: f64,
    normal: Vector3<f64>,
}

impl Passage {
    /// What is common to this set and another one.
    fn and(self, other: Self) -> Self {
        Self {
            leaves: self.leaves.min(other.leaves),
            ..if self.enters >= other.enters { self } else { other }
        }
    }
}

impl Local {
    pub(super) fn meet_surface(&self, surface: &Surface) -> Option<RayEntry> {
        let passage = match surface.outline {
            Outline::Ellipsoid => self.through_ellipsoid(surface),
            Outline::Cylinder(radius) => self.through_cylinder(surface, radius),
            Outline::Cone(radius) => self.through_cone(surface, radius),
        }?;
        self.convex(passage.enters, passage.leaves, || passage.normal)
    }

    /// In the axes in which it is the unit ball.
    fn through_ellipsoid(&self, surface: &Surface) -> Option<Passage> {
        let node = &surface.nodes[0];
        let unit = |v: &Vector3<f64>| Vector3::from_fn(|i, _| node.axes[i].dot(v) / node.axes[i].norm_squared());
        let (from, along) = (unit(&(self.origin - node.centre)), unit(&self.direction));
        let square = along.norm_squared();
        let middle = -from.dot(&along) / square;
        let aside = from + along * middle;
        let room = (1.0 - aside.norm()) * (1.0 + aside.norm());
        // Written so that NaN counts as a miss.
        if !(room >= 0.0) {
            return None;
        }
        let half = (room / square).sqrt();
        let at = aside - along * half;
        let gradient: Vector3<f64> = (0..3).map(|i| node.axes[i] * (at[i] / node.axes[i].norm_squared())).sum();
        Some(Passage {
            enters: middle - half,
            leaves: middle + half,
            normal: gradient.try_normalize(0.0).unwrap_or(-self.direction),
        })
    }

    /// The slab between two planes across an axis, one through each point.
    fn through_slab(&self, axis: &Vector3<f64>, [low, high]: [&Vector3<f64>; 2]) -> Option<Passage> {
        let rate = axis.dot(&self.direction);
        let (to_low, to_high) = (axis.dot(&(low - self.origin)), axis.dot(&(high - self.origin)));
        if rate == 0.0 {
            return (to_low <= 0.0 && to_high >= 0.0).then_some(Passage {
                enters: f64::NEG_INFINITY,
                leaves: f64::INFINITY,
                normal: -self.direction,
            });
        }
        let (enters, leaves, normal) = if rate > 0.0 {
            (to_low / rate, to_high / rate, -axis)
        } else {
            (to_high / rate, to_low / rate, *axis)
        };
        Some(Passage { enters, leaves, normal })
    }

    fn through_cylinder(&self, surface: &Surface, radius: f64) -> Option<Passage> {
        let [low, high] = [surface.nodes[0].centre, surface.nodes[1].centre];
        let axis = surface.side?.axis;
        let slab = self.through_slab(&axis, [&low, &high])?;
        let across = |v: Vector3<f64>| v - axis * v.dot(&axis);
        let (from, along) = (across(self.origin - (low + high) * 0.5), across(self.direction));
        let square = along.norm_squared();
        if square == 0.0 {
            return (from.norm() <= radius).then_some(slab);
        }
        let middle = -from.dot(&along) / square;
        let aside = from + along * middle;
        let room = (radius - aside.norm()) * (radius + aside.norm());
        if !(room >= 0.0) {
            return None;
        }
        let half = (room / square).sqrt();
        let side = Passage {
            enters: middle - half,
            leaves: middle + half,
            normal: (aside - along * half).try_normalize(0.0).unwrap_or(-self.direction),
        };
        Some(side.and(slab))
    }

    /// The double cone is where |across| <= slope |depth|, the depth below the apex; the slab between apex
    /// and base cuts off the other half.
    fn through_cone(&self, surface: &Surface, radius: f64) -> Option<Passage> {
        let [apex, base] = [surface.nodes[0].centre, surface.nodes[1].centre];
        let axis = surface.side?.axis;
        let slope = radius / (apex - base).norm();
        let slab = self.through_slab(&axis, [&base, &apex])?;
        // Re-based at the point nearest to the apex, so that little cancels.
        let to_apex = (apex - self.origin).dot(&self.direction);
        let from = self.origin + self.direction * to_apex - apex;
        let split = |v: &Vector3<f64>| {
            let depth = -v.dot(&axis);
            (v + axis * depth, depth)
        };
        let ((across, depth), (across_rate, depth_rate)) = (split(&from), split(&self.direction));
        // a s² + 2 b s + c <= 0 in the double cone.
        let a = across_rate.norm_squared() - slope * slope * depth_rate * depth_rate;
        let b = across.dot(&across_rate) - slope * slope * depth * depth_rate;
        let c = (across.norm() - slope * depth.abs()) * (across.norm() + slope * depth.abs());
        let discriminant = b * b - a * c;
        let normal_at = |s: f64| {
            let (across, depth) = (across + across_rate * s, depth + depth_rate * s);
            let out = across.try_normalize(0.0).unwrap_or_default() + axis * slope * depth.signum();
            out.try_normalize(0.0).unwrap_or(-self.direction)
        };
        let between = |one: f64, other: f64| Passage {
            enters: to_apex + one.min(other),
            leaves: to_apex + one.max(other),
            normal: normal_at(one.min(other)),
        };
        if !(discriminant >= 0.0) {
            // Inside all the way, or outside.
            return (a < 0.0).then_some(slab);
        }
        let q = -(b + b.signum() * discriminant.sqrt());
        if a > 0.0 {
            let (one, other) = if q == 0.0 { (0.0, 0.0) } else { (q / a, c / q) };
            return Some(between(one, other).and(slab));
        }
        // Outside between the roots: two halves of the double cone, and the slab has one of them.
        let (one, other) = match (q == 0.0, a == 0.0) {
            (true, _) => (0.0, 0.0),
            (false, true) => (if b > 0.0 { f64::NEG_INFINITY } else { f64::INFINITY }, c / q),
            (false, false) => (q / a, c / q),
        };
        let (first, second) = (one.min(other), one.max(other));
        let until = Passage {
            enters: f64::NEG_INFINITY,
            leaves: to_apex + first,
            normal: -self.direction,
        };
        let after = Passage {
            enters: to_apex + second,
            leaves: f64::INFINITY,
            normal: normal_at(second),
        };
        // The ray goes down into the lower half after both roots, or comes up out of it before both.
        let half = if depth_rate > 0.0 { after } else { until };
        Some(half.and(slab))
    }

    pub(super) fn meet_rounded_cuboid(&self, cuboid: &Cuboid, radius: f64) -> Option<RayEntry> {
        let mut first: Option<RayEntry> = None;
        let mut consider = |entry: Option<RayEntry>| {
            let sooner = |entry: &RayEntry| first.is_none_or(|(at, _)| entry.0 < at || (entry.0 == at && entry.1.is_none()));
            if let Some(entry) = entry.filter(sooner) {
                first = Some(entry);
            }
        };
        for wide in 0..3 {
            let mut half = cuboid.half;
            half[wide] += radius;
            consider(self.meet_box(cuboid, &half));
            let (one, other) = ((wide + 1) % 3, (wide + 2) % 3);
            for signs in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
                let middle = cuboid.center
                    + cuboid.axes[one] * (cuboid.half[one] * signs[0])
                    + cuboid.axes[other] * (cuboid.half[other] * signs[1]);
                let along = cuboid.axes[wide] * cuboid.half[wide];
                consider(self.meet_capsule(&[middle - along, middle + along], radius));
            }
        }
        first
    }

    fn meet_box(&self, cuboid: &Cuboid, half: &Vector3<f64>) -> Option<RayEntry> {
        let mut passage: Option<Passage> = None;
        for (axis, half) in cuboid.axes.iter().zip(half.iter()) {
            let slab = self.through_slab(axis, [&(cuboid.center - axis * *half), &(cuboid.center + axis * *half)])?;
            passage = Some(match passage {
                Some(passage) => passage.and(slab),
                None => slab,
            });
        }
        let passage = passage?;
        self.convex(passage.enters, passage.leaves, || passage.normal)
    }
}
