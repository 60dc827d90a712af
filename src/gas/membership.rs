//! Who is in the gas.

use super::Gas;
use super::ball::{Ball, Card, Hot, Matter, Stamp, Way};
use super::cells::NONE;
use super::grid::Tag;
use crate::broad::Image;
use crate::event::BodyId;
use crate::response::CollisionHistory;
use crate::scene::Flight;
use nalgebra::Vector3;

/// Slots that may be vacant before the balls are put in order: this number, and one for so many balls.
const MOST_VACANT: usize = 64;
const MOST_VACANT_PART: usize = 4;

/// With lists, the grid is made anew when one of so many balls is gone.
const FEWER_PART: usize = 4;

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
            self.pasts.push(CollisionHistory::default());
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
        self.unfit |= ball.matter.radius > self.made_for.1 || self.len() > 2 * self.made_for.0;
        if self.unfit {
            return;
        }
        if self.lists.is_some() {
            self.begin_first_lease(slot as usize, now);
        } else {
            self.cells.add(self.grid.index(cell), slot);
        }
        if self.zones.any() {
            self.note_if_zoned(slot as usize);
        }
    }

    /// Removes balls. O(1) each, amortised, while few motions are dirty.
    ///
    /// The slot of a removed ball stays vacant until the balls are put in order in memory: it is in no cell and in no list, its
    /// events are never due, and its stamp differs from all stamps before. So its former partners find their predictions stale
    /// when they are due. New balls get new slots: in a slot used again a stamp could repeat.
    pub(crate) fn remove(&mut self, names: impl Iterator<Item = u32>) {
        for name in names {
            self.vacate(name);
        }
        let cards = &self.cards;
        self.turned.retain(|slot| !cards[*slot as usize].is_vacant());
        if self.vacant > MOST_VACANT + self.len() / MOST_VACANT_PART {
            self.order_after = 0;
        }
        // With fewer balls in the same box, lists may cost more than they spare.
        self.unfit |= self.lists.is_some() && self.len() < self.made_of - self.made_of / FEWER_PART;
    }

    fn vacate(&mut self, name: u32) {
        let slot = self.slot(name);
        if !self.unfit {
            self.cells.remove(self.grid.index(self.hot[slot].tag.cell()), slot as u32);
            if let Some(lists) = &mut self.lists {
                lists.leave(slot);
            }
        }
        let ball = &mut self.hot[slot];
        ball.tag = ball.tag.turned(true);
        ball.flight.velocity = Vector3::zeros();
        self.cards[slot].vacate();
        self.slots[name as usize] = NONE;
        self.vacant += 1;
    }

    /// Whether there is a ball of this name.
    pub(crate) fn contains(&self, name: u32) -> bool {
        self.slots.get(name as usize).is_some_and(|slot| *slot != NONE)
    }

    /// The names of all balls, in the order of their slots.
    pub(crate) fn names(&self) -> impl Iterator<Item = u32> + '_ {
        let balls = self.cards.iter().filter(|card| !card.is_vacant());
        balls.map(|card| card.id.index)
    }

    /// The number of a ball's species.
    #[allow(dead_code, reason = "the world does not need it yet")]
    pub(crate) fn kind(&self, name: u32) -> u32 {
        self.cards[self.slot(name)].kind
    }

    /// How a ball moves.
    pub(crate) fn flight(&self, name: u32) -> Flight {
        self.hot[self.slot(name)].flight
    }

    /// When a ball collided, as far as that is remembered.
    pub(crate) fn past(&self, name: u32) -> CollisionHistory {
        self.pasts.get(self.slot(name)).copied().unwrap_or_default()
    }

    pub(crate) fn set_past(&mut self, name: u32, past: CollisionHistory) {
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

#[cfg(test)]
mod tests;
