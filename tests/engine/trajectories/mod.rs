//! Trajectories in closed form: time, position and speed of every event.

mod acceleration;

use kinesweep::{Body, BodyId, Collision, Domain, EventKind, Method, MotionChange, Party, Shape, World};
use nalgebra::{UnitQuaternion, Vector3};

/// Error of a time, in units of `f64::EPSILON` times the time itself, for each bounce so far plus
/// one.
const TIME_ROUNDINGS: f64 = 4.0;

/// Rounding of a late time, for any number of previous bounces, in units of `f64::EPSILON` times
/// the time: half a unit in the last place is at most 0.5.
const LATE_ROUNDING: f64 = 0.5;

/// Error of a speed or a length, in units of `f64::EPSILON` times the greatest of its kind, for
/// each bounce so far plus one.
const ROUNDINGS: f64 = 16.0;

/// A radius that is not exact in binary.
const RADIUS: f64 = 0.3;

const G: f64 = 9.81;

/// A bouncing body comes to rest below this speed (the default of `Zeno`), in m/s.
const REST_SPEED: f64 = 1e-6;

fn ball() -> Body {
    Body::new(Shape::ball(RADIUS).unwrap())
}

/// A cuboid with its upper face through the origin, large enough for all tests.
fn slab() -> Body {
    Body::fixed(Shape::cuboid(Vector3::new(500.0, 1.0, 500.0)).unwrap()).position(-Vector3::y())
}

/// All collisions up to a time.
fn collisions(world: &mut World, until: f64) -> Vec<(f64, Collision)> {
    let hits = world.advance_to(until).unwrap().iter().filter_map(|event| match event.kind {
        EventKind::Collision(hit) => Some((event.time, hit)),
        _ => None,
    });
    let hits = hits.collect();
    assert_eq!(world.counters().late, 0);
    world.audit().unwrap();
    hits
}

/// Checks values, and records the greatest error as a share of the tolerance.
struct Check {
    start: f64,
    /// The closing speed of the checked contact, in m/s: rounding of positions over this speed is
    /// the error of a time.
    closing: f64,
    worst: f64,
}

impl Check {
    fn new(start: f64) -> Self {
        Self {
            start,
            closing: f64::INFINITY,
            worst: 0.0,
        }
    }

    fn near(&mut self, what: &str, found: f64, expected: f64, allowed: f64) {
        self.worst = self.worst.max((found - expected).abs() / allowed);
        assert!(
            (found - expected).abs() <= allowed,
            "{what}: {found:e}, expected {expected:e}, off by {:e}, allowed {allowed:e}",
            found - expected
        );
    }

    /// The error of a time from rounding of the late time and of positions.
    fn blur(&self) -> f64 {
        f64::EPSILON * (LATE_ROUNDING * self.start + ROUNDINGS * RADIUS / self.closing)
    }

    /// Checks a time since the start, after a number of bounces.
    fn time(&mut self, what: &str, found: f64, expected: f64, bounces: usize) {
        let allowed = TIME_ROUNDINGS * f64::EPSILON * expected * (bounces + 1) as f64 + self.blur();
        self.near(what, found - self.start, expected, allowed);
    }

    /// Checks a speed or a length of at most `size`. At a late time it is evaluated at a rounded
    /// time, with an error of `rate` times the rounding.
    fn value(&mut self, what: &str, found: f64, expected: f64, size: f64, rate: f64, bounces: usize) {
        let late = self.blur() * rate;
        self.near(
            what,
            found,
            expected,
            ROUNDINGS * f64::EPSILON * size * (bounces + 1) as f64 + late,
        );
    }
}

/// Factor on the rest speed: up to it rounding may still let a body come to rest.
const NEARLY: f64 = 1.01;

/// The support of a falling ball.
#[derive(Clone, Copy, Debug)]
enum Floor {
    Plane,
    Slab,
    Wall,
}

/// A world with a ball `height` above a floor through the origin.
fn above(floor: Floor, height: f64, restitution: f64, start: f64, method: Method) -> (World, BodyId) {
    let mut builder = World::builder()
        .gravity(Vector3::y() * -G)
        .restitution(restitution)
        .start_time(start)
        .method(method);
    if let Floor::Wall = floor {
        builder = builder.domain(Domain::Box {
            min: Vector3::new(-9.0, 0.0, -9.0),
            max: Vector3::new(9.0, 1e4, 9.0),
        });
    }
    let mut world = builder.build().unwrap();
    match floor {
        Floor::Plane => drop(world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap()),
        Floor::Slab => drop(world.insert(slab()).unwrap()),
        Floor::Wall => {}
    }
    let id = world.insert(ball().position(Vector3::y() * (height + RADIUS))).unwrap();
    (world, id)
}

/// Times sqrt(2 h / g) (1 + 2 e + 2 e² + ...), speeds e^n sqrt(2 g h), heights e^2n h; at rest
/// after sqrt(2 h / g) (1 + e) / (1 - e).
fn bounces_to_rest(floor: Floor, height: f64, e: f64, start: f64) -> f64 {
    let (mut world, id) = above(floor, height, e, start, Method::Auto);
    let (first, speed) = ((2.0 * height / G).sqrt(), (2.0 * G * height).sqrt());
    let mut check = Check::new(start);
    let (mut expected, mut closing, mut bounces, mut last) = (first, speed, 0, start);
    loop {
        let what = format!("{floor:?}, h {height}, e {e}, start {start:e}, bounce {bounces}");
        let Some(event) = world.step_before(start + 1e4).unwrap() else {
            // The last bounce but one may have counted as the last.
            assert!(closing < NEARLY * REST_SPEED, "{what}: none");
            break;
        };
        let EventKind::Collision(hit) = event.kind else {
            panic!("{what}: {event:?}")
        };
        last = event.time;
        // The errors of the previous bounces add up.
        check.closing = closing * (1.0 - e);
        check.time(&what, event.time, expected, bounces);
        check.value(&what, hit.closing_speed, closing, speed, G, bounces);
        check.value(&what, hit.point.y, 0.0, height + RADIUS, closing, bounces);
        if closing < REST_SPEED {
            break;
        }
        closing *= e;
        if closing == 0.0 {
            break;
        }
        if closing > 1e-3 {
            let top = world.pose_at(id, event.time + closing / G).unwrap().translation.y;
            check.value(
                &what,
                top,
                RADIUS + e.powi(2 * (bounces as i32 + 1)) * height,
                height + RADIUS,
                closing,
                bounces,
            );
        }
        expected += 2.0 * closing / G;
        bounces += 1;
    }
    // The rest of the series are bounces slower than the policy allows.
    let (rest, cut) = (first * (1.0 + e) / (1.0 - e), 2.0 * REST_SPEED / G / (1.0 - e));
    assert!(
        (last - start - rest).abs() <= NEARLY * cut + 1e-9 * rest,
        "at rest at {last}, not {rest}"
    );
    assert_eq!(world.advance_to(start + 1e4).unwrap(), []);
    check.value(
        "at rest",
        world.pose(id).unwrap().translation.y,
        RADIUS,
        height + RADIUS,
        0.0,
        0,
    );
    assert_eq!(world.velocity(id).unwrap(), Vector3::zeros());
    world.set_motion(id, &MotionChange::velocity(Vector3::y() * G)).unwrap();
    let event = world.step_before(start + 2e4).unwrap().expect("it falls back");
    check.near("thrown up", event.time - start, 1e4 + 2.0, 4.0 * f64::EPSILON * (start + 1e4));
    world.audit().unwrap();
    check.worst
}

#[test]
fn a_ball_bounces_to_rest_with_the_geometric_series() {
    for floor in [Floor::Plane, Floor::Slab, Floor::Wall] {
        for start in [0.0, 1e6] {
            let mut worst = 0f64;
            for e in [0.0, 0.1, 0.5, 0.8, 0.95, 0.99] {
                for height in [1e-3, 1.0, 200.0] {
                    worst = worst.max(bounces_to_rest(floor, height, e, start));
                }
            }
            println!("{floor:?} from {start:e}: greatest error {worst:.2} of the tolerance");
        }
    }
}

#[test]
fn an_elastic_ball_bounces_for_ever_to_the_same_height() {
    for floor in [Floor::Plane, Floor::Slab, Floor::Wall] {
        for (start, bounces) in [(0.0, 1000), (1e6, 1000)] {
            let (mut world, id) = above(floor, 1.7, 1.0, start, Method::Auto);
            let first = (2.0 * 1.7 / G).sqrt();
            let mut check = Check::new(start);
            for bounce in 0..bounces {
                let what = format!("{floor:?}, start {start:e}, bounce {bounce}");
                let event = world.step().unwrap().unwrap_or_else(|| panic!("{what}: none"));
                check.time(&what, event.time, first * (1 + 2 * bounce) as f64, bounce);
                let top = world.pose_at(id, event.time + first).unwrap().translation.y;
                check.value(&what, top, 1.7 + RADIUS, 2.0, first * G, bounce);
            }
            println!("{floor:?} from {start:e}: greatest error {:.2} of the tolerance", check.worst);
        }
    }
}

/// A ball thrown at a slope: along the normal it bounces under the normal part of gravity; along
/// the slope its motion is not affected.
#[test]
fn a_ball_bounces_down_a_slope_in_closed_form() {
    let rotation = UnitQuaternion::from_scaled_axis(Vector3::new(0.2, 0.1, -0.5));
    let normal = rotation * Vector3::y();
    let gravity = Vector3::y() * -G;
    let (from, thrown) = (normal * 3.0, Vector3::new(1.0, 2.0, -0.5));
    for slope in ["half-space", "rotated half-space", "cuboid"] {
        for e in [1.0, 0.7] {
            for start in [0.0, 1e6] {
                let fixed = match slope {
                    "half-space" => Body::fixed(Shape::half_space(normal).unwrap()),
                    "rotated half-space" => {
                        Body::fixed(Shape::half_space(Vector3::y()).unwrap()).orientation(rotation.scaled_axis())
                    }
                    _ => slab().position(-normal).orientation(rotation.scaled_axis()),
                };
                let mut world = World::builder()
                    .gravity(gravity)
                    .restitution(e)
                    .start_time(start)
                    .build()
                    .unwrap();
                world.insert(fixed).unwrap();
                let id = world.insert(ball().position(from).velocity(thrown)).unwrap();
                let (g, up, gap) = (-gravity.dot(&normal), thrown.dot(&normal), 3.0 - RADIUS);
                let mut expected = (up + (up * up + 2.0 * g * gap).sqrt()) / g;
                let mut closing = (up * up + 2.0 * g * gap).sqrt();
                let speed = closing;
                let mut check = Check::new(start);
                // A longer run would leave the end of the cuboid.
                for bounce in 0..7 {
                    let what = format!("{slope}, e {e}, start {start:e}, bounce {bounce}");
                    let event = world.step().unwrap().unwrap_or_else(|| panic!("{what}: none"));
                    let EventKind::Collision(hit) = event.kind else {
                        panic!("{what}: {event:?}")
                    };
                    check.time(&what, event.time, expected, bounce + 2);
                    check.value(&what, hit.closing_speed, closing, speed, G, bounce + 2);
                    // The path along the slope, and its projection in space.
                    let free = from + thrown * expected + gravity * (0.5 * expected * expected);
                    let along = free - normal * normal.dot(&free);
                    let fast = thrown.norm() + G * expected;
                    let size = fast * expected;
                    check.value(&what, (hit.point - along).norm(), 0.0, size, fast, bounce + 2);
                    check.value(&what, (hit.normal - normal).norm(), 0.0, 1.0, 0.0, 1);
                    closing *= e;
                    let velocity = thrown + gravity * expected;
                    let after = velocity - normal * normal.dot(&velocity) + normal * closing;
                    check.value(
                        &what,
                        (world.velocity(id).unwrap() - after).norm(),
                        0.0,
                        fast,
                        2.0 * G,
                        bounce + 2,
                    );
                    expected += 2.0 * closing / g;
                }
                println!(
                    "{slope}, e {e}, from {start:e}: greatest error {:.2} of the tolerance",
                    check.worst
                );
            }
        }
    }
}
