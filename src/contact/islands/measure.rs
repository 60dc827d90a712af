//! The gaps and normals of touches at the present time.

use super::constants::MARGIN;
use super::touch::{Other, Touch};
use crate::bodies::{Bodies, State};
use crate::contact::context::Rests;
use crate::domain::{Domain, Wall};
use crate::impact::{NearPoint, near_points, over_plane};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Where the two parties of a touch are near each other.
pub(super) struct Measured {
    /// Number of the touch.
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
        let (size, now) = (size_of(touch, self.bodies), self.clock.now());
        let first = &self.bodies[touch.first];
        let (near, shift) = match touch.second {
            Other::Body(second) => {
                let lengths = touch.lengths(self.bodies, second);
                let view = self.bodies.pair_view_at(first, &self.bodies[second], &lengths);
                let [a, b] = view.moving();
                (near_points(&a, &b, now, MARGIN * size), view.shift())
            }
            Other::Wall(wall) => {
                let near = near_wall(first, wall, &self.settings.domain, now);
                let near = near.filter(|near| near.gap <= MARGIN * size);
                (near.into_iter().collect(), Vector3::zeros())
            }
        };
        Measured {
            touch: number,
            size,
            near,
            shift,
        }
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

/// The radius of the smaller party of a touch.
fn size_of(touch: &Touch, bodies: &Bodies) -> f64 {
    let radii = touch.bodies().map(|body| bodies[body].shape_radius());
    radii.fold(f64::INFINITY, f64::min)
}
