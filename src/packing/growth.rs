//! The growth of a packing: a world of balls that move, collide and grow.

use super::start;
use crate::domain::Domain;
use crate::event::BodyId;
use crate::motion::MotionChange;
use crate::scene::population::{side_in, volume_in};
use crate::scene::{Body, Dimensions, PlacementError, Shape};
use crate::world::{Method, StepError, World};
use nalgebra::Vector3;

/// Packing at the start: random placement succeeds at once.
const START_PACKING: f64 = 0.1;

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

/// The radii at the end of the growth, relative to the required ones.
const FINAL_SCALE: f64 = 1.0 + GROWTH_MARGIN;

/// Combined with the given seed: another stream, since the caller draws velocities from the given
/// one.
const OTHER_STREAM: u64 = 0x5851_f42d_4c95_7f2d;

/// A packing to be grown, in units of its mean diameter.
pub(super) struct Growth {
    /// The required ones.
    radii: Vec<f64>,
    dimensions: Dimensions,
    domain: Domain,
    packing: f64,
    seed: u64,
    /// In metres.
    unit: f64,
}

/// The volume of balls of these radii; in two dimensions the area of discs.
pub(super) fn filled_by(dimensions: Dimensions, radii: &[f64]) -> f64 {
    match radii.iter().all(|radius| *radius == radii[0]) {
        true => radii.len() as f64 * volume_in(dimensions, radii[0]),
        false => radii.iter().map(|radius| volume_in(dimensions, *radius)).sum(),
    }
}

pub(super) enum GrowthResult {
    /// The centres.
    Done(Vec<Vector3<f64>>),
    /// The packing at which they jammed.
    Jammed(f64),
}

impl Growth {
    /// All lengths are in units of the mean diameter, but for that itself.
    pub(super) fn new(dimensions: Dimensions, radii: Vec<f64>, domain: Domain, seed: u64, unit: f64) -> Self {
        let sides = domain.corners().map_or_else(Vector3::zeros, |[min, max]| max - min);
        Self {
            packing: filled_by(dimensions, &radii) / dimensions.volume_of(&sides),
            radii,
            dimensions,
            domain,
            seed: seed ^ OTHER_STREAM,
            unit,
        }
    }

    /// The mean diameter, in metres.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// The share of the domain's volume (or area) that the balls are to fill.
    pub(super) fn packing(&self) -> f64 {
        self.packing
    }

    /// The radii at the start, relative to the required ones: the final ones if these are thin.
    fn first_scale(&self) -> f64 {
        FINAL_SCALE * side_in(self.dimensions, (START_PACKING / self.packing).min(1.0))
    }

    /// Grows the balls so that the mean diameter grows at a rate.
    pub(super) fn run(&self, rate: f64) -> Result<GrowthResult, PlacementError> {
        let first = self.first_scale();
        let bodies = self.bodies(first, rate)?;
        if first >= FINAL_SCALE {
            return Ok(GrowthResult::Done(bodies.iter().map(|body| body.position).collect()));
        }
        let mut world = World::builder()
            .dimensions(self.dimensions)
            .domain(self.domain)
            .method(Method::Leases)
            .build()
            .map_err(|error| refused(&error))?;
        let ids = world.insert_all(&bodies).map_err(|error| refused(&error))?;
        let end = (FINAL_SCALE - first) / rate;
        // Where all balls are jammed, collisions accumulate: a slice of time may never end.
        let most = (JAMMED_EVENT_RATE * CHECK_INTERVAL * ids.len() as f64) as u64;
        while world.time() < end {
            let until = (world.time() + CHECK_INTERVAL).min(end);
            let jammed = |world: &World| {
                let scale = first + rate * world.time();
                Ok(GrowthResult::Jammed(self.packing * self.power(scale)))
            };
            for events in 0.. {
                match world.step_before(until) {
                    Ok(None) => break,
                    Ok(Some(_)) if events < most => {}
                    Ok(Some(_)) | Err(StepError::Stalled { .. }) => return jammed(&world),
                    Err(error) => return Err(refused(&error)),
                }
            }
            cool(&mut world, &ids)?;
        }
        let centre = |id| world.pose(id).map(|pose| pose.translation.vector);
        let centres = ids.iter().map(|id| centre(*id)).collect::<Result<_, _>>();
        centres.map(GrowthResult::Done).map_err(|error| refused(&error))
    }

    /// A length to the power of the dimensions.
    fn power(&self, length: f64) -> f64 {
        match self.dimensions {
            Dimensions::Two => length * length,
            Dimensions::Three => length * length * length,
        }
    }

    /// The balls at the start. Their masses are as their volumes (or areas), so that large and small
    /// ones have the same mean energy.
    fn bodies(&self, scale: f64, rate: f64) -> Result<Vec<Body>, PlacementError> {
        let radii: Vec<f64> = self.radii.iter().map(|radius| radius * scale).collect();
        let start = start::place(self.dimensions, &radii, &self.domain, self.seed)?;
        let mut bodies = Vec::with_capacity(radii.len());
        let mut shape = Shape::ball(radii[0])?;
        for (number, (place, velocity)) in start.into_iter().enumerate() {
            if number > 0 && radii[number] != radii[number - 1] {
                shape = Shape::ball(radii[number])?;
            }
            let size = 2.0 * self.radii[number];
            let mass = self.power(size);
            let body = Body::new(shape.clone()).position(place).velocity(velocity / mass.sqrt());
            bodies.push(body.mass(mass).growth(0.5 * size * rate));
        }
        Ok(bodies)
    }
}

/// Scales the velocities down, if collisions have added much energy.
fn cool(world: &mut World, ids: &[BodyId]) -> Result<(), PlacementError> {
    let temperature = world.statistics().temperature;
    if temperature <= MAX_TEMPERATURE {
        return Ok(());
    }
    let scale = 1.0 / temperature.sqrt();
    for id in ids {
        let cooled = world.velocity(*id).map(|velocity| MotionChange::velocity(velocity * scale));
        cooled
            .and_then(|change| world.set_motion(*id, &change))
            .map_err(|error| refused(&error))?;
    }
    Ok(())
}

fn refused(error: &dyn std::fmt::Display) -> PlacementError {
    PlacementError::NotGrown {
        reason: error.to_string(),
    }
}
