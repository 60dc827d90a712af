//! The scenes of the pages.

/// All shapes, with gravity, spin, growth, friction, a floor, and a name that is markup.
pub(crate) const SHAPES: &str = r#"
title = "all <shapes> & 'names'</script>"
[world]
gravity = [0.0, -9.81, 0.0]
restitution = 0.8
horizon = 1.5
[[bodies]]
name = "floor"
kind = "fixed"
shape = { kind = "half_space", normal = [0.1, 1.0, 0.0] }
[[bodies]]
name = "<b>ball</b>"
shape = { kind = "ball", radius = 0.3 }
position = [0.0, 2.0, 0.0]
growth = 0.05
[[bodies]]
name = "cuboid"
shape = { kind = "cuboid", half_extents = [0.2, 0.3, 0.4] }
position = [1.5, 2.0, 0.0]
angular_velocity = [1.0, 2.0, 3.0]
[[bodies]]
name = "capsule"
shape = { kind = "capsule", half_height = 0.4, radius = 0.2 }
position = [-1.5, 2.0, 0.0]
orientation = [0.4, 0.0, 0.3]
rotates = true
[[bodies]]
name = "ring"
shape = { kind = "ring", major = 0.4, minor = 0.1, segments = 12, sides = 6 }
position = [0.0, 3.5, 0.0]
velocity = [0.0, -6.0, 0.0]
[[bodies]]
name = "convex"
shape = { kind = "convex", points = [[0, 0.4, 0], [0.4, -0.2, 0], [-0.3, -0.2, 0.3], [-0.3, -0.2, -0.3]] }
position = [1.5, 3.5, 0.5]
[[bodies]]
name = "mesh"
kind = "fixed"
shape = { kind = "mesh", vertices = [[-1, 0, -1], [1, 0, -1], [0, 0.2, 1]], triangles = [[0, 1, 2]] }
position = [-3.0, 1.0, 0.0]
[[bodies]]
name = "compound"
position = [-1.5, 3.5, 0.5]
shape = { kind = "compound", parts = [
    { shape = { kind = "cuboid", half_extents = [0.4, 0.05, 0.05] } },
    { shape = { kind = "ball", radius = 0.15 }, position = [0.4, 0.0, 0.0] },
] }
"#;

/// Two that overlap at the start: they can only pass through each other.
pub(crate) const OVERLAP: &str = r#"
title = "overlap"
[world]
horizon = 3.0
[[bodies]]
shape = { kind = "ball", radius = 0.5 }
velocity = [1.0, 0.0, 0.0]
[[bodies]]
shape = { kind = "ball", radius = 0.5 }
position = [0.5, 0.0, 0.0]
[[bodies]]
shape = { kind = "ball", radius = 0.01 }
position = [20.0, 0.0, 0.0]
velocity = [-10.0, 0.0, 0.0]
"#;

/// No body meets another, and one is far from the rest.
pub(crate) const LONELY: &str = r#"
title = "lonely"
[world]
horizon = 2.0
[[bodies]]
shape = { kind = "ball", radius = 0.5 }
velocity = [1.0, 0.0, 0.0]
[[bodies]]
shape = { kind = "cuboid", half_extents = [1.0, 1.0, 1.0] }
position = [0.0, 100000.0, 0.0]
"#;
