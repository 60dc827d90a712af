//! Worlds of two dimensions: by lists, by leases, and with the lane of balls the events are the
//! same, to the bit, and nothing ever leaves the plane.

use crate::support::{Random, rounds_factor};
use kinesweep::response::{Encounter, Reply, Response, impulse};
use kinesweep::scene::{BodyChange, Dimensions};
use kinesweep::{Body, BodyId, Domain, Event, EventKind, Groups, Method, MotionChange, Settings, Shape, World, Zeno};
use nalgebra::Vector3;
use std::error::Error;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// What the discs are, or what stands among them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Equal,
    TwoSizes,
    ManySizes,
    FewMuchLarger,
    Falling,
    Rough,
    Growing,
    Sensors,
    HalfSpace,
    ByLaw,
}

const KINDS: [Kind; 10] = [
    Kind::Equal,
    Kind::TwoSizes,
    Kind::ManySizes,
    Kind::FewMuchLarger,
    Kind::Falling,
    Kind::Rough,
    Kind::Growing,
    Kind::Sensors,
    Kind::HalfSpace,
    Kind::ByLaw,
];

/// Some discs begin to spin, and some pass through each other.
struct Spinning {
    calls: u64,
}

impl Response for Spinning {
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

fn in_plane(random: &mut Random, size: f64) -> Vector3<f64> {
    Vector3::new(random.uniform(-size, size), random.uniform(-size, size), 0.0)
}

/// The same discs by several methods. In the first world the lane of balls is closed.
struct Worlds {
    worlds: Vec<World>,
    ids: Vec<BodyId>,
    half: Vector3<f64>,
}

impl Worlds {
    fn new(random: &mut Random, kind: Kind, periodic: bool) -> Outcome<Self> {
        let (columns, rows) = (9 + random.below(8) as i32, 7 + random.below(8) as i32);
        let apart = [0.83, 1.1, 2.2][random.below(3) as usize];
        let half = Vector3::new(f64::from(columns), f64::from(rows), 0.0) * (0.5 * apart);
        // The z of the corners is not used.
        let domain = match periodic {
            true => Domain::Periodic { min: -half, max: half },
            false => Domain::Box { min: -half, max: half },
        };
        let settings = Settings {
            domain,
            dimensions: Dimensions::Two,
            zeno: if random.below(3) == 0 {
                Zeno::Elastic { within: 1e-6 }
            } else {
                Zeno::default()
            },
            restitution: if random.below(3) == 0 { random.uniform(0.3, 1.0) } else { 1.0 },
            gravity: if kind == Kind::Falling {
                in_plane(random, 1.0)
            } else {
                Vector3::zeros()
            },
            ..Settings::default()
        };
        // Discs that grow are not in the lane of balls where overlaps are reported.
        let reports = (columns + rows) % 3 == 0 && kind != Kind::Growing;
        let world = |method: Method, closed: bool| {
            let builder = World::builder().settings(settings).method(method);
            let builder = builder.report_overlaps(reports).lane_of_balls(!closed);
            match kind {
                Kind::ByLaw => builder.custom_response(Spinning { calls: 0 }).build(),
                _ => builder.build(),
            }
        };
        let mut worlds = vec![world(Method::Leases, true)?, world(Method::Leases, false)?];
        if !periodic {
            worlds.push(world(Method::Lists, false)?);
        }
        let mut worlds = Self {
            worlds,
            ids: Vec::new(),
            half,
        };
        for at in 0..columns * rows {
            let place = Vector3::new(f64::from(at % columns) + 0.5, f64::from(at / columns) + 0.5, 0.0) * apart - half;
            let body = Self::disc(random, kind)?.position(place);
            worlds.insert(body, false);
        }
        if kind == Kind::FewMuchLarger {
            // Where nothing is: the small ones there are refused or removed.
            for _ in 0..2 {
                worlds.insert_large(random)?;
            }
        }
        if kind == Kind::HalfSpace && !periodic {
            let normal = in_plane(random, 1.0).normalize();
            let body = Body::fixed(Shape::half_space(normal)?).position(normal * -0.7 * half.x.min(half.y));
            worlds.insert(body, false);
        }
        Ok(worlds)
    }

    fn disc(random: &mut Random, kind: Kind) -> Outcome<Body> {
        let radius = match kind {
            Kind::TwoSizes => [0.2, 0.4][random.below(2) as usize],
            Kind::ManySizes => random.uniform(0.1, 0.4),
            Kind::FewMuchLarger => 0.15,
            Kind::Growing => 0.3,
            _ => 0.4,
        };
        let shape = Shape::ball(radius)?;
        let body = match random.below(40) {
            0 => Body::fixed(shape),
            _ => Body::new(shape).velocity(in_plane(random, 1.0)).density(1.0),
        };
        let spin = Vector3::z() * random.uniform(-2.0, 2.0);
        Ok(match kind {
            Kind::Rough => body.friction(random.uniform(0.0, 0.8)).angular_velocity(spin).rotates(),
            Kind::Growing if random.below(4) > 0 => body.growth(random.uniform(0.0, 0.02)),
            Kind::Sensors if random.below(10) == 0 => body.sensor(),
            Kind::Sensors => body.groups(Groups {
                memberships: 1 << random.below(3),
                filter: random.below(8) as u32,
            }),
            _ => body,
        })
    }

    /// Inserts a body, or refuses it, in all worlds alike.
    fn insert(&mut self, body: Body, must: bool) {
        let inserted: Vec<_> = self.worlds.iter_mut().map(|world| world.insert(body.clone())).collect();
        let shown: Vec<String> = inserted.iter().map(|inserted| format!("{inserted:?}")).collect();
        assert!(shown.iter().all(|one| *one == shown[0]), "{shown:?}");
        assert!(!must || inserted[0].is_ok(), "{shown:?}");
        self.ids.extend(inserted[0].as_ref().ok());
    }

    /// A large disc in place of the small ones.
    fn insert_large(&mut self, random: &mut Random) -> Outcome {
        let radius = (0.2 * self.half.x.min(self.half.y)).min(1.2);
        let room = self.half - Vector3::new(radius, radius, 0.0);
        let place = Vector3::new(random.uniform(-room.x, room.x), random.uniform(-room.y, room.y), 0.0);
        let domain = self.worlds[0].settings().domain;
        let near: Vec<BodyId> = self
            .ids
            .iter()
            .copied()
            .filter(|id| {
                let apart = self.worlds[0].pose(*id).expect("it is there").translation.vector - place;
                domain.nearest(&apart).norm() < radius + 1.3
            })
            .collect();
        self.ids.retain(|id| !near.contains(id));
        for id in near {
            for world in &mut self.worlds {
                world.remove(id)?;
            }
        }
        let body = Body::new(Shape::ball(radius)?)
            .position(place)
            .velocity(in_plane(random, 0.5))
            .density(1.0);
        self.insert(body, true);
        Ok(())
    }

    /// Makes the same change in all worlds.
    fn change<T: PartialEq + std::fmt::Debug>(&mut self, mut change: impl FnMut(&mut World) -> T) {
        let done: Vec<T> = self.worlds.iter_mut().map(&mut change).collect();
        assert!(done.iter().all(|one| *one == done[0]), "{done:?}");
    }

    fn disturb(&mut self, random: &mut Random) -> Outcome {
        let id = self.ids[random.below(self.ids.len() as u64) as usize];
        match random.below(9) {
            0 => {
                let place = Vector3::new(
                    random.uniform(-self.half.x, self.half.x),
                    random.uniform(-self.half.y, self.half.y),
                    0.0,
                );
                let body = Body::new(Shape::ball(0.3)?).position(place).velocity(in_plane(random, 1.0));
                self.insert(body, false);
            }
            1 if self.ids.len() > 20 => {
                self.ids.retain(|other| *other != id);
                self.change(|world| world.remove(id).is_ok());
            }
            2 => {
                let change = MotionChange::velocity(in_plane(random, 1.5));
                self.change(|world| world.set_motion(id, &change).is_ok());
            }
            3 => {
                let change = MotionChange::position(in_plane(random, self.half.x));
                self.change(|world| world.set_motion(id, &change).is_ok());
            }
            4 => {
                let change = MotionChange::angular_velocity(Vector3::z() * random.uniform(-1.0, 1.0));
                self.change(|world| world.set_motion(id, &change).is_ok());
            }
            5 => {
                let change = MotionChange::acceleration(in_plane(random, 1.0));
                self.change(|world| world.set_motion(id, &change).is_ok());
            }
            6 => {
                let change = BodyChange::new().shape(Shape::ball(random.uniform(0.1, 0.4))?).density(2.0);
                self.change(|world| world.set_body(id, &change).is_ok());
            }
            7 => drop(self.worlds[1].next_event_time()),
            _ => {
                self.change(|world| world.overlapping_pairs());
                self.change(|world| world.next_collision(id).map(|next| next.map(|(time, _)| time)));
            }
        }
        Ok(())
    }

    fn step(&mut self, limit: f64) -> Outcome<Vec<Option<Event>>> {
        let step = |world: &mut World| world.step_before(limit);
        Ok(self.worlds.iter_mut().map(step).collect::<Result<_, _>>()?)
    }

    /// Nothing is out of the plane, to the bit but for the sign of zero.
    fn check_plane(&self, label: &str) -> Outcome {
        for world in &self.worlds {
            for id in world.bodies() {
                let piece = world.motion(id)?;
                let out = [piece.position.z, piece.velocity.z, piece.acceleration.z];
                assert_eq!(out, [0.0; 3], "{label}");
                assert_eq!((piece.angular_velocity.x, piece.angular_velocity.y), (0.0, 0.0), "{label}");
                let turned = world.pose(id)?.rotation;
                assert_eq!((turned.i, turned.j), (0.0, 0.0), "{label}");
            }
        }
        Ok(())
    }
}

/// Returns whether the lane of balls was open at any time.
fn run(seed: u64, kind: Kind, periodic: bool, disturbed: bool) -> Outcome<bool> {
    let random = &mut Random::new(seed);
    let mut worlds = Worlds::new(random, kind, periodic)?;
    let (mut was_open, mut collisions) = (false, 0);
    for event in 0..250 {
        let limit = worlds.worlds[0].time() + 0.5;
        let label = format!("{kind:?}, seed {seed}, periodic {periodic}, event {event}");
        let events = worlds.step(limit).map_err(|error| format!("{label}: {error}"))?;
        assert!(events.iter().all(|one| *one == events[0]), "{label}: {events:?}");
        if let Some(Event {
            kind: EventKind::Collision(hit),
            ..
        }) = &events[0]
        {
            assert_eq!((hit.point.z, hit.normal.z), (0.0, 0.0), "{label}");
            collisions += 1;
        }
        let counters = worlds.worlds[1].counters();
        was_open |= counters.entries().iter().any(|(name, _)| *name == "pairs looked at");
        if event % 50 == 0 {
            worlds.worlds[1].audit().map_err(|error| format!("{label}: {error}"))?;
            worlds.check_plane(&label)?;
        }
        if disturbed && random.below(4) == 0 {
            worlds.disturb(random)?;
            if random.below(24) == 0 {
                worlds.worlds[1].audit().map_err(|error| format!("{label}: {error}"))?;
            }
        }
        if random.below(40) == 0 && kind != Kind::ByLaw {
            let saved = worlds.worlds[1].snapshot();
            worlds.worlds[1] = World::builder().restore(&saved)?;
            assert_eq!(worlds.worlds[1].settings(), worlds.worlds[0].settings());
        }
    }
    worlds.check_plane("at the end")?;
    for id in &worlds.ids {
        let pieces: Result<Vec<_>, _> = worlds.worlds.iter().map(|world| world.motion(*id)).collect();
        let pieces = pieces?;
        assert!(pieces.iter().all(|piece| *piece == pieces[0]), "{kind:?}, seed {seed}");
    }
    assert!(collisions > 20, "{kind:?}, seed {seed}: {collisions}");
    Ok(was_open)
}

fn run_all(disturbed: bool) -> Outcome {
    for kind in KINDS {
        let (mut runs, mut open) = (0, 0);
        for periodic in [false, true] {
            for seed in 0..4 * rounds_factor() {
                runs += 1;
                open += u32::from(run(seed, kind, periodic, disturbed)?);
            }
        }
        // With many sensors it does not open.
        assert!(
            2 * open > runs,
            "{kind:?}: the lane of balls was open in {open} of {runs} runs"
        );
    }
    Ok(())
}

#[test]
fn discs_have_the_same_events_by_all_methods() -> Outcome {
    run_all(false)
}

#[test]
fn discs_that_come_and_go_have_the_same_events_by_all_methods() -> Outcome {
    run_all(true)
}
