//! Queries do not test all bodies.

use super::super::near::Region;
use super::super::ray::Cast;
use super::Random;
use super::scenes::{Stage, domains};
use crate::domain::Domain;
use crate::impact::Ray;
use crate::scene::{Body, Shape};
use crate::world::{Method, QueryFilter, World};
use nalgebra::Vector3;

const COUNT: usize = 8000;

/// Balls and cubes at random, too close for the lane of balls.
fn crowd(domain: Domain, method: Method) -> World {
    let mut random = Random::new(3);
    let shapes = [Shape::ball(0.1).unwrap(), Shape::cuboid(Vector3::repeat(0.1)).unwrap()];
    let mut world = World::builder()
        .domain(domain)
        .method(method)
        .response(crate::ResponseMode::PassThrough)
        .build()
        .unwrap();
    let bodies: Vec<Body> = (0..COUNT)
        .map(|k| {
            let body = Body::new(shapes[k % 2].clone()).position(random.vector(9.8));
            body.velocity(random.vector(1.0))
        })
        .collect();
    world.insert_all(&bodies).unwrap();
    world.advance_to(0.01).unwrap();
    world
}

/// The most bodies that the broad phase names for a small box, and for a ray through all of the
/// scene that meets nothing.
fn most_named(world: &World) -> (usize, usize) {
    let mut random = Random::new(8);
    let (mut in_box, mut along) = (0, 0);
    for _ in 0..50 {
        let at = random.vector(9.0);
        let mut found = world.strays();
        world.candidates(&Region::new(&at.add_scalar(-0.1), &at.add_scalar(0.1)), &mut found);
        in_box = in_box.max(found.len());
        let ray = Ray {
            origin: at,
            direction: random.vector(1.0).normalize(),
        };
        // Nothing is in group 2, so that the ray goes through.
        let nothing = QueryFilter::new().groups(crate::Groups {
            memberships: 2,
            filter: 2,
        });
        let mut cast = Cast::new(world, &nothing, ray, 30.0);
        cast.run();
        assert_eq!(cast.hit(), None);
        along = along.max(cast.tested);
    }
    (in_box, along)
}

#[test]
fn not_all_bodies_are_tested() {
    for domain in domains() {
        let is_periodic = matches!(domain, Domain::Periodic { .. });
        let methods = [
            (Method::Leases, true),
            (Method::Swept { rate: 20.0 }, true),
            (Method::Lists, false),
        ];
        for (method, has_cells) in methods
            .into_iter()
            .filter(|(method, _)| !is_periodic || *method == Method::Leases)
        {
            let (in_box, along) = most_named(&crowd(domain, method));
            assert!(in_box < COUNT / 100, "{domain:?} {method:?}: {in_box}");
            // By lists a ray is one region.
            assert!(!has_cells || along < COUNT / 2, "{domain:?} {method:?}: {along}");
        }
        if domain != Domain::Open {
            let balls = Stage::gas(domain, COUNT, 0.1, &mut Random::new(2)).world;
            let (in_box, along) = most_named(&balls);
            assert!(in_box < COUNT / 100 && along < COUNT / 2, "{domain:?}: {in_box} {along}");
        }
    }
}

/// A ray ends at its hit: bodies behind it are not tested.
#[test]
fn a_ray_ends_where_it_meets() {
    let mut world = crowd(Domain::Open, Method::Leases);
    // At the body that is the first on x, from afar.
    let places = world.bodies().map(|id| world.pose(id).unwrap().translation.vector);
    let first = places.min_by(|one, other| one.x.total_cmp(&other.x)).unwrap();
    let ray = Ray {
        origin: first - Vector3::x() * 30.0,
        direction: Vector3::x(),
    };
    let all = QueryFilter::new();
    let mut cast = Cast::new(&world, &all, ray, f64::INFINITY);
    cast.run();
    assert!(
        cast.hit().is_some() && cast.tested < COUNT / 20,
        "{:?} {}",
        cast.hit(),
        cast.tested
    );
    // What is very far away on the other side does not make it a long way.
    let back = Ray {
        direction: -Vector3::x(),
        ..ray
    };
    let far = Body::fixed(Shape::ball(1.0).unwrap()).position(first - Vector3::x() * 1e12);
    let far = world.insert(far).unwrap();
    let mut cast = Cast::new(&world, &all, back, f64::INFINITY);
    cast.run();
    assert_eq!(cast.hit().map(|hit| hit.body), Some(far));
    assert!(cast.tested < COUNT / 20, "{}", cast.tested);
}
