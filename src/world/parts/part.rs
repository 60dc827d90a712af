//! A part of a world: a world with the bodies of a slab, with ghosts, and with all fixed bodies.

use super::super::World;
use super::super::agenda::Agenda;
use super::super::config::{Config, Options};
use super::super::hooks::Hooks;
use super::super::lanes::{LaneSettings, Lanes};
use super::super::method::Method;
use super::super::run::LoopOutcome;
use super::super::search::Search;
use super::super::sectors::{Fastest, Marks, Role, SectorState, Slabs, Threads};
use super::super::work_limit::Unbounded;
use super::PartState;
use crate::bodies::{Condition, State};
use crate::clock::{Clock, Instant};
use crate::contact::Contacts;
use crate::event::BodyId;
use crate::impact::PreparedShapes;
use crate::lane::order::Due;
use crate::lane::pairs::{KeptContact, Pairs};
use crate::ledger::{Counters, Entry, Item, Journal, Ledger};
use crate::motion::MotionPiece;

/// A change of a body that several parts have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) body: u32,
    pub(super) due: Due,
    /// The number of the event among those of its part.
    pub(super) event: usize,
    /// The motion after it.
    pub(super) piece: MotionPiece,
}

/// An own body that other parts have from now on, or that belongs to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) body: u32,
    pub(super) owner: usize,
    /// The parts that have it, as bits.
    pub(super) holders: u32,
}

/// What a part does at the begin of the next window.
#[derive(Debug, Default)]
pub(super) struct Orders {
    pub(super) incoming: Vec<(BodyId, State)>,
    pub(super) gone: Vec<u32>,
    pub(super) corrected: Vec<(u32, Condition)>,
    /// The contacts of incoming and corrected bodies.
    pub(super) contacts: Vec<KeptContact>,
}

/// A part. Its clock is at the begin of a window, or at its end.
pub(super) struct Part {
    pub(super) number: usize,
    pub(super) world: World,
    /// The begin of the window.
    pub(super) from: f64,
    pub(super) marks: Marks,
    pub(super) orders: Orders,
    /// Whether parts cover all events of the window.
    pub(super) is_usual: bool,
    /// The changes in the window of own bodies that other parts have, and of ghosts, by body.
    pub(super) of_shared: Vec<Change>,
    pub(super) of_ghosts: Vec<Change>,
    pub(super) moves: Vec<Move>,
    /// Own bodies that have changed since the world has taken over motions.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    /// No own body is faster in the window.
    pub(super) fastest: Fastest,
    /// How far one may have gone in it along the axis of the slabs, in metres.
    pub(super) way: f64,
    /// Own bodies that may be near other slabs, and how far any body may have gone since all were looked at.
    pub(super) watched: Vec<u32>,
    pub(super) gone: f64,
}

/// What all parts share.
pub(super) struct Plan {
    pub(super) slabs: Slabs,
    /// How far ghosts are from their parts at most, in metres.
    pub(super) depth: f64,
    /// How far bodies may go until all are looked at again, in metres.
    pub(super) margin: f64,
}

impl Part {
    /// A part of a world without bodies. `acceleration`: the greatest of a body along the axis of the slabs.
    pub(super) fn new(number: usize, whole: &World, acceleration: f64) -> Self {
        let now = whole.clock.now();
        let places = whole.bodies.places() as usize;
        Self {
            number,
            world: whole.part(),
            from: now,
            marks: Marks::new(number, places),
            orders: Orders::default(),
            is_usual: true,
            of_shared: Vec::new(),
            of_ghosts: Vec::new(),
            moves: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; places],
            fastest: Fastest {
                speed: 0.0,
                acceleration,
            },
            way: 0.0,
            watched: Vec::new(),
            gone: 0.0,
        }
    }

    /// Executes a window up to a time.
    pub(super) fn run(&mut self, to: f64, plan: &Plan) {
        self.take_orders();
        self.from = self.world.clock.now();
        self.world.bodies.keep_formers();
        self.world.pairs.keep_contacts();
        journal_of(&mut self.world).restart();
        let before = lasting(self.world.ledger.counters());
        let outcome = self.world.find_event_until(to, &mut Unbounded);
        self.is_usual = matches!(outcome, Ok(LoopOutcome::LimitReached))
            && before == lasting(self.world.ledger.counters())
            // Not a consequence of the last window.
            && self.entries().iter().all(|entry| entry.due.time > self.from);
        if self.is_usual {
            self.note_changes(to, plan.slabs.axis());
            self.look_for_moves(to, plan);
        }
    }

    /// Goes back to the begin of the window.
    pub(super) fn undo(&mut self) {
        self.world.go_back_to(self.from);
    }

    /// The events of the window.
    pub(super) fn entries(&self) -> &[Entry] {
        self.world.ledger.journal().map_or(&[], Journal::entries)
    }

    /// What an event has changed.
    pub(super) fn items(&self, entry: &Entry) -> &[Item] {
        self.world.ledger.journal().map_or(&[], |journal| journal.items(entry))
    }

    /// The bodies that an event has given a new motion: its own, and those that rest on them.
    pub(super) fn moved<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = u32> + 'a {
        let journal = self.world.ledger.journal();
        journal.into_iter().flat_map(|journal| journal.moved(entry))
    }

    /// Takes in and gives away bodies, and corrects ghosts.
    pub(super) fn take_orders(&mut self) {
        let Orders {
            incoming,
            gone,
            corrected,
            contacts,
        } = std::mem::take(&mut self.orders);
        // Other motions come into the broad phase from now on.
        self.world.sync_broad_phase();
        self.world.search.catch_up(self.world.clock.now());
        self.world.remove_copies(&gone);
        // First: with their wrong motions ghosts may overlap what comes in.
        for (body, condition) in &corrected {
            self.world.set_condition(*body, condition);
        }
        self.world.await_pairs(contacts);
        self.world.set_contacts_of(corrected.iter().map(|(body, _)| *body));
        self.world.insert_copies(incoming);
        self.world.follow_conditions();
        self.world.await_pairs(Vec::new());
    }

    /// Notes which bodies have changed in the window, and how fast they are.
    fn note_changes(&mut self, to: f64, axis: usize) {
        self.of_shared.clear();
        self.of_ghosts.clear();
        let mut speed = self.fastest.speed;
        let journal = self.world.ledger.journal().expect("a part has one");
        for (event, entry) in journal.entries().iter().enumerate() {
            for item in journal.items(entry) {
                let Item::Piece(id, piece) = item else { continue };
                let body = id.index;
                let change = Change {
                    body,
                    due: entry.due,
                    event,
                    piece: *piece,
                };
                match self.marks.role(body) {
                    Role::Own => {
                        speed = speed.max(piece.velocity[axis].abs());
                        if !std::mem::replace(&mut self.is_changed[body as usize], true) {
                            self.changed.push(body);
                        }
                        if !self.marks.is_private(body) {
                            self.of_shared.push(change);
                        }
                    }
                    Role::Ghost => self.of_ghosts.push(change),
                    Role::Absent => {}
                }
            }
        }
        self.fastest.speed = speed + self.fastest.acceleration * (to - self.from);
        // Stable: in order of time for each.
        self.of_shared.sort_by_key(|change| change.body);
        self.of_ghosts.sort_by_key(|change| change.body);
    }

    /// The own bodies that the world must take over. None is left.
    pub(super) fn take_changed(&mut self) -> Vec<u32> {
        let mut changed = std::mem::take(&mut self.changed);
        for body in &changed {
            self.is_changed[*body as usize] = false;
        }
        changed.retain(|body| self.marks.owns(*body));
        changed
    }

    /// A body belongs to this part from now on, with this speed along the axis of the slabs. The world must take it over.
    pub(super) fn adopt(&mut self, body: u32, speed: f64) {
        self.fastest.speed = self.fastest.speed.max(speed);
        self.watched.push(body);
        if !std::mem::replace(&mut self.is_changed[body as usize], true) {
            self.changed.push(body);
        }
    }
}

/// The counters that show contacts that last, but for rests.
fn lasting(counters: &Counters) -> [u64; 4] {
    [counters.islands, counters.touches, counters.renewals, counters.polls]
}

fn journal_of(world: &mut World) -> &mut Journal {
    world.ledger.journal_mut().expect("a part has one")
}

impl World {
    /// A world with the same settings and places, but without bodies, that writes its events down.
    fn part(&self) -> Self {
        let (settings, now) = (*self.config.settings(), self.clock.now());
        let options = Options {
            method: Method::Leases,
            without_lane_of_balls: true,
            threads: Threads::default(),
            ..*self.config.options()
        };
        Self {
            search: Search::new(Method::Leases, now, &settings.domain, options.swap_queue),
            lanes: Lanes::new(LaneSettings::new(true, false, &settings.domain)),
            config: Config::new(settings, options),
            hooks: Hooks::default(),
            clock: Clock::restored(now, Instant::default()),
            shapes: PreparedShapes::default(),
            bodies: self.bodies.without_bodies(),
            sectors: SectorState::default(),
            pairs: Pairs::default(),
            agenda: Agenda::default(),
            contacts: Contacts::default(),
            ledger: Ledger::with_journal(),
            parts: PartState::default(),
        }
    }

    /// Takes in copies of bodies of another world, with the same places. The broad phase is at the present.
    fn insert_copies(&mut self, copies: Vec<(BodyId, State)>) {
        if copies.is_empty() {
            return;
        }
        let ids: Vec<BodyId> = copies.iter().map(|(id, _)| *id).collect();
        for (id, copy) in copies {
            self.bodies.put_copy(id, copy);
        }
        for id in &ids {
            self.restart_image_offset(id.index);
            self.contacts.exchange_walls(0, self.bodies[id.index].contact().wall_rests());
        }
        for (pair, image) in self.enter_broad_phase(&ids) {
            self.begin_pair(pair, image, false);
        }
        for id in &ids {
            self.predict_walls(id.index);
        }
    }

    /// Removes copies. The broad phase is at the present.
    fn remove_copies(&mut self, copies: &[u32]) {
        if copies.is_empty() {
            return;
        }
        for index in copies {
            while let Some(place) = self.bodies[*index].pairs().first().copied() {
                self.drop_pair(place);
            }
            self.contacts.exchange_walls(self.bodies[*index].contact().wall_rests(), 0);
        }
        let ids: Vec<BodyId> = copies.iter().map(|index| self.bodies.id(*index)).collect();
        self.leave_broad_phase(&ids);
        copies.iter().for_each(|index| self.bodies.remove_copy(*index));
    }
}
