//! Who is in the gas.

use super::Gas;
use super::ball::{Ball, Card, Hot, Matter, Stamp, Way};
use super::cells::NONE;
use super::grid::Tag;
use crate::broad::Image;
use crate::event::BodyId;
use crate::response::Past;
use crate::scene::Flight;

impl Gas {
    /// Makes room for so many balls more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.hot.reserve(more);
        self.cards.reserve(more);
        self.radii.reserve(more);
        self.slots.reserve(more);
        self.turned.reserve(more);
    }

    /// Takes in a ball. It is predicted when all is [settled](Self::settle).
    pub(crate) fn insert(&mut self, ball: &Ball, now: f64) {
        let slot = self.hot.len() as u32;
        let name = ball.id.index as usize;
        if self.slots.len() <= name {
            self.slots.resize(name + 1, NONE);
        }
        self.slots[name] = slot;
        self.radii.push(ball.matter.radius);
        self.set_lengths_gone(ball.id.index, [0; 3]);
        self.set_matter(ball.kind, ball.matter);
        if self.keeps_pasts {
            self.pasts.push(Past::default());
        }
        let (cell, image) = self.grid.locate(&ball.flight.at(now));
        self.hot.push(Hot {
            flight: ball.flight,
            tag: Tag::default().in_cell(cell),
        });
        self.cards.push(Card {
            due: f64::INFINITY,
            hit: f64::INFINITY,
            partner: NONE,
            partner_stamp: Stamp::default(),
            image,
            serial: ball.serial,
            id: ball.id,
            kind: ball.kind,
            way: Way::default(),
        });
        self.turned.push(slot);
        self.speed_squared = self.speed_squared.max(ball.flight.velocity.norm_squared());
        self.clear_until = f64::NEG_INFINITY;
        if self.common_radius.is_some_and(|radius| radius != ball.matter.radius) {
            self.common_radius = None;
        }
        self.unfit |= ball.matter.radius > self.made_for.1 || self.len() > 2 * self.made_for.0 || self.lists.is_some();
        if !self.unfit {
            self.cells.add(self.grid.index(cell), slot);
        }
    }

    /// Takes out balls, whose partners are predicted anew when all is [settled](Self::settle). O(n), however many they are.
    pub(crate) fn remove(&mut self, names: impl Iterator<Item = u32>) {
        let before: Vec<u32> = self.cards.iter().map(|card| card.id.index).collect();
        for name in names {
            self.take_out(name);
        }
        // Who stood at a place before may stand at another now, or at none.
        let slots = &self.slots;
        let stands_now = |slot: u32| before.get(slot as usize).map(|name| slots[*name as usize]);
        self.turned = self.turned.iter().filter_map(|slot| stands_now(*slot)).collect();
        self.turned.retain(|slot| *slot != NONE);
        for (slot, card) in self.cards.iter_mut().enumerate() {
            // A wall stands nowhere.
            if let Some(now) = stands_now(card.partner) {
                card.partner = now;
                if now == NONE {
                    self.turned.push(slot as u32);
                }
            }
        }
        // What stands in the calendar for the place of one counts for another from now on.
        self.calendar_is_stale = true;
    }

    /// Takes out a ball: the last one stands in its place from now on.
    fn take_out(&mut self, name: u32) {
        let slot = self.slot(name);
        if !self.unfit {
            self.cells.remove(self.grid.index(self.hot[slot].tag.cell()), slot as u32);
        }
        let last = self.len() - 1;
        if last != slot && !self.unfit {
            let cell = self.grid.index(self.hot[last].tag.cell());
            self.cells.remove(cell, last as u32);
            self.cells.add(cell, slot as u32);
        }
        self.hot.swap_remove(slot);
        self.cards.swap_remove(slot);
        self.radii.swap_remove(slot);
        if self.keeps_pasts {
            self.pasts.swap_remove(slot);
        }
        self.slots[name as usize] = NONE;
        if let Some(moved) = self.cards.get(slot) {
            self.slots[moved.id.index as usize] = slot as u32;
        }
        self.unfit |= self.lists.is_some();
    }

    /// How a ball moves.
    pub(crate) fn flight(&self, name: u32) -> Flight {
        self.hot[self.slot(name)].flight
    }

    /// When a ball collided, as far as that is remembered.
    pub(crate) fn past(&self, name: u32) -> Past {
        self.pasts.get(self.slot(name)).copied().unwrap_or_default()
    }

    pub(crate) fn set_past(&mut self, name: u32, past: Past) {
        let slot = self.slot(name);
        if let Some(kept) = self.pasts.get_mut(slot) {
            *kept = past;
        }
    }

    /// How many lengths of a periodic domain a ball has been shifted back since it came.
    pub(crate) fn lengths_gone(&self, name: u32) -> Image {
        self.lengths_gone.get(name as usize).copied().unwrap_or_default()
    }

    pub(crate) fn set_lengths_gone(&mut self, name: u32, lengths: Image) {
        if !self.space.periodic {
            return;
        }
        let name = name as usize;
        if self.lengths_gone.len() <= name {
            self.lengths_gone.resize(name + 1, [0; 3]);
        }
        self.lengths_gone[name] = lengths;
    }

    /// Tells what number a ball's matter has, which is still the same.
    pub(crate) fn set_kind(&mut self, name: u32, kind: u32, matter: Matter) {
        let slot = self.slot(name);
        self.cards[slot].kind = kind;
        self.set_matter(kind, matter);
    }

    fn set_matter(&mut self, kind: u32, matter: Matter) {
        let kind = kind as usize;
        if self.matters.len() <= kind {
            self.matters.resize(kind + 1, matter);
        }
        self.matters[kind] = matter;
    }

    /// Who has turned since all was settled, each once, by where it stands.
    pub(crate) fn turned(&self) -> &[u32] {
        &self.turned
    }

    /// Who stands there.
    pub(crate) fn id(&self, slot: u32) -> BodyId {
        self.cards[slot as usize].id
    }

    /// The place in scene order of who stands there.
    pub(crate) fn serial(&self, slot: u32) -> u32 {
        self.cards[slot as usize].serial
    }

    pub(super) fn is_fixed(&self, slot: usize) -> bool {
        self.matters[self.cards[slot].kind as usize].inverse_mass == 0.0
    }
}
