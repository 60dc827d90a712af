//! The builder of a world.

use super::agenda::Agenda;
use super::config::{Config, Options};
use super::hooks::Hooks;
use super::lanes::{LaneSettings, Lanes};
use super::method::Method;
use super::parts::PartState;
#[cfg(test)]
use super::parts::PartTuning;
use super::poll::{Polling, TouchTest};
use super::respond::OwnLaw;
use super::search::Search;
use super::sectors::{SectorState, Threads};
use super::{World, WorldError};
use crate::bodies::Bodies;
use crate::broad::SwapQueue;
use crate::clock::Clock;
use crate::contact::Contacts;
use crate::domain::Domain;
use crate::event::BodyId;
use crate::exclusive::Exclusive;
use crate::impact::PreparedShapes;
use crate::lane::pairs::Pairs;
use crate::ledger::Ledger;
use crate::limits::{check_positive, check_time};
use crate::response::Response;
use crate::scene::{Body, Dimensions, ResponseMode, Scene, Settings, Zeno};
use nalgebra::Vector3;

/// Builds a [`World`].
///
/// ```
/// use kinesweep::{Domain, World, Zeno};
/// use nalgebra::Vector3;
/// let world = World::builder()
///     .gravity(Vector3::y() * -9.81)
///     .domain(Domain::Box { min: Vector3::zeros(), max: Vector3::repeat(2.0) })
///     .restitution(0.9)
///     .zeno(Zeno::Stick { speed: 1e-4 })
///     .build()?;
/// assert!(world.is_empty());
/// # Ok::<(), kinesweep::WorldError>(())
/// ```
#[derive(Default)]
pub struct WorldBuilder {
    settings: Settings,
    options: Options,
    record_motion: bool,
    start: f64,
    response: Option<Exclusive<Box<dyn Response>>>,
    touch_test: Option<Polling>,
}

impl WorldBuilder {
    /// Sets all settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets gravity, in metres per second squared.
    #[must_use]
    pub fn gravity(mut self, gravity: Vector3<f64>) -> Self {
        self.settings.gravity = gravity;
        self
    }

    /// Sets the domain of the bodies.
    #[must_use]
    pub fn domain(mut self, domain: Domain) -> Self {
        self.settings.domain = domain;
        self
    }

    /// Sets whether all motion is in the plane z = 0: see [`Dimensions`].
    #[must_use]
    pub fn dimensions(mut self, dimensions: Dimensions) -> Self {
        self.settings.dimensions = dimensions;
        self
    }

    /// Sets the restitution of bodies that name none, and of walls, 0 to 1.
    #[must_use]
    pub fn restitution(mut self, restitution: f64) -> Self {
        self.settings.restitution = restitution;
        self
    }

    /// Sets the friction of bodies that name none, and of walls: the coefficient of Coulomb, >= 0.
    /// A pair takes the geometric mean.
    #[must_use]
    pub fn friction(mut self, friction: f64) -> Self {
        self.settings.friction = friction;
        self
    }

    /// Sets the [rolling friction](crate::Body::rolling_friction) of bodies that name none, and of walls,
    /// >= 0. A pair takes the geometric mean.
    #[must_use]
    pub fn rolling_friction(mut self, friction: f64) -> Self {
        self.settings.rolling_friction = friction;
        self
    }

    /// Sets the [spinning friction](crate::Body::spinning_friction) of bodies that name none, and of
    /// walls, >= 0. A pair takes the geometric mean.
    #[must_use]
    pub fn spinning_friction(mut self, friction: f64) -> Self {
        self.settings.spinning_friction = friction;
        self
    }

    /// Sets whether bodies bounce or pass through each other.
    #[must_use]
    pub fn response(mut self, response: ResponseMode) -> Self {
        self.settings.response = response;
        self
    }

    /// Sets a user-defined law of collision: for bodies, and for the walls of a box. See
    /// [`Response`].
    #[must_use]
    pub fn custom_response(mut self, response: impl Response + 'static) -> Self {
        self.response = Some(Exclusive::new(Box::new(response)));
        self
    }

    /// Sets a user-defined test that returns whether two bodies touch, at least one of which is
    /// [`Body::touch_only`]. It is called `rate` times a second while their boxes overlap.
    #[must_use]
    pub fn touch_test(mut self, rate: f64, test: impl TouchTest + 'static) -> Self {
        self.touch_test = Some(Polling {
            rate,
            test: Exclusive::new(Box::new(test)),
        });
        self
    }

    /// Sets the policy for infinitely many collisions in finite time.
    #[must_use]
    pub fn zeno(mut self, zeno: Zeno) -> Self {
        self.settings.zeno = zeno;
        self
    }

    /// Sets the method by which pairs are found.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.options.method = method;
        self
    }

    /// Sets the queue that orders the swaps of [`Method::Lists`], also where a rule or
    /// [`World::set_method`] chooses lists later. It changes only the cost.
    #[must_use]
    pub fn swap_queue(mut self, queue: SwapQueue) -> Self {
        self.options.swap_queue = queue;
        self
    }

    /// Sets whether overlaps of tight boxes are reported as events, too. Among balls there are some two
    /// of them for each collision, which then takes about three times as long.
    #[must_use]
    pub fn report_overlaps(mut self, report: bool) -> Self {
        self.options.report_overlaps = report;
        self
    }

    /// Sets whether it is reported as events, too, that a body has come to rest in contact with others
    /// ([`EventKind::Rest`](crate::EventKind::Rest)), and that it begins to move again
    /// ([`EventKind::Wake`](crate::EventKind::Wake)). Several at the same time are in scene order, after
    /// what causes them.
    ///
    /// ```
    /// use kinesweep::{Body, EventKind, MotionChange, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder()
    ///     .gravity(-Vector3::y() * 10.0)
    ///     .restitution(0.0)
    ///     .report_rests(true)
    ///     .build()?;
    /// world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
    /// let ball = world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * 6.0))?;
    /// let kinds: Vec<EventKind> = world.advance_to(2.0)?.iter().map(|event| event.kind).collect();
    /// assert!(matches!(kinds[..], [EventKind::Collision(_), EventKind::Rest { body }] if body == ball));
    /// world.set_motion(ball, &MotionChange::velocity(Vector3::y()))?;
    /// assert!(matches!(world.step()?, Some(event) if event.kind == EventKind::Wake { body: ball }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn report_rests(mut self, report: bool) -> Self {
        self.options.report_rests = report;
        self
    }

    /// Sets whether balls may use the lane of balls, which makes them fast: by default they do, where
    /// it covers them. It changes only the cost: switch it off to compare.
    ///
    /// ```
    /// use kinesweep::world::BodyLane;
    /// use kinesweep::{Body, Domain, Method, Shape, World};
    /// use nalgebra::Vector3;
    /// let domain = Domain::Box { min: Vector3::zeros(), max: Vector3::repeat(10.0) };
    /// let builder = || World::builder().domain(domain).method(Method::Leases);
    /// let ball = Body::new(Shape::ball(0.5)?).position(Vector3::repeat(5.0)).velocity(Vector3::x());
    /// let mut worlds = [builder().build()?, builder().lane_of_balls(false).build()?];
    /// for (world, lane) in worlds.iter_mut().zip([BodyLane::Balls, BodyLane::Closed]) {
    ///     let id = world.insert(ball.clone())?;
    ///     assert_eq!(world.lane_of(id)?, lane);
    ///     assert_eq!(world.step()?.expect("a wall").time, 4.5);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lane_of_balls(mut self, open: bool) -> Self {
        self.options.without_lane_of_balls = !open;
        self
    }

    /// Sets the number of threads that advance the world: 1 by default, 0 for all cores. It changes
    /// no event, no statistic and no position, not in the last bit: only the cost.
    ///
    /// Several threads are for [`World::advance_to`] and [`World::advance_with`], for tens of thousands of balls or
    /// more in a box or in a periodic domain, or for thousands of bodies of any shape in any domain, that fly and bounce,
    /// also under gravity or other accelerations, and with spin and friction: without growth, sensors, a user-defined
    /// law and reported overlaps. Bodies may come to rest on each other, and pile up: a contact island is advanced by one
    /// thread, so there should be many of them. One thread does the work for other worlds: where most bodies are in one
    /// pile, where some of many balls are bodies of another shape, and for a while where a ball may come to rest.
    /// (The [counters](World::counters) of candidate pairs and of predictions are part of the cost.)
    ///
    /// They begin where much work is expected, and go on from one call to the next while
    /// nothing else changes the world. The first spatial query after a call, and the first step or
    /// change, cost O(n log n): about as much as one collision of each ball, or as the insertion of all other bodies.
    /// The first read of motions after a call costs O(n): some tens of nanoseconds a ball.
    ///
    /// ```
    /// use kinesweep::{Domain, World};
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(100.0) };
    /// let world = World::builder().domain(domain).threads(4).build()?;
    /// assert_eq!(world.threads(), 4);
    /// # Ok::<(), kinesweep::WorldError>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = Threads::new(threads);
        self
    }

    /// Sets whether a scheduled change of motion is an event,
    /// [`EventKind::MotionChange`](crate::EventKind::MotionChange); by default it is. The motion
    /// changes in any case, but [`World::step`] then does not stop there.
    ///
    /// ```
    /// use kinesweep::{Body, MotionChange, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().report_motion_changes(false).build()?;
    /// let lift = world.insert(Body::new(Shape::ball(1.0)?))?;
    /// world.schedule_motion(lift, 1.0, MotionChange::velocity(Vector3::y()))?;
    /// assert_eq!(world.advance_to(3.0)?, []);
    /// assert_eq!(world.pose(lift)?.translation.y, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn report_motion_changes(mut self, report: bool) -> Self {
        self.options.hide_motion_changes = !report;
        self
    }

    /// Sets whether every motion piece is recorded for [`World::take_motion_pieces`].
    #[must_use]
    pub fn record_motion(mut self, record: bool) -> Self {
        self.record_motion = record;
        self
    }

    /// Sets the time at which the world starts, in seconds.
    #[must_use]
    pub fn start_time(mut self, start: f64) -> Self {
        self.start = start;
        self
    }

    /// Sets when sectors are used, and how.
    #[cfg(test)]
    pub(super) fn tuned(mut self, tuning: super::sectors::Tuning) -> Self {
        self.options.tuning = tuning;
        self
    }

    /// Sets when parts are used, and how.
    #[cfg(test)]
    pub(super) fn parted(mut self, tuning: PartTuning) -> Self {
        self.options.part_tuning = tuning;
        self
    }

    pub(super) fn has_custom_response(&self) -> bool {
        self.response.is_some()
    }

    pub(super) fn has_touch_test(&self) -> bool {
        self.touch_test.is_some()
    }

    /// Sets the rate of the touch test, if there is one.
    pub(super) fn poll_rate_or(mut self, rate: Option<f64>) -> Self {
        if let (Some(polling), Some(rate)) = (&mut self.touch_test, rate) {
            polling.rate = rate;
        }
        self
    }

    /// Builds the world, without bodies.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number among the settings, of the method or of the touch test
    /// that is not allowed; [`WorldError::PeriodicMethod`] for a method that is not for periodic
    /// domains, in one.
    pub fn build(self) -> Result<World, WorldError> {
        self.settings.check()?;
        check_time("start_time", self.start)?;
        if let Some(polling) = &self.touch_test {
            check_positive("touch_test.rate", polling.rate)?;
        }
        self.options.method.check()?;
        self.options.method.check_in(&self.settings.domain)?;
        let Self { settings, options, .. } = self;
        let settings = settings.normalised();
        let held_by = options.method.for_bodies(0, &settings.domain);
        let lane_settings = LaneSettings::new(options.without_lane_of_balls, options.report_overlaps, &settings.domain);
        Ok(World {
            config: Config::new(settings, options),
            hooks: Hooks::new(self.response.map(OwnLaw::new), self.touch_test),
            clock: Clock::at(self.start),
            shapes: PreparedShapes::default(),
            bodies: Bodies::inside(&settings.domain),
            search: Search::new(held_by, self.start, &settings.domain, options.swap_queue),
            lanes: Lanes::new(lane_settings),
            sectors: SectorState::default(),
            pairs: Pairs::default(),
            agenda: Agenda::default(),
            contacts: Contacts::default(),
            ledger: Ledger::new(self.start, self.record_motion),
            parts: PartState::default(),
        })
    }
}

impl World {
    /// A builder of a world: by default open, no gravity, elastic, with pairs found by
    /// [`Method::Auto`].
    #[must_use]
    pub fn builder() -> WorldBuilder {
        WorldBuilder::default()
    }

    /// A world with the settings and bodies of a scene. The bodies have their indices in the scene.
    ///
    /// # Errors
    /// As [`WorldBuilder::build`] and [`insert_all`](Self::insert_all).
    pub fn from_scene(scene: &Scene, method: Method) -> Result<Self, WorldError> {
        let mut world = Self::builder().settings(scene.settings).method(method).build()?;
        world.insert_scene(scene)?;
        Ok(world)
    }

    /// Adds the bodies of a scene, with their names, in scene order; its settings are ignored.
    ///
    /// # Errors
    /// As [`insert_all`](Self::insert_all).
    pub fn insert_scene(&mut self, scene: &Scene) -> Result<Vec<BodyId>, WorldError> {
        let name = |(index, body): (usize, &Body)| body.clone().name(scene.body_name(index));
        let named: Vec<Body> = scene.bodies.iter().enumerate().map(name).collect();
        self.insert_all(&named)
    }
}
