//! The normals along which the two of a pair are pressed together: mostly one, several for what lies in a notch or a pit of
//! a shape of many parts.
//!
//! A new normal takes the place of the one before. That is right for what slides over a curved surface, where the one before
//! is of a point that was left behind and would hold it up in the air. In a notch it is wrong: kept from closing along the
//! one, the two close along the other, and are pressed along that again. So a normal along which they were pressed before at
//! the same place is held beside the others.

use nalgebra::Vector3;
use smallvec::SmallVec;

/// Unit vectors, from the first of the pair to the second, in the order in which they came.
pub(super) type Normals = SmallVec<[Vector3<f64>; 1]>;

/// A body that fits into a pit is held by three normals, or a few more where faces of the pit are parallel; with more than
/// this they are begun anew.
const MOST: usize = 8;

/// Of normals whose cone is narrower than its height by this factor nothing is between.
const SHARPEST: f64 = 1e4;

/// What is remembered of rests of a pair for a little while.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Lately {
    /// Where the second was seen from the first.
    place: Vector3<f64>,
    /// Normals along which they were pressed together there.
    pressed: Vec<Vector3<f64>>,
    /// The instant of the links.
    time: f64,
    /// Normals of rests without force that ended: for that instant the two count as at rest along them, if others push one
    /// of them.
    links: Vec<Vector3<f64>>,
}

impl Lately {
    /// Whether the two were pressed along a normal before at a place; so they are now, and along those that are held.
    fn presses_again(&mut self, normal: &Vector3<f64>, held: &[Vector3<f64>], at: &Spot) -> bool {
        if (at.place - self.place).norm() > at.slop {
            self.place = at.place;
            self.pressed.clear();
        }
        let again = has(&self.pressed, normal);
        for one in held.iter().chain([normal]) {
            if !has(&self.pressed, one) {
                self.pressed.push(*one);
            }
        }
        again
    }

    /// Adds the normal of a rest without force that ended.
    pub(super) fn link(&mut self, time: f64, normal: &Vector3<f64>) {
        if self.time != time {
            self.time = time;
            self.links.clear();
        }
        if !has(&self.links, normal) {
            self.links.push(*normal);
        }
    }

    /// Takes it out again.
    pub(super) fn unlink(&mut self, normal: &Vector3<f64>) {
        self.links.retain(|link| !are_alike(link, normal));
    }

    pub(super) fn unlink_all(&mut self) {
        self.links.clear();
    }

    pub(super) fn links_at(&self, time: f64) -> &[Vector3<f64>] {
        if self.time == time { &self.links } else { &[] }
    }

    /// All vectors in it.
    pub(super) fn vectors(&self) -> impl Iterator<Item = &Vector3<f64>> {
        self.pressed.iter().chain(&self.links).chain([&self.place])
    }

    pub(super) fn time(&self) -> f64 {
        self.time
    }
}

/// Where the second of a pair is seen from the first.
pub(super) struct Spot {
    pub(super) place: Vector3<f64>,
    /// Within this it is the same place.
    pub(super) slop: f64,
}

/// Adds a normal along which two are pressed together now. `at`: where, if it has to be known.
pub(super) fn press(normals: &mut Normals, lately: &mut Option<Box<Lately>>, normal: &Vector3<f64>, at: impl FnOnce() -> Spot) {
    if !normals.is_empty() && !has(normals, normal) {
        let again = lately.get_or_insert_default().presses_again(normal, normals, &at());
        if !again || normals.len() >= MOST {
            normals.clear();
        }
    }
    hold(normals, normal);
}

/// Adds a normal beside the others, or in place of the same one computed before.
pub(super) fn hold(normals: &mut Normals, normal: &Vector3<f64>) {
    match normals.iter_mut().find(|held| are_alike(held, normal)) {
        Some(same) => *same = *normal,
        None => normals.push(*normal),
    }
}

/// Takes out one that is no rest any more.
pub(super) fn release(normals: &mut Normals, normal: &Vector3<f64>) {
    normals.retain(|held| !are_alike(held, normal));
}

/// The shortest vector that leads away by 1 at least along every normal; none if nothing does, or hardly.
///
/// Hildreth's method (1957): ascent in the weights of the normals, one after the other.
pub(super) fn away(normals: &[Vector3<f64>]) -> Option<Vector3<f64>> {
    /// Steps for each normal: more are taken only where nothing leads away, or the normals are nearly opposite.
    const MOST_SWEEPS: usize = 1000;
    /// What may be missing of 1.
    const NEARLY: f64 = 1e-3;
    if let [normal] = normals {
        return Some(*normal);
    }
    let mut weights = [0.0f64; MOST];
    let mut sum = Vector3::zeros();
    for _ in 0..MOST_SWEEPS {
        let mut missing = 0.0f64;
        for (weight, normal) in weights.iter_mut().zip(normals) {
            let lacks = 1.0 - normal.dot(&sum);
            missing = missing.max(lacks);
            let better = (*weight + lacks).max(0.0);
            sum += normal * (better - *weight);
            *weight = better;
        }
        if missing <= NEARLY {
            return (sum.norm() <= SHARPEST).then_some(sum);
        }
    }
    None
}

/// A vector without its components along all normals.
pub(super) fn across(vector: &Vector3<f64>, normals: &[Vector3<f64>]) -> Vector3<f64> {
    /// What is left of a normal that lies in the plane of others, by rounding.
    const IN_PLANE: f64 = 1e-6;
    let mut axes: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let without = |vector: &Vector3<f64>, axes: &[Vector3<f64>]| {
        // Twice, since the first time leaves roundings of what it takes away.
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

/// Whether two normals are of one contact, computed twice.
pub(super) fn are_alike(one: &Vector3<f64>, other: &Vector3<f64>) -> bool {
    /// The angle between them, squared, that rounding stays far below.
    const ALIKE: f64 = 1e-12;
    (one - other).norm_squared() <= ALIKE
}

fn has(normals: &[Vector3<f64>], normal: &Vector3<f64>) -> bool {
    normals.iter().any(|held| are_alike(held, normal))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f64, y: f64, z: f64) -> Vector3<f64> {
        Vector3::new(x, y, z).normalize()
    }

    #[test]
    fn a_normal_that_comes_back_at_the_same_place_is_held_beside_the_others() {
        let [a, b, c, d] = [
            unit(1.0, 0.0, 1.0),
            unit(-1.0, 0.0, 1.0),
            unit(0.0, 1.0, 0.2),
            unit(0.0, 0.0, 1.0),
        ];
        let (mut normals, mut lately) = (Normals::new(), None);
        let mut after = |x: f64, normal: &Vector3<f64>| {
            let at = || Spot {
                place: Vector3::x() * x,
                slop: 1e-9,
            };
            press(&mut normals, &mut lately, normal, at);
            normals.to_vec()
        };
        assert_eq!(after(1.0, &a), [a]);
        assert_eq!(after(1.0, &b), [b]);
        assert_eq!(after(1.0 + 1e-10, &a), [b, a], "it came back");
        assert_eq!(after(1.0, &b), [b, a], "it is there");
        assert_eq!(after(1.0, &c), [c], "a new one may be of another place");
        assert_eq!(after(1.0, &a), [c, a]);
        assert_eq!(after(1.0, &b), [c, a, b]);
        assert_eq!(after(2.0, &d), [d]);
        assert_eq!(after(3.0, &a), [a], "it came back at another place");
    }

    #[test]
    fn what_leads_away_does_so_along_every_normal() {
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
            let away = away(normals).unwrap();
            for normal in normals {
                assert!(normal.dot(&away) > 0.99, "{normals:?}: {away}");
            }
        }
        assert_eq!(away(&[unit(1.0, 0.0, 0.0), unit(-1.0, 0.0, 0.0)]), None, "between two walls");
        let pinned = [
            unit(1.0, 0.0, -1.0),
            unit(-1.0, 0.0, -1.0),
            unit(0.0, 1.0, 1.0),
            unit(0.0, -1.0, 1.0),
        ];
        assert_eq!(away(&pinned), None, "from all sides");
    }

    #[test]
    fn nothing_is_left_along_any_normal() {
        let vector = Vector3::new(0.3, -7.0, 2.0);
        let along = unit(0.0, 1.0, 0.0);
        let notch = [unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.0)];
        let left = across(&vector, &notch);
        assert!((left - along * along.dot(&vector)).norm() < 1e-15, "{left}");
        let same_plane = [notch[0], notch[1], unit(1.0, 0.0, 0.2)];
        assert!((across(&vector, &same_plane) - left).norm() < 1e-15);
        assert_eq!(across(&vector, &[notch[0], notch[1], unit(0.1, 1.0, 0.0)]), Vector3::zeros());
    }
}
