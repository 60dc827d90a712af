//! Scenes in periodic domains, run: rings, and mixed shapes under gravity.

use super::sandbox::{Sandbox, number, vector};

const RINGS: &str = "
    [world]
    domain = { kind = 'periodic' }
    horizon = 8
    [[populations]]
    kind = 'gas'
    count = 200
    packing = 0.1
    speed = [0.5, 1.5]
    shape = { kind = 'ring', major = 1, minor = 0.3, segments = 8, sides = 4 }
    seed = 3
";

const MIX: &str = "
    [world]
    domain = { kind = 'periodic', min = [-6, -6, -6], max = [6, 6, 6] }
    gravity = [0, -2, 0]
    horizon = 4
    [[bodies]]
    name = 'shelf'
    kind = 'fixed'
    shape = { kind = 'cuboid', half_extents = [2, 0.25, 1.5] }
    position = [6, -6, 0]
    [[bodies]]
    name = 'gate'
    kind = 'fixed'
    sensor = true
    shape = { kind = 'cuboid', half_extents = [2.5, 0.125, 1.5] }
    velocity = [0, 0, 4]
    [[populations]]
    kind = 'gas'
    count = 12
    packing = 0.02
    speed = [0.5, 1.5]
    shape = { kind = 'capsule', half_height = 0.5, radius = 0.25 }
    restitution = 0.5
    [[populations]]
    kind = 'gas'
    count = 12
    packing = 0.02
    speed = [0.5, 1.5]
    rotates = true
    shape = { kind = 'cuboid', half_extents = [0.5, 0.25, 0.25] }
    friction = 0.2
    [[populations]]
    kind = 'gas'
    count = 12
    packing = 0.02
    shape = { kind = 'ball', radius = 0.5 }
";

/// The summary and the log, which are the same by leases and by default.
fn run(scene: &str) -> (serde_json::Value, Vec<serde_json::Value>) {
    let sandbox = Sandbox::new(scene);
    let log = sandbox.log(&["--method", "leases"]);
    let by_leases = sandbox.read("log.jsonl");
    sandbox.log(&["--method", "kinetic"]);
    assert_eq!(by_leases, sandbox.read("log.jsonl"));
    (sandbox.summary(&[]), log)
}

#[test]
fn rings_keep_energy_and_momentum() {
    let (summary, log) = run(RINGS);
    assert!(log.len() > 100, "{}", log.len());
    let [first, last] = [0, 1].map(|at| number(&summary["energy"][at]));
    assert!((last / first - 1.0).abs() < 1e-12, "{summary}");
    let [before, after] = [0, 1].map(|at| vector(&summary["momentum"][at]));
    assert!((0..3).all(|axis| (before[axis] - after[axis]).abs() < 1e-9), "{summary}");
}

#[test]
fn mixed_shapes_fall_for_ever() {
    let (summary, log) = run(MIX);
    for kind in ["collision", "contact-begin", "contact-end"] {
        assert!(log.iter().any(|line| line["kind"] == kind), "{kind}");
    }
    assert!(
        log.iter()
            .all(|line| line["bodies"].as_array().is_some_and(|bodies| bodies.len() == 2))
    );
    // Without a floor they gain what gravity does, less what collisions take.
    let [first, last] = [0, 1].map(|at| number(&summary["energy"][at]));
    assert!(last > 10.0 * first, "{summary}");
}
