//! The parts of an island that touches connect.

use super::approaching::Nearby;
use super::measure::Measured;
use super::touch::Touch;
use crate::contact::context::Rests;
use hashbrown::HashMap;

/// Bodies of an island that touches connect, with the number of their island from now on.
pub(super) struct Part {
    pub(super) number: u32,
    pub(super) members: Vec<u32>,
    pub(super) measured: Vec<Measured>,
    /// Bodies among them that are not in touch.
    pub(super) nearby: Vec<Nearby>,
}

impl Rests<'_> {
    /// Splits an island into the sets of bodies that its touches connect.
    pub(super) fn split(&mut self, number: u32, members: &[u32], measured: Vec<Measured>, nearby: Vec<Nearby>) -> Vec<Part> {
        let mut group: HashMap<u32, usize> = HashMap::new();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for member in members {
            if group.contains_key(member) {
                continue;
            }
            let mut of_one = vec![*member];
            group.insert(*member, groups.len());
            let mut next = 0;
            while next < of_one.len() {
                let graph = &self.contacts.islands().graph;
                let touches = graph.touches_of(of_one[next]);
                let others = touches.iter().flat_map(|touch| graph.touch(*touch).bodies());
                for other in others.filter(|other| graph.island_of(*other).is_some()) {
                    if !group.contains_key(&other) {
                        group.insert(other, groups.len());
                        of_one.push(other);
                    }
                }
                next += 1;
            }
            groups.push(of_one);
        }
        let mut parts: Vec<Part> = Vec::new();
        for (at, members) in groups.into_iter().enumerate() {
            let number = if at == 0 { number } else { self.move_to_new_island(&members) };
            parts.push(Part {
                number,
                members,
                measured: Vec::new(),
                nearby: Vec::new(),
            });
        }
        let part_of = |touch: &Touch| {
            let mut parts = touch.bodies().filter_map(|body| group.get(&body).copied());
            let first = parts.next().expect("a touch of the island has a body in it");
            (first, parts.all(|part| part == first))
        };
        for one in measured {
            let (part, _) = part_of(self.contacts.islands().graph.touch(one.touch));
            parts[part].measured.push(one);
        }
        for one in nearby {
            let (part, is_within) = part_of(&one.touch);
            if is_within {
                parts[part].nearby.push(one);
            }
        }
        parts
    }

    /// Moves some bodies of an island into one of their own.
    fn move_to_new_island(&mut self, members: &[u32]) -> u32 {
        let now = self.clock.now();
        let islands = self.contacts.islands_mut();
        let island = islands.graph.add_island(now, now);
        for member in members {
            islands.graph.leave(*member);
            islands.graph.enter(*member, island);
        }
        island
    }
}
