//! The page: the build of `page/` with the data of a comparison.

use crate::replay::{Replay, Run};
use crate::{Report, column, events, motion, shapes};
use kinesweep::Scene;
use kinesweep::scene::Dimensions;
use serde_json::{Value, json};

/// The build of the sources in `page/`. `npm run check` there verifies it.
const PAGE: &str = include_str!("../page/dist/page.html");

/// The placeholder of the data.
const SLOT: &str = "\"the data of the report\"";

/// The page before and after its data.
pub(crate) fn halves() -> [&'static str; 2] {
    let (before, after) = PAGE.split_once(SLOT).expect("the built page has a slot for the data");
    [before, after]
}

/// The page presents the rate nearest to this one first, by ratio: the frame rate of most screens
/// and games, in Hz.
const LEAD_RATE: f64 = 60.0;

/// The rate that the page presents first.
fn lead_rate(rates: &[f64]) -> Option<f64> {
    let far = |rate: &f64| (rate / LEAD_RATE).ln().abs();
    rates.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
}

impl Report<'_> {
    /// The content of the page's script element with the data.
    pub(crate) fn text(&self, replay: Option<&Replay>) -> String {
        // In a script element only `<` can end the data early.
        self.values(replay).to_string().replace('<', "\\u003c")
    }

    fn values(&self, replay: Option<&Replay>) -> Value {
        let scene = self.scene;
        let names: Vec<String> = (0..scene.bodies.len()).map(|body| scene.body_name(body)).collect();
        let mut data = json!({
            "program": concat!("kinesweep ", env!("CARGO_PKG_VERSION")),
            "name": self.name,
            "bodies": scene.bodies.len(),
            "horizon": self.comparison.horizon,
            "rates": self.rates,
            "lead_rate": lead_rate(self.rates),
            "comparison": self.json,
            "replay": null,
        });
        if let Some(replay) = replay {
            data["replay"] = json!({
                "names": names,
                "gravity": scene.settings.gravity.as_slice(),
                "domain": domain(scene),
                "collides": scene.settings.response == kinesweep::ResponseMode::Collide,
                "shapes": shapes::columns(scene),
                "fixed": column::u32s(scene.bodies.iter().map(|body| u32::from(body.kind == kinesweep::BodyKind::Fixed))),
                "until": replay.until,
                "pass_through": self.pass_through(&replay.pass_through, replay.until),
                "responding": replay.responding.as_ref().map(|runs| json!({
                    "exact": self.responding(&runs.exact, replay.until),
                    "sampled": runs.sampled.iter().map(|(rate, run)| {
                        let mut data = self.responding(run, replay.until);
                        data["rate"] = json!(rate);
                        data
                    }).collect::<Vec<_>>(),
                })),
            });
        }
        data
    }

    fn pass_through(&self, run: &Run, until: f64) -> Value {
        let Run {
            trajectories, events, ..
        } = run;
        json!({
            "motion": motion::columns(trajectories, until),
            "contacts": events::contacts(events, self.scene.bodies.len(), until, &self.scene.settings.domain),
        })
    }

    fn responding(&self, run: &Run, until: f64) -> Value {
        json!({
            "motion": motion::columns(&run.trajectories, until),
            "collisions": events::collisions(&run.events, self.scene.bodies.len(), &self.scene.settings.domain),
        })
    }
}

/// The domain; in two dimensions as thin as the largest disc.
fn domain(scene: &Scene) -> Value {
    let domain = &scene.settings.domain;
    let mut corners = domain.corners();
    if let (Dimensions::Two, Some([min, max])) = (scene.settings.dimensions, &mut corners) {
        let radii = scene.bodies.iter().map(|body| body.shape.bounding_radius());
        let largest = radii.filter(|radius| radius.is_finite()).fold(0.0, f64::max);
        let thickness = if largest > 0.0 { largest } else { 1.0 };
        (min.z, max.z) = (-thickness, thickness);
    }
    json!({
        "kind": domain.name(),
        "corners": corners.map(|corners| corners.map(<[f64; 3]>::from)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MOST_PIECES;
    use kinesweep::Comparison;
    use kinesweep::compare::CompareOptions;

    #[test]
    fn the_lead_rate_is_the_one_nearest_to_60_hz() {
        assert_eq!(lead_rate(&[30.0, 60.0, 1000.0]), Some(60.0));
        assert_eq!(lead_rate(&[1000.0, 100.0, 20.0]), Some(100.0));
        assert_eq!(lead_rate(&[]), None);
    }

    #[test]
    fn data_cannot_end_the_element_it_stands_in() {
        let scene = Scene::builtin("bullet-and-paper").unwrap();
        let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0])).unwrap();
        let report = Report {
            name: "</script><script>alert(1)</script>",
            scene: &scene,
            comparison: &comparison,
            json: Value::Null,
            rates: &[60.0],
            most_pieces: MOST_PIECES,
        };
        let html = report.html(&|| false).unwrap();
        assert!(!html.contains("alert(1)</script>"));
        assert!(!html.contains(SLOT));
        assert_eq!(html.matches("</script>").count(), PAGE.matches("</script>").count());
    }
}
