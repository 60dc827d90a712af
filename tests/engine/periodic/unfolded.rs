//! Periodic worlds against open ones in which every image is a separate body.

use super::scenes::{Outcome, any_body, cube, insert_apart, sides};
use crate::support::{Random, rounds};
use kinesweep::{
    Body, BodyId, BodyKind, Domain, EventKind, Groups, Method, MotionPiece, Party, ResponseMode, Settings, StepError, World,
};
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// Greatest difference of the two, in seconds: rounding of positions divided by the closing speeds.
const TOLERANCE: f64 = 1e-9;

/// Originals have this group and copies the other; copies collide only with originals.
const ORIGINALS: u32 = 1;
const COPIES: u32 = 2;

/// The offsets of the images up to `lengths` lengths away.
fn steps(lengths: i32) -> impl Iterator<Item = Vector3<f64>> {
    let range = move || (-lengths..=lengths).map(f64::from);
    range().flat_map(move |x| range().flat_map(move |y| range().map(move |z| Vector3::new(x, y, z))))
}

/// The index of the original of each body, and whether the body is the original itself.
type Images = BTreeMap<BodyId, (usize, bool)>;

/// An open world with some bodies and their images, and the map of images to originals.
fn unfold(bodies: &[Body], domain: &Domain, lengths: i32, settings: &Settings) -> Result<(World, Images), kinesweep::WorldError> {
    let settings = Settings {
        domain: Domain::Open,
        ..*settings
    };
    let mut world = World::builder().settings(settings).method(Method::Cached).build()?;
    let (mut all, mut of) = (Vec::new(), Vec::new());
    for (number, body) in bodies.iter().enumerate() {
        for step in steps(lengths) {
            let is_original = step == Vector3::zeros();
            let mut image = body.clone().position(body.position + step.component_mul(&sides(domain)));
            image.groups = Groups {
                memberships: if is_original { ORIGINALS } else { COPIES },
                filter: if is_original { u32::MAX } else { ORIGINALS },
            };
            all.push(image);
            of.push((number, is_original));
        }
    }
    let ids = world.insert_all(&all)?;
    Ok((world, ids.into_iter().zip(of).collect()))
}

/// Begins and ends of the contacts of each pair, in order.
type Contacts = BTreeMap<[usize; 2], Vec<(bool, f64)>>;

fn contacts(world: &mut World, horizon: f64, of: impl Fn(BodyId) -> (usize, bool)) -> Result<Contacts, StepError> {
    let mut contacts = Contacts::new();
    for event in world.advance_to(horizon)? {
        let begins = match event.kind {
            EventKind::ContactBegin(_) => true,
            EventKind::ContactEnd { .. } => false,
            _ => continue,
        };
        let parties = event.kind.parties().expect("two touch").map(|party| match party {
            Party::Body(id) => of(id),
            Party::Wall(wall) => panic!("{wall}"),
        });
        let [(a, a_is_original), (b, b_is_original)] = parties;
        // Of two images of the same contact the one of the first body counts; a body has no contact
        // with itself.
        let counts = if a < b { a_is_original } else { b_is_original };
        if a != b && counts {
            contacts.entry([a.min(b), a.max(b)]).or_default().push((begins, event.time));
        }
    }
    Ok(contacts)
}

#[test]
fn periodic_contacts_equal_those_of_all_images() -> Outcome {
    let mut met = 0;
    for seed in 0..rounds(30) {
        let mut random = Random::new(seed);
        let domain = cube(random.uniform(7.0, 9.0));
        let pull = [0.0, 0.5][random.below(2) as usize];
        let settings = Settings {
            domain,
            gravity: random.vector(pull),
            response: ResponseMode::PassThrough,
            ..Settings::default()
        };
        let mut bodies = Vec::new();
        for _ in 0..12 {
            let mut body = any_body(&mut random, (-0.5, 0.2))?;
            body.position = domain.image(&body.position);
            body.groups = Groups::default();
            bodies.push(body);
        }
        // No body moves farther than the second image by then.
        let horizon = 3.0;
        let mut world = World::builder().settings(settings).build()?;
        let ids = world.insert_all(&bodies)?;
        let of = |id: BodyId| (ids.iter().position(|known| *known == id).expect("one of them"), true);
        let found = contacts(&mut world, horizon, of)?;
        world.audit()?;
        let (mut open, images) = unfold(&bodies, &domain, 2, &settings)?;
        let expected = contacts(&mut open, horizon, |id| images[&id])?;
        assert_eq!(
            found.keys().collect::<Vec<_>>(),
            expected.keys().collect::<Vec<_>>(),
            "seed {seed}"
        );
        for (pair, of_pair) in &expected {
            let found = &found[pair];
            assert_eq!(found.len(), of_pair.len(), "seed {seed}, {pair:?}: {found:?} {of_pair:?}");
            for (one, other) in found.iter().zip(of_pair) {
                assert!(
                    one.0 == other.0 && (one.1 - other.1).abs() < TOLERANCE,
                    "seed {seed}, {pair:?}: {one:?} {other:?}"
                );
            }
            met += found.len();
        }
    }
    assert!(met as u64 > 5 * rounds(30), "{met}");
    Ok(())
}

/// A body with its present motion.
fn at_present(body: &Body, piece: &MotionPiece, now: f64, domain: &Domain) -> Body {
    let piece = piece.rebased(now);
    let mut body = body.clone();
    body.position = domain.image(&piece.pose_at(now).translation.vector);
    body.orientation = piece.orientation;
    body.velocity = piece.velocity;
    body.angular_velocity = piece.angular_velocity;
    body
}

/// From one collision to the next, the prediction depends only on the present state.
#[test]
fn the_next_periodic_collision_is_the_first_of_all_images() -> Outcome {
    for seed in 0..rounds(12) {
        let mut random = Random::new(100 + seed);
        let domain = cube(random.uniform(7.0, 8.0));
        let settings = Settings {
            domain,
            ..Settings::default()
        };
        let mut world = World::builder().settings(settings).build()?;
        let mut bodies = Vec::new();
        for _ in 0..12 {
            let mut body = Body::new(random.shape()?)
                .position(domain.image(&random.vector(9.0)))
                .orientation(random.vector(2.0))
                .velocity(random.vector(2.0))
                .mass(random.uniform(0.5, 2.0));
            match random.below(4) {
                0 => body = body.rotates(),
                1 => body = body.angular_velocity(random.vector(1.0)),
                2 if random.below(2) == 0 => body.kind = BodyKind::Fixed,
                _ => {}
            }
            if insert_apart(&mut world, [body.clone()]) == 1 {
                bodies.push(body);
            }
        }
        let ids: Vec<BodyId> = world.bodies().collect();
        for number in 0..rounds(30) {
            let now = world.time();
            let pieces: Vec<MotionPiece> = ids.iter().map(|id| world.motion(*id)).collect::<Result<_, _>>()?;
            let present: Vec<Body> = bodies
                .iter()
                .zip(&pieces)
                .map(|(body, piece)| at_present(body, piece, now, &domain))
                .collect();
            // No body moves farther than the first image by then.
            let Some(event) = world.step_before(now + 0.5)? else {
                continue;
            };
            let (mut open, images) = unfold(&present, &domain, 1, &settings)?;
            let expected = open.step_before(0.5 + TOLERANCE)?.ok_or("no collision in the open world")?;
            assert!(
                (event.time - now - expected.time).abs() < TOLERANCE,
                "seed {seed}, {number}: {event:?} {expected:?}"
            );
            let (EventKind::Collision(hit), EventKind::Collision(of_open)) = (event.kind, expected.kind) else {
                panic!("only collisions are reported")
            };
            let number_of = |party: Party, open: bool| match party {
                Party::Body(id) if open => images[&id].0,
                Party::Body(id) => ids.iter().position(|known| *known == id).expect("one of them"),
                Party::Wall(wall) => panic!("{wall}"),
            };
            let mut pairs = [
                hit.parties.map(|party| number_of(party, false)),
                of_open.parties.map(|party| number_of(party, true)),
            ];
            let sign = if pairs[0][0] == pairs[1][0] { 1.0 } else { -1.0 };
            pairs[1].sort_unstable();
            assert_eq!(pairs[0], pairs[1], "seed {seed}, {number}");
            assert!(
                (hit.normal - of_open.normal * sign).norm() < 1e-6,
                "seed {seed}, {number}: {hit:?} {of_open:?}"
            );
            assert!((hit.closing_speed - of_open.closing_speed).abs() < 1e-6 && (hit.impulse - of_open.impulse).abs() < 1e-6);
            let off = domain.nearest(&(hit.point - of_open.point));
            assert!(off.norm() < 1e-6, "seed {seed}, {number}: {hit:?} {of_open:?}");
        }
    }
    Ok(())
}
