//! A few bodies of all shapes that are dropped, stacked, rolled and pushed together: no run hangs, nothing
//! penetrates anything or gains energy, and all is the same by two methods, one of them from snapshots.

use super::support::bins::{bin_of_one_body, sides_of_planes};
use super::support::{METHODS, Random};
use kinesweep::world::QueryFilter;
use kinesweep::{Body, BodyId, Event, Method, MotionChange, MotionPiece, Settings, Shape, ValueError, World};
use nalgebra::{Isometry3, Vector3};

const FRAME: f64 = 1.0 / 60.0;
const FRAMES: u32 = 75;

/// The greatest share of its size by which the surface of a body may have to recede to be free of all others.
const PENETRATION: f64 = 1e-6;

/// A check of all distances after so many frames.
const FRAMES_PER_CHECK: u32 = 5;

/// The most by which an island opens gaps, as a share of the size of a body.
const OPENING: f64 = 1e-3;

/// The energy is kept to this share where nothing pulls.
const ROUNDING: f64 = 1e-6;

/// What moves in steps where something pulls may gain this share of its energy.
const STEPS: f64 = 1e-2;

/// The greatest radius of a body, in its size.
const RADIUS: f64 = 1.75;

/// The greatest mass of a body, in kg.
const MOST_MASS: f64 = 3.0;

/// The most motion pieces of a body in a frame.
const MOST_PIECES: u64 = 2000;

/// Half the width of a bin, in metres.
const HALF: f64 = 1.0;

/// A kind of shape and its size.
#[derive(Clone, Copy, Debug)]
struct Form {
    kind: u64,
    size: f64,
    flat: f64,
}

impl Form {
    fn draw(random: &mut Random) -> Self {
        Self {
            kind: random.below(10),
            size: random.of(&[0.2, 0.25, 0.3, 0.4]),
            flat: random.of(&[0.5, 0.75, 1.0]),
        }
    }

    /// Half its height as it stands, in metres.
    fn half_height(&self) -> f64 {
        if self.kind == 2 { self.size } else { self.size * self.flat }
    }

    /// Its shape with a surface that is so many metres further in, or a little less on an ellipsoid.
    fn shape(&self, in_by: f64) -> Result<Shape, ValueError> {
        let (long, short) = (self.size, self.size * self.flat);
        let cuboid = |x: f64, y: f64, z: f64| Shape::cuboid(Vector3::new(x, y, z).add_scalar(-in_by));
        match self.kind {
            0 | 1 => cuboid(long, short, 0.8 * long),
            2 => Shape::ball(long - in_by),
            3 => Shape::capsule(0.5 * short, 0.5 * short - in_by),
            4 => {
                // (All faces are as far from the centre.)
                let scale = 1.0 - in_by * (2.0 / (long * long) + 1.0 / (short * short)).sqrt();
                let corners = [Vector3::x() * long, Vector3::y() * short, Vector3::z() * long].map(|corner| corner * scale);
                Shape::convex(corners.iter().flat_map(|corner| [*corner, -corner]).collect())
            }
            5 => Shape::cylinder(short - in_by, 0.8 * long - in_by),
            6 => {
                // (Its mantle is nearer to the centre than its base.)
                let (height, radius) = (short, 0.8 * long);
                let scale = 1.0 - in_by * radius.hypot(2.0 * height) / (radius * height);
                Shape::cone(scale * height, scale * radius)
            }
            7 => Shape::ellipsoid(Vector3::new(long, short, 0.8 * long).add_scalar(-in_by)),
            8 => Shape::rounded_cuboid(Vector3::new(0.9 * long, short - 0.1 * long, 0.7 * long), 0.1 * long - in_by),
            _ => {
                // Two plates with a bar between them.
                let mut parts = vec![(Isometry3::identity(), cuboid(0.8 * long, 0.4 * short, 0.4 * short)?)];
                for side in [-0.8, 0.8] {
                    let plate = cuboid(0.2 * long, short, short)?;
                    parts.push((Isometry3::translation(side * self.size, 0.0, 0.0), plate));
                }
                Shape::compound(parts)
            }
        }
    }
}

/// What is drawn before a run.
#[derive(Clone, Debug)]
struct Plan {
    settings: Settings,
    fixed: Vec<Body>,
    bodies: Vec<(Form, Body)>,
    /// Velocities that bodies get in a frame, and the bodies that are removed.
    changes: Vec<(u32, usize, Option<Vector3<f64>>)>,
    /// Whether fixed bodies move, and add energy.
    is_driven: bool,
}

impl Plan {
    fn draw(random: &mut Random) -> Result<Self, ValueError> {
        let gravity = random.of(&[
            Vector3::y() * -9.81,
            Vector3::y() * -9.81,
            Vector3::new(3.0, -9.0, 0.0),
            Vector3::zeros(),
        ]);
        let settings = Settings {
            gravity,
            // (Elastic bodies are never in lasting contact.)
            restitution: random.of(&[0.0, 0.2, 0.5, 0.9]),
            friction: random.of(&[0.0, 0.3, 0.8]),
            ..Settings::default()
        };
        let (fixed, is_driven) = bin(random)?;
        let mut plan = Self {
            settings,
            fixed,
            bodies: Vec::new(),
            changes: Vec::new(),
            is_driven,
        };
        // As a stack that stands, or loosely and turned.
        let is_stack = random.below(3) == 0;
        let mut top = 0.0;
        for _ in 0..2 + random.below(6) {
            let form = Form::draw(random);
            let mut body = Body::new(form.shape(0.0)?).mass(random.of(&[0.5, 1.0, MOST_MASS]));
            let half = form.half_height();
            let reach = if is_stack { half } else { form.size * 1.6 };
            body.position = Vector3::y() * (top + reach);
            top += 2.0 * reach + if is_stack { 0.0 } else { 0.05 };
            if random.below(4) != 0 {
                body = body.rotates();
            }
            if !is_stack {
                body.position += Vector3::new(random.uniform(-0.3, 0.3), 0.0, random.uniform(-0.3, 0.3));
                body = body.orientation(random.vector(2.0)).velocity(random.vector(1.5));
                if body.rotates {
                    body = body.angular_velocity(random.vector(3.0));
                }
            }
            plan.bodies.push((form, body));
        }
        for _ in 0..random.below(4) {
            let frame = 10 + random.below(60) as u32;
            let body = random.below(plan.bodies.len() as u64) as usize;
            let velocity = random.vector(3.0);
            plan.changes.push((frame, body, (random.below(4) != 0).then_some(velocity)));
        }
        Ok(plan)
    }
}

/// A floor, and often sides, of half-spaces or of one body, or a slab that moves.
fn bin(random: &mut Random) -> Result<(Vec<Body>, bool), ValueError> {
    let floor = || Ok(Body::fixed(Shape::half_space(Vector3::y())?));
    let slab = || Shape::cuboid(Vector3::new(3.0, 0.1, 3.0));
    Ok(match random.below(6) {
        0 => (vec![floor()?], false),
        1 | 2 => {
            let mut bodies = sides_of_planes(HALF)?;
            bodies.push(floor()?);
            (bodies, false)
        }
        3 => (vec![bin_of_one_body(HALF)?], false),
        4 => {
            let slab = Body::fixed(slab()?).position(Vector3::y() * -0.1);
            (vec![slab.acceleration(random.vector(4.0)).velocity(random.vector(0.5))], true)
        }
        _ => {
            let slab = Body::fixed(slab()?).position(Vector3::y() * -0.1);
            (vec![slab.angular_velocity(random.vector(0.5))], true)
        }
    })
}

/// A world with its bodies that are not fixed.
struct Run {
    world: World,
    bodies: Vec<(BodyId, Form)>,
    events: Vec<Event>,
    /// The most that the energy can have been at its least after the last change.
    energy: f64,
    pieces: u64,
}

impl Run {
    /// None if the bodies overlap.
    fn new(plan: &Plan, method: Method) -> Option<Self> {
        let mut world = World::builder()
            .settings(plan.settings)
            .method(method)
            .build()
            .expect("settings");
        for body in &plan.fixed {
            world.insert(body.clone()).ok()?;
        }
        let mut bodies = Vec::new();
        for (form, body) in &plan.bodies {
            bodies.push((world.insert(body.clone()).ok()?, *form));
        }
        let energy = world.energy();
        Some(Self {
            world,
            bodies,
            events: Vec::new(),
            energy,
            pieces: 0,
        })
    }

    fn advance(&mut self, plan: &Plan, frame: u32) {
        for (_, at, velocity) in plan.changes.iter().filter(|change| change.0 == frame) {
            let body = self.bodies.get(*at).map(|(id, _)| *id);
            match (body, velocity) {
                (Some(body), Some(velocity)) => {
                    let change = MotionChange::velocity(*velocity);
                    self.world.set_motion(body, &change).expect("it is present");
                }
                (Some(body), None) => {
                    self.world.remove(body).expect("it is present");
                    self.bodies.remove(*at);
                }
                _ => {}
            }
            self.energy = self.most_energy(plan);
        }
        let events = self.world.advance_to(f64::from(frame) * FRAME);
        self.events
            .extend_from_slice(events.unwrap_or_else(|error| panic!("frame {frame}: {error}")));
    }

    /// By how much the energy may differ from what it is with the velocities of the present: those within an island
    /// are of the middle of its step.
    fn uncertainty(&self, plan: &Plan) -> f64 {
        let pull = plan.settings.gravity.norm();
        let of_body = |(id, form): &(BodyId, Form)| {
            if pull == 0.0 || self.motion(*id).acceleration != Vector3::zeros() {
                return 0.0;
            }
            // Half of the time in which it falls by a hundredth of its radius.
            let change = 0.5 * pull * (0.02 * RADIUS * form.size / pull).sqrt();
            self.mass(*id) * change * (self.speed(*id) + 0.5 * change)
        };
        self.bodies.iter().map(of_body).sum()
    }

    fn motion(&self, id: BodyId) -> MotionPiece {
        self.world.motion(id).expect("it is present")
    }

    fn mass(&self, id: BodyId) -> f64 {
        self.world.mass(id).expect("it is present")
    }

    fn speed(&self, id: BodyId) -> f64 {
        self.world.velocity(id).expect("it is present").norm()
    }

    fn most_energy(&self, plan: &Plan) -> f64 {
        self.world.energy() + self.uncertainty(plan)
    }

    /// By how much the energy may rise: an island opens gaps a little, and moves in steps.
    fn allowance(&self, plan: &Plan) -> f64 {
        let pull = plan.settings.gravity.norm();
        let rises = |(id, form): &(BodyId, Form)| {
            let (mass, speed) = (self.mass(*id), self.speed(*id));
            let moves = if pull > 0.0 { STEPS * 0.5 * mass * speed * speed } else { 0.0 };
            mass * pull * OPENING * form.size + moves
        };
        self.bodies.iter().map(rises).sum::<f64>() + ROUNDING * self.energy.abs().max(1.0)
    }

    fn check(&mut self, plan: &Plan, frame: u32) {
        let pieces = self.world.counters().motion_changes;
        assert!(
            pieces - self.pieces <= MOST_PIECES * (1 + self.bodies.len() as u64),
            "frame {frame}: {} pieces, {:?}",
            pieces - self.pieces,
            self.world.counters()
        );
        self.pieces = pieces;
        let (energy, allowance) = (self.world.energy() - self.uncertainty(plan), self.allowance(plan));
        assert!(
            plan.is_driven || energy <= self.energy + allowance,
            "frame {frame}: {energy} J or more after {}, {allowance} more allowed",
            self.energy
        );
        self.energy = self.energy.min(self.most_energy(plan));
        if frame.is_multiple_of(FRAMES_PER_CHECK) {
            for (id, form) in &self.bodies {
                let shape = form.shape(PENETRATION * form.size).expect("a smaller shape");
                let pose = self.world.pose(*id).expect("it is present");
                let others = self.world.overlapping(&shape, &pose, &QueryFilter::new().excluding(*id));
                let others = others.expect("a shape within bounds");
                assert!(others.is_empty(), "frame {frame}: {id} {form:?} penetrates {others:?}");
            }
        }
    }

    fn places(&self) -> Vec<Isometry3<f64>> {
        self.bodies
            .iter()
            .map(|(id, _)| self.world.pose(*id).expect("it is present"))
            .collect()
    }
}

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let mut plan = Plan::draw(random).expect("values within bounds");
    let (method, every) = (random.of(&METHODS), 7 + random.below(30) as u32);
    if random.below(4) == 0 {
        (plan.settings.rolling_friction, plan.settings.spinning_friction) = (0.05, 0.02);
    }
    if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
        eprintln!("{plan:#?}");
    }
    let Some(mut one) = Run::new(&plan, Method::Auto) else {
        return;
    };
    let mut other = Run::new(&plan, method).expect("they do not overlap");
    for frame in 1..=FRAMES {
        one.advance(&plan, frame);
        one.check(&plan, frame);
        other.advance(&plan, frame);
        if frame.is_multiple_of(every) {
            let kept = other.world.snapshot();
            other.world = World::builder().restore(&kept).expect("its own snapshot");
        }
        assert_eq!(one.places(), other.places(), "frame {frame}: Auto, and {method:?}");
    }
    assert_eq!(one.events, other.events, "Auto, and {method:?}");
    one.world.audit().unwrap_or_else(|difference| panic!("{difference}"));
}
