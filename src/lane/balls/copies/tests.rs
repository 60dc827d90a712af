use super::BallState;
use crate::lane::balls::testing::{Random, lattice};
use crate::motion::Flight;
use nalgebra::Vector3;

/// The least distance of two balls of diameter 1 at many times between two, by nearest images.
fn least_distance(states: [&BallState; 2], from: f64, to: f64, length: f64) -> f64 {
    let [a, b] = states.map(|state| state.flight.free());
    let distance = |number: i32| {
        let time = from + (to - from) * f64::from(number) / 2000.0;
        let apart = b.at(time) - a.at(time);
        apart.map(|on_axis| on_axis - length * (on_axis / length).round()).norm()
    };
    (0..=2000).map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn what_may_touch_comes_as_near_as_that() {
    let mut random = Random::new(5);
    let lane = lattice(4, 2.5, Vector3::zeros(), true, |_| Vector3::zeros());
    let length = 10.0;
    let (mut touching, mut close) = (0, 0);
    for case in 0..6000 {
        let mut state = |epoch: f64| BallState {
            flight: Flight {
                position: random.vector() * 3.0 + Vector3::repeat(length * f64::from(case % 2)),
                velocity: random.vector() * 4.0,
                epoch,
            },
            ..lane.state(0)
        };
        let states = [state(0.25), state(0.5)];
        let to = 0.5 + random.uniform();
        let nearest = least_distance([&states[0], &states[1]], 0.5, to, length);
        let may_touch = lane.may_touch([0, 1], [&states[0], &states[1]], 0.5, to);
        // Between two of the times it may be nearer by some thousandths.
        if nearest <= 1.0 {
            assert!(may_touch, "{nearest}");
            touching += 1;
        } else if nearest > 1.0 + 2e-3 {
            assert!(!may_touch, "{nearest}");
            close += u32::from(nearest < 1.2);
        }
    }
    assert!(touching > 500 && close > 100, "{touching}, {close}");
}
