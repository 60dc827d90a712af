//! A short window of a run, repeated from a copy of its state: by the same method and by another,
//! which must agree to the bit, and with the run itself except for rounding.

use crate::Report;
use crate::run::SoakRun;
use crate::scenes::Conserved;
use kinesweep::{Body, BodyId, Event, Method, Party, World};

/// Number of events of a window.
const LENGTH: usize = 200;

/// Number of events for which the run itself is compared with the window: later, chaos magnifies
/// the rounding of the copy.
const FOLLOWED: usize = 10;

/// Greatest difference of their times, in seconds: the copy rounds positions by 1e-15 m and more,
/// and each collision multiplies this by ten.
const AGREEMENT: f64 = 1e-8;

/// The bodies with their present motion.
fn copied(run: &SoakRun) -> Vec<Body> {
    let now = run.world.time();
    let domain = run.world.settings().domain;
    let copy = |id: BodyId| {
        let piece = run.world.motion(id).expect("it is there").rebased(now);
        // (The position of a piece is that of the centre of mass.)
        let pose = run.world.pose(id).expect("it is there");
        let mut body = run.bodies[&id].clone();
        body.position = domain.image(&pose.translation.vector);
        body.orientation = piece.orientation;
        body.velocity = piece.velocity;
        body.angular_velocity = piece.angular_velocity;
        body.changes.clear();
        body
    };
    run.world.bodies().map(copy).collect()
}

fn begin(run: &SoakRun, bodies: &[Body], method: Method, overlaps: bool) -> Option<World> {
    let builder = World::builder().settings(*run.world.settings()).method(method);
    let builder = builder.report_overlaps(overlaps).start_time(run.world.time());
    let mut world = builder.build().expect("the settings are those of a world");
    world.insert_all(bodies).ok().map(|_| world)
}

fn events(world: &mut World, until: f64) -> Vec<Event> {
    let next = |_| world.step_before(until).ok().flatten();
    (0..LENGTH).map_while(next).collect()
}

/// Kind and parties of an event, with bodies by their index in scene order.
fn shape_of(event: &Event, ids: &[BodyId]) -> (&'static str, Vec<String>) {
    let name = |party: Party| match party {
        Party::Body(id) => format!("{:?}", ids.iter().position(|other| *other == id)),
        Party::Wall(wall) => wall.to_string(),
    };
    let parties = event.kind.parties();
    (event.kind.name(), parties.into_iter().flatten().map(name).collect())
}

pub(crate) fn check(run: &mut SoakRun, report: &mut Report) {
    let bodies = copied(run);
    let kind = run.kind;
    // If the method of the comparison is that of the run, overlaps are reported to exclude the lane
    // of balls.
    let same_method = kind.oracle == Method::Leases;
    let worlds = (
        begin(run, &bodies, kind.method, kind.overlaps),
        begin(run, &bodies, kind.oracle, kind.overlaps || same_method),
    );
    let (Some(mut ours), Some(mut oracle)) = worlds else {
        report.refused += 1;
        return;
    };
    report.windows += 1;
    let until = run.world.time() + 1e3;
    let at = run.world.time();
    let expected = events(&mut ours, until);
    let is_compared = |event: &Event| kind.overlaps || !matches!(event.kind.name(), "overlap-begin" | "overlap-end");
    let mut others = Vec::new();
    while others.len() < expected.len() {
        match oracle.step_before(until) {
            Ok(Some(event)) if is_compared(&event) => others.push(event),
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
    // The copy contains no rests and no scheduled changes.
    if matches!(kind.conserved, Conserved::Energy | Conserved::EnergyAndMomentum) {
        follow(run, report, &ours, &expected);
    }
}

/// Checks that the run continues like the window.
fn follow(run: &mut SoakRun, report: &mut Report, ours: &World, expected: &[Event]) {
    let (at, ids): (f64, Vec<BodyId>) = (run.world.time(), run.world.bodies().collect());
    let new_ids: Vec<BodyId> = ours.bodies().collect();
    let mut previous = at;
    for (number, expected) in expected.iter().enumerate().take(FOLLOWED) {
        let Ok(Some(event)) = run.world.step_before(run.kind.seconds_a_round) else {
            return;
        };
        report.events += 1;
        let near = expected.time - previous < AGREEMENT;
        previous = expected.time;
        let same = shape_of(&event, &ids) == shape_of(expected, &new_ids);
        if near || expected.time - at < AGREEMENT {
            // Simultaneous events, or an event of the present time: rounding decides the order.
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
