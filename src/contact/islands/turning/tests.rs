//! Gaps between bodies that turn, slide and accelerate, against their distances.

use super::side::across_axis;
use super::*;
use crate::impact::{Collider, Moving, NearPoints, Places, near_points};
use crate::motion::{Inertia, MotionPiece};
use crate::response::InverseInertia;
use crate::scene::Shape;
use nalgebra::UnitQuaternion;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Within so much the gap at the corners is the distance of two shapes, in units of their size.
const TOLERANCE: f64 = 2e-7;

/// The number of the half-space.
const PLANE: usize = 8;

/// That of a large plate.
const PLATE: usize = 9;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.0.next_u64() >> 11) as f64 * 2f64.powi(-53))
    }

    fn vector(&mut self, scale: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-scale, scale))
    }
}

fn shape(kind: usize) -> Shape {
    let corners = [Vector3::x() * 0.7, Vector3::y() * 0.5, Vector3::z() * 0.6];
    let shape = match kind {
        0 => Shape::cuboid(Vector3::new(0.7, 0.4, 0.5)),
        1 => Shape::capsule(0.5, 0.3),
        2 => Shape::ball(0.6),
        3 => Shape::convex(corners.iter().flat_map(|corner| [*corner, -corner]).collect()),
        4 => Shape::cylinder(0.4, 0.5),
        5 => Shape::ellipsoid(Vector3::new(0.7, 0.4, 0.5)),
        6 => Shape::cone(0.4, 0.5),
        7 => Shape::rounded_cuboid(Vector3::new(0.6, 0.4, 0.3), 0.1),
        PLATE => Shape::cuboid(Vector3::new(2.0, 0.2, 2.0)),
        _ => Shape::half_space(Vector3::y()),
    };
    shape.expect("a shape within bounds")
}

/// The places where two bodies are near each other at a time.
fn near(colliders: [&Collider; 2], pieces: &[MotionPiece; 2], t: f64, most: f64, places: Places) -> NearPoints {
    let extents = [0, 1].map(|side| colliders[side].extents(&pieces[side].orientation_at(t)));
    let [a, b] = [0, 1].map(|side| Moving::new(colliders[side], &pieces[side], &extents[side]));
    near_points(&a, &b, t, most, places)
}

fn distance(colliders: [&Collider; 2], pieces: &[MotionPiece; 2], t: f64) -> NearPoint {
    let found = near(colliders, pieces, t, 10.0, Places::Nearest);
    *found.iter().min_by(|p, q| p.gap.total_cmp(&q.gap)).expect("they are near")
}

/// Two bodies a little apart that turn, slide and accelerate: their distance is at no time less than the bound.
#[test]
fn no_gap_closes_more_than_its_rate_and_its_turning_say() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(17));
    let mut counted = 0;
    for case in 0..13_000 {
        let kinds = [case % 10, case / 10 % 8];
        let shapes = kinds.map(shape);
        let colliders = shapes.each_ref().map(|shape| Collider::new(shape).expect("a shape"));
        // Every other pair is nearly flush.
        let tilt = if case % 2 == 0 { 2.0 } else { 2e-3 };
        let mut pieces = [0, 1].map(|_| MotionPiece {
            orientation: UnitQuaternion::from_scaled_axis(random.vector(tilt)),
            velocity: random.vector(0.5),
            angular_velocity: random.vector(2.0),
            // Every third pair, the sides accelerate.
            acceleration: random.vector(20.0) * f64::from(u32::from(case % 3 == 0)),
            ..MotionPiece::at_rest()
        });
        if kinds[0] == PLANE {
            pieces[0].orientation = UnitQuaternion::identity();
            pieces[0].angular_velocity = Vector3::zeros();
        }
        let gap = random.between(0.0, 1e-3);
        pieces[1].position = Vector3::y() * 6.0 + random.vector(0.4);
        for _ in 0..40 {
            let nearest = distance([&colliders[0], &colliders[1]], &pieces, 0.0);
            pieces[1].position -= nearest.normal * (nearest.gap - gap);
        }
        // Every other pair, the sides are free tops.
        for (piece, kind) in pieces.iter_mut().zip(kinds) {
            if case / 2 % 2 == 0 && !matches!(kind, 2 | PLANE) {
                let [x, y, z] = [0; 3].map(|_| random.between(0.05, 1.0));
                let moments = Vector3::new(y + z, z + x, x + y);
                piece.inertia = Some(Inertia::from_moments(moments, Vector3::zeros()).expect("moments"));
            }
        }
        let spins = pieces.map(|piece| piece.angular_velocity);
        let spin_changes = pieces.each_ref().map(|piece| {
            let inverse = piece.inertia.map(|inertia| InverseInertia::new(&inertia, &piece.orientation));
            inverse.and_then(|inverse| inverse.spin_change(&piece.angular_velocity))
        });
        let turning = Turning([0, 1].map(|side| {
            let turns = !matches!(kinds[side], 2 | PLANE);
            let (zero, axis) = (Vector3::zeros(), shapes[side].kind().axis_of_revolution());
            let change = spin_changes[side].unwrap_or_else(Vector3::zeros);
            let [spin, spin_change] = match axis.map(|axis| pieces[side].orientation * axis) {
                _ if !turns => [zero; 2],
                Some(axis) => across_axis(&axis, &spins[side], &change),
                None => [spins[side], change],
            };
            Side {
                velocity: pieces[side].velocity,
                acceleration: pieces[side].acceleration,
                spin,
                about_axis: if turns { spins[side] - spin } else { zero },
                spin_change,
                material_change: if turns { change } else { zero },
                radius: if !turns {
                    0.0
                } else if kinds[side] == PLATE {
                    2.9
                } else {
                    0.95
                },
                corners: if matches!(kinds[side], 2 | PLANE) { 0.0 } else { 2.9 },
                centre: pieces[side].position,
            }
        }));
        let most = 0.05;
        let places = near([&colliders[0], &colliders[1]], &pieces, 0.0, most, Places::Corners);
        assert!(!places.is_empty(), "case {case}, {kinds:?}");
        for time in [1e-3, 3e-3, 6e-3] {
            let bound = |near: &NearPoint| {
                let [first, second] = [0, 1].map(|side| pieces[side].velocity_of(0.0, &near.point));
                let rate = near.normal.dot(&(second - first)) - turning.rate_of_material(near);
                near.gap + rate * time - turning.closes(near, rate, time, 0.9 * most)
            };
            let least = places.iter().map(bound).fold(f64::INFINITY, f64::min);
            if least >= 0.0 {
                counted += 1;
                let found = distance([&colliders[0], &colliders[1]], &pieces, time).gap;
                assert!(
                    found >= least.min(0.0) - TOLERANCE,
                    "case {case}, {kinds:?}, {time} s: {found}, at least {least}"
                );
            }
        }
    }
    assert!(counted > 5000, "{counted}");
}

/// Two that touch and turn freely: the velocity of the one over the other, where they are nearest, a moment later.
#[test]
fn sliding_changes_as_the_place_moves() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(23));
    for case in 0..300 {
        // A cuboid, a hull, a cylinder or a cone over a half-space.
        let kind = [0, 3, 4, 6][case % 4];
        let shapes = [PLANE, kind].map(shape);
        let colliders = shapes.each_ref().map(|shape| Collider::new(shape).expect("a shape"));
        let mut pieces = [0, 1].map(|_| MotionPiece::at_rest());
        let [x, y, z] = [0; 3].map(|_| random.between(0.05, 1.0));
        // (Of a body of revolution about y.)
        let moments = if kind > 3 {
            Vector3::new(x + z, 2.0 * x, x + z)
        } else {
            Vector3::new(y + z, z + x, x + y)
        };
        pieces[1] = MotionPiece {
            position: Vector3::y() * 0.8,
            orientation: UnitQuaternion::from_scaled_axis(random.vector(2.0)),
            velocity: random.vector(0.5),
            angular_velocity: random.vector(2.0),
            inertia: Some(Inertia::from_moments(moments, Vector3::zeros()).expect("moments")),
            ..MotionPiece::at_rest()
        };
        let spin = pieces[1].angular_velocity;
        let inverse = InverseInertia::new(&pieces[1].inertia.expect("it is set"), &pieces[1].orientation);
        let material_change = inverse.spin_change(&spin).expect("it is no ball");
        let axis = shapes[1].kind().axis_of_revolution().map(|axis| pieces[1].orientation * axis);
        let [surface, spin_change] = axis.map_or([spin, material_change], |axis| across_axis(&axis, &spin, &material_change));
        let still = Side::of_wall();
        let turning = Turning([
            still,
            Side {
                velocity: pieces[1].velocity,
                spin: surface,
                about_axis: spin - surface,
                spin_change,
                material_change,
                radius: 0.95,
                centre: pieces[1].position,
                ..still
            },
        ]);
        let sliding = |time: f64| {
            let places = near([&colliders[0], &colliders[1]], &pieces, time, 2.0, Places::Corners);
            let lowest = places.iter().min_by(|p, q| p.gap.total_cmp(&q.gap)).expect("it is near");
            // (Half way up to the corner, which moves as fast.)
            let corner = lowest.point + lowest.normal * (0.5 * lowest.gap);
            let velocity = pieces[1].velocity_of(time, &corner);
            (*lowest, velocity - lowest.normal * lowest.normal.dot(&velocity))
        };
        let (mut lowest, now) = sliding(0.0);
        lowest.point += lowest.normal * (0.5 * lowest.gap);
        lowest.gap = 0.0;
        let ahead = 1e-6;
        let expected = (sliding(ahead).1 - now) / ahead;
        let found = turning.sliding_change(&lowest);
        assert!((found - expected).norm() < 1e-3, "case {case}: {found} instead of {expected}");
    }
}
