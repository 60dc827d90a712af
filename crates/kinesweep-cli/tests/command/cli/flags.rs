//! Every flag of `run` and `scene`.

use super::bench::{Bench, PROGRAM, keys, number, told, vector};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// A ball between two walls, 1 s apart, the first collision after 0.5 s.
const TICKING: &str = "
    title = 'a clock'
    [world]
    horizon = 4
    domain = { kind = 'box', min = [-1, -1, -1], max = [1, 1, 1] }
    [[bodies]]
    name = 'hand'
    shape = { kind = 'ball', radius = 0.5 }
    velocity = [1, 0, 0]
    mass = 2
";

/// Time at the end, and how many events there were.
fn end(bench: &Bench, arguments: &[&str]) -> (f64, u64) {
    let summary = bench.summary(&[arguments, &["--log", "log.jsonl"]].concat());
    let events = summary["events"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(bench.read("log.jsonl").lines().count() as u64, events, "counts are of lines");
    (number(&summary["time"]), events)
}

#[test]
fn until_and_events_whichever_comes_first() {
    let bench = Bench::new(TICKING);
    for method in ["kinetic", "leases", "cached", "swept"] {
        let end = |arguments: &[&str]| end(&bench, &[&["--method", method], arguments].concat());
        assert_eq!(end(&[]), (4.0, 4));
        assert_eq!(end(&["--until", "2.25"]), (2.25, 2));
        assert_eq!(end(&["--until", "2.5"]), (2.5, 3), "what happens at the end is told");
        assert_eq!(end(&["--until", "9"]), (9.0, 9), "beyond the horizon");
        assert_eq!(end(&["--until", "0"]), (0.0, 0));
        assert_eq!(end(&["--events", "2"]), (1.5, 2));
        assert_eq!(end(&["--events", "0"]), (0.0, 0));
        assert_eq!(end(&["--events", "100"]), (4.0, 4), "fewer: to the horizon");
        assert_eq!(end(&["--events", "18446744073709551615"]), (4.0, 4));
        assert_eq!(end(&["--events", "3", "--until", "2"]), (2.0, 2));
        assert_eq!(end(&["--events", "2", "--until", "2"]), (1.5, 2));
        assert_eq!(end(&["--events", "7", "--until", "20"]), (6.5, 7));
    }
    // Samples see a wall at the frame after.
    let end = |arguments: &[&str]| end(&bench, &[&["--method", "sampled", "--rate", "8"], arguments].concat());
    assert_eq!(end(&[]), (4.0, 4));
    assert_eq!(end(&["--events", "2"]), (1.5, 2));
    assert_eq!(end(&["--events", "0"]), (0.0, 0));
    assert_eq!(end(&["--until", "0"]), (0.0, 0));
}

#[test]
fn events_at_one_time_are_cut_off_where_asked() {
    // Four balls hit four walls at the same time.
    let ball = |name: &str, at: [i32; 3]| {
        format!("[[bodies]]\nname = '{name}'\nshape = {{ kind = 'ball', radius = 0.5 }}\nposition = {at:?}\nvelocity = {at:?}\n")
    };
    let bodies = [
        ball("a", [3, 0, 0]),
        ball("b", [-3, 0, 0]),
        ball("c", [0, 3, 0]),
        ball("d", [0, 0, -3]),
    ];
    let world = "[world]\ndomain = { kind = 'box', min = [-6.5, -6.5, -6.5], max = [6.5, 6.5, 6.5] }\n";
    let bench = Bench::new(&(world.to_owned() + &bodies.concat()));
    let whole = bench.same_log(&["--until", "1"]);
    let walls = ["a domain:+x", "b domain:-x", "c domain:+y", "d domain:-z"];
    assert_eq!(told(&whole), walls.map(|pair| format!("collision {pair}")));
    for method in [&["--method", "kinetic"][..], &["--method", "sampled", "--rate", "4"]] {
        for most in 0..5 {
            let lines = bench.log(&[method, &["--until", "1", "--events", &most.to_string()]].concat());
            assert_eq!(told(&lines), told(&whole)[..most], "{method:?}");
        }
    }
}

#[test]
fn the_state_holds_every_body_in_scene_order() {
    let bench = Bench::new(&format!(
        "{TICKING}\n[[bodies]]\nkind = 'fixed'\nshape = {{ kind = 'ball', radius = 0.25 }}\nposition = [0, 0.75, 0]\n\
         orientation = [0, 0.5, 0]\n"
    ));
    for method in ["kinetic", "leases", "cached", "swept", "sampled"] {
        let state = bench.state(&["--method", method, "--until", "2.25"]);
        assert_eq!(keys(&state), ["time", "bodies"]);
        assert_eq!(number(&state["time"]), 2.25);
        let bodies = state["bodies"].as_array().unwrap();
        let names: Vec<&Value> = bodies.iter().map(|body| &body["name"]).collect();
        assert_eq!(names, [&json!("hand"), &json!("body-1")]);
        for body in bodies {
            assert_eq!(
                keys(body),
                ["name", "position", "orientation", "velocity", "angular_velocity"]
            );
        }
        let [x, y, z] = vector(&bodies[0]["position"]);
        assert!((x - 0.25).abs() < 1e-12 && y == 0.0 && z == 0.0, "{method}: {x}");
        assert_eq!(vector(&bodies[0]["velocity"]), [1.0, 0.0, 0.0]);
        assert_eq!(vector(&bodies[1]["orientation"]), [0.0, 0.5, 0.0]);
        assert_eq!(vector(&bodies[1]["angular_velocity"]), [0.0; 3]);
    }
    // At the start it is what the scene says, and after so many events it is that of the last of them.
    assert_eq!(vector(&bench.state(&["--until", "0"])["bodies"][0]["position"]), [0.0; 3]);
    let state = bench.state(&["--events", "1"]);
    assert_eq!(
        (number(&state["time"]), vector(&state["bodies"][0]["velocity"])),
        (0.5, [-1.0, 0.0, 0.0])
    );
}

#[test]
fn the_summary_has_exactly_these_keys() {
    let bench = Bench::new(TICKING);
    for (method, given) in [
        ("kinetic", &[][..]),
        ("lists", &["--method", "lists"]),
        ("cached", &["--method", "cached"]),
        ("swept", &["--method", "swept"]),
        ("sampled", &["--method", "sampled"]),
    ] {
        let summary = bench.summary(given);
        let wanted = [
            "scene",
            "method",
            "time",
            "events",
            "energy",
            "momentum",
            "cpu_seconds",
            "cpu_per_simulated_second",
            "counters",
        ];
        assert_eq!(keys(&summary), wanted);
        assert_eq!((&summary["scene"], &summary["method"]), (&json!("a clock"), &json!(method)));
        assert_eq!(summary["events"], json!({ "collision": 4 }));
        assert_eq!(summary["energy"], json!([1.0, 1.0]));
        assert_eq!(summary["momentum"], json!([[2.0, 0.0, 0.0], [2.0, 0.0, 0.0]]));
        let cpu = number(&summary["cpu_seconds"]);
        assert!(cpu > 0.0 && number(&summary["cpu_per_simulated_second"]) == cpu / 4.0);
        let counters = summary["counters"].as_object().unwrap();
        assert!(!counters.is_empty() && counters.values().all(Value::is_u64), "{summary}");
    }
    // No infinite number where no time has passed.
    let summary = bench.summary(&["--until", "0"]);
    assert_eq!((&summary["time"], &summary["events"]), (&json!(0.0), &json!({})));
    assert_eq!(summary["cpu_per_simulated_second"], Value::Null);
    // For people.
    let text = bench.succeed(&["run", "scene.toml"]).out;
    assert!(
        text.starts_with("a clock: 1 bodies, kinetic, 4 s\n  collision        4\n"),
        "{text}"
    );
    assert!(!bench.succeed(&["run", "scene.toml", "--until", "0"]).out.contains("inf"));
}

#[test]
fn a_scene_without_a_title_goes_by_its_path() {
    let bench = Bench::new(&TICKING.replace("title = 'a clock'", ""));
    assert_eq!(bench.summary(&[])["scene"], "scene.toml");
}

#[test]
fn rates_are_of_the_methods_with_frames() {
    let bench = Bench::new(TICKING);
    for (rate, frames) in [("2", 9), ("60", 241), ("0.25", 2), ("0.3", 2), ("1e3", 4001)] {
        let summary = bench.summary(&["--method", "sampled", "--rate", rate]);
        assert_eq!(summary["counters"]["frames"], json!(frames), "{rate}");
    }
    assert_eq!(
        bench.summary(&["--method", "sampled"])["counters"]["frames"],
        json!(241),
        "60 Hz by default"
    );
    let sorts = |arguments: &[&str]| number(&bench.summary(&[&["--method", "swept"], arguments].concat())["counters"]["sorts"]);
    assert!(sorts(&["--rate", "240"]) > 3.0 * sorts(&[]) && sorts(&[]) > 3.0 * sorts(&["--rate", "15"]));
}

#[test]
fn queues_order_the_same_swaps() {
    let bench = Bench::empty();
    let gas = ["scene", "gas", "--count", "60", "--packing", "0.1", "--horizon", "2"];
    bench.write("scene.toml", bench.succeed(&gas).out);
    for method in ["lists", "kinetic"] {
        let run = |queue: &[&str]| {
            let lines = bench.log(&[&["--method", method, "--overlaps"], queue].concat());
            let counters = bench.summary(&[&["--method", method], queue].concat())["counters"].clone();
            (lines, counters)
        };
        let wanted = run(&[]);
        assert!(wanted.0.len() > 50);
        for queue in ["dary", "pairing", "pairing-auxiliary"] {
            assert!(run(&["--queue", queue]) == wanted, "{method} {queue}");
        }
    }
    // A state goes on with another queue.
    let lists = ["run", "scene.toml", "--method", "lists"];
    bench.succeed(&[&lists[..], &["--log", "all"]].concat());
    let first = ["--until", "1", "--log", "log", "--save", "state", "--queue", "pairing"];
    bench.succeed(&[&lists[..], &first].concat());
    let rest = [
        "--resume",
        "state",
        "--log",
        "log",
        "--append",
        "--queue",
        "pairing-auxiliary",
    ];
    bench.succeed(&[&lists[..], &rest].concat());
    assert!(bench.read("log") == bench.read("all"));
    for method in ["leases", "cached", "swept", "sampled"] {
        let refused = bench.call(&["run", "scene.toml", "--method", method, "--queue", "pairing"]);
        let wanted = format!("kinesweep: --queue: not of the method {method}, which has no lists: of lists and kinetic\n");
        assert_eq!((refused.code, refused.err), (2, wanted));
    }
    let refused = bench.call(&["run", "scene.toml", "--queue", "calendar"]);
    assert!(
        refused.code == 2 && refused.err.contains("dary, pairing, pairing-auxiliary"),
        "{}",
        refused.err
    );
}

#[test]
fn json_scenes_run_as_toml_ones_do() {
    let bench = Bench::new(TICKING);
    let wanted = bench.log(&[]);
    let scene = json!({
        "title": "a clock",
        "world": { "horizon": 4, "domain": { "kind": "box", "min": [-1, -1, -1], "max": [1, 1, 1] } },
        "bodies": [{ "name": "hand", "shape": { "kind": "ball", "radius": 0.5 }, "velocity": [1, 0, 0], "mass": 2 }],
    });
    bench.write("scene.json", scene.to_string());
    assert_eq!(bench.log_of("scene.json", &[]), wanted);
}

#[test]
fn a_file_goes_before_a_built_in_scene_of_its_name() {
    let bench = Bench::new(TICKING);
    assert_eq!(bench.succeed(&["run", "pi", "--json"]).json()["scene"], "pi");
    std::fs::create_dir(bench.path("gas")).unwrap();
    let of_folder = bench.succeed(&["run", "gas", "--until", "0", "--json"]).json();
    assert_eq!(of_folder["scene"], "gas", "a folder is no scene");
    bench.write("pi", TICKING);
    assert_eq!(bench.succeed(&["run", "pi", "--json"]).json()["scene"], "a clock");
}

#[test]
fn scenes_are_written_with_other_numbers() {
    let bench = Bench::empty();
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
        bench.write("scene.toml", bench.succeed(&[&["scene", kind], &arguments[..]].concat()).out);
        let state = bench.state(&[]);
        assert_eq!((number(&state["time"]), state["bodies"].as_array().unwrap().len()), (0.5, 20));
    }
    let balls = bench.succeed(&["scene", "gas", "--speed", "2,2", "--count", "3"]).out;
    bench.write("scene.toml", balls);
    for body in bench.state(&["--until", "0"])["bodies"].as_array().unwrap() {
        // Two radii, of 0.5 m, a second.
        let speed = vector(&body["velocity"]).iter().map(|c| c * c).sum::<f64>().sqrt();
        assert!((speed - 1.0).abs() < 1e-12, "{speed}");
    }
    let crystal = bench
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
    let refused = bench.call(&["scene", "gas", "--start", "bcc"]);
    assert!(refused.code == 2 && refused.err.contains("must be one of random, fcc, lubachevsky-stillinger"));
    let thermal = bench.succeed(&["scene", "rings", "--maxwell", "0.25"]).out;
    assert!(thermal.contains("maxwell = 0.25"), "{thermal}");
    assert_eq!(
        bench.succeed(&["scene", "pi"]).out,
        include_str!("../../../../../examples/scenes/pi.toml")
    );
}

#[test]
fn statistics_are_told_on_request() {
    let bench = Bench::new(TICKING);
    assert!(bench.summary(&[])["statistics"].is_null());
    let statistics = &bench.summary(&["--statistics"])["statistics"];
    assert_eq!(statistics["wall_collisions"], json!(4));
    assert_eq!((&statistics["since"], &statistics["duration"]), (&json!(0.0), &json!(4.0)));
    // 2 kg at 1 m/s in 8 m³: 4 impulses of 4 kg m/s in 4 s on 24 m².
    assert!((number(&statistics["temperature"]) - 2.0 / 3.0).abs() < 1e-15);
    assert!((number(&statistics["wall_pressure"]) - 4.0 / 24.0).abs() < 1e-15);
    assert_eq!(statistics["mean_free_time"], Value::Null);
    let later = &bench.summary(&["--statistics", "--statistics-from", "1.75"])["statistics"];
    assert_eq!((&later["since"], &later["wall_collisions"]), (&json!(1.75), &json!(2)));
    assert!((number(&later["wall_pressure"]) - 2.0 * 4.0 / 2.25 / 24.0).abs() < 1e-15);
    for (arguments, wanted) in [
        (
            &["--statistics", "--statistics-from", "4"][..],
            "--statistics-from 4: must be before the end of the run, 4",
        ),
        (&["--statistics-from", "1"], "--statistics"),
    ] {
        let answer = bench.call(&[&["run", "scene.toml"], arguments].concat());
        assert!(answer.code == 2 && answer.err.contains(wanted), "{}", answer.err);
    }
    let table = bench.succeed(&["run", "scene.toml", "--statistics"]).out;
    assert!(table.contains("| wall collisions"), "{table}");
    assert!(
        table.contains("| mean free time") && table.contains("0.6666666666666666 J |"),
        "{table}"
    );
    for flag in ["--statistics", "--xyz=frames.xyz"] {
        let refused = bench.call(&["run", "scene.toml", "--method", "sampled", flag]);
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
    let bench = Bench::new(TICKING);
    let written = |arguments: &[&str]| {
        bench.succeed(&[&["run", "scene.toml", "--xyz", "frames.xyz"], arguments].concat());
        frames(&bench.read("frames.xyz"))
    };
    let times = |frames: &[(f64, Vec<Vec<f64>>)]| frames.iter().map(|(time, _)| *time).collect::<Vec<_>>();
    let all = written(&["--every", "0.75", "--until", "3"]);
    assert_eq!(times(&all), [0.0, 0.75, 1.5, 2.25, 3.0]);
    // To and fro between -0.5 and 0.5.
    let xs: Vec<f64> = all.iter().map(|(_, bodies)| bodies[0][0]).collect();
    assert_eq!(xs, [0.0, 0.25, -0.5, 0.25, 0.0]);
    assert_eq!(all[1].1[0], [0.25, 0.0, 0.0, -1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]);
    assert!(
        bench
            .read("frames.xyz")
            .contains("Lattice=\"2.0 0.0 0.0 0.0 2.0 0.0 0.0 0.0 2.0\" Origin=\"-1.0 -1.0 -1.0\" ")
    );
    assert!(bench.read("frames.xyz").contains("pbc=\"F F F\""));
    assert_eq!(times(&written(&[])), [0.0, 4.0]);
    assert_eq!(times(&written(&["--events", "2"])), [0.0, 1.5]);
    assert_eq!(times(&written(&["--until", "0", "--every", "1"])), [0.0]);
    assert_eq!(times(&written(&["--until", "2.5", "--every", "1"])), [0.0, 1.0, 2.0]);
    // Frames do not touch the run.
    let state = |arguments: &[&str]| bench.state(&[&["--until", "3.3"], arguments].concat());
    assert_eq!(state(&[]), state(&["--xyz", "frames.xyz", "--every", "0.1"]));
    let answer = bench.call(&["run", "scene.toml", "--every", "1"]);
    assert!(answer.code == 2 && answer.err.contains("--xyz"), "{}", answer.err);
    assert_eq!(bench.call(&["run", "scene.toml", "--xyz", "nowhere/frames.xyz"]).code, 1);
}

#[test]
fn help_and_version_go_to_standard_output() {
    let bench = Bench::empty();
    assert_eq!(
        bench.succeed(&["--version"]).out,
        concat!("kinesweep ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for command in [
        &["--help"][..],
        &["run", "--help"],
        &["compare", "--help"],
        &["scene", "--help"],
    ] {
        assert!(bench.succeed(command).out.contains("Usage: kinesweep"));
    }
    let answer = bench.call(&[]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("Usage: kinesweep"));
}

#[test]
fn nobody_reading_is_no_reason_to_panic() {
    for (arguments, code) in [
        (&["scene"][..], 0),
        (&["scene", "rings"], 0),
        (&["run", "pi"], 0),
        (&["run", "pi", "--json"], 0),
        (&["compare", "pi", "--rates", "60"], 0),
        (&["run", "anvils"], 2),
        (&["run", "pi", "--until", "x"], 2),
    ] {
        let closed = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            Stdio::from(writer)
        };
        let call = |out: Stdio, err: Stdio| {
            Command::new(PROGRAM)
                .args(arguments)
                .stdout(out)
                .stderr(err)
                .output()
                .unwrap()
        };
        let deaf = call(closed(), Stdio::piped());
        assert_eq!(deaf.status.code(), Some(code), "{arguments:?}");
        assert_eq!(deaf.stderr.is_empty(), code == 0, "{arguments:?}");
        let mute = call(Stdio::piped(), closed());
        assert_eq!(mute.status.code(), Some(code), "{arguments:?}");
        assert_eq!(mute.stdout.is_empty(), code == 2, "{arguments:?}");
    }
}

#[test]
fn completions_know_each_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(PROGRAM).args(["completions", shell]).output().unwrap();
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["run", "compare", "scene", "reproduce", "statistics-from"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = Command::new(PROGRAM).args(["completions", "dos"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
