//! Gases of balls of every kind: in equilibrium, compared with the literature, and as they settle.

use crate::equation_of_state::in_equilibrium;
use crate::support::Random;
use kinesweep::response::{Encounter, Reply, Response, Twist, impulse};
use kinesweep::scene::{Population, Speed};
use kinesweep::world::BodyLane;
use kinesweep::{Body, Domain, Party, Shape, World, Zeno};
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::PI;

type Outcome = Result<(), Box<dyn Error>>;

/// The compressibility of a mixture by Mansoori, Carnahan, Starling and Leland (1971), J. Chem.
/// Phys. 54, 1523, Eq. 7: of balls of diameters 1 and `ratio`, with these shares of the volume of
/// the domain.
fn mansoori(ratio: f64, shares: [f64; 2]) -> f64 {
    let densities = [shares[0] * 6.0 / PI, shares[1] * 6.0 / PI / ratio.powi(3)];
    let moment = |power: i32| PI / 6.0 * (densities[0] + densities[1] * ratio.powi(power));
    let [xi_0, xi_1, xi_2, xi_3] = [0, 1, 2, 3].map(moment);
    let free = 1.0 - xi_3;
    let sum = xi_0 / free + 3.0 * xi_1 * xi_2 / free.powi(2) + (3.0 - xi_3) * xi_2.powi(3) / free.powi(3);
    sum / xi_0
}

#[test]
fn compressibility_of_mixtures_agrees_with_mansoori() -> Outcome {
    for (ratio, packing, large) in [(1.5, 0.1, 300), (2.0, 0.2, 100), (3.0, 0.3, 40)] {
        // Equal volumes of both.
        let small = (f64::from(large) * f64::powi(ratio, 3)).round();
        let side = (small * PI / 6.0 * 2.0 / packing).cbrt();
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::repeat(side),
        };
        let population = |count: f64, diameter: f64, seed| -> Result<Population, Box<dyn Error>> {
            let mass = diameter.powi(3);
            Ok(Population {
                speed: Speed::Maxwell(mass.sqrt().recip()),
                seed,
                ..Population::gas(count as usize, Body::new(Shape::ball(0.5 * diameter)?).mass(mass))
            })
        };
        let mut bodies = population(f64::from(large), ratio, 1)?.place_in(0, &domain, &[])?;
        bodies.extend(population(small, 1.0, 2)?.place_in(1, &domain, &bodies)?);
        let mut world = World::builder().domain(domain).build()?;
        world.insert_all(&bodies)?;
        let measured = in_equilibrium(&mut world, 50_000, 300_000)?.compressibility;
        let (measured, expected) = (measured.ok_or("nothing was measured")?, mansoori(ratio, [0.5 * packing; 2]));
        assert!(
            (measured / expected - 1.0).abs() < 0.01,
            "{ratio}, {packing}: {measured}, {expected} expected"
        );
    }
    Ok(())
}

/// Henderson (1975), Mol. Phys. 30, 971: Z = (1 + p² / 8) / (1 - p)². Balls with centres that stay in
/// a plane are discs: their virial, over their kinetic energy, is that of discs.
#[test]
fn compressibility_of_discs_agrees_with_henderson() -> Outcome {
    const SIDE: usize = 30;
    for packing in [0.2, 0.35, 0.5] {
        let width = (PI / 4.0 / packing).sqrt();
        let (length, thickness) = (SIDE as f64 * width, 4.0);
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::new(length, length, thickness),
        };
        let (ball, mut random) = (Body::new(Shape::ball(0.5)?), Random::new(1));
        let mut world = World::builder().domain(domain).build()?;
        let discs = (0..SIDE * SIDE).map(|number| {
            let corner = Vector3::new((number % SIDE) as f64, (number / SIDE) as f64, 0.0);
            let velocity = random.vector(1.0);
            let place = (corner + Vector3::new(0.5, 0.5, 0.0)) * width + Vector3::z() * 2.0;
            ball.clone()
                .position(place)
                .velocity(Vector3::new(velocity.x, velocity.y, 0.0))
        });
        world.insert_all(&discs.collect::<Vec<_>>())?;
        let measured = in_equilibrium(&mut world, 50_000, 300_000)?.compressibility;
        let measured = measured.ok_or("nothing was measured")?;
        let expected = (1.0 + packing * packing / 8.0) / (1.0 - packing).powi(2);
        assert!(
            (measured / expected - 1.0).abs() < 0.01,
            "{packing}: {measured}, {expected} expected"
        );
        assert!(world.positions().iter().all(|place| place.z == 2.0));
    }
    Ok(())
}

/// The density of a dilute gas under gravity falls with height as exp(-m g z / k T): by its mean
/// height, and by the share of balls in each quarter.
#[test]
fn a_dilute_gas_obeys_the_barometric_law() -> Outcome {
    const GRAVITY: f64 = 0.2;
    let (width, height, radius) = (8.0, 20.0, 0.1);
    let domain = Domain::Box {
        min: Vector3::zeros(),
        max: Vector3::new(width, width, height),
    };
    let population = Population {
        speed: Speed::Maxwell(1.0),
        ..Population::gas(1_000, Body::new(Shape::ball(radius)?).mass(1.0))
    };
    let mut world = World::builder().domain(domain).gravity(Vector3::z() * -GRAVITY).build()?;
    world.insert_all(&population.place_in(0, &domain, &[])?)?;
    let energy = world.energy();
    world.advance_to(100.0)?;
    let (mut heights, mut temperature, mut quarters) = (0.0, 0.0, [0.0; 4]);
    const SAMPLES: u32 = 300;
    for sample in 0..SAMPLES {
        world.advance_to(100.0 + 3.0 * f64::from(sample))?;
        let positions = world.positions();
        let share = 1.0 / f64::from(SAMPLES) / positions.len() as f64;
        for place in positions {
            heights += (place.z - radius) * share;
            let part = (place.z - radius) / (height - 2.0 * radius);
            quarters[((4.0 * part) as usize).min(3)] += share;
        }
        temperature += world.statistics().temperature / f64::from(SAMPLES);
    }
    assert!((world.energy() / energy - 1.0).abs() < 1e-9);
    let (scale, room) = (temperature / GRAVITY, height - 2.0 * radius);
    let below = |part: f64| (1.0 - (-part * room / scale).exp()) / (1.0 - (-room / scale).exp());
    let mean = scale - room / ((room / scale).exp() - 1.0);
    assert!((heights / mean - 1.0).abs() < 0.02, "{heights}, {mean} expected");
    for (number, share) in quarters.into_iter().enumerate() {
        let expected = below(0.25 * (number + 1) as f64) - below(0.25 * number as f64);
        assert!((share - expected).abs() < 0.015, "{number}: {share}, {expected} expected");
    }
    Ok(())
}

/// Perfectly rough elastic balls (Bryan 1894): the relative velocity of the surfaces at the contact
/// is reversed.
struct PerfectlyRough;

impl Response for PerfectlyRough {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let [a, b] = &encounter.sides;
        if let Party::Wall(_) = b.party {
            return Reply::Twists(impulse(encounter));
        }
        let levers = [a, b].map(|side| encounter.point - side.position);
        let relative = b.velocity_at(&encounter.point) - a.velocity_at(&encounter.point);
        let normal = encounter.normal * encounter.normal.dot(&relative);
        let across = relative - normal;
        let inverse_mass = a.inverse_mass + b.inverse_mass;
        let turning = a.inverse_inertia.mean() * levers[0].norm_squared() + b.inverse_inertia.mean() * levers[1].norm_squared();
        let total = normal * (2.0 / inverse_mass) + across * (2.0 / (inverse_mass + turning));
        let after = |number: usize, sign: f64| {
            let side = &encounter.sides[number];
            Twist {
                velocity: side.velocity + total * (sign * side.inverse_mass),
                angular_velocity: side.angular_velocity + side.inverse_inertia.times(&levers[number].cross(&total)) * sign,
            }
        };
        Reply::Twists([after(0, 1.0), after(1, -1.0)])
    }
}

#[test]
fn perfectly_rough_balls_share_energy_equally_between_translation_and_spin() -> Outcome {
    let side = (500.0 * PI / 6.0 / 0.2_f64).cbrt();
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let population = Population {
        speed: Speed::Maxwell(1.0),
        zero_momentum: true,
        ..Population::gas(500, Body::new(Shape::ball(0.5)?).mass(1.0).rotates())
    };
    let mut world = World::builder().domain(domain).custom_response(PerfectlyRough).build()?;
    let ids = world.insert_all(&population.place_in(0, &domain, &[])?)?;
    let energy = world.energy();
    world.advance_to(50.0)?;
    let (mut translation, mut spin) = (0.0, 0.0);
    for sample in 0..200 {
        world.advance_to(50.0 + 0.5 * f64::from(sample))?;
        for id in &ids {
            let piece = world.motion(*id)?;
            translation += piece.velocity.norm_squared();
            // The moment of inertia of a ball is 2/5 m r².
            spin += 0.4 * 0.25 * piece.angular_velocity.norm_squared();
        }
    }
    assert!((world.energy() / energy - 1.0).abs() < 1e-10);
    assert!((spin / translation - 1.0).abs() < 0.02, "{}", spin / translation);
    assert_eq!(world.counters().late, 0);
    Ok(())
}

/// Falling balls of two sizes in a tall box.
struct Sediment {
    world: World,
    radii: Vec<f64>,
    size: Vector3<f64>,
}

impl Sediment {
    const LARGE: (usize, f64) = (20, 0.2);
    const SMALL: (usize, f64) = (40, 0.1);
    const GRAVITY: f64 = 9.81;

    fn new(zeno: Zeno) -> Result<Self, Box<dyn Error>> {
        let size = Vector3::new(1.2, 1.2, 4.0);
        let domain = Domain::Box {
            min: Vector3::zeros(),
            max: size,
        };
        let population = |(count, radius): (usize, f64), seed| -> Result<Population, Box<dyn Error>> {
            let body = Body::new(Shape::ball(radius)?).mass(radius.powi(3)).restitution(0.9);
            Ok(Population {
                speed: Speed::Maxwell(0.5),
                seed,
                ..Population::gas(count, body)
            })
        };
        let mut bodies = population(Self::LARGE, 1)?.place_in(0, &domain, &[])?;
        bodies.extend(population(Self::SMALL, 2)?.place_in(1, &domain, &bodies)?);
        let builder = World::builder().domain(domain).gravity(Vector3::z() * -Self::GRAVITY);
        let mut world = builder.zeno(zeno).build()?;
        world.insert_all(&bodies)?;
        let radius = |at: usize| if at < Self::LARGE.0 { Self::LARGE.1 } else { Self::SMALL.1 };
        let radii = (0..bodies.len()).map(radius).collect();
        Ok(Self { world, radii, size })
    }

    /// Advances by so many tenths of a second. All balls stay inside and apart, and no energy is won.
    fn advance(&mut self, tenths: u32) -> Outcome {
        // Rounding of a sum over all balls, as a part of it.
        const ENERGY_ROUNDING: f64 = 1e-12;
        let begin = self.world.time();
        for step in 1..=tenths {
            let energy = self.world.energy();
            self.world.advance_to(begin + 0.1 * f64::from(step))?;
            assert!(self.world.energy() <= energy * (1.0 + ENERGY_ROUNDING));
            self.check_places();
        }
        assert_eq!(self.world.counters().late, 0);
        Ok(())
    }

    fn check_places(&self) {
        // Rounding of places of some metres, far more than it is.
        const ROUNDING: f64 = 1e-9;
        let (positions, radii) = (self.world.positions(), &self.radii);
        for (at, place) in positions.iter().enumerate() {
            for axis in 0..3 {
                let to_wall = place[axis].min(self.size[axis] - place[axis]);
                assert!(
                    to_wall > radii[at] - ROUNDING,
                    "{at} on axis {axis} {} t {}",
                    to_wall - radii[at],
                    self.world.time()
                );
            }
            for (other, theirs) in positions.iter().enumerate().skip(at + 1) {
                let apart = (place - theirs).norm();
                assert!(apart > radii[at] + radii[other] - ROUNDING, "{at} and {other}");
            }
        }
    }

    fn mean_height(&self) -> f64 {
        self.world.positions().iter().map(|place| place.z).sum::<f64>() / self.radii.len() as f64
    }

    fn kinetic_energy(&self) -> f64 {
        let velocities = self.world.velocities();
        let each = velocities.iter().zip(&self.radii);
        each.map(|(velocity, radius)| 0.5 * radius.powi(3) * velocity.norm_squared())
            .sum()
    }
}

#[test]
fn a_mixture_of_1_to_2_falls_to_the_floor() -> Outcome {
    let mut sediment = Sediment::new(Zeno::default())?;
    let before = sediment.mean_height();
    sediment.advance(25)?;
    assert!(sediment.mean_height() < 0.4 * before, "{}", sediment.mean_height());
    Ok(())
}

/// With the contact-duration model a settled layer costs a bounded number of collisions a second, all in
/// the lane of balls, so sedimentation ends.
#[test]
fn a_mixture_of_1_to_2_settles_with_the_contact_duration_model() -> Outcome {
    /// In seconds.
    const CONTACT_DURATION: f64 = 1e-3;
    let mut sediment = Sediment::new(Zeno::Elastic {
        within: CONTACT_DURATION,
    })?;
    let energy = sediment.world.energy();
    sediment.advance(60)?;
    // Balls keep the speeds at which they fly for the contact duration.
    assert!(
        sediment.kinetic_energy() < 1e-4 * energy,
        "{}",
        sediment.kinetic_energy() / energy
    );
    let height = sediment.mean_height();
    sediment.advance(5)?;
    // In metres: hardly a ball rolls over another one any more.
    assert!(
        (sediment.mean_height() - height).abs() < 1e-3,
        "{}",
        sediment.mean_height() - height
    );
    let lanes = sediment.world.lanes();
    assert!(matches!(lanes[..], [(BodyLane::Balls, _)]), "{lanes:?}");
    Ok(())
}
