//! A temporary folder in which the program runs.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Limit for a call that hangs; no call takes longer than some seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_kinesweep");

/// The event-driven methods, with their arguments.
pub(crate) const EXACT: [&[&str]; 6] = [
    &["--method", "kinetic"],
    &["--method", "lists"],
    &["--method", "leases"],
    &["--method", "cached"],
    &["--method", "swept"],
    &["--method", "swept", "--rate", "7.5"],
];

/// The result of a call.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A temporary folder with the scene `scene.toml`.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// A folder with this scene.
    pub(crate) fn new(scene: &str) -> Self {
        let sandbox = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        sandbox.write("scene.toml", scene);
        sandbox
    }

    /// A folder for scenes without a file.
    pub(crate) fn empty() -> Self {
        Self::new("")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a temporary folder can be written to");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Calls the program. Any result is accepted but a panic.
    pub(crate) fn call(&self, arguments: &[&str]) -> Answer {
        let output = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(self.folder.path())
            .timeout(PATIENCE)
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
        let answer = Answer {
            code: output
                .status
                .code()
                .unwrap_or_else(|| panic!("{arguments:?} ended by {}", output.status)),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!answer.err.contains("panicked"), "{arguments:?}: {answer:?}");
        answer
    }

    /// Calls the program, which must succeed with nothing on standard error.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> Answer {
        let answer = self.call(arguments);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{arguments:?}: {answer:?}");
        answer
    }

    /// Starts the program, with its output and messages to `output`, and does not wait for its end.
    pub(crate) fn start(&self, arguments: &[&str], output: fn() -> Stdio) -> Child {
        std::process::Command::new(PROGRAM)
            .args(arguments)
            .current_dir(self.folder.path())
            .stdout(output())
            .stderr(output())
            .spawn()
            .expect("the program runs")
    }

    /// Runs the scene. Any result is accepted but a panic.
    pub(crate) fn try_run(&self, arguments: &[&str]) -> Answer {
        self.call(&[&["run", "scene.toml"], arguments].concat())
    }

    /// Runs the scene, which must succeed; messages on standard error are allowed.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str], more: &[&str]) -> Answer {
        let answer = self.try_run(&[arguments, more].concat());
        assert_eq!(answer.code, 0, "{arguments:?} {more:?}: {answer:?}");
        answer
    }

    /// Runs the scene with `--json`, and returns the summary.
    pub(crate) fn summary(&self, arguments: &[&str]) -> Value {
        self.succeed(&[&["run", "scene.toml", "--json"], arguments].concat()).json()
    }

    /// Runs the scene with a log, and returns its lines.
    pub(crate) fn log(&self, arguments: &[&str]) -> Vec<Value> {
        self.log_of("scene.toml", arguments)
    }

    /// Runs a scene with a log, and returns its lines.
    pub(crate) fn log_of(&self, scene: &str, arguments: &[&str]) -> Vec<Value> {
        self.succeed(&[&["run", scene, "--log", "log.jsonl"], arguments].concat());
        lines(&self.read("log.jsonl"))
    }

    /// Runs the scene by every event-driven method, checks that all logs are equal, and returns the
    /// lines.
    pub(crate) fn same_log(&self, arguments: &[&str]) -> Vec<Value> {
        self.same_log_of("scene.toml", arguments)
    }

    /// Runs a scene by every event-driven method, checks that all logs are equal, and returns the
    /// lines.
    pub(crate) fn same_log_of(&self, scene: &str, arguments: &[&str]) -> Vec<Value> {
        let logs = EXACT.map(|method| {
            self.log_of(scene, &[method, arguments].concat());
            self.read("log.jsonl")
        });
        for (method, log) in EXACT.iter().zip(&logs) {
            assert!(*log == logs[0], "{scene}, {method:?}:\n{log}\nis not\n{}", logs[0]);
        }
        lines(&logs[0])
    }

    /// Runs the scene, and returns the state at the end.
    pub(crate) fn state(&self, arguments: &[&str]) -> Value {
        self.succeed(&[&["run", "scene.toml", "--state", "state.json"], arguments].concat());
        serde_json::from_str(&self.read("state.json")).expect("the state is JSON")
    }
}

fn lines(log: &str) -> Vec<Value> {
    assert!(log.is_empty() || log.ends_with('\n'), "the last line is whole");
    log.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// A number in JSON.
#[track_caller]
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Three numbers in JSON.
#[track_caller]
pub(crate) fn vector(value: &Value) -> [f64; 3] {
    let items = value.as_array().unwrap_or_else(|| panic!("{value} is not an array"));
    let numbers: Vec<f64> = items.iter().map(number).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{value} is not three numbers"))
}

/// Keys of a JSON object, in order.
#[track_caller]
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().unwrap_or_else(|| panic!("{value} is not an object"));
    object.keys().map(String::as_str).collect()
}

/// Kind and bodies of each line, as in `collision a b`.
pub(crate) fn outline(lines: &[Value]) -> Vec<String> {
    let bodies = |line: &Value| {
        let names = line["bodies"].as_array().into_iter().flatten();
        names.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    let words = |line: &Value| format!("{} {}", line["kind"].as_str().unwrap_or("?"), bodies(line));
    lines.iter().map(words).collect()
}

/// Asserts that a number is that of a closed form, up to a few roundings.
#[track_caller]
pub(crate) fn assert_close(value: &Value, expected: f64) {
    /// Roundings of the closed form, of the decimal numbers in the scene, and of the program.
    const ROUNDINGS: f64 = 32.0 * f64::EPSILON;
    let value = number(value);
    let error = (value - expected).abs();
    assert!(
        error <= ROUNDINGS * expected.abs().max(1e-3),
        "{value} is not {expected}: {error:e}"
    );
}

/// Asserts that a vector is that of a closed form, up to a few roundings of lengths of about a
/// metre.
#[track_caller]
pub(crate) fn assert_near(value: &Value, expected: [f64; 3]) {
    /// In metres (or, of a normal, as a number).
    const NEAR: f64 = 1e-14;
    let value = vector(value);
    let near = (0..3).all(|axis| (value[axis] - expected[axis]).abs() <= NEAR);
    assert!(near, "{value:?} is not {expected:?}");
}
