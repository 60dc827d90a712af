//! A replay from motion pieces: forwards, in slow motion around a collision, and backwards.
//!
//! A trajectory is a few pieces in closed form, so a recording is small and has no rate: it can be
//! evaluated at any time. `kinesweep run SCENE --log FILE --pieces` writes the same to a file.

use kinesweep::{Body, Domain, MotionPiece, Shape, World};
use nalgebra::Vector3;

const RADIUS: f64 = 0.5;
/// Half the side of the domain, in metres.
const HALF: f64 = 8.0;
/// Columns of a line of text.
const COLUMNS: usize = 64;

/// A body's pieces, in order of time.
#[derive(Clone, Default)]
struct Track(Vec<MotionPiece>);

impl Track {
    /// The position of the body at any time of the recording, from the last piece that has begun.
    fn position_at(&self, time: f64) -> Vector3<f64> {
        let begun = self.0.partition_point(|piece| piece.epoch <= time);
        self.0[begun.saturating_sub(1)].position_at(time)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (min, max) = (Vector3::repeat(-HALF), Vector3::repeat(HALF));
    let mut world = World::builder()
        .record_motion(true)
        .domain(Domain::Box { min, max })
        .build()?;
    let ball = Body::new(Shape::ball(RADIUS)?);
    let small = ball.clone().position(Vector3::x() * -5.0).velocity(Vector3::x() * 16.0);
    let ids = world.insert_all(&[small, ball.mass(3.0).position(Vector3::x() * 5.0)])?;

    // The recording: the events and pieces of one second, without frames.
    let hit = world.advance_to(1.0)?[0].time;
    let mut tracks = vec![Track::default(); ids.len()];
    for (body, piece) in world.take_motion_pieces() {
        tracks[body.index()].0.push(piece);
    }
    println!(
        "{} events, {} and {} pieces",
        world.events().len(),
        tracks[0].0.len(),
        tracks[1].0.len()
    );
    // At the end it equals the state of the world, to the bit.
    for (track, id) in tracks.iter().zip(&ids) {
        assert_eq!(track.position_at(1.0), world.pose(*id)?.translation.vector);
    }

    let whole = |time: f64| draw(&tracks, time, 0.0, COLUMNS as f64 / (2.0 * HALF));
    let frames: Vec<f64> = (0..=10).map(|frame| f64::from(frame) / 10.0).collect();
    println!("forwards, 10 frames a second:");
    let forwards: Vec<String> = frames.iter().map(|time| whole(*time)).collect();
    println!("{}", forwards.join("\n"));

    println!("a close-up of the first collision, at {hit} s, 1000 frames a second:");
    let contact = tracks[0].position_at(hit).x + RADIUS;
    for frame in -5..=5 {
        println!("{}", draw(&tracks, hit + 0.001 * f64::from(frame), contact, 60.0));
    }
    // At this time they touch, and they are never closer.
    let gap = |time: f64| (tracks[1].position_at(time) - tracks[0].position_at(time)).norm() - 2.0 * RADIUS;
    assert!(gap(hit).abs() < 1e-12 && gap(hit - 1e-6) > 0.0 && gap(hit + 1e-6) > 0.0);

    println!("backwards:");
    let backwards: Vec<String> = frames.iter().rev().map(|time| whole(*time)).collect();
    println!("{}", backwards.join("\n"));
    assert!(backwards.iter().rev().eq(&forwards));
    Ok(())
}

/// A line of text with the balls at their positions, centred at `middle`, with `scale` columns a
/// metre.
fn draw(tracks: &[Track], time: f64, middle: f64, scale: f64) -> String {
    let symbol = |column: usize| {
        let x = middle + (column as f64 + 0.5 - 0.5 * COLUMNS as f64) / scale;
        let ball = tracks.iter().position(|track| (track.position_at(time).x - x).abs() < RADIUS);
        ball.map_or(' ', |number| ['o', 'O'][number])
    };
    format!("{time:.4} s |{}|", (0..COLUMNS).map(symbol).collect::<String>())
}
