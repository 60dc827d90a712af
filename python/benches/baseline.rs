//! The work of `rates.py` from Rust: one round, its seconds as a line of JSON.

use kinesweep::sap::{Aabb, GridSap, Tracked};
use kinesweep::scene::Start;
use kinesweep::scene::builtin::{Options, customised};
use kinesweep::{Method, Scene, World};
use std::error::Error;
use std::time::Instant;

/// Balls in equilibrium: seconds for the events from `from` to `to`, and their number.
fn gas(from: f64, to: f64, keeps_events: bool) -> Result<(f64, usize), Box<dyn Error>> {
    let options = Options {
        count: Some(8000),
        packing: Some(0.3),
        periodic: Some(true),
        start: Some(Start::Fcc),
        ..Options::default()
    };
    let text = customised("gas", &options)?;
    let mut world = World::from_scene(&Scene::from_toml_str(&text, "gas")?, Method::Auto)?;
    world.advance_with(from, |_| {})?;
    let begin = Instant::now();
    let mut count = 0;
    if keeps_events {
        count = world.advance_to(to)?.len();
    } else {
        world.advance_with(to, |_| count += 1)?;
    }
    Ok((begin.elapsed().as_secs_f64(), count))
}

/// Random numbers in 0..1 that Python makes as well (SplitMix64: Steele, Lea and Flood 2014).
fn random(number: u64) -> f32 {
    let mut bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((bits ^ (bits >> 31)) >> 40) as f32 / (1u64 << 24) as f32
}

/// Cubes at 5 % density, a tenth of which moves in each step: seconds a step, and the number of
/// changes.
fn boxes(count: u32, steps: u32) -> Result<(f64, usize), Box<dyn Error>> {
    let side = (f64::from(count) / 0.05).cbrt() as f32;
    let mut low: Vec<[f32; 3]> = (0..u64::from(count))
        .map(|id| std::array::from_fn(|axis| side * random(3 * id + axis as u64 + 1)))
        .collect();
    let cube = |low: &[f32; 3]| Aabb {
        min: *low,
        max: low.map(|low| low + 1.0),
    };
    let mut tracked = Tracked::<f32, 3, GridSap<f32, 3>>::new();
    for (id, low) in (0..).zip(&low) {
        tracked.insert(id, cube(low))?;
    }
    tracked.commit();
    let mut changes = 0;
    let mut seconds = 0.0;
    for step in 0..steps {
        let movers = (step % 10..count).step_by(10);
        for id in movers.clone() {
            low[id as usize][step as usize % 3] += 0.1;
        }
        let begin = Instant::now();
        for id in movers {
            tracked.update(id, cube(&low[id as usize]))?;
        }
        let changed = tracked.commit();
        seconds += begin.elapsed().as_secs_f64();
        changes += changed.begun.len() + changed.ended.len();
    }
    Ok((seconds / f64::from(steps), changes))
}

/// Seconds to read the positions of so many balls.
fn positions(count: u64) -> Result<(f64, usize), Box<dyn Error>> {
    let options = Options {
        count: Some(count),
        packing: Some(0.1),
        start: Some(Start::Fcc),
        ..Options::default()
    };
    let text = customised("gas", &options)?;
    let world = World::from_scene(&Scene::from_toml_str(&text, "gas")?, Method::Auto)?;
    let mut times = Vec::new();
    for _ in 0..200 {
        let begin = Instant::now();
        std::hint::black_box(world.positions());
        times.push(begin.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], world.len()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let work = std::env::args().nth(1).unwrap_or_default();
    let (seconds, count) = match work.as_str() {
        "events" => gas(0.5, 12.0, true)?,
        "no-events" => gas(0.5, 12.0, false)?,
        "boxes" => boxes(100_000, 40)?,
        "positions" => positions(100_000)?,
        _ => return Err("events, no-events, boxes or positions".into()),
    };
    println!("{{\"seconds\": {seconds}, \"count\": {count}}}");
    Ok(())
}
