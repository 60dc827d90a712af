//! A thousand seconds at t = 10^6 s are as exact as at t = 0: a scene started at both times gives
//! the same events, except for the rounding of the time itself, which is 10^-10 s at 10^6 s.

use crate::support::Random;
use kinesweep::{Body, Domain, EventKind, Method, MotionChange, Party, Settings, Shape, Wall, World};
use nalgebra::Vector3;

/// The late epoch, in seconds; a float here is exact to 1.2e-10 s.
const LATE: f64 = 1e6;

/// Greatest difference of the time of a late event, in seconds: the rounding of the late time
/// (6e-11), and a third as much for accumulated rounding of a run.
const TIME: f64 = 8e-11;

/// Rounding of a position, in metres, of bodies about 1 m from the origin, after some bounces. At
/// closing speed v a collision is early or late by this over v, at any time.
const LENGTH: f64 = 2e-15;

/// The same for closing speeds, in m/s, which are those at the unrounded time.
const SPEED: f64 = 1e-12;

/// The error of a closing speed for each second by which a contact is early or late, in m/s².
const ACCELERATION: f64 = 20.0;

/// A scene with bodies for a given start time.
struct Setting {
    name: &'static str,
    settings: Settings,
    bodies: fn(f64) -> Vec<Body>,
    /// Duration in seconds, and least number of collisions.
    length: f64,
    least: usize,
}

fn ball() -> Body {
    Body::new(Shape::ball(0.3).unwrap())
}

fn floor() -> Body {
    Body::fixed(Shape::half_space(Vector3::y()).unwrap())
}

fn block(half: f64) -> Body {
    Body::new(Shape::cuboid(Vector3::repeat(half)).unwrap())
}

fn slab() -> Body {
    Body::fixed(Shape::cuboid(Vector3::new(50.0, 1.0, 50.0)).unwrap()).position(-Vector3::y())
}

fn under_gravity() -> Settings {
    Settings {
        gravity: Vector3::y() * -9.81,
        ..Settings::default()
    }
}

fn boxed(settings: Settings) -> Settings {
    let domain = Domain::Box {
        min: Vector3::new(-4.0, 0.0, -4.0),
        max: Vector3::new(4.0, 50.0, 4.0),
    };
    Settings { domain, ..settings }
}

/// Scenes in which errors do not grow.
fn scenes() -> Vec<Setting> {
    let setting = |name, settings, bodies, length, least| Setting {
        name,
        settings,
        bodies,
        length,
        least,
    };
    vec![
        setting(
            "elastic ball on a plane",
            under_gravity(),
            |_| vec![floor(), ball().position(Vector3::y() * 2.0)],
            1e3,
            800,
        ),
        setting(
            "elastic ball on a slab",
            under_gravity(),
            |_| vec![slab(), ball().position(Vector3::y() * 2.0)],
            1e3,
            800,
        ),
        setting(
            "elastic block on a slab",
            under_gravity(),
            |_| vec![slab(), block(0.3).position(Vector3::y() * 2.0)],
            1e3,
            800,
        ),
        setting(
            "elastic ball in a box",
            boxed(under_gravity()),
            |_| vec![ball().position(Vector3::y() * 2.0).velocity(Vector3::new(1.3, 0.0, -0.7))],
            1e3,
            1000,
        ),
        setting(
            "balls in a row between walls",
            boxed(Settings::default()),
            |_| {
                let position = |i: i32| Vector3::new(-3.2 + 1.6 * f64::from(i), 1.0, 0.0);
                (0..5)
                    .map(|i| {
                        ball()
                            .position(position(i))
                            .velocity(Vector3::x() * (0.3 + 0.17 * f64::from(i * i)))
                    })
                    .collect()
            },
            1e3,
            1000,
        ),
        setting(
            "two blocks and a wall",
            Settings::default(),
            |_| {
                let wall = Body::fixed(Shape::half_space(Vector3::x()).unwrap());
                let heavy = block(0.5).position(Vector3::x() * 4.0).velocity(-Vector3::x()).mass(1e6);
                vec![wall, block(0.5).position(Vector3::x() * 2.0), heavy]
            },
            100.0,
            3141,
        ),
        setting(
            "ball coming to rest",
            Settings {
                restitution: 0.9,
                ..under_gravity()
            },
            |_| vec![floor(), ball().position(Vector3::y() * 2.0)],
            1e3,
            100,
        ),
        setting(
            "rocket and lift",
            under_gravity(),
            |start| {
                let up = |a: f64| MotionChange::acceleration(Vector3::y() * a);
                let lift = slab()
                    .acceleration(Vector3::y())
                    .change_at(start + 5.0, up(-1.0))
                    .change_at(start + 12.0, up(0.25));
                let rocket = ball().position(Vector3::new(1.0, 9.0, 0.0)).acceleration(Vector3::y() * 6.0);
                vec![lift, rocket, ball().position(Vector3::y() * 2.0)]
            },
            30.0,
            25,
        ),
    ]
}

/// How a world reaches a late start time.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The world starts at this time.
    Started,
    /// The empty world advances to this time, and the bodies are inserted then.
    Inserted,
    /// The world advances to this time with another body in it.
    Advanced,
}

/// A collision: time since the start, parties as indices in the list of bodies, a wall last, and
/// closing speed.
#[derive(Clone, Copy, Debug)]
struct Hit {
    time: f64,
    parties: [Side; 2],
    closing: f64,
}

/// A body by its index in the order of insertion, or a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Body(usize),
    Wall(Wall),
}

fn run(settings: Settings, bodies: &[Body], start: f64, way: Way, length: f64, method: Method) -> Vec<Hit> {
    let mut builder = World::builder().settings(settings).method(method);
    if let Way::Started = way {
        builder = builder.start_time(start);
    }
    let mut world = builder.build().unwrap();
    if let Way::Advanced = way {
        // It is at rest, away from all others.
        let bystander = Body::new(Shape::ball(0.1).unwrap()).position(Vector3::new(3.5, 45.0, 3.5));
        world.insert(bystander.acceleration(-settings.gravity)).unwrap();
    }
    world.advance_to(start).unwrap();
    let ids = world.insert_all(bodies).unwrap();
    let side = |party: Party| match party {
        Party::Body(id) => Side::Body(
            ids.iter()
                .position(|other| *other == id)
                .expect("the other body has no collision"),
        ),
        Party::Wall(wall) => Side::Wall(wall),
    };
    let events = world.advance_to(start + length).unwrap();
    let hits = events.iter().filter_map(|event| match event.kind {
        EventKind::Collision(hit) => Some(Hit {
            time: event.time - start,
            parties: hit.parties.map(side),
            closing: hit.closing_speed,
        }),
        _ => None,
    });
    let hits = hits.collect();
    world.audit().unwrap();
    assert_eq!(world.counters().late, 0);
    hits
}

/// The hits of each pair in order: simultaneous hits of different pairs may be exchanged.
fn by_pair(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by_key(|hit| format!("{:?}", hit.parties));
    hits
}

#[test]
fn late_runs_equal_early_ones_within_rounding() {
    let mut wrong = Vec::new();
    for setting in scenes() {
        for method in [Method::Lists, Method::Cached] {
            let go = |start, way| {
                by_pair(run(
                    setting.settings,
                    &(setting.bodies)(start),
                    start,
                    way,
                    setting.length,
                    method,
                ))
            };
            let early = go(0.0, Way::Started);
            assert!(early.len() >= setting.least, "{}: {}", setting.name, early.len());
            for way in [Way::Started, Way::Inserted, Way::Advanced] {
                let late = go(LATE, way);
                let mut good = early.len() == late.len();
                let (mut time, mut speed) = (0f64, 0f64);
                for (one, other) in early.iter().zip(&late) {
                    let (off, faster) = ((one.time - other.time).abs(), (one.closing - other.closing).abs());
                    let blur = LENGTH / one.closing;
                    good &= one.parties == other.parties && off <= TIME + blur && faster <= SPEED + ACCELERATION * blur;
                    (time, speed) = (time.max(off), speed.max(faster));
                }
                let counts = [early.len(), late.len()];
                let label = format!(
                    "{}, {method:?}, {way:?}: {counts:?} hits, {time:.1e} s, {speed:.1e} m/s",
                    setting.name
                );
                println!("{label}");
                if !good {
                    wrong.push(label);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_late_chaotic_run_differs_by_the_growth_of_rounding_only() {
    /// Displacement in the run that measures the growth of errors, in metres.
    const DISPLACEMENT: f64 = 1e-9;
    /// Rounding of a late time is 6e-11 s at each collision, at speeds of at most 3 m/s: as a share
    /// of `DISPLACEMENT`, times the collisions of a body when errors have grown most.
    const SHARE: f64 = 6e-11 * 3.0 / DISPLACEMENT * 10.0;
    let bodies = |off: f64| -> Vec<Body> {
        let mut random = Random::new(12);
        (0..27)
            .map(|i| {
                let cell = Vector3::new(i % 3, i / 3 % 3, i / 9).map(|c| f64::from(c) - 1.0);
                let at = cell * 2.0 + Vector3::y() * 4.0 + random.vector(0.5);
                ball()
                    .position(at + Vector3::repeat(if i == 13 { off } else { 0.0 }))
                    .velocity(random.vector(1.5))
            })
            .collect()
    };
    let settings = boxed(under_gravity());
    let go = |off, start| run(settings, &bodies(off), start, Way::Started, 4.0, Method::Lists);
    let (early, off, late) = (go(0.0, 0.0), go(DISPLACEMENT, 0.0), go(0.0, LATE));
    assert!(early.len() > 100, "{} collisions", early.len());
    let mut growth = 1f64;
    let mut compared = 0;
    for ((one, other), later) in early.iter().zip(&off).zip(&late) {
        growth = growth.max((one.time - other.time).abs() / DISPLACEMENT);
        if growth > 1e4 {
            break;
        }
        assert_eq!(one.parties, later.parties, "collision {compared}");
        let allowed = SHARE * DISPLACEMENT * growth + TIME;
        assert!(
            (one.time - later.time).abs() <= allowed,
            "collision {compared}: {} and {}, growth {growth:e}",
            one.time,
            later.time
        );
        compared += 1;
    }
    println!("{compared} of {} collisions compared", early.len());
    assert!(compared > 40, "only {compared}");
}
