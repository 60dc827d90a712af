//! What keeps infinitely many collisions in finite time from hanging a run: what the policy makes of a collision.

use crate::scene::Zeno;

/// Collisions of one body in a row, none of them elastic, that the clock cannot tell apart, from which on `Zeno::Error` takes
/// them for infinitely many: more than a body in a close packing has neighbours on one side.
const MANY_AT_ONCE: u32 = 8;

/// Units in the last place of the time within which two collisions count as one instant.
const INSTANT_ULPS: f64 = 16.0;

/// A body's last collisions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Past {
    /// When it last collided, in seconds; minus infinity if never.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::below"))]
    last: f64,
    /// Collisions in a row that the clock cannot tell apart.
    at_once: u32,
}

impl Default for Past {
    /// It never collided.
    fn default() -> Self {
        Self {
            last: f64::NEG_INFINITY,
            at_once: 0,
        }
    }
}

impl Past {
    /// Remembers a collision at time `t`.
    pub(crate) fn note(&mut self, t: f64) {
        let at_once = t - self.last <= INSTANT_ULPS * f64::EPSILON * t.abs();
        self.at_once = if at_once { self.at_once.saturating_add(1) } else { 0 };
        self.last = t;
    }
}

/// What the policy makes of a collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    AsItIs,
    /// Another restitution than that of the pair.
    Restitution(f64),
    /// It is one of infinitely many, and that is an error.
    Endless,
}

/// The verdict on a collision at `now`, of bodies with such pasts (a wall has none).
#[inline]
pub(crate) fn verdict(zeno: &Zeno, now: f64, closing_speed: f64, restitution: f64, pasts: &[Past]) -> Verdict {
    match *zeno {
        Zeno::Stick { speed } if closing_speed < speed => Verdict::Restitution(0.0),
        Zeno::Elastic { within } if restitution < 1.0 => {
            let since = pasts.iter().map(|past| now - past.last).fold(f64::INFINITY, f64::min);
            if since < within {
                Verdict::Restitution(1.0)
            } else {
                Verdict::AsItIs
            }
        }
        Zeno::Error if restitution < 1.0 && pasts.iter().any(|past| past.at_once >= MANY_AT_ONCE) => Verdict::Endless,
        _ => Verdict::AsItIs,
    }
}
