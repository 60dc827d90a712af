//! Seeded pairs of balls, in families by kind of difficulty.

use super::oracle::Case;
use crate::support::Random;
use kinesweep::MotionPiece;
use nalgebra::Vector3;

/// A family of cases: its name and its generator. The name determines the seed.
pub(crate) type Family = (&'static str, fn(&mut Random) -> Case);

pub(crate) const FAMILIES: [Family; 12] = [
    ("any", any),
    ("grazing", grazing),
    ("nearly touching", nearly_touching),
    ("tiny acceleration", tiny_acceleration),
    ("far away", far_away),
    ("late", late),
    ("two entries", two_entries),
    ("narrow first entry", narrow_first_entry),
    ("touching and leaving", touching_and_leaving),
    ("pressed together", pressed_together),
    ("overlapping", overlapping),
    ("equal accelerations", equal_accelerations),
];

/// Relative motion at some time: position, velocity, acceleration.
type Relative = [Vector3<f64>; 3];

pub(crate) fn unit(random: &mut Random) -> Vector3<f64> {
    loop {
        let v = random.vector(1.0);
        if (0.01..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// A unit vector perpendicular to another.
fn perpendicular(random: &mut Random, to: &Vector3<f64>) -> Vector3<f64> {
    loop {
        let v = unit(random).cross(to);
        if v.norm() > 0.1 {
            return v.normalize();
        }
    }
}

/// 10 to a power in `low`..`high`.
fn power(random: &mut Random, low: f64, high: f64) -> f64 {
    10f64.powf(random.uniform(low, high))
}

fn sign(random: &mut Random) -> f64 {
    if random.below(2) == 0 { 1.0 } else { -1.0 }
}

fn radii(random: &mut Random) -> [f64; 2] {
    [random.uniform(0.1, 1.5), random.uniform(0.1, 1.5)]
}

/// The state of the same motion `earlier` seconds before.
fn before([p, v, a]: Relative, earlier: f64) -> Relative {
    [p - v * earlier + a * (0.5 * earlier * earlier), v - a * earlier, a]
}

/// Two bodies with this relative motion at `start`, the later of their epochs; the other epoch is
/// `lag` earlier.
fn bodies(random: &mut Random, relative: Relative, start: f64, lag: f64) -> [MotionPiece; 2] {
    let own = if random.below(2) == 0 {
        [Vector3::zeros(); 3]
    } else {
        [random.vector(10.0), random.vector(2.0), random.vector(2.0)]
    };
    let other = [own[0] + relative[0], own[1] + relative[1], own[2] + relative[2]];
    let first_is_later = random.below(2) == 0;
    let piece = |motion: Relative, is_later: bool| {
        let lag = if is_later { 0.0 } else { lag };
        let [position, velocity, acceleration] = before(motion, lag);
        MotionPiece {
            epoch: start - lag,
            position,
            velocity,
            acceleration,
            ..MotionPiece::at_rest()
        }
    };
    [piece(own, first_is_later), piece(other, !first_is_later)]
}

fn case(random: &mut Random, relative: Relative, radii: [f64; 2], scale: f64) -> Case {
    let lag = if random.below(2) == 0 { 0.0 } else { random.uniform(0.0, 2.0) };
    Case {
        pieces: bodies(random, relative, lag, lag),
        radii,
        scale,
    }
}

/// A collision, or nearly one, after some seconds.
fn any(random: &mut Random) -> Case {
    let radii = radii(random);
    let meet = random.uniform(0.5, 4.0);
    let there = [
        random.vector(1.2 * (radii[0] + radii[1])),
        random.vector(3.0),
        random.vector(3.0),
    ];
    case(random, before(there, meet), radii, meet)
}

/// The state at the closest point, slightly inside or outside contact.
fn at_closest_point(random: &mut Random, radius_sum: f64, depth: f64, acceleration: f64) -> Relative {
    let normal = unit(random);
    let speed = random.uniform(1.0, 5.0);
    let pull = random.vector(acceleration);
    [normal * (radius_sum - depth), perpendicular(random, &normal) * speed, pull]
}

fn grazing(random: &mut Random) -> Case {
    let radii = radii(random);
    let depth = sign(random) * power(random, -16.0, -3.0);
    let meet = random.uniform(0.5, 4.0);
    let there = at_closest_point(random, radii[0] + radii[1], depth, 3.0);
    case(random, before(there, meet), radii, meet)
}

/// Nearly in contact at the start, with random motion.
fn nearly_touching(random: &mut Random) -> Case {
    let radii = radii(random);
    let normal = unit(random);
    let gap = sign(random) * power(random, -16.0, -5.0);
    let rate = sign(random) * power(random, -6.0, 0.5);
    let sliding = perpendicular(random, &normal) * random.uniform(0.0, 2.0);
    let relative = [
        normal * (radii[0] + radii[1] + gap),
        normal * rate + sliding,
        random.vector(3.0),
    ];
    case(random, relative, radii, 1.0)
}

/// So small an acceleration that the quartic is nearly quadratic; some cases graze.
fn tiny_acceleration(random: &mut Random) -> Case {
    let radii = radii(random);
    let meet = random.uniform(0.5, 4.0);
    let mut there = if random.below(2) == 0 {
        at_closest_point(random, radii[0] + radii[1], 0.0, 0.0)
    } else {
        [
            random.vector(1.2 * (radii[0] + radii[1])),
            random.vector(3.0),
            Vector3::zeros(),
        ]
    };
    let depth = sign(random) * power(random, -14.0, -3.0);
    there[0] -= unit(random) * depth;
    there[2] = unit(random) * power(random, -18.0, -3.0);
    case(random, before(there, meet), radii, meet)
}

/// A distance of up to 10^9 m, at any speed.
fn far_away(random: &mut Random) -> Case {
    let radii = radii(random);
    let (meet, speed) = (power(random, 0.0, 6.0), power(random, 0.0, 3.0));
    let there = [
        random.vector(1.1 * (radii[0] + radii[1])),
        unit(random) * speed,
        unit(random) * (power(random, -6.0, 0.0) * speed / meet),
    ];
    case(random, before(there, meet), radii, meet)
}

/// A case of another family, 10^6 s later.
fn late(random: &mut Random) -> Case {
    const LATE: f64 = 1e6;
    let others: [fn(&mut Random) -> Case; 5] = [any, grazing, nearly_touching, two_entries, touching_and_leaving];
    let mut case = others[random.below(others.len() as u64) as usize](random);
    let shift = LATE + random.uniform(0.0, 1.0);
    for piece in &mut case.pieces {
        piece.epoch += shift;
    }
    case
}

/// A first pass through contact, a reversal, and a second pass, often at a distance from the first.
fn two_entries(random: &mut Random) -> Case {
    let radii = radii(random);
    let radius_sum = radii[0] + radii[1];
    let along = unit(random);
    let aside = perpendicular(random, &along);
    let (pull, beyond) = (random.uniform(0.5, 3.0), random.uniform(1.0, 5.0) * radius_sum);
    // The position of the reversal, and the sideways velocity there.
    let drift = aside * random.uniform(-0.3, 0.3);
    let reversal = [
        along * beyond + aside * (radius_sum * random.uniform(-1.2, 1.2)),
        drift,
        -along * pull,
    ];
    let earlier = (2.0 * (beyond + 2.0 * radius_sum) / pull).sqrt();
    case(random, before(reversal, earlier), radii, earlier)
}

/// The first pass grazes, just inside or outside contact; the second may be a clear hit.
fn narrow_first_entry(random: &mut Random) -> Case {
    let radii = radii(random);
    let depth = sign(random) * power(random, -15.0, -4.0);
    let mut there = at_closest_point(random, radii[0] + radii[1], depth, 0.0);
    let along = there[1].normalize();
    let normal = there[0].normalize();
    // The reversal is after `back` seconds, with an acceleration towards the middle.
    let back = random.uniform(0.5, 3.0);
    there[2] = -along * (there[1].norm() / back) - normal * (random.uniform(-0.1, 0.5) * (radii[0] + radii[1]) / (back * back));
    let meet = random.uniform(0.2, 1.0);
    case(random, before(there, meet), radii, meet + 2.0 * back)
}

/// A state as after a bounce: in contact up to rounding, separating, and accelerated back.
fn touching_and_leaving(random: &mut Random) -> Case {
    let radii = radii(random);
    let normal = unit(random);
    let rate = power(random, -7.0, 1.0);
    let pull = random.uniform(0.5, 10.0);
    let sliding = perpendicular(random, &normal) * (rate * random.uniform(0.0, 0.5));
    let side = perpendicular(random, &normal) * random.uniform(0.0, 1.0);
    let relative = [normal * (radii[0] + radii[1]), normal * rate + sliding, side - normal * pull];
    case(random, relative, radii, 2.0 * rate / pull)
}

/// In contact without normal velocity, accelerating towards each other or apart; some slide.
fn pressed_together(random: &mut Random) -> Case {
    let radii = radii(random);
    let normal = unit(random);
    let sliding = if random.below(2) == 0 {
        Vector3::zeros()
    } else {
        perpendicular(random, &normal) * power(random, -6.0, 1.0)
    };
    let pull = normal * (sign(random) * power(random, -3.0, 1.0)) + perpendicular(random, &normal) * random.uniform(0.0, 3.0);
    case(random, [normal * (radii[0] + radii[1]), sliding, pull], radii, 1.0)
}

fn overlapping(random: &mut Random) -> Case {
    let radii = radii(random);
    let normal = unit(random);
    let depth = power(random, -9.0, 0.0).min(0.9);
    let pull = random.vector(3.0) - normal * random.uniform(0.0, 3.0);
    let relative = [normal * ((radii[0] + radii[1]) * (1.0 - depth)), random.vector(3.0), pull];
    case(random, relative, radii, 2.0)
}

/// Both under gravity, which cancels, also with different epochs.
fn equal_accelerations(random: &mut Random) -> Case {
    let mut case = if random.below(2) == 0 { any(random) } else { grazing(random) };
    let gravity = random.vector(10.0);
    for piece in &mut case.pieces {
        piece.acceleration = gravity;
    }
    case
}
