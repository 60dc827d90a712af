//! The densest regular arrangement of centres in a box, used where random placement fails.
//!
//! Centres lie on the points of a grid, stretched along each axis to fill the box: on all of them
//! (simple cubic, best for few balls) or on every second (face-centred cubic, the densest for
//! many). Both are tried and the one with the larger distance is used. In a periodic region the
//! grid continues across the faces: the last points are one step before the upper ones.

use super::region::Region;
use nalgebra::Vector3;

/// The points of the grid that are sites.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pattern {
    /// All.
    Cubic,
    /// Those with an even sum of their three indices.
    FaceCentred,
}

/// Sites for centres, and the least distance between two of them (infinite for a single one).
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    pub(super) sites: Vec<Vector3<f64>>,
    pub(super) distance: f64,
}

/// The lattice with the largest distance that has at least `count` sites accepted by `accepts`, in
/// the region, at least `apart` from each other. None if there is none, or if obstacles leave fewer
/// than one in some thousands of its sites. O(count), times the 64 rounds of a bisection.
pub(super) fn roomiest(region: &Region, count: usize, apart: f64, accepts: &dyn Fn(&Vector3<f64>) -> bool) -> Option<Lattice> {
    [Pattern::FaceCentred, Pattern::Cubic]
        .into_iter()
        .filter_map(|pattern| best_of_pattern(pattern, region, count, apart, accepts))
        .reduce(|best, next| if next.distance > best.distance { next } else { best })
}

/// The same with one pattern only.
pub(super) fn best_of_pattern(
    pattern: Pattern,
    region: &Region,
    count: usize,
    apart: f64,
    accepts: &dyn Fn(&Vector3<f64>) -> bool,
) -> Option<Lattice> {
    /// Steps of the bisection: the spacing is then exact to 1e-15 of itself.
    const ROUNDS: u32 = 64;
    let grid = |step: f64| Grid::new(pattern, region, step);
    let enough = |step: f64| -> Option<Lattice> {
        let grid = grid(step);
        if grid.site_count() < count as f64 {
            return None;
        }
        let mut sites = grid.sites();
        sites.retain(|site| accepts(site));
        (sites.len() >= count).then_some(Lattice {
            sites,
            distance: grid.distance(),
        })
    };
    let closest = match pattern {
        Pattern::Cubic => apart,
        Pattern::FaceCentred => apart * std::f64::consts::FRAC_1_SQRT_2,
    };
    let begin = narrowest(closest, count, |step| grid(step).site_count());
    let admitted = |step: f64| enough(step).filter(|lattice| lattice.distance >= apart);
    let (mut fits, mut best) = begin.into_iter().find_map(|step| Some((step, admitted(step)?)))?;
    // With a step above the longest side the grid is a single point.
    let mut too_wide = 2.0 * (region.high - region.low).max().max(closest);
    for _ in 0..ROUNDS {
        let middle = 0.5 * (fits + too_wide);
        match enough(middle) {
            Some(lattice) => {
                fits = middle;
                if lattice.distance >= best.distance {
                    best = lattice;
                }
            }
            None => too_wide = middle,
        }
    }
    Some(best)
}

/// The first steps of the search for a lattice, from wide to narrow: usually only the closest one.
/// If that has many times more points than needed, up to more than memory holds, then a wider one
/// with fewer points, and then narrower ones, for cases in which obstacles remove nearly all of its
/// points.
fn narrowest(closest: f64, count: usize, site_count: impl Fn(f64) -> f64) -> Vec<f64> {
    /// Points for each body, plus a constant, that are not too many.
    const POINTS: f64 = 64.0;
    const POINTS_MORE: f64 = 4096.0;
    /// Halvings of the step after that, each with eight times as many points.
    const HALVINGS: i32 = 2;
    let many = POINTS * count as f64 + POINTS_MORE;
    // From the smallest size to the largest extent (1e30) a hundred rounds.
    let mut step = closest;
    while site_count(step) > many {
        step *= 2.0;
    }
    let narrower = (0..=HALVINGS).map(|halvings| step * 0.5f64.powi(halvings));
    // In a long periodic region a step that is too wide for its other sides has no points at all,
    // and the next more than memory holds.
    let most = many * 8f64.powi(HALVINGS);
    narrower
        .filter(|step| *step >= closest && site_count(*step) <= most)
        .collect()
}

/// A grid of points over a box, with its outermost points on the faces; along an axis too short for
/// two, a single one in the middle. In a periodic region the points of an axis divide it evenly.
struct Grid {
    pattern: Pattern,
    region: Region,
    extent: Vector3<f64>,
    /// Points along each axis, as whole numbers.
    counts: Vector3<f64>,
    steps: Vector3<f64>,
}

impl Grid {
    fn new(pattern: Pattern, region: &Region, step: f64) -> Self {
        let extent = region.high - region.low;
        if region.is_periodic() {
            // With an odd number every second point would meet its neighbour across the face.
            let even = |steps: f64| 2.0 * (0.5 * steps).floor();
            let counts = extent.map(|length| match pattern {
                Pattern::Cubic => (length / step).floor().max(1.0),
                Pattern::FaceCentred => even((length / step).floor()),
            });
            return Self {
                pattern,
                region: *region,
                extent,
                counts,
                steps: extent.component_div(&counts),
            };
        }
        let counts = extent.map(|length| (length / step).floor() + 1.0);
        let steps = extent.zip_map(
            &counts,
            |length, count| if count > 1.0 { length / (count - 1.0) } else { 0.0 },
        );
        Self {
            pattern,
            region: *region,
            extent,
            counts,
            steps,
        }
    }

    fn site_count(&self) -> f64 {
        match self.pattern {
            Pattern::Cubic => self.counts.product(),
            Pattern::FaceCentred => (0.5 * self.counts.product()).ceil(),
        }
    }

    fn sites(&self) -> Vec<Vector3<f64>> {
        let [nx, ny, nz] = [self.counts.x as u64, self.counts.y as u64, self.counts.z as u64];
        let at = |axis: usize, index: u64| {
            let low = self.region.low[axis];
            if self.counts[axis] > 1.0 {
                // The last point is on the face, never beyond it by rounding.
                (low + self.steps[axis] * index as f64).min(low + self.extent[axis])
            } else {
                low + 0.5 * self.extent[axis]
            }
        };
        let mut sites = Vec::with_capacity(self.site_count() as usize);
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    if self.pattern == Pattern::Cubic || (x + y + z) % 2 == 0 {
                        sites.push(Vector3::new(at(0, x), at(1, y), at(2, z)));
                    }
                }
            }
        }
        sites
    }

    /// Least distance of two sites.
    fn distance(&self) -> f64 {
        let mut least = f64::INFINITY;
        if self.region.is_periodic() {
            // A site has its own images as neighbours, too.
            let along = if self.pattern == Pattern::FaceCentred { 2.0 } else { 1.0 };
            for axis in 0..3 {
                least = least.min(along * self.steps[axis]);
                if self.pattern == Pattern::FaceCentred {
                    let (one, other) = (self.steps[axis], self.steps[(axis + 1) % 3]);
                    least = least.min((one * one + other * other).sqrt());
                }
            }
            return least;
        }
        for axis in 0..3 {
            let other = (axis + 1) % 3;
            let (step, count) = (self.steps[axis], self.counts[axis]);
            match self.pattern {
                Pattern::Cubic if count >= 2.0 => least = least.min(step),
                Pattern::FaceCentred => {
                    if count >= 3.0 {
                        least = least.min(2.0 * step);
                    }
                    if count >= 2.0 && self.counts[other] >= 2.0 {
                        least = least.min((step * step + self.steps[other] * self.steps[other]).sqrt());
                    }
                }
                Pattern::Cubic => {}
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least_distance(sites: &[Vector3<f64>]) -> f64 {
        let mut least = f64::INFINITY;
        for (i, a) in sites.iter().enumerate() {
            for b in &sites[..i] {
                least = least.min((a - b).norm());
            }
        }
        least
    }

    #[test]
    fn lattice_distances_are_the_least_distances() {
        for count in [1, 2, 3, 5, 8, 9, 14, 27, 63, 108, 300] {
            for high in [
                Vector3::new(9.0, 9.0, 9.0),
                Vector3::new(30.0, 7.0, 2.0),
                Vector3::new(40.0, 15.0, 0.0),
            ] {
                let lattice = roomiest(&Region::boxed(Vector3::zeros(), high), count, 0.5, &|_| true).unwrap();
                assert!(lattice.sites.len() >= count);
                let least = least_distance(&lattice.sites);
                assert!(
                    least >= lattice.distance * (1.0 - 1e-12),
                    "{count}: {least} < {}",
                    lattice.distance
                );
                assert!(lattice.distance >= 0.5);
                assert!(lattice.sites.iter().all(|s| *s == s.sup(&Vector3::zeros()).inf(&high)));
            }
        }
    }

    #[test]
    fn periodic_lattice_distances_use_nearest_images() {
        for count in [1, 2, 4, 5, 8, 27, 32, 100, 108, 300] {
            for high in [Vector3::new(9.0, 9.0, 9.0), Vector3::new(30.0, 7.0, 4.0)] {
                let domain = crate::domain::Domain::Periodic {
                    min: Vector3::zeros(),
                    max: high,
                };
                let region = Region::new(&domain, 0.5, Vector3::zeros(), high);
                let lattice = roomiest(&region, count, 0.5, &|_| true).unwrap();
                assert!(lattice.sites.len() >= count);
                let mut least = high.min();
                for (i, a) in lattice.sites.iter().enumerate() {
                    assert_eq!(domain.image(a), *a);
                    for b in &lattice.sites[..i] {
                        least = least.min(domain.nearest(&(a - b)).norm());
                    }
                }
                assert!(
                    (least / lattice.distance - 1.0).abs() < 1e-12,
                    "{count}: {least}, {}",
                    lattice.distance
                );
            }
        }
    }

    #[test]
    fn eight_sites_fill_a_cube_and_fourteen_its_faces() {
        let cube = Region::boxed(Vector3::zeros(), Vector3::repeat(2.0));
        let distance = |count| roomiest(&cube, count, 0.1, &|_| true).unwrap().distance;
        assert_eq!(distance(8), 2.0);
        assert!((distance(14) - 2f64.sqrt()).abs() < 1e-12);
        assert!(roomiest(&cube, 15, 2f64.sqrt(), &|_| true).is_none());
    }
}
