//! Lanes for the tests of this module.

use super::{Ball, BallLane, CollisionOutcome, Space, Species, Upcoming, UpcomingKind};
use crate::event::BodyId;
use crate::motion::{Flight, OwnMotion, Spin};
use crate::scene::{Groups, Zeno};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers from a seed.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From 0 to 1.
    pub(super) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Coordinates from -1/2 to 1/2.
    pub(super) fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.uniform() - 0.5)
    }
}

/// A ball of diameter 1.
pub(super) fn ball(name: u32, position: Vector3<f64>, velocity: Vector3<f64>, epoch: f64) -> Ball {
    Ball {
        id: BodyId {
            index: name,
            generation: 0,
        },
        serial: name,
        kind: 0,
        species: Species {
            radius: 0.5,
            inverse_mass: 1.0,
            inverse_inertia: 0.0,
            restitution: 1.0,
            friction: 0.0,
            rolling_friction: 0.0,
            spinning_friction: 0.0,
            acceleration: Vector3::zeros(),
            groups: Groups::default(),
            turns: false,
            growth_rate: 0.0,
            swells: false,
        },
        motion: without_spin(Flight {
            position,
            velocity,
            epoch,
        }),
    }
}

/// The motion of a ball that neither spins nor swells.
pub(super) fn without_spin(flight: Flight) -> OwnMotion {
    OwnMotion {
        flight,
        spin: Spin::default(),
        swell: 0.0,
    }
}

/// Executes the next event.
pub(super) fn execute(lane: &mut BallLane, upcoming: &Upcoming) {
    match upcoming.kind {
        UpcomingKind::Pair(pair) => {
            let outcome = lane.collide::<false>(pair, upcoming.time, &Zeno::Stick { speed: 0.0 });
            assert!(matches!(outcome, CollisionOutcome::Collided(_)), "{outcome:?}");
        }
        UpcomingKind::Wall(name, wall) => {
            let own = lane.own_motion(name);
            let path = lane.path(name);
            let normal = wall.normal();
            let velocity = own.flight.velocity - normal * (2.0 * normal.dot(&own.flight.velocity));
            let flight = Flight {
                position: path.at(upcoming.time),
                velocity,
                epoch: upcoming.time,
            };
            lane.set_motion(name, &OwnMotion { flight, ..own });
        }
        UpcomingKind::Overlap(pair, begins) => lane.change_overlap(pair, begins),
        UpcomingKind::Wrap(_) | UpcomingKind::Paused | UpcomingKind::Rezoned => panic!("{upcoming:?}"),
    }
    lane.flush(upcoming.time);
}

/// A cubic lattice of balls of diameter 1: so many on each edge, so many diameters apart.
pub(super) fn lattice(
    side: u32,
    apart: f64,
    min: Vector3<f64>,
    periodic: bool,
    mut velocity: impl FnMut(u32) -> Vector3<f64>,
) -> BallLane {
    let space = Space {
        min,
        max: min.add_scalar(apart * f64::from(side)),
        periodic,
        flat: false,
        with_boxes: false,
    };
    let mut lane = BallLane::new(space);
    for index in 0..side.pow(3) {
        let corner = Vector3::new(index % side, index / side % side, index / side.pow(2)).map(f64::from);
        let position = min + corner.add_scalar(0.5) * apart;
        lane.insert(&ball(index, position, velocity(index), 0.0), 0.0);
    }
    lane.flush(0.0);
    lane
}
