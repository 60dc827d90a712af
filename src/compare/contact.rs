//! Contact intervals, the truth of a pass-through run, and the samples that fall in them.

use super::reference::{ExactRun, piece_at};
use crate::event::{Event, EventKind, Party, Touch};
use crate::scene::{Scene, Shape, ShapeKind};
use crate::ticks::first_tick;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// A pair's contact, from its begin to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInterval {
    /// The two bodies, by their index in the scene, the earlier first.
    pub bodies: [usize; 2],
    /// Beginning, in seconds; 0 for a contact that exists at the start.
    pub begin: f64,
    /// End, in seconds; the horizon if the contact continues.
    pub end: f64,
    /// Whether it ends within the run; if not, `end` is the end of the run.
    pub ends: bool,
    /// Closing speed at the beginning, in metres per second, >= 0.
    pub closing_speed: f64,
    /// Relative speed of the two at their first contact point, spin and growth included, in metres
    /// per second.
    pub speed: f64,
    /// The smallest diameter of the two, in metres: see [`smallest_diameter`].
    pub diameter: f64,
}

impl ContactInterval {
    /// Duration within the horizon, in seconds.
    pub fn duration(&self) -> f64 {
        self.end - self.begin
    }

    /// The first of the times k / rate, k = 0, 1, ..., that falls in it, ends included; none if the
    /// rate is not above 0.
    pub fn first_sample(&self, rate: f64) -> Option<f64> {
        let sample = (rate > 0.0).then(|| first_sample_from(self.begin, rate))?;
        Some(sample).filter(|sample| *sample <= self.end)
    }

    /// Relative motion of the two in one frame, as a multiple of their smallest diameter. Coming
    /// and Staadt 2006 (section 1) give one third as the limit of sampling.
    pub fn way(&self, rate: f64) -> f64 {
        if self.speed == 0.0 {
            0.0
        } else {
            self.speed / rate / self.diameter
        }
    }
}

/// The first of the times k / rate, k = 0, 1, ..., that is not before `t`.
pub(super) fn first_sample_from(t: f64, rate: f64) -> f64 {
    first_tick(t.max(0.0), rate)
}

/// The smallest diameter of a shape, in metres: twice the radius of a ball or capsule, the shortest
/// side of a cuboid, the shortest axis of an ellipsoid, the shorter of height and diameter of a
/// cylinder or cone; for points and meshes the shortest side of their box in the body's frame; for
/// a compound that of its smallest part. Infinite for a half-space, 0 for a flat mesh. O(n) for n
/// points.
pub fn smallest_diameter(shape: &Shape) -> f64 {
    match shape.kind() {
        ShapeKind::Ball { radius } | ShapeKind::Capsule { radius, .. } => 2.0 * radius,
        ShapeKind::Cuboid { half_extents } => 2.0 * half_extents.min(),
        ShapeKind::Ellipsoid { half_axes } => 2.0 * half_axes.min(),
        ShapeKind::Cylinder { half_height, radius } | ShapeKind::Cone { half_height, radius } => 2.0 * half_height.min(*radius),
        ShapeKind::RoundedCuboid { half_extents, radius } => 2.0 * (half_extents.min() + radius),
        ShapeKind::HalfSpace { .. } => f64::INFINITY,
        ShapeKind::Convex { points: vertices } | ShapeKind::Mesh { vertices, .. } => {
            let first = vertices[0];
            let (min, max) = vertices
                .iter()
                .fold((first, first), |(min, max), vertex| (min.inf(vertex), max.sup(vertex)));
            (max - min).min()
        }
        ShapeKind::Compound { parts } => parts
            .iter()
            .map(|(_, part)| smallest_diameter(part))
            .fold(f64::INFINITY, f64::min),
    }
}

/// The contact intervals of a run, in order of their beginnings.
pub(super) fn intervals(scene: &Scene, run: &ExactRun) -> Vec<ContactInterval> {
    let diameters: Vec<f64> = scene.bodies.iter().map(|body| smallest_diameter(&body.shape)).collect();
    let mut all: Vec<ContactInterval> = Vec::new();
    // In a periodic domain a pair can touch by two of its images at once: the contact that begins
    // first also ends first.
    let mut open: HashMap<[usize; 2], VecDeque<usize>> = HashMap::new();
    for event in &run.events {
        let Some([Party::Body(a), Party::Body(b)]) = event.kind.parties() else {
            continue;
        };
        let bodies = [a.index(), b.index()];
        match &event.kind {
            EventKind::ContactBegin(touch) => {
                open.entry(bodies).or_default().push_back(all.len());
                all.push(contact_until_end(scene, &diameters, run, event.time, touch));
            }
            EventKind::ContactEnd { .. } => {
                if let Some(number) = open.get_mut(&bodies).and_then(VecDeque::pop_front) {
                    (all[number].end, all[number].ends) = (event.time, true);
                }
            }
            _ => {}
        }
    }
    all
}

/// Key of a contact in a run: its beginning, to the bit, and its pair.
pub(super) type ContactKey = (u64, [usize; 2]);

/// The beginnings of contacts in a run.
pub(super) fn begins(run: &ExactRun) -> HashSet<ContactKey> {
    let begin = |event: &Event| match &event.kind {
        EventKind::ContactBegin(touch) => Some((event.time.to_bits(), touch.bodies.map(|body| body.index()))),
        _ => None,
    };
    run.events.iter().filter_map(begin).collect()
}

/// A contact that lasts until the end of the run.
fn contact_until_end(scene: &Scene, diameters: &[f64], run: &ExactRun, begin: f64, touch: &Touch) -> ContactInterval {
    let bodies = touch.bodies.map(|body| body.index());
    let pieces = bodies.map(|body| piece_at(&run.trajectories[body], begin));
    let [a, b] = pieces.map(|piece| {
        // In a periodic domain the contact point belongs to an image of each body.
        let from_body = scene.settings.domain.nearest(&(touch.point - piece.position_at(begin)));
        piece.velocity_at(begin) + piece.angular_velocity_at(begin).cross(&from_body)
    });
    let [one, other] = [0, 1].map(|side| diameters[bodies[side]] + 2.0 * pieces[side].swell_at(begin));
    ContactInterval {
        bodies,
        begin,
        end: run.reached,
        ends: false,
        closing_speed: touch.closing_speed,
        speed: (b - a).norm() + pieces[0].growth + pieces[1].growth,
        diameter: one.min(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::place;
    use nalgebra::Vector3;

    #[test]
    fn samples_begin_at_0_and_need_a_rate() {
        let mut contact = ContactInterval {
            bodies: [0, 1],
            begin: 100.0,
            end: 102.0,
            ends: true,
            closing_speed: 1.0,
            speed: 1.0,
            diameter: 1.0,
        };
        assert_eq!(contact.first_sample(0.375), Some(38.0 / 0.375));
        // Finer than floats: a former version did not terminate.
        for rate in [1e15, 1e300, f64::INFINITY] {
            assert_eq!(contact.first_sample(rate), Some(100.0));
        }
        for rate in [0.0, -60.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(contact.first_sample(rate), None);
        }
        contact.begin = -1.0;
        assert_eq!(contact.first_sample(60.0), Some(0.0));
    }

    #[test]
    fn diameters_are_those_of_the_smallest_feature() {
        let ball = Shape::ball(0.5).unwrap();
        let plate = Shape::cuboid(Vector3::new(3.0, 0.125, 1.0)).unwrap();
        let sheet = vec![Vector3::zeros(), Vector3::x(), Vector3::y()];
        let two = vec![
            (place(Vector3::x() * 9.0, Vector3::z()), ball.clone()),
            (place(Vector3::zeros(), Vector3::z()), plate.clone()),
        ];
        for (shape, diameter) in [
            (ball, 1.0),
            (plate, 0.25),
            (Shape::capsule(2.0, 0.25).unwrap(), 0.5),
            (Shape::half_space(Vector3::y()).unwrap(), f64::INFINITY),
            (Shape::ring(1.0, 0.25, 8, 4).unwrap(), 0.5),
            (Shape::mesh(sheet, vec![[0, 1, 2]]).unwrap(), 0.0),
            (Shape::compound(two).unwrap(), 0.25),
        ] {
            assert_eq!(smallest_diameter(&shape), diameter, "{shape:?}");
        }
    }

    #[test]
    fn bodies_at_rest_have_no_motion_per_frame() {
        let mut contact = ContactInterval {
            bodies: [0, 1],
            begin: 0.0,
            end: 1.0,
            ends: true,
            closing_speed: 0.0,
            speed: 0.0,
            diameter: 0.0,
        };
        assert_eq!(contact.way(60.0), 0.0);
        contact.speed = 3.0;
        assert_eq!(contact.way(60.0), f64::INFINITY);
        contact.diameter = 0.125;
        assert_eq!(contact.way(8.0), 3.0);
    }
}
