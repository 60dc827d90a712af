use crate::domain::Domain;
use crate::event::BodyId;
use crate::lane::balls::testing::{self, Random};
use crate::lane::balls::{Ball, BallLane, Upcoming, UpcomingKind};
use crate::motion::Flight;
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// A lane, and the balls that were inserted into it.
struct Twin {
    lane: BallLane,
    balls: BTreeMap<u32, Ball>,
    random: Random,
    now: f64,
    next_name: u32,
}

impl Twin {
    fn new(side: u32, apart: f64, periodic: bool, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let lane = testing::lattice(side, apart, Vector3::new(-3.0, 2.0, 10.0), periodic, |_| random.vector());
        let balls = lane
            .names()
            .map(|name| (name, testing::ball(name, Vector3::zeros(), Vector3::zeros(), 0.0)));
        Self {
            balls: balls.collect(),
            next_name: lane.len() as u32,
            lane,
            random,
            now: 0.0,
        }
    }

    /// A lane of the same balls, made from scratch.
    fn rebuilt(&self) -> BallLane {
        let mut lane = BallLane::new(*self.lane.grid.space());
        for (name, ball) in &self.balls {
            let flight = self.lane.path(*name).flight;
            lane.insert(
                &Ball {
                    motion: testing::without_spin(flight),
                    ..*ball
                },
                self.now,
            );
        }
        lane.flush(self.now);
        lane
    }

    fn any_name(&mut self) -> u32 {
        let at = self.random.below(self.balls.len());
        *self.balls.keys().nth(at).expect("some are left")
    }

    fn remove(&mut self, count: usize) -> Vec<Flight> {
        let mut names: Vec<u32> = (0..count).map(|_| self.any_name()).collect();
        names.sort_unstable();
        names.dedup();
        let flights = names.iter().map(|name| self.lane.path(*name).flight).collect();
        self.lane.remove(names.iter().copied());
        self.balls.retain(|name, _| !names.contains(name));
        flights
    }

    fn insert(&mut self, position: Vector3<f64>, radius: f64) {
        let mut ball = testing::ball(self.next_name, position, self.random.vector(), self.now);
        ball.species.radius = radius;
        ball.kind = u32::from(radius < 0.5);
        // Names of removed balls are used again.
        let free = (0..self.next_name).find(|name| !self.balls.contains_key(name));
        if let Some(name) = free.filter(|_| self.random.once_in(2)) {
            ball.id = BodyId {
                index: name,
                generation: 1,
            };
        }
        self.next_name += 1;
        self.lane.insert(&ball, self.now);
        self.balls.insert(ball.id.index, ball);
    }

    /// A small ball where there is room for one.
    fn insert_somewhere(&mut self) {
        const RADIUS: f64 = 0.3;
        let space = *self.lane.grid.space();
        let (min, max) = (space.min, space.max);
        for _ in 0..100 {
            let inside = (max - min).add_scalar(-2.0 * RADIUS);
            let position = (min + (max - min) * 0.5) + self.random.vector().component_mul(&inside);
            let is_free = self.balls.iter().all(|(name, ball)| {
                let mut apart = self.lane.path(*name).at(self.now) - position;
                if space.periodic {
                    let middle = min + (max - min) * 0.5;
                    apart = Domain::Periodic { min, max }.image(&(middle + apart)) - middle;
                }
                apart.norm() > ball.species.radius + RADIUS
            });
            if is_free {
                return self.insert(position, RADIUS);
            }
        }
    }

    fn change(&mut self, step: usize) {
        match self.random.below(6) {
            0 => drop(self.remove(1)),
            1 => {
                for flight in self.remove(3) {
                    let position = self.lane.grid.space().inside(&flight.free().at(self.now));
                    self.insert(position, 0.5);
                }
            }
            2 | 3 => self.insert_somewhere(),
            4 if step > 250 && self.random.once_in(8) && self.balls.len() > 100 => drop(self.remove(self.balls.len() / 3)),
            _ => {
                let name = self.any_name();
                let flight = self.lane.path(name).flight;
                let flight = Flight {
                    position: flight.free().at(self.now),
                    velocity: -flight.velocity * self.random.between(0.5, 1.2),
                    epoch: self.now,
                };
                self.lane.set_motion(name, &testing::without_spin(flight));
            }
        }
        self.lane.flush(self.now);
    }
}

fn parties(lane: &BallLane, upcoming: &Upcoming) -> String {
    match upcoming.kind {
        UpcomingKind::Pair(pair) => format!("{:?}", pair.map(|slot| lane.id(slot))),
        kind => format!("{kind:?}"),
    }
}

#[test]
fn after_any_changes_the_next_event_is_that_of_a_lane_rebuilt() {
    for (seed, (side, apart, periodic)) in [
        (6, 1.6, false),
        (6, 1.7, true),
        (6, 1.05, false),
        (9, 1.05, true),
        (3, 1.5, true),
    ]
    .into_iter()
    .enumerate()
    {
        let mut twin = Twin::new(side, apart, periodic, seed as u64);
        let had_lists = twin.lane.lists.is_some();
        assert_eq!(had_lists, apart < 1.1);
        let (mut with_vacant, mut inserted_with_lists, mut compacted, mut last) = (0, 0, 0, 0);
        for step in 0..400 {
            let lists = twin.lane.lists.is_some();
            let slots = twin.lane.balls.slots();
            if twin.random.once_in(2) && twin.balls.len() > 10 {
                twin.change(step);
                inserted_with_lists += u32::from(lists && twin.lane.lists.is_some() && twin.lane.balls.slots() > slots);
            }
            twin.lane.audit().unwrap();
            assert_eq!(twin.lane.len(), twin.balls.len());
            assert!((0..twin.next_name).all(|name| twin.lane.contains(name) == twin.balls.contains_key(&name)));
            with_vacant += u32::from(twin.lane.balls.vacant() > 0);
            compacted += u32::from(twin.lane.balls.vacant() < last);
            last = twin.lane.balls.vacant();
            let mut scratch = twin.rebuilt();
            let expected = scratch.next_event(twin.now, f64::INFINITY, usize::MAX).expect("balls move");
            let upcoming = twin.lane.next_event(twin.now, f64::INFINITY, usize::MAX).expect("balls move");
            assert_eq!(upcoming.time.to_bits(), expected.time.to_bits(), "step {step}");
            assert_eq!(parties(&twin.lane, &upcoming), parties(&scratch, &expected), "step {step}");
            if twin.random.once_in(3) {
                twin.now += (upcoming.time - twin.now) * twin.random.uniform();
                if twin.lane.is_ahead_of(twin.now) {
                    twin.lane.rewind(twin.now);
                }
            } else {
                twin.now = upcoming.time;
                testing::execute(&mut twin.lane, &upcoming);
            }
        }
        assert!(with_vacant > 50 && compacted > 0, "{side} {apart}: {with_vacant} {compacted}");
        assert!(
            !had_lists || inserted_with_lists > 10,
            "{side} {apart}: {inserted_with_lists}"
        );
    }
}
