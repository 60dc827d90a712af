//! Normals along which a pair was pressed together recently. They decide whether a new normal
//! replaces those of the rest or joins them.
//!
//! A new normal usually replaces the old one. That is right for a body that slides over a curved
//! surface: the old normal is of a point that was left behind, and would hold the body up in the
//! air. In a notch it is wrong: two bodies kept from closing along one normal close along the
//! other, and are then pressed together along the first again. So a normal along which the two were
//! pressed before joins the others if they have since moved across all these normals alone: not at all, or
//! along the notch.

use super::normals;
use nalgebra::Vector3;

/// What a pair keeps of its recent rests. The names of the fields are part of the snapshot format.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct RecentNormals {
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
pub(crate) struct RelativePlacement {
    pub(crate) displacement: Vector3<f64>,
    /// Displacements that differ by at most this are the same, in metres.
    pub(crate) slop: f64,
}

impl RecentNormals {
    /// Stores that the two are pressed together along a normal and along those of their rest.
    /// Returns whether they were pressed along it before, and have moved across these normals alone since.
    pub(super) fn record(&mut self, normal: &Vector3<f64>, resting: &[Vector3<f64>], at: &RelativePlacement) -> bool {
        let moved = at.displacement - self.place;
        let is_across = |normal: &Vector3<f64>| normal.dot(&moved).abs() <= at.slop;
        let stays = self.pressed.iter().chain(resting).chain([normal]).all(is_across);
        if self.pressed.is_empty() || !stays {
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
    pub(super) fn links_at(&self, time: f64) -> &[Vector3<f64>] {
        if self.time == time { &self.links } else { &[] }
    }

    /// All vectors, for the check of a snapshot.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = &Vector3<f64>> {
        self.pressed.iter().chain(&self.links).chain([&self.place])
    }

    /// The time of the links, in seconds.
    pub(crate) fn time(&self) -> f64 {
        self.time
    }
}
