//! The loop of the lane: it executes crossings up to the next event that the caller executes.

use super::due_times::Entry;
use super::lane::BallLane;
use super::next_event::{in_scene_order, wall_of};
use super::upcoming::{Upcoming, UpcomingKind};

impl BallLane {
    /// The next event up to `limit`. Crossings before it are executed. After `most` crossings and
    /// repeated predictions it is a [pause](UpcomingKind::Paused); `usize::MAX`: never.
    #[inline]
    pub(super) fn next_event(&mut self, now: f64, limit: f64, mut most: usize) -> Option<Upcoming> {
        self.lookahead.catch_up(now);
        debug_assert!(self.balls.dirty().is_empty(), "dirty motions were not flushed");
        let mut reached = now;
        loop {
            if self.zones.has_rezoned() {
                return Some(Upcoming {
                    time: reached,
                    kind: UpcomingKind::Rezoned,
                });
            }
            let (schedule, due) = self.schedule();
            let opened = schedule.calendar_mut().open_if_empty(&due);
            let opened = opened.map(|opened| (opened.len(), earliest(opened)));
            let next = match opened {
                Some(_) => None,
                None => schedule.calendar_mut().peek(&due),
            };
            let time = match opened {
                Some((_, first)) => first,
                None => next.map_or(f64::INFINITY, |next| next.time),
            };
            if let Some(change) = self.first_change(time.min(limit))
                && goes_before(&change, time)
            {
                return Some(change);
            }
            if time > self.balls.foreseen_until() && self.make_cells_ahead(limit) {
                most = most.saturating_sub(self.balls.len());
                reached = self.lookahead.until();
                if most == 0 {
                    return Some(paused(reached));
                }
                continue;
            }
            if time > limit {
                return None;
            }
            if let Some((count, first)) = opened {
                most = most.saturating_sub(count.max(1));
                self.begin_bucket(first);
                let (schedule, due) = self.schedule();
                schedule.calendar_mut().sort_opened(&due);
                reached = first;
                if most == 0 {
                    return Some(paused(first));
                }
                continue;
            }
            let Entry { body, .. } = next?;
            let slot = body as usize;
            let event = *self.balls.event(slot);
            self.lookahead.extend_to(time);
            reached = time;
            if !self.clear.is_valid_at(time) {
                self.clear.renew(&mut self.balls, &self.grid, time);
            }
            if event.hit > time {
                self.lookahead.record(event.id.index);
                if let Some(wrap) = self.cross_cell(slot, time) {
                    return Some(wrap);
                }
            } else {
                if let Some(wall) = wall_of(event.partner) {
                    let kind = UpcomingKind::Wall(event.id.index, wall);
                    return Some(Upcoming { time, kind });
                }
                if self.balls.motion(event.partner as usize).stamp() == event.partner_stamp {
                    let kind = UpcomingKind::Pair(in_scene_order(self.balls.events(), body, event.partner));
                    return Some(Upcoming { time, kind });
                }
                self.counters.stale += 1;
                self.predict(slot, time);
            }
            most -= 1;
            if most == 0 {
                return Some(paused(time));
            }
        }
    }
}

fn earliest(entries: &[Entry]) -> f64 {
    entries.iter().map(|entry| entry.time).fold(f64::INFINITY, f64::min)
}

/// Whether the change of an overlap comes before any event at a time: its begin comes before a
/// meeting at the same time, and its end after it.
fn goes_before(change: &Upcoming, time: f64) -> bool {
    change.time < time || change.time == time && matches!(change.kind, UpcomingKind::Overlap(_, true))
}

fn paused(time: f64) -> Upcoming {
    Upcoming {
        time,
        kind: UpcomingKind::Paused,
    }
}
