//! Built-in scenes with other numbers, as text: the file with some of its lines rewritten.

use super::{NAMES, text};
use crate::limits::ValueError;
use crate::scene::{Scene, SceneError, Start};
use thiserror::Error;

/// Numbers that can be set in some of the built-in scenes; missing ones stay as in the file.
///
/// ```
/// use kinesweep::scene::builtin;
/// use kinesweep::Scene;
/// let options = builtin::Options { count: Some(20), ..builtin::Options::default() };
/// let text = builtin::customised("gas", &options)?;
/// assert_eq!(Scene::from_toml_str(&text, "gas")?.bodies.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// `rings`, `gas`, `discs`, `bin`: number of bodies.
    pub count: Option<u64>,
    /// `rings`, `gas`, `discs`, `bin`: volume fraction of the bounding balls (`discs`: area fraction).
    pub packing: Option<f64>,
    /// `rings`, `gas`, `discs`, `bin`: the seed.
    pub seed: Option<u64>,
    /// `rings`, `gas`, `discs`: least and greatest speed, in bounding radii a second.
    pub speed: Option<[f64; 2]>,
    /// `rings`, `gas`, `discs`: standard deviation of each component of the velocity, in metres per second.
    pub maxwell: Option<f64>,
    /// `gas`, `discs`: the layout of the balls at the start.
    pub start: Option<Start>,
    /// `gas`, `discs`: whether the domain is periodic.
    pub periodic: Option<bool>,
    /// `gas`, `discs`: whether the common drift is removed.
    pub zero_momentum: Option<bool>,
    /// `pi`: number of digits, 1 to [`MOST_DIGITS`].
    pub digits: Option<u32>,
    /// All: the length of a run, in seconds.
    pub horizon: Option<f64>,
}

/// Most digits of pi. With eight digits the collisions would be 1e-16 s apart, less than the
/// spacing of floats at 1 s.
pub const MOST_DIGITS: u32 = 7;

/// Error of a customised built-in scene.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuiltinError {
    /// There is no scene of this name.
    #[error("there is no built-in scene {name:?}; there are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// The scene does not have this number.
    #[error("the scene {name:?} has no {option}; it takes {allowed}")]
    NotTaken {
        /// The scene.
        name: String,
        /// The option.
        option: &'static str,
        /// The options of the scene.
        allowed: String,
    },
    /// A number is not allowed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The scene with these numbers is not valid: too dense, for example.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

/// The text of a built-in scene with other numbers. The numbers are checked by reading the scene.
///
/// # Errors
/// See [`BuiltinError`].
pub fn customised(name: &str, options: &Options) -> Result<String, BuiltinError> {
    let Some(original) = text(name) else {
        let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        return Err(BuiltinError::Unknown {
            name: name.to_owned(),
            known: known.join(", "),
        });
    };
    refuse_unknown_options(name, options)?;
    let lines = rewritten_lines(options)?;
    if lines.is_empty() {
        return Ok(original.to_owned());
    }
    let mut text = original.to_owned();
    for (key, value) in lines {
        // One key replaces the other.
        let old_keys: &[&str] = if matches!(key, "speed" | "maxwell") {
            &["speed", "maxwell"]
        } else {
            &[key]
        };
        text = with_line(&text, old_keys, &format!("{key} = {value}"));
    }
    let text = format!("# The built-in scene {name} with other numbers; what is said of it holds for its own.\n{text}");
    Scene::from_toml_str(&text, name)?;
    Ok(text)
}

fn refuse_unknown_options(name: &str, options: &Options) -> Result<(), BuiltinError> {
    let taken: &[&str] = match name {
        "rings" => &["count", "packing", "seed", "speed", "maxwell", "horizon"],
        "gas" | "discs" => &[
            "count",
            "packing",
            "seed",
            "speed",
            "maxwell",
            "start",
            "periodic",
            "zero_momentum",
            "horizon",
        ],
        "bin" => &["count", "packing", "seed", "horizon"],
        "pi" => &["digits", "horizon"],
        _ => &["horizon"],
    };
    let given = [
        ("count", options.count.is_some()),
        ("packing", options.packing.is_some()),
        ("seed", options.seed.is_some()),
        ("speed", options.speed.is_some()),
        ("maxwell", options.maxwell.is_some()),
        ("start", options.start.is_some()),
        ("periodic", options.periodic.is_some()),
        ("zero_momentum", options.zero_momentum.is_some()),
        ("digits", options.digits.is_some()),
    ];
    match given.iter().find(|(option, given)| *given && !taken.contains(option)) {
        None => Ok(()),
        Some((option, _)) => Err(BuiltinError::NotTaken {
            name: name.to_owned(),
            option,
            allowed: taken.join(", "),
        }),
    }
}

/// Keys and their new values, with a comment if the old one would be wrong.
fn rewritten_lines(options: &Options) -> Result<Vec<(&'static str, String)>, ValueError> {
    let mut lines = Vec::new();
    if let Some(count) = options.count {
        lines.push(("count", count.to_string()));
    }
    if let Some(packing) = options.packing {
        lines.push(("packing", number("packing", packing)?));
    }
    if let Some(seed) = options.seed {
        // TOML guarantees whole numbers only up to this.
        if i64::try_from(seed).is_err() {
            let allowed = format!("must be a whole number from 0 to {}", i64::MAX);
            return Err(ValueError::new("seed", seed, allowed));
        }
        lines.push(("seed", seed.to_string()));
    }
    if options.speed.is_some() && options.maxwell.is_some() {
        let allowed = "must be left out where a range of speeds is given: it is one or the other";
        return Err(ValueError::new("maxwell", options.maxwell.unwrap_or_default(), allowed));
    }
    if let Some([least, most]) = options.speed {
        let range = format!("[{}, {}]", number("speed[0]", least)?, number("speed[1]", most)?);
        lines.push(("speed", format!("{range} # least and greatest, in bounding radii a second")));
    }
    if let Some(deviation) = options.maxwell {
        let deviation = number("maxwell", deviation)?;
        lines.push((
            "maxwell",
            format!("{deviation} # standard deviation of each component of the velocity, m/s"),
        ));
    }
    if let Some(start) = options.start {
        lines.push(("start", format!("{:?}", start.name())));
    }
    if let Some(periodic) = options.periodic {
        let kind = if periodic { "periodic" } else { "box" };
        lines.push(("domain", format!("{{ kind = {kind:?} }} # sized by the packing below")));
    }
    if let Some(zero) = options.zero_momentum {
        lines.push(("zero_momentum", zero.to_string()));
    }
    if let Some(digits) = options.digits {
        lines.push(("mass", heavy_mass(digits)?));
    }
    if let Some(horizon) = options.horizon {
        lines.push(("horizon", number("horizon", horizon)? + " # seconds"));
    }
    Ok(lines)
}

/// The mass of the heavy block for this number of digits of pi, and the number of collisions.
fn heavy_mass(digits: u32) -> Result<String, ValueError> {
    if !(1..=MOST_DIGITS).contains(&digits) {
        let allowed = format!("must be a whole number from 1 to {MOST_DIGITS}");
        return Err(ValueError::new("digits", digits, allowed));
    }
    let power = digits - 1;
    let collisions = (std::f64::consts::PI * 10f64.powi(power as i32)).floor();
    Ok(format!("{} # 100^{power}: {collisions} collisions", 100u64.pow(power)))
}

/// A finite number in TOML form, so that it reads back to the same bits.
fn number(field: &str, value: f64) -> Result<String, ValueError> {
    if value.is_finite() {
        Ok(format!("{value:?}"))
    } else {
        Err(ValueError::new(field, value, "must be a finite number"))
    }
}

/// The text with the line of one of these keys replaced. The comment at its end is removed, unless
/// the new line has none: then it stays.
fn with_line(text: &str, old_keys: &[&str], new: &str) -> String {
    let sets = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| old_keys.contains(&key));
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        if sets(line) {
            result.push_str(new);
            if let (false, Some((_, comment))) = (new.contains('#'), line.split_once(" #")) {
                result.push_str(" #");
                result.push_str(comment);
            }
        } else {
            result.push_str(line);
        }
        result.push('\n');
    }
    result
}
