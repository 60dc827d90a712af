//! Comparisons of balls that grow in periodic domains: intervals, collisions, and a ball that
//! outgrows the domain.

use super::{pass_through, periodic};
use crate::support::Random;
use kinesweep::compare::{CompareError, CompareOptions, Rival, RunMethod};
use kinesweep::sampled::{FrameError, SampledWorld};
use kinesweep::{Comparison, EventKind, Method, MotionChange, ResponseMode, Scene, StepError, World};
use nalgebra::Vector3;

/// Balls in a periodic cube of side 8, apart at the start, that grow to at most 0.9 m within 3 s, some
/// at another rate later.
fn growing(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut balls = Vec::new();
    for cell in 0..27 {
        let position = Vector3::new(f64::from(cell % 3), f64::from(cell / 3 % 3), f64::from(cell / 9)) * 2.6;
        balls.push((random.uniform(0.1, 0.5), position.add_scalar(-2.6), random.vector(8.0)));
    }
    let mut scene = periodic::scene(&balls, 3.0);
    for (number, body) in scene.bodies.iter_mut().enumerate() {
        *body = body.clone().growth(random.uniform(0.0, 0.13));
        if number % 3 == 0 {
            let change = MotionChange::growth(random.uniform(0.0, 0.13));
            *body = body.clone().change_at(random.uniform(0.0, 3.0), change);
        }
    }
    scene
}

#[test]
fn frames_of_growing_balls_find_the_contacts_of_the_intervals() {
    let mut missed = 0;
    for seed in [71, 72, 73] {
        let scene = growing(seed);
        let rates = [5.0, 33.0, 250.0];
        let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&rates)).unwrap();
        let result = pass_through(&comparison);
        assert!(result.truth > 40, "{}", result.truth);
        let mut scene = scene;
        scene.settings.response = ResponseMode::PassThrough;
        for rate in rates {
            let mut world = SampledWorld::from_scene(&scene, rate).unwrap();
            let mut open = Vec::new();
            for frame in (0..).map(f64::from).take_while(|frame| frame / rate <= scene.horizon) {
                let time = frame / rate;
                for event in world.advance_to(time).unwrap() {
                    match event.kind {
                        EventKind::ContactBegin(touch) => open.push(touch.bodies.map(|body| body.index())),
                        EventKind::ContactEnd { bodies } => open.retain(|pair| *pair != bodies.map(|body| body.index())),
                        _ => {}
                    }
                }
                let within = |contact: &&kinesweep::compare::ContactInterval| contact.begin <= time && time <= contact.end;
                let mut truth: Vec<[usize; 2]> = result.contacts.iter().filter(within).map(|contact| contact.bodies).collect();
                truth.sort_unstable();
                open.sort_unstable();
                assert_eq!(open, truth, "seed {seed}, {rate} Hz, frame {frame}");
            }
        }
        missed += result.missed_at(5.0);
    }
    assert!(missed > 0);
}

#[test]
fn growing_balls_collide_by_the_same_events_in_every_exact_method_and_late_in_frames() {
    let scene = growing(74);
    let options = CompareOptions {
        rates: vec![20.0, 20_000.0],
        rivals: Some(vec![Rival::Leases, Rival::Sampled]),
        parts: true,
        ..CompareOptions::default()
    };
    let comparison = Comparison::run(&scene, &options).unwrap();
    assert!(comparison.exact_methods_agree());
    let rows = &comparison.responding.as_ref().unwrap().runs;
    assert_eq!(rows[1].method, RunMethod::Leases);
    assert!(rows[0].collisions > 30 && rows[1].collisions == rows[0].collisions);
    let parted = |row: &kinesweep::compare::RespondingRun| row.parted_at.unwrap_or(scene.horizon);
    let [coarse, fine] = [&rows[2], &rows[3]];
    assert!(
        parted(coarse) < parted(fine) && fine.missed < coarse.missed,
        "{coarse:?} {fine:?}"
    );
    // Beyond a frame by the difference of the trajectories, which grows with each collision.
    assert!(fine.latency_max < 1e-3, "{}", fine.latency_max);
    assert!(rows[0].energy_error < 1e-12 && fine.energy_error < 1e-12, "{rows:?}");
}

/// The exact time at which a scene stops in continuous mode, and the name of the ball.
fn outgrown(scene: &Scene, method: Method) -> (f64, String) {
    let mut world = World::from_scene(scene, method).unwrap();
    match world.advance_to(1e3).unwrap_err() {
        StepError::Outgrown { time, name } => (time, name),
        other => panic!("{other}"),
    }
}

#[test]
fn frames_stop_at_the_first_frame_from_the_exact_time_on() {
    for seed in 80..100 {
        let mut scene = growing(seed);
        if seed % 2 == 0 {
            scene.settings.response = ResponseMode::PassThrough;
        }
        let mut random = Random::new(seed);
        for body in &mut scene.bodies {
            body.growth = random.uniform(0.01, 0.5);
        }
        let (exact, name) = outgrown(&scene, Method::Auto);
        assert_eq!((exact, name.clone()), outgrown(&scene, Method::Leases));
        for rate in [7.0, 60.0, 1000.0] {
            let mut world = SampledWorld::from_scene(&scene, rate).unwrap();
            let FrameError::Outgrown { time, name: found } = world.advance_to(1e3).unwrap_err() else {
                panic!("another error")
            };
            assert_eq!(
                (time, &found),
                ((exact * rate).ceil() / rate, &name),
                "seed {seed}, {rate} Hz"
            );
            assert!(world.time() < exact);
        }
        // A comparison stops as its first run does, up to the rounding of the collisions, and goes up
        // to any earlier time.
        let compared = |horizon: f64| {
            let options = CompareOptions {
                horizon: Some(horizon),
                ..CompareOptions::sampled_at(&[60.0])
            };
            Comparison::run(&scene, &options)
        };
        let stopped = compared(exact + 1.0);
        assert!(
            matches!(&stopped, Err(CompareError::Step(StepError::Outgrown { time, .. })) if (*time - exact).abs() < 1e-12),
            "{stopped:?}"
        );
        if seed < 84 {
            assert!(compared(exact - 1e-9).unwrap().exact_methods_agree());
        }
    }
}
