//! A damaged snapshot is refused with a reason, or restores another world; it never causes a panic.

use crate::support::{Random, rounds};
use kinesweep::world::{Snapshot, SnapshotError};
use kinesweep::{Body, Domain, Method, Shape, World};
use nalgebra::Vector3;
use serde_json::{Value, json};

fn saved() -> Value {
    let corner = Vector3::repeat(5.0);
    let mut world = World::builder()
        .domain(Domain::Box {
            min: -corner,
            max: corner,
        })
        .gravity(Vector3::y() * -1.0)
        .method(Method::Cached)
        .build()
        .unwrap();
    let shapes = [
        Shape::ball(0.5).unwrap(),
        Shape::cuboid(Vector3::repeat(0.4)).unwrap(),
        Shape::ring(0.6, 0.1, 4, 3).unwrap(),
    ];
    for (number, shape) in shapes.into_iter().enumerate() {
        let body = Body::new(shape)
            .position(Vector3::x() * (2.0 * number as f64 - 2.0))
            .velocity(Vector3::x() * (1.0 - number as f64));
        world.insert(body).unwrap();
    }
    world.schedule(9.0, 1).unwrap();
    world.schedule(9.5, 2).unwrap();
    world.advance_to(0.2).unwrap();
    serde_json::to_value(world.snapshot()).unwrap()
}

fn restore(value: &Value) -> Result<World, String> {
    let snapshot: Snapshot = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    World::builder().restore(&snapshot).map_err(|error| error.to_string())
}

#[test]
fn each_damage_is_refused_with_field_value_and_reason() {
    assert!(restore(&saved()).is_ok());
    for (path, value, message) in [
        ("/version", json!(99), "snapshot: version 99; this one reads version 11"),
        (
            "/world/now",
            json!(1e300),
            "snapshot: damaged: now = 1e300: must be a finite number",
        ),
        (
            "/world/held_by",
            json!("Auto"),
            "snapshot: damaged: held_by = Auto: must be a method that holds bodies",
        ),
        (
            "/world/in_order/1",
            json!(0),
            "snapshot: damaged: in_order = 0: must be in order of insertion",
        ),
        (
            "/world/instant/overlaps_ended",
            json!([[0, 7]]),
            "snapshot: damaged: instant.overlaps_ended = 7: must be the place of a body",
        ),
        (
            "/world/in_order/1",
            json!(7),
            "snapshot: damaged: in_order = 7: must be the place of a body",
        ),
        (
            "/world/places/1/body/shape",
            json!(3),
            "snapshot: damaged: places[1].body.shape = 3: must be the number of a shape",
        ),
        (
            "/world/places/0/body/piece/orientation/3",
            json!(2.0),
            "snapshot: damaged: places[0].body.piece.orientation",
        ),
        (
            "/world/places/1/body/piece/angular_acceleration/2",
            json!(0.5),
            "snapshot: damaged: places[1].body.piece.angular_acceleration = 0.5: must be 0 for what is no ball",
        ),
        (
            "/world/places/0/body/lasting",
            json!([{"with": 1, "time": 9.0}]),
            "snapshot: damaged: places[0].body.lasting.time = 9: must not be later than now",
        ),
        (
            "/world/schedule/0/time",
            json!(0.1),
            "snapshot: damaged: schedule[0].time = 0.1: must not be before now",
        ),
        (
            "/world/settings/restitution",
            json!(7.0),
            "snapshot: damaged: restitution = 7",
        ),
        ("/world/shapes/0/Ball/radius", json!(-1.0), "radius = -1: must"),
        (
            "/world/pairs/0/bodies/0",
            json!(9),
            "snapshot: damaged: pairs[0].bodies = 9: must be the place of a body",
        ),
        (
            "/world/free",
            json!([0]),
            "snapshot: damaged: free = 0: must be an empty place, once",
        ),
        (
            "/world/schedule/1/sequence",
            json!(0),
            "snapshot: damaged: schedule.sequence = 0: must be there once",
        ),
        (
            "/world/places/0/body/lengths_gone/1",
            json!(i64::MIN),
            "snapshot: damaged: places[0].body.lengths_gone = -9223372036854775808: must be a number",
        ),
        (
            "/world/islands/links",
            json!([{"island": 3, "anticipated": 0.0, "touches": [], "others": [], "apart": []}]),
            "snapshot: damaged: islands = links: must name each other",
        ),
        (
            "/world/islands/vacant",
            json!([1]),
            "snapshot: damaged: islands = vacant: must name each other",
        ),
        ("/world/next_serial", json!("x"), "invalid type: string"),
    ] {
        let mut damaged = saved();
        *damaged.pointer_mut(path).unwrap_or_else(|| panic!("{path} does not exist")) = value;
        let error = restore(&damaged).expect_err(path);
        assert!(error.starts_with(message), "{path}: {error}");
    }
    let mut foreign = saved();
    foreign.as_object_mut().unwrap().remove("world");
    assert_eq!(restore(&foreign).unwrap_err(), "missing field `world`");
    let with_test: Snapshot = serde_json::from_value(saved()).unwrap();
    struct Never;
    impl kinesweep::world::TouchTest for Never {
        fn touches(&mut self, _: &kinesweep::world::TouchQuery) -> bool {
            false
        }
    }
    let error = World::builder().touch_test(1.0, Never).restore(&with_test).unwrap_err();
    assert_eq!(
        error,
        SnapshotError::HookMismatch {
            what: "touch_test",
            saved: false
        }
    );
}

/// The paths of all leaves of a value.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, inner)| leaves(inner, &format!("{path}/{name}"), found)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, inner)| leaves(inner, &format!("{path}/{at}"), found)),
        _ => found.push(path.to_owned()),
    }
}

/// Random leaves are replaced by unusual values. A world that is not refused may do anything but
/// panic.
#[test]
fn random_damage_does_not_panic() {
    let whole = saved();
    let mut paths = Vec::new();
    leaves(&whole, "", &mut paths);
    let replacements = [
        json!(0),
        json!(-1),
        json!(1e300),
        json!(0.3),
        json!(7),
        json!(4294967295u32),
        json!(null),
        json!(true),
        json!("x"),
    ];
    let mut random = Random::new(5);
    let mut refused = 0;
    let count = 400 * rounds(10);
    for _ in 0..count {
        let mut damaged = whole.clone();
        for _ in 0..=random.below(2) {
            let path = &paths[random.below(paths.len() as u64) as usize];
            let at = random.below(replacements.len() as u64) as usize;
            *damaged.pointer_mut(path).unwrap() = replacements[at].clone();
        }
        match restore(&damaged) {
            Err(_) => refused += 1,
            Ok(mut world) => {
                for _ in 0..5 {
                    let limit = world.time() + 0.5;
                    let _ = world.step_before(limit);
                }
            }
        }
    }
    assert!(refused > count / 4 && refused < count, "{refused} of {count} refused");
}
