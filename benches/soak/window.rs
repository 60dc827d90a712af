//! A short window of a run, played again from a copy of its state: by the same method and by another, which must agree to
//! the bit, and with the run itself but for rounding.

use crate::Report;
use crate::play::Play;
use crate::scenes::Keeps;
use kinesweep::{Body, BodyId, Event, Method, Party, World};

/// Events of a window.
const LENGTH: usize = 200;

/// Events for which the run itself is compared with the window: later, chaos has made much of the rounding of the copy.
const FOLLOWED: usize = 10;

/// How far their times may differ, in seconds: the copy rounds places, by 1e-15 m and more, and each collision makes ten
/// times that of it.
const AGREEMENT: f64 = 1e-8;

/// The bodies as they are now.
fn copied(play: &Play) -> Vec<Body> {
    let now = play.world.time();
    let domain = play.world.settings().domain;
    let copy = |id: BodyId| {
        let piece = play.world.motion(id).expect("it is there").rebased(now);
        let mut body = play.bodies[&id].clone();
        body.position = domain.image(&piece.position);
        body.orientation = piece.orientation;
        body.velocity = piece.velocity;
        body.angular_velocity = piece.angular_velocity;
        body.changes.clear();
        body
    };
    play.world.bodies().map(copy).collect()
}

fn begin(play: &Play, bodies: &[Body], method: Method, overlaps: bool) -> Option<World> {
    let builder = World::builder().settings(*play.world.settings()).method(method);
    let builder = builder.report_overlaps(overlaps).start_time(play.world.time());
    let mut world = builder.build().expect("the settings are those of a world");
    world.insert_all(bodies).ok().map(|_| world)
}

fn events(world: &mut World, until: f64) -> Vec<Event> {
    let next = |_| world.step_before(until).ok().flatten();
    (0..LENGTH).map_while(next).collect()
}

/// What an event is about, with bodies by their places in scene order.
fn shape_of(event: &Event, ids: &[BodyId]) -> (&'static str, Vec<String>) {
    let name = |party: Party| match party {
        Party::Body(id) => format!("{:?}", ids.iter().position(|other| *other == id)),
        Party::Wall(wall) => wall.to_string(),
    };
    let parties = event.kind.parties();
    (event.kind.name(), parties.into_iter().flatten().map(name).collect())
}

pub(crate) fn check(play: &mut Play, report: &mut Report) {
    let bodies = copied(play);
    let kind = play.kind;
    // Where the oracle's method is that of the run, it goes without a gas.
    let alone = kind.oracle == Method::Leases;
    let worlds = (
        begin(play, &bodies, kind.method, kind.overlaps),
        begin(play, &bodies, kind.oracle, kind.overlaps || alone),
    );
    let (Some(mut ours), Some(mut oracle)) = worlds else {
        report.refused += 1;
        return;
    };
    report.windows += 1;
    let until = play.world.time() + 1e3;
    let at = play.world.time();
    let expected = events(&mut ours, until);
    let told = |event: &Event| kind.overlaps || !matches!(event.kind.name(), "overlap-begin" | "overlap-end");
    let mut others = Vec::new();
    while others.len() < expected.len() {
        match oracle.step_before(until) {
            Ok(Some(event)) if told(&event) => others.push(event),
            Ok(Some(_)) => {}
            _ => break,
        }
    }
    if expected != others {
        let same = expected.iter().zip(&others).take_while(|(a, b)| a == b).count();
        let (one, other) = (expected.get(same), others.get(same));
        report
            .misses
            .push(format!("window at {at}: event {same}: {one:?} and {other:?}"));
    }
    // Rests, and what is scheduled, are not in the copy.
    if matches!(kind.keeps, Keeps::Energy | Keeps::EnergyAndMomentum) {
        follow(play, report, &ours, &expected);
    }
}

/// Whether the run goes on as the window says.
fn follow(play: &mut Play, report: &mut Report, ours: &World, expected: &[Event]) {
    let (at, ids): (f64, Vec<BodyId>) = (play.world.time(), play.world.bodies().collect());
    let new_ids: Vec<BodyId> = ours.bodies().collect();
    let mut previous = at;
    for (number, expected) in expected.iter().enumerate().take(FOLLOWED) {
        let Ok(Some(event)) = play.world.step_before(play.kind.seconds_a_round) else {
            return;
        };
        report.events += 1;
        let near = expected.time - previous < AGREEMENT;
        previous = expected.time;
        let same = shape_of(&event, &ids) == shape_of(expected, &new_ids);
        if near || expected.time - at < AGREEMENT {
            // Simultaneous, or what has just happened: rounding decides the order.
            if !same {
                return;
            }
        } else if !same || (event.time - expected.time).abs() > AGREEMENT {
            if (event.time - expected.time).abs() <= AGREEMENT {
                return;
            }
            report.misses.push(format!(
                "after {at}: event {number} is {event:?}, was expected to be {expected:?}"
            ));
            return;
        }
    }
}
