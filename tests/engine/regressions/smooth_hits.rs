//! Regressions: smooth bodies that hit a face of one of several parts.

use crate::support::{Random, rounds};
use kinesweep::{Body, EventKind, Shape, World};
use nalgebra::{Isometry3, Vector3};

/// Where rounding makes the two overlap at their impact, the normal was sought from the origins of the bodies, and
/// was the opposite one if the part is far from its body's origin: in one hit of 150 of a cylinder that is flush with
/// the face. The body then went on through it.
#[test]
fn smooth_bodies_do_not_pass_through_a_face_far_from_its_bodys_origin() -> Result<(), Box<dyn std::error::Error>> {
    let parts = [(-1.1, 0.1), (-4.0, 0.5)].map(|(z, half)| {
        let slab = Shape::cuboid(Vector3::new(2.0, 5.0, half))?;
        Ok::<_, kinesweep::ValueError>((Isometry3::translation(0.0, 4.8, z), slab))
    });
    let slabs = Shape::compound(parts.into_iter().collect::<Result<_, _>>()?)?;
    let shapes = [
        Shape::cylinder(0.25, 0.2)?,
        Shape::cone(0.25, 0.2)?,
        Shape::ellipsoid(Vector3::new(0.2, 0.3, 0.25))?,
    ];
    let mut random = Random::new(7);
    for round in 0..rounds(3000) {
        let shape = &shapes[round as usize % shapes.len()];
        let velocity = Vector3::new(
            random.uniform(-1.0, 1.0),
            random.uniform(-1.0, 1.0),
            random.uniform(-3.0, -1.0),
        );
        let place = Vector3::new(0.6, 1.5, random.uniform(-0.6, 0.0));
        let body = Body::new(shape.clone()).position(place).velocity(velocity);
        // Flush with the face, or turned.
        let body = match round / 3 % 3 {
            0 => body,
            1 => body.orientation(random.vector(3.0)),
            _ => body.orientation(random.vector(3.0)).rotates(),
        };
        let mut world = World::builder().restitution(0.5).build()?;
        world.insert(Body::fixed(slabs.clone()))?;
        let body = world.insert(body)?;
        world.advance_to(1.5)?;
        let hit = world.events().iter().find_map(|event| match &event.kind {
            EventKind::Collision(hit) => Some(*hit),
            _ => None,
        });
        let hit = hit.ok_or_else(|| format!("round {round}: no collision at {}", world.pose(body).unwrap()))?;
        assert!((hit.normal - Vector3::z()).norm() < 1e-9, "round {round}: {hit:?}");
        assert!((hit.closing_speed + velocity.z).abs() < 1e-9, "round {round}: {hit:?}");
    }
    Ok(())
}
