//! Statistics of a gas from its collisions: rates, temperature and pressure.
//!
//! A world collects the sums as it runs; [`World::statistics`](crate::World::statistics) returns
//! [`Statistics`] of the time since the last reset.
//!
//! ```
//! use kinesweep::{Body, Shape, World};
//! use nalgebra::Vector3;
//! let mut world = World::builder().build()?;
//! let ball = Body::new(Shape::ball(1.0)?);
//! world.insert(ball.clone().velocity(Vector3::x()))?;
//! world.insert(ball.position(Vector3::x() * 5.0))?;
//! world.advance_to(6.0)?;
//! let statistics = world.statistics();
//! assert_eq!((statistics.body_collisions, statistics.duration), (1, 6.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::domain::Domain;
use crate::ledger::RunningSums;
use crate::scene::Dimensions;
use nalgebra::Vector3;

/// Statistics of a run since the last reset
/// ([`World::reset_statistics`](crate::World::reset_statistics)), or since bodies were last
/// inserted or removed. They are of the dynamic bodies, called the bodies here. N is their number,
/// m their masses, V the volume of the domain (in two dimensions its area), t the time measured, c
/// the number of collisions of two of them; k_B = 1, so that a temperature is an energy.
///
/// Velocities are relative to the *frame*: the common centre of mass, if only the bodies define a
/// frame (an open or periodic domain without fixed bodies); otherwise the world. Undefined values
/// are none: a rate without time or collisions, the pressure in an open domain, and means over time
/// if bodies accelerate between collisions.
///
/// Sources: J. M. Haile, *Molecular Dynamics Simulation: Elementary Methods* (Wiley 1992), chapters
/// 3 and 6; B. J. Alder and T. E. Wainwright, *Studies in molecular dynamics* I and II, J. Chem.
/// Phys. 31, 459 (1959) and 33, 1439 (1960).
///
/// ```
/// use kinesweep::{Body, Domain, Shape, World};
/// use nalgebra::Vector3;
/// // One ball between two walls 3 m apart, moving 2 m each second.
/// let half = Vector3::repeat(1.5);
/// let mut world = World::builder().domain(Domain::Box { min: -half, max: half }).build()?;
/// world.insert(Body::new(Shape::ball(0.5)?).velocity(Vector3::x() * 2.0))?;
/// world.advance_to(10.0)?;
/// let statistics = world.statistics();
/// assert_eq!(statistics.wall_collisions, 10);
/// assert_eq!(statistics.temperature, 4.0 / 3.0);
/// // 10 impulses of 4 kg m/s in 10 s on 54 m².
/// assert!((statistics.wall_pressure.unwrap() - 4.0 / 54.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// The dimensions of the world: d is their number.
    pub dimensions: Dimensions,
    /// Beginning of the measurement, in seconds.
    pub since: f64,
    /// Duration of the measurement, in seconds: t.
    pub duration: f64,
    /// The number of dynamic bodies: N.
    pub bodies: usize,
    /// Collisions of two dynamic bodies: c.
    pub body_collisions: u64,
    /// Collisions of a dynamic body with a fixed one.
    pub fixed_collisions: u64,
    /// Collisions with walls of the domain.
    pub wall_collisions: u64,
    /// Collisions of a body with others in a second, 2 c / (N t), in 1/s.
    pub collision_rate: Option<f64>,
    /// Mean time between two collisions of a body with others, N t / (2 c), in seconds.
    pub mean_free_time: Option<f64>,
    /// Mean path length between two collisions of a body with others, in metres: the integral over
    /// time of the sum of all speeds (in the world's frame), over 2 c.
    pub mean_free_path: Option<f64>,
    /// Present kinetic temperature, in joules: the sum of m v² / (d N) in the frame. Spin does not
    /// count.
    pub temperature: f64,
    /// Its mean over the time measured, in joules.
    pub mean_temperature: Option<f64>,
    /// Present kinetic temperatures of rotation about the three principal axes, in joules: the means of
    /// I w² over the bodies that rotate, in the order of the moments of
    /// [`Inertia`](crate::motion::Inertia), along the body's own axes for a body without one. In
    /// equilibrium each equals the temperature. None if no body rotates.
    pub rotational_temperatures: Option<Vector3<f64>>,
    /// Energy that collisions removed (that of spin included), in joules; negative if they added
    /// energy.
    pub energy_lost: f64,
    /// Number density N / V, in 1/m³; in two dimensions 1/m².
    pub number_density: Option<f64>,
    /// Fraction of the domain that the shapes of all bodies fill, growth included; none if a shape
    /// has no volume. In two dimensions it is the area fraction of discs.
    pub packing: Option<f64>,
    /// Pressure by the virial theorem, in pascals (in two dimensions in newtons per metre):
    /// p V = N T + (1 / d t) sum of r . dp over the collisions, with T the mean temperature, r from the centre of the second body to that of the
    /// first, by nearest images, and dp the momentum that the first received, by friction too. A
    /// wall counts as a body with its centre at the point of contact: in a box at rest this is, in
    /// the long run, the mean pressure on its walls.
    pub pressure: Option<f64>,
    /// Pressure on the walls of a box, in pascals: the sum of all impulses on them over t and their
    /// area. In two dimensions it is over their length, in newtons per metre.
    pub wall_pressure: Option<f64>,
    /// Compressibility factor Z = p V / (N T), by the virial theorem: 1 in an ideal gas.
    pub compressibility: Option<f64>,
}

/// State of the bodies that the sums do not contain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyTotals {
    pub(crate) time: f64,
    pub(crate) domain: Domain,
    pub(crate) dimensions: Dimensions,
    /// The number of dynamic bodies, their mass, momentum and kinetic energy without spin, summed
    /// anew.
    pub(crate) bodies: usize,
    pub(crate) mass: f64,
    pub(crate) momentum: Vector3<f64>,
    pub(crate) kinetic: f64,
    /// The number of bodies that rotate, and the sums of their I w² about each principal axis.
    pub(crate) rotating: usize,
    pub(crate) rotational: Vector3<f64>,
    /// Whether there are fixed bodies.
    pub(crate) has_fixed: bool,
    /// Whether something accelerates a dynamic body.
    pub(crate) accelerates: bool,
    /// Volume of all shapes, if each has one.
    pub(crate) volume: Option<f64>,
}

impl Statistics {
    pub(crate) fn new(sums: &RunningSums, totals: &BodyTotals) -> Self {
        /// Greatest difference of the running kinetic energy from a new sum, over the larger of
        /// that and its mean: a million roundings of changes that are a million times as large. If
        /// it is larger, a change was not reported, and means would be wrong.
        const AGREEMENT: f64 = 1e-4;
        let sums = sums.at(totals.time);
        let duration = totals.time - sums.since;
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        let count = totals.bodies as f64;
        let drifts = !totals.has_fixed && !matches!(totals.domain, Domain::Box { .. });
        let drift = match drifts && totals.mass > 0.0 {
            true => 0.5 * totals.momentum.norm_squared() / totals.mass,
            false => 0.0,
        };
        let (dimensions, degrees) = (totals.dimensions, totals.dimensions.degrees());
        let temperature_of = |kinetic: f64| if count > 0.0 { 2.0 * kinetic / (degrees * count) } else { 0.0 };
        let scale = totals.kinetic.max(sums.kinetic_integral(false) / duration);
        let steady = !totals.accelerates && (sums.kinetic - totals.kinetic).abs() <= AGREEMENT * scale;
        let mean_temperature = finite(temperature_of(sums.kinetic_integral(drifts) / duration)).filter(|_| steady);
        let sides = totals.domain.corners().map(|[min, max]| max - min);
        let volume = sides.map(|sides| dimensions.volume_of(&sides));
        let participations = 2.0 * sums.body_collisions as f64;
        let has_box = matches!(totals.domain, Domain::Box { .. });
        // N T + virial / (d t).
        let work = mean_temperature.map(|mean| count * mean + sums.virial / (degrees * duration));
        let area = sides.map(|sides| dimensions.walls_of(&sides));
        Self {
            dimensions,
            since: sums.since,
            duration,
            bodies: totals.bodies,
            body_collisions: sums.body_collisions,
            fixed_collisions: sums.fixed_collisions,
            wall_collisions: sums.wall_collisions,
            collision_rate: finite(participations / (count * duration)),
            mean_free_time: finite(count * duration / participations),
            mean_free_path: finite(sums.path / participations).filter(|_| !totals.accelerates),
            temperature: temperature_of((totals.kinetic - drift).max(0.0)),
            rotational_temperatures: (totals.rotating > 0).then(|| totals.rotational / totals.rotating as f64),
            mean_temperature,
            energy_lost: 0.0 - sums.energy_change,
            number_density: volume.map(|volume| count / volume),
            packing: volume.zip(totals.volume).map(|(volume, filled)| filled / volume),
            pressure: work.zip(volume).and_then(|(work, volume)| finite(work / volume)),
            wall_pressure: area
                .filter(|_| has_box)
                .and_then(|area| finite(sums.wall_impulse / (duration * area))),
            compressibility: work
                .zip(mean_temperature)
                .filter(|_| volume.is_some())
                .and_then(|(work, mean)| finite(work / (count * mean))),
        }
    }

    /// All values by name, with units, in a fixed order; counts are whole numbers.
    #[must_use]
    pub fn entries(&self) -> Vec<(&'static str, Option<f64>, &'static str)> {
        let [density, pressure] = match self.dimensions {
            Dimensions::Two => ["1/m²", "N/m"],
            Dimensions::Three => ["1/m³", "Pa"],
        };
        vec![
            ("since", Some(self.since), "s"),
            ("duration", Some(self.duration), "s"),
            ("bodies", Some(self.bodies as f64), ""),
            ("body_collisions", Some(self.body_collisions as f64), ""),
            ("fixed_collisions", Some(self.fixed_collisions as f64), ""),
            ("wall_collisions", Some(self.wall_collisions as f64), ""),
            ("collision_rate", self.collision_rate, "1/s"),
            ("mean_free_time", self.mean_free_time, "s"),
            ("mean_free_path", self.mean_free_path, "m"),
            ("temperature", Some(self.temperature), "J"),
            (
                "rotational_temperature_1",
                self.rotational_temperatures.map(|about| about.x),
                "J",
            ),
            (
                "rotational_temperature_2",
                self.rotational_temperatures.map(|about| about.y),
                "J",
            ),
            (
                "rotational_temperature_3",
                self.rotational_temperatures.map(|about| about.z),
                "J",
            ),
            ("mean_temperature", self.mean_temperature, "J"),
            ("energy_lost", Some(self.energy_lost), "J"),
            ("number_density", self.number_density, density),
            ("packing", self.packing, ""),
            ("pressure", self.pressure, pressure),
            ("wall_pressure", self.wall_pressure, pressure),
            ("compressibility", self.compressibility, ""),
        ]
    }
}
