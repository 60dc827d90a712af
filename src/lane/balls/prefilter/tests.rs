use crate::lane::balls::{BallLane, testing};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A dense lattice of 9 x 9 x 9 balls, far from the origin. One ball is so many times as fast as
/// the others.
fn lattice(random: &mut Xoshiro256PlusPlus, periodic: bool, faster: f64) -> BallLane {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    testing::lattice(9, 1.05, Vector3::new(-300.0, 20.0, 7.0), periodic, |index| {
        Vector3::from_fn(|_, _| uniform() - 0.5) * if index == 0 { faster } else { 1.0 }
    })
}

#[test]
fn no_ball_is_met_before_the_bound_of_the_prefilter() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut met, mut close) = (0, 0);
    for (periodic, faster) in [(true, 1.0), (false, 1.0), (true, 1000.0), (false, 10.0)] {
        for _ in 0..4 {
            let lane = lattice(&mut random, periodic, faster);
            let prefilter = lane.prefilter.as_ref().expect("it has lists and few balls");
            // Without collisions balls pass through each other. Later they would be farther apart
            // than balls in a list are.
            let now = 0.1 * prefilter.span() * ((random.next_u64() >> 40) as f64 / (1u64 << 24) as f64);
            for slot in 0..lane.len() {
                let ball = prefilter.query(slot, now);
                for at in lane.lists.as_ref().expect("it is dense").near(slot) {
                    let (at, four) = (*at as usize, [*at; 4]);
                    let (time, waits) = match periodic {
                        true => (
                            lane.pairs().time_of_meeting::<true>(slot, at, now, &mut 0),
                            prefilter.least_waits::<true>(&ball, four),
                        ),
                        false => (
                            lane.pairs().time_of_meeting::<false>(slot, at, now, &mut 0),
                            prefilter.least_waits::<false>(&ball, four),
                        ),
                    };
                    let Some(time) = time else { continue };
                    let wait = waits.to_array()[0];
                    if time >= now {
                        let true_wait = prefilter.wait(now, time);
                        assert!(wait <= true_wait, "{wait} {true_wait}");
                        met += u32::from(faster == 1.0);
                        close += u32::from(faster == 1.0 && wait > 0.9 * true_wait);
                    }
                }
                let itself = prefilter.least_waits::<true>(&ball, [slot as u32; 4]).to_array();
                assert_eq!(itself, [f32::INFINITY; 4]);
            }
        }
    }
    assert!(met > 1_000 && close > 100, "{close} of {met}");
}
