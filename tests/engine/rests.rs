//! Events of bodies that come to rest, and that begin to move.

use crate::support::assert_same_by_every_method;
use kinesweep::{Body, BodyId, EventKind, Method, MotionChange, Shape, World};
use nalgebra::Vector3;
use std::collections::BTreeSet;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

/// A floor, cubes in two towers, and a ball that rolls into one of them.
fn towers(method: Method, reports: bool) -> Result<(World, Vec<BodyId>), Box<dyn Error>> {
    let mut world = World::builder()
        .gravity(-Vector3::y() * 9.81)
        .restitution(0.2)
        .friction(0.5)
        .rolling_friction(0.02)
        .spinning_friction(0.02)
        .report_rests(reports)
        .method(method)
        .build()?;
    world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    let mut bodies = Vec::new();
    for number in 0..6_u32 {
        let (tower, layer) = (f64::from(number % 2), f64::from(number / 2));
        let cube = Body::new(Shape::cuboid(Vector3::repeat(0.25))?).rotates();
        bodies.push(world.insert(cube.position(Vector3::new(4.0 * tower, 0.25 + 0.5 * layer, 0.0)))?);
    }
    let ball = Body::new(Shape::ball(0.3)?).mass(2.0).rotates();
    bodies.push(world.insert(ball.position(Vector3::new(-2.5, 0.3, 0.1)).velocity(Vector3::x() * 4.0))?);
    Ok((world, bodies))
}

#[test]
fn bodies_rest_and_wake_in_turn() -> Outcome {
    let (mut world, bodies) = towers(Method::Auto, true)?;
    let mut at_rest: BTreeSet<BodyId> = BTreeSet::new();
    let (mut rests, mut wakes) = (0, 0);
    let mut first_hit = f64::INFINITY;
    for frame in 1..=60 * 40 {
        for event in world.advance_to(f64::from(frame) / 60.0)?.to_vec() {
            match event.kind {
                EventKind::Rest { body } => {
                    assert!(at_rest.insert(body), "{body} rests twice");
                    rests += 1;
                }
                EventKind::Wake { body } => {
                    assert!(at_rest.remove(&body), "{body} wakes twice");
                    assert!(event.time >= first_hit, "{body} wakes at {} by nothing", event.time);
                    assert!(body.index() % 2 == 1, "{body} is of the other tower");
                    wakes += 1;
                }
                EventKind::Collision(hit) if bodies[6].eq(&hit.parties[1].body().unwrap_or(bodies[0])) => {
                    first_hit = first_hit.min(event.time);
                }
                _ => {}
            }
        }
        // What is said to be at rest does not move, and nothing else is still for long.
        for id in &bodies {
            let speed = world.velocity(*id)?.norm() + world.angular_velocity(*id)?.norm();
            assert!(!at_rest.contains(id) || speed == 0.0, "frame {frame}: {id} moves");
        }
    }
    assert_eq!(at_rest.len(), bodies.len(), "all are at rest in the end");
    assert!(wakes >= 3 && rests == bodies.len() + wakes, "{rests} rests, {wakes} wakes");
    // A kick of the user's wakes one, and what rests on it.
    world.set_motion(bodies[1], &MotionChange::velocity(Vector3::y()))?;
    let kinds: Vec<EventKind> = world.advance_to(40.01)?.iter().map(|event| event.kind).collect();
    assert!(kinds.contains(&EventKind::Wake { body: bodies[1] }), "{kinds:?}");
    Ok(())
}

#[test]
fn rests_are_the_same_by_every_method_and_from_any_snapshot() -> Outcome {
    assert_same_by_every_method(150, 13, |method| towers(method, true))?;
    Ok(())
}

/// Those that come to rest together are in scene order; those that wake come after the collision that
/// wakes them.
#[test]
fn simultaneous_rests_are_in_scene_order() -> Outcome {
    let (mut world, bodies) = towers(Method::Auto, true)?;
    // The towers are at rest from the start: one after the other.
    for number in [0, 2, 4, 1, 3, 5] {
        let rest = world.step()?.expect("the towers rest");
        assert_eq!((rest.time, rest.kind), (0.0, EventKind::Rest { body: bodies[number] }));
    }
    let hit = world.step()?.expect("the ball hits a tower");
    assert!(matches!(hit.kind, EventKind::Collision(_)), "{hit:?}");
    let wake = world.step()?.expect("it wakes");
    assert!(
        wake.time >= hit.time && matches!(wake.kind, EventKind::Wake { .. } | EventKind::Collision(_)),
        "{wake:?}"
    );
    Ok(())
}

/// They change nothing else.
#[test]
fn reports_of_rests_change_no_other_event() -> Outcome {
    let (mut with, _) = towers(Method::Auto, true)?;
    let (mut without, _) = towers(Method::Auto, false)?;
    let is_other = |kind: &EventKind| !matches!(kind, EventKind::Rest { .. } | EventKind::Wake { .. });
    for frame in 1..=120 {
        let time = f64::from(frame) / 60.0;
        let reported: Vec<_> = with
            .advance_to(time)?
            .iter()
            .filter(|event| is_other(&event.kind))
            .copied()
            .collect();
        let others: Vec<_> = without
            .advance_to(time)?
            .iter()
            .filter(|event| is_other(&event.kind))
            .copied()
            .collect();
        assert_eq!(reported, others);
    }
    Ok(())
}
