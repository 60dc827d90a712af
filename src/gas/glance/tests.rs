use crate::gas::{Gas, testing};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A dense gas of 9 x 9 x 9 balls somewhere far away, the fastest of them so many times as fast as the others.
fn gas(random: &mut Xoshiro256PlusPlus, periodic: bool, faster: f64) -> Gas {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    testing::gas(9, 1.05, Vector3::new(-300.0, 20.0, 7.0), periodic, |index| {
        Vector3::from_fn(|_, _| uniform() - 0.5) * if index == 0 { faster } else { 1.0 }
    })
}

#[test]
fn nobody_is_met_sooner_than_a_glance_says() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut met, mut close) = (0, 0);
    for (periodic, faster) in [(true, 1.0), (false, 1.0), (true, 1000.0), (false, 10.0)] {
        for _ in 0..4 {
            let gas = gas(&mut random, periodic, faster);
            let glances = gas.glances.as_ref().expect("it has lists and few balls");
            // They go through each other: later they would be farther away than who is looked at ever is.
            let now = 0.1 * glances.frame.span * ((random.next_u64() >> 40) as f64 / (1u64 << 24) as f64);
            for slot in 0..gas.len() {
                let me = glances.look_from(slot, now);
                for at in gas.lists.as_ref().expect("it is dense").near(slot) {
                    let (at, four) = (*at as usize, [*at; 4]);
                    let (time, waits) = match periodic {
                        true => (
                            gas.time_of_meeting::<true>(slot, at, now, &mut 0),
                            glances.least_waits::<true>(&me, four),
                        ),
                        false => (
                            gas.time_of_meeting::<false>(slot, at, now, &mut 0),
                            glances.least_waits::<false>(&me, four),
                        ),
                    };
                    let Some(time) = time else { continue };
                    let wait = waits.to_array()[0];
                    if time >= now {
                        let true_wait = glances.wait(now, time);
                        assert!(wait <= true_wait, "{wait} {true_wait}");
                        met += u32::from(faster == 1.0);
                        close += u32::from(faster == 1.0 && wait > 0.9 * true_wait);
                    }
                }
                let itself = glances.least_waits::<true>(&me, [slot as u32; 4]).to_array();
                assert_eq!(itself, [f32::INFINITY; 4]);
            }
        }
    }
    assert!(met > 1_000 && close > 100, "{close} of {met}");
}
