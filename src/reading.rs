//! Scenes from files. They stand above the layers of scenes and worlds, for a dense population
//! takes a world to grow it.

use crate::packing::pack_equal;
use crate::scene::file::{read_file, read_json, read_toml};
use crate::scene::{Scene, SceneError};
use std::path::Path;

impl Scene {
    /// Reads a scene file: JSON if its name ends in `.json`, else TOML. Mesh files are named from
    /// its folder.
    ///
    /// Every body of the scene has a name: its own, `body-<index>`, or `<kind>-<population
    /// index>-<number>`. The bodies come first, then the populations, in the order of the file.
    ///
    /// # Format
    #[doc = include_str!("scene/file/format.md")]
    ///
    /// # Errors
    /// See [`SceneError`]; every one names the file and, but for files that cannot be read or
    /// parsed, the key.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        read_file(path.as_ref(), pack_equal)
    }

    /// Reads a scene from TOML text; `origin` is its name in messages, and a path: the names
    /// of mesh files are relative to its folder.
    ///
    /// ```
    /// use kinesweep::Scene;
    /// let text = "
    ///     [[bodies]]
    ///     name = 'bullet'
    ///     shape = { kind = 'ball', radius = 0.01 }
    ///     velocity = [900, 0, 0]
    /// ";
    /// let scene = Scene::from_toml_str(text, "bullet.toml")?;
    /// assert_eq!(scene.body_name(0), "bullet");
    ///
    /// let error = Scene::from_toml_str(&text.replace("0.01", "-0.01"), "bullet.toml").unwrap_err();
    /// assert!(error.to_string().starts_with("bullet.toml:4: bodies[0].shape.radius = -0.01: must be"));
    /// # Ok::<(), kinesweep::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// See [`Scene::from_file`].
    pub fn from_toml_str(text: &str, origin: &str) -> Result<Self, SceneError> {
        read_toml(text, origin, pack_equal)
    }

    /// Reads a scene from JSON text; see [`Scene::from_toml_str`].
    ///
    /// # Errors
    /// See [`Scene::from_file`]; only syntax errors have a line.
    pub fn from_json_str(text: &str, origin: &str) -> Result<Self, SceneError> {
        read_json(text, origin, pack_equal)
    }
}
