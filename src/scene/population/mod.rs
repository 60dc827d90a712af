//! Populations: many bodies of one shape, placed at random from a seed, never overlapping at the
//! start.
//!
//! 1. Centres are drawn one after another, uniformly in the domain, and accepted if the bounding
//!    ball is clear of the walls, of existing bodies and of the balls before it (random sequential
//!    addition; Widom 1966, DOI 10.1063/1.1726548).
//! 2. That jams at a packing of about 0.38 and slows down well before. From [`DENSEST_RANDOM`] on,
//!    or after too many rejections in a row, the centres start on a lattice instead, each moved at
//!    random within half of the free gap.
//! 3. Then each body, in order, draws its orientation and its velocity. So the positions do not
//!    depend on the speeds.
//!
//! In a periodic domain distances are those of nearest images, and there are no walls. In two
//! dimensions all centres and velocities are in the plane z = 0, packings are area fractions, and
//! the limits for random centres are higher ([`DENSEST_RANDOM_DISCS`]).
//!
//! The same seed gives the same bits on every platform: see [`random`].

mod cells;
mod error;
mod fraction;
mod hexagonal;
mod lattice;
mod obstacle;
mod random;
mod region;
mod start;

use super::body::Body;
use super::dimensions::Dimensions;
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, MIN_SIZE, ValueError, check_range, check_vector};
use cells::Cells;
pub(crate) use fraction::{densest, side_in, volume_in};
use nalgebra::Vector3;
pub(crate) use random::RandomStream;
use region::Region;

pub use error::PlacementError;
pub use start::Start;

/// Most bodies in a population, and in all populations of a scene file together: they fit into the
/// memory of an ordinary machine.
pub(crate) const MAX_COUNT: usize = 10_000_000;

/// The smallest packing that sizes a domain: a cube for the most bodies of medium size stays within
/// the allowed coordinates.
const MIN_PACKING: f64 = 1e-12;

/// Largest packing for random centres: 64 000 balls take half a second there, and ten times that at
/// 0.34.
const DENSEST_RANDOM: f64 = 0.3;

/// The same for discs, for which random sequential addition jams at 0.547.
const DENSEST_RANDOM_DISCS: f64 = 0.45;

/// Clearance of bounding balls, as a fraction of the radius, so that rounding cannot make them
/// overlap.
const CLEARANCE: f64 = 1e-9;

/// Clearance of bounding balls from walls, in units in the last place of the largest coordinate: a
/// few roundings there.
const WALL_CLEARANCE: f64 = 4.0 * f64::EPSILON;

/// The kind of a population.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PopulationKind {
    /// Random positions, directions and orientations.
    #[default]
    Gas,
}

impl PopulationKind {
    /// The name of the kind, as in scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gas => "gas",
        }
    }
}

/// The distribution of the speeds of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Speed {
    /// Uniform from the first to the second, in bounding radii of the shape a second; directions
    /// uniform.
    Range([f64; 2]),
    /// Each component of the velocity normally distributed about 0 with this standard deviation, in
    /// metres per second: the distribution of Maxwell and Boltzmann.
    Maxwell(f64),
}

/// Many bodies of one shape, to be placed at random.
///
/// ```
/// use kinesweep::scene::{Population, Speed};
/// use kinesweep::{Body, Domain, Shape};
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
    /// The kind.
    pub kind: PopulationKind,
    /// The dimensions of the world that it is for. In two all bodies are discs.
    pub dimensions: Dimensions,
    /// Number of bodies, from 1 to ten million.
    pub count: usize,
    /// Volume fraction of the bounding balls, in two dimensions area fraction of the discs. It sizes the domain if none is given, otherwise it is
    /// unused.
    pub packing: Option<f64>,
    /// The distribution of the speeds.
    pub speed: Speed,
    /// Whether the mean velocity is subtracted from each velocity, so that there is no common
    /// drift: the momentum is zero up to rounding. (The temperature of [`Speed::Maxwell`] then
    /// becomes 1 - 1/count of it on average.)
    pub zero_momentum: bool,
    /// The layout at the start.
    pub start: Start,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The common data of the bodies: the shape, which must be bounded, the mass and the rest.
    /// Name, position, orientation and velocity are not used.
    pub template: Body,
}

impl Population {
    /// A population of `count` bodies like `template` in space, at rest, with seed 1.
    #[must_use]
    pub fn gas(count: usize, template: Body) -> Self {
        Self {
            kind: PopulationKind::Gas,
            dimensions: Dimensions::Three,
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
    /// Names the first field with a value that is not allowed: a count outside 1 to ten million, an
    /// impossible packing, a speed out of range, a shape without bounds, a start or a template that
    /// is not for its dimensions, or an error of [`Body::check`] for the template.
    pub fn check(&self) -> Result<(), ValueError> {
        if !(1..=MAX_COUNT).contains(&self.count) {
            let allowed = format!("must be a whole number from 1 to {MAX_COUNT}");
            return Err(ValueError::new("count", self.count, allowed));
        }
        if let Some(packing) = self.packing {
            check_range("packing", packing, MIN_PACKING, densest(self.dimensions))?;
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
                /// Greatest normal deviate of the generator, in standard deviations (its least
                /// square is 2^-105).
                const MAX_DEVIATE: f64 = 13.0;
                check_range("maxwell", deviation, 0.0, MAX_MAGNITUDE / MAX_DEVIATE)?;
            }
        }
        self.check_start()?;
        self.template.check()?;
        self.dimensions.check_body(&self.template)
    }

    fn check_start(&self) -> Result<(), ValueError> {
        let allowed = match (self.dimensions, self.start) {
            (Dimensions::Two, Start::Fcc) => "must be random, hexagonal or lubachevsky-stillinger in a world of two dimensions",
            (Dimensions::Three, Start::Hexagonal) => "must be another in a world of three dimensions",
            _ => return Ok(()),
        };
        Err(ValueError::new("start", self.start.name(), allowed))
    }

    /// The cube about the origin in which the populations have their packing; for several, the
    /// largest of their cubes. In two dimensions it is a square.
    ///
    /// # Errors
    /// A number is not allowed, a population has no packing, or they differ in their dimensions.
    pub fn cube(populations: &[Self]) -> Result<Domain, PlacementError> {
        let mut half: f64 = 0.5 * MIN_SIZE;
        let dimensions = populations.first().map_or(Dimensions::Three, |first| first.dimensions);
        for population in populations {
            population.check()?;
            if population.dimensions != dimensions {
                let allowed = "must be the same for all populations of a domain";
                return Err(ValueError::new("dimensions", population.dimensions, allowed).into());
            }
            let Some(packing) = population.packing else {
                let allowed = "must be given where the domain has no min and max, which it sizes";
                return Err(ValueError::new("packing", "none", allowed).into());
            };
            let filled = population.count as f64 * volume_in(dimensions, 1.0) / packing;
            let side = side_in(dimensions, filled);
            half = half.max(0.5 * population.template.shape.bounding_radius() * side);
        }
        let (min, max) = (Vector3::repeat(-half), Vector3::repeat(half));
        check_vector("domain.max", &max)?;
        Ok(dimensions.domain(Domain::Box { min, max }))
    }

    /// Places the bodies; see [`Population::place_in`]. `pack` makes dense starts.
    pub(crate) fn place_with(
        &self,
        pack: Pack,
        number: usize,
        domain: &Domain,
        existing: &[Body],
    ) -> Result<Vec<Body>, PlacementError> {
        self.check()?;
        let domain = &self.dimensions.domain(*domain);
        domain.check()?;
        for shape in existing.iter().map(|body| &body.shape).chain([&self.template.shape]) {
            domain.check_shape(shape)?;
        }
        let Some([min, max]) = domain.corners() else {
            return Err(ValueError::new("domain", domain.name(), "must be a box or periodic, for it is filled").into());
        };
        let mut random = RandomStream::new(self.seed).in_world_of(self.dimensions);
        let centres = match self.start {
            Start::LubachevskyStillinger => self.packed(pack, domain, existing)?,
            _ => self.centres(domain, min, max, existing, &mut random)?,
        };
        let bodies = centres.into_iter().enumerate().map(|(index, position)| Body {
            name: Some(format!("{}-{number}-{index}", self.kind.name())),
            position,
            orientation: random.orientation(),
            velocity: self.velocity(&mut random),
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

    fn velocity(&self, random: &mut RandomStream) -> Vector3<f64> {
        match self.speed {
            Speed::Range([least, most]) => {
                let direction = random.direction();
                direction * (random.between(least, most) * self.template.shape.bounding_radius())
            }
            Speed::Maxwell(deviation) => random.normals() * deviation,
        }
    }

    fn packed(&self, pack: Pack, domain: &Domain, existing: &[Body]) -> Result<Vec<Vector3<f64>>, PlacementError> {
        if !existing.is_empty() {
            let allowed = "must be another where there are other bodies: what grows needs the domain for itself";
            return Err(ValueError::new("start", Start::LubachevskyStillinger.name(), allowed).into());
        }
        let radius = self.template.shape.bounding_radius();
        pack(self.dimensions, self.count, radius, domain, self.seed)
    }

    fn centres(
        &self,
        domain: &Domain,
        min: Vector3<f64>,
        max: Vector3<f64>,
        existing: &[Body],
        random: &mut RandomStream,
    ) -> Result<Vec<Vector3<f64>>, PlacementError> {
        let radius = self.template.shape.bounding_radius();
        let dimensions = self.dimensions;
        let packing = self.count as f64 * volume_in(dimensions, radius) / dimensions.volume_of(&(max - min));
        let no_room = || PlacementError::NoRoom {
            count: self.count,
            radius,
            min,
            max,
            packing,
        };
        let clear_radius = radius * (1.0 + CLEARANCE);
        let region = Region::new(domain, clear_radius, min, max);
        let (region, most_random) = match dimensions {
            Dimensions::Two => (region.flat(), DENSEST_RANDOM_DISCS),
            Dimensions::Three => (region, DENSEST_RANDOM),
        };
        if (region.high - region.low).min() < 0.0 || packing > densest(dimensions) {
            return Err(no_room());
        }
        let obstacles = region.obstacles(existing, clear_radius);
        let cells = || Cells::new(&region, clear_radius, self.count, &obstacles);
        if self.start == Start::Fcc {
            return start::on_fcc(&cells(), &region, self.count, clear_radius, random).ok_or_else(no_room);
        }
        if self.start == Start::Hexagonal {
            return start::on_hexagonal(&cells(), &region, self.count, clear_radius, random).ok_or_else(no_room);
        }
        if packing <= most_random
            && let Some(centres) = start::at_random(cells(), &region, self.count, random)
        {
            return Ok(centres);
        }
        start::near_lattice(&cells(), &region, self.count, clear_radius, random).ok_or_else(no_room)
    }
}

/// Makes a dense random packing of a number of balls (or discs) of a radius in a domain, from a seed.
/// It needs a world, which this layer does not use: the caller passes it in.
pub(crate) type Pack = fn(Dimensions, usize, f64, &Domain, u64) -> Result<Vec<Vector3<f64>>, PlacementError>;

#[cfg(test)]
mod tests;
