//! Fields of bodies and of the schedule in snapshots, in formats with and without large integers.

use super::{balls, json, postcard};
use kinesweep::{Body, Domain, MotionChange, Shape, World};
use nalgebra::Vector3;

#[test]
fn tags_image_offsets_and_scheduled_ids_are_restored() {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(8.0),
    };
    for with_cube in [false, true] {
        let mut world = World::builder().domain(domain).build().unwrap();
        let tagged = balls(&[(1.0, 3.0), (4.0, -2.0), (6.5, 0.5)]);
        let tagged: Vec<Body> = tagged
            .into_iter()
            .zip([u128::MAX, 0, 7])
            .map(|(body, tag)| body.tag(tag))
            .collect();
        let mut ids = world.insert_all(&tagged).unwrap();
        if with_cube {
            let cube = Shape::cuboid(Vector3::repeat(0.25)).unwrap();
            ids.push(
                world
                    .insert(Body::new(cube).position(Vector3::repeat(5.0)).tag(1 << 100))
                    .unwrap(),
            );
        }
        let cancelled = world.schedule_motion(ids[0], 60.0, MotionChange::default()).unwrap();
        world.advance_to(50.0).unwrap();
        for keep in [json, postcard] {
            let mut copy = World::builder().restore(&keep(world.snapshot())).unwrap();
            let mut greatest: f64 = 0.0;
            for id in &ids {
                assert_eq!(copy.tag(*id), world.tag(*id));
                let position = world.unwrapped_position(*id).unwrap();
                assert_eq!(copy.unwrapped_position(*id), Ok(position));
                greatest = greatest.max(position.norm());
            }
            assert!(greatest > 16.0, "{greatest}: the body has crossed the domain");
            // The id of a scheduled change is valid after serialization as text, too.
            let text = serde_json::to_string(&cancelled).unwrap();
            assert!(copy.cancel(serde_json::from_str(&text).unwrap()));
            assert!(!copy.cancel(cancelled));
        }
        assert!(world.cancel(cancelled));
    }
}
