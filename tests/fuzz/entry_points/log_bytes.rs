//! The log reader: random lines, mutated lines, and written lines with numbers of all magnitudes,
//! which must read back to the same bits.

use super::mutate::mutated;
use super::support::Random;
use super::support::numbers::finite;
use kinesweep::MotionPiece;
use kinesweep::log::{Log, LogError, LogLine, LoggedEvent, LoggedKind, LoggedPiece};
use nalgebra::{UnitQuaternion, Vector3};

/// The text for mutations: a line of each kind.
const LINES: &str = include_str!("../corpus/log.jsonl");

const WORDS: [&str; 12] = [
    "time",
    "kind",
    "bodies",
    "point",
    "collision",
    "motion-piece",
    "quaternion",
    "token",
    "scheduled",
    "null",
    "true",
    "NaN",
];

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    match random.below(4) {
        0 => read(data.get(1..).unwrap_or_default()),
        1 => write_and_read(random),
        _ => read(&mutated(LINES, LINES, &WORDS, random)),
    }
}

fn read(bytes: &[u8]) {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    let mut results = 0;
    for read in Log::stream(bytes) {
        results += 1;
        match read {
            Ok(line) => check_round_trip(&line),
            Err(LogError::Syntax { line, .. }) => assert!((1..=lines).contains(&line)),
            // A key may be empty itself.
            Err(LogError::Value { line, allowed, .. }) => assert!((1..=lines).contains(&line) && !allowed.is_empty()),
            Err(LogError::Read(_)) => {}
            Err(other) => panic!("unexpected error: {other}"),
        }
    }
    assert!(results <= lines);
    // The log is valid if every line is.
    let valid = Log::stream(bytes).all(|line| line.is_ok());
    assert_eq!(Log::read(bytes).is_ok(), valid);
}

fn check_round_trip(line: &LogLine) {
    let text = line.to_string();
    assert!(!text.contains('\n'), "{text:?}");
    let again: LogLine = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&again, line);
    // Zeros of both signs are equal; their texts differ.
    assert_eq!(again.to_string(), text);
}

fn name(random: &mut Random) -> String {
    let any = |random: &mut Random| char::from_u32(random.below(0x11_0000) as u32).unwrap_or('"');
    match random.below(3) {
        0 => "a \"quoted\" \\ name\n\u{0}\u{2028}".to_owned(),
        1 => (0..random.below(6)).map(|_| any(random)).collect(),
        _ => "body-1".to_owned(),
    }
}

fn write_and_read(random: &mut Random) {
    let vector = |random: &mut Random| Vector3::from_fn(|_, _| finite(random));
    let pair = |random: &mut Random| [name(random), name(random)];
    let time = finite(random);
    let kind = match random.below(11) {
        0 => LoggedKind::MotionChange { body: name(random) },
        1 => LoggedKind::Scheduled { token: random.bits() },
        2 => LoggedKind::BoundsExpired { body: name(random) },
        3 => LoggedKind::OverlapBegin { bodies: pair(random) },
        4 => LoggedKind::ContactBegin {
            bodies: pair(random),
            point: vector(random),
            normal: vector(random),
            closing_speed: finite(random),
        },
        5 => LoggedKind::Collision {
            bodies: pair(random),
            point: vector(random),
            normal: vector(random),
            closing_speed: finite(random),
            impulse: finite(random),
        },
        6 => LoggedKind::ContactEnd { bodies: pair(random) },
        7 => LoggedKind::OverlapEnd { bodies: pair(random) },
        8 => LoggedKind::Rest { body: name(random) },
        9 => LoggedKind::Wake { body: name(random) },
        _ => {
            let piece = MotionPiece {
                epoch: time,
                position: vector(random),
                orientation: UnitQuaternion::from_scaled_axis(Vector3::from_fn(|_, _| random.uniform(-4.0, 4.0))),
                velocity: vector(random),
                acceleration: vector(random),
                angular_velocity: vector(random),
                angular_acceleration: vector(random),
                inertia: None,
                swell: finite(random),
                growth: finite(random),
            };
            let body = name(random);
            return check_round_trip(&LogLine::Piece(LoggedPiece { body, piece }));
        }
    };
    check_round_trip(&LogLine::Event(LoggedEvent { time, kind }));
}
