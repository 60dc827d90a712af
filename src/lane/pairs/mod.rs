//! The lane of pairs: one event a pair, any shape, any motion.
//!
//! [`Pairs`] holds the candidate pairs and the queue of their next events. A [`Pair`] has a plan,
//! made from the two motion pieces alone, and the state of its contact. A [`PairView`] is what
//! predictions take: both bodies, the second at its image in a periodic domain.

mod constants;
mod directions;
mod forecast;
mod kept;
mod normals;
mod pair;
mod recent;
mod view;

pub(crate) use directions::{orthogonal_part, separating_vector};
pub(crate) use forecast::{PairForecast, Plan};
pub(crate) use kept::KeptContact;
pub(crate) use normals::Normals;
pub(crate) use pair::{Pair, PairContact};
pub(crate) use recent::RecentNormals;
pub(crate) use view::{PairView, lengths_between};

use crate::bodies::Bodies;
use crate::domain::ImageOffset;
use crate::lane::Lane;
use crate::lane::order::Due;
use crate::queue::{EventQueue, Queue};
use crate::response::Relation;

/// A pair in the table.
#[derive(Debug)]
struct Entry {
    pair: Pair,
    /// The indices of the pair among those of its two bodies.
    index_in: [u32; 2],
}

/// All candidate pairs, found from their bodies.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    places: Vec<Option<Entry>>,
    free: Vec<u32>,
    /// The next event of each pair that has one, by its place.
    queue: Queue<Due>,
    /// Whether the bodies of a pair have ever passed through each other.
    have_passed: bool,
    /// Of a part of another world: contacts before they changed in a window.
    former_contacts: Option<Vec<KeptContact>>,
}

impl Pairs {
    /// Adds a pair and enters it at its bodies.
    pub(crate) fn insert(&mut self, bodies: &mut Bodies, pair: [u32; 2], image: ImageOffset, relation: Relation) -> u32 {
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            (self.places.len() - 1) as u32
        });
        let [a, b] = pair;
        let index_in = [(a, b), (b, a)].map(|(body, other)| bodies.adjacency_mut(body).add(place, other));
        let pair = Pair::new(pair, image, relation);
        self.places[place as usize] = Some(Entry { pair, index_in });
        place
    }

    /// Removes a pair.
    pub(crate) fn remove(&mut self, bodies: &mut Bodies, place: u32) -> Pair {
        let Entry { pair, index_in } = self.places[place as usize].take().expect("a place in use is occupied");
        self.free.push(place);
        self.queue.remove(place);
        for (body, at) in pair.bodies().into_iter().zip(index_in) {
            if let Some(moved) = bodies.adjacency_mut(body).remove(at) {
                let moved = self.places[moved as usize].as_mut().expect("a place in use is occupied");
                let side = usize::from(moved.pair.bodies()[0] != body);
                moved.index_in[side] = at;
            }
        }
        pair
    }

    /// Removes all pairs. O(bodies + pairs).
    pub(crate) fn clear(&mut self, bodies: &mut Bodies) {
        bodies.forget_pairs();
        *self = Self {
            have_passed: self.have_passed,
            ..Self::default()
        };
    }

    /// The place of a pair by an image, if the pair exists. Linear in the shorter of the two
    /// bodies' lists.
    pub(crate) fn find(&self, bodies: &Bodies, pair: [u32; 2], image: &ImageOffset) -> Option<u32> {
        self.of(bodies, pair).find(|place| self[*place].image() == image)
    }

    /// The places of a pair by all its images.
    pub(crate) fn of(&self, bodies: &Bodies, [a, b]: [u32; 2]) -> impl Iterator<Item = u32> {
        let [of_a, of_b] = [a, b].map(|body| bodies[body].adjacency());
        match of_a.pairs().len() <= of_b.pairs().len() {
            true => of_a.pairs_with(b),
            false => of_b.pairs_with(a),
        }
    }

    /// The places of a pair by the images that pass through each other.
    pub(crate) fn passing(&self, bodies: &Bodies, pair: [u32; 2]) -> impl Iterator<Item = u32> {
        let places = self.have_passed.then(|| self.of(bodies, pair)).into_iter().flatten();
        places.filter(|place| self[*place].is_passing())
    }

    /// Begins or ends the passage of a pair.
    pub(crate) fn set_passing(&mut self, place: u32, passing: bool) {
        self.have_passed |= passing;
        self[place].set_passing(passing);
    }

    /// Restores the prediction and the contact of a pair of a snapshot.
    pub(crate) fn restore(&mut self, place: u32, forecast: PairForecast, contact: PairContact) {
        self.have_passed |= contact.passing;
        self[place].restore(forecast, contact);
    }

    /// The key of the next event of a pair.
    pub(crate) fn due(&self, place: u32) -> Option<Due> {
        self.queue.key(place)
    }

    /// The key of the next event of all.
    pub(crate) fn first_due(&self) -> Option<Due> {
        self.queue.peek().map(|(due, _)| due)
    }

    /// The number of pairs with an event.
    #[inline]
    pub(crate) fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Queues the next event of a pair; none removes it from the queue.
    pub(crate) fn set_due(&mut self, place: u32, next: Option<Due>) {
        match next {
            Some(next) => self.queue.set(place, next),
            None => drop(self.queue.remove(place)),
        }
    }

    /// All pairs, with their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Pair)> {
        self.places
            .iter()
            .enumerate()
            .filter_map(|(place, pair)| Some((place as u32, &pair.as_ref()?.pair)))
    }
}

impl Lane for Pairs {
    /// The key of an event, and the pair.
    type Coming = (Due, u32);

    #[inline]
    fn next(&mut self, _: f64, limit: f64, _: usize) -> Option<Self::Coming> {
        self.queue.peek().filter(|(due, _)| due.time <= limit)
    }

    #[inline]
    fn key(&self, (due, _): &Self::Coming) -> Due {
        *due
    }
}

impl std::ops::Index<u32> for Pairs {
    type Output = Pair;

    fn index(&self, place: u32) -> &Pair {
        &self.places[place as usize].as_ref().expect("a place in use is occupied").pair
    }
}

impl std::ops::IndexMut<u32> for Pairs {
    fn index_mut(&mut self, place: u32) -> &mut Pair {
        &mut self.places[place as usize].as_mut().expect("a place in use is occupied").pair
    }
}
