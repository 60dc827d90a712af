//! A part of a world: a world with the bodies of a slab, with ghosts, and with all fixed bodies.

use super::super::World;
use super::super::run::LoopOutcome;
use super::super::sectors::{Fastest, Marks, Role, Slabs};
use super::super::work_limit::Unbounded;
use crate::bodies::{Condition, State};
use crate::contact::IslandCopy;
use crate::event::BodyId;
use crate::lane::order::Due;
use crate::lane::pairs::KeptContact;
use crate::ledger::{Entry, Item, Journal};
use crate::motion::MotionPiece;
use std::collections::BTreeMap;

/// A change of a body that several parts have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) body: u32,
    pub(super) due: Due,
    /// The number of the event among those of its part.
    pub(super) event: usize,
    /// The motion after it; none if the event has changed something about the island of the body alone.
    pub(super) piece: Option<MotionPiece>,
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
    /// Their islands, by their first bodies.
    pub(super) islands: BTreeMap<u32, IslandCopy>,
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
        self.world.contacts.islands_mut().keep_formers();
        journal_of(&mut self.world).restart();
        let outcome = self.world.find_event_until(to, &mut Unbounded);
        self.is_usual = matches!(outcome, Ok(LoopOutcome::LimitReached))
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

    /// The bodies that an event has reached: its own, those that rest on them, and those in islands with them.
    pub(super) fn reached<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = u32> + 'a {
        let journal = self.world.ledger.journal();
        journal.into_iter().flat_map(|journal| journal.reached(entry))
    }

    /// Takes in and gives away bodies, and corrects ghosts.
    pub(super) fn take_orders(&mut self) {
        let Orders {
            incoming,
            gone,
            corrected,
            contacts,
            islands,
        } = std::mem::take(&mut self.orders);
        // Other motions come into the broad phase from now on.
        self.world.sync_broad_phase();
        self.world.search.catch_up(self.world.clock.now());
        let others = corrected.iter().map(|(body, _)| *body).chain(gone.iter().copied());
        let others = others.chain(islands.values().flat_map(|island| island.members()).copied());
        self.world.contacts.islands_mut().drop_islands_of(others);
        self.world.remove_copies(&gone);
        // First: with their wrong motions ghosts may overlap what comes in.
        for (body, condition) in &corrected {
            self.world.set_condition(*body, condition);
        }
        self.world.await_pairs(contacts);
        self.world.set_contacts_of(corrected.iter().map(|(body, _)| *body));
        self.world.insert_copies(incoming, islands.into_values());
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
                let (body, piece) = match item {
                    Item::Piece(id, piece) => (id.index, Some(*piece)),
                    Item::Island(body) => (*body, None),
                    Item::Velocity { .. } | Item::Hit(_) | Item::Event(_) => continue,
                };
                let change = Change {
                    body,
                    due: entry.due,
                    event,
                    piece,
                };
                match self.marks.role(body) {
                    Role::Own => {
                        let along = |piece: MotionPiece| piece.velocity[axis].abs();
                        speed = speed.max(piece.map_or(0.0, along));
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

fn journal_of(world: &mut World) -> &mut Journal {
    world.ledger.journal_mut().expect("a part has one")
}
