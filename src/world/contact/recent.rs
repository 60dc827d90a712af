//! Normals along which a pair was pressed together recently. They decide whether a new normal
//! replaces those of the rest or joins them.
//!
//! A new normal usually replaces the old one. That is right for a body that slides over a curved
//! surface: the old normal is of a point that was left behind, and would hold the body up in the
//! air. In a notch it is wrong: two bodies kept from closing along one normal close along the
//! other, and are then pressed together along the first again. So a normal along which the two were
//! pressed before, at the same relative placement, joins the others.

use super::constants::MAX_NORMALS;
use super::normals::{self, Normals};
use nalgebra::Vector3;

/// What a pair keeps of its recent rests. The names of the fields are part of the snapshot format.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct RecentNormals {
    /// From the first body to the second, in metres, where `pressed` was collected.
    place: Vector3<f64>,
    /// Normals along which the two were pressed together there.
    pressed: Vec<Vector3<f64>>,
    /// The time of the links, in seconds.
    time: f64,
    /// Normals of rests that ended without force. At `time` they still transmit impulses.
    links: Vec<Vector3<f64>>,
}

/// The displacement from the first body of a pair to the second, in metres.
pub(in crate::world) struct RelativePlacement {
    pub(in crate::world) displacement: Vector3<f64>,
    /// Displacements that differ by at most this are the same, in metres.
    pub(in crate::world) slop: f64,
}

impl RecentNormals {
    /// Stores that the two are pressed together along a normal and along those of their rest.
    /// Returns whether they were pressed along it before, at the same placement.
    fn record(&mut self, normal: &Vector3<f64>, resting: &[Vector3<f64>], at: &RelativePlacement) -> bool {
        if (at.displacement - self.place).norm() > at.slop {
            self.place = at.displacement;
            self.pressed.clear();
        }
        let again = normals::contains(&self.pressed, normal);
        for one in resting.iter().chain([normal]) {
            if !normals::contains(&self.pressed, one) {
                self.pressed.push(*one);
            }
        }
        again
    }

    /// Adds a link at a time. Removes links of other times.
    pub(super) fn add_link(&mut self, time: f64, normal: &Vector3<f64>) {
        if self.time != time {
            self.time = time;
            self.links.clear();
        }
        if !normals::contains(&self.links, normal) {
            self.links.push(*normal);
        }
    }

    /// Removes a link, if it is there.
    pub(super) fn remove_link(&mut self, normal: &Vector3<f64>) {
        self.links.retain(|link| !normals::are_alike(link, normal));
    }

    /// Removes all links.
    pub(super) fn clear_links(&mut self) {
        self.links.clear();
    }

    /// The links at a time.
    pub(in crate::world) fn links_at(&self, time: f64) -> &[Vector3<f64>] {
        if self.time == time { &self.links } else { &[] }
    }

    /// All vectors, for the check of a snapshot.
    pub(in crate::world) fn vectors(&self) -> impl Iterator<Item = &Vector3<f64>> {
        self.pressed.iter().chain(&self.links).chain([&self.place])
    }

    /// The time of the links, in seconds.
    pub(in crate::world) fn time(&self) -> f64 {
        self.time
    }
}

/// Adds a normal along which two are pressed together now. It replaces the others, or joins them.
/// `at` returns the placement of the pair, and is called only if there are other normals.
pub(super) fn press(
    resting: &mut Normals,
    recent: &mut Option<Box<RecentNormals>>,
    normal: &Vector3<f64>,
    at: impl FnOnce() -> RelativePlacement,
) {
    if !resting.is_empty() && !normals::contains(resting, normal) {
        let again = recent.get_or_insert_default().record(normal, resting, &at());
        if !again || resting.len() >= MAX_NORMALS {
            resting.clear();
        }
    }
    normals::insert(resting, normal);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f64, y: f64, z: f64) -> Vector3<f64> {
        Vector3::new(x, y, z).normalize()
    }

    #[test]
    fn a_normal_that_returns_at_the_same_placement_joins_the_others() {
        let [a, b, c, d] = [
            unit(1.0, 0.0, 1.0),
            unit(-1.0, 0.0, 1.0),
            unit(0.0, 1.0, 0.2),
            unit(0.0, 0.0, 1.0),
        ];
        let (mut resting, mut recent) = (Normals::new(), None);
        let mut after = |x: f64, normal: &Vector3<f64>| {
            let at = || RelativePlacement {
                displacement: Vector3::x() * x,
                slop: 1e-9,
            };
            press(&mut resting, &mut recent, normal, at);
            resting.to_vec()
        };
        assert_eq!(after(1.0, &a), [a]);
        assert_eq!(after(1.0, &b), [b]);
        assert_eq!(after(1.0 + 1e-10, &a), [b, a], "it returned");
        assert_eq!(after(1.0, &b), [b, a], "it is there");
        assert_eq!(after(1.0, &c), [c], "a new one may be of another point");
        assert_eq!(after(1.0, &a), [c, a]);
        assert_eq!(after(1.0, &b), [c, a, b]);
        assert_eq!(after(2.0, &d), [d]);
        assert_eq!(after(3.0, &a), [a], "it returned at another placement");
    }
}
