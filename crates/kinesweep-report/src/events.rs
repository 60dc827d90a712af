//! Contacts and collisions as columns.

use crate::column::{components, f32s, f64s, u32s};
use kinesweep::{Collision, Domain, Event, EventKind, Party, Touch};
use nalgebra::Vector3;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// Two parties: bodies by their index in the scene; after the last body the walls of the domain,
/// -x, +x, -y, +y, -z, +z.
type Pair = [u32; 2];

/// A contact or a collision of two parties.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Meeting {
    pair: Pair,
    begin: f64,
    /// When contact ended; the time of collisions, which take no time.
    end: f64,
    point: Vector3<f64>,
    speed: f64,
}

/// The contact intervals of a pass-through run up to `until`: those that are open then end there.
pub(super) fn contacts(events: &[Event], bodies: usize, until: f64, domain: &Domain) -> Value {
    columns(&contact_meetings(events, bodies, until), true, domain)
}

/// The collisions of a responding run.
pub(super) fn collisions(events: &[Event], bodies: usize, domain: &Domain) -> Value {
    let meetings = events.iter().filter_map(|event| match &event.kind {
        EventKind::Collision(collision) => Some(collision_meeting(event.time, collision, bodies)),
        _ => None,
    });
    columns(&meetings.collect::<Vec<_>>(), false, domain)
}

fn contact_meetings(events: &[Event], bodies: usize, until: f64) -> Vec<Meeting> {
    let mut all: Vec<Meeting> = Vec::new();
    // In a periodic domain a pair can touch by two of its images at once: what begins first, ends
    // first.
    let mut open: BTreeMap<Pair, VecDeque<usize>> = BTreeMap::new();
    for event in events {
        match &event.kind {
            EventKind::ContactBegin(Touch {
                bodies: pair,
                point,
                closing_speed,
                ..
            }) => {
                let pair = pair.map(|body| index(Party::Body(body), bodies));
                open.entry(pair).or_default().push_back(all.len());
                all.push(Meeting {
                    pair,
                    begin: event.time,
                    end: until,
                    point: *point,
                    speed: *closing_speed,
                });
            }
            EventKind::ContactEnd { bodies: pair } => {
                let pair = pair.map(|body| index(Party::Body(body), bodies));
                if let Some(number) = open.get_mut(&pair).and_then(VecDeque::pop_front) {
                    all[number].end = event.time;
                }
            }
            _ => {}
        }
    }
    all
}

fn collision_meeting(time: f64, collision: &Collision, bodies: usize) -> Meeting {
    Meeting {
        pair: collision.parties.map(|party| index(party, bodies)),
        begin: time,
        end: time,
        point: collision.point,
        speed: collision.closing_speed,
    }
}

fn index(party: Party, bodies: usize) -> u32 {
    match party {
        Party::Body(id) => id.index() as u32,
        Party::Wall(wall) => bodies as u32 + wall as u32,
    }
}

/// The points are those inside a periodic domain.
fn columns(meetings: &[Meeting], last: bool, domain: &Domain) -> Value {
    let points: Vec<Vector3<f64>> = meetings.iter().map(|meeting| domain.image(&meeting.point)).collect();
    json!({
        "begin": f64s(meetings.iter().map(|meeting| meeting.begin)),
        "end": last.then(|| f64s(meetings.iter().map(|meeting| meeting.end))),
        "pair": u32s(meetings.iter().flat_map(|meeting| meeting.pair)),
        "point": f32s(components(points.iter())),
        "speed": f32s(meetings.iter().map(|meeting| meeting.speed)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinesweep::{Body, ResponseMode, Shape, World};

    /// A ball that flies through two others at 1 m/s, the first of them before time 0 was over.
    fn events(response: ResponseMode) -> Vec<Event> {
        let mut world = World::builder().response(response).build().unwrap();
        let ball = || Body::new(Shape::ball(0.5).unwrap());
        world.insert(ball().velocity(Vector3::x())).unwrap();
        world.insert(ball().position(Vector3::x() * 2.0)).unwrap();
        world.insert(ball().position(Vector3::x() * 4.0)).unwrap();
        world.advance_to(3.5).unwrap().to_vec()
    }

    #[test]
    fn contacts_have_an_end_and_those_that_go_on_end_with_the_run() {
        let all = contact_meetings(&events(ResponseMode::PassThrough), 3, 3.5);
        let spans: Vec<_> = all.iter().map(|meeting| (meeting.pair, meeting.begin, meeting.end)).collect();
        assert_eq!(spans, [([0, 1], 1.0, 3.0), ([0, 2], 3.0, 3.5)]);
        assert_eq!((all[0].point, all[0].speed), (Vector3::x() * 1.5, 1.0));
    }

    #[test]
    fn collisions_name_walls_after_the_bodies() {
        let columns = collisions(&events(ResponseMode::Collide), 3, &Domain::Open);
        assert_eq!(columns["begin"], f64s([1.0, 2.0].into_iter()));
        assert_eq!(columns["end"], Value::Null);
        assert_eq!(columns["pair"], u32s([0, 1, 1, 2].into_iter()));
        assert_eq!(index(Party::Wall(kinesweep::Wall::MaxZ), 3), 8);
    }
}
