//! The methods of a comparison, and those that are left out because they cannot run a scene, or not
//! in practical time.

use crate::broad::Method;
use crate::scene::Scene;
use std::fmt;

/// The method of a run, as named in tables.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RunMethod {
    /// Event by event, by the method that the automatic rule selects.
    Kinetic,
    /// Event by event, by kinetic sorted lists.
    Lists,
    /// Event by event, by leases.
    Leases,
    /// Event by event, all pairs predicted and stored.
    Cached,
    /// Boxes swept over frames of this rate, exact times within.
    Swept(f64),
    /// Samples at this rate.
    Sampled(f64),
}

impl RunMethod {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.world_method().map_or("sampled", Method::name)
    }

    /// Its rate, in frames per second, if it has frames.
    pub fn rate(self) -> Option<f64> {
        match self {
            Self::Sampled(rate) => Some(rate),
            _ => self.world_method().and_then(Method::rate),
        }
    }

    /// The method of the [`World`](crate::World) that makes the run; none for samples, which a
    /// [`SampledWorld`](crate::sampled::SampledWorld) makes.
    pub fn world_method(self) -> Option<Method> {
        match self {
            Self::Kinetic => Some(Method::Auto),
            Self::Lists => Some(Method::Lists),
            Self::Leases => Some(Method::Leases),
            Self::Cached => Some(Method::Cached),
            Self::Swept(rate) => Some(Method::Swept { rate }),
            Self::Sampled(_) => None,
        }
    }
}

/// As in "sampled 60 Hz".
impl fmt::Display for RunMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rate() {
            Some(rate) => write!(f, "{} {rate} Hz", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// As an object of `method` and `rate`, which is null for methods without frames.
#[cfg(feature = "serde")]
impl serde::Serialize for RunMethod {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("RunMethod", 2)?;
        object.serialize_field("method", self.name())?;
        object.serialize_field("rate", &self.rate())?;
        object.end()
    }
}

/// A method to compare with the kinetic one, which is always run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rival {
    /// Kinetic sorted lists.
    Lists,
    /// Leases.
    Leases,
    /// All pairs predicted and stored.
    Cached,
    /// Boxes swept over frames, at each of the rates.
    Swept,
    /// Samples, at each of the rates.
    Sampled,
}

/// Most bodies for which cached is run by default: it predicts and stores n (n - 1) / 2 pairs, here
/// two million, which takes some ten seconds and half a gigabyte.
const MAX_CACHED_BODIES: usize = 2_000;

/// Most bodies for which lists are run by default: their cost grows as n^(5/3) at constant density,
/// and is here about twenty times that of leases.
const MAX_LISTS_BODIES: usize = 4_000;

impl Rival {
    /// All, in the order of tables.
    pub const ALL: [Self; 5] = [Self::Lists, Self::Leases, Self::Cached, Self::Swept, Self::Sampled];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.at(f64::NAN).name()
    }

    /// The method with a rate, in frames per second; methods without frames ignore it.
    pub fn at(self, rate: f64) -> RunMethod {
        match self {
            Self::Lists => RunMethod::Lists,
            Self::Leases => RunMethod::Leases,
            Self::Cached => RunMethod::Cached,
            Self::Swept => RunMethod::Swept(rate),
            Self::Sampled => RunMethod::Sampled(rate),
        }
    }

    /// Its runs: one at each rate, or a single one of a method without frames.
    fn runs(self, rates: &[f64]) -> Vec<RunMethod> {
        let single = self.at(f64::NAN);
        match single.rate() {
            Some(_) => rates.iter().map(|rate| self.at(*rate)).collect(),
            None => vec![single],
        }
    }

    /// The reason why it does not run this scene; `chosen` if the user selected it by name.
    fn obstacle(self, scene: &Scene, chosen: bool) -> Option<String> {
        let count = scene.bodies.len();
        let of_world = self.at(f64::NAN).world_method();
        if of_world.is_some_and(|method| !method.supports(&scene.settings.domain)) {
            return Some("cannot follow bodies across the faces of a periodic domain".to_owned());
        }
        match self {
            Self::Cached if !chosen && count > MAX_CACHED_BODIES => Some(format!(
                "above {MAX_CACHED_BODIES} bodies only on request: it predicts and keeps all n (n - 1) / 2 pairs"
            )),
            Self::Lists if !chosen && count > MAX_LISTS_BODIES => Some(format!(
                "above {MAX_LISTS_BODIES} bodies only on request: its cost grows as n^(5/3)"
            )),
            _ => None,
        }
    }
}

/// A method that was not run, and the reason.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LeftOut {
    /// The method's name.
    pub method: &'static str,
    /// The reason.
    pub reason: String,
}

/// The runs in addition to the kinetic one, in the order of tables, and the methods left out.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) runs: Vec<RunMethod>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Plan {
    pub(super) fn new(scene: &Scene, rates: &[f64], rivals: Option<&[Rival]>) -> Self {
        let mut plan = Self {
            runs: Vec::new(),
            left_out: Vec::new(),
        };
        for rival in Rival::ALL {
            if rivals.is_some_and(|chosen| !chosen.contains(&rival)) {
                continue;
            }
            match rival.obstacle(scene, rivals.is_some()) {
                Some(reason) => plan.left_out.push(LeftOut {
                    method: rival.name(),
                    reason,
                }),
                None => plan.runs.extend(rival.runs(rates)),
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::scene::{Body, Settings, Shape};
    use nalgebra::Vector3;

    fn scene(count: usize) -> Scene {
        Scene {
            bodies: vec![Body::new(Shape::ball(1.0).unwrap()); count],
            ..Scene::default()
        }
    }

    fn names(plan: &Plan) -> [Vec<&'static str>; 2] {
        [
            plan.runs.iter().map(|run| run.name()).collect(),
            plan.left_out.iter().map(|left| left.method).collect(),
        ]
    }

    #[test]
    fn impractical_methods_are_left_out_unless_chosen() {
        let few = Plan::new(&scene(10), &[30.0, 60.0], None);
        assert_eq!(
            names(&few)[0],
            ["lists", "leases", "cached", "swept", "swept", "sampled", "sampled"]
        );
        let many = Plan::new(&scene(MAX_CACHED_BODIES + 1), &[], None);
        assert_eq!(names(&many), [vec!["lists", "leases"], vec!["cached"]]);
        let more = scene(MAX_LISTS_BODIES + 1);
        assert_eq!(names(&Plan::new(&more, &[], None)), [vec!["leases"], vec!["lists", "cached"]]);
        let chosen = Plan::new(&more, &[], Some(&[Rival::Cached, Rival::Lists]));
        assert_eq!(names(&chosen), [vec!["lists", "cached"], vec![]]);
    }

    #[test]
    fn periodic_domains_run_leases_and_samples_only() {
        let mut periodic = scene(3);
        periodic.settings = Settings {
            domain: Domain::Periodic {
                min: Vector3::zeros(),
                max: Vector3::repeat(9.0),
            },
            ..Settings::default()
        };
        let plan = Plan::new(&periodic, &[60.0], None);
        assert_eq!(names(&plan), [vec!["leases", "sampled"], vec!["lists", "cached", "swept"]]);
        let chosen = Plan::new(&periodic, &[60.0], Some(&[Rival::Swept]));
        assert_eq!(names(&chosen), [vec![], vec!["swept"]]);
    }
}
