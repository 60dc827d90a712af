//! A window: the sector executes all collisions of its balls, or goes back.

use super::board::Board;
use super::record::{Entry, Former, OWN, Record};
use super::sector::Sector;
use crate::lane::Lane;
use crate::lane::balls::{BallCollision, BallLane, CollisionOutcome, UpcomingKind};
use crate::lane::order::WALL_SERIAL;
use crate::scene::{Settings, Zeno};

impl Sector {
    /// Advances to a time. What is not for sectors is noted on the board: the window then ends
    /// there.
    pub(super) fn run(&mut self, to: f64, settings: &Settings, board: &Board) {
        self.page = 1 - self.page;
        self.to = to;
        self.of_ghosts.clear();
        self.former.clear();
        self.records.clear();
        let mut page = board.write_page(self.number, self.page);
        page.clear();
        if let Err(time) = self.run_until(to, settings, board.are_free, &mut page) {
            board.note_unusual(time);
        }
        board.note_speed(self.number, self.speed);
    }

    /// The same. `are_free`: whether no ball has an acceleration or turns. The error is the time of an
    /// event that is not for sectors.
    fn run_until(&mut self, to: f64, settings: &Settings, are_free: bool, page: &mut Vec<Entry>) -> Result<(), f64> {
        let late = self.lane.counters().late;
        while let Some(coming) = self.lane.next(self.from, to, usize::MAX) {
            let time = coming.time;
            let collided = match coming.kind {
                UpcomingKind::Pair(slots) => {
                    let serials = slots.map(|slot| self.lane.serial(slot));
                    self.execute(time, slots, serials, page, |lane| {
                        let outcome = match are_free {
                            true => lane.collide::<true>(slots, time, &settings.zeno),
                            false => collide_unlike(lane, slots, time, &settings.zeno),
                        };
                        match outcome {
                            CollisionOutcome::Collided(collision) => Some(collision),
                            CollisionOutcome::MayRest | CollisionOutcome::Endless(_) => None,
                        }
                    })
                }
                UpcomingKind::Wall(name, wall) => {
                    let slot = self.lane.slot(name);
                    let serials = [self.lane.serial(slot), WALL_SERIAL + wall as u32];
                    self.execute(time, [slot], serials, page, |lane| {
                        lane.collide_with_wall(name, wall, time, settings)
                    })
                }
                _ => false,
            };
            if !collided || self.lane.counters().late != late {
                return Err(time);
            }
        }
        Ok(())
    }

    /// Executes a collision of balls, given by their slots, and notes it. The serial numbers are those
    /// of both parties. Returns whether it is for sectors.
    #[inline(always)]
    fn execute<const N: usize>(
        &mut self,
        time: f64,
        slots: [u32; N],
        serials: [u32; 2],
        page: &mut Vec<Entry>,
        collide: impl FnOnce(&mut BallLane) -> Option<BallCollision>,
    ) -> bool {
        // A consequence of a collision at the same time belongs to a later round.
        let states = slots.map(|slot| self.lane.state_in(slot));
        if time <= self.from || states.iter().any(|state| state.flight.epoch == time) {
            return false;
        }
        let names = slots.map(|slot| self.lane.id(slot).index);
        let Some(collision) = collide(&mut self.lane) else {
            return false;
        };
        for (number, name) in names.into_iter().enumerate() {
            self.former.push(Former {
                name,
                state: states[number],
            });
            let velocity = &self.lane.flight_in(slots[number]).velocity;
            self.speed = self.speed.max(velocity[self.axis].abs());
            if collision.changes[number].inverse_mass > 0.0 {
                self.note(slots[number], name, serials[1 - number], number == 1, page);
            }
        }
        if self.owns(names[0]) {
            let motions = || slots.map(|slot| self.lane.own_motion_in(slot));
            self.records.push(Record {
                time,
                serials,
                collision,
                motions: self.records_motion.then(|| Box::from(motions())),
            });
        }
        self.lane.flush(time);
        true
    }

    /// Notes the new motion of a ball that other sectors have, too.
    #[inline]
    fn note(&mut self, slot: u32, name: u32, partner: u32, is_second: bool, page: &mut Vec<Entry>) {
        let is_own = self.depths[name as usize] == OWN;
        if is_own && self.holders[name as usize] == 1 << self.number {
            return;
        }
        let entry = Entry {
            name,
            partner,
            is_second,
            state: self.lane.state_in(slot),
        };
        match is_own {
            true => page.push(entry),
            false => self.of_ghosts.push(entry),
        }
    }

    /// Goes back to the begin of the window.
    pub(super) fn undo(&mut self) {
        let now = self.from;
        for former in self.former.iter().rev() {
            self.lane.restore(former.name, &former.state, now);
        }
        self.lane.go_back(now);
        self.former.clear();
        self.of_ghosts.clear();
        self.records.clear();
    }
}

/// Executes a meeting where balls have accelerations or turn.
#[inline(never)]
fn collide_unlike(lane: &mut BallLane, slots: [u32; 2], time: f64, zeno: &Zeno) -> CollisionOutcome {
    lane.collide::<false>(slots, time, zeno)
}
