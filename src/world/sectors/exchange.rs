//! Which balls are in which sectors: chosen again after some windows.

use super::board::{Board, Notes};
use super::constants::{CHOICES_PER_SPEED, HYSTERESIS};
use super::record::{ABSENT, Note, OWN};
use super::sector::Sector;
use super::slabs::Slabs;

impl Sector {
    /// Announces where the own balls are from now on. O(balls near the ends of the slab), and now and then O(n).
    pub(super) fn announce(&mut self, depth: f64, board: &Board) {
        self.choices += 1;
        self.renew_speed(board);
        let slabs = &board.slabs;
        let mut notes = board.write_notes(self.number);
        notes.to.resize_with(slabs.count(), Vec::new);
        notes.to.iter_mut().for_each(Vec::clear);
        notes.copies.clear();
        let mut moving = std::mem::take(&mut self.shared);
        self.add_near_ends(depth, slabs, &mut moving);
        for name in moving.drain(..) {
            self.announce_ball(name, depth, slabs, &mut notes);
        }
        self.shared = moving;
    }

    /// Bounds the speed from now on: by the bound before, and now and then by the present balls.
    fn renew_speed(&mut self, board: &Board) {
        let passed = self.from - std::mem::replace(&mut self.chosen, self.from);
        self.speed += board.fastest().acceleration * passed;
        if self.choices.is_multiple_of(CHOICES_PER_SPEED) {
            self.lane.forget_former_speeds(self.from);
            self.speed = board.slabs.fastest(&self.lane, self.from).speed;
        }
        board.note_speed(self.number, self.speed);
    }

    /// Adds the own balls up to a depth from the ends of the slab that no other sector has.
    fn add_near_ends(&mut self, depth: f64, slabs: &Slabs, moving: &mut Vec<u32>) {
        let (mut found, now) = (Vec::new(), self.from);
        for region in slabs.near_ends(self.number, depth) {
            self.lane.candidates_in_cells(&region, &mut found);
        }
        self.lane.strays(now, &mut found);
        for name in found {
            let is_alone = self.owns(name) && self.holders[name as usize] == 1 << self.number;
            let is_seen = std::mem::replace(&mut self.seen[name as usize], self.choices) == self.choices;
            if is_alone && !is_seen && !slabs.is_deep_in(self.number, slabs.place(&self.lane.path(name), now), depth) {
                moving.push(name);
            }
        }
    }

    /// Announces where an own ball is from now on.
    fn announce_ball(&mut self, name: u32, depth: f64, slabs: &Slabs, notes: &mut Notes) {
        let (place, before) = (slabs.place(&self.lane.path(name), self.from), self.holders[name as usize]);
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
