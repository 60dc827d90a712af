//! Comparisons against independent counts: contacts of balls in closed form, sampled frame by
//! frame.

mod periodic;

use crate::support::Random;
use kinesweep::{
    Body, CompareOptions, Comparison, Domain, EventKind, Party, PassThrough, ResponseMode, Rival, RunMethod, SampledWorld, Scene,
    Shape,
};
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
            let reported = world.advance_to(scene.horizon).iter().filter(begun).count();
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

#[test]
fn chosen_methods_agree_in_pass_through() {
    let balls = random_balls(21, 50, 5.0);
    let scene = scene(&balls, 1.0);
    let all = CompareOptions {
        rates: vec![25.0],
        ..CompareOptions::default()
    };
    let comparison = Comparison::run(&scene, &all).unwrap();
    let methods = |runs: &PassThrough| runs.runs.iter().map(|run| run.method).collect::<Vec<_>>();
    assert_eq!(
        methods(pass_through(&comparison)),
        [
            RunMethod::Kinetic,
            RunMethod::Lists,
            RunMethod::Leases,
            RunMethod::Cached,
            RunMethod::Swept(25.0),
            RunMethod::Sampled(25.0)
        ]
    );
    assert!(comparison.exact_methods_agree() && !comparison.interrupted);
    assert!(comparison.responding.is_err(), "bodies overlap at the start");
    let some = CompareOptions {
        rivals: Some(vec![Rival::Sampled, Rival::Cached]),
        ..all
    };
    let comparison = Comparison::run(&scene, &some).unwrap();
    assert_eq!(
        methods(pass_through(&comparison)),
        [RunMethod::Kinetic, RunMethod::Cached, RunMethod::Sampled(25.0)]
    );
}

#[test]
fn an_interrupted_comparison_returns_the_finished_runs() {
    let balls = random_balls(22, 50, 5.0);
    let mut scene = scene(&balls, 1.0);
    scene.settings.domain = Domain::Box {
        min: Vector3::repeat(-3.0),
        max: Vector3::repeat(3.0),
    };
    let options = CompareOptions::default();
    let whole = Comparison::run(&scene, &options).unwrap();
    // The interruption is in the fourth run.
    let cut = Comparison::run_with(&scene, &options, &mut |progress| {
        assert_eq!(progress.response, ResponseMode::PassThrough);
        match progress.done == 3 && progress.time > 0.0 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })
    .unwrap();
    assert!(cut.interrupted && cut.responding.is_err());
    assert_eq!(cut.horizon, 1.0);
    assert_eq!(pass_through(&cut).contacts, pass_through(&whole).contacts);
    assert_eq!(pass_through(&cut).runs.len(), 3);
    // In the first run: its result so far.
    let cut = Comparison::run_with(&scene, &options, &mut |progress| match progress.time < 0.125 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    })
    .unwrap();
    assert!(cut.interrupted && (0.125..1.0).contains(&cut.horizon));
    let [first, all] = [&cut, &whole].map(|comparison| &pass_through(comparison).contacts);
    assert!(first.len() < all.len());
    for (early, late) in first.iter().zip(all) {
        assert_eq!(
            (early.bodies, early.begin, early.end),
            (late.bodies, late.begin, late.end.min(cut.horizon))
        );
    }
    assert_eq!(pass_through(&cut).runs.len(), 1);
}

#[test]
fn sampled_responses_miss_collisions_and_are_late() {
    // Head-on, at a relative speed of 2: at 1 Hz the contact is at 1.25 s and is found at 2 s; the
    // third body is passed too quickly.
    let at = |x: f64, v: f64| (0.25, Vector3::x() * x, Vector3::x() * v);
    let mut scene = scene(&[at(-1.5, 1.0), at(1.5, -1.0)], 8.0);
    scene
        .bodies
        .push(Body::fixed(Shape::ball(0.25).unwrap()).position(Vector3::new(0.0, 5.0, 0.0)));
    let fast = Body::new(Shape::ball(0.25).unwrap());
    scene
        .bodies
        .push(fast.position(Vector3::new(-50.5, 5.0, 0.0)).velocity(Vector3::x() * 20.0));
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[1.0])).unwrap();
    let rows = &comparison.responding.as_ref().unwrap().runs;
    assert_eq!((rows[0].collisions, rows[0].missed), (2, 0));
    let sampled = &rows[1];
    assert_eq!((sampled.collisions, sampled.missed), (0, 2));
    assert_eq!(sampled.first_missed, Some(1.25));
    let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[2.0])).unwrap();
    let sampled = &comparison.responding.as_ref().unwrap().runs[1];
    assert_eq!((sampled.collisions, sampled.missed, sampled.first_missed), (2, 0, None));
    assert_eq!((sampled.latency_max, sampled.wrong_order), (0.25, 0));
}

#[test]
fn parts_of_costs_are_measured_only_on_request() {
    let rates = vec![20.0, 200.0];
    let options = CompareOptions {
        rates,
        parts: true,
        ..CompareOptions::default()
    };
    let mut scene = mixed_scene(41, 40);
    for (number, body) in scene.bodies.iter_mut().enumerate() {
        let position = Vector3::new((number % 4) as f64, (number / 4 % 4) as f64, (number / 16) as f64);
        body.position = position * 1.5;
    }
    let comparison = Comparison::run(&scene, &options).unwrap();
    let passing = pass_through(&comparison).runs.iter();
    let passing = passing.map(|run| (run.method, run.cost_parts, run.cpu_per_simulated_second));
    let responding = comparison.responding.as_ref().unwrap().runs.iter();
    let responding = responding.map(|run| (run.method, run.cost_parts, run.cpu_per_simulated_second));
    let mut measured = false;
    for (method, parts, cost) in passing.chain(responding) {
        let parts = parts.unwrap_or_else(|| panic!("{method} has parts"));
        let all = [parts.broad, parts.narrow, parts.rest];
        assert!(all.iter().all(|part| *part >= 0.0), "{method}: {parts:?}");
        let sum: f64 = all.iter().sum();
        assert!(sum >= cost * (1.0 - 1e-12), "{method}: {parts:?} of {cost}");
        assert!(
            parts.rest == 0.0 || sum <= cost * (1.0 + 1e-12),
            "{method}: {parts:?} of {cost}"
        );
        measured = measured || parts.narrow > 0.0 && parts.broad > 0.0;
    }
    assert!(measured, "neither part of any run took any time");
    // Not without the request, and not in the lane of balls, which does both parts in one.
    let plain = Comparison::run(&scene, &CompareOptions::sampled_at(&[20.0])).unwrap();
    assert!(pass_through(&plain).runs.iter().all(|run| run.cost_parts.is_none()));
    let balls = [
        (0.25, Vector3::zeros(), Vector3::x()),
        (0.25, Vector3::x() * 2.0, Vector3::y()),
    ];
    let gas = Comparison::run(&periodic::scene(&balls, 1.0), &options).unwrap();
    let responding = &gas.responding.as_ref().unwrap().runs;
    let are_measured: Vec<bool> = responding.iter().map(|run| run.cost_parts.is_some()).collect();
    assert_eq!(are_measured, [false, false, true, true], "kinetic, leases, sampled twice");
}
