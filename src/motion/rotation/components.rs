//! The angular velocity about a body's principal axes, and their names.

use crate::motion::{Inertia, MotionPiece};
use crate::roots::Extended;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Share of the largest component of the angular velocity below which a component, and share of two
/// terms below which their difference, is computed with 32 digits. A body that passes its unstable
/// axis stays near it for a time that depends on the logarithm of such a number.
const EXTENDED_BELOW: f64 = 0.25;

/// Axes named for the closed form: the tip of the angular momentum circles the third, on its
/// positive side; the second has the middle moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) moments: Vector3<f64>,
    /// Angular velocity about the axes, in rad/s.
    pub(super) spin: Vector3<f64>,
    /// From the body's axes to these.
    pub(super) to_named: UnitQuaternion<f64>,
    /// L² - 2 E I of the middle moment I: positive if the largest moment's axis is circled.
    pub(super) excess: f64,
}

/// The axes of a body with three different moments. None if it rotates about one of its principal
/// axes.
pub(super) fn named(piece: &MotionPiece, inertia: &Inertia) -> Option<Named> {
    let moments = inertia.moments;
    let mut order = [0, 1, 2];
    order.sort_by(|one, other| moments[*one].total_cmp(&moments[*other]));
    let [low, middle, high] = order;
    let speed = piece.angular_velocity.norm();
    let of_body = piece.orientation.inverse_transform_vector(&piece.angular_velocity);
    let mut spin = with_norm(&inertia.axes.inverse_transform_vector(&of_body), speed);
    let over = |of: usize| moments[of] * (moments[of] - moments[middle]) * spin[of] * spin[of];
    let mut excess = over(high) + over(low);
    let small = EXTENDED_BELOW * spin.amax();
    if excess.abs() < EXTENDED_BELOW * (over(high) - over(low)) || spin.iter().any(|part| part.abs() < small) {
        let parts = extended_components(piece, &inertia.axes);
        spin = with_norm(&Vector3::from_fn(|axis, _| parts[axis].high), speed);
        let over = |of: usize| {
            let factor = Extended::difference(moments[of], moments[middle]).times(moments[of]);
            parts[of].product(parts[of]).product(factor)
        };
        excess = over(high).plus(over(low)).high;
    }
    if spin.iter().filter(|part| **part * **part > 0.0).count() < 2 {
        return None;
    }
    let [first, third] = if excess >= 0.0 { [low, high] } else { [high, low] };
    let axes = [first, middle, third];
    // Right-handed, with the third component positive.
    let cyclic = (first + 1) % 3 == middle;
    let up = if spin[third] < 0.0 { -1.0 } else { 1.0 };
    let signs = [if cyclic { up } else { -up }, 1.0, up];
    let rows = Matrix3::from_fn(|row, column| if axes[row] == column { signs[row] } else { 0.0 });
    let renamed = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(rows));
    Some(Named {
        moments: Vector3::from_fn(|axis, _| moments[axes[axis]]),
        spin: Vector3::from_fn(|axis, _| signs[axis] * spin[axes[axis]]),
        to_named: renamed * inertia.axes.inverse(),
        excess,
    })
}

/// A vector of this length. A quaternion's norm is 1 to rounding only, and rounded differently each
/// time; that of a body's axes is the same in every piece, and would add up.
pub(super) fn with_norm(vector: &Vector3<f64>, norm: f64) -> Vector3<f64> {
    vector * (norm / vector.norm())
}

/// The angular velocity about the principal axes with 32 digits, of exactly these floats: its
/// smallest components keep all digits.
fn extended_components(piece: &MotionPiece, axes: &UnitQuaternion<f64>) -> [Extended; 3] {
    let exact = |q: &UnitQuaternion<f64>| [q.w, q.i, q.j, q.k].map(Extended::new);
    let to_world = quaternion_product(&exact(&piece.orientation), &exact(axes));
    let [w, x, y, z] = to_world;
    let inverse = [w, x.negated(), y.negated(), z.negated()];
    let spin = piece.angular_velocity;
    let vector = [0.0, spin.x, spin.y, spin.z].map(Extended::new);
    let [_, x, y, z] = quaternion_product(&quaternion_product(&inverse, &vector), &to_world);
    [x, y, z]
}

fn quaternion_product(a: &[Extended; 4], b: &[Extended; 4]) -> [Extended; 4] {
    let sum = |terms: [(usize, usize, bool); 4]| {
        terms.iter().fold(Extended::default(), |sum, (i, j, minus)| {
            let product = a[*i].product(b[*j]);
            sum.plus(if *minus { product.negated() } else { product })
        })
    };
    [
        sum([(0, 0, false), (1, 1, true), (2, 2, true), (3, 3, true)]),
        sum([(0, 1, false), (1, 0, false), (2, 3, false), (3, 2, true)]),
        sum([(0, 2, false), (2, 0, false), (3, 1, false), (1, 3, true)]),
        sum([(0, 3, false), (3, 0, false), (1, 2, false), (2, 1, true)]),
    ]
}
