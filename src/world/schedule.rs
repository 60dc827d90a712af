//! The schedule of the user: changes of motion and of bodies, and user-defined events.

use crate::event::BodyId;
use crate::lane::order::{Due, ORDER_MOTION_CHANGE, ORDER_SCHEDULED, due};
use crate::motion::MotionChange;
use crate::scene::BodyChange;
use hashbrown::HashMap;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The id of a scheduled entry, with which it can be [cancelled](crate::World::cancel). It is valid
/// in snapshots of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScheduleId(u64);

/// A scheduled entry.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Entry {
    Motion { body: BodyId, change: MotionChange },
    Constants { body: BodyId, change: Box<BodyChange> },
    User { token: u64 },
}

impl Entry {
    /// The body of the entry, if it has one.
    pub(super) fn body(&self) -> Option<BodyId> {
        match self {
            Self::Motion { body, .. } | Self::Constants { body, .. } => Some(*body),
            Self::User { .. } => None,
        }
    }
}

/// A scheduled entry, its time, and the number of entries scheduled before.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Scheduled {
    pub(super) time: f64,
    pub(super) sequence: u64,
    pub(super) entry: Entry,
}

/// Time, order at equal times, order of scheduling.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    moment: Due,
    sequence: u64,
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = self.moment.time.total_cmp(&other.moment.time);
        by_time
            .then(self.moment.order.cmp(&other.moment.order))
            .then(self.sequence.cmp(&other.sequence))
    }
}

/// The schedule, in order. It has few entries at a time, so an ordered map is enough.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    entries: BTreeMap<Key, Entry>,
    /// The key of each entry, by its number.
    moments: HashMap<u64, Due>,
    sequence: u64,
}

impl Schedule {
    /// Adds an entry; `serial` is the body's place in scene order, 0 for a user's event. A time of
    /// -0 counts as 0.
    pub(super) fn add(&mut self, time: f64, serial: u32, entry: Entry) -> ScheduleId {
        let kind = match entry {
            Entry::Motion { .. } | Entry::Constants { .. } => ORDER_MOTION_CHANGE,
            Entry::User { .. } => ORDER_SCHEDULED,
        };
        let key = Key {
            moment: due(time + 0.0, kind, serial, 0),
            sequence: self.sequence,
        };
        self.sequence += 1;
        self.moments.insert(key.sequence, key.moment);
        self.entries.insert(key, entry);
        ScheduleId(key.sequence)
    }

    /// Removes an entry; false if there is none.
    pub(super) fn cancel(&mut self, id: ScheduleId) -> bool {
        let ScheduleId(sequence) = id;
        let Some(moment) = self.moments.remove(&sequence) else {
            return false;
        };
        self.entries.remove(&Key { moment, sequence }).is_some()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn peek(&self) -> Option<Due> {
        self.entries.first_key_value().map(|(key, _)| key.moment)
    }

    /// The changes of motion that are scheduled for a body.
    pub(super) fn motions_of(&self, id: BodyId) -> impl Iterator<Item = &MotionChange> {
        self.entries.values().filter_map(move |entry| match entry {
            Entry::Motion { body, change } if *body == id => Some(change),
            _ => None,
        })
    }

    pub(super) fn pop(&mut self) -> Option<(f64, Entry)> {
        let (key, entry) = self.entries.pop_first()?;
        self.moments.remove(&key.sequence);
        Some((key.moment.time, entry))
    }

    /// All entries, in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Scheduled> {
        self.entries.iter().map(|(key, entry)| Scheduled {
            time: key.moment.time,
            sequence: key.sequence,
            entry: entry.clone(),
        })
    }

    /// The number of entries scheduled so far.
    pub(super) fn count(&self) -> u64 {
        self.sequence
    }

    /// A schedule from the results of [`entries`](Self::entries) and [`count`](Self::count).
    /// `serial_of` returns a body's position in scene order.
    pub(super) fn restored(count: u64, entries: &[Scheduled], serial_of: impl Fn(BodyId) -> u32) -> Self {
        let mut schedule = Self::default();
        for scheduled in entries {
            let serial = scheduled.entry.body().map_or(0, &serial_of);
            schedule.sequence = scheduled.sequence;
            schedule.add(scheduled.time, serial, scheduled.entry.clone());
        }
        schedule.sequence = count;
        schedule
    }

    /// Removes the entries of a body, and returns their number.
    pub(super) fn forget(&mut self, gone: BodyId) -> usize {
        let before = self.entries.len();
        let moments = &mut self.moments;
        self.entries.retain(|key, entry| {
            let stays = entry.body() != Some(gone);
            if !stays {
                moments.remove(&key.sequence);
            }
            stays
        });
        before - self.entries.len()
    }
}
