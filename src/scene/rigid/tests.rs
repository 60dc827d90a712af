//! Given and computed mass properties of bodies.

use super::*;
use crate::motion::MotionChange;
use crate::scene::{Dimensions, Shape};
use nalgebra::{Isometry3, UnitQuaternion};

fn of_ball() -> Body {
    Body::new(Shape::ball(0.5).unwrap()).mass(2.0).rotates()
}

/// An L of two cuboids, with its centroid at (2/3, 2/3, 0).
fn angle() -> Body {
    let part = |half: [f64; 3], at: [f64; 3]| {
        let [x, y, z] = at;
        (Isometry3::translation(x, y, z), Shape::cuboid(half.into()).unwrap())
    };
    let parts = vec![part([2.0, 1.0, 0.5], [1.0, 0.0, 0.0]), part([1.0, 1.0, 0.5], [0.0, 2.0, 0.0])];
    Body::new(Shape::compound(parts).unwrap()).mass(3.0).rotates()
}

fn properties(body: &Body) -> Option<Inertia> {
    body.mass_properties().unwrap()
}

#[test]
fn plain_balls_and_bodies_that_do_not_rotate_have_no_tensor() {
    assert_eq!(properties(&of_ball()), None);
    assert_eq!(properties(&of_ball().inertia(Vector3::repeat(0.3))), None);
    assert_eq!(properties(&of_ball().centre_of_mass(Vector3::zeros())), None);
    let mut still = angle();
    still.rotates = false;
    assert_eq!(properties(&still), None);
    let mut fixed = angle().inertia(Vector3::repeat(1.0));
    fixed.kind = BodyKind::Fixed;
    assert_eq!(properties(&fixed), None);
}

#[test]
fn missing_properties_follow_from_shape_and_mass() {
    let computed = properties(&angle()).unwrap();
    assert_eq!(computed, Inertia::of_shape(&angle().shape, 3.0).unwrap());
    assert!((computed.centre - Vector3::new(2.0 / 3.0, 2.0 / 3.0, 0.0)).amax() <= 1e-15);
    // A volume of 12 m³.
    let dense = properties(&angle().density(0.25)).unwrap();
    assert!((dense.tensor() - computed.tensor()).amax() <= 1e-14);
    // A given tensor is about the centroid, and independent of the mass.
    let given = properties(&angle().mass(7.0).inertia(Vector3::new(1.0, 2.0, 3.0))).unwrap();
    assert_eq!((given.moments, given.centre), (Vector3::new(1.0, 2.0, 3.0), computed.centre));
    // A given centre moves the uniform body's moments there.
    let ball = properties(&of_ball().centre_of_mass(Vector3::x() * 0.5)).unwrap();
    assert_eq!((ball.moments.x, ball.moments.y, ball.moments.z), (0.2, 0.7, 0.7));
    assert_eq!((ball.centre, ball.axes), (Vector3::x() * 0.5, UnitQuaternion::identity()));
    let uneven = properties(&of_ball().inertia(Vector3::new(0.1, 0.1, 0.2))).unwrap();
    assert_eq!((uneven.moments.z, uneven.centre), (0.2, Vector3::zeros()));
}

/// The collider about the centre of mass gives the same answer as that about the origin.
#[test]
fn any_prepared_shape_of_a_body_gives_the_same_inertia() {
    for body in [
        angle(),
        angle().centre_of_mass(Vector3::new(0.1, 0.2, 0.3)),
        of_ball().centre_of_mass(Vector3::y() * 0.1),
    ] {
        let expected = properties(&body).unwrap();
        let about = Collider::about(&body.shape, &expected.centre).unwrap();
        let found = body.rigid(&about).unwrap().unwrap();
        assert!((found.tensor() - expected.tensor()).amax() <= 1e-15);
        assert_eq!(found.centre, expected.centre);
    }
}

#[test]
fn a_surface_without_a_volume_needs_an_inertia() {
    let triangle = Shape::mesh(vec![Vector3::zeros(), Vector3::x(), Vector3::y()], vec![[0, 1, 2]]).unwrap();
    let body = Body::new(triangle).rotates();
    let refused = body.mass_properties().unwrap_err();
    assert_eq!((refused.field.as_str(), refused.value.as_str()), ("rotates", "true"));
    let given = properties(&body.inertia(Vector3::new(1.0, 2.0, 3.0))).unwrap();
    assert_eq!((given.centre, given.moments.z), (Vector3::zeros(), 3.0));
}

#[test]
fn the_scalar_inertia_of_a_given_tensor_is_a_third_of_its_trace() {
    let given = of_ball().inertia(Vector3::new(0.1, 0.2, 0.3));
    assert_eq!(given.inverse_inertia(0.5, Some(0.1)), Ok(1.0 / ((0.1 + 0.2 + 0.3) / 3.0)));
    assert_eq!(
        of_ball().inertia(Vector3::repeat(0.3)).inverse_inertia(0.5, None),
        Ok(1.0 / 0.3)
    );
    assert_eq!(of_ball().inverse_inertia(0.5, Some(0.1)), Ok(5.0));
    assert_eq!(given.inverse_inertia(0.0, Some(0.1)), Ok(0.0));
}

#[test]
fn misplaced_properties_are_refused() {
    let field = |body: &Body| body.check().unwrap_err().field;
    let half_space = Body::new(Shape::half_space(Vector3::y()).unwrap()).rotates();
    assert_eq!(field(&half_space.clone().inertia(Vector3::repeat(1.0))), "inertia");
    assert_eq!(field(&half_space.centre_of_mass(Vector3::y())), "center_of_mass");
    let mut still = of_ball().inertia(Vector3::repeat(1.0));
    still.rotates = false;
    assert!(still.check().unwrap_err().allowed.starts_with("needs rotates = true"));
    assert_eq!(field(&of_ball().inertia(Vector3::repeat(f64::NAN))), "inertia[0][0]");
    assert_eq!(field(&of_ball().inertia_tensor(Matrix3::repeat(1.0))), "inertia");
    assert_eq!(
        field(&of_ball().centre_of_mass(Vector3::repeat(f64::INFINITY))),
        "center_of_mass"
    );
    let growth = MotionChange {
        growth: Some(0.1),
        ..MotionChange::default()
    };
    let grows = of_ball().change_at(1.0, growth);
    assert_eq!(field(&grows.clone().centre_of_mass(Vector3::x())), "center_of_mass");
    assert!(grows.centre_of_mass(Vector3::zeros()).check().is_ok());
    for body in [
        of_ball().inertia(Vector3::repeat(1.0)),
        of_ball().centre_of_mass(Vector3::zeros()),
    ] {
        let refused = Dimensions::Two.check_body(&body).unwrap_err();
        assert!(refused.allowed.contains("two dimensions"), "{refused}");
        assert_eq!(Dimensions::Three.check_body(&body), Ok(()));
    }
}
