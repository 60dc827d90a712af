//! `--save`, `--save-every` and `--resume`: a run in parts is the run.

use super::sandbox::{EXACT, Sandbox};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Balls, a rotating cube, a floor, a scheduled change: the content of a state.
pub(super) const SCENE: &str = "
    [world]
    gravity = [0, -3, 0]
    restitution = 0.7
    domain = { kind = 'box', min = [-4, -4, -4], max = [4, 4, 4] }
    horizon = 6
    [[bodies]]
    name = 'floor'
    shape = { kind = 'cuboid', half_extents = [3, 0.2, 3] }
    position = [0, -3, 0]
    kind = 'fixed'
    [[bodies]]
    name = 'cube'
    shape = { kind = 'cuboid', half_extents = [0.5, 0.4, 0.3] }
    velocity = [1, 0, 0.5]
    angular_velocity = [1, 2, 0]
    changes = [ { time = 3.5, velocity = [0, 4, 0] } ]
    [[populations]]
    kind = 'gas'
    count = 12
    speed = [1, 3]
    shape = { kind = 'ball', radius = 0.3 }
    seed = 3
";

/// A gas with a run that takes days.
const ENDLESS: &str = "
    [world]
    horizon = 1e9
    domain = { kind = 'periodic', min = [-5, -5, -5], max = [5, 5, 5] }
    [[populations]]
    kind = 'gas'
    count = 50
    speed = [1, 3]
    shape = { kind = 'ball', radius = 0.3 }
    seed = 3
";

#[test]
fn a_run_in_parts_is_the_run() {
    for method in EXACT {
        for more in [&[][..], &["--overlaps"], &["--pieces"]] {
            let sandbox = Sandbox::new(SCENE);
            let more: Vec<&str> = method.iter().chain(more).copied().collect();
            sandbox.run(&["--log", "all.jsonl", "--state", "all.json"], &more);
            sandbox.run(&["--until", "2.2", "--save", "a", "--log", "1.jsonl"], &more);
            sandbox.run(&["--resume", "a", "--events", "17", "--save", "b", "--log", "2.jsonl"], &more);
            // The same name again: it is read before it is written.
            sandbox.run(&["--resume", "b", "--until", "5", "--save", "b", "--log", "3.jsonl"], &more);
            sandbox.run(&["--resume", "b", "--log", "4.jsonl", "--state", "end.json"], &more);
            let parts: String = (1..=4).map(|part| sandbox.read(&format!("{part}.jsonl"))).collect();
            assert_eq!(parts, sandbox.read("all.jsonl"), "{more:?}");
            assert_eq!(sandbox.read("end.json"), sandbox.read("all.json"), "{more:?}");
        }
    }
}

#[test]
fn a_state_goes_on_by_any_method() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.run(&["--log", "all.jsonl"], &[]);
    sandbox.run(&["--until", "2.2", "--save", "a", "--log", "1.jsonl"], &[]);
    for (number, method) in EXACT.iter().enumerate() {
        let rest = format!("rest-{number}.jsonl");
        sandbox.run(&["--resume", "a", "--log", &rest], method);
        assert_eq!(
            sandbox.read("1.jsonl") + &sandbox.read(&rest),
            sandbox.read("all.jsonl"),
            "{method:?}"
        );
    }
}

#[test]
fn a_killed_run_goes_on_from_what_it_saved_last() {
    let sandbox = Sandbox::new(ENDLESS);
    let job = ["run", "scene.toml", "--save", "state", "--save-every", "0.5"];
    let mut child = sandbox.start(&job, Stdio::null);
    let begun = Instant::now();
    while !sandbox.path("state").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is saved");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    child.kill().expect("the run takes days");
    child.wait().expect("a child");
    let resumed = sandbox.run(&["--resume", "state", "--events", "50", "--log", "rest.jsonl", "--json"], &[]);
    let time = resumed.json()["time"].as_f64().unwrap();
    // The same from the start, as far.
    let until = time.to_string();
    sandbox.run(&["--until", &until, "--log", "all.jsonl"], &[]);
    let all = sandbox.read("all.jsonl");
    assert!(all.ends_with(&sandbox.read("rest.jsonl")));
    assert_eq!(sandbox.read("rest.jsonl").lines().count(), 50);
}

#[test]
fn what_cannot_go_on_says_why() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.write("other.toml", SCENE.replace("seed = 3", "seed = 4"));
    sandbox.run(&["--until", "2", "--save", "a"], &[]);
    let whole = std::fs::read(sandbox.path("a")).unwrap();
    let damaged = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        sandbox.write(name, bytes);
    };
    damaged("flipped", &|bytes| *bytes.last_mut().unwrap() ^= 1);
    damaged("short", &|bytes| bytes.truncate(bytes.len() - 3));
    damaged("empty", &|bytes| bytes.clear());
    let text = String::from_utf8_lossy(&whole[..40]).into_owned();
    assert!(text.starts_with("{\"kinesweep\":\"snapshot\",\"version\":3,"), "{text}");
    damaged("later", &|bytes| bytes[34] = b'7');
    for (arguments, message) in [
        (&["scene.toml", "--resume", "nowhere"][..], "nowhere: cannot be read: "),
        (
            &["scene.toml", "--resume", "scene.toml"],
            "scene.toml: is not a state that `run --save` has written",
        ),
        (
            &["scene.toml", "--resume", "empty"],
            "empty: is not a state that `run --save` has written",
        ),
        (
            &["scene.toml", "--resume", "flipped"],
            "flipped: is damaged: its check sum is another",
        ),
        (&["scene.toml", "--resume", "short"], "short: is damaged: "),
        (
            &["scene.toml", "--resume", "later"],
            "later: is of version 7; this one reads version 3",
        ),
        (
            &["other.toml", "--resume", "a"],
            "a: is the state of another scene (it was called scene.toml)",
        ),
        (
            &["scene.toml", "--resume", "a", "--response", "pass-through"],
            "a: is the state of another scene",
        ),
        (
            &["scene.toml", "--resume", "a", "--overlaps"],
            "a: was saved without --overlaps, and goes on without it",
        ),
        (
            &["scene.toml", "--resume", "a", "--until", "1"],
            "--until: 1: the run goes on from 2",
        ),
        (
            &["scene.toml", "--resume", "a", "--method", "sampled"],
            "--resume: not of the method sampled",
        ),
        (
            &["scene.toml", "--save", "b", "--method", "sampled"],
            "--save: not of the method sampled",
        ),
    ] {
        let answer = sandbox.call(&[&["run"], arguments].concat());
        assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
        assert!(answer.err.contains(message), "{arguments:?}: {answer:?}");
    }
    let answer = sandbox.call(&["run", "scene.toml", "--save", "no/such/folder"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("no/such/folder: cannot be written"), "{answer:?}");
    // No temporary file is left.
    let left: Vec<_> = std::fs::read_dir(sandbox.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        left.iter().all(|name| !name.to_string_lossy().starts_with(".kinesweep-")),
        "{left:?}"
    );
}
