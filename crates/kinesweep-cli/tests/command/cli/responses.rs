//! What bodies do to each other: restitution, friction, mass, groups, sensors, and collisions
//! without end.

use super::sandbox::{Sandbox, assert_close, assert_near, number, outline, vector};
use serde_json::{Value, json};

/// Two balls of 1 m across on the x axis, 3 m of gap, the first at 2 m/s; `first` and `second` are
/// more lines of theirs.
fn two_balls(world: &str, first: &str, second: &str) -> Sandbox {
    Sandbox::new(&format!(
        "
        [world]
        horizon = 4
        {world}
        [[bodies]]
        name = 'one'
        shape = {{ kind = 'ball', radius = 0.5 }}
        velocity = [2, 0, 0]
        {first}
        [[bodies]]
        name = 'two'
        shape = {{ kind = 'ball', radius = 0.5 }}
        position = [4, 0, 0]
        {second}
        "
    ))
}

/// Velocities along x at the end.
fn speeds(sandbox: &Sandbox) -> [f64; 2] {
    let state = sandbox.state(&[]);
    [0, 1].map(|body| number(&state["bodies"][body]["velocity"][0]))
}

#[test]
fn restitution_of_a_pair_is_the_smaller() {
    // e, and what the first then has of the 2 m/s: 1 - e.
    for (world, first, second, restitution) in [
        ("", "", "", 1.0),
        ("restitution = 0.5", "", "", 0.5),
        ("restitution = 0.5", "restitution = 0.25", "", 0.25),
        ("restitution = 0.5", "restitution = 1", "", 0.5),
        ("", "restitution = 0.75", "restitution = 0", 0.0),
    ] {
        let sandbox = two_balls(world, first, second);
        let log = sandbox.same_log(&[]);
        assert_eq!(outline(&log), ["collision one two"]);
        assert_eq!(number(&log[0]["time"]), 1.5);
        assert_eq!(number(&log[0]["impulse"]), 1.0 + restitution);
        assert_eq!(speeds(&sandbox), [1.0 - restitution, 1.0 + restitution]);
    }
}

#[test]
fn impulses_go_by_mass() {
    let sandbox = two_balls("", "mass = 3", "");
    assert_eq!(number(&sandbox.same_log(&[])[0]["impulse"]), 3.0);
    assert_eq!(speeds(&sandbox), [1.0, 3.0]);
    // The same by density: a ball of 0.5 m has pi / 6 m³.
    let by_density = two_balls("", "density = 6", "density = 2");
    let log = by_density.same_log(&[]);
    assert_close(&log[0]["impulse"], std::f64::consts::PI);
    let speeds = speeds(&by_density);
    assert!(
        (speeds[0] - 1.0).abs() < 1e-14 && (speeds[1] - 3.0).abs() < 1e-14,
        "{speeds:?}"
    );
    // A fixed body returns all of it.
    let fixed = two_balls("", "mass = 3", "kind = 'fixed'");
    assert_eq!(number(&fixed.same_log(&[])[0]["impulse"]), 12.0);
    assert_eq!(self::speeds(&fixed), [-2.0, 0.0]);
    // Two fixed bodies never collide.
    assert!(two_balls("", "kind = 'fixed'", "kind = 'fixed'").same_log(&[]).is_empty());
}

#[test]
fn friction_takes_from_the_sliding_at_most_its_share_of_the_impulse() {
    // Down at 1 m/s, sliding at 3 m/s, elastic: impulse 2, friction at most 2 mu.
    for (friction, left) in [(0.0, 3.0), (0.25, 2.5), (1.0, 1.0), (4.0, 0.0)] {
        let sandbox = Sandbox::new(&format!(
            "
            [world]
            friction = {friction}
            horizon = 2
            [[bodies]]
            kind = 'fixed'
            shape = {{ kind = 'half_space', normal = [0, 1, 0] }}
            [[bodies]]
            shape = {{ kind = 'ball', radius = 0.5 }}
            position = [0, 1.5, 0]
            velocity = [3, -1, 0]
            "
        ));
        let log = sandbox.same_log(&[]);
        assert_eq!(number(&log[0]["impulse"]), 2.0, "along the normal");
        assert_eq!(vector(&sandbox.state(&[])["bodies"][1]["velocity"]), [left, 1.0, 0.0]);
    }
}

#[test]
fn groups_decide_which_pairs_meet() {
    let meets = |first: &str, second: &str| two_balls("", first, second).same_log(&["--overlaps"]).len() == 3;
    assert!(meets("", ""));
    assert!(meets(
        "groups = { memberships = 2, filter = 1 }",
        "groups = { memberships = 1, filter = 2 }"
    ));
    assert!(!meets(
        "groups = { memberships = 2, filter = 1 }",
        "groups = { memberships = 1, filter = 1 }"
    ));
    assert!(!meets("", "groups = { memberships = 1, filter = 0 }"));
    assert!(!meets("groups = { memberships = 0 }", ""));
}

#[test]
fn sensors_and_passing_through_report_contact_without_a_push() {
    for (world, second, arguments) in [
        ("", "sensor = true", &[][..]),
        ("response = 'pass-through'", "", &[]),
        ("", "", &["--response", "pass-through"]),
    ] {
        let sandbox = two_balls(world, "", second);
        let log = sandbox.same_log(arguments);
        assert_eq!(outline(&log), ["contact-begin one two", "contact-end one two"]);
        assert_eq!((number(&log[0]["time"]), number(&log[1]["time"])), (1.5, 2.5));
        assert_eq!(vector(&log[0]["point"]), [3.5, 0.0, 0.0]);
        assert_eq!(number(&log[0]["closing_speed"]), 2.0);
        let state = sandbox.state(arguments);
        assert_eq!(vector(&state["bodies"][0]["position"]), [8.0, 0.0, 0.0]);
    }
    // And the other way round: the command line has the last word.
    let sandbox = two_balls("response = 'pass-through'", "", "");
    assert_eq!(outline(&sandbox.same_log(&["--response", "collide"])), ["collision one two"]);
}

#[test]
fn the_normal_points_from_the_first_in_scene_order() {
    // The first one in the scene is on the right.
    let sandbox = two_balls("", "position = [9, 0, 0]\nvelocity = [-2, 0, 0]", "").replaced("velocity = [2, 0, 0]\n", "");
    let log = sandbox.same_log(&[]);
    assert_eq!(outline(&log), ["collision one two"]);
    assert_eq!(vector(&log[0]["normal"]), [-1.0, 0.0, 0.0]);
    assert_eq!(vector(&log[0]["point"]), [4.5, 0.0, 0.0]);
    assert_eq!((number(&log[0]["closing_speed"]), number(&log[0]["impulse"])), (2.0, 2.0));
}

#[test]
fn contact_at_the_start_begins_at_0_and_contact_at_the_horizon_does_not_end() {
    let sandbox = two_balls(
        "response = 'pass-through'",
        "position = [3.5, 0, 0]",
        "velocity = [2, 0, 0]\nchanges = [{ time = 1, velocity = [4, 0, 0] }]",
    );
    let log = sandbox.same_log(&[]);
    assert_eq!(
        outline(&log),
        ["contact-begin one two", "motion-change two", "contact-end one two"]
    );
    // 0.5 m apart at the start, 1 m when it ends, at 2 m/s from 1 s on.
    let times: Vec<f64> = log.iter().map(|line| number(&line["time"])).collect();
    assert_eq!(times, [0.0, 1.0, 1.25]);
    assert_eq!(
        outline(&sandbox.same_log(&["--until", "1"])),
        ["contact-begin one two", "motion-change two"]
    );
    assert_eq!(outline(&sandbox.same_log(&["--until", "0"])), ["contact-begin one two"]);
    // Touching at the start is contact, too: of closed sets, and it ends at once.
    let touching = two_balls("response = 'pass-through'", "position = [3, 0, 0]", "velocity = [3, 0, 0]");
    assert_eq!(
        outline(&touching.same_log(&[])),
        ["contact-begin one two", "contact-end one two"]
    );
    assert_eq!(number(&touching.same_log(&[])[1]["time"]), 0.0);
    // Balls that collide may touch at the start: approaching they collide at 0, parting they do
    // not.
    assert_eq!(
        number(&two_balls("", "position = [3, 0, 0]", "").same_log(&[])[0]["time"]),
        0.0
    );
    assert!(
        two_balls("", "position = [3, 0, 0]", "velocity = [3, 0, 0]")
            .same_log(&[])
            .is_empty()
    );
}

#[test]
fn rests_are_reported_on_request() {
    let sandbox = Sandbox::new(
        "
        [world]
        gravity = [0, -10, 0]
        restitution = 0
        friction = 0.2
        rolling_friction = 0.07
        horizon = 8
        [[bodies]]
        name = 'floor'
        kind = 'fixed'
        shape = { kind = 'half_space', normal = [0, 1, 0] }
        [[bodies]]
        name = 'rolls'
        rotates = true
        shape = { kind = 'ball', radius = 0.5 }
        position = [0, 0.5, 0]
        velocity = [3, 0, 0]
        angular_velocity = [0, 0, -6]
        [[bodies]]
        name = 'falls'
        shape = { kind = 'ball', radius = 0.5 }
        position = [20, 5.5, 0]
        changes = [{ time = 3, velocity = [0, 5, 0] }]
        ",
    );
    let log = sandbox.same_log(&["--rests"]);
    let expected = [
        "collision floor falls",
        "rest falls",
        "motion-change falls",
        "wake falls",
        "collision floor falls",
        "rest falls",
        "rest rolls",
    ];
    assert_eq!(outline(&log), expected);
    let times: Vec<f64> = log.iter().map(|line| number(&line["time"])).collect();
    for (found, expected) in times.into_iter().zip([1.0, 1.0, 3.0, 3.0, 4.0, 4.0, 6.0]) {
        assert!((found - expected).abs() < 1e-9, "{found}");
    }
    assert!(sandbox.same_log(&[]).iter().all(|line| line["kind"] != "rest"));
    let refused = sandbox.call(&["run", "scene.toml", "--method", "sampled", "--rests"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--rests: not of the method sampled"), "{}", refused.err);
}

#[test]
fn overlaps_are_reported_on_request_in_order() {
    let sandbox = two_balls("", "", "sensor = true");
    let log = sandbox.same_log(&["--overlaps"]);
    let expected = ["overlap-begin", "contact-begin", "contact-end", "overlap-end"];
    assert_eq!(outline(&log), expected.map(|kind| format!("{kind} one two")));
    // On this line boxes touch when balls do: at equal times the order of kinds decides.
    let times: Vec<f64> = log.iter().map(|line| number(&line["time"])).collect();
    assert_eq!(times, [1.5, 1.5, 2.5, 2.5]);
    // Boxes overlap where balls do not meet.
    let sandbox = two_balls("", "position = [0, 0.75, 0.75]", "");
    let log = sandbox.same_log(&["--overlaps"]);
    assert_eq!(outline(&log), ["overlap-begin one two", "overlap-end one two"]);
    assert_eq!((number(&log[0]["time"]), number(&log[1]["time"])), (1.5, 2.5));
    assert!(sandbox.same_log(&[]).is_empty());
    // A half-space has no box.
    let floor = "kind = 'fixed'";
    let sandbox = two_balls("", floor, "").replaced(
        "{ kind = 'ball', radius = 0.5 }\n        velocity = [2, 0, 0]",
        "{ kind = 'half_space', normal = [1, 0, 0] }",
    );
    assert!(sandbox.same_log(&["--overlaps"]).is_empty());
}

#[test]
fn a_ball_comes_to_rest_and_the_run_ends_well() {
    let scene = "
        [world]
        gravity = [0, -10, 0]
        restitution = 0.5
        horizon = 10
        [[bodies]]
        kind = 'fixed'
        shape = { kind = 'half_space', normal = [0, 1, 0] }
        [[bodies]]
        shape = { kind = 'ball', radius = 0.5 }
        position = [0, 1.75, 0]
    ";
    let sandbox = Sandbox::new(scene);
    let summary = sandbox.summary(&[]);
    assert_eq!(number(&summary["time"]), 10.0);
    assert!(number(&summary["counters"]["zeno_collisions"]) >= 1.0, "{summary}");
    assert!(number(&summary["counters"]["rests"]) >= 1.0, "{summary}");
    assert_near(&sandbox.state(&[])["bodies"][1]["position"], [0.0, 0.5, 0.0]);
    // Bounces of 0.5 s, halved each time, from the first fall of 0.5 s: they accumulate at 1.5 s.
    let log = sandbox.same_log(&[]);
    assert!(log.iter().all(|line| number(&line["time"]) < 1.5 + 1e-6));
    assert_close(&log[1]["time"], 1.0);
    assert_close(&log[2]["time"], 1.25);

    let elastic = Sandbox::new(&scene.replace("horizon", "zeno = { kind = 'elastic', within = 1e-3 }\n horizon"));
    assert_eq!(number(&elastic.summary(&["--until", "2"])["time"]), 2.0);
    elastic.same_log(&["--until", "2"]);

    let refused = Sandbox::new(&scene.replace("horizon", "zeno = { kind = 'error' }\n horizon"));
    let answer = refused.call(&["run", "scene.toml", "--log", "log.jsonl", "--state", "state.json"]);
    assert_eq!((answer.code, answer.out.as_str()), (1, ""));
    assert!(
        answer.err.contains("infinitely many collisions") && answer.err.contains("body-0 and body-1"),
        "{}",
        answer.err
    );
    assert_eq!(answer.err.lines().count(), 1);
    // The lines before it are kept.
    assert!(refused.read("log.jsonl").lines().count() > 5);
    let state: Value = serde_json::from_str(&refused.read("state.json")).unwrap();
    assert!((number(&state["time"]) - 1.5).abs() < 1e-6, "{state}");
}

#[test]
fn inelastic_collapse_does_not_hang() {
    let sandbox = Sandbox::new(
        "
        world = { restitution = 0.05, horizon = 100 }
        [[bodies]]
        shape = { kind = 'ball', radius = 0.5 }
        position = [-2, 0, 0]
        velocity = [1, 0, 0]
        [[bodies]]
        shape = { kind = 'ball', radius = 0.5 }
        position = [0.25, 0, 0]
        [[bodies]]
        shape = { kind = 'ball', radius = 0.5 }
        position = [2, 0, 0]
        velocity = [-1, 0, 0]
        ",
    );
    sandbox.same_log(&[]);
    let summary = sandbox.summary(&[]);
    assert_eq!(summary["time"], json!(100.0));
    assert_eq!(summary["counters"]["late"], json!(0));
}

impl Sandbox {
    /// The same with a part of the scene replaced.
    fn replaced(self, from: &str, to: &str) -> Self {
        let scene = self.read("scene.toml");
        assert!(scene.contains(from), "{scene}");
        self.write("scene.toml", scene.replacen(from, to, 1));
        self
    }
}
