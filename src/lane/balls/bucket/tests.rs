use crate::lane::balls::testing;
use crate::lane::balls::{BallLane, UpcomingKind};
use crate::motion::Flight;
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A lattice, so many diameters apart, in which some balls are much faster than the others.
fn lattice(random: &mut Xoshiro256PlusPlus, apart: f64, periodic: bool) -> BallLane {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    testing::lattice(7, apart, Vector3::new(-20.0, 3.0, 0.0), periodic, |index| {
        let speed = if index % 16 == 0 { 5.0 } else { 1.0 };
        Vector3::from_fn(|_, _| uniform() - 0.5) * speed
    })
}

/// How far outside of its cell a ball is, on the axis on which it is farthest; negative inside.
fn outside(lane: &BallLane, slot: usize, now: f64) -> f64 {
    let (cell, image) = lane.balls.filing(slot);
    let place = lane.balls.path(slot).at(now);
    let of = |axis: usize| {
        let [low, high] = lane.grid.neighbours_on(axis, cell[axis]).ends();
        let length = f64::from(image[axis]) * lane.grid.grid().lengths()[axis];
        (low + length - place[axis]).max(place[axis] - high - length)
    };
    of(0).max(of(1)).max(of(2))
}

/// The earliest meeting of all pairs of balls.
fn first_meeting(lane: &BallLane, now: f64) -> f64 {
    let count = lane.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let times = pairs.filter_map(|(one, other)| lane.pairs().general_time(one, other, now));
    times.fold(f64::INFINITY, f64::min)
}

#[test]
fn balls_are_outside_of_their_cells_by_the_slack_at_the_most() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut early, mut stale) = (0, 0);
    for (apart, periodic) in [(1.7, true), (1.7, false), (1.3, true), (1.2, false), (2.5, true)] {
        let mut lane = lattice(&mut random, apart, periodic);
        assert!(lane.lists.is_none() && lane.filing.slack() > 0.0, "apart by {apart}");
        // Two balls outside of cells that have another between them do not touch.
        assert!(lane.grid.grid().least_width() - 2.0 * lane.filing.slack() > 1.0);
        for _ in 0..3_000 {
            let upcoming = lane.next_event(0.0, f64::INFINITY, usize::MAX).expect("balls move");
            for slot in 0..lane.len() {
                let outside = outside(&lane, slot, upcoming.time);
                assert!(outside <= lane.filing.slack() * (1.0 + 1e-6), "{outside}");
                early += u32::from(outside > 1e-9);
            }
            testing::execute(&mut lane, &upcoming);
            stale = lane.counters().stale;
        }
    }
    assert!(early > 1_000 && stale > 100, "{early} {stale}");
}

#[test]
fn the_next_meeting_is_the_earliest_of_all_pairs_in_any_history() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    // The first has lists and the prefilter, by which two balls are predicted together.
    for apart in [1.05, 1.25, 1.6, 2.2] {
        let mut lane = lattice(&mut random, apart, false);
        assert_eq!(lane.prefilter.is_some(), apart < 1.1);
        let (mut now, mut met) = (0.0, 0);
        while met < 150 {
            let upcoming = lane.next_event(now, f64::INFINITY, usize::MAX).expect("balls move");
            if matches!(upcoming.kind, UpcomingKind::Pair(_)) {
                let first = first_meeting(&lane, now);
                assert!(
                    (upcoming.time - first).abs() <= 1e-9 * first.max(1.0),
                    "{} {first}",
                    upcoming.time
                );
                met += 1;
            }
            // Sometimes the motion of another ball changes before.
            if random.next_u64().is_multiple_of(4) {
                now += (upcoming.time - now) * ((random.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
                if lane.is_ahead_of(now) {
                    lane.rewind(now);
                }
                let name = (random.next_u64() % lane.len() as u64) as u32;
                let flight = lane.path(name).flight;
                let flight = Flight {
                    position: flight.free().at(now),
                    velocity: -flight.velocity * 1.5,
                    epoch: now,
                };
                lane.set_motion(name, &testing::without_spin(flight));
                lane.flush(now);
            } else {
                now = upcoming.time;
                testing::execute(&mut lane, &upcoming);
            }
        }
    }
}
