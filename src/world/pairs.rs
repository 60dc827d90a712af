//! Candidate pairs: what is predicted for each, and what state it is in.

use super::bodies::Bodies;
use super::contact::{Normals, RecentNormals};
use crate::domain::ImageOffset;
use crate::impact::Impact;
use crate::queue::{EventQueue, Moment, Queue};
use crate::response::Relation;
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A step of a pair's plan. The numbers are the order at equal times, shared with the other kinds
/// of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Step {
    OverlapBegin = 3,
    ContactBegin = 4,
    Impact = 5,
    /// The support of a rest ends.
    RestEnd = 6,
    /// Two bodies that passed through each other have parted.
    PassEnd = 7,
    ContactEnd = 8,
    OverlapEnd = 9,
    /// The search was cut off here and resumes.
    #[cfg_attr(feature = "serde", serde(rename = "LookAgain"))]
    ResumeSearch = 10,
    /// The user's touch test is called.
    Poll = 11,
    /// Two bodies at rest on each other stop sliding, or slide in another direction.
    SlideEnd = 12,
    /// The boxes begin to overlap: the deferred prediction of the shapes is made. No event is
    /// reported.
    #[cfg_attr(feature = "serde", serde(rename = "Look"))]
    PredictDeferred = 13,
}

impl Step {
    /// The order at equal times. A poll may begin a contact. A deferred prediction comes before
    /// every step that it may find.
    pub(super) fn order(self) -> u32 {
        match self {
            Self::Poll => Self::ContactBegin as u32,
            // Its steps may be due at the same time.
            Self::PredictDeferred => ORDER_FIRST,
            _ => self as u32,
        }
    }
}

/// The order of two steps of a pair.
pub(super) fn in_order(one: &(f64, Step), other: &(f64, Step)) -> Ordering {
    let by_time = one.0.partial_cmp(&other.0).expect("times are not NaN");
    by_time.then(one.1.order().cmp(&other.1.order()))
}

pub(super) const ORDER_FIRST: u32 = 0;

/// The order at equal times of scheduled events and of expired bounds.
pub(super) const ORDER_MOTION_CHANGE: u32 = 0;
pub(super) const ORDER_SCHEDULED: u32 = 1;
pub(super) const ORDER_BOUNDS_EXPIRED: u32 = 2;

/// The first serial number of the walls: after all bodies.
pub(super) const WALL_SERIAL: u32 = super::constants::MAX_SERIALS;

/// The rank of an event among those at the same time, compared field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) kind: u32,
    /// The round of a collision: see [`instant`](super::instant).
    pub(super) round: u32,
    /// The two bodies in scene order, by their serial numbers.
    pub(super) first: u32,
    pub(super) second: u32,
}

/// The key of an event in the total order: time, then rank.
pub(super) type Due = Moment<Rank>;

/// The key of an event that was predicted before its time, or that is no collision.
pub(super) fn due(time: f64, kind: u32, first: u32, second: u32) -> Due {
    due_in_round(time, kind, 0, [first, second])
}

/// The key of any event.
pub(super) fn due_in_round(time: f64, kind: u32, round: u32, [first, second]: [u32; 2]) -> Due {
    let order = Rank {
        kind,
        round,
        first,
        second,
    };
    Moment { time, order }
}

/// The prediction of a pair, a function of its two motion pieces and of its state.
#[derive(Debug)]
pub(super) struct PairForecast {
    /// The stamps of the two motion pieces that the plan was made from.
    pub(super) stamps: Option<[u32; 2]>,
    /// The start of the plan, where an earlier search of the same two pieces was cut off.
    pub(super) from: f64,
    /// The planned steps in order. The first one is in the queue.
    pub(super) plan: SmallVec<[(f64, Step); 2]>,
    /// The planned impact, if there is one; none before a deferred prediction is made.
    pub(super) impact: Option<Impact>,
}

impl PairForecast {
    /// That of a pair that has not been predicted.
    fn none() -> Self {
        Self {
            stamps: None,
            from: f64::NEG_INFINITY,
            plan: SmallVec::new(),
            impact: None,
        }
    }
}

/// A candidate pair.
#[derive(Debug)]
pub(super) struct Pair {
    /// Places of the two bodies, in scene order.
    pub(super) bodies: [u32; 2],
    /// The image of the second body, in a periodic domain: see [`pair_view`](super::pair_view).
    pub(super) image: ImageOffset,
    /// The indices of this pair in the lists of its two bodies.
    index_in: [u32; 2],
    /// The relation of the two bodies, fixed when the pair is formed.
    pub(super) relation: Relation,
    pub(super) forecast: PairForecast,
    pub(super) in_contact: bool,
    pub(super) in_overlap: bool,
    /// The bodies pass through each other until they part.
    pub(super) passing: bool,
    /// The normals along which they are at rest on each other; empty if they are not at rest.
    pub(super) resting: Normals,
    pub(super) recent_normals: Option<Box<RecentNormals>>,
}

impl Pair {
    pub(super) fn is_at_rest(&self) -> bool {
        !self.resting.is_empty()
    }

    /// The normals along which they are at rest at this time, or of rests without force that ended
    /// at it.
    pub(super) fn normals_at(&self, time: f64) -> &[Vector3<f64>] {
        if self.is_at_rest() {
            return &self.resting;
        }
        self.recent_normals.as_ref().map_or(&[], |recent| recent.links_at(time))
    }
}

/// All candidate pairs, found from their bodies.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    places: Vec<Option<Pair>>,
    free: Vec<u32>,
    /// The next event of each pair that has one, by its place.
    queue: Queue<Due>,
}

impl Pairs {
    /// Adds a pair and enters it at its bodies.
    pub(super) fn insert(&mut self, bodies: &mut Bodies, pair: [u32; 2], image: ImageOffset, relation: Relation) -> u32 {
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            (self.places.len() - 1) as u32
        });
        let [a, b] = pair;
        let index_in = [(a, b), (b, a)].map(|(body, other)| bodies.adjacency_mut(body).add(place, other));
        self.places[place as usize] = Some(Pair {
            bodies: pair,
            image,
            index_in,
            relation,
            forecast: PairForecast::none(),
            in_contact: false,
            in_overlap: false,
            passing: false,
            resting: Normals::new(),
            recent_normals: None,
        });
        place
    }

    /// Removes a pair.
    pub(super) fn remove(&mut self, bodies: &mut Bodies, place: u32) -> Pair {
        let pair = self.places[place as usize].take().expect("a place in use is occupied");
        self.free.push(place);
        for side in 0..2 {
            let at = pair.index_in[side];
            if let Some(moved) = bodies.adjacency_mut(pair.bodies[side]).remove(at) {
                let moved = self.places[moved as usize].as_mut().expect("a place in use is occupied");
                let side = usize::from(moved.bodies[0] != pair.bodies[side]);
                moved.index_in[side] = at;
            }
        }
        pair
    }

    /// The place of a pair by an image, if the pair exists. Linear in the shorter of the two
    /// bodies' lists.
    pub(super) fn find(&self, bodies: &Bodies, pair: [u32; 2], image: &ImageOffset) -> Option<u32> {
        self.of(bodies, pair).find(|place| self[*place].image == *image)
    }

    /// The places of a pair by all its images.
    pub(super) fn of(&self, bodies: &Bodies, [a, b]: [u32; 2]) -> impl Iterator<Item = u32> {
        let [of_a, of_b] = [a, b].map(|body| bodies[body].adjacency());
        match of_a.pairs().len() <= of_b.pairs().len() {
            true => of_a.pairs_with(b),
            false => of_b.pairs_with(a),
        }
    }

    /// The pair with the earliest event, and the key of that event.
    #[inline]
    pub(super) fn peek(&self) -> Option<(Due, u32)> {
        self.queue.peek()
    }

    /// The key of the next event of a pair.
    pub(super) fn due(&self, place: u32) -> Option<Due> {
        self.queue.key(place)
    }

    /// The number of pairs with an event.
    pub(super) fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Queues the next event of a pair; none removes it from the queue.
    pub(super) fn set_due(&mut self, place: u32, next: Option<Due>) {
        match next {
            Some(next) => self.queue.set(place, next),
            None => drop(self.queue.remove(place)),
        }
    }

    /// All pairs, with their places.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Pair)> {
        self.places
            .iter()
            .enumerate()
            .filter_map(|(place, pair)| Some((place as u32, pair.as_ref()?)))
    }
}

impl std::ops::Index<u32> for Pairs {
    type Output = Pair;

    fn index(&self, place: u32) -> &Pair {
        self.places[place as usize].as_ref().expect("a place in use is occupied")
    }
}

impl std::ops::IndexMut<u32> for Pairs {
    fn index_mut(&mut self, place: u32) -> &mut Pair {
        self.places[place as usize].as_mut().expect("a place in use is occupied")
    }
}
