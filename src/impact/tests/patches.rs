//! Contact points and normals of rotating bodies, against patches found by brute force.

use super::random::Random;
use super::spin::{cases, forecast_of};
use super::*;
use crate::portable;
use nalgebra::{Rotation3, Vector2};
use std::f64::consts::TAU;

type Flat = Vec<Vector2<f64>>;

/// Corners of a polygon on an ellipse, counter-clockwise.
fn ellipse(random: &mut Random, corners: usize) -> Flat {
    let (wide, long) = (random.between(0.3, 1.0), random.between(0.3, 1.0));
    let angle = |number: usize| portable::sin_cos(TAU * number as f64 / corners as f64);
    (0..corners)
        .map(|number| Vector2::new(wide * angle(number).1, long * angle(number).0))
        .collect()
}

/// A right prism about the z axis, and its corners below and above in turn.
fn prism(outline: &Flat, height: f64) -> (Shape, Vec<Vector3<f64>>) {
    let points: Vec<Vector3<f64>> = outline
        .iter()
        .flat_map(|corner| [-height, height].map(|z| Vector3::new(corner.x, corner.y, z)))
        .collect();
    (Shape::convex(points.clone()).unwrap(), points)
}

fn rectangle(half: &Vector2<f64>) -> Flat {
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    signs.map(|signs| half.component_mul(&Vector2::from(signs))).to_vec()
}

/// A cuboid or a prism, by its outline and its height.
fn upright(random: &mut Random, cuboid: bool) -> (Shape, Flat, f64) {
    let height = random.between(0.2, 1.0);
    if cuboid {
        let half = Vector2::new(random.between(0.2, 1.0), random.between(0.2, 1.0));
        return (Shape::cuboid(half.push(height)).unwrap(), rectangle(&half), height);
    }
    let corners = 3 + (random.unit() * 10.0) as usize;
    let outline = ellipse(random, corners);
    (prism(&outline, height).0, outline, height)
}

/// Outward unit normals of the edges of a polygon.
fn sides(outline: &Flat) -> Vec<Vector2<f64>> {
    let next = |number: usize| outline[(number + 1) % outline.len()];
    let side = |number: usize| (next(number) - outline[number]).normalize();
    (0..outline.len())
        .map(|number| Vector2::new(side(number).y, -side(number).x))
        .collect()
}

/// The outline of a body in the plane z = 0 at a time.
fn placed(body: &TestBody, outline: &Flat, t: f64) -> Flat {
    let (rotation, at) = (body.piece.orientation_at(t), body.piece.position_at(t));
    outline.iter().map(|corner| (rotation * corner.push(0.0) + at).xy()).collect()
}

/// The greatest separation of two polygons over the edges of both, with the normal from the first
/// to the second: over all edges, and over all but the best.
fn separations(a: &Flat, b: &Flat) -> ([f64; 2], Vector2<f64>) {
    let lowest = |points: &Flat, along: &Vector2<f64>| points.iter().map(|p| p.dot(along)).fold(f64::INFINITY, f64::min);
    let of = |one: &Flat, other: &Flat, sign: f64| -> Vec<(f64, Vector2<f64>)> {
        let edges = sides(one).into_iter();
        edges
            .map(|normal| (lowest(other, &normal) + lowest(one, &-normal), normal * sign))
            .collect()
    };
    let mut all = [of(a, b, 1.0), of(b, a, -1.0)].concat();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    ([all[0].0, all[1].0], all[0].1)
}

/// The touching corner of the other polygon, if there is only one.
fn touching_corner(a: &Flat, b: &Flat, normal: &Vector2<f64>) -> Option<Vector2<f64>> {
    let reached = |points: &Flat, along: Vector2<f64>| -> Flat {
        let most = points.iter().map(|p| p.dot(&along)).fold(f64::NEG_INFINITY, f64::max);
        points.iter().copied().filter(|p| p.dot(&along) > most - 1e-6).collect()
    };
    match (reached(a, *normal).as_slice(), reached(b, -normal).as_slice()) {
        ([one], [_, _]) | ([_, _], [one]) => Some(*one),
        _ => None,
    }
}

/// Regression: some in 300 random impacts in a plane were reported at a corner of the patch.
#[test]
fn planar_impacts_have_their_contact_in_the_plane() {
    let mut random = Random::new(191);
    let (mut met, mut as_impact) = (0, 0);
    for case in 0..cases(40_000) {
        let bodies = [0, 1].map(|side| upright(&mut random, (case >> side) & 1 == 0));
        let meet = random.between(0.5, 4.0);
        let mut coming = |from: f64| {
            let velocity = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0);
            let aim = Vector3::new(random.between(-0.8, 0.8), random.between(-0.8, 0.8), 0.0);
            MotionPiece {
                orientation: UnitQuaternion::from_scaled_axis(Vector3::z() * random.between(-3.0, 3.0)),
                angular_velocity: Vector3::z() * random.between(-2.0, 2.0),
                velocity: velocity + Vector3::x() * from,
                position: aim - (velocity + Vector3::x() * from) * meet,
                ..MotionPiece::at_rest()
            }
        };
        let pieces = [coming(2.0), coming(-2.0)];
        let [a, b] = [0, 1].map(|side| TestBody::new(bodies[side].0.clone(), pieces[side]));
        if contact_at(&a.moving(), &b.moving(), 0.0).is_some() {
            continue;
        }
        let Some(impact) = forecast_of(&a, &b) else { continue };
        met += 1;
        let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
        assert_eq!((contact.point.z, contact.normal.z), (0.0, 0.0), "case {case}: {contact:?}");
        let [of_a, of_b] = [placed(&a, &bodies[0].1, impact.time), placed(&b, &bodies[1].1, impact.time)];
        let ([gap, next], normal) = separations(&of_a, &of_b);
        if gap - next < 1e-6 {
            // Two corners, or two flush sides.
            continue;
        }
        let Some(corner) = touching_corner(&of_a, &of_b, &normal) else {
            continue;
        };
        as_impact += 1;
        assert!(
            (contact.normal.xy() - normal).norm() < 1e-12,
            "case {case}: {contact:?}, {normal}"
        );
        assert!(
            (contact.point.xy() - corner).norm() < 1e-11,
            "case {case}: {contact:?}, {corner}"
        );
    }
    assert!(met > cases(40_000) / 2 && as_impact > met * 99 / 100, "{met} {as_impact}");
}

/// The corners of the intersection of two convex polygons: the corners of each within the other,
/// and the crossings of their edges.
fn in_common(a: &Flat, b: &Flat) -> Flat {
    let within = |point: &Vector2<f64>, polygon: &Flat| {
        let edges = sides(polygon).into_iter().zip(polygon);
        edges
            .into_iter()
            .all(|(normal, corner)| normal.dot(&(point - corner)) <= 1e-12)
    };
    let mut found: Flat = a.iter().copied().filter(|p| within(p, b)).collect();
    if b.len() > 2 {
        found.extend(b.iter().copied().filter(|p| within(p, a)));
    }
    for (i, p) in a.iter().enumerate() {
        for (j, r) in b.iter().enumerate() {
            let (along_a, along_b) = (a[(i + 1) % a.len()] - p, b[(j + 1) % b.len()] - r);
            let cross = along_a.perp(&along_b);
            let (s, t) = ((r - p).perp(&along_b) / cross, (r - p).perp(&along_a) / cross);
            if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
                found.push(p + along_a * s);
            }
        }
    }
    found
}

/// The centroid of the hull of points, by triangles about their mean; for points on a line the
/// middle.
fn middle(points: &Flat) -> Vector2<f64> {
    let mean = points.iter().sum::<Vector2<f64>>() / points.len() as f64;
    let mut round: Flat = points.iter().map(|p| p - mean).collect();
    round.sort_by(|p, q| portable::angle_of(p.y, p.x).total_cmp(&portable::angle_of(q.y, q.x)));
    let (mut area, mut moment) = (0.0, Vector2::zeros());
    for (number, p) in round.iter().enumerate() {
        let q = round[(number + 1) % round.len()];
        area += p.perp(&q);
        moment += (p + q) * (p.perp(&q) / 3.0);
    }
    if area > 1e-9 {
        return mean + moment / area;
    }
    let far = |from: &Vector2<f64>| {
        let by = |p: &&Vector2<f64>, q: &&Vector2<f64>| (*p - from).norm().total_cmp(&(*q - from).norm());
        *points.iter().max_by(by).expect("there are points")
    };
    let one = far(&mean);
    (one + far(&one)) * 0.5
}

/// The feature of a body that is put on a face.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aspect {
    Vertex,
    Edge,
    Face,
}

/// A rotation after which `outward` points along -x, and `along`, orthogonal to it, lies in the
/// plane orthogonal to x at an angle.
fn facing(outward: &Vector3<f64>, along: &Vector3<f64>, angle: f64) -> Rotation3<f64> {
    let frame = |x: &Vector3<f64>, y: &Vector3<f64>| nalgebra::Matrix3::from_columns(&[*x, *y, x.cross(y)]);
    let (sin, cos) = portable::sin_cos(angle);
    let to = frame(&-Vector3::x(), &Vector3::new(0.0, cos, sin));
    Rotation3::from_matrix_unchecked(to * frame(outward, along).transpose())
}

/// A vertex, an edge or a face of a rotating body comes down on a face, or a half-space: the patch
/// is found by brute force.
#[test]
fn patches_agree_with_brute_force() {
    let mut random = Random::new(192);
    let mut as_impact = [0; 3];
    for case in 0..cases(12_000) {
        let aspect = [Aspect::Vertex, Aspect::Edge, Aspect::Face][case as usize % 3];
        let (shape, outline, height) = upright(&mut random, case.is_multiple_of(2));
        let (_, points) = prism(&outline, height);
        // The side of the prism that faces x, or the whole plane.
        let on_plane = case.is_multiple_of(5);
        let half = Vector3::new(random.between(0.2, 1.0), random.between(0.2, 1.0), random.between(0.2, 1.0));
        let (below, face) = if on_plane {
            (Shape::half_space(Vector3::x()).unwrap(), rectangle(&Vector2::repeat(100.0)))
        } else {
            (Shape::cuboid(half).unwrap(), rectangle(&half.yz()))
        };
        let top = if on_plane { 0.0 } else { half.x };

        let number = (random.unit() * outline.len() as f64) as usize;
        let normals = sides(&outline);
        let before = normals[(number + outline.len() - 1) % outline.len()];
        let share = random.between(0.2, 0.8);
        let (outward, along, keeps) = match aspect {
            // A vertical edge, about which it may rotate.
            Aspect::Edge => {
                let outward = (before * share + normals[number] * (1.0 - share)).normalize().push(0.0);
                (outward, Vector3::z(), true)
            }
            // A side, or the top; it may rotate in its plane.
            Aspect::Face if share > 0.5 => (normals[number].push(0.0), Vector3::z(), false),
            Aspect::Face => (Vector3::z(), Vector3::x(), false),
            Aspect::Vertex => {
                let outward = (before * share + normals[number] * (1.0 - share)).normalize() * 0.8;
                let outward = outward.push(0.6);
                (outward, outward.cross(&Vector3::x()).normalize(), true)
            }
        };
        let angle = random.between(0.0, TAU);
        let rotated = facing(&outward, &along, angle);
        let lowest = points.iter().map(|p| (rotated * p).x).fold(f64::INFINITY, f64::min);
        let aside = Vector2::new(random.between(-0.7, 0.7), random.between(-0.7, 0.7));
        let at = Vector3::new(top - lowest, aside.x, aside.y);
        let projected: Flat = points
            .iter()
            .map(|p| rotated * p)
            .filter(|p| p.x < lowest + 1e-9)
            .map(|p| (p + at).yz())
            .collect();
        assert_eq!(
            projected.len().min(3),
            [1, 2, 3][aspect as usize],
            "case {case}: the aspect is as it is meant to be"
        );
        let patch = match aspect {
            Aspect::Face => {
                let mean = projected.iter().sum::<Vector2<f64>>() / projected.len() as f64;
                let mut round = projected.clone();
                let angle_of = |p: &Vector2<f64>| portable::angle_of(p.y - mean.y, p.x - mean.x);
                round.sort_by(|p, q| angle_of(p).total_cmp(&angle_of(q)));
                in_common(&round, &face)
            }
            _ => in_common(&projected, &face),
        };
        let is_wide = |patch: &Flat| patch.iter().any(|p| (p - patch[0]).norm() > 0.05);
        if patch.is_empty() || (aspect != Aspect::Vertex && !is_wide(&patch)) {
            continue;
        }
        let expected = middle(&patch);

        // The whole configuration is rotated and moved, and runs backwards from the time of the
        // impact; slowly enough that no other features meet before.
        let (whole, drift, time) = (random.rotation(), random.vector(1.0), random.between(0.5, 2.0));
        let spin = if keeps && aspect == Aspect::Edge {
            rotated * along
        } else if aspect == Aspect::Vertex {
            random.vector(0.5)
        } else {
            Vector3::x()
        };
        let spin = whole * spin * random.between(-0.4, 0.4);
        let velocity = whole * Vector3::new(-1.0, 0.2, -0.3) + drift;
        let place = random.vector(3.0);
        let back = portable::rotation(&(-spin * time));
        let first = TestBody::new(
            below,
            MotionPiece {
                orientation: whole,
                ..piece((place - drift * time).into(), drift.into())
            },
        );
        let other = TestBody::new(
            shape,
            MotionPiece {
                orientation: back * whole * UnitQuaternion::from_rotation_matrix(&rotated),
                angular_velocity: spin,
                ..piece((place + whole * at - velocity * time).into(), velocity.into())
            },
        );
        let swapped = case % 7 < 3;
        let (a, b) = if swapped { (&other, &first) } else { (&first, &other) };
        let impact = forecast_of(a, b).unwrap_or_else(|| panic!("case {case} {aspect:?}: no impact"));
        let about = format!("case {case} {aspect:?} on a plane: {on_plane}, {impact:?}, expected at {time}");
        assert!((impact.time - time).abs() < 1e-10, "{about}");
        let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
        let normal = whole * Vector3::x() * if swapped { -1.0 } else { 1.0 };
        assert!((contact.normal - normal).norm() < 1e-9, "{about}: {contact:?}, {normal}");
        let expected = place + whole * Vector3::new(top, expected.x, expected.y);
        assert!((contact.point - expected).norm() < 2e-8, "{about}: {contact:?}, {expected}");
        as_impact[aspect as usize] += 1;
    }
    let each = cases(12_000) / 6;
    assert!(as_impact.iter().all(|as_impact| *as_impact > each), "{as_impact:?}");
}
