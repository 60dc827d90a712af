//! A gas on a face-centred cubic lattice in a periodic cube.

use super::random::Random;
use kinesweep::{Body, Domain, Shape};
use nalgebra::Vector3;

/// `count` balls of diameter 1 and mass 1 at temperature 1, and their domain.
pub(crate) fn balls(count: usize, packing: f64) -> (Vec<Body>, Domain) {
    let cells = (count as f64 / 4.0).cbrt().ceil() as usize;
    let side = (count as f64 * std::f64::consts::PI / 6.0 / packing).cbrt();
    let mut random = Random::new(1);
    let shape = Shape::ball(0.5).expect("a radius");
    let sites = [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]];
    let mut bodies = Vec::with_capacity(4 * cells.pow(3));
    for cell in 0..cells.pow(3) {
        let corner = Vector3::new(cell % cells, cell / cells % cells, cell / cells.pow(2)).map(|number| number as f64);
        for site in sites {
            let position = (corner + Vector3::from(site)) * (side / cells as f64);
            let velocity = Vector3::from_fn(|_, _| random.normal());
            bodies.push(Body::new(shape.clone()).position(position).velocity(velocity));
        }
    }
    // Surplus balls are removed evenly.
    let all = bodies.len();
    let mut number = 0;
    bodies.retain(|_| {
        number += 1;
        number * count / all != (number - 1) * count / all
    });
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    (bodies, domain)
}
