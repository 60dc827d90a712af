//! Times of impact of random shapes in random motion: the call returns, the time is not before the
//! start where a world accepts the numbers, and a second call gives the same bits. Times of contact
//! begin at the time of impact or before, in order.

use super::support::Random;
use super::support::numbers::{any, finite};
use kinesweep::impact::{Collider, contact_times, time_of_impact};
use kinesweep::scene::limits::{MAX_MAGNITUDE, MAX_SPIN};
use kinesweep::scene::{ShapeKind, place};
use kinesweep::{MotionPiece, Shape, ValueError};
use nalgebra::{UnitQuaternion, Vector3};

/// Seconds for which contacts are searched.
const CONTACTS_FOR: f64 = 10.0;

/// Size beyond which two shapes stay near each other for long.
const LARGE: f64 = 10.0;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let shapes = [shape(random), shape(random)];
    let [Ok(a_shape), Ok(b_shape)] = &shapes else { return };
    let (Ok(a), Ok(b)) = (Collider::new(a_shape), Collider::new(b_shape)) else {
        return;
    };
    let (mut of_a, mut of_b) = (piece(random), piece(random));
    for (shape, piece) in [(a_shape, &mut of_a), (b_shape, &mut of_b)] {
        if !matches!(shape.kind(), ShapeKind::Ball { .. }) {
            // Only balls grow.
            (piece.swell, piece.growth) = (0.0, 0.0);
        }
    }
    let spins_or_grows = |piece: &MotionPiece| piece.spins() || piece.growth != 0.0;
    if spins_or_grows(&of_a) || spins_or_grows(&of_b) {
        // A search for shapes that spin or grow near each other for ever would cover millions of
        // radians: these shapes separate.
        let large = |shape: &Shape| shape.bounding_radius().is_finite() && shape.bounding_radius() > LARGE;
        if large(a_shape) || large(b_shape) {
            return;
        }
        of_a = with_moderate_numbers(&of_a);
        of_b = with_moderate_numbers(&of_b);
        if (of_a.velocity - of_b.velocity).norm() < 0.25 {
            of_b.velocity.x += 1.0;
        }
    }
    if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
        eprintln!("{shapes:?} {of_a:?} {of_b:?}");
    }
    let time = time_of_impact((&a, &of_a), (&b, &of_b));
    let bits = |time: Option<f64>| time.map(f64::to_bits);
    assert_eq!(bits(time), bits(time_of_impact((&a, &of_a), (&b, &of_b))));
    let back = time_of_impact((&b, &of_b), (&a, &of_a));
    if is_allowed(&of_a) && is_allowed(&of_b) {
        let start = of_a.epoch.max(of_b.epoch);
        for time in [time, back].into_iter().flatten() {
            assert!(
                time >= start && time < f64::INFINITY,
                "{time}, from {start} on: {of_a:?} {of_b:?}"
            );
        }
        let until = start + CONTACTS_FOR;
        let contacts = contact_times((&a, &of_a), (&b, &of_b), until);
        let mut last = start;
        for [begin, end] in &contacts {
            assert!(
                last <= *begin && begin <= end && *end <= until,
                "{contacts:?}: {of_a:?} {of_b:?}"
            );
            last = *end;
        }
    }
}

/// Mostly `plain`, sometimes a random or extreme number.
fn number(random: &mut Random, plain: f64) -> f64 {
    match random.below(24) {
        0 => any(random),
        1 => finite(random),
        _ => plain,
    }
}

fn length(random: &mut Random) -> f64 {
    let plain = random.of(&[0.25, 0.5, 1.0, 0.3]);
    number(random, plain)
}

fn vector(random: &mut Random, size: f64) -> Vector3<f64> {
    let plain = random.vector(size);
    let lattice = random.below(2) == 0;
    plain.map(|c| number(random, if lattice { (c * 2.0).round() / 2.0 } else { c }))
}

fn shape(random: &mut Random) -> Result<Shape, ValueError> {
    match random.below(9) {
        0 => Shape::half_space(vector(random, 1.0)),
        1 => Shape::ring(
            length(random),
            0.4 * length(random),
            random.below(8) as u32,
            random.below(6) as u32,
        ),
        2 => Shape::mesh(
            (0..4).map(|_| vector(random, 1.0)).collect(),
            vec![[0, 1, 2], [1, 2, random.below(5) as u32]],
        ),
        3 => {
            let part = |random: &mut Random| {
                let at = place(vector(random, 1.0), random.vector(2.0));
                simple(random).map(|shape| (at, shape))
            };
            Shape::compound((0..1 + random.below(3)).map(|_| part(random)).collect::<Result<_, _>>()?)
        }
        _ => simple(random),
    }
}

fn simple(random: &mut Random) -> Result<Shape, ValueError> {
    match random.below(8) {
        4 => Shape::ellipsoid(Vector3::from_fn(|_, _| length(random))),
        5 => Shape::cylinder(length(random), length(random)),
        6 => Shape::cone(length(random), length(random)),
        7 => Shape::rounded_cuboid(Vector3::from_fn(|_, _| length(random)), length(random)),
        0 => Shape::cuboid(Vector3::from_fn(|_, _| length(random))),
        1 => Shape::capsule(length(random), length(random)),
        2 => Shape::convex((0..4 + random.below(5)).map(|_| vector(random, 1.0)).collect()),
        _ => Shape::ball(length(random)),
    }
}

fn piece(random: &mut Random) -> MotionPiece {
    let epoch = random.of(&[0.0, 0.0, 1.0, -2.5]);
    let mut piece = MotionPiece {
        epoch: number(random, epoch),
        position: vector(random, 5.0),
        orientation: UnitQuaternion::from_scaled_axis(random.vector(2.0)),
        velocity: vector(random, 3.0),
        ..MotionPiece::at_rest()
    };
    if random.below(3) == 0 {
        piece.acceleration = vector(random, 2.0);
    }
    if random.below(4) == 0 {
        piece.angular_velocity = vector(random, 4.0);
    }
    if random.below(8) == 0 {
        (piece.swell, piece.growth) = (number(random, 0.5).abs(), number(random, 0.25).abs());
    }
    piece
}

/// The piece with large numbers replaced.
fn with_moderate_numbers(piece: &MotionPiece) -> MotionPiece {
    let number = |c: f64| if c.abs() <= LARGE { c } else { 1.0 };
    MotionPiece {
        epoch: number(piece.epoch),
        position: piece.position.map(number),
        velocity: piece.velocity.map(number),
        acceleration: piece.acceleration.map(number),
        angular_velocity: piece.angular_velocity.map(number),
        swell: number(piece.swell),
        growth: number(piece.growth),
        ..*piece
    }
}

/// Whether a world accepts the piece.
fn is_allowed(piece: &MotionPiece) -> bool {
    let within = |vector: &Vector3<f64>, most: f64| vector.iter().all(|c| c.abs() <= most);
    let vectors = [&piece.position, &piece.velocity, &piece.acceleration];
    vectors.into_iter().all(|vector| within(vector, MAX_MAGNITUDE))
        && within(&piece.angular_velocity, MAX_SPIN)
        && [piece.epoch, piece.swell, piece.growth]
            .into_iter()
            .all(|number| number.abs() <= MAX_MAGNITUDE)
}
