//! Balls that grow in periodic domains, and the frame that ends a run when one has outgrown it.

use super::*;
use crate::sampled::FrameError;

/// The scene [`mixed`], in which all balls grow, some at another rate later; none outgrows
/// the domain within 4 s.
fn growing(seed: u64, count: usize, speed: f64, response: ResponseMode) -> Scene {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut scene = mixed(seed, count, speed, response);
    for (number, body) in scene.bodies.iter_mut().enumerate().filter(|(number, _)| number % 5 != 3) {
        let radius = random.between(0.2, 0.5);
        let grown = Body {
            shape: Shape::ball(radius).unwrap(),
            ..body.clone()
        };
        *body = grown.growth(random.between(0.0, 0.1));
        if number % 2 == 0 {
            let change = MotionChange::growth(random.between(0.0, 0.1));
            *body = body.clone().change_at(random.between(0.0, 3.0), change);
        }
    }
    scene
}

#[test]
fn contacts_of_growing_balls_are_those_of_any_image() {
    let mut met = 0;
    for (seed, speed) in [(11, 0.3), (12, 4.0), (13, 30.0)] {
        let scene = growing(seed, 24, speed, ResponseMode::PassThrough);
        let mut world = SampledWorld::from_scene(&scene, 20.0).unwrap();
        for frame in 0..80 {
            world.advance_to(f64::from(frame) / 20.0).unwrap();
            let slow = touching(&world);
            assert_eq!(world.in_contact, slow, "seed {seed}, frame {frame}");
            met += slow.len();
        }
    }
    assert!(met > 500, "{met}");
}

/// The time of the last frame of a run, and the error that ends it.
fn stopped(world: &mut SampledWorld) -> (f64, FrameError) {
    let error = world.advance_to(1e6).unwrap_err();
    assert_eq!(world.advance_to(1e6).unwrap_err(), error, "again");
    (world.time(), error)
}

#[test]
fn a_ball_that_outgrows_the_domain_ends_the_run_at_a_frame() {
    // From 1/4 to 1, the quarter of 4, at 1/8 a second: 6 s.
    let bud = || ball().growth(0.125).name("bud").velocity(Vector3::new(3.0, -5.0, 0.5));
    let frozen = |time: f64| bud().change_at(time, MotionChange::growth(0.0));
    let hastened = bud().change_at(2.0, MotionChange::growth(0.5));
    // Also by collisions, which begin new pieces.
    let other = ball()
        .position(Vector3::new(0.75, 0.0, 0.0))
        .velocity(Vector3::new(-9.0, 4.0, 0.0));
    for (body, exact) in [(bud(), 6.0), (frozen(6.0), 6.0), (frozen(6.03), 6.0), (hastened, 3.0)] {
        for (rate, number) in [(64.0, 0), (10.0, 0), (7.0, 0), (0.3, 0), (64.0, 1)] {
            let mut bodies = vec![other.clone().name("other")];
            bodies.insert(number, body.clone());
            let mut world = SampledWorld::from_scene(&balls(bodies), rate).unwrap();
            let (reached, error) = stopped(&mut world);
            let FrameError::Outgrown { time, name } = &error;
            let frame = (exact * rate).ceil();
            assert_eq!((*time, name.as_str()), (frame / rate, "bud"), "{rate} Hz");
            assert_eq!(reached, (frame - 1.0) / rate, "the world is at the frame before");
            assert!(
                error
                    .to_string()
                    .contains("bud has grown beyond a quarter of the shortest side"),
                "{error}"
            );
        }
    }
    // The events of the frames before are kept.
    let mut world = SampledWorld::from_scene(&balls(vec![bud(), other.clone()]), 60.0).unwrap();
    world.advance_to(1e6).unwrap_err();
    let kept = world.events().to_vec();
    let mut twin = SampledWorld::from_scene(&balls(vec![bud(), other]), 60.0).unwrap();
    assert_eq!(kept, twin.advance_to(world.time()).unwrap());
    assert!(collision_times(&kept).len() > 3, "{}", kept.len());
}

#[test]
fn balls_that_stop_growing_in_time_do_not_end_the_run() {
    let stops = ball().growth(0.125).change_at(5.99, MotionChange::growth(0.0));
    let scene = balls(vec![stops]);
    let mut world = SampledWorld::from_scene(&scene, 30.0).unwrap();
    world.advance_to(7.0).unwrap();
    assert_eq!(world.motion(0).swell_at(world.time()), 0.125 * 5.99);
    // The same in an open domain never ends.
    let open = Scene {
        settings: Settings::default(),
        bodies: vec![ball().growth(2.0)],
        ..Scene::default()
    };
    SampledWorld::from_scene(&open, 30.0).unwrap().advance_to(50.0).unwrap();
}

#[test]
fn prescribed_pieces_outgrow_the_domain_too() {
    let scene = balls(vec![ball(), ball().name("bud")]);
    let piece = |epoch: f64, swell: f64, growth: f64| MotionPiece {
        epoch,
        swell,
        growth,
        ..MotionPiece::at_rest()
    };
    let still = vec![MotionPiece::at_rest()];
    for (pieces, exact) in [
        // The limit is a swell of 3/4.
        (vec![piece(0.0, 0.0, 0.25)], 3.0),
        (vec![piece(0.0, 0.5, 0.0), piece(1.0, 0.5, 0.25)], 2.0),
        (vec![piece(0.0, 0.5, 0.25), piece(1.0, 0.75, 0.0), piece(1.5, 0.75, 0.0)], 1.0),
        (vec![piece(0.0, 0.75, 0.0), piece(2.5, 0.8, -1.0)], 2.5),
    ] {
        let mut world = SampledWorld::following(&scene, 8.0, &[still.clone(), pieces]).unwrap();
        let FrameError::Outgrown { time, name } = stopped(&mut world).1;
        assert_eq!((time, name.as_str()), (exact, "bud"));
    }
}
