//! Two flat polytopes in parallel planes (triangles of two meshes, face to face): their difference
//! is flat.
//!
//! They are in contact only at the instants at which the planes coincide, which is one quadratic. A
//! test in the plane then decides whether they overlap. A separate solver, because rounded
//! projections of zero width have no time in common.
//!
//! If the planes coincide at the start (a contact just handled, or bodies placed flush), positions
//! do not show the side on which the second one lies. Normals that point at each other are taken as
//! outward normals of two solids: the second one is then on the side of the first one's normal.
//! Normals that point the same way decide nothing: the two are then taken to part.

use super::super::approach::{Gap, approaches, band, length_noise, normal_acceleration, speed_noise};
use super::super::{Interval, Intervals, Relative};
use super::axes::{each_rim_axis, nearly_parallel_planes, overlap_bounds, sizes, span};
use super::constants::{MAX_PLANE_CROSSINGS, PARALLEL_PLANE_ROUNDINGS};
use super::instant::gap_on_axis;
use super::{Entry, Polytope};
use nalgebra::Vector3;
use std::ops::ControlFlow;

pub(super) struct ParallelPolygons {
    /// Unit normal of the first.
    normal: Vector3<f64>,
    /// The height of b's plane over a's along the normal, as a function of time.
    height: Gap,
    /// Whether the normals point at each other.
    facing: bool,
    length_noise: f64,
    speed_noise: f64,
}

impl ParallelPolygons {
    /// The two polytopes as parallel polygons, if they are.
    #[inline]
    pub(super) fn of(a: &Polytope, b: &Polytope, rel: &Relative) -> Option<Self> {
        if a.flat && b.flat && nearly_parallel_planes(a, b) {
            Self::of_nearly_parallel(a, b, rel)
        } else {
            None
        }
    }

    fn of_nearly_parallel(a: &Polytope, b: &Polytope, rel: &Relative) -> Option<Self> {
        let normal = a.normals[0];
        let length_noise = length_noise(rel, sizes(a, b), 0.0);
        let (on_a, on_b) = (span(a, &normal), span(b, &normal));
        if on_b.1 - on_b.0 > PARALLEL_PLANE_ROUNDINGS * length_noise {
            return None;
        }
        let offset = 0.5 * ((on_b.0 + on_b.1) - (on_a.0 + on_a.1));
        Some(Self {
            normal,
            height: Gap::along(&normal, rel, offset),
            facing: normal.dot(&b.normals[0]) < 0.0,
            length_noise: PARALLEL_PLANE_ROUNDINGS * length_noise,
            speed_noise: speed_noise(rel, 0.0),
        })
    }

    pub(super) fn first_entry(&self, a: &Polytope, b: &Polytope, rel: &Relative, window: Interval) -> Option<Entry> {
        let mut side = self.side_at_start();
        let mut gap = self.on_side(side);
        if gap.start.abs() <= self.length_noise {
            gap.start = 0.0;
        }
        let mut from = 0.0;
        for _ in 0..MAX_PLANE_CROSSINGS {
            let s = from + gap.first_approach(self.speed_noise, self.length_noise)?;
            // The window is that of boxes that may be as flat as the polygons: compare up to
            // rounding.
            let slack = self.length_noise / self.height.rate_at(s).abs();
            if s > window.end + slack {
                return None;
            }
            if s >= window.begin - slack && self.meet(a, b, rel, s) {
                return Some(Entry {
                    s: s.clamp(window.begin, window.end),
                    normal: self.normal * side,
                });
            }
            // They miss each other; the second one is now on the other side.
            side = -side;
            from = s;
            gap = Gap {
                start: 0.0,
                rate: side * self.height.rate_at(s),
                acceleration: side * self.height.acceleration,
            };
        }
        None
    }

    pub(super) fn intervals(&self, a: &Polytope, b: &Polytope, rel: &Relative, window: Interval) -> Intervals {
        let mut height = self.height;
        if height.start.abs() <= self.length_noise {
            height.start = 0.0;
        }
        if height.rate.abs() <= self.speed_noise {
            height.rate = 0.0;
        }
        let mut contact = band(0.0, 0.0, &height, window);
        let _ = each_rim_axis(a, b, |axis| {
            let (low, high) = overlap_bounds(a, b, axis);
            let along = Gap::along(axis, rel, 0.0);
            contact = contact.intersection(&band(low, high, &along, window));
            ControlFlow::<()>::Continue(())
        });
        contact
    }

    /// 1 if b is on the side of the normal at the start, -1 if on the other.
    fn side_at_start(&self) -> f64 {
        let Gap {
            start,
            rate,
            acceleration,
        } = self.height;
        let decides = if start.abs() > self.length_noise {
            start
        } else if self.facing {
            1.0
        } else if rate.abs() > self.speed_noise {
            rate
        } else {
            acceleration
        };
        if decides < 0.0 { -1.0 } else { 1.0 }
    }

    fn on_side(&self, side: f64) -> Gap {
        Gap {
            start: side * self.height.start,
            rate: side * self.height.rate,
            acceleration: side * self.height.acceleration,
        }
    }

    /// Whether the two overlap in their plane, or are about to, at an instant at which the planes
    /// coincide.
    fn meet(&self, a: &Polytope, b: &Polytope, rel: &Relative, s: f64) -> bool {
        let (position, velocity) = (rel.position_at(s), rel.velocity_at(s));
        let (length_noise, speed_noise) = (length_noise(rel, sizes(a, b), s), speed_noise(rel, s));
        let overlaps = each_rim_axis(a, b, |axis| {
            let here = gap_on_axis(a, b, axis, &position);
            let touches = here.gap >= -length_noise;
            let closes = approaches(
                here.normal.dot(&velocity),
                normal_acceleration(rel, &here.normal),
                speed_noise,
            );
            if here.gap > length_noise || (touches && !closes) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        overlaps.is_continue()
    }
}
