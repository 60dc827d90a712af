//! Three balls in a row. They collide infinitely often if the restitution is below 7 - 4 sqrt 3 = 0.0718
//! (S. McNamara and W. R. Young, "Inelastic collapse and clumping in a one-dimensional granular medium",
//! Phys. Fluids A 4 (1992) 496, DOI 10.1063/1.858323).

use super::Outcome;
use kinesweep::{Body, BodyId, Shape, World};
use nalgebra::Vector3;

const RADIUS: f64 = 0.5;

/// When all has happened, in seconds.
const END: f64 = 1e5;

/// Positions and velocities of three balls of equal mass on a line.
#[derive(Clone, Copy, Debug)]
struct Row {
    places: [f64; 3],
    velocities: [f64; 3],
}

impl Row {
    /// Two that hit one at rest; one that hits two; all move.
    const STARTS: [Self; 3] = [
        Self {
            places: [-2.0, 0.0, 2.5],
            velocities: [1.0, 0.0, -1.0],
        },
        Self {
            places: [-2.0, 0.0, 2.0],
            velocities: [1.0, 0.0, 0.0],
        },
        Self {
            places: [-2.0, 0.0, 4.0],
            velocities: [2.0, 0.0, -1.7],
        },
    ];

    /// The time to the collision of a ball with the next one.
    fn time(&self, at: usize) -> Option<f64> {
        let closing = self.velocities[at] - self.velocities[at + 1];
        let gap = (self.places[at + 1] - self.places[at] - 2.0 * RADIUS).max(0.0);
        (closing > 0.0).then(|| gap / closing)
    }

    /// Advances past the next collision. Returns whether there is one.
    fn collide(&mut self, restitution: f64) -> bool {
        let next = [0, 1].into_iter().filter_map(|at| Some((self.time(at)?, at)));
        let Some((time, at)) = next.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return false;
        };
        for (place, velocity) in self.places.iter_mut().zip(self.velocities) {
            *place += velocity * time;
        }
        let change = 0.5 * (1.0 + restitution) * (self.velocities[at] - self.velocities[at + 1]);
        self.velocities[at] -= change;
        self.velocities[at + 1] += change;
        true
    }

    /// Collides up to so many times. Returns the number of collisions.
    fn run(&mut self, restitution: f64, most: usize) -> usize {
        (0..most).take_while(|_| self.collide(restitution)).count()
    }

    fn mean_velocity(&self) -> f64 {
        self.velocities.iter().sum::<f64>() / 3.0
    }

    /// The same balls in a world.
    fn world(&self, restitution: f64) -> Outcome<(World, Vec<BodyId>)> {
        let mut world = World::builder().restitution(restitution).build()?;
        let ball = Body::new(Shape::ball(RADIUS)?).mass(1.0);
        let bodies = self.places.iter().zip(self.velocities).map(|(place, velocity)| {
            let ball = ball.clone().position(Vector3::x() * *place);
            ball.velocity(Vector3::x() * velocity)
        });
        let ids = world.insert_all(&bodies.collect::<Vec<_>>())?;
        Ok((world, ids))
    }
}

#[test]
fn three_balls_below_the_bound_collapse_and_stay_together() -> Outcome {
    for (number, start) in Row::STARTS.into_iter().enumerate() {
        for restitution in [0.0, 0.02, 0.05, 0.07] {
            let case = format!("row {number}, restitution {restitution}");
            let mut exact = start;
            assert!(exact.run(restitution, 34) == 34, "{case}: it is a collapse");
            let (mut world, ids) = start.world(restitution)?;
            let mut energy = world.energy();
            for step in 1..=100 {
                world.advance_to(0.05 * f64::from(step))?;
                let momentum = world.momentum() - Vector3::x() * (3.0 * start.mean_velocity());
                assert!(momentum.norm() < 1e-14, "{case}: {momentum}");
                assert!(world.energy() <= energy * (1.0 + 1e-14), "{case}");
                energy = world.energy();
            }
            let counters = world.counters();
            assert!(counters.collisions < 30 && counters.islands == 1, "{case}: {counters:?}");
            // They stay together. (Their gaps open a little before they move as one.)
            for time in [1000.0, END] {
                world.advance_to(time)?;
                assert!(world.counters().collisions < 40 && world.counters().renewals < 100, "{case}");
                for pair in ids.windows(2) {
                    let apart = (world.pose(pair[1])?.translation.vector - world.pose(pair[0])?.translation.vector).x;
                    assert!((-1e-9..1e-4).contains(&(apart - 2.0 * RADIUS)), "{case}: {apart}");
                }
            }
            for pair in ids.windows(2) {
                let speed = (world.velocity(pair[1])? - world.velocity(pair[0])?).norm();
                assert!(speed < 1e-9, "{case}: {speed}");
            }
            let speed = world.velocity(ids[0])?.x - start.mean_velocity();
            assert!(speed.abs() < 1e-9, "{case}: {speed}");
        }
    }
    Ok(())
}

/// The number of collisions grows without limit towards the bound: 3 at 0.2, up to 11 at 0.08.
#[test]
fn three_balls_above_the_bound_have_each_of_their_collisions() -> Outcome {
    let mut counts = Vec::new();
    for restitution in [0.08, 0.1, 0.2, 0.5, 0.9] {
        for (number, start) in Row::STARTS.into_iter().enumerate() {
            let case = format!("row {number}, restitution {restitution}");
            let mut exact = start;
            let count = exact.run(restitution, 100);
            let (mut world, ids) = start.world(restitution)?;
            world.advance_to(END)?;
            let counters = world.counters();
            assert_eq!((counters.collisions, counters.islands), (count as u64, 0), "{case}");
            for (id, expected) in ids.iter().zip(exact.velocities) {
                let velocity = world.velocity(*id)?.x;
                assert!((velocity - expected).abs() < 1e-13, "{case}: {velocity} {expected}");
            }
            counts.push(count);
        }
    }
    assert_eq!(counts, [11, 10, 11, 6, 6, 6, 4, 3, 4, 3, 3, 3, 3, 3, 3]);
    Ok(())
}
