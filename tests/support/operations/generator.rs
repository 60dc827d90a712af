//! Generates the worlds of a sequence of operations, their bodies and motions.

use super::super::numbers::extreme;
use super::super::{METHODS, Random};
use super::SequenceKind;
use super::callbacks::{Law, Within};
use kinesweep::broad::SwapQueue;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::scene::BodyChange;
use kinesweep::{Body, BodyKind, Domain, Groups, Method, MotionChange, ResponseMode, Settings, Shape, World, WorldBuilder, Zeno};
use nalgebra::{UnitQuaternion, Vector3};

/// In sequences with extreme numbers, one number in this many is extreme.
const EXTREME_SHARE: u64 = 48;

/// The parameters of a sequence of operations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Generator {
    settings: Settings,
    /// Half the side of the cube of initial positions.
    half_side: f64,
    /// Whether coordinates and speeds are multiples of a quarter, with many ties.
    lattice: bool,
    /// Whether most bodies are balls, so that the lane of balls is used.
    balls: bool,
    extreme: bool,
    spinning: bool,
    setters: bool,
    law: Option<Law>,
    /// The rate of a touch test, and the test.
    test: Option<(f64, Within)>,
    report_overlaps: bool,
    report_rests: bool,
    pub(super) start: f64,
}

impl Generator {
    pub(super) fn draw(random: &mut Random, sort: SequenceKind) -> Self {
        let half_side = random.of(&[1.5, 3.0, 8.0]);
        let mut settings = Settings::default();
        if random.below(2) == 0 {
            settings.gravity = Vector3::new(0.0, -random.of(&[1.0, 10.0]), 0.0);
        }
        settings.restitution = random.of(&[1.0, 0.5, 0.0]);
        settings.friction = random.of(&[0.0, 0.0, 0.5]);
        let corners = [Vector3::repeat(-half_side - 1.0), Vector3::repeat(half_side + 1.0)];
        settings.domain = match random.below(6) {
            0..=2 => Domain::Box {
                min: corners[0],
                max: corners[1],
            },
            3 => Domain::Periodic {
                min: 3.0 * corners[0],
                max: 3.0 * corners[1],
            },
            _ => Domain::Open,
        };
        if random.below(5) == 0 {
            settings.response = ResponseMode::PassThrough;
        }
        settings.zeno = random.of(&[Zeno::default(), Zeno::default(), Zeno::Elastic { within: 1e-3 }, Zeno::Error]);
        let balls = random.below(4) == 0;
        if balls {
            settings.gravity = Vector3::zeros();
        }
        Self {
            settings,
            half_side,
            lattice: random.below(2) == 0,
            balls,
            extreme: sort.extreme,
            spinning: sort.spinning,
            setters: sort.setters,
            law: (random.below(6) == 0)
                .then(|| random.of(&Law::ALL))
                .filter(|law| sort.spinning || *law != Law::ChangesSpin),
            test: (random.below(6) == 0).then(|| (random.of(&[2.0, 10.0, 37.0]), Within(random.of(&[0.5, 1.5])))),
            report_overlaps: random.below(2) == 0,
            // (Without a draw of its own: the operations stay the same.)
            report_rests: settings.friction > 0.0,
            start: random.of(&[0.0, 0.0, -3.0, 1e6]),
        }
    }

    pub(super) fn has_extreme_numbers(&self) -> bool {
        self.extreme
    }

    pub(super) fn has_setters(&self) -> bool {
        self.setters
    }

    pub(super) fn is_periodic(&self) -> bool {
        matches!(self.settings.domain, Domain::Periodic { .. })
    }

    /// Whether `step` without a time limit terminates.
    pub(super) fn may_step(&self) -> bool {
        self.extreme && self.test.is_none() && !self.is_periodic()
    }

    /// The methods to compare. In a periodic domain there is one, chosen explicitly, and by `Auto`
    /// without the lane of balls.
    /// With extreme numbers no method uses frames: their number would be unbounded.
    pub(super) fn methods(&self) -> Vec<Method> {
        let has_frames = |method: &Method| matches!(method, Method::Swept { .. });
        if self.is_periodic() {
            vec![Method::Leases, Method::Auto]
        } else if self.extreme {
            let without = METHODS.into_iter().filter(|method| !has_frames(method));
            without.chain([Method::Auto]).collect()
        } else {
            METHODS.to_vec()
        }
    }

    pub(super) fn world(&self, method: Method) -> World {
        let builder = self
            .builder()
            .settings(self.settings)
            .start_time(self.start)
            .method(method)
            .report_overlaps(self.report_overlaps)
            .report_rests(self.report_rests)
            .lane_of_balls(!(self.is_periodic() && method == Method::Auto));
        builder.build().expect("the settings are valid")
    }

    /// A builder with everything that a snapshot does not contain.
    pub(super) fn builder(&self) -> WorldBuilder {
        // No result depends on the queue. It is derived, not drawn, so that the sequence of a seed
        // stays the same.
        let queue = SwapQueue::ALL[(usize::from(self.lattice) + usize::from(self.report_overlaps)) % 3];
        let mut builder = World::builder().record_motion(true).swap_queue(queue);
        if let Some(law) = self.law {
            builder = builder.custom_response(law);
        }
        if let Some((rate, test)) = self.test {
            builder = builder.touch_test(rate, test);
        }
        builder
    }

    /// `plain`, or sometimes an extreme number.
    pub(super) fn number(&self, random: &mut Random, plain: f64) -> f64 {
        if self.extreme && random.below(EXTREME_SHARE) == 0 {
            extreme(random)
        } else {
            plain
        }
    }

    /// A time from `now` on, at most `within` seconds later.
    pub(super) fn time(&self, random: &mut Random, now: f64, within: f64) -> f64 {
        let plain = now + random.of(&[0.0, 0.25, 1.0, 1.0]) * random.uniform(0.0, within);
        if self.extreme && random.below(EXTREME_SHARE) == 0 {
            // No time so late that a run takes very long.
            return random.of(&[
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                now - 1.0,
                now.next_down(),
                now.next_up(),
                -0.0,
            ]);
        }
        plain
    }

    fn vector(&self, random: &mut Random, size: f64) -> Vector3<f64> {
        let vector = random.vector(size);
        let vector = if self.lattice {
            vector.map(|c| (c * 4.0).round() / 4.0)
        } else {
            vector
        };
        vector.map(|c| self.number(random, c))
    }

    fn orientation(&self, random: &mut Random) -> UnitQuaternion<f64> {
        let rotation = random.vector(2.0);
        if self.extreme && random.below(EXTREME_SHARE) == 0 {
            // Not a unit quaternion.
            let any = self.vector(random, 1.0);
            UnitQuaternion::new_unchecked(nalgebra::Quaternion::from_parts(extreme(random), any))
        } else if self.lattice {
            UnitQuaternion::identity()
        } else {
            UnitQuaternion::from_scaled_axis(rotation)
        }
    }

    fn shape(&self, random: &mut Random) -> Shape {
        let half = random.of(&[0.25, 0.5]);
        let shape = if self.balls {
            Shape::ball(half)
        } else if self.lattice {
            match random.below(4) {
                0 | 1 => Shape::ball(half),
                2 => Shape::cuboid(Vector3::repeat(half)),
                _ => Shape::cuboid(Vector3::new(0.5, 0.25, 1.0)),
            }
        } else {
            random.shape()
        };
        // The hull of random points may be flat.
        shape.or_else(|_| Shape::ball(half)).expect("a ball of an ordinary size")
    }

    pub(super) fn body(&self, random: &mut Random, now: f64) -> Body {
        let mut body = Body::new(self.shape(random))
            .position(self.vector(random, self.half_side))
            .velocity(self.vector(random, 2.0));
        let mass = random.of(&[0.5, 1.0, 2.0]);
        body = body.mass(self.number(random, mass));
        body.orientation = self.orientation(random);
        if self.balls && random.below(8) != 0 {
            return body;
        }
        match random.below(20) {
            0 => body.sensor = true,
            1 | 2 => body.kind = BodyKind::Fixed,
            3 => body = body.acceleration(self.vector(random, 3.0)),
            4 => {
                let (time, change) = (self.time(random, now, 1.0), self.change(random));
                body = body.change_at(time, change);
            }
            5 => body = body.velocity(Vector3::zeros()),
            6 => {
                body = Body::fixed(Shape::half_space(Vector3::y()).expect("not zero"))
                    .position(Vector3::y() * (-self.half_side - 1.0));
            }
            7 => {
                body = Body {
                    kind: BodyKind::Fixed,
                    ..body.velocity(Vector3::zeros())
                }
            }
            8 if self.spinning => body = body.angular_velocity(self.vector(random, 3.0)),
            9 if self.spinning => {
                let rate = self.number(random, 0.125);
                body = body.growth(rate);
            }
            10 if self.spinning => body = body.density(self.number(random, 1.0)).rotates(),
            11 => {
                body.groups = Groups {
                    memberships: 2,
                    filter: !2,
                }
            }
            12 => {
                let (restitution, friction) = (self.number(random, 0.75), self.number(random, 0.25));
                body = body.restitution(restitution).friction(friction);
            }
            13 => body = body.touch_only(),
            14 => {
                let until = self.time(random, now, 1.0);
                body = body.bounded(self.bounds(random, now), until);
            }
            _ => {}
        }
        body
    }

    pub(super) fn bounds(&self, random: &mut Random, now: f64) -> Bounds {
        let (middle, velocity) = (self.vector(random, self.half_side), self.vector(random, 1.0));
        let half = random.uniform(0.0, 1.0);
        let side = |axis: usize, sign: f64| Endpoint {
            position: middle[axis] + sign * half,
            velocity: velocity[axis] + sign * 0.25,
            half_acceleration: 0.0,
        };
        Bounds {
            epoch: self.number(random, now),
            min: std::array::from_fn(|axis| side(axis, -1.0)),
            max: std::array::from_fn(|axis| side(axis, 1.0)),
        }
    }

    pub(super) fn change(&self, random: &mut Random) -> MotionChange {
        let mut change = MotionChange::default();
        let choice = random.below(10);
        if choice < 4 {
            change.velocity = Some(self.vector(random, 2.0));
        }
        if choice == 1 || choice == 4 {
            change.acceleration = Some(self.vector(random, 3.0));
        }
        if choice == 2 || choice == 5 {
            change.position = Some(self.vector(random, self.half_side));
        }
        if choice == 3 || choice == 6 {
            change.orientation = Some(self.orientation(random));
        }
        if choice == 7 && self.spinning {
            change.angular_velocity = Some(self.vector(random, 2.0));
        }
        if choice == 8 && self.spinning {
            let rate = random.of(&[0.0, 0.125]);
            change.growth = Some(self.number(random, rate));
        }
        change
    }

    pub(super) fn body_change(&self, random: &mut Random) -> BodyChange {
        let mut change = BodyChange::new();
        let choice = random.below(10);
        if choice < 3 {
            change.sensor = Some(random.below(2) == 0);
        }
        if choice == 2 || choice == 3 {
            change.groups = Some(random.of(&[
                Groups::default(),
                Groups {
                    memberships: 2,
                    filter: !2,
                },
                Groups {
                    memberships: 4,
                    filter: 0,
                },
            ]));
        }
        if choice == 4 {
            change.restitution = Some(self.restitution(random));
        }
        if choice == 5 {
            change.friction = Some(self.friction(random));
        }
        if choice == 6 || choice == 7 {
            let mass = random.of(&[0.5, 1.0, 3.0]);
            let mass = self.number(random, mass);
            change = if self.spinning && random.below(3) == 0 {
                change.density(mass)
            } else {
                change.mass(mass)
            };
        }
        if choice >= 7 {
            let plane = || Shape::half_space(Vector3::y()).expect("not zero");
            change.shape = Some(if !self.balls && random.below(12) == 0 {
                plane()
            } else {
                self.shape(random)
            });
        }
        change
    }

    pub(super) fn restitution(&self, random: &mut Random) -> f64 {
        let restitution = random.of(&[1.0, 0.5, 0.0]);
        self.number(random, restitution)
    }

    pub(super) fn friction(&self, random: &mut Random) -> f64 {
        let friction = random.of(&[0.0, 0.25, 1.0]);
        self.number(random, friction)
    }

    /// Scenes of balls mostly have no gravity.
    pub(super) fn gravity(&self, random: &mut Random) -> Vector3<f64> {
        let gravity = match random.below(if self.balls { 8 } else { 4 }) {
            0 => self.settings.gravity,
            1 => Vector3::new(0.0, -10.0, 0.0),
            2 => self.vector(random, 5.0),
            _ => Vector3::zeros(),
        };
        gravity.map(|c| self.number(random, c))
    }

    /// Sometimes an invalid method.
    pub(super) fn method(&self, random: &mut Random) -> Option<Method> {
        let rate = random.of(&[0.0, -0.0, -1.0, 1.1e15, f64::INFINITY, f64::NAN]);
        (self.extreme && random.below(8) == 0).then_some(Method::Swept { rate })
    }
}
