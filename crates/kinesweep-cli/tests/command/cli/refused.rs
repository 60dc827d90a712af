//! Bad scenes: exit code 2, one message with the place and the reason, nothing on standard output.

use super::sandbox::Sandbox;

/// Asserts that a call is refused: nothing on standard output, one line with these parts on
/// standard error.
#[track_caller]
pub(super) fn assert_refused(sandbox: &Sandbox, arguments: &[&str], parts: &[&str]) {
    let answer = sandbox.call(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    assert!(
        answer.err.starts_with("kinesweep: ") && answer.err.lines().count() == 1,
        "{answer:?}"
    );
    for part in parts {
        assert!(answer.err.contains(part), "{part:?} is not in {:?}", answer.err);
    }
}

/// Asserts that every command and method refuses a scene, with the same message.
#[track_caller]
fn assert_scene_refused(scene: &str, parts: &[&str]) {
    let sandbox = Sandbox::new(scene);
    let parts = [&["scene.toml"], parts].concat();
    assert_refused(&sandbox, &["run", "scene.toml"], &parts);
    assert_refused(&sandbox, &["run", "scene.toml", "--method", "sampled", "--json"], &parts);
    assert_refused(&sandbox, &["run", "scene.toml", "--log", "log", "--state", "state"], &parts);
    assert!(
        !sandbox.path("log").exists() && !sandbox.path("state").exists(),
        "no file is written"
    );
}

fn with_shape(shape: &str) -> String {
    format!("[[bodies]]\nname = 'odd'\nshape = {shape}\n")
}

fn with_body(lines: &str) -> String {
    with_shape("{ kind = 'ball', radius = 1 }") + lines
}

#[test]
fn values_that_are_no_numbers() {
    for key in ["position", "velocity", "acceleration", "orientation"] {
        for value in ["nan", "inf", "-inf", "1e999"] {
            let line = format!("{key} = [0, {value}, 0]");
            assert_scene_refused(
                &with_body(&line),
                &[":4: ", &format!("bodies[0].{key}[1] = "), "must be a finite number"],
            );
        }
        assert_scene_refused(
            &with_body(&format!("{key} = [0, 1e300, 0]")),
            &[":4: ", key, "magnitude at most"],
        );
    }
    for key in ["mass", "density", "restitution", "friction"] {
        assert_scene_refused(
            &with_body(&format!("{key} = nan")),
            &[":4: ", &format!("bodies[0].{key} = NaN")],
        );
        assert_scene_refused(
            &with_body(&format!("{key} = -1")),
            &[":4: ", &format!("bodies[0].{key} = -1")],
        );
    }
    assert_scene_refused(
        &(with_body("") + "[world]\ngravity = [0, nan, 0]"),
        &["world.gravity[1] = NaN"],
    );
    assert_scene_refused(&(with_body("") + "[world]\nhorizon = inf"), &["world.horizon = inf"]);
    assert_scene_refused(&(with_body("") + "[world]\nhorizon = 0"), &["world.horizon = 0"]);
    assert_scene_refused(&(with_body("") + "[world]\nrestitution = 2"), &["world.restitution = 2"]);
    assert_scene_refused(
        &with_body("changes = [{ time = nan, velocity = [0, 0, 0] }]"),
        &["changes[0].time = NaN"],
    );
    assert_scene_refused(
        &with_body("changes = [{ time = -1, velocity = [0, 0, 0] }]"),
        &["changes[0].time = -1"],
    );
}

#[test]
fn sizes_out_of_range() {
    for size in ["0", "-1", "nan", "inf", "1e-300", "1e300"] {
        for (shape, key) in [
            ("{ kind = 'ball', radius = SIZE }", "radius"),
            ("{ kind = 'cuboid', half_extents = [1, SIZE, 1] }", "half_extents[1]"),
            ("{ kind = 'capsule', half_height = SIZE, radius = 1 }", "half_height"),
            ("{ kind = 'capsule', half_height = 1, radius = SIZE }", "radius"),
            ("{ kind = 'ring', major = SIZE, minor = 1, segments = 8, sides = 4 }", "major"),
            ("{ kind = 'ring', major = 2, minor = SIZE, segments = 8, sides = 4 }", "minor"),
        ] {
            let expected = format!("bodies[0].shape.{key} = ");
            assert_scene_refused(&with_shape(&shape.replace("SIZE", size)), &[":3: ", &expected, "must be"]);
        }
    }
}

#[test]
fn bad_shapes() {
    for (shape, expected) in [
        (
            "{ kind = 'half_space', normal = [0, 0, 0] }",
            "shape.normal = [0, 0, 0]: must not be zero",
        ),
        (
            "{ kind = 'ring', major = 1, minor = 0.5, segments = 2, sides = 4 }",
            "segments = 2: must be a whole number",
        ),
        (
            "{ kind = 'mesh', vertices = [], triangles = [] }",
            "shape.vertices = []: must not be empty",
        ),
        (
            "{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[0,1,0]], triangles = [] }",
            "shape.triangles = []",
        ),
        (
            "{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[0,1,0]], triangles = [[0,1,3]] }",
            "triangles[0][2] = 3",
        ),
        (
            "{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[0,1,0]], triangles = [[0,1,1]] }",
            "must have an area",
        ),
        (
            "{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[2,0,0]], triangles = [[0,1,2]] }",
            "must have an area",
        ),
        (
            "{ kind = 'mesh', vertices = [[0,0,nan],[1,0,0],[2,0,0]], triangles = [[0,1,2]] }",
            "vertices[0][2] = NaN",
        ),
        ("{ kind = 'mesh', file = 'none.obj' }", "shape.file = \"none.obj\""),
        (
            "{ kind = 'mesh', file = 'scene.toml' }",
            "must be a file named *.obj or *.stl",
        ),
        ("{ kind = 'convex', points = [] }", "shape.points = []"),
        (
            "{ kind = 'convex', points = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] }",
            "do not lie in one plane",
        ),
        ("{ kind = 'compound', parts = [] }", "shape.parts = []"),
        ("{ kind = 'blob' }", "shape.kind = \"blob\": must be one of \"ball\""),
        ("{ kind = 'ball' }", "shape.radius is missing"),
        ("3", "bodies[0].shape = 3: must be a table"),
    ] {
        assert_scene_refused(&with_shape(shape), &[":3: ", expected]);
    }
    // What only shows when the shape is prepared names the body.
    let open_mesh = with_shape("{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[0,1,0]], triangles = [[0,1,2]] }");
    assert_scene_refused(
        &(open_mesh + "density = 2"),
        &["odd.density = 2: needs a shape that encloses a volume"],
    );
    let half_space = with_shape("{ kind = 'half_space', normal = [0, 1, 0] }");
    assert_scene_refused(&(half_space + "density = 2"), &["bodies[0].density"]);
}

#[test]
fn names_given_twice() {
    let scene = with_body("") + &with_body("position = [9, 0, 0]");
    assert_scene_refused(&scene, &[":5: ", "bodies[1].name = \"odd\"", "bodies[0]"]);
    assert_scene_refused(
        &with_body("").replace("odd", "domain:+z"),
        &["must not be the name of a wall"],
    );
    assert_scene_refused(&with_body("").replace("odd", ""), &["must not be empty"]);
}

/// Two balls that overlap, with more lines for the world and the second.
fn overlapping(world: &str, second: &str) -> String {
    format!(
        "[world]\n{world}\n[[bodies]]\nname = 'this'\nshape = {{ kind = 'ball', radius = 1 }}\n\
         [[bodies]]\nname = 'that'\nshape = {{ kind = 'cuboid', half_extents = [1, 1, 1] }}\nposition = [1.5, 0, 0]\n{second}\n"
    )
}

#[test]
fn overlapping_starts_name_both_unless_they_may() {
    assert_scene_refused(&overlapping("", ""), &["this overlaps that by 0.5 m"]);
    assert_scene_refused(&overlapping("", "kind = 'fixed'"), &["this overlaps that"]);
    for (world, second) in [
        ("response = 'pass-through'", ""),
        ("", "sensor = true"),
        ("", "groups = { memberships = 1, filter = 0 }"),
    ] {
        let sandbox = Sandbox::new(&overlapping(world, second));
        for method in ["kinetic", "cached", "swept", "sampled"] {
            sandbox.succeed(&["run", "scene.toml", "--method", method]);
        }
    }
    let sandbox = Sandbox::new(&overlapping("", ""));
    sandbox.succeed(&["run", "scene.toml", "--response", "pass-through"]);
    let sandbox = Sandbox::new(&overlapping("response = 'pass-through'", ""));
    assert_refused(
        &sandbox,
        &["run", "scene.toml", "--response", "collide"],
        &["this overlaps that"],
    );
    // Touching is no overlap.
    Sandbox::new(&overlapping("", "").replace("1.5", "2")).succeed(&["run", "scene.toml"]);
}

#[test]
fn bodies_that_overlap_a_wall_or_lie_outside() {
    let boxed = |at: &str, more: &str| {
        format!(
            "[world]\ndomain = {{ kind = 'box', min = [-2, -2, -2], max = [2, 2, 2] }}\n{}position = {at}\n{more}\n",
            with_body("")
        )
    };
    assert_scene_refused(
        &boxed("[1.5, 0, 0]", ""),
        &["odd overlaps domain:+x by 0.5 m: all bodies must be within the domain"],
    );
    assert_scene_refused(&boxed("[0, -1.25, 0]", ""), &["odd overlaps domain:-y by 0.25 m"]);
    assert_scene_refused(&boxed("[0, 0, 90]", ""), &["odd overlaps domain:+z by 89 m"]);
    // For every kind of body, and both responses.
    for more in ["sensor = true", "kind = 'fixed'", "groups = { memberships = 0, filter = 0 }"] {
        assert_scene_refused(&boxed("[1.5, 0, 0]", more), &["odd overlaps domain:+x"]);
    }
    let sandbox = Sandbox::new(&boxed("[1.5, 0, 0]", ""));
    assert_refused(
        &sandbox,
        &["run", "scene.toml", "--response", "pass-through"],
        &["odd overlaps domain:+x"],
    );
    assert_refused(&sandbox, &["compare", "scene.toml"], &["scene.toml: odd overlaps domain:+x"]);
    Sandbox::new(&boxed("[1, 0, 0]", "")).succeed(&["run", "scene.toml"]);
    let inside_out = with_body("") + "[world]\ndomain = { kind = 'box', min = [1, 1, 1], max = [0, 2, 2] }";
    assert_scene_refused(&inside_out, &[":5: ", "world.domain.max[0] = 0: must be greater than"]);
}

#[test]
fn keys_that_mean_nothing() {
    assert_scene_refused(
        &with_body("colour = 'red'"),
        &[":4: ", "bodies[0].colour = \"red\": unknown key; allowed here: name"],
    );
    assert_scene_refused(
        &with_shape("{ kind = 'ball', radius = 1, minor = 2 }"),
        &[":3: ", "shape.minor = 2: unknown key"],
    );
    assert_scene_refused(
        &(with_body("") + "[wordl]\n"),
        &[":4: ", "wordl = { }: unknown key; allowed here: title, world"],
    );
    assert_scene_refused(
        &(with_body("") + "[world]\ngravty = 3"),
        &[":5: ", "world.gravty = 3: unknown key"],
    );
    // What is not supported yet is not passed over.
    assert_scene_refused(&with_body("rotates = 1"), &["rotates = 1: must be true or false"]);
    assert_scene_refused(
        &with_body("angular_velocity = [0, 0, 1e10]"),
        &["angular_velocity = [0, 0, 1e10]: each component must be"],
    );
}

#[test]
fn files_that_are_no_scenes() {
    assert_scene_refused("", &["bodies is missing"]);
    assert_scene_refused("title = 'empty'\n[world]\nhorizon = 1\n", &["bodies is missing"]);
    assert_scene_refused("bodies = []", &["bodies is missing"]);
    assert_scene_refused("[[bodies]]\nname = 'x'", &[":1: ", "bodies[0].shape is missing"]);
    assert_scene_refused("[[bodies]\n", &[":1: ", "not valid TOML"]);
    assert_scene_refused("bodies = [{ shape = { kind = 'ball', rad", &[":1: ", "not valid TOML"]);
    assert_scene_refused("{ \"bodies\": [] }", &["not valid TOML"]);
    let whole = include_str!("../../../../../examples/scenes/newtons-cradle.toml");
    // Cut off within a key, a string, a table, an array.
    for end in ["[[bodies]]\nna", "name = \"inco", "shape = { kind", "position = [-4.0, 0"] {
        let at = whole.find(end).unwrap() + end.len();
        assert_scene_refused(&whole[..at], &["not valid TOML"]);
    }
    let sandbox = Sandbox::empty();
    sandbox.write("binary.toml", [0xff, 0xfe, 0x00, 0x80]);
    assert_refused(&sandbox, &["run", "binary.toml"], &["binary.toml: cannot be read"]);
    sandbox.write("scene.json", "{ \"bodies\": [\n{ \"shape\": }");
    assert_refused(&sandbox, &["run", "scene.json"], &["scene.json:2: not valid JSON"]);
    sandbox.write(
        "cut.json",
        "{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": 1 }",
    );
    assert_refused(&sandbox, &["compare", "cut.json"], &["cut.json:1: not valid JSON: EOF"]);
    sandbox.write(
        "nan.json",
        "{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": NaN } }] }",
    );
    assert_refused(&sandbox, &["run", "nan.json"], &["nan.json:1: not valid JSON"]);
}

/// Numbers in messages were printed with 300 digits, or as "5e-1".
#[test]
fn numbers_in_messages_are_short() {
    for (line, expected) in [
        ("velocity = [1e300, 0, -2.5]", "bodies[0].velocity = [1e300, 0, -2.5]: "),
        (
            "velocity = [5e-324, 0, 1e16]",
            "= [5e-324, 0, 1e16]: each component must be a finite number of magnitude at most 1e15",
        ),
        ("restitution = 2", "restitution = 2: must be a finite number from 0 to 1\n"),
        ("friction = 1e20", "friction = 1e20: must be a finite number from 0 to 1e15\n"),
        ("mass = 1e300", "mass = 1e300: must be a finite number from 1e-60 to 1e60\n"),
    ] {
        let sandbox = Sandbox::new(&with_body(line));
        assert_refused(&sandbox, &["run", "scene.toml"], &[expected]);
    }
    let two = with_body("") + "[[bodies]]\nname = 'other'\nshape = { kind = 'ball', radius = 1 }\nposition = [1.5, 0, 0]";
    assert_refused(
        &Sandbox::new(&two),
        &["run", "scene.toml"],
        &["odd overlaps other by 0.5 m: "],
    );
    let sandbox = Sandbox::new(&with_body("velocity = [1, 0, 0]"));
    let short = sandbox.succeed(&["run", "scene.toml", "--until", "1e-300"]).out;
    assert!(short.starts_with("scene.toml: 1 bodies, kinetic, 1e-300 s\n"), "{short}");
}

#[test]
fn a_key_given_twice_is_named() {
    assert_scene_refused(
        &with_body("mass = 1\nmass = 2\n"),
        &[":5: not valid TOML: duplicate key \"mass\""],
    );
    let sandbox = Sandbox::empty();
    sandbox.write("scene.json", "{ \"bodies\": [],\n\"bodies\": [] }");
    assert_refused(
        &sandbox,
        &["run", "scene.json"],
        &["scene.json:2: not valid JSON: duplicate key \"bodies\""],
    );
}
