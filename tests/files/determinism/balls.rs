//! Scenes of balls of every kind that the lane of balls takes, small enough for all methods.

use super::runs;
use super::scenes::Case;
use kinesweep::scene::{Dimensions, Population, Speed};
use kinesweep::world::BodyLane;
use kinesweep::{Body, Domain, Groups, Method, MotionChange, Scene, Settings, Shape};
use nalgebra::Vector3;

/// The settings of a scene, and its bodies: those that are placed by hand, then the balls.
struct Balls {
    settings: Settings,
    bodies: Vec<Body>,
    seed: u64,
}

fn ball(radius: f64) -> Body {
    Body::new(Shape::ball(radius).unwrap()).mass((2.0 * radius).powi(3))
}

impl Balls {
    /// An empty domain about the origin.
    fn new(half: f64, periodic: bool) -> Self {
        let (min, max) = (Vector3::repeat(-half), Vector3::repeat(half));
        let domain = match periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        };
        Self {
            settings: Settings {
                domain,
                ..Settings::default()
            },
            bodies: Vec::new(),
            seed: 0,
        }
    }

    fn falling(mut self) -> Self {
        self.settings.gravity = Vector3::new(0.3, -2.0, 0.1);
        self
    }

    fn flat(mut self) -> Self {
        self.settings.dimensions = Dimensions::Two;
        self.settings.gravity.z = 0.0;
        self
    }

    fn body(mut self, body: Body) -> Self {
        self.bodies.push(body);
        self
    }

    /// Adds so many like a template, at random places.
    fn many(mut self, count: usize, template: Body) -> Self {
        self.seed += 1;
        let population = Population {
            speed: Speed::Maxwell(1.0),
            seed: self.seed,
            dimensions: self.settings.dimensions,
            ..Population::gas(count, template)
        };
        let number = self.seed as usize;
        let placed = population.place_in(number, &self.settings.domain, &self.bodies).unwrap();
        self.bodies.extend(placed);
        self
    }

    fn case(self, name: &'static str, until: f64) -> Case {
        let scene = Scene {
            settings: self.settings,
            bodies: self.bodies,
            ..Scene::default()
        };
        Case::new(name, scene, until)
    }
}

/// Radii of nearly a log-normal distribution of width 0.3, the largest first, so that there is room.
fn log_normal(count: usize) -> impl Iterator<Item = f64> {
    // Sums of twelve numbers that are spread uniformly are nearly normal. (Roots of squares plus 2 are irrational.)
    let normal = |number: usize| {
        let of = |axis: usize| (0.5 + number as f64 * ((axis * axis + 2) as f64).sqrt()).fract();
        (0..12).map(of).sum::<f64>() - 6.0
    };
    let mut radii: Vec<f64> = (0..count).map(|number| 0.5 * (0.3 * normal(number)).exp()).collect();
    radii.sort_by(|a, b| b.total_cmp(a));
    radii.into_iter()
}

/// A floor that moves up and down.
fn vibrating_floor(half: f64) -> Body {
    let slab = Shape::cuboid(Vector3::new(half - 0.1, 0.5, half - 0.1)).unwrap();
    let up = |number: u32| Vector3::y() * if number.is_multiple_of(2) { 0.5 } else { -0.5 };
    let floor = Body::fixed(slab).position(Vector3::y() * (0.6 - half)).velocity(up(0));
    (1..20).fold(floor, |floor, number| {
        floor.change_at(0.1 * f64::from(number), MotionChange::velocity(up(number)))
    })
}

/// A plane that leans to the middle from one side.
fn leaning_plane(side: Vector3<f64>) -> Body {
    let plane = Shape::half_space((Vector3::y() - 0.4 * side).normalize()).unwrap();
    Body::fixed(plane).position(side * 6.0 - Vector3::y() * 3.0)
}

pub(crate) fn cases() -> Vec<Case> {
    let usual = || ball(0.5);
    let moving = |shape: Shape| Body::new(shape).velocity(Vector3::new(0.7, -0.3, 0.5));
    let cube = || Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    let uniform = Groups {
        memberships: 1 << 4,
        filter: 1 << 4,
    };
    let sizes = log_normal(200).fold(Balls::new(4.6, true), |balls, radius| balls.many(1, ball(radius)));
    let planes = [Vector3::x(), -Vector3::x(), Vector3::z(), -Vector3::z()];
    let hopper = planes
        .into_iter()
        .fold(Balls::new(6.0, false), |balls, side| balls.body(leaning_plane(side)));
    vec![
        Balls::new(4.0, false).falling().many(250, usual()).case("balls-gravity", 0.5),
        Balls::new(4.0, false)
            .many(200, usual())
            .many(50, usual().acceleration(Vector3::new(0.0, -1.0, 0.5)))
            .case("balls-own-pulls", 0.5),
        Balls::new(4.0, true)
            .many(250, usual().rotates().friction(0.3))
            .case("balls-rough", 0.5),
        Balls::new(4.0, false)
            .falling()
            .many(250, usual().rotates().friction(0.3).restitution(0.95))
            .case("balls-rough-gravity", 0.5),
        Balls::new(4.4, true)
            .many(50, ball(0.9))
            .many(150, ball(0.45))
            .case("balls-1-to-2", 0.5),
        Balls::new(4.4, true)
            .many(2, ball(1.75))
            .many(300, ball(0.35))
            .case("balls-1-to-5", 0.3),
        Balls::new(6.0, false)
            .many(1, ball(4.0))
            .many(300, usual())
            .case("balls-one-large", 0.5),
        sizes.case("balls-log-normal", 0.4),
        Balls::new(4.0, true)
            .many(200, usual().growth(0.05))
            .case("balls-growing", 0.4),
        Balls::new(6.0, false)
            .falling()
            .flat()
            .many(12, ball(0.8).rotates().friction(0.3))
            .many(40, usual())
            .case("balls-as-discs", 0.5),
        Balls::new(4.0, true)
            .body(moving(Shape::ball(1.0).unwrap()).sensor())
            .many(200, usual())
            .case("balls-and-sensor", 0.5),
        Balls::new(4.0, true)
            .body(moving(cube()))
            .many(200, usual())
            .case("balls-and-cube", 0.3),
        Balls::new(4.0, false)
            .body(Body::fixed(Shape::ring(1.5, 0.3, 8, 8).unwrap()))
            .many(200, usual().groups(uniform))
            .many(50, usual())
            .case("balls-and-mesh", 0.3),
        Balls::new(4.0, false)
            .falling()
            .body(vibrating_floor(4.0))
            .many(150, usual())
            .case("balls-on-floor", 0.5),
        hopper.falling().many(150, usual()).case("balls-in-hopper", 0.5),
    ]
}

/// So the golden table covers the lane of balls.
#[test]
fn balls_of_every_kind_are_in_their_lane() {
    for case in cases() {
        let mut world = runs::world(&case, Method::Auto, false);
        world.advance_to(0.5 * case.until).unwrap();
        let of_lane = |(lane, count): &(BodyLane, usize)| if *lane == BodyLane::Balls { *count } else { 0 };
        let in_lane: usize = world.lanes().iter().map(of_lane).sum();
        assert!(
            10 * in_lane >= 7 * case.scene.bodies.len(),
            "{}: {:?}",
            case.name,
            world.lanes()
        );
    }
}
