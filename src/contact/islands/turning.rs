//! By how much gaps close because bodies turn and accelerate, besides what the rates of the gaps say.

mod side;

use crate::bodies::Bodies;
use crate::impact::{NearPoint, Rim};
use nalgebra::Vector3;
use side::{Side, sign_of};

/// A free top may spin faster by this share within so small an angle.
const FASTER: f64 = 1.1;

/// Two parties that touch at a loose place collide again after so many seconds.
const LOOSE_TIME: f64 = 1e-3;

/// They part by no more than this share of the speed at which they turn.
const MOST_HOP: f64 = 1e-2;

/// A rim turns by no more than this share of its angle to the plane while it is followed.
const FLATTER: f64 = 0.5;

/// The turning of two sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning([Side; 2]);

impl Turning {
    /// That of two bodies (none: a wall) at a time, from their velocities and angular velocities. `shift`:
    /// from the second body to the image that is touched.
    #[inline]
    pub(super) fn new(
        sides: [Option<u32>; 2],
        bodies: &Bodies,
        now: f64,
        shift: &Vector3<f64>,
        motion: impl Fn(u32) -> [Vector3<f64>; 2],
    ) -> Self {
        let side = |body: Option<u32>, shift: Vector3<f64>| match body {
            Some(body) => Side::of_body(&bodies[body], now, motion(body), shift),
            None => Side::of_wall(),
        };
        Self([side(sides[0], Vector3::zeros()), side(sides[1], *shift)])
    }

    /// Whether neither side turns.
    fn is_still(&self) -> bool {
        self.0.iter().all(|side| side.spin == Vector3::zeros())
    }

    /// The most by which points of the two approach each other in a time by turning, in metres.
    pub(super) fn way(&self, time: f64) -> f64 {
        self.0.iter().map(|side| side.spin.norm() * FASTER * side.radius * time).sum()
    }

    /// The most by which other places than one close in a time, in metres, where that has a normal and closes at
    /// a rate: its two may be near each other there, too, as soon as their gap is gone. Terms of first order.
    fn way_of_others(&self, near: &NearPoint, rate: f64, time: f64) -> f64 {
        // By the centres and the turning about them, or by the rate at the place and the turning about it.
        let centres = self.0[1].velocity - self.0[0].velocity;
        let by_centres = self.way(time) - near.normal.dot(&centres) * time;
        let by_place = self.way_of_corners(near, time) + (-rate * time).max(0.0);
        by_centres.min(by_place)
    }

    /// The most by which corners of one side approach a face of the other one in a time by turning, in metres,
    /// more than the one at a place does: it may be that of a large body. Infinite at other places.
    fn way_of_corners(&self, near: &NearPoint, time: f64) -> f64 {
        match near.face {
            Some(face) if !near.is_loose && near.curvature[1 - face] == 0.0 => {
                let relative = (self.0[0].spin.norm() + self.0[1].spin.norm()) * FASTER;
                2.0 * self.0[1 - face].corners * relative * time
            }
            _ => f64::INFINITY,
        }
    }

    /// The most by which points of the two approach each other in a time, in metres.
    pub(super) fn moves(&self, time: f64) -> f64 {
        let speed = (self.0[1].velocity - self.0[0].velocity).norm();
        let turns: f64 = self.0.iter().map(|side| side.spin.norm() * FASTER * side.radius).sum();
        // (Two at rest do not move in an infinite time.)
        let way = |rate: f64, time: f64| if rate == 0.0 { 0.0 } else { rate * time };
        way(speed + turns, time) + way(0.5 * self.acceleration().norm(), time * time)
    }

    /// The acceleration of the second side relative to the first, in metres per second squared.
    fn acceleration(&self) -> Vector3<f64> {
        self.0[1].acceleration - self.0[0].acceleration
    }

    /// By how much the gap at a place closes in a time, in metres, by terms of second order in the time:
    /// the sides accelerate, the arms turn, and the normal turns against the relative velocity at the place.
    /// At least 0. (Of smooth surfaces, and of a normal that is not that of a face, the most.)
    pub(super) fn bends(&self, near: &NearPoint, time: f64) -> f64 {
        let mut opening = near.normal.dot(&self.acceleration());
        if !self.is_still() {
            opening += self.opens_by_turning(near);
        }
        // (A time may be infinite.)
        if opening < 0.0 { -0.5 * opening * time * time } else { 0.0 }
    }

    /// The second derivative of the gap at a place by turning, in metres per second squared.
    fn opens_by_turning(&self, near: &NearPoint) -> f64 {
        let spins = self.0.each_ref().map(|side| side.spin.norm());
        let velocities = self.velocities(near);
        let relative = velocities[1] - velocities[0];
        // By the normal: with its rate, and with the square of that between the places, or the centres about
        // which the surfaces are round there.
        let of_face = |face: usize| {
            let turns = self.0[face].spin.cross(&near.normal);
            (turns.dot(&relative), turns.norm_squared())
        };
        let (turning, square, rolling) = match near.face {
            Some(face) => {
                let (mut turning, mut square) = of_face(face);
                if near.is_flush {
                    let (of_other, square_of_other) = of_face(1 - face);
                    (turning, square) = (turning.min(of_other), square.max(square_of_other));
                }
                let rolling = self.rolling(near);
                (turning, square, rolling * rolling)
            }
            None => {
                let across = relative - near.normal * near.normal.dot(&relative);
                let most = spins[0] + spins[1];
                (-most * across.norm(), most * most, most * most)
            }
        };
        let distance = (near.gap + near.round[0] + near.round[1]).max(0.0);
        let mut opening = 2.0 * turning - square * distance;
        for (number, side) in self.0.iter().enumerate() {
            let arm = side.arm(number, near);
            let acceleration = side.spin.cross(&side.spin.cross(&arm)) + side.spin_change.cross(&arm);
            opening += sign_of(number) * near.normal.dot(&acceleration);
            // A smooth surface rolls on the other one.
            if !near.is_loose {
                opening -= rolling * near.curvature[number];
            }
        }
        opening
    }

    /// The rate at which the two roll on each other: as far as that moves the place along their surfaces, in
    /// radians per second.
    fn rolling(&self, near: &NearPoint) -> f64 {
        let relative = self.0[1].spin - self.0[0].spin;
        near.rim.map_or(relative.norm(), |rim| rim.across.dot(&relative).abs())
    }

    /// The rate at which the tangent of a rim at a place turns, in radians per second; 0 where no rim is.
    pub(super) fn rate_of_tangent(&self, near: &NearPoint) -> f64 {
        near.rim.map_or(0.0, |rim| self.rolling(near) * rim.steepness(near))
    }

    /// The most by which the gap at a rim closes in a time, in metres, because the place on it moves at another
    /// rate than now: terms of third order. Infinite if the rim may get flush.
    fn by_tangent(&self, near: &NearPoint, time: f64) -> f64 {
        let Some(rim) = near.rim else { return 0.0 };
        let spin = (self.0[0].spin.norm() + self.0[1].spin.norm()) * FASTER;
        if spin * time * rim.steepness(near) > FLATTER {
            return f64::INFINITY;
        }
        let change: f64 = self.0.iter().map(|side| side.spin_change.norm()).sum();
        let rolling = self.rolling(near) + change * time;
        let curvature = near.curvature[0] + near.curvature[1];
        let changes = spin * rolling * rim.steepness(near) + change;
        curvature * rolling * changes * time * time * time
    }

    /// What the turning of bodies of revolution about their axes adds to the rate of the gap of two points of
    /// their material, in metres per second: their surfaces stay where they are.
    pub(super) fn rate_of_material(&self, near: &NearPoint) -> f64 {
        let of_side = |side: &Side| match side.about_axis == Vector3::zeros() {
            true => 0.0,
            false => near.normal.dot(&side.about_axis.cross(&(near.point - side.centre))),
        };
        of_side(&self.0[1]) - of_side(&self.0[0])
    }

    /// The rate at which the gap at a [loose](NearPoint::is_loose) place is to open, in metres per second,
    /// so that it does not close again within [`LOOSE_TIME`] by rolling: where no renewal can keep the two
    /// apart, their next collision is not sooner. 0 at others. `room`: the way by which the gap may close, in
    /// metres.
    pub(super) fn hop(&self, near: &NearPoint, room: f64) -> f64 {
        if !near.is_loose || self.is_still() {
            return 0.0;
        }
        let rolling = (self.0[1].spin - self.0[0].spin).norm();
        let size = self.0.iter().map(|side| side.radius).fold(0.0, f64::max);
        let curvature = (near.curvature[0] + near.curvature[1]).max(size);
        let hop = (0.5 * rolling * rolling * curvature * LOOSE_TIME).min(MOST_HOP * rolling * size);
        (hop - room / LOOSE_TIME).max(0.0)
    }

    /// How the sliding at a place changes while the two turn freely, in metres per second squared: where a face
    /// is, and what stands on it has a corner, a rim, or is round there. The place moves along. 0 at others.
    pub(super) fn sliding_change(&self, near: &NearPoint) -> Vector3<f64> {
        let Some(face) = near.face.filter(|_| !near.is_loose) else {
            return Vector3::zeros();
        };
        let number = 1 - face;
        let side = &self.0[number];
        if near.curvature[number] > 0.0 && near.rim.is_none() {
            return Vector3::zeros();
        }
        let mut place = side.velocity + side.spin.cross(&side.arm(number, near));
        if let Some(rim) = near.rim {
            let down = near.normal * -sign_of(number);
            let rolling = rim.across.dot(&(side.spin - self.0[face].spin));
            place += down.cross(&rim.across) * (near.curvature[number] * rolling);
        }
        let change = |number: usize| {
            let side = &self.0[number];
            side.material_change.cross(&(near.point - side.centre))
                + (side.spin + side.about_axis).cross(&(place - side.velocity))
        };
        let relative = change(1) - change(0) + self.acceleration();
        relative - near.normal * near.normal.dot(&relative)
    }

    /// The velocities of the two at a place, or at the centres about which they are round there.
    fn velocities(&self, near: &NearPoint) -> [Vector3<f64>; 2] {
        [0, 1].map(|number| {
            let side = &self.0[number];
            side.velocity + side.spin.cross(&side.arm(number, near))
        })
    }

    /// The most by which the gap at a place closes in a time, in metres, besides what its rate says:
    /// [`bends`](Self::bends), and terms of third order. Where the place is [loose](NearPoint::is_loose), two
    /// may touch elsewhere: the most by which any of their points approach each other by turning. Infinite
    /// if others than the places that have been measured may close by more than `most` metres, or a corner
    /// [beside](NearPoint::beside) them may come into play. `rate`: that of the gap, in metres per second.
    pub(super) fn closes(&self, near: &NearPoint, rate: f64, time: f64, most: f64) -> f64 {
        if self.is_still() {
            return self.bends(near, time);
        }
        // (Written so that a NaN is more than `most`.)
        let stays_beside = near.beside == f64::INFINITY || self.moves(time) <= near.beside.max(near.gap);
        if !(stays_beside && self.way_of_others(near, rate, time) <= most) {
            return f64::INFINITY;
        }
        let way = self.way(time);
        let angle: f64 = self.0.iter().map(|side| side.spin.norm() * FASTER * time).sum();
        let velocities = self.velocities(near);
        let slides = (velocities[1] - velocities[0]).norm() * time;
        let accelerates = self.acceleration().norm() * time * time;
        if near.is_loose {
            // The rates of two places differ by no more than the turning, too.
            return 2.0 * way + angle * (way + slides) + accelerates;
        }
        // A place at which edges cross runs along both, no farther than the smaller one reaches.
        let length = 2.0 * self.0[0].corners.min(self.0[1].corners);
        self.bends(near, time)
            + self.by_tangent(near, time)
            + near.crossing.closes(self.moves(time), angle, length)
            + angle * angle * (way + slides)
            + angle * accelerates
    }
}

impl Rim {
    /// 1 / the sine of its angle to the plane.
    fn steepness(&self, near: &NearPoint) -> f64 {
        (near.curvature[0] + near.curvature[1]) / self.radius
    }
}

#[cfg(test)]
mod tests;
