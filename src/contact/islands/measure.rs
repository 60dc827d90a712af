//! The gaps and normals of touches at the present time.

use super::constants::{MARGIN, NONE};
use super::touch::{Other, Touch};
use crate::bodies::State;
use crate::contact::context::Rests;
use crate::domain::{Domain, Wall};
use crate::impact::{NearPoint, near_points, over_plane};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Where two parties are near each other.
#[derive(Clone)]
pub(super) struct Measured {
    /// Number of their touch.
    pub(super) touch: u32,
    /// Radius of the smaller party, in metres.
    pub(super) size: f64,
    /// By normals. Empty if they have parted.
    pub(super) near: SmallVec<[NearPoint; 2]>,
    /// From the second body to the image that is touched, in metres.
    pub(super) shift: Vector3<f64>,
}

impl Rests<'_> {
    /// Measures a touch.
    pub(super) fn measure(&self, number: u32) -> Measured {
        let touch = self.contacts.islands().graph.touch(number);
        Measured {
            touch: number,
            ..self.distances(touch, MARGIN * self.size_of(touch))
        }
    }

    /// Where two parties are at most so many metres apart, without a number.
    pub(super) fn distances(&self, touch: &Touch, most: f64) -> Measured {
        let (size, now) = (self.size_of(touch), self.clock.now());
        let first = &self.bodies[touch.first];
        let (near, shift) = match touch.second {
            Other::Body(second) => {
                let lengths = touch.lengths(self.bodies, second);
                let view = self.bodies.pair_view_at(first, &self.bodies[second], &lengths);
                let [a, b] = view.moving();
                (near_points(&a, &b, now, most), view.shift())
            }
            Other::Wall(wall) => {
                let near = near_wall(first, wall, &self.settings.domain, now);
                let near = near.filter(|near| near.gap <= most);
                (near.into_iter().collect(), Vector3::zeros())
            }
        };
        Measured {
            touch: NONE,
            size,
            near,
            shift,
        }
    }

    /// The radius of the smaller party of a touch.
    pub(super) fn size_of(&self, touch: &Touch) -> f64 {
        let radii = touch.bodies().map(|body| self.bodies[body].shape_radius());
        radii.fold(f64::INFINITY, f64::min)
    }
}

/// The place of a body that is nearest to a wall. The normal is from the body to the wall.
fn near_wall(body: &State, wall: Wall, domain: &Domain, now: f64) -> Option<NearPoint> {
    let Domain::Box { min, max } = domain else { return None };
    let through = if wall.is_upper() { max } else { min };
    let near = over_plane(&-wall.normal(), through, &body.moving(), now)?;
    Some(NearPoint {
        normal: wall.normal(),
        ..near
    })
}
