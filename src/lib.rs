//! Every collision of moving bodies at its exact time, in order of time, with no frame rate anywhere; and beside it the usual
//! frame-based run of the same scene, which shows what sampling misses and what it costs.
//!
//! ```
//! use kinesweep::{Body, EventKind, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! // A sheet of paper one millimetre thick, and a bullet at 900 m/s: at 60 frames a second it moves 15 m a frame.
//! let paper = world.insert(Body::fixed(Shape::cuboid(Vector3::new(0.0005, 0.1, 0.15))?))?;
//! let bullet = Body::new(Shape::ball(0.004)?).position(Vector3::x() * -10.0).velocity(Vector3::x() * 900.0);
//! let bullet = world.insert(bullet)?;
//!
//! let event = world.step()?.expect("the bullet hits the paper");
//! assert!((event.time - (10.0 - 0.0005 - 0.004) / 900.0).abs() < 1e-15);
//! let EventKind::Collision(hit) = event.kind else { panic!() };
//! assert_eq!((hit.normal, hit.closing_speed), (-Vector3::x(), 900.0));
//! assert!(event.kind.involves(paper) && event.kind.involves(bullet));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The flow of data
//!
//! ```text
//! scene  ->  bounds  ->  broad phase  ->  impact  ->  response  ->  events to the user
//!            moving      overlap          time of     queue of      one total order
//!            boxes       begin / end      impact      predicted     in time
//!                                                     collisions
//! the sampled mode takes the same scene and gives the same kind of events, from frames
//! ```
//!
//! - [`Scene`], [`Body`], [`Shape`], [`Settings`]: what there is and how it moves, checked at the door. With the feature `files`,
//!   scenes are read from TOML and JSON, and there are built-in ones.
//! - [`World`]: continuous mode. [`World::step`] goes on to the next event, [`World::advance_to`] to a time; bodies come, go and
//!   change their motion at any time. [`Method`] says how pairs are found; all methods give the same events to the bit.
//! - [`Statistics`]: what collisions say of rates, temperature and pressure.
//! - [`Population`] and [`lubachevsky_stillinger`]: many bodies at random, on a lattice, or as dense as randomness allows.
//! - [`SampledWorld`]: the same scene by frames.
//! - [`Comparison`]: all methods side by side; what was missed, how late the rest was found, what each cost; and [`RateSearch`]: the
//!   lowest rate at which nothing is missed.
//! - With the feature `files`, `Log` reads back what `kinesweep run --log` writes: events and motion pieces, to the bit.
//! - [`sap`]: frame-based broad phases for boxes of any kind, usable by themselves.
//! - [`KineticSweep`] and [`Queue`]: kinetic sweep and prune and its event queue, usable by themselves. [`time_of_impact`]: the exact time at
//!   which two shapes meet, without a world.
//!
//! # Terms
//!
//! | term | meaning |
//! |---|---|
//! | trajectory, motion piece | a body's motion is a sequence of pieces, each x(t) = x0 + v0 (t - t0) + 1/2 a (t - t0)² from its own epoch t0 |
//! | endpoint | min or max of a body's interval on an axis |
//! | certificate, failure time, swap | proof that left <= right for neighbours in a sorted list; when it fails; what is done then |
//! | overlap, contact, impact | of boxes; of shapes; contact that begins (or is) while the two approach |
//! | lease | bounds that hold for a while, until they expire: boxes about bodies by [`Method::Leases`], and those that a user gives for a motion that the engine doesn't know |
//! | audit | rebuild everything from scratch between two events and compare |
//!
//! # What holds
//!
//! - **Closed sets.** Boxes and shapes that touch overlap. An impact is contact *and* approach: two that touch and part, or slide
//!   past each other, do not collide.
//! - **Purity.** What is predicted for a pair is a function of its two motion pieces alone, not of the method, the frame or the
//!   order of insertion. So every [`Method`] gives the same bits, and an engine that has run for long is as exact as a new one,
//!   up to the rounding of the time itself (1e-10 s after 10^6 s).
//! - **One total order.** Events come by time, then by kind (see [`EventKind`]), then in scene order; collisions that others at the
//!   same time cause come in rounds after them.
//! - **Nothing silent.** Bad input is refused with the field, the value and the bound; a solver that gives up says so in
//!   [`Counters::unresolved`], with a time that is early rather than late. Every error leaves a good world.
//! - **Zeno.** Infinitely many collisions in finite time do not hang: see [`Zeno`]. By default what bounces slower than 1e-6 m/s
//!   comes to rest.
//!
//! # Determinism
//!
//! The same scene and the same calls give the same events and motion pieces, to the bit:
//!
//! - in every run, build and optimisation, for whatever processor: rustc fuses no multiplication with an addition by itself, and all that
//!   is rounded is rounded as IEEE 754 says;
//! - on every platform whose `f64` is that of IEEE 754 (32-bit x86 without SSE2 is none): what the platform's library computes in its
//!   own way (sine, cosine, arctangent, powers) is computed by the crate `libm` instead, and random numbers by the four
//!   operations and the square root. A table of hashes of logs is checked in debug and release; x86-64 is the one
//!   architecture on which that was done so far;
//! - by every [`Method`], changed at any time, with motion recorded or not, and overlaps told or not;
//! - on any number of threads: a [`World`] uses one, and can be sent from one to another; with the feature `parallel`, frames use several,
//!   and tell what they would on one;
//! - whatever came and went before: two worlds that hold the same bodies, inserted in the same order, go on alike, whatever places their
//!   ids have. What happens at the same time to several bodies is told in the order of their insertion, never by ids.
//!
//! A copy of a world that is made from positions and velocities at some time is another world: its pieces begin there anew, rounded once
//! more ([`MotionPiece::rebased`]), and chaos makes much of that. A [`Snapshot`] keeps the pieces: what is restored from it goes on alike, to
//! the bit, by any method, from any moment, the middle of an instant included.
//!
//! Not promised: [`Counters`] and costs, which are those of a method; anything across versions of this crate and of what it depends on;
//! what code of your own computes, laws of collision and tests of touch included; rotation *vectors* in the states that the command
//! writes, which come of an arctangent of the platform's own (quaternions, in logs, do not).
//!
//! # Costs
//!
//! With n bodies, k near one body. By leases, which serve from some tens of bodies on: an expiry O(k + log n), a motion change k
//! predictions, memory O(n k), and at constant density a cost in proportion to n; how far a lease goes is learned body by body.
//! By kinetic lists: a swap O(log n); a motion change 12 certificates and k predictions; memory O(n + pairs whose boxes overlap). The
//! number of swaps grows as n^(5/3) at constant density, since far-away bodies swap, too. A gas (balls that fly freely, in a box or a
//! periodic domain) keeps one event a ball: a collision costs O(k), whatever n.
//!
//! # When not to use it
//!
//! Spin is constant between collisions: inertia is a scalar, and nothing precesses. What goes on turning or growing in contact (a
//! rolling box, a rod that falls over) hops a thousand times a second. Soft bodies, joints and large piles that rest belong to a
//! frame-based physics engine.
//!
//! # Sources
//!
//! D. S. Coming, O. G. Staadt, *Kinetic sweep and prune for multi-body continuous motion*, Computers & Graphics 30 (2006):
//! sections and equations are cited where they are used. J. T. Stasko, J. S. Vitter, *Pairing heaps: experiments and analysis*,
//! Commun. ACM 30 (1987). D. J. Tracy, S. R. Buss, B. M. Woods, *Efficient large-scale sweep and prune methods with AABB insertion and
//! removal*, IEEE Virtual Reality (2009). P. Terdiman, *Sweep-and-prune* (2007). S. Luding, S. McNamara, *How to handle the inelastic collapse of a dissipative hard-sphere gas with the TC
//! model*, Granular Matter 1 (1998).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bounds;
mod broad_phase;
mod compare;
mod event;
mod gas;
mod impact;
mod kinetic;
mod laps;
mod leases;
#[cfg(feature = "files")]
mod log;
mod packing;
mod portable;
mod queue;
#[cfg(feature = "files")]
mod reading;
mod response;
mod roots;
mod sampled;
pub mod sap;
mod scene;
mod statistics;
mod swept;
mod tally;
mod ticks;
#[cfg(feature = "serde")]
mod unbounded;
mod world;

pub use bounds::{Bounds, Endpoint, Lease};
pub use broad_phase::PairChange;
pub use compare::{
    CompareError, CompareOptions, Comparison, ContactInterval, CostParts, LeastRate, LeftOut, MissedContact, NotCompared,
    PassThrough, PassThroughRun, Progress, RateSearch, Responding, RespondingRun, Rival, RunMethod, ShareSeen, WayBin,
    smallest_diameter,
};
pub use event::{BodyId, Collision, Event, EventKind, Party, Touch};
pub use impact::{Collider, time_of_impact};
pub use kinetic::KineticSweep;
#[cfg(feature = "files")]
pub use log::{Log, LogError, LogLine, LoggedEvent, LoggedKind, LoggedPiece};
pub use packing::lubachevsky_stillinger;
pub use queue::{AuxiliaryTwoPass, DaryHeap, EventQueue, Key, Moment, PairingHeap, Queue, Strategy, Time, TwoPass};
pub use response::{Encounter, Reply, Response, Side, Twist, impulse};
pub use roots::{first_negative_linear, first_negative_quadratic, first_negative_quartic};
pub use sampled::SampledWorld;
pub use scene::{
    Body, BodyKind, Domain, Groups, MAX_GROWTH, MAX_MAGNITUDE, MAX_MASS, MAX_SIZE, MAX_SPIN, MIN_MASS, MIN_SIZE, Mass,
    MotionChange, MotionPiece, PlacementError, Population, PopulationKind, ResponseMode, Scene, ScheduledChange, Settings, Shape,
    ShapeKind, Speed, Start, ValueError, Wall, Zeno, place,
};
#[cfg(feature = "files")]
pub use scene::{Place, SceneError, builtin};
pub use statistics::Statistics;
pub use world::{Counters, Method, Snapshot, SnapshotError, StepError, TouchQuery, TouchTest, World, WorldBuilder, WorldError};
