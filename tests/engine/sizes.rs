//! Balls of very different sizes: the lane of balls gives the events of the lane of pairs, to the
//! bit.

use crate::support::{Random, rounds_factor};
use kinesweep::scene::BodyChange;
use kinesweep::{Body, BodyId, Domain, Event, Method, MotionChange, Settings, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

/// Radii, the largest first, and the sides of the domain.
struct Sizes {
    radii: Vec<f64>,
    sides: Vector3<f64>,
}

fn some(large: usize, radius: f64, small: usize) -> Vec<f64> {
    let mut radii = vec![radius; large];
    radii.resize(large + small, 0.5);
    radii
}

fn sizes(random: &mut Random) -> Vec<Sizes> {
    let cube = |radii: Vec<f64>, packing: f64| {
        let volume: f64 = radii.iter().map(|r| 4.0 / 3.0 * std::f64::consts::PI * r * r * r).sum();
        let sides = Vector3::repeat((volume / packing).cbrt().max(4.0 * radii[0]));
        Sizes { radii, sides }
    };
    // About a log-normal distribution: a sum of uniform numbers.
    let normal = |random: &mut Random| (0..12).map(|_| random.uniform(0.0, 1.0)).sum::<f64>() - 6.0;
    let mut spread: Vec<f64> = (0..250).map(|_| 0.5 * (0.3 * normal(random)).exp()).collect();
    spread.sort_unstable_by(|one, other| other.total_cmp(one));
    vec![
        cube(spread, 0.22),
        cube(some(3, 2.5, 200), 0.2),
        cube(some(1, 10.0, 200), 0.05),
        cube(some(1, 4.0, 250), 0.12),
        // The diameter of the largest ball is half of a side.
        Sizes {
            radii: some(1, 1.0, 80),
            sides: Vector3::new(4.0, 4.0, 30.0),
        },
        Sizes {
            radii: some(2, 2.0, 200),
            sides: Vector3::new(8.0, 8.0, 20.0),
        },
    ]
}

/// The same balls in the lane of pairs, since that world reports overlaps, and in the lane of
/// balls.
struct Twins {
    worlds: [World; 2],
    ids: Vec<BodyId>,
    sides: Vector3<f64>,
}

impl Twins {
    fn new(random: &mut Random, sizes: &Sizes, periodic: bool) -> Result<Self, Box<dyn Error>> {
        let (min, max) = (-0.5 * sizes.sides, 0.5 * sizes.sides);
        let domain = match periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        };
        let restitution = if random.below(3) == 0 { random.uniform(0.5, 1.0) } else { 1.0 };
        let settings = Settings {
            domain,
            restitution,
            ..Settings::default()
        };
        let reports = random.below(3) == 0;
        let world = |method: Method, closed: bool| {
            let builder = World::builder().settings(settings).method(method);
            builder.report_overlaps(reports).lane_of_balls(!closed).build()
        };
        let slow = if periodic { Method::Leases } else { Method::Cached };
        let mut twins = Self {
            worlds: [world(slow, true)?, world(Method::Leases, false)?],
            ids: Vec::new(),
            sides: sizes.sides,
        };
        for radius in &sizes.radii {
            for _ in 0..50 {
                if twins.insert(random, *radius)? {
                    break;
                }
            }
        }
        assert!(twins.ids.len() * 4 > sizes.radii.len() * 3);
        Ok(twins)
    }

    /// Inserts a ball at a random place; whether it is free.
    fn insert(&mut self, random: &mut Random, radius: f64) -> Result<bool, Box<dyn Error>> {
        let place = random.vector(1.0).component_mul(&(0.5 * self.sides));
        let shape = Shape::ball(radius)?;
        let body = match random.below(40) {
            0 => Body::fixed(shape),
            _ => Body::new(shape)
                .mass((2.0 * radius).powi(3))
                .velocity(random.vector(1.0) / (2.0 * radius).powf(1.5)),
        };
        let body = body.position(place);
        let inserted = self.worlds.each_mut().map(|world| world.insert(body.clone()).ok());
        assert_eq!(inserted[0], inserted[1]);
        self.ids.extend(inserted[0]);
        Ok(inserted[0].is_some())
    }

    /// Changes something between two events.
    fn disturb(&mut self, random: &mut Random) -> Result<(), Box<dyn Error>> {
        // The first ones are large.
        let among = if random.below(2) == 0 {
            self.ids.len()
        } else {
            self.ids.len().min(10)
        };
        let id = self.ids[random.below(among as u64) as usize];
        let change = match random.below(7) {
            0 => MotionChange::velocity(random.vector(2.0)),
            1 => MotionChange::position(random.vector(1.0).component_mul(&(0.5 * self.sides))),
            2 => {
                let radius = [0.3, 0.5, 0.9, 2.0][random.below(4) as usize];
                return self.insert(random, radius).map(drop);
            }
            3 if self.ids.len() > 20 => {
                self.ids.retain(|other| *other != id);
                for world in &mut self.worlds {
                    world.remove(id)?;
                }
                return Ok(());
            }
            4 => {
                let change = BodyChange::new().shape(Shape::ball(random.uniform(0.2, 1.2))?);
                let done = self.worlds.each_mut().map(|world| world.set_body(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
                return Ok(());
            }
            5 => {
                // It looks ahead, and back again.
                let _ = self.worlds[1].next_event_time();
                return Ok(());
            }
            _ => {
                let [a, b] = self.worlds.each_ref().map(World::overlapping_pairs);
                assert_eq!(a, b);
                let [a, b] = self.worlds.each_ref().map(|world| world.next_collision(id));
                assert_eq!(a?.map(|(time, _)| time), b?.map(|(time, _)| time));
                return Ok(());
            }
        };
        let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
        assert_eq!(done[0], done[1]);
        Ok(())
    }

    /// The next event of each up to a time.
    fn step(&mut self, limit: f64) -> Result<[Option<Event>; 2], Box<dyn Error>> {
        let [closed, open] = &mut self.worlds;
        Ok([closed.step_before(limit)?, open.step_before(limit)?])
    }
}

/// Runs both worlds side by side, and changes them on the way if `disturbed`.
fn run(seed: u64, number: usize, periodic: bool, disturbed: bool) -> Result<(), Box<dyn Error>> {
    let random = &mut Random::new(seed);
    let sizes = &sizes(random)[number];
    let mut twins = Twins::new(random, sizes, periodic)?;
    for count in 0..300 {
        let label = format!("sizes {number}, seed {seed}, periodic {periodic}, event {count}");
        let limit = twins.worlds[0].time() + 0.5;
        let [expected, found] = twins.step(limit).map_err(|error| format!("{label}: {error}"))?;
        assert_eq!(expected, found, "{label}");
        if count % 50 == 0 {
            twins.worlds[1].audit().map_err(|error| format!("{label}: {error}"))?;
        }
        if disturbed && random.below(4) == 0 {
            twins.disturb(random)?;
        }
        if random.below(60) == 0 {
            let saved = twins.worlds[1].snapshot();
            twins.worlds[1] = World::builder().restore(&saved)?;
        }
    }
    for id in &twins.ids {
        let [a, b] = twins.worlds.each_ref().map(|world| world.motion(*id));
        assert_eq!(a?, b?, "sizes {number}, seed {seed}");
    }
    let counters = twins.worlds[1].counters();
    let is_open = counters.entries().iter().any(|(name, _)| *name == "pairs looked at");
    assert!(is_open, "sizes {number}, seed {seed}: the lane of balls is not open");
    Ok(())
}

fn run_all(disturbed: bool) -> Result<(), Box<dyn Error>> {
    for number in 0..6 {
        for periodic in [false, true] {
            for seed in 0..3 * rounds_factor() {
                run(seed, number, periodic, disturbed)?;
            }
        }
    }
    Ok(())
}

#[test]
fn sizes_change_no_event() -> Result<(), Box<dyn Error>> {
    run_all(false)
}

#[test]
fn balls_of_all_sizes_that_come_and_go_change_no_event() -> Result<(), Box<dyn Error>> {
    run_all(true)
}
