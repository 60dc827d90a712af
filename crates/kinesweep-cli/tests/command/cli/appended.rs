//! `--append` and `--resume-or-start`: the log of a run in parts, killed or not, is the log of one
//! run.

use super::resumed::SCENE;
use super::sandbox::{EXACT, Sandbox};
use std::process::Stdio;
use std::time::Duration;

/// Cuboids, which take half a second or so.
const LONG: &str = "
    [world]
    horizon = 500
    domain = { kind = 'box', min = [-5, -5, -5], max = [5, 5, 5] }
    [[populations]]
    kind = 'gas'
    count = 100
    speed = [1, 3]
    shape = { kind = 'cuboid', half_extents = [0.6, 0.2, 0.3] }
    seed = 3
";

/// Collisions at 1, 2 and 3, to the bit.
const DYADIC: &str = "
    [world]
    domain = { kind = 'box', min = [-1.5, -1.5, -1.5], max = [1.5, 1.5, 1.5] }
    horizon = 3.5
    [[bodies]]
    name = 'ball'
    shape = { kind = 'ball', radius = 0.5 }
    position = [-1, 0, 0]
    velocity = [2, 0, 0]
";

/// A call that has to be refused, by a message with these words, and to leave a file as it is.
#[track_caller]
fn assert_refused(sandbox: &Sandbox, file: &str, arguments: &[&str], words: &str) {
    let before = std::fs::read(sandbox.path(file)).ok();
    let answer = sandbox.try_run(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    assert!(answer.err.contains(words), "{arguments:?}: {words:?} is not in {answer:?}");
    assert!(
        std::fs::read(sandbox.path(file)).ok() == before,
        "{arguments:?}: {file} is another"
    );
}

/// Takes from a saved state what it holds about its log, as if an older version or a run without a
/// log had saved it.
fn forget_log(sandbox: &Sandbox, state: &str) {
    let mut bytes = std::fs::read(sandbox.path(state)).unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let at = header.find(",\"log\":").expect("the header holds what there was of the log");
    bytes.splice(at..end, *b"}");
    sandbox.write(state, bytes);
}

const SAVED: &[&str] = &["--save", "state", "--log", "log"];
const RESUMED: &[&str] = &["--resume", "state", "--append", "--log", "log"];

#[test]
fn a_log_is_not_emptied_by_a_run_that_goes_on() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.run(&["--until", "2"], SAVED);
    sandbox.run(&["--until", "1", "--xyz", "xyz"], &[]);
    let resumed = ["--resume", "state", "--log", "log"];
    assert_refused(
        &sandbox,
        "log",
        &resumed,
        "log: is not empty, and would be emptied: --append goes on in it",
    );
    let or_start = ["--resume-or-start", "state", "--log", "log"];
    assert_refused(&sandbox, "log", &or_start, "log: is not empty");
    let or_start = ["--resume-or-start", "nothing", "--log", "log"];
    assert_refused(&sandbox, "log", &or_start, "log: is not empty");
    assert_refused(&sandbox, "xyz", &["--resume", "state", "--xyz", "xyz"], "xyz: is not empty");
    // Nothing is lost where there is nothing, and a run from the start empties its log as ever.
    sandbox.write("log", "");
    sandbox.run(&resumed, &[]);
    let rest = sandbox.read("log");
    sandbox.run(&["--log", "log"], &[]);
    assert!(sandbox.read("log").ends_with(&rest) && sandbox.read("log").len() > rest.len());
}

#[test]
fn a_log_in_parts_is_the_log_of_one_run() {
    for method in EXACT {
        for more in [&[][..], &["--overlaps"], &["--pieces"]] {
            let sandbox = Sandbox::new(SCENE);
            let more = [method, more].concat();
            sandbox.run(&["--log", "all"], &more);
            sandbox.run(&["--until", "0.6"], &[SAVED, &more].concat());
            sandbox.run(&["--events", "9", "--save", "state"], &[RESUMED, &more].concat());
            sandbox.run(&["--until", "3", "--save", "state"], &[RESUMED, &more].concat());
            let last = sandbox.run(RESUMED, &more);
            assert!(sandbox.read("log") == sandbox.read("all"), "{more:?}");
            assert_eq!(last.err, "", "nothing came again");
        }
    }
}

#[test]
fn a_log_that_was_cut_off_anywhere_after_the_state_becomes_whole() {
    for more in [&[][..], &["--pieces"]] {
        let sandbox = Sandbox::new(SCENE);
        sandbox.run(&["--log", "all"], more);
        sandbox.run(&["--until", "2.5"], &[SAVED, more].concat());
        let (all, kept) = (sandbox.read("all"), sandbox.read("log").len());
        assert!(all.starts_with(&sandbox.read("log")) && all.len() > kept + 500);
        let step = (all.len() - kept) / 40 + 1;
        let ends = (kept..all.len()).step_by(step).chain([kept + 1, all.len() - 1, all.len()]);
        for end in ends {
            sandbox.write("log", &all[..end]);
            let answer = sandbox.run(RESUMED, more);
            assert!(sandbox.read("log") == all, "{end}");
            let again = all[kept..end].lines().count();
            assert_eq!(
                answer.err.contains(&format!("; the {again} after the run's begin")),
                again > 0,
                "{answer:?}"
            );
        }
    }
}

#[test]
fn a_job_that_is_killed_and_called_again_writes_the_whole_log() {
    let sandbox = Sandbox::new(LONG);
    sandbox.run(&["--pieces", "--log", "all"], &[]);
    let all = sandbox.read("all");
    let job = [
        "run",
        "scene.toml",
        "--resume-or-start",
        "state",
        "--save",
        "state",
        "--save-every",
        "5",
        "--pieces",
        "--log",
        "log",
        "--append",
    ];
    for milliseconds in [50, 100, 200, 300] {
        let mut child = sandbox.start(&job, Stdio::null);
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("a child");
        child.wait().expect("a child");
        let log = std::fs::read(sandbox.path("log")).unwrap_or_default();
        assert!(all.as_bytes().starts_with(&log), "{milliseconds}");
    }
    for _ in 0..3 {
        assert_eq!(sandbox.call(&job).code, 0);
        assert!(sandbox.read("log") == all);
    }
}

#[test]
fn a_job_that_was_killed_before_it_saved_starts_anew() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.run(&["--log", "all"], &[]);
    let all = sandbox.read("all");
    sandbox.write("log", &all[..all.len() / 2]);
    let job = ["--resume-or-start", "state", "--save", "state", "--log", "log", "--append"];
    let answer = sandbox.run(&job, &[]);
    assert!(
        answer.err.contains("state: is not there: the run starts anew") && answer.err.contains("come again"),
        "{answer:?}"
    );
    assert!(sandbox.read("log") == all);
    // At the end there is nothing more to come.
    assert_eq!(sandbox.run(&job, &[]).err, "");
    assert!(sandbox.read("log") == all);
    // A first call finds no file.
    std::fs::remove_file(sandbox.path("state")).unwrap();
    std::fs::remove_file(sandbox.path("log")).unwrap();
    sandbox.run(&job, &[]);
    assert!(sandbox.read("log") == all);
}

#[test]
fn what_is_not_the_log_of_the_run_is_left_as_it_is() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.run(&["--log", "all"], &[]);
    let all = sandbox.read("all");
    sandbox.run(&["--until", "2"], SAVED);
    let log = sandbox.read("log");
    let append = |file: &'static str| ["--resume", "state", "--append", "--log", file];

    sandbox.write("short", &log[..log.len() - 1]);
    assert_refused(
        &sandbox,
        "short",
        &append("short"),
        "short: is shorter than when the state was saved: ",
    );
    assert_refused(
        &sandbox,
        "nothing",
        &append("nothing"),
        "nothing: is not there, and the state was saved after ",
    );
    sandbox.write("other", all.replacen("\"time\":0", "\"time\":1", 1));
    assert_refused(
        &sandbox,
        "other",
        &append("other"),
        "other: is not the log that the state was saved with: its first ",
    );
    // The repeated part, too.
    let next = log.lines().count() + 1;
    let mut lines: Vec<&str> = all.lines().collect();
    lines.swap(next + 1, next + 2);
    sandbox.write("swapped", lines.join("\n") + "\n");
    let words = format!("swapped: line {} is another than this run finds there", next + 2);
    assert_refused(&sandbox, "swapped", &append("swapped"), &words);
    assert_refused(
        &sandbox,
        "swapped",
        &[
            "--resume-or-start",
            "nowhere",
            "--append",
            "--log",
            "swapped",
            "--save",
            "ahead",
        ],
        &words,
    );
    assert!(!sandbox.path("ahead").exists(), "no state is ahead of its log");
    let pieces = [&append("log")[..], &["--pieces"]].concat();
    assert_refused(
        &sandbox,
        "log",
        &pieces,
        "log: was written without --pieces, and goes on without it",
    );
    // Usage.
    assert_refused(&sandbox, "log", &["--append", "--log", "log"], "--resume");
    assert_refused(&sandbox, "log", &["--resume", "state", "--append"], "--log");
    assert_refused(
        &sandbox,
        "log",
        &["--resume", "state", "--resume-or-start", "state", "--log", "log", "--append"],
        "cannot be used with",
    );
    let sampled = ["--resume-or-start", "state", "--method", "sampled"];
    assert_refused(&sandbox, "log", &sampled, "--resume-or-start: not of the method sampled");
    sandbox.write("broken", "state");
    let broken = ["--resume-or-start", "broken", "--append", "--log", "log"];
    assert_refused(&sandbox, "log", &broken, "broken: is not a state");
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    assert_eq!(sandbox.try_run(&append("folder")).code, 1);
}

#[test]
fn a_run_that_ends_before_its_log_does_keeps_the_rest() {
    let sandbox = Sandbox::new(SCENE);
    sandbox.run(&["--log", "all"], &[]);
    let all = sandbox.read("all");
    sandbox.run(&["--until", "2"], SAVED);
    let kept = sandbox.read("log").lines().count();
    sandbox.write("log", &all[..all.len() - 5]);
    let answer = sandbox.run(&["--events", "3", "--save", "state"], RESUMED);
    let (total, words) = (all.lines().count(), "goes on beyond the end of this run: its last");
    assert!(
        answer.err.contains(&format!("{words} {} lines stay", total - 1 - kept - 3)),
        "{answer:?}"
    );
    // The incomplete line is removed; the rest is whole, and extends further.
    assert!(sandbox.read("log") == all[..=all.trim_end().rfind('\n').unwrap()]);
    sandbox.run(RESUMED, &[]);
    assert!(sandbox.read("log") == all);
}

#[test]
fn a_state_that_holds_nothing_of_its_log_goes_on_by_time() {
    for more in [&[][..], &["--pieces"]] {
        let sandbox = Sandbox::new(SCENE);
        sandbox.run(&["--log", "all"], more);
        let all = sandbox.read("all");
        sandbox.run(&["--until", "2"], &[SAVED, more].concat());
        let log = sandbox.read("log");
        forget_log(&sandbox, "state");
        sandbox.run(RESUMED, more);
        assert!(sandbox.read("log") == all);
        sandbox.run(RESUMED, more);
        assert!(sandbox.read("log") == all);
        sandbox.write("log", &log[..log.len() - 1]);
        assert_refused(&sandbox, "log", &[RESUMED, more].concat(), "is damaged: it is not whole");
        sandbox.write("log", log.replacen("\"kind\"", "\"kin\"", 1));
        assert_refused(&sandbox, "log", &[RESUMED, more].concat(), "log: line 1: kind = null");
        sandbox.write("log", &log);
        let other: &[&str] = if more.is_empty() { &["--pieces"] } else { &[] };
        assert_refused(&sandbox, "log", &[RESUMED, other].concat(), "--pieces, and goes on");
    }
    // At equal times it cannot be found where the state is.
    let sandbox = Sandbox::new(DYADIC);
    sandbox.run(&["--log", "all"], &[]);
    sandbox.run(&["--until", "2"], SAVED);
    assert!(sandbox.read("log").lines().last().unwrap().starts_with("{\"time\":2.0,"));
    sandbox.run(RESUMED, &[]);
    assert!(sandbox.read("log") == sandbox.read("all"));
    forget_log(&sandbox, "state");
    assert_refused(
        &sandbox,
        "log",
        RESUMED,
        "log: line 2 is at the state's own time, 2, and the state does not hold",
    );
}

/// What is written there never fits.
#[cfg(target_os = "linux")]
#[test]
fn no_state_is_saved_after_a_log_that_cannot_be_written() {
    let sandbox = Sandbox::new(SCENE);
    let answer = sandbox.try_run(&["--log", "/dev/full", "--save", "state"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("/dev/full: cannot be written"), "{answer:?}");
    assert!(!sandbox.path("state").exists());
    sandbox.run(&["--save", "state"], &[]);
    assert_refused(
        &sandbox,
        "state",
        &["--resume", "state", "--append", "--log", "/dev/null"],
        "/dev/null: --append: is not a regular file",
    );
}
