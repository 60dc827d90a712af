//! The time of impact of one pair: our solver beside parry's shape cast.
//!
//!     cargo bench --bench impact       # about a minute
//!
//! Bodies about 1 m in size, turned at random, 4 m apart, pass each other at about 4 m/s. In all cases their boxes meet; in half of
//! them the shapes do, by our solver's word. Shapes and parry's poses and velocities are prepared beforehand, with parry's window of
//! 2 s scaled to 0..1; ours makes the tight boxes in every call, which a world keeps. The three take turns, round by round; the table
//! holds medians over the rounds, of CPU time, a prediction. "Disagree": one finds a hit and the other does not.
//!
//! What it showed (2 shared cores under load, LTO off): parry is faster where it runs GJK on plain hulls, 2.4 times for cuboids, 5
//! and 7 times for hulls of 12 and 60 points, and 2.8 times for balls. Ours is faster for capsules (3.7 times for two, 1.4 times
//! against a cuboid) and for rings (1.9 times against a cuboid, 4.4 times for two). The two never disagreed in 2000 cases a pair;
//! times differed by at most 1e-12 s, but with capsules by up to 5e-7 s. The cases behind "hit" are chosen by our solver, so that a
//! miss of its own shows only as a disagreement. Relative acceleration, which parry does not serve, costs ours 1.1 to 3 times as
//! much, and for balls over 20 times: 3.7 us. The accelerated cases are not sorted into hits and misses.
//!
//! Without `--bench` (as under `cargo test --benches`) it takes few cases and checks that both agree on clear hits and clear misses.

use cpu_time::ThreadTime;
use kinesweep::{Collider, MotionPiece, Shape, ShapeKind, time_of_impact};
use nalgebra::{UnitQuaternion, Vector3};
use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{self as parry, SharedShape};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hint::black_box;

/// How far apart the origins are at the start, in metres; all shapes fit in a ball of radius 1.
const START: f64 = 4.0;

/// The length of parry's window, in seconds. The origins pass each other after half of it.
const WINDOW: f64 = 2.0;

/// Acceleration of the second body in the accelerated variant, in m/s².
const ACCELERATION: f64 = 3.0;

/// How far the path is put aside, in metres, to tell whether a case is a clear one.
const CLEARANCE: f64 = 0.02;

/// By how much the two may differ on a clear hit, in seconds: parry casts to an absolute tolerance, which a slanting approach widens.
const AGREEMENT: f64 = 1e-4;

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Uniform in -1..1.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn in_ball(&mut self) -> Vector3<f64> {
        loop {
            let v = Vector3::from_fn(|_, _| self.signed());
            if v.norm_squared() <= 1.0 {
                return v;
            }
        }
    }

    fn unit(&mut self) -> Vector3<f64> {
        self.in_ball().normalize()
    }

    /// Uniform over all rotations.
    fn rotation(&mut self) -> UnitQuaternion<f64> {
        loop {
            let q = nalgebra::Quaternion::new(self.signed(), self.signed(), self.signed(), self.signed());
            if (1e-6..=1.0).contains(&q.norm_squared()) {
                return UnitQuaternion::from_quaternion(q);
            }
        }
    }
}

/// A shape, prepared for both.
struct Prepared {
    ours: Collider,
    parry: SharedShape,
}

impl Prepared {
    fn new(shape: &Shape) -> Self {
        let vectors = |points: &[Vector3<f64>]| points.iter().map(|&point| point.into()).collect::<Vec<Vector>>();
        let parry = match shape.kind() {
            ShapeKind::Ball { radius } => SharedShape::new(parry::Ball::new(*radius)),
            ShapeKind::Cuboid { half_extents } => SharedShape::new(parry::Cuboid::new((*half_extents).into())),
            ShapeKind::Capsule { half_height, radius } => SharedShape::new(parry::Capsule::new_y(*half_height, *radius)),
            ShapeKind::Convex { points } => {
                let hull = parry::ConvexPolyhedron::from_convex_hull(&vectors(points));
                SharedShape::new(hull.expect("the points span a volume"))
            }
            ShapeKind::Mesh { vertices, triangles } => {
                let mesh = parry::TriMesh::new(vectors(vertices), triangles.clone());
                SharedShape::new(mesh.expect("the mesh has triangles"))
            }
            other => unreachable!("no bench of {other:?}"),
        };
        let ours = Collider::new(shape).expect("the shape is valid");
        Self { ours, parry }
    }
}

fn ball() -> Shape {
    Shape::ball(0.7).expect("valid")
}

fn cuboid() -> Shape {
    Shape::cuboid(Vector3::new(0.4, 0.5, 0.6)).expect("valid")
}

fn capsule() -> Shape {
    Shape::capsule(0.6, 0.3).expect("valid")
}

/// The hull of points on a sphere: all of them are corners.
fn hull<const POINTS: u64>() -> Shape {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(POINTS));
    Shape::convex((0..POINTS).map(|_| random.unit() * 0.8).collect()).expect("valid")
}

fn ring() -> Shape {
    Shape::ring(0.7, 0.25, 8, 4).expect("valid")
}

type Pair = (&'static str, fn() -> Shape, fn() -> Shape);

const PAIRS: [Pair; 8] = [
    ("ball-ball", ball, ball),
    ("cuboid-cuboid", cuboid, cuboid),
    ("capsule-capsule", capsule, capsule),
    ("capsule-cuboid", capsule, cuboid),
    ("hull-hull, 12 points", hull::<12>, hull::<12>),
    ("hull-hull, 60 points", hull::<60>, hull::<60>),
    ("ring-cuboid", ring, cuboid),
    ("ring-ring", ring, ring),
];

/// A pair in motion, prepared for both.
struct Case {
    pieces: [MotionPiece; 2],
    /// The same paths, but for an acceleration of the second, whose velocity is such that it comes to the same place at half of
    /// the window.
    accelerated: MotionPiece,
    poses: [Pose; 2],
    /// Times the window: for a window scaled to 0..1.
    displacements: [Vector; 2],
}

impl Case {
    fn random(random: &mut Random) -> Self {
        // At half of the window, the second is at `miss` as seen from the first; before, it comes from afar.
        let (from, miss) = (random.unit() * START, random.in_ball() * 2.0);
        let (position, drift) = (random.in_ball() * 10.0, random.in_ball());
        let velocity = (miss - from) / (0.5 * WINDOW) + drift;
        let acceleration = random.unit() * ACCELERATION;
        let first = MotionPiece {
            position,
            orientation: random.rotation(),
            velocity: drift,
            ..MotionPiece::at_rest()
        };
        let second = MotionPiece {
            position: position + from,
            orientation: random.rotation(),
            velocity,
            ..MotionPiece::at_rest()
        };
        let accelerated = MotionPiece {
            velocity: velocity - acceleration * (0.25 * WINDOW),
            acceleration,
            ..second
        };
        let pieces = [first, second];
        Self {
            accelerated,
            poses: pieces.map(|piece| Pose::from_parts(piece.position.into(), piece.orientation.into())),
            displacements: pieces.map(|piece| (piece.velocity * WINDOW).into()),
            pieces,
        }
    }

    /// Whether the tight boxes overlap on the way.
    fn boxes_meet(&self, shapes: &[Prepared; 2]) -> bool {
        let [a, b] = [0, 1].map(|side| shapes[side].parry.compute_aabb(&self.poses[side]));
        let (low, high): (Vector3<f64>, Vector3<f64>) = ((a.mins - b.maxs).into(), (a.maxs - b.mins).into());
        let velocity = self.pieces[1].velocity - self.pieces[0].velocity;
        let (mut begin, mut end) = (0.0f64, WINDOW);
        for axis in 0..3 {
            let times = [low[axis], high[axis]].map(|edge| edge / velocity[axis]);
            begin = begin.max(times[0].min(times[1]));
            end = end.min(times[0].max(times[1]));
        }
        begin <= end
    }

    fn ours(&self, shapes: &[Prepared; 2]) -> Option<f64> {
        time_of_impact((&shapes[0].ours, &self.pieces[0]), (&shapes[1].ours, &self.pieces[1]))
    }

    fn ours_accelerated(&self, shapes: &[Prepared; 2]) -> Option<f64> {
        time_of_impact((&shapes[0].ours, &self.pieces[0]), (&shapes[1].ours, &self.accelerated))
    }

    fn parry(&self, shapes: &[Prepared; 2]) -> Option<f64> {
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..Default::default()
        };
        let ([a, b], [by_a, by_b]) = (&self.poses, self.displacements);
        let hit = cast_shapes(a, by_a, &*shapes[0].parry, b, by_b, &*shapes[1].parry, options);
        hit.expect("parry casts these shapes").map(|hit| hit.time_of_impact * WINDOW)
    }

    /// Whether it stays a hit, or a miss, with the path put aside to all four sides.
    fn is_clear(&self, shapes: &[Prepared; 2]) -> bool {
        let velocity = self.pieces[1].velocity - self.pieces[0].velocity;
        let aside = velocity.cross(&Vector3::from_fn(|axis, _| if axis == velocity.iamin() { 1.0 } else { 0.0 }));
        let aside = aside.normalize() * CLEARANCE;
        let across = velocity.normalize().cross(&aside);
        let hits = self.ours(shapes).is_some();
        [aside, -aside, across, -across].into_iter().all(|aside| {
            let second = MotionPiece {
                position: self.pieces[1].position + aside,
                ..self.pieces[1]
            };
            time_of_impact((&shapes[0].ours, &self.pieces[0]), (&shapes[1].ours, &second)).is_some() == hits
        })
    }
}

/// As many hits as misses (by our solver) among pairs whose boxes meet.
fn cases(shapes: &[Prepared; 2], count: usize, random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::with_capacity(count);
    let mut wanted = [count / 2; 2];
    // Far more than it takes: a third of the tries serve, at worst a twentieth.
    for _ in 0..1000 * count {
        let case = Case::random(random);
        if case.boxes_meet(shapes) {
            let left = &mut wanted[usize::from(case.ours(shapes).is_some())];
            if *left > 0 {
                *left -= 1;
                cases.push(case);
            }
        }
        if wanted == [0; 2] {
            return cases;
        }
    }
    unreachable!("hits and misses are both common");
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of CPU time a case, in one pass over all.
fn time(cases: &[Case], ask: impl Fn(&Case) -> Option<f64>) -> f64 {
    let begin = ThreadTime::now();
    for case in cases {
        black_box(ask(black_box(case)));
    }
    begin.elapsed().as_secs_f64() * 1e9 / cases.len() as f64
}

fn main() {
    let timed = std::env::args().any(|argument| argument == "--bench");
    let (count, rounds) = if timed { (2_000, 15) } else { (100, 1) };
    println!("| pair | ours, ns | parry, ns | ours / parry | ours accelerated, ns | disagree | time differs, median s | max s |");
    println!("|---|---|---|---|---|---|---|---|");
    for (number, (name, first, second)) in PAIRS.into_iter().enumerate() {
        let shapes = [Prepared::new(&first()), Prepared::new(&second())];
        let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(number as u64));
        let cases = cases(&shapes, count, &mut random);

        let (mut disagree, mut differences) = (0, Vec::new());
        for case in &cases {
            let (ours, parry) = (case.ours(&shapes), case.parry(&shapes));
            if let (Some(ours), Some(parry)) = (ours, parry) {
                differences.push((ours - parry).abs());
            }
            disagree += usize::from(ours.is_some() != parry.is_some());
            if !timed && case.is_clear(&shapes) {
                assert_eq!(ours.is_some(), parry.is_some(), "{name}: {:?}", case.pieces);
                let difference = ours.unwrap_or(0.0) - parry.unwrap_or(0.0);
                assert!(difference.abs() <= AGREEMENT, "{name}: {difference:e} s, {:?}", case.pieces);
            }
        }

        let [mut ours, mut parry, mut ratios, mut accelerated] = [const { Vec::new() }; 4];
        for round in 0..=rounds {
            let of_ours = time(&cases, |case| case.ours(&shapes));
            let of_parry = time(&cases, |case| case.parry(&shapes));
            let of_accelerated = time(&cases, |case| case.ours_accelerated(&shapes));
            // The first round warms up.
            if round > 0 {
                ours.push(of_ours);
                parry.push(of_parry);
                ratios.push(of_ours / of_parry);
                accelerated.push(of_accelerated);
            }
        }
        let (ours, parry) = (median(&mut ours), median(&mut parry));
        let (ratio, accelerated) = (median(&mut ratios), median(&mut accelerated));
        let (typical, most) = (median(&mut differences), differences.last().copied().unwrap_or(f64::NAN));
        println!(
            "| {name} | {ours:.0} | {parry:.0} | {ratio:.2} | {accelerated:.0} | {disagree} of {count} | {typical:.0e} | {most:.0e} |"
        );
    }
}
