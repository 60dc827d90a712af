//! The built-in stacks: left alone, and shot.

use kinesweep::{BodyKind, Method, Scene, World};
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
    let numbers = [2, 4, 7, 11, 12, 13];
    let walls = if cfg!(debug_assertions) { 1 } else { numbers.len() };
    for number in &numbers[..walls] {
        let aside = 0.1 * f64::from(*number) / 19.0 - 0.05;
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
