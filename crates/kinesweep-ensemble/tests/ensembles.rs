//! Ensembles as a user has them: the same answer on any number of threads, from any store, whatever
//! was interrupted, and beside results that are known.

use kinesweep::{Method, Scene, World};
use kinesweep_ensemble::{Control, Ensemble, Jobs, Plan, Store, Summary, html};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A gas at two packings, four seeds.
const GAS: &str = "
scene = 'gas'
seeds = { from = 3, count = 4 }
until = 0.4
statistics = true
compare = { rates = [60, 20] }
events = ['counts', 'first_collision', 'closing_speeds']
[sweep]
'populations.0.packing' = [0.1, 0.2]
'populations[0].count' = [40]
";

fn ensemble(plan: &str) -> Ensemble {
    Ensemble::new(Plan::from_toml_str(plan, "plan.toml").unwrap())
}

fn threads(threads: usize) -> Jobs {
    Jobs {
        threads,
        ..Jobs::default()
    }
}

fn all(ensemble: &Ensemble, store: Option<&Store>, jobs: &Jobs) -> Summary {
    ensemble.run_all(store, jobs, &|| false, &mut |_, _| {}).unwrap()
}

fn parsed(summary: &Summary, ensemble: &Ensemble) -> Value {
    serde_json::from_str(&summary.to_json(ensemble)).unwrap()
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads_and_in_any_order() {
    let ensemble = ensemble(GAS);
    let one = all(&ensemble, None, &threads(1)).to_json(&ensemble);
    assert_eq!(all(&ensemble, None, &threads(5)).to_json(&ensemble), one);
    let mut backwards = Summary::new(&ensemble);
    for run in (0..ensemble.len()).rev() {
        assert!(backwards.add(&ensemble.run(run, &Control::to_end()).unwrap()));
        assert!(
            !backwards.add(&ensemble.run(run, &Control::to_end()).unwrap()),
            "a second record counts nothing"
        );
    }
    assert_eq!(backwards.to_json(&ensemble), one);
}

/// Each number of the answer, from worlds and comparisons of its own.
#[test]
fn results_are_those_of_single_runs() {
    let ensemble = ensemble(GAS);
    let answer = parsed(&all(&ensemble, None, &threads(2)), &ensemble);
    assert_eq!((answer["runs"].as_u64(), answer["failed"].as_u64()), (Some(8), Some(0)));
    for (point, packing) in [0.1, 0.2].into_iter().enumerate() {
        let text = kinesweep::scene::builtin::text("gas").unwrap();
        let mut tree: toml::Table = toml::from_str(text).unwrap();
        let mut pressures = Vec::new();
        let mut missed = Vec::new();
        let mut firsts = Vec::new();
        let own = tree["populations"][0]
            .get("seed")
            .map_or(1, |seed| seed.as_integer().unwrap());
        for seed in 3..7 {
            let population = tree["populations"].as_array_mut().unwrap()[0].as_table_mut().unwrap();
            population.insert("packing".to_owned(), packing.into());
            population.insert("count".to_owned(), 40.into());
            population.insert("seed".to_owned(), (own + seed).into());
            let scene = Scene::from_toml_str(&toml::to_string(&tree).unwrap(), "gas").unwrap();
            let mut world = World::from_scene(&scene, Method::Auto).unwrap();
            let events = world.advance_to(0.4).unwrap();
            firsts.push(
                events
                    .iter()
                    .find(|event| matches!(event.kind, kinesweep::EventKind::Collision(_)))
                    .unwrap()
                    .time,
            );
            pressures.push(world.statistics().pressure.unwrap());
            let options = kinesweep::compare::CompareOptions {
                horizon: Some(0.4),
                ..kinesweep::compare::CompareOptions::sampled_at(&[20.0])
            };
            let comparison = kinesweep::Comparison::run(&scene, &options).unwrap();
            missed.push(comparison.missed_at(20.0).unwrap() as f64);
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let found = &answer["points"][point];
        assert_eq!(
            found["sweep"],
            json!({ "populations.0.packing": packing, "populations[0].count": 40 })
        );
        assert_eq!(found["statistics"]["pressure"]["mean"], json!(mean(&pressures)));
        assert_eq!(found["events"]["first_collision"]["mean"], json!(mean(&firsts)));
        // In order of rates.
        let rates = &found["compare"]["rates"];
        assert_eq!((&rates[0]["rate"], &rates[1]["rate"]), (&json!(20.0), &json!(60.0)));
        assert_eq!(rates[0]["missed"]["mean"], json!(mean(&missed)));
        let variance = pressures.iter().map(|value| (value - mean(&pressures)).powi(2)).sum::<f64>() / 3.0;
        let error = found["statistics"]["pressure"]["standard_error"].as_f64().unwrap();
        assert!((error - (variance / 4.0).sqrt()).abs() < 1e-12 * error);
    }
}

#[test]
fn a_second_start_does_what_is_missing_and_a_longer_plan_uses_a_shorter_one() {
    let folder = tempfile::tempdir().unwrap();
    let short = ensemble(&GAS.replace("count = 4", "count = 2"));
    let store = Store::open(folder.path(), &short).unwrap();
    all(&short, Some(&store), &threads(2));
    let long = ensemble(GAS);
    let store = Store::open(folder.path(), &long).unwrap();
    let mut to_do = None;
    let summary = long
        .run_all(Some(&store), &threads(2), &|| false, &mut |_, left| to_do = Some(left))
        .unwrap();
    assert_eq!(to_do, Some(4), "two of four seeds at two points are there");
    assert_eq!(summary.to_json(&long), all(&long, None, &threads(1)).to_json(&long));
    let again = long
        .run_all(Some(&store), &threads(2), &|| false, &mut |_, _| panic!("nothing is left"))
        .unwrap();
    assert_eq!(again.to_json(&long), summary.to_json(&long));
    // Any other setting makes other runs.
    let other = ensemble(&GAS.replace("until = 0.4", "until = 0.5"));
    let mut summary = Summary::new(&other);
    store.read(|record| assert!(!summary.add(&record))).unwrap();
}

#[test]
fn a_store_survives_damage_and_refuses_foreign_folders() {
    let folder = tempfile::tempdir().unwrap();
    let ensemble = ensemble(GAS);
    let store = Store::open(folder.path(), &ensemble).unwrap();
    let whole = all(&ensemble, Some(&store), &threads(2)).to_json(&ensemble);
    let records = std::fs::read_dir(folder.path().join("records")).unwrap();
    let file = records
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some())
        .unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    for damaged in [&text.as_bytes()[..text.len() / 2], b"\xff\xfe\n{}\n[1]\nnull\n", b""] {
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(all(&ensemble, Some(&store), &threads(2)).to_json(&ensemble), whole);
    }

    std::fs::write(folder.path().join("manifest.json"), "{}").unwrap();
    let error = Store::open(folder.path(), &ensemble).unwrap_err().to_string();
    assert!(error.contains("manifest.json: is no manifest of an ensemble"), "{error}");
}

/// Runs that are stopped at random go on from their states, to the same bits.
#[test]
fn interrupted_runs_go_on_to_the_same_bits() {
    let plan = "
scene = 'gas'
seeds = [1, 2]
until = 6.0
statistics_from = 1.0
statistics = true
events = ['counts', 'closing_speeds', 'first_collision']
states = true
";
    let ensemble = ensemble(plan);
    let folder = tempfile::tempdir().unwrap();
    for run in 0..ensemble.len() {
        let whole = ensemble.run(run, &Control::to_end()).unwrap();
        let mut parts = 0;
        let record = loop {
            let (calls, most) = (AtomicUsize::new(0), 3 + parts % 4);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= most;
            let control = Control {
                stop: &stop,
                snapshots: Some(folder.path()),
                save_every: Duration::ZERO,
                threads: 1,
            };
            parts += 1;
            if let Some(record) = ensemble.run(run, &control) {
                break record;
            }
            assert!(parts < 10_000);
        };
        assert!(parts > 3, "{parts}");
        assert_eq!((&record.values, &record.block_errors), (&whole.values, &whole.block_errors));
        assert_eq!(record.states, whole.states);
    }
    // A kill between the end of a run and the writing of its record loses little: the state is there
    // until then.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), ensemble.len());
    let place = tempfile::tempdir().unwrap();
    let store = Store::open(place.path(), &ensemble).unwrap();
    std::fs::rename(folder.path(), store.snapshots()).unwrap();
    let record = ensemble.run(0, &Control::to_end()).unwrap();
    store.write(&[record]).unwrap();
    let left: Vec<String> = std::fs::read_dir(store.snapshots())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(left, [format!("{}.state", ensemble.key(1))]);
}

#[test]
fn a_damaged_state_is_not_used() {
    let ensemble = ensemble("scene = 'gas'\nuntil = 3.0\nevents = ['counts']");
    let folder = tempfile::tempdir().unwrap();
    let run_until = |stop: &dyn Fn() -> bool| {
        let control = Control {
            stop,
            snapshots: Some(folder.path()),
            save_every: Duration::from_secs(3600),
            threads: 1,
        };
        ensemble.run(0, &control)
    };
    let whole = ensemble.run(0, &Control::to_end()).unwrap().values;
    let path = folder.path().join(format!("{}.state", ensemble.key(0)));
    let damages: [fn(&mut Vec<u8>); 4] = [
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.clear(),
        |bytes| bytes[100] ^= 1,
        |bytes| bytes.truncate(7),
    ];
    for damage in damages {
        assert!(run_until(&|| true).is_none());
        let mut bytes = std::fs::read(&path).unwrap();
        damage(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(run_until(&|| false).unwrap().values, whole);
        std::fs::remove_file(&path).unwrap();
    }
}

/// A store that cannot be written any more ends the call.
#[test]
fn a_store_that_vanishes_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let ensemble = ensemble("scene = 'gas'\nseeds = { count = 100000 }\nuntil = 0.1\nevents = ['counts']");
    let store = Store::open(folder.path(), &ensemble).unwrap();
    let mut most = 0;
    let error = ensemble.run_all(Some(&store), &threads(2), &|| false, &mut |done, _| {
        most = done;
        let _ = std::fs::remove_dir_all(folder.path().join("records"));
    });
    assert!(error.unwrap_err().to_string().contains("records"));
    assert!(most < 100_000, "{most}");
}

#[test]
fn failures_are_records_and_the_others_go_on() {
    let plan = "
scene = 'gas'
seeds = { count = 2 }
until = 0.1
events = ['counts']
[sweep]
'populations[0].packing' = [0.1, -1, 0.2]
";
    let ensemble = ensemble(plan);
    let answer = parsed(&all(&ensemble, None, &threads(2)), &ensemble);
    assert_eq!((answer["runs"].as_u64(), answer["failed"].as_u64()), (Some(6), Some(2)));
    let reason = answer["points"][1]["failures"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("populations[0].packing = -1"), "{reason}");
    assert!(answer["points"][2]["events"]["collisions"]["mean"].as_f64().unwrap() > 0.0);
}

/// From one state, what a change of one body's path does: as worlds made by hand.
#[test]
fn what_ifs_go_on_from_one_state() {
    let plan = "
scene = 'gas'
branch_at = 0.5
until = 1.0
events = ['counts', 'first_collision']
[[changes]]
body = 'gas-0-7'
velocity = [0, 0, 0]
[sweep]
'changes[0].velocity' = [[0, 0, 0], [3, 0, 0]]
'changes[0].body' = ['gas-0-7', 'gas-0-8', 'none']
";
    let ensemble = ensemble(plan);
    let answer = parsed(&all(&ensemble, None, &threads(2)), &ensemble);
    assert_eq!(answer["failed"], json!(2));
    let scene = ensemble.scene(0).unwrap();
    let mut point = 0;
    for speed in [0.0, 3.0] {
        for body in [7, 8] {
            let mut world = World::from_scene(&scene, Method::Auto).unwrap();
            world.advance_to(0.5).unwrap();
            let id = world.bodies().nth(body).unwrap();
            let change = kinesweep::MotionChange {
                velocity: Some(nalgebra::Vector3::x() * speed),
                ..Default::default()
            };
            world.set_motion(id, &change).unwrap();
            let events = world.advance_to(1.0).unwrap();
            let mut hits = events
                .iter()
                .filter(|event| matches!(event.kind, kinesweep::EventKind::Collision(_)));
            let first = hits.next().unwrap().time;
            let found = &answer["points"][point]["events"];
            assert_eq!(found["first_collision"]["mean"], json!(first));
            assert_eq!(found["collisions"]["mean"], json!((1 + hits.count()) as f64));
            point += 1;
        }
        let reason = answer["points"][point]["failures"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("changes.body = none"), "{reason}");
        point += 1;
    }
}

#[test]
fn plans_are_checked_at_the_door() {
    for (from, to, message) in [
        ("until = 0.4", "until = 0", "plan.toml: until = 0: must be a number above 0"),
        ("count = 4", "count = 0", "plan.toml: seeds.count = 0: must be from 1 to"),
        ("[60, 20]", "[]", "plan.toml: compare.rates = []: must not be empty"),
        (
            "[60, 20]",
            "[60, -1]",
            "plan.toml: compare.rates[1] = -1: must be a number above 0",
        ),
        (
            "statistics = true",
            "statistics = ['presure']",
            "plan.toml: statistics[0] = \"presure\": must be one of since",
        ),
        (
            "'counts'",
            "'count'",
            "plan.toml: events[0] = \"count\": must be one of counts, first_collision, closing_speeds",
        ),
        (
            "scene = 'gas'",
            "scene = 'gass'",
            "plan.toml: scene = gass: must be a scene file",
        ),
        ("scene = 'gas'", "scene = 'gass.toml'", "gass.toml: cannot be read"),
        (
            "until",
            "untill",
            "plan.toml: untill = 0.4: unknown key; allowed here: scene, seeds",
        ),
        ("packing' =", "pakcing' =", "populations[0].pakcing = 0.1: unknown key"),
        (
            "populations.0.packing'",
            "populations.3.packing'",
            "sweep = populations.3.packing: has an item 3 where there are 1",
        ),
        (
            "[0.1, 0.2]",
            "0.1",
            "plan.toml: sweep.\"populations.0.packing\" = 0.1: must be a list",
        ),
        (
            "[0.1, 0.2]",
            "[]",
            "plan.toml: sweep.\"populations.0.packing\" = []: must not be empty",
        ),
        ("seeds = {", "seeds = [1, 1] # {", "plan.toml: seeds = 1: must be there once"),
        (
            "statistics = true",
            "blocks = 1",
            "plan.toml: blocks = 1: must be from 2 to 1000",
        ),
        (
            "statistics = true",
            "branch_at = 0.1",
            "plan.toml: compare = given: must be left out with branch_at",
        ),
        (
            "statistics = true",
            "changes = [1]",
            "plan.toml: changes = [1]: must come with branch_at",
        ),
        (
            "statistics = true",
            "statistics_from = 1",
            "plan.toml: until = 0.4: must be later than",
        ),
        ("until = 0.4", "until = ", "plan.toml: not valid TOML"),
    ] {
        assert!(GAS.contains(from), "{from}");
        let error = Plan::from_toml_str(&GAS.replacen(from, to, 1), "plan.toml")
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}\n{message}");
    }
    let nothing = Plan::from_toml_str("scene = 'gas'", "plan.toml").unwrap_err().to_string();
    assert!(nothing.contains("nothing is measured"), "{nothing}");
}

#[test]
fn plans_in_json_and_scenes_as_tables_are_the_same() {
    let toml = ensemble("scene = 'bullet-and-paper'\ncompare = { rates = [60] }");
    let text = kinesweep::scene::builtin::text("bullet-and-paper").unwrap();
    let scene: Value = serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap();
    let plan = json!({ "scene": scene, "compare": { "rates": [60] } });
    let json = Ensemble::new(Plan::from_json_str(&plan.to_string(), "plan.json").unwrap());
    let answers = [&toml, &json].map(|ensemble| parsed(&all(ensemble, None, &threads(1)), ensemble)["points"].clone());
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0][0]["compare"]["rates"][0]["missed"]["mean"], json!(1.0));
}

/// Block errors cover the spread over seeds: they estimate the same error.
#[test]
fn block_errors_are_about_the_spread_over_seeds() {
    let plan = "scene = 'gas'\nseeds = { count = 24 }\nuntil = 6.0\nstatistics = ['pressure', 'collision_rate']";
    let ensemble = ensemble(plan);
    let answer = parsed(&all(&ensemble, None, &threads(2)), &ensemble);
    let found = &answer["points"][0]["statistics"]["collision_rate"];
    let spread = found["standard_error"].as_f64().unwrap() * 24.0_f64.sqrt();
    let block = found["block_error"].as_f64().unwrap();
    assert!(block > 0.3 * spread && block < 3.0 * spread, "{block} {spread}");
}

#[test]
fn the_page_has_all_points_and_cannot_be_ended_early() {
    let ensemble = ensemble(&GAS.replace("count = 4", "count = 1"));
    let summary = all(&ensemble, None, &threads(2));
    let page = html(&ensemble, &summary, &|| false);
    assert!(page.contains("\"populations.0.packing\":0.2") && page.contains("compare.20.share_missed"));
    assert!(!page.contains("the data of the ensemble") && !page.contains("the page of a comparison"));
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(page.len() > 500_000, "it has the replay's page");
    let without = html(&ensemble, &summary, &|| true);
    assert!(without.contains("\"replays\":[null,null]"));
}
