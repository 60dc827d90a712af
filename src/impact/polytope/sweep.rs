//! The separating axis test over time.

use super::super::approach::{Gap, band, bounces_high, is_touching, length_noise, normal_acceleration, speed_noise};
use super::super::{Interval, Intervals, Relative};
use super::axes::{each_axis, overlap_bounds, sizes};
use super::instant::impact_normal;
use super::parallel_polygons::ParallelPolygons;
use super::{Entry, Polytope};
use std::ops::ControlFlow;

/// The first impact in the window (seconds after `rel.start`): the first time at which contact
/// begins while the two approach, or the beginning of the window if they are in contact and
/// approach then. The tight boxes overlap in the window. O(axes x vertices).
pub(crate) fn first_entry(a: &Polytope, b: &Polytope, rel: &Relative, window: Interval) -> Option<Entry> {
    if let Some(parallel_polygons) = ParallelPolygons::of(a, b, rel) {
        return parallel_polygons.first_entry(a, b, rel, window);
    }
    let as_impact = |s: f64| impact_normal(a, b, rel, s).map(|normal| Entry { s, normal });
    if rel.is_uniform() {
        // Once apart they never meet again.
        as_impact(uniform_contact(a, b, rel, window)?.begin)
    } else {
        let contact = accelerated_contact(a, b, rel, window, true);
        contact.as_slice().iter().find_map(|times| as_impact(times.begin))
    }
}

/// The times in the window at which the two are in contact. O(axes x vertices).
pub(crate) fn intervals(a: &Polytope, b: &Polytope, rel: &Relative, window: Interval) -> Intervals {
    if let Some(parallel_polygons) = ParallelPolygons::of(a, b, rel) {
        parallel_polygons.intervals(a, b, rel, window)
    } else if rel.is_uniform() {
        uniform_contact(a, b, rel, window).map_or_else(Intervals::none, |times| Intervals::one(times.begin, times.end))
    } else {
        accelerated_contact(a, b, rel, window, false)
    }
}

/// The single interval of contact in uniform motion. Axes need not be unit: times do not depend on
/// their length.
fn uniform_contact(a: &Polytope, b: &Polytope, rel: &Relative, window: Interval) -> Option<Interval> {
    let (mut begin, mut end) = (window.begin, window.end);
    let apart = each_axis(a, b, |axis| {
        let (low, high) = overlap_bounds(a, b, axis);
        let along = axis.dot(&rel.position);
        let rate = axis.dot(&rel.velocity);
        let (low, high) = (low - along, high - along);
        if rate == 0.0 {
            return if low <= 0.0 && high >= 0.0 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            };
        }
        let (first, last) = if rate > 0.0 { (low, high) } else { (high, low) };
        begin = begin.max(first / rate);
        end = end.min(last / rate);
        if begin <= end {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    if apart.is_break() {
        return None;
    }
    Interval::new(begin, end)
}

/// The times of contact in accelerated motion. With `snap_touching`, a contact at the beginning of
/// the window up to rounding is taken as exact: then even the lowest bounce parts, and its end is
/// found.
fn accelerated_contact(a: &Polytope, b: &Polytope, rel: &Relative, window: Interval, snap_touching: bool) -> Intervals {
    let mut contact = Intervals::one(window.begin, window.end);
    let noise = snap_touching.then(|| {
        let length = length_noise(rel, sizes(a, b), window.begin);
        (length, speed_noise(rel, window.begin))
    });
    let _ = each_axis(a, b, |axis| {
        let axis = axis.normalize();
        let (mut low, mut high) = overlap_bounds(a, b, &axis);
        let along = Gap {
            start: axis.dot(&rel.position),
            rate: axis.dot(&rel.velocity),
            acceleration: normal_acceleration(rel, &axis),
        };
        if let Some((length_noise, speed_noise)) = noise {
            let (now, rate) = (along.at(window.begin), along.rate_at(window.begin));
            let touches = |depth: f64, opening: f64, pull: f64| {
                let is_open = depth < 0.0 && opening < -speed_noise;
                !is_open && is_touching(-depth, length_noise) && !bounces_high(depth, opening, pull)
            };
            if touches(high - now, rate, along.acceleration) {
                high = now;
            } else if touches(now - low, -rate, along.acceleration) {
                low = now;
            }
        }
        contact = contact.intersection(&band(low, high, &along, window));
        if contact.is_empty() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    contact
}
