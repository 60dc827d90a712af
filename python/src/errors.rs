//! Errors as Python exceptions. Their classes are in `kinesweep/_errors.py`.

use kinesweep::sampled::FrameError;
use kinesweep::scene::{PlacementError, SceneError};
use kinesweep::world::SnapshotError;
use kinesweep::{StepError, ValueError, WorldError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::any::Any;
use std::fmt::Display;

/// An exception of the package, by the name of its class.
pub(crate) fn exception(py: Python<'_>, class: &str, message: impl Display) -> PyErr {
    let class = py
        .import("kinesweep._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| Ok(class.cast_into::<PyType>()?));
    match class {
        Ok(class) => PyErr::from_type(class, (message.to_string(),)),
        Err(error) => error,
    }
}

/// A value out of its bounds.
pub(crate) fn invalid(py: Python<'_>, message: impl Display) -> PyErr {
    exception(py, "InvalidValueError", message)
}

/// An argument of the wrong type.
pub(crate) fn wrong_type(message: impl Display) -> PyErr {
    PyTypeError::new_err(message.to_string())
}

/// With the field, the value and the bound as attributes.
pub(crate) fn value_error(py: Python<'_>, error: &ValueError) -> PyErr {
    let raised = invalid(py, error);
    let value = raised.value(py);
    for (name, text) in [("field", &error.field), ("value", &error.value), ("allowed", &error.allowed)] {
        if let Err(error) = value.setattr(name, text) {
            return error;
        }
    }
    raised
}

pub(crate) fn world_error(py: Python<'_>, error: &WorldError) -> PyErr {
    match error {
        WorldError::Value(error) => value_error(py, error),
        WorldError::StaleId(id) => exception(py, "StaleIdError", format_args!("body {} is not in this world", id.to_bits())),
        WorldError::Overlap { .. } => exception(py, "OverlapError", error),
        _ => invalid(py, error),
    }
}

pub(crate) fn step_error(py: Python<'_>, error: &StepError) -> PyErr {
    let (class, time) = match error {
        StepError::Refused(refused) => return world_error(py, refused),
        StepError::Stalled { time, .. } => ("StalledError", *time),
        StepError::Zeno { time, .. } => ("StalledError", *time),
        StepError::Jump { time, .. }
        | StepError::Change { time, .. }
        | StepError::Reply { time, .. }
        | StepError::BoundsExpired { time, .. }
        | StepError::Outgrown { time, .. }
        | StepError::TooFast { time, .. } => ("StepError", *time),
        _ => ("StepError", f64::NAN),
    };
    at_time(py, class, error, time)
}

/// An exception with the time, in seconds.
fn at_time(py: Python<'_>, class: &str, error: impl Display, time: f64) -> PyErr {
    let raised = exception(py, class, error);
    match raised.value(py).setattr("time", time) {
        Ok(()) => raised,
        Err(error) => error,
    }
}

pub(crate) fn frame_error(py: Python<'_>, error: &FrameError) -> PyErr {
    let time = match error {
        FrameError::Outgrown { time, .. } => *time,
        _ => f64::NAN,
    };
    at_time(py, "StepError", error, time)
}

pub(crate) fn snapshot_error(py: Python<'_>, error: &SnapshotError) -> PyErr {
    exception(py, "SnapshotError", error)
}

pub(crate) fn scene_error(py: Python<'_>, error: &SceneError) -> PyErr {
    exception(py, "SceneError", error)
}

pub(crate) fn placement_error(py: Python<'_>, error: &PlacementError) -> PyErr {
    match error {
        PlacementError::Value(error) => value_error(py, error),
        _ => invalid(py, error),
    }
}

/// A panic of the library, which is a bug in it.
pub(crate) fn internal(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    exception(py, "InternalError", format_args!("a bug in kinesweep: {text}"))
}
