//! The start of a packing: small balls, or discs, at random places, with velocities of a Maxwell distribution.

use super::growth::filled_by;
use crate::domain::Domain;
use crate::scene::population::RandomStream;
use crate::scene::{Body, Dimensions, PlacementError, Population, Shape, Speed};
use hashbrown::HashMap;
use nalgebra::Vector3;

/// Rejections in a row after which random placement gives up: at the packing of a start the last
/// balls take a few.
const MAX_REJECTIONS: u32 = 100_000;

/// Factor on the least distance of two centres, for rounding.
const CLEARANCE: f64 = 1.0 + 1e-9;

/// A place in the domain and a velocity.
type StartState = (Vector3<f64>, Vector3<f64>);

/// Places, with velocities of which each component has the deviation 1.
pub(super) fn place(
    dimensions: Dimensions,
    radii: &[f64],
    domain: &Domain,
    seed: u64,
) -> Result<Vec<StartState>, PlacementError> {
    let first = radii[0];
    if radii.iter().any(|radius| *radius != first) {
        return place_unequal(dimensions, radii, domain, seed);
    }
    let population = Population {
        dimensions,
        speed: Speed::Maxwell(1.0),
        seed,
        ..Population::gas(radii.len(), Body::new(Shape::ball(first)?))
    };
    let bodies = population.place_in(0, domain, &[])?;
    Ok(bodies.into_iter().map(|body| (body.position, body.velocity)).collect())
}

/// Random sequential addition, the largest first.
fn place_unequal(dimensions: Dimensions, radii: &[f64], domain: &Domain, seed: u64) -> Result<Vec<StartState>, PlacementError> {
    let mut random = RandomStream::new(seed).in_world_of(dimensions);
    let [min, max] = domain.corners().unwrap_or_default();
    let mut order: Vec<usize> = (0..radii.len()).collect();
    order.sort_by(|a, b| radii[*b].total_cmp(&radii[*a]));
    let largest = radii[order[0]];
    let mut placed = Placed::new(dimensions, domain, 2.0 * largest * CLEARANCE);
    let mut places = vec![Vector3::zeros(); radii.len()];
    for number in &order {
        let radius = radii[*number];
        let room = match domain {
            Domain::Periodic { .. } => 0.0,
            _ => radius * CLEARANCE,
        };
        let (low, high) = (min.add_scalar(room), max.add_scalar(-room));
        let found = (0..MAX_REJECTIONS)
            .map(|_| random.point(&low, &high))
            .find(|place| placed.is_clear(place, radius));
        let Some(place) = found else {
            return Err(PlacementError::NoRoom {
                count: radii.len(),
                radius: largest,
                min,
                max,
                packing: filled_by(dimensions, radii) / dimensions.volume_of(&(max - min)),
            });
        };
        placed.add(place, radius);
        places[*number] = place;
    }
    Ok(places.into_iter().map(|place| (place, random.normals())).collect())
}

/// Balls that have been placed, by cells so wide that balls in cells that are not neighbours do not
/// touch.
struct Placed<'a> {
    dimensions: Dimensions,
    domain: &'a Domain,
    counts: Vector3<i64>,
    width: Vector3<f64>,
    /// Centres and radii.
    cells: HashMap<[i64; 3], Vec<(Vector3<f64>, f64)>>,
}

impl<'a> Placed<'a> {
    fn new(dimensions: Dimensions, domain: &'a Domain, least_width: f64) -> Self {
        let [min, max] = domain.corners().unwrap_or_default();
        let sides = max - min;
        let counts = sides.map(|side| ((side / least_width).floor() as i64).max(1));
        Self {
            dimensions,
            domain,
            counts,
            width: sides.zip_map(&counts, |side, count| side / count as f64),
            cells: HashMap::new(),
        }
    }

    fn cell_of(&self, place: &Vector3<f64>) -> [i64; 3] {
        let [min, _] = self.domain.corners().unwrap_or_default();
        let cell = |axis: usize| ((place[axis] - min[axis]) / self.width[axis]).floor() as i64;
        std::array::from_fn(|axis| cell(axis).clamp(0, self.counts[axis] - 1))
    }

    fn is_clear(&self, place: &Vector3<f64>, radius: f64) -> bool {
        let cell = self.cell_of(place);
        let steps = || -1..=1;
        // All discs are in one layer of cells.
        let layers = match self.dimensions {
            Dimensions::Two => 0,
            Dimensions::Three => 1,
        };
        steps()
            .flat_map(|x| steps().flat_map(move |y| (-layers..=layers).map(move |z| [x, y, z])))
            .filter_map(|step| {
                let near = std::array::from_fn(|axis| (cell[axis] + step[axis]).rem_euclid(self.counts[axis]));
                self.cells.get(&near)
            })
            .flatten()
            .all(|(other, other_radius)| {
                let apart = other - place;
                let apart = apart + self.domain.nearest_shift(&apart);
                apart.norm() >= (radius + other_radius) * CLEARANCE
            })
    }

    fn add(&mut self, place: Vector3<f64>, radius: f64) {
        self.cells.entry(self.cell_of(&place)).or_default().push((place, radius));
    }
}
