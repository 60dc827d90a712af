//! Periodic domains, lattices, and the velocities that go with them.

use super::*;

/// By comparing all pairs: the least gap between bounding balls and images, over the radius.
fn least_gap(bodies: &[Body], domain: &Domain) -> f64 {
    let mut least = f64::INFINITY;
    for (i, a) in bodies.iter().enumerate() {
        assert_eq!(domain.image(&a.position), a.position);
        for b in &bodies[..i] {
            let (one, other) = (a.shape.bounding_radius(), b.shape.bounding_radius());
            let apart = domain.nearest(&(a.position - b.position)).norm();
            least = least.min(apart / (one + other) - 1.0);
        }
    }
    least
}

#[test]
fn periodic_domains_are_filled_across_their_faces() -> Outcome {
    // The last is the densest packing of all: 4 k³ balls on a face-centred cubic lattice.
    for (count, packing) in [
        (1, 0.06),
        (20, 0.1),
        (500, 0.01),
        (500, 0.29),
        (256, 0.45),
        (1000, 0.5),
        (864, 0.7404),
    ] {
        let population = Population {
            packing: Some(packing),
            ..balls(count, 0.7)
        };
        let [min, max] = corners(Population::cube(from_ref(&population))?);
        let (min, max) = (min.add_scalar(3.0), max.add_scalar(3.0));
        let domain = Domain::Periodic { min, max };
        let bodies = population.place_in(0, &domain, &[])?;
        assert_eq!(bodies.len(), count);
        assert!(least_gap(&bodies, &domain) > 0.0, "{count} at {packing}");
        // They lie everywhere, and stick out.
        let sticking = bodies.iter().filter(|b| b.position.x - 0.7 < min.x).count();
        assert!(sticking > 0 || count < 20, "{count} at {packing}");
    }
    Ok(())
}

#[test]
fn fcc_sites_fill_the_domain() -> Outcome {
    let placed = |count, packing, periodic: bool, seed| -> Result<(Vec<Body>, Domain), Box<dyn Error>> {
        let population = Population {
            packing: Some(packing),
            start: Start::Fcc,
            seed,
            ..balls(count, 0.5)
        };
        let [min, max] = corners(Population::cube(from_ref(&population))?);
        let domain = match periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        };
        Ok((population.place_in(0, &domain, &[])?, domain))
    };
    for (count, sites) in [
        (1, 4),
        (4, 4),
        (5, 32),
        (32, 32),
        (100, 108),
        (108, 108),
        (500, 500),
        (501, 864),
    ] {
        let (bodies, domain) = placed(count, 0.02, true, 1)?;
        let Domain::Periodic { min, max } = domain else {
            unreachable!()
        };
        assert_eq!(bodies.len(), count);
        // 2k steps a side; neighbours are a diagonal apart.
        let step = (max - min).x / (2.0 * (f64::from(sites) / 4.0).cbrt());
        assert!(least_gap(&bodies, &domain) > step * 2f64.sqrt() - 1.0 - 1e-9, "{count}");
        for body in &bodies {
            let steps = (body.position - min) / step;
            assert!(steps.iter().all(|s| (s - s.round()).abs() < 1e-9), "{steps}");
            assert_eq!(steps.map(f64::round).sum() % 2.0, 0.0);
        }
    }
    // Up to the densest packing; between walls the limit is lower.
    for count in [108, 864] {
        let (bodies, domain) = placed(count, 0.74, true, 1)?;
        assert!(least_gap(&bodies, &domain) > 0.0, "{count}");
    }
    let (bodies, domain) = placed(400, 0.45, false, 1)?;
    let [min, max] = corners(domain);
    assert_eq!((bodies.len(), overlaps(&bodies, &min, &max)), (400, 0));
    // The vacant sites depend on the seed, and are everywhere.
    let (one, other) = (placed(432, 0.3, true, 1)?.0, placed(432, 0.3, true, 2)?.0);
    assert_eq!(one, placed(432, 0.3, true, 1)?.0);
    assert_ne!(one[200].position, other[200].position);
    let lower_half = one.iter().filter(|body| body.position.z < -1e-9).count();
    assert!((190..=242).contains(&lower_half), "{lower_half}");
    assert!(placed(501, 0.6, true, 1).is_err(), "501 need 864 sites, which are too close");
    Ok(())
}

#[test]
fn maxwell_velocities_have_the_right_moments_and_no_drift() -> Outcome {
    let population = Population {
        speed: Speed::Maxwell(2.0),
        packing: Some(0.01),
        ..balls(20_000, 0.5)
    };
    let [min, max] = corners(Population::cube(from_ref(&population))?);
    let velocities = |population: &Population| -> Result<Vec<Vector3<f64>>, Box<dyn Error>> {
        Ok(population.place(0, min, max, &[])?.iter().map(|body| body.velocity).collect())
    };
    let drawn = velocities(&population)?;
    let moment = |power: i32, axis: usize| drawn.iter().map(|v| v[axis].powi(power)).sum::<f64>() / drawn.len() as f64;
    // A normal distribution of deviation 2, within five standard errors of 20 000 values.
    for axis in 0..3 {
        assert!(moment(1, axis).abs() < 5.0 * 2.0 / 141.0);
        assert!((moment(2, axis) - 4.0).abs() < 5.0 * 4.0 * 2f64.sqrt() / 141.0);
        assert!(moment(3, axis).abs() < 5.0 * 8.0 * 15f64.sqrt() / 141.0);
        assert!((moment(4, axis) - 48.0).abs() < 5.0 * 16.0 * 96f64.sqrt() / 141.0);
    }
    let speed = drawn.iter().map(Vector3::norm).sum::<f64>() / drawn.len() as f64;
    assert!(
        (speed - 2.0 * (8.0 / std::f64::consts::PI).sqrt()).abs() < 5.0 * 1.35 / 141.0,
        "{speed}"
    );
    let still = velocities(&Population {
        zero_momentum: true,
        ..population.clone()
    })?;
    assert!(drawn.iter().sum::<Vector3<f64>>().norm() > 10.0);
    assert!(still.iter().sum::<Vector3<f64>>().norm() < 1e-9);
    let shift = still[0] - drawn[0];
    assert!(still.iter().zip(&drawn).all(|(s, d)| (s - d - shift).norm() < 1e-12));
    Ok(())
}

#[test]
fn a_long_periodic_domain_is_filled_around_existing_bodies() -> Outcome {
    let domain = Domain::Periodic {
        min: Vector3::new(-60.0, -4.0, 0.0),
        max: Vector3::new(60.0, 4.0, 9.0),
    };
    // In a corner, near images on all sides; one is given by an image outside.
    let existing = [
        Body::new(Shape::ball(2.0)?).position(Vector3::new(-60.0, 4.0, 9.0)),
        Body::new(Shape::ball(1.0)?).position(Vector3::new(0.0, 40.5, 4.0)),
    ];
    for count in [50, 700] {
        let first = balls(count, 0.9).place_in(0, &domain, &existing)?;
        let inside = existing.iter().cloned().map(|mut body| {
            body.position = domain.image(&body.position);
            body
        });
        let mut all: Vec<Body> = inside.chain(first).collect();
        all.extend(balls(100, 0.3).place_in(1, &domain, &all)?);
        assert!(least_gap(&all, &domain) > 0.0, "{count}");
    }
    let bar = Body::new(Shape::cuboid(Vector3::new(1.9, 0.2, 0.2))?).position(Vector3::new(59.0, 0.0, 8.9));
    let around = balls(600, 0.9).place_in(0, &domain, from_ref(&bar))?;
    for shift in [Vector3::zeros(), Vector3::new(-120.0, 0.0, 0.0), Vector3::new(0.0, 0.0, -9.0)] {
        let image = Obstacle::of(&bar)[0].moved_by(&shift);
        assert!(around.iter().all(|ball| image.is_clear_of(&ball.position, 0.9)));
    }
    Ok(())
}

#[test]
fn domains_that_cannot_be_filled_are_refused() {
    let cube = |half: f64| Domain::Periodic {
        min: Vector3::repeat(-half),
        max: Vector3::repeat(half),
    };
    let message = |domain, existing: &[Body]| balls(2, 1.0).place_in(0, &domain, existing).unwrap_err().to_string();
    assert!(message(Domain::Open, &[]).contains("domain = open: must be a box or periodic"));
    assert!(message(cube(1.9), &[]).contains("shape = ball of bounding radius 1 m: in a periodic domain"));
    let plate = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    assert!(message(cube(9.0), &[plate]).contains("shape = half_space of bounding radius inf m"));
    assert!(balls(2, 1.0).place_in(0, &cube(2.0), &[]).is_ok());
}
