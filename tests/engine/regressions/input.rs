//! Regressions: validation of input.

use super::at;
use crate::support::ball;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::sampled::SampledWorld;
use kinesweep::sap::Aabb;
use kinesweep::sap::one_shot::{Method as Finding, overlaps};
use kinesweep::scene::{Population, Start};
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, Domain, Method, MotionPiece, Scene, Shape, World};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};

/// A refused insertion consumed the ids of its bodies: later insertions got other ids than without
/// the refusal.
#[test]
fn a_refused_insertion_consumes_no_ids() {
    let mut world = World::builder().build().unwrap();
    let first = world.insert(ball(0.0, 0.0)).unwrap();
    assert!(world.insert_all(&[ball(5.0, 0.0), ball(0.5, 0.0)]).is_err());
    let mut spared = World::builder().build().unwrap();
    assert_eq!(first, spared.insert(ball(0.0, 0.0)).unwrap());
    let two = [ball(5.0, 0.0), ball(9.0, 0.0)];
    assert_eq!(world.insert_all(&two).unwrap(), spared.insert_all(&two).unwrap());
}

struct Never;

impl TouchTest for Never {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        false
    }
}

/// Bounds of zero width at the origin and time 0 had leases of zero duration, renewed for ever: the
/// world hung.
#[test]
fn bounds_of_zero_width_get_a_lease() {
    let side = |rate: f64| Endpoint {
        velocity: rate,
        ..Endpoint::default()
    };
    let bounds = Bounds {
        epoch: 0.0,
        min: [side(-0.25); 3],
        max: [side(0.25); 3],
    };
    let mut world = World::builder()
        .method(Method::Leases)
        .touch_test(10.0, Never)
        .build()
        .unwrap();
    world.insert(ball(0.0, 0.0).bounded(bounds, f64::INFINITY)).unwrap();
    world.insert(ball(3.0, 0.0)).unwrap();
    world.advance_to(20.0).unwrap();
    world.audit().unwrap();
}

/// A world accepted a quaternion with a norm that differs from 1 by more than some roundings, as
/// products of many have, and its snapshot was then refused.
#[test]
fn orientations_accepted_by_a_world_are_accepted_in_its_snapshot() {
    let orientation = UnitQuaternion::new_unchecked(UnitQuaternion::identity().into_inner() * (1.0 + 1e-12));
    let mut world = World::builder().build().unwrap();
    let rotated = Body {
        orientation,
        ..ball(0.0, 1.0)
    };
    let id = world.insert(rotated).unwrap();
    let restored = World::builder().restore(&world.snapshot()).unwrap();
    assert_eq!(restored.motion(id).unwrap().orientation, orientation);
}

/// The orientation of a part of a compound could be an invalid quaternion.
#[test]
fn a_part_with_an_invalid_orientation_is_refused() {
    let part = |w: f64| {
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, 0.0, 0.0, 0.0));
        Shape::compound(vec![(
            Isometry3::from_parts(Vector3::zeros().into(), rotation),
            Shape::ball(1.0).unwrap(),
        )])
    };
    assert!(part(1.0).is_ok());
    for w in [f64::NAN, f64::INFINITY, 0.0, 2.0] {
        assert_eq!(part(w).unwrap_err().field, "parts[0].orientation", "{w}");
    }
}

/// Motion pieces with NaN were followed to NaN positions.
#[test]
fn motion_pieces_with_nan_are_refused() {
    let scene = Scene {
        bodies: vec![ball(0.0, 0.0)],
        ..Scene::default()
    };
    let good = at([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    let refused = |pieces: &[MotionPiece]| {
        let error = SampledWorld::following(&scene, 60.0, &[pieces.to_vec()]).unwrap_err();
        assert!(error.field.starts_with("body-0."), "{error}");
        error.field["body-0.".len()..].to_owned()
    };
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&[at([0.0, bad, 0.0], [0.0; 3], [0.0; 3])]), "pieces[0].position");
        assert_eq!(
            refused(&[good, at([0.0; 3], [bad, 0.0, 0.0], [0.0; 3])]),
            "pieces[1].velocity"
        );
        assert_eq!(refused(&[MotionPiece { epoch: bad, ..good }]), "pieces[0].epoch");
    }
    let none = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 0.0));
    let rotated = MotionPiece {
        orientation: none,
        ..good
    };
    assert_eq!(refused(&[rotated]), "pieces[0].orientation");
    let earlier = MotionPiece { epoch: -1.0, ..good };
    assert_eq!(refused(&[good, earlier]), "pieces[1].epoch");
    assert!(SampledWorld::following(&scene, 60.0, &[vec![earlier, good, good]]).is_ok());
}

/// The lattice of a thin population first generated all sites of the closest packing: more than
/// memory holds.
#[test]
fn a_thin_population_on_a_lattice_is_placed() {
    let population = Population {
        packing: Some(1e-9),
        start: Start::Fcc,
        ..Population::gas(10, Body::new(Shape::ball(0.5).unwrap()))
    };
    let Domain::Box { min, max } = Population::cube(std::slice::from_ref(&population)).unwrap() else {
        panic!("a cube")
    };
    assert_eq!(population.place(0, min, max, &[]).unwrap().len(), 10);
}

/// The search for a cell size did not end for boxes that span the whole range of floats, or are
/// closer than the smallest normal number.
#[test]
fn one_shot_grids_handle_the_extreme_ranges_of_floats() {
    for far in [f64::MAX, 5e-324] {
        let boxes = [-far, -far, 0.0, far].map(|x| Aabb {
            min: [x; 2],
            max: [x; 2],
        });
        for method in [Finding::DenseGrid, Finding::HashedGrid, Finding::SortedGrid] {
            let mut pairs = Vec::new();
            overlaps(method, &boxes, &mut pairs);
            assert_eq!(pairs, [(0, 1)], "{method:?} up to {far:e}");
        }
    }
}

/// Found by fuzzing: a periodic domain 10^15 m long gave a lattice with more sites than memory
/// holds.
#[test]
fn a_lattice_in_a_domain_1e15_m_long_does_not_exhaust_memory() {
    let domain = Domain::Periodic {
        min: Vector3::repeat(-6.0),
        max: Vector3::new(1.0, 1e15, 6.0),
    };
    let population = Population {
        packing: Some(0.3),
        start: Start::Fcc,
        ..Population::gas(12, Body::new(Shape::capsule(0.5, 0.5).unwrap()))
    };
    // The result may be placed or refused.
    let placed = population.place_in(0, &domain, &[]);
    assert!(placed.is_err() || placed.is_ok_and(|bodies| bodies.len() == 12));
}
