use super::choose;
use crate::lane::balls::space::Space;
use crate::lane::balls::testing::Random;
use nalgebra::Vector3;

fn cube_of(side: f64) -> Space {
    Space {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
        periodic: false,
        flat: false,
        with_boxes: false,
    }
}

/// The levels of balls at a packing fraction, of equal speeds.
fn levels(radii: &[f64], packing: f64) -> Vec<f64> {
    let filled: f64 = radii.iter().map(|r| 4.0 / 3.0 * std::f64::consts::PI * r * r * r).sum();
    choose(radii.iter().map(|radius| (*radius, 1.0)), &cube_of((filled / packing).cbrt()))
}

#[test]
fn few_much_larger_balls_get_a_level_of_their_own() {
    let mut radii = vec![0.5; 1000];
    assert_eq!(levels(&radii, 0.3), [0.5]);
    radii.push(2.5);
    assert_eq!(levels(&radii, 0.3), [0.5, 2.5]);
}

#[test]
fn balls_of_similar_radii_share_a_level() {
    let mut random = Random::new(1);
    let radii: Vec<f64> = (0..1000).map(|_| random.between(0.45, 0.55)).collect();
    assert_eq!(levels(&radii, 0.3).len(), 1);
    assert_eq!(levels(&radii, 0.001).len(), 1);
    let halves: Vec<f64> = (0..1000).map(|at| 0.5 * f64::from(1 + at % 2)).collect();
    assert_eq!(levels(&halves, 0.3), [1.0]);
}

#[test]
fn the_coarsest_level_contains_the_largest_ball() {
    let mut random = Random::new(2);
    for round in 0..50 {
        let widest = 1.0 + f64::from(round);
        let radii: Vec<f64> = (0..200).map(|_| widest.powf(random.uniform())).collect();
        let levels = levels(&radii, 0.2);
        assert!(levels.is_sorted());
        assert_eq!(*levels.last().unwrap(), radii.iter().copied().fold(0.0, f64::max));
    }
    assert_eq!(choose(std::iter::empty(), &cube_of(1.0)), [0.0]);
    assert_eq!(levels(&[1e-9, 1e9, 1.0], 0.01).last(), Some(&1e9));
}
