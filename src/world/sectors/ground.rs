//! What slabs are cut from.

use crate::domain::Domain;
use nalgebra::Vector3;

/// In an open domain, one body in so many may be beyond the first slab's begin or the last one's end, on each side: these
/// slabs reach to infinity, and few bodies that fly off should not make all slabs wide.
const OUTSIDE: usize = 100;

/// A bounded domain, or where bodies are in an open one.
#[derive(Debug)]
pub(in crate::world) struct Ground {
    pub(super) min: Vector3<f64>,
    pub(super) sides: Vector3<f64>,
    pub(super) is_periodic: bool,
    /// The greatest coordinate of a body.
    pub(super) farthest: f64,
}

impl Ground {
    /// That of a bounded domain; none if it is open.
    pub(in crate::world) fn bounded(domain: &Domain) -> Option<Self> {
        let [min, max] = domain.corners()?;
        let sides = max - min;
        Some(Self {
            min,
            sides,
            is_periodic: domain.periodic_box().is_some(),
            farthest: min.amax().max(max.amax()) + sides.amax(),
        })
    }

    /// That of bodies at these places in an open domain; none if there are none. O(n log n).
    pub(in crate::world) fn around(places: &[Vector3<f64>]) -> Option<Self> {
        if places.is_empty() {
            return None;
        }
        let outside = places.len() / OUTSIDE;
        let ends = [0, 1, 2].map(|axis| {
            let mut along: Vec<f64> = places.iter().map(|place| place[axis]).collect();
            along.sort_unstable_by(f64::total_cmp);
            [along[outside], along[along.len() - 1 - outside]]
        });
        let min = Vector3::from_fn(|axis, _| ends[axis][0]);
        Some(Self {
            min,
            sides: Vector3::from_fn(|axis, _| ends[axis][1]) - min,
            is_periodic: false,
            // (They may go on.)
            farthest: 2.0 * places.iter().map(|place| place.amax()).fold(0.0, f64::max),
        })
    }

    /// The longest of so many axes. Of equal ones it is one along which nothing falls.
    pub(in crate::world) fn axis_to_cut(&self, axes: usize, gravity: &Vector3<f64>) -> usize {
        // Otherwise it is the last one: cells with neighbouring numbers are then in the same slab.
        let is_better = |axis: usize, other: usize| {
            let (ours, theirs) = (gravity[axis].abs(), gravity[other].abs());
            self.sides[axis] > self.sides[other] || self.sides[axis] == self.sides[other] && ours < theirs
        };
        let best = (0..axes)
            .rev()
            .reduce(|best, axis| if is_better(axis, best) { axis } else { best });
        best.expect("there are axes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_that_fly_off_do_not_count() {
        let mut places: Vec<Vector3<f64>> = (0..200).map(|number| Vector3::new(f64::from(number), 0.5, 3.0)).collect();
        places.extend([Vector3::y() * 1e6, Vector3::z() * -1e6]);
        let ground = Ground::around(&places).unwrap();
        assert_eq!(ground.axis_to_cut(3, &Vector3::zeros()), 0);
        assert!(
            ground.sides.x > 190.0 && ground.sides.yz() == Vector3::zeros().xy(),
            "{ground:?}"
        );
        assert_eq!(ground.farthest, 2e6);
        assert!(Ground::around(&[]).is_none());
    }

    #[test]
    fn of_equal_axes_one_along_which_nothing_falls_is_cut() {
        let cube = Domain::Box {
            min: Vector3::zeros(),
            max: Vector3::repeat(2.0),
        };
        let ground = Ground::bounded(&cube).unwrap();
        for (gravity, axis) in [(Vector3::zeros(), 2), (Vector3::z(), 1), (Vector3::y(), 2)] {
            assert_eq!(ground.axis_to_cut(3, &gravity), axis);
        }
        assert!(Ground::bounded(&Domain::Open).is_none());
    }
}
