//! Dense random packings of equal balls, by the algorithm of Lubachevsky and Stillinger (J. Stat.
//! Phys. 60, 561 (1990), DOI 10.1007/BF01025983), and the placement of populations, which can use
//! it.
//!
//! ```
//! use kinesweep::Domain;
//! use kinesweep::packing::lubachevsky_stillinger;
//! use nalgebra::Vector3;
//! let domain = Domain::Box { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
//! assert_eq!(lubachevsky_stillinger(20, 0.5, &domain, 1)?.len(), 20);
//! # Ok::<(), kinesweep::scene::PlacementError>(())
//! ```
//!
//! # Algorithm
//!
//! 1. Balls of a tenth of the required packing, or less, are placed at random, with velocities of a
//!    Maxwell distribution.
//! 2. They move, collide, and their radii grow at a constant rate, far below their speeds.
//!    Collisions of growing balls add energy: from time to time the velocities are scaled down.
//! 3. The time at which they have the required radius is known beforehand, and the run ends there.
//!    No two overlap where they end, for they did not when they were larger by a margin for
//!    rounding.
//! 4. If they jam before, collisions become ever more frequent. Then the run restarts with slower
//!    growth, which lets them find places nearer to each other; after the slowest rate it is an
//!    error.
//!
//! All quantities are in units in which the required diameter and the mean square of a velocity's
//! component are 1. The caller draws new velocities: those at the end depend on the growth.

use crate::domain::Domain;
use crate::motion::MotionChange;
use crate::scene::population::{DENSEST, Pack, ball_volume, cube_root};
use crate::scene::{Body, PlacementError, Population, Shape, Speed};
use crate::world::{Method, StepError, World};
use nalgebra::Vector3;

/// Packing at the start: random placement succeeds at once.
const START_PACKING: f64 = 0.1;

/// Growth rates of the diameter, in diameters per the time in which a ball moves one: tried in
/// turn. The first reaches the packings of fluids in some hundred collisions a ball; the slower
/// ones are for nearly jammed packings.
const GROWTH_RATES: [f64; 4] = [0.1, 0.02, 0.004, 0.001];

/// Time between two checks of the energy and the number of collisions: a few collisions a ball
/// where it is dense.
const CHECK_INTERVAL: f64 = 0.05;

/// Temperature, relative to the start, from which velocities are scaled down.
const MAX_TEMPERATURE: f64 = 1.3;

/// Events a ball in the unit of time that indicate jamming: in a fluid, at a packing of 0.49, a
/// ball has about 40 collisions, and 1 % below the jammed packing a few hundred.
const JAMMED_EVENT_RATE: f64 = 2000.0;

/// Growth beyond the required radius, as a fraction of it, so that rounding cannot make two balls
/// overlap.
const GROWTH_MARGIN: f64 = 4e-9;

/// The diameter at the end of the growth.
const FINAL_DIAMETER: f64 = 1.0 + GROWTH_MARGIN;

/// Combined with the given seed: another stream, since the caller draws velocities from the given
/// one.
const OTHER_STREAM: u64 = 0x5851_f42d_4c95_7f2d;

/// Centres of `count` balls of a radius (in metres) in a box, at random and as dense as the algorithm
/// allows: up to some 0.64 of the box away from its walls, no two overlapping. A periodic domain is
/// packed only where the balls need not grow. The same seed gives the same centres.
///
/// It costs some hundred collisions a ball where the balls are far from jammed, and thousands near
/// to it. Between walls jamming occurs at lower packings, for the layers at them take room: 500
/// balls at 0.55 take a second, 1000 at 0.6 a minute.
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
/// [`PlacementError::Value`] for a number that is not allowed, or an open domain;
/// [`PlacementError::NoRoom`] if the balls do not fit; [`PlacementError::Jammed`] if they jam at a
/// lower packing; [`PlacementError::NotGrown`] if no world can simulate the growth: in a periodic
/// domain, for now.
pub fn lubachevsky_stillinger(
    count: usize,
    radius: f64,
    domain: &Domain,
    seed: u64,
) -> Result<Vec<Vector3<f64>>, PlacementError> {
    let shape = Shape::ball(radius)?;
    domain.check()?;
    let unit = 2.0 * radius;
    let origin = domain.corners().map_or_else(Vector3::zeros, |[min, _]| min);
    let scaled = |corner: Vector3<f64>| (corner - origin) / unit;
    let small = match *domain {
        Domain::Box { min, max } => Domain::Box {
            min: scaled(min),
            max: scaled(max),
        },
        Domain::Periodic { min, max } => Domain::Periodic {
            min: scaled(min),
            max: scaled(max),
        },
        Domain::Open => Domain::Open,
    };
    // An open domain counts as empty here; the placement of small balls refuses it.
    let sides = small
        .corners()
        .map_or_else(|| Vector3::repeat(f64::INFINITY), |[min, max]| max - min);
    let packing = count as f64 * ball_volume(0.5) / sides.product();
    if packing > DENSEST || sides.min() < 1.0 {
        let [min, max] = domain.corners().unwrap_or_default();
        return Err(PlacementError::NoRoom {
            count,
            radius,
            min,
            max,
            packing,
        });
    }
    if matches!(domain, Domain::Periodic { .. }) && first_diameter(packing) < FINAL_DIAMETER {
        let reason = "growth in a periodic domain is not supported; a box is, and so are other starts".to_owned();
        return Err(PlacementError::NotGrown { reason });
    }
    domain.check_shape(&shape)?;
    let mut reached = 0.0;
    for rate in GROWTH_RATES {
        match grow(count, packing, &small, rate, seed ^ OTHER_STREAM)? {
            GrowthResult::Done(centres) => {
                return Ok(centres.iter().map(|centre| domain.image(&(centre * unit + origin))).collect());
            }
            GrowthResult::Jammed(diameter) => reached = f64::max(reached, packing * diameter * diameter * diameter),
        }
    }
    Err(PlacementError::Jammed {
        count,
        reached,
        wanted: packing,
    })
}

enum GrowthResult {
    /// The centres, of balls of diameter 1.
    Done(Vec<Vector3<f64>>),
    /// The diameter at which they jammed.
    Jammed(f64),
}

/// The diameter of balls at the start, for this final packing: the final one if that is thin.
fn first_diameter(packing: f64) -> f64 {
    FINAL_DIAMETER * cube_root((START_PACKING / packing).min(1.0))
}

/// Grows balls to a diameter of 1 at this rate.
fn grow(count: usize, packing: f64, domain: &Domain, rate: f64, seed: u64) -> Result<GrowthResult, PlacementError> {
    let first = first_diameter(packing);
    let population = Population {
        speed: Speed::Maxwell(1.0),
        seed,
        ..Population::gas(count, Body::new(Shape::ball(0.5 * first)?).growth(0.5 * rate).mass(1.0))
    };
    let mut bodies = population.place_in(0, domain, &[])?;
    if first >= FINAL_DIAMETER {
        return Ok(GrowthResult::Done(bodies.iter().map(|body| body.position).collect()));
    }
    for body in &mut bodies {
        body.name = None;
    }
    let refused = |error: &dyn std::fmt::Display| PlacementError::NotGrown {
        reason: error.to_string(),
    };
    let mut world = World::builder()
        .domain(*domain)
        .method(Method::Auto)
        .build()
        .map_err(|error| refused(&error))?;
    let ids = world.insert_all(&bodies).map_err(|error| refused(&error))?;
    let end = (FINAL_DIAMETER - first) / rate;
    // Where all balls are jammed, collisions accumulate: a slice of time may never end.
    let most = (JAMMED_EVENT_RATE * CHECK_INTERVAL * count as f64) as u64;
    while world.time() < end {
        let until = (world.time() + CHECK_INTERVAL).min(end);
        let jammed = |world: &World| Ok(GrowthResult::Jammed(first + rate * world.time()));
        for events in 0.. {
            match world.step_before(until) {
                Ok(None) => break,
                Ok(Some(_)) if events < most => {}
                Ok(Some(_)) | Err(StepError::Stalled { .. }) => return jammed(&world),
                Err(error) => return Err(refused(&error)),
            }
        }
        let statistics = world.statistics();
        if statistics.temperature > MAX_TEMPERATURE {
            let scale = 1.0 / statistics.temperature.sqrt();
            for id in &ids {
                let cooled = world.velocity(*id).map(|velocity| MotionChange::velocity(velocity * scale));
                cooled
                    .and_then(|change| world.set_motion(*id, &change))
                    .map_err(|error| refused(&error))?;
            }
        }
    }
    let centre = |id| world.pose(id).map(|pose| pose.translation.vector);
    let centres = ids.iter().map(|id| centre(*id)).collect::<Result<_, _>>();
    centres.map(GrowthResult::Done).map_err(|error| refused(&error))
}

impl Population {
    /// Places the bodies in the box from `min` to `max`. Their bounding balls are clear of each
    /// other, of its faces, and of the existing bodies (by their bounding balls or tight boxes).
    /// Their names are `<kind>-<number>-0` and so on. Expected O(count), except for dense starts
    /// that are grown.
    ///
    /// # Errors
    /// [`PlacementError::Value`] for a number that is not allowed, [`PlacementError::NoRoom`]; and
    /// for a dense start that is grown, those of [`lubachevsky_stillinger`].
    pub fn place(
        &self,
        number: usize,
        min: Vector3<f64>,
        max: Vector3<f64>,
        existing: &[Body],
    ) -> Result<Vec<Body>, PlacementError> {
        self.place_in(number, &Domain::Box { min, max }, existing)
    }

    /// The same in any domain with corners. In a periodic one the bounding balls are clear of each
    /// other's nearest images; their centres are inside and the balls may stick out.
    ///
    /// # Errors
    /// As [`place`](Self::place); an open domain, and a shape that is too large for a periodic one,
    /// are [`PlacementError::Value`].
    pub fn place_in(&self, number: usize, domain: &Domain, existing: &[Body]) -> Result<Vec<Body>, PlacementError> {
        let pack: Pack = lubachevsky_stillinger;
        self.place_with(pack, number, domain, existing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Start;

    fn box_of(sides: Vector3<f64>) -> Domain {
        let min = Vector3::new(100.0, -3.0, 0.0);
        Domain::Box { min, max: min + sides }
    }

    /// By comparing all pairs: the least gap between balls of this radius, and walls, over the
    /// radius.
    fn least_gap(centres: &[Vector3<f64>], radius: f64, domain: &Domain) -> f64 {
        let [min, max] = domain.corners().unwrap();
        let mut least = f64::INFINITY;
        for (i, a) in centres.iter().enumerate() {
            least = least.min((a - min).min() - radius).min((max - a).min() - radius);
            for b in &centres[..i] {
                least = least.min((a - b).norm() - 2.0 * radius);
            }
        }
        least / radius
    }

    #[test]
    fn balls_grow_until_they_are_dense_and_never_overlap() {
        for (count, radius, sides, seed) in [
            (1, 1.0, Vector3::new(2.5, 3.0, 9.0), 1),
            (10, 0.5, Vector3::repeat(9.0), 1),
            (100, 0.5, Vector3::repeat(4.7), 2),
            (100, 1e-7, Vector3::new(8e-7, 1e-6, 1.1e-6), 3),
        ] {
            let domain = box_of(sides);
            // Far from the origin, a small ball has the rounding of its position.
            let rounding = 16.0 * f64::EPSILON * 100.0 / radius;
            let centres = lubachevsky_stillinger(count, radius, &domain, seed).unwrap();
            assert_eq!(centres.len(), count);
            let gap = least_gap(&centres, radius, &domain);
            assert!(gap >= -rounding, "{count}: {gap}");
            assert_eq!(centres, lubachevsky_stillinger(count, radius, &domain, seed).unwrap());
            assert_ne!(centres, lubachevsky_stillinger(count, radius, &domain, seed + 10).unwrap());
        }
    }

    #[test]
    fn too_dense_packings_jam_or_have_no_room() {
        let dense = |count, side| lubachevsky_stillinger(count, 0.5, &box_of(Vector3::repeat(side)), 1).unwrap_err();
        // Eight fill a cube of side 2; between walls 0.5236 is the maximum, and nine are too many.
        assert!(matches!(dense(9, 2.0), PlacementError::Jammed { count: 9, reached, wanted } if reached < wanted));
        assert!(matches!(dense(12, 2.0), PlacementError::NoRoom { .. }));
        assert!(matches!(
            dense(1, 0.9),
            PlacementError::NoRoom { .. } | PlacementError::NotGrown { .. }
        ));
        let [min, max] = [Vector3::zeros(), Vector3::repeat(9.0)];
        let periodic = lubachevsky_stillinger(500, 0.5, &Domain::Periodic { min, max }, 1).unwrap_err();
        assert!(matches!(periodic, PlacementError::NotGrown { .. }), "{periodic}");
        assert!(
            periodic.to_string().contains("growth in a periodic domain is not supported"),
            "{periodic}"
        );
        let open = lubachevsky_stillinger(3, 0.5, &Domain::Open, 1).unwrap_err();
        assert!(open.to_string().contains("domain = open"), "{open}");
        assert!(lubachevsky_stillinger(0, 0.5, &box_of(Vector3::repeat(3.0)), 1).is_err());
        assert!(lubachevsky_stillinger(1, -0.5, &box_of(Vector3::repeat(3.0)), 1).is_err());
    }

    #[test]
    fn populations_start_from_packings() {
        let population = Population {
            speed: Speed::Maxwell(2.0),
            start: Start::LubachevskyStillinger,
            zero_momentum: true,
            ..Population::gas(60, Body::new(Shape::ball(0.5).unwrap()))
        };
        let domain = box_of(Vector3::repeat(4.0));
        let bodies = population.place_in(0, &domain, &[]).unwrap();
        let centres: Vec<Vector3<f64>> = bodies.iter().map(|body| body.position).collect();
        assert!(least_gap(&centres, 0.5, &domain) >= 0.0);
        assert!(bodies.iter().map(|body| body.velocity).sum::<Vector3<f64>>().norm() < 1e-12);
        let squares: f64 = bodies.iter().map(|body| body.velocity.norm_squared()).sum();
        assert!((squares / 180.0 / 4.0 - 1.0).abs() < 0.5, "drawn anew");
        let error = population.place_in(1, &domain, &bodies[..1]).unwrap_err().to_string();
        assert!(
            error.contains("start = lubachevsky-stillinger: must be another where there are"),
            "{error}"
        );
    }
}
