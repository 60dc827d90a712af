//! Bodies that slide along a face and hardly turn, as lasting contact leaves them: a search for their next
//! impact gets on at every depth, and misses none.

use super::random::Random;
use super::*;

const SECONDS: f64 = 1.0;

/// The depths, as fractions of the radius, reach from those of rounding to those that an island may leave.
const DEEPEST: f64 = 1e-6;
const DECADES: f64 = 9.0;

/// The depth, as a fraction of the sum of the radii, that a search does not exceed by itself, and the factor by which
/// a greater one may grow.
const PASSED: f64 = 1e-9;
const SINKING: f64 = 1.01;

const HALF_HEIGHT: f64 = 0.25;

fn shapes() -> [Shape; 6] {
    [
        Shape::ellipsoid(vector([0.25, HALF_HEIGHT, 0.25])),
        Shape::ellipsoid(vector([0.3, HALF_HEIGHT, 0.2])),
        Shape::cylinder(HALF_HEIGHT, 0.3),
        Shape::rounded_cuboid(vector([0.2, HALF_HEIGHT - 0.1, 0.2]), 0.1),
        Shape::cuboid(vector([0.3, HALF_HEIGHT, 0.3])),
        Shape::capsule(HALF_HEIGHT - 0.1, 0.1),
    ]
    .map(Result::unwrap)
}

/// A motion along the plane y = 0 at this depth, about a normal that is tilted a little.
fn sliding(random: &mut Random, depth: f64, tilt: f64) -> MotionPiece {
    let spin = 10f64.powf(random.between(-7.0, -3.0));
    MotionPiece {
        angular_velocity: vector([0.0, spin, 0.0]) + random.vector(tilt),
        ..piece([0.0, HALF_HEIGHT - depth, 0.0], [random.unit(), 0.0, 0.5])
    }
}

/// How deep the body is below the plane y = 0.
fn depth_at(body: &TestBody, t: f64) -> f64 {
    let extents = body.collider.extents(&body.piece.orientation_at(t));
    -(body.piece.position_at(t).y + extents.min.y)
}

#[test]
fn what_slides_and_hardly_turns_is_searched_in_few_steps() {
    let mut random = Random::new(7);
    let floor = TestBody::new(Shape::half_space(Vector3::y()).unwrap(), piece([0.0; 3], [0.0; 3]));
    let slab = TestBody::new(
        Shape::cuboid(vector([9.0, 1.0, 9.0])).unwrap(),
        piece([0.0, -1.0, 0.0], [0.0; 3]),
    );
    for shape in shapes() {
        let body = TestBody::new(shape, piece([0.0; 3], [0.0; 3]));
        for tilt in [1e-12, 1e-8, 1e-4] {
            for _ in 0..40 {
                let radius = body.shape.bounding_radius();
                let depth = radius * DEEPEST * 10f64.powf(-DECADES * random.unit());
                let body = body.with(sliding(&mut random, depth, tilt));
                for (ground, of_ground) in [(&floor, 0.0), (&slab, slab.shape.bounding_radius())] {
                    let case = format!("{:?} at {depth} tilted by {tilt}", body.shape);
                    let end = match forecast(&ground.moving(), &body.moving(), f64::NEG_INFINITY, SECONDS) {
                        Forecast::Impact(impact) => impact.time.min(SECONDS),
                        Forecast::ResumeAt(time) if time < SECONDS => panic!("{case}: cut off at {time}"),
                        Forecast::Never | Forecast::ResumeAt(_) => SECONDS,
                    };
                    let most = (PASSED * (radius + of_ground)).max(SINKING * depth);
                    for sample in 0..=8 {
                        let reached = depth_at(&body, end * f64::from(sample) / 8.0);
                        assert!(reached <= most, "{case}: {reached}, impact at {end}");
                    }
                }
            }
        }
    }
}
