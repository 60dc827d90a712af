//! Closed forms and edge cases: faces, edges, corners, the smallest domain, and paths of thousands
//! of lengths.

use super::scenes::{Outcome, cube};
use kinesweep::motion::Bounds;
use kinesweep::response::{Encounter, Reply, Response};
use kinesweep::world::{BodyLane, TouchQuery, TouchTest};
use kinesweep::{Body, Domain, EventKind, Method, MotionChange, Settings, Shape, StepError, World, WorldError};
use nalgebra::{UnitQuaternion, Vector3};

fn unit(side: f64) -> Domain {
    Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    }
}

fn ball(radius: f64) -> Result<Body, kinesweep::ValueError> {
    Ok(Body::new(Shape::ball(radius)?))
}

/// A sensor is not supported by the lane of balls.
fn insert_sensor(world: &mut World, position: Vector3<f64>) -> Result<kinesweep::BodyId, Box<dyn std::error::Error>> {
    Ok(world.insert(Body::fixed(Shape::cuboid(Vector3::repeat(0.25))?).position(position).sensor())?)
}

#[test]
fn a_body_passes_a_sensor_on_time_after_thousands_of_lengths() -> Outcome {
    // By every kind of acceleration: none, one without effect on the pair, and one with an effect.
    for (speed, pull) in [(1.0, 0.0), (-3.0, 0.0), (0.1, 0.001), (-0.25, 2e-4)] {
        let side = 4.0;
        let mut world = World::builder().domain(unit(side)).build()?;
        insert_sensor(&mut world, Vector3::repeat(2.0))?;
        let flier = ball(0.5)?
            .position(Vector3::new(0.5, 2.0, 2.0))
            .velocity(Vector3::x() * speed);
        world.insert(flier.acceleration(Vector3::x() * pull))?;
        let position = |t: f64| 0.5 + (speed + 0.5 * pull * t) * t;
        for number in 0..12_000 {
            let event = world.step()?.ok_or("it passes for ever")?;
            // The faces of the sensor are at 1.75 and 2.25 from the ball's surface.
            let at = position(event.time);
            let way = (at - 1.25).rem_euclid(side).min((1.25 - at).rem_euclid(side));
            let other = (at - 2.75).rem_euclid(side).min((2.75 - at).rem_euclid(side));
            let length = at.abs().max(side);
            let off = way.min(other);
            assert!(
                off < 8.0 * f64::EPSILON * length + 1e-12,
                "{speed}, {number}: {event:?}, {at} has an error of {off}"
            );
            assert_eq!(matches!(event.kind, EventKind::ContactBegin(_)), number % 2 == 0);
        }
        assert!(position(world.time()).abs() > 5_000.0 * side || pull < 0.0);
        world.audit()?;
        assert_eq!(world.counters().late, 0);
    }
    Ok(())
}

#[test]
fn contact_across_faces_edges_and_corners_is_accepted_and_overlap_refused() -> Outcome {
    let side = 8.0;
    for step in [Vector3::x(), Vector3::new(1.0, 1.0, 0.0), Vector3::new(1.0, 1.0, 1.0)] {
        let mut world = World::builder().domain(unit(side)).build()?;
        let apart = step * (2.0 / step.norm());
        let corner = step * side;
        insert_sensor(&mut world, Vector3::new(4.0, 4.0, 1.0))?;
        world.insert(ball(1.0)?.position(corner - apart * 0.25))?;
        // They touch across the corner and approach; a body with a small overlap is refused.
        let other = ball(1.0)?.position(apart * 0.75);
        let overlapping = other.clone().position(apart * 0.749);
        assert!(matches!(world.insert(overlapping), Err(WorldError::Overlap { .. })));
        let id = world.insert(other.velocity(-step))?;
        let event = world.step()?.ok_or("they collide at once")?;
        assert!(event.time.abs() < 1e-12, "{event:?}");
        let EventKind::Collision(hit) = event.kind else {
            panic!("{event:?}")
        };
        assert!((hit.normal - step.normalize()).norm() < 1e-12, "{hit:?}");
        assert!((world.velocity(id)?).norm() < 1e-12);
        world.audit()?;
        // A jump into the other is refused, and changes nothing.
        let before = world.pose(id)?;
        let jump = MotionChange::position(corner - apart * 0.4);
        assert!(matches!(world.set_motion(id, &jump), Err(WorldError::Overlap { .. })));
        assert_eq!(world.pose(id)?, before);
        // After one length it is at the same position.
        world.set_motion(id, &MotionChange::position(apart * 0.75 + corner))?;
        assert!((world.pose(id)?.translation.vector - before.translation.vector).norm() < 1e-12);
        world.audit()?;
    }
    Ok(())
}

#[test]
fn positions_on_a_face_are_inside_the_domain() -> Outcome {
    let side = 4.0;
    for position in [0.0, side, -side, f64::MIN_POSITIVE, side.next_down(), -f64::EPSILON] {
        for velocity in [-1.0, 0.0, 1.0] {
            let mut world = World::builder().domain(unit(side)).build()?;
            insert_sensor(&mut world, Vector3::repeat(2.0))?;
            let flier = ball(0.5)?
                .position(Vector3::new(position, 2.0, 2.0))
                .velocity(Vector3::x() * velocity);
            let id = world.insert(flier)?;
            let x = world.pose(id)?.translation.x;
            assert!((0.0..side).contains(&x), "{position}: {x}");
            world.audit()?;
            if velocity != 0.0 {
                let event = world.step()?.ok_or("they collide")?;
                assert!((event.time - 1.25).abs() < 1e-15, "{position}, {velocity}: {event:?}");
                world.audit()?;
            } else {
                assert_eq!(world.step()?, None);
            }
        }
    }
    Ok(())
}

/// Two bodies of the greatest size in the smallest domain: they touch in any direction, and each by
/// two images at once.
#[test]
fn the_largest_bodies_in_the_smallest_domain_collide_with_two_images() -> Outcome {
    for (velocity, own, least) in [
        // Moving straight it passes by.
        (Vector3::y(), false, 0),
        (Vector3::new(0.3, 1.0, 0.2), false, 50),
        (Vector3::new(0.1, -0.7, 0.4), true, 50),
    ] {
        let mut world = World::builder().domain(unit(2.0)).build()?;
        let cuboid = Shape::cuboid(Vector3::repeat(0.5 / 3f64.sqrt()))?;
        let first = if own { Body::new(cuboid) } else { ball(0.5)? };
        world.insert(first.position(Vector3::repeat(0.5)).acceleration(Vector3::zeros()))?;
        world.insert(ball(0.5)?.position(Vector3::new(1.5, 1.2, 0.6)).velocity(velocity))?;
        world.insert(ball(0.01)?.position(Vector3::new(0.5, 1.5, 1.9)).sensor())?;
        let energy = world.energy();
        let mut reported = 0;
        for number in 0..200 {
            match world.step_before(100.0) {
                Ok(Some(_)) => {
                    reported += 1;
                    world.audit().map_err(|error| format!("{number}: {error}"))?;
                }
                Ok(None) => break,
                // The ball is between two images of the other, and collides without end.
                Err(StepError::Stalled { .. }) => break,
                Err(other) => return Err(other.into()),
            }
        }
        assert!(reported >= least && (least > 0 || reported == 0), "{velocity}: {reported}");
        assert!((world.energy() / energy - 1.0).abs() < 1e-9);
        assert_eq!(world.counters().late, 0);
    }
    Ok(())
}

#[test]
fn a_path_through_a_corner_crosses_three_faces_at_once() -> Outcome {
    let side = 6.0;
    let mut world = World::builder().domain(unit(side)).gravity(Vector3::zeros()).build()?;
    // A rotated box that moves with a corner ahead, and one at rest.
    let rotated = UnitQuaternion::from_euler_angles(0.3, 0.2, 0.1);
    let mut flier = Body::new(Shape::cuboid(Vector3::repeat(0.5))?).position(Vector3::repeat(5.0));
    flier.orientation = rotated;
    let id = world.insert(flier.velocity(Vector3::repeat(1.0)))?;
    world.insert(Body::fixed(Shape::ball(0.5)?).position(Vector3::repeat(3.0)))?;
    let mut open = World::builder().build()?;
    let mut twin = Body::new(Shape::cuboid(Vector3::repeat(0.5))?).position(Vector3::repeat(-1.0));
    twin.orientation = rotated;
    open.insert(twin.velocity(Vector3::repeat(1.0)))?;
    open.insert(Body::fixed(Shape::ball(0.5)?).position(Vector3::repeat(3.0)))?;
    let [one, other] = [world.step()?.ok_or("they collide")?, open.step()?.ok_or("they collide")?];
    assert!((one.time - other.time).abs() < 1e-14, "{one:?} {other:?}");
    assert!(world.pose(id)?.translation.vector.min() > 0.0);
    world.audit()?;
    Ok(())
}

#[test]
fn a_step_without_limit_ends_where_no_bodies_collide() -> Outcome {
    let refused = |world: &mut World| matches!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
    for pull in [0.0, 0.3] {
        for gas in [true, false] {
            let mut world = World::builder().domain(unit(4.0)).gravity(Vector3::y() * pull).build()?;
            for (z, speed) in [(1.0, 1.0), (3.0, -0.7)] {
                let body = ball(0.4)?.position(Vector3::new(1.0, 1.0, z)).velocity(Vector3::x() * speed);
                world.insert(if gas { body } else { body.angular_velocity(Vector3::z()) })?;
            }
            assert!(world.next_event_time().is_none_or(|time| time > 100.0 || pull > 0.0));
            assert!(refused(&mut world), "{pull}, {gas}");
            assert!(refused(&mut world), "and again");
            world.audit()?;
            // With a limit the step is not refused, and other events may occur.
            let later = world.time() + 1000.0;
            assert_eq!(world.step_before(later)?, None);
            world.schedule(later + 1.0, 7)?;
            assert_eq!(world.step()?.map(|event| event.time), Some(later + 1.0));
        }
    }
    // A single body has no collision.
    let mut world = World::builder().domain(unit(4.0)).build()?;
    world.insert(ball(0.4)?.velocity(Vector3::x()).angular_velocity(Vector3::z()))?;
    assert_eq!(world.step()?, None);
    Ok(())
}

#[test]
fn too_fast_bodies_give_an_error() -> Outcome {
    let mut world = World::builder().domain(unit(4.0)).start_time(1e6).build()?;
    insert_sensor(&mut world, Vector3::repeat(2.0))?;
    let id = world.insert(
        ball(0.5)?
            .name("flash")
            .position(Vector3::new(0.0, 2.0, 2.0))
            .velocity(Vector3::x() * 1e10),
    )?;
    for _ in 0..2 {
        let error = world.step_before(2e6).unwrap_err();
        assert!(
            matches!(&error, StepError::TooFast { name, .. } if name == "flash"),
            "{error}"
        );
    }
    world.set_motion(id, &MotionChange::velocity(Vector3::x()))?;
    assert!(world.step_before(2e6)?.is_some());
    world.audit()?;
    Ok(())
}

#[test]
fn unsupported_bodies_in_a_periodic_domain_are_refused_with_a_reason() -> Outcome {
    struct Never;
    impl TouchTest for Never {
        fn touches(&mut self, _: &TouchQuery) -> bool {
            false
        }
    }
    let mut world = World::builder().domain(cube(4.0)).touch_test(10.0, Never).build()?;
    let half = Vector3::repeat(1.0);
    let bounds = Bounds::moving(0.0, -half, half, Vector3::zeros());
    let dog = ball(0.1)?.name("dog");
    let error = world.insert(dog.clone().bounded(bounds, 1.0)).unwrap_err();
    assert!(error.to_string().starts_with("dog: not in a periodic domain: "), "{error}");
    let touchy = world.insert(dog.clone().touch_only())?;
    assert!(matches!(
        world.set_bounds(touchy, bounds, 1.0),
        Err(WorldError::Periodic { .. })
    ));
    world.insert(dog.position(Vector3::x()))?;
    assert!(world.insert(Body::fixed(Shape::half_space(Vector3::y())?)).is_err());
    assert!(matches!(world.set_method(Method::Lists), Err(WorldError::PeriodicMethod)));
    assert_eq!(world.len(), 2);
    world.audit()?;
    Ok(())
}

/// A ball stops the world when it is as large as the domain admits, in either lane.
#[test]
fn what_outgrows_a_periodic_domain_stops_it() -> Outcome {
    for others in [0, 30] {
        let mut world = World::builder().domain(cube(8.0)).method(Method::Leases).build()?;
        let growing = ball(1.0)?.name("bud").growth(0.25).mass(1e6).velocity(Vector3::x() * 40.0);
        let bud = world.insert(growing.position(Vector3::new(0.5, 0.5, 3.8)))?;
        for number in 0..others {
            let [x, y] = [number % 6, number / 6].map(f64::from);
            let place = Vector3::new(1.2 * x - 3.0, 1.2 * y - 3.0, 0.3);
            world.insert(ball(0.1)?.growth(1e-3).position(place))?;
        }
        assert_eq!(world.lane_of(bud)?, BodyLane::Balls);
        for _ in 0..3 {
            let error = world.advance_to(10.0).unwrap_err();
            let StepError::Outgrown { time, name } = &error else {
                panic!("{error}")
            };
            assert!(
                (*time - 4.0).abs() < 1e-12 && world.time() == *time && name == "bud",
                "{error}"
            );
            world.audit()?;
        }
        assert!((world.swell(bud)? - 1.0).abs() < 1e-12);
        world.set_motion(bud, &MotionChange::growth(0.0))?;
        world.advance_to(10.0)?;
        assert!((world.swell(bud)? - 1.0).abs() < 1e-12);
        world.set_motion(bud, &MotionChange::growth(0.1))?;
        let stopped = world.advance_to(11.0);
        assert!(matches!(stopped, Err(StepError::Outgrown { .. })), "{stopped:?}");
    }
    Ok(())
}

/// The touch test gets the nearest image.
#[test]
fn touch_tests_are_called_across_faces() -> Outcome {
    struct Near;
    impl TouchTest for Near {
        fn touches(&mut self, query: &TouchQuery) -> bool {
            let [a, b] = query.poses.map(|pose| pose.translation.vector);
            (a - b).norm() <= 0.5
        }
    }
    let settings = Settings {
        domain: unit(4.0),
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).touch_test(8.0, Near).build()?;
    let star = ball(1.0)?.touch_only();
    world.insert(star.clone().position(Vector3::new(0.5, 1.0, 1.0)))?;
    world.insert(star.position(Vector3::new(2.0, 1.0, 1.0)).velocity(Vector3::x()))?;
    // 2.5 m apart, within range for the last 0.5 m.
    let event = world.step_before(5.0)?.ok_or("they collide")?;
    assert!(
        matches!(event.kind, EventKind::ContactBegin(_)) && event.time == 2.0,
        "{event:?}"
    );
    let event = world.step_before(5.0)?.ok_or("they part")?;
    assert!(
        matches!(event.kind, EventKind::ContactEnd { .. }) && event.time == 3.125,
        "{event:?}"
    );
    Ok(())
}

/// A body on a platform that moves around the domain, held by its acceleration and by friction.
#[test]
fn a_rest_on_a_moving_platform_lasts_for_thousands_of_lengths() -> Outcome {
    let side = 4.0;
    let settings = Settings {
        domain: unit(side),
        friction: 0.5,
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build()?;
    let platform = Body::fixed(Shape::cuboid(Vector3::new(0.6, 0.1, 0.6))?);
    let platform = world.insert(
        platform
            .position(Vector3::new(3.7, 3.95, 2.0))
            .velocity(Vector3::new(1.0, 0.5, 0.0)),
    )?;
    let rider = Body::new(Shape::cuboid(Vector3::repeat(0.25))?)
        .position(Vector3::new(3.8, 0.5, 2.0))
        .restitution(0.0);
    let rider = world.insert(rider.acceleration(Vector3::y() * -10.0).velocity(Vector3::x()))?;
    world.advance_to(10.0)?;
    assert_eq!(world.counters().rests, 1);
    let apart = |world: &World| -> Result<Vector3<f64>, WorldError> {
        let [a, b] = [world.pose(platform)?, world.pose(rider)?].map(|pose| pose.translation.vector);
        Ok(world.settings().domain.nearest(&(b - a)))
    };
    let before = apart(&world)?;
    assert!((before.y - 0.35).abs() < 1e-12, "{before}");
    for number in 1..=20 {
        world.advance_to(10.0 + 1000.0 * f64::from(number))?;
        assert!(
            (apart(&world)? - before).norm() < 1e-9,
            "{number}: {} {before}",
            apart(&world)?
        );
        world.audit()?;
    }
    let counters = world.counters();
    // Rounding of its acceleration may lift it within a thousand seconds by enough to end a rest;
    // then it comes to rest again.
    assert_eq!((counters.rests - counters.rest_ends <= 1, counters.late), (true, 0));
    assert!(counters.rests < 40 && counters.collisions < 100, "{counters:?}");
    Ok(())
}

/// A law lets a body pass through, and it touches again after each length.
#[test]
fn a_body_that_passes_through_touches_again_after_each_length() -> Outcome {
    struct Through;
    impl Response for Through {
        fn respond(&mut self, _: &Encounter) -> Reply {
            Reply::PassThrough
        }
    }
    let mut world = World::builder().domain(unit(4.0)).custom_response(Through).build()?;
    world.insert(Body::fixed(Shape::cuboid(Vector3::repeat(0.5))?).position(Vector3::repeat(3.75)))?;
    let id = world.insert(ball(0.25)?.position(Vector3::new(1.0, 3.75, 3.75)).velocity(Vector3::x()))?;
    for number in 0..300 {
        let event = world.step()?.ok_or("it passes for ever")?;
        assert!(matches!(event.kind, EventKind::Collision(_)), "{event:?}");
        assert!((event.time - 2.0 - 4.0 * f64::from(number)).abs() < 1e-9, "{event:?}");
        world.audit()?;
        // While it passes through one image it may touch the next.
        let next = world.next_collision(id)?.map(|(time, _)| time);
        assert!(next.is_some_and(|next| (next - event.time - 4.0).abs() < 1e-9), "{next:?}");
    }
    Ok(())
}

/// The removal of a body in contact across a face reports the end of the contact.
#[test]
fn removal_and_jumps_end_contacts_across_faces() -> Outcome {
    for jump in [true, false] {
        let mut world = World::builder().domain(unit(4.0)).report_overlaps(true).build()?;
        insert_sensor(&mut world, Vector3::new(0.1, 2.0, 2.0))?;
        let id = world.insert(ball(0.5)?.position(Vector3::new(2.0, 2.0, 2.0)).velocity(Vector3::x()))?;
        let kinds = |world: &mut World, until: f64| -> Result<Vec<&'static str>, StepError> {
            Ok(world.advance_to(until)?.iter().map(|event| event.kind.name()).collect())
        };
        assert_eq!(kinds(&mut world, 2.0)?, ["overlap-begin", "contact-begin"]);
        world.audit()?;
        match jump {
            true => world.set_motion(id, &MotionChange::position(Vector3::repeat(2.0)))?,
            false => world.remove(id)?,
        }
        world.audit()?;
        assert_eq!(kinds(&mut world, 2.0)?, ["contact-end", "overlap-end"]);
        world.audit()?;
    }
    Ok(())
}
