//! What once went wrong, each as small as it gets.

use kinesweep::{Body, Event, Method, ResponseMode, Shape, World};
use nalgebra::Vector3;

fn ball(x: f64, v: f64) -> Body {
    Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::x() * x)
        .velocity(Vector3::x() * v)
}

fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind.name()).collect()
}

/// The lists dropped a pair in looking ahead and took it in again in going back: its end, at the present, was told twice.
#[test]
fn what_ended_just_now_is_not_told_again_after_looking_ahead() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .report_overlaps(true)
        .build()
        .unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    world.insert(ball(2.0, -1.0)).unwrap();
    world.insert(ball(99.0, 0.0)).unwrap();
    let events = world.advance_to(3.0).unwrap();
    assert_eq!(
        kinds(events),
        ["overlap-begin", "contact-begin", "contact-end", "overlap-end"]
    );
    assert_eq!(events[3].time, 3.0);
    assert_eq!(world.next_event_time(), None);
    world.schedule(4.0, 0).unwrap();
    world.insert(ball(-99.0, 0.0)).unwrap();
    assert_eq!(kinds(world.advance_to(5.0).unwrap()), ["scheduled"]);
}

/// Frames were not counted while the world was empty, and then run through from where they had stopped: bodies were swept over
/// frames long past, and lost what they did at the present.
#[test]
fn swept_frames_go_on_after_the_world_was_empty() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .method(Method::Swept { rate: 37.0 })
        .build()
        .unwrap();
    let gone = world.insert(ball(0.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    world.advance_to(5.0).unwrap();
    world.insert_all(&[ball(0.0, 0.0), ball(0.0, 1.0)]).unwrap();
    assert_eq!(kinds(world.advance_to(7.0).unwrap()), ["contact-begin", "contact-end"]);
}

/// What landed without bounce, a rounding above the slab, fell through that and was told to collide once more.
#[test]
fn what_lands_without_bounce_collides_once() {
    for step in 0..200 {
        let mut world = World::builder()
            .gravity(Vector3::y() * -9.81)
            .restitution(0.0)
            .build()
            .unwrap();
        let slab = Shape::cuboid(Vector3::new(500.0, 1.0, 500.0)).unwrap();
        world.insert(Body::fixed(slab).position(-Vector3::y())).unwrap();
        let height = 1.5 + 0.01 * f64::from(step);
        let id = world.insert(ball(0.0, 0.0).position(Vector3::y() * height)).unwrap();
        assert_eq!(kinds(world.advance_to(3.0).unwrap()), ["collision"], "from {height}");
        assert!((world.pose(id).unwrap().translation.y - 0.5).abs() < 1e-15);
    }
}

/// Each collision was answered at its rounded time, with a speed that the rounding had changed: at 10^6 s an elastic ball was 4e-8 s
/// late after a thousand seconds, and blocks at a wall 3e-6 s after a hundred.
#[test]
fn late_bounces_do_not_gather_the_rounding_of_their_times() {
    const LATE: f64 = 1e6;
    const HEIGHT: f64 = 1.7;
    const BOUNCES: u32 = 500;
    let mut world = World::builder()
        .gravity(Vector3::y() * -9.81)
        .start_time(LATE)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    world.insert(ball(0.0, 0.0).position(Vector3::y() * (HEIGHT + 0.5))).unwrap();
    let first = (2.0 * HEIGHT / 9.81f64).sqrt();
    for bounce in 0..BOUNCES {
        let event = world.step().unwrap().expect("it comes down");
        let expected = first * f64::from(1 + 2 * bounce);
        assert!(
            (event.time - LATE - expected).abs() < 8e-11,
            "bounce {bounce} at {}",
            event.time
        );
    }
}
