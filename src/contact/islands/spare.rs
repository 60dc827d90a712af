//! Lists that one renewal leaves to the next.

use super::approaching::Around;
use super::loaded::Problem;
use super::measure::Measured;

/// Empty lists with the memory that the last renewal needed. (Those of a large island are so long that their memory
/// would be returned to the system and requested again by each.)
#[derive(Debug, Default)]
pub(super) struct Spare {
    pub(super) problem: Problem,
    pub(super) measured: Vec<Measured>,
    pub(super) around: Around,
}

impl Spare {
    /// Empties the lists of a renewal and keeps them, if they are longer than those that are there.
    pub(super) fn keep(&mut self, mut problem: Problem, measured: Vec<Measured>, mut around: Around) {
        problem.clear();
        if problem.places.capacity() > self.problem.places.capacity() {
            self.problem = problem;
        }
        keep_longer(&mut self.measured, measured);
        around.clear();
        if around.near.capacity() + around.far.capacity() > self.around.near.capacity() + self.around.far.capacity() {
            self.around = around;
        }
    }
}

fn keep_longer<T>(kept: &mut Vec<T>, mut list: Vec<T>) {
    list.clear();
    if list.capacity() > kept.capacity() {
        *kept = list;
    }
}
