//! Bad input and bad usage: exit code 2, one message that says where and what, nothing on standard output; 1 where a file
//! cannot be written.

use super::bench::Bench;

/// A call that has to be refused: nothing on standard output, and on standard error one line that holds these parts.
#[track_caller]
fn assert_refused(bench: &Bench, arguments: &[&str], parts: &[&str]) {
    let answer = bench.call(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    assert!(
        answer.err.starts_with("kinesweep: ") && answer.err.lines().count() == 1,
        "{answer:?}"
    );
    for part in parts {
        assert!(answer.err.contains(part), "{part:?} is not in {:?}", answer.err);
    }
}

/// A scene that has to be refused by every command and method alike, in the same words.
#[track_caller]
fn assert_scene_refused(scene: &str, parts: &[&str]) {
    let bench = Bench::new(scene);
    let parts = [&["scene.toml"], parts].concat();
    assert_refused(&bench, &["run", "scene.toml"], &parts);
    assert_refused(&bench, &["run", "scene.toml", "--method", "sampled", "--json"], &parts);
    assert_refused(&bench, &["run", "scene.toml", "--log", "log", "--state", "state"], &parts);
    assert!(
        !bench.path("log").exists() && !bench.path("state").exists(),
        "no file is touched"
    );
}

fn with_shape(shape: &str) -> String {
    format!("[[bodies]]\nname = 'odd'\nshape = {shape}\n")
}

fn with_body(lines: &str) -> String {
    with_shape("{ kind = 'ball', radius = 1 }") + lines
}

#[test]
fn numbers_that_are_none() {
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
fn sizes_that_are_none() {
    for size in ["0", "-1", "nan", "inf", "1e-300", "1e300"] {
        for (shape, key) in [
            ("{ kind = 'ball', radius = SIZE }", "radius"),
            ("{ kind = 'cuboid', half_extents = [1, SIZE, 1] }", "half_extents[1]"),
            ("{ kind = 'capsule', half_height = SIZE, radius = 1 }", "half_height"),
            ("{ kind = 'capsule', half_height = 1, radius = SIZE }", "radius"),
            ("{ kind = 'ring', major = SIZE, minor = 1, segments = 8, sides = 4 }", "major"),
            ("{ kind = 'ring', major = 2, minor = SIZE, segments = 8, sides = 4 }", "minor"),
        ] {
            let wanted = format!("bodies[0].shape.{key} = ");
            assert_scene_refused(&with_shape(&shape.replace("SIZE", size)), &[":3: ", &wanted, "must be"]);
        }
    }
}

#[test]
fn shapes_that_are_none() {
    for (shape, wanted) in [
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
        assert_scene_refused(&with_shape(shape), &[":3: ", wanted]);
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
        let bench = Bench::new(&overlapping(world, second));
        for method in ["kinetic", "cached", "swept", "sampled"] {
            bench.succeed(&["run", "scene.toml", "--method", method]);
        }
    }
    let bench = Bench::new(&overlapping("", ""));
    bench.succeed(&["run", "scene.toml", "--response", "pass-through"]);
    let bench = Bench::new(&overlapping("response = 'pass-through'", ""));
    assert_refused(
        &bench,
        &["run", "scene.toml", "--response", "collide"],
        &["this overlaps that"],
    );
    // Touching is no overlap.
    Bench::new(&overlapping("", "").replace("1.5", "2")).succeed(&["run", "scene.toml"]);
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
    // Whatever it is, and whatever the response.
    for more in ["sensor = true", "kind = 'fixed'", "groups = { memberships = 0, filter = 0 }"] {
        assert_scene_refused(&boxed("[1.5, 0, 0]", more), &["odd overlaps domain:+x"]);
    }
    let bench = Bench::new(&boxed("[1.5, 0, 0]", ""));
    assert_refused(
        &bench,
        &["run", "scene.toml", "--response", "pass-through"],
        &["odd overlaps domain:+x"],
    );
    assert_refused(&bench, &["compare", "scene.toml"], &["scene.toml: odd overlaps domain:+x"]);
    Bench::new(&boxed("[1, 0, 0]", "")).succeed(&["run", "scene.toml"]);
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
    let periodic = "[world]\ndomain = { kind = 'periodic', min = [-9, -9, -9], max = [9, 9, 9] }";
    assert_scene_refused(&(with_body("growth = 0.1\n") + periodic), &["not in a periodic domain: "]);
}

#[test]
fn files_that_are_no_scenes() {
    assert_scene_refused("", &["bodies is missing"]);
    assert_scene_refused("title = 'nobody'\n[world]\nhorizon = 1\n", &["bodies is missing"]);
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
    let bench = Bench::empty();
    bench.write("binary.toml", [0xff, 0xfe, 0x00, 0x80]);
    assert_refused(&bench, &["run", "binary.toml"], &["binary.toml: cannot be read"]);
    bench.write("scene.json", "{ \"bodies\": [\n{ \"shape\": }");
    assert_refused(&bench, &["run", "scene.json"], &["scene.json:2: not valid JSON"]);
    bench.write(
        "cut.json",
        "{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": 1 }",
    );
    assert_refused(&bench, &["compare", "cut.json"], &["cut.json:1: not valid JSON: EOF"]);
    bench.write(
        "nan.json",
        "{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": NaN } }] }",
    );
    assert_refused(&bench, &["run", "nan.json"], &["nan.json:1: not valid JSON"]);
}

#[test]
fn files_that_are_not_there() {
    let bench = Bench::empty();
    for command in ["run", "compare"] {
        assert_refused(
            &bench,
            &[command, "missing.toml"],
            &["missing.toml: cannot be read: No such file"],
        );
        assert_refused(
            &bench,
            &[command, "no/such/folder.toml"],
            &["no/such/folder.toml: cannot be read"],
        );
        assert_refused(&bench, &[command, "."], &[".: cannot be read: "]);
        assert_refused(
            &bench,
            &[command, "anvils"],
            &["anvils: no such file, and no such built-in scene", "newtons-cradle"],
        );
        assert_refused(&bench, &[command, ""], &["no such file"]);
    }
}

/// Usage that the parser of arguments refuses, in its own layout.
#[track_caller]
fn assert_usage(arguments: &[&str], parts: &[&str]) {
    let answer = Bench::empty().call(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    assert!(answer.err.starts_with("error: "), "{answer:?}");
    for part in parts {
        assert!(answer.err.contains(part), "{part:?} is not in {:?}", answer.err);
    }
}

#[test]
fn flags_with_bad_values() {
    for value in ["-1", "nan", "inf", "1e16", "soon", "", "1s"] {
        assert_usage(
            &["run", "pi", "--until", value],
            &["--until", value, "must be a number from 0 to 1e15"],
        );
        for flag in ["--until", "--rates"] {
            assert_usage(&["compare", "pi", flag, value], &[flag, value, "must be a number above 0"]);
        }
        assert_usage(
            &["run", "pi", "--rate", value],
            &["--rate", value, "must be a number above 0"],
        );
        assert_usage(&["scene", "pi", "--horizon", value], &["--horizon", value]);
        assert_usage(&["run", "pi", "--events", value], &["--events", value]);
    }
    assert_usage(&["run", "pi", "--rate", "0"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--until", "0"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--rates", "60,,30"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--rates", "60,0"], &["must be a number above 0"]);
    assert_usage(&["run", "pi", "--events", "1.5"], &["--events"]);
    assert_usage(&["run", "pi", "--method", "magic"], &["magic", "kinetic", "sampled"]);
    assert_usage(&["run", "pi", "--response", "bounce"], &["bounce", "collide, pass-through"]);
    assert_usage(&["run", "pi", "--untill", "1"], &["--untill"]);
    assert_usage(&["run", "pi", "--until"], &["--until"]);
    assert_usage(&["run", "pi", "rings"], &["rings"]);
    assert_usage(&["compare", "pi", "--response", "collide"], &["--response"]);
    assert_usage(&["fly"], &["fly"]);
    assert_usage(&["scene", "gas", "--speed", "1"], &["--speed", "two numbers"]);
    assert_usage(&["scene", "gas", "--speed", "1,2,3"], &["--speed", "two numbers"]);
    assert_usage(&["scene", "gas", "--count", "-3"], &["--count"]);
    assert_usage(&["scene", "gas", "--packing", "dense"], &["--packing"]);
}

/// A rate was passed over in silence by the methods that have no frames.
#[test]
fn a_rate_is_of_the_methods_with_frames_alone() {
    let bench = Bench::empty();
    for method in ["kinetic", "lists", "leases", "cached"] {
        let wanted = format!("--rate: not of the method {method}, which has no frames");
        assert_refused(&bench, &["run", "pi", "--method", method, "--rate", "240"], &[&wanted]);
    }
    assert_refused(&bench, &["run", "pi", "--rate", "60"], &["--rate: not of the method kinetic"]);
    for method in ["swept", "sampled"] {
        bench.succeed(&["run", "pi", "--until", "0.1", "--method", method, "--rate", "240"]);
        bench.succeed(&["run", "pi", "--until", "0.1", "--method", method]);
    }
    assert!(bench.succeed(&["run", "--help"]).out.contains("[default: 60]"));
}

/// Numbers in messages were printed with 300 digits, or as "5e-1".
#[test]
fn numbers_in_messages_are_short() {
    for (line, wanted) in [
        ("velocity = [1e300, 0, -2.5]", "bodies[0].velocity = [1e300, 0, -2.5]: "),
        (
            "velocity = [5e-324, 0, 1e16]",
            "= [5e-324, 0, 1e16]: each component must be a finite number of magnitude at most 1e15",
        ),
        ("restitution = 2", "restitution = 2: must be a finite number from 0 to 1\n"),
        ("friction = 1e20", "friction = 1e20: must be a finite number from 0 to 1e15\n"),
        ("mass = 1e300", "mass = 1e300: must be a finite number from 1e-60 to 1e60\n"),
    ] {
        let bench = Bench::new(&with_body(line));
        assert_refused(&bench, &["run", "scene.toml"], &[wanted]);
    }
    let two = with_body("") + "[[bodies]]\nname = 'other'\nshape = { kind = 'ball', radius = 1 }\nposition = [1.5, 0, 0]";
    assert_refused(&Bench::new(&two), &["run", "scene.toml"], &["odd overlaps other by 0.5 m: "]);
    let bench = Bench::new(&with_body("velocity = [1, 0, 0]"));
    let short = bench.succeed(&["run", "scene.toml", "--until", "1e-300"]).out;
    assert!(short.starts_with("scene.toml: 1 bodies, kinetic, 1e-300 s\n"), "{short}");
}

#[test]
fn a_start_that_grows_in_a_periodic_domain_blames_no_size() {
    let scene = "[world]\ndomain = { kind = 'periodic' }\n[[populations]]\nkind = 'gas'\ncount = 100\npacking = 0.4\n\
        start = 'lubachevsky-stillinger'\nshape = { kind = 'ball', radius = 1 }\n";
    let wanted = "balls cannot be made to grow here: growth in a periodic domain is not supported";
    assert_scene_refused(scene, &["populations[0]: ", wanted]);
}

#[test]
fn a_key_given_twice_is_named() {
    assert_scene_refused(
        &with_body("mass = 1\nmass = 2\n"),
        &[":5: not valid TOML: duplicate key \"mass\""],
    );
    let bench = Bench::empty();
    bench.write("scene.json", "{ \"bodies\": [],\n\"bodies\": [] }");
    assert_refused(
        &bench,
        &["run", "scene.json"],
        &["scene.json:2: not valid JSON: duplicate key \"bodies\""],
    );
}

#[test]
fn scenes_with_bad_numbers() {
    let bench = Bench::empty();
    for (arguments, wanted) in [
        (&["anvils"][..], "there is no built-in scene \"anvils\"; there are rings, gas"),
        (&["pi", "--digits", "0"], "digits = 0: must be a whole number from 1 to 7"),
        (&["pi", "--digits", "8"], "digits = 8"),
        (
            &["pi", "--count", "8"],
            "the scene \"pi\" has no count; it takes digits, horizon",
        ),
        (&["gas", "--packing", "-0.5"], "packing = -0.5"),
        (&["gas", "--packing", "0.74"], "do not fit"),
        (&["gas", "--packing", "nan"], "packing = NaN"),
        (&["gas", "--count", "0"], "count = 0"),
        (&["gas", "--speed", "2,1"], "speed[1] = 1"),
        (&["gas", "--speed", "-1,1"], "speed[0] = -1"),
        (&["gas", "--maxwell", "-1"], "maxwell = -1"),
        (&["gas", "--maxwell", "1", "--speed", "1,2"], "maxwell = 1: must be left out"),
    ] {
        assert_refused(&bench, &[&["scene"], arguments].concat(), &[wanted]);
    }
}

#[test]
fn files_that_cannot_be_written() {
    let bench = Bench::empty();
    let mut targets = vec!["no/such/folder/file", "."];
    if cfg!(target_os = "linux") {
        // Opens, but takes nothing.
        targets.push("/dev/full");
    }
    for flag in ["--log", "--state"] {
        for target in &targets {
            let answer = bench.call(&["run", "pi", flag, target]);
            assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{flag} {target}: {answer:?}");
            assert!(
                answer.err.starts_with(&format!("kinesweep: {target}: cannot be written: ")),
                "{answer:?}"
            );
            assert_eq!(answer.err.lines().count(), 1);
        }
    }
}
