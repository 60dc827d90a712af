//! The world of a part: copies of bodies at the same places.

use super::super::World;
use super::super::agenda::Agenda;
use super::super::config::{Config, Options};
use super::super::hooks::Hooks;
use super::super::lanes::{LaneSettings, Lanes};
use super::super::method::Method;
use super::super::search::Search;
use super::super::sectors::{SectorState, Threads};
use super::PartState;
use crate::bodies::State;
use crate::clock::{Clock, Instant};
use crate::contact::{Contacts, IslandCopy};
use crate::event::BodyId;
use crate::impact::PreparedShapes;
use crate::lane::pairs::Pairs;
use crate::ledger::Ledger;

impl World {
    /// A world with the same settings and places, but without bodies, that writes its events down.
    pub(super) fn part(&self) -> Self {
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
    /// `islands`: those of which all bodies are here, or come in.
    pub(super) fn insert_copies(&mut self, copies: Vec<(BodyId, State)>, islands: impl Iterator<Item = IslandCopy>) {
        let ids: Vec<BodyId> = copies.iter().map(|(id, _)| *id).collect();
        for (id, copy) in copies {
            self.bodies.put_copy(id, copy);
        }
        for island in islands {
            if island.members().iter().all(|member| self.bodies.is_occupied(*member)) {
                self.contacts.islands_mut().install(island, &self.bodies);
            }
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
    pub(super) fn remove_copies(&mut self, copies: &[u32]) {
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
