mod layouts;

use super::obstacle::Obstacle;
use super::*;
use crate::scene::{Groups, Mass, Shape, place};
use std::error::Error;
use std::slice::from_ref;

type Outcome = Result<(), Box<dyn Error>>;

fn balls(count: usize, radius: f64) -> Population {
    Population::gas(count, Body::new(Shape::ball(radius).unwrap()))
}

fn corners(domain: Domain) -> [Vector3<f64>; 2] {
    match domain {
        Domain::Box { min, max } => [min, max],
        other => panic!("{other:?}"),
    }
}

/// By comparing all pairs: the number of bounding balls that overlap each other or cross a wall.
fn overlaps(bodies: &[Body], min: &Vector3<f64>, max: &Vector3<f64>) -> usize {
    let mut found = 0;
    for (i, a) in bodies.iter().enumerate() {
        let radius = a.shape.bounding_radius();
        found += (0..3)
            .filter(|&axis| a.position[axis] - radius < min[axis] || a.position[axis] + radius > max[axis])
            .count();
        for b in &bodies[..i] {
            found += usize::from((a.position - b.position).norm() < radius + b.shape.bounding_radius());
        }
    }
    found
}

#[test]
fn populations_do_not_overlap_and_have_their_packing() -> Outcome {
    for (count, radius) in [(1, 1.0), (2, 1e-9), (7, 1e9), (60, 0.3), (500, 2.0)] {
        for packing in [1e-9, 0.01, 0.1, 0.25, 0.3, 0.3001, 0.4, 0.45] {
            let population = Population {
                packing: Some(packing),
                ..balls(count, radius)
            };
            let [min, max] = corners(Population::cube(from_ref(&population))?);
            assert_eq!(min, -max);
            let filled = count as f64 * volume_in(Dimensions::Three, radius) / (max - min).product();
            assert!((filled / packing - 1.0).abs() < 1e-12, "{filled} for {packing}");
            match population.place(0, min, max, &[]) {
                Ok(bodies) => {
                    assert_eq!(bodies.len(), count);
                    assert_eq!(overlaps(&bodies, &min, &max), 0, "{count} at {packing}");
                }
                // A few balls do not reach every packing between walls.
                Err(error) => assert!(count < 60 && packing > 0.1, "{count} at {packing}: {error}"),
            }
        }
    }
    Ok(())
}

#[test]
fn lattices_reach_the_packings_of_dense_fluids() -> Outcome {
    for (count, packing) in [(1000, 0.49), (4000, 0.5), (4000, 0.6), (8, 0.52)] {
        let population = Population {
            packing: Some(packing),
            ..balls(count, 1.0)
        };
        let [min, max] = corners(Population::cube(from_ref(&population))?);
        let bodies = population.place(0, min, max, &[])?;
        assert_eq!(overlaps(&bodies, &min, &max), 0, "{count} at {packing}");
        // Random within the gap: no two balls have the same height.
        let mut heights: Vec<f64> = bodies.iter().map(|b| b.position.z).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup();
        assert!(heights.len() > count / 2 || count == 8, "{}", heights.len());
    }
    Ok(())
}

#[test]
fn populations_that_do_not_fit_are_refused() -> Outcome {
    let population = balls(100, 1.0);
    for (min, max) in [
        (Vector3::repeat(-1.0), Vector3::repeat(0.9)),
        (Vector3::repeat(-4.0), Vector3::repeat(4.0)),
        (Vector3::new(-500.0, -500.0, 0.0), Vector3::new(500.0, 500.0, 1.99)),
    ] {
        let error = population.place(0, min, max, &[]).unwrap_err();
        assert!(matches!(error, PlacementError::NoRoom { count: 100, .. }), "{error}");
    }
    // Existing bodies leave no space.
    let plate = Body::fixed(Shape::cuboid(Vector3::repeat(50.0))?);
    let error = population
        .place(0, Vector3::repeat(-10.0), Vector3::repeat(10.0), &[plate])
        .unwrap_err();
    assert!(
        error.to_string().contains("100 bounding balls of radius 1 do not fit"),
        "{error}"
    );
    Ok(())
}

#[test]
fn slabs_lines_and_far_corners_are_filled() -> Outcome {
    for (min, max) in [
        (Vector3::new(-50.0, -50.0, -1.01), Vector3::new(50.0, 50.0, 1.01)),
        (Vector3::new(-150.0, -1.01, -1.01), Vector3::new(150.0, 1.01, 1.01)),
        (Vector3::repeat(1e9), Vector3::repeat(1e9 + 30.0)),
        (Vector3::repeat(-1e12), Vector3::repeat(-1e12 + 20.0)),
    ] {
        let bodies = balls(100, 1.0).place(0, min, max, &[])?;
        assert_eq!(overlaps(&bodies, &min, &max), 0);
    }
    Ok(())
}

#[test]
fn populations_stay_clear_of_existing_bodies() -> Outcome {
    let bar = Shape::cuboid(Vector3::new(8.0, 0.5, 0.5))?;
    let existing = vec![
        Body::new(Shape::ball(4.0)?).position(Vector3::new(3.0, 3.0, 3.0)),
        Body::fixed(Shape::half_space(Vector3::new(0.0, 1.0, 1.0))?).position(Vector3::new(0.0, -3.0, 0.0)),
        Body::new(bar.clone()).orientation(Vector3::new(0.3, 0.2, 0.9)),
        Body::new(Shape::compound(vec![(
            place(Vector3::new(0.0, 0.0, -6.0), Vector3::x()),
            bar,
        )])?),
        Body::new(Shape::capsule(2.0, 1.0)?).position(Vector3::new(-6.0, 6.0, 0.0)),
        Body::new(Shape::ring(4.0, 1.0, 8, 4)?).position(Vector3::new(0.0, 6.0, 6.0)),
    ];
    for count in [150, 900] {
        let population = balls(count, 0.5);
        let (min, max) = (Vector3::repeat(-10.0), Vector3::repeat(10.0));
        let bodies = population.place(0, min, max, &existing)?;
        assert_eq!(overlaps(&bodies, &min, &max), 0);
        for obstacle in existing.iter().flat_map(Obstacle::of) {
            assert!(bodies.iter().all(|b| obstacle.is_clear_of(&b.position, 0.5)), "{obstacle:?}");
        }
        // A second population stays clear of the first.
        let all: Vec<Body> = existing.iter().chain(&bodies).cloned().collect();
        let second = Population {
            seed: 9,
            ..balls(100, 0.3)
        }
        .place(1, min, max, &all)?;
        let both: Vec<Body> = bodies.into_iter().chain(second).collect();
        assert_eq!(overlaps(&both, &min, &max), 0);
    }
    Ok(())
}

#[test]
fn obstacles_enclose_their_shapes() -> Outcome {
    let mut random = RandomStream::new(3);
    let shapes = [
        Shape::cuboid(Vector3::new(1.0, 2.0, 3.0))?,
        Shape::capsule(2.0, 0.5)?,
        Shape::ring(2.0, 0.7, 8, 4)?,
        Shape::half_space(Vector3::new(1.0, 1.0, 0.0))?,
    ];
    for shape in shapes {
        for _ in 0..200 {
            let mut body = Body::new(shape.clone()).position(random.in_ball() * 5.0);
            body.orientation = random.orientation();
            // A point of the shape, in the body's frame.
            let inside = match shape.kind() {
                crate::scene::ShapeKind::Cuboid { half_extents } => random.point(&-half_extents, half_extents),
                crate::scene::ShapeKind::Capsule { half_height, radius } => {
                    Vector3::y() * random.between(-half_height, *half_height) + random.in_ball() * *radius
                }
                crate::scene::ShapeKind::Mesh { vertices, .. } => vertices[random.below(vertices.len())],
                _ => random.in_ball() - Vector3::new(1.0, 1.0, 0.0),
            };
            let point = body.orientation * inside + body.position;
            for obstacle in Obstacle::of(&body) {
                assert!(!obstacle.is_clear_of(&point, 1e-9), "{obstacle:?}");
                if let Some([min, max]) = obstacle.aligned_box() {
                    assert!(point >= min.add_scalar(-1e-12) && point <= max.add_scalar(1e-12));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_population() -> Outcome {
    let population = Population {
        packing: Some(0.2),
        speed: Speed::Range([0.5, 1.5]),
        ..balls(300, 2.0)
    };
    let [min, max] = corners(Population::cube(from_ref(&population))?);
    let placed = |p: &Population| p.place(3, min, max, &[]).unwrap();
    let first = placed(&population);
    assert_eq!(first, placed(&population));
    let other = placed(&Population {
        seed: 2,
        ..population.clone()
    });
    assert!(
        first
            .iter()
            .zip(&other)
            .all(|(a, b)| a.position != b.position && a.velocity != b.velocity)
    );
    // The positions do not depend on the speeds.
    let hot = placed(&Population {
        speed: Speed::Maxwell(3.0),
        ..population.clone()
    });
    assert!(
        first
            .iter()
            .zip(&hot)
            .all(|(a, b)| a.position == b.position && a.velocity != b.velocity)
    );
    for body in &first {
        let speed = body.velocity.norm();
        assert!((1.0 - 1e-12..=3.0 + 1e-12).contains(&speed), "{speed}");
        assert!(body.shape.shares_data_with(&population.template.shape));
    }
    assert_eq!(first[299].name.as_deref(), Some("gas-3-299"));
    Ok(())
}

/// A hash of all bits of positions, orientations and velocities; a change of it means that every
/// seeded scene has changed.
#[test]
fn the_bits_of_a_seed_never_change() -> Outcome {
    let fold = |population: Population| -> u64 {
        let [min, max] = corners(Population::cube(from_ref(&population)).unwrap());
        let bodies = population.place(0, min, max, &[]).unwrap();
        let numbers = bodies.iter().flat_map(|b| {
            let parts = [b.position.as_slice(), b.velocity.as_slice(), b.orientation.coords.as_slice()];
            parts.concat()
        });
        numbers.fold(0, |sum: u64, x| sum.rotate_left(5) ^ x.to_bits())
    };
    let thin = Population {
        packing: Some(0.1),
        speed: Speed::Maxwell(1.5),
        ..balls(50, 1.0)
    };
    let dense = Population {
        packing: Some(0.45),
        speed: Speed::Range([0.5, 1.5]),
        seed: u64::MAX,
        ..balls(50, 1.0)
    };
    assert_eq!([fold(thin), fold(dense)], [8757974907027647391, 2456344240759795047]);
    Ok(())
}

#[test]
fn bodies_have_the_data_of_the_template() -> Outcome {
    let template = Body::new(Shape::ball(1.0)?)
        .density(3.0)
        .restitution(0.5)
        .friction(0.25)
        .sensor()
        .groups(Groups {
            memberships: 4,
            filter: 2,
        });
    let bodies = Population::gas(3, template).place(0, Vector3::repeat(-9.0), Vector3::repeat(9.0), &[])?;
    for body in bodies {
        assert_eq!(body.mass, Mass::Density(3.0));
        assert_eq!((body.restitution, body.friction, body.sensor), (Some(0.5), Some(0.25), true));
        assert_eq!(
            body.groups,
            Groups {
                memberships: 4,
                filter: 2
            }
        );
        assert_eq!(body.velocity, Vector3::zeros());
    }
    Ok(())
}

#[test]
fn errors_name_the_field() -> Outcome {
    let base = balls(10, 1.0);
    let cases = [
        (
            "count",
            Population {
                count: 0,
                ..base.clone()
            },
        ),
        (
            "count",
            Population {
                count: MAX_COUNT + 1,
                ..base.clone()
            },
        ),
        (
            "packing",
            Population {
                packing: Some(0.0),
                ..base.clone()
            },
        ),
        (
            "packing",
            Population {
                packing: Some(0.75),
                ..base.clone()
            },
        ),
        (
            "packing",
            Population {
                packing: Some(f64::NAN),
                ..base.clone()
            },
        ),
        (
            "speed[0]",
            Population {
                speed: Speed::Range([-1.0, 1.0]),
                ..base.clone()
            },
        ),
        (
            "speed[1]",
            Population {
                speed: Speed::Range([1.0, 0.5]),
                ..base.clone()
            },
        ),
        (
            "speed[1]",
            Population {
                speed: Speed::Range([1.0, f64::INFINITY]),
                ..base.clone()
            },
        ),
        (
            "maxwell",
            Population {
                speed: Speed::Maxwell(-1.0),
                ..base.clone()
            },
        ),
        (
            "mass",
            Population {
                template: base.template.clone().mass(-1.0),
                ..base.clone()
            },
        ),
        ("shape", Population::gas(10, Body::fixed(Shape::half_space(Vector3::y())?))),
    ];
    for (field, population) in cases {
        let error = population
            .place(0, Vector3::repeat(-9.0), Vector3::repeat(9.0), &[])
            .unwrap_err();
        let PlacementError::Value(error) = error else {
            panic!("{error}")
        };
        assert_eq!(error.field, field);
    }
    assert!(matches!(Population::cube(&[base]), Err(PlacementError::Value(error)) if error.field == "packing"));
    Ok(())
}
