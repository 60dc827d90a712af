//! Spatial queries of a world: through its broad phase, by a loop over all bodies, and by a parry
//! tree built for one time.
//!
//!     cargo bench -p kinesweep --bench spatial                 # 10 000 and 100 000 balls
//!     cargo bench -p kinesweep --bench spatial -- 1000         # this number of balls
//!
//! Balls of radius 0.5 at packing 0.05 in a cube, in motion, by leases (open domain) and in the
//! lane of balls (box domain). The queries are made at one time during a run. The loop and the tree
//! use a copy of the positions, which is not timed; the last column contains the cost of building
//! the tree, as the number of queries at one time from which the tree is cheaper. The results of
//! all three are compared. Compare ratios: each line was measured in one run.

use cpu_time::ProcessTime;
use kinesweep::world::QueryFilter;
use kinesweep::{Body, Domain, Method, Shape, World};
use nalgebra::Vector3;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::Ray;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hint::black_box;

const COUNTS: [usize; 2] = [10_000, 100_000];
const RADIUS: f64 = 0.5;
const PACKING: f64 = 0.05;
/// Number of queries of each kind, and of those by the slow loop.
const QUERIES: usize = 20_000;
const LOOPED: usize = 200;
/// Half a side of the queried boxes, and radius of the queried balls, in metres.
const NEAR: f64 = 1.5;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn uniform(&mut self) -> f64 {
        2.0 * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| size * self.uniform())
    }
}

fn half_side(count: usize) -> f64 {
    0.5 * (count as f64 * 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3) / PACKING).cbrt()
}

fn world(count: usize, is_gas: bool) -> World {
    let half = half_side(count);
    let per_side = (count as f64).cbrt().ceil() as usize;
    let width = 2.0 * half / per_side as f64;
    let shape = Shape::ball(RADIUS).expect("a radius");
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(1));
    let bodies: Vec<Body> = (0..count)
        .map(|k| {
            let corner = Vector3::new(k % per_side, k / per_side % per_side, k / per_side.pow(2)).map(|k| k as f64);
            let position = corner.add_scalar(0.5) * width - Vector3::repeat(half);
            Body::new(shape.clone()).position(position).velocity(random.vector(1.0))
        })
        .collect();
    let domain = match is_gas {
        true => Domain::Box {
            min: Vector3::repeat(-half),
            max: Vector3::repeat(half),
        },
        false => Domain::Open,
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build().expect("valid");
    world.insert_all(&bodies).expect("no two overlap");
    world.advance_to(0.3).expect("no error on the way");
    world
}

/// Nanoseconds a call, and the sum of the results.
fn time(calls: usize, mut call: impl FnMut(usize) -> usize) -> (f64, usize) {
    let start = ProcessTime::now();
    let sum = (0..calls).map(|number| black_box(call(number))).sum();
    (start.elapsed().as_secs_f64() * 1e9 / calls as f64, sum)
}

fn entry(centre: &Vector3<f64>, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<f64> {
    let to_centre = centre - origin;
    let along = to_centre.dot(direction);
    let room = RADIUS * RADIUS - (to_centre - direction * along).norm_squared();
    if room < 0.0 || along + room.sqrt() < 0.0 {
        return None;
    }
    Some((along - room.sqrt()).max(0.0))
}

fn vector(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn measure(count: usize, is_gas: bool) {
    let world = world(count, is_gas);
    let all = QueryFilter::new();
    let positions: Vec<Vector3<f64>> = world
        .bodies()
        .map(|id| world.pose(id).expect("it is present").translation.vector)
        .collect();
    let boxes: Vec<Aabb> = positions
        .iter()
        .map(|position| Aabb::new(vector(&position.add_scalar(-RADIUS)), vector(&position.add_scalar(RADIUS))))
        .collect();
    let (build, _) = time(3, |_| {
        Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes).leaf_count() as usize
    });
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(2));
    let half = half_side(count);
    let points: Vec<Vector3<f64>> = (0..QUERIES).map(|_| random.vector(half)).collect();
    let directions: Vec<Vector3<f64>> = (0..QUERIES).map(|_| random.vector(1.0).normalize()).collect();
    let ball_within = |position: &Vector3<f64>, point: &Vector3<f64>| (position - point).norm() - RADIUS <= NEAR;
    let in_box = |position: &Vector3<f64>, point: &Vector3<f64>| (position - point).amax() <= NEAR + RADIUS;
    let near_in_tree = |point: &Vector3<f64>, selects: &dyn Fn(&Vector3<f64>) -> bool| {
        let region = Aabb::new(vector(&point.add_scalar(-NEAR)), vector(&point.add_scalar(NEAR)));
        let found = tree
            .intersect_aabb(&region)
            .filter(|leaf| selects(&positions[*leaf as usize]));
        found.count()
    };
    let first = |found: Option<usize>| found.map_or(0, |number| number + 1);
    let name = if is_gas { "gas" } else { "leases" };
    let show = |query: &str, [ours, looped, by_tree]: [(f64, usize); 3], ours_of_looped: usize, tree_of_looped: usize| {
        assert_eq!((ours.1, ours_of_looped), (by_tree.1, tree_of_looped), "{query}");
        assert_eq!(ours_of_looped, looped.1, "{query}");
        println!(
            "| {count} | {name} | {query} | {:.0} | {:.0} | {:.2} | {:.0} |",
            1e9 / ours.0,
            looped.0 / ours.0,
            by_tree.0 / ours.0,
            build / (ours.0 - by_tree.0).max(0.0),
        );
    };

    let ours = |k: usize| {
        let (min, max) = (points[k].add_scalar(-NEAR), points[k].add_scalar(NEAR));
        world.bodies_in_box(&min, &max, &all).expect("valid").len()
    };
    let by_tree = |k: usize| near_in_tree(&points[k], &|position| in_box(position, &points[k]));
    let looped = |k: usize| positions.iter().filter(|position| in_box(position, &points[k])).count();
    let times = [time(QUERIES, ours), time(LOOPED, looped), time(QUERIES, by_tree)];
    show("box", times, (0..LOOPED).map(ours).sum(), (0..LOOPED).map(by_tree).sum());

    let ours = |k: usize| world.within(&points[k], NEAR, &all).expect("valid").len();
    let by_tree = |k: usize| near_in_tree(&points[k], &|position| ball_within(position, &points[k]));
    let looped = |k: usize| positions.iter().filter(|position| ball_within(position, &points[k])).count();
    let times = [time(QUERIES, ours), time(LOOPED, looped), time(QUERIES, by_tree)];
    show("within", times, (0..LOOPED).map(ours).sum(), (0..LOOPED).map(by_tree).sum());

    let ids: Vec<_> = world.bodies().collect();
    let number_of: std::collections::HashMap<_, usize> = ids.iter().enumerate().map(|(number, id)| (*id, number)).collect();
    let ours = |k: usize| {
        let hit = world
            .cast_ray(&points[k], &directions[k], f64::INFINITY, &all)
            .expect("valid");
        first(hit.map(|hit| number_of[&hit.body]))
    };
    let by_tree = |k: usize| {
        let ray = Ray::new(vector(&points[k]), vector(&directions[k]));
        let check = |leaf: u32, _| entry(&positions[leaf as usize], &points[k], &directions[k]);
        first(tree.cast_ray(&ray, f64::MAX, check).map(|(leaf, _)| leaf as usize))
    };
    let looped = |k: usize| {
        let hits = positions
            .iter()
            .enumerate()
            .filter_map(|(number, position)| Some((entry(position, &points[k], &directions[k])?, number)));
        first(
            hits.min_by(|one, other| one.partial_cmp(other).expect("numbers"))
                .map(|(_, number)| number),
        )
    };
    let times = [time(QUERIES, ours), time(LOOPED, looped), time(QUERIES, by_tree)];
    show("ray", times, (0..LOOPED).map(ours).sum(), (0..LOOPED).map(by_tree).sum());
}

fn main() {
    let chosen: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if chosen.is_empty() { COUNTS.to_vec() } else { chosen };
    println!(
        "| balls | lane | query | queries a second | time ratio of a loop over all | time ratio of a built parry tree | queries from which the tree is cheaper |"
    );
    println!("|---|---|---|---|---|---|---|");
    for count in counts {
        for is_gas in [false, true] {
            measure(count, is_gas);
        }
    }
}
