//! What is given to the crate, and refused or taken.

use super::at;
use crate::support::ball;
use kinesweep::sap::Aabb;
use kinesweep::sap::one_shot::{Method as Finding, overlaps};
use kinesweep::{
    Body, Bounds, Domain, Endpoint, Method, MotionPiece, Population, SampledWorld, Scene, Shape, Start, TouchQuery, TouchTest,
    World,
};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};

/// A refused insertion used up the ids of its bodies: those inserted next had others than without the refusal.
#[test]
fn a_refused_insertion_uses_up_no_ids() {
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

/// Bounds without any width at the origin and time 0 had a lease of no time, for ever anew: the world hung.
#[test]
fn bounds_of_no_size_are_leased() {
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

/// A quaternion that is off from length 1 by more than some roundings, as products of many are, was let into a world, and its
/// snapshot then refused.
#[test]
fn what_a_world_takes_for_an_orientation_its_snapshot_takes_too() {
    let orientation = UnitQuaternion::new_unchecked(UnitQuaternion::identity().into_inner() * (1.0 + 1e-12));
    let mut world = World::builder().build().unwrap();
    let turned = Body {
        orientation,
        ..ball(0.0, 1.0)
    };
    let id = world.insert(turned).unwrap();
    let restored = World::builder().restore(&world.snapshot()).unwrap();
    assert_eq!(restored.motion(id).unwrap().orientation, orientation);
}

/// Parts of a compound could be turned by what is no rotation.
#[test]
fn a_part_that_is_turned_by_no_rotation_is_refused() {
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

/// Pieces that hold what is no number were followed to places that are none.
#[test]
fn trajectories_of_no_numbers_are_not_followed() {
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
    let turned = MotionPiece {
        orientation: none,
        ..good
    };
    assert_eq!(refused(&[turned]), "pieces[0].orientation");
    let earlier = MotionPiece { epoch: -1.0, ..good };
    assert_eq!(refused(&[good, earlier]), "pieces[1].epoch");
    assert!(SampledWorld::following(&scene, 60.0, &[vec![earlier, good, good]]).is_ok());
}

/// The lattice of a thin population was made of all sites of the closest one first: more than memory holds.
#[test]
fn a_thin_population_on_a_lattice_takes_no_more_sites_than_bodies() {
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

/// Cells were made larger for ever where boxes lie from one end of the numbers to the other, or closer than the smallest
/// normal number.
#[test]
fn grids_end_at_the_ends_of_the_numbers() {
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

/// Found by fuzzing: in a periodic domain 10^15 m long a lattice was asked for that has more sites than memory holds.
#[test]
fn a_lattice_in_a_very_long_domain_takes_no_more_memory_than_there_is() {
    let domain = Domain::Periodic {
        min: Vector3::repeat(-6.0),
        max: Vector3::new(1.0, 1e15, 6.0),
    };
    let population = Population {
        packing: Some(0.3),
        start: Start::Fcc,
        ..Population::gas(12, Body::new(Shape::capsule(0.5, 0.5).unwrap()))
    };
    // Whether there is room for one or not.
    let placed = population.place_in(0, &domain, &[]);
    assert!(placed.is_err() || placed.is_ok_and(|bodies| bodies.len() == 12));
}
