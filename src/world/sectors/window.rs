//! A window: the sector executes all collisions of its balls, or goes back.

use super::board::Board;
use super::record::{Entry, Former, OWN, Record};
use super::sector::Sector;
use crate::lane::Lane;
use crate::lane::balls::{BallCollision, CollisionOutcome, UpcomingKind};
use crate::scene::Zeno;

impl Sector {
    /// Advances to a time. What is not for sectors is noted on the board: the window then ends
    /// there.
    pub(super) fn run(&mut self, to: f64, zeno: &Zeno, board: &Board) {
        self.page = 1 - self.page;
        self.to = to;
        self.of_ghosts.clear();
        self.former.clear();
        self.records.clear();
        let mut page = board.write_page(self.number, self.page);
        page.clear();
        if let Err(time) = self.run_until(to, zeno, &mut page) {
            board.note_unusual(time);
        }
        board.note_speed(self.number, self.lane.greatest_speed());
    }

    /// The same. The error is the time of an event that is not for sectors.
    fn run_until(&mut self, to: f64, zeno: &Zeno, page: &mut Vec<Entry>) -> Result<(), f64> {
        let late = self.lane.counters().late;
        while let Some(coming) = self.lane.next(self.from, to, usize::MAX) {
            let time = coming.time;
            let UpcomingKind::Pair(slots) = coming.kind else {
                return Err(time);
            };
            // A consequence of a collision at the same time belongs to a later round.
            let flights = slots.map(|slot| *self.lane.flight_in(slot));
            if time <= self.from || flights.iter().any(|flight| flight.epoch == time) {
                return Err(time);
            }
            let names = slots.map(|slot| self.lane.id(slot).index);
            let serials = slots.map(|slot| self.lane.serial(slot));
            let former = [0, 1].map(|number: usize| Former {
                name: names[number],
                flight: flights[number],
                past: self.lane.past_in(slots[number]),
            });
            let CollisionOutcome::Collided(collision) = self.lane.collide::<true>(slots, time, zeno) else {
                return Err(time);
            };
            self.former.extend(former);
            self.note(slots, names, &collision, page);
            if self.owns(names[0]) {
                self.records.push(Record {
                    time,
                    serials,
                    collision,
                });
            }
            self.lane.flush(time);
            if self.lane.counters().late != late {
                return Err(time);
            }
        }
        Ok(())
    }

    /// Notes the new motions of balls that other sectors have, too.
    #[inline]
    fn note(&mut self, slots: [u32; 2], names: [u32; 2], collision: &BallCollision, page: &mut Vec<Entry>) {
        for (number, name) in names.into_iter().enumerate() {
            if collision.changes[number].inverse_mass == 0.0 {
                continue;
            }
            let is_own = self.depths[name as usize] == OWN;
            if is_own && self.holders[name as usize] == 1 << self.number {
                continue;
            }
            let entry = Entry {
                name,
                partner: names[1 - number],
                is_second: number == 1,
                flight: *self.lane.flight_in(slots[number]),
                past: self.lane.past_in(slots[number]),
            };
            match is_own {
                true => page.push(entry),
                false => self.of_ghosts.push(entry),
            }
        }
    }

    /// Goes back to the begin of the window.
    pub(super) fn undo(&mut self) {
        let now = self.from;
        for former in self.former.iter().rev() {
            self.lane.restore_flight(former.name, &former.flight, former.past, now);
        }
        self.lane.rewind(now);
        self.lane.flush(now);
        self.former.clear();
        self.of_ghosts.clear();
        self.records.clear();
    }
}
