//! Populations: many bodies of one shape, placed at random from a seed, never overlapping at the start.
//!
//! 1. Centres are drawn one after another, uniformly in the domain, and kept where the bounding ball is clear of the walls,
//!    of the bodies that are there and of the balls before it (random sequential addition; Widom 1966, DOI
//!    10.1063/1.1726548).
//! 2. That jams at a packing of about 0.38 and slows down well before. From [`DENSEST_RANDOM`] on, or after too many
//!    misses in a row, the centres start on a lattice instead, each moved at random within half of the free gap.
//! 3. Then each body, in order, draws its orientation and its velocity. So the positions do not depend on the speeds.
//!
//! In a periodic domain distances are those of nearest images, and there are no walls to keep clear of.
//!
//! The same seed gives the same bits on every platform: see [`random`].

mod cells;
mod lattice;
mod obstacle;
mod random;
mod region;
mod start;

use super::body::Body;
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, MIN_SIZE, ValueError, check_range, check_vector};
use crate::shown::{Shown, share};
use cells::Cells;
use nalgebra::Vector3;
use random::Draws;
pub(crate) use random::cube_root;
use region::Region;
use thiserror::Error;

pub use start::Start;

/// The most bodies in a population, and in all populations of a scene file together: what fits into the memory of an ordinary machine.
pub(crate) const MAX_COUNT: usize = 10_000_000;

/// The densest packing of equal balls there is, pi / sqrt(18).
pub(crate) const DENSEST: f64 = 0.740_480_489_693_061;

/// The thinnest packing that sizes a domain: a cube for the most bodies of middling size stays within the allowed coordinates.
const THINNEST: f64 = 1e-12;

/// Packing up to which centres are drawn at random: 64 000 balls take half a second there, and ten times that at 0.34.
const DENSEST_RANDOM: f64 = 0.3;

/// Share of the radius by which bounding balls stay clear of all else, so that no rounding can make them overlap.
const CLEARANCE: f64 = 1e-9;

/// Units in the last place of the largest coordinate by which bounding balls stay clear of walls: a few roundings there.
const WALL_CLEARANCE: f64 = 4.0 * f64::EPSILON;

/// What sort of population it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PopulationKind {
    /// Positions, directions and orientations at random.
    #[default]
    Gas,
}

impl PopulationKind {
    /// The name of the kind, as scene files write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gas => "gas",
        }
    }
}

/// How the speeds of a population are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// Uniformly from the first to the second, in bounding radii of the shape a second; directions uniform.
    Range([f64; 2]),
    /// Each component of the velocity normally distributed about 0 with this standard deviation, in metres per second: the
    /// distribution of Maxwell and Boltzmann.
    Maxwell(f64),
}

/// Many bodies of one shape, to be placed at random.
///
/// ```
/// use kinesweep::{Body, Domain, Population, Shape, Speed};
/// let population = Population {
///     packing: Some(0.1),
///     speed: Speed::Maxwell(1.0),
///     ..Population::gas(100, Body::new(Shape::ball(0.5)?))
/// };
/// let domain = Population::cube(&[population.clone()])?;
/// let Domain::Box { min, max } = domain else { unreachable!() };
/// let bodies = population.place(0, min, max, &[])?;
/// assert_eq!(bodies.len(), 100);
/// assert_eq!(bodies[7].name.as_deref(), Some("gas-0-7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// What sort it is.
    pub kind: PopulationKind,
    /// How many, from 1 to ten million.
    pub count: usize,
    /// Volume fraction of the bounding balls; sizes the domain where none is given, and has no use otherwise.
    pub packing: Option<f64>,
    /// How fast.
    pub speed: Speed,
    /// Whether the mean of the velocities is then subtracted from each, so that the whole does not drift: the momentum is
    /// zero but for rounding. (A temperature asked for by [`Speed::Maxwell`] becomes 1 - 1/count of it on average.)
    pub zero_momentum: bool,
    /// Where they are.
    pub start: Start,
    /// Which of the many random populations.
    pub seed: u64,
    /// What the bodies have in common: the shape, which must be bounded, the mass and the rest. Name, position, orientation and
    /// velocity are not used.
    pub template: Body,
}

/// Why a population cannot be placed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// A number is not allowed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// There is no room. Nothing was placed.
    #[error(
        "{count} bounding balls of radius {} do not fit between {} and {} beside what is there: they would fill {} of it",
        radius.shown(), min.shown(), max.shown(), share(*packing)
    )]
    NoRoom {
        /// How many were to be placed.
        count: usize,
        /// Radius of the bounding balls, in metres.
        radius: f64,
        /// Lower corner of where they were to go, in metres.
        min: Vector3<f64>,
        /// Upper corner.
        max: Vector3<f64>,
        /// Volume fraction of the bounding balls, without anything else that is there.
        packing: f64,
    },
    /// Balls that grow got stuck before they were large enough (see [`Start::LubachevskyStillinger`]).
    #[error("{count} balls that grow are jammed at a packing of {}: {} is not reached", share(*reached), share(*wanted))]
    Jammed {
        /// How many.
        count: usize,
        /// The share of the domain that they fill.
        reached: f64,
        /// The share that was asked for.
        wanted: f64,
    },
    /// Balls could not be made to grow.
    #[error("balls cannot be made to grow here: {reason}")]
    NotGrown {
        /// What stands against it.
        reason: String,
    },
}

impl Population {
    /// A population of `count` bodies like `template`, at rest, with seed 1.
    #[must_use]
    pub fn gas(count: usize, template: Body) -> Self {
        Self {
            kind: PopulationKind::Gas,
            count,
            packing: None,
            speed: Speed::Range([0.0, 0.0]),
            zero_momentum: false,
            start: Start::default(),
            seed: 1,
            template,
        }
    }

    /// Checks every number.
    ///
    /// # Errors
    /// Names the first field whose value is not allowed: a count outside 1 to ten million, a packing that no balls have, a
    /// speed out of range, a shape without bounds, or what [`Body::check`] refuses of the template.
    pub fn check(&self) -> Result<(), ValueError> {
        if !(1..=MAX_COUNT).contains(&self.count) {
            let allowed = format!("must be a whole number from 1 to {MAX_COUNT}");
            return Err(ValueError::new("count", self.count, allowed));
        }
        if let Some(packing) = self.packing {
            check_range("packing", packing, THINNEST, DENSEST)?;
        }
        let radius = self.template.shape.bounding_radius();
        if !radius.is_finite() {
            let shown = self.template.shape.kind().name();
            return Err(ValueError::new(
                "shape",
                shown,
                "must be a bounded shape, for it is placed by its bounding ball",
            ));
        }
        match self.speed {
            Speed::Range([least, most]) => {
                check_range("speed[0]", least, 0.0, MAX_MAGNITUDE)?;
                check_range("speed[1]", most, least, MAX_MAGNITUDE)?;
                check_range("speed[1] in metres per second", most * radius, 0.0, MAX_MAGNITUDE)?;
            }
            Speed::Maxwell(deviation) => {
                /// No normal deviate of the generator is above this many standard deviations (its least square is 2^-105).
                const WIDEST: f64 = 13.0;
                check_range("maxwell", deviation, 0.0, MAX_MAGNITUDE / WIDEST)?;
            }
        }
        self.template.check()
    }

    /// The cube about the origin in which the populations have the packing that they ask for; for several, the largest of their
    /// cubes.
    ///
    /// # Errors
    /// A number is not allowed, or a population has no packing.
    pub fn cube(populations: &[Self]) -> Result<Domain, PlacementError> {
        let mut half: f64 = 0.5 * MIN_SIZE;
        for population in populations {
            population.check()?;
            let Some(packing) = population.packing else {
                let allowed = "must be given where the domain has no min and max, which it sizes";
                return Err(ValueError::new("packing", "none", allowed).into());
            };
            let filled = population.count as f64 * ball_volume(1.0) / packing;
            half = half.max(0.5 * population.template.shape.bounding_radius() * cube_root(filled));
        }
        let (min, max) = (Vector3::repeat(-half), Vector3::repeat(half));
        check_vector("domain.max", &max)?;
        Ok(Domain::Box { min, max })
    }

    /// Places the bodies; see [`Population::place_in`]. Dense starts are made by `pack`.
    pub(crate) fn place_with(
        &self,
        pack: Pack,
        number: usize,
        domain: &Domain,
        existing: &[Body],
    ) -> Result<Vec<Body>, PlacementError> {
        self.check()?;
        domain.check()?;
        for shape in existing.iter().map(|body| &body.shape).chain([&self.template.shape]) {
            domain.check_shape(shape)?;
        }
        let Some([min, max]) = domain.corners() else {
            return Err(ValueError::new("domain", domain.name(), "must be a box or periodic, for it is filled").into());
        };
        let mut draws = Draws::new(self.seed);
        let centres = match self.start {
            Start::LubachevskyStillinger => self.packed(pack, domain, existing)?,
            _ => self.centres(domain, min, max, existing, &mut draws)?,
        };
        let bodies = centres.into_iter().enumerate().map(|(index, position)| Body {
            name: Some(format!("{}-{number}-{index}", self.kind.name())),
            position,
            orientation: draws.orientation(),
            velocity: self.velocity(&mut draws),
            ..self.template.clone()
        });
        let mut bodies: Vec<Body> = bodies.collect();
        if self.zero_momentum {
            let mean = bodies.iter().map(|body| body.velocity).sum::<Vector3<f64>>() / self.count as f64;
            for body in &mut bodies {
                body.velocity -= mean;
            }
        }
        Ok(bodies)
    }

    fn velocity(&self, draws: &mut Draws) -> Vector3<f64> {
        match self.speed {
            Speed::Range([least, most]) => {
                let direction = draws.direction();
                direction * (draws.between(least, most) * self.template.shape.bounding_radius())
            }
            Speed::Maxwell(deviation) => draws.normals() * deviation,
        }
    }

    fn packed(&self, pack: Pack, domain: &Domain, existing: &[Body]) -> Result<Vec<Vector3<f64>>, PlacementError> {
        if !existing.is_empty() {
            let allowed = "must be another where there are other bodies: what grows needs the domain for itself";
            return Err(ValueError::new("start", Start::LubachevskyStillinger.name(), allowed).into());
        }
        pack(self.count, self.template.shape.bounding_radius(), domain, self.seed)
    }

    fn centres(
        &self,
        domain: &Domain,
        min: Vector3<f64>,
        max: Vector3<f64>,
        existing: &[Body],
        draws: &mut Draws,
    ) -> Result<Vec<Vector3<f64>>, PlacementError> {
        let radius = self.template.shape.bounding_radius();
        let packing = self.count as f64 * ball_volume(radius) / (max - min).product();
        let no_room = || PlacementError::NoRoom {
            count: self.count,
            radius,
            min,
            max,
            packing,
        };
        let clear_radius = radius * (1.0 + CLEARANCE);
        let region = Region::new(domain, clear_radius, min, max);
        if (region.high - region.low).min() < 0.0 || packing > DENSEST {
            return Err(no_room());
        }
        let obstacles = region.obstacles(existing, clear_radius);
        let cells = || Cells::new(&region, clear_radius, self.count, &obstacles);
        if self.start == Start::Fcc {
            return start::on_fcc(&cells(), &region, self.count, clear_radius, draws).ok_or_else(no_room);
        }
        if packing <= DENSEST_RANDOM
            && let Some(centres) = start::at_random(cells(), &region, self.count, draws)
        {
            return Ok(centres);
        }
        start::near_lattice(&cells(), &region, self.count, clear_radius, draws).ok_or_else(no_room)
    }
}

/// Makes a dense random packing of a number of balls of a radius in a domain, from a seed. It takes a world, and the layer
/// of scenes knows none: it is handed in.
pub(crate) type Pack = fn(usize, f64, &Domain, u64) -> Result<Vec<Vector3<f64>>, PlacementError>;

/// Volume of a ball.
pub(crate) fn ball_volume(radius: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius
}

#[cfg(test)]
mod tests;
