use super::*;
use crate::scene::population::{Population, volume_in};
use crate::scene::{Body, Dimensions, Speed, Start};

mod discs;

fn box_of(sides: Vector3<f64>) -> Domain {
    let min = Vector3::new(100.0, -3.0, 0.0);
    Domain::Box { min, max: min + sides }
}

/// By comparing all pairs: the least gap between balls of this radius, and walls, over the radius.
fn least_gap(centres: &[Vector3<f64>], radius: f64, domain: &Domain) -> f64 {
    least_gap_of(centres, &vec![radius; centres.len()], domain) / radius
}

/// The same for unequal balls, in metres.
fn least_gap_of(centres: &[Vector3<f64>], radii: &[f64], domain: &Domain) -> f64 {
    let [min, max] = domain.corners().unwrap();
    let has_walls = matches!(domain, Domain::Box { .. });
    let mut least = f64::INFINITY;
    for (i, a) in centres.iter().enumerate() {
        if has_walls {
            least = least.min((a - min).min() - radii[i]).min((max - a).min() - radii[i]);
        }
        for (j, b) in centres[..i].iter().enumerate() {
            let apart = a - b;
            let apart = apart + domain.nearest_shift(&apart);
            least = least.min(apart.norm() - radii[i] - radii[j]);
        }
    }
    least
}

fn periodic(sides: Vector3<f64>) -> Domain {
    let min = Vector3::new(-7.0, 3.0, 0.5);
    Domain::Periodic { min, max: min + sides }
}

#[test]
fn balls_grow_until_they_are_dense_and_never_overlap() {
    for (count, radius, sides, seed) in [
        (1, 1.0, Vector3::new(2.5, 3.0, 9.0), 1),
        (10, 0.5, Vector3::repeat(9.0), 1),
        (100, 0.5, Vector3::repeat(4.7), 2),
        (100, 1e-7, Vector3::new(8e-7, 1e-6, 1.1e-6), 3),
    ] {
        let domain = box_of(sides);
        // Far from the origin, a small ball has the rounding of its position.
        let rounding = 16.0 * f64::EPSILON * 100.0 / radius;
        let centres = lubachevsky_stillinger(count, radius, &domain, seed).unwrap();
        assert_eq!(centres.len(), count);
        let gap = least_gap(&centres, radius, &domain);
        assert!(gap >= -rounding, "{count}: {gap}");
        assert_eq!(centres, lubachevsky_stillinger(count, radius, &domain, seed).unwrap());
        assert_ne!(centres, lubachevsky_stillinger(count, radius, &domain, seed + 10).unwrap());
    }
}

#[test]
fn periodic_packings_are_dense_and_repeatable() {
    // 0.55 of the volume, and 0.62.
    for (count, side) in [(200, 5.75), (120, 4.66)] {
        let domain = periodic(Vector3::repeat(side));
        let centres = lubachevsky_stillinger(count, 0.5, &domain, 3).unwrap();
        assert!(least_gap(&centres, 0.5, &domain) >= 0.0, "{count}");
        assert_eq!(centres, lubachevsky_stillinger(count, 0.5, &domain, 3).unwrap());
    }
}

#[test]
fn balls_of_any_sizes_grow_together() {
    let continuous: Vec<f64> = (0..150).map(|number| 0.3 + 0.3 * f64::from(number % 37) / 37.0).collect();
    let few_large: Vec<f64> = (0..150).map(|number| if number % 25 == 3 { 0.8 } else { 0.25 }).collect();
    for (radii, packing) in [(continuous, 0.55), (few_large, 0.6)] {
        let filled: f64 = radii.iter().map(|radius| volume_in(Dimensions::Three, *radius)).sum();
        let side = (filled / packing).cbrt();
        for domain in [periodic(Vector3::repeat(side)), box_of(Vector3::repeat(1.08 * side))] {
            let packing = Packing::new(radii.clone(), domain).seed(5);
            let centres = packing.grow().unwrap();
            assert!(least_gap_of(&centres, &radii, &domain) >= 0.0, "{domain:?}");
            assert_eq!(centres, packing.grow().unwrap());
            let slower = packing.clone().growth_rate(0.05).grow().unwrap();
            assert!(least_gap_of(&slower, &radii, &domain) >= 0.0, "{domain:?}");
            assert_ne!(centres, slower);
        }
    }
}

/// A hash of all bits of the centres.
fn hash(centres: &[Vector3<f64>]) -> u64 {
    let numbers = centres.iter().flat_map(|centre| centre.iter());
    numbers.fold(0, |sum: u64, x| sum.rotate_left(5) ^ x.to_bits())
}

/// A change of a hash means that every packing of its kind has changed.
#[test]
fn the_bits_of_a_seed_never_change() {
    let equal = lubachevsky_stillinger(60, 0.5, &periodic(Vector3::repeat(4.0)), 7).unwrap();
    let radii: Vec<f64> = (0..60).map(|number| if number % 5 == 0 { 0.6 } else { 0.35 }).collect();
    let unequal = Packing::new(radii, box_of(Vector3::repeat(3.6))).seed(8).grow().unwrap();
    assert_eq!([hash(&equal), hash(&unequal)], [11702385902151658284, 1854705510343017497]);
}

#[test]
fn bad_packings_are_refused_with_the_field() {
    let domain = periodic(Vector3::repeat(5.0));
    let message = |packing: Packing| packing.grow().unwrap_err().to_string();
    assert!(message(Packing::new([0.5, -1.0], domain)).contains("radius = -1"));
    assert!(message(Packing::new([], domain)).contains("radii"));
    assert!(message(Packing::new([0.5], domain).growth_rate(0.0)).contains("growth_rate = 0"));
    assert!(message(Packing::new([0.5, 1.5], domain)).contains("at most 1.25 m"));
    assert!(matches!(
        Packing::new(vec![0.5; 300], domain).grow(),
        Err(PlacementError::NoRoom { .. })
    ));
}

#[test]
fn too_dense_packings_jam_or_have_no_room() {
    let dense = |count, side| lubachevsky_stillinger(count, 0.5, &box_of(Vector3::repeat(side)), 1).unwrap_err();
    // Eight fill a cube of side 2; between walls 0.5236 is the maximum, and nine are too many.
    assert!(matches!(dense(9, 2.0), PlacementError::Jammed { count: 9, reached, wanted } if reached < wanted));
    assert!(matches!(dense(12, 2.0), PlacementError::NoRoom { .. }));
    assert!(matches!(
        dense(1, 0.9),
        PlacementError::NoRoom { .. } | PlacementError::NotGrown { .. }
    ));
    let open = lubachevsky_stillinger(3, 0.5, &Domain::Open, 1).unwrap_err();
    assert!(open.to_string().contains("domain = open"), "{open}");
    assert!(lubachevsky_stillinger(0, 0.5, &box_of(Vector3::repeat(3.0)), 1).is_err());
    assert!(lubachevsky_stillinger(1, -0.5, &box_of(Vector3::repeat(3.0)), 1).is_err());
}

#[test]
fn populations_start_from_packings() {
    let population = Population {
        speed: Speed::Maxwell(2.0),
        start: Start::LubachevskyStillinger,
        zero_momentum: true,
        ..Population::gas(60, Body::new(Shape::ball(0.5).unwrap()))
    };
    let domain = box_of(Vector3::repeat(4.0));
    let bodies = population.place_in(0, &domain, &[]).unwrap();
    let centres: Vec<Vector3<f64>> = bodies.iter().map(|body| body.position).collect();
    assert!(least_gap(&centres, 0.5, &domain) >= 0.0);
    assert!(bodies.iter().map(|body| body.velocity).sum::<Vector3<f64>>().norm() < 1e-12);
    let squares: f64 = bodies.iter().map(|body| body.velocity.norm_squared()).sum();
    assert!((squares / 180.0 / 4.0 - 1.0).abs() < 0.5, "drawn anew");
    let error = population.place_in(1, &domain, &bodies[..1]).unwrap_err().to_string();
    assert!(
        error.contains("start = lubachevsky-stillinger: must be another where there are"),
        "{error}"
    );
}
