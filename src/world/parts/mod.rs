//! One world on several threads: parts of the lane of pairs.
//!
//! The events are the same to the bit as on one thread, for the same reasons as those of the [sectors](super::sectors)
//! of the lane of balls: predictions are functions of two motions, and what is not certain is verified and repeated.
//!
//! 1. A domain is cut into slabs, one for each thread. A [part] is a world of its own, with the bodies of its slab,
//!    all fixed bodies, and *ghosts*: copies of the bodies near it.
//! 2. In a window of time each part executes all of its events on a thread, and [writes them down](crate::ledger) instead of
//!    counting and reporting them.
//! 3. The window is [verified](verify): a ghost that did not have the same events, to the bit, as in its own part must
//!    neither have met a body of this part since, nor come near one with its right motion. Otherwise all parts
//!    [go back](undo) and repeat it in shorter windows, and ghosts reach farther from then on.
//! 4. The events of all parts are [merged] in the total order, and counted, summed and reported.
//! 5. Wrong ghosts are set right, and bodies that are near other slabs than before [move](exchange), with the [contacts] of
//!    those that rest on others, and with their [islands].
//! 6. At the end of the [stretch] the world takes over the motions. It finds its candidate pairs again when
//!    [something needs them](home): stretches that follow each other go on in the same parts.
//! 7. What parts do not cover, such as events at one time that follow from each other and are in several parts, ends the
//!    stretch. The world then goes on as on one thread for a while.

mod contacts;
mod copies;
mod cuts;
mod division;
mod entries;
mod exchange;
mod gate;
mod home;
mod islands;
mod merged;
mod part;
mod stretch;
mod survey;
#[cfg(test)]
mod tests;
mod tuning;
mod undo;
mod verify;

pub(super) use gate::PartState;
pub(super) use tuning::PartTuning;
