//! The shapes of bodies, for drawing.

use crate::column::{components, f32s, u32s};
use kinesweep::scene::ShapeKind;
use kinesweep::{Scene, Shape};
use nalgebra::{Isometry3, Vector3};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most vertices of a shape that is drawn as it is: 200 000 take about 8 MB in the page with their
/// triangles. Anything larger is drawn as its box.
const MOST_VERTICES: usize = 200_000;

/// The distinct shapes of a scene, and which one each body has.
pub(super) fn columns(scene: &Scene) -> Value {
    let mut shapes: Vec<&Shape> = Vec::new();
    // Populations have balls of many sizes, which one number distinguishes; of other shapes there
    // are few.
    let mut balls: BTreeMap<u64, usize> = BTreeMap::new();
    let mut number_of = |shape| {
        let next = shapes.len();
        let known = match Shape::kind(shape) {
            ShapeKind::Ball { radius } => *balls.entry(radius.to_bits()).or_insert(next),
            _ => shapes.iter().position(|known| *known == shape).unwrap_or(next),
        };
        if known == next {
            shapes.push(shape);
        }
        known as u32
    };
    let numbers: Vec<u32> = scene.bodies.iter().map(|body| number_of(&body.shape)).collect();
    json!({
        "kinds": shapes.iter().map(|shape| of(shape)).collect::<Vec<_>>(),
        "of_body": u32s(numbers.into_iter()),
    })
}

/// A shape in JSON, as its bounding radius and what its kind needs.
fn of(shape: &Shape) -> Value {
    let radius = shape.bounding_radius();
    let bounding = radius.is_finite().then_some(radius);
    let mut data = match shape.kind() {
        ShapeKind::Ball { radius } => json!({ "kind": "ball", "radius": radius }),
        ShapeKind::Cuboid { half_extents } => json!({ "kind": "cuboid", "half_extents": half_extents.as_slice() }),
        ShapeKind::Capsule { half_height, radius } => {
            json!({ "kind": "capsule", "half_height": half_height, "radius": radius })
        }
        ShapeKind::Ellipsoid { half_axes } => json!({ "kind": "ellipsoid", "half_axes": half_axes.as_slice() }),
        ShapeKind::Cylinder { half_height, radius } => {
            json!({ "kind": "cylinder", "half_height": half_height, "radius": radius })
        }
        ShapeKind::Cone { half_height, radius } => {
            json!({ "kind": "cone", "half_height": half_height, "radius": radius })
        }
        ShapeKind::RoundedCuboid { half_extents, radius } => {
            json!({ "kind": "rounded-cuboid", "half_extents": half_extents.as_slice(), "radius": radius })
        }
        ShapeKind::HalfSpace { normal } => json!({ "kind": "half_space", "normal": normal.as_slice() }),
        ShapeKind::Convex { points: vertices } | ShapeKind::Mesh { vertices, .. } if vertices.len() > MOST_VERTICES => {
            box_of(vertices)
        }
        ShapeKind::Convex { points } => json!({ "kind": "convex", "points": f32s(components(points.iter())) }),
        ShapeKind::Mesh { vertices, triangles } => json!({
            "kind": "mesh",
            "vertices": f32s(components(vertices.iter())),
            "triangles": u32s(triangles.iter().flatten().copied()),
        }),
        ShapeKind::Compound { parts } => {
            let part = |(place, shape): &(Isometry3<f64>, Shape)| {
                json!({
                    "position": place.translation.vector.as_slice(),
                    "orientation": place.rotation.coords.as_slice(),
                    "shape": of(shape),
                })
            };
            json!({ "kind": "compound", "parts": parts.iter().map(part).collect::<Vec<_>>() })
        }
        // The page has no drawing of any other kind: it shows the bounding ball.
        _ => json!({ "kind": "ball", "radius": bounding }),
    };
    data["reach"] = json!(bounding);
    data
}

/// The box around vertices, as a compound of one cuboid that stands where they are.
fn box_of(vertices: &[Vector3<f64>]) -> Value {
    let start = (vertices[0], vertices[0]);
    let (min, max) = vertices
        .iter()
        .fold(start, |(min, max), vertex| (min.inf(vertex), max.sup(vertex)));
    json!({
        "kind": "compound",
        "parts": [{
            "position": ((min + max) / 2.0).as_slice(),
            "orientation": [0.0, 0.0, 0.0, 1.0],
            "shape": { "kind": "cuboid", "half_extents": ((max - min) / 2.0).as_slice() },
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinesweep::Body;

    #[test]
    fn equal_shapes_are_stored_once() {
        let shapes = [
            Shape::ball(1.0),
            Shape::cuboid(Vector3::repeat(1.0)),
            Shape::ball(1.0),
            Shape::ball(2.0),
            Shape::cuboid(Vector3::repeat(1.0)),
            Shape::half_space(Vector3::y()),
        ];
        let bodies = shapes.map(|shape| Body::new(shape.unwrap())).into();
        let data = columns(&Scene {
            bodies,
            ..Scene::default()
        });
        assert_eq!(data["of_body"], u32s([0, 1, 0, 2, 1, 3].into_iter()));
        let kinds: Vec<_> = data["kinds"].as_array().unwrap().iter().map(|shape| &shape["kind"]).collect();
        assert_eq!(kinds, ["ball", "cuboid", "ball", "half_space"]);
        assert_eq!(data["kinds"][3]["reach"], Value::Null);
    }

    #[test]
    fn a_large_shape_is_stored_as_its_box() {
        let data = box_of(&[Vector3::zeros(), Vector3::new(2.0, -4.0, 6.0), Vector3::new(1.0, 1.0, 1.0)]);
        assert_eq!(data["parts"][0]["position"], json!([1.0, -1.5, 3.0]));
        assert_eq!(data["parts"][0]["shape"]["half_extents"], json!([1.0, 2.5, 3.0]));
    }
}
