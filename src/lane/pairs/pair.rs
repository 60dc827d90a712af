//! A candidate pair: what is predicted for it, and what state it is in.

use super::constants::MAX_NORMALS;
use super::forecast::PairForecast;
use super::normals::{self, Normals};
use super::recent::{RecentNormals, RelativePlacement};
use crate::domain::ImageOffset;
use crate::response::Relation;
use nalgebra::Vector3;

/// A candidate pair.
#[derive(Debug)]
pub(crate) struct Pair {
    bodies: [u32; 2],
    image: ImageOffset,
    relation: Relation,
    forecast: PairForecast,
    contact: PairContact,
}

/// The contact of a pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairContact {
    pub(crate) in_contact: bool,
    pub(crate) in_overlap: bool,
    /// The bodies pass through each other until they part.
    pub(crate) passing: bool,
    /// The normals along which they are at rest on each other; empty if they are not at rest.
    pub(crate) resting: Normals,
    pub(crate) recent: Option<Box<RecentNormals>>,
}

impl Pair {
    /// A pair without a prediction and without contact.
    pub(super) fn new(bodies: [u32; 2], image: ImageOffset, relation: Relation) -> Self {
        Self {
            bodies,
            image,
            relation,
            forecast: PairForecast::default(),
            contact: PairContact::default(),
        }
    }

    /// Places of the two bodies, in scene order.
    #[inline]
    pub(crate) fn bodies(&self) -> [u32; 2] {
        self.bodies
    }

    /// The image of the second body, in a periodic domain: see [`view`](super::view).
    #[inline]
    pub(crate) fn image(&self) -> &ImageOffset {
        &self.image
    }

    /// The relation of the two bodies.
    #[inline]
    pub(crate) fn relation(&self) -> Relation {
        self.relation
    }

    #[inline]
    pub(crate) fn forecast(&self) -> &PairForecast {
        &self.forecast
    }

    #[inline]
    pub(crate) fn forecast_mut(&mut self) -> &mut PairForecast {
        &mut self.forecast
    }

    /// The state of its contact.
    #[inline]
    pub(crate) fn contact(&self) -> &PairContact {
        &self.contact
    }

    /// Restores the prediction and the contact of a snapshot.
    pub(super) fn restore(&mut self, forecast: PairForecast, contact: PairContact) {
        (self.forecast, self.contact) = (forecast, contact);
    }

    /// Replaces the state of its contact. It is predicted again after that.
    pub(crate) fn set_contact(&mut self, contact: PairContact) {
        self.contact = contact;
        self.forecast.forget();
    }

    /// Shifts the image by domain lengths: one of the two has restarted its image offset.
    pub(crate) fn shift_image(&mut self, lengths: &ImageOffset) {
        for (own, more) in self.image.iter_mut().zip(lengths) {
            *own += more;
        }
    }

    /// Gives the two another relation. They pass through each other no longer.
    pub(crate) fn relate(&mut self, relation: Relation) {
        self.relation = relation;
        self.contact.passing = false;
        self.contact.recent = None;
    }

    #[inline]
    pub(crate) fn in_contact(&self) -> bool {
        self.contact.in_contact
    }

    /// Begins or ends the contact. Returns whether there was one.
    pub(crate) fn set_in_contact(&mut self, in_contact: bool) -> bool {
        std::mem::replace(&mut self.contact.in_contact, in_contact)
    }

    /// Whether the boxes of the two overlap, if that is reported.
    #[inline]
    pub(crate) fn in_overlap(&self) -> bool {
        self.contact.in_overlap
    }

    /// Begins or ends the overlap of the boxes. Returns whether there was one.
    pub(crate) fn set_in_overlap(&mut self, in_overlap: bool) -> bool {
        std::mem::replace(&mut self.contact.in_overlap, in_overlap)
    }

    /// Whether the two pass through each other until they part.
    #[inline]
    pub(crate) fn is_passing(&self) -> bool {
        self.contact.passing
    }

    pub(super) fn set_passing(&mut self, passing: bool) {
        self.contact.passing = passing;
    }

    /// Ends the passage of the two through each other.
    pub(crate) fn end_passage(&mut self) {
        self.contact.passing = false;
    }

    #[inline]
    pub(crate) fn is_at_rest(&self) -> bool {
        !self.contact.resting.is_empty()
    }

    /// The normals along which the two are at rest on each other, from the first to the second.
    #[inline]
    pub(crate) fn resting(&self) -> &[Vector3<f64>] {
        &self.contact.resting
    }

    /// The normals along which they are at rest at this time, or of rests without force that ended
    /// at it.
    pub(crate) fn normals_at(&self, time: f64) -> &[Vector3<f64>] {
        match self.is_at_rest() {
            true => self.resting(),
            false => self.links_at(time),
        }
    }

    /// The normals of rests without force that ended at a time.
    pub(crate) fn links_at(&self, time: f64) -> &[Vector3<f64>] {
        self.contact.recent.as_ref().map_or(&[], |recent| recent.links_at(time))
    }

    /// Whether they are, or were recently, at rest.
    pub(crate) fn has_rested(&self) -> bool {
        self.is_at_rest() || self.contact.recent.is_some()
    }

    /// Adds a normal along which the two are pressed together now. It replaces the others, or joins
    /// them. `at` returns the placement of the pair, and is called only if there are other normals.
    pub(crate) fn press(&mut self, normal: &Vector3<f64>, at: impl FnOnce() -> RelativePlacement) {
        let PairContact { resting, recent, .. } = &mut self.contact;
        if !resting.is_empty() && !normals::contains(resting, normal) {
            let again = recent.get_or_insert_default().record(normal, resting, &at());
            if !again || resting.len() >= MAX_NORMALS {
                resting.clear();
            }
        }
        normals::insert(resting, normal);
    }

    /// Adds a normal of the rest.
    pub(crate) fn add_normal(&mut self, normal: &Vector3<f64>) {
        normals::insert(&mut self.contact.resting, normal);
    }

    /// Removes a normal of the rest.
    pub(crate) fn remove_normal(&mut self, normal: &Vector3<f64>) {
        normals::remove(&mut self.contact.resting, normal);
    }

    /// Removes all normals of the rest.
    pub(crate) fn clear_normals(&mut self) {
        self.contact.resting.clear();
    }

    /// Adds the normal of a rest that ends without force, at a time.
    pub(crate) fn add_link(&mut self, time: f64, normal: &Vector3<f64>) {
        self.contact.recent.get_or_insert_default().add_link(time, normal);
    }

    /// Removes such a normal.
    pub(crate) fn remove_link(&mut self, normal: &Vector3<f64>) {
        if let Some(recent) = &mut self.contact.recent {
            recent.remove_link(normal);
        }
    }

    /// Removes all such normals.
    pub(crate) fn clear_links(&mut self) {
        if let Some(recent) = &mut self.contact.recent {
            recent.clear_links();
        }
    }
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
        let mut pair = Pair::new([0, 1], [0; 3], Relation::Collide);
        let mut after = |x: f64, normal: &Vector3<f64>| {
            let at = || RelativePlacement {
                displacement: Vector3::x() * x,
                slop: 1e-9,
            };
            pair.press(normal, at);
            pair.resting().to_vec()
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

    #[test]
    fn a_normal_that_returns_along_the_notch_joins_the_other() {
        let [a, b] = [unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.0)];
        let mut pair = Pair::new([0, 1], [0; 3], Relation::Collide);
        let mut after = |place: [f64; 3], normal: &Vector3<f64>| {
            let at = || RelativePlacement {
                displacement: Vector3::from(place),
                slop: 1e-9,
            };
            pair.press(normal, at);
            pair.resting().to_vec()
        };
        assert_eq!(after([0.0, 1.0, 2.0], &a), [a]);
        assert_eq!(after([0.0, 1.0, 2.0], &b), [b]);
        assert_eq!(after([0.0, 5.0, 2.0], &a), [b, a], "it lies along the notch");
        assert_eq!(after([0.0, 5.0, 2.1], &unit(0.0, 1.0, 1.0)).len(), 1, "it has left the notch");
    }
}
