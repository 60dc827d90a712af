//! Jumps in the direction in which impulses go on and on, without friction. (With friction the way is not one: walls of
//! bricks rock on.)
//!
//! A row of bodies that just fits between two walls, with others on it, holds them by impulses many times as great as
//! their weight. Sweeps get there in many steps that are all alike. If after some sweeps the rates that are too
//! low have come nearer to what they should be by a share of what is left, all impulses are changed by as much again as
//! it takes to get there, along the same way (Aitken's extrapolation, by the least squares of those rates: Sidi,
//! "Vector Extrapolation Methods with Applications", 2017).

use wide::f64x4;

/// A jump is not tried that goes on by less than this share of the way since the last attempt: sweeps are as good.
/// By trial: with a half, large bins take the same time.
const LEAST: f64 = 1.0;

/// It goes no farther than this share: what is left is not known so well that it would get there. By trial.
const MOST: f64 = 30.0;

/// What jumps need to remember.
#[derive(Default)]
pub(super) struct Jumps {
    /// The state at the last attempt, if no jump has followed.
    last: Option<State>,
    have_jumped: bool,
}

/// Impulses and velocities.
pub(super) struct State {
    pub(super) impulses: Vec<f64>,
    pub(super) velocities: Vec<f64x4>,
    /// By how much each rate is lower than it may be, in metres per second; 0 where it is not.
    pub(super) shortfalls: Vec<f64>,
}

/// What follows an attempt.
pub(super) enum Attempt {
    GoOn,
    /// Sweeps begin anew.
    Begin,
    /// All impulses go on by a share of their change since a state.
    Jump(State, f64),
}

impl Jumps {
    /// Decides what follows. As soon as one jump has paid, sweeps begin anew at each attempt, so that the next jump goes
    /// where they go by themselves.
    pub(super) fn attempt(&mut self, state: State) -> Attempt {
        if let Some(last) = self.last.take() {
            let share = share_left(&last.shortfalls, &state.shortfalls);
            if share >= LEAST {
                self.have_jumped = true;
                return Attempt::Jump(last, share);
            }
        }
        self.last = Some(state);
        if self.have_jumped { Attempt::Begin } else { Attempt::GoOn }
    }
}

/// How far the shortfalls that are left would go on to 0 along the way from those before, as a share of that way.
fn share_left(before: &[f64], left: &[f64]) -> f64 {
    let (mut along, mut squares) = (0.0, 0.0);
    for (before, left) in before.iter().zip(left).filter(|(_, left)| **left > 0.0) {
        let by = before - left;
        along += left * by;
        squares += by * by;
    }
    if squares > 0.0 { (along / squares).min(MOST) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::accelerate::accelerate;
    use super::super::smooth::Smooth;
    use super::{MOST, share_left};
    use crate::contact::islands::movers::Movers;
    use crate::contact::islands::solver::Load;
    use crate::response::InverseInertia;
    use nalgebra::Vector3;

    /// Nine balls in a row between two walls, which is bent upwards a little, and what pulls them down. The rates may be
    /// too low by `slack`.
    fn arch(rise: f64, slack: f64) -> (Movers, Vec<Load>) {
        let mut movers = Movers::default();
        let walls = [movers.add_still(), movers.add_still()];
        let balls: Vec<u32> = (0..9)
            .map(|_| movers.add(-Vector3::y(), Vector3::zeros(), 1.0, InverseInertia::default()))
            .collect();
        let height = |ball: usize| rise * (1.0 - (ball as f64 - 4.0).powi(2) / 16.0);
        let between = balls.windows(2).enumerate().map(|(number, pair)| {
            let normal = Vector3::new(1.0, height(number + 1) - height(number), 0.0);
            Load::smooth([pair[0], pair[1]], normal.normalize())
        });
        let mut loads: Vec<Load> = between.collect();
        loads.push(Load::smooth([walls[0], balls[0]], Vector3::x()));
        loads.push(Load::smooth([balls[8], walls[1]], Vector3::x()));
        loads.push(Load::smooth([walls[0], balls[0]], Vector3::y()));
        loads.push(Load::smooth([walls[1], balls[8]], Vector3::y()));
        loads.iter_mut().for_each(|load| load.slack = slack);
        (movers, loads)
    }

    #[test]
    fn a_row_that_is_pressed_between_walls_is_solved_sooner() {
        let (movers, loads) = arch(0.1, 1e-5);
        let swept = |most: usize, jumps: bool| {
            let mut rows = Smooth::new(&loads, &movers, jumps);
            let is_solved = accelerate(&mut rows, most);
            let (mut loads, mut movers) = (loads.clone(), movers.clone());
            rows.store(&mut loads, &mut movers);
            (is_solved, movers.velocities)
        };
        let (is_solved, with_jumps) = swept(300, true);
        assert!(is_solved && !swept(300, false).0);
        let (is_solved, without) = swept(10_000, false);
        assert!(is_solved);
        for (one, other) in with_jumps.iter().zip(&without) {
            // The slack is one along the row: across it, a row that is so flat moves by some hundreds of it.
            assert!((one - other).norm() < 5e-3, "{one:?} and {other:?}");
        }
    }

    #[test]
    fn what_is_left_is_a_share_of_the_way() {
        // From 1 to 0.8 with a fifth of that in the other row: four times as far is left.
        assert!((share_left(&[1.0, 0.2, 0.0], &[0.8, 0.16, 0.0]) - 4.0).abs() < 1e-12);
        // What is as it should be does not count.
        assert!((share_left(&[1.0, 9.0], &[0.5, 0.0]) - 1.0).abs() < 1e-12);
        assert_eq!(share_left(&[1.0], &[1.0]), 0.0);
        assert!(share_left(&[1.0], &[2.0]) < 0.0);
        assert_eq!(share_left(&[1.0], &[0.999_999]), MOST);
    }
}
