//! A window: the sector executes all collisions of its balls, or goes back.

use super::board::Board;
use super::record::{Entry, OfGhost, Record};
use super::sector::Sector;
use crate::domain::Wall;
use crate::lane::Lane;
use crate::lane::balls::{BallCollision, CollisionOutcome, UpcomingKind};
use crate::lane::order::WALL_SERIAL;
use crate::scene::Settings;

impl Sector {
    /// Advances to a time. What is not for sectors is noted on the board: the window then ends
    /// there.
    pub(super) fn run(&mut self, to: f64, settings: &Settings, board: &Board) {
        self.page = 1 - self.page;
        self.to = to;
        self.of_ghosts.clear();
        self.formers.clear();
        self.records.clear();
        let mut page = board.write_page(self.number, self.page);
        page.clear();
        let ended = match board.are_free {
            true => self.run_until::<true>(to, settings, &mut page),
            false => self.run_until::<false>(to, settings, &mut page),
        };
        if let Err(time) = ended {
            board.note_unusual(time);
        }
        board.note_speed(self.number, self.speeds.along);
    }

    /// The same. `FREE`: no ball has an acceleration or turns. The error is the time of an event that is not
    /// for sectors.
    fn run_until<const FREE: bool>(&mut self, to: f64, settings: &Settings, page: &mut Vec<Entry>) -> Result<(), f64> {
        let late = self.lane.counters().late;
        while let Some(coming) = self.lane.next(self.from, to, usize::MAX) {
            let time = coming.time;
            let is_executed = match coming.kind {
                UpcomingKind::Pair(slots) => self.collide::<FREE>(slots, time, settings, page),
                UpcomingKind::Wall(name, wall) => self.collide_with_wall(name, wall, time, settings, page),
                _ => false,
            };
            if !is_executed || self.lane.counters().late != late {
                return Err(time);
            }
        }
        Ok(())
    }

    /// Executes the collision of the balls in two slots, in scene order, and notes it. Returns whether it is
    /// for sectors.
    #[inline(always)]
    fn collide<const FREE: bool>(&mut self, slots: [u32; 2], time: f64, settings: &Settings, page: &mut Vec<Entry>) -> bool {
        if !self.store_former(slots, time) {
            return false;
        }
        let serials = slots.map(|slot| self.lane.serial(slot));
        let outcome = self.lane.collide::<FREE>(slots, time, &settings.zeno);
        let CollisionOutcome::Collided(collision) = &outcome else {
            return false;
        };
        self.note(collision, slots, serials, time, page);
        true
    }

    /// The same for a ball and a wall.
    #[inline(never)]
    fn collide_with_wall(&mut self, name: u32, wall: Wall, time: f64, settings: &Settings, page: &mut Vec<Entry>) -> bool {
        let slot = self.lane.slot(name);
        if !self.store_former([slot], time) {
            return false;
        }
        let serials = [self.lane.serial(slot), WALL_SERIAL + wall as u32];
        let Some(collision) = self.lane.collide_with_wall(name, wall, time, settings) else {
            return false;
        };
        self.note(&collision, [slot], serials, time, page);
        true
    }

    /// Stores the motions of balls that are about to collide. Returns whether their collision is the first of
    /// each at its time: a consequence of another one belongs to a later round. (What is not executed ends the
    /// window, which is undone: these are the present motions then.)
    #[inline(always)]
    fn store_former<const N: usize>(&mut self, slots: [u32; N], time: f64) -> bool {
        for slot in slots {
            self.formers.push(self.lane.id(slot).index, &self.lane.state_in(slot));
        }
        time > self.from && slots.iter().all(|slot| self.lane.flight_in(*slot).epoch != time)
    }

    /// Notes a collision that has been executed, and predicts again what it changes. The serial numbers are
    /// those of both parties.
    #[inline(always)]
    fn note<const N: usize>(
        &mut self,
        collision: &BallCollision,
        slots: [u32; N],
        serials: [u32; 2],
        time: f64,
        page: &mut Vec<Entry>,
    ) {
        let names = slots.map(|slot| self.lane.id(slot).index);
        for number in 0..N {
            let (name, slot) = (names[number], slots[number]);
            self.speeds.include(&self.lane.flight_in(slot).velocity, self.axis);
            if collision.changes[number].inverse_mass == 0.0 || self.marks.is_private(name) {
                continue;
            }
            let entry = Entry {
                name,
                partner: serials[1 - number],
                state: self.lane.state_in(slot),
            };
            match self.marks.owns(name) {
                true => page.push(entry),
                false => self.of_ghosts.push(OfGhost {
                    entry,
                    former: (self.formers.len() + number - N) as u32,
                    is_with_own: names.get(1 - number).is_some_and(|partner| self.marks.owns(*partner)),
                }),
            }
        }
        if self.marks.owns(names[0]) {
            let motions = || slots.map(|slot| self.lane.own_motion_in(slot));
            self.records.push(Record {
                time,
                serials,
                collision: *collision,
                motions: self.records_motion.then(|| Box::from(motions())),
            });
        }
        self.lane.flush(time);
    }

    /// Goes back to the begin of the window.
    pub(super) fn undo(&mut self) {
        let now = self.from;
        for (name, state) in self.formers.latest_first(|_| true) {
            self.lane.restore(name, &state, now);
        }
        self.lane.go_back(now);
        self.formers.clear();
        self.of_ghosts.clear();
        self.records.clear();
    }
}
