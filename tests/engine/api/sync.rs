//! Types that can be sent to another thread, and read by several at once.

use crate::support::{METHODS, ball};
use kinesweep::broad::KineticSweep;
use kinesweep::impact::Collider;
use kinesweep::response::{Encounter, Reply, Response, impulse};
use kinesweep::sampled::SampledWorld;
use kinesweep::world::{Snapshot, TouchQuery, TouchTest};
use kinesweep::{Comparison, Domain, Event, Method, Scene, World, WorldBuilder};
use nalgebra::Vector3;
use std::cell::Cell;
use std::error::Error;
use std::sync::{Arc, RwLock};
use std::thread;

/// Compiles only for types that are `Send` and `Sync`.
const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<World>();
    is_send_and_sync::<WorldBuilder>();
    is_send_and_sync::<Snapshot>();
    is_send_and_sync::<Collider>();
    is_send_and_sync::<KineticSweep>();
    is_send_and_sync::<SampledWorld>();
    is_send_and_sync::<Scene>();
    is_send_and_sync::<Comparison>();
    is_send_and_sync::<Event>();
};

/// Counts its calls in a cell: a law need not be `Sync`.
struct Counting(Cell<u32>);

impl Response for Counting {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        self.0.set(self.0.get() + 1);
        Reply::Twists(impulse(encounter))
    }
}

impl TouchTest for Counting {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        self.0.set(self.0.get() + 1);
        true
    }
}

/// One thread advances the world, and others read the poses.
#[test]
fn a_world_with_callbacks_is_shared_under_a_lock() -> Result<(), Box<dyn Error>> {
    for method in METHODS {
        let builder = World::builder().custom_response(Counting(Cell::new(0)));
        let mut world = builder.touch_test(10.0, Counting(Cell::new(0))).method(method).build()?;
        let thrown = world.insert(ball(0.0, 1.0))?;
        world.insert(ball(3.0, 0.0))?;
        let shared = Arc::new(RwLock::new(world));
        let driver = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                let mut world = shared.write().expect("no thread has panicked");
                world.advance_to(4.0).map(<[Event]>::len)
            })
        };
        assert_eq!(driver.join().expect("it does not panic")?, 1, "{method:?}");
        let read = |_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.read().map(|world| world.pose(thrown)).expect("no thread has panicked"))
        };
        let readers: Vec<_> = (0..2).map(read).collect();
        for reader in readers {
            let pose = reader.join().expect("it does not panic")?;
            assert_eq!(pose.translation.vector, Vector3::x() * 2.0);
        }
    }
    Ok(())
}

/// A reference to a world in the lane of balls can be shared among threads, too.
#[test]
fn a_world_of_balls_is_read_by_several_threads_at_once() -> Result<(), Box<dyn Error>> {
    let corner = Vector3::repeat(10.0);
    let domain = Domain::Periodic {
        min: -corner,
        max: corner,
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build()?;
    let ids = world.insert_all(
        &(0..8)
            .map(|number| ball(2.0 * f64::from(number) - 8.0, 1.0))
            .collect::<Vec<_>>(),
    )?;
    world.advance_to(1.0)?;
    let world = &world;
    let sum = thread::scope(|scope| {
        let parts = ids.chunks(4).map(|part| {
            scope.spawn(move || {
                part.iter()
                    .map(|id| world.velocity(*id).map(|velocity| velocity.x))
                    .sum::<Result<f64, _>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("it does not panic"))
            .sum::<Result<f64, _>>()
    })?;
    assert_eq!(sum, 8.0);
    Ok(())
}
