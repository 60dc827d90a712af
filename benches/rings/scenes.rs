//! The scenes, by number of bodies.

use crate::heaps::heaps;
use kinesweep::Scene;
use kinesweep::scene::builtin;

/// A family of scenes.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) scene: fn(u64) -> Scene,
}

pub(crate) const FAMILIES: [Family; 7] = [
    Family {
        name: "rings",
        what: "the default scene: rings of 64 triangles at 1 %, in a box",
        scene: rings,
    },
    Family {
        name: "mixed",
        what: "balls, cuboids, capsules, hulls and rings at 10 %, in a box",
        scene: mixed,
    },
    Family {
        name: "falling",
        what: "the same at 5 %, with gravity and a restitution of 0.8",
        scene: falling,
    },
    Family {
        name: "heaps",
        what: "heaps of 64 balls, cuboids, capsules and hulls that fall on a floor, with friction and a restitution of 0.3",
        scene: heaps,
    },
    Family {
        name: "sizes",
        what: "balls of radius 0.1, 1, 10 and 100 (of 4000: 3559, 400, 40 and 1) at 10 %, in a box",
        scene: sizes,
    },
    Family {
        name: "huge",
        what: "cuboids at 2 % around three balls a hundred times as large",
        scene: huge,
    },
    Family {
        name: "bullets",
        what: "cuboids at 2 %, of which one in ten is a thousand times as fast as the others",
        scene: bullets,
    },
];

fn rings(count: u64) -> Scene {
    let options = builtin::Options {
        count: Some(count),
        ..Default::default()
    };
    let text = builtin::customised("rings", &options).expect("the scene is built in");
    parsed(&text)
}

/// A population: its shape with a bounding radius, its share of the bodies, its speeds in radii a
/// second.
struct Kind {
    shape: &'static str,
    radius: f64,
    count: u64,
    speed: [f64; 2],
}

/// The populations in a cube of which their bounding balls fill the share `packing`.
fn populations(kinds: &[Kind], packing: f64, world: &str) -> Scene {
    let volume: f64 = kinds
        .iter()
        .map(|kind| kind.count as f64 * 4.0 / 3.0 * std::f64::consts::PI * kind.radius.powi(3))
        .sum();
    let half = 0.5 * (volume / packing).cbrt();
    let mut text = format!(
        "[world]\n{world}\ndomain = {{ kind = \"box\", min = [-{half}, -{half}, -{half}], max = [{half}, {half}, {half}] }}\n"
    );
    for (number, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.count > 0) {
        let Kind { shape, count, speed, .. } = kind;
        text += &format!(
            "[[populations]]\nkind = \"gas\"\ncount = {count}\nseed = {number}\nspeed = {speed:?}\nshape = {{ {shape} }}\n"
        );
    }
    parsed(&text)
}

const DEFAULT_SPEED: [f64; 2] = [0.5, 1.5];

/// A shape as scene files write it, with a bounding radius of 1.
pub(crate) type Shape = &'static str;

pub(crate) const SPHERE: Shape = "kind = \"ball\", radius = 1.0";
pub(crate) const CUBE: Shape = "kind = \"cuboid\", half_extents = [0.57735, 0.57735, 0.57735]";
pub(crate) const CAPSULE: Shape = "kind = \"capsule\", half_height = 0.6, radius = 0.4";
pub(crate) const RING: Shape = "kind = \"ring\", major = 0.8, minor = 0.2, segments = 8, sides = 4";

const MIXTURE: [Shape; 5] = [
    SPHERE,
    "kind = \"cuboid\", half_extents = [0.5, 0.6, 0.6]",
    CAPSULE,
    "kind = \"convex\", points = [[1.0, 0.0, 0.0], [-0.6, 0.8, 0.0], [-0.6, -0.8, 0.0], [0.0, 0.0, 1.0], [0.0, 0.1, -1.0]]",
    RING,
];

/// Bodies of one shape in a cube of which their bounding balls fill the share `packing`.
pub(crate) fn at_packing(shape: Shape, count: u64, packing: f64) -> Scene {
    let kind = Kind {
        shape,
        radius: 1.0,
        count,
        speed: DEFAULT_SPEED,
    };
    populations(&[kind], packing, "")
}

fn mixture(count: u64, packing: f64, world: &str) -> Scene {
    let kinds = MIXTURE.map(|shape| Kind {
        shape,
        radius: 1.0,
        count: count / MIXTURE.len() as u64,
        speed: DEFAULT_SPEED,
    });
    populations(&kinds, packing, world)
}

fn mixed(count: u64) -> Scene {
    mixture(count, 0.1, "")
}

fn falling(count: u64) -> Scene {
    mixture(count, 0.05, "gravity = [0.0, -0.5, 0.0]\nrestitution = 0.8")
}

fn sizes(count: u64) -> Scene {
    let ball = |shape, radius, part: u64| Kind {
        shape,
        radius,
        count: (count * part / 4000).max(1),
        speed: DEFAULT_SPEED,
    };
    let kinds = [
        ball("kind = \"ball\", radius = 100.0", 100.0, 1),
        ball("kind = \"ball\", radius = 10.0", 10.0, 40),
        ball("kind = \"ball\", radius = 1.0", 1.0, 400),
        ball("kind = \"ball\", radius = 0.1", 0.1, 3559),
    ];
    populations(&kinds, 0.1, "")
}

fn cubes(count: u64, speed: [f64; 2]) -> Kind {
    Kind {
        shape: "kind = \"cuboid\", half_extents = [0.5, 0.5, 0.5]",
        radius: 0.75f64.sqrt(),
        count,
        speed,
    }
}

fn huge(count: u64) -> Scene {
    let large = Kind {
        shape: "kind = \"ball\", radius = 50.0",
        radius: 50.0,
        count: 3,
        speed: [0.01, 0.02],
    };
    populations(&[large, cubes(count, DEFAULT_SPEED)], 0.02, "")
}

fn bullets(count: u64) -> Scene {
    let [low, high] = DEFAULT_SPEED;
    populations(
        &[
            cubes(count * 9 / 10, DEFAULT_SPEED),
            cubes(count / 10, [1e3 * low, 1e3 * high]),
        ],
        0.02,
        "response = \"pass-through\"",
    )
}

fn parsed(text: &str) -> Scene {
    Scene::from_toml_str(text, "scene").expect("the scene is valid")
}
