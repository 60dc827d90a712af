//! `compare`: what samples miss, how late they are, and what that leads to.

use super::sandbox::{Sandbox, assert_close, keys, number};
use serde_json::{Value, json};

/// Runs a comparison, and gives its rows.
struct Rows(Value);

impl Rows {
    fn of(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        Self(
            sandbox
                .succeed(&[&["compare", "scene.toml", "--json"], arguments].concat())
                .json(),
        )
    }

    fn row(&self, comparison: &str, method: &str, rate: Option<f64>) -> &Value {
        let runs = self.0[comparison]["runs"].as_array().expect("runs");
        let expected = |run: &&Value| run["method"] == method && run["rate"].as_f64() == rate;
        runs.iter()
            .find(expected)
            .unwrap_or_else(|| panic!("no {method} {rate:?} in {}", self.0))
    }

    /// Found, missed, mean and greatest latency, mean and greatest depth, by samples at this rate.
    fn sampled(&self, rate: f64) -> [f64; 6] {
        let row = self.row("pass_through", "sampled", Some(rate));
        let keys = ["found", "missed", "latency_mean", "latency_max", "depth_mean", "depth_max"];
        keys.map(|key| number(&row[key]))
    }
}

#[test]
fn the_result_has_exactly_these_keys_and_rows() {
    let sandbox = Sandbox::new(include_str!("../../../../../examples/scenes/fast-sensor.toml"));
    for (arguments, rates) in [
        (&[][..], &[30.0, 60.0, 120.0, 1000.0][..]),
        (&["--rates", "25"], &[25.0]),
        (&["--rates", "100,7.5,0.1"], &[100.0, 7.5, 0.1]),
    ] {
        let Rows(result) = Rows::of(&sandbox, arguments);
        assert_eq!(keys(&result), ["scene", "horizon", "pass_through", "responding"]);
        assert_eq!((&result["scene"], &result["horizon"]), (&json!("fast sensor"), &json!(0.05)));
        assert_eq!(keys(&result["pass_through"]), ["truth", "runs", "left_out"]);
        assert_eq!(keys(&result["responding"]), ["runs", "left_out"]);
        let pass_through = [
            "method",
            "rate",
            "found",
            "missed",
            "latency_mean",
            "latency_max",
            "depth_mean",
            "depth_max",
            "cpu_per_simulated_second",
            "wrong_order",
            "first_missed",
            "way_median",
            "way_max",
            "bins",
            "missed_contacts",
        ];
        let responding = [
            "method",
            "rate",
            "collisions",
            "first_missed",
            "parted_at",
            "energy_error",
            "cpu_per_simulated_second",
            "momentum_error",
            "missed",
            "latency_mean",
            "latency_max",
            "contacts",
            "contacts_missed",
            "wrong_order",
        ];
        let mut methods = ["kinetic", "lists", "leases", "cached"]
            .map(|name| (json!(name), Value::Null))
            .to_vec();
        for method in ["swept", "sampled"] {
            methods.extend(rates.iter().map(|rate| (json!(method), json!(rate))));
        }
        for (comparison, expected) in [("pass_through", &pass_through[..]), ("responding", &responding)] {
            let runs = result[comparison]["runs"].as_array().unwrap();
            let found: Vec<_> = runs.iter().map(|run| (run["method"].clone(), run["rate"].clone())).collect();
            assert_eq!(found, methods);
            for run in runs {
                assert_eq!(keys(run), expected);
                assert!(number(&run["cpu_per_simulated_second"]) > 0.0);
            }
        }
    }
}

#[test]
fn a_bullet_is_missed_at_60_hz_and_all_after_it_is_wrong() {
    let sandbox = Sandbox::new(include_str!("../../../../../examples/scenes/bullet-and-paper.toml"));
    let rows = Rows::of(&sandbox, &["--rates", "60,100000"]);
    assert_eq!(rows.0["pass_through"]["truth"], 1);
    assert_eq!(rows.sampled(60.0)[..2], [0.0, 1.0]);
    // 21 mm at 900 m/s are 2.3 samples of 10 us.
    let [found, missed, latency, latest, depth, deepest] = rows.sampled(1e5);
    assert_eq!((found, missed, latency, depth), (1.0, 0.0, latest, deepest));
    let time: f64 = 9.9895 / 900.0;
    let late = (time * 1e5).ceil() / 1e5 - time;
    assert!((latency - late).abs() < 1e-15, "{latency} is not {late}");
    for (method, rate) in [
        ("kinetic", None),
        ("lists", None),
        ("leases", None),
        ("cached", None),
        ("swept", Some(60.0)),
        ("swept", Some(1e5)),
    ] {
        let row = rows.row("pass_through", method, rate);
        assert_eq!((&row["found"], &row["missed"]), (&json!(1), &json!(0)));
        assert_eq!((&row["latency_max"], &row["depth_max"]), (&json!(0.0), &json!(0.0)));
        let row = rows.row("responding", method, rate);
        assert_eq!(row["collisions"], 1);
        assert_eq!((&row["first_missed"], &row["parted_at"]), (&Value::Null, &Value::Null));
        assert!(number(&row["energy_error"]) < 1e-14);
    }
    let row = rows.row("responding", "sampled", Some(60.0));
    assert_eq!(row["collisions"], 0);
    assert_close(&row["first_missed"], time);
    assert_close(&row["parted_at"], 1.0 / 60.0);
    assert_eq!(row["energy_error"], 0.0, "nothing happened, so nothing was lost");
    let row = rows.row("responding", "sampled", Some(1e5));
    assert_eq!((&row["collisions"], &row["first_missed"]), (&json!(1), &Value::Null));
}

/// A ball through a gate at the speed of 1 m/s: in contact from `begin` on for 1 s.
fn gate(begin: f64) -> Sandbox {
    Sandbox::new(&format!(
        "
        [world]
        horizon = 4
        [[bodies]]
        name = 'gate'
        kind = 'fixed'
        shape = {{ kind = 'cuboid', half_extents = [0.25, 4, 4] }}
        [[bodies]]
        name = 'ball'
        shape = {{ kind = 'ball', radius = 0.25 }}
        position = [{:?}, 0, 0]
        velocity = [1, 0, 0]
        ",
        -0.5 - begin
    ))
}

#[test]
fn samples_find_what_they_fall_into_ends_included() {
    let rows = Rows::of(&gate(1.25), &["--rates", "0.25,0.5,1,2,4"]);
    assert_eq!(rows.0["pass_through"]["truth"], 1);
    // In contact from 1.25 to 2.25 s; depth grows with time, up to the middle.
    assert_eq!(rows.sampled(4.0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(rows.sampled(2.0), [1.0, 0.0, 0.25, 0.25, 0.25, 0.25]);
    assert_eq!(rows.sampled(1.0), [1.0, 0.0, 0.75, 0.75, 0.25, 0.25]);
    assert_eq!(rows.sampled(0.5), [1.0, 0.0, 0.75, 0.75, 0.25, 0.25]);
    assert_eq!(rows.sampled(0.25), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    // Over at 2 s exactly, where a sample stands; a moment earlier there is none.
    assert_eq!(Rows::of(&gate(1.0), &["--rates", "0.5"]).sampled(0.5)[..2], [1.0, 0.0]);
    assert_eq!(Rows::of(&gate(0.984375), &["--rates", "0.5"]).sampled(0.5)[..2], [0.0, 1.0]);
}

#[test]
fn contact_at_the_start_and_at_the_horizon_counts() {
    // Begins with the first sample; begins with the last one; ends beyond the horizon; begins after
    // it.
    assert_eq!(
        Rows::of(&gate(0.0), &["--rates", "1"]).sampled(1.0),
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(
        Rows::of(&gate(4.0), &["--rates", "1"]).sampled(1.0),
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    let cut = Rows::of(&gate(1.25), &["--rates", "1", "--until", "1.5"]);
    assert_eq!((&cut.0["horizon"], &cut.0["pass_through"]["truth"]), (&json!(1.5), &json!(1)));
    assert_eq!(cut.sampled(1.0)[..2], [0.0, 1.0], "the next sample comes after the horizon");
    assert_eq!(
        Rows::of(&gate(1.25), &["--rates", "1", "--until", "2"]).sampled(1.0)[..2],
        [1.0, 0.0]
    );
    assert_eq!(Rows::of(&gate(4.5), &["--rates", "1"]).0["pass_through"]["truth"], 0);
}

#[test]
fn overlapping_starts_leave_the_responding_runs_out_with_a_note() {
    let sandbox = gate(-0.25);
    let answer = sandbox.call(&["compare", "scene.toml", "--rates", "2", "--json"]);
    assert_eq!(answer.code, 0);
    assert_eq!(answer.err.lines().count(), 1);
    assert!(answer.err.contains("gate overlaps ball"), "{}", answer.err);
    let rows = Rows(answer.json());
    assert_eq!(rows.0["responding"], Value::Null);
    assert_eq!(rows.0["pass_through"]["truth"], 1);
    // Deep from the start on.
    assert_eq!(rows.sampled(2.0), [1.0, 0.0, 0.0, 0.0, 0.25, 0.25]);
    let text = sandbox.call(&["compare", "scene.toml", "--rates", "2"]);
    assert_eq!((text.code, text.err), (0, answer.err));
    assert!(!text.out.contains("Bouncing"), "{}", text.out);
}

#[test]
fn the_scene_need_not_pass_through_or_collide_for_both_to_be_run() {
    let scene = include_str!("../../../../../examples/scenes/crossing-bullets.toml");
    for response in ["collide", "pass-through"] {
        let sandbox = Sandbox::new(&scene.replace("[world]", &format!("[world]\nresponse = '{response}'")));
        let rows = Rows::of(&sandbox, &["--rates", "60"]);
        assert_eq!(rows.0["pass_through"]["truth"], 1, "the late one meets no other");
        assert_eq!(rows.row("responding", "kinetic", None)["collisions"], 1);
        assert_eq!(rows.row("responding", "sampled", Some(60.0))["collisions"], 0);
    }
}

#[test]
fn exact_methods_agree_on_a_gas_and_samples_part_from_it() {
    let sandbox = Sandbox::empty();
    let arguments = ["scene", "gas", "--count", "60", "--packing", "0.2", "--horizon", "2"];
    sandbox.write("scene.toml", sandbox.succeed(&arguments).out);
    let rows = Rows::of(&sandbox, &["--rates", "2,400"]);
    let truth = number(&rows.0["pass_through"]["truth"]);
    let collisions = &rows.row("responding", "kinetic", None)["collisions"];
    assert!(truth > 50.0 && number(collisions) > 50.0, "{}", rows.0);
    for (method, rate) in [
        ("kinetic", None),
        ("lists", None),
        ("leases", None),
        ("cached", None),
        ("swept", Some(2.0)),
        ("swept", Some(400.0)),
    ] {
        assert_eq!(number(&rows.row("pass_through", method, rate)["found"]), truth);
        let row = rows.row("responding", method, rate);
        assert_eq!(row["collisions"], *collisions);
        assert_eq!((&row["first_missed"], &row["parted_at"]), (&Value::Null, &Value::Null));
        assert!(number(&row["energy_error"]) < 1e-13);
    }
    let [coarse, fine] = [2.0, 400.0].map(|rate| rows.sampled(rate));
    for [found, missed, mean, max, _, _] in [coarse, fine] {
        assert_eq!(found + missed, truth);
        assert!(mean <= max);
    }
    assert!(
        coarse[1] > fine[1] && coarse[3] <= 0.5 && fine[3] <= 0.0025,
        "{coarse:?} {fine:?}"
    );
    assert!(number(&rows.row("responding", "sampled", Some(2.0))["parted_at"]) > 0.0);
}

#[test]
fn tables_are_for_people() {
    let sandbox = Sandbox::empty();
    let text = sandbox.succeed(&["compare", "bullet-and-paper", "--rates", "60"]).out;
    assert!(text.starts_with("bullet and paper: 2 bodies, 0.05 s\n\nPassing through each other, bodies make 1 contacts."));
    let row = text.lines().find(|line| line.starts_with("| sampled")).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!(cells[1..6], ["sampled", "60 Hz", "0", "1", "100.0"]);
    assert!(text.contains("\n\nBouncing off each other:\n\n| method"), "{text}");
}

#[test]
fn methods_are_picked_and_what_is_missed_is_listed() {
    let sandbox = Sandbox::empty();
    let arguments = ["scene", "gas", "--count", "60", "--packing", "0.2", "--horizon", "2"];
    sandbox.write("scene.toml", sandbox.succeed(&arguments).out);
    let rows = Rows::of(&sandbox, &["--rates", "2", "--methods", "sampled,lists", "--missed", "3"]);
    let runs = rows.0["pass_through"]["runs"].as_array().unwrap();
    let methods: Vec<&str> = runs.iter().map(|run| run["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["kinetic", "lists", "sampled"]);
    let alone = Rows::of(&sandbox, &["--methods", "kinetic"]);
    let runs = alone.0["pass_through"]["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[0]["method"]), (1, &json!("kinetic")));
    let row = rows.row("pass_through", "sampled", Some(2.0));
    let listed = row["missed_contacts"].as_array().unwrap();
    assert!(number(&row["missed"]) > 3.0 && listed.len() == 3, "{row}");
    for missed in listed {
        assert_eq!(keys(missed), ["time", "bodies", "closing_speed", "duration"]);
        assert!(number(&missed["duration"]) < 0.5 && missed["bodies"].as_array().unwrap().len() == 2);
    }
    assert_eq!(row["first_missed"], listed[0]["time"]);
    let bins = row["bins"].as_array().unwrap();
    assert_eq!((bins.len(), &bins[5]["to"]), (6, &Value::Null));
    let sum = |key: &str| bins.iter().map(|bin| number(&bin[key])).sum::<f64>();
    assert_eq!(
        (sum("contacts"), sum("missed")),
        (number(&rows.0["pass_through"]["truth"]), number(&row["missed"]))
    );
    let text = sandbox
        .succeed(&["compare", "scene.toml", "--rates", "2,3", "--methods", "sampled"])
        .out;
    assert!(text.contains("; the first 10:\n\n| missed"), "{text}");
    assert!(
        text.contains("where this scene stands:\n\n| rate") && text.contains("0.1 to 1/3"),
        "{text}"
    );
}

#[test]
fn the_rate_that_misses_nothing_is_searched_for() {
    // In contact from 1.25 to 2.25 s.
    let sandbox = gate(1.25);
    let rows = Rows::of(&sandbox, &["--rates", "1", "--search"]);
    let search = &rows.0["search"];
    assert_close(&search["always_from"], 8.0 / 9.0);
    assert_close(&search["least"]["rate"], 4.0 / 9.0);
    assert_eq!(
        (&search["least_whole"]["rate"], &search["least_whole"]["found"]),
        (&json!(1.0), &json!(true))
    );
    let text = sandbox.succeed(&["compare", "scene.toml", "--rates", "1", "--search"]).out;
    assert!(
        text.contains("From 0.88888888888888") && text.contains("the contact of gate and ball is missed"),
        "{text}"
    );
    let from = search["always_from"].to_string();
    assert_eq!(
        Rows::of(&sandbox, &["--rates", &from]).sampled(number(&search["always_from"]))[..2],
        [1.0, 0.0]
    );
    assert!(Rows::of(&sandbox, &["--rates", "1"]).0.get("search").is_none());
}

#[test]
fn what_cannot_run_is_left_out_with_a_note() {
    let sandbox = Sandbox::empty();
    let arguments = [
        "scene",
        "gas",
        "--count",
        "40",
        "--packing",
        "0.2",
        "--horizon",
        "1",
        "--periodic",
    ];
    let text = sandbox
        .succeed(&arguments)
        .out
        .replace("response = 'pass-through'", "")
        .replace("response = \"pass-through\"", "");
    sandbox.write("scene.toml", text);
    let answer = sandbox.call(&["compare", "scene.toml", "--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(answer.err.lines().count(), 3, "{}", answer.err);
    for method in ["lists", "cached", "swept"] {
        assert!(answer.err.contains(&format!("{method} is left out")), "{}", answer.err);
    }
    let result = answer.json();
    for half in ["pass_through", "responding"] {
        let runs = result[half]["runs"].as_array().unwrap();
        let methods: Vec<&Value> = runs.iter().map(|run| &run["method"]).collect();
        assert_eq!(methods, ["kinetic", "leases", "sampled", "sampled", "sampled", "sampled"]);
    }
    assert!(number(&result["pass_through"]["truth"]) > 0.0);
    let runs = result["responding"]["runs"].as_array().unwrap();
    assert_eq!(runs[0]["collisions"], runs[1]["collisions"]);
}

#[test]
fn sensors_are_looked_at_where_collisions_change_motion_too() {
    let sandbox = Sandbox::new(include_str!("../../../../../examples/scenes/fast-sensor.toml"));
    let rows = Rows::of(&sandbox, &["--rates", "60,1000"]);
    for (method, rate, contacts, missed) in [
        ("kinetic", None, 2, 0),
        ("cached", None, 2, 0),
        ("swept", Some(60.0), 2, 0),
        ("sampled", Some(60.0), 0, 2),
        ("sampled", Some(1000.0), 2, 0),
    ] {
        let row = rows.row("responding", method, rate);
        assert_eq!(
            (&row["contacts"], &row["contacts_missed"]),
            (&json!(contacts), &json!(missed)),
            "{row}"
        );
    }
    let text = sandbox.succeed(&["compare", "scene.toml", "--rates", "60"]).out;
    assert!(text.contains("| contacts | missed |"), "{text}");
    let without = Sandbox::empty()
        .succeed(&["compare", "bullet-and-paper", "--rates", "60"])
        .out;
    assert!(!without.contains("| contacts |"), "{without}");
}
