//! Serialization of times that may be infinite: an infinite time has no value, because not every
//! format can express infinity.

/// A time, or minus infinity.
pub(crate) mod below {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        Some(*time).filter(|time| time.is_finite()).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NEG_INFINITY))
    }
}

/// A time, or infinity.
pub(crate) mod above {
    use serde::{Deserialize, Deserializer};

    pub(crate) use super::below::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
    }
}
