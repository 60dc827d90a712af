//! Pages in a browser, by the page's own test. Skipped where node, its packages or a browser are
//! missing, unless `KINESWEEP_BROWSER_TEST=1`.

use super::{compare, kinesweep, scenes};
use kinesweep::{Method, Scene, World};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the page's sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kinesweep-report/page")
}

/// The exit code of the page's test where there is no browser.
const NO_BROWSER: i32 = 3;

/// Runs a script of the page. Returns the reason where it cannot run.
fn node(arguments: &[&str]) -> Result<(), String> {
    if !sources().join("node_modules").is_dir() {
        return Err("the page's packages are not installed (npm ci in crates/kinesweep-report/page)".to_owned());
    }
    let run = Command::new("node").args(arguments).current_dir(sources()).output();
    let output = run.map_err(|error| format!("node does not run: {error}"))?;
    if output.status.code() == Some(NO_BROWSER) {
        return Err("there is no browser (chromium)".to_owned());
    }
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{arguments:?}: {}\n{out}\n{err}", output.status);
    Ok(())
}

/// Prints that a test was skipped, past the capture of the test harness; fails where it must not be
/// skipped.
fn need(done: Result<(), String>) {
    if let Err(reason) = done {
        assert!(
            std::env::var_os("KINESWEEP_BROWSER_TEST").is_none_or(|expected| expected != "1"),
            "{reason}"
        );
        let _ = writeln!(std::io::stderr(), "left out: a test of the report's page: {reason}");
    }
}

#[test]
fn the_page_is_what_its_sources_build_to() {
    need(node(&["build.js", "--check"]).and_then(|()| node(&["--test", "test/"])));
}

#[test]
fn pages_draw_and_play_and_agree_with_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, scene: &str| {
        let (page, places) = (format!("{name}.html"), folder.path().join(format!("{name}.places.json")));
        let (_, err, code) = compare(folder.path(), &[scene, "--rates", "30,60,240", "--report", &page]);
        assert_eq!(code, Some(0), "{name}: {err}");
        let scene = Scene::builtin(scene).unwrap_or_else(|| Scene::from_file(folder.path().join(scene)).unwrap());
        if let Some(places_then) = places_of(&scene, scene.horizon.min(1.25)) {
            fs::write(places, places_then).unwrap();
        }
    };
    for (name, text) in [
        ("shapes", scenes::SHAPES),
        ("overlap", scenes::OVERLAP),
        ("lonely", scenes::LONELY),
    ] {
        let file = format!("{name}.toml");
        fs::write(folder.path().join(&file), text).unwrap();
        write(name, &file);
    }
    write("bullet", "bullet-and-paper");
    write("pool", "pool-break");
    let (rings, _, _) = kinesweep(folder.path(), &["scene", "rings", "--count", "300", "--horizon", "2"]);
    fs::write(folder.path().join("rings.toml"), rings).unwrap();
    write("rings", "rings.toml");
    let (gas, _, _) = kinesweep(
        folder.path(),
        &["scene", "gas", "--periodic", "--count", "50", "--horizon", "1.5"],
    );
    fs::write(folder.path().join("periodic.toml"), gas).unwrap();
    write("periodic", "periodic.toml");
    need(node(&["browser/test.js", &folder.path().display().to_string()]));
}

#[test]
fn pages_of_ensembles_draw_all_results_and_replay_each_point() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "scene = 'bullet-and-paper'\ncompare = { rates = [60, 1000, 40000] }\nevents = ['counts']\n";
    let sweep = "[sweep]\n'bodies[0].velocity[0]' = [20, 900]\n'bodies[1].mass' = [0.005, 'heavy', 1]\n";
    fs::write(folder.path().join("plan.toml"), format!("{plan}{sweep}")).unwrap();
    let (_, err, code) = kinesweep(folder.path(), &["ensemble", "plan.toml", "--report", "page.html"]);
    assert_eq!(code, Some(0), "{err}");
    let page = folder.path().join("page.html").display().to_string();
    need(node(&["browser/ensemble.js", &page]));
}

/// The positions at a time, as the page's test reads them; none where bodies overlap at the start.
fn places_of(scene: &Scene, time: f64) -> Option<String> {
    let mut world = World::from_scene(scene, Method::Auto).ok()?;
    world.advance_to(time).unwrap();
    let positions: Vec<[f64; 3]> = world
        .bodies()
        .map(|body| world.motion(body).unwrap().position_at(time).into())
        .collect();
    Some(json!({ "time": time, "positions": positions }).to_string())
}
