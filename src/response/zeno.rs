//! The Zeno policy: prevents infinitely many collisions in finite time from hanging a run.

use crate::scene::Zeno;

/// Collisions of one body in a row at the same instant, none of them elastic, from which on
/// `Zeno::Error` assumes infinitely many: more than a body in a close packing has neighbours on one
/// side.
const MANY_SIMULTANEOUS: u32 = 8;

/// Units in the last place within which two collisions count as simultaneous: of the time, or of the places of the
/// bodies.
const INSTANT_ULPS: f64 = 16.0;

/// A collision is slight if the bodies would move by at most this share of the smaller one's radius,
/// at the speed at which they close, in the time since they collided before.
const SLIGHT: f64 = 1e-3;

/// Slight collisions of one body in a row, each with another partner than the one before if it is a
/// ball, from which on it is crowded. In a gas of inelastic balls at a packing of 0.5 one collision in fifty is slight.
const CROWDED: u32 = 8;

/// Collisions of one body in a row at the same instant from which on they are endless: what fits exactly between two sides
/// of one other body meets it from both for ever. (What comes to rest in a pit takes fewer. By trial.)
const ENDLESS: u32 = 1000;

/// A body's last collisions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CollisionHistory {
    /// Time of its last collision, in seconds; minus infinity if none.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::below"))]
    last: f64,
    /// Number of simultaneous collisions in a row.
    at_once: u32,
    /// Serial number of the last partner.
    with: u32,
    /// Number of slight collisions in a row, those of a ball each with another partner than the one before.
    slight: u32,
}

impl Default for CollisionHistory {
    /// No collision yet.
    fn default() -> Self {
        Self {
            last: f64::NEG_INFINITY,
            at_once: 0,
            with: u32::MAX,
            slight: 0,
        }
    }
}

impl CollisionHistory {
    /// Records a collision at time `t` with the partner of this serial number. `way`: since the last one.
    /// `many_sides`: the body may meet the same partner at another place.
    pub(crate) fn note(&mut self, t: f64, with: u32, way: Way, many_sides: bool) {
        let at_once = way == Way::Rounding || t - self.last <= INSTANT_ULPS * f64::EPSILON * t.abs();
        self.at_once = if at_once { self.at_once.saturating_add(1) } else { 0 };
        self.slight = match way.is_slight() {
            false => 0,
            true if with == self.with && !many_sides => self.slight,
            true => self.slight.saturating_add(1),
        };
        (self.last, self.with) = (t, with);
    }

    /// Forgets which of the last collisions were slight.
    pub(crate) fn forget_slight(&mut self) {
        self.slight = 0;
    }

    /// The time of the last collision, in seconds.
    #[inline]
    pub(crate) fn last(&self) -> f64 {
        self.last
    }

    /// Whether the last collisions were slight, and came from several sides. (A body that bounces on
    /// one other is never crowded.)
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.slight >= CROWDED
    }

    /// Whether the body collides at one instant without end, with whatever it may be.
    #[inline]
    pub(crate) fn is_endless(&self) -> bool {
        self.at_once >= ENDLESS
    }
}

/// How far bodies would move, at the speed at which they close, in the time since one of them collided before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Far,
    /// No more than a thousandth of the smaller one's radius: a slight collision.
    Slight,
    /// No more than what rounding may move them.
    Rounding,
}

impl Way {
    /// At a closing speed, in metres per second, in the time `since`, in seconds. `size`: the radius of the
    /// smaller one; `extent`: the greatest coordinate of their places.
    #[inline]
    pub(crate) fn of(closing: f64, since: f64, size: f64, extent: f64) -> Self {
        let way = closing * since;
        if way <= INSTANT_ULPS * f64::EPSILON * extent {
            Self::Rounding
        } else if way <= SLIGHT * size {
            Self::Slight
        } else {
            Self::Far
        }
    }

    #[inline]
    pub(crate) fn is_slight(self) -> bool {
        self != Self::Far
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_meets_the_same_partner_again_and_again_at_once_does_so_without_end() {
        for (step, is_endless) in [(1e-6, false), (0.0, true)] {
            let mut history = CollisionHistory::default();
            for number in 0..=ENDLESS {
                assert!(!history.is_endless());
                history.note(1.0 + step * f64::from(number), 3, Way::Slight, false);
            }
            assert!(!history.is_crowded());
            assert_eq!(history.is_endless(), is_endless, "{step}");
        }
    }

    #[test]
    fn ways_are_slight_up_to_a_part_of_the_radius_and_rounding_up_to_some_digits_of_the_places() {
        let digits = INSTANT_ULPS * f64::EPSILON;
        for (closing, since, size, extent, way) in [
            (2.0, 1e-3, 1.0, 10.0, Way::Far),
            (1.0, 1e-3, 1.0, 10.0, Way::Slight),
            (1.0, 2.0 * digits * 10.0, 1.0, 10.0, Way::Slight),
            (1.0, digits * 10.0, 1.0, 10.0, Way::Rounding),
            // At the origin nothing is rounded.
            (1.0, digits, 1.0, 0.0, Way::Slight),
            // The first collision, also of what hardly closes.
            (1.0, f64::INFINITY, 1.0, 10.0, Way::Far),
            (0.0, f64::INFINITY, 1.0, 10.0, Way::Far),
        ] {
            assert_eq!(
                Way::of(closing, since, size, extent),
                way,
                "{closing} {since} {size} {extent}"
            );
        }
    }

    #[test]
    fn collisions_are_at_once_within_the_last_digits_of_the_time_or_of_the_places() {
        for (apart, way, is_endless) in [
            (1e-10, Way::Slight, false),
            (1e-10, Way::Rounding, true),
            (0.5 * f64::EPSILON, Way::Slight, true),
        ] {
            let mut history = CollisionHistory::default();
            let mut time = 1.0;
            // One more than are allowed, after the first.
            for number in 0..=MANY_SIMULTANEOUS {
                history.note(time, number, way, false);
                time += apart;
            }
            let decision = zeno_decision(&Zeno::Error, time, 1.0, 0.5, &[history]);
            let expected = if is_endless {
                ZenoDecision::Endless
            } else {
                ZenoDecision::Unchanged
            };
            assert_eq!(decision, expected, "{apart} {way:?}");
        }
    }
}
