//! Bodies under gravity on floors, slopes, platforms and each other, against closed forms and against a look at every moment.

mod support;

use kinesweep::{Body, MotionChange, Shape, StepError};
use nalgebra::Vector3;
use support::Random;
use support::witness::{Case, run_all};

fn ball(radius: f64) -> Body {
    Body::new(Shape::ball(radius).unwrap())
}

fn cube(half: f64) -> Body {
    Body::new(Shape::cuboid(Vector3::repeat(half)).unwrap())
}

fn floor() -> Body {
    Body::fixed(Shape::half_space(Vector3::y()).unwrap())
}

fn slope(normal: Vector3<f64>) -> Body {
    Body::fixed(Shape::half_space(normal.normalize()).unwrap())
}

fn slab(half: Vector3<f64>) -> Body {
    Body::fixed(Shape::cuboid(half).unwrap())
}

fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

#[test]
fn a_ball_dropped_into_a_v_comes_to_rest_at_the_bottom() {
    for e in [0.0, 0.5] {
        for x in [0.0, 0.3] {
            let bodies = vec![
                slope(v(1.0, 1.0, 0.0)),
                slope(v(-1.0, 1.0, 0.0)),
                ball(0.5).position(v(x, 3.0, 0.0)),
            ];
            let run = run_all(
                "v",
                &Case::new(bodies, 60.0).gravity(10.0).restitution(e).most_events(200_000),
            );
            assert_eq!(run.error, None);
            let at = run.position(2);
            println!("e {e} x {x}: {} events, {at:?} {:?}", run.events.len(), run.velocity(2));
            if e < 1.0 && (x == 0.0 || e == 0.0) {
                assert!((at - v(0.0, 0.5 * 2f64.sqrt(), 0.0)).norm() < 1e-6, "{at}");
            }
        }
    }
}

#[test]
fn a_block_slides_down_a_slope_in_closed_form() {
    for angle in [0.1f64, 0.5, 1.0, 1.4] {
        let normal = v(angle.sin(), angle.cos(), 0.0);
        let bodies = vec![slope(normal), ball(0.5).position(normal * 0.5)];
        let run = run_all("slope", &Case::new(bodies, 10.0).gravity(10.0).restitution(0.3));
        assert_eq!(run.events.len(), 0, "{:?}", run.events);
        let along = v(angle.cos(), -angle.sin(), 0.0);
        let expected = normal * 0.5 + along * (0.5 * 10.0 * angle.sin() * 100.0);
        assert!(
            (run.position(1) - expected).norm() < 1e-9 * expected.norm(),
            "{angle}: {} {expected}",
            run.position(1)
        );
    }
}

#[test]
fn a_pile_of_twenty_stands() {
    for (name, dynamic_floor) in [("floor", false), ("slab", true)] {
        let mut bodies = vec![if dynamic_floor {
            slab(v(5.0, 1.0, 5.0)).position(v(0.0, -1.0, 0.0))
        } else {
            floor()
        }];
        bodies.extend((0..20).map(|i| cube(0.5).position(v(0.0, 0.5 + f64::from(i), 0.0))));
        let run = run_all(name, &Case::new(bodies, 5.0).gravity(10.0).restitution(0.3));
        assert_eq!((run.events.len(), run.error.clone()), (0, None));
        for i in 0..20 {
            assert!((run.position(i + 1).y - (0.5 + i as f64)).abs() < 1e-9);
        }
        assert_eq!(run.world.counters().unresolved, 0);
    }
}

#[test]
fn a_pile_of_balls_of_many_sizes_stands() {
    let mut bodies = vec![floor()];
    let mut y = 0.0;
    for i in 0..20 {
        let radius = [0.5, 0.1, 1.0, 0.03][i % 4];
        bodies.push(ball(radius).position(v(0.0, y + radius, 0.0)).mass([1.0, 1e-3, 1e3][i % 3]));
        y += 2.0 * radius;
    }
    let run = run_all("balls", &Case::new(bodies.clone(), 5.0).gravity(10.0).restitution(0.3));
    assert_eq!(run.error, None);
    println!("{} events, unresolved {}", run.events.len(), run.world.counters().unresolved);
    for i in 1..=20 {
        assert!((run.position(i) - bodies[i].position).norm() < 1e-6);
    }
}

#[test]
fn a_pile_dropped_from_apart_settles() {
    for e in [0.0, 0.3, 0.6] {
        let mut bodies = vec![floor()];
        bodies.extend((0..20).map(|i| cube(0.5).position(v(0.0, 0.6 + 1.1 * f64::from(i), 0.0))));
        let run = run_all(
            "dropped pile",
            &Case::new(bodies, 20.0).gravity(10.0).restitution(e).most_events(1_000_000),
        );
        println!(
            "e {e}: {} events, unresolved {}, {:?}",
            run.events.len(),
            run.world.counters().unresolved,
            run.error
        );
        assert_eq!(run.error, None);
        for i in 0..20 {
            let y = run.position(i + 1).y;
            assert!((y - (0.5 + i as f64)).abs() < 1e-4, "e {e}: box {i} at {y}");
        }
    }
}

#[test]
fn a_ball_on_top_of_a_ball_stays() {
    let bodies = vec![
        Body::fixed(Shape::ball(1.0).unwrap()),
        ball(0.5).position(v(0.0, 1.5, 0.0)),
        ball(0.25).position(v(0.0, 2.25, 0.0)),
    ];
    let run = run_all("on top", &Case::new(bodies, 10.0).gravity(10.0).restitution(0.5));
    assert_eq!((run.events.len(), run.error.clone()), (0, None));
    assert!((run.position(2).y - 2.25).abs() < 1e-9);
}

#[test]
fn a_ball_slides_off_a_ball_where_the_closed_form_says() {
    // A point that slides off a sphere of radius R = 1.5 from angle a0 leaves it where cos a = 2/3 cos a0.
    let start = 0.2f64;
    let at = v(start.sin(), start.cos(), 0.0) * 1.5;
    let bodies = vec![Body::fixed(Shape::ball(1.0).unwrap()), ball(0.5).position(at)];
    let run = run_all(
        "slides off",
        &Case::new(bodies, 1.6).gravity(10.0).restitution(0.0).most_events(1_000_000),
    );
    println!(
        "{} events {} motion changes",
        run.events.len(),
        run.world.counters().motion_changes
    );
    // From the point of departure it falls freely with the speed that energy gives.
    let cos = 2.0 / 3.0 * start.cos();
    let energy = 10.0 * at.y;
    let (p, u) = (run.position(1), run.velocity(1));
    assert!(
        (0.5 * u.norm_squared() + 10.0 * p.y - energy).abs() < 1e-2 * energy,
        "{} {energy}",
        0.5 * u.norm_squared() + 10.0 * p.y
    );
    let speed = (2.0 * (energy - 10.0 * 1.5 * cos)).sqrt();
    assert!((u.x - speed * cos).abs() < 1e-2, "{} {}", u.x, speed * cos);
}

#[test]
fn a_lift_carries_stops_and_starts() {
    for e in [0.0, 0.5] {
        let lift = slab(v(1.0, 0.1, 1.0))
            .position(v(0.0, -0.1, 0.0))
            .velocity(v(0.0, 2.0, 0.0))
            .change_at(1.0, MotionChange::velocity(Vector3::zeros()));
        let bodies = vec![lift, cube(0.5).position(v(0.0, 0.5, 0.0)).velocity(v(0.0, 2.0, 0.0))];
        let run = run_all("lift", &Case::new(bodies.clone(), 0.999).gravity(10.0).restitution(e));
        assert_eq!(run.events, []);
        assert!((run.position(1).y - (0.5 + 1.998)).abs() < 1e-9, "{}", run.position(1).y);
        // It flies on when the lift stops, and comes down after 0.4 s.
        let run = run_all("lift", &Case::new(bodies, 10.0).gravity(10.0).restitution(e));
        assert!((run.position(1).y - 2.5).abs() < 1e-6, "{}", run.position(1).y);
        let first = run.events.iter().find(|event| event.kind.name() == "collision").unwrap();
        assert!((first.time - 1.4).abs() < 1e-9, "{first:?}");
    }
}

#[test]
fn an_accelerating_lift_carries_and_one_that_falls_faster_leaves_the_load() {
    for (a, falls) in [(3.0, false), (-5.0, false), (-9.999, false), (-10.0, false), (-12.0, true)] {
        let lift = slab(v(1.0, 0.1, 1.0))
            .position(v(0.0, -0.1, 0.0))
            .acceleration(v(0.0, a, 0.0));
        let bodies = vec![lift, cube(0.5).position(v(0.0, 0.5, 0.0))];
        let run = run_all("lift", &Case::new(bodies, 2.0).gravity(10.0).restitution(0.5));
        assert_eq!(run.events, []);
        let expected = 0.5 + 0.5 * if falls { -10.0 } else { a } * 4.0;
        assert!(
            (run.position(1).y - expected).abs() < 1e-9,
            "{a}: {} {expected}",
            run.position(1).y
        );
    }
}

#[test]
fn a_lift_that_changes_its_acceleration() {
    // Up, then down harder than gravity, then caught.
    let lift = slab(v(1.0, 0.1, 1.0))
        .position(v(0.0, -0.1, 0.0))
        .acceleration(v(0.0, 1.0, 0.0))
        .change_at(1.0, MotionChange::acceleration(v(0.0, -20.0, 0.0)))
        .change_at(1.5, MotionChange::acceleration(v(0.0, 20.0, 0.0)))
        .change_at(
            2.0,
            MotionChange {
                velocity: Some(Vector3::zeros()),
                acceleration: Some(Vector3::zeros()),
                ..MotionChange::default()
            },
        );
    for e in [0.0, 0.4] {
        let bodies = vec![
            lift.clone(),
            cube(0.5).position(v(0.0, 0.5, 0.0)),
            cube(0.25).position(v(0.0, 1.25, 0.0)),
        ];
        let run = run_all(
            "lift",
            &Case::new(bodies, 12.0).gravity(10.0).restitution(e).most_events(100_000),
        );
        assert_eq!(run.error, None);
        let top = run.position(0).y + 0.1;
        println!("{} events, lift at {top}", run.events.len());
        assert!((run.position(1).y - top - 0.5).abs() < 1e-6);
        assert!((run.position(2).y - top - 1.25).abs() < 1e-6);
    }
}

#[test]
fn a_platform_pulled_away_from_under_a_block() {
    for e in [0.0, 0.5] {
        let platform = slab(v(1.0, 0.1, 1.0)).position(v(0.0, -0.1, 0.0)).velocity(v(1.0, 0.0, 0.0));
        let bodies = vec![platform, cube(0.5).position(v(0.0, 0.5, 0.0))];
        let run = run_all("pulled away", &Case::new(bodies, 3.0).gravity(10.0).restitution(e));
        assert_eq!(run.events, []);
        assert!(
            (run.position(1).y - (0.5 - 0.5 * 10.0 * 1.5 * 1.5)).abs() < 1e-4,
            "{}",
            run.position(1).y
        );
    }
}

#[test]
fn a_beam_on_two_supports_and_pyramids() {
    let beam = || Body::new(Shape::cuboid(v(2.0, 0.1, 0.5)).unwrap());
    let pillar = |x: f64| cube(0.5).position(v(x, 0.5, 0.0));
    let bodies = vec![
        floor(),
        pillar(-1.5),
        pillar(1.5),
        beam().position(v(0.0, 1.1, 0.0)),
        cube(0.5).position(v(0.3, 1.7, 0.0)),
    ];
    let run = run_all("beam", &Case::new(bodies.clone(), 5.0).gravity(10.0).restitution(0.3));
    assert_eq!((run.events.len(), run.error.clone()), (0, None));
    for (i, body) in bodies.iter().enumerate() {
        assert!((run.position(i) - body.position).norm() < 1e-9, "{i}");
    }
    // A pyramid of cubes, each on two.
    let mut bodies = vec![floor()];
    for row in 0..6 {
        for i in 0..6 - row {
            bodies.push(cube(0.5).position(v(f64::from(i) * 1.01 + 0.505 * f64::from(row), 0.5 + f64::from(row), 0.0)));
        }
    }
    let run = run_all("pyramid", &Case::new(bodies.clone(), 5.0).gravity(10.0).restitution(0.3));
    assert_eq!((run.events.len(), run.error.clone()), (0, None));
    println!("pyramid: unresolved {}", run.world.counters().unresolved);
    for (i, body) in bodies.iter().enumerate() {
        assert!((run.position(i) - body.position).norm() < 1e-9, "{i}");
    }
}

#[test]
fn a_block_in_a_corner_of_the_domain_is_pressed_into_it() {
    for press in [v(-1.0, -1.0, -1.0), v(-1.0, -3.0, 0.0), v(1e-6, -1.0, 1e3)] {
        let corner = press.map(|c: f64| if c == 0.0 { 0.0 } else { 4.5 * c.signum() });
        let bodies = vec![
            cube(0.5).position(corner),
            ball(0.25).position(v(0.0, 3.0, 0.0)).velocity(v(1.0, 2.0, 3.0)),
        ];
        let mut case = Case::new(bodies, 20.0).restitution(0.5).boxed(5.0).most_events(100_000);
        case.settings.gravity = press;
        let run = run_all("corner", &case);
        assert_eq!(run.error, None);
        println!("{} events; {}", run.events.len(), run.position(0));
    }
}

#[test]
fn a_gas_under_gravity_without_restitution_falls_down_and_the_run_ends() {
    for (seed, e) in [(1, 0.0), (2, 0.5), (3, 0.9)] {
        let mut random = Random::new(seed);
        let mut bodies: Vec<Body> = Vec::new();
        while bodies.len() < 20 {
            let body = ball(0.4).position(random.vector(2.5)).velocity(random.vector(1.0));
            if bodies.iter().all(|other| (other.position - body.position).norm() > 0.81) {
                bodies.push(body);
            }
        }
        let run = run_all(
            "heap",
            &Case::new(bodies, 10.0)
                .gravity(10.0)
                .restitution(e)
                .boxed(3.0)
                .most_events(2_000_000),
        );
        let counters = run.world.counters();
        println!(
            "e {e}: {} events, {} motion changes, unresolved {}, {:?}",
            run.events.len(),
            counters.motion_changes,
            counters.unresolved,
            run.error
        );
        assert_eq!(run.error, None);
    }
}

#[test]
fn a_heap_of_cubes_falls_and_the_run_ends() {
    for (seed, e) in [(1, 0.0), (2, 0.5)] {
        let mut random = Random::new(seed);
        let mut bodies: Vec<Body> = Vec::new();
        while bodies.len() < 20 {
            let body = cube(0.4).position(random.vector(2.5)).velocity(random.vector(1.0));
            if bodies.iter().all(|other| (other.position - body.position).amax() > 0.81) {
                bodies.push(body);
            }
        }
        let run = run_all(
            "heap",
            &Case::new(bodies, 10.0)
                .gravity(10.0)
                .restitution(e)
                .boxed(3.0)
                .most_events(2_000_000),
        );
        let counters = run.world.counters();
        println!(
            "e {e}: {} events, {} motion changes, unresolved {}, {:?}",
            run.events.len(),
            counters.motion_changes,
            counters.unresolved,
            run.error
        );
        assert_eq!(run.error, None);
    }
}

#[test]
fn a_ball_rests_on_two_balls_and_on_two_cubes() {
    let base = |x: f64| Body::fixed(Shape::ball(0.5).unwrap()).position(v(x, 0.5, 0.0));
    let height = (1.0f64 - 0.36).sqrt();
    let bodies = vec![base(-0.6), base(0.6), ball(0.5).position(v(0.0, 0.5 + height, 0.0))];
    let run = run_all(
        "saddle",
        &Case::new(bodies, 5.0).gravity(10.0).restitution(0.3).most_events(100_000),
    );
    assert_eq!(run.error, None);
    assert!((run.position(2).y - (0.5 + height)).abs() < 1e-6, "{}", run.position(2));
    println!("{} events", run.events.len());
    // Two cubes that it drives apart.
    let bodies = vec![
        floor(),
        ball(0.5).position(v(-0.5, 0.5, 0.0)),
        ball(0.5).position(v(0.5, 0.5, 0.0)),
        ball(0.5).position(v(0.0, 0.5 + 0.75f64.sqrt(), 0.0)),
    ];
    let run = run_all(
        "driven apart",
        &Case::new(bodies, 2.0).gravity(10.0).restitution(0.3).most_events(100_000),
    );
    assert_eq!(run.error, None);
    println!("{} events; {}", run.events.len(), run.position(3));
    assert!((run.position(3).y - 0.5).abs() < 1e-6);
    assert!((run.position(1).x + run.position(2).x).abs() < 1e-9);
}

#[test]
fn what_is_squeezed_ends_in_an_error_that_says_so() {
    for e in [0.0, 0.5, 1.0] {
        for g in [0.0, 10.0] {
            let press = slab(v(1.0, 0.5, 1.0)).position(v(0.0, 3.0, 0.0)).velocity(v(0.0, -1.0, 0.0));
            let bodies = vec![floor(), press, cube(0.5).position(v(0.0, 0.5, 0.0))];
            let run = run_all(
                "press",
                &Case::new(bodies, 5.0).gravity(g).restitution(e).most_events(500_000),
            );
            println!("e {e} g {g}: {} events, {:?}", run.events.len(), run.error);
            assert!(matches!(run.error, Some(StepError::Stalled { .. })), "{:?}", run.error);
            assert!((run.world.time() - 1.5).abs() < 1e-6);
        }
    }
}
