//! Runs a scene with a bound on the number of events, and checks what must hold for every run.

use kinesweep::world::Counters;
use kinesweep::{Body, Collision, Domain, Event, EventKind, Method, Settings, StepError, World};
use nalgebra::Vector3;

/// One method of each broad phase.
pub(crate) const ALL: [Method; 4] = [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 7.0 }];

/// Greatest relative error of energy and momentum after some thousand collisions: each adds some
/// roundings of 1e-16.
pub(crate) const CONSERVATION_ERROR: f64 = 1e-11;

/// The parameters of a run.
pub(crate) struct CheckedRun<'a> {
    pub(crate) settings: Settings,
    pub(crate) bodies: &'a [Body],
    pub(crate) start: f64,
    pub(crate) until: f64,
    /// A run with more events than this counts as endless.
    pub(crate) most_events: usize,
    /// Whether to audit at the start and after the last event: n² predictions each time.
    pub(crate) audit: bool,
}

/// The result of a run.
pub(crate) struct Outcome {
    pub(crate) world: World,
    pub(crate) events: Vec<Event>,
    pub(crate) error: Option<StepError>,
    /// Before and after the run.
    pub(crate) energy: [f64; 2],
    pub(crate) momentum: [Vector3<f64>; 2],
}

impl CheckedRun<'_> {
    pub(crate) fn new(bodies: &[Body], until: f64) -> CheckedRun<'_> {
        CheckedRun {
            settings: Settings::default(),
            bodies,
            start: 0.0,
            until,
            most_events: 10_000,
            audit: true,
        }
    }

    /// Runs to the end or to an error. Panics if there are too many events.
    pub(crate) fn run(&self, method: Method) -> Outcome {
        let builder = World::builder().settings(self.settings).method(method).start_time(self.start);
        let mut world = builder.build().unwrap();
        world.insert_all(self.bodies).unwrap();
        let before = (world.energy(), world.momentum());
        let audit = |world: &World| {
            if self.audit {
                world
                    .audit()
                    .unwrap_or_else(|e| panic!("{method:?} at {}: {e}", world.time()));
            }
        };
        audit(&world);
        let mut events = Vec::new();
        let error = loop {
            match world.step_before(self.until) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
            assert!(events.len() <= self.most_events, "{method:?}: no end at {}", world.time());
        };
        audit(&world);
        let counters = world.counters();
        assert_eq!(counters.late, 0, "{method:?}");
        assert!(
            events.is_sorted_by(|a, b| a.time <= b.time),
            "{method:?}: not in order of time"
        );
        Outcome {
            energy: [before.0, world.energy()],
            momentum: [before.1, world.momentum()],
            world,
            events,
            error,
        }
    }

    /// Runs by every method of [`ALL`], compares events and final states to the bit, and returns
    /// the result of the first.
    pub(crate) fn run_by_all(&self) -> Outcome {
        self.run_by_methods(&ALL)
    }

    /// Like [`run_by_all`](Self::run_by_all), with the given methods.
    pub(crate) fn run_by_methods(&self, methods: &[Method]) -> Outcome {
        let first = self.run(methods[0]);
        for method in &methods[1..] {
            let other = self.run(*method);
            let same = first.events.iter().zip(&other.events).take_while(|(a, b)| a == b).count();
            assert!(
                same == first.events.len() && same == other.events.len(),
                "{method:?}: event {same} of {} and {}: {:?} and {:?}",
                first.events.len(),
                other.events.len(),
                first.events.get(same),
                other.events.get(same),
            );
            assert_eq!(first.error, other.error, "{method:?}");
            for (a, b) in first.world.bodies().zip(other.world.bodies()) {
                assert_eq!(first.world.pose(a), other.world.pose(b), "{method:?}");
                assert_eq!(first.world.velocity(a), other.world.velocity(b), "{method:?}");
            }
        }
        first
    }
}

impl Outcome {
    pub(crate) fn collisions(&self) -> Vec<(f64, Collision)> {
        let hit = |event: &Event| match event.kind {
            EventKind::Collision(hit) => Some((event.time, hit)),
            _ => None,
        };
        self.events.iter().filter_map(hit).collect()
    }

    pub(crate) fn counters(&self) -> Counters {
        self.world.counters()
    }

    /// Asserts that the run ended without an error, and that energy and momentum are conserved;
    /// `scale` is the greatest momentum of a body.
    pub(crate) fn assert_conserved(&self, scale: f64) {
        assert_eq!(self.error, None);
        let [before, after] = self.energy;
        assert!(
            (after - before).abs() <= CONSERVATION_ERROR * before.abs(),
            "energy {before} -> {after}"
        );
        self.assert_momentum(scale);
    }

    /// Asserts that momentum is conserved.
    pub(crate) fn assert_momentum(&self, scale: f64) {
        let [before, after] = self.momentum;
        assert!(
            (after - before).norm() <= CONSERVATION_ERROR * scale,
            "momentum {before} -> {after}"
        );
    }

    /// Position of the body with this index in the order of insertion.
    pub(crate) fn position(&self, number: usize) -> Vector3<f64> {
        let id = self.world.bodies().nth(number).unwrap();
        self.world.pose(id).unwrap().translation.vector
    }

    /// Velocity of the body with this index in the order of insertion.
    pub(crate) fn velocity(&self, number: usize) -> Vector3<f64> {
        let id = self.world.bodies().nth(number).unwrap();
        self.world.velocity(id).unwrap()
    }
}

/// A cubic domain with walls.
pub(crate) fn boxed(low: f64, high: f64) -> Settings {
    Settings {
        domain: Domain::Box {
            min: Vector3::repeat(low),
            max: Vector3::repeat(high),
        },
        ..Settings::default()
    }
}

/// Twenty-seven bodies in a box, two metres or more apart, with different velocities.
pub(crate) struct BoxOf27 {
    pub(crate) bodies: Vec<Body>,
}

impl BoxOf27 {
    /// `body` returns the body with a number, and a factor for its velocity, a vector of length up
    /// to 4.
    pub(crate) fn new(body: impl Fn(i32) -> (Body, f64)) -> Self {
        let bodies = (0..27).map(|i: i32| {
            let position = Vector3::new(i % 3, i / 3 % 3, i / 9).map(|c| f64::from(c) * 3.0);
            let direction = Vector3::new(i * 7 % 5 - 2, i * 11 % 7 - 3, i * 13 % 3 - 1).map(f64::from);
            let (body, speed) = body(i);
            body.position(position).velocity(direction * speed)
        });
        Self {
            bodies: bodies.collect(),
        }
    }

    /// Runs the bodies in the box by all methods. The run must end without error and conserve
    /// energy over some hundred collisions.
    pub(crate) fn run(&self, start: f64, until: f64) -> Outcome {
        let outcome = CheckedRun {
            settings: boxed(-1.0, 7.0),
            start,
            most_events: 200_000,
            ..CheckedRun::new(&self.bodies, until)
        }
        .run_by_all();
        assert_eq!(outcome.error, None);
        let [before, after] = outcome.energy;
        assert!((after - before).abs() < CONSERVATION_ERROR * before, "{before} -> {after}");
        assert!(outcome.collisions().len() > 300);
        outcome
    }
}

/// A ball of mass 1.
pub(crate) fn ball(radius: f64) -> Body {
    Body::new(kinesweep::Shape::ball(radius).unwrap())
}

/// A cube of mass 1.
pub(crate) fn cube(half: f64) -> Body {
    Body::new(kinesweep::Shape::cuboid(Vector3::repeat(half)).unwrap())
}
