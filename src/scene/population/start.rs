//! The layout of the centres of a population at the start.

use super::cells::Cells;
use super::hexagonal;
use super::lattice::{self, Lattice, Pattern};
use super::random::RandomStream;
use super::region::Region;
use nalgebra::Vector3;

/// Rejections in a row after which random placement gives up: at
/// [`DENSEST_RANDOM`](super::DENSEST_RANDOM) the last balls of a large population take a few
/// hundred.
const MAX_REJECTIONS: u32 = 100_000;

/// The layout of a population at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Start {
    /// Random while the balls fit, and from 30 % on (discs: 45 %) displaced at random from the sites
    /// of a lattice.
    #[default]
    Random,
    /// On the sites of a face-centred cubic lattice that fills the domain, not displaced: in a cube
    /// the one of 4 k³ sites with the smallest k for which they suffice (periodic; with walls its
    /// outermost sites touch them). Unused sites stay vacant, at random. In a periodic domain the
    /// limit is the densest packing of all, 0.7405.
    Fcc,
    /// In two dimensions only: on the sites of a hexagonal lattice that is stretched to fill the
    /// domain, not displaced. Unused sites stay vacant, at random. In a periodic domain the limit is
    /// the densest packing of discs, 0.9069, for numbers and sides that fit.
    Hexagonal,
    /// Dense and random: balls start small, move, collide and grow until they have their size
    /// (Lubachevsky and Stillinger 1990), up to some 0.64 away from walls, discs in two dimensions up
    /// to some 0.89. There must be no other bodies. See [`Packing`](crate::packing::Packing).
    LubachevskyStillinger,
}

impl Start {
    /// All layouts, with their names in scene files.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("random", Self::Random),
        ("fcc", Self::Fcc),
        ("hexagonal", Self::Hexagonal),
        ("lubachevsky-stillinger", Self::LubachevskyStillinger),
    ];

    /// Its name, as in scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, start)| *start == self);
        named.map_or("", |(name, _)| name)
    }
}

/// Random sequential addition; none if it gives up.
pub(super) fn at_random(mut cells: Cells, region: &Region, count: usize, random: &mut RandomStream) -> Option<Vec<Vector3<f64>>> {
    for _ in 0..count {
        let centre = (0..MAX_REJECTIONS)
            .map(|_| region.inside(&random.point(&region.low, &region.high)))
            .find(|centre| cells.is_clear_of_balls(centre) && cells.is_clear_of_obstacles(centre))?;
        cells.push(centre);
    }
    Some(cells.into_centres())
}

/// Random sites of the roomiest lattice, each displaced within half of the gap to its neighbours;
/// none if there are too few.
pub(super) fn near_lattice(
    cells: &Cells,
    region: &Region,
    count: usize,
    radius: f64,
    random: &mut RandomStream,
) -> Option<Vec<Vector3<f64>>> {
    /// Fraction of half the gap that is used: the rest is for rounding.
    const SHARE: f64 = 1.0 - 1e-6;
    let accepts = |site: &Vector3<f64>| cells.is_clear_of_obstacles(site);
    let mut lattice = match region.is_flat() {
        true => hexagonal::roomiest(region, count, 2.0 * radius, false, &accepts)?,
        false => lattice::roomiest(region, count, 2.0 * radius, &accepts)?,
    };
    let extent = 0.5 * SHARE * (lattice.distance - 2.0 * radius).min((region.high - region.low).norm());
    let sites = &mut lattice.sites;
    for index in 0..count {
        let chosen = index + random.below(sites.len() - index);
        sites.swap(index, chosen);
        // Clamped to the region, a centre is no farther from its site, which lies in it.
        let moved = region.inside(&(sites[index] + random.in_ball() * extent));
        if accepts(&moved) {
            sites[index] = moved;
        }
    }
    lattice.sites.truncate(count);
    Some(lattice.sites)
}

/// Sites of the roomiest face-centred cubic lattice, in its order, some left vacant at random; none
/// if there are too few.
pub(super) fn on_fcc(
    cells: &Cells,
    region: &Region,
    count: usize,
    radius: f64,
    random: &mut RandomStream,
) -> Option<Vec<Vector3<f64>>> {
    let accepts = |site: &Vector3<f64>| cells.is_clear_of_obstacles(site);
    let lattice = lattice::best_of_pattern(Pattern::FaceCentred, region, count, 2.0 * radius, &accepts)?;
    Some(some_sites_of(lattice, count, random))
}

/// The same of the roomiest hexagonal lattice in a plane.
pub(super) fn on_hexagonal(
    cells: &Cells,
    region: &Region,
    count: usize,
    radius: f64,
    random: &mut RandomStream,
) -> Option<Vec<Vector3<f64>>> {
    let accepts = |site: &Vector3<f64>| cells.is_clear_of_obstacles(site);
    let lattice = hexagonal::roomiest(region, count, 2.0 * radius, true, &accepts)?;
    Some(some_sites_of(lattice, count, random))
}

/// So many sites of a lattice, in its order.
fn some_sites_of(lattice: Lattice, count: usize, random: &mut RandomStream) -> Vec<Vector3<f64>> {
    // Each site in turn is left out with the probability that leaves the right number: all choices
    // are equally likely.
    let mut left_out = lattice.sites.len() - count;
    let mut remaining = lattice.sites.len();
    let mut taken = lattice.sites;
    taken.retain(|_| {
        let vacant = left_out > 0 && random.below(remaining) < left_out;
        remaining -= 1;
        left_out -= usize::from(vacant);
        !vacant
    });
    taken
}
