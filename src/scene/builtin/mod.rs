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
