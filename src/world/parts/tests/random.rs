//! Random crowds, numbers of threads and stretches.

use super::advance_both;
use super::scenes::{Crowd, Random};
use crate::MotionChange;
use crate::world::World;
use nalgebra::Vector3;

/// What the bodies of a crowd do.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Fly,
    /// They come to rest on each other.
    Lie,
    /// They turn, and pile up in islands.
    PileUp,
}

/// Returns the number of windows, of mismatches, and of right windows with islands.
fn compare_random(seed: u64, kind: Kind) -> [u64; 3] {
    let mut random = Random::new(seed);
    let mut crowd = Crowd {
        cells: [2 + random.below(3), 2 + random.below(3), 6 + random.below(10)],
        spacing: 2.2 + 0.8 * random.signed().abs(),
        is_periodic: random.below(2) == 0,
        restitution: [1.0, 1.0, 0.9, 0.6][random.below(4)],
        gravity: Vector3::zeros(),
        has_floor: false,
        seed,
        ..Crowd::default()
    };
    if random.below(2) == 0 {
        crowd.gravity = random.vector();
    }
    if !crowd.is_periodic && random.below(3) == 0 {
        crowd.has_floor = true;
    }
    match kind {
        Kind::Fly => {}
        Kind::Lie => lie_down(&mut crowd, &mut random),
        Kind::PileUp => pile_up(&mut crowd, &mut random),
    }
    // (Otherwise what falls would never meet anything.)
    if kind != Kind::Lie && !crowd.is_periodic && (crowd.has_floor || crowd.gravity == Vector3::zeros()) {
        crowd.is_open = random.below(2) == 0;
    }
    crowd.tuning.way = [0.05, 0.25, 0.5, 1.0][random.below(4)];
    crowd.tuning.beyond = [0.0, 0.5, 1.0][random.below(3)];
    crowd.tuning.margin = [0.1, 1.0, 3.0][random.below(3)];
    crowd.tuning.least_serial = [1, 16, 64][random.below(3)];
    if kind != Kind::Fly {
        crowd.tuning.least_serial = 1;
    }
    let threads = 2 + random.below(4);
    let most = if kind == Kind::PileUp { 8.0 } else { 2.0 };
    let mut targets: Vec<f64> = (0..1 + random.below(5)).map(|_| most * random.signed().abs()).collect();
    targets.sort_by(f64::total_cmp);
    let mut worlds = [crowd.world(1), crowd.world(threads)];
    let mut counts = [0; 3];
    let counts_of = |world: &World| {
        let [windows, mismatches] = world.part_counts();
        [windows, mismatches, world.windows_with_islands()]
    };
    for target in targets {
        let what = format!("seed {seed}, {threads} threads, to {target}");
        let target = target.max(worlds[0].time());
        advance_both(&mut worlds, target, random.below(4) == 0, &what);
        let before = counts_of(&worlds[1]);
        if operate(&crowd, &mut worlds, threads, &mut random) {
            counts = sum(counts, before);
        }
    }
    sum(counts, counts_of(&worlds[1]))
}

fn sum(one: [u64; 3], other: [u64; 3]) -> [u64; 3] {
    std::array::from_fn(|at| one[at] + other[at])
}

/// Makes the bodies of a crowd pile up.
fn pile_up(crowd: &mut Crowd, random: &mut Random) {
    crowd.cells = [2 + random.below(2), 2 + random.below(2), 4 + random.below(8)];
    crowd.restitution = [0.0, 0.3, 0.6, 0.9][random.below(4)];
    crowd.friction = [0.0, 0.4][random.below(2)];
    crowd.gravity = Vector3::zeros();
    crowd.gravity[random.below(3)] = -1.0;
    if !crowd.is_periodic && random.below(2) == 0 {
        crowd.gravity = Vector3::y() * -1.0;
        crowd.has_floor = true;
    }
}

/// Makes the bodies of a crowd come to rest on each other.
fn lie_down(crowd: &mut Crowd, random: &mut Random) {
    crowd.rotates = false;
    crowd.restitution = [0.0, 0.3, 0.6, 1.0][random.below(4)];
    crowd.friction = [0.0, 0.4][random.below(2)];
    crowd.spacing *= 1.0 + random.signed().abs();
    crowd.gravity = random.vector();
    if !crowd.is_periodic && random.below(2) == 0 {
        let axis = random.below(3);
        (crowd.stacks, crowd.has_floor) = (Some(axis), false);
        crowd.gravity = Vector3::zeros();
        crowd.gravity[axis] = -1.0;
    }
}

/// Does something with both worlds. Returns whether they are new ones.
fn operate(crowd: &Crowd, worlds: &mut [World; 2], threads: usize, random: &mut Random) -> bool {
    let ids: Vec<_> = worlds[0].bodies().collect();
    let chosen = ids[random.below(ids.len())];
    let (vector, operation) = (random.vector(), random.below(10));
    if operation == 0 {
        let [one, several] = worlds.each_ref().map(World::snapshot);
        *worlds = [
            crowd.builder(1).restore(&several).unwrap(),
            crowd.builder(threads).restore(&one).unwrap(),
        ];
        return true;
    }
    let fewer = 1 + random.below(threads);
    if operation == 1 {
        worlds[1].set_threads(fewer);
    }
    for world in worlds {
        match operation {
            2 => world.set_motion(chosen, &MotionChange::velocity(vector)).unwrap(),
            3 => world.remove(chosen).unwrap(),
            4 => drop(world.step_before(world.time() + 1.0).unwrap()),
            5 => world.set_gravity(vector * 0.2).unwrap(),
            6 => drop(world.schedule(world.time() + vector.x.abs(), 1).unwrap()),
            _ => {}
        }
    }
    false
}

/// Many random crowds. Returns the number of cases, of windows, of mismatches, and of right windows with islands.
fn compare_many(kind: Kind, usual: u64) -> [u64; 4] {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let from = number("KINESWEEP_PARTS_FROM", 0);
    let cases = number("KINESWEEP_PARTS_CASES", usual);
    let counts = (from..from + cases).fold([0; 3], |all, seed| sum(all, compare_random(seed, kind)));
    let [windows, mismatches, with_islands] = counts;
    println!("{windows} windows, {mismatches} mismatches, {with_islands} with islands");
    [cases, windows, mismatches, with_islands]
}

#[test]
fn random_crowds_have_the_same_events() {
    let [cases, windows, mismatches, _] = compare_many(Kind::Fly, 60);
    assert!(
        windows > 5 * cases && mismatches > 0,
        "{windows} windows, {mismatches} mismatches"
    );
}

#[test]
fn random_crowds_that_come_to_rest_have_the_same_events() {
    let [cases, windows, mismatches, _] = compare_many(Kind::Lie, 60);
    assert!(
        windows > cases && mismatches > 0,
        "{windows} windows, {mismatches} mismatches"
    );
}

#[test]
fn random_crowds_that_pile_up_have_the_same_events() {
    let [cases, windows, mismatches, with_islands] = compare_many(Kind::PileUp, 20);
    assert!(
        with_islands > cases && mismatches > 0,
        "{windows} windows, {mismatches} mismatches, {with_islands} with islands"
    );
}

/// A body that was watched twice, and ghosts that were set right where the broad phase was not at the present.
#[test]
fn crowds_that_once_differed_have_the_same_events() {
    for seed in [37, 302, 100_032, 200_024] {
        compare_random(seed, Kind::Fly);
    }
}

/// A block held by the friction of its neighbour, and pressed on a wall by no more than rounding.
#[test]
fn a_crowd_that_once_met_a_wall_for_ever_goes_on() {
    compare_random(1153, Kind::Lie);
}

/// An elastic body bounced ten thousand times a second beside a stack at rest, and each bounce changed its forces.
#[test]
fn a_crowd_that_once_shivered_beside_a_stack_goes_on() {
    compare_random(3832, Kind::Lie);
}
