//! Every collision of moving bodies at its exact time, in order of time, without a frame rate. The
//! crate also runs the same scene by frames, and shows what sampling misses and what it costs.
//!
//! ```
//! use kinesweep::{Body, EventKind, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! // A sheet of paper one millimetre thick, and a bullet at 900 m/s: 15 m a frame at 60 Hz.
//! let paper = world.insert(Body::fixed(Shape::cuboid(Vector3::new(0.0005, 0.1, 0.15))?))?;
//! let bullet = Body::new(Shape::ball(0.004)?).position(Vector3::x() * -10.0);
//! let bullet = world.insert(bullet.velocity(Vector3::x() * 900.0))?;
//!
//! let event = world.step()?.expect("the bullet hits the paper");
//! assert!((event.time - (10.0 - 0.0005 - 0.004) / 900.0).abs() < 1e-15);
//! let EventKind::Collision(hit) = event.kind else { panic!() };
//! assert_eq!((hit.normal, hit.closing_speed), (-Vector3::x(), 900.0));
//! assert!(event.kind.involves(paper) && event.kind.involves(bullet));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Body`] has a [`Shape`] and a motion: position, velocity, constant acceleration, and a spin
//! that is constant or that of a free rigid body, in SI units and `f64`. A [`World`] advances from event to event. [`World::step`] stops at
//! the next [`Event`]; [`World::advance_to`] stops at a time and returns the events up to it.
//!
//! In `Cargo.toml`, with a clone of the repository next to your package:
//!
//! ```toml
//! [dependencies]
//! kinesweep = { path = "../kinesweep" }
//! nalgebra = "0.35" # or `use kinesweep::nalgebra` without this line
//! ```
//!
//! # Pages to read
//!
//! | page | content |
//! |---|---|
//! | [tutorial](guide::tutorial) | driving a world, changing it, sensors, laws of collision, many bodies, queries |
//! | [guarantees](guide::guarantees) | tolerances, order of events, determinism, costs |
//! | [which mode when](guide::which_mode) | events or frames, leases or lists, with measured borders |
//! | [from one machine to many](guide::ensembles) | seeds, sweeps and what-ifs as one answer |
//! | [from parry and rapier](guide::from_parry_and_rapier), [from molecular dynamics](guide::from_molecular_dynamics) | corresponding terms |
//!
//! # The flow of data
//!
//! ```text
//!  Scene ──> bounds ──> broad phase ──> impact ──> response ──> events, in one
//!    │       moving     which pairs     when do    what is      total order
//!    │       boxes      come near       they meet  it then           │
//!    │                       ^                        │              │
//!    │                       └── new motion pieces <──┘              v
//!    └──────> frames at a rate (the sampled mode, on `sap`) ──> Comparison
//! ```
//!
//! The root has the types of a first program, and [`prelude`] has the same ones. All others are in
//! one module per stage:
//!
//! | module | content |
//! |---|---|
//! | [`scene`] | input: bodies, shapes, settings, populations, limits, scene files |
//! | [`motion`] | motion pieces, free rotation, inertia; bounds with six endpoints, each with a motion of its own |
//! | [`broad`] | which pairs may meet, and until when they cannot; [`KineticSweep`](broad::KineticSweep) without a world |
//! | [`impact`] | the first time at which two shapes touch and approach |
//! | [`response`] | laws of collision: how a collision changes motion |
//! | [`world`] | continuous mode: bodies in time, the event loop, queries, snapshots, counters |
//! | [`statistics`] | rates, temperature and pressure of a gas |
//! | [`packing`] | dense random packings as a start |
//! | [`sampled`] | frame mode: the same scene by frames |
//! | [`compare`] | both modes side by side: what frames miss, how late they are, what each costs |
//! | `log` (feature `files`) | events and motion pieces of a run, written and read back |
//! | [`queue`], [`roots`] | addressable priority queues; first negative times of polynomials |
//! | [`sap`] | frame-based broad phases, as a crate of their own |
//!
//! # Terms
//!
//! | term | meaning |
//! |---|---|
//! | trajectory, motion piece | a body's motion is a sequence of pieces, each x(t) = x0 + v0 (t - t0) + 1/2 a (t - t0)² from its own epoch t0, and a rotation in closed form |
//! | endpoint | min or max of a body's interval on an axis |
//! | certificate | proof that left <= right for neighbours in a sorted list |
//! | failure time, swap | when a certificate ceases to hold; the exchange of the two neighbours then |
//! | overlap | of two boxes: they have a point in common |
//! | contact | of two shapes: they have a point in common |
//! | impact | contact while the two shapes approach |
//! | lease | bounds that are valid until they expire: the boxes of [`Method::Leases`], and those that a user gives for a motion that is not in closed form |
//! | lane | the part of a world that predicts events: one event a pair (any shape), or one event a ball |
//! | sensor | a body without response: it has contact events only |
//! | audit | a rebuild from scratch between two events, compared with the present state |
//!
//! # What holds
//!
//! - **Closed sets.** Boxes and shapes that touch overlap. An impact is contact *and* approach.
//! - **Purity.** A prediction for a pair is a function of its two motion pieces alone. So every
//!   [`Method`] gives the same bits.
//! - **One total order.** Events are ordered by time, then kind, then scene order.
//! - **Nothing silent.** Bad input is refused with the field, the value and the bound. Every error
//!   leaves a valid world. A solver that does not converge is counted, and its time is early.
//! - **Zeno.** Infinitely many collisions in finite time do not hang: [`Zeno`] is the policy.
//! - **Determinism.** The same scene and calls give the same bits, in every build, on every
//!   platform with IEEE 754 `f64`, by every method.
//!
//! The [guarantees](guide::guarantees) have the details, with tolerances and costs.
//!
//! # Features
//!
//! No feature is on by default.
//!
//! | feature | content |
//! |---|---|
//! | `serde` | snapshots, events, motion pieces, settings and comparisons can be serialized |
//! | `files` | scene files and built-in scenes, meshes from OBJ and STL, logs |
//! | `parallel` | cells of frame-based grids on several threads, with the same results |
//!
//! The command `kinesweep` is a package of its own, `crates/kinesweep-cli` in the repository.
//!
//! # When not to use it
//!
//! - Soft bodies, joints, and large piles at rest: take a frame-based physics engine.
//! - Scenes in which most bodies roll or grow in contact: each of them makes some thousand short
//!   hops a second.
//! - Dense scenes in which exact times do not count: frames can be cheaper, see
//!   [which mode when](guide::which_mode).
//!
//! # Sources
//!
//! - D. S. Coming, O. G. Staadt, *Kinetic sweep and prune for multi-body continuous motion*,
//!   Computers & Graphics 30 (2006): sections and equations are cited where they are used.
//! - J. T. Stasko, J. S. Vitter, *Pairing heaps: experiments and analysis*, Commun. ACM 30 (1987).
//! - D. J. Tracy, S. R. Buss, B. M. Woods, *Efficient large-scale sweep and prune methods with AABB
//!   insertion and removal*, IEEE Virtual Reality (2009).
//! - P. Terdiman, *Sweep-and-prune* (2007).
//! - S. Luding, S. McNamara, *How to handle the inelastic collapse of a dissipative hard-sphere gas
//!   with the TC model*, Granular Matter 1 (1998).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bodies;
pub mod broad;
mod clock;
pub mod compare;
mod contact;
mod domain;
mod event;
mod exclusive;
#[cfg(any(doc, doctest))]
pub mod guide;
pub mod impact;
mod lane;
mod ledger;
mod limits;
#[cfg(feature = "files")]
pub mod log;
pub mod motion;
pub mod packing;
mod portable;
pub mod queue;
#[cfg(feature = "files")]
mod reading;
pub mod response;
pub mod roots;
pub mod sampled;
pub mod scene;
mod shown;
pub mod statistics;
mod stopwatch;
mod ticks;
#[cfg(feature = "serde")]
mod unbounded;
pub mod world;

pub use kinesweep_sap as sap;
/// The maths types of this crate's interface, of the version that it uses.
pub use nalgebra;

#[doc(inline)]
pub use broad::Method;
#[doc(inline)]
pub use compare::Comparison;
pub use domain::{Domain, Wall};
pub use event::{BodyId, Collision, Event, EventKind, Party, Touch};
pub use limits::ValueError;
#[doc(inline)]
pub use motion::{Inertia, MotionChange, MotionPiece};
#[doc(inline)]
pub use scene::{Body, BodyKind, Groups, ResponseMode, Scene, Settings, Shape, Zeno};
#[doc(inline)]
pub use world::{StepError, World, WorldBuilder, WorldError};

/// The names of the root, for `use kinesweep::prelude::*`.
///
/// ```
/// use kinesweep::prelude::*;
/// let mut world = World::builder().build()?;
/// world.insert(Body::new(Shape::ball(1.0)?))?;
/// # Ok::<(), WorldError>(())
/// ```
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        Body, BodyId, BodyKind, Collision, Comparison, Domain, Event, EventKind, Groups, Inertia, Method, MotionChange,
        MotionPiece, Party, ResponseMode, Scene, Settings, Shape, StepError, Touch, ValueError, Wall, World, WorldBuilder,
        WorldError, Zeno,
    };
}

/// Types that the command `kinesweep` needs in addition to the public interface. They may change at
/// any time.
#[doc(hidden)]
pub mod command {
    pub use crate::broad::lists::{KineticLists, kinetic_lists};
}

/// The README's examples are doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
