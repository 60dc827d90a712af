//! States and statistics as JSON. Numbers are printed so that they read back to the same bits.

use kinesweep::statistics::Statistics;
use kinesweep::{Domain, MotionPiece};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

/// Position, orientation and velocities of the bodies at time `t`; in a periodic domain of their
/// images inside.
pub(crate) fn state_json(t: f64, names: &[String], pieces: &[MotionPiece], domain: &Domain) -> Value {
    let body = |(name, piece): (&String, &MotionPiece)| {
        json!({
            "name": name,
            "position": vector_json(&domain.image(&piece.pose_at(t).translation.vector)),
            "orientation": vector_json(&piece.orientation_at(t).scaled_axis()),
            "velocity": vector_json(&piece.velocity_at(t)),
            "angular_velocity": vector_json(&piece.angular_velocity_at(t)),
        })
    };
    json!({ "time": t, "bodies": names.iter().zip(pieces).map(body).collect::<Vec<_>>() })
}

/// Whole numbers for counts, null for undefined values.
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
