//! The public interface of the world: ids, times, refusals, queries, and events of inserted and
//! removed bodies.

mod accessors;
mod budget;
mod callbacks;
mod constants;
mod inertia;
mod queues;
mod setters;
mod sync;

use crate::support::{ball, kinds};
use kinesweep::sampled::SampledWorld;
use kinesweep::{
    Body, Domain, EventKind, Groups, Method, MotionChange, Party, ResponseMode, Scene, Settings, Shape, StepError, Wall, World,
    WorldError,
};
use nalgebra::Vector3;

#[test]
fn a_stale_id_is_an_error_and_never_another_body() {
    let mut world = World::builder().build().unwrap();
    let gone = world.insert(ball(0.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    let other = world.insert(ball(0.0, 0.0)).unwrap();
    assert_eq!(gone.index(), other.index(), "the index is reused");
    assert_ne!(gone, other);
    let stale = WorldError::StaleId(gone);
    assert_eq!(world.remove(gone), Err(stale.clone()));
    assert_eq!(world.pose(gone), Err(stale.clone()));
    assert_eq!(world.pose_at(gone, 1.0), Err(stale.clone()));
    assert_eq!(world.velocity(gone), Err(stale.clone()));
    assert_eq!(world.motion(gone), Err(stale.clone()));
    assert_eq!(world.next_collision(gone), Err(stale.clone()));
    assert_eq!(
        world.set_motion(gone, &MotionChange::velocity(Vector3::x())),
        Err(stale.clone())
    );
    assert_eq!(world.schedule_motion(gone, 1.0, MotionChange::default()), Err(stale));
    assert!(world.contains(other) && !world.contains(gone));
}

#[test]
fn times_before_now_are_refused() {
    let mut world = World::builder().build().unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    world.advance_to(2.0).unwrap();
    for bad in [1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(
            world.advance_to(bad),
            Err(StepError::Refused(WorldError::Time { .. }))
        ));
        assert!(matches!(
            world.step_before(bad),
            Err(StepError::Refused(WorldError::Time { .. }))
        ));
        assert!(world.schedule(bad, 0).is_err());
    }
    assert_eq!(world.time(), 2.0);
    assert_eq!(world.advance_to(2.0).unwrap(), []);
}

#[test]
fn invalid_numbers_are_refused_with_field_and_bound() {
    let mut world = World::builder().build().unwrap();
    let id = world.insert(ball(0.0, 0.0)).unwrap();
    let message = world.insert(ball(f64::NAN, 0.0)).unwrap_err().to_string();
    assert!(
        message.contains("position") && message.contains("NaN") && message.contains("1e15"),
        "{message}"
    );
    let message = world.insert(ball(3.0, 1e16)).unwrap_err().to_string();
    assert!(message.contains("velocity"), "{message}");
    assert!(world.insert(ball(3.0, 0.0).mass(0.0)).is_err());
    assert!(world.insert(ball(3.0, 0.0).restitution(1.5)).is_err());
    assert!(world.insert(ball(3.0, 0.0).friction(-1.0)).is_err());
    assert!(
        world
            .set_motion(id, &MotionChange::velocity(Vector3::repeat(f64::INFINITY)))
            .is_err()
    );
    assert!(World::builder().restitution(2.0).build().is_err());
    assert!(World::builder().gravity(Vector3::repeat(f64::NAN)).build().is_err());
    assert!(World::builder().method(Method::Swept { rate: 0.0 }).build().is_err());
    let inside_out = Domain::Box {
        min: Vector3::repeat(1.0),
        max: Vector3::repeat(-1.0),
    };
    assert!(World::builder().domain(inside_out).build().is_err());
    assert_eq!(world.len(), 1);
    world.audit().unwrap();
}

#[test]
fn unsupported_scenes_in_a_periodic_domain_are_refused_with_a_reason() {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(3.0),
    };
    let mut world = World::builder().domain(domain).build().unwrap();
    let small = Body::new(Shape::ball(0.1).unwrap());
    let id = world.insert(small.clone()).unwrap();
    assert!(matches!(world.set_method(Method::Lists), Err(WorldError::PeriodicMethod)));
    let lists = World::builder().domain(domain).method(Method::Cached).build();
    assert!(matches!(lists, Err(WorldError::PeriodicMethod)));
    // Its position is that of its image, and it collides with the other across the face.
    world
        .set_motion(id, &MotionChange::position(Vector3::new(2.95, 1.0, 1.0)))
        .unwrap();
    let touching = small.position(Vector3::new(0.1, 1.0, 4.0));
    let overlap = world.insert(touching).unwrap_err();
    assert!(matches!(overlap, WorldError::Overlap { .. }), "{overlap}");
    world.remove(id).unwrap();
    let large = Body::new(Shape::ball(1.0).unwrap()).name("large");
    let error = world.insert(large.clone()).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "large.shape = ball of bounding radius 1 m: in a periodic domain must have a bounding radius of at most 0.75 m"
        ),
        "{error}"
    );
    assert!(world.is_empty());
    let scene = Scene {
        settings: Settings {
            domain,
            ..Settings::default()
        },
        bodies: vec![large],
        ..Scene::default()
    };
    let error = SampledWorld::from_scene(&scene, 60.0).unwrap_err().to_string();
    assert!(
        error.starts_with("large.shape = ball of bounding radius 1 m: in a periodic domain"),
        "{error}"
    );
}

#[test]
fn extended_xyz_reads_back_to_the_same_bits() {
    let min = Vector3::new(-5.0, -6.0, 0.1);
    let max = Vector3::new(5.0, 6.0, 9.0);
    let mut world = World::builder().domain(Domain::Box { min, max }).build().unwrap();
    let brick = Shape::cuboid(Vector3::new(0.5, 0.2, 0.1)).unwrap();
    let rotated = Body::new(brick)
        .position(Vector3::new(0.1, 1.0 / 3.0, 4.0))
        .orientation(Vector3::new(0.3, -0.2, 0.9))
        .velocity(Vector3::new(1e-7, 0.7, -0.1));
    let mut ids = vec![world.insert(rotated).unwrap()];
    ids.push(
        world
            .insert(ball(3.0, 0.1).position(Vector3::new(-3.0, 2.0, 5.0)).growth(0.125))
            .unwrap(),
    );
    world
        .insert(Body::fixed(Shape::half_space(Vector3::z()).unwrap()).position(Vector3::z() * 0.2))
        .unwrap();
    world.advance_to(2.0 / 3.0).unwrap();
    let mut text = Vec::new();
    world.write_extended_xyz(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The half-space has no bounds.
    assert_eq!((lines.len(), lines[0]), (4, "2"));
    let side = |axis: usize| max[axis] - min[axis];
    let lattice = format!(
        "Lattice=\"{:?} 0.0 0.0 0.0 {:?} 0.0 0.0 0.0 {:?}\" ",
        side(0),
        side(1),
        side(2)
    );
    assert!(lines[1].starts_with(&lattice), "{}", lines[1]);
    for (id, (line, species)) in ids.iter().zip(lines[2..].iter().zip(["cuboid", "ball"])) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words.len(), words[0]), (12, species));
        let read = |from: usize, to: usize| {
            words[from..to]
                .iter()
                .map(|word| word.parse::<f64>().unwrap())
                .collect::<Vec<_>>()
        };
        let pose = world.pose(*id).unwrap();
        assert_eq!(read(1, 4), pose.translation.vector.as_slice());
        assert_eq!(read(4, 7), world.velocity(*id).unwrap().as_slice());
        assert_eq!(read(8, 12), pose.rotation.coords.as_slice());
        let radius = if species == "ball" { 0.5 } else { 0.3_f64.sqrt() };
        assert!((read(7, 8)[0] - radius - world.swell(*id).unwrap()).abs() < 1e-12);
    }
}

#[test]
fn events_give_the_opposite_party_and_names_of_bodies_and_walls() {
    let domain = Domain::Box {
        min: Vector3::repeat(-2.0),
        max: Vector3::repeat(2.0),
    };
    let mut world = World::builder().domain(domain).build().unwrap();
    let left = world.insert(ball(-1.0, 1.0).name("left")).unwrap();
    let right = world.insert(ball(1.0, 0.0).name("right")).unwrap();
    let far = world.insert(ball(1.0, 0.0).position(Vector3::y() * -1.0)).unwrap();
    world.schedule(0.5, 7).unwrap();
    world.schedule_motion(left, 0.75, MotionChange::default()).unwrap();
    let events = world.advance_to(1.5).unwrap().to_vec();
    assert_eq!(kinds(&events), ["scheduled", "motion-change", "collision", "collision"]);
    let opposite = |number: usize, id| events[number].kind.opposite(id);
    // Events with one party or none have no opposite one.
    assert_eq!((opposite(0, left), opposite(1, left)), (None, None));
    assert_eq!(
        (opposite(2, left), opposite(2, right), opposite(2, far)),
        (Some(right.into()), Some(left.into()), None)
    );
    assert_eq!((opposite(3, right), opposite(3, left)), (Some(Wall::MaxX.into()), None));
    assert_eq!(opposite(2, left).and_then(Party::body), Some(right));
    assert_eq!(opposite(3, right).and_then(Party::body), None);
    assert_eq!(
        (world.name(left).unwrap(), world.name(Wall::MaxX).unwrap()),
        ("left".into(), "domain:+x".into())
    );
}

#[test]
fn overlapping_insertions_are_refused_with_both_names_and_touching_ones_are_not() {
    let mut world = World::builder().build().unwrap();
    world.insert(ball(0.0, 0.0).name("first")).unwrap();
    let refused = world.insert(ball(0.9, 0.0).name("second")).unwrap_err();
    assert!(matches!(refused, WorldError::Overlap { .. }));
    let message = refused.to_string();
    assert!(message.contains("first") && message.contains("second"), "{message}");
    assert_eq!(world.len(), 1);
    world.insert(ball(1.0, 0.0).name("third")).unwrap();
    // All bodies are inserted or none.
    assert!(world.insert_all(&[ball(5.0, 0.0), ball(5.5, 0.0)]).is_err());
    assert_eq!(world.len(), 2);
    world.insert(ball(0.5, 0.0).sensor()).unwrap();
    world
        .insert(ball(0.5, 0.0).groups(Groups {
            memberships: 2,
            filter: 0,
        }))
        .unwrap();
    world.audit().unwrap();

    let boxed = Domain::Box {
        min: Vector3::repeat(-1.0),
        max: Vector3::repeat(1.0),
    };
    let mut world = World::builder().domain(boxed).build().unwrap();
    let message = world.insert(ball(0.6, 0.0)).unwrap_err().to_string();
    assert!(message.contains("domain:+x"), "{message}");
    world.insert(ball(0.5, 0.0)).unwrap();
}

#[test]
fn next_event_time_changes_no_event() {
    let mut world = World::builder().build().unwrap();
    let left = world.insert(ball(0.0, 1.0)).unwrap();
    let right = world.insert(ball(10.0, 0.0)).unwrap();
    assert_eq!(world.next_event_time(), Some(9.0));
    assert_eq!(world.time(), 0.0);
    assert_eq!(world.next_collision(left).unwrap(), Some((9.0, Party::Body(right))));
    // A change of motion after a look-ahead makes its result obsolete.
    let third = world.insert(ball(4.0, 0.0)).unwrap();
    assert_eq!(world.next_event_time(), Some(3.0));
    world.set_motion(third, &MotionChange::position(Vector3::y() * 50.0)).unwrap();
    world.audit().unwrap();
    assert_eq!(world.next_event_time(), Some(9.0));
    world.schedule(2.0, 77).unwrap();
    assert_eq!(world.next_event_time(), Some(2.0));
    let event = world.step().unwrap().unwrap();
    assert_eq!((event.time, event.kind), (2.0, EventKind::Scheduled { token: 77 }));
    assert_eq!(world.step().unwrap().unwrap().time, 9.0);
    assert_eq!(world.next_event_time(), None);
    assert_eq!(world.step().unwrap(), None);
}

#[test]
fn poses_are_valid_within_their_motion_piece() {
    let mut world = World::builder().build().unwrap();
    let id = world.insert(ball(1.0, 2.0)).unwrap();
    world.advance_to(1.0).unwrap();
    assert_eq!(world.pose_at(id, 0.5).unwrap().translation.x, 2.0);
    assert_eq!(world.pose(id).unwrap().translation.x, 3.0);
    assert_eq!(world.pose_at(id, 2.0).unwrap().translation.x, 5.0);
    world.set_motion(id, &MotionChange::velocity(Vector3::zeros())).unwrap();
    assert!(matches!(world.pose_at(id, 0.5), Err(WorldError::Time { .. })));
    assert!(world.pose_at(id, f64::NAN).is_err());
    assert_eq!(world.pose_at(id, 2.0).unwrap().translation.x, 3.0);
}

#[test]
fn removal_ends_open_contacts_and_overlaps() {
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 7.0 }] {
        let mut world = World::builder()
            .response(ResponseMode::PassThrough)
            .report_overlaps(true)
            .method(method)
            .build()
            .unwrap();
        world.insert(ball(0.0, 0.0)).unwrap();
        let second = world.insert(ball(2.0, -1.0)).unwrap();
        assert_eq!(kinds(world.advance_to(1.5).unwrap()), ["overlap-begin", "contact-begin"]);
        world.remove(second).unwrap();
        assert_eq!(kinds(world.advance_to(1.5).unwrap()), ["contact-end", "overlap-end"]);
        let third = world.insert(ball(0.5, 0.0)).unwrap();
        assert_eq!(kinds(world.advance_to(2.0).unwrap()), ["overlap-begin", "contact-begin"]);
        world.set_motion(third, &MotionChange::position(Vector3::x() * 7.0)).unwrap();
        assert_eq!(kinds(world.advance_to(3.0).unwrap()), ["contact-end", "overlap-end"]);
        assert!(world.overlapping_pairs().is_empty());
        world.audit().unwrap();
    }
}

#[test]
fn a_fast_sensor_reports_begin_and_end() {
    let mut world = World::builder().build().unwrap();
    let target = world.insert(ball(0.0, 0.0)).unwrap();
    let probe = world.insert(ball(-1000.0, 1e6).sensor()).unwrap();
    let events = world.advance_to(1.0).unwrap().to_vec();
    assert_eq!(kinds(&events), ["contact-begin", "contact-end"]);
    assert!((events[0].time - 999e-6).abs() < 1e-15);
    assert!((events[1].time - 1001e-6).abs() < 1e-15);
    assert!(events[0].kind.involves(target) && events[0].kind.involves(probe));
    assert_eq!(world.velocity(target).unwrap(), Vector3::zeros());
}

#[test]
fn walls_reflect_and_report_collisions() {
    let boxed = Domain::Box {
        min: Vector3::repeat(-2.0),
        max: Vector3::repeat(2.0),
    };
    let mut world = World::builder()
        .domain(boxed)
        .response(ResponseMode::PassThrough)
        .build()
        .unwrap();
    // A collision with a corner: two walls at the same time, in their order.
    let body = Body::new(Shape::ball(0.5).unwrap()).velocity(Vector3::new(1.0, 1.0, 0.0));
    let id = world.insert(body).unwrap();
    let events = world.advance_to(2.0).unwrap().to_vec();
    let walls: Vec<Party> = events.iter().filter_map(|event| event.kind.parties().map(|p| p[1])).collect();
    assert_eq!(walls, [Party::Wall(Wall::MaxX), Party::Wall(Wall::MaxY)]);
    assert!(events.iter().all(|event| event.time == 1.5));
    assert_eq!(world.velocity(id).unwrap(), Vector3::new(-1.0, -1.0, 0.0));
    let EventKind::Collision(hit) = events[0].kind else { panic!() };
    assert_eq!((hit.normal, hit.closing_speed, hit.impulse), (Vector3::x(), 1.0, 2.0));
    assert_eq!(hit.point, Vector3::new(2.0, 1.5, 0.0));
}

#[test]
fn a_scheduled_jump_into_another_body_is_dropped_with_an_error() {
    let mut world = World::builder().build().unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    let jumper = ball(9.0, 0.0).change_at(1.0, MotionChange::position(Vector3::x() * 0.5));
    let jumper = world
        .insert(jumper.change_at(2.0, MotionChange::position(Vector3::x() * 1.5)))
        .unwrap();
    let refused = world.advance_to(5.0).unwrap_err();
    assert!(matches!(refused, StepError::Jump { time: 1.0, .. }), "{refused}");
    assert_eq!(world.pose(jumper).unwrap().translation.x, 9.0);
    assert_eq!(kinds(world.advance_to(5.0).unwrap()), ["motion-change"]);
    assert_eq!(world.pose(jumper).unwrap().translation.x, 1.5);
    world.audit().unwrap();
}

#[test]
fn step_without_limit_is_refused_with_the_swept_method() {
    let mut world = World::builder().method(Method::Swept { rate: 60.0 }).build().unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    assert_eq!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
    assert_eq!(world.next_event_time(), None);
    assert_eq!(world.step_before(3.0), Ok(None));
}

#[test]
fn scheduled_events_are_in_order_with_motion_changes_first() {
    let mut world = World::builder().build().unwrap();
    let body = world.insert(ball(0.0, 0.0)).unwrap();
    for token in [3, 1, 2] {
        world.schedule(1.0, token).unwrap();
    }
    world
        .schedule_motion(body, 1.0, MotionChange::velocity(Vector3::x()))
        .unwrap();
    world.schedule(0.5, 9).unwrap();
    let tokens: Vec<Option<u64>> = world
        .advance_to(2.0)
        .unwrap()
        .iter()
        .map(|event| match event.kind {
            EventKind::Scheduled { token } => Some(token),
            _ => None,
        })
        .collect();
    assert_eq!(tokens, [Some(9), None, Some(3), Some(1), Some(2)]);
}
