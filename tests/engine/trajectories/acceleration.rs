//! Balls in accelerating lifts and under several accelerations.

use super::*;

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
