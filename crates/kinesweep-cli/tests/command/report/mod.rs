//! The page of `compare --report`: its content, and, where node and a browser are installed, its
//! behaviour.

mod browser;
mod scenes;

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Limit for a call that hangs; no call takes longer than some seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs `compare` in a folder, and returns both outputs and the exit code.
fn compare(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    kinesweep(folder, &[&["compare"], arguments].concat())
}

/// Runs the program in a folder, and returns both outputs and the exit code.
fn kinesweep(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_kinesweep"))
        .args(arguments)
        .current_dir(folder)
        .timeout(PATIENCE)
        .output()
        .expect("the program runs");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("output is text"));
    assert!(!err.contains("panicked"), "{err}");
    (out, err, output.status.code())
}

/// The data of a page.
fn data(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end of the data");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn the_page_is_one_file_with_the_result_and_the_runs() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["bullet-and-paper", "--rates", "60,30", "--json", "--report", "page.html"];
    let (out, err, code) = compare(folder.path(), &arguments);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    for outside in [" src=", " href=", "@import", "url("] {
        let (before, _) = page.split_once("id=\"data\"").unwrap();
        assert!(!before.contains(outside), "{outside}");
    }
    let data = data(&page);
    let printed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(data["comparison"], printed);
    assert_eq!((&data["name"], &data["bodies"]), (&"bullet and paper".into(), &2.into()));
    assert_eq!((&data["lead_rate"], &data["horizon"]), (&60.0.into(), &0.05.into()));
    let replay = &data["replay"];
    assert_eq!(replay["names"], serde_json::json!(["bullet", "paper"]));
    assert_eq!(replay["until"], 0.05);
    assert_eq!(replay["responding"]["sampled"][1]["rate"], 30.0);
}

#[test]
fn the_table_is_printed_with_a_page_or_without() {
    let folder = tempfile::tempdir().unwrap();
    let (out, err, code) = compare(folder.path(), &["fast-sensor", "--rates", "60", "--report", "page.html"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.starts_with("fast sensor: "), "{out}");
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_any_run() {
    let folder = tempfile::tempdir().unwrap();
    let (out, err, code) = compare(folder.path(), &["--until", "1e6", "--report", "no/such/folder/page.html"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(err.contains("no/such/folder/page.html") && err.lines().count() == 1, "{err}");
}
