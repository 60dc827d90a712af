//! Gaps of smooth bodies, certified from both sides, and against an algebraic condition.

use super::super::convex_pair::separation;
use super::super::convex_part::{ConvexPart, Core};
use super::super::tests::ellipsoids::{contact_function, matrix_of};
use super::super::tests::random::{ROUND_KINDS, Random};
use super::*;
use crate::impact::Collider;
use nalgebra::Vector3;

/// The only part of a shape, rotated.
fn part(random: &mut Random, kind: &str) -> ConvexPart {
    let collider = Collider::new(&random.shape(kind)).unwrap();
    let rotation = random.rotation().to_rotation_matrix();
    collider.parts().unwrap().leaves[0].rotated(rotation.matrix())
}

/// By how much a point is outside a smooth part, in metres, about; none for others.
fn outside(part: &ConvexPart, point: &Vector3<f64>) -> Option<f64> {
    let surface = part.surface()?;
    let node = &surface.nodes[0];
    let axis = surface.side.map_or_else(Vector3::x, |side| side.axis);
    let last = surface.nodes.last().unwrap();
    let along = (point - node.centre).dot(&axis);
    let across = (point - node.centre - axis * along).norm();
    Some(match surface.outline {
        Outline::Ellipsoid => {
            let unit = Vector3::from_fn(|i, _| node.axes[i].dot(&(point - node.centre)) / node.axes[i].norm_squared());
            (unit.norm() - 1.0) * node.longest()
        }
        Outline::Cylinder(radius) => {
            let height = (last.centre - node.centre).norm();
            (across - radius).max(along - height).max(-along)
        }
        Outline::Cone(radius) => {
            let height = (last.centre - node.centre).norm();
            (across - radius * (-along / height)).max(-along - height)
        }
    })
}

#[test]
fn distances_are_certified_from_both_sides() {
    let mut random = Random::new(301);
    let others = ["ball", "cuboid", "capsule", "hull"];
    let all: Vec<&str> = ROUND_KINDS[..6].iter().chain(&others).chain(&["rounded"]).copied().collect();
    let (mut apart, mut worst) = (0, 0.0f64);
    for case in 0..if cfg!(debug_assertions) { 600 } else { 1500 } {
        let kinds = [ROUND_KINDS[case % 6], all[case / 6 % all.len()]];
        let (a, b) = (part(&mut random, kinds[0]), part(&mut random, kinds[1]));
        let direction = random.vector(1.0).normalize();
        // From far apart to nearly touching.
        let touching = {
            let (mut low, mut high) = (0.0, 10.0);
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if separation(&a, &b, &(direction * middle)).0 > 0.0 {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            high
        };
        let away = 10f64.powf(random.between(-12.0, 0.5));
        let offset = direction * (touching + away);
        let pair = SmoothPair::of(&a, &b).unwrap();
        let hint = (case % 2 == 0).then(|| (direction + random.vector(0.1)).normalize());
        let found = pair.meeting(&offset, hint.as_ref());
        let label = format!("case {case} {kinds:?} {away:e} {found:?}");
        let [on_a, on_b] = found.points;
        // The gap along a normal is a lower bound by construction; the points give an upper bound.
        assert!((pair.gap_along(&found.normal, &offset) - found.gap).abs() < 1e-14, "{label}");
        let error = (on_b - on_a).norm() - found.gap;
        worst = worst.max(error.abs());
        assert!(error.abs() < 2e-14, "{error:e} {label}");
        for (part, point) in [(&a, on_a), (&b, on_b - offset)] {
            let off = outside(part, &point).unwrap_or(0.0);
            assert!(off < 1e-11, "{off:e} {label}");
        }
        assert!(found.gap > 0.0, "{label}");
        assert!((on_b - on_a).dot(&found.normal) >= found.gap - 1e-14, "{label}");
        apart += 1;
    }
    assert!(apart > 500, "{worst:e}");
}

#[test]
fn ellipsoids_touch_where_the_contact_function_is_one() {
    let mut random = Random::new(302);
    let kinds = ["ellipsoid", "spheroid", "needle", "lentil"];
    for case in 0..if cfg!(debug_assertions) { 400 } else { 3000 } {
        let (a, b) = (part(&mut random, kinds[case % 4]), part(&mut random, kinds[case / 4 % 4]));
        let matrices = [&a, &b].map(|part| matrix_of(part.surface().unwrap()));
        let direction = random.vector(1.0);
        // The contact function is quadratic in the distance: this is where they touch.
        let touching = direction / contact_function(&matrices, &direction).value.sqrt();
        for (factor, is_apart) in [
            (0.3, false),
            (0.999, false),
            (1.0 - 1e-8, false),
            (1.0 + 1e-8, true),
            (1.1, true),
        ] {
            let offset = touching * factor;
            let (gap, normal) = separation(&a, &b, &offset);
            assert_eq!(gap > 0.0, is_apart, "case {case} {factor}: {gap:e}");
            let pair = SmoothPair::of(&a, &b).unwrap();
            // No direction shows a smaller depth.
            if case % 10 == 0 && !is_apart {
                for _ in 0..200 {
                    let other = random.vector(1.0).normalize();
                    assert!(
                        pair.gap_along(&other, &offset) <= gap + 1e-12,
                        "case {case} {factor}: {gap:e} {normal} {other}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_ellipsoid_of_equal_axes_is_a_ball() {
    let mut random = Random::new(303);
    for _ in 0..500 {
        let (r, q) = (random.between(0.1, 2.0), random.between(0.1, 2.0));
        let sphere = |radius: f64| ConvexPart {
            core: Core::Smooth(Box::new(super::super::convex_part::Smooth::new(Surface::ellipsoid(
                &Vector3::repeat(radius),
            )))),
            radius: 0.0,
        };
        let offset = random.vector(3.0);
        let (gap, normal) = separation(&sphere(r), &sphere(q), &offset);
        assert!((gap - (offset.norm() - r - q)).abs() < 1e-14);
        assert!((normal - offset.normalize()).norm() < 1e-13);
    }
}

#[test]
fn flat_and_thin_shapes_keep_their_digits() {
    let mut random = Random::new(304);
    let shapes = [
        Surface::ellipsoid(&Vector3::new(1.0, 1e-3, 1.0)),
        Surface::ellipsoid(&Vector3::new(1e-3, 1.0, 1e-3)),
        Surface::ellipsoid(&Vector3::new(1.0, 3e-2, 1e-3)),
        Surface::cylinder(1e-3, 1.0),
        Surface::cylinder(1.0, 1e-3),
        Surface::cone(1e-3, 1.0),
        Surface::cone(1.0, 1e-3),
    ];
    for case in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let [a, b] = [case % 7, case / 7 % 7].map(|number| {
            let rotation = random.rotation().to_rotation_matrix();
            ConvexPart {
                core: Core::Smooth(Box::new(super::super::convex_part::Smooth::new(
                    shapes[number].rotated(rotation.matrix()),
                ))),
                radius: 0.0,
            }
        });
        let offset = random.vector(1.0);
        let pair = SmoothPair::of(&a, &b).unwrap();
        let found = pair.meeting(&offset, None);
        let label = format!("case {case} {found:?}");
        if found.gap > 1e-9 {
            let [on_a, on_b] = found.points;
            let error = (on_b - on_a).norm() - found.gap;
            assert!(error.abs() < 1e-13, "{error:e} {label}");
            for (part, point) in [(&a, on_a), (&b, on_b - offset)] {
                let off = outside(part, &point).unwrap_or(0.0);
                assert!(off < 2e-8, "{off:e} {label}");
            }
        } else {
            // No direction shows that they are apart.
            for _ in 0..100 {
                let other = random.vector(1.0).normalize();
                assert!(pair.gap_along(&other, &offset) <= found.gap + 1e-9, "{label} {other}");
            }
        }
    }
}

#[test]
fn the_depth_is_within_its_bounds() {
    let mut random = Random::new(305);
    let others = ["ball", "cuboid", "capsule", "hull", "rounded"];
    let all: Vec<&str> = ROUND_KINDS[..6].iter().chain(&others).copied().collect();
    let (mut overlapping, mut good) = (0, 0);
    for case in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let kinds = [ROUND_KINDS[case % 6], all[case / 6 % all.len()]];
        let (a, b) = (part(&mut random, kinds[0]), part(&mut random, kinds[1]));
        let (offset, start) = (random.vector(0.7), random.vector(1.0).normalize());
        let pair = SmoothPair::of(&a, &b).unwrap();
        let found = pair.meeting(&offset, None);
        let Some(bound) = pair.depth_bound(&offset, &start, 0.0) else {
            continue;
        };
        let label = format!("case {case} {kinds:?} {bound:?} {found:?}");
        assert!(
            (pair.gap_along(&bound.normal, &offset) + bound.at_most).abs() < 1e-13,
            "{label}"
        );
        assert!(bound.at_most >= -found.gap - 1e-12, "{label}");
        assert_eq!(pair.is_apart(&offset, 1e-12), found.gap > 1e-12, "{label}");
        if found.gap > 0.0 {
            assert_eq!(bound.at_least, 0.0, "{label}");
            continue;
        }
        assert!(bound.at_least <= -found.gap * (1.0 + 1e-9), "{label}");
        overlapping += 1;
        good += usize::from(bound.at_least >= 0.4 * -found.gap);
    }
    assert!(overlapping > 50 && good * 10 > overlapping * 9, "{good} of {overlapping}");
}

#[test]
fn a_ball_inside_a_surface_is_inside() {
    let mut random = Random::new(306);
    for case in 0..600 {
        let collider = Collider::new(&random.shape(ROUND_KINDS[case % 6])).unwrap();
        let mut surface = collider.parts().unwrap().leaves[0].surface().unwrap().clone();
        surface.displace(&random.vector(0.3));
        let radius = surface.inner_radius();
        for _ in 0..50 {
            let height = surface.height(&random.vector(1.0).normalize());
            assert!(height >= radius - 1e-14, "case {case}: {height} {radius}");
        }
    }
}
