//! The Zeno policy: prevents infinitely many collisions in finite time from hanging a run.

use crate::scene::Zeno;

/// Collisions of one body in a row at the same instant, none of them elastic, from which on
/// `Zeno::Error` assumes infinitely many: more than a body in a close packing has neighbours on one
/// side.
const MANY_SIMULTANEOUS: u32 = 8;

/// Units in the last place of the time within which two collisions count as simultaneous.
const INSTANT_ULPS: f64 = 16.0;

/// A body's last collisions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CollisionHistory {
    /// Time of its last collision, in seconds; minus infinity if none.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::below"))]
    last: f64,
    /// Number of simultaneous collisions in a row.
    at_once: u32,
}

impl Default for CollisionHistory {
    /// No collision yet.
    fn default() -> Self {
        Self {
            last: f64::NEG_INFINITY,
            at_once: 0,
        }
    }
}

impl CollisionHistory {
    /// Records a collision at time `t`.
    pub(crate) fn note(&mut self, t: f64) {
        let at_once = t - self.last <= INSTANT_ULPS * f64::EPSILON * t.abs();
        self.at_once = if at_once { self.at_once.saturating_add(1) } else { 0 };
        self.last = t;
    }
}

/// The decision of the policy about a collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ZenoDecision {
    Unchanged,
    /// Use this restitution instead of that of the pair.
    Restitution(f64),
    /// It is one of infinitely many: an error.
    Endless,
}

/// The decision about a collision at `now` of bodies with these histories (a wall has none).
#[inline]
pub(crate) fn zeno_decision(
    zeno: &Zeno,
    now: f64,
    closing_speed: f64,
    restitution: f64,
    histories: &[CollisionHistory],
) -> ZenoDecision {
    match *zeno {
        Zeno::Stick { speed } if closing_speed < speed => ZenoDecision::Restitution(0.0),
        Zeno::Elastic { within } if restitution < 1.0 => {
            let since = histories
                .iter()
                .map(|history| now - history.last)
                .fold(f64::INFINITY, f64::min);
            if since < within {
                ZenoDecision::Restitution(1.0)
            } else {
                ZenoDecision::Unchanged
            }
        }
        Zeno::Error if restitution < 1.0 && histories.iter().any(|history| history.at_once >= MANY_SIMULTANEOUS) => {
            ZenoDecision::Endless
        }
        _ => ZenoDecision::Unchanged,
    }
}
