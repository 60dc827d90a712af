//! `reproduce` in its quick form: what it prints and draws, not what it measures.

use super::sandbox::{Answer, Sandbox, keys, number};
use serde_json::{Value, json};

/// Each figure, the name of its horizontal axis in JSON, its columns there, and how many of its
/// curves are drawn.
const FIGURES: [(&str, &str, &[&str], usize); 8] = [
    (
        "coming-7",
        "objects",
        &[
            "cached",
            "swept",
            "kinetic",
            "leases",
            "collisions",
            "thousands_of_collisions",
        ],
        5,
    ),
    (
        "coming-8",
        "frequency",
        &[
            "swept_update",
            "swept_sort",
            "swept_tests",
            "kinetic_update",
            "kinetic_sort",
            "kinetic_tests",
            "swept_tested",
            "kinetic_tested",
        ],
        6,
    ),
    ("queues", "objects", &["dary", "pairing", "pairing_auxiliary", "swaps"], 3),
    (
        "tracy-2",
        "boxes",
        &["swaps", "theory", "theirs", "swaps_a_box", "arrays_ms"],
        3,
    ),
    ("tracy-8", "moving", &["batch_ms", "segmented_ms", "ratio"], 2),
    ("tracy-9", "events", &["batch_ms", "segmented_ms", "ratio"], 2),
    ("tracy-10", "events", GRIDS, 4),
    ("tracy-11", "boxes", GRIDS, 4),
];

const GRIDS: &[&str] = &["batch_ms", "segmented_ms", "octree_ms", "sweeps_ms", "ratio"];

/// A quick figure; on standard error stands where the plot is, and nothing else.
#[track_caller]
fn quick(sandbox: &Sandbox, name: &str, plot: &str, arguments: &[&str]) -> Answer {
    let answer = sandbox.call(&[&["reproduce", name, "--quick"], arguments].concat());
    let expected = format!("kinesweep: plot written to {plot}\n");
    assert_eq!((answer.code, &answer.err), (0, &expected), "{answer:?}");
    answer
}

#[test]
fn with_no_figure_they_are_listed() {
    let sandbox = Sandbox::empty();
    let listed = sandbox.succeed(&["reproduce"]).out;
    let names: Vec<&str> = listed.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, FIGURES.map(|(name, ..)| name));
    let help = sandbox.succeed(&["reproduce", "--help"]).out;
    assert!(FIGURES.iter().all(|(name, ..)| help.contains(name)), "{help}");
}

#[test]
fn what_cannot_be_drawn_is_refused_before_the_work() {
    let sandbox = Sandbox::empty();
    let answer = sandbox.call(&["reproduce", "tracy-3"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert_eq!(answer.err.lines().count(), 1);
    for (name, ..) in FIGURES {
        assert!(answer.err.contains(name), "{}", answer.err);
    }
    assert!(!sandbox.path("tracy-3.svg").exists());
    let answer = sandbox.call(&["reproduce", "tracy-2", "--quick", "--plot", "plot.png"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("must end in .svg"), "{}", answer.err);
    let answer = sandbox.call(&["reproduce", "tracy-2", "--quick", "--plot", "nowhere/plot.svg"]);
    assert_eq!((answer.code, answer.out.as_str()), (1, ""));
    assert!(answer.err.contains("nowhere/plot.svg: cannot be written"), "{}", answer.err);
}

#[test]
fn every_figure_has_its_table_its_plot_and_its_remarks() {
    for (name, across, columns, drawn) in FIGURES {
        let sandbox = Sandbox::empty();
        let file = format!("{name}.svg");
        let figure = quick(&sandbox, name, &file, &["--json"]).json();
        assert_eq!(
            keys(&figure),
            ["figure", "title", "across", "up", "seed", "rows", "findings", "remarks"]
        );
        assert_eq!((&figure["figure"], &figure["seed"]), (&json!(name), &json!(1)));
        let rows = figure["rows"].as_array().unwrap();
        assert!(rows.len() >= 4, "{figure}");
        for row in rows {
            assert_eq!(keys(row), [&[across], columns].concat());
            assert!(columns.iter().all(|key| number(&row[key]) > 0.0), "{row}");
        }
        let places: Vec<f64> = rows.iter().map(|row| number(&row[across])).collect();
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
        let findings = figure["findings"].as_object().unwrap();
        assert!(!findings.is_empty() && findings.values().all(|value| value.is_number() || value.is_null()));
        let remarks = figure["remarks"].as_array().unwrap();
        assert!(remarks.len() >= 2 && remarks.iter().all(|remark| remark.as_str().unwrap().len() > 100));

        let drawing = sandbox.read(&file);
        let texts = texts_of_sound_xml(&drawing);
        for label in ["title", "across", "up"] {
            assert!(texts.contains(&figure[label].as_str().unwrap()), "{label}: {texts:?}");
        }
        // A curve of dots has one on each row.
        let dots = drawing.matches("<circle").count();
        assert!(dots > 0 && dots.is_multiple_of(rows.len()), "{name}: {dots} dots");
        let lines = drawing.matches("<polyline").count();
        assert!(lines >= drawn, "{name}: {lines} lines");

        let text = quick(&sandbox, name, "other.svg", &["--plot", "other.svg"]).out;
        assert!(
            text.starts_with(&format!("{name}: {}\n", figure["title"].as_str().unwrap())),
            "{text}"
        );
        let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(table.len(), rows.len() + 2, "{text}");
        assert!(
            table.iter().all(|line| line.matches('|').count() == columns.len() + 2),
            "{text}"
        );
        assert!(table[0].contains(figure["across"].as_str().unwrap()), "{text}");
        assert!(text.lines().count() > table.len() + 4, "{text}");
        texts_of_sound_xml(&sandbox.read("other.svg"));
    }
}

#[test]
fn counted_swaps_agree_with_theory() {
    let sandbox = Sandbox::empty();
    let count = |arguments: &[&str]| -> Vec<Value> {
        let figure = quick(&sandbox, "tracy-2", "tracy-2.svg", &[&["--json"], arguments].concat()).json();
        let exponent = number(&figure["findings"]["exponent"]);
        assert!((exponent - 5.0 / 3.0).abs() < 0.05, "{exponent}");
        for row in figure["rows"].as_array().unwrap() {
            let ratio = number(&row["swaps"]) / number(&row["theory"]);
            assert!((ratio - 1.0).abs() < 0.15, "{row}");
        }
        figure["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["swaps"].clone())
            .collect()
    };
    assert_eq!(count(&[]), count(&["--seed", "1"]), "a count, not a measurement");
    assert_ne!(count(&[]), count(&["--seed", "2"]));
}

/// The texts between the tags of a document, with all tags closed in order.
#[track_caller]
fn texts_of_sound_xml(document: &str) -> Vec<&str> {
    let (mut open, mut texts, mut rest) = (Vec::new(), Vec::new(), document);
    while let Some((text, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("every tag has an end");
        assert!(
            !text.contains('>') && !tag.contains('<') && tag.matches('"').count() % 2 == 0,
            "{tag}"
        );
        if !text.trim().is_empty() {
            texts.push(text.trim());
        }
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed.trim()), "{tag}");
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
        rest = after;
    }
    assert!(
        open.is_empty() && rest.trim().is_empty() && document.starts_with("<svg"),
        "{open:?}"
    );
    texts
}
