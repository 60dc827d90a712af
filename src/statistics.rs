//! Statistics of a gas: what its collisions say of rates, temperature and pressure.

use crate::scene::Domain;
use crate::tally::Tally;
use nalgebra::Vector3;

/// What a run showed from the time it was last reset on ([`World::reset_statistics`](crate::World::reset_statistics)), or
/// since bodies last came or went: of the dynamic bodies, which are called the bodies here. N is their number, m their
/// masses, V the volume of the domain, t the time measured, c the number of collisions of two of them; k_B = 1, so that a
/// temperature is an energy.
///
/// Velocities are those relative to the *frame*: to the common centre of mass, where nothing but the bodies sets a frame
/// (an open or periodic domain without fixed bodies); else to the world. What cannot be told is none: a rate of no time or
/// no collision, the pressure in an open domain, and means over time where bodies accelerate between collisions.
///
/// Sources: J. M. Haile, *Molecular Dynamics Simulation: Elementary Methods* (Wiley 1992), chapters 3 and 6; B. J. Alder and
/// T. E. Wainwright, *Studies in molecular dynamics* I and II, J. Chem. Phys. 31, 459 (1959) and 33, 1439 (1960).
///
/// ```
/// use kinesweep::{Body, Domain, Shape, World};
/// use nalgebra::Vector3;
/// // One ball to and fro between two walls 3 m apart, each second 2 m.
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
    /// When the measurement began, in seconds.
    pub since: f64,
    /// How long it has gone on, in seconds: t.
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
    /// Mean length of the way between two collisions of a body with others, in metres: the integral over time of the sum of all
    /// speeds (as seen from the world), over 2 c.
    pub mean_free_path: Option<f64>,
    /// Kinetic temperature at present, in joules: the sum of m v² / (3 N) in the frame. Spin does not count.
    pub temperature: f64,
    /// Its mean over the time measured, in joules.
    pub mean_temperature: Option<f64>,
    /// Energy that collisions took away (that of spin included), in joules; below 0 if they gave.
    pub energy_lost: f64,
    /// Number density N / V, in 1/m³.
    pub number_density: Option<f64>,
    /// Share of the domain that the shapes of all bodies fill, growth included; none if a shape has no volume.
    pub packing: Option<f64>,
    /// Pressure by the virial theorem, in pascals: p V = N T + (1 / 3 t) sum of r . dp over the collisions, with T the mean
    /// temperature, r from the centre of the second body to that of the first, by nearest images, and dp the momentum that
    /// the first took up, by friction too. A wall counts as a body whose centre is the point of contact: in a box at rest
    /// this is, in the long run, the mean pressure on its walls.
    pub pressure: Option<f64>,
    /// Pressure on the walls of a box, in pascals: the sum of all impulses on them over t and their area.
    pub wall_pressure: Option<f64>,
    /// Compressibility factor Z = p V / (N T), by the virial theorem: 1 in an ideal gas.
    pub compressibility: Option<f64>,
}

/// What is to be known of the bodies besides the sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Census {
    pub(crate) time: f64,
    pub(crate) domain: Domain,
    /// The number of dynamic bodies, their mass, momentum and kinetic energy without spin, summed afresh.
    pub(crate) bodies: usize,
    pub(crate) mass: f64,
    pub(crate) momentum: Vector3<f64>,
    pub(crate) kinetic: f64,
    /// Whether there are fixed bodies.
    pub(crate) has_fixed: bool,
    /// Whether something accelerates a dynamic body.
    pub(crate) accelerates: bool,
    /// Volume of all shapes, if each has one.
    pub(crate) volume: Option<f64>,
}

impl Statistics {
    pub(crate) fn new(tally: &Tally, census: &Census) -> Self {
        /// How far the running kinetic energy may be from a fresh sum, over the larger of that and its mean: a million
        /// roundings of changes that are a million times as large. Beyond, something has changed that was not told, and
        /// means would be wrong.
        const AGREEMENT: f64 = 1e-4;
        let tally = tally.at(census.time);
        let duration = census.time - tally.since;
        let known = |value: f64| Some(value).filter(|value| value.is_finite());
        let count = census.bodies as f64;
        let drifts = !census.has_fixed && !matches!(census.domain, Domain::Box { .. });
        let drift = match drifts && census.mass > 0.0 {
            true => 0.5 * census.momentum.norm_squared() / census.mass,
            false => 0.0,
        };
        let temperature_of = |kinetic: f64| if count > 0.0 { 2.0 * kinetic / (3.0 * count) } else { 0.0 };
        let scale = census.kinetic.max(tally.kinetic_integral(false) / duration);
        let steady = !census.accelerates && (tally.kinetic - census.kinetic).abs() <= AGREEMENT * scale;
        let mean_temperature = known(temperature_of(tally.kinetic_integral(drifts) / duration)).filter(|_| steady);
        let sides = census.domain.corners().map(|[min, max]| max - min);
        let volume = sides.map(|sides| sides.product());
        let meetings = 2.0 * tally.body_collisions as f64;
        let has_box = matches!(census.domain, Domain::Box { .. });
        // N T + virial / (3 t).
        let work = mean_temperature.map(|mean| count * mean + tally.virial / (3.0 * duration));
        let area = sides.map(|sides| 2.0 * (sides.x * sides.y + sides.y * sides.z + sides.z * sides.x));
        Self {
            since: tally.since,
            duration,
            bodies: census.bodies,
            body_collisions: tally.body_collisions,
            fixed_collisions: tally.fixed_collisions,
            wall_collisions: tally.wall_collisions,
            collision_rate: known(meetings / (count * duration)),
            mean_free_time: known(count * duration / meetings),
            mean_free_path: known(tally.path / meetings).filter(|_| !census.accelerates),
            temperature: temperature_of((census.kinetic - drift).max(0.0)),
            mean_temperature,
            energy_lost: 0.0 - tally.energy_change,
            number_density: volume.map(|volume| count / volume),
            packing: volume.zip(census.volume).map(|(volume, filled)| filled / volume),
            pressure: work.zip(volume).and_then(|(work, volume)| known(work / volume)),
            wall_pressure: area
                .filter(|_| has_box)
                .and_then(|area| known(tally.wall_impulse / (duration * area))),
            compressibility: work
                .zip(mean_temperature)
                .filter(|_| volume.is_some())
                .and_then(|(work, mean)| known(work / (count * mean))),
        }
    }

    /// All of it by name, with units, in a fixed order; counts are whole numbers.
    #[must_use]
    pub fn entries(&self) -> Vec<(&'static str, Option<f64>, &'static str)> {
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
            ("mean_temperature", self.mean_temperature, "J"),
            ("energy_lost", Some(self.energy_lost), "J"),
            ("number_density", self.number_density, "1/m³"),
            ("packing", self.packing, ""),
            ("pressure", self.pressure, "Pa"),
            ("wall_pressure", self.wall_pressure, "Pa"),
            ("compressibility", self.compressibility, ""),
        ]
    }
}
