use super::*;
use crate::response::InverseInertia;

/// A body between two that do not move, with `least` rates at both.
fn between(velocity: f64, least: [f64; 2]) -> (Movers, Vec<Load>) {
    let mut movers = Movers::default();
    let still = movers.add_still();
    let body = movers.add(Vector3::x() * velocity, Vector3::zeros(), 0.5, InverseInertia::default());
    let load = |sides, least| Load {
        least,
        slack: 1e-9,
        ..Load::smooth(sides, Vector3::x())
    };
    let loads = vec![load([still, body], least[0]), load([body, still], least[1])];
    (movers, loads)
}

#[test]
fn what_has_no_room_stays_in_the_middle() {
    for (least, speed) in [([1.0, 1.0], 0.0), ([3.0, 1.0], 1.0), ([0.0, 0.0], 0.0)] {
        let (mut movers, mut loads) = between(5.0, least);
        settle(&mut loads, &mut movers);
        assert!(
            (movers.velocities[1].x - speed).abs() < 1e-5,
            "{least:?}: {}",
            movers.velocities[1]
        );
    }
}

#[test]
fn what_has_room_is_pushed_no_farther_than_asked() {
    for (velocity, speed) in [(-2.0, 1.0), (1.5, 1.5), (4.0, 3.0)] {
        let (mut movers, mut loads) = between(velocity, [1.0, -3.0]);
        settle(&mut loads, &mut movers);
        let found = movers.velocities[1].x;
        assert!((found - speed).abs() < 1e-5, "{velocity}: {found}");
        assert!(loads.iter().all(|load| load.impulse >= 0.0));
    }
}

#[test]
fn it_begins_with_impulses_that_are_applied() {
    let (mut movers, mut loads) = between(-2.0, [1.0, -3.0]);
    for load in &mut loads {
        load.impulse = 7.0;
        load.push(7.0, &mut movers);
    }
    settle(&mut loads, &mut movers);
    assert!((movers.velocities[1].x - 1.0).abs() < 1e-5);
    assert!((loads[0].impulse - 6.0).abs() < 1e-4 && loads[1].impulse == 0.0);
}
