//! Rigid bodies that rotate freely between collisions, as users see them.

use crate::support::{METHODS, Random};
use kinesweep::motion::Inertia;
use kinesweep::sampled::SampledWorld;
use kinesweep::scene::BodyChange;
use kinesweep::{Body, Domain, Method, MotionChange, Scene, Settings, Shape, World};
use nalgebra::{Isometry3, Matrix3, Point3, UnitQuaternion, Vector3};
use std::error::Error;
use std::f64::consts::PI;

type Outcome = Result<(), Box<dyn Error>>;

fn book() -> Result<Body, kinesweep::ValueError> {
    Ok(Body::new(Shape::cuboid(Vector3::new(0.1, 0.15, 0.02))?).mass(1.2).rotates())
}

/// A book thrown about its middle axis turns over and over, by half a turn each time.
#[test]
fn a_thrown_book_turns_over() -> Outcome {
    let mut world = World::builder().build()?;
    let id = world.insert(book()?.angular_velocity(Vector3::new(10.0, 0.01, 0.01)))?;
    let (energy, momentum) = (world.energy(), world.angular_momentum());
    let (mut flips, mut side) = (0, 1.0);
    for step in 1..=2000 {
        world.advance_to(0.01 * f64::from(step))?;
        let of_body = world.pose(id)?.rotation.inverse() * world.angular_velocity(id)?;
        if of_body.x * side < -9.0 {
            side = -side;
            flips += 1;
        }
        assert!((world.energy() / energy - 1.0).abs() < 1e-13);
        assert!((world.angular_momentum() - momentum).norm() < 1e-13 * momentum.norm());
    }
    assert!(flips > 5, "{flips}");
    Ok(())
}

/// The centre of mass of a dumbbell with unequal ends flies on a parabola; its origin circles it.
#[test]
fn the_centre_of_mass_flies_on_a_parabola() -> Outcome {
    let ends = [(0.3, Vector3::zeros()), (0.1, Vector3::x())];
    let parts =
        ends.map(|(radius, at)| Ok::<_, kinesweep::ValueError>((Isometry3::translation(at.x, at.y, at.z), Shape::ball(radius)?)));
    let [one, other] = parts;
    let shape = Shape::compound(vec![one?, other?])?;
    let gravity = Vector3::y() * -10.0;
    let mut world = World::builder().gravity(gravity).build()?;
    let (orientation, spin) = (Vector3::new(0.2, -0.7, 0.4), Vector3::new(1.0, 2.0, 3.0));
    let body = Body::new(shape)
        .rotates()
        .orientation(orientation)
        .angular_velocity(spin)
        .velocity(Vector3::x());
    let inertia = body.mass_properties()?.ok_or("it rotates")?;
    // The masses are as 27 to 1.
    assert!((inertia.centre - Vector3::x() / 28.0).norm() < 1e-15);
    let id = world.insert(body)?;
    assert!((world.pose(id)?.translation.vector).norm() < 1e-15);
    let start = world.pose(id)? * Point3::from(inertia.centre);
    for step in 1..=50 {
        let time = 0.1 * f64::from(step);
        world.advance_to(time)?;
        let centre = world.pose(id)? * Point3::from(inertia.centre);
        let expected = start.coords + Vector3::x() * time + gravity * (0.5 * time * time);
        assert!(
            (centre.coords - expected).norm() < 1e-12 * (1.0 + expected.norm()),
            "{centre} {expected}"
        );
        assert_eq!(world.pose_at(id, time)?, world.motion(id)?.pose_at(time));
    }
    world.audit()?;
    // A jump places the origin.
    world.set_motion(id, &MotionChange::position(Vector3::repeat(2.0)))?;
    assert!((world.pose(id)?.translation.vector - Vector3::repeat(2.0)).norm() < 1e-14);
    // A new mass scales the inertia, and the free rotation stays.
    let before = world.angular_velocity(id)?;
    world.set_body(id, &BodyChange::new().mass(2.0))?;
    assert_eq!(world.angular_velocity(id)?, before);
    let of_piece = world.motion(id)?.inertia.ok_or("it rotates")?;
    assert!((of_piece.moments - inertia.moments * 2.0).norm() < 1e-12 * inertia.moments.norm());
    // A new shape keeps the origin in place.
    world.set_body(id, &BodyChange::new().shape(Shape::cuboid(Vector3::new(0.1, 0.2, 0.3))?))?;
    assert!((world.pose(id)?.translation.vector - Vector3::repeat(2.0)).norm() < 1e-14);
    assert_eq!(world.motion(id)?.inertia.ok_or("it rotates")?.centre, Vector3::zeros());
    Ok(())
}

/// The same moments, given as a tensor or computed from the shape, give the same flight; frames show
/// the same poses.
#[test]
fn given_moments_equal_computed_ones() -> Outcome {
    let body = book()?.angular_velocity(Vector3::new(3.0, 4.0, 5.0));
    let computed = body.mass_properties()?.ok_or("it rotates")?;
    let given = body.clone().inertia_tensor(Matrix3::from_diagonal(&computed.moments));
    assert_eq!(given.mass_properties()?, Some(computed));
    let hollow = body.clone().inertia(computed.moments * 1.5);
    let mut poses = Vec::new();
    for body in [body, given, hollow] {
        let mut world = World::builder().build()?;
        let id = world.insert(body.clone())?;
        world.advance_to(3.0)?;
        let scene = Scene {
            bodies: vec![body],
            ..Scene::default()
        };
        let mut frames = SampledWorld::from_scene(&scene, 10.0)?;
        frames.advance_to(3.0)?;
        let of_frames = frames.motion(0).pose_at(3.0);
        assert!(of_frames.rotation.angle_to(&world.pose(id)?.rotation) < 1e-13);
        poses.push(world.pose(id)?);
    }
    assert_eq!(poses[0], poses[1]);
    // Only the ratios of the moments count.
    assert!(poses[0].rotation.angle_to(&poses[2].rotation) < 1e-12);
    Ok(())
}

/// Twelve bodies of different kinds, with centres of mass off their origins, in a box.
fn mixed(random: &mut Random) -> Result<Vec<Body>, kinesweep::ValueError> {
    let mut bodies = Vec::new();
    for number in 0..12 {
        let cell = Vector3::new(f64::from(number % 3), f64::from(number / 3 % 2), f64::from(number / 6));
        let shape = match number % 4 {
            0 => Shape::cuboid(Vector3::new(0.2, 0.3, 0.5))?,
            1 => Shape::capsule(0.4, 0.15)?,
            2 => Shape::convex((0..8).map(|_| random.vector(0.5)).collect())?,
            _ => Shape::ring(0.4, 0.1, 6, 4)?,
        };
        let mut body = Body::new(shape)
            .position(cell * 2.4 + Vector3::repeat(1.2) + random.vector(0.05))
            .orientation(random.vector(2.0))
            .velocity(random.vector(2.0))
            .angular_velocity(random.vector(5.0))
            .mass(random.uniform(0.5, 2.0))
            .rotates();
        if number % 3 == 0 {
            body = body.centre_of_mass(random.vector(0.1));
        }
        bodies.push(body);
    }
    Ok(bodies)
}

/// All methods give the same events and states, and the audit finds nothing.
#[test]
fn methods_agree_on_tumbling_bodies() -> Outcome {
    let mut random = Random::new(91);
    for case in 0..4 {
        let sides = Vector3::new(7.2, 4.8, 4.8);
        let domain = match case % 2 {
            0 => Domain::Box {
                min: Vector3::zeros(),
                max: sides,
            },
            _ => Domain::Periodic {
                min: Vector3::zeros(),
                max: sides,
            },
        };
        let bodies = mixed(&mut random)?;
        let mut first = None;
        for method in METHODS {
            let settings = Settings {
                domain,
                restitution: [1.0, 0.8][case / 2],
                friction: [0.0, 0.4][case / 2],
                ..Settings::default()
            };
            if case % 2 == 1 && method != Method::Leases {
                // Not in periodic domains.
                continue;
            }
            let mut world = World::builder().settings(settings).method(method).build()?;
            let ids = world.insert_all(&bodies)?;
            let energy = world.energy();
            let events = world.advance_to(4.0)?.to_vec();
            world.audit()?;
            assert_eq!(world.counters().late, 0);
            assert!(world.energy() < energy * (1.0 + 1e-12));
            assert!(case > 1 || world.energy() > energy * (1.0 - 1e-12));
            let motions = ids.iter().map(|id| world.motion(*id)).collect::<Result<Vec<_>, _>>()?;
            let found = (events, motions);
            assert!(found.0.len() > 5, "{}", found.0.len());
            match &first {
                None => first = Some(found),
                Some(first) => assert_eq!(*first, found, "{method:?}, case {case}"),
            }
        }
    }
    Ok(())
}

/// A rod lies on a ball at its end: hit there, the other end comes back, as for a uniform rod of
/// mass m hit at its end by a particle: J = 2 v / (1/m' + 4/m).
#[test]
fn a_rod_hit_at_its_end_spins_as_in_textbooks() -> Outcome {
    let (mass, length) = (3.0, 2.0);
    let rod = Shape::cuboid(Vector3::new(0.5 * length, 1e-3, 1e-3))?;
    let mut world = World::builder().build()?;
    let rod = world.insert(Body::new(rod).mass(mass).rotates())?;
    let radius = 0.01;
    let ball = Body::new(Shape::ball(radius)?).mass(0.5);
    let at = Vector3::new(0.5 * length - 1e-9, -1.0, 0.0);
    let ball = world.insert(ball.position(at).velocity(Vector3::y() * 3.0))?;
    world.step()?.ok_or("they meet")?;
    let impulse = 2.0 * 3.0 / (1.0 / 0.5 + 4.0 / mass);
    assert!((world.velocity(rod)?.y - impulse / mass).abs() < 1e-5);
    assert!((world.angular_velocity(rod)?.z - 6.0 * impulse / (mass * length)).abs() < 1e-5);
    assert!((world.velocity(ball)?.y - (3.0 - impulse / 0.5)).abs() < 1e-5);
    Ok(())
}

/// Energy spreads evenly over the six degrees of freedom of cuboids.
#[test]
fn cuboids_share_their_energy_among_six_degrees_of_freedom() -> Outcome {
    let mut random = Random::new(92);
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(7.2),
    };
    let mut world = World::builder().domain(domain).build()?;
    for number in 0..27 {
        let cell = Vector3::new(f64::from(number % 3), f64::from(number / 3 % 3), f64::from(number / 9));
        let body = Body::new(Shape::cuboid(Vector3::new(0.4, 0.6, 0.8))?).rotates();
        world.insert(body.position(cell * 2.4).velocity(random.vector(1.0)))?;
    }
    let energy = world.energy();
    let (mut about, mut of_velocity, mut samples) = (Vector3::zeros(), 0.0, 0.0);
    for round in 0..600 {
        let end = world.counters().collisions + 20;
        while world.counters().collisions < end {
            world.step()?;
        }
        if round >= 40 {
            let statistics = world.statistics();
            about += statistics.rotational_temperatures.ok_or("bodies that rotate")?;
            of_velocity += statistics.temperature;
            samples += 1.0;
        }
    }
    assert!((world.energy() / energy - 1.0).abs() < 1e-12);
    // 560 samples of 27 bodies, one or two collisions of each body apart. The momentum of all is 0
    // in the frame of the temperature, which takes one body's share.
    let of_velocity = of_velocity * 27.0 / 26.0;
    let mean = (3.0 * of_velocity + about.sum()) / 6.0;
    for (name, degree) in [("velocity", of_velocity), ("x", about.x), ("y", about.y), ("z", about.z)] {
        assert!((degree / mean - 1.0).abs() < 0.06, "{name}: {}", degree / mean);
    }
    assert!(samples > 0.0);
    Ok(())
}

/// Free rotation about a given inertia agrees with the closed form of a symmetric top through the
/// public type: precession at L / I.
#[test]
fn a_coin_wobbles_twice_as_fast_as_it_spins() -> Outcome {
    // A thin disc: the axis goes about L at 2 w for small angles (Feynman's plate).
    let coin = Inertia::from_moments(Vector3::new(1.0, 2.0 - 1e-12, 1.0), Vector3::zeros())?;
    let mut world = World::builder().build()?;
    let tilt = 1e-3;
    let body = Body::new(Shape::cuboid(Vector3::new(0.1, 0.01, 0.1))?)
        .rotates()
        .inertia(coin.moments);
    let id = world.insert(body.angular_velocity(Vector3::new(tilt, 1.0, 0.0)))?;
    world.advance_to(PI)?;
    // After half a turn of spin the axis has gone all the way round.
    let axis = world.pose(id)?.rotation * Vector3::y();
    assert!((axis - Vector3::y()).norm() < 1e-5, "{axis}");
    world.advance_to(1.5 * PI)?;
    let axis = world.pose(id)?.rotation * Vector3::y();
    assert!((axis - Vector3::y()).norm() > 0.9 * tilt, "{axis}");
    assert_eq!(UnitQuaternion::identity(), coin.axes);
    Ok(())
}
