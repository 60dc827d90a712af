//! Flags of `run`.

use super::sandbox::{Sandbox, keys, number, outline, vector};
use serde_json::{Value, json};

/// A ball between two walls, 1 s apart, the first collision after 0.5 s.
pub(super) const TICKING: &str = "
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

/// The time at the end, and the number of events.
fn end(sandbox: &Sandbox, arguments: &[&str]) -> (f64, u64) {
    let summary = sandbox.summary(&[arguments, &["--log", "log.jsonl"]].concat());
    let events = summary["events"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(
        sandbox.read("log.jsonl").lines().count() as u64,
        events,
        "counts are of lines"
    );
    (number(&summary["time"]), events)
}

#[test]
fn until_and_events_whichever_comes_first() {
    let sandbox = Sandbox::new(TICKING);
    for method in ["kinetic", "leases", "cached", "swept"] {
        let end = |arguments: &[&str]| end(&sandbox, &[&["--method", method], arguments].concat());
        assert_eq!(end(&[]), (4.0, 4));
        assert_eq!(end(&["--until", "2.25"]), (2.25, 2));
        assert_eq!(end(&["--until", "2.5"]), (2.5, 3), "events at the end count");
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
    let end = |arguments: &[&str]| end(&sandbox, &[&["--method", "sampled", "--rate", "8"], arguments].concat());
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
    let sandbox = Sandbox::new(&(world.to_owned() + &bodies.concat()));
    let whole = sandbox.same_log(&["--until", "1"]);
    let walls = ["a domain:+x", "b domain:-x", "c domain:+y", "d domain:-z"];
    assert_eq!(outline(&whole), walls.map(|pair| format!("collision {pair}")));
    for method in [&["--method", "kinetic"][..], &["--method", "sampled", "--rate", "4"]] {
        for most in 0..5 {
            let lines = sandbox.log(&[method, &["--until", "1", "--events", &most.to_string()]].concat());
            assert_eq!(outline(&lines), outline(&whole)[..most], "{method:?}");
        }
    }
}

#[test]
fn the_state_holds_every_body_in_scene_order() {
    let sandbox = Sandbox::new(&format!(
        "{TICKING}\n[[bodies]]\nkind = 'fixed'\nshape = {{ kind = 'ball', radius = 0.25 }}\nposition = [0, 0.75, 0]\n\
         orientation = [0, 0.5, 0]\n"
    ));
    for method in ["kinetic", "leases", "cached", "swept", "sampled"] {
        let state = sandbox.state(&["--method", method, "--until", "2.25"]);
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
    // At the start it is what the scene says, and after so many events it is that of the last of
    // them.
    assert_eq!(vector(&sandbox.state(&["--until", "0"])["bodies"][0]["position"]), [0.0; 3]);
    let state = sandbox.state(&["--events", "1"]);
    assert_eq!(
        (number(&state["time"]), vector(&state["bodies"][0]["velocity"])),
        (0.5, [-1.0, 0.0, 0.0])
    );
}

#[test]
fn the_summary_has_exactly_these_keys() {
    let sandbox = Sandbox::new(TICKING);
    for (method, given) in [
        ("kinetic", &[][..]),
        ("lists", &["--method", "lists"]),
        ("cached", &["--method", "cached"]),
        ("swept", &["--method", "swept"]),
        ("sampled", &["--method", "sampled"]),
    ] {
        let summary = sandbox.summary(given);
        let mut expected = vec![
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
        if method != "sampled" {
            expected.push("lanes");
            assert_eq!(summary["lanes"], json!({ "pairs: another method": 1 }));
        }
        assert_eq!(keys(&summary), expected);
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
    let summary = sandbox.summary(&["--until", "0"]);
    assert_eq!((&summary["time"], &summary["events"]), (&json!(0.0), &json!({})));
    assert_eq!(summary["cpu_per_simulated_second"], Value::Null);
    // For people.
    let text = sandbox.succeed(&["run", "scene.toml"]).out;
    assert!(
        text.starts_with("a clock: 1 bodies, kinetic, 4 s\n  collision        4\n"),
        "{text}"
    );
    assert!(!sandbox.succeed(&["run", "scene.toml", "--until", "0"]).out.contains("inf"));
}

#[test]
fn a_scene_without_a_title_goes_by_its_path() {
    let sandbox = Sandbox::new(&TICKING.replace("title = 'a clock'", ""));
    assert_eq!(sandbox.summary(&[])["scene"], "scene.toml");
}

#[test]
fn rates_are_of_the_methods_with_frames() {
    let sandbox = Sandbox::new(TICKING);
    for (rate, frames) in [("2", 9), ("60", 241), ("0.25", 2), ("0.3", 2), ("1e3", 4001)] {
        let summary = sandbox.summary(&["--method", "sampled", "--rate", rate]);
        assert_eq!(summary["counters"]["frames"], json!(frames), "{rate}");
    }
    assert_eq!(
        sandbox.summary(&["--method", "sampled"])["counters"]["frames"],
        json!(241),
        "60 Hz by default"
    );
    let sorts = |arguments: &[&str]| number(&sandbox.summary(&[&["--method", "swept"], arguments].concat())["counters"]["sorts"]);
    assert!(sorts(&["--rate", "240"]) > 3.0 * sorts(&[]) && sorts(&[]) > 3.0 * sorts(&["--rate", "15"]));
}

#[test]
fn queues_order_the_same_swaps() {
    let sandbox = Sandbox::empty();
    let gas = ["scene", "gas", "--count", "60", "--packing", "0.1", "--horizon", "2"];
    sandbox.write("scene.toml", sandbox.succeed(&gas).out);
    for method in ["lists", "kinetic"] {
        let run = |queue: &[&str]| {
            let lines = sandbox.log(&[&["--method", method, "--overlaps"], queue].concat());
            let counters = sandbox.summary(&[&["--method", method], queue].concat())["counters"].clone();
            (lines, counters)
        };
        let expected = run(&[]);
        assert!(expected.0.len() > 50);
        for queue in ["dary", "pairing", "pairing-auxiliary"] {
            assert!(run(&["--queue", queue]) == expected, "{method} {queue}");
        }
    }
    // A state resumes with another queue.
    let lists = ["run", "scene.toml", "--method", "lists"];
    sandbox.succeed(&[&lists[..], &["--log", "all"]].concat());
    let first = ["--until", "1", "--log", "log", "--save", "state", "--queue", "pairing"];
    sandbox.succeed(&[&lists[..], &first].concat());
    let rest = [
        "--resume",
        "state",
        "--log",
        "log",
        "--append",
        "--queue",
        "pairing-auxiliary",
    ];
    sandbox.succeed(&[&lists[..], &rest].concat());
    assert!(sandbox.read("log") == sandbox.read("all"));
    for method in ["leases", "cached", "swept", "sampled"] {
        let refused = sandbox.call(&["run", "scene.toml", "--method", method, "--queue", "pairing"]);
        let expected = format!("kinesweep: --queue: not of the method {method}, which has no lists: of lists and kinetic\n");
        assert_eq!((refused.code, refused.err), (2, expected));
    }
    let refused = sandbox.call(&["run", "scene.toml", "--queue", "calendar"]);
    assert!(
        refused.code == 2 && refused.err.contains("dary, pairing, pairing-auxiliary"),
        "{}",
        refused.err
    );
}

#[test]
fn json_scenes_run_as_toml_ones_do() {
    let sandbox = Sandbox::new(TICKING);
    let expected = sandbox.log(&[]);
    let scene = json!({
        "title": "a clock",
        "world": { "horizon": 4, "domain": { "kind": "box", "min": [-1, -1, -1], "max": [1, 1, 1] } },
        "bodies": [{ "name": "hand", "shape": { "kind": "ball", "radius": 0.5 }, "velocity": [1, 0, 0], "mass": 2 }],
    });
    sandbox.write("scene.json", scene.to_string());
    assert_eq!(sandbox.log_of("scene.json", &[]), expected);
}

#[test]
fn a_file_goes_before_a_built_in_scene_of_its_name() {
    let sandbox = Sandbox::new(TICKING);
    assert_eq!(sandbox.succeed(&["run", "pi", "--json"]).json()["scene"], "pi");
    std::fs::create_dir(sandbox.path("gas")).unwrap();
    let of_folder = sandbox.succeed(&["run", "gas", "--until", "0", "--json"]).json();
    assert_eq!(of_folder["scene"], "gas", "a folder is no scene");
    sandbox.write("pi", TICKING);
    assert_eq!(sandbox.succeed(&["run", "pi", "--json"]).json()["scene"], "a clock");
}
