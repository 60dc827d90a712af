use crate::gas::{Gas, What, testing};
use crate::scene::Flight;
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A gas so many widths apart, some of whose balls are much faster than the others.
fn gas(random: &mut Xoshiro256PlusPlus, apart: f64, periodic: bool) -> Gas {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    testing::gas(7, apart, Vector3::new(-20.0, 3.0, 0.0), periodic, |index| {
        let speed = if index % 16 == 0 { 5.0 } else { 1.0 };
        Vector3::from_fn(|_, _| uniform() - 0.5) * speed
    })
}

/// How far outside of its cell a ball is, on the axis on which it is farthest: negative inside.
fn outside(gas: &Gas, slot: usize, now: f64) -> f64 {
    let (ball, image) = (&gas.hot[slot], gas.cards[slot].image);
    let place = ball.flight.at(now);
    let of = |axis: usize| {
        let [low, high] = gas.beside[axis][ball.tag.cell()[axis] as usize].ends;
        let length = f64::from(image[axis]) * gas.grid.lengths[axis];
        (low + length - place[axis]).max(place[axis] - high - length)
    };
    of(0).max(of(1)).max(of(2))
}

/// When the first two of all meet, of those that are alone in a box.
fn first_meeting(gas: &Gas, now: f64) -> f64 {
    let pairs = (0..gas.len()).flat_map(|one| (one + 1..gas.len()).map(move |other| (one, other)));
    let times = pairs.filter_map(|(one, other)| gas.meet_with_care(one, other, now));
    times.fold(f64::INFINITY, f64::min)
}

#[test]
fn balls_are_outside_of_their_cells_by_the_slack_at_the_most() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut early, mut stale) = (0, 0);
    for (apart, periodic) in [(1.7, true), (1.7, false), (1.3, true), (1.2, false), (2.5, true)] {
        let mut gas = gas(&mut random, apart, periodic);
        assert!(gas.lists.is_none() && gas.slack > 0.0, "apart by {apart}");
        // Two that are both outside of cells with one between them do not reach each other.
        assert!(gas.grid.least_width() - 2.0 * gas.slack > 1.0);
        for _ in 0..3_000 {
            let coming = gas.coming(0.0, f64::INFINITY, usize::MAX).expect("they go on");
            for slot in 0..gas.len() {
                let outside = outside(&gas, slot, coming.time);
                assert!(outside <= gas.slack * (1.0 + 1e-6), "{outside} of {}", gas.slack);
                early += u32::from(outside > 1e-9);
            }
            testing::execute(&mut gas, &coming);
            stale = gas.counters().stale;
        }
    }
    assert!(early > 1_000 && stale > 100, "{early} {stale}");
}

#[test]
fn what_comes_next_is_what_comes_first_of_all_pairs_however_time_goes_on() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    // The first has lists, where two that have collided look side by side.
    for apart in [1.05, 1.25, 1.6, 2.2] {
        let mut gas = gas(&mut random, apart, false);
        assert_eq!(gas.glances.is_some(), apart < 1.1);
        let (mut now, mut met) = (0.0, 0);
        while met < 150 {
            let coming = gas.coming(now, f64::INFINITY, usize::MAX).expect("they go on");
            if matches!(coming.what, What::Pair(_)) {
                let first = first_meeting(&gas, now);
                assert!(
                    (coming.time - first).abs() <= 1e-9 * first.max(1.0),
                    "{} {first}",
                    coming.time
                );
                met += 1;
            }
            // Now and then somebody else turns before.
            if random.next_u64().is_multiple_of(4) {
                now += (coming.time - now) * ((random.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
                if gas.has_looked_beyond(now) {
                    gas.rewind(now);
                }
                let name = (random.next_u64() % gas.len() as u64) as u32;
                let flight = gas.flight(name);
                let flight = Flight {
                    position: flight.at(now),
                    velocity: -flight.velocity * 1.5,
                    epoch: now,
                };
                gas.turn(name, flight);
                gas.settle(now);
            } else {
                now = coming.time;
                testing::execute(&mut gas, &coming);
            }
        }
    }
}
