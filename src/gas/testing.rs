//! Gases for the tests of what is in here.

use super::{Ball, Gas, Matter, Space};
use crate::event::BodyId;
use crate::scene::Flight;
use nalgebra::Vector3;

/// So many balls of diameter 1 on each edge of a cube, so many widths apart.
pub(super) fn gas(
    side: u32,
    apart: f64,
    min: Vector3<f64>,
    periodic: bool,
    mut velocity: impl FnMut(u32) -> Vector3<f64>,
) -> Gas {
    let space = Space {
        min,
        max: min.add_scalar(apart * f64::from(side)),
        periodic,
    };
    let mut gas = Gas::new(space, false);
    for index in 0..side.pow(3) {
        let corner = Vector3::new(index % side, index / side % side, index / side.pow(2)).map(f64::from);
        let ball = Ball {
            id: BodyId { index, generation: 0 },
            serial: index,
            kind: 0,
            matter: Matter {
                radius: 0.5,
                inverse_mass: 1.0,
                restitution: 1.0,
                friction: 0.0,
            },
            flight: Flight {
                position: min + corner.add_scalar(0.5) * apart,
                velocity: velocity(index),
                epoch: 0.0,
            },
        };
        gas.insert(&ball, 0.0);
    }
    gas.settle(0.0);
    gas
}
