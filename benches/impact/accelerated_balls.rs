//! Two balls under relative acceleration: our prediction compared with the roots of the quartic.
//!
//! The quartic |p(s)|² - R² is solved by [`first_negative_quartic`], whatever its coefficients: right
//! for these balls, which are near each other. The world's predictions are those of `time_of_impact`.

use crate::random::Random;
use crate::{black_box, median};
use cpu_time::ThreadTime;
use kinesweep::impact::{Collider, time_of_impact};
use kinesweep::roots::first_negative_quartic;
use kinesweep::{MotionPiece, Shape};
use nalgebra::Vector3;

const RADIUS: f64 = 0.5;

/// Greatest difference of both times, in seconds.
const AGREEMENT: f64 = 1e-9;

/// What the pairs do.
#[derive(Clone, Copy)]
enum Kind {
    /// One falls past the other, which is fixed, and passes within the sum of the radii.
    Meets,
    /// It passes at up to three times that, as most neighbours.
    Passes,
    /// They part after a contact.
    Parts,
}

const KINDS: [(&str, Kind); 3] = [("meet", Kind::Meets), ("pass", Kind::Passes), ("part", Kind::Parts)];

fn pair(random: &mut Random, kind: Kind) -> [MotionPiece; 2] {
    let acceleration = Vector3::new(0.0, 0.0, -9.81);
    let from = random.unit() * (1.5 + 2.0 * random.in_ball().norm());
    let (position, velocity) = match kind {
        Kind::Parts => (from.normalize() * (2.0 * RADIUS), from.normalize() + random.in_ball()),
        Kind::Meets | Kind::Passes => {
            let wide = if matches!(kind, Kind::Meets) { 0.95 } else { 3.0 };
            let (at, time) = (random.in_ball() * (2.0 * RADIUS * wide), 0.2 + 0.5 * random.in_ball().norm());
            (from, (at - from) / time - acceleration * (0.5 * time))
        }
    };
    let fixed = MotionPiece::at_rest();
    let falls = MotionPiece {
        position,
        velocity,
        acceleration,
        ..fixed
    };
    [fixed, falls]
}

fn by_quartic([a, b]: &[MotionPiece; 2]) -> Option<f64> {
    let (p, v, a) = (
        b.position - a.position,
        b.velocity - a.velocity,
        b.acceleration - a.acceleration,
    );
    let s = first_negative_quartic(
        p.norm_squared() - 4.0 * RADIUS * RADIUS,
        2.0 * p.dot(&v),
        v.norm_squared() + p.dot(&a),
        v.dot(&a),
        0.25 * a.norm_squared(),
    );
    (s < f64::INFINITY).then_some(s)
}

/// Nanoseconds of CPU time per pair, in one pass over all.
fn time(pairs: &[[MotionPiece; 2]], predict: impl Fn(&[MotionPiece; 2]) -> Option<f64>) -> f64 {
    let begin = ThreadTime::now();
    for pair in pairs {
        black_box(predict(black_box(pair)));
    }
    begin.elapsed().as_secs_f64() * 1e9 / pairs.len() as f64
}

pub(crate) fn table(count: usize, rounds: usize) {
    let ball = Collider::new(&Shape::ball(RADIUS).expect("a radius")).expect("a ball");
    let ours = |[a, b]: &[MotionPiece; 2]| time_of_impact((&ball, a), (&ball, b));
    println!("| balls under relative acceleration | pairs | that meet | ours, ns | the quartic's roots, ns | ours / roots |");
    println!("|---|---|---|---|---|---|");
    for (name, kind) in KINDS {
        let mut random = Random::new(1);
        let pairs: Vec<_> = (0..count).map(|_| pair(&mut random, kind)).collect();
        let meet = pairs.iter().filter(|pair| ours(pair).is_some()).count();
        for pair in pairs.iter().filter(|_| !matches!(kind, Kind::Parts)) {
            let (ours, roots) = (ours(pair), by_quartic(pair));
            let differs = ours.zip(roots).map_or(0.0, |(ours, roots)| (ours - roots).abs());
            assert!(
                ours.is_some() == roots.is_some() && differs <= AGREEMENT,
                "{pair:?}: {ours:?} {roots:?}"
            );
        }
        let (mut by_ours, mut by_roots, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..=rounds {
            by_roots.push(time(&pairs, by_quartic));
            by_ours.push(time(&pairs, ours));
            ratios.push(by_ours.last().expect("pushed") / by_roots.last().expect("pushed"));
        }
        println!(
            "| {name} | {count} | {meet} | {:.0} | {:.0} | {:.2} |",
            median(&mut by_ours),
            median(&mut by_roots),
            median(&mut ratios)
        );
    }
}
