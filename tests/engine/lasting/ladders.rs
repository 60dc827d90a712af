//! Ladders between a floor and a smooth wall.

use super::{G, Outcome, direction, falling, floor, place, speeds};
use kinesweep::{Body, BodyId, Shape, World};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

/// Half the length of a ladder, without the round ends of a rod, in metres.
const HALF: f64 = 1.0;
/// Half its thickness, in metres.
const THIN: f64 = 0.02;
const MASS: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
enum Ladder {
    /// A cuboid. It stands and leans on two edges of its lower face.
    Plank,
    /// A capsule.
    Rod,
}

impl Ladder {
    /// From the point on the floor to the centre of a ladder at an angle, and to the point on the wall,
    /// in metres. (The wall is at -x.)
    fn arms(self, angle: f64) -> [[f64; 2]; 2] {
        let (sin, cos) = angle.sin_cos();
        match self {
            Self::Plank => [
                [-HALF * cos + THIN * sin, HALF * sin + THIN * cos],
                [-2.0 * HALF * cos, 2.0 * HALF * sin],
            ],
            Self::Rod => [
                [-HALF * cos, HALF * sin + THIN],
                [-2.0 * HALF * cos - THIN, 2.0 * HALF * sin + THIN],
            ],
        }
    }

    /// The friction with the floor that just holds it. The wall bears the moment of its weight about the
    /// point on the floor, and friction bears the load of the wall.
    fn least_friction(self, angle: f64) -> f64 {
        let [centre, wall] = self.arms(angle);
        -centre[0] / wall[1]
    }

    /// A ladder at rest at an angle to the floor. Its own axis is x, or y for a rod, and points to its foot.
    fn lean(self, angle: f64, friction: f64) -> Outcome<(World, BodyId)> {
        let mut world = falling(friction, 0.0).build()?;
        world.insert(floor()?)?;
        world.insert(Body::fixed(Shape::half_space(Vector3::x())?).friction(0.0))?;
        let [centre, wall] = self.arms(angle);
        let (shape, turn) = match self {
            Self::Plank => (Shape::cuboid(Vector3::new(HALF, THIN, 0.3))?, -angle),
            Self::Rod => (Shape::capsule(HALF, THIN)?, -FRAC_PI_2 - angle),
        };
        let body = Body::new(shape).mass(MASS).rotates();
        let body = body.position(Vector3::new(centre[0] - wall[0], centre[1], 0.0));
        let id = world.insert(body.orientation(Vector3::z() * turn))?;
        Ok((world, id))
    }

    /// The sine of the angle to the floor.
    fn sine(self, world: &World, id: BodyId) -> Outcome<f64> {
        let axis = match self {
            Self::Plank => Vector3::x(),
            Self::Rod => Vector3::y(),
        };
        Ok(-direction(world, id, axis)?.y)
    }
}

const LADDERS: [Ladder; 2] = [Ladder::Plank, Ladder::Rod];

/// A thin one holds if tan t >= 1 / (2 m); here with its thickness.
#[test]
fn a_ladder_holds_if_the_floor_is_rough_enough() -> Outcome {
    for ladder in LADDERS {
        for degrees in [35.0_f64, 50.0, 67.0] {
            let least = ladder.least_friction(degrees.to_radians());
            assert!((2.0 * least * degrees.to_radians().tan() - 1.0).abs() < 0.06, "a thin one");
            for share in [0.98, 1.02] {
                let (mut world, id) = ladder.lean(degrees.to_radians(), share * least)?;
                let start = place(&world, id)?;
                world.advance_to(8.0)?;
                let case = format!("{ladder:?}, {degrees} degrees, friction {share} of the least");
                assert_eq!(speeds(&world, id)?, [0.0; 2], "{case}");
                let (end, counters) = (place(&world, id)?, world.counters());
                match share > 1.0 {
                    true => assert!((end - start).norm() < 1e-4 * HALF, "{case}: {start} {end}"),
                    false => assert!((end.y - THIN).abs() < 2e-3 * HALF, "{case}: {end}"),
                }
                assert!(counters.renewals < 200 && counters.collisions < 50, "{case}: {counters:?}");
            }
        }
    }
    Ok(())
}

/// On a smooth floor its top leaves the wall when it has come down to two thirds of its height. From then on
/// the horizontal velocity is constant: s/3 sqrt(2 g l s), with the sine s of the angle at the start and half
/// the length l.
#[test]
fn a_ladder_that_slides_leaves_the_wall_at_two_thirds_of_its_height() -> Outcome {
    for ladder in LADDERS {
        for degrees in [50.0_f64, 60.0, 70.0, 80.0] {
            let start = degrees.to_radians().sin();
            let (mut world, id) = ladder.lean(degrees.to_radians(), 0.0)?;
            let energy = world.energy();
            // The velocity includes gravity up to half way to the next renewal: before and after one the energy is as
            // much too low as too high.
            let (mut last, mut mean) = (energy, energy);
            let (mut velocity, mut sine, mut step) = (Vector3::zeros(), start, 0);
            // The heights at the last push of the wall, and at the renewal after it.
            let (mut pushed, mut free) = (start, None);
            while sine > 0.2 {
                step += 1;
                world.advance_to(1e-3 * f64::from(step))?;
                sine = ladder.sine(&world, id)?;
                let before = std::mem::replace(&mut velocity, world.velocity(id)?);
                let energy_before = std::mem::replace(&mut last, world.energy());
                if velocity != before {
                    mean = 0.5 * (energy_before + last);
                }
                if velocity.x != before.x {
                    (pushed, free) = (sine, None);
                } else if velocity != before && free.is_none() {
                    free = Some(sine);
                }
            }
            let case = format!("{ladder:?}, {degrees} degrees");
            let shares = [pushed, free.unwrap_or(start)].map(|sine| sine / start * 1.5);
            assert!(shares[0] > 0.97 && shares[1] < 1.03, "{case}: {shares:?}");
            assert!(shares[0] - shares[1] < 0.15, "{case}: {shares:?}");
            let expected = start / 3.0 * (2.0 * G * HALF * start).sqrt();
            let share = velocity.x / expected;
            assert!((share - 1.0).abs() < 0.06, "{case}: {share}");
            assert!((mean / energy - 1.0).abs() < 0.005, "{case}: {mean} J after {energy}");
        }
    }
    Ok(())
}
