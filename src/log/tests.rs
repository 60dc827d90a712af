//! Written lines read back to the bit; invalid lines are refused.

use super::*;
use crate::domain::Wall;
use crate::event::{BodyId, Collision, Event, EventKind, Party, Touch};
use crate::motion::{Inertia, MotionPiece};
use nalgebra::{UnitQuaternion, Vector3};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Any finite number: of all sizes, of both signs, zeros and subnormal ones among them.
fn number(random: &mut Xoshiro256PlusPlus) -> f64 {
    loop {
        let value = f64::from_bits(random.next_u64());
        if value.is_finite() {
            return match random.next_u64() % 16 {
                0 => 0.0,
                1 => -0.0,
                2 => f64::MIN_POSITIVE / 3.0,
                3 => 1e15,
                _ => value,
            };
        }
    }
}

fn vector(random: &mut Xoshiro256PlusPlus) -> Vector3<f64> {
    Vector3::from_fn(|_, _| number(random))
}

fn piece(random: &mut Xoshiro256PlusPlus) -> MotionPiece {
    let axis = Vector3::from_fn(|_, _| (random.next_u64() % 4096) as f64 / 512.0 - 4.0);
    MotionPiece {
        epoch: number(random),
        position: vector(random),
        orientation: UnitQuaternion::from_scaled_axis(axis),
        velocity: vector(random),
        acceleration: vector(random),
        angular_velocity: vector(random),
        angular_acceleration: match random.next_u64().is_multiple_of(2) {
            true => vector(random),
            false => Vector3::zeros(),
        },
        inertia: random.next_u64().is_multiple_of(2).then(|| Inertia {
            moments: Vector3::new(5.0, 6.0, 7.0) + vector(random).map(|x| (x % 1.0).abs()),
            axes: UnitQuaternion::from_scaled_axis(axis * 0.7),
            centre: vector(random).map(|x| x % 1e3),
        }),
        swell: number(random),
        growth: number(random),
    }
}

fn id(index: u32) -> BodyId {
    BodyId { index, generation: 0 }
}

fn event(kind: u64, random: &mut Xoshiro256PlusPlus) -> Event {
    let (body, bodies) = (id(1), [id(0), id(2)]);
    let kind = match kind {
        0 => EventKind::MotionChange { body },
        1 => EventKind::Scheduled { token: u64::MAX },
        2 => EventKind::BoundsExpired { body },
        3 => EventKind::OverlapBegin { bodies },
        4 => EventKind::ContactBegin(Touch {
            bodies,
            point: vector(random),
            normal: vector(random),
            closing_speed: number(random),
        }),
        5 => EventKind::Collision(Collision {
            parties: [Party::Body(body), Party::Wall(Wall::MaxY)],
            point: vector(random),
            normal: vector(random),
            closing_speed: number(random),
            impulse: number(random),
            energy_change: 0.0,
        }),
        6 => EventKind::ContactEnd { bodies },
        7 => EventKind::OverlapEnd { bodies },
        8 => EventKind::Rest { body },
        _ => EventKind::Wake { body },
    };
    Event {
        time: number(random),
        kind,
    }
}

#[test]
fn lines_read_back_to_the_same_bits() {
    let names = ["a", "quote\" \\ and ü", "line\nbreak"].map(str::to_owned);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut lines = Vec::new();
    for round in 0..400 {
        lines.push(LogLine::of_event(&event(round % 10, &mut random), &names));
        let body = names[round as usize % 3].clone();
        let piece = piece(&mut random);
        lines.push(LogLine::Piece(LoggedPiece { body, piece }));
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let read = Log::read(text.as_bytes()).unwrap();
    // The debug text distinguishes -0 from 0, which compare equal.
    assert_eq!(format!("{:?}", read.lines), format!("{lines:?}"));
    assert_eq!((read.events().count(), read.pieces().count()), (400, 400));
    let again: String = read.lines.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(again, text);
}

#[test]
fn logged_kinds_have_the_names_of_event_kinds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let names = ["a", "b", "c"].map(str::to_owned);
    for kind in 0..10 {
        let event = event(kind, &mut random);
        let LogLine::Event(logged) = LogLine::of_event(&event, &names) else {
            panic!("an event")
        };
        assert_eq!((logged.kind.name(), logged.time), (event.kind.name(), event.time));
    }
}

#[test]
fn invalid_lines_are_refused_with_their_number() {
    let good = r#"{"time":1,"kind":"contact-end","bodies":["a","b"]}"#;
    for (line, expected) in [
        (r#"{"time":1"#, "line 3: not valid JSON"),
        ("7", "line 3: the line = 7: must be an object"),
        ("{}", "line 3: time = null: must be a number"),
        (r#"{"time":"1","kind":"x"}"#, "line 3: time = \"1\": must be a number"),
        (r#"{"time":1}"#, "line 3: kind = null: must be a string"),
        (
            r#"{"time":1,"kind":"crash","bodies":["a","b"]}"#,
            "line 3: kind = \"crash\": must be the kind",
        ),
        (
            r#"{"time":1,"kind":"contact-end","bodies":["a"]}"#,
            "line 3: bodies = [\"a\"]: must be 2 names",
        ),
        (
            r#"{"time":1,"kind":"overlap-end","bodies":["a",1]}"#,
            "line 3: bodies = [\"a\",1]: must be 2 names",
        ),
        (
            r#"{"time":1,"kind":"contact-end","bodies":["a","b"],"impulse":1}"#,
            "line 3: impulse = 1: must be left out",
        ),
        (
            r#"{"time":1,"kind":"contact-begin","bodies":["a","b"],"point":[1,2],"normal":[0,0,1],"closing_speed":1}"#,
            "line 3: point = [1,2]: must be 3 numbers",
        ),
        (
            r#"{"time":1,"kind":"scheduled","bodies":[],"token":-1}"#,
            "line 3: token = -1: must be a whole number",
        ),
        (
            r#"{"time":1,"kind":"motion-piece","bodies":["a"],"position":[0,0,0],"quaternion":[0,0,0,2]}"#,
            "line 3: quaternion = [0.0,0.0,0.0,2.0]: must be four numbers of norm 1",
        ),
    ] {
        let error = Log::read(format!("{good}\n\n{line}\n").as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(matches!(Log::read_file("/nowhere/log.jsonl"), Err(LogError::Read(_))));
    // Bytes that are not text count as an unreadable input.
    assert_eq!(Log::stream(&b"\xff\n\xff\n"[..]).count(), 1);
    assert_eq!(
        Log::read(good.as_bytes()).unwrap().lines.len(),
        1,
        "whole numbers are numbers"
    );
}

#[test]
fn a_stream_continues_after_an_invalid_line() {
    let good = r#"{"time":1,"kind":"contact-end","bodies":["a","b"]}"#;
    let text = format!("{good}\n?\n\n{good}");
    let read: Vec<Result<LogLine, LogError>> = Log::stream(text.as_bytes()).collect();
    assert!(
        matches!(read[..], [Ok(_), Err(LogError::Syntax { line: 2, .. }), Ok(_)]),
        "{read:?}"
    );
}
