//! What is drawn before a run: balls, their domain, and how sectors are used.

use super::super::super::tuning::Tuning;
use super::super::Random;
use crate::scene::{Body, Dimensions, Settings, Shape, Zeno};
use crate::world::{World, WorldBuilder};
use crate::{Domain, Method};
use nalgebra::Vector3;

/// Collisions of a ball of diameter 1 in a second, times the volume for each ball: for speeds of about 1.
const RATE: f64 = 6.0;

/// The most of such a time where balls pile up, in seconds: they collide more and more often.
const LONGEST_WHERE_PILED: f64 = 0.5;

/// The part of the gap between two neighbours of the lattice by which they may be displaced.
const DISPLACEMENT: f64 = 0.95;

/// A random world.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) settings: Settings,
    pub(super) bodies: Vec<Body>,
    pub(super) threads: usize,
    pub(super) tuning: Tuning,
    records_motion: bool,
    start: f64,
    /// About the time between two collisions of a ball, in seconds.
    pub(super) mean_free_time: f64,
    /// Whether velocities are multiples of a half, with many simultaneous events.
    pub(super) has_ties: bool,
}

impl Case {
    pub(super) fn draw(random: &mut Random) -> Self {
        let is_plane = random.below(4) == 0;
        let spacing = random.of(&[1.02, 1.1, 1.3, 1.6, 2.0, 2.5]);
        let cells = cells(random, is_plane, spacing);
        let has_ties = random.below(5) == 0;
        let mut settings = settings(random, is_plane);
        if has_ties {
            // Balls that fall side by side would touch by rounding, again and again.
            settings.gravity = Vector3::zeros();
        }
        let mut corner = Vector3::repeat(random.of(&[0.0, 0.0, -7.25, 1000.0]));
        if is_plane {
            corner.z = 0.0;
        }
        let sides = Vector3::from(cells).map(|cells| cells as f64 * spacing);
        let (min, max) = (corner, corner + sides);
        settings.domain = match random.below(2) {
            0 => Domain::Periodic { min, max },
            _ => Domain::Box { min, max },
        };
        let balls = Balls::draw(random, is_plane, has_ties);
        if settings.gravity != Vector3::zeros() || balls.acceleration != Vector3::zeros() {
            settings.zeno = without_endless_hops(settings.zeno);
        }
        let gap = if has_ties { 0.0 } else { DISPLACEMENT * 0.5 * (spacing - 1.0) };
        let mut bodies = Vec::new();
        for cell in 0..cells.iter().product::<usize>() {
            let [x, y, _] = cells;
            let cell = Vector3::new(cell % x, cell / x % y, cell / (x * y)).map(|number| number as f64 + 0.5);
            let mut place = corner + cell * spacing + random.vector() * gap;
            if is_plane {
                place.z = 0.0;
            }
            if random.below(20) != 0 {
                bodies.push(balls.ball(random, place));
            }
        }
        let volume = if is_plane {
            spacing * spacing
        } else {
            spacing * spacing * spacing
        };
        let rubs = settings.friction > 0.0 && matches!(settings.domain, Domain::Box { .. });
        let piles = settings.gravity != Vector3::zeros() && (settings.restitution < 1.0 || rubs);
        let longest = if piles { LONGEST_WHERE_PILED } else { f64::INFINITY };
        Self {
            settings,
            bodies,
            threads: random.of(&[1, 2, 2, 3, 3, 7, 16]),
            tuning: tuning(random),
            records_motion: random.below(3) == 0,
            start: random.of(&[0.0, 0.0, -3.0, 1e4]),
            mean_free_time: longest.min(volume / RATE),
            has_ties,
        }
    }

    /// A builder with everything that a snapshot does not contain.
    pub(super) fn builder(&self, threads: usize) -> WorldBuilder {
        let builder = World::builder().record_motion(self.records_motion);
        builder.threads(threads).tuned(self.tuning)
    }

    pub(super) fn world(&self, threads: usize) -> World {
        let builder = self.builder(threads).settings(self.settings).method(Method::Leases);
        let mut world = builder.start_time(self.start).build().expect("valid settings");
        world.insert_all(&self.bodies).expect("no two overlap");
        world
    }

    /// A velocity.
    pub(super) fn velocity(&self, random: &mut Random) -> Vector3<f64> {
        velocity(random, self.is_plane(), self.has_ties)
    }

    /// Another gravity: none under a rule by which balls could [hop for ever](without_endless_hops).
    pub(super) fn gravity(&self, random: &mut Random) -> Vector3<f64> {
        let drawn = acceleration(random, self.is_plane());
        match self.settings.zeno {
            Zeno::Elastic { .. } => Vector3::zeros(),
            _ => drawn,
        }
    }

    pub(super) fn is_plane(&self) -> bool {
        self.settings.dimensions == Dimensions::Two
    }
}

/// The cells of the lattice on each axis: one axis is longer.
fn cells(random: &mut Random, is_plane: bool, spacing: f64) -> [usize; 3] {
    let longer = random.below(if is_plane { 2 } else { 3 });
    if is_plane {
        let mut cells = [5 + random.below(3); 3];
        cells[longer] = 6 + random.below(20);
        cells[2] = 1;
        return cells;
    }
    let least = if spacing < 1.3 { 5 } else { 4 };
    let mut cells = [least + random.below(2); 3];
    cells[longer] = 5 + random.below(9);
    cells
}

fn settings(random: &mut Random, is_plane: bool) -> Settings {
    let mut settings = Settings {
        restitution: random.of(&[1.0, 1.0, 0.9, 0.6]),
        friction: random.of(&[0.0, 0.0, 0.4]),
        zeno: random.of(&[
            Zeno::default(),
            Zeno::default(),
            Zeno::Stick { speed: 0.05 },
            Zeno::Elastic { within: 1e-3 },
            Zeno::Error,
        ]),
        ..Settings::default()
    };
    if is_plane {
        settings.dimensions = Dimensions::Two;
    }
    settings.gravity = acceleration(random, is_plane);
    settings
}

/// A ball that is pressed on a wall, and bounces elastically, hops for ever, up to once in a rounding of the
/// time: accelerations are for other rules.
fn without_endless_hops(zeno: Zeno) -> Zeno {
    match zeno {
        Zeno::Elastic { .. } => Zeno::default(),
        other => other,
    }
}

/// An acceleration, or none.
fn acceleration(random: &mut Random, is_plane: bool) -> Vector3<f64> {
    match random.below(4) {
        0 => -Vector3::y(),
        1 => {
            let mut any = random.vector();
            if is_plane {
                any.z = 0.0;
            }
            any
        }
        _ => Vector3::zeros(),
    }
}

fn velocity(random: &mut Random, is_plane: bool, has_ties: bool) -> Vector3<f64> {
    let mut velocity = random.vector() * 1.7;
    if has_ties {
        velocity = velocity.map(|speed| speed.round() * 0.5);
    }
    if is_plane {
        velocity.z = 0.0;
    }
    velocity
}

/// What the balls have in common.
struct Balls {
    is_plane: bool,
    has_ties: bool,
    /// Radii are from this part of the largest to the largest.
    least_radius: f64,
    rotate: bool,
    /// Whether some have a restitution and a friction of their own.
    are_various: bool,
    /// Of every second ball, on average.
    acceleration: Vector3<f64>,
}

impl Balls {
    fn draw(random: &mut Random, is_plane: bool, has_ties: bool) -> Self {
        Self {
            is_plane,
            has_ties,
            least_radius: random.of(&[1.0, 1.0, 0.8, 0.4, 0.15]),
            rotate: random.below(3) == 0,
            are_various: random.below(5) == 0,
            acceleration: match random.below(5) {
                0 => acceleration(random, is_plane),
                _ => Vector3::zeros(),
            },
        }
    }

    fn ball(&self, random: &mut Random, place: Vector3<f64>) -> Body {
        let radius = 0.5 * random.uniform(self.least_radius, 1.0);
        let ball = Body::new(Shape::ball(radius).expect("a radius")).position(place);
        let mut ball = ball.velocity(velocity(random, self.is_plane, self.has_ties));
        if self.rotate {
            let spin = random.vector();
            ball = ball.rotates();
            ball = ball.angular_velocity(if self.is_plane { Vector3::z() * spin.z } else { spin });
        }
        if self.are_various && random.below(2) == 0 {
            ball = ball.restitution(0.95).friction(0.1).mass(random.of(&[0.5, 3.0]));
        }
        if random.below(2) == 0 {
            ball = ball.acceleration(self.acceleration);
        }
        ball
    }
}

/// Sectors for few balls, with windows and ghosts of any size.
fn tuning(random: &mut Random) -> Tuning {
    let mut tuning = Tuning {
        least_balls: random.of(&[2, 2, 2, 100]),
        least_collisions: random.of(&[0.0, 0.0, 0.01, 0.3]),
        least_again: random.of(&[0.0, 0.05]),
        // Mostly one thread advances all sectors.
        least_shared: random.of(&[1.0, 100.0, 1e9, 1e9]),
        least_part: 1,
        least_serial: random.of(&[1, 4, 16, 64]),
        window: random.of(&[0.01, 0.025, 0.025, 0.1, 0.5]),
        of_sector: random.of(&[800.0, 800.0, 20.0, 5.0]),
        beyond: random.of(&[0.1, 0.5, 1.5, 1.5, 3.0]),
        least_width: random.of(&[0.0, 0.0, 0.0, 0.5, 2.0]),
    };
    // (Not drawn, so that the numbers of cases stay those of the same cases.)
    tuning.least_part = tuning.least_serial as usize;
    tuning
}
