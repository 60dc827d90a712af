//! Heaps of mixed shapes that fall on a floor and pile up: many islands of contact.

use kinesweep::Scene;
use kinesweep::scene::{Body, Settings, Shape};
use nalgebra::Vector3;

/// Bodies of a heap, by their cells: a cube of four along each axis.
const CELLS: u64 = 4;

/// Distances of bodies in a heap, and of heaps, in metres, and the heaps beside each other.
const SPACING: f64 = 1.2;
const PITCH: f64 = 12.0;
const ROW: u64 = 8;

/// So many bodies (in whole heaps) that fall from up to 5 m.
pub(crate) fn heaps(count: u64) -> Scene {
    let shapes = [
        Shape::ball(0.5),
        Shape::cuboid(Vector3::new(0.4, 0.3, 0.3)),
        Shape::capsule(0.3, 0.2),
        Shape::convex(vec![
            Vector3::new(0.5, 0.0, 0.0),
            Vector3::new(-0.3, 0.4, 0.0),
            Vector3::new(-0.3, -0.4, 0.0),
            Vector3::new(0.0, 0.0, 0.5),
            Vector3::new(0.0, 0.05, -0.5),
        ]),
    ]
    .map(|shape| shape.expect("the shape is valid"));
    let of_heap = CELLS.pow(3);
    let floor = Body::fixed(Shape::half_space(Vector3::y()).expect("the shape is valid"));
    let mut bodies = vec![floor];
    for number in 0..count / of_heap * of_heap {
        let (heap, of_heap) = (number / of_heap, number % of_heap);
        let cell = [of_heap % CELLS, of_heap / CELLS / CELLS, of_heap / CELLS % CELLS];
        let cell = Vector3::from(cell.map(|cell| cell as f64));
        let middle = Vector3::new((heap / ROW) as f64, 0.0, (heap % ROW) as f64) * PITCH;
        let shift = scattered(number) * 0.05;
        let body = Body::new(shapes[number as usize % shapes.len()].clone());
        bodies.push(
            body.position(middle + (cell + Vector3::y()) * SPACING + shift)
                .velocity(scattered(number + count).component_mul(&Vector3::new(0.5, 0.0, 0.5)))
                .rotates(),
        );
    }
    Scene {
        title: "heaps".to_owned(),
        settings: Settings {
            gravity: Vector3::y() * -9.81,
            restitution: 0.3,
            friction: 0.4,
            ..Settings::default()
        },
        bodies,
        ..Scene::default()
    }
}

/// Numbers from -1 to 1 without order (Vigna's SplitMix64).
fn scattered(seed: u64) -> Vector3<f64> {
    let number = |axis: u64| {
        let mut mixed = (3 * seed + axis + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    Vector3::from([0, 1, 2].map(number))
}
