//! What a run did, seen from outside: whole trajectories, and the gaps between shapes computed here, by other means than the
//! engine's. Balls, boxes along the axes and half-spaces only.

use kinesweep::{Body, BodyId, Domain, Event, EventKind, Method, MotionPiece, Settings, ShapeKind, StepError, World};
use nalgebra::Vector3;

/// A scene to be run.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) settings: Settings,
    pub(crate) bodies: Vec<Body>,
    pub(crate) start: f64,
    pub(crate) horizon: f64,
    /// More events than this are a hang.
    pub(crate) most_events: usize,
}

impl Case {
    pub(crate) fn new(bodies: Vec<Body>, horizon: f64) -> Self {
        Self {
            settings: Settings::default(),
            bodies,
            start: 0.0,
            horizon,
            most_events: 20_000,
        }
    }

    pub(crate) fn gravity(mut self, g: f64) -> Self {
        self.settings.gravity = Vector3::new(0.0, -g, 0.0);
        self
    }

    pub(crate) fn restitution(mut self, e: f64) -> Self {
        self.settings.restitution = e;
        self
    }

    pub(crate) fn friction(mut self, mu: f64) -> Self {
        self.settings.friction = mu;
        self
    }

    pub(crate) fn boxed(mut self, half: f64) -> Self {
        self.settings.domain = Domain::Box {
            min: Vector3::repeat(-half),
            max: Vector3::repeat(half),
        };
        self
    }

    pub(crate) fn start(mut self, start: f64) -> Self {
        self.start = start;
        self
    }

    pub(crate) fn most_events(mut self, most: usize) -> Self {
        self.most_events = most;
        self
    }
}

/// What came of it.
pub(crate) struct Run {
    pub(crate) case: Case,
    pub(crate) world: World,
    pub(crate) ids: Vec<BodyId>,
    pub(crate) events: Vec<Event>,
    pub(crate) error: Option<StepError>,
    pub(crate) pieces: Vec<Vec<MotionPiece>>,
}

impl Run {
    pub(crate) fn collisions(&self) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Collision(_)))
            .count()
    }

    pub(crate) fn position(&self, body: usize) -> Vector3<f64> {
        self.world.pose(self.ids[body]).unwrap().translation.vector
    }

    pub(crate) fn velocity(&self, body: usize) -> Vector3<f64> {
        self.world.velocity(self.ids[body]).unwrap()
    }

    /// The position of a body at a time within the run.
    pub(crate) fn position_at(&self, body: usize, t: f64) -> Vector3<f64> {
        let pieces = &self.pieces[body];
        let begun = pieces.partition_point(|piece| piece.epoch <= t);
        pieces[begun.saturating_sub(1)].position_at(t)
    }

    /// Deepest overlap at `samples` times over the run, as a share of the smaller size, above what rounding of positions explains.
    pub(crate) fn deepest(&self, samples: usize) -> (f64, String) {
        let mut worst = (0.0, String::new());
        let end = self.world.time();
        let begin = self.case.start;
        for k in 0..=samples {
            let t = begin + (end - begin) * k as f64 / samples as f64;
            let at: Vec<Vector3<f64>> = (0..self.ids.len()).map(|body| self.position_at(body, t)).collect();
            for i in 0..at.len() {
                for j in 0..i {
                    let (a, b) = (&self.case.bodies[j], &self.case.bodies[i]);
                    if both_fixed(a, b) {
                        continue;
                    }
                    let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
                    let rounding = 1e-14 * (at[i].norm() + at[j].norm() + (a.velocity.norm() + b.velocity.norm()) * t.abs());
                    let depth = (-gap(a, &at[j], b, &at[i]) - rounding) / size;
                    if depth > worst.0 {
                        worst = (depth, format!("bodies {j} and {i} at {t}"));
                    }
                }
                if let Domain::Box { min, max } = self.case.settings.domain
                    && self.case.bodies[i].kind == kinesweep::BodyKind::Dynamic
                    && let Some(half) = half_extents(&self.case.bodies[i])
                {
                    for axis in 0..3 {
                        let out = (min[axis] - (at[i] - half)[axis]).max((at[i] + half)[axis] - max[axis]);
                        let depth = out / half.min();
                        if depth > worst.0 {
                            worst = (depth, format!("body {i} outside at {t}"));
                        }
                    }
                }
            }
        }
        worst
    }
}

fn both_fixed(a: &Body, b: &Body) -> bool {
    a.kind == kinesweep::BodyKind::Fixed && b.kind == kinesweep::BodyKind::Fixed
}

fn half_extents(body: &Body) -> Option<Vector3<f64>> {
    match body.shape.kind() {
        ShapeKind::Ball { radius } => Some(Vector3::repeat(*radius)),
        ShapeKind::Cuboid { half_extents } => Some(*half_extents),
        _ => None,
    }
}

/// How far apart two bodies are, negative where they overlap.
pub(crate) fn gap(a: &Body, at_a: &Vector3<f64>, b: &Body, at_b: &Vector3<f64>) -> f64 {
    match (a.shape.kind(), b.shape.kind()) {
        (ShapeKind::Ball { radius: r }, ShapeKind::Ball { radius: q }) => (at_b - at_a).norm() - (r + q),
        (ShapeKind::HalfSpace { normal }, kind) => {
            let normal = a.orientation * normal;
            let reach = match kind {
                ShapeKind::Ball { radius } => *radius,
                ShapeKind::Cuboid { half_extents } => {
                    let local = b.orientation.inverse_transform_vector(&normal);
                    local.abs().dot(half_extents)
                }
                _ => return f64::INFINITY,
            };
            normal.dot(&(at_b - at_a)) - reach
        }
        (_, ShapeKind::HalfSpace { .. }) => gap(b, at_b, a, at_a),
        (ShapeKind::Cuboid { half_extents: h }, ShapeKind::Cuboid { half_extents: k }) if straight(a) && straight(b) => {
            ((at_b - at_a).abs() - (h + k)).max()
        }
        (ShapeKind::Cuboid { half_extents: h }, ShapeKind::Ball { radius }) => {
            let local = a.orientation.inverse_transform_vector(&(at_b - at_a));
            let outside = (local.abs() - h).map(|c| c.max(0.0)).norm();
            let inside = (local.abs() - h).max().min(0.0);
            outside + inside - radius
        }
        (ShapeKind::Ball { .. }, ShapeKind::Cuboid { .. }) => gap(b, at_b, a, at_a),
        _ => f64::INFINITY,
    }
}

fn straight(body: &Body) -> bool {
    body.orientation.angle() == 0.0
}

/// Runs a case by one method.
pub(crate) fn run(case: &Case, method: Method) -> Run {
    let builder = World::builder()
        .settings(case.settings)
        .start_time(case.start)
        .record_motion(true);
    let mut world = builder.method(method).build().unwrap();
    let ids = world.insert_all(&case.bodies).unwrap();
    let (mut events, mut error) = (Vec::new(), None);
    let mut last = case.start;
    loop {
        match world.step_before(case.start + case.horizon) {
            Ok(Some(event)) => {
                assert!(event.time >= last, "time went back: {event:?} after {last}");
                last = event.time;
                events.push(event);
                assert!(
                    events.len() <= case.most_events,
                    "{method:?}: too many events, the last {:?}",
                    events.split_off(events.len().saturating_sub(6))
                );
            }
            Ok(None) => break,
            Err(obstacle) => {
                error = Some(obstacle);
                break;
            }
        }
    }
    assert_eq!(world.counters().late, 0, "{method:?}");
    if let Err(difference) = world.audit() {
        panic!("{method:?}: {difference}");
    }
    let mut pieces = vec![Vec::new(); ids.len()];
    for (id, piece) in world.take_motion_pieces() {
        pieces[id.index()].push(piece);
    }
    Run {
        case: case.clone(),
        world,
        ids,
        events,
        error,
        pieces,
    }
}

/// Runs a case by all methods, which must give the same events to the bit, and no two bodies may be deeper in each other than a
/// millionth of their size.
pub(crate) fn run_all(name: &str, case: &Case) -> Run {
    let reference = run(case, Method::Lists);
    for method in [Method::Cached, Method::Swept { rate: 11.0 }] {
        let other = run(case, method);
        let same = reference.events.iter().zip(&other.events).take_while(|(a, b)| a == b).count();
        assert!(
            same == reference.events.len() && same == other.events.len() && reference.error == other.error,
            "{name}, {method:?}: event {same}: {:?} and {:?}, {:?} and {:?}",
            reference.events.get(same),
            other.events.get(same),
            reference.error,
            other.error
        );
    }
    let (deepest, who) = reference.deepest(300);
    assert!(deepest <= 1e-6, "{name}: deeper by {deepest:e}: {who}");
    reference
}
