//! Trajectories: gravity, own accelerations, changes known beforehand, and the walls that bound
//! them.

use super::sandbox::{Sandbox, assert_close, assert_near, number, outline, vector};
use serde_json::json;

#[test]
fn walls_reflect_at_whole_periods_and_in_their_order() {
    let sandbox = Sandbox::new(
        "
        [world]
        domain = { kind = 'box', min = [-2, -2, -2], max = [2, 2, 2] }
        horizon = 6
        [[bodies]]
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, -1, 2]
        mass = 4
        ",
    );
    let log = sandbox.same_log(&[]);
    // 1.5 m to each wall: x and y in 1.5 s, then every 3 s; z in half of that.
    let mut expected = Vec::new();
    for (half_periods, time) in (0..8).map(|k| (k, 0.75 + 1.5 * f64::from(k))).filter(|(_, t)| *t <= 6.0) {
        expected.push((time, 3, if half_periods % 2 == 0 { "domain:+z" } else { "domain:-z" }));
    }
    for (half_periods, time) in [(0, 1.5), (1, 4.5)] {
        expected.push((time, 1, if half_periods == 0 { "domain:+x" } else { "domain:-x" }));
        expected.push((time, 2, if half_periods == 0 { "domain:-y" } else { "domain:+y" }));
    }
    expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(log.len(), expected.len());
    for (line, (time, _, wall)) in log.iter().zip(&expected) {
        assert_eq!((number(&line["time"]), &line["bodies"]), (*time, &json!(["body-0", wall])));
        // From the body into the wall.
        let axis = ["x", "y", "z"].iter().position(|axis| wall.ends_with(axis)).unwrap();
        let mut normal = [0.0; 3];
        normal[axis] = if wall.contains('+') { 1.0 } else { -1.0 };
        assert_eq!(vector(&line["normal"]), normal);
        assert_eq!(vector(&line["point"])[axis], 2.0 * normal[axis]);
        let speed = if axis == 2 { 2.0 } else { 1.0 };
        assert_eq!(
            (number(&line["closing_speed"]), number(&line["impulse"])),
            (speed, 8.0 * speed)
        );
    }
    // Passing through is among bodies: walls reflect all the same.
    assert_eq!(sandbox.same_log(&["--response", "pass-through"]), log);
}

#[test]
fn a_fall_takes_as_long_as_galileo_says() {
    let sandbox = Sandbox::new(
        "
        [world]
        gravity = [0, -9.81, 0]
        restitution = 0.5
        horizon = 1
        [[bodies]]
        name = 'falling'
        shape = { kind = 'ball', radius = 0.25 }
        position = [3, 1.25, 0]
        velocity = [2, 0, 0]
        mass = 3
        [[bodies]]
        name = 'floor'
        kind = 'fixed'
        shape = { kind = 'half_space', normal = [0, 2, 0] }
        ",
    );
    let log = sandbox.same_log(&["--events", "2"]);
    assert_eq!(outline(&log), ["collision falling floor"; 2]);
    let fall = (2.0f64 / 9.81).sqrt();
    let speed = (2.0f64 * 9.81).sqrt();
    assert_close(&log[0]["time"], fall);
    assert_near(&log[0]["point"], [3.0 + 2.0 * fall, 0.0, 0.0]);
    assert_near(&log[0]["normal"], [0.0, -1.0, 0.0]);
    assert_close(&log[0]["closing_speed"], speed);
    assert_close(&log[0]["impulse"], 1.5 * speed * 3.0);
    // Up at half the speed and down again: as long as the fall.
    assert_close(&log[1]["time"], 2.0 * fall);
    assert_close(&log[1]["closing_speed"], 0.5 * speed);
    // Kinetic and potential energy, the latter 0 at the origin.
    let energy = sandbox.summary(&["--until", "0.25"])["energy"].clone();
    assert_close(&energy[0], 3.0 * (0.5 * 4.0 + 9.81 * 1.25));
    assert_close(&energy[1], 3.0 * (0.5 * 4.0 + 9.81 * 1.25));
}

#[test]
fn fixed_bodies_do_not_fall_and_what_falls_together_meets_as_without_gravity() {
    let sandbox = Sandbox::new(
        "
        [world]
        gravity = [0, 0, -8]
        horizon = 4
        [[bodies]]
        name = 'left'
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, 0, 0]
        [[bodies]]
        name = 'right'
        shape = { kind = 'ball', radius = 0.5 }
        position = [3, 0, 0]
        [[bodies]]
        name = 'lift'
        kind = 'fixed'
        shape = { kind = 'ball', radius = 0.5 }
        position = [0, 9, 0]
        velocity = [0, 0, 1]
        ",
    );
    let log = sandbox.same_log(&[]);
    assert_eq!(outline(&log), ["collision left right"]);
    assert_eq!(number(&log[0]["time"]), 2.0);
    assert_near(&log[0]["point"], [2.5, 0.0, -16.0]);
    let state = sandbox.state(&[]);
    assert_eq!(vector(&state["bodies"][2]["position"]), [0.0, 9.0, 4.0]);
    assert_eq!(vector(&state["bodies"][1]["position"]), [5.0, 0.0, -64.0]);
    assert_eq!(vector(&state["bodies"][1]["velocity"]), [1.0, 0.0, -32.0]);
}

#[test]
fn accelerated_balls_meet_where_the_quadratic_says() {
    let sandbox = Sandbox::new(
        "
        [[bodies]]
        shape = { kind = 'ball', radius = 1 }
        acceleration = [2, 0, 0]
        [[bodies]]
        shape = { kind = 'ball', radius = 1 }
        position = [11, 0, 0]
        ",
    );
    let log = sandbox.same_log(&["--events", "1"]);
    assert_eq!(outline(&log), ["collision body-0 body-1"]);
    assert_close(&log[0]["time"], 3.0);
    assert_close(&log[0]["closing_speed"], 6.0);
    assert_near(&log[0]["point"], [10.0, 0.0, 0.0]);
}

#[test]
fn a_ball_thrown_through_a_sheet_passes_it_twice() {
    let sandbox = Sandbox::new(
        "
        [world]
        gravity = [0, -10, 0]
        horizon = 3
        response = 'pass-through'
        [[bodies]]
        name = 'sheet'
        kind = 'fixed'
        shape = { kind = 'cuboid', half_extents = [2, 0.05, 2] }
        position = [0, 3, 0]
        [[bodies]]
        name = 'ball'
        shape = { kind = 'ball', radius = 0.2 }
        velocity = [0, 10, 0]
        ",
    );
    let log = sandbox.same_log(&[]);
    let pair = "sheet ball";
    let kinds = ["contact-begin", "contact-end", "contact-begin", "contact-end"];
    assert_eq!(outline(&log), kinds.map(|kind| format!("{kind} {pair}")));
    // 10 t - 5 t² = 2.75 and 3.25.
    let time = |height: f64, sign: f64| 1.0 + sign * (1.0 - height / 5.0).sqrt();
    let expected = [time(2.75, -1.0), time(3.25, -1.0), time(3.25, 1.0), time(2.75, 1.0)];
    for (line, time) in log.iter().zip(expected) {
        assert_close(&line["time"], time);
    }
    assert_near(&log[0]["normal"], [0.0, -1.0, 0.0]);
    assert_near(&log[2]["normal"], [0.0, 1.0, 0.0]);
    assert_near(&log[2]["point"], [0.0, 3.05, 0.0]);
}

#[test]
fn scheduled_changes_come_at_their_time() {
    let sandbox = Sandbox::new(
        "
        [world]
        horizon = 8
        [[bodies]]
        name = 'runner'
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, 0, 0]
        # Out of order on purpose; at 3 s it jumps and rotates, at 6 s it begins to speed up.
        changes = [
            { time = 6, acceleration = [0, 2, 0] },
            { time = 1, velocity = [0, 0, 0] },
            { time = 3, position = [0, 10, 0], velocity = [0, -2, 0] },
        ]
        [[bodies]]
        name = 'goal'
        kind = 'fixed'
        shape = { kind = 'ball', radius = 0.5 }
        position = [0, 5, 0]
        changes = [{ time = 1, velocity = [0, 0, 1] }, { time = 3, velocity = [0, 0, 0], position = [0, 5, 0] }]
        ",
    );
    let log = sandbox.same_log(&[]);
    let expected = [
        (1.0, "motion-change runner"),
        (1.0, "motion-change goal"),
        (3.0, "motion-change runner"),
        (3.0, "motion-change goal"),
        // From 10 down to 6 at 2 m/s.
        (5.0, "collision runner goal"),
        (6.0, "motion-change runner"),
    ];
    assert_eq!(outline(&log), expected.map(|(_, kind)| kind));
    for (line, (time, _)) in log.iter().zip(expected) {
        assert_eq!(number(&line["time"]), time);
    }
    assert_eq!(number(&log[4]["impulse"]), 4.0);
    assert_eq!(vector(&log[4]["normal"]), [0.0, -1.0, 0.0]);
    let state = sandbox.state(&[]);
    // At 6 s at y = 8 with 2 m/s, then 2 s with 2 m/s²: 8 + 4 + 4.
    assert_eq!(vector(&state["bodies"][0]["position"]), [0.0, 16.0, 0.0]);
    assert_eq!(vector(&state["bodies"][0]["velocity"]), [0.0, 6.0, 0.0]);
}

#[test]
fn a_jump_into_another_body_ends_the_run_and_keeps_the_log() {
    let sandbox = Sandbox::new(
        "
        [[bodies]]
        name = 'first'
        shape = { kind = 'ball', radius = 0.5 }
        [[bodies]]
        name = 'jumper'
        shape = { kind = 'ball', radius = 0.5 }
        position = [5, 0, 0]
        changes = [{ time = 1, velocity = [0, 1, 0] }, { time = 2, position = [0.25, 0, 0] }]
        ",
    );
    let answer = sandbox.call(&["run", "scene.toml", "--log", "log.jsonl"]);
    assert_eq!((answer.code, answer.out.as_str()), (1, ""));
    assert!(
        answer.err.contains("at time 2: ") && answer.err.contains("first overlaps jumper"),
        "{}",
        answer.err
    );
    assert_eq!(sandbox.read("log.jsonl").lines().count(), 1);
}

#[test]
fn orientation_turns_the_shape() {
    let sandbox = Sandbox::new(
        "
        [[bodies]]
        name = 'ball'
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, 0, 0]
        [[bodies]]
        name = 'rotated'
        shape = { kind = 'cuboid', half_extents = [1, 1, 1] }
        position = [5, 0, 0]
        orientation = [0, 0, 0.7853981633974483]
        ",
    );
    let log = sandbox.same_log(&[]);
    assert_eq!(outline(&log), ["collision ball rotated"]);
    // An edge comes first, at 5 - sqrt(2).
    assert_close(&log[0]["time"], 4.5 - 2f64.sqrt());
    assert_near(&log[0]["point"], [5.0 - 2f64.sqrt(), 0.0, 0.0]);
    let state = sandbox.state(&[]);
    assert_near(&state["bodies"][1]["orientation"], [0.0, 0.0, std::f64::consts::FRAC_PI_4]);
    assert_eq!(vector(&state["bodies"][1]["angular_velocity"]), [0.0; 3]);
}

#[test]
fn scheduled_changes_of_what_a_body_is_come_at_their_time_by_every_method() {
    let sandbox = Sandbox::new(
        "
        [world]
        horizon = 20
        [[bodies]]
        name = 'ghost'
        shape = { kind = 'ball', radius = 0.5 }
        velocity = [1, 0, 0]
        sensor = true
        changes = [
            { time = 2.5, velocity = [2, 0, 0], sensor = false, mass = 3, restitution = 0.5 },
            { time = 8, groups = { filter = 0 } },
        ]
        [[bodies]]
        name = 'near'
        shape = { kind = 'ball', radius = 0.5 }
        position = [0, 1, 0]
        velocity = [1, 0, 0]
        [[bodies]]
        name = 'far'
        shape = { kind = 'ball', radius = 0.5 }
        position = [7.5, 0, 0]
        ",
    );
    let log = sandbox.same_log(&[]);
    assert_eq!(
        outline(&log),
        [
            "contact-begin ghost near",
            "motion-change ghost",
            "motion-change ghost",
            "contact-end ghost near",
            "collision ghost far",
            "motion-change ghost"
        ]
    );
    // 4 m at 2 m/s; 3 kg on 1 kg at half the speed back.
    assert_eq!(
        log.iter().map(|line| number(&line["time"])).collect::<Vec<_>>(),
        [0.0, 2.5, 2.5, 2.5, 4.5, 8.0]
    );
    assert_eq!(number(&log[4]["impulse"]), 0.75 * 1.5 * 2.0);
}
