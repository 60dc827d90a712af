//! The lane of balls in periodic domains.

use super::*;

/// An oracle for a periodic gas: after each collision every pair is predicted again, in the nearest
/// image and all its neighbours.
struct AllImages {
    side: f64,
    balls: Vec<(Vector3<f64>, Vector3<f64>)>,
    radius: f64,
}

impl AllImages {
    fn next(&self) -> (f64, [usize; 2], Vector3<f64>) {
        let mut first = (f64::INFINITY, [0, 0], Vector3::zeros());
        for (b, (xb, vb)) in self.balls.iter().enumerate() {
            for (a, (xa, va)) in self.balls[..b].iter().enumerate() {
                let (x, v) = (xb - xa, vb - va);
                for number in 0..125 {
                    let step = Vector3::new(number % 5, number / 5 % 5, number / 25).map(|step| f64::from(step) - 2.0);
                    let x = x + (step - (x / self.side).map(f64::round)) * self.side;
                    let (along, speed_squared) = (x.dot(&v), v.norm_squared());
                    let root = along * along - speed_squared * (x.norm_squared() - 4.0 * self.radius * self.radius);
                    let time = (-along - root.sqrt()) / speed_squared;
                    if along < 0.0 && root > 0.0 && time < first.0 {
                        first = (time, [a, b], x);
                    }
                }
            }
        }
        first
    }

    fn collide(&mut self) -> (f64, [usize; 2]) {
        let (time, [a, b], x) = self.next();
        self.balls.iter_mut().for_each(|(x, v)| *x += *v * time);
        let normal = (x + (self.balls[b].1 - self.balls[a].1) * time).normalize();
        let closing = normal.dot(&(self.balls[a].1 - self.balls[b].1));
        self.balls[a].1 -= normal * closing;
        self.balls[b].1 += normal * closing;
        (time, [a, b])
    }
}

#[test]
fn a_periodic_gas_agrees_with_an_oracle_of_all_images() -> Result<(), Box<dyn Error>> {
    // Few cells a side, more cells, and a density at which neighbour lists are used.
    for (k, packing) in [(1, 0.1), (1, 0.25), (2, 0.05), (2, 0.3), (3, 0.5)] {
        let mut random = Random::new(7);
        let (bodies, side) = lattice(&mut random, k, packing)?;
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::repeat(side),
        };
        let mut world = World::builder().domain(domain).build()?;
        let ids = world.insert_all(&bodies)?;
        let mut oracle = AllImages {
            side,
            balls: bodies.iter().map(|body| (body.position, body.velocity)).collect(),
            radius: 0.5,
        };
        let mut time = 0.0;
        // Soon after this, rounding makes the two diverge.
        for number in 0..4 * bodies.len() {
            let (after, pair) = oracle.collide();
            time += after;
            let event = world.step()?.ok_or("a gas never ends")?;
            assert!((event.time - time).abs() < 1e-6, "{packing}, {number}: {} {time}", event.time);
            let parties = event.kind.parties().ok_or("only pairs of balls collide")?;
            let expected = pair.map(|body| kinesweep::Party::Body(ids[body]));
            assert_eq!(parties, expected, "{packing}, {number}");
            world.audit().map_err(|error| format!("{packing}, {number}: {error}"))?;
        }
        let energy: f64 = bodies.iter().map(|body| 0.5 * body.velocity.norm_squared()).sum();
        assert!((world.energy() / energy - 1.0).abs() < 1e-12);
    }
    Ok(())
}

#[test]
fn a_periodic_gas_of_unequal_balls_misses_no_collision() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(3);
    let (bodies, side) = lattice(&mut random, 3, 0.3)?;
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let mut world = World::builder().domain(domain).build()?;
    let mut ids = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        let shape = Shape::ball(random.uniform(0.1, 0.5))?;
        let mut unequal = Body::new(shape).position(body.position).velocity(body.velocity * 10.0);
        unequal = unequal.mass(random.uniform(0.1, 10.0)).name(format!("ball {number}"));
        ids.push(world.insert(unequal)?);
    }
    let energy = world.energy();
    for number in 0..300 {
        let before: Vec<_> = ids.iter().map(|id| world.next_collision(*id)).collect::<Result<_, _>>()?;
        let event = world.step()?.ok_or("a gas never ends")?;
        // The search over all pairs and images gives the same event.
        let first = before.iter().flatten().map(|(time, _)| *time).fold(f64::INFINITY, f64::min);
        assert_eq!(event.time, first, "event {number}");
        if number % 10 == 0 {
            world.audit().map_err(|error| format!("event {number}: {error}"))?;
            let left = number / 10;
            assert_eq!(world.name(ids[left])?, format!("ball {left}"));
        }
    }
    assert!((world.energy() / energy - 1.0).abs() < 1e-12);
    Ok(())
}

#[test]
fn simultaneous_contact_with_two_images_is_reported() -> Result<(), Box<dyn Error>> {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(2.0),
    };
    // The smallest allowed domain: 1.5 radii apart along x, the balls touch by both images if y and
    // z are equal. Moving along y they pass and at most touch; in an oblique direction they collide
    // repeatedly.
    let ball = Body::new(Shape::ball(0.5)?).position(Vector3::repeat(0.5));
    for (z, velocity, least) in [
        (0.5, Vector3::y(), 0),
        (0.6, Vector3::y(), 0),
        (0.6, Vector3::new(0.3, 1.0, 0.2), 50),
    ] {
        let mut world = World::builder().domain(domain).build()?;
        world.insert(ball.clone())?;
        world.insert(ball.clone().position(Vector3::new(1.5, 1.2, z)).velocity(velocity))?;
        let energy = world.energy();
        let mut results = 0;
        for _ in 0..200 {
            match world.step_before(100.0) {
                Ok(Some(_)) => {
                    results += 1;
                    world.audit()?;
                }
                Ok(None) => break,
                // The ball is between two images of the other, and collides without end.
                Err(kinesweep::StepError::Stalled { .. }) => break,
                Err(other) => return Err(other.into()),
            }
        }
        assert!(results >= least && (least > 0 || results == 0), "{velocity}: {results}");
        assert!((world.energy() / energy - 1.0).abs() < 1e-9);
    }
    Ok(())
}
