//! Every collision of moving bodies at its exact time, in order of time, with no frame rate anywhere; and beside it the usual
//! frame-based run of the same scene, which shows what sampling misses and what it costs.
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
//! The rest of this page is a tutorial, then what holds and what it costs. Beside it there are three pages to read:
//! [which mode when](guide::which_mode), with measured borders; for people who come [from parry or rapier](guide::from_parry_and_rapier);
//! and for those who come [from event-driven molecular dynamics](guide::from_molecular_dynamics).
//!
//! # Tutorial
//!
//! In `Cargo.toml`, with a clone of the repository beside your package:
//!
//! ```toml
//! [dependencies]
//! kinesweep = { path = "../kinesweep" }
//! nalgebra = "0.35" # or `use kinesweep::nalgebra` without this line
//! ```
//!
//! ## A world, and how to drive it
//!
//! A [`Body`] has a [`Shape`] and a motion: position, velocity, constant acceleration, constant spin, in SI units and `f64`. A [`World`] takes
//! bodies in and goes on by itself from event to event. [`World::step`] stops at the next [`Event`]; [`World::advance_to`] goes on to a time and
//! gives the events on the way; [`World::step_before`] is both.
//!
//! ```
//! use kinesweep::{Body, EventKind, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().gravity(Vector3::y() * -10.0).restitution(0.5).build()?;
//! world.insert(Body::fixed(Shape::half_space(Vector3::y())?).name("floor"))?;
//! let ball = world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * 21.0))?;
//!
//! let first = world.step()?.expect("it falls on the floor");
//! assert!((first.time - 2.0).abs() < 1e-15); // 20 m at 10 m/s²
//! let EventKind::Collision(hit) = first.kind else { panic!() };
//! assert!((hit.closing_speed - 20.0).abs() < 1e-12);
//!
//! // Up at 10 m/s from 2 s on: at 3 s it is at the top, its centre 6 m above the floor.
//! assert_eq!(world.advance_to(3.0)?, []);
//! assert!((world.pose(ball)?.translation.y - 6.0).abs() < 1e-12);
//!
//! // It hits again at 4, 5, 5.5, ... s: infinitely often before 6 s. Then it rests.
//! let bounces = world.advance_to(10.0)?.len();
//! assert!(bounces > 20 && world.velocity(ball)?.norm() == 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`World::advance_with`] passes events to a closure and stores none. [`World::advance_within`] bounds the work of a call by a
//! [`Budget`], stops at an event, and goes on with the next call.
//!
//! ## A loop that changes the world
//!
//! Take one event at a time, and change the world at its time. Here a sensor is removed when a bullet reaches it:
//!
//! ```
//! use kinesweep::{Body, EventKind, Party, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! let bullet = Body::new(Shape::ball(0.01)?).position(Vector3::x() * -9.0);
//! let bullet = world.insert(bullet.velocity(Vector3::x() * 90.0))?;
//! for place in 0..3 {
//!     world.insert(Body::fixed(Shape::ball(0.25)?).position(Vector3::x() * f64::from(place)).sensor())?;
//! }
//! while let Some(event) = world.step_before(1.0)? {
//!     // A removal ends a contact, which is an event as well: only what begins counts.
//!     let begins = matches!(event.kind, EventKind::ContactBegin(_));
//!     if let Some(Party::Body(hit)) = event.kind.opposite(bullet).filter(|_| begins) {
//!         world.remove(hit)?;
//!     }
//! }
//! assert_eq!(world.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After [`World::advance_to`] the world is already at its target; [`World::take_events`] then hands the events over, so that a
//! loop over them can change the world.
//!
//! ## Changing things on the way
//!
//! [`insert`](World::insert), [`remove`](World::remove) and [`set_motion`](World::set_motion) work at any time, and what was predicted is mended at
//! once. What is known beforehand is scheduled: motions by [`schedule_motion`](World::schedule_motion), reminders of your own by
//! [`schedule`](World::schedule).
//!
//! ```
//! use kinesweep::{Body, EventKind, MotionChange, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! let car = Body::new(Shape::cuboid(Vector3::new(2.0, 1.0, 1.0))?);
//! let behind = world.insert(car.clone().velocity(Vector3::x() * 30.0))?;
//! world.insert(car.position(Vector3::x() * 64.0))?;
//! assert_eq!(world.next_collision(behind)?.map(|(time, _)| time), Some(2.0));
//!
//! // The driver looks up at 1 s and brakes with 10 m/s². That takes 45 m, and 30 m are left.
//! world.schedule(1.0, 7)?;
//! let event = world.step()?.expect("scheduled");
//! assert_eq!((event.time, event.kind), (1.0, EventKind::Scheduled { token: 7 }));
//! let brake = MotionChange {
//!     acceleration: Some(Vector3::x() * -10.0),
//!     ..MotionChange::default()
//! };
//! world.set_motion(behind, &brake)?;
//! let event = world.step()?.expect("too late");
//! let EventKind::Collision(hit) = event.kind else { panic!() };
//! assert!((hit.closing_speed - 300f64.sqrt()).abs() < 1e-12); // v² = 30² - 2 10 30
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Touching without bouncing
//!
//! A [`sensor`](Body::sensor) tells when something enters and leaves it. In [`ResponseMode::PassThrough`] all bodies are like that. [`Groups`] say who
//! meets whom. A [`Response`] is a law of collision of your own, for bodies and for the walls of a box.
//!
//! ```
//! use kinesweep::{Body, EventKind, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! world.insert(Body::fixed(Shape::cuboid(Vector3::new(0.5, 5.0, 5.0))?).sensor())?;
//! let runner = Body::new(Shape::ball(0.5)?).position(Vector3::x() * -100.0);
//! world.insert(runner.velocity(Vector3::x() * 1000.0))?;
//! let [begin, end] = world.advance_to(1.0)? else { panic!() };
//! assert!(matches!(begin.kind, EventKind::ContactBegin(_)) && begin.time == 0.099);
//! assert!(matches!(end.kind, EventKind::ContactEnd { .. }) && end.time == 0.101);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Two dimensions
//!
//! A plane scene is a scene in three dimensions with all centres in one plane, all velocities in it, and all spins across it. Balls
//! (as discs), cuboids with one axis across the plane, right prisms over polygons ([`Shape::convex`]) that reach as far above the
//! plane as below it, and capsules that lie in it have their contact points in the plane, so that no impulse leads out of it. In
//! the plane z = 0 they stay exactly there; elsewhere to some roundings. Packing fractions, populations and statistics remain those
//! of three dimensions.
//!
//! ## Many bodies
//!
//! A [`Scene`] is bodies and settings together: built in code, or, with the feature `files`, read from TOML and JSON or one of the built-in ones.
//! [`Population`]s place many bodies from a seed. [`World::statistics`] tells rates, temperature and pressure; [`World::snapshot`] keeps a moment,
//! and [`WorldBuilder::restore`] goes back to it.
//!
//! ```
//! use kinesweep::{Body, Domain, Method, Population, Scene, Settings, Shape, Speed, World};
//! use nalgebra::Vector3;
//!
//! let domain = Domain::Box {
//!     min: Vector3::repeat(-10.0),
//!     max: Vector3::repeat(10.0),
//! };
//! let rings = Population {
//!     speed: Speed::Maxwell(1.0),
//!     ..Population::gas(50, Body::new(Shape::ring(0.8, 0.2, 8, 4)?))
//! };
//! let scene = Scene {
//!     settings: Settings { domain, ..Settings::default() },
//!     bodies: rings.place_in(0, &domain, &[])?,
//!     ..Scene::default()
//! };
//! let mut world = World::from_scene(&scene, Method::Auto)?;
//! let energy = world.energy();
//! let kept = world.snapshot();
//! let events = world.advance_to(30.0)?.to_vec();
//! assert!((world.energy() / energy - 1.0).abs() < 1e-12);
//!
//! let mut again = World::builder().restore(&kept)?;
//! assert_eq!(again.advance_to(30.0)?, events);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## What is where now?
//!
//! Spatial queries change nothing, and go through the broad phase: [`World::bodies_in_box`], [`World::overlapping`] and [`World::is_free`] for a
//! shape, [`World::within`] a distance, [`World::cast_ray`]. A [`QueryFilter`] says which bodies count.
//!
//! ```
//! use kinesweep::{Body, QueryFilter, Shape, World};
//! use nalgebra::Vector3;
//!
//! let mut world = World::builder().build()?;
//! let player = world.insert(Body::new(Shape::capsule(0.6, 0.3)?))?;
//! let wall = world.insert(Body::fixed(Shape::cuboid(Vector3::new(0.1, 2.0, 5.0))?).position(Vector3::x() * 8.1))?;
//! let ahead = world.cast_ray(&Vector3::zeros(), &Vector3::x(), 50.0, &QueryFilter::new().excluding(player))?;
//! let hit = ahead.expect("the wall");
//! assert_eq!((hit.body, hit.distance, hit.normal), (wall, 8.0, -Vector3::x()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## What do frames miss?
//!
//! [`Comparison`] runs a scene by every method and by frames, and tells what these missed, how late they were, and what each cost. A test suite can
//! ask whether a sample rate is enough:
//!
//! ```
//! use kinesweep::{Body, CompareOptions, Comparison, Scene, Shape};
//! use nalgebra::Vector3;
//!
//! let coin = Body::fixed(Shape::cuboid(Vector3::new(0.001, 0.1, 0.1))?);
//! let dart = Body::new(Shape::ball(0.005)?).position(Vector3::x() * -1.1);
//! let dart = dart.velocity(Vector3::x() * 20.0);
//! let scene = Scene { bodies: vec![coin, dart], ..Scene::default() };
//! let found = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0, 10_000.0]))?;
//! assert_eq!(found.missed_at(60.0), Some(1));
//! assert_eq!(found.missed_at(10_000.0), Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
//! | stage | types |
//! |---|---|
//! | scene: what there is and how it moves, checked at the door | [`Scene`], [`Body`], [`Shape`], [`Settings`], [`Population`], [`lubachevsky_stillinger`] |
//! | bounds: six endpoints, each with a motion of its own | [`Bounds`], [`Endpoint`], [`Lease`] |
//! | broad phase: which pairs to look at, and until when not | [`Method`]; [`KineticSweep`] and [`Queue`] stand by themselves |
//! | impact: the first time at which two shapes touch and approach | [`Collider`], [`time_of_impact`] |
//! | response: how a collision changes motion | [`Response`], [`Encounter`], [`impulse`] |
//! | the world: bodies in time, and the loop that joins the stages | [`World`], [`Event`], [`Counters`], [`Statistics`], [`Snapshot`] |
//! | the sampled mode: the same scene by frames | [`SampledWorld`], [`sap`] |
//! | both side by side | [`Comparison`], [`RateSearch`], [`ContactInterval`] |
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
//! | gas | a world of balls that fly freely, kept as one event a ball |
//! | audit | rebuild everything from scratch between two events and compare |
//!
//! # What holds
//!
//! - **Closed sets.** Boxes and shapes that touch overlap. An impact is contact *and* approach: two that touch and part, or slide
//!   past each other, do not collide. What touches at the start may; what overlaps is refused, unless it is to pass through.
//! - **Purity.** What is predicted for a pair is a function of its two motion pieces alone, not of the method, the frame or the
//!   order of insertion. So every [`Method`] gives the same bits, and an engine that has run for long is as exact as a new one,
//!   up to the rounding of the time itself (1e-10 s after 10^6 s).
//! - **One total order.** Events come by time, then by kind (see [`EventKind`]), then in scene order; collisions that others at the
//!   same time cause come in rounds after them.
//! - **Nothing silent.** Bad input is refused with the field, the value and the bound; a solver that gives up says so in
//!   [`Counters::unresolved`], with a time that is early rather than late. Every error leaves a good world.
//! - **Zeno.** Infinitely many collisions in finite time do not hang: a policy decides, see [`Zeno`]. By default what closes slower
//!   than 1e-6 m/s loses that speed, and rests where it is pressed on; `zeno_collisions` and `rests` in [`Counters`] tell how often. A
//!   run of events without progress in time ends as [`StepError::Stalled`], and the next call goes on for as many again.
//! - **Tolerances.** Times come from closed forms where there are any: balls, half-spaces, and polytopes in uniform relative motion, to
//!   some roundings (of the time, and of sizes and distances over the closing speed). Searches (rounded shapes, accelerations,
//!   spin) end at a gap of some roundings of the sizes and places involved, 2e-13 of them where something turns, before the
//!   contact rather than behind it. A relative speed below 32 roundings of the speeds is none. Bodies that
//!   are inserted may overlap by 1e-9 of their sizes: that is touching. Floats tell less far out and late; [`Counters::coarse`] counts
//!   motions for which that is more than a millionth of the body.
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
//! With n bodies, k near one body, at constant density. Predictions are those of [`time_of_impact`]: some tens of nanoseconds for balls,
//! microseconds for convex shapes, tens of them for rings.
//!
//! | operation | by leases | by lists |
//! |---|---|---|
//! | a step, a motion change | O(log n), k predictions | O(log n), 12 certificates, k predictions |
//! | what the broad phase does by itself | an expiry: O(k + log n); in proportion to n in all | a swap: O(log n); n^(5/3) of them in all, for far-away bodies swap, too |
//! | insertion, removal | O(n) of small integers, k predictions | O(n), k predictions |
//! | many inserted at once | O(n log n) | O(n log n) |
//! | [`pose`](World::pose), [`velocity`](World::velocity), [`motion`](World::motion) | O(1) | O(1) |
//! | [`next_collision`](World::next_collision) | n predictions | n predictions |
//! | [`bodies_in_box`](World::bodies_in_box), [`overlapping`](World::overlapping), [`within`](World::within) | O(bodies in the region's cells) | O(n) comparisons of integers at most |
//! | [`cast_ray`](World::cast_ray) | O(cells passed and what is in them) | O(n) |
//! | [`energy`](World::energy), [`statistics`](World::statistics), [`snapshot`](World::snapshot) | O(n) | O(n) |
//! | memory | O(n k) | O(n + pairs whose boxes overlap) |
//!
//! A gas (balls that fly freely, in a box or a periodic domain) keeps one event a ball: a collision costs O(k), whatever n. Which method serves when, and
//! when frames are cheaper than events, is measured in [which mode when](guide::which_mode).
//!
//! # Features
//!
//! None is on by default: the library alone needs some fifty packages, most of them parry's and nalgebra's.
//!
//! | feature | what it brings |
//! |---|---|
//! | `serde` | snapshots, events, motion pieces, settings and comparisons can be serialized |
//! | `files` | scene files and built-in scenes, meshes from OBJ and STL, and `Log`, which reads back what `kinesweep run --log` wrote, to the bit |
//! | `parallel` | cells of frame-based grids on several threads, with the same results |
//!
//! The command `kinesweep` is a package of its own, `crates/kinesweep-cli` in the repository.
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

mod broad;
mod compare;
mod domain;
mod event;
mod exclusive;
#[cfg(any(doc, doctest))]
pub mod guide;
mod impact;
mod lane;
mod limits;
#[cfg(feature = "files")]
mod log;
mod motion;
mod packing;
mod portable;
mod queue;
#[cfg(feature = "files")]
mod reading;
mod response;
mod roots;
mod sampled;
mod stopwatch;
pub use kinesweep_sap as sap;
mod running_sums;
mod scene;
mod shown;
mod statistics;
mod ticks;
#[cfg(feature = "serde")]
mod unbounded;
mod world;

/// The maths types of this crate's interface, of the version that it uses.
pub use nalgebra;

/// What the command `kinesweep` needs besides the public interface. It may change at any time.
#[doc(hidden)]
pub mod command {
    pub use crate::broad::{KineticLists, kinetic_lists};
}

pub use broad::{KineticSweep, Method, PairChange, SwapQueue};
pub use compare::{
    CompareError, CompareOptions, Comparison, ContactInterval, CostParts, LeastRate, LeftOut, MissedContact, NotCompared,
    PassThrough, PassThroughRun, Progress, RateSearch, Responding, RespondingRun, Rival, RunMethod, ShareSeen, WayBin,
    smallest_diameter,
};
pub use domain::{Domain, Wall};
pub use event::{BodyId, Collision, Event, EventKind, Party, Touch};
pub use impact::{Collider, time_of_impact};
pub use limits::{MAX_GROWTH, MAX_MAGNITUDE, MAX_MASS, MAX_SIZE, MAX_SPIN, MIN_MASS, MIN_SIZE, ValueError};
#[cfg(feature = "files")]
pub use log::{Log, LogError, LogLine, LoggedEvent, LoggedKind, LoggedPiece};
pub use motion::bounds::{Bounds, Endpoint, Lease};
pub use motion::{MotionChange, MotionPiece};
pub use packing::lubachevsky_stillinger;
pub use queue::{AuxiliaryTwoPass, DaryHeap, EventQueue, Key, Moment, PairingHeap, Queue, Strategy, Time, TwoPass};
pub use response::{Encounter, Reply, Response, ResponseScope, Side, Twist, impulse};
pub use roots::{first_negative_linear, first_negative_quadratic, first_negative_quartic};
pub use sampled::SampledWorld;
pub use scene::{
    Body, BodyChange, BodyKind, Groups, Mass, PlacementError, Population, PopulationKind, ResponseMode, Scene,
    ScheduledBodyChange, ScheduledChange, Settings, Shape, ShapeKind, Speed, Start, Zeno, place,
};
#[cfg(feature = "files")]
pub use scene::{Place, SceneError, builtin};
pub use shown::Shown;
pub use statistics::Statistics;
pub use world::{
    Budget, Counters, QueryFilter, RayHit, Reached, ScheduleId, Snapshot, SnapshotError, StepError, TouchQuery, TouchTest, World,
    WorldBuilder, WorldError,
};

/// Its examples compile, and do what they say.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
