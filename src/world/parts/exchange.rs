//! Bodies move between parts, and wrong ghosts are set right.

use super::super::sectors::Role;
use super::division::Division;
use super::part::{Move, Orders};
use super::verify::Wrong;
use crate::contact::IslandCopy;
use crate::lane::pairs::KeptContact;

impl Orders {
    fn add_island(&mut self, island: Option<IslandCopy>) {
        if let Some(island) = island {
            self.islands.insert(island.members()[0], island);
        }
    }
}

impl Division {
    /// Gives the parts what they take in at the begin of the next window. The last one was right.
    pub(super) fn exchange(&mut self, wrong: &[Wrong]) {
        self.chosen = self.plan.depth;
        for Wrong { part, owner, body, .. } in wrong {
            let right = &self.parts[*owner];
            let (condition, contacts, island) = (
                right.world.bodies[*body].condition(),
                right.contacts_of(*body).collect::<Vec<_>>(),
                right.island_of(*body),
            );
            let orders = &mut self.parts[*part].orders;
            orders.corrected.push((*body, condition));
            orders.contacts.extend(contacts);
            orders.add_island(island);
        }
        for owner in 0..self.parts.len() {
            for moved in std::mem::take(&mut self.parts[owner].moves) {
                self.move_body(owner, &moved);
            }
        }
    }

    fn move_body(&mut self, from: usize, moved: &Move) {
        let Move { body, owner, holders } = *moved;
        let before = self.parts[from].marks.holders(body);
        self.ghosts = self.ghosts + holders.count_ones() as usize - before.count_ones() as usize;
        for number in 0..self.parts.len() {
            let [had, has] = [before, holders].map(|holders| holders >> number & 1 == 1);
            if has && !had {
                let part = &self.parts[from];
                let copy = (part.world.bodies.id(body), part.world.bodies[body].copy());
                let contacts: Vec<KeptContact> = part.contacts_of(body).collect();
                let island = part.island_of(body);
                let orders = &mut self.parts[number].orders;
                orders.incoming.push(copy);
                orders.contacts.extend(contacts);
                orders.add_island(island);
            }
            if had && !has {
                let orders = &mut self.parts[number].orders;
                orders.gone.push(body);
                orders.corrected.retain(|(other, _)| *other != body);
            }
            if had || has {
                let role = match has {
                    true if number == owner => Role::Own,
                    true => Role::Ghost,
                    false => Role::Absent,
                };
                self.parts[number].marks.set(body, role, holders);
            }
        }
        if owner != from {
            let velocity = self.parts[from].world.bodies[body].piece().velocity_at(self.now);
            self.parts[owner].adopt(body, velocity[self.plan.slabs.axis()].abs());
        }
    }
}
