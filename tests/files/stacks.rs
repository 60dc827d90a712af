//! The built-in stacks: left alone, and shot.

use kinesweep::{Body, BodyKind, Method, Scene, Shape, World};
use nalgebra::Vector3;

/// Without what moves, each stack stands for a minute: no body goes farther than a millionth of its smallest side, and
/// nothing collides. (Some gaps are not zero at the start, for rounding.)
#[test]
fn stacks_that_are_left_alone_stand() {
    // Their smallest sides, in metres.
    let stacks = [
        ("tower", 0.5),
        ("pyramid", 0.5),
        ("brick-wall", 0.25),
        ("card-house", 0.002),
        ("dominoes", 0.0075),
    ];
    for (name, side) in stacks {
        let mut scene = Scene::builtin(name).unwrap();
        scene.bodies.retain(|body| body.name.as_deref() != Some("shot"));
        for body in &mut scene.bodies {
            (body.velocity, body.angular_velocity) = (Vector3::zeros(), Vector3::zeros());
        }
        let mut world = World::from_scene(&scene, Method::Auto).unwrap();
        let bodies: Vec<_> = world.bodies().collect();
        let places = |world: &World| bodies.iter().map(|id| world.pose(*id).unwrap().translation.vector).collect();
        let before: Vec<Vector3<f64>> = places(&world);
        world.advance_to(60.0).unwrap();
        let after: Vec<Vector3<f64>> = places(&world);
        let drift = before
            .iter()
            .zip(&after)
            .map(|(one, other)| (other - one).norm())
            .fold(0.0, f64::max);
        assert!(drift <= 1e-6 * side, "{name}: {drift} m");
        assert_eq!(world.counters().collisions, 0, "{name}");
    }
}

/// The part of the wall that stands rocks, and then comes to rest, wherever the shot hits it. With less exact friction
/// it rocks on and on where it is hit here.
#[test]
fn walls_that_were_shot_come_to_rest() {
    let walls = if cfg!(debug_assertions) { 1 } else { 20 };
    for number in 0..walls {
        let aside = 0.1 * f64::from(number) / 19.0 - 0.05;
        let mut scene = Scene::builtin("brick-wall").unwrap();
        let shot = scene.bodies.iter_mut().find(|body| body.name.as_deref() == Some("shot"));
        shot.expect("it is named").position.z += aside;
        let mut world = World::from_scene(&scene, Method::Auto).unwrap();
        let moves = |world: &World, id| world.kind(id) == Ok(BodyKind::Dynamic);
        let bricks: Vec<_> = world.bodies().filter(|id| moves(&world, *id)).take(100).collect();
        world.advance_to(8.0).unwrap();
        let speeds = bricks.iter().map(|id| world.velocity(*id).unwrap().norm());
        let moving = speeds.filter(|speed| *speed > 1e-3).count();
        assert_eq!(moving, 0, "shot {aside} m aside");
    }
}

/// A ball, where one hits a stack: its radius, mass, place and velocity.
struct Shot {
    radius: f64,
    mass: f64,
    from: [f64; 3],
    speed: f64,
}

/// Stacks fall when a ball hits them (dominoes: when the first tips over), and then all bodies of them come to rest.
#[test]
fn stacks_that_are_hit_fall_and_come_to_rest() {
    let shot = |radius, mass, from, speed| {
        Some(Shot {
            radius,
            mass,
            from,
            speed,
        })
    };
    let stacks = [
        ("tower", shot(0.5, 3.0, [-6.0, 4.0, 0.1], 12.0), 9),
        ("pyramid", shot(0.5, 20.0, [-8.0, 4.0, 0.1], 15.0), 9),
        ("card-house", shot(0.02, 0.01, [-0.3, 0.1, 0.005], 2.0), 9),
        ("dominoes", None, 50),
    ];
    for (name, shot, falling) in stacks {
        let mut world = World::from_scene(&Scene::builtin(name).unwrap(), Method::Auto).unwrap();
        let is_dynamic = |world: &World, id| world.kind(id) == Ok(BodyKind::Dynamic);
        let bodies: Vec<_> = world.bodies().filter(|id| is_dynamic(&world, *id)).collect();
        let place = |world: &World, id| world.pose(id).unwrap().translation.vector;
        let before: Vec<_> = bodies.iter().map(|id| place(&world, *id)).collect();
        if let Some(shot) = shot {
            let ball = Body::new(Shape::ball(shot.radius).unwrap()).rotates().mass(shot.mass);
            let ball = ball.position(Vector3::from(shot.from)).rolling_friction(0.02);
            world.insert(ball.velocity(Vector3::x() * shot.speed)).unwrap();
        }
        world.advance_to(15.0).unwrap();
        let heights = bodies.iter().zip(&before).map(|(id, before)| before.y - place(&world, *id).y);
        let fallen = heights.filter(|way| *way > 1e-3).count();
        assert!(fallen >= falling, "{name}: {fallen} bodies are lower");
        let speeds = bodies.iter().map(|id| world.velocity(*id).unwrap().norm());
        let moving = speeds.filter(|speed| *speed > 0.0).count();
        assert_eq!(moving, 0, "{name}");
    }
}
