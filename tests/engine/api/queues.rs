//! The choice of the swap queue changes no event, to the bit.

use crate::support::{Random, Recipe, ball, random_scene, rounds};
use kinesweep::broad::SwapQueue;
use kinesweep::{BodyId, Event, Method, MotionChange, World};

const RECIPE: Recipe = Recipe {
    bodies: 14,
    spread: 4.0,
    speeds: (-1.0, 0.5),
    gravity: 2.0,
    boxed: true,
    restitution: 0.9,
};

/// A world with kinetic lists for each queue.
fn worlds(seed: u64) -> [World; 3] {
    let scene = random_scene(seed, &RECIPE);
    SwapQueue::ALL.map(|queue| {
        let builder = World::builder().settings(scene.settings).report_overlaps(true);
        let mut world = builder.method(Method::Lists).swap_queue(queue).build().unwrap();
        world.insert_scene(&scene).unwrap();
        world
    })
}

/// The value that all worlds must return.
#[track_caller]
fn same_of_all<T: PartialEq + std::fmt::Debug>(worlds: &mut [World; 3], of: impl FnMut(&mut World) -> T) -> T {
    let [first, second, third] = worlds.each_mut().map(of);
    assert_eq!(first, second);
    assert_eq!(first, third);
    first
}

#[test]
fn queues_are_parsed_by_name() {
    for queue in SwapQueue::ALL {
        assert_eq!(queue.to_string().parse(), Ok(queue));
    }
    let refused = "heap".parse::<SwapQueue>().unwrap_err().to_string();
    assert_eq!(refused, "queue = heap: must be one of dary, pairing, pairing-auxiliary");
    assert_eq!(World::builder().build().unwrap().swap_queue(), SwapQueue::Dary);
}

#[test]
fn the_queue_stays_after_a_change_of_method() {
    let mut world = World::builder().swap_queue(SwapQueue::PairingTwoPass).build().unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    world.insert(ball(9.0, 0.0)).unwrap();
    for method in [Method::Leases, Method::Lists, Method::Cached, Method::Auto] {
        world.set_method(method).unwrap();
        assert_eq!(world.swap_queue(), SwapQueue::PairingTwoPass);
        world.audit().unwrap();
    }
    // The builder chooses the queue of a restored world: a snapshot contains none.
    let snapshot = world.snapshot();
    let restored = World::builder()
        .swap_queue(SwapQueue::PairingAuxiliary)
        .restore(&snapshot)
        .unwrap();
    assert_eq!(restored.swap_queue(), SwapQueue::PairingAuxiliary);
    assert_eq!(restored.snapshot(), snapshot);
}

/// Steps, removals, insertions, changes of motion and of the method, and save and restore with
/// another queue.
#[test]
fn random_operations_give_the_same_results_with_each_queue() {
    let mut reported = 0;
    for seed in 0..rounds(60) {
        let mut random = Random::new(seed);
        let mut worlds = worlds(seed);
        for _ in 0..120 {
            match random.below(12) {
                0 => {
                    let (x, speed) = (random.uniform(-6.0, 6.0), random.uniform(-2.0, 2.0));
                    // If it is refused, then by all.
                    let _ = same_of_all(&mut worlds, |world| world.insert(ball(x, speed)));
                }
                1 => {
                    let (at, change) = (random.bits(), MotionChange::velocity(random.vector(2.0)));
                    same_of_all(&mut worlds, |world| {
                        let bodies: Vec<BodyId> = world.bodies().collect();
                        let id = bodies[at as usize % bodies.len()];
                        world.set_motion(id, &change)
                    })
                    .unwrap();
                }
                2 if random.below(3) == 0 => {
                    let at = random.bits();
                    same_of_all(&mut worlds, |world| {
                        let bodies: Vec<BodyId> = world.bodies().collect();
                        (bodies.len() > 2).then(|| world.remove(bodies[at as usize % bodies.len()]))
                    });
                }
                3 => {
                    let method = random.of(&[Method::Leases, Method::Lists, Method::Auto]);
                    same_of_all(&mut worlds, |world| world.set_method(method)).unwrap();
                }
                4 => {
                    same_of_all(&mut worlds, |world| world.next_event_time());
                }
                5 => {
                    // Each continues with the queue of the next.
                    let saved = same_of_all(&mut worlds, |world| world.snapshot());
                    let queues = [1, 2, 0].map(|next: usize| worlds[next].swap_queue());
                    for (world, queue) in worlds.iter_mut().zip(queues) {
                        *world = World::builder().swap_queue(queue).restore(&saved).unwrap();
                        assert_eq!(world.swap_queue(), queue);
                    }
                }
                _ => {
                    let within = random.uniform(0.0, 0.4);
                    let events: Vec<Event> = same_of_all(&mut worlds, |world| {
                        let until = world.time() + within;
                        let events = std::iter::from_fn(|| world.step_before(until).unwrap());
                        events.take(200).collect()
                    });
                    reported += events.len();
                }
            }
            for world in &worlds {
                world.audit().unwrap();
            }
        }
        // The counters are equal, too.
        same_of_all(&mut worlds, |world| world.counters());
    }
    assert!(reported as u64 > 20 * rounds(60), "{reported}");
}
