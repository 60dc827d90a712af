//! Dense random packings of balls, and of discs in a plane, by the algorithm of Lubachevsky and
//! Stillinger (Geometric properties of random disk packings, J. Stat. Phys. 60, 561 (1990), DOI
//! 10.1007/BF01025983), and the placement of populations, which can use it.
//!
//! ```
//! use kinesweep::Domain;
//! use kinesweep::packing::Packing;
//! use nalgebra::Vector3;
//! let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
//! // Radii of 0.6 and 0.4 metres: half of the domain is filled.
//! let radii: Vec<f64> = (0..54).map(|number| if number < 22 { 0.6 } else { 0.4 }).collect();
//! let centres = Packing::new(radii, domain).seed(1).grow()?;
//! assert_eq!(centres.len(), 54);
//! # Ok::<(), kinesweep::scene::PlacementError>(())
//! ```
//!
//! # Algorithm
//!
//! 1. Balls (or discs) with a packing of 0.1, or the required one if that is less, are placed at
//!    random, with velocities of a Maxwell distribution.
//! 2. They move, collide, and their radii grow at constant rates in the proportion of the required
//!    ones, far below their speeds. Collisions of growing balls add energy: from time to time the
//!    velocities are scaled down.
//! 3. The time at which they have the required radii is known beforehand, and the run ends there.
//!    No two overlap where they end, for they did not when they were larger by a margin for
//!    rounding.
//! 4. If they jam before, collisions become ever more frequent. Then the run restarts with slower
//!    growth, which lets them find places nearer to each other; after the slowest rate it is an
//!    error.
//!
//! All quantities are in units in which the mean diameter and the mean square of a velocity's
//! component of a ball of mean size are 1. The caller draws new velocities: those at the end depend on
//! the growth.

mod growth;
mod population;
mod start;

use crate::domain::Domain;
use crate::limits::{ValueError, check_range};
use crate::scene::population::densest;
use crate::scene::{Dimensions, PlacementError, Shape};
use growth::{Growth, GrowthResult};
use nalgebra::Vector3;
#[cfg(feature = "files")]
pub(crate) use population::pack_equal;

/// Growth rates of the mean diameter, in diameters per the time in which a ball moves one: tried in
/// turn. The first reaches the packings of fluids in some hundred collisions a ball; the slower
/// ones are for nearly jammed packings.
const GROWTH_RATES: [f64; 4] = [0.1, 0.02, 0.004, 0.001];

/// The bound for balls or discs that differ in size, which small enough ones in the gaps of larger
/// ones approach.
const DENSEST_UNEQUAL: f64 = 1.0;

/// The growth rates that are allowed: with the slowest, a run takes a hundred million collisions a
/// ball, and the fastest is that of the balls themselves.
const LEAST_GROWTH_RATE: f64 = 1e-6;
const MOST_GROWTH_RATE: f64 = 1.0;

/// A dense random packing of balls in a box or a periodic domain, to be [grown](Self::grow); or of
/// [discs](Self::dimensions) in a rectangle.
///
/// ```
/// use kinesweep::Domain;
/// use kinesweep::packing::Packing;
/// use nalgebra::Vector3;
/// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(5.0) };
/// // 119 balls of diameter 1 in 125 m³: 0.5.
/// let centres = Packing::new(vec![0.5; 119], domain).growth_rate(0.05).grow()?;
/// assert!((centres[0] - centres[1]).norm() >= 1.0);
/// # Ok::<(), kinesweep::scene::PlacementError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packing {
    radii: Vec<f64>,
    dimensions: Dimensions,
    domain: Domain,
    seed: u64,
    growth_rate: Option<f64>,
}

impl Packing {
    /// A packing of balls with these radii, in metres, in a box or a periodic domain. Its seed is 1,
    /// and it is of three dimensions.
    #[must_use]
    pub fn new(radii: impl Into<Vec<f64>>, domain: Domain) -> Self {
        Self {
            radii: radii.into(),
            dimensions: Dimensions::Three,
            domain,
            seed: 1,
            growth_rate: None,
        }
    }

    /// Sets the dimensions. In two the balls are discs in the plane z = 0, all packings are shares of
    /// the area, and the z of the domain is not used. By default three.
    ///
    /// ```
    /// use kinesweep::Domain;
    /// use kinesweep::packing::Packing;
    /// use kinesweep::scene::Dimensions;
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::new(12.0, 10.0, 0.0) };
    /// // Discs of radius 0.5 and 0.7 in 120 m², half and half: 0.77.
    /// let radii: Vec<f64> = (0..80).map(|number| if number % 2 == 0 { 0.5 } else { 0.7 }).collect();
    /// let centres = Packing::new(radii, domain).dimensions(Dimensions::Two).grow()?;
    /// assert!(centres.iter().all(|centre| centre.z == 0.0));
    /// # Ok::<(), kinesweep::scene::PlacementError>(())
    /// ```
    #[must_use]
    pub fn dimensions(self, dimensions: Dimensions) -> Self {
        Self { dimensions, ..self }
    }

    /// Sets the seed of the random numbers. The same seed gives the same packing.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the rate at which the mean diameter grows, in diameters per the time in which a ball of
    /// mean size moves one: from 1e-6 to 1. The slower, the denser the packing in which the balls
    /// jam, and the more ordered. Without it 0.1, 0.02, 0.004 and 0.001 are tried in turn.
    #[must_use]
    pub fn growth_rate(self, rate: f64) -> Self {
        Self {
            growth_rate: Some(rate),
            ..self
        }
    }

    /// Grows the balls to their radii, and returns their centres, in metres, in the order of the
    /// radii: inside the domain, at random, no two balls overlapping.
    ///
    /// Equal balls jam at some 0.64 of the volume, between walls at less, for the layers at them take
    /// room; mixtures of sizes at more. Discs of two sizes, 1 : 1.4 and half and half, jam at 0.834 of
    /// the area with the fastest growth that is tried, and at 0.847 with the slowest; equal discs,
    /// which form crystals, at 0.84 and 0.89. It costs some hundred collisions a ball far from jamming,
    /// and thousands near to it. `cargo bench -p kinesweep --bench packing` shows the time.
    ///
    /// # Errors
    /// [`PlacementError::Value`] for a number that is not allowed, an open domain, a ball that is too
    /// large for a periodic one; [`PlacementError::NoRoom`] if the balls do not fit: beyond the densest
    /// packing of equal balls (0.7405) or discs (0.9069), for unequal ones beyond 1;
    /// [`PlacementError::Jammed`] if they jam at a lower packing; [`PlacementError::NotGrown`] if no
    /// world can simulate the growth.
    pub fn grow(&self) -> Result<Vec<Vector3<f64>>, PlacementError> {
        let growth = self.check()?;
        let rates = self.growth_rate.map_or(GROWTH_RATES.to_vec(), |rate| vec![rate]);
        let mut reached = 0.0;
        for rate in rates {
            match growth.run(rate)? {
                GrowthResult::Done(centres) => return Ok(self.in_metres(&centres, growth.unit())),
                GrowthResult::Jammed(packing) => reached = f64::max(reached, packing),
            }
        }
        Err(PlacementError::Jammed {
            count: self.radii.len(),
            reached,
            wanted: growth.packing(),
        })
    }

    /// Centres in the domain, from those in units of a length from its lower corner.
    fn in_metres(&self, centres: &[Vector3<f64>], unit: f64) -> Vec<Vector3<f64>> {
        let mut origin = self.domain.corners().map_or_else(Vector3::zeros, |[min, _]| min);
        if self.dimensions == Dimensions::Two {
            origin.z = 0.0;
        }
        let domain = self.dimensions.domain(self.domain);
        let place = |centre: &Vector3<f64>| domain.image(&(centre * unit + origin));
        centres.iter().map(place).collect()
    }

    /// Checks the numbers, and scales all lengths to the mean diameter.
    fn check(&self) -> Result<Growth, PlacementError> {
        let dimensions = self.dimensions;
        let domain = dimensions.domain(self.domain);
        domain.check()?;
        if let Some(rate) = self.growth_rate {
            check_range("growth_rate", rate, LEAST_GROWTH_RATE, MOST_GROWTH_RATE)?;
        }
        let Some([min, max]) = self.domain.corners() else {
            return Err(ValueError::new("domain", self.domain.name(), "must be a box or periodic, for it is filled").into());
        };
        if self.radii.is_empty() {
            return Err(ValueError::new("radii", "none", "must be those of one ball or more").into());
        }
        for radius in &self.radii {
            Shape::ball(*radius)?;
        }
        let largest = self.radii.iter().copied().fold(0.0, f64::max);
        let are_equal = self.radii.iter().all(|radius| *radius == largest);
        let mean = match are_equal {
            true => largest,
            false => self.radii.iter().sum::<f64>() / self.radii.len() as f64,
        };
        let unit = 2.0 * mean;
        let radii = match are_equal {
            true => vec![0.5; self.radii.len()],
            false => self.radii.iter().map(|radius| radius / unit).collect(),
        };
        let growth = Growth::new(dimensions, radii, scaled(&domain, unit), self.seed, unit);
        let densest = if are_equal { densest(dimensions) } else { DENSEST_UNEQUAL };
        let shortest = domain.corners().map_or(0.0, |[min, max]| (max - min).min());
        if growth.packing() > densest || shortest < 2.0 * largest {
            return Err(PlacementError::NoRoom {
                count: self.radii.len(),
                radius: largest,
                min,
                max,
                packing: growth.packing(),
            });
        }
        domain.check_shape(&Shape::ball(largest)?)?;
        Ok(growth)
    }
}

/// A domain with its lower corner at the origin, in units of a length. (In two dimensions z is not
/// used.)
fn scaled(domain: &Domain, unit: f64) -> Domain {
    let scale = |min: &Vector3<f64>, max: &Vector3<f64>| [min, max].map(|corner| (corner - min) / unit);
    match domain {
        Domain::Open => Domain::Open,
        Domain::Box { min, max } => {
            let [min, max] = scale(min, max);
            Domain::Box { min, max }
        }
        Domain::Periodic { min, max } => {
            let [min, max] = scale(min, max);
            Domain::Periodic { min, max }
        }
    }
}

/// Centres of `count` balls of a radius (in metres) in a box or a periodic domain: a [`Packing`] of
/// equal balls.
///
/// ```
/// use kinesweep::packing::lubachevsky_stillinger;
/// use kinesweep::Domain;
/// use nalgebra::Vector3;
/// let domain = Domain::Box { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
/// // 55 balls of diameter 1 in 64 m³: 0.45.
/// let centres = lubachevsky_stillinger(55, 0.5, &domain, 1)?;
/// assert!((centres[0] - centres[1]).norm() >= 1.0);
/// # Ok::<(), kinesweep::scene::PlacementError>(())
/// ```
///
/// # Errors
/// As [`Packing::grow`].
pub fn lubachevsky_stillinger(
    count: usize,
    radius: f64,
    domain: &Domain,
    seed: u64,
) -> Result<Vec<Vector3<f64>>, PlacementError> {
    Packing::new(vec![radius; count], *domain).seed(seed).grow()
}

#[cfg(test)]
mod tests;
