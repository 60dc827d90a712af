//! The region for the centres of a population: the inside of a box, a ball's radius from its walls,
//! or all of a periodic domain.

use super::WALL_CLEARANCE;
use super::obstacle::Obstacle;
use crate::domain::{Domain, adjacent_shifts};
use crate::scene::Body;
use nalgebra::Vector3;

/// The corners between which centres lie, and the periodicity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) low: Vector3<f64>,
    pub(super) high: Vector3<f64>,
    /// The domain if it is periodic, else an open one.
    periodic: Domain,
    /// Whether all centres are in the plane z = 0.
    is_flat: bool,
}

impl Region {
    /// The region for centres of balls of this radius in a domain with these corners.
    pub(super) fn new(domain: &Domain, radius: f64, min: Vector3<f64>, max: Vector3<f64>) -> Self {
        if let Domain::Periodic { .. } = domain {
            return Self {
                low: min,
                high: max,
                periodic: *domain,
                is_flat: false,
            };
        }
        let margin = radius + WALL_CLEARANCE * min.abs().sup(&max.abs()).max();
        Self::boxed(min.add_scalar(margin), max.add_scalar(-margin))
    }

    /// A box, its faces included.
    pub(super) fn boxed(low: Vector3<f64>, high: Vector3<f64>) -> Self {
        Self {
            low,
            high,
            periodic: Domain::Open,
            is_flat: false,
        }
    }

    /// The part of the region in the plane z = 0.
    pub(super) fn flat(mut self) -> Self {
        (self.low.z, self.high.z) = (0.0, 0.0);
        self.is_flat = true;
        self
    }

    pub(super) fn is_flat(&self) -> bool {
        self.is_flat
    }

    pub(super) fn is_periodic(&self) -> bool {
        self.periodic != Domain::Open
    }

    /// The nearest point inside, or the image inside.
    pub(super) fn inside(&self, point: &Vector3<f64>) -> Vector3<f64> {
        if self.is_periodic() {
            self.periodic.image(point)
        } else {
            point.sup(&self.low).inf(&self.high)
        }
    }

    /// The separation of two centres, by nearest images in a periodic region.
    pub(super) fn apart(&self, separation: &Vector3<f64>) -> Vector3<f64> {
        self.periodic.nearest(separation)
    }

    /// The obstacles for balls of this radius: the bodies, and those of their images that overlap a
    /// periodic region.
    pub(super) fn obstacles(&self, existing: &[Body], radius: f64) -> Vec<Obstacle> {
        if !self.is_periodic() {
            return existing.iter().flat_map(Obstacle::of).collect();
        }
        let sides = self.high - self.low;
        let mut obstacles = Vec::new();
        for body in existing {
            let mut body = body.clone();
            body.position = self.periodic.image(&body.position);
            // A quarter of a side is the largest radius of a body, and of a ball: images farther
            // away are irrelevant.
            let own = Obstacle::of(&body);
            for shift in adjacent_shifts(sides) {
                let images = own.iter().map(|obstacle| obstacle.moved_by(&shift));
                obstacles.extend(images.filter(|image| self.overlaps_grown(image, radius)));
            }
        }
        obstacles
    }

    fn overlaps_grown(&self, obstacle: &Obstacle, radius: f64) -> bool {
        obstacle.aligned_box().is_none_or(|[min, max]| {
            (0..3).all(|axis| min[axis] - radius <= self.high[axis] && max[axis] + radius >= self.low[axis])
        })
    }
}
