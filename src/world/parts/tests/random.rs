//! Random crowds, numbers of threads and stretches.

use super::compare;
use super::scenes::{Crowd, Random};
use nalgebra::Vector3;

fn compare_random(seed: u64) -> [u64; 2] {
    let mut random = Random::new(seed);
    let mut crowd = Crowd {
        cells: [2 + random.below(3), 2 + random.below(3), 6 + random.below(10)],
        spacing: 2.2 + 0.8 * random.signed().abs(),
        is_periodic: random.below(2) == 0,
        restitution: [1.0, 1.0, 0.9, 0.6][random.below(4)],
        gravity: Vector3::zeros(),
        has_floor: false,
        seed,
        ..Crowd::default()
    };
    if random.below(2) == 0 {
        crowd.gravity = random.vector();
    }
    if !crowd.is_periodic && random.below(3) == 0 {
        crowd.has_floor = true;
    }
    crowd.tuning.way = [0.05, 0.25, 0.5, 1.0][random.below(4)];
    crowd.tuning.beyond = [0.0, 0.5, 1.0][random.below(3)];
    crowd.tuning.margin = [0.1, 1.0, 3.0][random.below(3)];
    crowd.tuning.least_serial = [1, 16, 64][random.below(3)];
    let threads = 2 + random.below(4);
    let mut targets: Vec<f64> = (0..1 + random.below(5)).map(|_| 2.0 * random.signed().abs()).collect();
    targets.sort_by(f64::total_cmp);
    compare(&crowd, threads, &targets, &format!("seed {seed}"))
}

#[test]
fn random_crowds_have_the_same_events() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let from = number("KINESWEEP_PARTS_FROM", 0);
    let cases = number("KINESWEEP_PARTS_CASES", 60);
    let (mut windows, mut mismatches) = (0, 0);
    for seed in from..from + cases {
        let [more_windows, more_mismatches] = compare_random(seed);
        (windows, mismatches) = (windows + more_windows, mismatches + more_mismatches);
    }
    println!("{windows} windows, {mismatches} mismatches");
    assert!(
        windows > 5 * cases && mismatches > 0,
        "{windows} windows, {mismatches} mismatches"
    );
}
