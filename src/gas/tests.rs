use super::*;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use cpu_time::ProcessTime as Instant;

fn fcc(n: usize, packing: f64, seed: u64) -> (Space, Vec<Ball>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut uniform = move || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let k = (n as f64 / 4.0).cbrt().ceil() as usize;
    let n = 4 * k * k * k;
    let length = (n as f64 * std::f64::consts::PI / 6.0 / packing).cbrt();
    let a = length / k as f64;
    let space = Space {
        min: Vector3::zeros(),
        max: Vector3::repeat(length),
        periodic: true,
    };
    let mut balls = Vec::new();
    for z in 0..k {
        for y in 0..k {
            for x in 0..k {
                for site in [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]] {
                    let position = Vector3::new(x as f64 + site[0], y as f64 + site[1], z as f64 + site[2]) * a;
                    let velocity = Vector3::from_fn(|_, _| {
                        (0..12).map(|_| uniform()).sum::<f64>() - 6.0
                    });
                    let name = balls.len() as u32;
                    balls.push(Ball {
                        name,
                        serial: name,
                        radius: 0.5,
                        fixed: false,
                        motion: Motion {
                            position,
                            velocity,
                            epoch: 0.0,
                        },
                    });
                }
            }
        }
    }
    (space, balls)
}

fn run(gas: &mut Gas, mut now: f64, collisions: u64) -> f64 {
    let mut done = 0;
    while done < collisions {
        let coming = gas.coming(now, f64::MAX).unwrap();
        now = coming.time;
        match coming.what {
            What::Pair([a, b], shift) => {
                let (ma, mb) = (gas.motion(a), gas.motion(b));
                let (xa, xb) = (ma.at(now), mb.at(now));
                let normal = (xb - xa + shift).normalize();
                let closing = normal.dot(&(ma.velocity - mb.velocity));
                assert!(closing > 0.0, "{now} {ma:?} {mb:?} {shift:?} {}", (xb - xa + shift).norm());
                for (name, x, v) in [(a, xa, ma.velocity - normal * closing), (b, xb, mb.velocity + normal * closing)] {
                    let motion = Motion {
                        position: gas.space.inside(&x),
                        velocity: v,
                        epoch: now,
                    };
                    gas.turn(name, motion);
                }
                gas.settle(now);
                done += 1;
            }
            _ => panic!("{coming:?}"),
        }
    }
    now
}

#[test]
#[ignore]
fn speed() {
    let sizes = std::env::var("N").unwrap_or("1000,8000,64000".into());
    for n in sizes.split(',').map(|n| n.parse().unwrap()) {
        let beat = heap_beat(n);
        let packings = std::env::var("P").unwrap_or("0.1,0.3,0.49".into());
        for packing in packings.split(',').map(|p| p.parse().unwrap()) {
            let (space, balls) = fcc(n, packing, 1);
            let n = balls.len();
            let mut gas = Gas::new(space);
            for ball in &balls {
                gas.insert(ball, 0.0);
            }
            gas.settle(0.0);
            let now = run(&mut gas, 0.0, 10 * n as u64);
            let before = gas.tally;
            let count = 1_000_000;
            let start = Instant::now();
            run(&mut gas, now, count);
            let seconds = start.elapsed().as_secs_f64();
            let per = |now: u64, then: u64| (now - then) as f64 / count as f64;
            println!(
                "{n:7} {packing:.2}: {:.3} M/s = {:.1} heap beats; per collision {:.2} crossings {:.2} stale {:.1} looks {:.4} careful; {} bytes",
                count as f64 / seconds / 1e6,
                seconds / count as f64 / beat,
                per(gas.tally.crossings, before.crossings),
                per(gas.tally.stale, before.stale),
                per(gas.tally.looks, before.looks),
                per(gas.tally.careful, before.careful),
                gas.memory() / n,
            );
        }
    }
}

fn heap_beat(n: usize) -> f64 {
    use std::collections::BinaryHeap;
    use std::cmp::Reverse;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = (0..n).map(|i| Reverse((random.next_u64() >> 20, i as u32))).collect();
    let start = Instant::now();
    for _ in 0..1_000_000 {
        let Reverse((time, i)) = heap.pop().unwrap();
        heap.push(Reverse((time + (random.next_u64() >> 20), i)));
    }
    start.elapsed().as_secs_f64() / 1e6
}
