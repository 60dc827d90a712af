//! A change of method during a run changes no event, to the bit; and leases expire ever more
//! rarely, so that a step without a limit ends.

use crate::support::{METHODS, Random, Recipe, random_scene, rounds};
use kinesweep::{Body, Event, Method, MotionChange, ResponseMode, Scene, Shape, World, WorldError};
use nalgebra::Vector3;

/// Greatest number of events of a run.
const MOST_EVENTS: usize = 2_000;

fn world(scene: &Scene, method: Method) -> World {
    let builder = World::builder().settings(scene.settings).report_overlaps(true);
    let mut world = builder.method(method).build().unwrap();
    world.insert_scene(scene).unwrap();
    world
}

fn plain_run(scene: &Scene, method: Method) -> Vec<Event> {
    let mut world = world(scene, method);
    let mut events = Vec::new();
    while let Some(event) = world.step_before(scene.horizon).unwrap() {
        events.push(event);
        if events.len() >= MOST_EVENTS {
            break;
        }
    }
    events
}

/// The same run with random changes of the method: after an event, between two, after a look-ahead,
/// or several times at once.
fn switching_run(scene: &Scene, random: &mut Random) -> Vec<Event> {
    let mut world = world(scene, Method::Auto);
    let mut events = Vec::new();
    while events.len() < MOST_EVENTS {
        let limit = (world.time() + random.uniform(0.0, 0.3)).min(scene.horizon);
        let event = world.step_before(limit).unwrap();
        if event.is_none() && limit == scene.horizon {
            break;
        }
        events.extend(event);
        if random.below(4) == 0 {
            world.next_event_time();
        }
        while random.below(3) == 0 {
            let method = METHODS
                .into_iter()
                .chain([Method::Auto])
                .nth(random.below(6) as usize)
                .unwrap();
            let before = world.time();
            world.set_method(method).unwrap();
            assert_eq!((world.time(), world.method()), (before, method));
            world
                .audit()
                .unwrap_or_else(|error| panic!("{method:?} at {before}: {error}"));
            assert_eq!(world.counters().late, 0);
        }
    }
    events
}

fn check(seeds: u64, mode: ResponseMode, recipe: Recipe) {
    let mut events = 0;
    for seed in 0..rounds(seeds) {
        let mut scene = random_scene(seed, &recipe);
        scene.settings.response = mode;
        let steady = plain_run(&scene, Method::Lists);
        assert_eq!(steady, switching_run(&scene, &mut Random::new(!seed)), "seed {seed}");
        events += steady.len();
    }
    assert!(events as u64 > rounds(seeds), "{events}");
}

const RECIPE: Recipe = Recipe {
    bodies: 14,
    spread: 4.0,
    speeds: (-1.0, 0.5),
    gravity: 0.0,
    boxed: true,
    restitution: 1.0,
};

#[test]
fn random_changes_of_method_change_no_event() {
    check(300, ResponseMode::Collide, RECIPE);
}

#[test]
fn random_changes_of_method_change_no_event_with_rests() {
    let recipe = Recipe {
        gravity: 3.0,
        restitution: 0.8,
        ..RECIPE
    };
    check(100, ResponseMode::Collide, recipe);
}

#[test]
fn random_changes_of_method_change_no_contact() {
    check(300, ResponseMode::PassThrough, RECIPE);
}

#[test]
fn auto_chooses_by_the_number_of_bodies() {
    let ball = |k: u32| Body::new(Shape::ball(0.4).unwrap()).position(Vector3::x() * f64::from(k));
    let counts = |world: &World| world.counters().broad_phase[0].0;
    let mut world = World::builder().build().unwrap();
    let few = world.insert(ball(0)).unwrap();
    assert_eq!((world.method(), counts(&world)), (Method::Auto, "swaps"));
    let many: Vec<Body> = (1..200).map(ball).collect();
    let ids = world.insert_all(&many).unwrap();
    assert_eq!((world.method(), counts(&world)), (Method::Auto, "leases expired"));
    world.set_motion(few, &MotionChange::velocity(Vector3::x())).unwrap();
    assert!(!world.advance_to(1.0).unwrap().is_empty());
    for id in &ids[1..] {
        world.remove(*id).unwrap();
    }
    assert_eq!(counts(&world), "swaps");
    world.audit().unwrap();
    world.set_method(Method::Leases).unwrap();
    world.remove(ids[0]).unwrap();
    assert_eq!((world.method(), counts(&world)), (Method::Leases, "leases expired"));
    let refused = world.set_method(Method::Swept { rate: f64::NAN });
    assert!(matches!(refused, Err(WorldError::Value(error)) if error.to_string().starts_with("rate = NaN")));
    assert_eq!(world.method(), Method::Leases);
}

/// Leases of bodies that move away for ever expire O(log t) times, so a step without a limit ends:
/// also for a cloud that stays together.
#[test]
fn a_step_without_limit_ends_in_bounded_expiries() {
    let mut random = Random::new(8);
    let together = Vector3::new(900.0, -0.3, 1e-9);
    for (fall, spread) in [(0.0, 0.0), (0.0, 0.1), (-10.0, 0.0)] {
        let mut world = World::builder().method(Method::Leases).build().unwrap();
        let bodies: Vec<Body> = (0..60)
            .map(|k| {
                let position = Vector3::new(f64::from(k % 4), f64::from(k / 4 % 4), f64::from(k / 16));
                Body::new(Shape::cuboid(Vector3::repeat(0.2)).unwrap())
                    .position(position)
                    .velocity(together + position * spread + random.vector(1e-12))
                    .acceleration(Vector3::y() * fall)
            })
            .collect();
        world.insert_all(&bodies).unwrap();
        let mut events = 0;
        while world.step().unwrap().is_some() {
            events += 1;
        }
        let ends = world.next_event_time();
        assert_eq!(ends, None, "{events}");
        let expired = world.counters().broad_phase[0].1;
        assert!(expired < 60 * 5_000, "{expired} expiries");
    }
}

/// A fleet in long uniform motion has leases of long duration. Any event shortens them, and no
/// collision is missed.
#[test]
fn changes_near_a_fleet_with_long_leases_miss_no_collision() {
    let fly = |method: Method| {
        let mut world = World::builder().method(method).build().unwrap();
        let together = Vector3::new(300.0, -7.0, 1.0);
        let cube = Body::new(Shape::cuboid(Vector3::repeat(0.3)).unwrap()).velocity(together);
        let bodies: Vec<Body> = (0..64)
            .map(|k| {
                let position = Vector3::new(f64::from(k % 4), f64::from(k / 4 % 4), f64::from(k / 16));
                cube.clone().position(position)
            })
            .collect();
        let ids = world.insert_all(&bodies).unwrap();
        let nudge = MotionChange::velocity(together + Vector3::new(0.3, 0.2, 0.1));
        world.schedule_motion(ids[21], 1e4, nudge).unwrap();
        let mut events = Vec::new();
        let mut go = |world: &mut World, to: f64| {
            events.extend_from_slice(world.advance_to(to).unwrap());
            world.audit().unwrap();
        };
        go(&mut world, 9e3);
        // An obstacle in the path of one body; a position occupied by another is refused.
        let ahead = |world: &World, way: f64| {
            cube.clone()
                .position(world.pose(ids[63]).unwrap().translation.vector + Vector3::x() * way)
        };
        let blocked = world.insert(ahead(&world, 0.1));
        assert!(matches!(blocked, Err(WorldError::Overlap { .. })), "{method:?}: {blocked:?}");
        go(&mut world, 1e4 + 20.0);
        go(&mut world, 1e6);
        let wall = ahead(&world, 50.0).velocity(Vector3::zeros());
        world.insert(wall).unwrap();
        go(&mut world, 1e6 + 5.0);
        while let Some(event) = world.step().unwrap() {
            events.push(event);
        }
        events
    };
    let events = fly(Method::Lists);
    assert!(events.len() > 5, "{}", events.len());
    assert_eq!(events, fly(Method::Leases));
}

/// A bullet of 1 cm at 900 m/s among paper sheets: its leases double along the path, and no
/// collision is missed.
#[test]
fn a_fast_bullet_has_fewer_than_60_lease_expiries() {
    let mut world = World::builder()
        .method(Method::Leases)
        .response(ResponseMode::PassThrough)
        .build()
        .unwrap();
    let bullet = Body::new(Shape::ball(0.01).unwrap()).velocity(Vector3::x() * 900.0);
    world.insert(bullet).unwrap();
    let sheets: Vec<Body> = (1..=9)
        .map(|k| {
            let sheet = Shape::cuboid(Vector3::new(1e-4, 1.0, 1.0)).unwrap();
            Body::fixed(sheet).position(Vector3::x() * 100.0 * f64::from(k))
        })
        .collect();
    world.insert_all(&sheets).unwrap();
    let events = world.advance_to(1.0).unwrap();
    assert_eq!(events.len(), 17, "the last contact begins at 1 s and does not end");
    let expired = world.counters().broad_phase[0].1;
    assert!(expired < 60, "{expired} expiries");
}
