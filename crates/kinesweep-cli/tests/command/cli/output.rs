//! What `scene` and `run` write: scene files, statistics and configurations.

use super::flags::TICKING;
use super::sandbox::{Sandbox, number, vector};
use serde_json::{Value, json};

#[test]
fn scenes_are_written_with_other_numbers() {
    let sandbox = Sandbox::empty();
    let arguments = [
        "--count",
        "20",
        "--packing",
        "0.2",
        "--seed",
        "7",
        "--speed",
        "1,2",
        "--horizon",
        "0.5",
    ];
    for kind in ["gas", "rings"] {
        sandbox.write(
            "scene.toml",
            sandbox.succeed(&[&["scene", kind], &arguments[..]].concat()).out,
        );
        let state = sandbox.state(&[]);
        assert_eq!((number(&state["time"]), state["bodies"].as_array().unwrap().len()), (0.5, 20));
    }
    let balls = sandbox.succeed(&["scene", "gas", "--speed", "2,2", "--count", "3"]).out;
    sandbox.write("scene.toml", balls);
    for body in sandbox.state(&["--until", "0"])["bodies"].as_array().unwrap() {
        // Two radii, of 0.5 m, a second.
        let speed = vector(&body["velocity"]).iter().map(|c| c * c).sum::<f64>().sqrt();
        assert!((speed - 1.0).abs() < 1e-12, "{speed}");
    }
    let crystal = sandbox
        .succeed(&[
            "scene",
            "gas",
            "--count",
            "32",
            "--start",
            "fcc",
            "--periodic",
            "--zero-momentum",
        ])
        .out;
    assert!(
        crystal.contains("start = \"fcc\"") && crystal.contains("zero_momentum = true"),
        "{crystal}"
    );
    assert!(crystal.contains("domain = { kind = \"periodic\" }"), "{crystal}");
    let refused = sandbox.call(&["scene", "gas", "--start", "bcc"]);
    assert!(
        refused.code == 2
            && refused
                .err
                .contains("must be one of random, fcc, hexagonal, lubachevsky-stillinger")
    );
    let dense = ["scene", "gas", "--count", "100", "--packing", "0.5", "--periodic"];
    let dense = sandbox
        .succeed(&[&dense[..], &["--start", "lubachevsky-stillinger"]].concat())
        .out;
    sandbox.write("dense.toml", &dense);
    let ran = sandbox.succeed(&["run", "dense.toml", "--until", "0.1", "--json"]).out;
    assert!(ran.contains("\"collision\""), "{ran}");
    let discs = ["scene", "discs", "--count", "100", "--packing", "0.8", "--periodic"];
    let discs = sandbox
        .succeed(&[&discs[..], &["--start", "lubachevsky-stillinger"]].concat())
        .out;
    sandbox.write("discs.toml", &discs);
    let ran = sandbox.succeed(&["run", "discs.toml", "--until", "0.1", "--json"]).out;
    assert!(ran.contains("\"collision\""), "{ran}");
    let thermal = sandbox.succeed(&["scene", "rings", "--maxwell", "0.25"]).out;
    assert!(thermal.contains("maxwell = 0.25"), "{thermal}");
    assert_eq!(
        sandbox.succeed(&["scene", "pi"]).out,
        include_str!("../../../../../examples/scenes/pi.toml")
    );
}

#[test]
fn statistics_are_printed_on_request() {
    let sandbox = Sandbox::new(TICKING);
    assert!(sandbox.summary(&[])["statistics"].is_null());
    let statistics = &sandbox.summary(&["--statistics"])["statistics"];
    assert_eq!(statistics["wall_collisions"], json!(4));
    assert_eq!((&statistics["since"], &statistics["duration"]), (&json!(0.0), &json!(4.0)));
    // 2 kg at 1 m/s in 8 m³: 4 impulses of 4 kg m/s in 4 s on 24 m².
    assert!((number(&statistics["temperature"]) - 2.0 / 3.0).abs() < 1e-15);
    assert!((number(&statistics["wall_pressure"]) - 4.0 / 24.0).abs() < 1e-15);
    assert_eq!(statistics["mean_free_time"], Value::Null);
    let later = &sandbox.summary(&["--statistics", "--statistics-from", "1.75"])["statistics"];
    assert_eq!((&later["since"], &later["wall_collisions"]), (&json!(1.75), &json!(2)));
    assert!((number(&later["wall_pressure"]) - 2.0 * 4.0 / 2.25 / 24.0).abs() < 1e-15);
    for (arguments, expected) in [
        (
            &["--statistics", "--statistics-from", "4"][..],
            "--statistics-from 4: must be before the end of the run, 4",
        ),
        (&["--statistics-from", "1"], "--statistics"),
    ] {
        let answer = sandbox.call(&[&["run", "scene.toml"], arguments].concat());
        assert!(answer.code == 2 && answer.err.contains(expected), "{}", answer.err);
    }
    let table = sandbox.succeed(&["run", "scene.toml", "--statistics"]).out;
    assert!(table.contains("| wall collisions"), "{table}");
    assert!(
        table.contains("| mean free time") && table.contains("0.6666666666666666 J |"),
        "{table}"
    );
    for flag in ["--statistics", "--xyz=frames.xyz"] {
        let refused = sandbox.call(&["run", "scene.toml", "--method", "sampled", flag]);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains("not of the method sampled"), "{}", refused.err);
    }
}

/// Frames of extended XYZ: time, and the columns of each body.
fn frames(text: &str) -> Vec<(f64, Vec<Vec<f64>>)> {
    let mut lines = text.lines();
    let mut frames = Vec::new();
    while let Some(count) = lines.next() {
        let header = lines.next().unwrap();
        assert!(
            header.contains("Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:orientation:R:4 "),
            "{header}"
        );
        let after = header.split_once("Time=").unwrap().1;
        let time = after.split_once(' ').unwrap().0.parse().unwrap();
        let bodies = (0..count.parse().unwrap()).map(|_| {
            let (species, numbers) = lines.next().unwrap().split_once(' ').unwrap();
            assert_eq!(species, "ball");
            numbers.split(' ').map(|number| number.parse().unwrap()).collect()
        });
        frames.push((time, bodies.collect()));
    }
    frames
}

#[test]
fn configurations_are_written_as_extended_xyz() {
    let sandbox = Sandbox::new(TICKING);
    let written = |arguments: &[&str]| {
        sandbox.succeed(&[&["run", "scene.toml", "--xyz", "frames.xyz"], arguments].concat());
        frames(&sandbox.read("frames.xyz"))
    };
    let times = |frames: &[(f64, Vec<Vec<f64>>)]| frames.iter().map(|(time, _)| *time).collect::<Vec<_>>();
    let all = written(&["--every", "0.75", "--until", "3"]);
    assert_eq!(times(&all), [0.0, 0.75, 1.5, 2.25, 3.0]);
    // To and fro between -0.5 and 0.5.
    let xs: Vec<f64> = all.iter().map(|(_, bodies)| bodies[0][0]).collect();
    assert_eq!(xs, [0.0, 0.25, -0.5, 0.25, 0.0]);
    assert_eq!(all[1].1[0], [0.25, 0.0, 0.0, -1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]);
    assert!(
        sandbox
            .read("frames.xyz")
            .contains("Lattice=\"2.0 0.0 0.0 0.0 2.0 0.0 0.0 0.0 2.0\" Origin=\"-1.0 -1.0 -1.0\" ")
    );
    assert!(sandbox.read("frames.xyz").contains("pbc=\"F F F\""));
    assert_eq!(times(&written(&[])), [0.0, 4.0]);
    assert_eq!(times(&written(&["--events", "2"])), [0.0, 1.5]);
    assert_eq!(times(&written(&["--until", "0", "--every", "1"])), [0.0]);
    assert_eq!(times(&written(&["--until", "2.5", "--every", "1"])), [0.0, 1.0, 2.0]);
    // Frames do not change the run.
    let state = |arguments: &[&str]| sandbox.state(&[&["--until", "3.3"], arguments].concat());
    assert_eq!(state(&[]), state(&["--xyz", "frames.xyz", "--every", "0.1"]));
    let answer = sandbox.call(&["run", "scene.toml", "--every", "1"]);
    assert!(answer.code == 2 && answer.err.contains("--xyz"), "{}", answer.err);
    assert_eq!(sandbox.call(&["run", "scene.toml", "--xyz", "nowhere/frames.xyz"]).code, 1);
}

#[test]
fn several_threads_write_the_same_log() {
    let sandbox = Sandbox::new(TICKING);
    let gas = [
        "scene",
        "gas",
        "--periodic",
        "--count",
        "200",
        "--packing",
        "0.3",
        "--horizon",
        "0.5",
    ];
    let gas = sandbox.succeed(&gas).out;
    sandbox.write("gas.toml", &gas);
    for threads in ["1", "2"] {
        let log = format!("{threads}.jsonl");
        sandbox.succeed(&["run", "gas.toml", "--method", "leases", "--threads", threads, "--log", &log]);
    }
    assert_eq!(sandbox.read("1.jsonl"), sandbox.read("2.jsonl"));
    let refused = sandbox.call(&["run", "gas.toml", "--method", "sampled", "--threads", "2"]);
    assert!(refused.code == 2 && refused.err.contains("--threads"), "{}", refused.err);
}
