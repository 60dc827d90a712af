//! Motion pieces in logs, and reading logs back.

use super::sandbox::Sandbox;
use kinesweep::log::{Log, LogLine, LoggedPiece};
use kinesweep::sampled::SampledWorld;
use kinesweep::{BodyId, Event, Method, MotionPiece, Scene, World};

/// Bodies that rotate, fall, change and bounce, in a box.
const SCENE: &str = "
    [world]
    gravity = [0, -3, 0]
    restitution = 0.875
    horizon = 3
    domain = { kind = 'box', min = [-4, -4, -4], max = [4, 4, 4] }
    [[bodies]]
    name = 'gate'
    kind = 'fixed'
    sensor = true
    shape = { kind = 'cuboid', half_extents = [4, 0.25, 4] }
    [[bodies]]
    name = 'turner'
    shape = { kind = 'ball', radius = 0.25 }
    position = [-3, 2, 1]
    velocity = [2, 1, 0.5]
    orientation = [0.5, 0.5, 0]
    angular_velocity = [0.1, 2, 0.3]
    rotates = true
    changes = [{ time = 0.3, velocity = [0, 3, -2] }, { time = 1.1, acceleration = [1, 0, 0] }]
    [[populations]]
    kind = 'gas'
    count = 40
    speed = [1, 9]
    seed = 3
    shape = { kind = 'ball', radius = 0.3 }
";

fn log_of(sandbox: &Sandbox, arguments: &[&str]) -> (Log, String) {
    sandbox.succeed(&[&["run", "scene.toml", "--log", "log.jsonl"], arguments].concat());
    let text = sandbox.read("log.jsonl");
    (Log::read(text.as_bytes()).expect("a log"), text)
}

fn names() -> Vec<String> {
    let scene = Scene::from_toml_str(SCENE, "scene").unwrap();
    (0..scene.bodies.len()).map(|body| scene.body_name(body)).collect()
}

fn piece_line(names: &[String], body: usize, piece: MotionPiece) -> String {
    let body = names[body].clone();
    LogLine::Piece(LoggedPiece { body, piece }).to_string()
}

fn event_line(names: &[String], event: &Event) -> String {
    LogLine::of_event(event, names).to_string()
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

#[test]
fn a_log_with_pieces_has_whole_trajectories() {
    let (sandbox, names) = (Sandbox::new(SCENE), names());
    let scene = Scene::from_toml_str(SCENE, "scene").unwrap();
    let mut world = World::builder().settings(scene.settings).record_motion(true).build().unwrap();
    world.insert_scene(&scene).unwrap();
    let events = world.advance_to(scene.horizon).unwrap().to_vec();
    let pieces: Vec<(BodyId, MotionPiece)> = world.take_motion_pieces();
    for method in ["kinetic", "lists", "leases", "swept"] {
        let (log, text) = log_of(&sandbox, &["--pieces", "--method", method]);
        assert!(log.lines.iter().map(LogLine::time).is_sorted(), "{method}");
        let lines: Vec<String> = log.events().map(|event| LogLine::Event(event.clone()).to_string()).collect();
        let expected: Vec<String> = events.iter().map(|event| event_line(&names, event)).collect();
        assert_eq!(lines, expected);
        let lines = log.pieces().map(|piece| LogLine::Piece(piece.clone()).to_string()).collect();
        let expected = pieces
            .iter()
            .map(|(body, piece)| piece_line(&names, body.index(), *piece))
            .collect();
        assert_eq!(sorted(lines), sorted(expected), "{method}");
        // Reading and writing again changes no byte.
        let again: String = log.lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(again, text);
    }
    assert!(pieces.len() > names.len() + 20);
    let (without, _) = log_of(&sandbox, &[]);
    assert_eq!((without.events().count(), without.pieces().count()), (events.len(), 0));
}

#[test]
fn trajectories_read_back_lead_to_the_final_state() {
    let (sandbox, names) = (Sandbox::new(SCENE), names());
    let scene = Scene::from_toml_str(SCENE, "scene").unwrap();
    let mut world = World::from_scene(&scene, Method::Auto).unwrap();
    world.advance_to(scene.horizon).unwrap();
    let (log, _) = log_of(&sandbox, &["--pieces"]);
    for (id, name) in world.bodies().zip(&names) {
        let last = log.pieces().filter(|piece| piece.body == *name).last().expect("each has one");
        assert_eq!(last.piece, world.motion(id).unwrap());
        let orientation = last.piece.orientation.coords;
        let bits = |v: nalgebra::Vector4<f64>| v.map(f64::to_bits);
        assert_eq!(bits(orientation), bits(world.motion(id).unwrap().orientation.coords));
    }
}

#[test]
fn frames_record_their_pieces() {
    let (sandbox, names) = (Sandbox::new(SCENE), names());
    let scene = Scene::from_toml_str(SCENE, "scene").unwrap();
    let (log, _) = log_of(&sandbox, &["--pieces", "--method", "sampled", "--rate", "50"]);
    assert!(log.lines.iter().map(LogLine::time).is_sorted());
    let mut world = SampledWorld::from_scene(&scene, 50.0).unwrap();
    let events = world.advance_to(scene.horizon).unwrap().to_vec();
    assert_eq!(log.events().count(), events.len());
    for (body, name) in names.iter().enumerate() {
        let own: Vec<&LoggedPiece> = log.pieces().filter(|piece| piece.body == *name).collect();
        assert_eq!(own[0].piece.epoch, 0.0);
        assert_eq!(own.last().unwrap().piece, world.motion(body));
    }
}

#[test]
fn pieces_do_not_count_as_events() {
    let sandbox = Sandbox::new(SCENE);
    let (log, text) = log_of(&sandbox, &["--pieces", "--events", "5"]);
    assert_eq!(log.events().count(), 5);
    let (whole, all) = log_of(&sandbox, &["--pieces"]);
    assert!(whole.events().count() > 5 && all.starts_with(&text));
    let answer = sandbox.call(&["run", "scene.toml", "--pieces"]);
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.err.contains("--log"), "{}", answer.err);
}
