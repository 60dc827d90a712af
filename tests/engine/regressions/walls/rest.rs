//! Laws at walls, and bodies that come to rest there.

use super::*;

/// A ball to which a wall gives a spin, and which then has friction at the walls, leaves the lane
/// of balls.
#[test]
fn spin_from_a_law_at_a_wall_has_effect_by_all_methods() {
    let run = |method, scope| {
        let reply = |encounter: &Encounter| {
            let [mut ball, wall] = impulse(encounter);
            if is_at_wall(encounter) {
                ball.angular_velocity = Vector3::new(0.0, 0.0, 4.0);
            }
            Reply::Twists([ball, wall])
        };
        let builder = rough(method, 0.25).record_motion(true);
        let mut world = builder.custom_response(law(scope, reply)).build().unwrap();
        world.insert_all(&[ball(3.5, 1.0), ball(-2.0, 0.0)]).unwrap();
        let was_gas = is_gas(&world);
        let events = format!("{:?}", world.advance_to(40.0).unwrap());
        world.audit().unwrap();
        assert_eq!(was_gas, method == Method::Leases);
        let first = world.bodies().next().unwrap();
        let piece = world.motion(first).unwrap();
        assert!(piece.angular_velocity.z == 4.0 && piece.velocity.y != 0.0, "{piece:?}");
        (events, format!("{:?}", world.take_motion_pieces()))
    };
    let expected = run(Method::Cached, ResponseScope::All);
    for (method, scope) in METHODS.into_iter().flat_map(|method| SCOPES.map(|scope| (method, scope))) {
        assert!(run(method, scope) == expected, "{method:?}, {scope:?}");
    }
}

/// Blocks that tumble, hop and come to rest in a box, with the law of impulses as a user-defined
/// law, and without a law. Without one, the slow hit that begins a contact is its first hop; with
/// one it is a collision for which the law is called. Up to there the runs are equal.
#[test]
fn blocks_come_to_rest_on_walls_with_a_law_as_without() {
    let run = |with: Option<ResponseScope>| {
        let gravity = Vector3::new(0.0, -9.81, 0.0);
        let mut builder = rough(Method::Leases, 0.4).gravity(gravity).restitution(0.3);
        if let Some(scope) = with {
            builder = builder.custom_response(law(scope, |encounter| Reply::Twists(impulse(encounter))));
        }
        let mut world = builder.build().unwrap();
        let block = Body::new(Shape::cuboid(Vector3::new(0.4, 0.5, 0.6)).unwrap()).rotates();
        let tumbling = block
            .position(Vector3::new(-2.0, -3.0, 0.0))
            .velocity(Vector3::new(4.0, 1.0, 0.0));
        world.insert(tumbling.angular_velocity(Vector3::new(0.0, 0.0, 2.0))).unwrap();
        world.insert(ball(2.0, 0.0).position(Vector3::new(2.0, -3.0, 3.0))).unwrap();
        let events = world.advance_to(4.0).unwrap().to_vec();
        world.audit().unwrap();
        assert!(world.counters().rests > 0, "{with:?}");
        events
    };
    let without = run(None);
    let by_law = run(Some(ResponseScope::All));
    assert_eq!(run(Some(ResponseScope::Walls)), by_law);
    let equal = without.iter().zip(&by_law).take_while(|(one, other)| one == other).count();
    assert!(equal > 5, "{equal} of {}", without.len());
    if let Some(EventKind::Collision(hit)) = by_law.get(equal - 1).map(|event| &event.kind) {
        assert!(hit.closing_speed < 0.02 || equal == by_law.len(), "{equal}: {hit:?}");
    }
}

/// A law replies with no normal velocity although the restitution is 1: rounding of the time must
/// not cause a second collision.
#[test]
fn a_body_stopped_by_a_law_at_a_floor_collides_once_and_rests() {
    let dead = |encounter: &Encounter| {
        let velocity = encounter.sides[0].velocity;
        let along = encounter.normal.dot(&velocity);
        Reply::Velocities([velocity - encounter.normal * along, Vector3::zeros()])
    };
    let starts = [0.0, 12.3, 1e6].into_iter().zip(METHODS);
    for ((start, method), on_slab) in starts.flat_map(|start| [(start, false), (start, true)]) {
        let scope = if on_slab { ResponseScope::All } else { ResponseScope::Walls };
        for step in 0..200 {
            let builder = boxed(method).gravity(Vector3::y() * -9.81).start_time(start);
            let mut world = builder.custom_response(law(scope, dead)).build().unwrap();
            let id = world.insert(ball(0.0, 0.25)).unwrap();
            let mut height = -4.0 + 0.01 * f64::from(step);
            if on_slab {
                let slab = Body::fixed(Shape::cuboid(Vector3::new(5.0, 0.5, 5.0)).unwrap());
                world.insert(slab.position(Vector3::y() * -4.5)).unwrap();
                height += 1.0;
            }
            let lift = MotionChange {
                position: Some(Vector3::y() * height),
                ..MotionChange::default()
            };
            world.set_motion(id, &lift).unwrap();
            let events = kinds(world.advance_to(start + 3.0).unwrap());
            let what = format!("from {height} at {start}, {on_slab}");
            assert_eq!(events, ["collision"], "{what}");
            assert_eq!(world.velocity(id).unwrap(), Vector3::x() * 0.25, "{what}");
            assert_eq!(world.counters().rests - world.counters().rest_ends, 1, "{what}");
        }
    }
}

/// A law that reflects prevents slow bodies from resting; one that stops them lets them rest. All
/// methods agree.
#[test]
fn laws_at_a_floor_decide_between_bounce_and_rest() {
    let run = |method, reflects: bool| {
        let reply = move |encounter: &Encounter| {
            let mut velocity = impulse(encounter)[0].velocity;
            if reflects {
                velocity.y = 3.0;
            }
            Reply::Velocities([velocity, Vector3::zeros()])
        };
        let builder = boxed(method).gravity(Vector3::y() * -10.0).restitution(0.5);
        let builder = builder.zeno(Zeno::Stick { speed: 0.1 });
        let mut world = builder.custom_response(law(ResponseScope::All, reply)).build().unwrap();
        // So low that the Zeno policy makes the first collision inelastic.
        world.insert(ball(0.0, 0.0).position(Vector3::y() * -4.4999)).unwrap();
        let events = world.advance_to(6.0).unwrap().to_vec();
        world.audit().unwrap();
        let rests = world.counters().rests - world.counters().rest_ends;
        (events, rests)
    };
    for reflects in [false, true] {
        let expected = run(Method::Cached, reflects);
        let bounces = if reflects { 9..=11 } else { 1..=1 };
        assert!(bounces.contains(&expected.0.len()), "{expected:?}");
        assert_eq!(expected.1, u64::from(!reflects));
        for method in METHODS {
            assert_eq!(run(method, reflects), expected, "{method:?}");
        }
    }
}

/// The reply of a law for a fixed side, which is ignored, was checked, and the two passed through
/// each other.
#[test]
fn the_reply_for_a_fixed_side_is_ignored() {
    for odd in [Vector3::x() * -9.0, Vector3::repeat(f64::NAN)] {
        let reply = move |encounter: &Encounter| Reply::Velocities([impulse(encounter)[0].velocity, odd]);
        let mut world = World::builder()
            .custom_response(law(ResponseScope::All, reply))
            .build()
            .unwrap();
        let id = world.insert(ball(0.0, 1.0)).unwrap();
        let plate = Body::fixed(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
        world.insert(plate.position(Vector3::x() * 3.0)).unwrap();
        assert_eq!(kinds(world.advance_to(9.0).unwrap()), ["collision"]);
        assert_eq!(world.velocity(id).unwrap(), -Vector3::x());
    }
}
