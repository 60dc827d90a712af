use super::*;
use crate::impact::{Collider, Extents};
use crate::motion::MotionPiece;
use crate::scene::Shape;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn contains(region: &SweptPart, point: &Vector3<f64>) -> bool {
    let in_box = (0..3).all(|axis| region.min[axis] <= point[axis] && point[axis] <= region.max[axis]);
    let in_slab = region.slab.is_none_or(|(normal, [low, high])| {
        let height = normal.dot(point);
        low <= height && height <= high
    });
    in_box && in_slab
}

fn shapes() -> Vec<Shape> {
    let ring = Shape::ring(2.0, 0.4, 24, 6).unwrap();
    let plate = Shape::cuboid(Vector3::new(2.0, 3.0, 0.1)).unwrap();
    let hull = Shape::convex(
        (0..9)
            .map(|n| Vector3::new((n % 3) as f64, (n / 3) as f64, (n * n % 5) as f64))
            .collect(),
    );
    let placed = |x: f64, shape: Shape| (nalgebra::Isometry3::translation(x, 0.5, -x), shape);
    let compound = Shape::compound(vec![
        placed(1.0, Shape::capsule(0.7, 0.3).unwrap()),
        placed(-1.5, Shape::ball(0.6).unwrap()),
        placed(0.0, Shape::cuboid(Vector3::new(0.2, 1.5, 0.4)).unwrap()),
    ]);
    vec![ring, plate, hull.unwrap(), compound.unwrap()]
}

/// Slow check: points of every part, at many times, are in a region, and in no region alone that
/// contains everything.
#[test]
fn every_part_is_in_a_region_until_the_end() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut draw = move || (random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0;
    for case in 0..400 {
        let shape = &shapes()[case % 4];
        let collider = Collider::new(shape).unwrap();
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| draw() * scale);
        let scale = |is_there: bool, scale: f64| if is_there { scale } else { 0.0 };
        let piece = MotionPiece {
            epoch: [0.0, 3.0, 1e6][case % 3],
            position: vector(10.0),
            orientation: crate::portable::rotation(&vector(3.0)),
            velocity: vector(scale(case / 4 % 2 == 0, 2.0)),
            acceleration: vector(scale(case / 8 % 2 == 0, 1.0)),
            angular_velocity: vector(scale(case / 16 % 4 > 0, [0.0, 0.3, 3.0, 50.0][case / 16 % 4])),
            ..MotionPiece::at_rest()
        };
        let extents: Extents = collider.extents_along(&piece);
        let moving = Moving::new(&collider, &piece, &extents);
        let from = piece.epoch + vector(1.0).x.abs();
        let until = from + vector(1.0).x.abs() * [0.1, 1.0][case % 2];
        let finest = [0.0, 0.5, 1.0, 9.0][case / 4 % 4];
        let regions = moving.swept_parts(from, until, finest);
        let parts = collider.parts().unwrap();
        assert!(!regions.is_empty() && regions.len() <= parts.leaves.len());
        assert!(finest < 9.0 || regions.len() == 1 || parts.extent > 4.0);
        for step in 0..=20 {
            let time = from + (until - from) * f64::from(step) / 20.0;
            let (place, rotation) = (piece.position_at(time), piece.orientation_at(time));
            for part in &parts.leaves {
                let vertices: Vec<_> = part.vertices().iter().map(|vertex| place + rotation * vertex).collect();
                let middle = vertices.iter().sum::<Vector3<f64>>() / vertices.len() as f64;
                let of_part = |region: &&SweptPart| vertices.iter().all(|vertex| contains(region, vertex));
                let region = regions.iter().find(of_part).expect("a region has all vertices of the part");
                assert!(contains(region, &middle));
                for side in [-1.0, 1.0] {
                    for axis in 0..3 {
                        let aside = Vector3::from_fn(|other, _| if other == axis { side * part.radius } else { 0.0 });
                        assert!(regions.iter().any(|region| contains(region, &(middle + aside))));
                    }
                }
            }
        }
    }
}

#[test]
fn a_tilted_plate_is_in_a_thin_slab() {
    let collider = Collider::new(&Shape::cuboid(Vector3::new(5.0, 5.0, 0.1)).unwrap()).unwrap();
    let piece = MotionPiece {
        orientation: crate::portable::rotation(&Vector3::new(0.5, 0.0, 0.0)),
        ..MotionPiece::at_rest()
    };
    let extents = collider.extents_along(&piece);
    let moving = Moving::new(&collider, &piece, &extents);
    let regions = moving.swept_parts(0.0, f64::INFINITY, 1.0);
    let [
        SweptPart {
            slab: Some((normal, [low, high])),
            ..
        },
    ] = regions.as_slice()
    else {
        panic!("one region with a slab");
    };
    assert!((piece.orientation * Vector3::z()).dot(normal).abs() > 1.0 - 1e-12);
    assert!((high - low - 0.2).abs() < 1e-9);
}
