//! Comparisons against independent counts: contacts of balls in closed form, sampled frame by
//! frame.

mod growing;
mod periodic;
mod runs;

use crate::support::Random;
use kinesweep::compare::{CompareOptions, PassThrough, Rival, RunMethod};
use kinesweep::sampled::SampledWorld;
use kinesweep::{Body, Comparison, Domain, EventKind, Party, ResponseMode, Scene, Shape};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// A ball in uniform motion: radius, position at time 0, velocity.
type Ball = (f64, Vector3<f64>, Vector3<f64>);

fn scene(balls: &[Ball], horizon: f64) -> Scene {
    let body = |(radius, position, velocity): &Ball| {
        let ball = Shape::ball(*radius).expect("a radius");
        Body::new(ball).position(*position).velocity(*velocity)
    };
    Scene {
        bodies: balls.iter().map(body).collect(),
        horizon,
        ..Scene::default()
    }
}

fn random_balls(seed: u64, count: usize, speed: f64) -> Vec<Ball> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| (random.uniform(0.05, 0.4), random.vector(2.0), random.vector(speed)))
        .collect()
}

/// The contact interval of two balls within the horizon, by the quadratic formula.
fn contact(a: &Ball, b: &Ball, horizon: f64) -> Option<[f64; 2]> {
    let (radius, x, v) = (a.0 + b.0, b.1 - a.1, b.2 - a.2);
    let (square, half, rest) = (v.norm_squared(), x.dot(&v), x.norm_squared() - radius * radius);
    let root = (half * half - square * rest).sqrt();
    let (begin, end) = ((-half - root) / square, (-half + root) / square);
    (end >= 0.0 && begin <= horizon).then(|| [begin.max(0.0), end.min(horizon)])
}

fn contacts(balls: &[Ball], horizon: f64) -> Vec<[f64; 2]> {
    let pairs = (0..balls.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter_map(|(a, b)| contact(&balls[a], &balls[b], horizon)).collect()
}

/// The number of contacts that contain a sample, by a loop over all samples. Asserts that no sample
/// is so near to an end that rounding would decide.
fn found(contacts: &[[f64; 2]], rate: f64, horizon: f64) -> usize {
    const ROUNDING: f64 = 1e-11;
    let mut seen = vec![false; contacts.len()];
    for time in (0..).map(|frame| f64::from(frame) / rate).take_while(|time| *time <= horizon) {
        for (seen, [begin, end]) in seen.iter_mut().zip(contacts) {
            *seen |= *begin <= time && time <= *end;
            let inner = [begin, end].into_iter().filter(|edge| **edge > 0.0 && **edge < horizon);
            assert!(
                inner.into_iter().all(|edge| (edge - time).abs() > ROUNDING),
                "{begin} {end} {time}"
            );
        }
    }
    seen.into_iter().filter(|seen| *seen).count()
}

fn pass_through(comparison: &Comparison) -> &PassThrough {
    comparison.pass_through.as_ref().expect("balls can pass through each other")
}

#[test]
fn found_and_missed_contacts_equal_an_independent_count() {
    let rates = [3.0, 7.5, 30.0, 60.0, 120.0, 1000.0];
    for (seed, speed) in [(1, 1.5), (2, 3.0), (3, 10.0), (4, 40.0), (5, 200.0)] {
        let horizon = if speed < 5.0 { 2.0 } else { 0.5 };
        let balls = random_balls(seed, 60, speed);
        let expected = contacts(&balls, horizon);
        let comparison = Comparison::run(&scene(&balls, horizon), &CompareOptions::sampled_at(&rates)).unwrap();
        let result = pass_through(&comparison);
        assert_eq!(result.truth, expected.len(), "seed {seed}");
        assert!(result.truth > 20, "{}", result.truth);
        let mut missed_somewhere = 0;
        for rate in rates {
            let row = result.sampled(rate).expect("a row for each rate");
            let seen = found(&expected, rate, horizon);
            assert_eq!(
                (row.found, row.missed),
                (seen, expected.len() - seen),
                "seed {seed}, {rate} Hz"
            );
            assert_eq!(comparison.missed_at(rate), Some(row.missed));
            missed_somewhere += row.missed;
            let bins = row
                .bins
                .iter()
                .fold((0, 0), |(all, missed), bin| (all + bin.contacts, missed + bin.missed));
            assert_eq!(bins, (result.truth, row.missed));
        }
        assert!(missed_somewhere > 0, "seed {seed}");
    }
}

#[test]
fn the_searched_rate_finds_all_contacts_and_lower_ones_do_not() {
    for (seed, speed) in [(6, 1.0), (7, 8.0), (8, 60.0)] {
        let balls = random_balls(seed, 40, speed);
        let comparison = Comparison::run(&scene(&balls, 1.0), &CompareOptions::sampled_at(&[])).unwrap();
        let search = pass_through(&comparison).search();
        let from = search.always_from.expect("all have a duration");
        for factor in [1.0, 1.0 + 1e-9, 1.01, 1.5, 2.0, 7.0] {
            assert_eq!(comparison.missed_at(from * factor), Some(0));
        }
        assert!(comparison.missed_at(from * (1.0 - 1e-9)).unwrap() > 0);
        if search.least.found {
            assert_eq!(comparison.missed_at(search.least.rate), Some(0));
        }
        // The row of a run at this rate agrees.
        let again = Comparison::run(&scene(&balls, 1.0), &CompareOptions::sampled_at(&[from, 0.5 * from])).unwrap();
        let rows = &pass_through(&again).runs;
        assert_eq!((rows[1].missed, rows[1].first_missed), (0, None));
        assert_eq!(rows[2].missed, comparison.missed_at(0.5 * from).unwrap());
    }
}

/// A ball that passes another at rest, in contact for one second from `begin` on. All numbers are
/// exact.
fn passing(begin: f64) -> Vec<Ball> {
    let (radius, still) = (0.25, Vector3::zeros());
    vec![
        (radius, still, still),
        (radius, Vector3::new(-0.5 - begin, 0.0, 0.0), Vector3::x()),
    ]
}

#[test]
fn samples_exactly_at_begin_and_end_find_the_contact() {
    // (begin, rate, whether the contact is found). It lasts a second.
    let cases = [
        (1.25, 0.8, true), // a sample on the begin
        (1.0, 0.5, true),  // on the end
        (1.0, 1.0, true),  // on both
        (1.25, 0.25, false),
        (0.984375, 0.5, false), // the end is just before
        (2.015625, 0.5, false), // the begin is just after
        (0.0, 1e-3, true),      // the first sample of all
    ];
    for (begin, rate, seen) in cases {
        let comparison = Comparison::run(&scene(&passing(begin), 4.0), &CompareOptions::sampled_at(&[rate])).unwrap();
        let row = pass_through(&comparison).sampled(rate).unwrap();
        assert_eq!(
            (row.found, row.missed),
            (usize::from(seen), usize::from(!seen)),
            "{begin} {rate}"
        );
        assert_eq!(row.first_missed, (!seen).then_some(begin));
        assert_eq!(row.missed_contacts.len(), row.missed);
        if let [missed] = &row.missed_contacts[..] {
            assert_eq!((missed.time, missed.closing_speed, missed.duration), (begin, 1.0, 1.0));
            assert_eq!(missed.bodies, ["body-0", "body-1"]);
        }
    }
}

#[test]
fn a_grazing_contact_is_found_only_by_a_sample_at_its_time() {
    // Two balls pass at a distance equal to the sum of the radii: in contact only at 1 s or, by
    // rounding, not at all.
    let balls = [
        (0.5, Vector3::zeros(), Vector3::zeros()),
        (0.5, Vector3::new(-4.0, 1.0, 0.0), Vector3::x() * 4.0),
    ];
    let comparison = Comparison::run(&scene(&balls, 2.0), &CompareOptions::sampled_at(&[1.0, 1.5])).unwrap();
    let result = pass_through(&comparison);
    assert_eq!(result.truth, 1);
    assert_eq!((result.contacts[0].begin, result.contacts[0].end), (1.0, 1.0));
    assert_eq!([1.0, 1.5].map(|rate| result.sampled(rate).unwrap().missed), [0, 1]);
    let search = result.search();
    assert_eq!((search.instants, search.always_from, search.least.rate), (1, None, 1.0));
}

#[test]
fn frames_report_begins_as_often_as_the_comparison_counts() {
    for (seed, rate) in [(11, 4.0), (12, 9.0), (13, 30.0)] {
        let balls = random_balls(seed, 60, 10.0);
        let scene = scene(&balls, 1.0);
        let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[rate])).unwrap();
        let result = pass_through(&comparison);
        // In uniform motion no two balls touch twice, so each reported begin belongs to one
        // contact.
        let pieces: Vec<_> = scene.bodies.iter().map(|body| vec![first_piece(body)]).collect();
        let mut world = SampledWorld::following(&scene, rate, &pieces).unwrap();
        let reported: Vec<(f64, f64)> = world
            .advance_to(1.0)
            .unwrap()
            .iter()
            .filter(|event| matches!(event.kind, EventKind::ContactBegin(_)))
            .map(|event| {
                let bodies = event.kind.parties().unwrap().map(|party| match party {
                    Party::Body(id) => id.index(),
                    Party::Wall(_) => unreachable!("an open domain"),
                });
                let truth = result.contacts.iter().find(|contact| contact.bodies == bodies).unwrap();
                (event.time, truth.begin)
            })
            .collect();
        let row = result.sampled(rate).unwrap();
        assert_eq!(reported.len(), row.found);
        let mut wrong = 0;
        for (number, one) in reported.iter().enumerate() {
            let later = &reported[number + 1..];
            assert!(later.iter().all(|other| one.0 <= other.0));
            wrong += later.iter().filter(|other| one.1 > other.1).count() as u64;
        }
        assert_eq!(row.wrong_order, wrong);
        assert!(wrong > 0);
    }
}

/// Convex bodies of several shapes, in uniform motion.
fn mixed_scene(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let bodies = (0..count).map(|number| {
        let size = random.uniform(0.1, 0.4);
        let shape = match number % 4 {
            0 => Shape::ball(size),
            1 => Shape::cuboid(Vector3::new(size, 0.1, 0.5 * size)),
            2 => Shape::capsule(0.3, 0.5 * size),
            _ => Shape::convex(vec![
                Vector3::zeros(),
                Vector3::x() * size,
                Vector3::y() * size,
                Vector3::repeat(size),
            ]),
        };
        let body = Body::new(shape.expect("a shape"))
            .position(random.vector(2.0))
            .velocity(random.vector(12.0));
        body.orientation(random.vector(3.0))
    });
    Scene {
        bodies: bodies.collect(),
        horizon: 0.6,
        ..Scene::default()
    }
}

#[test]
fn frames_find_the_contacts_that_the_intervals_predict() {
    for seed in [31, 32, 33] {
        let scene = mixed_scene(seed, 120);
        let rates = [7.0, 33.0, 60.0, 250.0];
        let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&rates)).unwrap();
        let result = pass_through(&comparison);
        assert!(result.truth > 40, "{}", result.truth);
        for rate in rates {
            let pieces: Vec<_> = scene.bodies.iter().map(|body| vec![first_piece(body)]).collect();
            let mut world = SampledWorld::following(&scene, rate, &pieces).unwrap();
            let begun = |event: &&kinesweep::Event| matches!(event.kind, EventKind::ContactBegin(_));
            let reported = world.advance_to(scene.horizon).unwrap().iter().filter(begun).count();
            assert_eq!(result.sampled(rate).unwrap().found, reported, "seed {seed}, {rate} Hz");
        }
        assert!(result.missed_at(7.0) > 0);
    }
}

fn first_piece(body: &Body) -> kinesweep::MotionPiece {
    kinesweep::MotionPiece {
        position: body.position,
        orientation: body.orientation,
        velocity: body.velocity,
        ..kinesweep::MotionPiece::at_rest()
    }
}
