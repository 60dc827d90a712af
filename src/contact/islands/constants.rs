//! Tolerances of islands. Lengths are shares of the radius of the smaller of two bodies.

use crate::impact::NEARLY_FLUSH;

/// The gap up to which two bodies stay in touch.
pub(super) const MARGIN: f64 = 5e-2;

/// The gap up to which two bodies of an island that are not in touch count as near each other, besides
/// the way that they go until the next renewal.
pub(super) const NEAR: f64 = 0.1;

/// The most of that where one of the two turns.
pub(super) const NEAR_TURNING: f64 = 0.3;

/// Bodies that are farther apart than this may close down to it by the next renewal.
pub(super) const SKIN: f64 = 6e-4;

/// Gaps of what is wedged that are narrower than this may close.
pub(super) const NARROW: f64 = 3e-5;

/// Bodies that are nearer than this open up towards it.
pub(super) const FLOOR: f64 = 3e-4;

/// In islands with more touches than these, [`SKIN`] and [`FLOOR`] are greater, in proportion to the number, up to
/// so many times, if bodies rotate: impulses need not be as exact then, and turning uses up a smaller part of a gap.
/// (Nothing damps what is not exact where bodies only slide.)
const FEW_TOUCHES: f64 = 16.0;
const WIDEST: f64 = 3.0;

/// The same where nothing pulls the bodies, which the user presses together: the wider the gaps are, the fewer bodies
/// meet one after the other when one is hit, and the fewer sweeps part them. In crowds with more touches than these.
const CROWD: f64 = 100.0;
const WIDEST_OF_CROWDS: f64 = 10.0;

/// The share of [`FLOOR`] towards which calm bodies open that have friction or may turn. (Opening lifts all that lies on
/// them, and that falls back when the island gets quiet and opens none: with all of it, one shot wall in seven rocked on
/// and on. By trial.)
pub(super) const FLOOR_OF_CALM: f64 = 0.2;

/// The share of what is missing to [`FLOOR`] by which gaps open until the next renewal. (More of it makes bodies
/// tremble that are wedged in.)
pub(super) const OPENING: f64 = 0.05;

/// The share of a gap by which the solver may let it close more than it should.
pub(super) const SLACK: f64 = 0.8;

/// By how much friction may still change the sliding at a gap between calm bodies when the solver ends, as a share of
/// what the gap may close too much. (With as much as that, walls of bricks rock on and on. In lively piles it needs
/// more sweeps, and nothing comes of it; in large islands too few sweeps are made.)
pub(super) const FRICTION: f64 = 0.25;

/// A body is calm while its speed is lower than this, in units of the root of its radius times what pulls it: about that
/// of a brick in a wall that rocks.
pub(super) const CALM: f64 = 0.1;

/// Bodies at this distance or nearer, or in as deep a penetration, count as exactly in contact: the
/// solver is as exact as this, and in small islands that nothing pulls everywhere.
pub(crate) const CLOSED: f64 = 1e-7;

/// The share of a penetration that is mended until the next renewal.
pub(super) const MENDING: f64 = 0.25;

/// The same of bodies that are wedged. (Their next renewal comes up to four times sooner than what is asked of gaps
/// takes, and they turn meanwhile: with a quarter, some get deeper from one renewal to the next.)
pub(super) const MENDING_OF_WEDGED: f64 = 1.0;

/// The deepest penetration between two renewals that is accepted without a collision, of bodies that
/// something pulls.
pub(super) const PENETRATION: f64 = 4e-7;

/// The farthest that a body may fall between two renewals, from rest.
pub(super) const FALL: f64 = 1e-2;

/// In islands with more touches than this it is greater, in proportion to the number, up to so many times. (Each of
/// them has a large part of its cost in what is independent of the step.)
const MANY_TOUCHES: f64 = 200.0;
const FARTHEST_FALL: f64 = 2.0;

/// The farthest that two touching bodies may slide over each other between two renewals.
pub(super) const SLIDE: f64 = 0.25;

/// The greatest angle by which a body may turn between two renewals, in radians.
pub(super) const TURN: f64 = 0.06;

/// In islands with more touches than [`FEW_TOUCHES`] it is greater, in proportion to the number, up to so many times.
/// (What that loses of the exactness of a body alone is little where many meet.)
const MOST_TURNS: f64 = 1.5;

/// Two bodies turn against each other by less than that before the places of their faces are measured again.
const _: () = assert!(2.0 * MOST_TURNS * TURN < NEARLY_FLUSH);

/// The share of a gap by which bodies that nothing pulls may close it by turning until the next renewal.
pub(super) const ROOM: f64 = 0.5;

/// Bodies of an island that meet part by their restitution if they bounce farther than this.
pub(super) const BOUNCE: f64 = 0.1;

/// An island is quiet if the speed of no body would lift it higher than this, against what pulls it.
pub(super) const LIFT: f64 = 2e-3;

/// An island is balanced, and falls asleep at once, if no body goes farther than this until the next
/// renewal, with neither its old velocity nor its new one.
pub(super) const STILL: f64 = 1e-5;

/// Quiet renewals in a row after which an island falls asleep.
pub(super) const FALLS_ASLEEP: u32 = 24;

/// A body is still while its speed is lower than this, in units of the root of its radius times what pulls it, and
/// while it moves and turns by no more than this share of its radius.
pub(super) const SLOW: f64 = 2e-2;
pub(super) const STAYS: f64 = 5e-3;

/// A body settles after so many renewals in which it was still, and after this time, in units of the root of its
/// radius over what pulls it. (In that time a body that falls over from near its balance gets ten times as far.)
pub(super) const SETTLES_AFTER: u32 = 8;
pub(super) const SETTLES_IN: f64 = 3.0;

/// Bodies settle if they are more than one in so many of their island.
pub(super) const PAYS: usize = 4;

/// By how much what presses on a settled body may change before it is probed, as a share of its weight and of all
/// forces on it. (The greater it is, the later a body tips that another slides over.)
pub(super) const OVERLOAD: f64 = 0.15;

/// The acceleration with which a body counts as held, as a share of what pulls it: ten times what the slack of gaps
/// allows while bodies are probed (`SLACK * PROBING * FLOOR / (2 * FALL)`).
pub(super) const UNBALANCED: f64 = 0.03;

/// By how much the solver may let a gap close more than it should while bodies are probed, in what it may otherwise:
/// so that what is wrong with many impulses does not count as a motion.
pub(super) const PROBING: f64 = 0.25;

/// Settled bodies are probed by impulses against what pulls the bodies for this share of a step or longer.
pub(super) const LEAST_PULL: f64 = 0.5;

/// How often more bodies are probed at a renewal, before all of the island are.
pub(super) const PROBES: u32 = 2;

/// Renewals in a row of a single ball on a face after which it leaves its island.
pub(super) const ALONE: u32 = 24;

/// The most sweeps of the solver over the touches of a large island at one renewal.
pub(super) const SWEEPS: usize = 300;

/// The most sweeps over those of a smaller one, times their number.
pub(super) const SWEEPS_IN_ALL: usize = 100_000;

/// The most sweeps for an exact solution where nothing pulls the bodies, times the number of touches.
pub(super) const EXACT_SWEEPS_IN_ALL: usize = 5_000;

/// The most sweeps over those of any. (What is wedged in has no solution.)
pub(super) const MOST_SWEEPS: usize = 1000;

/// See [`most_hits`].
const FEW_HITS: usize = 4;
const BODIES_PER_HIT: usize = 4;

/// A renewal is in haste if it comes sooner after the last one than this share of the planned time.
pub(super) const HASTE: f64 = 1.0 / 64.0;

/// Renewals in haste, less those that are not, after which an island is wedged.
pub(super) const REPEATS: u32 = 8;

/// Renewals that are not in haste after which a wedged island is tried as any other.
pub(super) const STAYS_WEDGED: u32 = 8;

/// The share of their overlap (of the accepted one, if they overlap less) by which bodies that are wedged may
/// get deeper until the next renewal.
pub(super) const DEEPER: f64 = 0.0625;

/// Normals with a greater cosine between them are the same contact at two renewals.
pub(super) const SAME_CONTACT: f64 = 0.9;

/// No body.
pub(super) const NONE: u32 = u32::MAX;

/// Motions of bodies that collisions in an island may change before it is renewed early: in a small island as many as it
/// has bodies, in a large one a quarter. (A hit goes through a pile in many collisions, or in one renewal. By trial: with
/// as many as bodies everywhere, 500 mixed bodies in a bin and a crowd of 1000 change an eighth more motions, dominoes a
/// third, 1000 balls in a bin an eighth fewer.)
pub(super) fn most_hits(members: usize) -> usize {
    members.min(FEW_HITS).max(members / BODIES_PER_HIT)
}

/// How many times as wide as in a small island the gaps are that one with so many touches keeps. `turns`: whether
/// bodies rotate; `falls`: whether something pulls them.
pub(super) fn width_of_gaps(touches: usize, turns: bool, falls: bool) -> f64 {
    let touches = touches as f64;
    let of_turning = if turns {
        (touches / FEW_TOUCHES).clamp(1.0, WIDEST)
    } else {
        1.0
    };
    let of_crowd = if falls {
        1.0
    } else {
        (touches / CROWD).clamp(1.0, WIDEST_OF_CROWDS)
    };
    of_turning.max(of_crowd)
}

/// The greatest angle by which a body may turn between two renewals of an island with so many touches, in radians.
pub(super) fn turn_between(touches: usize) -> f64 {
    TURN * (touches as f64 / FEW_TOUCHES).clamp(1.0, MOST_TURNS)
}

/// The farthest that a body may fall between two renewals of an island with so many touches, from rest.
pub(super) fn fall_between(touches: usize) -> f64 {
    FALL * (touches as f64 / MANY_TOUCHES).clamp(1.0, FARTHEST_FALL)
}

/// The restitution of a collision in an island: it opens the gap by the next renewal, `step` seconds
/// later, to the one at which the two stay, as far as that adds no energy. `size`: the radius of the smaller one.
pub(crate) fn restitution_of_touch(closing: f64, size: f64, step: f64) -> f64 {
    match closing > 0.0 && step > 0.0 {
        true => (FLOOR * size / (step * closing)).min(1.0),
        false => 0.0,
    }
}

/// Whether two bodies of an island that part at a speed, in metres per second, get so far apart that they are not in touch:
/// against what pulls them, in metres per second squared, or in a time if nothing does. `size`: the radius of the smaller one.
pub(crate) fn bounces_off(speed: f64, pull: f64, time: f64, size: f64) -> bool {
    let way = if pull > 0.0 {
        0.5 * speed * speed / pull
    } else {
        speed * time
    };
    way > BOUNCE * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_islands_fall_farther_and_crowds_keep_wider_gaps() {
        assert_eq!(
            [1, 200, 300, 4000].map(fall_between),
            [1.0, 1.0, 1.5, 2.0].map(|times| times * FALL)
        );
        let widths = |turns, falls| [16, 32, 100, 400, 4000].map(|touches| width_of_gaps(touches, turns, falls));
        assert_eq!(widths(false, true), [1.0; 5]);
        assert_eq!(widths(true, true), [1.0, 2.0, 3.0, 3.0, 3.0]);
        assert_eq!(widths(false, false), [1.0, 1.0, 1.0, 4.0, 10.0]);
        assert_eq!(widths(true, false), [1.0, 2.0, 3.0, 4.0, 10.0]);
    }

    #[test]
    fn large_islands_are_renewed_after_fewer_collisions_a_body() {
        assert_eq!([1, 3, 4, 5, 16, 20, 400].map(most_hits), [1, 3, 4, 4, 4, 5, 100]);
    }

    #[test]
    fn what_rises_by_more_than_a_tenth_of_its_radius_bounces_off() {
        let (pull, size) = (10.0, 0.5);
        let rising = |way: f64| (2.0 * pull * way).sqrt();
        assert_eq!(
            [0.04, 0.06].map(|way| bounces_off(rising(way), pull, 1.0, size)),
            [false, true]
        );
        // Nothing pulls it.
        assert_eq!([0.04, 0.06].map(|way| bounces_off(way / 0.1, 0.0, 0.1, size)), [false, true]);
    }

    #[test]
    fn a_touch_opens_to_the_floor_and_adds_no_energy() {
        let (size, step) = (2.0, 0.01);
        let opening = FLOOR * size / step;
        for closing in [10.0 * opening, opening, 0.1 * opening, f64::MIN_POSITIVE] {
            let speed = restitution_of_touch(closing, size, step) * closing;
            assert!((speed - opening.min(closing)).abs() <= 1e-15 * opening, "{closing}");
        }
        assert_eq!(restitution_of_touch(0.0, size, step), 0.0);
        assert_eq!(restitution_of_touch(1.0, size, 0.0), 0.0);
    }
}
