//! Trajectories in closed form: time, position and speed of every event.

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
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.2, 0.1, -0.5));
    let normal = turn * Vector3::y();
    let gravity = Vector3::y() * -G;
    let (from, thrown) = (normal * 3.0, Vector3::new(1.0, 2.0, -0.5));
    for slope in ["half-space", "rotated half-space", "cuboid"] {
        for e in [1.0, 0.7] {
            for start in [0.0, 1e6] {
                let fixed = match slope {
                    "half-space" => Body::fixed(Shape::half_space(normal).unwrap()),
                    "rotated half-space" => Body::fixed(Shape::half_space(Vector3::y()).unwrap()).orientation(turn.scaled_axis()),
                    _ => slab().position(-normal).orientation(turn.scaled_axis()),
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

/// In a lift that accelerates upwards a ball bounces as under greater gravity.
#[test]
fn a_ball_bounces_in_an_accelerating_lift() {
    let (lift, height) = (2.3, 1.1);
    for e in [1.0, 0.6] {
        for start in [0.0, 1e6] {
            let mut world = World::builder()
                .gravity(Vector3::y() * -G)
                .restitution(e)
                .start_time(start)
                .build()
                .unwrap();
            let platform = world
                .insert(slab().velocity(-Vector3::y()).acceleration(Vector3::y() * lift))
                .unwrap();
            let id = world
                .insert(ball().position(Vector3::y() * (height + RADIUS)).velocity(-Vector3::y()))
                .unwrap();
            let g = G + lift;
            let (mut expected, mut closing) = ((2.0 * height / g).sqrt(), (2.0 * height * g).sqrt());
            let speed = closing;
            let mut check = Check::new(start);
            for bounce in 0..12 {
                let what = format!("lift, e {e}, start {start:e}, bounce {bounce}");
                let event = world.step().unwrap().unwrap_or_else(|| panic!("{what}: none"));
                let EventKind::Collision(hit) = event.kind else {
                    panic!("{what}: {event:?}")
                };
                check.time(&what, event.time, expected, bounce);
                let fast = 1.0 + g * expected;
                check.value(&what, hit.closing_speed, closing, fast, g, bounce);
                let floor = (0.5 * lift * expected - 1.0) * expected;
                check.value(&what, hit.point.y, floor, 1.0 + fast * expected, fast, bounce);
                closing *= e;
                let of_lift = lift * expected - 1.0;
                check.value(&what, world.velocity(platform).unwrap().y, of_lift, fast, lift, bounce);
                check.value(&what, world.velocity(id).unwrap().y, of_lift + closing, fast, 2.0 * g, bounce);
                expected += 2.0 * closing / g;
            }
            assert!(speed > 0.0);
            println!(
                "lift, e {e}, from {start:e}: greatest error {:.2} of the tolerance",
                check.worst
            );
        }
    }
}

/// A lift accelerates, moves uniformly, and decelerates faster than gravity, by scheduled changes:
/// only then the ball separates from it.
#[test]
fn a_ball_leaves_a_lift_that_decelerates_faster_than_gravity() {
    for start in [0.0, 1e6] {
        let up = |acceleration: f64| MotionChange::acceleration(Vector3::y() * acceleration);
        let mut world = World::builder()
            .gravity(Vector3::y() * -G)
            .restitution(0.0)
            .start_time(start)
            .build()
            .unwrap();
        let lift = slab()
            .acceleration(Vector3::y() * 2.0)
            .change_at(start + 3.0, up(0.0))
            .change_at(start + 5.0, up(-2.0 * G));
        let platform = world.insert(lift).unwrap();
        let id = world.insert(ball().position(Vector3::y() * (RADIUS + 0.5))).unwrap();
        // On it after sqrt(2 0.5 / (g + 2)), and at rest: 9 m and 6 m/s up at 3 s, 21 m at 5 s.
        let hits = collisions(&mut world, start + 5.0);
        let mut check = Check::new(start);
        assert_eq!(hits.len(), 1, "{hits:?}");
        check.time("landing", hits[0].0, (1.0 / (G + 2.0)).sqrt(), 1);
        let (of_lift, of_ball) = (
            world.pose(platform).unwrap().translation.y,
            world.pose(id).unwrap().translation.y,
        );
        check.value("lift", of_lift, 9.0 + 12.0 - 1.0, 21.0, 6.0, 4);
        check.value("ball on it", of_ball, 21.0 + RADIUS, 21.0, 6.0, 4);
        check.value("speed", world.velocity(id).unwrap().y, 6.0, 6.0, G, 4);
        // Thrown: 6 t - g t² / 2 for the ball, 6 t - g t² for the lift: separate for ever.
        let hits = collisions(&mut world, start + 7.0);
        assert!(hits.is_empty(), "{hits:?}");
        let (of_lift, of_ball) = (
            world.pose(platform).unwrap().translation.y,
            world.pose(id).unwrap().translation.y,
        );
        check.value("lift", of_lift, 20.0 + 12.0 - 4.0 * G, 40.0, 60.0, 4);
        check.value("ball thrown", of_ball, 21.0 + RADIUS + 12.0 - 2.0 * G, 40.0, 60.0, 4);
    }
}

/// Two balls thrown under gravity, one with an own acceleration: they collide at the time of the
/// closed form, and exchange velocities along the line of centres.
#[test]
fn two_thrown_balls_collide_in_closed_form() {
    for drive in [0.0, 1.5] {
        for start in [0.0, 1e6] {
            let mut world = World::builder().gravity(Vector3::y() * -G).start_time(start).build().unwrap();
            // Head-on along a slanting line, each at the same height of the other's free fall.
            let line = Vector3::new(3.0, 4.0, 12.0) / 13.0;
            let (apart, speeds) = (20.0, [3.0, -2.0]);
            let one = world.insert(ball().velocity(line * speeds[0])).unwrap();
            let other = ball()
                .position(line * apart)
                .velocity(line * speeds[1])
                .acceleration(line * -drive);
            let other = world.insert(other).unwrap();
            let (gap, closing) = (apart - 2.0 * RADIUS, speeds[0] - speeds[1]);
            let root = (closing * closing + 2.0 * drive * gap).sqrt();
            let meet = 2.0 * gap / (closing + root);
            let hits = collisions(&mut world, start + meet + 1e-3);
            assert_eq!(hits.len(), 1);
            let mut check = Check::new(start);
            check.time("meeting", hits[0].0, meet, 1);
            check.value("closing", hits[0].1.closing_speed, root, G * meet, drive, 1);
            let fall = Vector3::y() * (-0.5 * G * meet * meet);
            let at = line * (speeds[0] * meet + RADIUS) + fall;
            check.value("position", (hits[0].1.point - at).norm(), 0.0, 1.0 + at.norm(), G * meet, 1);
            check.value("normal", (hits[0].1.normal - line).norm(), 0.0, 1.0 + at.norm(), 10.0, 1);
            // Equal masses exchange normal velocities, evaluated at the event.
            let later = world.time() - hits[0].0;
            let down = Vector3::y() * (-G * (meet + later));
            let driven = line * (-drive * later);
            let [was_one, was_other] = [line * speeds[0], line * (speeds[1] - drive * meet)];
            let size = G * (meet + later);
            check.value(
                "one",
                (world.velocity(one).unwrap() - (was_other + down)).norm(),
                0.0,
                size,
                2.0 * G,
                2,
            );
            check.value(
                "other",
                (world.velocity(other).unwrap() - (was_one + down + driven)).norm(),
                0.0,
                size,
                2.0 * G,
                2,
            );
        }
    }
}

/// Between two walls under gravity: bounces off the floor and off the walls are independent.
#[test]
fn a_ball_under_gravity_between_two_walls() {
    let (half, height, speed) = (1.5, 0.9, 1.3);
    for walls in ["domain", "slabs"] {
        for start in [0.0, 1e6] {
            let mut builder = World::builder().gravity(Vector3::y() * -G).start_time(start);
            if walls == "domain" {
                builder = builder.domain(Domain::Box {
                    min: Vector3::new(-half, 0.0, -1.0),
                    max: Vector3::new(half, 50.0, 1.0),
                });
            }
            let mut world = builder.build().unwrap();
            if walls == "slabs" {
                world.insert(slab()).unwrap();
                let upright = Shape::cuboid(Vector3::new(1.0, 500.0, 500.0)).unwrap();
                for side in [-1.0, 1.0] {
                    world
                        .insert(Body::fixed(upright.clone()).position(Vector3::x() * (side * (half + 1.0))))
                        .unwrap();
                }
            }
            let at = Vector3::new(0.0, height + RADIUS, 0.0);
            let id = world.insert(ball().position(at).velocity(Vector3::x() * speed)).unwrap();
            let (first, room) = ((2.0 * height / G).sqrt(), half - RADIUS);
            let (mut floor, mut wall) = (0, 0);
            let mut check = Check::new(start);
            while floor + wall < 400 {
                let event = world.step().unwrap().expect("it goes on");
                let EventKind::Collision(hit) = event.kind else {
                    panic!("{event:?}")
                };
                assert!(hit.parties.contains(&Party::Body(id)));
                let what = format!("{walls}, start {start:e}, floor {floor}, wall {wall}");
                let bounces = floor + wall;
                if hit.normal.y.abs() > 0.5 {
                    check.time(&what, event.time, first * (1 + 2 * floor) as f64, bounces);
                    check.value(&what, hit.closing_speed, G * first, G * first, G, bounces);
                    floor += 1;
                } else {
                    check.time(&what, event.time, room / speed * (1 + 2 * wall) as f64, bounces);
                    check.value(&what, hit.closing_speed, speed, speed, 0.0, bounces);
                    wall += 1;
                }
            }
            assert!(floor > 100 && wall > 100);
            println!("{walls}, from {start:e}: greatest error {:.2} of the tolerance", check.worst);
        }
    }
}
