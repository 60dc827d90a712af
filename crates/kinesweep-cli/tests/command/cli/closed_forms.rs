//! The built-in scenes, by their closed forms.

use super::sandbox::{Sandbox, assert_close, assert_near, number, outline, vector};
use serde_json::{Value, json};
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

#[test]
fn a_bullet_hits_paper_between_two_frames() {
    let sandbox = Sandbox::empty();
    let log = sandbox.same_log_of("bullet-and-paper", &[]);
    assert_eq!(outline(&log), ["collision bullet paper"]);
    // The bullet's front at -10 + 0.01 m, the sheet's face at -0.0005 m, 900 m/s.
    assert_close(&log[0]["time"], (10.0 - 0.01 - 0.0005) / 900.0);
    assert_near(&log[0]["point"], [-0.0005, 0.0, 0.0]);
    assert_eq!(vector(&log[0]["normal"]), [1.0, 0.0, 0.0]);
    assert_eq!(number(&log[0]["closing_speed"]), 900.0);
    // 2 c / (1 / m + 1 / M), head on.
    assert_close(&log[0]["impulse"], 2.0 * 900.0 / (1.0 / 0.01 + 1.0 / 0.005));

    let answer = sandbox.succeed(&["run", "bullet-and-paper", "--state", "state.json", "--json"]);
    let state: Value = serde_json::from_str(&sandbox.read("state.json")).unwrap();
    let [bullet, paper] = [0, 1].map(|body| &state["bodies"][body]);
    assert_eq!((&bullet["name"], &paper["name"]), (&json!("bullet"), &json!("paper")));
    assert_close(&bullet["velocity"][0], 300.0);
    assert_close(&paper["velocity"][0], 1200.0);
    let flight = 0.05 - 9.9895 / 900.0;
    assert_near(&bullet["position"], [-0.0105 + 300.0 * flight, 0.0, 0.0]);
    assert_near(&paper["position"], [1200.0 * flight, 0.0, 0.0]);
    let summary = answer.json();
    assert_eq!(summary["events"], json!({ "collision": 1 }));
    assert_close(&summary["energy"][0], 0.5 * 0.01 * 900.0 * 900.0);
    assert_close(&summary["energy"][1], 0.5 * 0.01 * 900.0 * 900.0);
    assert_near(&summary["momentum"][1], [9.0, 0.0, 0.0]);

    // Samples see the bullet at 15 m a frame: not at all.
    assert!(sandbox.log_of("bullet-and-paper", &["--method", "sampled"]).is_empty());
}

#[test]
fn crossing_bullets_hit_each_other_and_the_late_one_nothing() {
    let sandbox = Sandbox::empty();
    let log = sandbox.same_log_of("crossing-bullets", &[]);
    assert_eq!(outline(&log), ["collision eastbound northbound"]);
    // Both are s before the crossing when they are 0.02 m apart: s sqrt(2) = 0.02.
    let before = 0.02 * FRAC_1_SQRT_2;
    assert_close(&log[0]["time"], (10.0 - before) / 900.0);
    assert_near(&log[0]["point"], [-before / 2.0, -before / 2.0, 0.0]);
    // From the eastbound, at (-s, 0), to the northbound, at (0, -s).
    assert_near(&log[0]["normal"], [FRAC_1_SQRT_2, -FRAC_1_SQRT_2, 0.0]);
    assert_close(&log[0]["closing_speed"], 900.0 * SQRT_2);
    assert_close(&log[0]["impulse"], 2.0 * 900.0 * SQRT_2 / 200.0);
}

#[test]
fn fast_sensors_report_begin_and_end() {
    let sandbox = Sandbox::empty();
    let log = sandbox.same_log_of("fast-sensor", &[]);
    let expected = [
        ("contact-begin gate ball", (4.0 - 0.021) / 500.0),
        ("contact-end gate ball", (4.0 + 0.021) / 500.0),
        ("contact-begin scanner resting", (6.0 - 0.15) / 600.0),
        ("contact-end scanner resting", (6.0 + 0.15) / 600.0),
    ];
    assert_eq!(outline(&log), expected.map(|(kind, _)| kind));
    for (line, (_, time)) in log.iter().zip(expected) {
        assert_close(&line["time"], time);
    }
    // The ball comes to the gate's face from -x: from the gate to the ball is -x.
    assert_near(&log[0]["point"], [-0.001, 0.0, 0.0]);
    assert_near(&log[0]["normal"], [-1.0, 0.0, 0.0]);
    assert_close(&log[0]["closing_speed"], 500.0);
    assert_near(&log[2]["point"], [-0.1, 5.0, 0.0]);
    assert_near(&log[2]["normal"], [1.0, 0.0, 0.0]);
    assert_close(&log[2]["closing_speed"], 600.0);
    // Nothing is pushed.
    sandbox.succeed(&["run", "fast-sensor", "--state", "state.json"]);
    let state: Value = serde_json::from_str(&sandbox.read("state.json")).unwrap();
    let velocities: Vec<f64> = (0..4).map(|body| number(&state["bodies"][body]["velocity"][0])).collect();
    assert_eq!(velocities, [0.0, 500.0, 600.0, 0.0]);
}

#[test]
fn one_ball_in_one_ball_out() {
    let sandbox = Sandbox::empty();
    let log = sandbox.same_log_of("newtons-cradle", &[]);
    let pairs = [
        "collision incoming second",
        "collision second third",
        "collision third fourth",
        "collision fourth last",
    ];
    assert_eq!(outline(&log), pairs);
    for (place, line) in log.iter().enumerate() {
        assert_eq!(number(&line["time"]), 1.5);
        assert_eq!(vector(&line["point"]), [place as f64 - 0.5, 0.0, 0.0]);
        assert_eq!(vector(&line["normal"]), [1.0, 0.0, 0.0]);
        assert_eq!((number(&line["closing_speed"]), number(&line["impulse"])), (2.0, 2.0));
    }
    sandbox.succeed(&["run", "newtons-cradle", "--state", "state.json"]);
    let state: Value = serde_json::from_str(&sandbox.read("state.json")).unwrap();
    let places: Vec<[f64; 2]> = (0..5)
        .map(|body| &state["bodies"][body])
        .map(|body| [number(&body["position"][0]), number(&body["velocity"][0])])
        .collect();
    assert_eq!(places, [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [8.0, 2.0]]);
}

#[test]
fn blocks_count_the_digits_of_pi() {
    let sandbox = Sandbox::empty();
    for (digits, expected) in [("1", 3), ("2", 31), ("3", 314), ("4", 3141), ("5", 31415)] {
        let scene = sandbox.succeed(&["scene", "pi", "--digits", digits]).out;
        sandbox.write("scene.toml", &scene);
        for method in ["kinetic", "cached", "swept"] {
            let summary = sandbox.summary(&["--method", method]);
            assert_eq!(summary["events"], json!({ "collision": expected }), "{digits}, {method}");
        }
        let counted = sandbox.summary(&["--method", "sampled"])["events"]["collision"]
            .as_u64()
            .unwrap();
        assert!(counted < expected || expected < 100, "{counted} of {expected} at 60 Hz");
    }
}

#[test]
fn the_default_scene_is_the_rings() {
    let sandbox = Sandbox::empty();
    let by_default = sandbox
        .succeed(&["run", "--until", "0", "--state", "a.json", "--json"])
        .json();
    let by_name = sandbox
        .succeed(&["run", "rings", "--until", "0", "--state", "b.json", "--json"])
        .json();
    assert_eq!(by_default["scene"], by_name["scene"]);
    assert_eq!(sandbox.read("a.json"), sandbox.read("b.json"));
    let state: Value = serde_json::from_str(&sandbox.read("a.json")).unwrap();
    assert_eq!(state["bodies"].as_array().map(Vec::len), Some(1000));
    assert_eq!(state["bodies"][17]["name"], "gas-0-17");
}

#[test]
fn every_built_in_scene_is_written_and_runs_from_its_file() {
    let sandbox = Sandbox::empty();
    let list = sandbox.succeed(&["scene"]).out;
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.len(), 21);
    for name in names {
        sandbox.write("scene.toml", sandbox.succeed(&["scene", name]).out);
        let from_file = sandbox.same_first_lines("scene.toml");
        assert_eq!(from_file, sandbox.same_first_lines(name), "{name}");
    }
}

impl Sandbox {
    /// The first lines of a scene's log.
    fn same_first_lines(&self, scene: &str) -> Vec<Value> {
        self.log_of(scene, &["--events", "10", "--until", "2"])
    }
}
