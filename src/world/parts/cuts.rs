//! Where the slabs are cut: where few bodies are, if that pays.

use super::super::sectors::Slabs;

/// How far a cut may move at most, as a part of the thinner one of the two slabs beside it.
const FARTHEST: f64 = 0.25;

/// Places that are compared in the depth of ghosts.
const STEPS: f64 = 4.0;

/// Moves the cuts of slabs, which leave about the same number of bodies in each, to where few bodies are. `places`: their
/// coordinates, ascending. Ghosts reach up to a depth from a cut.
///
/// A part has half of the bodies up to that depth from one of its cuts as ghosts, and is the largest one by as many bodies
/// as a cut has passed.
pub(super) fn move_to_gaps(slabs: &mut Slabs, places: &[f64], depth: f64) {
    let below = |place: f64| places.partition_point(|other| *other < place) as f64;
    let ends = slabs.ends().to_vec();
    for (at, three) in ends.windows(3).enumerate() {
        let (from, to) = (three[0], three[2]);
        let (begin, farthest) = (three[1], FARTHEST * (three[1] - from).min(to - three[1]));
        let cost = |cut: f64| (below(cut) - below(begin)).abs() + 0.5 * (below(cut + depth) - below(cut - depth));
        let steps = (farthest / depth * STEPS).floor();
        let (mut best, mut least) = (begin, cost(begin));
        for number in 1..=if steps.is_finite() { steps as usize } else { 0 } {
            for side in [-1.0, 1.0] {
                let cut = begin + side * number as f64 * depth / STEPS;
                let costs = cost(cut);
                if costs < least {
                    (best, least) = (cut, costs);
                }
            }
        }
        slabs.move_end(at + 1, best);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::sectors::{Ground, Slabs};
    use super::move_to_gaps;
    use nalgebra::Vector3;

    /// The inner ends of slabs across some places, before and after.
    fn cut(places: &[f64], count: usize, depth: f64) -> [Vec<f64>; 2] {
        let of_bodies: Vec<Vector3<f64>> = places.iter().map(|place| Vector3::x() * *place).collect();
        let ground = Ground::around(&of_bodies).unwrap();
        let mut slabs = Slabs::across(0, &ground, 0.5, count, places.iter().copied(), places.len());
        let inner = |slabs: &Slabs| slabs.ends()[1..count].to_vec();
        let before = inner(&slabs);
        move_to_gaps(&mut slabs, places, depth);
        [before, inner(&slabs)]
    }

    #[test]
    fn cuts_are_between_heaps() {
        // 25 heaps of 40 bodies each, 10 m apart and 4 m wide.
        let heap = |number: usize| (0..40).map(move |body| 10.0 * number as f64 + 0.1 * body as f64);
        let places: Vec<f64> = (0..25).flat_map(heap).collect();
        let near = |cut: &f64| places.iter().filter(|place| (**place - cut).abs() < 2.0).count();
        // (Where a cut is in the middle of a heap, it costs as much to pass one half as to have both as ghosts.)
        let [mut before, mut after] = [0, 0];
        for count in 2..=6 {
            let ends = cut(&places, count, 2.0);
            let [few, fewer] = ends.map(|ends| ends.iter().map(near).sum::<usize>());
            (before, after) = (before + few, after + fewer);
        }
        assert!(before > 200 && 3 * after <= before, "{before}, {after}");
    }

    #[test]
    fn cuts_stay_where_bodies_are_everywhere_or_nowhere() {
        let places: Vec<f64> = (0..1000).map(f64::from).collect();
        let [before, after] = cut(&places, 3, 5.0);
        assert_eq!(before, after);
        let [before, after] = cut(&[1.0; 50], 3, 5.0);
        assert_eq!(before, after);
    }
}
