//! Bad usage: exit code 2, one message with the reason, nothing on standard output; 1 where a file
//! cannot be written.

use super::refused::assert_refused;
use super::sandbox::Sandbox;

#[test]
fn files_that_are_not_there() {
    let sandbox = Sandbox::empty();
    for command in ["run", "compare"] {
        assert_refused(
            &sandbox,
            &[command, "missing.toml"],
            &["missing.toml: cannot be read: No such file"],
        );
        assert_refused(
            &sandbox,
            &[command, "no/such/folder.toml"],
            &["no/such/folder.toml: cannot be read"],
        );
        assert_refused(&sandbox, &[command, "."], &[".: cannot be read: "]);
        assert_refused(
            &sandbox,
            &[command, "anvils"],
            &["anvils: no such file, and no such built-in scene", "newtons-cradle"],
        );
        assert_refused(&sandbox, &[command, ""], &["no such file"]);
    }
}

/// Asserts that the parser of arguments refuses a call, with a message of its own layout.
#[track_caller]
fn assert_usage(arguments: &[&str], parts: &[&str]) {
    let answer = Sandbox::empty().call(arguments);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    assert!(answer.err.starts_with("error: "), "{answer:?}");
    for part in parts {
        assert!(answer.err.contains(part), "{part:?} is not in {:?}", answer.err);
    }
}

#[test]
fn flags_with_bad_values() {
    for value in ["-1", "nan", "inf", "1e16", "soon", "", "1s"] {
        assert_usage(
            &["run", "pi", "--until", value],
            &["--until", value, "must be a number from 0 to 1e15"],
        );
        for flag in ["--until", "--rates"] {
            assert_usage(&["compare", "pi", flag, value], &[flag, value, "must be a number above 0"]);
        }
        assert_usage(
            &["run", "pi", "--rate", value],
            &["--rate", value, "must be a number above 0"],
        );
        assert_usage(&["scene", "pi", "--horizon", value], &["--horizon", value]);
        assert_usage(&["run", "pi", "--events", value], &["--events", value]);
    }
    assert_usage(&["run", "pi", "--rate", "0"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--until", "0"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--rates", "60,,30"], &["must be a number above 0"]);
    assert_usage(&["compare", "pi", "--rates", "60,0"], &["must be a number above 0"]);
    assert_usage(&["run", "pi", "--events", "1.5"], &["--events"]);
    assert_usage(&["run", "pi", "--method", "magic"], &["magic", "kinetic", "sampled"]);
    assert_usage(&["run", "pi", "--response", "bounce"], &["bounce", "collide, pass-through"]);
    assert_usage(&["run", "pi", "--untill", "1"], &["--untill"]);
    assert_usage(&["run", "pi", "--until"], &["--until"]);
    assert_usage(&["run", "pi", "rings"], &["rings"]);
    assert_usage(&["compare", "pi", "--response", "collide"], &["--response"]);
    assert_usage(&["fly"], &["fly"]);
    assert_usage(&["scene", "gas", "--speed", "1"], &["--speed", "two numbers"]);
    assert_usage(&["scene", "gas", "--speed", "1,2,3"], &["--speed", "two numbers"]);
    assert_usage(&["scene", "gas", "--count", "-3"], &["--count"]);
    assert_usage(&["scene", "gas", "--packing", "dense"], &["--packing"]);
}

/// Methods without frames ignored a rate.
#[test]
fn a_rate_is_of_the_methods_with_frames_alone() {
    let sandbox = Sandbox::empty();
    for method in ["kinetic", "lists", "leases", "cached"] {
        let expected = format!("--rate: not of the method {method}, which has no frames");
        assert_refused(&sandbox, &["run", "pi", "--method", method, "--rate", "240"], &[&expected]);
    }
    assert_refused(
        &sandbox,
        &["run", "pi", "--rate", "60"],
        &["--rate: not of the method kinetic"],
    );
    for method in ["swept", "sampled"] {
        sandbox.succeed(&["run", "pi", "--until", "0.1", "--method", method, "--rate", "240"]);
        sandbox.succeed(&["run", "pi", "--until", "0.1", "--method", method]);
    }
    assert!(sandbox.succeed(&["run", "--help"]).out.contains("[default: 60]"));
}

#[test]
fn scenes_with_bad_numbers() {
    let sandbox = Sandbox::empty();
    for (arguments, expected) in [
        (&["anvils"][..], "there is no built-in scene \"anvils\"; there are rings, gas"),
        (&["pi", "--digits", "0"], "digits = 0: must be a whole number from 1 to 7"),
        (&["pi", "--digits", "8"], "digits = 8"),
        (
            &["pi", "--count", "8"],
            "the scene \"pi\" has no count; it takes digits, horizon",
        ),
        (&["gas", "--packing", "-0.5"], "packing = -0.5"),
        (&["gas", "--packing", "0.74"], "do not fit"),
        (&["gas", "--packing", "nan"], "packing = NaN"),
        (&["gas", "--count", "0"], "count = 0"),
        (&["gas", "--speed", "2,1"], "speed[1] = 1"),
        (&["gas", "--speed", "-1,1"], "speed[0] = -1"),
        (&["gas", "--maxwell", "-1"], "maxwell = -1"),
        (&["gas", "--maxwell", "1", "--speed", "1,2"], "maxwell = 1: must be left out"),
    ] {
        assert_refused(&sandbox, &[&["scene"], arguments].concat(), &[expected]);
    }
}

#[test]
fn files_that_cannot_be_written() {
    let sandbox = Sandbox::empty();
    let mut targets = vec!["no/such/folder/file", "."];
    if cfg!(target_os = "linux") {
        // Opens, but takes nothing.
        targets.push("/dev/full");
    }
    for flag in ["--log", "--state"] {
        for target in &targets {
            let answer = sandbox.call(&["run", "pi", flag, target]);
            assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{flag} {target}: {answer:?}");
            assert!(
                answer.err.starts_with(&format!("kinesweep: {target}: cannot be written: ")),
                "{answer:?}"
            );
            assert_eq!(answer.err.lines().count(), 1);
        }
    }
}
