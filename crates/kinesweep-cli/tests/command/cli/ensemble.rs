//! `kinesweep ensemble`: the contract of its output, stores that go on, job arrays.

use super::sandbox::{PROGRAM, Sandbox, keys};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The plan of the contract, smaller.
const PLAN: &str = "
scene = 'gas.toml'
seeds = { from = 1, count = 3 }
until = 0.3
statistics = true
compare = { rates = [60, 120] }
[sweep]
'populations.0.packing' = [0.1, 0.2, 0.3]
";

const GAS: &str = "
[[populations]]
kind = 'gas'
count = 40
packing = 0.1
maxwell = 1.0
shape = { kind = 'ball', radius = 0.5 }
";

/// Long runs that save their states.
const LONG: &str = "
scene = 'gas.toml'
seeds = [1, 2]
until = 3000.0
statistics = ['pressure', 'collision_rate']
events = ['counts', 'closing_speeds']
";

fn sandbox(plan: &str) -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.write("gas.toml", GAS);
    sandbox.write("plan.toml", plan);
    sandbox
}

#[test]
fn the_answer_has_the_keys_of_the_contract() {
    let sandbox = sandbox(PLAN);
    let answer = sandbox.succeed(&["ensemble", "plan.toml", "--store", "store", "--jobs", "2", "--json"]);
    let json = answer.json();
    assert_eq!(keys(&json), ["runs", "failed", "points"]);
    assert_eq!((json["runs"].as_u64(), json["failed"].as_u64()), (Some(9), Some(0)));
    for (point, packing) in json["points"].as_array().unwrap().iter().zip([0.1, 0.2, 0.3]) {
        assert_eq!(keys(point), ["sweep", "seeds", "statistics", "compare"]);
        assert_eq!(point["sweep"]["populations.0.packing"].as_f64(), Some(packing));
        assert_eq!(point["seeds"].as_u64(), Some(3));
        let compressibility = &point["statistics"]["compressibility"];
        assert_eq!(
            keys(compressibility),
            [
                "mean",
                "standard_error",
                "confidence_95",
                "block_error",
                "samples",
                "quantiles"
            ]
        );
        assert!(compressibility["mean"].as_f64() > Some(1.0));
        assert_eq!(keys(&point["compare"]), ["contacts", "rates"]);
        assert_eq!(point["compare"]["rates"][1]["rate"].as_f64(), Some(120.0));
    }
    for arguments in [
        &["--jobs", "1"][..],
        &["--store", "store"],
        &["--jobs", "3", "--store", "another"],
    ] {
        let again = sandbox.succeed(&[&["ensemble", "plan.toml", "--json"], arguments].concat());
        assert_eq!(again.out, answer.out, "{arguments:?}");
    }
    let table = sandbox.succeed(&["ensemble", "plan.toml", "--store", "store", "--report", "page.html"]);
    assert!(
        table.out.contains("9 runs, 0 failed") && table.out.contains("compressibility"),
        "{}",
        table.out
    );
    assert!(sandbox.read("page.html").contains("compare.120.share_missed"));
}

#[test]
fn bad_plans_and_stores_are_refused() {
    let sandbox = sandbox(PLAN);
    sandbox.write("bad.toml", PLAN.replace("until = 0.3", "until = -1"));
    for (arguments, code, message) in [
        (
            &["ensemble", "bad.toml"][..],
            2,
            "bad.toml: until = -1: must be a number above 0",
        ),
        (&["ensemble", "none.toml"], 2, "none.toml: cannot be read"),
        (&["ensemble", "plan.toml", "--jobs", "0"], 2, "--jobs"),
        (&["ensemble", "plan.toml", "--share", "1/2"], 2, "--store"),
        (&["ensemble", "plan.toml", "--store", "s", "--share", "3/2"], 2, "must be K/N"),
        (&["ensemble", "plan.toml", "--slurm"], 2, "--store"),
        (&["ensemble", "plan.toml", "--store", "gas.toml"], 1, "gas.toml"),
        (
            &["ensemble", "plan.toml", "--report", "none/page.html"],
            1,
            "cannot be written",
        ),
    ] {
        let answer = sandbox.call(arguments);
        assert_eq!(answer.code, code, "{arguments:?}: {answer:?}");
        assert!(answer.err.contains(message), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn a_job_array_that_a_shell_plays_gives_the_same_answer() {
    let sandbox = sandbox(PLAN);
    let alone = sandbox.succeed(&["ensemble", "plan.toml", "--json"]);
    let said = sandbox.succeed(&["ensemble", "plan.toml", "--store", "array", "--slurm", "--tasks", "4"]);
    assert!(
        said.out.starts_with("sbatch '") && said.out.trim_end().ends_with("array.sh'"),
        "{}",
        said.out
    );
    let script = sandbox.path("array/array.sh");
    assert!(sandbox.read("array/array.sh").contains("#SBATCH --array=1-4\n"));
    for task in 1..=4 {
        let task = Command::new("sh")
            .arg(&script)
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .output();
        let output = task.expect("sh runs");
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    }
    let records = std::fs::read_dir(sandbox.path("array/records")).unwrap().count();
    let whole = sandbox.succeed(&["ensemble", "plan.toml", "--store", "array", "--json"]);
    assert_eq!(whole.out, alone.out);
    let after = std::fs::read_dir(sandbox.path("array/records")).unwrap().count();
    assert_eq!(after, records, "the tasks did all runs");
}

/// A program that is killed three times goes on from the states of its runs, to the same bytes.
#[test]
fn killed_ensembles_go_on_to_the_same_bytes() {
    /// Longest time until states are saved.
    const PATIENCE: Duration = Duration::from_secs(60);
    let sandbox = sandbox(LONG);
    let alone = sandbox.succeed(&["ensemble", "plan.toml", "--json"]);
    let arguments = ["ensemble", "plan.toml", "--store", "store", "--json", "--save-every", "0.02"];
    for _ in 0..3 {
        let child = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(sandbox.path(""))
            .stdout(Stdio::null())
            .spawn();
        let mut child = child.expect("the program runs");
        let begun = Instant::now();
        let states = || std::fs::read_dir(sandbox.path("store/snapshots")).map_or(0, Iterator::count);
        while states() < 2 && begun.elapsed() < PATIENCE && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(sandbox.succeed(&arguments).out, alone.out);
    let left = std::fs::read_dir(sandbox.path("store/snapshots")).unwrap();
    let states = left.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "state"));
    assert_eq!(states.count(), 0, "the states of runs that are done are removed");
}
