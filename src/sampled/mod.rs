//! Frame mode: the same scene, sampled at a fixed rate. Frames contain no information about the
//! time between them, so contacts that begin and end there are missed. All other contacts are found
//! late, at the depth that the bodies have reached.
//!
//! 1. Every body moves along its trajectory to the frame's time (in closed form: the positions
//!    carry no integration error).
//! 2. The tight boxes of moved bodies are updated in a grid (see [`sap`](crate::sap)); each
//!    overlapping pair is tested for contact.
//! 3. A pair in contact that approaches collides by the same law as in continuous mode, and is
//!    pushed apart by its depth.
//!
//! The events of a frame all have its time. They come in the same order of kinds and bodies as
//! simultaneous events in continuous mode. Half-spaces are tested against everything. Walls of the
//! domain reflect bodies that are beyond them and still move outward. In a periodic domain two
//! bodies meet by their nearest images, and boxes that extend beyond a face have copies at the
//! opposite one. Balls that grow end a run there when they are too large for it, at the first frame
//! at or after that time.
//!
//! ```
//! use kinesweep::sampled::SampledWorld;
//! use kinesweep::{Body, Scene, Shape};
//! use nalgebra::Vector3;
//!
//! let fixed = Body::fixed(Shape::ball(1.0)?);
//! let ball = Body::new(Shape::ball(1.0)?).position(Vector3::x() * -5.05).velocity(Vector3::x());
//! let scene = Scene { bodies: vec![fixed, ball], ..Scene::default() };
//! let mut world = SampledWorld::from_scene(&scene, 10.0)?;
//! // They meet at 3.05 s. The first frame after that is at 3.1 s.
//! assert_eq!(world.advance_to(4.0)?[0].time, 3.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod error;
mod frame;
mod overlaps;
mod periodic;
#[cfg(test)]
mod tests;

use crate::domain::Domain;
use crate::event::{BodyId, Event};
use crate::limits::{ValueError, check_positive};
use crate::motion::MotionPiece;
use crate::response::{Twist, kinetic_energy};
use crate::scene::{Scene, Settings};
use crate::stopwatch::Stopwatch;
use bodies::Sampled;
pub use error::FrameError;
use nalgebra::Vector3;
use overlaps::Overlaps;
use periodic::Outgrowth;

/// A scene run by frames, at a fixed rate: the discrete collision detection of most engines, for
/// comparison.
///
/// Of the policies against infinitely many collisions only [`Zeno::Stick`](crate::Zeno::Stick) has
/// an effect: frames always end.
///
/// ```
/// use kinesweep::sampled::SampledWorld;
/// use kinesweep::{Body, Scene, Shape};
/// use nalgebra::Vector3;
/// let bullet = Body::new(Shape::ball(0.01)?).velocity(Vector3::x() * 900.0);
/// let paper = Body::fixed(Shape::cuboid(Vector3::new(0.001, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![bullet, paper], ..Scene::default() };
/// let mut world = SampledWorld::from_scene(&scene, 60.0)?;
/// assert!(world.advance_to(1.0)?.is_empty(), "at 60 Hz the bullet moves 15 m a frame");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SampledWorld {
    settings: Settings,
    rate: f64,
    /// The number of the next frame; frame k is at time k / rate.
    next_frame: u64,
    now: f64,
    bodies: Vec<Sampled>,
    /// The first ball that outgrows a periodic domain.
    outgrowth: Option<Outgrowth>,
    /// Whether trajectories are prescribed: then contacts have no response.
    follows: bool,
    /// Bodies without bounds.
    half_spaces: Vec<u32>,
    overlaps: Overlaps,
    /// Whether overlaps of tight boxes are reported as events.
    reports_overlaps: bool,
    candidates: Vec<(u32, u32)>,
    /// Pairs without response that were in contact at the last frame; sorted.
    in_contact: Vec<(u32, u32)>,
    events: Vec<Event>,
    /// Narrow-phase tests so far.
    tests: u64,
    /// Times of the parts of frames, if they are measured.
    stopwatch: Option<Stopwatch>,
}

impl SampledWorld {
    /// Builds a world to run a scene at `rate` frames per second. Body i of the scene is the body
    /// with index i in events.
    ///
    /// # Errors
    /// A rate that is not a positive number, a number or a shape of a body that is not allowed; in
    /// a periodic domain a half-space, or a body that is too large for it
    /// ([`Domain::check_shape`](crate::Domain::check_shape)); a scheduled change of a shape. Overlaps at the start are not checked: frames allow them.
    pub fn from_scene(scene: &Scene, rate: f64) -> Result<Self, ValueError> {
        check_positive("rate", rate)?;
        scene.settings.check()?;
        let scene = &*scene.normalised();
        let bodies = bodies::prepare(scene)?;
        let half_spaces = (0..bodies.len() as u32)
            .filter(|i| bodies[*i as usize].collider.is_half_space())
            .collect();
        Ok(Self {
            settings: scene.settings,
            outgrowth: periodic::first_outgrowth(scene, &bodies),
            rate,
            next_frame: 0,
            now: 0.0,
            bodies,
            follows: false,
            half_spaces,
            overlaps: Overlaps::within(&scene.settings.domain),
            reports_overlaps: false,
            candidates: Vec::new(),
            in_contact: Vec::new(),
            events: Vec::new(),
            tests: 0,
            stopwatch: None,
        })
    }

    /// The same, on prescribed trajectories: for each body of the scene its motion pieces in order
    /// of time, at least one. Events report the beginning and end of contacts; there are no
    /// responses.
    ///
    /// # Errors
    /// As [`from_scene`](Self::from_scene); also pieces that contain non-finite numbers or no unit
    /// quaternion, or with decreasing epochs.
    ///
    /// # Panics
    /// If a body has no trajectory, or an empty one.
    pub fn following(scene: &Scene, rate: f64, trajectories: &[Vec<MotionPiece>]) -> Result<Self, ValueError> {
        assert_eq!(trajectories.len(), scene.bodies.len(), "one trajectory for each body");
        let mut world = Self::from_scene(scene, rate)?;
        world.follows = true;
        for (index, (body, pieces)) in world.bodies.iter_mut().zip(trajectories).enumerate() {
            bodies::check_trajectory(pieces).map_err(|error| error.within(&scene.body_name(index)))?;
            body.follow(pieces);
        }
        world.outgrowth = periodic::first_outgrowth(scene, &world.bodies);
        Ok(world)
    }

    /// Reports overlaps of tight boxes as events, too, from the next frame on: those that begin or
    /// end there.
    #[must_use]
    pub fn report_overlaps(mut self, report: bool) -> Self {
        self.reports_overlaps = report;
        self
    }

    /// Measures the times of the parts of frames from now on, by a clock in seconds; this makes
    /// frames slower.
    pub(crate) fn clocked(mut self, clock: fn() -> f64) -> Self {
        self.stopwatch = Some(Stopwatch::new(clock));
        self
    }

    /// Times of the parts of frames so far, if they are measured.
    pub(crate) fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    /// The time of the last frame, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.now
    }

    /// The number of narrow-phase tests so far.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Runs the frames up to and including time `target`, in seconds, and returns their events, in
    /// order; the first frame is at 0 s. A target in the past, or NaN, runs none; an infinite one
    /// never returns.
    ///
    /// Cost: a frame takes O(bodies + candidates), where candidates are pairs with overlapping
    /// boxes, and pairs with a half-space.
    ///
    /// # Errors
    /// [`FrameError::Outgrown`] for a ball that has outgrown a periodic domain; the events of the
    /// frames before are then in [`events`](Self::events).
    pub fn advance_to(&mut self, target: f64) -> Result<&[Event], FrameError> {
        self.events.clear();
        loop {
            let time = self.next_frame as f64 / self.rate;
            if time > target || target.is_nan() {
                return Ok(&self.events);
            }
            self.check_outgrowth(time)?;
            self.next_frame += 1;
            self.run_frame(time);
        }
    }

    /// The events of the frames that the last [`advance_to`](Self::advance_to) ran.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Position of a body (by its index in the scene) at the last frame, in metres; in a periodic
    /// domain that of its image inside.
    ///
    /// # Panics
    /// If there is no body of this index.
    #[must_use]
    pub fn position(&self, body: usize) -> Vector3<f64> {
        self.settings.domain.image(&self.bodies[body].piece.position_at(self.now))
    }

    /// Its motion piece at the last frame. In a periodic domain it begins inside, and may have left
    /// it since.
    ///
    /// # Panics
    /// If there is no body of this index.
    #[must_use]
    pub fn motion(&self, body: usize) -> MotionPiece {
        self.bodies[body].piece
    }

    /// Kinetic energy of the dynamic bodies (of spin if impulses change it), and their potential
    /// energy under gravity (zero at the origin), in joules. In a periodic domain without the
    /// potential, which is undefined there: bodies fall for ever. O(bodies).
    #[must_use]
    pub fn energy(&self) -> f64 {
        let pull = match self.settings.domain {
            Domain::Periodic { .. } => Vector3::zeros(),
            Domain::Open | Domain::Box { .. } => self.settings.gravity,
        };
        let of = |body: &Sampled| {
            let twist = Twist {
                velocity: body.piece.velocity_at(self.now),
                angular_velocity: body.piece.angular_velocity_at(self.now),
            };
            let height = pull.dot(&body.piece.position_at(self.now));
            kinetic_energy(body.inverse_mass, &body.inverse_inertia_at(self.now), &twist) - height / body.inverse_mass
        };
        self.bodies.iter().filter(|body| body.inverse_mass > 0.0).map(of).sum()
    }

    /// Work of gravity on the dynamic bodies, up to a constant, in joules. In a periodic domain,
    /// where potential energy is undefined, the bodies count as continuing through its copies.
    pub(crate) fn work_of_gravity(&self) -> f64 {
        let of = |body: &Sampled| self.settings.gravity.dot(&body.unwrapped_at(self.now)) / body.inverse_mass;
        self.bodies.iter().filter(|body| body.inverse_mass > 0.0).map(of).sum()
    }

    /// Momentum of the dynamic bodies, in kg m/s. O(bodies).
    #[must_use]
    pub fn momentum(&self) -> Vector3<f64> {
        let of = |body: &Sampled| body.piece.velocity_at(self.now) / body.inverse_mass;
        self.bodies.iter().filter(|body| body.inverse_mass > 0.0).map(of).sum()
    }
}

/// The id of the body with this index in the scene.
fn id(index: u32) -> BodyId {
    BodyId { index, generation: 0 }
}
