//! A world that is saved at any time and restored continues with the same events, to the bit.

mod damaged;
mod fields;
mod replay;

use crate::support::{METHODS, Random, Recipe, random_scene, rounds};
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::response::{Encounter, Reply, Response, impulse};
use kinesweep::world::{Snapshot, SnapshotError, TouchQuery, TouchTest};
use kinesweep::{Body, Domain, EventKind, Method, MotionChange, ResponseMode, Settings, Shape, World, Zeno};
use nalgebra::{UnitQuaternion, Vector3};
use replay::{Length, compare};

const LENGTH: Length = Length { until: 20.0, most: 40 };

fn json(snapshot: Snapshot) -> Snapshot {
    let text = serde_json::to_string(&snapshot).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(snapshot, read);
    read
}

fn postcard(snapshot: Snapshot) -> Snapshot {
    let bytes = postcard::to_stdvec(&snapshot).unwrap();
    let read = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(snapshot, read);
    read
}

fn balls(positions: &[(f64, f64)]) -> Vec<Body> {
    let ball = Body::new(Shape::ball(0.5).unwrap());
    let at = |(x, v): &(f64, f64)| ball.clone().position(Vector3::x() * *x).velocity(Vector3::x() * *v);
    positions.iter().map(at).collect()
}

fn world(settings: Settings, method: Method, bodies: &[Body]) -> World {
    let builder = World::builder().settings(settings).method(method).report_overlaps(false);
    let mut world = builder.build().unwrap();
    world.insert_all(bodies).unwrap();
    world
}

#[test]
fn random_scenes_continue_from_a_snapshot_at_every_event() {
    let recipes = [
        (0.0, false, 1.0, ResponseMode::Collide),
        (9.81, true, 0.5, ResponseMode::Collide),
        (0.0, true, 0.9, ResponseMode::PassThrough),
    ];
    for seed in 0..rounds(6) {
        for (number, (gravity, boxed, restitution, response)) in recipes.into_iter().enumerate() {
            let recipe = Recipe {
                bodies: 14,
                spread: 4.0,
                speeds: (-1.0, 1.0),
                gravity,
                boxed,
                restitution,
            };
            let mut scene = random_scene(4000 + seed, &recipe);
            scene.settings.response = response;
            for method in METHODS.into_iter().chain([Method::Auto]) {
                let builder = World::builder().settings(scene.settings).method(method);
                let mut world = builder.report_overlaps(number == 2).build().unwrap();
                world.insert_scene(&scene).unwrap();
                let what = format!("{seed}, {number}, {method:?}");
                compare(&what, world, LENGTH, 1, World::builder, postcard);
            }
        }
    }
}

#[test]
fn gases_continue_from_a_snapshot_at_every_event() {
    let corner = Vector3::repeat(5.0);
    for (number, domain) in [
        Domain::Box {
            min: -corner,
            max: corner,
        },
        Domain::Periodic {
            min: -corner,
            max: corner,
        },
    ]
    .into_iter()
    .enumerate()
    {
        for zeno in [Zeno::default(), Zeno::Elastic { within: 1e-3 }, Zeno::Error] {
            let mut random = Random::new(number as u64);
            let settings = Settings {
                domain,
                zeno,
                ..Settings::default()
            };
            let builder = World::builder().settings(settings).method(Method::Leases);
            let mut world = builder.build().unwrap();
            for _ in 0..60 {
                let _ = world.insert(random.gas_ball(false, 4.0).unwrap());
            }
            assert!(world.bodies().count() > 20);
            let count = compare(&format!("{domain:?}, {zeno:?}"), world, LENGTH, 1, World::builder, json);
            assert_eq!(count, LENGTH.most);
        }
    }
}

#[test]
fn periodic_scenes_of_all_shapes_continue_from_a_snapshot() {
    let corner = Vector3::repeat(4.0);
    for seed in 0..rounds(4) {
        let mut random = Random::new(900 + seed);
        let domain = Domain::Periodic {
            min: -corner,
            max: corner,
        };
        let builder = World::builder().domain(domain).gravity(Vector3::y() * -1.0).restitution(0.5);
        let mut world = builder.build().unwrap();
        for _ in 0..40 {
            let shape = random.shape().unwrap();
            let body = Body::new(shape)
                .position(random.vector(4.0))
                .velocity(random.vector(2.0))
                .angular_velocity(random.vector(1.0));
            let _ = world.insert(body);
        }
        let count = compare(&format!("{seed}"), world, LENGTH, 1, World::builder, json);
        assert_eq!(count, LENGTH.most);
    }
}

/// Many collisions at one time: the snapshot is taken between two of them.
#[test]
fn simultaneous_collisions_continue_from_a_snapshot_between_them() {
    let row = |e: f64| Settings {
        restitution: e,
        ..Settings::default()
    };
    let corner = Vector3::repeat(30.0);
    let boxed = Settings {
        domain: Domain::Box {
            min: -corner,
            max: corner,
        },
        ..Settings::default()
    };
    let collapse = balls(&[(-5.0, 2.0), (-2.3, 1.0), (0.25, 0.0), (2.1, -1.0), (6.0, -1.7)]);
    let cradle = balls(&[(-1.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (9.0, -2.0)]);
    for method in METHODS {
        for (name, settings, bodies) in [
            ("collapse", row(0.1), &collapse),
            ("clay", row(0.0), &collapse),
            ("cradle", row(1.0), &cradle),
            ("cradle in a box", boxed, &cradle),
        ] {
            let length = Length { until: 50.0, most: 400 };
            let built = world(settings, method, bodies);
            let count = compare(&format!("{name}, {method:?}"), built, length, 3, World::builder, json);
            assert!(count > 5, "{name}: {count} events");
        }
    }
}

#[test]
fn resting_contacts_continue_from_a_snapshot() {
    let mut bodies = vec![Body::fixed(Shape::half_space(Vector3::new(0.1, 1.0, 0.2)).unwrap())];
    for number in 0..5 {
        let position = Vector3::new(0.1 * f64::from(number), 2.0 + 2.0 * f64::from(number), 0.0);
        bodies.push(
            Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap())
                .position(position)
                .friction(0.3),
        );
    }
    let settings = Settings {
        gravity: Vector3::y() * -9.81,
        restitution: 0.2,
        friction: 0.3,
        ..Settings::default()
    };
    let mut alone = world(settings, Method::Auto, &bodies);
    alone.advance_to(6.0).unwrap();
    assert!(
        alone.counters().rests + alone.counters().touches > 0,
        "{:?}",
        alone.counters()
    );
    for method in METHODS {
        let length = Length { until: 6.0, most: 150 };
        compare(
            &format!("{method:?}"),
            world(settings, method, &bodies),
            length,
            2,
            World::builder,
            json,
        );
    }
}

/// Ids, freed indices, names, the schedule, and pending events.
#[test]
fn ids_names_schedule_and_pending_events_are_restored() {
    for method in METHODS {
        let builder = World::builder().method(method).response(ResponseMode::PassThrough);
        let mut world = builder.report_overlaps(true).build().unwrap();
        let ids = world
            .insert_all(&balls(&[(0.0, 0.0), (0.5, 0.1), (3.0, -1.0), (8.0, -1.5)]))
            .unwrap();
        world.advance_to(0.25).unwrap();
        world.remove(ids[1]).unwrap();
        let newest = world.insert(balls(&[(20.0, -3.0)])[0].clone().name("newest")).unwrap();
        assert_eq!(newest.index(), ids[1].index());
        for (time, token) in [(3.0, 7), (2.0, 8), (2.0, 9)] {
            world.schedule(time, token).unwrap();
        }
        let change = MotionChange {
            orientation: Some(UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.2, 0.3))),
            ..MotionChange::velocity(Vector3::new(-1.0, 0.1, 0.0))
        };
        world.schedule_motion(newest, 2.0, change).unwrap();
        let mut copy = World::builder().restore(&json(world.snapshot())).unwrap();
        assert!(copy.contains(newest) && !copy.contains(ids[1]));
        assert_eq!(copy.name(kinesweep::Party::Body(newest)).unwrap(), "newest");
        compare(&format!("{method:?}"), world, LENGTH, 1, World::builder, json);
        // The next insertion gets the same id in both worlds.
        copy.advance_to(5.0).unwrap();
        copy.remove(ids[0]).unwrap();
        let next = copy.insert(balls(&[(99.0, 0.0)])[0].clone()).unwrap();
        assert_eq!(next.index(), ids[0].index());
    }
}

/// A law by which bodies lose a tenth of their speed at each collision.
struct Damped;

impl Response for Damped {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        match encounter.closing_speed > 1.0 {
            true => Reply::Velocities(impulse(encounter).map(|after| 0.9 * after.velocity)),
            false => Reply::PassThrough,
        }
    }
}

/// A touch test by the distance of the origins.
struct Near;

impl TouchTest for Near {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let [a, b] = &query.poses;
        (a.translation.vector - b.translation.vector).norm() <= 1.2
    }
}

fn bounds_around(x: f64, epoch: f64) -> Bounds {
    let side = |position, velocity| Endpoint {
        position,
        velocity,
        half_acceleration: 0.0,
    };
    Bounds {
        epoch,
        min: [side(x - 1.0, -0.5), side(-1.0, 0.0), side(-1.0, 0.0)],
        max: [side(x + 1.0, 0.5), side(1.0, 0.0), side(1.0, 0.0)],
    }
}

#[test]
fn laws_and_touch_tests_are_required_again_at_restore() {
    let bodies = balls(&[(-6.0, 2.0), (-2.0, 1.2), (0.0, 0.0), (3.0, -1.0), (6.0, -2.5)]);
    for method in METHODS {
        let builder = || World::builder().custom_response(Damped).method(method);
        let mut world = builder().build().unwrap();
        world.insert_all(&bodies).unwrap();
        let bare = World::builder().restore(&world.snapshot()).unwrap_err();
        assert_eq!(bare.to_string(), "snapshot: custom_response: saved with one, given without");
        compare(&format!("{method:?}"), world, LENGTH, 1, builder, json);

        let builder = || World::builder().touch_test(10.0, Near).method(method);
        let mut world = builder().build().unwrap();
        let touch_only: Vec<Body> = bodies.iter().map(|body| body.clone().touch_only()).collect();
        world.insert_all(&touch_only).unwrap();
        let ghost = Body::new(Shape::ball(0.5).unwrap()).bounded(bounds_around(2.0, 0.0), 3.0);
        let ghost = world.insert(ghost).unwrap();
        let bare = World::builder().restore(&world.snapshot()).unwrap_err();
        assert!(matches!(
            bare,
            SnapshotError::HookMismatch {
                what: "touch_test",
                saved: true
            }
        ));
        let other_rate = || World::builder().touch_test(99.0, Near);
        // Each run ends with an error when the bounds have expired.
        compare(&format!("{method:?}"), world, LENGTH, 1, other_rate, json);

        let mut world = builder().build().unwrap();
        world.insert_all(&touch_only).unwrap();
        let ghost_again = world
            .insert(Body::new(Shape::ball(0.5).unwrap()).bounded(bounds_around(2.0, 0.0), 3.0))
            .unwrap();
        assert_eq!(ghost, ghost_again);
        while let Some(event) = world.step_before(3.0).unwrap() {
            if matches!(event.kind, EventKind::BoundsExpired { .. }) {
                break;
            }
        }
        let mut copy = builder().restore(&json(world.snapshot())).unwrap();
        assert_eq!(copy.step_before(9.0), world.step_before(9.0));
        for world in [&mut world, &mut copy] {
            world.set_bounds(ghost, bounds_around(3.0, 3.0), 8.0).unwrap();
        }
        assert_eq!(copy.advance_to(8.0).unwrap(), world.advance_to(8.0).unwrap());
    }
}

#[test]
fn recorded_pieces_and_statistics_are_restored() {
    let mut world = World::builder().record_motion(true).build().unwrap();
    world.insert_all(&balls(&[(0.0, 1.0), (3.0, 0.0), (9.0, -1.0)])).unwrap();
    world.advance_to(4.0).unwrap();
    let mut copy = World::builder().record_motion(true).restore(&json(world.snapshot())).unwrap();
    assert_eq!(copy.statistics(), world.statistics());
    assert_eq!(copy.take_motion_pieces(), world.take_motion_pieces());
    world.advance_to(20.0).unwrap();
    copy.advance_to(20.0).unwrap();
    assert_eq!(copy.statistics(), world.statistics());
    assert_eq!(copy.take_motion_pieces(), world.take_motion_pieces());
    // A builder without recording drops the recorded pieces.
    let mut without = World::builder().restore(&world.snapshot()).unwrap();
    assert_eq!(without.take_motion_pieces(), []);
}
