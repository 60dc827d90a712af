//! Boxes that an application moves frame by frame: the pairs that begin and cease to overlap.
//!
//! Only [`kinesweep::sap`] is needed. Its input are the changed boxes of a frame, its output the
//! changed pairs.

use kinesweep::sap::{Aabb, GridSap, Tracked};

const COUNT: u32 = 2_000;
const FRAMES: u32 = 5;

/// A square on a circle around the origin, with its own radius and speed.
fn square(id: u32, frame: u32) -> Aabb<f32, 2> {
    let (id, frame) = (id as f32, frame as f32);
    let radius = 5.0 + 0.05 * id;
    let angle = 2.4 * id + 0.5 * frame / radius;
    let centre = [radius * angle.cos(), radius * angle.sin()];
    Aabb {
        min: centre.map(|middle| middle - 0.5),
        max: centre.map(|middle| middle + 0.5),
    }
}

/// The number of overlapping pairs at the end, by brute force: box 0 is removed, and every third
/// one has moved.
fn brute_force() -> usize {
    let squares: Vec<_> = (1..COUNT)
        .map(|id| square(id, if id % 3 == 0 { FRAMES } else { 0 }))
        .collect();
    let overlap =
        |a: &Aabb<f32, 2>, b: &Aabb<f32, 2>| (0..2).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis]);
    let pairs = squares
        .iter()
        .enumerate()
        .flat_map(|(at, a)| squares[..at].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| overlap(a, b)).count()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut boxes = Tracked::<f32, 2, GridSap<f32, 2>>::new();
    for id in 0..COUNT {
        boxes.insert(id, square(id, 0))?;
    }
    println!("initially {} pairs overlap", boxes.commit().begun.len());

    for frame in 1..=FRAMES {
        // Every third box moves; the others need no call.
        for id in (0..COUNT).step_by(3) {
            boxes.update(id, square(id, frame))?;
        }
        let changes = boxes.commit();
        println!("frame {frame}: {} begin, {} end", changes.begun.len(), changes.ended.len());
    }

    // Removal of a box ends its pairs.
    boxes.remove(0)?;
    println!("without box 0: {} end", boxes.commit().ended.len());
    println!("finally {} pairs overlap", boxes.pairs().len());
    assert_eq!(boxes.pairs().len(), brute_force());
    // An invalid box is refused, and changes nothing.
    let min_above_max = Aabb {
        min: [1.0, 0.0],
        max: [0.0, 1.0],
    };
    println!("refused: {}", boxes.update(1, min_above_max).unwrap_err());
    Ok(())
}
