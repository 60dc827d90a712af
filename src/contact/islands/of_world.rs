//! The islands of a world, and their next renewals.

use super::constants::NONE;
use super::copies::Formers;
use super::graph::Graph;
use super::slots::Slots;
use super::spare::Spare;
use crate::lane::order::{Due, ORDER_RENEWAL, due};
use crate::queue::{EventQueue, Queue};

/// The islands of a world.
#[derive(Debug, Default)]
pub(crate) struct Islands {
    pub(super) graph: Graph,
    /// The next renewal of each island that is awake.
    pub(super) renewals: Queue<Due>,
    /// Bodies of islands that have collided since the last event.
    disturbed: Vec<u32>,
    /// Of the bodies that are renewed.
    pub(super) slots: Slots,
    pub(super) spare: Spare,
    /// For going back to the begin of a window, if that may be asked for.
    pub(super) formers: Option<Formers>,
}

impl Islands {
    /// The islands of a restored world. `serial` returns the serial number of a body.
    pub(crate) fn restored(graph: Graph, serial: impl Fn(u32) -> u32) -> Self {
        let mut islands = Self {
            graph,
            ..Self::default()
        };
        for number in 0..islands.graph.islands.len() as u32 {
            islands.queue(number, &serial);
        }
        islands
    }

    /// Whether there is no island.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The number of islands.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.graph.islands.len() - self.graph.vacant_islands.len()
    }

    /// Whether a body is in an island.
    #[inline]
    pub(crate) fn has(&self, body: u32) -> bool {
        self.graph.island_of(body).is_some()
    }

    /// Whether a body has touches: it is in an island, or is fixed and has a part of one on it.
    #[inline]
    pub(crate) fn has_touches(&self, body: u32) -> bool {
        self.graph
            .links
            .get(body as usize)
            .is_some_and(|links| !links.touches.is_empty())
    }

    /// The time of the last renewal of a body's island, in seconds; none if it is in none.
    pub(crate) fn renewed(&self, body: u32) -> Option<f64> {
        let island = self.graph.island_of(body)?;
        Some(self.graph.island(island).renewed)
    }

    /// The time between two renewals of a body's island, in seconds; 0 if it is in none.
    pub(crate) fn step(&self, body: u32) -> f64 {
        self.graph
            .island_of(body)
            .map_or(0.0, |island| self.graph.island(island).step)
    }

    /// The next renewal, with the number of its island.
    #[inline]
    pub(crate) fn next(&self) -> Option<(Due, u32)> {
        self.renewals.peek()
    }

    /// The bodies that have collided since the last event. The list is empty afterwards.
    pub(super) fn take_disturbed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.disturbed)
    }

    /// Records a collision of a body.
    pub(super) fn disturb(&mut self, body: u32) {
        self.disturbed.push(body);
    }

    /// Sets the time of the next renewal of an island; none lets it sleep.
    pub(super) fn set_due(&mut self, island: u32, time: Option<f64>, serial: impl Fn(u32) -> u32) {
        self.graph.island_mut(island).due = time;
        self.queue(island, serial);
    }

    pub(super) fn queue(&mut self, island: u32, serial: impl Fn(u32) -> u32) {
        let of = self.graph.islands[island as usize].as_ref();
        match of.and_then(|of| Some((of.due?, of.members[0]))) {
            Some((time, first)) => self.renewals.set(island, due(time, ORDER_RENEWAL, serial(first), 1)),
            None => drop(self.renewals.remove(island)),
        }
    }

    /// A new island without bodies.
    pub(super) fn begin(&mut self, now: f64) -> u32 {
        let number = self.graph.add_island(now, now);
        self.note_begun(number);
        number
    }

    /// Removes an island. Its bodies are in none.
    pub(super) fn dissolve(&mut self, island: u32) -> Vec<u32> {
        self.renewals.remove(island);
        let members = self.graph.remove_island(island);
        for member in &members {
            let links = &mut self.graph.links[*member as usize];
            links.island = NONE;
            links.apart.clear();
        }
        members
    }
}
