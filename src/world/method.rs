//! How pairs are found: by choice, by rule, and anew in the middle of a run.

use super::{World, WorldError};
use crate::broad::Leases;
use crate::broad::SwapQueue;
use crate::broad::SweptFrames;
use crate::broad::{AllPairs, BroadPhase, Image};
use crate::motion::bounds::Bounds;
use crate::scene::{Domain, ValueError, check_positive};

/// How a world finds the pairs to look at. Every method gives the same events, to the bit; they differ in what they cost.
///
/// Processor seconds per simulated second, measured by `cargo bench -p kinesweep --bench rings --features files` (2026-11-22, one of two
/// shared cores), of scenes at constant density; rings: the default scene at 1 %, mixed: five shapes at 10 %, bullets: one
/// body in ten is a thousand times as fast as the others. The last column is the frame-based mode at 60 Hz, which misses
/// what falls between frames.
///
/// | scene | bodies | leases | lists | swept, 60 Hz | sampled, 60 Hz |
/// |---|---|---|---|---|---|
/// | rings | 100 | 0.00018 | 0.00027 | 0.00054 | 0.0011 |
/// | rings | 1 000 | 0.0015 | 0.0071 | 0.0061 | 0.011 |
/// | rings | 10 000 | 0.016 | | 0.073 | 0.12 |
/// | rings | 100 000 | 0.20 | | 0.85 | 1.5 |
/// | mixed | 100 | 0.00070 | 0.00096 | | 0.0045 |
/// | mixed | 3 000 | 0.019 | 0.13 | | 0.14 |
/// | bullets | 1 000 | 0.069 | 1.2 | | 0.011 |
///
/// From 5 to 20 bodies lists and leases are within a twentieth of each other; from 40 on leases were never slower by more,
/// also with gravity, and where sizes are as 1 to 1000.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// The best by rule, which is looked at when bodies come and go: [`Leases`](Self::Leases) from 32 bodies on,
    /// [`Lists`](Self::Lists) below.
    #[default]
    Auto,
    /// Kinetic sorted lists: no work but at swaps, O(log n) each. The number of swaps grows as n^(5/3) at constant density.
    Lists,
    /// Boxes that hold a body for a while, in a grid: no work but where a body leaves its box. How far each goes is learned
    /// from what the last one cost; the cost is in proportion to the number of bodies at constant density.
    ///
    /// Where all bodies are plain balls (without gravity, growth, spin, sensors and groups, answering to the law of
    /// impulses, or to a law of your own at [walls alone](crate::ResponseScope::Walls)) in a box or a periodic domain, they go on as a *gas*: each keeps its next event alone, and leases are
    /// cells, or lists of neighbours where it is dense. That is some thirty times faster. Where something happens that a
    /// gas does not know (two come to rest on each other, a cube comes), it goes on with leases, and as a gas again when
    /// that is over.
    ///
    /// This is the one method for periodic domains: there a lease stands in the grid by all of its images that reach into
    /// the domain.
    Leases,
    /// Every pair is predicted and kept: no pruning. A reference; n (n - 1) / 2 predictions at the start, O(n²) memory.
    Cached,
    /// Boxes swept over frames of length 1 / rate, sorted anew each frame. A reference; O(n log n) and more a frame.
    Swept {
        /// Frames per second, > 0.
        rate: f64,
    },
}

/// [`Method::Auto`] goes over to leases when there are so many bodies: the figures are those of [`Method`].
const MANY: usize = 32;

/// And back to lists when there are fewer than this: apart from [`MANY`], so that who comes and goes at the border costs nothing.
const FEW: usize = 16;

impl Method {
    /// Checks what can be wrong with it.
    pub(super) fn check(self) -> Result<(), ValueError> {
        match self {
            Self::Swept { rate } => check_positive("rate", rate),
            _ => Ok(()),
        }
    }

    /// The method that it stands for with so many bodies.
    pub(super) fn for_bodies(self, count: usize, domain: &Domain) -> Self {
        match self {
            Self::Auto if count < MANY && !matches!(domain, Domain::Periodic { .. }) => Self::Lists,
            Self::Auto => Self::Leases,
            chosen => chosen,
        }
    }

    /// Checks whether it can find pairs in a domain.
    pub(super) fn check_in(self, domain: &Domain) -> Result<(), WorldError> {
        match domain {
            Domain::Periodic { .. } if !matches!(self, Self::Auto | Self::Leases) => Err(WorldError::PeriodicMethod),
            _ => Ok(()),
        }
    }

    /// Its broad phase without bodies, from a time on.
    pub(super) fn broad_phase(self, start: f64, domain: &Domain, queue: SwapQueue) -> Box<dyn BroadPhase> {
        match self {
            Self::Auto | Self::Lists => queue.lists(),
            Self::Leases => match domain {
                Domain::Periodic { min, max } => Box::new(Leases::periodic((*min).into(), (max - min).into())),
                Domain::Open | Domain::Box { .. } => Box::<Leases>::default(),
            },
            Self::Cached => Box::new(AllPairs::default()),
            Self::Swept { rate } => Box::new(SweptFrames::new(rate, start)),
        }
    }
}

impl World {
    /// Changes how pairs are found, at any time: no event changes, only what it costs from here on. O(n log n), and a
    /// prediction for each pair that the new method looks at and the old one did not; the counters of the broad phase begin
    /// anew.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a rate of [`Method::Swept`] that is not a positive number; [`WorldError::PeriodicMethod`] for a
    /// method that is not for periodic domains, in one. Nothing changed then.
    ///
    /// ```
    /// use kinesweep::{Body, Method, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().method(Method::Lists).build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// world.insert(ball.clone().velocity(Vector3::x()))?;
    /// world.insert(ball.position(Vector3::x() * 5.0))?;
    /// world.advance_to(1.5)?;
    /// world.set_method(Method::Leases)?;
    /// assert_eq!(world.step()?.expect("they meet").time, 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_method(&mut self, method: Method) -> Result<(), WorldError> {
        method.check()?;
        method.check_in(&self.settings.domain)?;
        self.method = method;
        self.hold_by(method.for_bodies(self.bodies.len(), &self.settings.domain));
        Ok(())
    }

    /// Goes over to the method that the rule says for so many bodies, if there is a rule.
    pub(super) fn follow_rule(&mut self, count: usize) {
        let between = (FEW..MANY).contains(&count);
        if self.method == Method::Auto && !between {
            self.hold_by(self.method.for_bodies(count, &self.settings.domain));
        }
    }

    /// Hands all bodies over to the broad phase of a method.
    fn hold_by(&mut self, method: Method) {
        if self.held_by == method {
            return;
        }
        if self.lanes.balls.is_some() {
            self.held_by = method;
            self.close_balls();
            return;
        }
        self.sync_broad_phase();
        // What the old one has to say of the present is said before it goes.
        while self.broad.next_time() <= self.now {
            self.advance_broad_phase(self.now);
        }
        self.held_by = method;
        self.hold_anew();
        self.lanes.choose_soon();
    }

    /// Hands all bodies in the lane of pairs over to a new broad phase of the method.
    pub(super) fn hold_anew(&mut self) {
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            if !self.bodies.in_balls(index) {
                self.restart_turns(index);
            }
        }
        self.broad = self.held_by.broad_phase(self.now, &self.settings.domain, self.swap_queue);
        self.broad_now = self.now;
        let bounded = self.bodies.in_order().iter().copied();
        let bounded = bounded.filter(|index| !self.bodies.in_balls(*index) && !self.bodies[*index].collider.is_half_space());
        let bodies: Vec<(u32, Bounds)> = bounded.map(|index| (index, self.bounds_of(index))).collect();
        self.broad.insert(&bodies, self.now, &mut self.changes);
        self.drop_pairs_not_begun();
        self.apply_pair_changes(false);
    }

    /// Ends the pairs that a new broad phase does not tell to begin.
    fn drop_pairs_not_begun(&mut self) {
        let begins = self.changes.iter().filter(|change| change.begins);
        let mut begun: Vec<([u32; 2], Image)> = begins
            .map(|change| self.in_scene_order_by(change.bodies, change.image))
            .collect();
        begun.sort_unstable();
        let is_other = |body: &u32| self.bodies.in_balls(*body) || self.bodies[*body].collider.is_half_space();
        let of_others = |pair: &[u32; 2]| pair.iter().any(is_other);
        let places: Vec<u32> = self
            .pairs
            .iter()
            .filter(|(_, pair)| begun.binary_search(&(pair.bodies, pair.image)).is_err() && !of_others(&pair.bodies))
            .map(|(place, _)| place)
            .collect();
        for place in places {
            self.end_pair(place);
        }
    }
}
