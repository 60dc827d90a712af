//! Balls that grow: closed forms, and distances by parry at sampled times.

use super::oracle::Oracle;
use super::random::{KINDS, Random};
use super::spin::{Counts, cases, compare, compare_intervals, forecast_of, random_pair};
use super::*;

fn growing(body: &TestBody, growth: f64, swell: f64) -> TestBody {
    body.with(MotionPiece {
        growth,
        swell,
        ..body.piece
    })
}

fn ball(radius: f64, growth: f64, piece: MotionPiece) -> TestBody {
    TestBody::new(Shape::ball(radius).unwrap(), MotionPiece { growth, ..piece })
}

/// The same pair `epoch` seconds later.
fn later(bodies: [&TestBody; 2], epoch: f64) -> [TestBody; 2] {
    bodies.map(|body| body.with(MotionPiece { epoch, ..body.piece }))
}

/// The first impact must come at `expected`, at early and late epochs.
fn assert_meets(a: &TestBody, b: &TestBody, expected: f64) {
    for (epoch, allowed) in [(0.0, 1e-12 * expected.max(1.0)), (1e6, 1e-9)] {
        let [a, b] = later([a, b], epoch);
        for pair in [[&a, &b], [&b, &a]] {
            let found = forecast_of(pair[0], pair[1]).expect("they meet").time - epoch;
            assert!(
                (found - expected).abs() <= allowed,
                "{found}, expected {expected}, from {epoch}"
            );
            let (first, _) = contact_intervals(&pair[0].moving(), &pair[1].moving());
            let begin = first.first().expect("they touch").begin - epoch;
            assert!(
                (begin - expected).abs() <= allowed,
                "{begin}, expected {expected}, from {epoch}"
            );
            let overlaps = overlap_intervals(&pair[0].moving(), &pair[1].moving());
            let within = |overlap: &Interval| overlap.begin <= found + epoch && found + epoch <= overlap.end;
            assert!(overlaps.as_slice().iter().any(within), "{overlaps:?} {found}");
            let impact = forecast_of(pair[0], pair[1]).unwrap();
            let contact = contact_at_impact(&pair[0].moving(), &pair[1].moving(), &impact);
            let gap = Oracle::new(pair[0], pair[1]).distance(impact.time);
            assert!(gap < 1e-9 && contact.depth < 1e-9, "{gap} {contact:?}");
        }
    }
}

#[test]
fn two_growing_balls_meet_at_the_exact_time() {
    // At rest: 10 m apart, radii 1 and 2, growing by 0.5 and 0.25.
    let still = ball(1.0, 0.5, MotionPiece::at_rest());
    let other = ball(2.0, 0.25, piece([10.0, 0.0, 0.0], [0.0; 3]));
    assert_meets(&still, &other, 7.0 / 0.75);
    // Moving towards each other, apart more slowly than they grow, apart as fast, and faster.
    let moving = |speed: f64| ball(2.0, 0.25, piece([10.0, 0.0, 0.0], [speed, 0.0, 0.0]));
    assert_meets(&still, &moving(-1.0), 4.0);
    assert_meets(&still, &moving(0.5), 28.0);
    assert_eq!(forecast_of(&still, &moving(0.75)), None);
    assert_eq!(forecast_of(&still, &moving(2.0)), None);
    // Across: (10 - s)² + 36 = (3 + 0.75 s)².
    let passing = ball(2.0, 0.25, piece([10.0, 6.0, 0.0], [-1.0, 0.0, 0.0]));
    let (a, b, c): (f64, f64, f64) = (1.0 - 0.5625, -10.0 - 2.25, 136.0 - 9.0);
    assert_meets(&still, &passing, (-b - (b * b - a * c).sqrt()) / a);
    let (found, _) = contact_intervals(&still.moving(), &passing.moving());
    let end = (-b + (b * b - a * c).sqrt()) / a;
    assert!((found.as_slice()[0].end - end).abs() < 1e-12, "{found:?} {end}");
}

#[test]
fn two_accelerated_growing_balls_meet_at_the_exact_time() {
    // One falls on the other: 10 - 5 s² = 2 + s, so s = (-1 + sqrt(161)) / 10.
    let falling = MotionPiece {
        acceleration: vector([0.0, -10.0, 0.0]),
        ..piece([0.0, 10.0, 0.0], [0.0; 3])
    };
    let (below, above) = (ball(1.0, 0.75, MotionPiece::at_rest()), ball(1.0, 0.25, falling));
    assert_meets(&below, &above, (161f64.sqrt() - 1.0) / 10.0);
    // Thrown up from contact it opens at 8 m/s and returns: 9 s - 5 s² = s.
    let thrown = MotionPiece {
        position: vector([0.0, 2.0, 0.0]),
        velocity: vector([0.0, 9.0, 0.0]),
        ..falling
    };
    let thrown = ball(1.0, 0.25, thrown);
    let found = forecast_of(&below, &thrown).unwrap().time;
    assert!((found - 1.6).abs() < 1e-14, "{found}");
    // Thrown too slowly, it collides at once.
    let slow = thrown.with(MotionPiece {
        velocity: vector([0.0, 0.5, 0.0]),
        ..thrown.piece
    });
    assert_eq!(forecast_of(&below, &slow).unwrap().time, 0.0);
}

#[test]
fn a_growing_ball_meets_planes_and_walls() {
    let normal = vector([1.0, 2.0, 2.0]) / 3.0;
    let plane = TestBody::new(Shape::half_space(normal).unwrap(), MotionPiece::at_rest());
    let at = |velocity: f64, acceleration: f64| {
        ball(
            1.0,
            0.5,
            MotionPiece {
                position: normal * 6.0,
                velocity: normal * velocity + vector([2.0, -1.0, 0.0]),
                acceleration: normal * acceleration,
                ..MotionPiece::at_rest()
            },
        )
    };
    assert_meets(&plane, &at(0.0, 0.0), 10.0);
    assert_meets(&plane, &at(-0.5, 0.0), 5.0);
    assert_meets(&plane, &at(0.25, 0.0), 20.0);
    assert_eq!(forecast_of(&plane, &at(0.5, 0.0)), None);
    // 6 - s - s² = 1 + s / 2.
    assert_meets(&plane, &at(-1.0, -2.0), (-1.5 + 22.25f64.sqrt()) / 2.0);
    // Between walls 4 m away: first the wall that it moves towards, then, still growing, the other.
    let (min, max) = (Vector3::repeat(-4.0), Vector3::repeat(4.0));
    let piece = MotionPiece {
        growth: 0.5,
        ..piece([0.0; 3], [1.0, 0.0, 0.0])
    };
    let inside = TestBody::new(Shape::ball(1.0).unwrap(), piece);
    assert_eq!(
        first_wall_impact(&inside.moving(), &min, &max, &Wall::ALL),
        Some((2.0, Wall::MaxX))
    );
    assert_eq!(wall_contact(&inside.moving(), Wall::MaxX, 2.0).point, vector([4.0, 0.0, 0.0]));
    let mut rotated = piece.rebased(2.0);
    rotated.velocity.x = -2.0;
    let back = inside.with(rotated);
    // The gap to the left wall is 4 and closes at 2.5; the gaps to the other walls are 2, and close
    // at 0.5.
    assert_eq!(
        first_wall_impact(&back.moving(), &min, &max, &Wall::ALL),
        Some((3.6, Wall::MinX))
    );
}

#[test]
fn a_growing_ball_meets_a_cuboid_a_hull_and_a_ring() {
    let cuboid = Shape::cuboid(vector([1.0, 1.0, 1.0])).unwrap();
    let corners: Vec<_> = (0..8)
        .map(|n| vector([1.0, 2.0, 4.0].map(|bit| if n & bit as usize == 0 { -1.0 } else { 1.0 })))
        .collect();
    let hull = Shape::convex(corners).unwrap();
    for shape in [cuboid, hull] {
        let block = TestBody::new(shape, MotionPiece::at_rest());
        let at = |place: [f64; 3], velocity: [f64; 3]| ball(0.5, 0.25, piece(place, velocity));
        // Face, edge and corner, at rest and moving.
        assert_meets(&block, &at([3.0, 0.2, 0.3], [0.0; 3]), 6.0);
        assert_meets(&block, &at([4.0, 5.0, 0.3], [0.0; 3]), 18.0);
        assert_meets(&block, &at([3.0, 3.0, 2.0], [0.0; 3]), 10.0);
        assert_meets(&block, &at([3.0, 0.2, 0.3], [-0.25, 0.0, 0.0]), 3.0);
        assert_meets(&block, &at([3.0, 0.2, 0.3], [0.125, 0.01, 0.0]), 12.0);
        assert_eq!(forecast_of(&block, &at([3.0, 0.2, 0.3], [0.25, 0.0, 0.0])), None);
        // 2 - 0.5 - s²/2 = s / 4.
        let falling = at([3.0, 0.2, 0.3], [0.0; 3]);
        let falling = falling.with(MotionPiece {
            acceleration: vector([-1.0, 0.0, 0.0]),
            ..falling.piece
        });
        assert_meets(&block, &falling, (-0.25 + 3.0625f64.sqrt()) / 1.0);
    }
    // In the hole of a ring with chords as sides: the middle of a chord of the inner circle, radius
    // 2.
    let ring = TestBody::new(Shape::ring(3.0, 1.0, 8, 4).unwrap(), MotionPiece::at_rest());
    let inside = ball(0.5, 0.125, MotionPiece::at_rest());
    let free = Oracle::new(&ring, &inside).distance(0.0);
    assert!(free > 0.5);
    assert_meets(&ring, &inside, free / 0.125);
}

#[test]
fn a_grown_ball_equals_a_ball_of_that_radius() {
    let mut random = Random::new(81);
    for case in 0..cases(600) {
        let [a, other] = random_pair(&mut random, ["ball", KINDS[case as usize % 6]], case % 2 == 1, 0.0);
        let swell = random.between(0.0, 0.5);
        let grown = growing(&a, 0.0, swell);
        let as_shape = TestBody::new(Shape::ball(a.shape.bounding_radius() + swell).unwrap(), a.piece);
        for pair in [
            [(&grown, &other), (&as_shape, &other)],
            [(&other, &grown), (&other, &as_shape)],
        ] {
            let [(a, b), (c, d)] = pair;
            let near = |x: f64, y: f64| x == y || (x - y).abs() < 1e-12;
            match (forecast_of(a, b), forecast_of(c, d)) {
                (Some(one), Some(two)) => {
                    assert!(near(one.time, two.time), "{one:?} {two:?}");
                    let one = contact_at_impact(&a.moving(), &b.moving(), &one);
                    let two = contact_at_impact(&c.moving(), &d.moving(), &two);
                    assert!((one.point - two.point).norm() < 1e-9, "{one:?} {two:?}");
                }
                (one, two) => assert_eq!(one, two),
            }
            for t in [0.5, 1.0, 2.0, 3.0] {
                assert_eq!(
                    touches_at(&a.moving(), &b.moving(), t),
                    touches_at(&c.moving(), &d.moving(), t)
                );
            }
        }
    }
}

/// A random pair with a growing ball first, or two.
fn growing_pair(random: &mut Random, case: u64, kinds: &[&str]) -> [TestBody; 2] {
    let kind = kinds[(random.unit() * kinds.len() as f64) as usize];
    let spin = [0.0, 3.0][(case / 2 % 2) as usize];
    let [a, b] = random_pair(random, ["ball", kind], case % 2 == 1, spin);
    let both = kind == "ball" && random.unit() < 0.5;
    let growth = [random.between(0.0, 0.6), if both { random.between(0.0, 0.6) } else { 0.0 }];
    let swell = [random.between(0.0, 0.3), if both { random.between(0.0, 0.3) } else { 0.0 }];
    let pair = [growing(&a, growth[0], swell[0]), growing(&b, growth[1], swell[1])];
    if random.unit() < 0.5 {
        pair
    } else {
        let [a, b] = pair;
        [b, a]
    }
}

#[test]
fn growing_balls_agree_with_samples() {
    let mut random = Random::new(82);
    let mut counts = Counts::default();
    for case in 0..cases(4000) {
        let [a, b] = growing_pair(&mut random, case, &["ball", "cuboid", "capsule", "hull", "compound"]);
        compare(&a, &b, 5.0, 400, &format!("case {case}"), &mut counts);
    }
    assert!(
        counts.hits as u64 > cases(4000) / 4 && counts.misses as u64 > cases(4000) / 20,
        "{counts:?}"
    );
}

#[test]
fn growing_balls_and_rings_agree_with_samples() {
    let mut random = Random::new(83);
    let mut counts = Counts::default();
    for case in 0..cases(200) {
        let [a, b] = growing_pair(&mut random, case, &["ring"]);
        compare(&a, &b, 5.0, 150, &format!("case {case}"), &mut counts);
    }
    assert!(counts.hits as u64 > cases(200) / 4, "{counts:?}");
}

#[test]
fn contacts_of_growing_balls_agree_with_samples() {
    let mut random = Random::new(84);
    let mut total = 0;
    for case in 0..cases(1000) {
        let [a, b] = growing_pair(&mut random, case, &["ball", "ball", "cuboid", "capsule", "hull", "compound"]);
        total += compare_intervals(&a, &b, 6.0, 300, &format!("case {case}"));
    }
    assert!(total as u64 > cases(1000) / 2, "{total}");
}

#[test]
fn the_discrete_test_of_growing_balls_agrees_with_parry() {
    let mut random = Random::new(85);
    let mut touching = 0;
    for case in 0..cases(400) {
        let [a, b] = growing_pair(&mut random, case, &KINDS);
        let oracle = Oracle::new(&a, &b);
        for sample in 0..20 {
            let t = 0.25 * f64::from(sample);
            let touches = touches_at(&a.moving(), &b.moving(), t);
            assert_eq!(touches, oracle.distance(t) == 0.0, "case {case} at {t}");
            assert_eq!(contact_at(&a.moving(), &b.moving(), t).is_some(), touches);
            touching += usize::from(touches);
        }
    }
    assert!(touching > 10, "{touching}");
}

#[test]
fn overlap_times_of_growing_boxes_agree_with_samples() {
    let mut random = Random::new(86);
    for case in 0..cases(2000) {
        let [a, b] = growing_pair(&mut random, case, &["ball", "cuboid", "hull"]);
        let overlaps = overlap_intervals(&a.moving(), &b.moving());
        for step in 0..200 {
            let t = 0.03 * f64::from(step);
            let between = b.piece.position_at(t) - a.piece.position_at(t);
            let swell = a.piece.swell_at(t) + b.piece.swell_at(t);
            let gap = (0..3)
                .map(|axis| {
                    let above = between[axis] + b.extents.min[axis] - a.extents.max[axis];
                    let below = a.extents.min[axis] - b.extents.max[axis] - between[axis];
                    above.max(below) - swell
                })
                .fold(f64::NEG_INFINITY, f64::max);
            let inside = overlaps.as_slice().iter().any(|i| i.begin <= t && t <= i.end);
            assert!(inside == (gap <= 0.0) || gap.abs() < 1e-12, "case {case} at {t}: {gap}");
        }
    }
}
