//! Packings in two dimensions.

use super::*;

/// A rectangle; its z must not matter.
fn rectangle(width: f64, height: f64, has_walls: bool) -> Domain {
    let sides = Vector3::new(width, height, 0.0);
    if has_walls { box_of(sides) } else { periodic(sides) }
}

fn discs(radii: impl Into<Vec<f64>>, domain: Domain) -> Packing {
    Packing::new(radii, domain).dimensions(Dimensions::Two)
}

/// The sides of a rectangle, 1.3 times as wide as high, of which discs fill a share.
fn sides_for(radii: &[f64], packing: f64) -> [f64; 2] {
    let area: f64 = radii.iter().map(|radius| volume_in(Dimensions::Two, *radius)).sum();
    let height = (area / packing / 1.3).sqrt();
    [1.3 * height, height]
}

/// Checks that all are in the plane, and that no two overlap, nor a wall.
fn assert_apart(centres: &[Vector3<f64>], radii: &[f64], domain: &Domain, rounding: f64) {
    assert_eq!(centres.len(), radii.len());
    assert!(centres.iter().all(|centre| centre.z.to_bits() == 0));
    let gap = least_gap_of(centres, radii, &Dimensions::Two.domain(*domain));
    assert!(gap >= -rounding, "{domain:?}: {gap}");
}

/// Half and half of radii 1 : 1.4, which do not crystallise.
fn two_sizes(count: usize) -> Vec<f64> {
    (0..count).map(|number| if number % 2 == 0 { 0.5 } else { 0.7 }).collect()
}

#[test]
fn equal_discs_grow_until_they_are_dense_and_never_overlap() {
    for (count, radius, packing, has_walls) in [
        (1, 1.0, 0.3, true),
        (4, 0.5, 0.19, false),
        (30, 0.5, 0.05, true),
        (150, 0.5, 0.7, true),
        (150, 1e-7, 0.75, true),
        (200, 0.5, 0.8, false),
        (200, 1e6, 0.82, false),
    ] {
        let radii = vec![radius; count];
        let [width, height] = sides_for(&radii, packing);
        let domain = rectangle(width, height, has_walls);
        // Far from the origin, a small disc has the rounding of its position.
        let rounding = 16.0 * f64::EPSILON * 100.0;
        let centres = discs(radii.clone(), domain).seed(2).grow().unwrap();
        assert_apart(&centres, &radii, &domain, rounding);
        assert_eq!(centres, discs(radii.clone(), domain).seed(2).grow().unwrap());
        assert_ne!(centres, discs(radii, domain).seed(3).grow().unwrap());
    }
}

#[test]
fn every_seed_reaches_a_dense_packing() {
    let radii = two_sizes(100);
    let [width, height] = sides_for(&radii, 0.8);
    for seed in 0..12 {
        let domain = rectangle(width, height, false);
        let centres = discs(radii.clone(), domain).seed(seed).grow().unwrap();
        assert_apart(&centres, &radii, &domain, 0.0);
    }
}

#[test]
fn discs_of_any_sizes_grow_together() {
    let continuous: Vec<f64> = (0..150).map(|number| 0.3 + 0.3 * f64::from(number % 37) / 37.0).collect();
    let few_large: Vec<f64> = (0..150).map(|number| if number % 25 == 3 { 1.5 } else { 0.25 }).collect();
    for (radii, packing) in [(continuous, 0.8), (few_large, 0.8), (two_sizes(150), 0.82)] {
        for has_walls in [false, true] {
            let [width, height] = sides_for(&radii, if has_walls { packing - 0.06 } else { packing });
            let domain = rectangle(width, height, has_walls);
            let packing = discs(radii.clone(), domain).seed(5);
            let centres = packing.grow().unwrap();
            assert_apart(&centres, &radii, &domain, 0.0);
            assert_eq!(centres, packing.grow().unwrap());
            let slower = packing.growth_rate(0.05).grow().unwrap();
            assert_apart(&slower, &radii, &domain, 0.0);
            assert_ne!(centres, slower);
        }
    }
}

/// A change of a hash means that every packing of its kind has changed.
#[test]
fn the_bits_of_a_seed_never_change_and_z_is_not_used() {
    let unequal = two_sizes(60);
    let mut hashes = Vec::new();
    for (min_z, max_z) in [(0.0, 0.0), (-3.0, 77.0)] {
        let domain = Domain::Periodic {
            min: Vector3::new(1.0, 2.0, min_z),
            max: Vector3::new(9.0, 9.0, max_z),
        };
        let equal = discs(vec![0.5; 55], domain).seed(7).grow().unwrap();
        let walls = box_of(Vector3::new(10.0, 9.0, max_z));
        hashes.push([hash(&equal), hash(&discs(unequal.clone(), walls).seed(8).grow().unwrap())]);
    }
    assert_eq!(hashes, [[6090418499067535842, 14949550361734382541]; 2]);
}

#[test]
fn packings_that_are_not_possible_are_refused() {
    let square = |side, has_walls| rectangle(side, side, has_walls);
    let error = |radii: Vec<f64>, domain| discs(radii, domain).grow().unwrap_err();
    // 0.91 of the area, more than the hexagonal lattice; unequal discs may fill more of it.
    let side = (100.0 * std::f64::consts::FRAC_PI_4 / 0.91).sqrt();
    assert!(matches!(
        error(vec![0.5; 100], square(side, false)),
        PlacementError::NoRoom { count: 100, packing, .. } if (packing - 0.91).abs() < 1e-12
    ));
    let [width, height] = sides_for(&two_sizes(50), 0.91);
    let jammed = error(two_sizes(50), rectangle(width, height, false));
    assert!(
        matches!(jammed, PlacementError::Jammed { count: 50, reached, wanted } if reached > 0.8 && (wanted - 0.91).abs() < 1e-12),
        "{jammed}"
    );
    let [width, height] = sides_for(&two_sizes(50), 1.01);
    assert!(matches!(
        error(two_sizes(50), rectangle(width, height, false)),
        PlacementError::NoRoom { .. }
    ));
    // Four fill a square of side 2; a fifth is too many, and as wide a disc has no room.
    assert!(matches!(
        error(vec![0.5; 5], square(2.2, true)),
        PlacementError::Jammed { .. }
    ));
    assert!(matches!(error(vec![1.2], square(2.2, true)), PlacementError::NoRoom { .. }));
    let message = |radii: Vec<f64>, domain| error(radii, domain).to_string();
    assert!(message(vec![0.5, 1.5], square(5.0, false)).contains("at most 1.25 m"));
    assert!(message(vec![0.5], Domain::Open).contains("domain = open"));
    assert!(message(vec![0.5], square(-5.0, false)).contains("domain"));
    assert!(message(vec![0.5, f64::NAN], square(5.0, true)).contains("radius"));
    // In space a domain needs a height.
    assert!(
        Packing::new([0.5], square(5.0, true))
            .grow()
            .unwrap_err()
            .to_string()
            .contains("domain")
    );
}

#[test]
fn populations_of_discs_start_from_packings() {
    let population = Population {
        dimensions: Dimensions::Two,
        speed: Speed::Maxwell(2.0),
        start: Start::LubachevskyStillinger,
        zero_momentum: true,
        ..Population::gas(90, Body::new(Shape::ball(0.5).unwrap()))
    };
    let domain = rectangle(10.0, 9.0, false);
    let bodies = population.place_in(0, &domain, &[]).unwrap();
    let centres: Vec<Vector3<f64>> = bodies.iter().map(|body| body.position).collect();
    assert_apart(&centres, &[0.5; 90], &domain, 0.0);
    assert_eq!(centres, discs(vec![0.5; 90], domain).seed(population.seed).grow().unwrap());
    assert!(bodies.iter().all(|body| body.velocity.z == 0.0));
    let error = population.place_in(1, &domain, &bodies[..1]).unwrap_err().to_string();
    assert!(
        error.contains("start = lubachevsky-stillinger: must be another where there are"),
        "{error}"
    );
}
