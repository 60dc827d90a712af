//! Regressions: planar motion stays planar. Rotating bodies collided at a corner of the contact
//! patch instead of its middle, and left the plane.

use crate::support::{METHODS, Random};
use kinesweep::{Body, BodyId, Domain, EventKind, Method, Shape, World};
use nalgebra::Vector3;

/// Two rotating cuboids, the vertical edge of one against a face of the other: the closest points
/// are on a diagonal of the Minkowski difference, so the normal was the direction between points
/// 1e-13 m apart, and the features across it did not match.
#[test]
fn an_edge_hits_a_face_in_the_middle_of_the_edge() {
    let cuboid = Shape::cuboid(Vector3::new(0.8, 0.4, 0.5)).unwrap();
    let bodies = [
        Body::new(cuboid.clone())
            .rotates()
            .angular_velocity(Vector3::z() * 0.7670283776449387),
        Body::new(cuboid)
            .rotates()
            .position(Vector3::new(4.0, 0.33680995383103896, 0.0))
            .velocity(Vector3::new(-1.0, 0.04591593804462893, 0.0))
            .orientation(Vector3::z() * -0.8149021747162153)
            .angular_velocity(Vector3::z() * -0.193194091690164),
    ];
    for method in METHODS {
        let mut world = World::builder().method(method).build().unwrap();
        world.insert_all(&bodies).unwrap();
        let events = world.advance_to(3.5).unwrap().to_vec();
        let [event] = events.as_slice() else {
            panic!("{method:?}: {events:?}")
        };
        let EventKind::Collision(collision) = &event.kind else {
            panic!("{event:?}")
        };
        assert_eq!((collision.point.z, collision.normal.z), (0.0, 0.0), "{method:?}: {event:?}");
        // The root of the greatest gap along the normals of the faces. A search whose normal is uncertain
        // ends early, never late.
        let early = 2.937867006908673 - event.time;
        assert!((-1e-12..=2e-9).contains(&early), "{event:?}");
        // Perpendicular to the face of the second body, which has rotated since the start.
        let (sin, cos) = (-0.8149021747162153 - 0.193194091690164 * event.time).sin_cos();
        let across = [Vector3::new(cos, sin, 0.0), Vector3::new(-sin, cos, 0.0)];
        let off = across
            .iter()
            .map(|face| collision.normal.cross(face).norm())
            .fold(1.0, f64::min);
        assert!(off < 1e-14, "{event:?} {off}");
    }
}

/// The plane of the scenes.
const HEIGHT: f64 = 0.37;

/// The deviation of bodies from their plane: in position, velocity and spin.
fn out_of_plane(world: &World, ids: &[BodyId]) -> f64 {
    let of = |id: &BodyId| {
        let piece = world.motion(*id).unwrap();
        let spin = piece.angular_velocity;
        let (position, velocity) = (piece.position_at(world.time()), piece.velocity_at(world.time()));
        [position.z - HEIGHT, velocity.z, spin.x, spin.y]
            .into_iter()
            .fold(0.0, |most, value| value.abs().max(most))
    };
    ids.iter().map(of).fold(0.0, f64::max)
}

/// A right prism along the z axis over a polygon of `corners` corners on an ellipse.
fn prism(random: &mut Random, corners: usize, height: f64) -> Shape {
    let (wide, long) = (random.uniform(0.3, 0.7), random.uniform(0.3, 0.7));
    let corner = |number: usize| {
        let (sin, cos) = (std::f64::consts::TAU * (number / 2) as f64 / corners as f64).sin_cos();
        Vector3::new(
            wide * cos,
            long * sin,
            if number.is_multiple_of(2) { height } else { -height },
        )
    };
    Shape::convex((0..2 * corners).map(corner).collect()).unwrap()
}

/// A hundred rotating bodies in a plane perpendicular to z, between the walls of a box or between
/// half-spaces.
fn planar(seed: u64, method: Method, half_spaces: bool, prisms: bool) -> (World, Vec<BodyId>) {
    const SIDE: f64 = 12.0;
    let mut random = Random::new(seed);
    let domain = Domain::Box {
        min: Vector3::repeat(-SIDE),
        max: Vector3::repeat(SIDE),
    };
    let domain = if half_spaces { Domain::Open } else { domain };
    let mut world = World::builder().method(method).domain(domain).build().unwrap();
    if half_spaces {
        for normal in [Vector3::x(), Vector3::y(), -Vector3::x(), -Vector3::y()] {
            let wall = Body::fixed(Shape::half_space(normal).unwrap()).position(normal * -SIDE);
            world.insert(wall).unwrap();
        }
    }
    let bodies: Vec<Body> = (0..100)
        .map(|number| {
            let position = |cell: i32| 2.3 * f64::from(cell) - 10.35;
            let height = random.uniform(0.2, 0.6);
            let shape = if prisms && number % 2 == 0 {
                prism(&mut random, 3 + number as usize / 2 % 4, height)
            } else {
                Shape::cuboid(Vector3::new(random.uniform(0.3, 0.7), random.uniform(0.3, 0.7), height)).unwrap()
            };
            // Every third body is parallel to the walls and rotates only after a hit.
            let rotates = f64::from(u8::from(number % 3 != 0));
            Body::new(shape)
                .rotates()
                .position(Vector3::new(position(number % 10), position(number / 10), HEIGHT))
                .orientation(Vector3::z() * random.uniform(-3.0, 3.0) * rotates)
                .velocity(Vector3::new(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), 0.0))
                .angular_velocity(Vector3::z() * random.uniform(-3.0, 3.0) * rotates)
        })
        .collect();
    let ids = world.insert_all(&bodies).unwrap();
    (world, ids)
}

/// Checked exactly: a rounding error out of the plane would grow with every collision. (The soak
/// runs this for a minute at a time.)
#[test]
fn planar_scenes_stay_exactly_in_their_plane() {
    let kinds = [(1, false, false), (2, true, false), (3, false, true), (4, true, true)];
    for (seed, half_spaces, prisms) in kinds {
        let (mut world, ids) = planar(seed, Method::Auto, half_spaces, prisms);
        let energy = world.energy();
        for half_second in 1..=10 {
            world.advance_to(0.5 * f64::from(half_second)).unwrap();
            assert_eq!(out_of_plane(&world, &ids), 0.0, "seed {seed}, at {} s", world.time());
        }
        let counters = world.counters();
        assert!(counters.collisions > 200, "seed {seed}: {counters:?}");
        assert!((world.energy() / energy - 1.0).abs() < 1e-9, "seed {seed}");
    }
}
