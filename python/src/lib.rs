//! The compiled part of the Python package `kinesweep`: worlds, shapes, scenes and broad phases as
//! Python classes over the Rust library. What can be plain Python is in the folder `kinesweep`.
//!
//! - [`world`] has the class `World`, one file for each group of its methods.
//! - [`arrays`] reads arguments and writes results as numpy arrays; [`properties`] reads the
//!   keywords that describe bodies, one or many.
//! - [`held`] lets one call at a time use a world, and turns panics into exceptions.
//! - [`signals`] ends long calls by Ctrl-C.
//! - [`errors`] maps every error to the Python hierarchy of `kinesweep/_errors.py`.

mod arrays;
mod bounds;
mod boxes;
mod comparison;
mod domain;
mod ensemble;
mod errors;
mod events;
mod held;
mod hooks;
mod impact;
mod kinetic;
mod motion;
mod packing;
mod properties;
mod scene;
mod scene_run;
mod shape;
mod signals;
mod world;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule(gil_used = true)]
mod _core {
    #[pymodule_export]
    use crate::bounds::Bounds;
    #[pymodule_export]
    use crate::boxes::Boxes;
    #[pymodule_export]
    use crate::comparison::{Comparison, compare};
    #[pymodule_export]
    use crate::domain::{Domain, Zeno};
    #[pymodule_export]
    use crate::ensemble::{EnsembleSummary, Runs};
    #[pymodule_export]
    use crate::events::Event;
    #[pymodule_export]
    use crate::hooks::{Encounter, RestitutionTable};
    #[pymodule_export]
    use crate::impact::{contact_times, time_of_impact};
    #[pymodule_export]
    use crate::kinetic::KineticSweep;
    #[pymodule_export]
    use crate::motion::Motion;
    #[pymodule_export]
    use crate::packing::pack;
    #[pymodule_export]
    use crate::scene::{Scene, builtin_scenes};
    #[pymodule_export]
    use crate::scene_run::run;
    #[pymodule_export]
    use crate::shape::Shape;
    #[pymodule_export]
    use crate::world::{EventIterator, RayHit, Schedule, World};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("EVENT_DTYPE", crate::events::dtype(module.py())?)
    }
}
