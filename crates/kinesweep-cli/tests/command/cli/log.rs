//! What every line of every log has to be, on scenes with all kinds of events.

use super::sandbox::{Sandbox, keys, number, vector};
use kinesweep::{EventKind, Method, Party, Scene, World};
use serde_json::Value;

/// Bodies of every shape, sensors, fixed and moving, with changes, under gravity, in a box.
const MIX: &str = "
    [world]
    gravity = [0, -3, 0]
    restitution = 0.875
    horizon = 6
    domain = { kind = 'box', min = [-6, -6, -6], max = [6, 6, 6] }
    [[bodies]]
    name = 'floor'
    kind = 'fixed'
    shape = { kind = 'half_space', normal = [0.1, 1, 0] }
    position = [0, -5, 0]
    [[bodies]]
    name = 'gate'
    kind = 'fixed'
    sensor = true
    shape = { kind = 'cuboid', half_extents = [6, 0.25, 6] }
    [[bodies]]
    name = 'capsule'
    shape = { kind = 'capsule', half_height = 0.5, radius = 0.25 }
    position = [-3, 2, 1]
    velocity = [2, 1, 0.5]
    orientation = [0.5, 0.5, 0]
    changes = [{ time = 1, velocity = [0, 3, -2] }, { time = 2.5, acceleration = [1, 0, 0] }]
    [[bodies]]
    name = 'ring'
    shape = { kind = 'ring', major = 1, minor = 0.25, segments = 8, sides = 4 }
    position = [3, 3, 0]
    velocity = [-2, 1, 0.25]
    [[bodies]]
    name = 'hull'
    shape = { kind = 'convex', points = [[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1],[0,0,-1]] }
    position = [0, -3, 3]
    velocity = [1, 2, -3]
    [[bodies]]
    name = 'dumbbell'
    shape = { kind = 'compound', parts = [
        { shape = { kind = 'ball', radius = 0.5 }, position = [-0.75, 0, 0] },
        { shape = { kind = 'cuboid', half_extents = [0.5, 0.5, 0.5] }, position = [0.75, 0, 0] },
    ] }
    position = [0, 2, -3]
    velocity = [0.5, -1, 3]
    [[populations]]
    kind = 'gas'
    count = 60
    speed = [1, 9]
    seed = 3
    shape = { kind = 'ball', radius = 0.3 }
";

/// Order at equal times.
const KINDS: [&str; 6] = [
    "motion-change",
    "overlap-begin",
    "contact-begin",
    "collision",
    "contact-end",
    "overlap-end",
];

/// Where a name stands in the scene, walls after all bodies.
fn place_of(name: &Value, names: &[String]) -> usize {
    let name = name.as_str().expect("names are strings");
    if let Some(wall) = name.strip_prefix("domain:") {
        let wall = ["-x", "+x", "-y", "+y", "-z", "+z"].iter().position(|known| *known == wall);
        return names.len() + wall.expect("one of the six walls");
    }
    names.iter().position(|known| known == name).expect("a body of the scene")
}

fn check_line(line: &Value, names: &[String]) {
    let kind = line["kind"].as_str().expect("kind is a string");
    let expected: &[&str] = match kind {
        "collision" => &["time", "kind", "bodies", "point", "normal", "closing_speed", "impulse"],
        "contact-begin" => &["time", "kind", "bodies", "point", "normal", "closing_speed"],
        _ => &["time", "kind", "bodies"],
    };
    assert_eq!(keys(line), expected, "{line}");
    let bodies = line["bodies"].as_array().expect("bodies is an array");
    let places: Vec<usize> = bodies.iter().map(|name| place_of(name, names)).collect();
    assert_eq!(places.len(), if kind == "motion-change" { 1 } else { 2 }, "{line}");
    assert!(places.is_sorted_by(|a, b| a < b), "scene order, walls last: {line}");
    if expected.contains(&"normal") {
        let length = vector(&line["normal"]).iter().map(|c| c * c).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-14, "{length}: {line}");
        assert!(vector(&line["point"]).iter().all(|c| c.abs() < 7.0), "{line}");
        assert!(number(&line["closing_speed"]) >= 0.0, "{line}");
    }
    if kind == "collision" {
        assert!(
            number(&line["closing_speed"]) > 0.0 && number(&line["impulse"]) > 0.0,
            "{line}"
        );
    }
}

/// Checks every line, and the order of time; at equal times, the order of kinds and bodies if
/// `ties`.
fn check_log(lines: &[Value], names: &[String], ties: bool) {
    let key = |line: &Value| {
        let kind = KINDS.iter().position(|kind| line["kind"] == *kind).expect("a known kind");
        let bodies = line["bodies"].as_array().expect("bodies is an array");
        (kind, bodies.iter().map(|name| place_of(name, names)).collect::<Vec<_>>())
    };
    for line in lines {
        check_line(line, names);
    }
    for pair in lines.windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|line| number(&line["time"]));
        assert!(before <= after, "{} {}", pair[0], pair[1]);
        if ties && before == after {
            assert!(key(&pair[0]) < key(&pair[1]), "{} {}", pair[0], pair[1]);
        }
    }
}

fn names_of(scene: &Scene) -> Vec<String> {
    (0..scene.bodies.len()).map(|body| scene.body_name(body)).collect()
}

#[test]
fn every_line_is_as_it_has_to_be_and_every_exact_method_writes_the_same() {
    let sandbox = Sandbox::new(MIX);
    let names = names_of(&Scene::from_toml_str(MIX, "mix").unwrap());
    for arguments in [&["--overlaps"][..], &["--response", "pass-through", "--overlaps"], &[]] {
        let lines = sandbox.same_log(arguments);
        check_log(&lines, &names, true);
        let seen = |kind: &str| lines.iter().any(|line| line["kind"] == kind);
        let has_overlaps = arguments.contains(&"--overlaps");
        for kind in KINDS {
            assert_eq!(seen(kind), has_overlaps || !kind.starts_with("overlap"), "{kind}");
        }
        let to_walls = |line: &&Value| line["bodies"][1].as_str().is_some_and(|name| name.starts_with("domain:"));
        assert!(lines.iter().filter(to_walls).count() > 20);
        check_begins_and_ends(&lines);
    }
}

/// Begins and ends of each pair alternate.
fn check_begins_and_ends(lines: &[Value]) {
    for what in ["contact", "overlap"] {
        let mut open = std::collections::BTreeSet::new();
        for line in lines {
            let bodies = line["bodies"].to_string();
            match line["kind"].as_str().and_then(|kind| kind.strip_prefix(what)) {
                Some("-begin") => assert!(open.insert(bodies), "{line}"),
                Some("-end") => assert!(open.remove(&bodies), "{line}"),
                _ => {}
            }
        }
    }
}

#[test]
fn samples_report_frames_in_the_same_order() {
    let sandbox = Sandbox::new(MIX);
    let names = names_of(&Scene::from_toml_str(MIX, "mix").unwrap());
    for arguments in [&["--overlaps"][..], &["--response", "pass-through", "--overlaps"], &[]] {
        let lines = sandbox.log(&[arguments, &["--method", "sampled", "--rate", "64"]].concat());
        check_log(&lines, &names, true);
        check_begins_and_ends(&lines);
        assert!(lines.iter().all(|line| (number(&line["time"]) * 64.0).fract() == 0.0));
        let overlaps = lines.iter().filter(|line| line["kind"] == "overlap-begin").count();
        assert_eq!(overlaps > 0, arguments.contains(&"--overlaps"));
    }
}

#[test]
fn numbers_read_back_to_the_same_bits() {
    let sandbox = Sandbox::new(MIX);
    let scene = Scene::from_toml_str(MIX, "mix").unwrap();
    let mut world = World::from_scene(&scene, Method::Auto).unwrap();
    let events = world.advance_to(scene.horizon).unwrap().to_vec();
    let lines = sandbox.log(&["--state", "state.json"]);
    assert_eq!(lines.len(), events.len());
    let same = |value: &Value, expected: f64| assert_eq!(number(value).to_bits(), expected.to_bits(), "{value}");
    let same_vector = |value: &Value, expected: [f64; 3]| {
        assert_eq!(vector(value).map(f64::to_bits), expected.map(f64::to_bits), "{value}");
    };
    for (line, event) in lines.iter().zip(&events) {
        same(&line["time"], event.time);
        assert_eq!(line["kind"], event.kind.name());
        for (name, party) in line["bodies"]
            .as_array()
            .unwrap()
            .iter()
            .zip(event.kind.parties().iter().flatten())
        {
            assert_eq!(*name, world.name(*party).unwrap());
        }
        let geometry = match &event.kind {
            EventKind::Collision(hit) => {
                same(&line["impulse"], hit.impulse);
                (hit.point, hit.normal, hit.closing_speed)
            }
            EventKind::ContactBegin(touch) => (touch.point, touch.normal, touch.closing_speed),
            _ => continue,
        };
        same_vector(&line["point"], geometry.0.into());
        same_vector(&line["normal"], geometry.1.into());
        same(&line["closing_speed"], geometry.2);
    }
    let state: Value = serde_json::from_str(&sandbox.read("state.json")).unwrap();
    same(&state["time"], 6.0);
    for (body, id) in state["bodies"].as_array().unwrap().iter().zip(world.bodies()) {
        assert_eq!(body["name"], world.name(Party::Body(id)).unwrap());
        same_vector(&body["position"], world.pose(id).unwrap().translation.vector.into());
        same_vector(&body["velocity"], world.velocity(id).unwrap().into());
    }
}

#[test]
fn the_text_of_a_number_is_the_shortest_that_reads_back() {
    let sandbox = Sandbox::empty();
    sandbox.log_of("pool-break", &["--events", "60"]);
    let log = sandbox.read("log.jsonl");
    let numbers = log.split(['[', ']', '{', '}', ',', ':', '\n', '"']);
    let mut seen = 0;
    for text in numbers.filter(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '-') && text.contains('.')) {
        let value: f64 = text.parse().unwrap();
        let shortest = format!("{value:e}");
        let digits = |text: &str| {
            text.split(['e', 'E'])
                .next()
                .unwrap()
                .chars()
                .filter(char::is_ascii_digit)
                .collect::<String>()
        };
        let trimmed = |digits: String| digits.trim_matches('0').to_owned();
        assert_eq!(trimmed(digits(text)), trimmed(digits(&shortest)), "{text}");
        seen += 1;
    }
    assert!(seen > 400, "{seen}");
}
