//! Contact point, normal and depth of two shapes: at a predicted impact, and at any instant (the
//! discrete test).

use super::collider::{Collider, Kind};
use super::composite::Composite;
use super::constants::FLUSH_TOLERANCE;
use super::convex_part::ConvexPart;
use super::patch::{Patches, support_height};
use super::relative::States;
use super::timing::{Pair, Solver};
use super::{Contact, Impact, Moving, Relative, convex_pair};
use crate::domain::Wall;
use crate::motion::{MotionPiece, Path};
use nalgebra::{UnitQuaternion, Vector3};
use std::ops::ControlFlow;

/// The contact at a predicted impact: the centroid of the patch of all parts that meet in the same
/// plane.
pub(super) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    let pieces = [a, b].map(|moving| moving.piece.delayed(impact.time, impact.late));
    let [exact_a, exact_b] = [(a, &pieces[0]), (b, &pieces[1])].map(|(moving, piece)| Moving { piece, ..*moving });
    // Round surfaces change their normal as they move on; flat ones do not. So the exact time is
    // used here.
    if let Some((_, contact)) = simple_contact(&exact_a, &exact_b, impact.time) {
        return contact;
    }
    let pair = Pair::new(a, b);
    let (composite, normal) = match &pair {
        Some(Pair {
            solver: Solver::Leaves(composite),
            window,
            ..
        }) => {
            let entry = composite.leaf_impact(impact.leaves, *window);
            (composite, entry.map(|entry| entry.normal))
        }
        // Not a prediction of this pair.
        _ => return contact_at(a, b, impact.time).unwrap_or_else(|| between_centres(a, b, impact.time)),
    };
    let offset = composite.offset_at(impact.time - Relative::new(a.piece, b.piece).start);
    let [leaf_a, leaf_b] = composite.leaves(impact.leaves);
    let frame = ContactFrame {
        normal: normal.unwrap_or_else(|| convex_pair::separation(&leaf_a, &leaf_b, &offset).1),
        offset,
        tolerance: FLUSH_TOLERANCE * composite.extent() + composite.rounding(),
    };
    let mut patches = Patches::default();
    composite.touching(&offset, frame.tolerance, |_, other_a, other_b| {
        if frame.gap(other_a, other_b).abs() <= frame.tolerance {
            patches.add_meeting(other_a, other_b, &offset, &frame.normal, frame.tolerance);
        }
        ControlFlow::Continue(())
    });
    frame.contact(a, impact.time, &leaf_a, &leaf_b, &patches)
}

/// The contact at time `t`, if the pair touches. For composites, of the parts that overlap deepest;
/// at equal depth the lowest part numbers.
pub(super) fn contact_at(a: &Moving, b: &Moving, t: f64) -> Option<Contact> {
    if let Some((gap, contact)) = simple_contact(a, b, t) {
        return (gap <= 0.0).then_some(contact);
    }
    let (rel, composite) = composite(a, b, t);
    deepest_contact(a, &composite, &composite.offset_at(t - rel.start), t, 0.0)
}

/// Whether the pair touches at time `t`: like [`contact_at`], but it stops at the first parts that
/// touch.
pub(super) fn touches_at(a: &Moving, b: &Moving, t: f64) -> bool {
    if let Some((gap, _)) = simple_contact(a, b, t) {
        return gap <= 0.0;
    }
    let (rel, composite) = composite(a, b, t);
    let offset = composite.offset_at(t - rel.start);
    let mut touches = false;
    composite.touching(&offset, 0.0, |_, leaf_a, leaf_b| {
        touches = convex_pair::separation(leaf_a, leaf_b, &offset).0 <= 0.0;
        if touches {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    touches
}

/// The contact at a time at which the pair touches up to rounding.
pub(super) fn contact_near(a: &Moving, b: &Moving, t: f64) -> Contact {
    if let Some((_, contact)) = simple_contact(a, b, t) {
        return contact;
    }
    let (rel, composite) = composite(a, b, t);
    let tolerance = FLUSH_TOLERANCE * composite.extent() + composite.rounding();
    let found = deepest_contact(a, &composite, &composite.offset_at(t - rel.start), t, tolerance);
    found.unwrap_or_else(|| between_centres(a, b, t))
}

/// The contact of the two parts that overlap deepest, or are least apart and by no more than
/// `slack`; at equal depth the lowest part numbers.
fn deepest_contact(a: &Moving, composite: &Composite, offset: &Vector3<f64>, t: f64, slack: f64) -> Option<Contact> {
    let mut deepest: Option<(f64, [u32; 2], Vector3<f64>)> = None;
    composite.touching(offset, slack, |leaves, leaf_a, leaf_b| {
        let (gap, normal) = convex_pair::separation(leaf_a, leaf_b, offset);
        let deeper = deepest.is_none_or(|(least, other, _)| (gap, leaves) < (least, other));
        if gap <= slack && deeper {
            deepest = Some((gap, leaves, normal));
        }
        ControlFlow::Continue(())
    });
    let (_, leaves, normal) = deepest?;
    let [leaf_a, leaf_b] = composite.leaves(leaves);
    let frame = ContactFrame {
        normal,
        offset: *offset,
        tolerance: FLUSH_TOLERANCE * composite.extent() + composite.rounding(),
    };
    let mut patches = Patches::default();
    patches.add_meeting(&leaf_a, &leaf_b, offset, &normal, frame.tolerance);
    Some(frame.contact(a, t, &leaf_a, &leaf_b, &patches))
}

/// The point of a shape's surface that is extreme along a unit direction, relative to the body's
/// position: the centroid of the face, edge or vertex there, `swell` farther out on a ball. None
/// for a half-space.
pub(super) fn support_centroid(
    collider: &Collider,
    orientation: &UnitQuaternion<f64>,
    direction: &Vector3<f64>,
    swell: f64,
) -> Option<Vector3<f64>> {
    if let Kind::Ball { radius, .. } = &collider.kind {
        return Some(direction * (*radius + swell));
    }
    let parts = collider.parts()?;
    let along = orientation.inverse_transform_vector(direction);
    let height = parts
        .leaves
        .iter()
        .map(|leaf| support_height(leaf, &along))
        .fold(f64::NEG_INFINITY, f64::max);
    let mut patches = Patches::default();
    for leaf in &parts.leaves {
        patches.add_support(leaf, &along, height, FLUSH_TOLERANCE * parts.extent);
    }
    patches.centroid().map(|point| orientation * point)
}

/// The gap and the contact of a pair that is tested without its convex parts: two balls, or a
/// half-space and any shape.
fn simple_contact(a: &Moving, b: &Moving, t: f64) -> Option<(f64, Contact)> {
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::Ball { radius: radius_a, .. }, Kind::Ball { radius: radius_b, .. }) => {
            let radius_b = radius_b + b.piece.swell_at(t);
            Some(contact_of_balls(
                a.piece,
                b.piece,
                radius_a + a.piece.swell_at(t),
                radius_b,
                t,
            ))
        }
        (Kind::HalfSpace { normal }, _) => Some(on_half_space(a, normal, b, t)),
        (_, Kind::HalfSpace { normal }) => {
            let (gap, contact) = on_half_space(b, normal, a, t);
            let flipped = Contact {
                normal: -contact.normal,
                ..contact
            };
            Some((gap, flipped))
        }
        _ => None,
    }
}

/// The gap and the contact of two balls with these radii at time `t`.
fn contact_of_balls(a: &MotionPiece, b: &MotionPiece, radius_a: f64, radius_b: f64, t: f64) -> (f64, Contact) {
    contact_between(&States::new(a, b), &a.position_at(t), radius_a, radius_b, t)
}

/// The contact of two balls with these radii at time `t`.
#[inline(always)]
pub(crate) fn contact_of_paths<const FREE: bool>(
    a: &Path<FREE>,
    b: &Path<FREE>,
    radius_a: f64,
    radius_b: f64,
    t: f64,
) -> Contact {
    contact_between(&States::of_paths(a, b), &a.at(t), radius_a, radius_b, t).1
}

#[inline(always)]
fn contact_between(states: &States, at_a: &Vector3<f64>, radius_a: f64, radius_b: f64, t: f64) -> (f64, Contact) {
    let between = states.position_at(states.since_start(t));
    let distance = between.norm();
    let normal = if distance > 0.0 {
        between / distance
    } else {
        // Concentric: against the motion, so that they approach.
        let rel = states.relative();
        let against = (-rel.velocity_at(t - rel.start)).try_normalize(0.0);
        against.unwrap_or_else(Vector3::x)
    };
    let gap = distance - (radius_a + radius_b);
    let contact = Contact {
        point: at_a + normal * (radius_a + 0.5 * gap),
        normal,
        depth: (-gap).max(0.0),
        radii: [0.0; 2],
        normal_spin: Vector3::zeros(),
    };
    (gap, contact)
}

fn on_half_space(half_space: &Moving, normal: &Vector3<f64>, body: &Moving, t: f64) -> (f64, Contact) {
    let normal = half_space.piece.orientation * normal;
    let rel = Relative::new(half_space.piece, body.piece);
    let lowest = support_centroid(body.collider, &body.piece.orientation, &-normal, body.piece.swell_at(t));
    // Two half-spaces: they overlap everywhere.
    let lowest = lowest.unwrap_or_else(|| -normal * f64::MAX);
    let gap = normal.dot(&rel.position_at(t - rel.start)) + normal.dot(&lowest);
    let contact = Contact {
        point: body.piece.position_at(t) + lowest - normal * (0.5 * gap),
        normal,
        depth: (-gap).max(0.0),
        radii: [0.0; 2],
        normal_spin: Vector3::zeros(),
    };
    (gap, contact)
}

/// For a pair that does not touch: half way between the bodies' origins.
fn between_centres(a: &Moving, b: &Moving, t: f64) -> Contact {
    let (at_a, at_b) = (a.piece.position_at(t), b.piece.position_at(t));
    Contact {
        point: (at_a + at_b) * 0.5,
        normal: (at_b - at_a).try_normalize(0.0).unwrap_or_else(Vector3::x),
        depth: 0.0,
        radii: [0.0; 2],
        normal_spin: Vector3::zeros(),
    }
}

/// The contact of a body with a wall of the domain: at the centroid of the face, edge or vertex
/// towards the wall.
pub(super) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    let normal = wall.normal();
    let support = support_centroid(body.collider, &body.piece.orientation, &normal, body.piece.swell_at(t));
    Contact {
        point: body.piece.position_at(t) + support.unwrap_or_default(),
        normal,
        depth: 0.0,
        radii: [0.0; 2],
        normal_spin: Vector3::zeros(),
    }
}

/// The contact geometry of a pair of convex parts, in a's axes.
struct ContactFrame {
    normal: Vector3<f64>,
    offset: Vector3<f64>,
    tolerance: f64,
}

impl ContactFrame {
    /// How far apart two parts are along the normal.
    fn gap(&self, a: &ConvexPart, b: &ConvexPart) -> f64 {
        self.offset.dot(&self.normal) - support_height(b, &-self.normal) - support_height(a, &self.normal)
    }

    /// The contact at the centroid of the patches; without patches, half way between the closest
    /// points of the two parts.
    fn contact(&self, a: &Moving, t: f64, leaf_a: &ConvexPart, leaf_b: &ConvexPart, patches: &Patches) -> Contact {
        let local = patches
            .centroid()
            .unwrap_or_else(|| convex_pair::midpoint(leaf_a, leaf_b, &self.offset, &self.normal));
        let orientation = &a.piece.orientation;
        Contact {
            point: a.piece.position_at(t) + orientation * local,
            normal: orientation * self.normal,
            depth: (-self.gap(leaf_a, leaf_b)).max(0.0),
            radii: [0.0; 2],
            normal_spin: Vector3::zeros(),
        }
    }
}

/// The relative motion of a pair and its convex parts, for tests at time `t`.
fn composite<'a>(a: &Moving<'a>, b: &Moving<'a>, t: f64) -> (Relative, Composite<'a>) {
    let rel = Relative::new(a.piece, b.piece);
    match (a.collider.parts(), b.collider.parts()) {
        (Some(parts_a), Some(parts_b)) => (rel, Composite::new([a, b], [parts_a, parts_b], &rel, t - rel.start)),
        _ => unreachable!("half-spaces are met in closed form"),
    }
}
