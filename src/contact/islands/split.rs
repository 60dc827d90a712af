//! The parts of an island that touches connect.

use super::approaching::Around;
use super::measure::Measured;
use super::touch::Parties;
use crate::contact::context::Rests;

/// Bodies of an island that touches connect, with the number of their island from now on.
pub(super) struct Part {
    pub(super) number: u32,
    pub(super) members: Vec<u32>,
    pub(super) measured: Vec<Measured>,
    /// What they may meet without being in touch with it.
    pub(super) around: Around,
}

impl Part {
    /// All of an island.
    pub(super) fn whole(number: u32, members: &[u32], measured: Vec<Measured>, around: Around) -> Self {
        Self {
            number,
            members: members.to_vec(),
            measured,
            around,
        }
    }
}

impl Rests<'_> {
    /// Splits an island into the sets of bodies that its touches connect.
    pub(super) fn split(&mut self, number: u32, members: &[u32], measured: Vec<Measured>, around: Around) -> Vec<Part> {
        self.contacts.islands_mut().slots.note(members);
        let mut group: Vec<Option<usize>> = vec![None; members.len()];
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let islands = self.contacts.islands();
        let (graph, slot) = (&islands.graph, |body: u32| islands.slots.of(body, members));
        for (at, member) in members.iter().enumerate() {
            if group[at].is_some() {
                continue;
            }
            let mut of_one = vec![*member];
            group[at] = Some(groups.len());
            let mut next = 0;
            while next < of_one.len() {
                let touches = graph.touches_of(of_one[next]);
                let others = touches.iter().flat_map(|touch| graph.touch(*touch).bodies());
                for (other, at) in others.filter_map(|other| Some((other, slot(other)?))) {
                    if group[at].is_none() {
                        group[at] = Some(groups.len());
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
                around: Around::default(),
            });
        }
        if let [whole] = parts.as_mut_slice() {
            (whole.measured, whole.around) = (measured, around);
            return parts;
        }
        let islands = self.contacts.islands();
        let part_of = |parties: &Parties| {
            let mut parts = parties.bodies().filter_map(|body| group[islands.slots.of(body, members)?]);
            let first = parts.next().expect("a touch of the island has a body in it");
            (first, parts.all(|part| part == first))
        };
        for one in measured {
            let (part, _) = part_of(&islands.graph.touch(one.touch).parties());
            parts[part].measured.push(one);
        }
        for one in around.near {
            let (part, is_within) = part_of(&one.parties);
            if is_within {
                parts[part].around.near.push(one);
            }
        }
        for one in around.far {
            let (part, is_within) = part_of(&one.parties);
            if is_within {
                parts[part].around.far.push(one);
            }
        }
        parts
    }

    /// Moves some bodies of an island into one of their own.
    fn move_to_new_island(&mut self, members: &[u32]) -> u32 {
        let now = self.clock.now();
        let islands = self.contacts.islands_mut();
        let island = islands.begin(now);
        for member in members {
            islands.graph.leave(*member);
            islands.graph.enter(*member, island);
        }
        island
    }
}
