mod refused;
mod syntax;

use super::*;
use crate::motion::MotionChange;
use crate::scene::{Body, BodyChange, BodyKind, Dimensions, Groups, Mass, ResponseMode, ScheduledBodyChange, ShapeKind, Zeno};
use nalgebra::{Matrix3, Vector3};

fn toml(text: &str) -> Result<Scene, SceneError> {
    Scene::from_toml_str(text, "scene.toml")
}

fn message(text: &str) -> String {
    toml(text).expect_err(text).to_string()
}

/// A scene with one ball, and `lines` in its body's table.
fn with_body(lines: &str) -> String {
    format!("[[bodies]]\nshape = {{ kind = 'ball', radius = 1 }}\n{lines}\n")
}

/// A scene with one ball, and `lines` in the world's table.
fn with_world(lines: &str) -> String {
    format!("{}[world]\n{lines}\n", with_body(""))
}

#[test]
fn a_file_with_all_keys_is_read() {
    let scene = toml(include_str!("tests/everything.toml")).unwrap();
    assert_eq!(scene.title, "everything");
    let settings = &scene.settings;
    assert_eq!(settings.gravity, Vector3::new(0.0, -9.81, 0.0));
    assert_eq!((settings.restitution, settings.friction), (0.9, 0.25));
    assert_eq!((settings.rolling_friction, settings.spinning_friction), (0.125, 0.0625));
    assert_eq!(settings.response, ResponseMode::PassThrough);
    assert_eq!(settings.zeno, Zeno::Elastic { within: 1e-9 });
    let [min, max] = [Vector3::new(-20.0, -20.0, -20.0), Vector3::new(20.0, 30.0, 40.0)];
    assert_eq!(settings.domain, Domain::Box { min, max });
    assert_eq!(scene.horizon, 12.0);

    let body = &scene.bodies[0];
    assert_eq!(body.name.as_deref(), Some("bullet"));
    assert_eq!(body.position, Vector3::new(-10.0, 1.0, 2.5));
    assert!((body.orientation.scaled_axis() - Vector3::new(0.0, 0.5, 0.0)).norm() < 1e-15);
    assert_eq!(body.velocity, Vector3::new(900.0, 0.0, 0.0));
    assert_eq!(body.acceleration, Vector3::new(0.0, 0.0, 1e-3));
    assert_eq!((body.kind, body.mass), (BodyKind::Dynamic, Mass::Total(0.02)));
    assert_eq!((body.restitution, body.friction, body.sensor), (Some(0.5), Some(0.0), true));
    assert_eq!((body.rolling_friction, body.spinning_friction), (Some(0.03125), Some(0.5)));
    assert_eq!(
        body.groups,
        Groups {
            memberships: 2,
            filter: 5
        }
    );
    let stop = MotionChange {
        velocity: Some(Vector3::zeros()),
        acceleration: Some(Vector3::x()),
        ..MotionChange::default()
    };
    assert_eq!((body.changes[0].time, body.changes[0].change), (1.0, stop));
    assert_eq!(body.changes[1].change, MotionChange::position(Vector3::new(1.0, 2.0, 3.0)));

    let kinds: Vec<&str> = scene.bodies.iter().map(|body| body.shape.kind().name()).collect();
    let expected = [
        "ball",
        "cuboid",
        "capsule",
        "half_space",
        "mesh",
        "convex",
        "mesh",
        "compound",
        "ball",
        "ball",
        "ball",
    ];
    assert_eq!(kinds, expected);
    let names: Vec<&str> = scene.bodies.iter().filter_map(|body| body.name.as_deref()).collect();
    assert_eq!(names[1..4], ["body-1", "body-2", "floor"]);
    assert_eq!(names[7..], ["body-7", "gas-0-0", "gas-0-1", "gas-1-0"]);
    assert_eq!(scene.bodies[1].mass, Mass::Density(1000.0));
    assert_eq!(scene.bodies[3].kind, BodyKind::Fixed);
    let ShapeKind::Compound { parts } = scene.bodies[7].shape.kind() else {
        panic!("a compound")
    };
    let round: Vec<&str> = parts[2..].iter().map(|(_, part)| part.kind().name()).collect();
    assert_eq!(round, ["ellipsoid", "cylinder", "cone", "rounded-cuboid"]);
    assert_eq!(parts[1].0.translation.vector, Vector3::new(0.0, 1.0, 0.0));
    assert!((parts[1].0.rotation.angle() - 1.5).abs() < 1e-12);
    assert_eq!(scene.bodies[8].restitution, Some(0.75));
    assert_eq!(scene.bodies[8].mass, Mass::Total(3.0));
    assert_eq!([0, 1, 8, 9].map(|body| scene.bodies[body].tag), [u128::MAX, 0, 42, 42]);
    assert_eq!(scene.bodies[10].velocity, Vector3::zeros());
}

#[test]
fn equivalent_json_gives_the_same_scene() {
    let text = include_str!("tests/everything.toml");
    let value: toml::Value = toml::from_str(text).unwrap();
    let json = serde_json::to_string_pretty(&value_to_json(&value)).unwrap();
    assert_eq!(Scene::from_json_str(&json, "scene.json").unwrap(), toml(text).unwrap());
    assert_eq!(
        Scene::from_json_str(&format!("\u{feff}{json}"), "scene.json").unwrap(),
        toml(text).unwrap()
    );
}

fn value_to_json(value: &toml::Value) -> serde_json::Value {
    match value {
        toml::Value::String(text) => text.clone().into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(value) => (*value).into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => items.iter().map(value_to_json).collect(),
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value_to_json(value))).collect(),
    }
}

#[test]
fn missing_keys_have_their_defaults() {
    let scene = toml(&with_body("")).unwrap();
    let ball = crate::scene::Shape::ball(1.0).unwrap();
    let expected = Scene {
        bodies: vec![Body::new(ball).name("body-0")],
        ..Scene::default()
    };
    assert_eq!(scene, expected);
    // Keys that set no spin are allowed.
    let still = "rotates = false\nangular_velocity = [0, 0.0, -0.0]\nkind = 'fixed'\nchanges = [{ time = 0, angular_velocity = [0, 0, 0] }]";
    assert_eq!(toml(&with_body(still)).unwrap().bodies[0].kind, BodyKind::Fixed);
    assert!(toml(&with_body("rotates = true")).unwrap().bodies[0].rotates);
    let spin = "angular_velocity = [0, 1, -2.5]\nchanges = [{ time = 0, angular_velocity = [1, 0, 0] }]";
    let body = &toml(&with_body(spin)).unwrap().bodies[0];
    assert_eq!(body.angular_velocity, Vector3::new(0.0, 1.0, -2.5));
    assert_eq!(
        body.changes[0].change,
        crate::motion::MotionChange::angular_velocity(Vector3::x())
    );
    let growth = "growth = 0.5\nchanges = [{ time = 1, growth = 0 }]";
    let body = &toml(&with_body(growth)).unwrap().bodies[0];
    assert_eq!(body.growth, 0.5);
    assert_eq!(body.changes[0].change, MotionChange::growth(0.0));
    let becomes = "changes = [{ time = 1, sensor = true, mass = 2 }, { time = 2, velocity = [1, 0, 0], groups = { filter = 4 }, friction = 0.5, restitution = 0, rolling_friction = 0.25, spinning_friction = 0.125 }]";
    let body = &toml(&with_body(becomes)).unwrap().bodies[0];
    let groups = Groups {
        memberships: 1,
        filter: 4,
    };
    let expected = [
        BodyChange::new().sensor(true).mass(2.0),
        BodyChange::new()
            .groups(groups)
            .friction(0.5)
            .restitution(0.0)
            .rolling_friction(0.25)
            .spinning_friction(0.125),
    ];
    let at = |(number, change): (usize, BodyChange)| ScheduledBodyChange {
        time: number as f64 + 1.0,
        change,
    };
    assert_eq!(
        body.body_changes,
        expected.into_iter().enumerate().map(at).collect::<Vec<_>>()
    );
    assert_eq!((body.changes.len(), body.changes[0].time), (1, 2.0));
    let loads = "rotates = true\nchanges = [{ time = 1, inertia = [1, 1, 1.5], center_of_mass = [0.5, 0, 0] }]";
    let body = &toml(&with_body(loads)).unwrap().bodies[0];
    let expected = BodyChange::new()
        .inertia(Vector3::new(1.0, 1.0, 1.5))
        .centre_of_mass(Vector3::x() * 0.5);
    assert_eq!(body.body_changes[0].change, expected);
    let refusal = message(&with_body("changes = [{ time = 1, inertia = [1, 1, 1.5] }]"));
    assert!(refusal.contains("inertia = [1, 1, 1.5]: needs rotates"), "{refusal}");
    let cube = "[[bodies]]\nshape = { kind = 'cuboid', half_extents = [1, 1, 1] }\ngrowth = 0.5\n";
    let refusal = message(cube);
    assert!(refusal.contains("bodies[0].growth = 0.5: must be 0 for a shape"), "{refusal}");
    // Numbers in all of TOML's spellings.
    let odd = "position = [1_000, 0x10, -1e-3]\nvelocity = [+1, 1.5e+2, 0b11]";
    let body = &toml(&with_body(odd)).unwrap().bodies[0];
    assert_eq!(body.position, Vector3::new(1000.0, 16.0, -1e-3));
    assert_eq!(body.velocity, Vector3::new(1.0, 150.0, 3.0));
}

const GAS: &str = "[[populations]]\nkind = 'gas'\ncount = 5\nshape = { kind = 'ball', radius = 1 }\n";

#[test]
fn domains_are_sized_by_populations() {
    let gas = format!("{GAS}packing = 0.1\n");
    let half = 0.5 * (5.0 * 4.0 / 3.0 * std::f64::consts::PI / 0.1f64).cbrt();
    let (min, max) = (Vector3::repeat(-half), Vector3::repeat(half));
    let close = |domain: Domain| match domain {
        Domain::Box { min: low, max: high } => (low - min).norm() + (high - max).norm() < 1e-12,
        Domain::Open | Domain::Periodic { .. } => false,
    };
    let with_domain = |domain: &str| toml(&format!("{gas}[world]\ndomain = {domain}\n")).unwrap();
    let unsaid = toml(&gas).unwrap();
    assert!(close(unsaid.settings.domain));
    assert_eq!(unsaid, with_domain("{ kind = 'box' }"));
    assert_eq!(unsaid, with_domain("{}"));
    let open = with_domain("{ kind = 'open' }");
    assert_eq!(open.settings.domain, Domain::Open);
    assert_eq!(open.bodies, unsaid.bodies);
    let given = with_domain("{ min = [0, 0, 0], max = [9, 9, 9] }");
    assert_eq!(given, with_domain("{ kind = 'box', min = [0, 0, 0], max = [9, 9, 9] }"));
    assert!(
        given
            .bodies
            .iter()
            .all(|body| body.position.min() >= 1.0 && body.position.max() <= 8.0)
    );
    // The packing is unused there, and may be missing.
    let without = toml(&format!(
        "{GAS}[world]\ndomain = {{ kind = 'box', min = [0, 0, 0], max = [9, 9, 9] }}\n"
    ));
    assert_eq!(without.unwrap(), given);
}

#[test]
fn scenes_of_two_dimensions_are_read() {
    let world = "[world]\ndimensions = 2\ndomain = { kind = 'periodic' }\n";
    let gas = format!("{GAS}packing = 0.3\nmaxwell = 1\n{world}");
    let scene = toml(&gas).unwrap();
    assert_eq!(scene.settings.dimensions, Dimensions::Two);
    let side = (5.0 * std::f64::consts::PI / 0.3).sqrt();
    let Domain::Periodic { min, max } = scene.settings.domain else {
        panic!("periodic")
    };
    assert!((max - min - Vector3::new(side, side, 2.0 * side)).norm() < 1e-12);
    assert!(
        scene
            .bodies
            .iter()
            .all(|body| body.position.z == 0.0 && body.velocity.z == 0.0)
    );
    assert_eq!(
        toml(&gas.replace("periodic", "box")).unwrap().settings.dimensions,
        Dimensions::Two
    );
    // The z of the corners is not used.
    let given = |z: &str| {
        let domain = format!("domain = {{ kind = 'box', min = [0, 0, {z}], max = [9, 8, {z}] }}");
        toml(&gas.replace("domain = { kind = 'periodic' }", &domain)).unwrap()
    };
    assert_eq!(given("0"), given("5"));
    assert_eq!(toml(&with_world("dimensions = 3")).unwrap(), toml(&with_world("")).unwrap());
    let refused = |lines: &str| message(&format!("{}[world]\ndimensions = 2\n", with_body(lines)));
    assert!(refused("position = [1, 2, 3]").contains("bodies[0].position = [1, 2, 3]: must be in the plane z = 0"));
    assert!(refused("angular_velocity = [1, 0, 0]").contains("bodies[0].angular_velocity = [1, 0, 0]: must be about"));
    let moved = refused("changes = [ { time = 1, velocity = [0, 0, 1] } ]");
    assert!(
        moved.contains("bodies[0].changes[0].velocity = [0, 0, 1]: must be in the plane"),
        "{moved}"
    );
    let cube = "[[bodies]]\nshape = { kind = 'cuboid', half_extents = [1, 1, 1] }\n[world]\ndimensions = 2\n";
    assert!(
        message(cube).contains("bodies[0].shape = cuboid: must be a ball"),
        "{}",
        message(cube)
    );
    let crystal = gas.replace("packing", "start = 'fcc'\npacking");
    assert!(message(&crystal).contains("populations[0].start = fcc: must be random, hexagonal or"));
    assert!(toml(&crystal.replace("fcc", "hexagonal")).is_ok());
    let dense = crystal.replace("fcc", "lubachevsky-stillinger").replace("0.3", "0.75");
    let [grown, again] = [&dense, &dense].map(|text| toml(text).unwrap());
    assert_eq!(grown, again);
    assert!(
        grown
            .bodies
            .iter()
            .all(|body| body.position.z == 0.0 && body.velocity.z == 0.0)
    );
    let too_dense = message(&dense.replace("0.75", "0.906"));
    assert!(too_dense.contains("jammed at a packing of"), "{too_dense}");
}

#[test]
fn inertia_is_read_in_three_forms() {
    let read = |inertia: &str| {
        let lines = format!("rotates = true\ninertia = {inertia}\ncenter_of_mass = [0.1, 0, -0.2]");
        toml(&with_body(&lines)).unwrap().bodies.remove(0)
    };
    let principal = read("[1, 2, 3]");
    assert_eq!(principal.centre_of_mass, Some(Vector3::new(0.1, 0.0, -0.2)));
    assert_eq!(principal.inertia, Some(Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 3.0))));
    assert_eq!(read("[1, 0, 0, 0, 2, 0, 0, 0, 3]"), principal);
    assert_eq!(read("[[1, 0, 0], [0, 2, 0], [0, 0, 3]]"), principal);
    let full = read("[[1.5, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]]");
    assert_eq!(full.inertia.unwrap()[(1, 2)], 0.3);
    // Of a population, for each of its bodies.
    let gas = toml(&format!("{GAS}packing = 0.1\nrotates = true\ninertia = [1, 2, 3]\n")).unwrap();
    assert!(gas.bodies.iter().all(|body| body.inertia == principal.inertia));
}

#[test]
fn the_documented_format_is_read() {
    let page = include_str!("format.md");
    let text = page.split("```").nth(1).and_then(|block| block.strip_prefix("toml")).unwrap();
    let scene = toml(text).unwrap();
    assert_eq!(
        (scene.bodies.len(), scene.settings),
        (1001, crate::scene::Settings::default())
    );
    // The documented defaults are the real defaults.
    let bare = toml(&with_body("")).unwrap();
    let documented = Body {
        name: bare.bodies[0].name.clone(),
        shape: bare.bodies[0].shape.clone(),
        position: Vector3::zeros(),
        velocity: Vector3::zeros(),
        restitution: None,
        friction: None,
        changes: Vec::new(),
        body_changes: Vec::new(),
        ..scene.bodies[0].clone()
    };
    assert_eq!(bare.bodies[0], documented);
}
