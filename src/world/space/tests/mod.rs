//! Spatial queries against all bodies one by one, in scenes of mixed shapes and of plain balls, at
//! random times, after bodies have come and gone, and where the broad phase has advanced beyond the
//! present.

mod closed;
mod counted;
mod oracle;
mod scenes;

use crate::domain::Domain;
use crate::world::{Method, QueryFilter, World};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use oracle::{Known, Oracle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use scenes::Stage;

/// parry's distances are off by so much of themselves, and its rays by so much of what they meet.
const COARSE: f64 = 2e-6;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.uniform(-size, size))
    }

    fn pose(&mut self, size: f64) -> Isometry3<f64> {
        let turn = UnitQuaternion::from_scaled_axis(self.vector(3.0));
        Isometry3::from_parts(self.vector(size).into(), turn)
    }
}

/// What the comparisons have covered, so that none of them is empty.
#[derive(Debug, Default)]
struct Coverage {
    in_boxes: usize,
    overlapped: usize,
    free: usize,
    near: usize,
    hits: usize,
    misses: usize,
    /// Bodies that the broad phase had elsewhere: not part of what is compared.
    strays: usize,
}

/// Compares every query with the oracle, at places all over the scene and a little beyond.
fn compare(world: &World, known: &[Known], random: &mut Random, coverage: &mut Coverage) {
    let all = QueryFilter::new().with_sensors();
    let mut filter = if random.below(2) == 0 { all } else { QueryFilter::new() };
    if let Some(known) = known.get(random.below(3 * known.len() as u64) as usize) {
        filter = filter.excluding(known.id);
    }
    let oracle = Oracle::new(world, known, &filter, 1);
    for _ in 0..8 {
        compare_boxes(world, &oracle, &filter, random, coverage);
        compare_shapes(world, &oracle, &filter, random, coverage);
    }
    compare_distances(world, &oracle, &filter, random, coverage);
    compare_rays(world, known, &filter, random, coverage);
}

fn compare_boxes(world: &World, oracle: &Oracle, filter: &QueryFilter, random: &mut Random, coverage: &mut Coverage) {
    let (middle, half) = (random.vector(11.0), random.vector(4.0).abs());
    let (min, max) = (middle - half, middle + half);
    let found = world.bodies_in_box(&min, &max, filter).unwrap();
    assert_eq!(found, oracle.bodies_in_box(&min, &max), "{min} {max}, {world:?}");
    coverage.in_boxes += found.len();
}

fn compare_shapes(world: &World, oracle: &Oracle, filter: &QueryFilter, random: &mut Random, coverage: &mut Coverage) {
    let shapes = scenes::shapes();
    let shape = &shapes[random.below(shapes.len() as u64) as usize];
    let at = random.pose(10.0);
    let found = world.overlapping(shape, &at, filter).unwrap();
    let gaps = oracle.gaps(shape, &at, 0.0);
    for (id, gap, size) in &gaps {
        // What is as good as touching may come out either way.
        if gap.abs() > COARSE * size.min(1.0) {
            assert!(found.contains(id), "{id} at {gap}: {shape:?} {at}, {world:?}");
        }
    }
    let overlaps = |id: &crate::BodyId| gaps.iter().any(|(other, ..)| other == id);
    assert!(found.iter().all(overlaps), "{found:?} {gaps:?}: {shape:?} {at}, {world:?}");
    let is_free = world.is_free(shape, &at, &filter.clone().without_walls()).unwrap();
    assert_eq!(is_free, found.is_empty());
    coverage.overlapped += found.len();
    coverage.free += usize::from(is_free);
    // And with the walls.
    if let Domain::Box { min, max } = world.settings().domain {
        let body = crate::Body::fixed(shape.clone());
        let alone = World::builder().domain(Domain::Box { min, max }).build();
        let place = body.position(at.translation.vector).orientation(at.rotation.scaled_axis());
        let is_within = alone.unwrap().insert(place).is_ok();
        assert_eq!(world.is_free(shape, &at, filter).unwrap(), is_free && is_within);
    }
}

fn compare_distances(world: &World, oracle: &Oracle, filter: &QueryFilter, random: &mut Random, coverage: &mut Coverage) {
    let shapes = scenes::shapes();
    let shape = &shapes[random.below(shapes.len() as u64) as usize];
    let (point, at) = (random.vector(11.0), random.pose(11.0));
    let most = [0.0, 0.7, 2.5, 6.0][random.below(4) as usize];
    let of_point = (
        world.within(&point, most, filter).unwrap(),
        oracle.gaps_of_point(&point, most + 1e-3),
    );
    let of_shape = (
        world.within_of_shape(shape, &at, most, filter).unwrap(),
        oracle.gaps(shape, &at, most + 1e-3),
    );
    for (found, gaps) in [of_point, of_shape] {
        for (id, distance) in &found {
            let (.., gap) = gaps
                .iter()
                .map(|(id, gap, _)| (id, gap))
                .find(|(other, _)| *other == id)
                .unwrap();
            let apart = (distance - gap.max(0.0)).abs();
            assert!(apart <= COARSE * (1.0 + distance), "{id}: {distance} {gap}, {world:?}");
        }
        for (id, gap, _) in &gaps {
            let is_sure = *gap < most - COARSE * (1.0 + most);
            assert!(
                !is_sure || found.iter().any(|(other, _)| other == id),
                "{id} at {gap} of {most}, {world:?}"
            );
        }
        assert!(found.is_sorted_by(|one, other| one.1 <= other.1));
        coverage.near += found.len();
    }
}

fn compare_rays(world: &World, known: &[Known], filter: &QueryFilter, random: &mut Random, coverage: &mut Coverage) {
    let oracle = Oracle::new(world, known, filter, 3);
    for _ in 0..4 {
        let origin = random.vector(12.0);
        let mut direction = random.vector(1.0);
        if random.below(4) == 0 {
            let axis = random.below(3) as usize;
            direction = Vector3::ith(axis, direction[axis].signum());
        }
        let direction = direction.normalize();
        let length = random.uniform(1.0, 40.0);
        let hit = world.cast_ray(&origin, &(direction * 3.0), length, filter).unwrap();
        let expected = oracle.cast(&origin, &direction, length);
        match (hit, expected) {
            (Some(hit), Some((body, distance, normal))) => {
                let context = format!("{hit:?}, by parry {body} at {distance}, {normal}: {world:?}");
                assert!((hit.distance - distance).abs() <= COARSE * 10.0, "{context}");
                assert_eq!(hit.body, body, "{context}");
                assert!((hit.point - (origin + direction * hit.distance)).norm() < 1e-9, "{context}");
                assert!((hit.normal.norm() - 1.0).abs() < 1e-12, "{context}");
                // At an edge it may be either face's.
                let faces = hit.normal.dot(&direction) <= 1e-9;
                assert!(faces && (distance == 0.0 || (hit.normal - normal).norm() < 1e-2), "{context}");
                coverage.hits += 1;
            }
            (None, None) => coverage.misses += 1,
            other => panic!("{other:?} from {origin} along {direction} up to {length}, {world:?}"),
        }
    }
}

/// Runs a scene for a while and compares at all kinds of moments.
fn play(stage: &mut Stage, random: &mut Random, rounds: u32, coverage: &mut Coverage) {
    for round in 0..rounds {
        match random.below(5) {
            // In the middle of an instant, perhaps.
            0 if stage.steps() => {
                stage.world.step_before(stage.world.time() + 0.5).unwrap();
            }
            1 => stage.exchange(random),
            2 => stage.deflect(random),
            _ => {
                let to = stage.world.time() + random.uniform(0.0, 0.3);
                stage.world.advance_to(to).unwrap();
            }
        }
        if round % 3 == 2 {
            stage.world.next_event_time();
        }
        coverage.strays += stage.world.strays().len();
        let before = stage.world.counters();
        compare(&stage.world, &stage.known, random, coverage);
        assert_eq!(stage.world.counters(), before, "queries change nothing");
    }
    stage.world.audit().unwrap();
}

fn is_worth_it(coverage: &Coverage) {
    let Coverage {
        in_boxes,
        overlapped,
        free,
        near,
        hits,
        misses,
        strays,
    } = coverage;
    let least = in_boxes.min(overlapped).min(free).min(near).min(hits).min(misses);
    assert!(*least > 10 && *strays > 0, "{coverage:?}");
}

#[test]
fn mixed_shapes_are_found_as_by_all_bodies_one_by_one() {
    let methods = [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 7.0 }];
    for (number, domain) in scenes::domains().into_iter().enumerate() {
        let is_periodic = matches!(domain, Domain::Periodic { .. });
        let mut coverage = Coverage::default();
        for (seed, method) in methods
            .into_iter()
            .enumerate()
            .filter(|(_, method)| !is_periodic || *method == Method::Leases)
        {
            for count in [30, 400] {
                let mut random = Random::new(100 * number as u64 + 10 * seed as u64 + count);
                let mut stage = Stage::mixed(domain, method, count as usize, &mut random);
                play(&mut stage, &mut random, 12, &mut coverage);
            }
        }
        is_worth_it(&coverage);
    }
}

#[test]
fn a_gas_is_found_as_by_all_balls_one_by_one() {
    for (number, domain) in scenes::domains().into_iter().enumerate().skip(1) {
        let mut coverage = Coverage::default();
        // Dense enough for lists of neighbours, for slack between cells, and almost empty.
        for (seed, (count, radius)) in [(1000, 0.93), (500, 0.5), (40, 0.3), (3, 0.3)].into_iter().enumerate() {
            let mut random = Random::new(7 + 100 * number as u64 + seed as u64);
            let mut stage = Stage::gas(domain, count, radius, &mut random);
            assert!(stage.world.lanes.occupied().is_some());
            play(&mut stage, &mut random, 12, &mut coverage);
            assert!(stage.world.lanes.occupied().is_some());
        }
        is_worth_it(&coverage);
    }
}
