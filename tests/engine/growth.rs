//! Growing balls in a world: their response, lasting contact, and reported contacts.

use crate::support::Random;
use kinesweep::sampled::SampledWorld;
use kinesweep::scene::limits::Shown;
use kinesweep::world::BodyLane;
use kinesweep::{
    Body, BodyId, Collision, Domain, Event, EventKind, Method, MotionChange, Scene, Settings, Shape, StepError, World,
    WorldBuilder,
};
use nalgebra::Vector3;

fn ball(radius: f64) -> Body {
    Body::new(Shape::ball(radius).unwrap())
}

fn collision(event: &Event) -> Collision {
    match event.kind {
        EventKind::Collision(collision) => collision,
        other => panic!("no collision: {other:?}"),
    }
}

fn boxed(half: f64) -> WorldBuilder {
    World::builder().domain(Domain::Box {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    })
}

#[test]
fn growing_balls_separate_at_restitution_times_closing_speed() {
    for (restitution, start) in [(1.0, 0.0), (0.5, 0.0), (0.0, 0.0), (0.5, 1e6)] {
        let mut world = World::builder().restitution(restitution).start_time(start).build().unwrap();
        let a = world.insert(ball(1.0).growth(0.25).mass(2.0).velocity(Vector3::x())).unwrap();
        let b = world.insert(ball(1.0).growth(0.75).position(Vector3::x() * 12.0)).unwrap();
        let event = world.step().unwrap().unwrap();
        assert!((event.time - start - 5.0).abs() < 1e-9);
        let hit = collision(&event);
        assert!((hit.closing_speed - 2.0).abs() < 1e-12 && hit.normal == Vector3::x());
        assert!((hit.point.x - (5.0 + 1.0 + 0.25 * 5.0)).abs() < 1e-9, "{hit:?}");
        let apart = (world.velocity(b).unwrap() - world.velocity(a).unwrap()).x;
        assert!((apart - 1.0 - restitution * 2.0).abs() < 1e-12, "{apart}");
        assert!((world.momentum().x - 2.0).abs() < 1e-12);
        assert!((world.swell(b).unwrap() - 3.75).abs() < 1e-9);
        assert_eq!(world.step().unwrap(), None);
        world.audit().unwrap();
    }
}

/// Runs to `until` and returns the number of events.
fn run(world: &mut World, until: f64) -> usize {
    let mut events = 0;
    while world.step_before(until).unwrap().is_some() {
        events += 1;
        assert!(events < 100_000);
        if events % 500 == 0 {
            world.audit().unwrap();
        }
    }
    world.audit().unwrap();
    events
}

fn height(world: &World, id: BodyId) -> f64 {
    world.pose(id).unwrap().translation.vector.y
}

#[test]
fn a_growing_ball_stays_on_its_support() {
    let floors = [
        Body::fixed(Shape::half_space(Vector3::y()).unwrap()),
        Body::fixed(Shape::cuboid(Vector3::new(9.0, 1.0, 9.0)).unwrap()).position(Vector3::y() * -1.0),
    ];
    for floor in floors {
        for restitution in [0.0, 0.5] {
            let mut world = World::builder()
                .gravity(Vector3::y() * -10.0)
                .restitution(restitution)
                .build()
                .unwrap();
            world.insert(floor.clone()).unwrap();
            let id = world.insert(ball(0.5).growth(0.1).position(Vector3::y())).unwrap();
            run(&mut world, 3.0);
            let above = height(&world, id) - 0.8;
            assert!((-1e-9..1e-5).contains(&above), "{restitution}: {above}");
            // Its growth ends, and it comes to rest.
            world.set_motion(id, &MotionChange::growth(0.0)).unwrap();
            run(&mut world, 4.0);
            assert_eq!(run(&mut world, 9.0), 0);
            assert!((height(&world, id) - 0.8).abs() < 1e-8, "{}", height(&world, id) - 0.8);
            assert_eq!(world.velocity(id).unwrap().y, 0.0);
            assert!((world.swell(id).unwrap() - 0.3).abs() < 1e-12);
            // Its growth begins again, and its rest ends.
            world.set_motion(id, &MotionChange::growth(0.2)).unwrap();
            run(&mut world, 10.0);
            let above = height(&world, id) - 1.0;
            assert!((-1e-9..1e-5).contains(&above), "{restitution}: {above}");
        }
    }
}

#[test]
fn two_inelastic_growing_balls_push_each_other_apart() {
    let mut world = boxed(10.0).restitution(0.0).gravity(Vector3::y() * -10.0).build().unwrap();
    let a = world.insert(ball(0.5).growth(0.1).position(Vector3::y() * -9.4)).unwrap();
    let b = world.insert(ball(0.5).growth(0.1).position(Vector3::y() * -8.0)).unwrap();
    run(&mut world, 1.0);
    for (id, expected) in [(a, -9.4), (b, -8.2)] {
        let off = height(&world, id) - expected;
        assert!((-1e-9..1e-4).contains(&off), "{off}");
    }
}

#[test]
fn a_growing_ball_between_walls_collides_until_it_is_stuck() {
    let mut world = boxed(2.0).restitution(0.5).build().unwrap();
    world
        .insert(ball(1.0).growth(0.1).velocity(Vector3::new(1.0, 0.3, 0.0)))
        .unwrap();
    let mut last = 0.0;
    let stuck = loop {
        match world.step_before(11.0) {
            Ok(event) => last = event.expect("there are more events").time,
            Err(error) => break error,
        }
    };
    // The diameter reaches the distance of the walls at 10 s.
    assert!((last - 10.0).abs() < 1e-6, "{last}");
    assert!(matches!(stuck, StepError::Stalled { .. }), "{stuck}");
    world.audit().unwrap();
}

#[test]
fn a_growing_sensor_reports_contacts_at_the_exact_times() {
    let mut world = World::builder().build().unwrap();
    let fence = world.insert(ball(1.0).growth(1.0).sensor()).unwrap();
    let cube = Body::fixed(Shape::cuboid(Vector3::repeat(1.0)).unwrap()).position(Vector3::x() * 5.0);
    let cube = world.insert(cube).unwrap();
    let away = world
        .insert(ball(0.5).position(Vector3::y() * -2.0).velocity(Vector3::y() * -2.0))
        .unwrap();
    let mut reported = Vec::new();
    while let Some(event) = world.step_before(20.0).unwrap() {
        reported.push((
            event.time,
            event.kind.name(),
            event.kind.involves(cube),
            event.kind.involves(away),
        ));
        assert!(event.kind.involves(fence));
    }
    assert_eq!(reported, [(3.0, "contact-begin", true, false)]);
    // The distance of the other is 2 + 2 s, the extent of the sensor 1.5 + s: a bound that grows
    // faster would reach it.
    world.set_motion(fence, &MotionChange::growth(5.0)).unwrap();
    let event = world.step_before(30.0).unwrap().unwrap();
    assert!(
        (event.time - (20.0 + 20.5 / 3.0)).abs() < 1e-12 && event.kind.involves(away),
        "{event:?}"
    );
}

#[test]
fn growth_of_other_shapes_and_invalid_rates_are_refused() {
    let mut world = World::builder().build().unwrap();
    let cube = Body::new(Shape::cuboid(Vector3::repeat(1.0)).unwrap());
    for growth in [-1.0, f64::NAN, f64::INFINITY, 2e15] {
        let refusal = world.insert(ball(1.0).growth(growth)).unwrap_err().to_string();
        assert!(
            refusal.contains(&format!("growth = {}", growth.shown())) && refusal.contains("1e15"),
            "{refusal}"
        );
    }
    let refusal = world.insert(cube.clone().growth(0.5)).unwrap_err().to_string();
    assert!(refusal.contains("growth = 0.5") && refusal.contains("ball"), "{refusal}");
    let id = world.insert(cube.growth(0.0)).unwrap();
    assert!(world.set_motion(id, &MotionChange::growth(0.1)).is_err());
    assert!(world.schedule_motion(id, 1.0, MotionChange::growth(0.1)).is_err());
    world.set_motion(id, &MotionChange::growth(0.0)).unwrap();
}

#[test]
fn sampled_mode_supports_growth() {
    let scene = Scene {
        settings: Settings {
            domain: Domain::Box {
                min: Vector3::repeat(-9.0),
                max: Vector3::repeat(9.0),
            },
            ..Settings::default()
        },
        bodies: vec![
            ball(0.5).growth(0.25).position(Vector3::x() * -2.0),
            ball(0.5)
                .position(Vector3::x() * 2.0)
                .change_at(1.0, MotionChange::growth(0.5)),
        ],
        ..Scene::default()
    };
    // Exactly: 3 = 0.25 t + 0.5 (t - 1).
    let exact = 3.5 / 0.75;
    let mut sampled = SampledWorld::from_scene(&scene, 1000.0).unwrap();
    let events = sampled.advance_to(6.0).unwrap().to_vec();
    let hit = events
        .iter()
        .find(|event| matches!(event.kind, EventKind::Collision(_)))
        .unwrap();
    assert!(hit.time >= exact && hit.time < exact + 2e-3, "{hit:?}");
    assert!((collision(hit).closing_speed - 0.75).abs() < 1e-12);
    let mut world = World::from_scene(&scene, Default::default()).unwrap();
    let first = std::iter::from_fn(|| world.step().unwrap()).find(|event| matches!(event.kind, EventKind::Collision(_)));
    assert!((first.unwrap().time - exact).abs() < 1e-12);
}

/// Many growing balls neither overlap nor leave the box by more than rounding.
#[test]
fn many_growing_balls_do_not_overlap() {
    for (restitution, gravity, start) in [(1.0, 0.0, 0.0), (0.8, 5.0, 0.0), (0.0, 0.0, 0.0), (1.0, 2.0, 1e6)] {
        let mut random = Random::new(91);
        let mut world = boxed(2.0)
            .restitution(restitution)
            .gravity(Vector3::y() * -gravity)
            .start_time(start)
            .build()
            .unwrap();
        let mut bodies: Vec<Body> = Vec::new();
        while bodies.len() < 60 {
            let body = ball(0.1)
                .position(random.vector(1.9))
                .velocity(random.vector(1.0))
                .growth(random.uniform(0.0, 0.1));
            if bodies.iter().all(|other| (other.position - body.position).norm() > 0.2) {
                bodies.push(body);
            }
        }
        let ids = world.insert_all(&bodies).unwrap();
        for step in 1..=200 {
            let time = start + 0.02 * f64::from(step);
            let mut events = 0;
            while world.step_before(time).unwrap().is_some() {
                events += 1;
                assert!(events < 100_000);
            }
            let balls: Vec<_> = ids
                .iter()
                .map(|id| (world.pose(*id).unwrap().translation.vector, 0.1 + world.swell(*id).unwrap()))
                .collect();
            // Positions contain the rounding of the time.
            let allowed = 1e-12 + 1e-14 * start;
            for (number, (at, radius)) in balls.iter().enumerate() {
                assert!(at.amax() + radius <= 2.0 + allowed, "{} at {time}", at.amax() + radius - 2.0);
                for (other, other_radius) in &balls[..number] {
                    let gap = (at - other).norm() - radius - other_radius;
                    assert!(gap >= -allowed, "{gap} at {time}");
                }
            }
        }
        world.audit().unwrap();
        assert!(world.counters().collisions > 150, "{}", world.counters().collisions);
    }
}

/// Growing balls that have bounced low hop on the floor, in whichever lane they were before.
#[test]
fn growing_balls_hop_on_the_floor_as_in_the_lane_of_pairs() {
    let mut random = Random::new(7);
    let bodies: Vec<Body> = (0..36)
        .map(|number| {
            let [x, y] = [number % 6, number / 6].map(|at| 1.5 * f64::from(at) - 3.75);
            let place = Vector3::new(x, -4.0 + random.uniform(0.0, 0.5), y);
            ball(0.4).growth(0.005).position(place)
        })
        .collect();
    let mut worlds = [true, false].map(|closed| {
        let world = boxed(5.0).gravity(Vector3::y() * -10.0).restitution(0.5);
        let mut world = world.method(Method::Leases).lane_of_balls(!closed).build().unwrap();
        world.insert_all(&bodies).unwrap();
        world
    });
    assert_eq!(worlds[1].lanes(), [(BodyLane::Balls, 36)]);
    for _ in 0..4_000 {
        let [closed, open] = &mut worlds;
        let expected = closed.step_before(1.5).unwrap();
        assert_eq!(expected, open.step_before(1.5).unwrap());
        if expected.is_none() {
            break;
        }
    }
    worlds.iter_mut().for_each(|world| world.audit().unwrap());
    assert!(worlds[1].counters().wall_collisions > 100);
}
