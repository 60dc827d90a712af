//! kinesweep

#![allow(dead_code)]

mod bounds;
mod broad_phase;
mod compare;
mod event;
mod impact;
mod kinetic;
mod queue;
mod response;
mod roots;
mod sampled;
mod sap;
mod scene;
mod world;

pub use bounds::{Bounds, Endpoint};
pub use broad_phase::PairChange;
pub use compare::{CompareError, CompareOptions, Comparison, PassThrough, PassThroughRun, Responding, RespondingRun, RunMethod};
pub use event::{BodyId, Collision, Event, EventKind, Party, Touch};
pub use kinetic::KineticSweep;
pub use queue::*;
pub use response::{Encounter, Reply, Response, Side, impulse};
pub use roots::{first_negative_linear, first_negative_quadratic, first_negative_quartic};
pub use sampled::SampledWorld;
pub use scene::{
    Body, BodyKind, Domain, Groups, MAX_MAGNITUDE, MAX_MASS, MAX_SIZE, MIN_MASS, MIN_SIZE, Mass, MotionChange, MotionPiece,
    PlacementError, Population, PopulationKind, ResponseMode, Scene, ScheduledChange, Settings, Shape, ShapeKind, Speed,
    ValueError, Wall, Zeno, place,
};
#[cfg(feature = "files")]
pub use scene::{Place, SceneError, builtin};
pub use world::{Counters, Method, StepError, World, WorldBuilder, WorldError};
