//! Which balls are in which sectors: chosen again after some windows.

use super::board::{Board, Notes};
use super::constants::HYSTERESIS;
use super::record::{ABSENT, Note, OWN};
use super::sector::Sector;
use super::slabs::Slabs;

impl Sector {
    /// Announces where the own balls are from now on. O(n), with small constants for balls that are
    /// far from all other slabs.
    pub(super) fn announce(&mut self, depth: f64, board: &Board) {
        let (slabs, now) = (&board.slabs, self.from);
        let mut notes = board.write_notes(self.number);
        notes.to.resize_with(slabs.count(), Vec::new);
        notes.to.iter_mut().for_each(Vec::clear);
        notes.copies.clear();
        let mut moving = std::mem::take(&mut self.shared);
        let mut speed_squared = 0.0_f64;
        for (slot, flight) in self.lane.flights_by_slot() {
            speed_squared = speed_squared.max(flight.velocity.norm_squared());
            if slabs.is_deep_in(self.number, slabs.place(flight, now), depth) {
                continue;
            }
            let is_alone = |name: &u32| self.owns(*name) && self.holders[*name as usize] == 1 << self.number;
            moving.extend(self.lane.name_in(slot).filter(is_alone));
        }
        self.lane.set_greatest_speed_squared(speed_squared);
        board.note_speed(self.number, self.lane.greatest_speed());
        for name in moving.drain(..) {
            self.announce_ball(name, depth, slabs, &mut notes);
        }
        self.shared = moving;
    }

    /// Announces where an own ball is from now on.
    fn announce_ball(&mut self, name: u32, depth: f64, slabs: &Slabs, notes: &mut Notes) {
        let (place, before) = (slabs.place(self.lane.flight(name), self.from), self.holders[name as usize]);
        let owner = slabs.slab_of(place);
        // Copies stay a little longer than they would come, so that few come and go.
        let stays = slabs.sectors_near(place, depth + HYSTERESIS * slabs.reach());
        let sectors = slabs.sectors_near(place, depth) | before & stays;
        let depth_in = |slab: usize| match slab {
            slab if slab == owner => OWN,
            slab if sectors >> slab & 1 == 1 => slabs.depth(slab, place) as f32,
            _ => ABSENT,
        };
        let others = (sectors | before) & !(1 << self.number);
        for slab in (0..slabs.count()).filter(|slab| others >> slab & 1 == 1) {
            let copy = (before >> slab & 1 == 0).then(|| {
                notes.copies.push(self.lane.copy(name));
                notes.copies.len() as u32 - 1
            });
            notes.to[slab].push(Note {
                name,
                depth: depth_in(slab),
                sectors,
                copy,
            });
        }
        self.moved.push((name, depth_in(self.number), sectors));
    }

    /// Takes in what the other sectors have announced.
    pub(super) fn receive(&mut self, board: &Board) {
        let now = self.from;
        let mut gone = Vec::new();
        let mut moved = std::mem::take(&mut self.moved);
        for (name, depth, sectors) in moved.drain(..) {
            self.place(name, depth, sectors, &mut gone);
        }
        self.moved = moved;
        let number = self.number;
        for other in (0..board.count()).filter(|other| *other != number) {
            let notes = board.read_notes(other);
            for note in &notes.to[number] {
                if let Some(copy) = note.copy {
                    self.lane.insert_copy(&notes.copies[copy as usize], now);
                }
                self.place(note.name, note.depth, note.sectors, &mut gone);
            }
        }
        self.lane.remove(gone.into_iter());
        self.lane.flush(now);
    }

    fn place(&mut self, name: u32, depth: f32, sectors: u32, gone: &mut Vec<u32>) {
        self.depths[name as usize] = depth;
        self.holders[name as usize] = if depth == OWN { sectors } else { 0 };
        if depth == OWN && sectors != 1 << self.number {
            self.shared.push(name);
        }
        if depth == ABSENT {
            gone.push(name);
        }
    }
}
