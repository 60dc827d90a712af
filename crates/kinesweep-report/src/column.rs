//! Columns of numbers in JSON: base64 of little-endian arrays, under the name of their type, such
//! as `{"f64": "AAAA..."}`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use nalgebra::Vector3;
use serde_json::{Value, json};

/// Numbers in full precision.
pub(super) fn f64s(values: impl Iterator<Item = f64>) -> Value {
    json!({ "f64": STANDARD.encode(values.flat_map(f64::to_le_bytes).collect::<Vec<u8>>()) })
}

/// Numbers that are only drawn.
pub(super) fn f32s(values: impl Iterator<Item = f64>) -> Value {
    json!({ "f32": STANDARD.encode(values.flat_map(|value| (value as f32).to_le_bytes()).collect::<Vec<u8>>()) })
}

/// Indices and counts.
pub(super) fn u32s(values: impl Iterator<Item = u32>) -> Value {
    json!({ "u32": STANDARD.encode(values.flat_map(u32::to_le_bytes).collect::<Vec<u8>>()) })
}

/// The components of vectors, one vector after the other.
pub(super) fn components<'a>(vectors: impl Iterator<Item = &'a Vector3<f64>>) -> impl Iterator<Item = f64> {
    vectors.flat_map(|vector| [vector.x, vector.y, vector.z])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_little_endian_in_base64() {
        assert_eq!(f64s([1.0].into_iter()), json!({ "f64": "AAAAAAAA8D8=" }));
        assert_eq!(f32s([1.0].into_iter()), json!({ "f32": "AACAPw==" }));
        assert_eq!(u32s([1, 258].into_iter()), json!({ "u32": "AQAAAAIBAAA=" }));
        assert_eq!(u32s(std::iter::empty()), json!({ "u32": "" }));
        let vectors = [Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0)];
        assert_eq!(components(vectors.iter()).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
