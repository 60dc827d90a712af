//! Rotating bodies, against distances by parry at sampled poses, and in closed form.

use super::oracle::Oracle;
use super::random::{KINDS, Random};
use super::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};

fn spinning(piece: MotionPiece, spin: [f64; 3]) -> MotionPiece {
    MotionPiece {
        angular_velocity: vector(spin),
        ..piece
    }
}

/// The first impact, by as many searches as the engine makes: each begins where the last one reached its
/// step limit.
pub(super) fn forecast_of(a: &TestBody, b: &TestBody) -> Option<Impact> {
    const MOST_SEARCHES: usize = 3;
    let mut from = f64::NEG_INFINITY;
    for _ in 0..MOST_SEARCHES {
        match forecast(&a.moving(), &b.moving(), from, f64::INFINITY) {
            Forecast::Never => return None,
            Forecast::Impact(impact) => return Some(impact),
            // Far beyond the time range of any test.
            Forecast::ResumeAt(time) if time > 1e4 => return None,
            Forecast::ResumeAt(time) => {
                assert!(time > from, "stays at {time}");
                from = time;
            }
        }
    }
    panic!("cut off at {from}: {:?} {:?}", a.piece, b.piece)
}

/// Numbers of hits, misses and skipped cases of a comparison.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) hits: usize,
    pub(super) misses: usize,
    pub(super) skipped: usize,
}

/// Compares the first impact of a pair within `until` with the oracle's distances.
pub(super) fn compare(a: &TestBody, b: &TestBody, until: f64, samples: u32, case: &str, counts: &mut Counts) {
    compare_within(1e-9, a, b, until, samples, case, counts);
}

/// The same for an oracle with this error, in metres.
pub(super) fn compare_within(error: f64, a: &TestBody, b: &TestBody, until: f64, samples: u32, case: &str, counts: &mut Counts) {
    /// The oracle's rounding, in time, and in metres: it takes gaps of a few 1e-9 for contact.
    const SLACK: f64 = 1e-7;
    const ORACLE_GAP: f64 = 1e-8;
    let oracle = Oracle::new(a, b);
    if oracle.distance(0.0) == 0.0 {
        counts.skipped += 1;
        return;
    }
    let found = forecast_of(a, b).filter(|impact| impact.time <= until);
    let closing_at = |impact: &Impact, contact: &Contact| {
        let velocity = |body: &TestBody| body.piece.velocity_of(impact.time, &contact.point);
        contact.normal.dot(&(velocity(a) - velocity(b))) + a.piece.growth + b.piece.growth
    };
    let end = found.map_or(until, |impact| {
        let closing = closing_at(&impact, &contact_at_impact(&a.moving(), &b.moving(), &impact));
        impact.time - SLACK - (ORACLE_GAP / closing).clamp(0.0, 10.0 * SLACK)
    });
    for (t, touches) in oracle.samples(0.0, end.max(0.0), samples) {
        assert!(!touches, "{case}: touches at {t}, found {found:?}");
    }
    let Some(impact) = found else {
        counts.misses += 1;
        return;
    };
    counts.hits += 1;
    let gap = oracle.distance(impact.time);
    assert!(gap < error, "{case}: a ghost, {impact:?} with gap {gap}");
    let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
    let closing = closing_at(&impact, &contact);
    assert!(closing > 0.0, "{case}: {impact:?} {contact:?} closes by {closing}");
    assert!(contact.depth < 1e-9, "{case}: {contact:?}");
    if closing > 1e-2 {
        let after = oracle.distance(impact.time + 1e-6);
        assert!(after == 0.0, "{case}: {impact:?} is followed by a gap of {after}");
    }
    for (body, name) in [(a, "a"), (b, "b")] {
        let off = distance_to_point(body, impact.time, &contact.point);
        assert!(off < 1e-7 + 10.0 * error, "{case}: the point is {off} from {name}");
    }
}

/// The distance of a body from a point.
fn distance_to_point(body: &TestBody, t: f64, point: &Vector3<f64>) -> f64 {
    /// Radius of a ball that stands for a point.
    const SMALL: f64 = 1e-12;
    let probe = TestBody::new(Shape::ball(SMALL).unwrap(), piece((*point).into(), [0.0; 3]));
    Oracle::new(body, &probe).distance(t)
}

pub(super) fn random_pair(random: &mut Random, kinds: [&str; 2], accelerated: bool, spin: f64) -> [TestBody; 2] {
    let [a, b] = random.pair(kinds, accelerated);
    let both = random.unit() < 0.6;
    let aside = if random.unit() < 0.3 {
        random.vector(1.0)
    } else {
        Vector3::zeros()
    };
    let spins = [random.vector(spin), if both { random.vector(spin) } else { Vector3::zeros() }];
    [(a, spins[0], aside), (b, spins[1], -aside)].map(|(body, angular_velocity, aside)| {
        body.with(MotionPiece {
            angular_velocity,
            velocity: body.piece.velocity + aside,
            ..body.piece
        })
    })
}

/// Compares so many cases of a pair of kinds with an oracle of this error, drawn by `draw`: as
/// [`random_pair`].
pub(super) fn compare_kinds(
    draw: impl Fn(&mut Random, [&str; 2], bool, f64) -> [TestBody; 2],
    random: &mut Random,
    kinds: [&str; 2],
    cases: u64,
    samples: u32,
    counts: &mut Counts,
) {
    // parry's distance of smooth bodies ends at 5e-8 of that of the cores.
    let error = if kinds.contains(&"ellipsoid") { 1e-7 } else { 1e-9 };
    for case in 0..cases {
        let kinds = if case / 6 % 2 == 0 { kinds } else { [kinds[1], kinds[0]] };
        let spin = [0.3, 3.0, 12.0][(case % 3) as usize];
        let [a, b] = draw(random, kinds, case % 2 == 1, spin);
        compare_within(error, &a, &b, 5.0, samples, &format!("case {case} {kinds:?}"), counts);
    }
}

/// All pairs of these kinds, in any order, once.
pub(super) fn pairs_of<'k>(kinds: &[&'k str]) -> Vec<[&'k str; 2]> {
    let from = |first: usize| kinds[first..].iter().map(move |other| [kinds[first], *other]);
    (0..kinds.len()).flat_map(from).collect()
}

fn compare_random(kinds: &[&str], cases: u64, seed: u64, samples: u32) {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    let pairs = pairs_of(kinds);
    let of_each = cases.div_ceil(pairs.len() as u64);
    for kinds in pairs {
        compare_kinds(random_pair, &mut random, kinds, of_each, samples, &mut counts);
    }
    assert!(counts.hits as u64 > cases / 4, "{counts:?}");
    assert!(counts.misses as u64 > cases / 20, "{counts:?}");
}

pub(super) fn cases(release: u64) -> u64 {
    let usual = if cfg!(debug_assertions) { release / 10 } else { release };
    usual * super::thoroughness()
}

#[test]
fn convex_pairs_agree_with_samples() {
    compare_random(&["ball", "cuboid", "capsule", "hull"], cases(3500), 71, 400);
}

#[test]
fn composites_agree_with_samples() {
    compare_random(&["compound", "cuboid", "ball"], cases(500), 72, 300);
}

#[test]
fn rings_agree_with_samples() {
    compare_random(&["ring", "cuboid", "capsule", "ball"], cases(50), 73, 150);
}

#[test]
fn bodies_over_a_plane_agree_with_samples() {
    let mut random = Random::new(74);
    let mut counts = Counts::default();
    for case in 0..cases(1000) {
        let kinds = &KINDS[1..];
        let kind = kinds[case as usize % kinds.len()];
        let [plane_first, accelerated] = [case % 2 == 0, case % 4 < 2];
        let normal = random.vector(1.0).normalize();
        let plane = TestBody::new(Shape::half_space(normal).unwrap(), piece([0.0; 3], [0.0; 3]));
        let [body, _] = random_pair(&mut random, [kind, "ball"], accelerated, 4.0);
        let position = normal * random.between(1.0, 4.0) + random.vector(0.5);
        let velocity = random.vector(0.5) - normal * random.between(0.0, 1.5);
        let body = body.with(MotionPiece {
            position,
            velocity,
            ..body.piece
        });
        let (a, b) = if plane_first { (&plane, &body) } else { (&body, &plane) };
        compare(a, b, 5.0, 300, &format!("case {case} {kind}"), &mut counts);
    }
    assert!(counts.hits > 10 && counts.misses > 0, "{counts:?}");
}

#[test]
fn a_rotating_rod_hits_a_ball_at_the_exact_time() {
    // Along x, rotating about z at 2 rad/s; a thin capsule of radius 0.1 against a ball of radius
    // 0.4 at 60 degrees, 2 away: it touches where the segment is 0.5 from the ball's centre,
    // sin(angle between) = 0.5 / 2.
    let rod = TestBody::new(
        Shape::capsule(3.0, 0.1).unwrap(),
        spinning(rotated(piece([0.0; 3], [0.0; 3]), [0.0, 0.0, -FRAC_PI_2]), [0.0, 0.0, 2.0]),
    );
    let at = [2.0 * (PI / 3.0).cos(), 2.0 * (PI / 3.0).sin(), 0.0];
    let ball = TestBody::new(Shape::ball(0.4).unwrap(), piece(at, [0.0; 3]));
    let expected = (PI / 3.0 - 0.25f64.asin()) / 2.0;
    for (a, b, sign) in [(&rod, &ball, 1.0), (&ball, &rod, -1.0)] {
        let impact = forecast_of(a, b).unwrap();
        assert!((impact.time - expected).abs() < 1e-11, "{impact:?} {expected}");
        let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
        let angle: f64 = PI / 3.0 - 0.25f64.asin() + FRAC_PI_2;
        let normal = vector([angle.cos(), angle.sin(), 0.0]) * sign;
        assert!((contact.normal - normal).norm() < 1e-10, "{contact:?} {normal}");
    }
}

#[test]
fn a_rotating_cuboid_hits_a_plane_at_the_exact_time() {
    // Half extents 1: the corner's height is sqrt(2) cos(45 degrees - angle) below the centre; the
    // floor is 1.2 below.
    let cube = TestBody::new(
        Shape::cuboid(vector([1.0, 1.0, 2.0])).unwrap(),
        spinning(piece([0.0, 1.2, 0.0], [0.0; 3]), [0.0, 0.0, 0.5]),
    );
    let floor = TestBody::new(Shape::half_space(Vector3::y()).unwrap(), piece([0.0; 3], [0.0; 3]));
    let slab = TestBody::new(
        Shape::cuboid(vector([9.0, 1.0, 9.0])).unwrap(),
        piece([0.0, -1.0, 0.0], [0.0; 3]),
    );
    let expected = (PI / 4.0 - (1.2 / 2f64.sqrt()).acos()) / 0.5;
    for ground in [&floor, &slab] {
        for (a, b) in [(ground, &cube), (&cube, ground)] {
            let impact = forecast_of(a, b).unwrap();
            assert!((impact.time - expected).abs() < 1e-11, "{impact:?} {expected}");
            let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
            // An edge along z: its middle.
            assert!(contact.point.z.abs() < 1e-9 && contact.point.y.abs() < 1e-9, "{contact:?}");
            let (found, _) = contact_intervals(&a.moving(), &b.moving());
            let first = found.first().unwrap();
            let out = PI / 2.0 / 0.5 - expected;
            assert!(
                (first.begin - expected).abs() < 1e-10 && (first.end - out).abs() < 1e-10,
                "{first:?} {out}"
            );
            assert!(found.as_slice().len() > 8, "{found:?}");
        }
    }
    // Too high up it rotates for ever without contact.
    let high = cube.with(MotionPiece {
        position: vector([0.0, 1.42, 0.0]),
        ..cube.piece
    });
    for ground in [&floor, &slab] {
        assert_eq!(forecast_of(&high, ground), None);
    }
}

#[test]
fn a_handled_contact_is_skipped() {
    // A rod in a vertical plane stands on its tip, moving up and rotating: the other tip comes
    // down.
    let rod = TestBody::new(
        Shape::cuboid(vector([0.0625, 1.0, 0.0625])).unwrap(),
        spinning(
            rotated(piece([0.0, 2.0, 0.0], [0.0, -1.0, 0.0]), [0.0, 0.0, FRAC_PI_6]),
            [0.0, 0.0, 1.5],
        ),
    );
    let floor = TestBody::new(Shape::half_space(Vector3::y()).unwrap(), piece([0.0; 3], [0.0; 3]));
    let slab = TestBody::new(
        Shape::cuboid(vector([9.0, 1.0, 9.0])).unwrap(),
        piece([0.0, -1.0, 0.0], [0.0; 3]),
    );
    for ground in [&floor, &slab] {
        let mut rod = rod.clone();
        let mut last = 0.0;
        for bounce in 0..6 {
            let impact = forecast_of(ground, &rod).unwrap();
            assert!(
                bounce == 0 || impact.time > last + 1e-3,
                "bounce {bounce}: {impact:?} after {last}"
            );
            let contact = contact_at_impact(&ground.moving(), &rod.moving(), &impact);
            let mut next = rod.piece.rebased(impact.time);
            let opening = next.velocity_of(impact.time, &contact.point).y;
            assert!(opening < 0.0);
            next.velocity.y -= 2.0 * opening;
            // An acceleration, so that it returns.
            next.acceleration = Vector3::y() * -2.0;
            rod = rod.with(next);
            last = impact.time;
        }
    }
}

/// Compares contact intervals with the oracle's distances.
pub(super) fn compare_intervals(a: &TestBody, b: &TestBody, until: f64, samples: u32, case: &str) -> usize {
    /// Ends closer than this are not compared.
    const SLACK: f64 = 1e-6;
    /// Longest gap in contact that may be missed: the step of the exit search, for the sizes of
    /// these shapes.
    const UNSEEN: f64 = 5e-3;
    let oracle = Oracle::new(a, b);
    let mut from = f64::NEG_INFINITY;
    let mut found = Intervals::none();
    loop {
        let part = contacts(&a.moving(), &b.moving(), from);
        assert!(!part.unresolved);
        found = found.union(&part.times);
        match part.resume_at {
            Some(again) if again < until => from = again,
            _ => break,
        }
    }
    for (t, touches) in oracle.samples(0.0, until, samples) {
        let near = |i: &&Interval| i.begin - SLACK <= t && t <= i.end + SLACK;
        let holds = found.as_slice().iter().find(near);
        match (touches, holds) {
            (true, None) => panic!("{case}: touches at {t}, not in {found:?}"),
            (false, Some(i)) if i.begin + SLACK < t && t < i.end - SLACK => {
                let gap = oracle.distance(t);
                assert!(gap < UNSEEN, "{case}: apart by {gap} at {t}, in {found:?}");
            }
            _ => {}
        }
    }
    found.as_slice().iter().filter(|i| i.begin < until).count()
}

#[test]
fn contact_intervals_agree_with_samples() {
    let mut random = Random::new(75);
    let mut total = 0;
    for case in 0..cases(300) {
        let kinds = ["ball", "cuboid", "capsule", "hull", "compound"];
        let pick = |random: &mut Random| kinds[(random.unit() * kinds.len() as f64) as usize];
        let pair = [pick(&mut random), pick(&mut random)];
        let spin = [0.3, 3.0, 12.0][(case % 3) as usize];
        let [a, b] = random_pair(&mut random, pair, case % 2 == 1, spin);
        total += compare_intervals(&a, &b, 6.0, 300, &format!("case {case} {pair:?}"));
    }
    // Debug builds run fewer cases, of which a smaller fraction meets.
    let least = if cfg!(debug_assertions) { cases(300) / 2 } else { cases(300) };
    assert!(total as u64 > least, "{total}");
}

#[test]
fn intervals_over_a_plane_agree_with_samples() {
    let mut random = Random::new(76);
    let plane = TestBody::new(Shape::half_space(Vector3::y()).unwrap(), piece([0.0; 3], [0.0; 3]));
    let mut total = 0;
    for case in 0..cases(150) {
        let kind = KINDS[1 + case as usize % (KINDS.len() - 1)];
        let [body, _] = random_pair(&mut random, [kind, "ball"], false, 4.0);
        let body = body.with(MotionPiece {
            position: Vector3::y() * random.between(0.5, 1.5),
            velocity: random.vector(0.3),
            ..body.piece
        });
        total += compare_intervals(&plane, &body, 5.0, 200, &format!("case {case} {kind}"));
    }
    assert!(total as u64 > cases(150), "{total}");
}

#[test]
fn the_discrete_test_agrees_with_parry() {
    let mut random = Random::new(77);
    let mut touching = 0;
    for case in 0..cases(400) {
        let pair = [KINDS[case as usize % 4], KINDS[case as usize / 4 % 6]];
        let [a, b] = random_pair(&mut random, pair, false, 3.0);
        let oracle = Oracle::new(&a, &b);
        for sample in 0..20 {
            let t = 0.25 * f64::from(sample);
            let touches = touches_at(&a.moving(), &b.moving(), t);
            assert_eq!(touches, oracle.distance(t) == 0.0, "case {case} {pair:?} at {t}");
            assert_eq!(contact_at(&a.moving(), &b.moving(), t).is_some(), touches);
            touching += usize::from(touches);
        }
    }
    assert!(touching > 10, "{touching}");
}

#[test]
fn a_pair_is_the_same_after_a_million_seconds() {
    let mut random = Random::new(78);
    for case in 0..cases(200) {
        let [a, b] = random_pair(&mut random, ["cuboid", "hull"], case % 2 == 0, 3.0);
        let late = |body: &TestBody| {
            body.with(MotionPiece {
                epoch: 1e6,
                ..body.piece
            })
        };
        let (early, late) = (forecast_of(&a, &b), forecast_of(&late(&a), &late(&b)));
        match (early, late) {
            (Some(early), Some(late)) => assert!((late.time - 1e6 - early.time).abs() < 1e-9, "{early:?} {late:?}"),
            (early, late) => assert_eq!(early, late),
        }
    }
}

#[test]
fn a_stopped_search_resumes_later() {
    // So late that a body of this spin makes many million rotations from one float to the next, and
    // collides only after seconds.
    let late = |position: [f64; 3], velocity: [f64; 3]| MotionPiece {
        epoch: 1e15,
        ..piece(position, velocity)
    };
    let ball = TestBody::new(Shape::ball(0.5).unwrap(), late([0.0; 3], [0.0; 3]));
    let block = TestBody::new(
        Shape::cuboid(vector([0.3, 0.4, 0.5])).unwrap(),
        spinning(late([1.21, 0.0, 0.0], [-1e-3, 0.0, 0.0]), [3e8, 1e9, 2e8]),
    );
    let (mut from, mut searched) = (1e15, 1e15);
    for _ in 0..3 {
        if let Forecast::ResumeAt(time) = forecast(&ball.moving(), &block.moving(), from, f64::INFINITY) {
            assert!(time > from, "{time} again");
            from = time;
        }
        if let Some(time) = contacts(&ball.moving(), &block.moving(), searched).resume_at {
            assert!(time > searched, "{time} again");
            searched = time;
        }
    }
    assert!(from > 1e15 && searched > 1e15, "{from} {searched}");
}

/// A search up to a time finds what a search without an end finds before it, and nothing else.
#[test]
fn a_search_with_an_end_finds_what_is_before_it() {
    let mut random = Random::new(31);
    let (mut before, mut after) = (0, 0);
    for number in 0..40 * KINDS.len() {
        let kinds = [KINDS[number % KINDS.len()], KINDS[number / KINDS.len() % KINDS.len()]];
        let [a, b] = random_pair(&mut random, kinds, number % 2 == 0, 3.0);
        let Some(impact) = forecast_of(&a, &b) else { continue };
        for share in [0.5, 1.5] {
            let until = impact.time * share;
            match forecast(&a.moving(), &b.moving(), f64::NEG_INFINITY, until) {
                Forecast::Impact(found) => {
                    let apart = (found.time - impact.time).abs();
                    assert!(apart < 1e-9, "{kinds:?}: {} and {}", found.time, impact.time);
                    before += usize::from(share > 1.0);
                }
                Forecast::Never => {
                    assert!(share < 1.0, "{kinds:?}: none up to {until}");
                    after += 1;
                }
                Forecast::ResumeAt(time) => panic!("{kinds:?}: cut off at {time}"),
            }
        }
    }
    assert!(before > 50 && after > 50, "{before} {after}");
}
