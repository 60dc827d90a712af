//! kinesweep

#![allow(dead_code)]

mod impact;
mod queue;
mod roots;
mod scene;

pub use roots::{first_negative_linear, first_negative_quadratic};
pub use scene::{
    Body, BodyKind, Domain, Groups, MAX_MAGNITUDE, MAX_MASS, MAX_SIZE, MIN_MASS, MIN_SIZE, Mass, MotionChange, MotionPiece,
    PlacementError, Population, PopulationKind, ResponseMode, Scene, ScheduledChange, Settings, Shape, ShapeKind, Speed,
    ValueError, Wall, Zeno, place,
};
#[cfg(feature = "files")]
pub use scene::{Place, SceneError, builtin};
