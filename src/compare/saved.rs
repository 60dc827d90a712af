//! Serialization of comparisons (feature `serde`).
//!
//! Values that JSON cannot express are `null`: a half that was not run, and the infinite end of the
//! last bin. After reading back that half has no reason; an infinite motion per frame is none.
//! Contacts are not saved: [`PassThrough::contacts`](super::PassThrough::contacts) is empty then.

use super::{LeftOut, NotCompared, Rival, RunMethod};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A half of a comparison, null if it was not run.
pub(super) mod half {
    use super::*;

    pub(in super::super) fn serialize<T: Serialize, S: Serializer>(
        half: &Result<T, NotCompared>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&half.as_ref().ok(), serializer)
    }

    pub(in super::super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Result<T, NotCompared>, D::Error> {
        let half = Option::<T>::deserialize(deserializer)?;
        Ok(half.ok_or(NotCompared::NotSaid))
    }
}

pub(super) fn is_false(flag: &bool) -> bool {
    !flag
}

/// A number, infinite if it is null.
pub(super) fn or_infinite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    Ok(number.unwrap_or(f64::INFINITY))
}

/// A method that was left out, in its saved form.
#[derive(Deserialize)]
struct NamedLeftOut {
    method: String,
    reason: String,
}

impl<'de> Deserialize<'de> for LeftOut {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NamedLeftOut { method: name, reason } = NamedLeftOut::deserialize(deserializer)?;
        let name_of = Rival::ALL.iter().map(|rival| rival.name()).find(|name_of| *name_of == name);
        let method = name_of.ok_or_else(|| de::Error::custom(format!("unknown method `{name}`")))?;
        Ok(Self { method, reason })
    }
}

/// A method in its saved form.
#[derive(Deserialize)]
struct Named {
    method: String,
    rate: Option<f64>,
}

impl<'de> Deserialize<'de> for RunMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named { method, rate } = Named::deserialize(deserializer)?;
        match (method.as_str(), rate) {
            ("kinetic", None) => Ok(Self::Kinetic),
            ("lists", None) => Ok(Self::Lists),
            ("leases", None) => Ok(Self::Leases),
            ("cached", None) => Ok(Self::Cached),
            ("swept", Some(rate)) => Ok(Self::Swept(rate)),
            ("sampled", Some(rate)) => Ok(Self::Sampled(rate)),
            (method, rate) => Err(de::Error::custom(format!("unknown method `{method}` with the rate {rate:?}"))),
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::compare::{CompareOptions, Comparison, RateSearch};
    use crate::scene::Scene;

    fn saved_and_read(comparison: &Comparison) -> Comparison {
        let text = serde_json::to_string(comparison).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    fn without_contacts(mut comparison: Comparison) -> Comparison {
        if let Ok(half) = &mut comparison.pass_through {
            half.contacts.clear();
        }
        comparison
    }

    #[test]
    fn saved_comparisons_are_read_back() {
        for name in ["pool-break", "fast-sensor", "bullet-and-paper"] {
            let scene = Scene::builtin(name).unwrap();
            let options = CompareOptions {
                rates: vec![7.3, 60.0],
                parts: true,
                ..CompareOptions::default()
            };
            let comparison = Comparison::run(&scene, &options).unwrap();
            assert!(comparison.pass_through.as_ref().unwrap().truth > 0);
            assert!(comparison.missed_at(60.0).is_some());
            let read = saved_and_read(&comparison);
            assert_eq!(read, without_contacts(comparison.clone()), "{name}");
            assert_eq!(read.missed_at(60.0), None, "its contacts are not name_of");
            assert_eq!(saved_and_read(&read), read);
            let search = comparison.pass_through.unwrap().search();
            let text = serde_json::to_string(&search).unwrap();
            assert_eq!(serde_json::from_str::<RateSearch>(&text).unwrap(), search);
        }
    }

    #[test]
    fn missing_halves_and_left_out_methods_are_read_back() {
        let mut scene = Scene::builtin("pool-break").unwrap();
        let second = scene.bodies[0].position;
        scene.bodies[1].position = second;
        scene.settings.domain = crate::domain::Domain::Open;
        let options = CompareOptions {
            rates: vec![60.0],
            horizon: Some(0.1),
            ..CompareOptions::default()
        };
        let mut overlapping = Comparison::run(&scene, &options).unwrap();
        let half = overlapping.pass_through.as_mut().unwrap();
        half.left_out.push(crate::compare::LeftOut {
            method: Rival::Cached.name(),
            reason: "of no use".to_owned(),
        });
        overlapping.interrupted = true;
        let read = saved_and_read(&overlapping);
        assert!(matches!(overlapping.responding, Err(NotCompared::World(_))));
        assert_eq!(read.responding, Err(NotCompared::NotSaid));
        assert_eq!(read.pass_through, without_contacts(overlapping).pass_through);
        assert!(read.interrupted);
    }

    #[test]
    fn unknown_methods_are_refused() {
        for text in [
            r#"{"method":"guessed","rate":null}"#,
            r#"{"method":"sampled","rate":null}"#,
            r#"{"method":"lists","rate":60.0}"#,
        ] {
            let error = serde_json::from_str::<RunMethod>(text).unwrap_err().to_string();
            assert!(error.contains("unknown method"), "{error}");
        }
        assert_eq!(
            serde_json::from_str::<RunMethod>(r#"{"method":"swept","rate":60}"#).unwrap(),
            RunMethod::Swept(60.0)
        );
    }
}
