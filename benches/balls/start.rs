//! Balls of given radii at random places in a cube, none of which overlap. The larger ones come
//! first. Where the smallest ones are equal and dense, they take random sites of a lattice.

use crate::random::Random;
use nalgebra::Vector3;
use std::collections::HashMap;

/// Balls with radii above this multiple of the median are compared with all others.
const MUCH_LARGER: f64 = 2.0;
/// Places tried for one ball, after which the radii do not fit.
const MOST_TRIALS: usize = 10_000_000;
/// The packing from which on random places are too rare.
const DENSE: f64 = 0.35;
/// The packing of a full lattice.
const LATTICE: f64 = 0.7;

/// A cube from zero to `side`.
#[derive(Clone, Copy)]
pub(crate) struct Cube {
    pub(crate) side: f64,
    /// Opposite faces are connected; otherwise they are walls.
    pub(crate) periodic: bool,
}

impl Cube {
    fn apart(&self, a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
        let apart = b - a;
        match self.periodic {
            true => apart.map(|x| x - (x / self.side).round() * self.side),
            false => apart,
        }
    }

    fn draw(&self, radius: f64, random: &mut Random) -> Vector3<f64> {
        let margin = if self.periodic { 0.0 } else { radius * 1.001 };
        Vector3::from_fn(|_, _| margin + (self.side - 2.0 * margin) * random.uniform())
    }
}

/// Balls that have places, in cells.
struct Placed {
    cube: Cube,
    width: f64,
    per_side: i64,
    cells: HashMap<[i64; 3], Vec<(Vector3<f64>, f64)>>,
    large: Vec<(Vector3<f64>, f64)>,
}

impl Placed {
    fn cell(&self, place: &Vector3<f64>) -> [i64; 3] {
        [0, 1, 2].map(|axis| ((place[axis] / self.width) as i64).min(self.per_side - 1))
    }

    fn is_free(&self, place: &Vector3<f64>, radius: f64) -> bool {
        let overlaps = |(other, other_radius): &(Vector3<f64>, f64)| {
            let sum = (radius + other_radius) * 1.0001;
            self.cube.apart(place, other).norm_squared() < sum * sum
        };
        if self.large.iter().any(overlaps) {
            return false;
        }
        let reach = ((radius + 0.5 * self.width) / self.width).ceil() as i64;
        let [x, y, z] = self.cell(place);
        for k in -reach..=reach {
            for j in -reach..=reach {
                for i in -reach..=reach {
                    let cell = [x + i, y + j, z + k].map(|number| match self.cube.periodic {
                        true => number.rem_euclid(self.per_side),
                        false => number,
                    });
                    if self.cells.get(&cell).is_some_and(|balls| balls.iter().any(overlaps)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Places for balls of these radii, clear of `obstacles`.
pub(crate) fn places(radii: &[f64], obstacles: &[(Vector3<f64>, f64)], cube: Cube, random: &mut Random) -> Vec<Vector3<f64>> {
    let mut order: Vec<usize> = (0..radii.len()).collect();
    order.sort_by(|a, b| radii[*b].total_cmp(&radii[*a]));
    let limit = MUCH_LARGER * radii[order[order.len() / 2]];
    let widest = 2.0 * radii.iter().copied().filter(|radius| *radius <= limit).fold(0.0, f64::max);
    let per_side = (cube.side / widest).floor().max(1.0) as i64;
    let mut placed = Placed {
        cube,
        width: cube.side / per_side as f64,
        per_side,
        cells: HashMap::new(),
        large: obstacles.to_vec(),
    };
    let mut places = vec![Vector3::zeros(); radii.len()];
    let volume = |radius: f64| 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let packing = radii.iter().map(|radius| volume(*radius)).sum::<f64>() / cube.side.powi(3);
    let smallest = radii[order[order.len() - 1]];
    let on_lattice = |radius: f64| packing > DENSE && radius == smallest;
    let mut sites = Vec::new();
    for number in order {
        let radius = radii[number];
        let place = if on_lattice(radius) {
            if sites.is_empty() {
                sites = lattice(cube, (4.0 * volume(radius) / LATTICE).cbrt());
                sites.retain(|site| placed.is_free(site, radius));
            }
            let at = random.bits() as usize % sites.len();
            Some(sites.swap_remove(at))
        } else {
            let mut drawn = (0..MOST_TRIALS).map(|_| cube.draw(radius, random));
            drawn.find(|place| placed.is_free(place, radius))
        };
        places[number] = place.expect("there is room for all balls");
        let ball = (places[number], radius);
        match radius > limit {
            true => placed.large.push(ball),
            false => placed.cells.entry(placed.cell(&ball.0)).or_default().push(ball),
        }
    }
    places
}

/// The sites of a face-centred cubic lattice with cells of at least this width.
fn lattice(cube: Cube, width: f64) -> Vec<Vector3<f64>> {
    let per_side = (cube.side / width).floor() as usize;
    let width = cube.side / per_side as f64;
    let sites = [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]];
    let corners = (0..per_side.pow(3))
        .map(|cell| Vector3::new(cell % per_side, cell / per_side % per_side, cell / per_side.pow(2)).map(|x| x as f64));
    corners
        .flat_map(|corner| sites.map(|site| (corner + Vector3::from(site)) * width))
        .collect()
}
