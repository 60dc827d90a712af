//! The islands of contact: each is in a part with all of its bodies, or not at all.

use super::super::World;
use super::super::sectors::Slabs;
use super::division::Division;
use super::part::{Move, Part, Plan};
use crate::contact::IslandCopy;

impl World {
    /// By the places of bodies: the slabs up to a depth from each that moves freely, as bits; from a body of its island, if
    /// it is in one. And the number of ghosts. O(n).
    pub(super) fn holders(&self, slabs: &Slabs, depth: f64) -> (Vec<u32>, usize) {
        let now = self.clock.now();
        let mut holders = vec![0; self.bodies.places() as usize];
        for index in self.bodies.in_order() {
            let state = &self.bodies[*index];
            if state.is_dynamic() {
                holders[*index as usize] = slabs.sectors_near(slabs.place_of(state.piece(), now), depth);
            }
        }
        let islands = self.contacts.islands();
        for number in islands.numbers() {
            let members = islands.members(number);
            let all = members.iter().fold(0, |all, member| all | holders[*member as usize]);
            members.iter().for_each(|member| holders[*member as usize] = all);
        }
        let ghosts = holders
            .iter()
            .map(|holders| holders.count_ones().saturating_sub(1) as usize)
            .sum();
        (holders, ghosts)
    }

    /// Copies of the islands in the parts of a world that is behind them. O(touches).
    pub(in crate::world) fn islands_in_parts(&self) -> impl Iterator<Item = IslandCopy> {
        let parts = self.parts.division.iter().flat_map(|division| &division.parts);
        parts.flat_map(Part::own_islands)
    }
}

impl Division {
    /// Whether some bodies are in islands.
    pub(super) fn has_islands(&self) -> bool {
        self.parts.iter().any(|part| !part.world.contacts.islands().is_empty())
    }

    /// Copies of all islands. O(touches).
    pub(super) fn islands(&self) -> Vec<IslandCopy> {
        self.parts.iter().flat_map(Part::own_islands).collect()
    }
}

impl Part {
    /// Copies of the islands that belong to this part: their first body does.
    fn own_islands(&self) -> impl Iterator<Item = IslandCopy> {
        let (islands, bodies) = (self.world.contacts.islands(), &self.world.bodies);
        let own = islands
            .numbers()
            .filter(|number| self.marks.owns(islands.members(*number)[0]));
        own.map(|number| islands.copy_of(number, bodies))
    }

    /// A copy of a body's island, if it is in one.
    pub(super) fn island_of(&self, body: u32) -> Option<IslandCopy> {
        let islands = self.world.contacts.islands();
        let number = islands.number_of(body)?;
        Some(islands.copy_of(number, &self.world.bodies))
    }

    /// Where the own bodies of some islands are from now on, if that is elsewhere: all bodies of one are in the same parts.
    /// (A body stays in parts that it has left by little, but not one of an island: some parts have only some own bodies
    /// of it, and would not find the same.)
    pub(super) fn moves_of_islands(&self, mut numbers: Vec<u32>, now: f64, plan: &Plan, moves: &mut Vec<Move>) {
        numbers.sort_unstable();
        numbers.dedup();
        let slabs = &plan.slabs;
        let place = |body: &u32| slabs.place_of(self.world.bodies[*body].piece(), now);
        for number in numbers {
            let members = self.world.contacts.islands().members(number);
            let near = members.iter().map(|member| slabs.sectors_near(place(member), plan.depth));
            let holders = near.fold(0, |all, near| all | near);
            for body in members.iter().filter(|member| self.marks.owns(**member)) {
                let owner = slabs.slab_of(place(body));
                if owner != self.number || holders != self.marks.holders(*body) {
                    moves.push(Move {
                        body: *body,
                        owner,
                        holders,
                    });
                }
            }
        }
    }
}
