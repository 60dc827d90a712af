//! What a frame rate misses: the hit of a bullet on a sheet of paper has an exact time, but is not
//! found at 60 frames a second. The example also computes the rate that would find it.
//!
//! `Comparison` does this for any scene: in a test it fails when a body has become too fast for the
//! loop.

use kinesweep::compare::CompareOptions;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Body, Comparison, EventKind, Method, Scene, Shape, World};
use nalgebra::Vector3;

const SPEED: f64 = 900.0;
const RADIUS: f64 = 0.004;
const DISTANCE: f64 = 10.0;
/// Half of the thickness of the paper, in metres.
const HALF: f64 = 0.000_05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bullet = Body::new(Shape::ball(RADIUS)?).name("bullet").mass(0.008);
    let paper = Body::new(Shape::cuboid(Vector3::new(HALF, 0.105, 0.1485))?)
        .name("paper")
        .mass(0.005);
    let scene = Scene {
        bodies: vec![
            bullet.position(Vector3::x() * -DISTANCE).velocity(Vector3::x() * SPEED),
            paper,
        ],
        horizon: 0.5,
        ..Scene::default()
    };

    // The exact run steps from event to event.
    let mut world = World::from_scene(&scene, Method::Auto)?;
    let event = world.step()?.expect("they collide");
    let EventKind::Collision(hit) = event.kind else {
        return Err("not a collision".into());
    };
    println!("exact: a hit at {:.9} s, at {} m/s", event.time, hit.closing_speed);
    assert!((event.time - (DISTANCE - HALF - RADIUS) / SPEED).abs() < 1e-15);

    // The same scene by frames: each tests for contacts at its time.
    let mut sampled = SampledWorld::from_scene(&scene, 60.0)?;
    let found = sampled.advance_to(scene.horizon)?.len();
    println!(
        "60 frames a second: {found} hits; the bullet flies {:.0} m a frame",
        SPEED / 60.0
    );
    assert_eq!(found, 0);

    // The rates that find it: all contacts are computed, so no further run is needed for any rate.
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0]))?;
    let contacts = comparison.pass_through?;
    for rate in [60.0, 240.0, 1_000.0, 10_000.0, 100_000.0, 200_000.0] {
        println!("{rate:7} Hz: misses {} of {}", contacts.missed_at(rate), contacts.truth);
    }
    // A contact of 8.1 mm at 900 m/s lasts 9 microseconds, and frames with this period cannot miss
    // it.
    let search = contacts.search();
    let sure = search.always_from.ok_or("a contact with a duration is found at some rate")?;
    println!("no contact is missed at {sure:.0} Hz and above");
    println!("the least rate that happens to find it: {:.3} Hz", search.least.rate);
    let lasts = 2.0 * (RADIUS + HALF) / SPEED;
    assert!(sure <= (1.0 / lasts) * (1.0 + 1e-9) && contacts.missed_at(sure) == 0);
    Ok(())
}
