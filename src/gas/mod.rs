//! A gas: balls in uniform motion and nothing else, in a compact form, with the next event of each.
//!
//! What [`World`](crate::World) does for any bodies with boxes, pairs and plans is done here for the simplest of them at a small part
//! of the cost. The events are the same to the bit: when two balls meet is a function of their two motion pieces, and what they do
//! then is the world's affair.
//!
//! 1. A ball's *lease* is a cell of a grid: it is good until the centre leaves it. Two balls can meet only if their cells are the same
//!    or neighbours, so a ball that goes over into a cell need only look at the cells that it was not beside before.
//! 2. A ball keeps its own next event alone. A partner that has turned since is known by a *stamp* that counts its motions: then the
//!    ball looks anew. So a collision touches nobody else's event (Lubachevsky 1991).
//! 3. The events stand in a [calendar](calendar); what it takes to look at a ball is one line of memory, and balls that are near each
//!    other stand near each other in memory.

mod around;
mod audit;
mod calendar;
mod cells;
mod collide;
mod cross;
mod dues;
mod grid;
mod images;
mod lists;
mod look;
mod order;
mod scan;

use crate::event::BodyId;
use crate::impact::Clearness;
use crate::scene::{Domain, Flight, Wall};
pub(crate) use collide::Answer;

use crate::response::Past;
use around::Beside;
use calendar::{Calendar, Entry};
use cells::{Cells, NONE};
use dues::{Dues, dues};
use grid::{Grid, Tag};
use lists::Lists;
use nalgebra::Vector3;

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

/// A ball of a gas, as the gas is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    /// Its index names it here.
    pub(crate) id: BodyId,
    /// Its place in scene order.
    pub(crate) serial: u32,
    /// Number of its matter: balls with the same number are of the same.
    pub(crate) kind: u32,
    pub(crate) matter: Matter,
    pub(crate) flight: Flight,
}

/// What balls of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matter {
    pub(crate) radius: f64,
    /// 1 / mass, 0 for a ball that is held fast: walls are nothing to it.
    pub(crate) inverse_mass: f64,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
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
    /// One, by name, has gone so far that its images can hardly be counted: it needs a new piece, inside the box.
    Far(u32),
}

/// All that a look at a ball needs: one line of memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Hot {
    flight: Flight,
    tag: Tag,
}

/// The next event of a ball, and who it is: what its own events need besides. One line of memory, too.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Card {
    /// When it is due: for its meeting, or sooner, to go over into another cell.
    due: f64,
    /// When it meets its partner.
    hit: f64,
    /// The partner's motion when that was predicted.
    partner_stamp: Stamp,
    partner: u32,
    serial: u32,
    id: BodyId,
    /// Number of its matter.
    kind: u32,
    /// Into which cell it goes over next.
    way: Way,
    /// How many lengths of a periodic domain it is away from the cell in which it is.
    image: [i16; 3],
}

/// Tells the motions of a ball apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Stamp {
    epoch: f64,
    turns: u32,
}

impl Hot {
    #[inline]
    fn stamp(&self) -> Stamp {
        Stamp {
            epoch: self.flight.epoch,
            turns: self.tag.turns(),
        }
    }
}

/// A way into a cell next to one's own.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    axis: u8,
    up: bool,
}

/// What a ball is due with that goes over into another cell.
const CELL: u32 = NONE;

/// From this partner on they are walls, in order.
const FIRST_WALL: u32 = u32::MAX - 8;

impl Card {
    /// Whom or what it is due with.
    #[inline]
    fn due_with(&self) -> u32 {
        if self.due < self.hit { CELL } else { self.partner }
    }
}

fn wall_of(partner: u32) -> Option<Wall> {
    Wall::ALL.get(partner.checked_sub(FIRST_WALL)? as usize).copied()
}

/// How often each thing was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    /// Leases that expired: balls gone over into another cell.
    pub(crate) crossings: u64,
    /// Events whose partner had turned.
    pub(crate) stale: u64,
    /// Pairs looked at.
    pub(crate) looks: u64,
    /// Pairs for which the careful test was asked.
    pub(crate) careful: u64,
    /// Events predicted for a time already passed.
    pub(crate) late: u64,
}

impl Work {
    pub(crate) fn add(&mut self, other: &Self) {
        self.crossings += other.crossings;
        self.stale += other.stale;
        self.looks += other.looks;
        self.careful += other.careful;
        self.late += other.late;
    }

    /// By name.
    pub(crate) fn entries(&self) -> [(&'static str, u64); 4] {
        [
            ("leases expired", self.crossings),
            ("pairs looked at", self.looks),
            ("pairs looked at with care", self.careful),
            ("partners turned", self.stale),
        ]
    }
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
    pasts: Vec<Past>,
    keeps_pasts: bool,
    cells: Cells,
    /// Where balls are close together.
    lists: Option<Lists>,
    half_lengths: [f64; 3],
    /// Scratch for the balls near one.
    list: Vec<u32>,
    /// The radius of all, or nothing if they differ.
    common_radius: Option<f64>,
    radii: Vec<f64>,
    /// Where each ball stands, by its name.
    slots: Vec<u32>,
    calendar: Calendar,
    clearness: Clearness,
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
    /// Crossings when the balls were last put in order.
    ordered_at: u64,
}

/// The rank of a meeting among those at the same time: of the first of the two in scene order, then of the second; walls come last.
fn rank(cards: &[Card], body: u32, partner: u32) -> u64 {
    let one = cards[body as usize].serial;
    let other = cards.get(partner as usize).map_or(partner, |card| card.serial);
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
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
            cells: Cells::default(),
            lists: None,
            half_lengths: (0.5 * (space.max - space.min)).into(),
            list: Vec::new(),
            common_radius: None,
            radii: Vec::new(),
            slots: Vec::new(),
            calendar: Calendar::default(),
            clearness: Clearness::new(f64::INFINITY, 0.0, 1.0, 0.0),
            speed_squared: 0.0,
            clear_until: f64::NEG_INFINITY,
            turned: Vec::new(),
            unfit: true,
            made_for: (0, 0.0),
            calendar_is_stale: false,
            ahead: Vec::new(),
            seen: f64::NEG_INFINITY,
            work: Work::default(),
            ordered_at: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.hot.len()
    }

    /// Whether it has looked further than `now`, which is then to be [undone](Self::rewind) before a motion is changed.
    pub(crate) fn has_looked_beyond(&self, now: f64) -> bool {
        self.seen > now && !self.ahead.is_empty()
    }

    /// How long the fastest ball takes through the longest side of the box: infinite if none moves.
    pub(crate) fn time_through(&self) -> f64 {
        (self.space.max - self.space.min).max() / self.speed_squared.sqrt()
    }

    /// How often each thing was done.
    pub(crate) fn counters(&self) -> Work {
        self.work
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

    /// Tells that a ball's matter, still the same, has another number.
    pub(crate) fn set_kind(&mut self, name: u32, kind: u32) {
        let slot = self.slot(name);
        let matter = self.matters[self.cards[slot].kind as usize];
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

    fn is_fixed(&self, slot: usize) -> bool {
        self.matters[self.cards[slot].kind as usize].inverse_mass == 0.0
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

    /// What comes next, if it comes by `limit`; the balls go over into other cells up to then.
    #[inline]
    pub(crate) fn coming(&mut self, now: f64, limit: f64) -> Option<Coming> {
        if now >= self.seen {
            self.ahead.clear();
        }
        debug_assert!(self.turned.is_empty(), "looked ahead before all was settled");
        loop {
            let Entry { time, body, .. } = self.calendar.peek(&dues!(self))?;
            if time > limit {
                return None;
            }
            let card = self.cards[body as usize];
            self.seen = self.seen.max(time);
            if time > self.clear_until {
                self.renew_clearness(time);
            }
            if card.hit > time {
                self.ahead.push(card.id.index);
                if let Some(far) = self.go_over(body as usize, time) {
                    return Some(far);
                }
                continue;
            }
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
    }

    fn pair(&self, body: u32, partner: u32, time: f64) -> Coming {
        let in_order = self.cards[body as usize].serial < self.cards[partner as usize].serial;
        let what = What::Pair(if in_order { [body, partner] } else { [partner, body] });
        Coming { time, what }
    }
}
