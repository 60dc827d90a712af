//! Choice of the runs of a comparison, their interruption and costs, and responses to collisions.

use super::*;

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
        assert!((sum - cost).abs() <= 1e-12 * cost, "{method}: {parts:?} of {cost}");
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
    // Bodies that pass through each other are in the lane of pairs, in a periodic domain, too.
    assert!(pass_through(&gas).runs.iter().all(|run| run.cost_parts.is_some()));
}
