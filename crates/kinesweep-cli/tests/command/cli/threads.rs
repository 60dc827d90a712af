//! `--threads` of `compare` and `ensemble`: the results are the same, to the byte.

use super::sandbox::Sandbox;
use serde_json::Value;

/// Enough balls for several threads, in a box.
const GAS: &str = "
[world]
restitution = 1.0
[[populations]]
kind = 'gas'
count = 20000
packing = 0.3
maxwell = 1.0
shape = { kind = 'ball', radius = 0.5 }
";

const PLAN: &str = "
scene = 'gas.toml'
seeds = [1]
until = 0.5
statistics = true
events = ['counts', 'closing_speeds']
states = true
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.write("gas.toml", GAS);
    sandbox.write("plan.toml", PLAN);
    sandbox
}

/// Removes what is measured by a clock.
fn remove_costs(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.retain(|key, _| !key.starts_with("cpu"));
            entries.values_mut().for_each(remove_costs);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_costs),
        _ => {}
    }
}

#[test]
fn comparisons_on_several_threads_are_the_same() {
    let sandbox = sandbox();
    let compared = |threads: &str| {
        let arguments = ["compare", "gas.toml", "--methods", "leases", "--until", "0.3", "--json"];
        let mut rows = sandbox.succeed(&[&arguments[..], &["--threads", threads]].concat()).json();
        remove_costs(&mut rows);
        rows
    };
    let alone = compared("1");
    assert!(
        alone["responding"]["runs"][1]["collisions"].as_u64() > Some(25_000),
        "{alone}"
    );
    assert_eq!(compared("3"), alone);
}

#[test]
fn ensembles_on_several_threads_are_the_same() {
    let sandbox = sandbox();
    let alone = sandbox.succeed(&["ensemble", "plan.toml", "--json"]).out;
    for arguments in [
        &["--threads", "3"][..],
        &["--threads", "0"],
        &["--threads", "2", "--jobs", "2"],
    ] {
        let several = sandbox
            .succeed(&[&["ensemble", "plan.toml", "--json"], arguments].concat())
            .out;
        assert!(several == alone, "{arguments:?}");
    }
    // A job array does its runs on as many threads.
    sandbox.succeed(&["ensemble", "plan.toml", "--store", "array", "--slurm", "--threads", "3"]);
    let script = sandbox.read("array/array.sh");
    assert!(
        script.contains("#SBATCH --cpus-per-task=3\n") && script.contains(" --threads 3 "),
        "{script}"
    );
}
