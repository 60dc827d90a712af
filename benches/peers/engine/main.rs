//! The engine on whole scenes: swaps, impact tests and collisions per second of processor time.
//!
//!     cargo bench -p kinesweep-peers --bench engine     # about a minute
//!
//! Scenes: the default one (1000 rings of 64 triangles at 1 % density, bouncing), and gases of 1000
//! and 8000 balls at packing 0.1. Each is run by leases and by kinetic lists for some simulated
//! time; then Criterion times the continuation, and a table shows the work in that time. Where
//! feasible, the method without pruning is measured for scale.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use kinesweep::scene::builtin;
use kinesweep::world::Counters;
use kinesweep::{Method, Scene, World};
use std::hint::black_box;
use std::time::Instant;

/// A scene and the duration of its run, in simulated seconds.
struct Case {
    name: &'static str,
    scene: Scene,
    length: f64,
    methods: &'static [(&'static str, Method)],
}

const LISTS: (&str, Method) = ("lists", Method::Lists);
const LEASES: (&str, Method) = ("leases", Method::Leases);
const CACHED: (&str, Method) = ("cached", Method::Cached);

fn gas(count: u64) -> Scene {
    let options = builtin::Options {
        count: Some(count),
        packing: Some(0.1),
        ..Default::default()
    };
    let text = builtin::customised("gas", &options).expect("the scene is built in");
    Scene::from_toml_str(&text, "gas").expect("a built-in scene is valid")
}

fn cases() -> Vec<Case> {
    vec![
        Case {
            name: "rings-1000",
            scene: Scene::builtin("rings").expect("built in"),
            length: 1.0,
            methods: &[LEASES, LISTS, CACHED],
        },
        Case {
            name: "gas-1000",
            scene: gas(1_000),
            length: 0.5,
            methods: &[LEASES, LISTS, CACHED],
        },
        Case {
            name: "gas-8000",
            scene: gas(8_000),
            length: 0.05,
            methods: &[LEASES, LISTS],
        },
    ]
}

/// The increase of a counter between two states, by name.
fn increase(before: &Counters, after: &Counters, name: &str) -> f64 {
    let value = |counters: &Counters| {
        counters
            .entries()
            .iter()
            .find(|(n, _)| *n == name)
            .map_or(0, |(_, count)| *count)
    };
    (value(after) - value(before)) as f64
}

fn engine(criterion: &mut Criterion) {
    println!("| scene | method | simulated s | CPU s per simulated s | swaps/s | impact tests/s | collisions/s |");
    println!("|---|---|---|---|---|---|---|");
    let cases = cases();
    for case in &cases {
        for (name, method) in case.methods {
            let mut world = World::from_scene(&case.scene, *method).expect("a built-in scene is valid");
            let before = world.counters();
            let start = Instant::now();
            black_box(world.advance_to(case.length).expect("the run has no error"));
            let seconds = start.elapsed().as_secs_f64();
            let after = world.counters();
            let per_second = |counter: &str| increase(&before, &after, counter) / seconds;
            let collisions = per_second("collisions") + per_second("wall_collisions");
            println!(
                "| {} | {name} | {} | {:.4} | {:.3e} | {:.3e} | {collisions:.3e} |",
                case.name,
                case.length,
                seconds / case.length,
                per_second("swaps"),
                per_second("predictions"),
            );
        }
    }
    let mut group = criterion.benchmark_group("engine");
    group.sample_size(10);
    for case in &cases {
        for (name, method) in case.methods {
            group.bench_function(format!("{}/{name}", case.name), |bencher| {
                let fresh = || World::from_scene(&case.scene, *method).expect("a built-in scene is valid");
                bencher.iter_batched_ref(
                    fresh,
                    |world| world.advance_to(case.length).map(<[_]>::len),
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, engine);
criterion_main!(benches);
