//! Events, states and statistics as JSON. Numbers are printed so that they read back to the same bits.

use kinesweep::{Event, EventKind, MotionPiece, Party, Statistics};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

/// An event as one JSON object; `names` by scene order.
pub(crate) fn event_json(event: &Event, names: &[String]) -> Value {
    let party = |party: &Party| match party {
        Party::Body(id) => names[id.index()].clone(),
        Party::Wall(wall) => wall.to_string(),
    };
    let bodies: Vec<String> = match &event.kind {
        EventKind::MotionChange { body } | EventKind::BoundsExpired { body } => vec![names[body.index()].clone()],
        other => other.parties().iter().flatten().map(party).collect(),
    };
    let mut object = json!({ "time": event.time, "kind": event.kind.name(), "bodies": bodies });
    let geometry = match &event.kind {
        EventKind::Collision(c) => Some((c.point, c.normal, c.closing_speed)),
        EventKind::ContactBegin(touch) => Some((touch.point, touch.normal, touch.closing_speed)),
        _ => None,
    };
    if let Some((point, normal, closing_speed)) = geometry {
        object["point"] = vector_json(&point);
        object["normal"] = vector_json(&normal);
        object["closing_speed"] = json!(closing_speed);
    }
    if let EventKind::Collision(collision) = &event.kind {
        object["impulse"] = json!(collision.impulse);
    }
    object
}

/// Position, orientation and velocities of the bodies at time `t`.
pub(crate) fn state_json(t: f64, names: &[String], pieces: &[MotionPiece]) -> Value {
    let body = |(name, piece): (&String, &MotionPiece)| {
        json!({
            "name": name,
            "position": vector_json(&piece.position_at(t)),
            "orientation": vector_json(&piece.orientation_at(t).scaled_axis()),
            "velocity": vector_json(&piece.velocity_at(t)),
            "angular_velocity": vector_json(&piece.angular_velocity),
        })
    };
    json!({ "time": t, "bodies": names.iter().zip(pieces).map(body).collect::<Vec<_>>() })
}

/// Whole numbers for counts, null for what cannot be told.
pub(crate) fn statistics_json(statistics: &Statistics) -> Value {
    let object: Map<String, Value> = statistics
        .entries()
        .into_iter()
        .map(|(name, value, _)| {
            let whole = name == "bodies" || name.ends_with("_collisions");
            let value = value.map_or(Value::Null, |value| if whole { json!(value as u64) } else { json!(value) });
            (name.to_owned(), value)
        })
        .collect();
    Value::Object(object)
}

pub(crate) fn vector_json(v: &Vector3<f64>) -> Value {
    json!([v.x, v.y, v.z])
}
