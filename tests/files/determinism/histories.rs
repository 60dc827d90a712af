//! What came and went before leaves no trace: ties are broken by the order in which the bodies that are there were
//! inserted, not by the places that they took.
//!
//! Two worlds of the same bodies, inserted in the same order, at the same time, with the same motion, tell the same events
//! at the same bits; their ids may differ, and go by the order of insertion. Where a guest has touched somebody, that one's
//! motion is another.

use super::runs::{self, Print, Printer};
use super::scenes::{self, Case};
use kinesweep::{Body, BodyId, Domain, Method, Shape, World};
use nalgebra::Vector3;

/// How a world comes to hold the bodies of a case.
#[derive(Clone, Copy, Debug)]
enum History {
    /// All at once.
    Plain,
    /// One by one.
    Singly,
    /// Others came first, and went in an order of their own: their places are taken again, the last left first.
    AfterGuests,
    /// Others come between them, and go when all are there.
    AmongGuests,
    /// Half of them came, went, and came again.
    Returning,
}

const HISTORIES: [History; 4] = [
    History::Singly,
    History::AfterGuests,
    History::AmongGuests,
    History::Returning,
];

/// A body that touches nobody: it belongs to no group.
fn guest(domain: &Domain, number: usize) -> Body {
    let middle = domain.corners().map_or(Vector3::zeros(), |[min, max]| (min + max) * 0.5);
    let mut body = Body::new(Shape::ball(0.01).unwrap()).position(middle + Vector3::x() * (0.02 * number as f64 % 0.3));
    body.groups.memberships = 0;
    body.groups.filter = 0;
    body
}

/// The names of the bodies by their places, whatever these are.
fn insert(world: &mut World, case: &Case, history: History) -> Vec<String> {
    let bodies: Vec<Body> = (0..case.scene.bodies.len())
        .map(|index| case.scene.bodies[index].clone().name(case.scene.body_name(index)))
        .collect();
    let domain = case.scene.settings.domain;
    let guests = bodies.len() + 3;
    let ids: Vec<BodyId> = match history {
        History::Plain => world.insert_all(&bodies).unwrap(),
        History::Singly => bodies.iter().map(|body| world.insert(body.clone()).unwrap()).collect(),
        History::AfterGuests => {
            let guests: Vec<BodyId> = (0..guests)
                .map(|number| world.insert(guest(&domain, number)).unwrap())
                .collect();
            // A stride that is prime to no small number leaves places in an order that is no order.
            let (even, odd): (Vec<BodyId>, Vec<BodyId>) = guests.iter().partition(|id| id.index() % 2 == 0);
            even.iter().rev().chain(&odd).for_each(|id| world.remove(*id).unwrap());
            world.insert_all(&bodies).unwrap()
        }
        History::AmongGuests => {
            let mut guests = Vec::new();
            let mut ids = Vec::new();
            for (number, body) in bodies.iter().enumerate() {
                guests.push(world.insert(guest(&domain, number)).unwrap());
                ids.push(world.insert(body.clone()).unwrap());
            }
            guests.into_iter().for_each(|id| world.remove(id).unwrap());
            ids
        }
        History::Returning => {
            let first = world.insert_all(&bodies[..bodies.len() / 2]).unwrap();
            first.into_iter().rev().for_each(|id| world.remove(id).unwrap());
            world.insert_all(&bodies).unwrap()
        }
    };
    assert_eq!(
        world.bodies().collect::<Vec<_>>(),
        ids,
        "bodies come in the order of their insertion"
    );
    let places = ids.iter().map(|id| id.index() + 1).max().unwrap_or(0);
    let mut names = vec![String::new(); places];
    for (index, id) in ids.iter().enumerate() {
        names[id.index()] = case.scene.body_name(index);
    }
    world.take_motion_pieces();
    names
}

fn print(case: &Case, method: Method, history: History, overlaps: bool) -> Print {
    let builder = World::builder().settings(case.scene.settings).method(method);
    let mut world = builder.report_overlaps(overlaps).record_motion(true).build().unwrap();
    let names = insert(&mut world, case, history);
    let mut printer = Printer::new();
    runs::log(&mut world, case.until, &names, |line| printer.line(&line));
    printer.finish()
}

#[test]
fn what_came_and_went_leaves_no_trace() {
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
            let plain = print(&case, Method::Auto, History::Plain, overlaps);
            assert!(plain.lines >= 4, "{name}");
            for history in HISTORIES {
                assert_eq!(print(&case, Method::Auto, history, overlaps), plain, "{name}, {history:?}");
                if !case.is_periodic() {
                    assert_eq!(
                        print(&case, Method::Lists, history, overlaps),
                        plain,
                        "{name}, {history:?}, lists"
                    );
                }
            }
        }
    }
}

/// Nothing but ties: rows of balls that all meet at the same times.
#[test]
fn ties_go_by_the_order_of_insertion() {
    let mut case = scenes::named("newtons-cradle");
    case.scene.bodies.clear();
    case.until = 3.0;
    // The order in which they come is not that of their places in space.
    for number in 0..24 {
        let place = f64::from(number * 7 % 24);
        let body = Body::new(Shape::ball(0.5).unwrap());
        case.scene.bodies.push(
            body.clone()
                .position(Vector3::new(-2.0, 2.0 * place, 0.0))
                .velocity(Vector3::x()),
        );
        case.scene
            .bodies
            .push(body.position(Vector3::new(2.0, 2.0 * place, 0.0)).velocity(-Vector3::x()));
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
