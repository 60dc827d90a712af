//! What frames see, and at which times.

use super::sandbox::{Sandbox, number, outline, vector};

const GATE: &str = "
    [world]
    horizon = 2
    [[bodies]]
    name = 'gate'
    kind = 'fixed'
    sensor = true
    shape = { kind = 'cuboid', half_extents = [0.5, 1, 1] }
    [[bodies]]
    name = 'ball'
    shape = { kind = 'ball', radius = 0.25 }
    position = [-1.75, 0, 0]
    velocity = [2, 0, 0]
";

#[test]
fn frames_are_at_whole_multiples_from_0_to_the_horizon() {
    // In contact from 0.5 s to 1.25 s, ends included.
    let sandbox = Sandbox::new(GATE);
    let times = |arguments: &[&str]| {
        let lines = sandbox.log(&[&["--method", "sampled"], arguments].concat());
        let kinds = ["contact-begin gate ball", "contact-end gate ball"];
        assert_eq!(outline(&lines), kinds[..lines.len()]);
        lines.iter().map(|line| number(&line["time"])).collect::<Vec<f64>>()
    };
    assert_eq!(times(&["--rate", "4"]), [0.5, 1.5]);
    assert_eq!(times(&["--rate", "2"]), [0.5, 1.5]);
    assert_eq!(times(&["--rate", "1"]), [1.0, 2.0]);
    assert_eq!(times(&["--rate", "0.5"]), [0.0; 0], "one frame before, one after");
    assert_eq!(times(&["--rate", "3"]), [2.0 / 3.0, 4.0 / 3.0]);
    assert_eq!(
        times(&["--rate", "4", "--until", "0.5"]),
        [0.5],
        "the last frame stands at the horizon"
    );
    assert_eq!(times(&["--rate", "4", "--until", "0.49"]), [0.0; 0]);
    let touching = GATE.replace("-1.75", "-0.75").replace("velocity = [2, 0, 0]", "");
    sandbox.write("scene.toml", touching);
    assert_eq!(times(&["--rate", "1"]), [0.0], "the first frame stands at 0");
}

#[test]
fn samples_push_apart_what_they_find_too_deep() {
    let sandbox = Sandbox::new(
        "
        [world]
        horizon = 2
        [[bodies]]
        name = 'one'
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, 0, 0]
        [[bodies]]
        name = 'two'
        shape = { kind = 'ball', radius = 0.5 }
        position = [1.75, 0, 0]
        ",
    );
    let log = sandbox.log(&["--method", "sampled", "--rate", "1"]);
    assert_eq!(outline(&log), ["collision one two"]);
    // They met at 0.75 s; at 1 s they are 0.25 m deep in each other, and each goes back by half of
    // that.
    assert_eq!(number(&log[0]["time"]), 1.0);
    assert_eq!((number(&log[0]["closing_speed"]), number(&log[0]["impulse"])), (1.0, 1.0));
    assert_eq!(vector(&log[0]["normal"]), [1.0, 0.0, 0.0]);
    let state = sandbox.state(&["--method", "sampled", "--rate", "1", "--until", "1"]);
    assert_eq!(vector(&state["bodies"][0]["position"]), [0.875, 0.0, 0.0]);
    assert_eq!(vector(&state["bodies"][1]["position"]), [1.875, 0.0, 0.0]);
}

#[test]
fn overlapping_starts_are_refused_by_samples_too() {
    let sandbox = Sandbox::new(&GATE.replace("-1.75", "0").replace("sensor = true", ""));
    for method in [&["sampled", "--rate", "8"][..], &["kinetic"], &["swept", "--rate", "8"]] {
        let method = [&["--method"], method].concat();
        let answer = sandbox.call(&[&["run", "scene.toml"], &method[..]].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""));
        assert!(answer.err.contains("gate overlaps ball"), "{}", answer.err);
        let passing = sandbox.log(&[&method[..], &["--response", "pass-through"]].concat());
        assert_eq!(outline(&passing)[0], "contact-begin gate ball");
        assert_eq!(number(&passing[0]["time"]), 0.0);
    }
}

#[test]
fn a_ball_that_outgrows_a_periodic_domain_ends_a_run_in_either_mode() {
    // From 0.5 to 2, the quarter of 8, at 0.375 a second: 4 s. The two meet at 2.2 s.
    let sandbox = Sandbox::new(
        "
        [world]
        domain = { kind = 'periodic', min = [-4, -4, -4], max = [4, 4, 4] }
        horizon = 9
        [[bodies]]
        name = 'bud'
        shape = { kind = 'ball', radius = 0.5 }
        growth = 0.375
        [[bodies]]
        name = 'ball'
        shape = { kind = 'ball', radius = 0.5 }
        position = [-3.9, 0, 0]
        velocity = [1, 0, 0]
    ",
    );
    for (method, time) in [
        (&[][..], "4"),
        (&["--method", "sampled", "--rate", "0.75"], "4"),
        (&["--method", "sampled", "--rate", "16"], "4"),
    ] {
        let arguments = ["run", "scene.toml", "--log", "log.jsonl"];
        let answer = sandbox.call(&[&arguments[..], method].concat());
        assert_eq!(answer.code, 1, "{answer:?}");
        let expected = format!("at time {time}: bud ");
        assert!(
            answer.err.contains(&expected) && answer.err.contains("quarter of the shortest side"),
            "{answer:?}"
        );
        assert!(sandbox.read("log.jsonl").contains("\"collision\""), "{method:?}");
    }
    let stopped = sandbox.call(&["compare", "scene.toml", "--rates", "16"]);
    assert!(
        stopped.code == 1 && stopped.err.contains("at time 4: bud grows"),
        "{stopped:?}"
    );
    let compared = sandbox.call(&["compare", "scene.toml", "--rates", "16", "--until", "3.9"]);
    assert!(
        compared.code == 0 && compared.out.contains("| sampled | 16 Hz |"),
        "{compared:?}"
    );
}
