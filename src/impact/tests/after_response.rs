//! After a response rounding must not make the same pair collide again: elastic, perfectly
//! inelastic, at late times, far from the origin, between bodies much faster than they close.

use super::super::convex_part::Polytope;
use super::super::polytope::{self, tests::Random};
use super::super::window::search_window;
use super::super::{Relative, ball};
use super::{TestBody, impact, piece, vector};
use crate::motion::MotionPiece;
use crate::scene::Shape;
use nalgebra::Vector3;

struct Setting {
    epoch: f64,
    place: f64,
    drift: f64,
}

const SETTINGS: [Setting; 4] = [
    Setting {
        epoch: 0.0,
        place: 0.0,
        drift: 0.0,
    },
    Setting {
        epoch: 1e6,
        place: 10.0,
        drift: 1.0,
    },
    Setting {
        epoch: 10.0,
        place: 1e6,
        drift: 10.0,
    },
    Setting {
        epoch: 1.0,
        place: 1.0,
        drift: 1e4,
    },
];

/// Two approaching bodies with different epochs.
fn pieces(random: &mut Random, setting: &Setting, gravity: Vector3<f64>) -> [MotionPiece; 2] {
    let (place, drift) = (random.vector(setting.place), random.vector(setting.drift));
    let apart = random.vector(1.0).normalize() * 5.0;
    let aim = random.vector(0.7) - apart;
    [(Vector3::zeros(), Vector3::zeros(), 0.0), (apart, aim, 0.1)].map(|(offset, velocity, later)| MotionPiece {
        epoch: setting.epoch + later,
        position: place + offset,
        velocity: drift + velocity,
        acceleration: gravity,
        ..MotionPiece::at_rest()
    })
}

/// Re-bases both at time t and reverses their normal velocities (restitution 1) or removes them
/// (0); unequal masses.
fn respond(pieces: [MotionPiece; 2], t: f64, normal: Vector3<f64>, restitution: f64) -> [MotionPiece; 2] {
    let mut now = pieces.map(|piece| piece.rebased(t));
    let closing = -normal.dot(&(now[1].velocity - now[0].velocity));
    let impulse = (1.0 + restitution) * closing / (1.0 / 3.0 + 1.0);
    now[0].velocity -= normal * (impulse / 3.0);
    now[1].velocity += normal * impulse;
    now
}

/// Makes pairs collide and calls `first` (s and normal) before and after. Returns the number of
/// collisions.
fn collide(
    mut pieces: impl FnMut(&Setting) -> [MotionPiece; 2],
    cases: u32,
    first: impl Fn(&Relative) -> Option<(f64, Vector3<f64>)>,
) -> u32 {
    let mut collisions = 0;
    for case in 0..cases {
        let setting = &SETTINGS[case as usize % SETTINGS.len()];
        let start = pieces(setting);
        let rel = Relative::new(&start[0], &start[1]);
        let Some((s, normal)) = first(&rel) else {
            continue;
        };
        collisions += 1;
        for restitution in [1.0, 0.5, 0.0] {
            let now = respond(start, rel.start + s, normal, restitution);
            let after = Relative::new(&now[0], &now[1]);
            let again = first(&after);
            assert!(
                again.is_none(),
                "case {case}, restitution {restitution}: {again:?} after {s} {normal:?}\n{after:?}"
            );
        }
    }
    collisions
}

#[test]
fn polytopes_collide_once() {
    let gravity = Vector3::new(0.0, -9.8, 0.0);
    let mut random = Random::new(31);
    let mut collisions = 0;
    for acceleration in [Vector3::zeros(), gravity] {
        for _ in 0..400 {
            let (a, b) = (random.polytope(), random.polytope());
            let first = |rel: &Relative| {
                let entry = first_of(&a, &b, rel)?;
                Some((entry.s, entry.normal))
            };
            collisions += collide(|setting| pieces(&mut random, setting, acceleration), 8, first);
        }
    }
    assert!(collisions > 2_000, "{collisions}");
}

fn first_of(a: &Polytope, b: &Polytope, rel: &Relative) -> Option<polytope::Entry> {
    let windows = search_window(rel, &polytope::tests::extents(a), &polytope::tests::extents(b));
    let mut windows = windows.as_slice().iter();
    windows.find_map(|window| polytope::first_entry(a, b, rel, *window))
}

#[test]
fn balls_collide_once() {
    let mut random = Random::new(32);
    let first = |rel: &Relative| {
        let s = ball::first_entry(rel, 1.0)?;
        Some((s, rel.position_at(s).normalize()))
    };
    let collisions = collide(|setting| pieces(&mut random, setting, Vector3::zeros()), 10_000, first);
    assert!(collisions > 1_000, "{collisions}");
}

/// Under its own gravity one body returns to the other, at rest, at the speed at which it left.
#[test]
fn elastic_bounces_keep_their_height() {
    let mut random = Random::new(33);
    for case in 0..400 {
        let floor = MotionPiece {
            epoch: if case % 2 == 0 { 0.0 } else { 1e4 },
            position: random.vector(10.0),
            ..MotionPiece::at_rest()
        };
        let mut thrown = MotionPiece {
            epoch: floor.epoch,
            position: floor.position + Vector3::new(0.0, 3.0, 0.0),
            acceleration: Vector3::new(0.0, -10.0, 0.0),
            ..floor
        };
        let (a, b) = (
            polytope::tests::upright([5.0, 1.0, 5.0]),
            polytope::tests::upright([0.5, 1.0, 0.5]),
        );
        for bounce in 0..20 {
            let rel = Relative::new(&floor, &thrown);
            let s = if case < 200 {
                first_of(&a, &b, &rel).map(|entry| entry.s)
            } else {
                ball::first_entry(&rel, 2.0)
            };
            let s = s.unwrap();
            let expected = if bounce == 0 { 0.2f64.sqrt() } else { 2.0 * 0.2f64.sqrt() };
            assert!((s - expected).abs() < 1e-9, "case {case}, bounce {bounce}: {s} {rel:?}");
            thrown = thrown.rebased(rel.start + s);
            thrown.velocity.y = -thrown.velocity.y;
        }
    }
}

/// Two octahedra stand on each other's corners, and slide while they fall onto each other.
#[test]
fn what_slides_along_a_face_meets_it_where_the_acceleration_closes_the_gap() {
    let corners = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| axis * 0.3);
    let octahedron = Shape::convex(corners.iter().flat_map(|corner| [*corner, -corner]).collect()).unwrap();
    let below = TestBody::new(octahedron.clone(), piece([0.0, 1.0, 0.0], [0.06, 3e-6, 0.0]));
    let falling = MotionPiece {
        acceleration: vector([3.0, -9.0, 0.0]),
        ..piece([0.0, 1.6, 0.0], [0.0; 3])
    };
    let above = TestBody::new(octahedron, falling);
    // 3e-6 s + 4.5 s² = 0.06 s - 1.5 s².
    let expected = (0.06 - 3e-6) / 6.0;
    let found = impact(&below, &above).unwrap().time;
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

/// A capsule stands on the middle of a slab that accelerates towards it, and slides: the closest point is on a
/// diagonal of the face.
#[test]
fn a_capsule_on_a_face_is_pressed_on_it_wherever_it_slides() {
    let slab = MotionPiece {
        acceleration: vector([2.9, 0.25, -3.1]),
        ..piece([0.0, -0.1, 0.0], [-0.3, 0.3, 0.4])
    };
    let slab = TestBody::new(Shape::cuboid(vector([3.0, 0.1, 3.0])).unwrap(), slab);
    for sliding in [0.0, 0.01, 0.1] {
        let standing = piece([0.0, 0.1, 0.0], [sliding, 0.3, 0.0]);
        let capsule = TestBody::new(Shape::capsule(0.05, 0.05).unwrap(), standing);
        assert_eq!(impact(&slab, &capsule).unwrap().time, 0.0, "{sliding}");
    }
}
