//! Ctrl-C: runs and comparisons end with what they have so far.

use super::sandbox::{Answer, Sandbox, number};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The code that shells give what ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// How long the program is given to be at work before it is interrupted: on a machine that does
/// other things as well, too short a time ends it before it listens, and it is given a longer one.
/// These runs would take days.
const UNTIL_AT_WORK: [Duration; 3] = [Duration::from_millis(700), Duration::from_secs(4), Duration::from_secs(20)];

/// Longest time until the program ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// Calls the program, interrupts it, and returns its output.
fn interrupted(sandbox: &Sandbox, arguments: &[&str]) -> Answer {
    let answers = UNTIL_AT_WORK
        .iter()
        .find_map(|time| interrupted_after(*time, sandbox, arguments));
    answers.expect("the handler is installed in the end")
}

/// None if the program had not installed its handler yet.
fn interrupted_after(time: Duration, sandbox: &Sandbox, arguments: &[&str]) -> Option<Answer> {
    let mut child = sandbox.start(arguments, Stdio::piped);
    std::thread::sleep(time);
    assert!(
        child.try_wait().expect("a child").is_none(),
        "it ended before it was interrupted"
    );
    assert!(interrupt(&child));
    let code = wait(&mut child).code()?;
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    Some(Answer { code, out, err })
}

/// Sends Ctrl-C, and returns whether the program was still there.
fn interrupt(child: &Child) -> bool {
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    signalled.expect("kill runs").success()
}

/// The exit status; the output is short enough for the buffer of a pipe.
fn wait(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A gas with a run longer than any test.
fn endless() -> Sandbox {
    let sandbox = Sandbox::empty();
    let arguments = ["scene", "gas", "--count", "500", "--packing", "0.2", "--horizon", "1e6"];
    sandbox.write("scene.toml", sandbox.succeed(&arguments).out);
    sandbox
}

#[test]
fn a_run_prints_how_far_it_came() {
    let sandbox = endless();
    for method in [&["--method", "kinetic"][..], &["--method", "sampled"]] {
        let arguments = [&["run", "scene.toml", "--json", "--log", "log.jsonl"], method].concat();
        let answer = interrupted(&sandbox, &arguments);
        assert_eq!((answer.code, answer.err.lines().count()), (INTERRUPTED, 1), "{answer:?}");
        assert!(answer.err.contains("interrupted"), "{}", answer.err);
        let summary = answer.json();
        assert_eq!(summary["interrupted"], true);
        let time = number(&summary["time"]);
        assert!(time > 0.0 && time < 1e6, "{time}");
        // Every counted event is a whole line of the log.
        let counted: f64 = summary["events"].as_object().unwrap().values().map(number).sum();
        let log = sandbox.read("log.jsonl");
        assert!(counted > 0.0 && log.lines().count() as f64 == counted && log.ends_with('\n'));
    }
}

#[test]
fn a_comparison_prints_what_is_done() {
    let sandbox = endless();
    let answer = interrupted(&sandbox, &["compare", "scene.toml", "--json"]);
    assert_eq!(answer.code, INTERRUPTED, "{answer:?}");
    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    let result = answer.json();
    assert_eq!(
        (&result["interrupted"], &result["responding"]),
        (&true.into(), &serde_json::Value::Null)
    );
    assert!(number(&result["horizon"]) < 1e6);
    let runs = result["pass_through"]["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[0]["method"]), (1, &"kinetic".into()));
    let text = interrupted(&sandbox, &["compare", "scene.toml"]);
    assert_eq!(text.code, INTERRUPTED);
    assert!(text.out.contains("| kinetic"), "{}", text.out);
}

/// Compares a periodic gas over so many seconds, with a report, and interrupts it when the
/// comparison is over: what it cannot run it says just before it records the replay. None if it was
/// through with that, too.
fn interrupted_while_recording(sandbox: &Sandbox, horizon: &str) -> Option<Answer> {
    let arguments = [
        "compare",
        "scene.toml",
        "--methods",
        "lists,sampled",
        "--rates",
        "200",
        "--until",
        horizon,
        "--json",
        "--report",
        "page.html",
    ];
    let mut child = sandbox.start(&arguments, Stdio::piped);
    let mut messages = BufReader::new(child.stderr.take().expect("piped"));
    let mut err = String::new();
    messages.read_line(&mut err).expect("text");
    assert!(err.contains("lists is left out"), "{err}");
    let sent = interrupt(&child);
    // What it prints is more than a pipe holds.
    let mut out = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    messages.read_to_string(&mut err).expect("text");
    let code = wait(&mut child).code()?;
    (sent && code != 0).then_some(Answer { code, out, err })
}

#[test]
fn a_report_whose_replay_is_interrupted_has_the_comparison() {
    let sandbox = Sandbox::empty();
    let arguments = ["scene", "gas", "--count", "300", "--packing", "0.1", "--periodic"];
    sandbox.write("scene.toml", sandbox.succeed(&arguments).out);
    let answers = ["10", "40", "160"];
    let answer = answers
        .iter()
        .find_map(|horizon| interrupted_while_recording(&sandbox, horizon));
    let answer = answer.expect("it is interrupted in the end");
    assert_eq!((answer.code, answer.err.lines().count()), (INTERRUPTED, 2), "{}", answer.err);
    assert!(answer.err.contains("interrupted"), "{}", answer.err);
    let result = answer.json();
    assert!(result.get("interrupted").is_none(), "the comparison itself is whole");
    assert_eq!(result["responding"]["runs"].as_array().unwrap().len(), 2);
    let page = sandbox.read("page.html");
    assert!(page.contains(r#""replay":null"#) && page.ends_with("</html>\n"));
}

#[test]
fn the_help_says_what_exit_codes_mean() {
    let sandbox = Sandbox::empty();
    for arguments in [&["--help"][..], &["run", "--help"], &["compare", "--help"]] {
        assert!(sandbox.succeed(arguments).out.contains("130 ended by Ctrl-C"));
    }
}
