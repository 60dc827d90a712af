//! A gas: balls in uniform motion and nothing else, in a compact form, with the next event of each.
//!
//! What [`World`](crate::World) does for any bodies with boxes, pairs and plans is done here for the simplest of them at a
//! small part of the cost. The events are the same to the bit: when two balls meet, where, and what they do then are
//! functions of their two motion pieces, and both sides ask the same ones.
//!
//! 1. A ball's *lease* is a cell of a grid: it is good until the centre leaves it. Two balls can meet only if their cells
//!    are the same or neighbours, so a ball that goes over into a cell need only look at the cells that it was not beside
//!    before.
//! 2. A ball keeps its own next event alone. A partner that has turned since is known by the epoch of its motion: then the
//!    ball looks anew. So a collision touches nobody else's event (Lubachevsky 1991).
//! 3. The balls stand in a [calendar](calendar) by when they are due. What it takes to look at a ball is one line of
//!    memory, and balls that are near each other stand near each other in memory; what is due soon is [fetched](dues)
//!    before.
//! 4. What is due on one day and disturbs nobody is done [together](day) when the day begins.
//! 5. Of the balls beside one, [several](scan) are looked at side by side, and all are passed over that cannot be met.

mod around;
mod audit;
mod ball;
mod calendar;
mod cells;
mod collide;
mod cross;
mod day;
mod dues;
mod glance;
mod grid;
mod images;
mod lists;
mod look;
mod membership;
mod order;
mod region;
mod scan;
#[cfg(test)]
mod testing;
mod turn;
mod work;
mod zones;

pub(crate) use ball::{Ball, Matter};
pub(crate) use collide::Answer;
pub(crate) use work::Work;
pub(crate) use zones::Region;

use crate::broad::Image;
use crate::impact::FastPathLimits;
use crate::response::CollisionHistory;
use crate::scene::{Domain, Wall};
use around::Beside;
use ball::{Card, Hot, wall_of};
use calendar::Calendar;
use cells::Cells;
use day::Looks;
use dues::{Dues, Entry, dues};
use glance::Glances;
use grid::Grid;
use lists::Lists;
use nalgebra::Vector3;
use zones::Zones;

/// The box in which a gas is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Space {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
    /// Without walls: what leaves at one side comes in at the other.
    pub(crate) periodic: bool,
}

impl Space {
    /// The place inside the box that a place is an image of.
    fn inside(&self, place: &Vector3<f64>) -> Vector3<f64> {
        let (min, max) = (self.min, self.max);
        match self.periodic {
            true => Domain::Periodic { min, max }.image(place),
            false => *place,
        }
    }
}

/// What is to happen next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coming {
    pub(crate) time: f64,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// Two meet, in scene order, each told by where it stands: good until anything is changed.
    Pair([u32; 2]),
    /// One, by name, meets a wall.
    Wall(u32, Wall),
    /// One, by name, has gone almost as many lengths of the domain as are counted: it needs a new piece, inside the box.
    Far(u32),
    /// Nothing before this time: as much as was allowed has been done without coming to anything.
    Paused,
    /// Nothing before this time: balls are in other [zones](Gas::set_zone), which are to be [drained](Gas::rezoned) first.
    Rezoned,
}

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Gas {
    space: Space,
    grid: Grid,
    /// By axis and number.
    beside: [Vec<Beside>; 3],
    /// Whether the domain is periodic and has few cells on some axis.
    few_cells: bool,
    hot: Vec<Hot>,
    cards: Vec<Card>,
    /// By their numbers.
    matters: Vec<Matter>,
    /// When the balls collided, if the policy asks.
    pasts: Vec<CollisionHistory>,
    keeps_pasts: bool,
    /// In a periodic domain: how many lengths of it each ball has been shifted back since it came, by its name.
    lengths_gone: Vec<Image>,
    cells: Cells,
    /// Where balls are close together.
    lists: Option<Lists>,
    /// Where there are lists, of no more balls than the cache holds: what else would be fetched costs more than it spares.
    glances: Option<Glances>,
    half_lengths: [f64; 3],
    /// Scratch for the balls near one.
    list: Vec<u32>,
    /// Scratch for those that look around side by side.
    looks: Looks,
    /// How far a ball may be outside of its cell.
    slack: f64,
    /// The radius of all, or nothing if they differ.
    common_radius: Option<f64>,
    radii: Vec<f64>,
    /// Where each ball stands, by its name.
    slots: Vec<u32>,
    calendar: Calendar<Entry>,
    clearness: FastPathLimits,
    /// The greatest speed so far, squared.
    speed_squared: f64,
    /// Up to when the clearness holds.
    clear_until: f64,
    /// Balls with new motions, by their slots.
    turned: Vec<u32>,
    /// Whether the cells do not fit the balls any more, and so hold none.
    unfit: bool,
    /// How many balls the cells were made for, and the largest radius.
    made_for: (usize, f64),
    /// Whether the calendar must be filled anew.
    calendar_is_stale: bool,
    /// Balls that went over since the world looked ahead, by name.
    ahead: Vec<u32>,
    /// Up to when it has looked.
    seen: f64,
    work: Work,
    /// The balls are put in order after so many crossings.
    order_after: u64,
    /// How many slots are vacant.
    vacant: usize,
    /// How many balls there were when the cells were made.
    made_of: usize,
    zones: Zones,
}

impl Gas {
    /// An empty gas. `keeps_pasts`: whether it is to remember when balls collided.
    pub(crate) fn new(space: Space, keeps_pasts: bool) -> Self {
        Self {
            space,
            grid: Grid::new(&space, f64::INFINITY, f64::INFINITY, 1),
            beside: Default::default(),
            few_cells: false,
            hot: Vec::new(),
            cards: Vec::new(),
            matters: Vec::new(),
            pasts: Vec::new(),
            keeps_pasts,
            lengths_gone: Vec::new(),
            cells: Cells::default(),
            lists: None,
            glances: None,
            half_lengths: (0.5 * (space.max - space.min)).into(),
            list: Vec::new(),
            looks: Looks::default(),
            slack: 0.0,
            common_radius: None,
            radii: Vec::new(),
            slots: Vec::new(),
            calendar: Calendar::default(),
            clearness: FastPathLimits::new(f64::INFINITY, 0.0, 1.0, 0.0),
            speed_squared: 0.0,
            clear_until: f64::NEG_INFINITY,
            turned: Vec::new(),
            unfit: true,
            made_for: (0, 0.0),
            calendar_is_stale: false,
            ahead: Vec::new(),
            seen: f64::NEG_INFINITY,
            work: Work::default(),
            order_after: 0,
            vacant: 0,
            made_of: 0,
            zones: Zones::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.hot.len() - self.vacant
    }

    /// Whether it has looked further than `now`, which is then to be [undone](Self::rewind) before a motion is changed.
    pub(crate) fn has_looked_beyond(&self, now: f64) -> bool {
        self.seen > now && !self.ahead.is_empty()
    }

    /// How long the fastest ball so far takes through the longest side of the box: infinite if none moves.
    pub(crate) fn time_through(&self) -> f64 {
        (self.space.max - self.space.min).max() / self.speed_squared.sqrt()
    }

    /// Forgets the speeds of balls that have become slower since; false if the fastest so far is as fast as ever. O(n).
    pub(crate) fn forget_past_speeds(&mut self) -> bool {
        let speeds = self.hot.iter().map(|ball| ball.flight.velocity.norm_squared());
        let greatest = speeds.fold(0.0, f64::max);
        let forgets = greatest < self.speed_squared;
        self.speed_squared = greatest;
        self.clear_until = f64::NEG_INFINITY;
        forgets
    }

    /// How often each thing was done.
    pub(crate) fn counters(&self) -> Work {
        self.work
    }

    fn slot(&self, name: u32) -> usize {
        self.slots[name as usize] as usize
    }

    #[inline(always)]
    fn radius_at(&self, slot: usize) -> f64 {
        match self.common_radius {
            Some(radius) => radius,
            None => self.radii[slot],
        }
    }

    /// What comes next, if it comes by `limit`; the balls go over into other cells up to then. After so many of these, and of
    /// looks at those whose partner has turned, it is a pause (`usize::MAX`: never).
    #[inline]
    pub(crate) fn coming(&mut self, now: f64, limit: f64, mut most: usize) -> Option<Coming> {
        if now >= self.seen {
            self.ahead.clear();
        }
        debug_assert!(self.turned.is_empty(), "looked ahead before all was settled");
        let mut reached = now;
        loop {
            if self.zones.has_rezoned() {
                return Some(Coming {
                    time: reached,
                    what: What::Rezoned,
                });
            }
            if let Some(today) = self.calendar.fresh_day(&dues!(self)) {
                let first = today.iter().map(|entry| entry.time).fold(f64::INFINITY, f64::min);
                if first > limit {
                    return None;
                }
                most = most.saturating_sub(today.len().max(1));
                self.begin_day(first);
                self.calendar.put_in_order(&dues!(self));
                reached = first;
                if most == 0 {
                    return Some(Coming {
                        time: first,
                        what: What::Paused,
                    });
                }
                continue;
            }
            let Entry { time, body, .. } = self.calendar.peek(&dues!(self))?;
            if time > limit {
                return None;
            }
            let card = self.cards[body as usize];
            self.seen = self.seen.max(time);
            reached = time;
            if time > self.clear_until {
                self.renew_clearness(time);
            }
            if card.hit > time {
                self.ahead.push(card.id.index);
                if let Some(far) = self.go_over(body as usize, time) {
                    return Some(far);
                }
            } else {
                if let Some(wall) = wall_of(card.partner) {
                    let what = What::Wall(card.id.index, wall);
                    return Some(Coming { time, what });
                }
                if self.hot[card.partner as usize].stamp() == card.partner_stamp {
                    return Some(self.pair(body, card.partner, time));
                }
                self.work.stale += 1;
                self.look_all_round(body as usize, time);
            }
            most -= 1;
            if most == 0 {
                return Some(Coming {
                    time,
                    what: What::Paused,
                });
            }
        }
    }

    fn pair(&self, body: u32, partner: u32, time: f64) -> Coming {
        let in_order = self.cards[body as usize].serial < self.cards[partner as usize].serial;
        let what = What::Pair(if in_order { [body, partner] } else { [partner, body] });
        Coming { time, what }
    }
}
