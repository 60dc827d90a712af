//! Accessors of a world: data of its bodies.

use crate::support::{METHODS, Random, ball, kinds, rounds};
use kinesweep::nalgebra::Vector3 as Reexported;
use kinesweep::world::Budget;
use kinesweep::{Body, BodyId, BodyKind, Domain, EventKind, Groups, Method, MotionChange, MotionPiece, Shape, World, WorldError};
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

/// Motion pieces joined end to end: the start of each body's piece without the wrapping of the
/// domain.
#[derive(Default)]
struct UnwrappedPieces {
    begun: BTreeMap<BodyId, (Vector3<f64>, MotionPiece)>,
}

impl UnwrappedPieces {
    fn follow(&mut self, pieces: Vec<(BodyId, MotionPiece)>, domain: &Domain) {
        for (id, piece) in pieces {
            let position = match self.begun.get(&id) {
                Some((position, before)) => {
                    let there = before.position_at(piece.epoch);
                    position + (there - before.position) + domain.nearest(&(piece.position - there))
                }
                None => piece.position,
            };
            self.begun.insert(id, (position, piece));
        }
    }

    fn position(&self, id: BodyId, time: f64) -> Vector3<f64> {
        let (position, piece) = &self.begun[&id];
        position + (piece.position_at(time) - piece.position)
    }
}

/// With switches of the lane of balls, jumps, insertions, removals and snapshots.
#[test]
fn unwrapped_positions_equal_those_of_the_joined_pieces() -> Outcome {
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
            let mut oracle = UnwrappedPieces::default();
            while world.len() < 40 {
                let _ = world.insert(random.gas_ball(true, 9.0)?);
            }
            let mut guest = None;
            for round in 0..60 {
                let target = world.time() + random.uniform(0.0, 0.3);
                match random.below(3) {
                    0 => drop(world.step_before(target)?),
                    1 => drop(world.advance_within(target, &mut Budget::steps(5))?),
                    _ => drop(world.advance_to(target)?),
                }
                if round % 5 == 0
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
                    3 => drop(world.insert(random.gas_ball(true, 9.0)?)),
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
                    let (position, expected) = (world.unwrapped_position(id)?, oracle.position(id, world.time()));
                    let off = (position - expected).norm();
                    assert!(
                        off < 1e-9,
                        "seed {seed}, {method:?}, round {round}: {id} is at {position}, not {expected}"
                    );
                    let folded = domain.nearest(&(position - world.pose(id)?.translation.vector));
                    assert!(folded.norm() < 1e-9, "seed {seed}, {method:?}, round {round}: {id}");
                    farthest = farthest.max(position.norm() / domain_size);
                }
            }
        }
    }
    assert!(in_gas > 20 && elsewhere > 5, "{in_gas} {elsewhere}");
    assert!(farthest > 3.0, "{farthest}");
    Ok(())
}

/// A path of a thousand lengths of the domain: new pieces begin on the way, in the lane of balls
/// and with leases.
#[test]
fn unwrapped_position_after_a_thousand_lengths_is_exact() -> Outcome {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(6.0),
    };
    for in_gas in [true, false] {
        let mut world = World::builder().domain(domain).method(Method::Leases).build()?;
        let (start, velocity) = (Vector3::new(1.0, 5.0, 2.0), Vector3::new(60.0, -0.25, 31.0));
        let far = world.insert(Body::new(Shape::ball(0.01)?).position(start).velocity(velocity))?;
        // The body has no collision.
        let other = Body::new(Shape::ball(0.01)?)
            .position(Vector3::new(3.0, 0.5, 5.0))
            .velocity(velocity);
        world.insert(if in_gas { other } else { other.sensor() })?;
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
fn unwrapped_positions_equal_positions_without_a_periodic_domain() -> Outcome {
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

/// One world for each storage of bodies.
fn worlds_of_each_kind() -> Result<Vec<World>, WorldError> {
    let corner = Vector3::repeat(20.0);
    let (min, max) = (-corner, corner);
    let mut worlds = Vec::new();
    for domain in [Domain::Open, Domain::Box { min, max }, Domain::Periodic { min, max }] {
        for method in METHODS {
            let builder = World::builder().domain(domain).method(method).friction(0.25).restitution(0.5);
            worlds.extend(builder.build().ok());
        }
    }
    // A periodic domain has only leases.
    assert_eq!(worlds.len(), 2 * METHODS.len() + 1);
    Ok(worlds)
}

#[test]
fn accessors_return_the_inserted_constants() -> Outcome {
    for mut world in worlds_of_each_kind()? {
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

        // Changes of spin by impulses and by the user are visible, too.
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
fn tags_stay_with_their_bodies_and_not_with_indices() -> Outcome {
    for mut world in worlds_of_each_kind()? {
        let first = world.insert(ball(-3.0, 1.0).tag(7))?;
        let second = world.insert(ball(3.0, -1.0))?;
        let last = world.insert(ball(9.0, 0.0).tag(u128::MAX))?;
        let tags = |world: &World| [first, second, last].map(|id| world.tag(id));
        assert_eq!(tags(&world), [Ok(7), Ok(0), Ok(u128::MAX)]);
        world.set_tag(second, 1 << 64)?;
        world.advance_to(4.0)?;
        world.set_motion(last, &MotionChange::velocity(Vector3::y()))?;
        assert_eq!(tags(&world), [Ok(7), Ok(1 << 64), Ok(u128::MAX)]);
        // The lane of balls is left for a while.
        let guest = world.insert(cube()?.position(Vector3::y() * 9.0).tag(3))?;
        assert_eq!(tags(&world), [Ok(7), Ok(1 << 64), Ok(u128::MAX)]);
        world.set_tag(first, 0)?;
        world.remove(guest)?;
        world.set_method(Method::Auto)?;
        world.advance_to(40.0)?;
        assert_eq!(tags(&world), [Ok(0), Ok(1 << 64), Ok(u128::MAX)]);
        let copy = World::builder().restore(&world.snapshot())?;
        assert_eq!(tags(&copy), tags(&world));
        // A body with the index of a removed one does not get its tag.
        world.remove(last)?;
        let next = world.insert(ball(9.0, 0.0).position(Vector3::z() * 9.0))?;
        assert_eq!((next.index(), world.tag(next)?), (last.index(), 0));
    }
    Ok(())
}

#[test]
fn scheduled_changes_can_be_cancelled_until_they_occur() -> Outcome {
    for mut world in worlds_of_each_kind()? {
        let change = MotionChange::velocity(Vector3::y());
        let body = world.insert(ball(0.0, 1.0).change_at(4.0, change).change_at(5.0, change))?;
        let other = world.insert(ball(9.0, 0.0).change_at(5.0, change))?;
        let reminders: Vec<_> = (0..6).map(|token| world.schedule(2.0, token)).collect::<Result<_, _>>()?;
        let early = world.schedule_motion(body, 1.0, MotionChange::velocity(Vector3::z()))?;
        assert!(reminders.iter().all(|id| *id != early));
        assert!(world.cancel(early) && !world.cancel(early));
        assert!(world.cancel(reminders[2]));
        let token = |event: &kinesweep::Event| match event.kind {
            EventKind::Scheduled { token } => Some(token),
            _ => None,
        };
        // Between simultaneous events, and in a restored world.
        let event = world.step_before(3.0)?.expect("the first");
        assert_eq!((event.time, token(&event)), (2.0, Some(0)));
        assert!(!world.cancel(reminders[0]), "it has occurred");
        let mut copy = World::builder().restore(&world.snapshot())?;
        for world in [&mut world, &mut copy] {
            assert!(world.cancel(reminders[1]) && world.cancel(reminders[4]) && !world.cancel(reminders[2]));
            let reported: Vec<_> = world.advance_to(3.0)?.iter().map(token).collect();
            assert_eq!(reported, [Some(3), Some(5)]);
            assert_eq!(world.velocity(body)?, Vector3::x());
            assert_eq!(world.cancel_motions(body), Ok(2));
            assert_eq!(world.cancel_motions(body), Ok(0));
            let later = world.schedule_motion(other, 9.0, change)?;
            let reported: Vec<_> = world.advance_to(6.0)?.to_vec();
            assert_eq!(kinds(&reported), ["motion-change"]);
            assert!(reported[0].kind.involves(other) && reported[0].time == 5.0);
            world.remove(other)?;
            assert!(!world.cancel(later), "its body has been removed");
            assert_eq!(world.advance_to(10.0)?, []);
            // A new one has another id.
            let newest = world.schedule(11.0, 0)?;
            assert!(newest != later && !world.cancel(later) && world.cancel(newest));
        }
    }
    Ok(())
}

/// Hidden changes of motion have their full effect, but no run stops at them.
#[test]
fn hidden_motion_changes_give_no_events() -> Outcome {
    for method in METHODS {
        let build = |report: bool| -> Result<World, WorldError> {
            let builder = World::builder().method(method).record_motion(true);
            let mut world = builder.report_motion_changes(report).build()?;
            let round = |time: f64, v: f64| (time, MotionChange::velocity(Vector3::x() * v));
            for (position, changes) in [
                (-4.0, [round(1.0, 3.0), round(2.0, -1.0)]),
                (4.0, [round(1.0, -1.0), round(7.0, 2.0)]),
            ] {
                let body = changes
                    .iter()
                    .fold(ball(position, 0.0), |body, (time, change)| body.change_at(*time, *change));
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
        // A restored world hides them, too.
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

/// With the re-exported maths types no other package is needed, and no other version of it can
/// conflict.
#[test]
fn re_exported_maths_types_are_accepted() -> Outcome {
    let velocity: Reexported<f64> = Vector3::x();
    let mut world = World::builder().build()?;
    let id = world.insert(ball(0.0, 0.0).velocity(velocity))?;
    assert_eq!(world.velocity(id)?, kinesweep::nalgebra::vector![1.0, 0.0, 0.0]);
    Ok(())
}
