//! Lines of a log as JSON.

use super::line::{LogLine, LoggedEvent, LoggedKind, LoggedPiece};
use nalgebra::{UnitQuaternion, Vector3};
use serde_json::{Map, Value, json};
use std::fmt;

/// The kind of lines with motion pieces.
pub(super) const MOTION_PIECE: &str = "motion-piece";

/// The line as JSON, without a line break.
impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let object = match self {
            Self::Event(event) => of_event(event),
            Self::Piece(piece) => of_piece(piece),
        };
        write!(f, "{}", Value::Object(object))
    }
}

fn of_event(event: &LoggedEvent) -> Map<String, Value> {
    let mut object = begin(event.time, event.kind.name(), event.kind.bodies());
    let mut geometry = |point, normal, closing_speed: f64| {
        put(&mut object, "point", vector(point));
        put(&mut object, "normal", vector(normal));
        put(&mut object, "closing_speed", json!(closing_speed));
    };
    match &event.kind {
        LoggedKind::ContactBegin {
            point,
            normal,
            closing_speed,
            ..
        } => geometry(point, normal, *closing_speed),
        LoggedKind::Collision {
            point,
            normal,
            closing_speed,
            impulse,
            ..
        } => {
            geometry(point, normal, *closing_speed);
            put(&mut object, "impulse", json!(impulse));
        }
        LoggedKind::Scheduled { token } => put(&mut object, "token", json!(token)),
        _ => {}
    }
    object
}

fn of_piece(LoggedPiece { body, piece }: &LoggedPiece) -> Map<String, Value> {
    let mut object = begin(piece.epoch, MOTION_PIECE, std::slice::from_ref(body));
    put(&mut object, "position", vector(&piece.position));
    // A rotation vector, as in state files, would not read back to the same bits.
    put(&mut object, "quaternion", quaternion(&piece.orientation));
    put(&mut object, "velocity", vector(&piece.velocity));
    put(&mut object, "acceleration", vector(&piece.acceleration));
    put(&mut object, "angular_velocity", vector(&piece.angular_velocity));
    // (By its bits: a zero may have a sign.)
    if piece.angular_acceleration.iter().any(|component| component.to_bits() != 0) {
        put(&mut object, "angular_acceleration", vector(&piece.angular_acceleration));
    }
    if let Some(inertia) = &piece.inertia {
        put(&mut object, "inertia", vector(&inertia.moments));
        put(&mut object, "principal_axes", quaternion(&inertia.axes));
        put(&mut object, "center_of_mass", vector(&inertia.centre));
    }
    put(&mut object, "swell", json!(piece.swell));
    put(&mut object, "growth", json!(piece.growth));
    object
}

fn begin(time: f64, kind: &str, bodies: &[String]) -> Map<String, Value> {
    let mut object = Map::new();
    put(&mut object, "time", json!(time));
    put(&mut object, "kind", json!(kind));
    put(&mut object, "bodies", json!(bodies));
    object
}

fn put(object: &mut Map<String, Value>, key: &str, value: Value) {
    object.insert(key.to_owned(), value);
}

fn quaternion(rotation: &UnitQuaternion<f64>) -> Value {
    let [x, y, z, w] = rotation.coords.into();
    json!([x, y, z, w])
}

fn vector(v: &Vector3<f64>) -> Value {
    json!([v.x, v.y, v.z])
}
