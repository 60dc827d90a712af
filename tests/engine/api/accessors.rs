//! What a world returns about its bodies, and what is kept with them.

use crate::support::{METHODS, Random, ball, kinds, rounds};
use kinesweep::nalgebra::Vector3 as Reexported;
use kinesweep::{
    Body, BodyId, BodyKind, Budget, Domain, EventKind, Groups, Method, MotionChange, MotionPiece, Shape, World, WorldError,
};
use nalgebra::Vector3;
use std::collections::BTreeMap;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

fn cube() -> Result<Body, kinesweep::ValueError> {
    Ok(Body::new(Shape::cuboid(Vector3::repeat(0.2))?))
}

fn is_gas(world: &World) -> bool {
    world
        .counters()
        .broad_phase
        .iter()
        .any(|(name, _)| *name == "pairs looked at")
}

/// Motion pieces laid end to end: where each body's piece would have begun if no domain had folded it back.
#[derive(Default)]
struct EndToEnd {
    begun: BTreeMap<BodyId, (Vector3<f64>, MotionPiece)>,
}

impl EndToEnd {
    fn follow(&mut self, pieces: Vec<(BodyId, MotionPiece)>, domain: &Domain) {
        for (id, piece) in pieces {
            let place = match self.begun.get(&id) {
                Some((place, before)) => {
                    let there = before.position_at(piece.epoch);
                    place + (there - before.position) + domain.nearest(&(piece.position - there))
                }
                None => piece.position,
            };
            self.begun.insert(id, (place, piece));
        }
    }

    fn position(&self, id: BodyId, time: f64) -> Vector3<f64> {
        let (place, piece) = &self.begun[&id];
        place + (piece.position_at(time) - piece.position)
    }
}

/// With a gas that ends and begins, jumps, bodies that come and go, and snapshots.
#[test]
fn unwrapped_positions_are_those_of_the_pieces_laid_end_to_end() -> Outcome {
    let (mut in_gas, mut elsewhere, mut farthest) = (0, 0, 0.0f64);
    for seed in 0..rounds(20) {
        for method in [Method::Leases, Method::Auto] {
            let mut random = Random::new(500 + seed);
            let domain = Domain::Periodic {
                min: Vector3::new(-3.0, -2.5, -4.0),
                max: Vector3::new(3.0, 3.0, 2.0),
            };
            let builder = || World::builder().record_motion(true);
            let mut world = builder().domain(domain).method(method).build()?;
            let mut oracle = EndToEnd::default();
            while world.len() < 40 {
                let _ = world.insert(random.plain_ball(true, 9.0)?);
            }
            let mut guest = None;
            for turn in 0..60 {
                let target = world.time() + random.uniform(0.0, 0.3);
                match random.below(3) {
                    0 => drop(world.step_before(target)?),
                    1 => drop(world.advance_within(target, &mut Budget::steps(5))?),
                    _ => drop(world.advance_to(target)?),
                }
                if turn % 5 == 0
                    && let Some(gone) = guest.take().filter(|gone| world.contains(*gone))
                {
                    world.remove(gone)?;
                }
                let ids: Vec<BodyId> = world.bodies().collect();
                let one = ids[random.below(ids.len() as u64) as usize];
                match random.below(10) {
                    0 => drop(world.set_motion(one, &MotionChange::position(random.vector(9.0)))),
                    1 => world.set_motion(one, &MotionChange::velocity(random.vector(4.0)))?,
                    2 => world.remove(one)?,
                    3 => drop(world.insert(random.plain_ball(true, 9.0)?)),
                    4 if guest.is_none() => {
                        let odd = cube()?.position(random.vector(3.0)).velocity(random.vector(4.0));
                        guest = world.insert(odd).ok();
                    }
                    6 => world = builder().restore(&world.snapshot())?,
                    _ => {}
                }
                *(if is_gas(&world) { &mut in_gas } else { &mut elsewhere }) += 1;
                oracle.follow(world.take_motion_pieces(), &domain);
                let domain_size = 6.0;
                for id in world.bodies() {
                    let (place, expected) = (world.unwrapped_position(id)?, oracle.position(id, world.time()));
                    let off = (place - expected).norm();
                    assert!(
                        off < 1e-9,
                        "seed {seed}, {method:?}, turn {turn}: {id} is at {place}, not {expected}"
                    );
                    let folded = domain.nearest(&(place - world.pose(id)?.translation.vector));
                    assert!(folded.norm() < 1e-9, "seed {seed}, {method:?}, turn {turn}: {id}");
                    farthest = farthest.max(place.norm() / domain_size);
                }
            }
        }
    }
    assert!(in_gas > 20 && elsewhere > 5, "{in_gas} {elsewhere}");
    assert!(farthest > 3.0, "{farthest}");
    Ok(())
}

/// A thousand lengths of the domain: new pieces begin on the way, in a gas and in leases.
#[test]
fn what_goes_far_is_as_far_as_it_went() -> Outcome {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(6.0),
    };
    for in_gas in [true, false] {
        let mut world = World::builder().domain(domain).method(Method::Leases).build()?;
        let (start, velocity) = (Vector3::new(1.0, 5.0, 2.0), Vector3::new(60.0, -0.25, 31.0));
        let far = world.insert(Body::new(Shape::ball(0.01)?).position(start).velocity(velocity))?;
        // It meets nothing.
        let other = Body::new(Shape::ball(0.01)?)
            .position(Vector3::new(3.0, 0.5, 5.0))
            .velocity(velocity);
        world.insert(if in_gas { other } else { other.angular_velocity(Vector3::x()) })?;
        for target in [20.0, 20.5, 100.0] {
            assert_eq!(world.advance_to(target)?, []);
            assert_eq!(is_gas(&world), in_gas);
            let off = (world.unwrapped_position(far)? - (start + velocity * target)).norm();
            assert!(off < 1e-9, "{in_gas}, {target}: {off}");
        }
    }
    Ok(())
}

#[test]
fn positions_are_as_they_are_where_nothing_folds_them() -> Outcome {
    for method in METHODS {
        for domain in [
            Domain::Open,
            Domain::Box {
                min: Vector3::repeat(-9.0),
                max: Vector3::repeat(9.0),
            },
        ] {
            let mut world = World::builder().domain(domain).method(method).build()?;
            let ids = world.insert_all(&[ball(-3.0, 2.0), ball(3.0, -1.0)])?;
            world.advance_to(5.0)?;
            for id in ids {
                assert_eq!(
                    world.unwrapped_position(id)?,
                    world.pose(id)?.translation.vector,
                    "{method:?}"
                );
            }
        }
    }
    Ok(())
}

/// One world of each way in which bodies are held.
fn ways() -> Result<Vec<World>, WorldError> {
    let corner = Vector3::repeat(20.0);
    let (min, max) = (-corner, corner);
    let mut worlds = Vec::new();
    for domain in [Domain::Open, Domain::Box { min, max }, Domain::Periodic { min, max }] {
        for method in METHODS {
            let builder = World::builder().domain(domain).method(method).friction(0.25).restitution(0.5);
            worlds.extend(builder.build().ok());
        }
    }
    // In a periodic domain there are leases alone.
    assert_eq!(worlds.len(), 2 * METHODS.len() + 1);
    Ok(worlds)
}

#[test]
fn a_body_is_what_it_was_given() -> Outcome {
    for mut world in ways()? {
        let plain = world.insert(ball(0.0, 1.0).mass(3.0))?;
        assert_eq!((world.friction(plain)?, world.restitution(plain)?), (0.25, 0.5));
        assert_eq!((world.mass(plain)?, world.kind(plain)?), (3.0, BodyKind::Dynamic));
        assert_eq!((world.groups(plain)?, world.is_sensor(plain)?), (Groups::default(), false));
        assert_eq!(world.angular_velocity(plain)?, Vector3::zeros());
        assert_eq!(world.shape(plain)?, Shape::ball(0.5)?);

        let groups = Groups {
            memberships: 6,
            filter: 3,
        };
        let mut odd = cube()?
            .position(Vector3::y() * 5.0)
            .density(1000.0)
            .friction(0.1)
            .restitution(0.9);
        odd = odd.groups(groups).sensor().angular_velocity(Vector3::z());
        let odd = world.insert(odd)?;
        assert_eq!((world.friction(odd)?, world.restitution(odd)?), (0.1, 0.9));
        assert!((world.mass(odd)? - 64.0).abs() < 1e-9);
        assert_eq!((world.groups(odd)?, world.is_sensor(odd)?), (groups, true));
        assert_eq!(world.angular_velocity(odd)?, Vector3::z());

        let fixed = world.insert(Body::fixed(Shape::ball(0.5)?).position(Vector3::y() * -5.0))?;
        assert_eq!((world.mass(fixed)?, world.kind(fixed)?), (f64::INFINITY, BodyKind::Fixed));

        // Changes of spin by impulses and by the user are seen, too.
        world.set_motion(odd, &MotionChange::angular_velocity(Vector3::x()))?;
        assert_eq!(world.angular_velocity(odd)?, Vector3::x());

        world.remove(plain)?;
        let stale = WorldError::StaleId(plain);
        assert_eq!(world.angular_velocity(plain), Err(stale.clone()));
        assert_eq!(world.unwrapped_position(plain), Err(stale.clone()));
        assert_eq!(world.mass(plain), Err(stale.clone()));
        assert_eq!(world.restitution(plain), Err(stale.clone()));
        assert_eq!(world.friction(plain), Err(stale.clone()));
        assert_eq!(world.groups(plain), Err(stale.clone()));
        assert_eq!(world.is_sensor(plain), Err(stale.clone()));
        assert_eq!(world.kind(plain), Err(stale.clone()));
        assert_eq!(world.shape(plain), Err(stale.clone()));
        assert_eq!(world.tag(plain), Err(stale.clone()));
        assert_eq!(world.cancel_motions(plain), Err(stale.clone()));
        assert_eq!(world.set_tag(plain, 1), Err(stale));
    }
    assert!(World::builder().friction(-1.0).build().is_err());
    assert!(World::builder().friction(f64::NAN).build().is_err());
    Ok(())
}

#[test]
fn a_tag_stays_with_its_body() -> Outcome {
    for mut world in ways()? {
        let first = world.insert(ball(-3.0, 1.0).tag(7))?;
        let second = world.insert(ball(3.0, -1.0))?;
        let last = world.insert(ball(9.0, 0.0).tag(u128::MAX))?;
        let tags = |world: &World| [first, second, last].map(|id| world.tag(id));
        assert_eq!(tags(&world), [Ok(7), Ok(0), Ok(u128::MAX)]);
        world.set_tag(second, 1 << 64)?;
        world.advance_to(4.0)?;
        world.set_motion(last, &MotionChange::velocity(Vector3::y()))?;
        assert_eq!(tags(&world), [Ok(7), Ok(1 << 64), Ok(u128::MAX)]);
        // What was a gas is none for a while.
        let guest = world.insert(cube()?.position(Vector3::y() * 9.0).tag(3))?;
        assert_eq!(tags(&world), [Ok(7), Ok(1 << 64), Ok(u128::MAX)]);
        world.set_tag(first, 0)?;
        world.remove(guest)?;
        world.set_method(Method::Auto)?;
        world.advance_to(40.0)?;
        assert_eq!(tags(&world), [Ok(0), Ok(1 << 64), Ok(u128::MAX)]);
        let copy = World::builder().restore(&world.snapshot())?;
        assert_eq!(tags(&copy), tags(&world));
        // A body at the place of a removed one does not take over its tag.
        world.remove(last)?;
        let next = world.insert(ball(9.0, 0.0).position(Vector3::z() * 9.0))?;
        assert_eq!((next.index(), world.tag(next)?), (last.index(), 0));
    }
    Ok(())
}

#[test]
fn what_was_scheduled_can_be_cancelled() -> Outcome {
    for mut world in ways()? {
        let turned = MotionChange::velocity(Vector3::y());
        let body = world.insert(ball(0.0, 1.0).change_at(4.0, turned).change_at(5.0, turned))?;
        let other = world.insert(ball(9.0, 0.0).change_at(5.0, turned))?;
        let reminders: Vec<_> = (0..6).map(|token| world.schedule(2.0, token)).collect::<Result<_, _>>()?;
        let early = world.schedule_motion(body, 1.0, MotionChange::velocity(Vector3::z()))?;
        assert!(reminders.iter().all(|id| *id != early));
        assert!(world.cancel(early) && !world.cancel(early));
        assert!(world.cancel(reminders[2]));
        let token = |event: &kinesweep::Event| match event.kind {
            EventKind::Scheduled { token } => Some(token),
            _ => None,
        };
        // In the middle of an instant, and in a world that was saved.
        let event = world.step_before(3.0)?.expect("the first");
        assert_eq!((event.time, token(&event)), (2.0, Some(0)));
        assert!(!world.cancel(reminders[0]), "it has happened");
        let mut copy = World::builder().restore(&world.snapshot())?;
        for world in [&mut world, &mut copy] {
            assert!(world.cancel(reminders[1]) && world.cancel(reminders[4]) && !world.cancel(reminders[2]));
            let told: Vec<_> = world.advance_to(3.0)?.iter().map(token).collect();
            assert_eq!(told, [Some(3), Some(5)]);
            assert_eq!(world.velocity(body)?, Vector3::x());
            assert_eq!(world.cancel_motions(body), Ok(2));
            assert_eq!(world.cancel_motions(body), Ok(0));
            let later = world.schedule_motion(other, 9.0, turned)?;
            let told: Vec<_> = world.advance_to(6.0)?.to_vec();
            assert_eq!(kinds(&told), ["motion-change"]);
            assert!(told[0].kind.involves(other) && told[0].time == 5.0);
            world.remove(other)?;
            assert!(!world.cancel(later), "its body is gone");
            assert_eq!(world.advance_to(10.0)?, []);
            // A new one has a name of its own.
            let newest = world.schedule(11.0, 0)?;
            assert!(newest != later && !world.cancel(later) && world.cancel(newest));
        }
    }
    Ok(())
}

/// Hidden, changes of motion do all that they do, and nothing stops there.
#[test]
fn motion_changes_can_be_hidden() -> Outcome {
    for method in METHODS {
        let build = |report: bool| -> Result<World, WorldError> {
            let builder = World::builder().method(method).record_motion(true);
            let mut world = builder.report_motion_changes(report).build()?;
            let turn = |time: f64, v: f64| (time, MotionChange::velocity(Vector3::x() * v));
            for (place, changes) in [
                (-4.0, [turn(1.0, 3.0), turn(2.0, -1.0)]),
                (4.0, [turn(1.0, -1.0), turn(7.0, 2.0)]),
            ] {
                let body = changes
                    .iter()
                    .fold(ball(place, 0.0), |body, (time, change)| body.change_at(*time, *change));
                world.insert(body)?;
            }
            world.schedule(1.0, 5)?;
            Ok(world)
        };
        let (mut shown, mut hidden) = (build(true)?, build(false)?);
        let all = shown.advance_to(20.0)?.to_vec();
        let (changes, rest): (Vec<_>, Vec<_>) = all
            .iter()
            .partition(|event| matches!(event.kind, EventKind::MotionChange { .. }));
        assert_eq!((changes.len(), rest.is_empty()), (4, false), "{method:?}");
        let first = hidden.step_before(20.0)?;
        assert_eq!(first, Some(rest[0]), "{method:?}");
        // A restored world hides them as well.
        let mut copy = World::builder().record_motion(true).restore(&hidden.snapshot())?;
        for world in [&mut hidden, &mut copy] {
            assert_eq!(world.advance_to(20.0)?, &rest[1..], "{method:?}");
        }
        let pieces = shown.take_motion_pieces();
        assert_eq!(hidden.take_motion_pieces(), pieces);
        assert_eq!(copy.take_motion_pieces(), pieces);
    }
    Ok(())
}

/// With the maths types that the crate hands on, no other package is needed, and no other version of it met.
#[test]
fn the_maths_types_are_those_of_the_crate() -> Outcome {
    let velocity: Reexported<f64> = Vector3::x();
    let mut world = World::builder().build()?;
    let id = world.insert(ball(0.0, 0.0).velocity(velocity))?;
    assert_eq!(world.velocity(id)?, kinesweep::nalgebra::vector![1.0, 0.0, 0.0]);
    Ok(())
}
