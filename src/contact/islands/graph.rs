//! Islands, their bodies and touches.

use super::constants::NONE;
use super::links::{Links, Stillness};
use super::touch::{Parties, Touch};

/// What a snapshot stores of the islands of a world.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Graph {
    pub(super) touches: Vec<Option<Touch>>,
    pub(super) vacant: Vec<u32>,
    /// By the places of bodies.
    pub(super) links: Vec<Links>,
    pub(super) islands: Vec<Option<Island>>,
    pub(super) vacant_islands: Vec<u32>,
}

#[cfg(test)]
impl Graph {
    /// Forgets the stamps of motion pieces: they count from when a ball came near other bodies, or a world was put
    /// together from its parts. And what is kept apart, of candidate pairs.
    pub(crate) fn forget_stamps(&mut self) {
        self.links.iter_mut().for_each(|links| links.apart.clear());
        for touch in self.touches.iter_mut().flatten() {
            touch.open = touch.open.map(|_| [0; 2]);
        }
    }
}

/// One island.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Island {
    /// Places of its bodies.
    pub(super) members: Vec<u32>,
    /// Time of the last renewal, in seconds.
    pub(super) renewed: f64,
    /// The time that was planned then until the next renewal, in seconds.
    pub(super) step: f64,
    /// The time by which the last renewal went on in including accelerations in velocities, in seconds:
    /// that of which the impulses are.
    pub(super) pulled: f64,
    /// Time of the next renewal, in seconds; none if it sleeps, or if nothing pulls its bodies.
    pub(super) due: Option<f64>,
    /// Whether it sleeps: its bodies do not move, and what pulls them is balanced.
    pub(super) sleeps: bool,
    /// Quiet renewals in a row.
    pub(super) quiet: u32,
    /// Renewals in a row of a single ball on a face.
    pub(super) alone: u32,
    /// Slight collisions since the last renewal.
    pub(super) hits: u32,
    /// Renewals in haste, less those that were not.
    pub(super) repeats: u32,
    /// The time until the next renewal if the island was wedged at the last one, in seconds; else 0. (`step` is
    /// then what it would be otherwise.)
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) wedged_step: f64,
}

impl Graph {
    /// The island of a body.
    #[inline]
    pub(super) fn island_of(&self, body: u32) -> Option<u32> {
        let links = self.links.get(body as usize)?;
        (links.island != NONE).then_some(links.island)
    }

    pub(super) fn island(&self, island: u32) -> &Island {
        self.islands[island as usize].as_ref().expect("an island of a body exists")
    }

    pub(super) fn island_mut(&mut self, island: u32) -> &mut Island {
        self.islands[island as usize].as_mut().expect("an island of a body exists")
    }

    pub(super) fn touch(&self, touch: u32) -> &Touch {
        self.touches[touch as usize].as_ref().expect("a touch of a body exists")
    }

    pub(super) fn touch_mut(&mut self, touch: u32) -> &mut Touch {
        self.touches[touch as usize].as_mut().expect("a touch of a body exists")
    }

    /// The touches of a body, by their numbers.
    pub(super) fn touches_of(&self, body: u32) -> &[u32] {
        self.links.get(body as usize).map_or(&[], |links| &links.touches)
    }

    /// The touch of two parties, if there is one.
    pub(super) fn known(&self, parties: &Parties) -> Option<&Touch> {
        let [first, second] = parties.places().map(|body| body.unwrap_or(NONE));
        // (A floor has many more than what lies on it.)
        let sides = [(first, second), (second, first)].into_iter();
        let links = sides.filter_map(|(body, other)| Some((self.links.get(body as usize)?, other)));
        let (fewest, wanted) = links.min_by_key(|(links, _)| links.touches.len())?;
        let of_both = fewest
            .others
            .iter()
            .zip(&fewest.touches)
            .filter(|(other, _)| **other == wanted);
        of_both
            .map(|(_, number)| self.touch(*number))
            .find(|known| known.is_of(parties))
    }

    /// The time up to which the velocity of a body includes its acceleration.
    pub(super) fn anticipated(&self, body: u32) -> f64 {
        self.links[body as usize].anticipated
    }

    pub(super) fn set_anticipated(&mut self, body: u32, until: f64) {
        self.links[body as usize].anticipated = until;
    }

    /// How long a body has hardly moved.
    #[inline]
    pub(super) fn stillness(&self, body: u32) -> Stillness {
        self.links
            .get(body as usize)
            .map_or_else(Stillness::default, |links| links.stillness)
    }

    pub(super) fn stillness_mut(&mut self, body: u32) -> &mut Stillness {
        &mut self.links_mut(body).stillness
    }

    pub(super) fn links_mut(&mut self, body: u32) -> &mut Links {
        let place = body as usize;
        if self.links.len() <= place {
            self.links.resize(place + 1, Links::default());
        }
        &mut self.links[place]
    }

    /// A new island without bodies.
    pub(super) fn add_island(&mut self, renewed: f64, due: f64) -> u32 {
        let island = Island {
            members: Vec::new(),
            renewed,
            step: 0.0,
            pulled: 0.0,
            due: Some(due),
            sleeps: false,
            quiet: 0,
            alone: 0,
            hits: 0,
            repeats: 0,
            wedged_step: 0.0,
        };
        self.put_island(island)
    }

    /// Gives an island a number.
    pub(super) fn put_island(&mut self, island: Island) -> u32 {
        match self.vacant_islands.pop() {
            Some(number) => {
                self.islands[number as usize] = Some(island);
                number
            }
            None => {
                self.islands.push(Some(island));
                self.islands.len() as u32 - 1
            }
        }
    }

    /// Puts a body into an island.
    pub(super) fn enter(&mut self, body: u32, island: u32) {
        self.links_mut(body).island = island;
        self.island_mut(island).members.push(body);
    }

    pub(super) fn remove_island(&mut self, island: u32) -> Vec<u32> {
        self.vacant_islands.push(island);
        let removed = self.islands[island as usize].take();
        removed.expect("an island of a body exists").members
    }

    /// Adds a touch to its bodies.
    pub(super) fn add_touch(&mut self, touch: Touch) -> u32 {
        let bodies = touch.bodies();
        let number = self.put_touch(touch);
        for body in bodies {
            self.enter_touch(number, body);
        }
        number
    }

    /// Gives a touch a number.
    pub(super) fn put_touch(&mut self, touch: Touch) -> u32 {
        match self.vacant.pop() {
            Some(number) => {
                self.touches[number as usize] = Some(touch);
                number
            }
            None => {
                self.touches.push(Some(touch));
                self.touches.len() as u32 - 1
            }
        }
    }

    /// Adds a touch to the list of one of its bodies.
    pub(super) fn enter_touch(&mut self, number: u32, body: u32) {
        let other = self.touch(number).other_than(body);
        let links = self.links_mut(body);
        links.touches.push(number);
        links.others.push(other);
    }

    /// Removes a touch from the list of a body, if it is there.
    pub(super) fn leave_touch(&mut self, number: u32, body: u32) {
        let links = &mut self.links[body as usize];
        if let Some(at) = links.touches.iter().position(|other| *other == number) {
            links.touches.remove(at);
            links.others.remove(at);
        }
    }

    /// Removes a touch from its bodies.
    pub(super) fn remove_touch(&mut self, number: u32) {
        let touch = self.touches[number as usize].take().expect("a touch of a body exists");
        for body in touch.bodies() {
            self.leave_touch(number, body);
        }
        self.vacant.push(number);
    }

    /// Removes a body from the list of its island.
    pub(super) fn leave(&mut self, body: u32) {
        let links = &mut self.links[body as usize];
        links.apart.clear();
        let island = std::mem::replace(&mut links.island, NONE);
        self.island_mut(island).members.retain(|member| *member != body);
    }
}
