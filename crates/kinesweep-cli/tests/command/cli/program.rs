//! Help, version, completions, and closed pipes.

use super::sandbox::{PROGRAM, Sandbox};
use std::process::{Command, Stdio};

#[test]
fn help_and_version_go_to_standard_output() {
    let sandbox = Sandbox::empty();
    assert_eq!(
        sandbox.succeed(&["--version"]).out,
        concat!("kinesweep ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for command in [
        &["--help"][..],
        &["run", "--help"],
        &["compare", "--help"],
        &["scene", "--help"],
    ] {
        assert!(sandbox.succeed(command).out.contains("Usage: kinesweep"));
    }
    let answer = sandbox.call(&[]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("Usage: kinesweep"));
}

#[test]
fn closed_pipes_cause_no_panic() {
    for (arguments, code) in [
        (&["scene"][..], 0),
        (&["scene", "rings"], 0),
        (&["run", "pi"], 0),
        (&["run", "pi", "--json"], 0),
        (&["compare", "pi", "--rates", "60"], 0),
        (&["run", "anvils"], 2),
        (&["run", "pi", "--until", "x"], 2),
    ] {
        let closed = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            Stdio::from(writer)
        };
        let call = |out: Stdio, err: Stdio| {
            Command::new(PROGRAM)
                .args(arguments)
                .stdout(out)
                .stderr(err)
                .output()
                .unwrap()
        };
        let deaf = call(closed(), Stdio::piped());
        assert_eq!(deaf.status.code(), Some(code), "{arguments:?}");
        assert_eq!(deaf.stderr.is_empty(), code == 0, "{arguments:?}");
        let mute = call(Stdio::piped(), closed());
        assert_eq!(mute.status.code(), Some(code), "{arguments:?}");
        assert_eq!(mute.stdout.is_empty(), code == 2, "{arguments:?}");
    }
}

#[test]
fn completions_have_each_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(PROGRAM).args(["completions", shell]).output().unwrap();
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["run", "compare", "scene", "reproduce", "statistics-from"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = Command::new(PROGRAM).args(["completions", "dos"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
