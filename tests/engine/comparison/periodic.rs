//! Comparisons in periodic domains: contacts in closed form, and frames against intervals.

use super::{Ball, first_piece, mixed_scene, pass_through};
use crate::support::Random;
use kinesweep::compare::CompareOptions;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Body, Comparison, Domain, EventKind, Scene, Settings, Shape};
use nalgebra::Vector3;

#[test]
fn periodic_gases_are_compared_by_the_supported_methods() {
    let still = Vector3::zeros();
    let balls = [
        (0.5, still, Vector3::x()),
        (0.5, Vector3::x() * 3.0, -Vector3::x()),
        (0.5, Vector3::y() * 3.0, Vector3::new(0.5, 0.25, 1.0)),
    ];
    let mut scene = super::scene(&balls, 20.0);
    scene.settings = Settings {
        domain: Domain::Periodic {
            min: Vector3::repeat(-4.0),
            max: Vector3::repeat(4.0),
        },
        ..Settings::default()
    };
    let comparison = Comparison::run(&scene, &CompareOptions::default()).unwrap();
    let passing = pass_through(&comparison);
    let names: Vec<&str> = passing.runs.iter().map(|run| run.method.name()).collect();
    assert_eq!(names, ["kinetic", "leases", "sampled", "sampled", "sampled", "sampled"]);
    assert!(passing.truth > 0 && comparison.missed_at(60.0).is_some());
    let responding = comparison.responding.as_ref().unwrap();
    let names: Vec<&str> = responding.runs.iter().map(|run| run.method.name()).collect();
    assert_eq!(names, ["kinetic", "leases", "sampled", "sampled", "sampled", "sampled"]);
    let left: Vec<&str> = responding.left_out.iter().map(|left| left.method).collect();
    assert_eq!(left, ["lists", "cached", "swept"]);
    assert!(responding.runs[0].collisions > 0 && comparison.exact_methods_agree());
}

/// Balls in a periodic cube of side 8 about the origin.
pub(crate) fn scene(balls: &[Ball], horizon: f64) -> Scene {
    let mut scene = super::scene(balls, horizon);
    scene.settings.domain = Domain::Periodic {
        min: Vector3::repeat(-4.0),
        max: Vector3::repeat(4.0),
    };
    scene
}

#[test]
fn sampled_collisions_across_periodic_faces_have_the_expected_times() {
    // Head-on across a face, 3 m apart and at a relative speed of 2 m/s: they collide at 1.25 s,
    // and again in the middle, after 3.5 m each on the way back.
    let at = |x: f64, v: f64| (0.25, Vector3::x() * x, Vector3::x() * v);
    let scene = scene(&[at(2.5, 1.0), at(-2.5, -1.0)], 7.0);
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[1.0, 4.0])).unwrap();
    let rows = &comparison.responding.as_ref().unwrap().runs;
    assert_eq!(
        (rows[0].collisions, rows[0].missed, rows[0].momentum_error),
        (2, 0, Some(0.0))
    );
    // At 1 Hz they have passed through each other at 2 s, and collide first in the middle, found at
    // 4 s.
    let coarse = &rows[1];
    assert_eq!((coarse.first_missed, coarse.parted_at), (Some(1.25), Some(2.0)));
    // At 4 Hz a frame is at each collision, and all are exact, on either side of a face.
    let fine = &rows[2];
    assert_eq!((fine.collisions, fine.missed, fine.parted_at), (2, 0, None));
    assert_eq!((fine.latency_max, fine.energy_error), (0.0, 0.0));
}

#[test]
fn finer_sampling_of_a_periodic_gas_diverges_later() {
    let mut balls = Vec::new();
    let mut random = Random::new(51);
    for cell in 0..27 {
        let position = Vector3::new(f64::from(cell % 3), f64::from(cell / 3 % 3), f64::from(cell / 9)) * 2.6;
        balls.push((random.uniform(0.4, 0.9), position.add_scalar(-2.6), random.vector(3.0)));
    }
    let scene = scene(&balls, 3.0);
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[10.0, 100_000.0])).unwrap();
    let rows = &comparison.responding.as_ref().unwrap().runs;
    let [exact, coarse, fine] = &rows[..] else {
        panic!("{rows:?}")
    };
    assert!(exact.collisions > 30, "{}", exact.collisions);
    // Nearly all balls cross a face within 3 s.
    let parted = |row: &kinesweep::compare::RespondingRun| row.parted_at.unwrap_or(3.0);
    assert!(parted(coarse) < 1.5 && parted(coarse) < parted(fine), "{coarse:?} {fine:?}");
    assert!(fine.missed < coarse.missed && fine.momentum_error.unwrap() < 1e-12);
    // Positions differ by whole lengths of the domain long before the runs diverge.
    assert!(parted(fine) > 1.5, "{fine:?}");
}

/// Two balls of radius 1/4 in a cube of side 8; the first is at rest, the second moves around the
/// domain along x.
fn orbiting() -> Scene {
    let still = (0.25, Vector3::x() * 3.75, Vector3::zeros());
    scene(&[still, (0.25, Vector3::zeros(), Vector3::x())], 20.0)
}

#[test]
fn each_pass_around_the_domain_is_a_separate_contact() {
    // In contact from 3.25 to 4.25 s, across the face at 4, then 8 s later, and again up to beyond
    // the end.
    let comparison = Comparison::run(&orbiting(), &CompareOptions::sampled_at(&[0.5, 1.0])).unwrap();
    let result = pass_through(&comparison);
    let spans: Vec<_> = result
        .contacts
        .iter()
        .map(|contact| (contact.begin, contact.end, contact.ends))
        .collect();
    assert_eq!(spans, [(3.25, 4.25, true), (11.25, 12.25, true), (19.25, 20.0, false)]);
    for rate in [0.5, 1.0] {
        // Found at 4, 12 and 20 s, 0.75 s late and 0.25 m deep.
        let row = result.sampled(rate).unwrap();
        assert_eq!((row.found, row.missed, row.latency_mean, row.latency_max), (3, 0, 0.75, 0.75));
        assert_eq!((row.depth_mean, row.depth_max), (0.25, 0.25), "by nearest images");
        assert_eq!(row.way_max, Some(2.0 / rate));
    }
    // Of samples at 0, 3, ..., 18 s only the one at 12 s is within a contact.
    assert_eq!(comparison.missed_at(1.0 / 3.0), Some(2));
    // With collisions, frames at the collision times are exact, whatever the images of the bodies.
    let comparison = Comparison::run(&orbiting(), &CompareOptions::sampled_at(&[4.0])).unwrap();
    let rows = &comparison.responding.as_ref().unwrap().runs;
    assert_eq!(
        (rows[0].collisions, rows[1].collisions, rows[1].missed, rows[1].parted_at),
        (3, 3, 0, None)
    );
}

#[test]
fn frames_of_a_periodic_scene_find_the_contacts_of_the_intervals() {
    for seed in [61, 62] {
        let mut scene = mixed_scene(seed, 100);
        scene.horizon = 1.0;
        scene.settings.domain = Domain::Periodic {
            min: Vector3::repeat(-2.5),
            max: Vector3::repeat(2.5),
        };
        let rates = [7.0, 33.0, 250.0];
        let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&rates)).unwrap();
        let result = pass_through(&comparison);
        assert!(result.truth > 200, "{}", result.truth);
        for rate in rates {
            let pieces: Vec<_> = scene.bodies.iter().map(|body| vec![first_piece(body)]).collect();
            let mut world = SampledWorld::following(&scene, rate, &pieces).unwrap();
            // A pair that touches again by the next frame is reported once; each contact is in a
            // frame or in none.
            let mut reported = 0;
            let mut open = Vec::new();
            for frame in (0..).map(f64::from).take_while(|frame| frame / rate <= scene.horizon) {
                let time = frame / rate;
                for event in world.advance_to(time).unwrap() {
                    match event.kind {
                        EventKind::ContactBegin(touch) => open.push(touch.bodies),
                        EventKind::ContactEnd { bodies } => open.retain(|pair| *pair != bodies),
                        _ => {}
                    }
                }
                let within = |contact: &&kinesweep::compare::ContactInterval| contact.begin <= time && time <= contact.end;
                let mut truth: Vec<[usize; 2]> = result.contacts.iter().filter(within).map(|contact| contact.bodies).collect();
                let mut found: Vec<[usize; 2]> = open.iter().map(|pair| pair.map(|body| body.index())).collect();
                truth.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, truth, "seed {seed}, {rate} Hz, frame {frame}");
                reported += found.len();
            }
            assert!(reported > 50, "{reported}");
        }
        assert!(result.missed_at(7.0) > 0);
    }
}

#[test]
fn bodies_falling_through_a_periodic_domain_conserve_energy() {
    let mut scene = orbiting();
    scene.settings.gravity = Vector3::new(0.25, -2.0, 0.0);
    scene
        .bodies
        .push(Body::fixed(Shape::ball(1.5).unwrap()).position(Vector3::new(0.0, -2.5, 0.0)));
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[200.0])).unwrap();
    let rows = &comparison.responding.as_ref().unwrap().runs;
    assert!(rows[0].collisions > 5, "{}", rows[0].collisions);
    // They fall some hundred metres; sampling loses some energy when it separates deep overlaps.
    assert!(rows[0].energy_error < 1e-12, "{}", rows[0].energy_error);
    assert!(rows[1].energy_error < 1.0, "{}", rows[1].energy_error);
}
