//! Balls and a few other bodies: with both lanes in use, the events are those of the lane of pairs
//! alone, to the bit.

mod discs;

use crate::support::{Random, rounds_factor};
use kinesweep::response::{Encounter, Reply, Response, ResponseScope, impulse};
use kinesweep::scene::{BodyChange, BodyKind};
use kinesweep::world::{BodyLane, TouchQuery, TouchTest};
use kinesweep::{Body, BodyId, Domain, Event, Groups, Method, MotionChange, Party, Settings, Shape, World, Zeno};
use nalgebra::Vector3;
use std::error::Error;

/// What stands among the balls, or what all of them do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Odd {
    Nothing,
    Cube,
    TurningRod,
    Sensor,
    FixedCube,
    HalfSpace,
    GrowingBall,
    LargeBall,
    OtherGroup,
    /// Its contacts are decided by a test of the user's own.
    TouchOnly,
    /// Its collisions follow a law of the user's own.
    OwnLaw,
    Bullet,
    /// It is pulled by an acceleration of its own.
    Pulled,
    /// All fall.
    Gravity,
    /// All are pulled by accelerations of their own.
    AllPulled,
    /// All rotate, and have friction.
    AllRough,
    /// All are in groups, some of which ignore each other.
    InGroups,
    /// A law of the user's own answers all collisions.
    LawForAll,
    /// The same, and all fall and rotate.
    RoughByLaw,
    /// Most grow.
    AllGrow,
    /// The same, and all fall and rotate.
    GrowAndFall,
}

const ODDS: [Odd; 21] = [
    Odd::Nothing,
    Odd::Cube,
    Odd::TurningRod,
    Odd::Sensor,
    Odd::FixedCube,
    Odd::HalfSpace,
    Odd::GrowingBall,
    Odd::LargeBall,
    Odd::OtherGroup,
    Odd::TouchOnly,
    Odd::OwnLaw,
    Odd::Bullet,
    Odd::Pulled,
    Odd::Gravity,
    Odd::AllPulled,
    Odd::AllRough,
    Odd::InGroups,
    Odd::LawForAll,
    Odd::RoughByLaw,
    Odd::AllGrow,
    Odd::GrowAndFall,
];

impl Odd {
    fn body(self, random: &mut Random) -> Result<Body, Box<dyn Error>> {
        let velocity = random.vector(1.0);
        let moving = |shape: Shape| Body::new(shape).velocity(velocity);
        Ok(match self {
            Self::Nothing | Self::Gravity | Self::AllPulled | Self::AllRough | Self::InGroups => moving(Shape::ball(0.4)?),
            Self::LawForAll | Self::RoughByLaw | Self::AllGrow | Self::GrowAndFall => moving(Shape::ball(0.4)?),
            Self::Cube => moving(Shape::cuboid(Vector3::repeat(0.5))?).mass(3.0),
            Self::TurningRod => moving(Shape::capsule(0.6, 0.2)?)
                .angular_velocity(random.vector(2.0))
                .rotates(),
            Self::Sensor => moving(Shape::ball(0.8)?).sensor(),
            Self::FixedCube => Body::fixed(Shape::cuboid(Vector3::new(0.5, 0.7, 0.3))?),
            Self::HalfSpace => Body::fixed(Shape::half_space(random.vector(1.0).normalize())?),
            Self::GrowingBall => moving(Shape::ball(0.3)?).growth(0.02),
            Self::LargeBall => moving(Shape::ball(0.9)?).mass(20.0),
            Self::OtherGroup => moving(Shape::ball(0.5)?).groups(Groups {
                memberships: 2,
                filter: u32::MAX,
            }),
            Self::TouchOnly => moving(Shape::ball(0.7)?).touch_only(),
            Self::OwnLaw => moving(Shape::ball(0.4)?).own_law(),
            Self::Bullet => moving(Shape::cuboid(Vector3::repeat(0.1))?).velocity(random.vector(60.0)),
            Self::Pulled => moving(Shape::ball(0.4)?).acceleration(random.vector(2.0)),
        })
    }

    /// One of the balls.
    fn ball(self, ball: Body, random: &mut Random) -> Body {
        let is_fixed = ball.kind == BodyKind::Fixed;
        match self {
            Self::AllPulled if !is_fixed && random.below(3) > 0 => ball.acceleration(random.vector(1.0)),
            Self::AllGrow if random.below(4) > 0 => ball.growth(random.uniform(0.0, 0.05)),
            Self::AllRough | Self::RoughByLaw | Self::GrowAndFall => {
                let grows = self == Self::GrowAndFall && random.below(4) > 0;
                let ball = if grows { ball.growth(random.uniform(0.0, 0.05)) } else { ball };
                let ball = ball.friction(random.uniform(0.0, 0.8)).angular_velocity(random.vector(2.0));
                if is_fixed || random.below(4) == 0 {
                    ball
                } else {
                    ball.rotates()
                }
            }
            Self::InGroups => ball.groups(Groups {
                memberships: 1 << random.below(3),
                filter: random.below(8) as u32,
            }),
            _ => ball,
        }
    }

    fn falls(self) -> bool {
        matches!(self, Self::Gravity | Self::RoughByLaw | Self::GrowAndFall)
    }

    /// Whether a periodic domain allows it.
    fn is_periodic(self) -> bool {
        self != Self::HalfSpace
    }
}

/// Two touch where their origins are near each other.
struct Near;

impl TouchTest for Near {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let [a, b] = &query.poses;
        (a.translation.vector - b.translation.vector).norm() < 1.0
    }
}

/// Two bodies exchange their velocities, with a kick at every third collision; walls return a body
/// a little faster.
struct Exchange {
    calls: u64,
}

impl Response for Exchange {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        self.calls += 1;
        let [a, b] = &encounter.sides;
        if let Party::Wall(_) = b.party {
            return Reply::Velocities(impulse(encounter).map(|after| after.velocity * 1.01));
        }
        if a.inverse_mass == 0.0 || b.inverse_mass == 0.0 {
            return Reply::Velocities(impulse(encounter).map(|after| after.velocity));
        }
        let kick = encounter.normal * if self.calls.is_multiple_of(3) { 0.1 } else { 0.0 };
        Reply::Velocities([b.velocity - kick, a.velocity + kick])
    }

    fn scope(&self) -> ResponseScope {
        ResponseScope::Marked
    }
}

/// The law of impulses; some bodies pass through each other, and some begin to spin.
struct OwnForAll {
    calls: u64,
}

impl Response for OwnForAll {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        self.calls += 1;
        let mut after = impulse(encounter);
        if self.calls.is_multiple_of(13) {
            return Reply::PassThrough;
        }
        if self.calls.is_multiple_of(17) {
            after[0].angular_velocity.z += 1.0;
        }
        Reply::Twists(after)
    }
}

/// A world of balls on a lattice, so wide a cell each, without the odd bodies; one for which the
/// lane of balls is closed, and one for which it is open.
struct Pairing {
    worlds: [World; 2],
    ids: Vec<BodyId>,
    half: f64,
}

impl Pairing {
    fn new(random: &mut Random, odd: Odd, periodic: bool, apart: f64, zeno: Zeno) -> Result<Self, Box<dyn Error>> {
        const SIDE: i32 = 5;
        let half = 0.5 * f64::from(SIDE) * apart;
        let (min, max) = (Vector3::repeat(-half), Vector3::repeat(half));
        let domain = match periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        };
        let restitution = if random.below(3) == 0 { random.uniform(0.3, 1.0) } else { 1.0 };
        let settings = Settings {
            zeno,
            domain,
            restitution,
            gravity: if odd.falls() { random.vector(1.0) } else { Vector3::zeros() },
            ..Settings::default()
        };
        let method = if periodic { Method::Leases } else { Method::Cached };
        // Balls that grow are not in the lane of balls where overlaps are reported.
        let reports = random.below(3) == 0 && !matches!(odd, Odd::AllGrow | Odd::GrowAndFall);
        let world = |method: Method, closed: bool| {
            let builder = World::builder().settings(settings).method(method);
            let builder = builder.report_overlaps(reports).lane_of_balls(!closed);
            match odd {
                Odd::TouchOnly => builder.touch_test(20.0, Near).build(),
                Odd::OwnLaw => builder.custom_response(Exchange { calls: 0 }).build(),
                Odd::LawForAll | Odd::RoughByLaw => builder.custom_response(OwnForAll { calls: 0 }).build(),
                _ => builder.build(),
            }
        };
        let mut bodies = Vec::new();
        let empty = (SIDE / 2, SIDE / 2, SIDE / 2);
        let (common, sizes) = (Shape::ball(0.4)?, random.below(3) == 0);
        for x in 0..SIDE {
            for y in 0..SIDE {
                for z in 0..SIDE {
                    let is_near = |at: i32, middle: i32| (at - middle).abs() <= 1;
                    let large = matches!(
                        odd,
                        Odd::HalfSpace | Odd::LargeBall | Odd::TurningRod | Odd::FixedCube | Odd::Cube
                    );
                    let skipped = match large {
                        true => is_near(x, empty.0) && is_near(y, empty.1) && is_near(z, empty.2),
                        false => (x, y, z) == empty,
                    };
                    if skipped {
                        continue;
                    }
                    let place = Vector3::new(x, y, z).map(|at| (f64::from(at) + 0.5) * apart - half);
                    let shape = match sizes {
                        true => Shape::ball(random.uniform(0.1, 0.4))?,
                        false => common.clone(),
                    };
                    let kind = if random.below(40) == 0 {
                        Body::fixed(shape)
                    } else {
                        Body::new(shape).velocity(random.vector(1.0))
                    };
                    bodies.push(odd.ball(kind, random).position(place));
                }
            }
        }
        let mut worlds = [world(method, true)?, world(Method::Leases, false)?];
        let mut ids = Vec::new();
        for body in bodies {
            // A half-space leaves no room on one side.
            let inserted = worlds.each_mut().map(|world| world.insert(body.clone()).ok());
            assert_eq!(inserted[0], inserted[1]);
            ids.extend(inserted[0]);
        }
        let mut pairing = Self { worlds, ids, half };
        let odd = odd.body(random)?;
        // The half-space goes where nothing is.
        let at = if odd.shape.bounding_radius().is_finite() {
            Vector3::zeros()
        } else {
            odd_corner(&odd, half)
        };
        pairing.insert(odd.position(at));
        Ok(pairing)
    }

    fn insert(&mut self, body: Body) {
        let inserted = self.worlds.each_mut().map(|world| world.insert(body.clone()));
        let shown = inserted.each_ref().map(|inserted| format!("{inserted:?}"));
        assert_eq!(shown[0], shown[1]);
        self.ids.extend(inserted[0].as_ref().ok());
    }

    fn any(&self, random: &mut Random) -> BodyId {
        self.ids[random.below(self.ids.len() as u64) as usize]
    }

    /// Changes something between two events.
    fn disturb(&mut self, random: &mut Random) -> Result<(), Box<dyn Error>> {
        let id = self.any(random);
        match random.below(11) {
            10 => {
                let change = MotionChange::growth([0.0, 0.02][random.below(2) as usize]);
                let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
            }
            0 => self.insert(
                Body::new(Shape::ball(0.3)?)
                    .position(random.vector(self.half - 0.4))
                    .velocity(random.vector(1.0)),
            ),
            1 => self.insert(
                Body::new(Shape::cuboid(Vector3::repeat(0.3))?)
                    .position(random.vector(self.half - 0.4))
                    .velocity(random.vector(1.0)),
            ),
            2 if self.ids.len() > 20 => {
                self.ids.retain(|other| *other != id);
                for world in &mut self.worlds {
                    world.remove(id)?;
                }
            }
            3 => {
                let change = MotionChange::velocity(random.vector(1.5));
                let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
            }
            4 => {
                let change = MotionChange::position(random.vector(self.half));
                let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
            }
            5 => {
                let change = MotionChange::angular_velocity(if random.below(2) == 0 {
                    random.vector(1.0)
                } else {
                    Vector3::zeros()
                });
                let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
            }
            6 => {
                let change = match random.below(4) {
                    3 => BodyChange::new().groups(Groups {
                        memberships: 1 << random.below(2),
                        filter: u32::MAX,
                    }),
                    0 => BodyChange::new().sensor(random.below(2) == 0),
                    1 => BodyChange::new()
                        .mass(random.uniform(0.5, 2.0))
                        .restitution(random.uniform(0.5, 1.0)),
                    _ => BodyChange::new().shape(Shape::ball(random.uniform(0.1, 0.4))?),
                };
                let done = self.worlds.each_mut().map(|world| world.set_body(id, &change).is_ok());
                assert_eq!(done[0], done[1], "{change:?}");
            }
            7 => {
                // It looks ahead, and back again.
                let _ = self.worlds[1].next_event_time();
            }
            8 => {
                let change = MotionChange::acceleration(if random.below(2) == 0 {
                    random.vector(1.0)
                } else {
                    Vector3::zeros()
                });
                let done = self.worlds.each_mut().map(|world| world.set_motion(id, &change).is_ok());
                assert_eq!(done[0], done[1]);
            }
            _ => {
                let [a, b] = self.worlds.each_ref().map(World::overlapping_pairs);
                assert_eq!(a, b);
                let [a, b] = self.worlds.each_ref().map(|world| world.next_collision(id));
                assert_eq!(a?.map(|(time, _)| time), b?.map(|(time, _)| time));
            }
        }
        Ok(())
    }

    /// The next event of each up to a time.
    fn step(&mut self, limit: f64) -> Result<[Option<Event>; 2], Box<dyn Error>> {
        let [closed, open] = &mut self.worlds;
        Ok([closed.step_before(limit)?, open.step_before(limit)?])
    }

    /// Whether most bodies are in the lane of balls where it can be open.
    fn has_most_in_balls(&self) -> bool {
        let lanes = self.worlds[1].lanes();
        let in_balls = lanes.iter().find(|(lane, _)| *lane == BodyLane::Balls);
        in_balls.is_some_and(|(_, count)| 2 * count > self.worlds[1].len())
    }
}

fn odd_corner(body: &Body, half: f64) -> Vector3<f64> {
    match body.shape.kind() {
        kinesweep::scene::ShapeKind::HalfSpace { normal } => normal * (-0.6 * half),
        _ => Vector3::zeros(),
    }
}

/// Positions and velocities of all bodies are, to the bit, those of each by itself, in both worlds.
fn check_states_of_all(worlds: &[World; 2], label: &str) -> Result<(), Box<dyn Error>> {
    let bits = |vectors: &[Vector3<f64>]| vectors.iter().map(|vector| vector.map(f64::to_bits)).collect::<Vec<_>>();
    for world in worlds {
        let poses: Result<Vec<_>, _> = world.bodies().map(|id| world.pose(id)).collect();
        let positions: Vec<Vector3<f64>> = poses?.iter().map(|pose| pose.translation.vector).collect();
        let velocities: Result<Vec<_>, _> = world.bodies().map(|id| world.velocity(id)).collect();
        assert_eq!(bits(&world.positions()), bits(&positions), "{label}");
        assert_eq!(bits(&world.velocities()), bits(&velocities?), "{label}");
    }
    Ok(())
}

/// Runs both worlds side by side, changes them on the way if `disturbed`, and returns the number of
/// events.
fn run(seed: u64, odd: Odd, periodic: bool, disturbed: bool) -> Result<usize, Box<dyn Error>> {
    let random = &mut Random::new(seed);
    let apart = [0.85, 1.2, 2.2][random.below(3) as usize];
    let zeno = match random.below(3) {
        0 => Zeno::Elastic { within: 1e-6 },
        _ => Zeno::default(),
    };
    let mut pairing = Pairing::new(random, odd, periodic, apart, zeno)?;
    let mut count = 0;
    let mut was_open = false;
    while count < 250 {
        let limit = pairing.worlds[0].time() + 0.5;
        let label = format!("{odd:?}, seed {seed}, periodic {periodic}, event {count}");
        let [expected, found] = pairing.step(limit).map_err(|error| format!("{label}: {error}"))?;
        assert_eq!(expected, found, "{label}");
        count += 1;
        was_open |= pairing.has_most_in_balls();
        if count % 50 == 0 {
            pairing.worlds[1].audit().map_err(|error| format!("{label}: {error}"))?;
            check_states_of_all(&pairing.worlds, &label)?;
        }
        if disturbed && random.below(4) == 0 {
            pairing.disturb(random)?;
            // (The audit of a periodic world takes as long as a hundred events.)
            if random.below(24) == 0 {
                pairing.worlds[1].audit().map_err(|error| format!("{label}: {error}"))?;
            }
        }
        if random.below(40) == 0 && !matches!(odd, Odd::TouchOnly | Odd::OwnLaw | Odd::LawForAll | Odd::RoughByLaw) {
            let saved = pairing.worlds[1].snapshot();
            pairing.worlds[1] = World::builder().restore(&saved)?;
        }
    }
    for id in &pairing.ids {
        let [a, b] = pairing.worlds.each_ref().map(|world| world.motion(*id));
        assert_eq!(a?, b?, "{odd:?}, seed {seed}");
    }
    assert!(was_open, "{odd:?}, seed {seed}: the lane of balls never opened");
    Ok(count)
}

fn run_all(periodic: bool, disturbed: bool) -> Result<(), Box<dyn Error>> {
    for odd in ODDS.into_iter().filter(|odd| !periodic || odd.is_periodic()) {
        for seed in 0..4 * rounds_factor() {
            run(seed, odd, periodic, disturbed)?;
        }
    }
    Ok(())
}

#[test]
fn one_odd_body_among_balls_changes_no_event() -> Result<(), Box<dyn Error>> {
    run_all(false, false)
}

#[test]
fn one_odd_body_among_balls_in_a_periodic_domain_changes_no_event() -> Result<(), Box<dyn Error>> {
    run_all(true, false)
}

#[test]
fn bodies_that_come_and_go_among_balls_change_no_event() -> Result<(), Box<dyn Error>> {
    run_all(false, true)
}

#[test]
fn bodies_that_come_and_go_among_balls_in_a_periodic_domain_change_no_event() -> Result<(), Box<dyn Error>> {
    run_all(true, true)
}
