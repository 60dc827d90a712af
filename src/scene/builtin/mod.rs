//! The built-in scenes. Each is a file of `examples/scenes/`, with comments, that can be printed,
//! changed and read again.
//!
//! ```
//! use kinesweep::scene::builtin;
//! assert!(builtin::text(builtin::DEFAULT).unwrap().contains("count = 1000"));
//! ```

mod customised;

pub use customised::{BuiltinError, MOST_DIGITS, Options, customised};

use super::Scene;

/// The default scene.
pub const DEFAULT: &str = "rings";

/// The name of each built-in scene, and a description in one line.
pub const NAMES: &[(&str, &str)] = &[
    (
        "rings",
        "1000 rings of 64 triangles at 1 % density, the scene of Coming and Staadt 2006",
    ),
    ("gas", "1000 hard balls in thermal equilibrium in a box"),
    ("discs", "1000 hard discs in a plane, at an area fraction of 0.6"),
    ("bullet-and-paper", "a bullet at 900 m/s hits a sheet 1 mm thick"),
    ("newtons-cradle", "one ball in, four touching exactly, one ball out"),
    ("pi", "two blocks and a wall whose collisions count the digits of pi"),
    ("pool-break", "15 racked balls and the cue ball, with cushions"),
    ("crossing-bullets", "two bullets that hit each other between two frames"),
    (
        "fast-sensor",
        "a ball through a thin sensor, and a sensor that sweeps over a ball",
    ),
    (
        "bin",
        "200 balls, dropped into a bin: they bounce, and come to rest in a pile",
    ),
    (
        "mixed-bin",
        "100 balls, cubes, capsules and octahedra, dropped into a bin with friction",
    ),
    ("tower", "ten blocks, each on the one below"),
    ("pyramid", "55 cubes in ten rows, each on two below"),
    ("brick-wall", "100 bricks without mortar, and a ball at 40 m/s"),
    ("card-house", "fifteen cards, three storeys high"),
    ("dominoes", "50 dominoes in a row; the first one tips over"),
    (
        "crowd",
        "50 balls in a plane, all on their way to one point, without restitution",
    ),
    ("coin", "a disc, spinning on its edge, falls over and rolls on its rim"),
    ("hopper", "200 balls that flow through the outlet of a hopper"),
    ("drum", "100 balls in a drum that turns"),
    ("pool-on-cloth", "a break of pool with friction: balls slide, then roll"),
];

/// The file of a built-in scene, as TOML with comments.
///
/// ```
/// use kinesweep::scene::builtin::{NAMES, text};
/// assert!(text("rings").unwrap().contains("count = 1000"));
/// assert!(NAMES.iter().all(|(name, _)| text(name).is_some()));
/// ```
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    Some(match name {
        "rings" => include_str!("../../../examples/scenes/rings.toml"),
        "gas" => include_str!("../../../examples/scenes/gas.toml"),
        "discs" => include_str!("../../../examples/scenes/discs.toml"),
        "bullet-and-paper" => include_str!("../../../examples/scenes/bullet-and-paper.toml"),
        "newtons-cradle" => include_str!("../../../examples/scenes/newtons-cradle.toml"),
        "pi" => include_str!("../../../examples/scenes/pi.toml"),
        "pool-break" => include_str!("../../../examples/scenes/pool-break.toml"),
        "crossing-bullets" => include_str!("../../../examples/scenes/crossing-bullets.toml"),
        "fast-sensor" => include_str!("../../../examples/scenes/fast-sensor.toml"),
        "bin" => include_str!("../../../examples/scenes/bin.toml"),
        "mixed-bin" => include_str!("../../../examples/scenes/mixed-bin.toml"),
        "tower" => include_str!("../../../examples/scenes/tower.toml"),
        "pyramid" => include_str!("../../../examples/scenes/pyramid.toml"),
        "brick-wall" => include_str!("../../../examples/scenes/brick-wall.toml"),
        "card-house" => include_str!("../../../examples/scenes/card-house.toml"),
        "dominoes" => include_str!("../../../examples/scenes/dominoes.toml"),
        "crowd" => include_str!("../../../examples/scenes/crowd.toml"),
        "coin" => include_str!("../../../examples/scenes/coin.toml"),
        "hopper" => include_str!("../../../examples/scenes/hopper.toml"),
        "drum" => include_str!("../../../examples/scenes/drum.toml"),
        "pool-on-cloth" => include_str!("../../../examples/scenes/pool-on-cloth.toml"),
        _ => return None,
    })
}

impl Scene {
    /// A built-in scene by its name, one of [`NAMES`].
    ///
    /// ```
    /// use kinesweep::Scene;
    /// assert_eq!(Scene::builtin("rings").unwrap().bodies.len(), 1000);
    /// assert!(Scene::builtin("anvils").is_none());
    /// ```
    #[must_use]
    pub fn builtin(name: &str) -> Option<Self> {
        let scene = Self::from_toml_str(text(name)?, name);
        Some(scene.expect("the built-in scenes are valid"))
    }
}

#[cfg(test)]
mod tests;
