use crate::domain::adjacent_shifts;
use crate::impact::impact_of_paths;
use crate::lane::balls::grid_plan::plan_of_sizes;
use crate::lane::balls::testing::{self, Random};
use crate::lane::balls::{Ball, BallLane, Space, UpcomingKind};
use crate::motion::Flight;
use nalgebra::Vector3;

/// Balls of these radii, in a domain.
struct Case {
    radii: Vec<f64>,
    lengths: [f64; 3],
    periodic: bool,
    /// The largest radius of each level.
    sizes: Vec<f64>,
}

fn large_among(count: usize, small: f64, large: &[f64]) -> Vec<f64> {
    let mut radii = large.to_vec();
    radii.resize(count + large.len(), small);
    radii
}

fn cases() -> Vec<Case> {
    let mut random = Random::new(5);
    let mut wide: Vec<f64> = (0..220).map(|_| 0.3 * 12.0_f64.powf(random.uniform().powi(3))).collect();
    wide.sort_unstable_by(|one, other| other.total_cmp(one));
    let largest = wide.iter().copied().fold(0.0, f64::max);
    let mut cases = Vec::new();
    for periodic in [false, true] {
        let mut add = |radii: Vec<f64>, lengths: [f64; 3], sizes: &[f64]| {
            cases.push(Case {
                radii,
                lengths,
                periodic,
                sizes: sizes.to_vec(),
            });
        };
        add(large_among(200, 0.5, &[3.0]), [13.0; 3], &[0.5, 3.0]);
        add(large_among(200, 0.5, &[1.8, 1.7, 1.6, 1.6]), [13.0; 3], &[0.5, 1.8]);
        add(
            large_among(200, 0.25, &[2.0, 0.9, 1.0, 0.8, 0.6, 0.6]),
            [11.0; 3],
            &[0.25, 1.0, 2.0],
        );
        add(wide.clone(), [24.0; 3], &[0.6, 1.2, 2.0, largest]);
        // The largest ball that a periodic domain allows.
        add(large_among(600, 0.2, &[2.5]), [10.0, 10.0, 12.0], &[0.2, 2.5]);
        add(
            large_among(120, 0.5, &[1.0]),
            [4.0, 14.0, 14.0],
            if periodic { &[1.0] } else { &[0.5, 1.0] },
        );
    }
    cases
}

fn new_ball(name: u32, radius: f64, position: Vector3<f64>, velocity: Vector3<f64>, epoch: f64) -> Ball {
    let mut ball = testing::ball(name, position, velocity, epoch);
    (ball.species.radius, ball.species.inverse_mass) = (radius, (0.5 / radius).powi(3));
    // Each ball is a species of its own.
    ball.kind = name;
    ball
}

/// A position for a ball of a radius where there is room.
fn free_place(lane: &BallLane, radii: &[f64], radius: f64, now: f64, random: &mut Random) -> Option<Vector3<f64>> {
    let space = *lane.grid.space();
    let margin = if space.periodic { 0.0 } else { radius };
    (0..20_000).find_map(|_| {
        let inside = space.lengths().add_scalar(-2.0 * margin);
        let place = space.min + space.lengths() * 0.5 + random.vector().component_mul(&inside);
        let is_free = lane.names().all(|name| {
            let apart = lane.grid.nearest(lane.path(name).at(now) - place);
            apart.norm() > (radii[name as usize] + radius) * 1.001
        });
        is_free.then_some(place)
    })
}

fn lane_of(case: &Case, random: &mut Random) -> BallLane {
    let min = Vector3::new(-3.0, 20.0, 0.5);
    let space = Space {
        min,
        max: min + Vector3::from(case.lengths),
        periodic: case.periodic,
        flat: false,
        with_boxes: false,
    };
    let mut lane = BallLane::new(space);
    for (name, radius) in case.radii.iter().enumerate() {
        let place = free_place(&lane, &case.radii, *radius, 0.0, random).expect("there is room");
        let velocity = random.vector() * (0.5 / radius).powf(1.5);
        lane.insert(&new_ball(name as u32, *radius, place, velocity, 0.0), 0.0);
    }
    lane.flush(0.0);
    lane
}

/// The earliest meeting of all pairs of balls, by all images.
fn first_meeting(lane: &BallLane, now: f64) -> f64 {
    let lengths = lane.grid.space().lengths();
    let slots: Vec<usize> = lane.balls.occupied().collect();
    let mut first = f64::INFINITY;
    for (at, one) in slots.iter().enumerate() {
        for other in &slots[at + 1..] {
            let [a, b] = [lane.balls.path(*one), lane.balls.path(*other)];
            let apart = b.at(now) - a.at(now);
            let sum = lane.balls.radius(*one) + lane.balls.radius(*other);
            let speed = (b.velocity_at(now) - a.velocity_at(now)).norm();
            let near = lane.grid.nearest(apart);
            if near.norm() - sum > speed * (first - now) {
                continue;
            }
            let shifts = adjacent_shifts(lengths).filter(|shift| lane.grid.is_periodic() || *shift == Vector3::zeros());
            let shifts = shifts.map(|shift| near - apart + shift);
            let times = shifts.filter_map(|shift| impact_of_paths(&a, &b, sum, &shift, lane.clear.clearness()));
            first = times.map(|impact| impact.time).fold(first, f64::min);
        }
    }
    first
}

/// Every ball that could touch a larger one is registered with it.
fn check_registered(lane: &BallLane, now: f64) {
    if !lane.grid.has_levels() {
        return;
    }
    let mut list = Vec::new();
    for slot in lane.balls.occupied() {
        let count = lane.footprints.collect(lane.balls.cell_index(&lane.grid, slot), &mut list, 0);
        for larger in lane
            .balls
            .occupied()
            .filter(|larger| lane.balls.level(*larger) > lane.balls.level(slot))
        {
            let apart = lane
                .grid
                .nearest(lane.balls.path(larger).at(now) - lane.balls.path(slot).at(now));
            let gap = apart.norm() - lane.balls.radius(slot) - lane.balls.radius(larger);
            assert!(gap > -1e-9);
            assert!(gap > 1e-9 || list[..count].contains(&(larger as u32)), "{gap}");
        }
    }
}

#[test]
fn the_next_meeting_is_the_earliest_of_all_pairs_of_all_sizes() {
    let mut narrow = 0;
    for (number, case) in cases().iter().enumerate() {
        let mut random = Random::new(number as u64);
        let mut radii = case.radii.clone();
        let mut lane = lane_of(case, &mut random);
        let space = *lane.grid.space();
        lane.follow_plan(plan_of_sizes(space, &lane.balls, case.sizes.clone()), 0.0);
        lane.flush(0.0);
        // A narrow periodic domain gets fewer levels.
        let found = lane.grid.levels().count();
        assert!(
            found == case.sizes.len() || case.periodic && found > 0,
            "case {number}: {found}"
        );
        narrow += usize::from(found < case.sizes.len());
        let (mut now, mut met, mut crossed) = (0.0, 0, lane.counters().crossings);
        for step in 0..400 {
            let upcoming = lane.next_event(now, f64::INFINITY, usize::MAX).expect("balls move");
            if let UpcomingKind::Pair(_) = upcoming.kind {
                let first = first_meeting(&lane, now);
                let error = (upcoming.time - first).abs();
                assert!(
                    error <= 1e-9 * first.max(1.0),
                    "case {number}, step {step}: {} {first}",
                    upcoming.time
                );
                met += 1;
            }
            if random.once_in(3) {
                now += (upcoming.time - now) * random.uniform();
                if lane.is_ahead_of(now) {
                    lane.rewind(now);
                }
                change(&mut lane, &mut radii, now, &mut random);
                lane.flush(now);
            } else {
                now = upcoming.time;
                testing::execute(&mut lane, &upcoming);
                check_registered(&lane, now);
            }
            if step % 20 == 0 {
                lane.audit().unwrap();
            }
        }
        crossed = lane.counters().crossings - crossed;
        assert!(met > 150 && crossed > 100, "case {number}: {met} {crossed}");
    }
    assert!((1..4).contains(&narrow), "{narrow}");
}

/// Changes a motion, or replaces a ball.
fn change(lane: &mut BallLane, radii: &mut Vec<f64>, now: f64, random: &mut Random) {
    let names: Vec<u32> = lane.names().collect();
    // The first ones are large.
    let among = if random.once_in(2) { names.len() } else { names.len().min(20) };
    let name = names[random.below(among)];
    let flight = lane.path(name).flight;
    if random.once_in(2) {
        let flight = Flight {
            position: flight.free().at(now),
            velocity: random.vector(),
            epoch: now,
        };
        return lane.set_motion(name, &testing::without_spin(flight));
    }
    let radius = radii[name as usize];
    lane.remove(std::iter::once(name));
    if let Some(place) = free_place(lane, radii, radius, now, random) {
        let new = radii.len() as u32;
        radii.push(radius);
        lane.insert(&new_ball(new, radius, place, random.vector(), now), now);
    }
}
