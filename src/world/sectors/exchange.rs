//! Which balls are in which sectors: chosen again after some windows.

use super::board::{Board, Notes};
use super::constants::{CHOICES_PER_SPEED, HYSTERESIS};
use super::fastest::Speeds;
use super::record::{Note, Role};
use super::sector::Sector;
use super::slabs::Slabs;

impl Sector {
    /// Announces where the own balls are from now on. O(balls near the ends of the slab), and now and then O(n).
    pub(super) fn announce(&mut self, depth: f64, board: &Board) {
        self.choices += 1;
        self.renew_speeds(board);
        let slabs = &board.slabs;
        let mut notes = board.write_notes(self.number);
        notes.to.resize_with(slabs.count(), Vec::new);
        notes.to.iter_mut().for_each(Vec::clear);
        notes.copies.clear();
        let mut near = std::mem::take(&mut self.shared);
        self.add_near_ends(depth, slabs, &mut near);
        near.retain(|name| !self.announce_ball(*name, depth, slabs, &mut notes));
        self.shared = near;
    }

    /// Bounds the speeds from now on: by the bounds before, and now and then by the present balls.
    fn renew_speeds(&mut self, board: &Board) {
        let passed = self.from - std::mem::replace(&mut self.chosen, self.from);
        self.speeds.along += board.fastest().acceleration * passed;
        self.speeds.any += self.lane.greatest_acceleration() * passed;
        if self.choices.is_multiple_of(CHOICES_PER_SPEED) {
            self.lane.forget_former_speeds(self.from);
            self.speeds = Speeds::of(&self.lane, self.axis, self.from);
        }
        board.note_speed(self.number, self.speeds.along);
    }

    /// Adds the own balls up to a depth from the ends of the slab that no other sector has.
    fn add_near_ends(&mut self, depth: f64, slabs: &Slabs, near: &mut Vec<u32>) {
        let (mut found, now) = (Vec::new(), self.from);
        for region in slabs.near_ends(self.number, depth) {
            self.lane.candidates_in_cells(&region, &mut found);
        }
        self.lane.strays(now, &mut found);
        for name in found {
            let is_alone = self.marks.is_private(name);
            let is_seen = std::mem::replace(&mut self.seen[name as usize], self.choices) == self.choices;
            if is_alone && !is_seen && !slabs.is_deep_in(self.number, slabs.place(&self.lane.path(name), now), depth) {
                near.push(name);
            }
        }
    }

    /// Announces where an own ball is from now on, if that is elsewhere. Returns whether it is.
    fn announce_ball(&mut self, name: u32, depth: f64, slabs: &Slabs, notes: &mut Notes) -> bool {
        let (place, before) = (slabs.place(&self.lane.path(name), self.from), self.marks.holders(name));
        let owner = slabs.slab_of(place);
        // Copies stay a little longer than they would come, so that few come and go.
        let stays = slabs.sectors_near(place, depth + HYSTERESIS * slabs.reach());
        let sectors = match stays & !before {
            0 => stays,
            _ => slabs.sectors_near(place, depth) | before & stays,
        };
        if owner == self.number && sectors == before {
            return false;
        }
        let role_in = |slab: usize| match slab {
            slab if slab == owner => Role::Own,
            slab if sectors >> slab & 1 == 1 => Role::Ghost,
            _ => Role::Absent,
        };
        let others = (sectors | before) & !(1 << self.number);
        for slab in (0..slabs.count()).filter(|slab| others >> slab & 1 == 1) {
            let copy = (before >> slab & 1 == 0).then(|| {
                notes.copies.push(self.lane.copy(name));
                notes.copies.len() as u32 - 1
            });
            notes.to[slab].push(Note {
                name,
                role: role_in(slab),
                sectors,
                copy,
            });
        }
        self.moved.push((name, role_in(self.number), sectors));
        true
    }

    /// Takes in what the other sectors have announced.
    pub(super) fn receive(&mut self, board: &Board) {
        let now = self.from;
        let mut gone = Vec::new();
        let mut moved = std::mem::take(&mut self.moved);
        for (name, role, sectors) in moved.drain(..) {
            self.place(name, role, sectors, &mut gone);
        }
        self.moved = moved;
        let number = self.number;
        for other in (0..board.count()).filter(|other| *other != number) {
            let notes = board.read_notes(other);
            for note in &notes.to[number] {
                if let Some(copy) = note.copy {
                    self.lane.insert_copy(&notes.copies[copy as usize], now);
                }
                self.place(note.name, note.role, note.sectors, &mut gone);
            }
        }
        self.lane.remove(gone.into_iter());
        self.lane.flush(now);
    }

    fn place(&mut self, name: u32, role: Role, sectors: u32, gone: &mut Vec<u32>) {
        self.marks.set(name, role, sectors);
        match role {
            Role::Own => {
                // It may have got faster as a ball of another sector.
                self.speeds.include(&self.lane.path(name).velocity_at(self.from), self.axis);
                if sectors != 1 << self.number {
                    self.shared.push(name);
                }
            }
            Role::Ghost => {}
            Role::Absent => gone.push(name),
        }
    }
}
