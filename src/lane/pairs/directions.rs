//! Directions relative to the normals of a pair: away from all of them, and across all of them.

use super::constants::{IN_PLANE, MAX_NORMALS, MAX_SEPARATING_LENGTH, MAX_SEPARATING_SWEEPS, SHORTFALL};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// The shortest vector with a component of at least 1 along every normal. None if there is none, or
/// only a very long one.
///
/// Hildreth, "A quadratic programming procedure" (1957): coordinate ascent in the weights of the
/// normals.
pub(crate) fn separating_vector(normals: &[Vector3<f64>]) -> Option<Vector3<f64>> {
    if let [normal] = normals {
        return Some(*normal);
    }
    let mut weights = [0.0f64; MAX_NORMALS];
    let mut sum = Vector3::zeros();
    for _ in 0..MAX_SEPARATING_SWEEPS {
        let mut greatest = 0.0f64;
        for (weight, normal) in weights.iter_mut().zip(normals) {
            let shortfall = 1.0 - normal.dot(&sum);
            greatest = greatest.max(shortfall);
            let better = (*weight + shortfall).max(0.0);
            sum += normal * (better - *weight);
            *weight = better;
        }
        if greatest <= SHORTFALL {
            return (sum.norm() <= MAX_SEPARATING_LENGTH).then_some(sum);
        }
    }
    None
}

/// The part of a vector that is orthogonal to all normals.
pub(crate) fn orthogonal_part(vector: &Vector3<f64>, normals: &[Vector3<f64>]) -> Vector3<f64> {
    let mut axes: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let without = |vector: &Vector3<f64>, axes: &[Vector3<f64>]| {
        // Twice, since the first pass leaves roundings of what it subtracts.
        let once = axes.iter().fold(*vector, |left, axis| left - axis * axis.dot(&left));
        axes.iter().fold(once, |left, axis| left - axis * axis.dot(&left))
    };
    for normal in normals {
        let own = without(normal, &axes);
        if own.norm() > IN_PLANE {
            axes.push(own.normalize());
        }
    }
    if axes.len() == 3 {
        return Vector3::zeros();
    }
    without(vector, &axes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f64, y: f64, z: f64) -> Vector3<f64> {
        Vector3::new(x, y, z).normalize()
    }

    #[test]
    fn a_separating_vector_leads_away_along_every_normal() {
        let cases: [&[Vector3<f64>]; 5] = [
            &[unit(0.0, 0.0, 1.0)],
            &[unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.0)],
            &[unit(1.0, 0.0, 0.1), unit(-1.0, 0.0, 0.1)],
            &[
                unit(1.0, 0.0, 0.0),
                unit(0.0, 1.0, 0.0),
                unit(0.0, 0.0, 1.0),
                unit(1.0, 1.0, 1.0),
            ],
            &[unit(1.0, 0.0, 0.3), unit(-1.0, 1.0, 0.3), unit(-1.0, -1.0, 0.3)],
        ];
        for normals in cases {
            let away = separating_vector(normals).unwrap();
            for normal in normals {
                assert!(normal.dot(&away) > 0.99, "{normals:?}: {away}");
            }
        }
        let opposite = [unit(1.0, 0.0, 0.0), unit(-1.0, 0.0, 0.0)];
        assert_eq!(separating_vector(&opposite), None, "between two walls");
        let pinned = [
            unit(1.0, 0.0, -1.0),
            unit(-1.0, 0.0, -1.0),
            unit(0.0, 1.0, 1.0),
            unit(0.0, -1.0, 1.0),
        ];
        assert_eq!(separating_vector(&pinned), None, "from all sides");
    }

    #[test]
    fn the_orthogonal_part_has_no_component_along_any_normal() {
        let vector = Vector3::new(0.3, -7.0, 2.0);
        let along = unit(0.0, 1.0, 0.0);
        let notch = [unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.0)];
        let left = orthogonal_part(&vector, &notch);
        assert!((left - along * along.dot(&vector)).norm() < 1e-15, "{left}");
        let same_plane = [notch[0], notch[1], unit(1.0, 0.0, 0.2)];
        assert!((orthogonal_part(&vector, &same_plane) - left).norm() < 1e-15);
        let spanning = [notch[0], notch[1], unit(0.1, 1.0, 0.0)];
        assert_eq!(orthogonal_part(&vector, &spanning), Vector3::zeros());
    }
}
