//! Statistics against known properties of gases, and against sums over the events.

use kinesweep::scene::{Population, Speed};
use kinesweep::{Body, BodyId, Domain, Event, EventKind, Method, MotionChange, Settings, Shape, World};
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::PI;

type Outcome = Result<(), Box<dyn Error>>;

/// A gas of balls of diameter 1 in a box with walls.
fn gas(count: usize, packing: f64, settings: Settings, friction: f64) -> Result<World, Box<dyn Error>> {
    let population = Population {
        packing: Some(packing),
        speed: Speed::Maxwell(1.0),
        ..Population::gas(count, Body::new(Shape::ball(0.5)?).friction(friction))
    };
    let domain = Population::cube(std::slice::from_ref(&population))?;
    let [min, max] = domain.corners().ok_or("a cube has corners")?;
    let mut world = World::builder()
        .settings(Settings { domain, ..settings })
        .method(Method::Auto)
        .build()?;
    world.insert_all(&population.place(0, min, max, &[])?)?;
    Ok(world)
}

fn run(world: &mut World, collisions: u64) -> Result<Vec<Event>, Box<dyn Error>> {
    let mut events = Vec::new();
    while world.statistics().body_collisions < collisions {
        events.extend_from_slice(world.advance_to(world.time() + 0.5)?);
    }
    Ok(events)
}

/// Sum of m x . v over the bodies.
fn moment(world: &World) -> f64 {
    let of = |id: BodyId| world.pose(id).unwrap().translation.vector.dot(&world.velocity(id).unwrap());
    world.bodies().map(of).sum()
}

/// The virial theorem, which holds for any gas, in equilibrium or not: the integral of 2 K plus all
/// r . dp is the gain of the sum of m x . v. So p V by the virial and by the walls of a cube about
/// the origin differ by that gain / (3 t), exactly.
#[test]
fn pressures_by_virial_and_walls_obey_the_virial_theorem() -> Outcome {
    let lossy = Settings {
        restitution: 0.9,
        ..Settings::default()
    };
    // Walls are smooth: a tangential force would contribute to the virial of the walls.
    for (settings, friction) in [(Settings::default(), 0.0), (lossy, 0.4)] {
        let mut world = gas(100, 0.2, settings, friction)?;
        run(&mut world, 300)?;
        let before = moment(&world);
        world.reset_statistics();
        assert_eq!(world.statistics().duration, 0.0);
        assert_eq!((world.statistics().pressure, world.statistics().mean_free_time), (None, None));
        run(&mut world, 1500)?;
        let statistics = world.statistics();
        let [min, max] = world.settings().domain.corners().unwrap();
        let volume = (max - min).product();
        let gain = (moment(&world) - before) / (3.0 * statistics.duration * volume);
        let (virial, walls) = (statistics.pressure.unwrap(), statistics.wall_pressure.unwrap());
        assert!((virial - walls - gain).abs() < 1e-9 * walls, "{virial} {walls} {gain}");
        // In the long run they are equal: three standard deviations of the gain are some 20 % here.
        assert!((virial / walls - 1.0).abs() < 0.2, "{virial} {walls}");
    }
    Ok(())
}

#[test]
fn rotating_bodies_of_other_shapes_obey_the_virial_theorem() -> Outcome {
    let half = Vector3::repeat(4.0);
    let mut world = World::builder()
        .settings(Settings {
            restitution: 0.8,
            domain: Domain::Box { min: -half, max: half },
            ..Settings::default()
        })
        .build()?;
    let shape = Shape::cuboid(Vector3::new(0.5, 0.7, 0.4))?;
    for number in 0..27 {
        let position = Vector3::new(number % 3, number / 3 % 3, number / 9).map(|k| 2.4 * f64::from(k - 1));
        let velocity = Vector3::new(
            f64::from(number).sin(),
            f64::from(2 * number).cos(),
            f64::from(3 * number).sin(),
        );
        world.insert(
            Body::new(shape.clone())
                .position(position)
                .velocity(velocity)
                .friction(0.3)
                .mass(1.0 + 0.1 * f64::from(number)),
        )?;
    }
    let of = |world: &World| -> f64 {
        let each = |(number, id): (usize, BodyId)| {
            let x = world.pose(id).unwrap().translation.vector;
            (1.0 + 0.1 * number as f64) * x.dot(&world.velocity(id).unwrap())
        };
        world.bodies().enumerate().map(each).sum()
    };
    let before = of(&world);
    world.advance_to(30.0)?;
    let statistics = world.statistics();
    assert!(
        statistics.body_collisions > 20 && statistics.wall_collisions > 20,
        "{statistics:?}"
    );
    let gain = (of(&world) - before) / (3.0 * 30.0 * 512.0);
    let (virial, walls) = (statistics.pressure.unwrap(), statistics.wall_pressure.unwrap());
    assert!((virial - walls - gain).abs() < 1e-9 * walls, "{virial} {walls} {gain}");
    assert!((statistics.packing.unwrap() - 27.0 * 8.0 * 0.5 * 0.7 * 0.4 / 512.0).abs() < 1e-12);
    Ok(())
}

#[test]
fn a_thin_gas_is_ideal_with_the_free_path_of_clausius() -> Outcome {
    let mut world = gas(300, 0.005, Settings::default(), 0.0)?;
    run(&mut world, 100)?;
    world.reset_statistics();
    run(&mut world, 3000)?;
    let statistics = world.statistics();
    let packing = statistics.packing.unwrap();
    assert!((packing - 0.005).abs() < 1e-12);
    let density = statistics.number_density.unwrap();
    assert!((density * PI / 6.0 - packing).abs() < 1e-12);
    // Z = 1 + 4 packing, and the walls exclude the centres from a layer of half a diameter:
    // together 4 % above 1 here. The error of the virial of 3000 collisions is 2 % of a part of
    // 0.04; the gain of the sum of m x . v remains: one per cent.
    assert!((statistics.compressibility.unwrap() - 1.03).abs() < 0.03, "{statistics:?}");
    // 1 / (sqrt(2) pi n d²), minus 1.25 % for the first Enskog correction, and the layer at the
    // walls: within 6 %, of which 2 % are the statistical error of 3000 collisions.
    let expected = 1.0 / (2f64.sqrt() * PI * density);
    let path = statistics.mean_free_path.unwrap();
    assert!((path / expected - 0.96).abs() < 0.06, "{path}, {expected}");
    let temperature = statistics.temperature;
    assert!((statistics.mean_temperature.unwrap() / temperature - 1.0).abs() < 1e-9);
    let speed = (8.0 * temperature / PI).sqrt();
    let time = statistics.mean_free_time.unwrap();
    assert!((path / time / speed - 1.0).abs() < 0.05, "the mean speed");
    assert!((time * statistics.collision_rate.unwrap() - 1.0).abs() < 1e-12);
    let counts = 2.0 * statistics.body_collisions as f64 / 300.0 / statistics.duration;
    assert!((counts - statistics.collision_rate.unwrap()).abs() < 1e-12);
    Ok(())
}

/// Temperature over time, event by event.
#[test]
fn the_mean_temperature_of_a_cooling_gas_is_the_integral() -> Outcome {
    let settings = Settings {
        restitution: 0.8,
        ..Settings::default()
    };
    let mut world = gas(60, 0.25, settings, 0.0)?;
    let before = world.energy();
    let (mut integral, mut lost, mut energy, mut time) = (0.0, 0.0, before, 0.0);
    for _ in 0..1000 {
        let event = world.step()?.ok_or("an event")?;
        integral += energy * (event.time - time);
        time = event.time;
        energy = world.energy();
        if let EventKind::Collision(collision) = event.kind {
            lost -= collision.energy_change;
        }
    }
    let statistics = world.statistics();
    let mean = 2.0 / 3.0 * integral / 60.0 / time;
    assert!((statistics.mean_temperature.unwrap() / mean - 1.0).abs() < 1e-12);
    assert!((statistics.temperature / (2.0 / 3.0 * energy / 60.0) - 1.0).abs() < 1e-12);
    assert!((statistics.energy_lost / lost - 1.0).abs() < 1e-12 && (lost - (before - energy)).abs() < 1e-9);
    assert_eq!(statistics.body_collisions + statistics.wall_collisions, 1000);
    Ok(())
}

#[test]
fn temperature_is_relative_to_the_centre_of_mass_without_fixed_bodies() -> Outcome {
    let ball = Body::new(Shape::ball(0.5)?);
    let at = |x: f64, v: f64| ball.clone().position(Vector3::x() * x).velocity(Vector3::x() * v);
    let mut world = World::builder().build()?;
    world.insert_all(&[at(0.0, 11.0).mass(3.0), at(2.0, 7.0)])?;
    // Relative to 10 m/s: 3 kg at 1 m/s, 1 kg at -3 m/s.
    assert!((world.statistics().temperature - 12.0 / 6.0).abs() < 1e-12);
    world.advance_to(3.0)?;
    let statistics = world.statistics();
    assert_eq!(statistics.body_collisions, 1);
    assert!((statistics.mean_temperature.unwrap() - 2.0).abs() < 1e-12);
    assert_eq!(
        (statistics.pressure, statistics.number_density, statistics.packing),
        (None, None, None)
    );
    // 3 and 1 kg, before and after.
    let path = (11.0 + 7.0) * 0.25 + (9.0 + 13.0) * 2.75;
    assert!((statistics.mean_free_path.unwrap() - path / 2.0).abs() < 1e-12);
    // A fixed body defines the frame; an insertion begins a new measurement.
    let fixed = world.insert(Body::fixed(Shape::ball(0.5)?).position(Vector3::y() * 9.0))?;
    let statistics = world.statistics();
    assert!((statistics.temperature - (3.0 * 81.0 + 169.0) / 6.0).abs() < 1e-9);
    world.remove(fixed)?;
    let last = world.insert(at(-5.0, 0.0))?;
    assert_eq!(
        (
            world.statistics().since,
            world.statistics().bodies,
            world.statistics().body_collisions
        ),
        (3.0, 3, 0)
    );
    // Changes of motion by the user are included.
    world.advance_to(4.0)?;
    world.set_motion(last, &MotionChange::velocity(Vector3::y()))?;
    world.advance_to(5.0)?;
    let temperature = |momentum: Vector3<f64>, squares: f64| (squares - momentum.norm_squared() / 5.0) / 9.0;
    let first = temperature(Vector3::x() * 40.0, 3.0 * 81.0 + 169.0);
    let second = temperature(Vector3::new(40.0, 1.0, 0.0), 3.0 * 81.0 + 170.0);
    let statistics = world.statistics();
    assert!(
        (statistics.mean_temperature.unwrap() - 0.5 * (first + second)).abs() < 1e-9,
        "{statistics:?}"
    );
    assert!((statistics.temperature - second).abs() < 1e-9);
    Ok(())
}

#[test]
fn means_of_falling_bodies_are_none() -> Outcome {
    let half = Vector3::repeat(5.0);
    let mut world = World::builder()
        .gravity(Vector3::z() * -9.81)
        .domain(Domain::Box { min: -half, max: half })
        .build()?;
    world.insert(Body::new(Shape::ball(0.5)?))?;
    world.advance_to(10.0)?;
    let statistics = world.statistics();
    assert_eq!(
        (statistics.mean_temperature, statistics.pressure, statistics.mean_free_path),
        (None, None, None)
    );
    // Down 4.5 m, then up and down repeatedly: five times by then. The pressure is the mean over
    // all six walls.
    let impulse = 2.0 * (2.0 * 9.81 * 4.5f64).sqrt();
    let expected = 5.0 * impulse / 10.0 / 600.0;
    let pressure = statistics.wall_pressure.unwrap();
    assert_eq!(statistics.wall_collisions, 5);
    assert!((pressure / expected - 1.0).abs() < 1e-12, "{pressure}, not {expected}");
    let empty = World::builder().build()?.statistics();
    assert_eq!((empty.bodies, empty.temperature, empty.collision_rate), (0, 0.0, None));
    Ok(())
}

#[test]
fn growing_balls_increase_the_packing() -> Outcome {
    let half = Vector3::repeat(5.0);
    let mut world = World::builder().domain(Domain::Box { min: -half, max: half }).build()?;
    world.insert(Body::new(Shape::ball(0.5)?).growth(0.25))?;
    world.advance_to(2.0)?;
    assert!((world.statistics().packing.unwrap() - 4.0 / 3.0 * PI / 1000.0).abs() < 1e-12);
    Ok(())
}
