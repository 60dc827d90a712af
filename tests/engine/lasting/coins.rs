//! Coins that roll on their rims: Euler's disk (H. K. Moffatt, "Euler's disk and its finite-time singularity",
//! Nature 404 (2000) 833, DOI 10.1038/35009017).

use super::{G, Outcome, direction, falling, floor, place, speeds};
use kinesweep::{Body, BodyId, Shape, World};
use nalgebra::Vector3;

const RADIUS: f64 = 0.5;
/// Half the thickness, in metres.
const THIN: f64 = 0.01;
const FRICTION: f64 = 0.6;

/// The rate of precession of a coin that rolls steadily on its rim, with its centre at rest, in radians per second.
///
/// The coin turns about the line from its centre to the point of contact, so that no part of the line moves, and
/// the moment of the weight turns its angular momentum about the vertical. A thin one has W² = 4 g / (r sin a), with
/// the angle a to the floor.
fn precession(angle: f64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    let moments = [RADIUS * RADIUS / 4.0 + THIN * THIN / 3.0, RADIUS * RADIUS / 2.0];
    let weight = G * RADIUS * (RADIUS * cos - THIN * sin);
    (weight / (sin * (moments[0] * RADIUS * cos - moments[1] * THIN * sin))).sqrt()
}

/// A coin in steady rolling, with its lowest point towards +x. Its own axis is y.
fn coin(angle: f64, rolling_friction: f64) -> Outcome<(World, BodyId)> {
    let (sin, cos) = angle.sin_cos();
    let (axis, down) = (Vector3::new(sin, cos, 0.0), Vector3::new(cos, -sin, 0.0));
    let arm = down * RADIUS - axis * THIN;
    let body = Body::new(Shape::cylinder(THIN, RADIUS)?).mass(0.4).rotates();
    let body = body
        .position(Vector3::y() * -arm.y)
        .orientation(Vector3::z() * -angle)
        .angular_velocity(arm * (-precession(angle) * sin / RADIUS));
    let mut world = falling(FRICTION, 0.0).rolling_friction(rolling_friction).build()?;
    world.insert(floor()?)?;
    let id = world.insert(body)?;
    Ok((world, id))
}

/// The mean of the energy over a time, in joules. (At an instant the velocity includes gravity up to the next
/// renewal.)
fn mean_energy(world: &mut World, time: f64) -> Outcome<f64> {
    const LOOKS: u32 = 100;
    let (start, mut sum) = (world.time(), 0.0);
    for look in 1..=LOOKS {
        world.advance_to(start + time * f64::from(look) / f64::from(LOOKS))?;
        sum += world.energy();
    }
    Ok(sum / f64::from(LOOKS))
}

#[test]
fn a_coin_in_steady_rolling_precesses_at_the_rate_of_the_closed_form() -> Outcome {
    for degrees in [10.0_f64, 20.0, 40.0] {
        let angle = degrees.to_radians();
        let rate = precession(angle);
        let thin = (4.0 * G / (RADIUS * angle.sin())).sqrt();
        assert!((rate / thin - 1.0).abs() < 0.01, "{degrees} degrees: nearly a thin one");
        let (mut world, id) = coin(angle, 0.0)?;
        let energy = world.energy();
        let (mut turned, mut last) = (0.0, direction(&world, id, Vector3::y())?);
        for step in 1..=200 {
            world.advance_to(0.1 / rate * f64::from(step))?;
            let axis = direction(&world, id, Vector3::y())?;
            turned += (last.z * axis.x - last.x * axis.z).atan2(last.x * axis.x + last.z * axis.z);
            last = axis;
            // It sways a little: the floor holds it apart.
            let tilt = axis.y.acos().to_degrees();
            assert!((tilt - degrees).abs() < 0.5, "{degrees} degrees: {tilt} at {}", world.time());
            assert!(world.energy() < 1.01 * energy, "{degrees} degrees");
        }
        let share = turned / 20.0;
        assert!((share - 1.0).abs() < 0.001, "{degrees} degrees: {share} of the rate");
        assert!(place(&world, id)?.xz().norm() < 0.01 * RADIUS, "{degrees} degrees");
    }
    Ok(())
}

/// While it wobbles slowly down, the moment c N r takes the power c m g r W sin a cos a from the energy
/// 3/2 m g r sin a. So a thin coin lies flat after the time 3/2 sqrt(r sin a / g) / c. (With 0.4 it does not wobble
/// slowly: it falls over within two turns.)
#[test]
fn a_coin_with_rolling_friction_wobbles_down_and_lies_at_rest_in_finite_time() -> Outcome {
    let mut products = Vec::new();
    for rolling in [0.05, 0.1, 0.2, 0.4] {
        let (mut world, id) = coin(20.0_f64.to_radians(), rolling)?;
        let (first, mut last) = (world.energy(), world.energy());
        let mut frames = 0;
        while speeds(&world, id)? != [0.0; 2] && frames < 500 {
            frames += 1;
            world.advance_to(0.02 * f64::from(frames))?;
            let energy = world.energy();
            assert!(energy < last + 0.01 * first, "{rolling}: {last} {energy}");
            last = energy;
        }
        if rolling < 0.4 {
            products.push(world.time() * rolling);
        }
        assert!(direction(&world, id, Vector3::y())?.y > 1.0 - 1e-8, "{rolling}: it lies flat");
        assert!((place(&world, id)?.y - THIN).abs() < 1e-3 * RADIUS, "{rolling}");
        let counters = world.counters();
        assert!(counters.motion_changes < 10_000, "{rolling}: {counters:?}");
        world.advance_to(1000.0)?;
        assert_eq!(world.counters(), counters, "{rolling}: it stays at rest");
    }
    let expected = 1.5 * (RADIUS * 20.0_f64.to_radians().sin() / G).sqrt();
    assert!(
        products.iter().all(|product| (product / expected - 1.0).abs() < 0.1),
        "{products:?} {expected}"
    );
    Ok(())
}

/// The moment c N r takes the power c m g r W sin a cos a from the energy 3/2 m g r sin a.
#[test]
fn rolling_friction_slows_a_coin_at_the_rate_of_the_closed_form() -> Outcome {
    let (angle, rolling, time) = (20.0_f64.to_radians(), 0.05, 0.5);
    let (mut world, _) = coin(angle, rolling)?;
    let first = mean_energy(&mut world, 0.2)?;
    world.advance_to(time)?;
    let lost = 1.0 - mean_energy(&mut world, 0.2)? / first;
    let expected = time * 2.0 / 3.0 * rolling * precession(angle) * angle.cos();
    assert!((lost / expected - 1.0).abs() < 0.1, "{lost} instead of {expected}");
    Ok(())
}

#[test]
fn a_coin_without_rolling_friction_gains_no_energy() -> Outcome {
    for degrees in [20.0_f64, 40.0] {
        let (mut world, _) = coin(degrees.to_radians(), 0.0)?;
        let first = mean_energy(&mut world, 1.0)?;
        world.advance_to(40.0)?;
        let share = mean_energy(&mut world, 1.0)? / first;
        assert!(share < 1.001, "{degrees} degrees: {share}");
    }
    Ok(())
}
