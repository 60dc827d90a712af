//! How far to go along some ways so that a cost is lowest.
//!
//! Without friction, the impulses at touches make a cost lowest: the kinetic energy less what is asked of the rates,
//! among all that only push. A sweep lowers it, load after load. The best step along the sweep and the last steps makes
//! of sweeps what conjugate gradients are, with sweeps as their preconditioner (Notay, "Flexible conjugate gradients",
//! 2000; for contact, Renouf and Alart, "Conjugate gradient type algorithms for frictional multi-contact problems",
//! 2005). A row of bodies that just fits between two walls, with others on it, is held by impulses many times as great
//! as their weight: sweeps get there in hundreds of steps that are all alike, and these steps in some tens.

/// The number of the ways: a sweep, and the last two steps. By trial: with one step, jammed rows are not solved, since a
/// sweep is not symmetric; with three or more nothing is gained.
pub(super) const WAYS: usize = 3;

/// A way is left out if less than this share of its square is not along those before it: what is left is rounding.
const DEPENDENT: f64 = 1e-10;

/// A way is left out if it adds less than this share of the energy that its impulses would add one by one. Where they
/// only press against each other they move nothing, and where rates conflict they would grow without end. (In bins with
/// jammed rows it is a ten thousandth.)
const PRESSING: f64 = 1e-6;

/// No way is gone along farther than this. By trial: with four, what is jammed takes half as many sweeps again.
const FARTHEST: f64 = 2.0;

/// What a cost is made of along some ways.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    /// The scalar products of the ways in the norm of the kinetic energy, in kg m^2/s^2. Those with later ways are not
    /// read.
    pub(super) products: [[f64; WAYS]; WAYS],
    /// The squares of the ways if each impulse were alone, in the same unit.
    pub(super) alone: [f64; WAYS],
    /// By how much the cost rises along each way at first, in the same unit.
    pub(super) slopes: [f64; WAYS],
}

impl Costs {
    /// The share of each way to go so that the cost is lowest, or nearer if one would be greater than [`FARTHEST`].
    pub(super) fn lowest(&self) -> [f64; WAYS] {
        // The products are L D L^T, where L has ones on its diagonal.
        let mut lower = [[0.0; WAYS]; WAYS];
        let (mut pivots, mut slopes, mut shares) = ([0.0; WAYS], self.slopes, [0.0; WAYS]);
        for way in 0..WAYS {
            let square = self.products[way][way];
            let mut pivot = square;
            for before in (0..way).filter(|before| pivots[*before] > 0.0) {
                let along: f64 = (0..before).map(|at| lower[way][at] * lower[before][at] * pivots[at]).sum();
                lower[way][before] = (self.products[way][before] - along) / pivots[before];
                pivot -= lower[way][before] * lower[way][before] * pivots[before];
                slopes[way] -= lower[way][before] * slopes[before];
            }
            if pivot > DEPENDENT * square && square > PRESSING * self.alone[way] {
                pivots[way] = pivot;
                shares[way] = -slopes[way] / pivot;
            }
        }
        for way in (0..WAYS).rev() {
            for before in 0..way {
                shares[before] -= lower[way][before] * shares[way];
            }
        }
        let farthest = shares.into_iter().map(f64::abs).fold(FARTHEST, f64::max);
        shares.map(|share| share * (FARTHEST / farthest))
    }

    /// By how much the cost rises with a step.
    pub(super) fn rise(&self, shares: [f64; WAYS]) -> f64 {
        let of_way = |way: usize| {
            let square = 0.5 * self.products[way][way] * shares[way];
            let before: f64 = (0..way).map(|before| self.products[way][before] * shares[before]).sum();
            shares[way] * (self.slopes[way] + square + before)
        };
        (0..WAYS).map(of_way).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The costs along some ways in three dimensions, in the usual norm, with these slopes along the axes.
    fn along(ways: [[f64; 3]; WAYS], slopes: [f64; 3]) -> Costs {
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        Costs {
            products: ways.map(|one| ways.map(|other| dot(&one, &other))),
            alone: ways.map(|way| dot(&way, &way)),
            slopes: ways.map(|way| dot(&way, &slopes)),
        }
    }

    fn step(ways: [[f64; 3]; WAYS], slopes: [f64; 3]) -> [f64; 3] {
        let shares = along(ways, slopes).lowest();
        [0, 1, 2].map(|axis| ways.iter().zip(shares).map(|(way, share)| way[axis] * share).sum())
    }

    fn assert_near(step: [f64; 3], expected: [f64; 3]) {
        let far = step.iter().zip(expected).any(|(a, b)| (a - b).abs() > 1e-12);
        assert!(!far, "{step:?} and {expected:?}");
    }

    #[test]
    fn a_step_goes_to_the_lowest_place() {
        // Of a bowl, from any ways that span the space: against the slopes.
        let ways = [[1.0, 2.0, 0.0], [0.5, -1.0, 3.0], [4.0, 0.0, 1.0]];
        assert_near(step(ways, [0.3, -0.2, 0.7]), [-0.3, 0.2, -0.7]);
        // In a plane of it, to the place below which the lowest is.
        let ways = [[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0; 3]];
        assert_near(step(ways, [0.3, -0.2, 0.7]), [-0.3, 0.2, 0.0]);
    }

    #[test]
    fn a_way_that_is_along_others_is_left_out() {
        let ways = [[1.0, 0.0, 0.0], [2.0, 1e-9, 0.0], [0.0, 0.0, 1.0]];
        let costs = along(ways, [0.3, -0.2, 0.7]);
        assert_eq!(costs.lowest()[1], 0.0);
        assert_near(step(ways, [0.3, -0.2, 0.7]), [-0.3, 0.0, -0.7]);
        assert_eq!(Costs::default().lowest(), [0.0; WAYS]);
    }

    #[test]
    fn a_way_that_only_presses_is_left_out() {
        let mut costs = along([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]], [0.3, -0.2, 0.0]);
        costs.alone[0] = 2.0 / PRESSING;
        let shares = costs.lowest();
        assert!(shares[0] == 0.0 && (shares[1] - 0.2).abs() < 1e-12, "{shares:?}");
    }

    #[test]
    fn a_step_that_would_go_too_far_ends_before() {
        let costs = along([[1e-2, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]], [0.8, -0.2, 0.0]);
        let shares = costs.lowest();
        assert_eq!(shares[0], -FARTHEST);
        assert!((shares[1] - 0.2 * FARTHEST / 80.0).abs() < 1e-12, "{shares:?}");
    }
}
