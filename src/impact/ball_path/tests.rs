use super::*;
use crate::impact::{Collider, PosedShape};
use crate::motion::MotionPiece;
use crate::scene::Shape;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A prism without ends, or with them: a drum.
fn drum(sides: usize, radius: f64, half: f64, closed: bool) -> Shape {
    let angle = |number: usize| std::f64::consts::TAU * number as f64 / sides as f64;
    let corner = |number: usize, z: f64| {
        let (sine, cosine) = portable::sin_cos(angle(number % sides));
        Vector3::new(radius * cosine, radius * sine, z)
    };
    let mut vertices = vec![Vector3::z() * -half, Vector3::z() * half];
    vertices.extend((0..sides).flat_map(|number| [corner(number, -half), corner(number, half)]));
    let first = |number: usize| 2 + 2 * (number % sides) as u32;
    let triangles = (0..sides).flat_map(|number| {
        let (here, next) = (first(number), first(number + 1));
        let side = [[here, next, here + 1], [next, next + 1, here + 1]];
        let ends = [[0, next, here], [1, here + 1, next + 1]];
        side.into_iter().chain(ends.into_iter().filter(move |_| closed))
    });
    Shape::mesh(vertices, triangles.collect()).unwrap()
}

fn shapes() -> Vec<Shape> {
    let placed = |number: usize| {
        let x = number as f64;
        let part = match number % 3 {
            0 => Shape::capsule(0.5, 0.2),
            1 => Shape::ball(0.4),
            _ => Shape::cuboid(Vector3::new(0.3, 0.6, 0.2)),
        };
        (
            nalgebra::Isometry3::translation(x - 4.0, (2.0 * x) % 3.0, -x % 2.0),
            part.unwrap(),
        )
    };
    let compound = Shape::compound((0..9).map(placed).collect()).unwrap();
    vec![
        drum(16, 4.0, 3.0, true),
        drum(8, 2.0, 5.0, false),
        Shape::ring(2.0, 0.4, 12, 6).unwrap(),
        compound,
    ]
}

/// Slow check: at many times, the ball is apart from every part that is not found, and touches none
/// before the earliest time.
#[test]
fn a_ball_touches_no_part_that_is_not_near_its_path() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut draw = move || (random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0;
    let (mut touched, mut later, mut never) = (0, 0, 0);
    for case in 0..600 {
        let radius = [0.5, 0.1, 1.5][case % 3];
        let colliders = [&shapes()[case % 4], &Shape::ball(radius).unwrap()].map(|shape| Collider::new(shape).unwrap());
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| draw() * scale);
        let kind = case / 4 % 8;
        let scale = |bit: usize, scale: f64| if kind >> bit & 1 == 1 { scale } else { 0.0 };
        let shape = MotionPiece {
            epoch: [0.0, 1e4][case % 2],
            position: vector(3.0),
            orientation: portable::rotation(&vector(3.0)),
            velocity: vector(scale(1, 1.0)),
            angular_velocity: vector(scale(0, [0.3, 3.0][case % 2])),
            ..MotionPiece::at_rest()
        };
        let ball = MotionPiece {
            epoch: shape.epoch + 0.5,
            position: shape.position + vector(4.0),
            velocity: vector(2.0),
            acceleration: vector(scale(2, 1.0)),
            ..MotionPiece::at_rest()
        };
        let extents = [colliders[0].extents_along(&shape), colliders[1].extents_along(&ball)];
        let mut moving = [0, 1].map(|side| Moving::new(&colliders[side], [&shape, &ball][side], &extents[side]));
        if case % 5 == 0 {
            moving.reverse();
        }
        let path = BallPath::new(&moving[0], &moving[1], Target::Contact).unwrap();
        let mut earliest = earliest_contact(&moving[0], &moving[1], f64::NEG_INFINITY, false);
        for _ in 0..case % 3 {
            earliest = earliest.and_then(|time| earliest_contact(&moving[0], &moving[1], time, false));
        }
        let parts = colliders[0].parts().unwrap();
        let window = Interval { begin: 0.0, end: 3.0 };
        let spans: Vec<Span> = path.spans(window).collect();
        assert!(spans.windows(2).all(|two| two[0].times.end == two[1].times.begin));
        assert_eq!((spans[0].times.begin, spans[spans.len() - 1].times.end), (0.0, 3.0));
        for span in &spans {
            let near = path.near_parts(span);
            assert!(near.is_sorted_by(|one, other| one.leaf < other.leaf));
            assert!(path.first_near(span) == near.iter().map(|part| part.times.begin).min_by(f64::total_cmp));
            for step in 0..=6 {
                let s = span.times.begin + (span.times.end - span.times.begin) * f64::from(step) / 6.0;
                let s = s.min(span.times.end);
                let time = ball.epoch + s;
                let posed = |side: usize, piece: &MotionPiece| PosedShape {
                    collider: &colliders[side],
                    position: piece.position_at(time),
                    orientation: piece.orientation_at(time),
                    swell: 0.0,
                };
                for leaf in 0..parts.leaves.len() as u32 {
                    let is_near = near
                        .iter()
                        .any(|part| part.leaf == leaf && part.times.begin <= s && s <= part.times.end);
                    if is_near {
                        continue;
                    }
                    let one = parts.leaves[leaf as usize].rotated(shape.orientation_at(time).to_rotation_matrix().matrix());
                    let other = &colliders[1].parts().unwrap().leaves[0];
                    let offset = ball.position_at(time) - shape.position_at(time);
                    let (gap, _) = crate::impact::convex_pair::separation(&one, other, &offset);
                    assert!(
                        gap > 0.0,
                        "case {case}: part {leaf} at {s}, gap {gap} {one:?} {offset:?} {span:?} {near:?}"
                    );
                }
                if posed(0, &shape).distance_to(&posed(1, &ball), 0.0).is_some() {
                    touched += 1;
                    assert!(
                        earliest.is_some_and(|earliest| earliest <= time),
                        "case {case} at {s}: {earliest:?}"
                    );
                }
            }
        }
        later += usize::from(earliest.is_some_and(|time| time > ball.epoch));
        never += usize::from(earliest.is_none());
    }
    assert!(touched > 500 && later > 100 && never > 50, "{touched} {later} {never}");
}
