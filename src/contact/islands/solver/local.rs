//! Sweeps over the loads that are not solved yet.
//!
//! Most loads of a large island are solved after a few sweeps. What is left are some here and there, mostly of
//! bodies that are squeezed between others: these, with what is around them, are swept by themselves, while all
//! other impulses stay. Then all loads are checked again.

use super::Load;
use super::accelerate::{Sweeps, accelerate};
use crate::contact::islands::movers::Movers;

/// Sweeps over all loads, before those that are solved are left alone.
const FIRST: usize = 40;

/// A region reaches so many bodies beyond the loads that are not solved.
const REACH: usize = 3;

/// Fewer loads than these are always swept together.
const MANY: usize = 128;

/// Rows that are made of loads, for sweeps over them.
pub(super) trait Rows: Sweeps {
    /// The rows of loads that have been started.
    fn of(loads: &[Load], movers: &Movers) -> Self;

    /// The places of the loads that are not as they should be.
    fn unsolved(&self) -> Vec<usize>;

    /// Writes the impulses and velocities back.
    fn store(self, loads: &mut [Load], movers: &mut Movers);
}

/// Improves the impulses of loads until all rates are as they should be, with no more work than that of so many
/// sweeps over all of them. Returns whether they are: not if as many sweeps do not solve a region.
pub(super) fn solve<R: Rows>(loads: &mut [Load], movers: &mut Movers, sweeps: usize) -> bool {
    let mut left = sweeps * loads.len();
    let first = if loads.len() < MANY { sweeps } else { FIRST.min(sweeps) };
    let mut unsolved = improve::<R>(loads, movers, first);
    left -= first * loads.len();
    while !unsolved.is_empty() {
        let region = around(loads, &unsolved, movers.velocities.len());
        if 2 * region.len() > loads.len() {
            // Not worth the selection.
            return improve::<R>(loads, movers, left / loads.len()).is_empty();
        }
        let local = sweeps.min(left / region.len());
        let mut part: Vec<Load> = region.iter().map(|place| loads[*place].clone()).collect();
        let is_solved = improve::<R>(&mut part, movers, local).is_empty();
        for (place, load) in region.iter().zip(part) {
            loads[*place] = load;
        }
        left -= local * region.len();
        if !is_solved {
            return false;
        }
        unsolved = R::of(loads, movers).unsolved();
    }
    true
}

/// Sweeps over loads. Returns the places of those that are not solved then.
fn improve<R: Rows>(loads: &mut [Load], movers: &mut Movers, sweeps: usize) -> Vec<usize> {
    let mut rows = R::of(loads, movers);
    let unsolved = match accelerate(&mut rows, sweeps) {
        true => Vec::new(),
        false => rows.unsolved(),
    };
    rows.store(loads, movers);
    unsolved
}

/// The places of some loads and of those around them, in order. (Impulses do not get across what does not move.)
fn around(loads: &[Load], some: &[usize], movers: usize) -> Vec<usize> {
    let (mut is_in, mut reached) = (vec![false; loads.len()], vec![false; movers]);
    let mut region = some.to_vec();
    for place in some {
        is_in[*place] = true;
    }
    for _ in 0..REACH {
        for place in &region {
            for side in loads[*place].sides {
                reached[side as usize] = side != 0;
            }
        }
        for (place, load) in loads.iter().enumerate() {
            if !is_in[place] && load.sides.iter().any(|side| reached[*side as usize]) {
                is_in[place] = true;
                region.push(place);
            }
        }
    }
    region.sort_unstable();
    region
}

#[cfg(test)]
mod tests {
    use super::super::scaled::Scaled;
    use super::super::smooth::Smooth;
    use super::super::{Load, Rough};
    use super::{Rows, solve};
    use crate::contact::islands::movers::Movers;
    use crate::contact::islands::solver::accelerate::accelerate;
    use crate::response::InverseInertia;
    use nalgebra::Vector3;

    /// Balls that fall on a floor in columns of these heights.
    fn columns(heights: &[usize]) -> (Movers, Vec<Load>) {
        let (mut movers, mut loads) = (Movers::default(), Vec::new());
        let mut below = movers.add_still();
        for height in heights {
            for level in 0..*height {
                let ball = movers.add(-Vector3::y(), Vector3::zeros(), 1.0, InverseInertia::default());
                let sides = [if level == 0 { 0 } else { below }, ball];
                loads.push(Load {
                    slack: 1e-9,
                    ..Load::smooth(sides, Vector3::y())
                });
                below = ball;
            }
        }
        (movers, loads)
    }

    #[test]
    fn only_what_is_not_solved_is_swept_again() {
        // Rows of one or two are solved at once; one of 40 takes more sweeps than there are for all.
        let mut heights = vec![1; 300];
        heights.push(40);
        let (mut movers, mut loads) = columns(&heights);
        let (mut others, mut of_others) = columns(&heights[..300]);
        assert!(solve::<Smooth>(&mut loads, &mut movers, 1000));
        assert!(solve::<Smooth>(&mut of_others, &mut others, 1000));
        for (load, alone) in loads.iter().zip(&of_others) {
            assert_eq!(load.impulse.to_bits(), alone.impulse.to_bits());
        }
        for (level, load) in loads[300..].iter().enumerate() {
            let above = 40 - level as i32;
            assert!((load.impulse - f64::from(above)).abs() < 1e-6, "{level}: {}", load.impulse);
        }
    }

    #[test]
    fn all_sweeps_and_local_ones_have_the_same_solution() {
        for friction in [false, true] {
            let (mut movers, mut loads) = columns(&[3, 50, 2, 60, 1, 1, 45]);
            if friction {
                loads = loads
                    .into_iter()
                    .map(|load| load.with(Rough::new([Vector3::zeros(); 2], 0.5)))
                    .collect();
            }
            let (mut all, mut of_all) = (loads.clone(), movers.clone());
            if friction {
                assert!(solve::<Scaled>(&mut loads, &mut movers, 2000));
                whole::<Scaled>(&mut all, &mut of_all);
            } else {
                assert!(solve::<Smooth>(&mut loads, &mut movers, 2000));
                whole::<Smooth>(&mut all, &mut of_all);
            }
            for (one, other) in movers.velocities.iter().zip(&of_all.velocities) {
                assert!((one - other).norm() < 1e-6, "{one} {other}");
            }
        }
    }

    fn whole<R: Rows>(loads: &mut [Load], movers: &mut Movers) {
        let mut rows = R::of(loads, movers);
        assert!(accelerate(&mut rows, 2000));
        rows.store(loads, movers);
    }

    #[test]
    fn what_has_no_solution_is_given_up_by_itself() {
        // Two walls that close in on the last ball.
        let (mut movers, mut loads) = columns(&[1; 200]);
        let last = loads[199].clone();
        loads.push(Load {
            normal: -last.normal,
            least: 1.0,
            ..last
        });
        assert!(!solve::<Smooth>(&mut loads, &mut movers, 200));
        assert!(movers.velocities[1..200].iter().all(|velocity| velocity.norm() < 1e-9));
    }
}
