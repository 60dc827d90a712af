//! Worlds that sectors do not cover go on as on one thread.

use super::{Gas, advance_both};
use crate::Method;
use crate::scene::{Body, Shape};
use crate::world::World;
use nalgebra::Vector3;

fn compare(world: impl Fn(usize) -> World, what: &str) {
    let (mut one, mut several) = (world(1), world(2));
    for target in [0.2, 0.5] {
        advance_both(&mut several, &mut one, target, what);
    }
    assert_eq!(several.sectors.windows, 0, "{what}");
}

#[test]
fn growth_and_cubes_are_not_for_sectors() {
    let gas = Gas {
        cells: [6, 6, 6],
        ..Gas::new(0.2)
    };
    let (bodies, periodic) = (gas.bodies(), gas.domain());
    let builder = |threads| World::builder().method(Method::Leases).threads(threads).tuned(gas.tuning);
    let filled = |mut world: World, bodies: &[Body]| {
        world.insert_all(bodies).unwrap();
        world
    };
    let growing: Vec<_> = bodies.iter().map(|body| body.clone().growth(1e-3)).collect();
    compare(
        |threads| filled(builder(threads).domain(periodic).build().unwrap(), &growing),
        "growth",
    );
    let mut with_cube = bodies.clone();
    with_cube.remove(400);
    let place = gas.place(400);
    with_cube.push(Body::new(Shape::cuboid(Vector3::repeat(0.2)).unwrap()).position(place));
    compare(
        |threads| filled(builder(threads).domain(periodic).build().unwrap(), &with_cube),
        "a cube",
    );
    compare(
        |threads| {
            filled(
                builder(threads).domain(periodic).report_overlaps(true).build().unwrap(),
                &bodies,
            )
        },
        "overlaps",
    );
}

#[test]
fn short_stretches_are_not_for_sectors() {
    let mut gas = Gas::new(0.3);
    gas.tuning.least_collisions = 1e6;
    compare(|threads| gas.world(threads), "short stretches");
}
