//! Earlier insertions and removals have no effect: ties are broken by the order in which the
//! present bodies were inserted, not by their indices.
//!
//! Two worlds of the same bodies, inserted in the same order, at the same time, with the same
//! motion, give the same events to the bit. Their ids may differ, but are ordered by insertion. A
//! temporary body that touched another would change its motion, so it touches none.

use super::runs::{self, LogHash, LogHasher};
use super::scenes::{self, Case};
use kinesweep::{Body, BodyId, Domain, Method, Shape, World};
use nalgebra::Vector3;

/// The order of insertions and removals by which a world gets the bodies of a case.
#[derive(Clone, Copy, Debug)]
enum History {
    /// All at once.
    Plain,
    /// One by one.
    OneByOne,
    /// Other bodies were inserted first, and removed in another order: their indices are reused,
    /// the last freed first.
    AfterTemporary,
    /// Other bodies are inserted in between, and removed when all are present.
    AmongTemporary,
    /// Half of the bodies are inserted, removed and inserted again.
    Reinserted,
}

const HISTORIES: [History; 4] = [
    History::OneByOne,
    History::AfterTemporary,
    History::AmongTemporary,
    History::Reinserted,
];

/// A body that touches no other: it belongs to no group.
fn temporary_body(domain: &Domain, number: usize) -> Body {
    let middle = domain.corners().map_or(Vector3::zeros(), |[min, max]| (min + max) * 0.5);
    let mut body = Body::new(Shape::ball(0.01).unwrap()).position(middle + Vector3::x() * (0.02 * number as f64 % 0.3));
    body.groups.memberships = 0;
    body.groups.filter = 0;
    body
}

/// Inserts the bodies and returns their names by index.
fn insert(world: &mut World, case: &Case, history: History) -> Vec<String> {
    let bodies: Vec<Body> = (0..case.scene.bodies.len())
        .map(|index| case.scene.bodies[index].clone().name(case.scene.body_name(index)))
        .collect();
    let domain = case.scene.settings.domain;
    let temporary = bodies.len() + 3;
    let ids: Vec<BodyId> = match history {
        History::Plain => world.insert_all(&bodies).unwrap(),
        History::OneByOne => bodies.iter().map(|body| world.insert(body.clone()).unwrap()).collect(),
        History::AfterTemporary => {
            let temporary: Vec<BodyId> = (0..temporary)
                .map(|number| world.insert(temporary_body(&domain, number)).unwrap())
                .collect();
            // Even and odd indices are freed in opposite directions, so the free list is unordered.
            let (even, odd): (Vec<BodyId>, Vec<BodyId>) = temporary.iter().partition(|id| id.index() % 2 == 0);
            even.iter().rev().chain(&odd).for_each(|id| world.remove(*id).unwrap());
            world.insert_all(&bodies).unwrap()
        }
        History::AmongTemporary => {
            let mut temporary = Vec::new();
            let mut ids = Vec::new();
            for (number, body) in bodies.iter().enumerate() {
                temporary.push(world.insert(temporary_body(&domain, number)).unwrap());
                ids.push(world.insert(body.clone()).unwrap());
            }
            temporary.into_iter().for_each(|id| world.remove(id).unwrap());
            ids
        }
        History::Reinserted => {
            let first = world.insert_all(&bodies[..bodies.len() / 2]).unwrap();
            first.into_iter().rev().for_each(|id| world.remove(id).unwrap());
            world.insert_all(&bodies).unwrap()
        }
    };
    assert_eq!(
        world.bodies().collect::<Vec<_>>(),
        ids,
        "bodies are in the order of their insertion"
    );
    let slots = ids.iter().map(|id| id.index() + 1).max().unwrap_or(0);
    let mut names = vec![String::new(); slots];
    for (index, id) in ids.iter().enumerate() {
        names[id.index()] = case.scene.body_name(index);
    }
    world.take_motion_pieces();
    names
}

fn hash(case: &Case, method: Method, history: History, overlaps: bool) -> LogHash {
    let builder = World::builder().settings(case.scene.settings).method(method);
    let mut world = builder.report_overlaps(overlaps).record_motion(true).build().unwrap();
    let names = insert(&mut world, case, history);
    let mut hasher = LogHasher::new();
    runs::log(&mut world, case.until, &names, |line| hasher.line(&line));
    hasher.finish()
}

#[test]
fn earlier_insertions_and_removals_do_not_change_the_log() {
    for name in [
        "newtons-cradle",
        "pool-break",
        "fast-sensor",
        "gas-crystal-periodic",
        "gas-thin-periodic",
        "tumbling",
        "workshop",
    ] {
        let case = scenes::named(name);
        for overlaps in [false, true] {
            let plain = hash(&case, Method::Auto, History::Plain, overlaps);
            assert!(plain.lines >= 4, "{name}");
            for history in HISTORIES {
                assert_eq!(hash(&case, Method::Auto, history, overlaps), plain, "{name}, {history:?}");
                if !case.is_periodic() {
                    assert_eq!(
                        hash(&case, Method::Lists, history, overlaps),
                        plain,
                        "{name}, {history:?}, lists"
                    );
                }
            }
        }
    }
}

/// Only ties: pairs of balls that all collide at the same times.
#[test]
fn simultaneous_collisions_are_in_the_order_of_insertion() {
    let mut case = scenes::named("newtons-cradle");
    case.scene.bodies.clear();
    case.until = 3.0;
    // The order of insertion differs from the order in space.
    for number in 0..24 {
        let position = f64::from(number * 7 % 24);
        let body = Body::new(Shape::ball(0.5).unwrap());
        case.scene.bodies.push(
            body.clone()
                .position(Vector3::new(-2.0, 2.0 * position, 0.0))
                .velocity(Vector3::x()),
        );
        case.scene
            .bodies
            .push(body.position(Vector3::new(2.0, 2.0 * position, 0.0)).velocity(-Vector3::x()));
    }
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 7.0 }] {
        for history in HISTORIES {
            let mut world = World::builder().settings(case.scene.settings).method(method).build().unwrap();
            insert(&mut world, &case, history);
            let order: Vec<BodyId> = world.bodies().collect();
            let events = world.advance_to(case.until).unwrap();
            let firsts: Vec<usize> = events
                .iter()
                .filter_map(|event| event.kind.parties())
                .filter_map(|[first, _]| order.iter().position(|id| kinesweep::Party::Body(*id) == first))
                .collect();
            assert_eq!(
                firsts,
                (0..24).map(|pair| 2 * pair).collect::<Vec<_>>(),
                "{method:?}, {history:?}"
            );
        }
    }
}
