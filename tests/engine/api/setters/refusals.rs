//! Setters that are refused.

use super::*;

/// A scene with all conditions that can refuse a change.
fn crowded(method: Method) -> (World, Vec<BodyId>) {
    let domain = Domain::Box {
        min: Vector3::repeat(-20.0),
        max: Vector3::repeat(20.0),
    };
    let mut world = World::builder().method(method).domain(domain).build().unwrap();
    let shell = Shape::mesh(vec![Vector3::zeros(), Vector3::x(), Vector3::y()], vec![[0, 1, 2]]);
    let ids = world
        .insert_all(&[
            ball(0.0, 1.0),
            ball(1.5, -1.0),
            ball(5.0, 0.0).angular_velocity(Vector3::z()),
            ball(7.0, 0.0).growth(0.125),
            ball(10.0, 0.0).change_at(50.0, MotionChange::growth(0.5)),
            Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap())
                .position(Vector3::x() * -5.0)
                .rotates(),
            ball(-19.0, 0.0),
            Body::new(shell.unwrap()).position(Vector3::new(0.0, 5.0, 0.0)),
        ])
        .unwrap();
    world.advance_to(0.125).unwrap();
    (world, ids)
}

#[test]
fn refused_setters_change_nothing() {
    let plane = || Shape::half_space(Vector3::y()).unwrap();
    let cube = || Shape::cuboid(Vector3::repeat(0.25)).unwrap();
    let sheet = || {
        let vertices = vec![Vector3::zeros(), Vector3::x(), Vector3::y()];
        Shape::mesh(vertices, vec![[0, 1, 2]]).unwrap()
    };
    let change = BodyChange::new;
    let refused = [
        (0, change().restitution(1.5), "body-0.restitution = 1.5: must be"),
        (0, change().friction(-1.0), "body-0.friction = -1: must be"),
        (0, change().mass(f64::NAN), "body-0.mass = NaN: must be"),
        (0, change().sensor(true).mass(2.0 * MAX_MASS), "body-0.mass = "),
        (0, change().shape(sphere(1.25)), "body-0 overlaps body-1 by"),
        (
            6,
            change().mass(3.0).shape(sphere(1.25)),
            "body-6 overlaps domain:-x by 0.25 m",
        ),
        (
            2,
            change().shape(plane()),
            "body-2.angular_velocity = [0, 0, 1]: must be zero",
        ),
        (3, change().shape(cube()), "body-3.growth = 0.125: must be 0"),
        (4, change().shape(cube()), "body-4.scheduled.growth = 0.5: must be 0"),
        (5, change().shape(sheet()), "body-5.rotates = true: needs a shape"),
        (7, change().density(1.0), "body-7.density = 1: needs a shape"),
    ];
    for method in METHODS {
        let (mut world, ids) = crowded(method);
        for (number, change, message) in &refused {
            let error = world.set_body(ids[*number], change).expect_err(message).to_string();
            let error = error.replace("2.5e-1", "0.25");
            assert!(error.starts_with(message), "{error}");
            world.audit().unwrap();
        }
        assert!(world.set_gravity(Vector3::repeat(f64::INFINITY)).is_err());
        assert!(world.set_default_restitution(-0.5).is_err());
        assert!(world.set_default_friction(f64::NAN).is_err());
        let (mut spared, _) = crowded(method);
        let pieces = |world: &World| ids.iter().map(|id| world.motion(*id).unwrap()).collect::<Vec<_>>();
        assert_eq!(pieces(&world), pieces(&spared));
        assert_eq!(world.advance_to(3.0).unwrap(), spared.advance_to(3.0).unwrap(), "{method:?}");
        assert_eq!(pieces(&world), pieces(&spared));
    }
    let mut world = World::builder().build().unwrap();
    let gone = world.insert(ball(0.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    assert_eq!(world.set_body(gone, &change()), Err(WorldError::StaleId(gone)));
    // In a periodic domain a shape must not touch its own image.
    let mut world = World::builder().domain(domain(true)).build().unwrap();
    let id = world.insert(ball(0.0, 1.0)).unwrap();
    let error = world.set_body(id, &change().shape(sphere(2.0))).unwrap_err().to_string();
    assert!(error.contains("in a periodic domain"), "{error}");
}
