//! Lasting contacts: which slow hits begin one, and so are events.
//!
//! A hit too slow to bounce begins a contact that lasts. Between bodies that can rest it is a
//! collision, and a rest follows. Bodies that rotate or grow hop instead (see [`hop`](super::hop)):
//! the first of their slow hits is a collision. The hits within a few hops after it continue the
//! contact and are no events. No event either: a slow hit of two bodies that rested on each other
//! until now, and the contact of two bodies placed so that they touch and are pressed together
//! without closing.
//!
//! One of the two bodies stores the contact, not the pair: a broad phase may drop a pair and find
//! it again.

use super::approach::Approach;
use super::constants::LASTING_TIME;
use super::wall_bits::wall_bit;
use crate::bodies::{Bodies, LastingContact, State};
use crate::event::Party;
use crate::impact::approach_noise;
use crate::lane::order::WALL_SERIAL;
use crate::lane::pairs::Pairs;

/// Whether a body may hop: it rotates or grows, or impulses rotate it.
fn may_hop(state: &State) -> bool {
    state.rotates_or_grows() || (state.constants().inverse_inertia > 0.0 && state.constants().collider.can_rotate())
}

/// Whether a slow hit begins a contact: the two close, and they were not in contact until now.
/// `now` is the present time in seconds.
pub(crate) fn begins_contact(approach: &Approach, bodies: &Bodies, pairs: &Pairs, now: f64) -> bool {
    if approach.closing <= approach_noise(approach.speeds()) {
        return false;
    }
    let rests = match (approach.pair, approach.parties()) {
        (Some(place), _) => pairs[place].is_at_rest(),
        (None, [Party::Body(id), Party::Wall(wall)]) => bodies[id.index].contact().wall_rests() & wall_bit(wall) != 0,
        _ => false,
    };
    let (holder, with) = holder(bodies, approach.parties());
    let lasts = |lasting: &LastingContact| lasting.with == with && now - lasting.time <= LASTING_TIME;
    !rests && !bodies[holder].contact().lasting().iter().any(lasts)
}

/// Whether a body stores a contact that still lasts at the present time `now`, in seconds.
pub(crate) fn has_lasting(state: &State, now: f64) -> bool {
    let lasts = |lasting: &LastingContact| now - lasting.time <= LASTING_TIME;
    state.contact().lasting().iter().any(lasts)
}

/// The body that stores a contact, and the serial number of the other party. Of two bodies it is
/// the first that is not fixed.
fn holder(bodies: &Bodies, parties: [Party; 2]) -> (u32, u32) {
    let serial = |party: Party| match party {
        Party::Body(id) => bodies.serial(id.index),
        Party::Wall(wall) => WALL_SERIAL + wall as u32,
    };
    match parties {
        [Party::Body(a), Party::Body(b)] if !bodies[a.index].is_dynamic() => (b.index, serial(parties[0])),
        [Party::Body(a), other] => (a.index, serial(other)),
        [Party::Wall(_), _] => unreachable!("walls come last"),
    }
}

/// Stores that two parties are in lasting contact at the present time `now`, in seconds.
pub(crate) fn record_lasting(bodies: &mut Bodies, parties: [Party; 2], now: f64) {
    let (holder, with) = holder(bodies, parties);
    bodies.contacts_mut(holder).note_lasting(with, now, LASTING_TIME);
}

/// Stores the end of a rest as a lasting contact, if one of the two may hop: a slow hit that
/// follows begins no contact.
pub(super) fn record_rest_end(bodies: &mut Bodies, parties: [Party; 2], now: f64) {
    let may_hop = |party: Party| matches!(party, Party::Body(id) if may_hop(&bodies[id.index]));
    if parties.into_iter().any(may_hop) {
        record_lasting(bodies, parties, now);
    }
}

/// Removes the lasting contacts of a body that changes its position by a jump. O(n).
pub(crate) fn forget_lasting(bodies: &mut Bodies, index: u32) {
    bodies.contacts_mut(index).clear_lasting();
    let serial = bodies.serial(index);
    for at in 0..bodies.in_order().len() {
        let other = bodies.in_order()[at];
        if !bodies.is_full(other) {
            // A ball without a stored state never hops.
            continue;
        }
        bodies.contacts_mut(other).forget_lasting(serial);
    }
}
