//! The densest regular arrangement of centres in a rectangle of the plane z = 0.
//!
//! Rows of equally spaced sites, along x or along y, are stretched to fill the rectangle. Every
//! second row is displaced by half of a spacing (hexagonal, the densest for many discs), or none is
//! (square, better for a few in a box). All numbers of rows are tried, and the one with the largest
//! distance is used. In a periodic region the rows continue across the faces, so a displaced
//! pattern has an even number of rows.

use super::lattice::Lattice;
use super::region::Region;
use nalgebra::Vector3;

/// The sites on a rectangle: `rows` across, each of `columns`.
#[derive(Clone, Copy, Debug)]
struct Rows {
    /// The axis along the rows.
    along: usize,
    displaced: bool,
    columns: usize,
    rows: usize,
    /// Between two sites of a row, and between two rows.
    spacing: f64,
    step: f64,
    distance: f64,
}

impl Rows {
    fn new(region: &Region, along: usize, displaced: bool, columns: usize, rows: usize) -> Self {
        let extent = region.high - region.low;
        let (length, across) = (extent[along], extent[1 - along]);
        let (of_columns, of_rows) = (columns as f64, rows as f64);
        let (spacing, step) = if region.is_periodic() {
            (length / of_columns, across / of_rows)
        } else {
            let shift = if displaced && rows > 1 { 0.5 } else { 0.0 };
            let spaces = of_columns - 1.0 + shift;
            (
                if spaces > 0.0 { length / spaces } else { f64::INFINITY },
                if rows > 1 { across / (of_rows - 1.0) } else { f64::INFINITY },
            )
        };
        let shift = match (displaced, spacing.is_finite()) {
            (true, true) => 0.5 * spacing,
            _ => 0.0,
        };
        // To the next row, and, where that is displaced, to the one after it.
        let to_next = (shift * shift + step * step).sqrt();
        Self {
            along,
            displaced,
            columns,
            rows,
            spacing,
            step,
            distance: spacing.min(to_next).min(2.0 * step),
        }
    }

    fn sites(&self, region: &Region) -> Vec<Vector3<f64>> {
        let extent = region.high - region.low;
        let (along, across) = (self.along, 1 - self.along);
        let place = |axis: usize, at: f64| match at.is_finite() {
            // The last site is on the face, never beyond it by rounding.
            true => (region.low[axis] + at).min(region.high[axis]),
            false => region.low[axis] + 0.5 * extent[axis],
        };
        let mut sites = Vec::with_capacity(self.columns * self.rows);
        for row in 0..self.rows {
            let shift = if self.displaced && row % 2 == 1 { 0.5 } else { 0.0 };
            for column in 0..self.columns {
                let mut site = Vector3::zeros();
                site[along] = place(along, at(column as f64 + shift, self.spacing));
                site[across] = place(across, at(row as f64, self.step));
                sites.push(site);
            }
        }
        sites
    }
}

/// So many steps; infinite, for the middle, if there is a single place.
fn at(steps: f64, step: f64) -> f64 {
    if step.is_finite() { steps * step } else { f64::INFINITY }
}

/// The arrangement with the largest distance that has at least `count` sites. O(sqrt(count)) for
/// regions that are not very long.
fn best_of(region: &Region, count: usize, displaced_only: bool) -> Option<Rows> {
    let extent = region.high - region.low;
    let mut best: Option<Rows> = None;
    for along in 0..2 {
        // Rows shorter than a few spacings are tried in the other direction.
        let aspect = extent[along] / extent[1 - along].max(f64::MIN_POSITIVE);
        let most = 4.0 * (count as f64 * aspect).sqrt() + 16.0;
        let most = if most < count as f64 { most as usize } else { count };
        for columns in 1..=most {
            for displaced in [true, false] {
                let mut rows = count.div_ceil(columns);
                if displaced && region.is_periodic() {
                    rows = rows.next_multiple_of(2);
                }
                if !displaced && displaced_only {
                    continue;
                }
                let found = Rows::new(region, along, displaced, columns, rows);
                if best.is_none_or(|best| found.distance > best.distance) {
                    best = Some(found);
                }
            }
        }
    }
    best
}

/// The arrangement with the largest distance that has at least `count` sites accepted by `accepts`,
/// at least `apart` from each other. None if there is none, or if obstacles leave fewer than one in
/// some hundreds of its sites. `displaced_only`: a hexagonal one.
pub(super) fn roomiest(
    region: &Region,
    count: usize,
    apart: f64,
    displaced_only: bool,
    accepts: &dyn Fn(&Vector3<f64>) -> bool,
) -> Option<Lattice> {
    /// Rounds with more sites, and by which part more.
    const ROUNDS: u32 = 100;
    const MORE: usize = 16;
    let mut wanted = count;
    for _ in 0..ROUNDS {
        let rows = best_of(region, wanted, displaced_only)?;
        if rows.distance < apart {
            return None;
        }
        let mut sites = rows.sites(region);
        sites.retain(|site| accepts(site));
        if sites.len() >= count {
            let distance = rows.distance;
            return Some(Lattice { sites, distance });
        }
        wanted += (count - sites.len()).max(wanted / MORE).max(1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;

    fn regions() -> Vec<Region> {
        let mut regions = Vec::new();
        for high in [
            Vector3::new(9.0, 9.0, 0.0),
            Vector3::new(30.0, 7.0, 0.0),
            Vector3::new(2.0, 40.0, 0.0),
        ] {
            let min = Vector3::new(-1.0, 3.0, -50.0);
            let max = Vector3::new(min.x + high.x, min.y + high.y, 50.0);
            for domain in [Domain::Box { min, max }, Domain::Periodic { min, max }] {
                regions.push(Region::new(&domain, 0.1, min, max).flat());
            }
        }
        regions
    }

    #[test]
    fn distances_are_the_least_distances_of_nearest_images() {
        for region in regions() {
            for count in [1, 2, 3, 4, 5, 7, 12, 30, 101, 400] {
                for displaced_only in [false, true] {
                    let lattice = roomiest(&region, count, 0.0, displaced_only, &|_| true).unwrap();
                    assert!(lattice.sites.len() >= count);
                    let inside = |site: &Vector3<f64>| region.inside(site) == *site && site.z == 0.0;
                    assert!(lattice.sites.iter().all(inside), "{count} {region:?}");
                    let mut least = f64::INFINITY;
                    for (at, a) in lattice.sites.iter().enumerate() {
                        for b in &lattice.sites[..at] {
                            least = least.min(region.apart(&(a - b)).norm());
                        }
                    }
                    assert!(
                        least >= lattice.distance * (1.0 - 1e-12),
                        "{count}: {least} {}",
                        lattice.distance
                    );
                }
            }
        }
    }

    #[test]
    fn many_sites_are_nearly_as_dense_as_possible() {
        for region in regions() {
            let extent = region.high - region.low;
            let count = 2000;
            let lattice = roomiest(&region, count, 0.0, true, &|_| true).unwrap();
            let fraction = count as f64 * std::f64::consts::PI * 0.25 * lattice.distance * lattice.distance;
            let fraction = fraction / (extent.x * extent.y);
            assert!(fraction > 0.85, "{fraction}");
        }
    }

    #[test]
    fn sites_are_found_beside_obstacles() {
        let region = regions()[1];
        let accepts = |site: &Vector3<f64>| site.x > 4.0;
        let lattice = roomiest(&region, 50, 0.1, false, &accepts).unwrap();
        assert!(lattice.sites.len() >= 50 && lattice.sites.iter().all(accepts));
        assert!(roomiest(&region, 50, 0.1, false, &|_| false).is_none());
    }
}
