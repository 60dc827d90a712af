//! Bodies in lasting contact, against closed forms and published results.

mod bins;
mod bounces;
mod changes;
mod coins;
mod heaps;
mod ladders;
mod placed;
mod rolling;
mod rows;
mod settled;
mod tipping;
mod wedges;

use kinesweep::{Body, BodyId, Shape, World, WorldBuilder};
use nalgebra::Vector3;
use std::error::Error;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const G: f64 = 9.81;

/// A world with gravity against y.
fn falling(friction: f64, restitution: f64) -> WorldBuilder {
    World::builder()
        .gravity(Vector3::y() * -G)
        .restitution(restitution)
        .friction(friction)
}

/// The half-space y < 0.
fn floor() -> Outcome<Body> {
    Ok(Body::fixed(Shape::half_space(Vector3::y())?))
}

/// Position of a body.
fn place(world: &World, id: BodyId) -> Outcome<Vector3<f64>> {
    Ok(world.pose(id)?.translation.vector)
}

/// A direction of a body, in the frame of the world.
fn direction(world: &World, id: BodyId, of_body: Vector3<f64>) -> Outcome<Vector3<f64>> {
    Ok(world.pose(id)?.rotation * of_body)
}

/// Linear and angular speed of a body.
fn speeds(world: &World, id: BodyId) -> Outcome<[f64; 2]> {
    Ok([world.velocity(id)?.norm(), world.angular_velocity(id)?.norm()])
}

/// A solution of x'' = `acceleration`(x, x') after a time, by `steps` steps of the method of Runge and Kutta.
fn integrate(start: [f64; 2], time: f64, steps: u32, acceleration: impl Fn([f64; 2]) -> f64) -> [f64; 2] {
    let step = time / f64::from(steps);
    let slope = |[x, v]: [f64; 2]| [v, acceleration([x, v])];
    let along = |[x, v]: [f64; 2], [dx, dv]: [f64; 2], by: f64| [x + by * dx, v + by * dv];
    (0..steps).fold(start, |state, _| {
        let first = slope(state);
        let second = slope(along(state, first, 0.5 * step));
        let third = slope(along(state, second, 0.5 * step));
        let fourth = slope(along(state, third, step));
        let mean = |at: usize| (first[at] + 2.0 * (second[at] + third[at]) + fourth[at]) / 6.0;
        along(state, [mean(0), mean(1)], step)
    })
}
