//! Invalid input, and its error messages.
//!
//! Each case is a line of input, with `\n` as a line break, and below it, indented, a part of the
//! message.

use super::{GAS, message, with_body, with_world};

const BODIES: &str = r#"
colour = 'red'
    3: bodies[0].colour = "red": unknown key; allowed here: name, shape, position, orientation
position = [0, 0]
    3: bodies[0].position = [0, 0]: must be an array of three numbers
position = 3
    3: bodies[0].position = 3: must be an array of three numbers, not a number
position = [0, true, 0]
    3: bodies[0].position[1] = true: must be a number, not a boolean
position = [\n0,\n0,\n'x']
    6: bodies[0].position[2] = "x": must be a number, not a string
position = [0, 1979-05-27, 0]
    3: bodies[0].position[1] = 1979-05-27: must be a number
velocity = [nan, 0, 0]
    3: bodies[0].velocity[0] = NaN: must be a finite number
velocity = [0, 0, -inf]
    3: bodies[0].velocity[2] = -inf: must be a finite number
velocity = [1e16, 0, 0]
    3: bodies[0].velocity = [1e16, 0, 0]: each component must be a finite number
velocity = [999999999999999999999999999999999999999999999999999999999999, 0, 0]
    3: bodies[0].velocity = [1e60, 0, 0]: each component
acceleration = [0, 0, 1e400]
    3: bodies[0].acceleration[2] = inf: must be a finite number
orientation = [0, 1e7, 0]
    3: bodies[0].orientation = [0, 1e7, 0]: each component must be of magnitude at most 1e6
kind = 'static'
    3: bodies[0].kind = "static": must be one of "dynamic", "fixed"
kind = 1
    3: bodies[0].kind = 1: must be one of "dynamic", "fixed"
mass = 0
    3: bodies[0].mass = 0: must be a finite number from 1e-60 to 1e60
mass = -2.5
    3: bodies[0].mass = -2.5: must be
density = -1
    3: bodies[0].density = -1: must be
mass = 1\ndensity = 1
    4: bodies[0].density = 1: must be left out where a mass is given
restitution = 1.5
    3: bodies[0].restitution = 1.5: must be a finite number from 0 to 1
friction = -0.1
    3: bodies[0].friction = -0.1: must be
sensor = 'yes'
    3: bodies[0].sensor = "yes": must be true or false, not a string
name = 7
    3: bodies[0].name = 7: must be a string, not a number
name = ''
    3: bodies[0].name = "": must not be empty
name = 'domain:-x'
    3: bodies[0].name = "domain:-x": must not be the name of a wall
rotates = 1
    3: bodies[0].rotates = 1: must be true or false, not a number
inertia = [1, 1, 1]
    3: bodies[0].inertia = [1, 1, 1]: needs rotates = true
center_of_mass = [0, 0, 0]
    3: bodies[0].center_of_mass = [0, 0, 0]: needs rotates = true
rotates = true\ncenter_of_mass = [0, 0, 1e16]
    4: bodies[0].center_of_mass = [0, 0, 1e16]: each component must be a finite number of magnitude at most 1e15
rotates = true\ncenter_of_mass = [0, 0]
    4: bodies[0].center_of_mass = [0, 0]: must be an array of three numbers
rotates = true\ninertia = 2
    4: bodies[0].inertia = 2: must be three principal moments, or the nine numbers of a tensor by rows
rotates = true\ninertia = [1, 2]
    4: bodies[0].inertia = [1, 2]: must be three principal moments, or the nine numbers
rotates = true\ninertia = [1, 'x', 1]
    4: bodies[0].inertia[1] = "x": must be a number, not a string
rotates = true\ninertia = [[1, 0, 0], [0, 1], [0, 0, 1]]
    4: bodies[0].inertia[1] = [0, 1]: must be an array of three numbers
rotates = true\ninertia = [1, 1, 2.1]
    4: bodies[0].inertia = [1, 1, 2.1]: no principal moment may exceed the sum of the other two
rotates = true\ninertia = [1, 1, 0]
    4: bodies[0].inertia = [1, 1, 0]: each principal moment must be a finite number from 1e-90 to 1e90
rotates = true\ninertia = [1, 0.1, 0, 0.2, 1, 0, 0, 0, 1]
    4: bodies[0].inertia[0][1] = 0.1: must equal inertia[1][0] = 0.2
rotates = true\ngrowth = 1\ncenter_of_mass = [0.1, 0, 0]
    5: bodies[0].center_of_mass = [0.1, 0, 0]: must be the origin for a ball that grows
angular_velocity = [0, 1e10, 0]
    3: bodies[0].angular_velocity = [0, 1e10, 0]: each component must be a finite number of magnitude at most 1e9
angular_velocity = [0, 1]
    3: bodies[0].angular_velocity = [0, 1]: must be
growth = -0.5
    3: bodies[0].growth = -0.5: must be a finite number from 0 to 1e15
groups = 3
    3: bodies[0].groups = 3: must be a table, not a number
groups = { filter = -1 }
    3: bodies[0].groups.filter = -1: must be a whole number from 0 to 4294967295
groups = { memberships = 4294967296 }
    memberships = 4294967296: must be a whole number from 0 to 4294967295
groups = { filter = 1.5 }
    bodies[0].groups.filter = 1.5: must be a whole number
tag = -1
    3: bodies[0].tag = -1: must be a whole number from 0 to 2^128 - 1
tag = '340282366920938463463374607431768211456'
    3: bodies[0].tag = "340282366920938463463374607431768211456": must be a whole number
tag = '+7'
    3: bodies[0].tag = "+7": must be a whole number
tag = 1.5
    3: bodies[0].tag = 1.5: must be a whole number
groups = { mask = 1 }
    bodies[0].groups.mask = 1: unknown key; allowed here: memberships, filter
changes = { time = 1 }
    3: bodies[0].changes = { time = 1 }: must be an array, not a table
changes = [{ velocity = [0, 0, 0] }]
    3: bodies[0].changes[0].time is missing: it must be a number of seconds
changes = [{ time = 1 }]
    3: bodies[0].changes[0] = { time = 1 }: must change something
changes = [{ time = -1, position = [0, 0, 0] }]
    bodies[0].changes[0].time = -1: must be a number of seconds from 0
changes = [{ time = 1e16, position = [0, 0, 0] }]
    changes[0].time = 1e16: must be a number
changes = [\n{ time = 1, position = [1e16, 0, 0] }]
    4: bodies[0].changes[0].position = [1e16, 0, 0]: each
changes = [{ time = 1, angular_velocity = [2e9, 0, 0] }]
    changes[0].angular_velocity = [2e9, 0, 0]: each component must
changes = [{ time = 1, growth = 2e15 }]
    changes[0].growth = 2e15: must be a finite number from 0 to 1e15
changes = [{ time = 1, sensor = true }, { time = 2, growth = -1 }]
    changes[1].growth = -1: must be a finite number
changes = [{ time = 1, position = [0, 0, 0] }, { time = 2, velocity = [0, 0, 0], restitution = 2 }]
    3: bodies[0].changes[1].restitution = 2: must be a finite number
changes = [{ time = 1, mass = 0 }]
    changes[0].mass = 0: must be a finite number
changes = [{ time = 1, sensor = 1 }]
    changes[0].sensor = 1: must be true or false
changes = [{ time = 1, groups = { filter = -1 } }]
    changes[0].groups.filter = -1: must be
changes = [{ time = 1, spin = 2 }]
    bodies[0].changes[0].spin = 2: unknown key; allowed here: time, position
"#;

const SHAPES: &str = r#"
3
    bodies[0].shape = 3: must be a table, not a number
{ radius = 1 }
    bodies[0].shape.kind is missing: it must be one of ball, cuboid
{ kind = 'blob' }
    shape.kind = "blob": must be one of "ball", "cuboid", "capsule", "half_space"
{ kind = 'ball' }
    2: bodies[0].shape.radius is missing: it must be a length in metres
{ kind = 'ball', radius = -1 }
    2: bodies[0].shape.radius = -1: must be a finite number from 1e-15
{ kind = 'ball', radius = 0 }
    bodies[0].shape.radius = 0: must be
{ kind = 'ball', radius = 1, minor = 2 }
    shape.minor = 2: unknown key; allowed here: kind, radius
{ kind = 'cuboid', half_extents = [1, -1, 1] }
    bodies[0].shape.half_extents[1] = -1: must be
{ kind = 'capsule', radius = 1 }
    bodies[0].shape.half_height is missing
{ kind = 'capsule', radius = 1, half_height = -1 }
    bodies[0].shape.half_height = -1: must be
{ kind = 'ellipsoid' }
    bodies[0].shape.half_axes is missing: it must be three lengths in metres
{ kind = 'ellipsoid', half_axes = [1, 0, 1] }
    bodies[0].shape.half_axes[1] = 0: must be
{ kind = 'ellipsoid', half_axes = [1, 1, 2000] }
    bodies[0].shape.half_axes[2] = 2000: must be at most 1000 times the shortest, 1
{ kind = 'cylinder', radius = 1 }
    bodies[0].shape.half_height is missing
{ kind = 'cylinder', radius = 1, half_height = -1 }
    bodies[0].shape.half_height = -1: must be
{ kind = 'cone', radius = 2000, half_height = 1 }
    bodies[0].shape.radius = 2000: must be at most 1000 times the shortest, 1
{ kind = 'cone', radius = 1, height = 1 }
    shape.height = 1: unknown key; allowed here: kind, half_height, radius
{ kind = 'rounded-cuboid', half_extents = [1, 1, -1], radius = 1 }
    bodies[0].shape.half_extents[2] = -1: must be
{ kind = 'rounded-cuboid', half_extents = [1, 1, 1] }
    bodies[0].shape.radius is missing
{ kind = 'half_space', normal = [0, 0, 0] }
    bodies[0].shape.normal = [0, 0, 0]: must not be zero
{ kind = 'ring', major = 1, minor = 2, segments = 8, sides = 4 }
    minor = 2: must be less than major, 1
{ kind = 'ring', major = 1, minor = 0.1, segments = 2, sides = 4 }
    segments = 2: must be a whole number
{ kind = 'ring', major = 1, minor = 0.1, segments = 8, sides = 4.5 }
    sides = 4.5: must be a whole number
{ kind = 'ring', major = 1, minor = 0.1, segments = 8 }
    bodies[0].shape.sides is missing
{ kind = 'convex', points = [] }
    bodies[0].shape.points = []: must not be empty
{ kind = 'convex', points = [[0,0,0],[1,0,0],[0,1,0]] }
    points = 3 points: must be at least four points
{ kind = 'convex', points = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] }
    do not lie in one plane
{ kind = 'mesh' }
    bodies[0].shape.vertices is missing
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]] }
    bodies[0].shape.triangles is missing
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]], triangles = [] }
    shape.triangles = []: must have at least
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]], triangles = [[0, 1, 4]] }
    triangles[0][2] = 4: must be a whole number from 0 to 3
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]], triangles = [[0, 1]] }
    triangles[0] = [0, 1]: must be an array of three
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]], triangles = [[0, 1, 2], [1, 1, 2]] }
    triangles[1] = [1, 1, 2]: must have an area
{ kind = 'mesh', vertices = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]], file = 'x.obj' }
    must be left out where a file is given
{ kind = 'mesh', file = 'none.obj' }
    shape.file = "none.obj": must be a mesh that can be read: none.obj
{ kind = 'mesh', file = 'x.ply' }
    shape.file = "x.ply": must be a file named *.obj or *.stl
{ kind = 'compound', parts = [] }
    bodies[0].shape.parts = []: must have at least one part
{ kind = 'compound', parts = [{ position = [0, 0, 0] }] }
    bodies[0].shape.parts[0].shape is missing
{ kind = 'compound', parts = [{ shape = { kind = 'ball', radius = -1 } }] }
    bodies[0].shape.parts[0].shape.radius = -1: must be
{ kind = 'compound', parts = [{ shape = { kind = 'half_space', normal = [0, 1, 0] } }] }
    bodies[0].shape.parts[0].shape = half_space: must be a bounded shape
{ kind = 'compound', parts = [{ shape = { kind = 'ball', radius = 1 }, orientation = [1e9, 0, 0] }] }
    bodies[0].shape.parts[0].orientation = [1e9, 0, 0]: each component
"#;

const WORLDS: &str = r#"
gravty = 1
    5: world.gravty = 1: unknown key; allowed here: dimensions, gravity, restitution, friction, rolling_friction, spinning_friction, response, domain
title = 'x'
    world.title = "x": unknown key
gravity = 9.81
    5: world.gravity = 9.81: must be an array of three numbers, not a number
gravity = [1e16, 0, 0]
    5: world.gravity = [1e16, 0, 0]: each component
restitution = -0.5
    5: world.restitution = -0.5: must be a finite number from 0 to 1
friction = -1
    5: world.friction = -1: must be
dimensions = 4
    5: world.dimensions = 4: must be 2 or 3
dimensions = 2.0
    5: world.dimensions = 2.0: must be a whole number
dimensions = 'two'
    5: world.dimensions = "two": must be a whole number
dimensions = 2\ngravity = [0, 0, -9.81]
    world.gravity = [0, 0, -9.81]: must be in the plane z = 0
dimensions = 2\ndomain = { kind = 'box', min = [-2, -2, 0],\n max = [2, -2, 0] }
    world.domain.max[1] = -2: must be greater than domain.min[1], -2
response = 'bounce'
    5: world.response = "bounce": must be one of "collide", "pass-through"
horizon = 0
    5: world.horizon = 0: must be a number of seconds greater than 0
horizon = -1
    world.horizon = -1: must be
horizon = 'long'
    world.horizon = "long": must be a number, not a string
zeno = 'stick'
    world.zeno = "stick": must be a table, not a string
zeno = { kind = 'glue' }
    world.zeno.kind = "glue": must be one of "stick", "elastic", "error"
zeno = { speed = 1 }
    world.zeno.kind is missing
zeno = { kind = 'stick', speed = 0 }
    5: world.zeno.speed = 0: must be
zeno = { kind = 'elastic' }
    world.zeno.within is missing: it must be a number of seconds
zeno = { kind = 'elastic', within = -1 }
    world.zeno.within = -1: must be
zeno = { kind = 'error', within = 1 }
    world.zeno.within = 1: unknown key; allowed here: kind
domain = 'open'
    world.domain = "open": must be a table
domain = { kind = 'torus' }
    world.domain.kind = "torus": must be one of "open", "box", "periodic"
domain = { kind = 'open', min = [0, 0, 0] }
    world.domain.min = [0, 0, 0]: unknown key; allowed here: kind
domain = { kind = 'box' }
    5: world.domain.min is missing: it must be three numbers
domain = { kind = 'box', min = [0, 0, 0] }
    world.domain.max is missing
domain = { kind = 'box', max = [0, 0, 0] }
    world.domain.min is missing
domain = { kind = 'box', min = [0, 0, 0],\n max = [1, 0, 1] }
    6: world.domain.max[1] = 0: must be greater than domain.min[1], 0
domain = { kind = 'box', min = [-1e16, 0, 0], max = [1, 1, 1] }
    world.domain.min = [-1e16, 0, 0]: each
domain = { kind = 'periodic' }
    5: world.domain.min is missing: it must be three numbers
domain = { kind = 'periodic', min = [-9, -9, -9], max = [9, 9, -9] }
    5: world.domain.max[2] = -9: must be greater than domain.min[2], -9
domain = { kind = 'periodic', min = [0, 0, 0], max = [9, 1, 9] }
    bodies[0].shape = ball of bounding radius 1 m: in a periodic domain must have a bounding radius of at most 0.25 m
"#;

const POPULATIONS: &str = r#"
packing = 0
    5: populations[0].packing = 0: must be a finite number from 1e-12 to 0.74
packing = 1
    5: populations[0].packing = 1: must be
seed = 1
    1: populations[0].packing is missing: it must be a volume fraction
packing = 0.1\nseed = -1
    6: populations[0].seed = -1: must be a whole number from 0
packing = 0.1\nspeed = 3
    6: populations[0].speed = 3: must be an array of two numbers
packing = 0.1\nspeed = [1]
    6: populations[0].speed = [1]: must be an array of two numbers
packing = 0.1\nspeed = [-1, 1]
    6: populations[0].speed[0] = -1: must be
packing = 0.1\nspeed = [2, 1]
    6: populations[0].speed[1] = 1: must be a finite number from 2 to 1e15
packing = 0.1\nmaxwell = -1
    6: populations[0].maxwell = -1: must be
packing = 0.1\nspeed = [1, 2]\nmaxwell = 1
    7: populations[0].maxwell = 1: must be left out where speed is given
packing = 0.1\nposition = [0, 0, 0]
    6: populations[0].position = [0, 0, 0]: unknown key; allowed here: kind, count
packing = 0.1\nmass = -1
    6: populations[0].mass = -1: must be
packing = 0.1\nrotates = 'yes'
    6: populations[0].rotates = "yes": must be true or false, not a string
packing = 0.73
    1: populations[0]: 5 bounding balls of radius 1 do not fit between
"#;

/// Checks that each case of a table, inserted into a scene by `scene`, is refused with its message.
fn check(table: &str, scene: impl Fn(&str) -> String) {
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    for case in lines.chunks(2) {
        let [input, expected] = case else {
            panic!("a case is two lines: {case:?}")
        };
        let refusal = message(&scene(&input.replace("\\n", "\n")));
        assert!(
            refusal.starts_with("scene.toml:") && refusal.contains(expected.trim()),
            "{refusal}\ndoes not hold\n{expected}"
        );
    }
}

#[test]
fn invalid_bodies_are_refused() {
    check(BODIES, with_body);
}

#[test]
fn invalid_shapes_are_refused() {
    check(SHAPES, |shape| format!("[[bodies]]\nshape = {shape}\n"));
    let half_space = "[[bodies]]\nshape = { kind = 'half_space', normal = [0, 1, 0] }\ndensity = 3";
    assert!(message(half_space).contains("3: bodies[0].density = on a half-space: a half-space has no volume"));
    assert!(message("[[bodies]]\nname = 'x'").contains("1: bodies[0].shape is missing: it must be a shape"));
}

#[test]
fn invalid_worlds_are_refused() {
    check(WORLDS, with_world);
}

#[test]
fn invalid_populations_are_refused() {
    check(POPULATIONS, |lines| format!("{GAS}{lines}\n"));
    let replaced = |from: &str, to: &str| message(&format!("{}packing = 0.1\n", GAS.replace(from, to)));
    assert!(replaced("count = 5\n", "").contains("1: populations[0].count is missing: it must be a whole number of bodies"));
    assert!(replaced("kind = 'gas'\n", "").contains("1: populations[0].kind is missing"));
    assert!(replaced("'gas'", "'crystal'").contains("2: populations[0].kind = \"crystal\": must be one of \"gas\""));
    assert!(replaced("count = 5", "count = 5.0").contains("3: populations[0].count = 5.0: must be a whole number from 1 to"));
    assert!(replaced("count = 5", "count = 0").contains("3: populations[0].count = 0: must be a whole number from 1 to"));
    let half_space = replaced("{ kind = 'ball', radius = 1 }", "{ kind = 'half_space', normal = [1, 0, 0] }");
    assert!(
        half_space.contains("4: populations[0].shape = half_space: must be a bounded shape"),
        "{half_space}"
    );
}

#[test]
fn duplicate_names_are_refused() {
    let ball = "shape = { kind = 'ball', radius = 0.1 }";
    let two = |first: &str, second: &str| format!("[[bodies]]\n{first}\n{ball}\n[[bodies]]\n{second}\n{ball}\n");
    let refusal = message(&two("name = 'a'", "name = 'a'"));
    assert_eq!(
        refusal,
        "scene.toml:5: bodies[1].name = \"a\": must be unique: \"a\" is the name of bodies[0]"
    );
    let refusal = message(&two("", "name = 'body-0'"));
    assert_eq!(
        refusal,
        "scene.toml:5: bodies[1].name = \"body-0\": must be unique: \"body-0\" is the name of bodies[0]"
    );
    let refusal = message(&two("name = 'body-1'", ""));
    assert!(
        refusal.starts_with("scene.toml:4: bodies[1] = {") && refusal.contains("\"body-1\" is the name of bodies[0]"),
        "{refusal}"
    );
    let gas = format!("{GAS}packing = 0.01\n{}", two("name = 'gas-0-3'", ""));
    assert!(
        message(&gas).contains("bodies[0].name = \"gas-0-3\": must be unique: \"gas-0-3\" is the name of a body of a population")
    );
}
