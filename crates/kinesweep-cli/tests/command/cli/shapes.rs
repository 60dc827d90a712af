//! Every shape, where it meets a ball at a place and time known in closed form.

use super::sandbox::{Sandbox, assert_close, assert_near, number, outline, vector};
use serde_json::Value;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// A ball of radius 0.5 that flies from `from` at `velocity`, and a fixed body of this shape at the
/// origin.
fn ball_against(shape: &str, from: [f64; 3], velocity: [f64; 3]) -> Vec<Value> {
    let sandbox = Sandbox::new(&format!(
        "
        [[bodies]]
        name = 'ball'
        shape = {{ kind = 'ball', radius = 0.5 }}
        position = {from:?}
        velocity = {velocity:?}
        [[bodies]]
        name = 'target'
        kind = 'fixed'
        shape = {shape}
        "
    ));
    sandbox.write("square.obj", "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 2 3 4\n");
    sandbox.same_log(&[])
}

#[track_caller]
fn assert_hit(log: &[Value], time: f64, point: [f64; 3], normal: [f64; 3]) {
    assert_eq!(outline(log), ["collision ball target"]);
    assert_close(&log[0]["time"], time);
    assert_near(&log[0]["point"], point);
    assert_near(&log[0]["normal"], normal);
}

#[test]
fn balls() {
    let log = ball_against("{ kind = 'ball', radius = 2 }", [-10.0, 1.5, 0.0], [1.0, 0.0, 0.0]);
    // Centres 2.5 m apart, 1.5 m of it across: 2 m along.
    assert_hit(&log, 8.0, [-1.6, 1.2, 0.0], [0.8, -0.6, 0.0]);
    assert_close(&log[0]["closing_speed"], 0.8);
    // A miss by a hair, and a graze that does not approach.
    assert!(ball_against("{ kind = 'ball', radius = 2 }", [-10.0, 2.5000001, 0.0], [1.0, 0.0, 0.0]).is_empty());
    assert!(ball_against("{ kind = 'ball', radius = 2 }", [-10.0, 2.5, 0.0], [1.0, 0.0, 0.0]).is_empty());
}

#[test]
fn cuboids() {
    let cuboid = "{ kind = 'cuboid', half_extents = [1, 2, 3] }";
    let log = ball_against(cuboid, [-5.0, 1.5, 2.0], [2.0, 0.0, 0.0]);
    assert_hit(&log, 1.75, [-1.0, 1.5, 2.0], [1.0, 0.0, 0.0]);
    // On an edge: 0.3 across, so 0.4 along.
    let log = ball_against(cuboid, [-5.0, 2.3, 0.0], [1.0, 0.0, 0.0]);
    assert_hit(&log, 3.6, [-1.0, 2.0, 0.0], [0.8, -0.6, 0.0]);
    // On a corner, along the diagonal.
    let log = ball_against(cuboid, [-4.0, -5.0, -6.0], [1.0, 1.0, 1.0]);
    let third = 1.0 / 3f64.sqrt();
    assert_hit(&log, 3.0 - 0.5 * third, [-1.0, -2.0, -3.0], [third; 3]);
}

#[test]
fn faces_meet_at_the_middle_of_the_patch() {
    let sandbox = Sandbox::new(
        "
        [[bodies]]
        name = 'moving'
        shape = { kind = 'cuboid', half_extents = [1, 1, 1] }
        position = [-4, 1, 0.5]
        velocity = [1, 0, 0]
        [[bodies]]
        name = 'resting'
        shape = { kind = 'cuboid', half_extents = [1, 1, 1] }
        ",
    );
    let log = sandbox.same_log(&[]);
    assert_eq!(outline(&log), ["collision moving resting"]);
    assert_eq!(number(&log[0]["time"]), 2.0);
    // y from 0 to 1, z from -0.5 to 1.
    assert_near(&log[0]["point"], [-1.0, 0.5, 0.25]);
    assert_near(&log[0]["normal"], [1.0, 0.0, 0.0]);
}

#[test]
fn capsules() {
    let capsule = "{ kind = 'capsule', half_height = 2, radius = 1 }";
    // The side, and the upper cap, 0.9 m above its centre.
    let log = ball_against(capsule, [-5.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    assert_hit(&log, 3.5, [-1.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    let log = ball_against(capsule, [-5.0, 2.9, 0.0], [1.0, 0.0, 0.0]);
    assert_hit(&log, 3.8, [-0.8, 2.6, 0.0], [0.8, -0.6, 0.0]);
    // Tip to tip, along the axis.
    let log = ball_against(capsule, [0.0, -9.0, 0.0], [0.0, 2.0, 0.0]);
    assert_hit(&log, 2.75, [0.0, -3.0, 0.0], [0.0, 1.0, 0.0]);
}

#[test]
fn half_spaces() {
    let log = ball_against(
        "{ kind = 'half_space', normal = [-3, 4, 0] }",
        [0.0, 5.0, 1.0],
        [0.0, -1.0, 0.0],
    );
    // The plane's unit normal is (-0.6, 0.8, 0): the centre is at 0.5 m from it at height 0.625.
    assert_hit(&log, 4.375, [0.3, 0.225, 1.0], [0.6, -0.8, 0.0]);
    assert_close(&log[0]["closing_speed"], 0.8);
}

#[test]
fn rings() {
    let ring = "{ kind = 'ring', major = 2, minor = 0.5, segments = 8, sides = 4 }";
    // Down on the top of the tube, where a vertex is.
    let log = ball_against(ring, [2.0, 0.0, 5.0], [0.0, 0.0, -2.0]);
    assert_hit(&log, 2.0, [2.0, 0.0, 0.5], [0.0, 0.0, -1.0]);
    // Through the hole.
    assert!(ball_against(ring, [0.0, 0.0, 5.0], [0.0, 0.0, -2.0]).is_empty());
    // From the side on the outermost vertex.
    let log = ball_against(ring, [-6.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert_hit(&log, 3.0, [-2.5, 0.0, 0.0], [1.0, 0.0, 0.0]);
}

#[test]
fn hulls() {
    let octahedron = "{ kind = 'convex', points = [[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1],[0,0,-1]] }";
    let log = ball_against(octahedron, [-4.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert_hit(&log, 2.5, [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    // On a face: the plane x + y + z = 1 is 1 / sqrt(3) from the origin.
    let log = ball_against(octahedron, [5.0, 5.0, 5.0], [-1.0, -1.0, -1.0]);
    let third = 1.0 / 3f64.sqrt();
    assert_hit(&log, 5.0 - (third + 0.5) * third, [1.0 / 3.0; 3], [-third; 3]);
}

#[test]
fn meshes_in_the_scene_and_in_files() {
    let inline = "{ kind = 'mesh', vertices = [[-1,0,-1],[1,0,-1],[1,0,1],[-1,0,1]], triangles = [[0,1,2],[0,2,3]] }";
    for mesh in [inline, "{ kind = 'mesh', file = 'square.obj' }"] {
        for side in [1.0, -1.0] {
            let log = ball_against(mesh, [0.25, 4.0 * side, 0.5], [0.0, -side, 0.0]);
            assert_hit(&log, 3.5, [0.25, 0.0, 0.5], [0.0, -side, 0.0]);
        }
        // On the edge at x = 1, from outside.
        let log = ball_against(mesh, [1.3, 4.0, 0.5], [0.0, -1.0, 0.0]);
        assert_hit(&log, 3.6, [1.0, 0.0, 0.5], [-0.6, -0.8, 0.0]);
        assert!(ball_against(mesh, [1.6, 4.0, 0.5], [0.0, -1.0, 0.0]).is_empty());
    }
}

#[test]
fn compounds() {
    let dumbbell = "{ kind = 'compound', parts = [
        { shape = { kind = 'ball', radius = 1 }, position = [-3, 0, 0] },
        { shape = { kind = 'ball', radius = 1 }, position = [3, 0, 0] },
        { shape = { kind = 'cuboid', half_extents = [2, 0.25, 0.25] }, orientation = [0.7853981633974483, 0, 0] },
    ] }";
    // Between the balls it falls to the bar, which has an edge on top.
    let log = ball_against(dumbbell, [0.0, 9.0, 0.0], [0.0, -2.0, 0.0]);
    assert_hit(&log, (8.5 - 0.25 * SQRT_2) / 2.0, [0.0, 0.25 * SQRT_2, 0.0], [0.0, -1.0, 0.0]);
    let log = ball_against(dumbbell, [3.0, 9.0, 0.0], [0.0, -2.0, 0.0]);
    assert_hit(&log, 3.75, [3.0, 1.0, 0.0], [0.0, -1.0, 0.0]);
    let log = ball_against(dumbbell, [9.0, 9.0, 0.0], [-1.0, -1.5, 0.0]);
    assert_eq!(outline(&log), ["collision ball target"]);
    assert_close(
        &Value::from(vector(&log[0]["normal"]).map(|c| c * c).iter().sum::<f64>()),
        1.0,
    );
}

#[test]
fn speeds_and_sizes_over_many_orders_of_magnitude() {
    for (size, speed) in [(1e-6, 1e-6), (1e-6, 1e6), (1e9, 1e8), (1.0, 1e8), (1e12, 1e12)] {
        let sandbox = Sandbox::new(&format!(
            "
            [world]
            horizon = 1e15
            [[bodies]]
            shape = {{ kind = 'ball', radius = {size:?} }}
            velocity = [{speed:?}, {speed:?}, 0]
            [[bodies]]
            shape = {{ kind = 'ball', radius = {size:?} }}
            position = [{far:?}, {far:?}, 0]
            ",
            far = 8.0 * size,
        ));
        let log = sandbox.same_log(&["--events", "1"]);
        assert_eq!(outline(&log), ["collision body-0 body-1"], "{size}, {speed}");
        assert_close(&log[0]["time"], (8.0 - SQRT_2) * size / speed);
        assert_near(&log[0]["normal"], [FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0]);
        assert_close(&log[0]["closing_speed"], SQRT_2 * speed);
    }
}
