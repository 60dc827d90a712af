use super::*;
use crate::event::{BodyId, Party};
use crate::motion::Inertia;
use crate::response::InverseInertia;
use approx::assert_relative_eq;
use nalgebra::UnitQuaternion;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| 2.0 * self.unit() - 1.0)
    }

    /// The inverse inertia of a body with three different moments, in any orientation.
    fn tensor(&mut self, inverse_mass: f64) -> InverseInertia {
        let spread = Vector3::from_fn(|_, _| 10f64.powf(2.0 * self.unit() - 2.0) / inverse_mass);
        let moments = Vector3::new(spread.y + spread.z, spread.z + spread.x, spread.x + spread.y);
        let inertia = Inertia::from_moments(moments, Vector3::zeros()).unwrap();
        InverseInertia::new(&inertia, &UnitQuaternion::from_scaled_axis(self.vector() * 3.0))
    }

    /// A body near the origin; some are fixed, and some do not rotate.
    fn side(&mut self, index: u32, fixed: bool) -> Side {
        let inverse_mass = if fixed { 0.0 } else { 10f64.powf(2.0 * self.unit() - 1.0) };
        let rotates = self.unit() < 0.8;
        Side {
            party: Party::Body(BodyId { index, generation: 0 }),
            inverse_mass,
            inverse_inertia: match rotates {
                true if inverse_mass > 0.0 && self.unit() < 0.5 => self.tensor(inverse_mass),
                true => InverseInertia::scalar(inverse_mass * 10f64.powf(3.0 * self.unit() - 1.0)),
                false => InverseInertia::default(),
            },
            position: self.vector(),
            velocity: self.vector(),
            angular_velocity: self.vector() * 3.0,
            growth: 0.0,
            restitution: 1.0,
            friction: 0.0,
        }
    }

    /// Two sides that close.
    fn encounter(&mut self) -> Encounter {
        loop {
            let fixed = self.unit() < 0.3;
            let mut sides = [self.side(0, fixed), self.side(1, false)];
            if self.unit() < 0.5 {
                sides.swap(0, 1);
            }
            let (point, normal) = (self.vector(), self.vector().normalize());
            let closing = normal.dot(&(sides[0].velocity_at(&point) - sides[1].velocity_at(&point)));
            if closing > 1e-3 {
                return Encounter {
                    time: 0.0,
                    point,
                    normal,
                    closing_speed: closing,
                    restitution: [0.0, 1.0, self.unit()][(self.unit() * 3.0) as usize],
                    friction: [0.0, 0.2, 1.0, 1e6][(self.unit() * 4.0) as usize],
                    sides,
                };
            }
        }
    }
}

fn after(side: &Side, twist: &Twist) -> Side {
    Side {
        velocity: twist.velocity,
        angular_velocity: twist.angular_velocity,
        ..*side
    }
}

#[test]
fn impulses_conserve_momentum_and_never_add_energy() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(5));
    let (mut gripped, mut slid) = (0, 0);
    for case in 0..20_000 {
        let encounter = random.encounter();
        let twists = impulse(&encounter);
        let Encounter {
            point, normal, sides, ..
        } = &encounter;
        let [a, b] = [0, 1].map(|side| after(&sides[side], &twists[side]));
        let opening = b.velocity_at(point) - a.velocity_at(point);
        let expected = encounter.restitution * encounter.closing_speed;
        assert!(
            (normal.dot(&opening) - expected).abs() < 1e-9,
            "case {case}: {encounter:?} {twists:?}"
        );
        // The impulse that each side received.
        let felt = |side: usize| {
            (sides[side].inverse_mass > 0.0).then(|| (twists[side].velocity - sides[side].velocity) / sides[side].inverse_mass)
        };
        let total = felt(1).unwrap_or_else(|| -felt(0).unwrap());
        if let (Some(on_a), Some(on_b)) = (felt(0), felt(1)) {
            assert!((on_a + on_b).norm() < 1e-9 * (1.0 + on_b.norm()), "case {case}");
        }
        let along = normal.dot(&total);
        let across = (total - normal * along).norm();
        assert!(
            along > 0.0 && across <= encounter.friction * along * (1.0 + 1e-9) + 1e-9,
            "case {case}"
        );
        // Spin changes by the lever of that impulse, and only for bodies that rotate.
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let body = &sides[side];
            let turn = body.inverse_inertia.times(&(point - body.position).cross(&(total * sign)));
            let spin_change = twists[side].angular_velocity - body.angular_velocity;
            assert!((spin_change - turn).norm() < 1e-9 * (1.0 + turn.norm()), "case {case}");
        }
        // If a fixed body is at rest, the energy of the other must not grow.
        let work = 0.5 * total.dot(&(opening + sides[1].velocity_at(point) - sides[0].velocity_at(point)));
        assert!(work <= 1e-9, "case {case}: energy grows by {work}, {encounter:?}");
        if encounter.friction == 0.0 {
            let lost = 0.5 * along * encounter.closing_speed * (1.0 - encounter.restitution);
            assert!((work + lost).abs() < 1e-9 * (1.0 + lost), "case {case}");
        } else if across < encounter.friction * along * (1.0 - 1e-9) {
            gripped += 1;
        } else {
            slid += 1;
        }
    }
    assert!(gripped > 1000 && slid > 1000, "{gripped} {slid}");
}

#[test]
fn great_inertia_equals_no_rotation() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(6));
    for case in 0..2000 {
        let mut encounter = random.encounter();
        for side in &mut encounter.sides {
            side.inverse_inertia = InverseInertia::scalar(1e-13 * side.inverse_mass);
        }
        let rotating = impulse(&encounter);
        for side in &mut encounter.sides {
            side.inverse_inertia = InverseInertia::default();
        }
        for (one, other) in rotating.iter().zip(&impulse(&encounter)) {
            assert!((one.velocity - other.velocity).norm() < 1e-9, "case {case}: {encounter:?}");
        }
    }
}

#[test]
fn a_rod_hit_off_its_centre_has_the_exact_velocities() {
    // A rod of 2 kg and 0.5 kg m² at rest, hit by 1 kg at 3 m/s, 0.4 m from its centre: by hand,
    // with 1/m = 1/1 + 1/2 + 0.4²/0.5.
    let body = |index, mass: f64, inertia: f64, x: f64, speed: f64| Side {
        party: Party::Body(BodyId { index, generation: 0 }),
        inverse_mass: 1.0 / mass,
        inverse_inertia: InverseInertia::scalar(1.0 / inertia),
        position: Vector3::new(x, 0.0, 0.0),
        velocity: Vector3::y() * speed,
        angular_velocity: Vector3::zeros(),
        growth: 0.0,
        restitution: 1.0,
        friction: 0.0,
    };
    let encounter = Encounter {
        time: 0.0,
        point: Vector3::x() * 0.4,
        normal: Vector3::y(),
        closing_speed: 3.0,
        restitution: 1.0,
        friction: 0.0,
        sides: [body(0, 1.0, 0.1, 0.4, 3.0), body(1, 2.0, 0.5, 0.0, 0.0)],
    };
    let impulse_expected = 6.0 / (1.0 + 0.5 + 0.16 / 0.5);
    let [ball, rod] = impulse(&encounter);
    assert_relative_eq!(ball.velocity.y, 3.0 - impulse_expected, max_relative = 1e-14);
    assert_eq!(ball.angular_velocity, Vector3::zeros());
    assert_relative_eq!(rod.velocity.y, impulse_expected / 2.0, max_relative = 1e-14);
    assert_relative_eq!(rod.angular_velocity.z, 0.4 * impulse_expected / 0.5, max_relative = 1e-14);
}

#[test]
fn a_ball_with_friction_rolls_on_the_floor() {
    // Sliding at 7 m/s without spin, coming down at 10: with grip and restitution 0 a solid ball
    // keeps 5/7 of the speed.
    let inertia = 0.4 * 0.5 * 0.5;
    let ball = Side {
        party: Party::Body(BodyId { index: 0, generation: 0 }),
        inverse_mass: 1.0,
        inverse_inertia: InverseInertia::scalar(1.0 / inertia),
        position: Vector3::y() * 0.5,
        velocity: Vector3::new(7.0, -10.0, 0.0),
        angular_velocity: Vector3::zeros(),
        growth: 0.0,
        restitution: 0.0,
        friction: 1.0,
    };
    let floor = Side {
        inverse_mass: 0.0,
        inverse_inertia: InverseInertia::default(),
        velocity: Vector3::zeros(),
        ..ball
    };
    let encounter = |friction| Encounter {
        time: 0.0,
        point: Vector3::zeros(),
        normal: -Vector3::y(),
        closing_speed: 10.0,
        restitution: 0.0,
        friction,
        sides: [ball, floor],
    };
    let [grips, _] = impulse(&encounter(1.0));
    assert!((grips.velocity - Vector3::x() * 5.0).norm() < 1e-12, "{grips:?}");
    assert!((grips.angular_velocity + Vector3::z() * 10.0).norm() < 1e-12, "{grips:?}");
    // With little friction it slides on: the impulse across is the coefficient times 10.
    let [slides, _] = impulse(&encounter(0.1));
    assert!((slides.velocity - Vector3::x() * 6.0).norm() < 1e-12, "{slides:?}");
    assert!(
        (slides.angular_velocity + Vector3::z() * (0.5 / inertia)).norm() < 1e-12,
        "{slides:?}"
    );
}

/// The energy after a lossless collision without friction, and the angular momentum about any point
/// after each collision, are those before.
#[test]
fn tensors_conserve_energy_and_angular_momentum() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(8));
    for case in 0..2000 {
        let mut encounter = random.encounter();
        for side in &mut encounter.sides {
            side.inverse_mass = 0.5 + random.unit();
            side.inverse_inertia = random.tensor(side.inverse_mass);
        }
        let about = random.vector();
        let total = |twists: &[Twist; 2]| {
            let of = |(side, twist): (&Side, &Twist)| {
                let orbit = (side.position - about).cross(&twist.velocity) / side.inverse_mass;
                (
                    orbit + side.inverse_inertia.momentum(&twist.angular_velocity),
                    side.kinetic_energy(twist),
                )
            };
            let [a, b] = [0, 1].map(|side| of((&encounter.sides[side], &twists[side])));
            (a.0 + b.0, a.1 + b.1)
        };
        let before = total(&encounter.sides.each_ref().map(Twist::of));
        let after = total(&impulse(&encounter));
        let turned = (after.0 - before.0).norm();
        assert!(turned < 1e-12 * (1.0 + before.0.norm()), "case {case}: {turned:e}");
        let gained = after.1 - before.1;
        assert!(gained < 1e-12 * before.1, "case {case}: {gained:e}");
        if encounter.restitution == 1.0 && encounter.friction == 0.0 {
            assert!(gained.abs() < 1e-12 * before.1, "case {case}: {gained:e}");
        }
    }
}

/// A rod that is hit at its centre of percussion turns about its other end: at 2/3 of its length.
#[test]
fn a_rod_hit_at_its_centre_of_percussion_turns_about_its_end() {
    let (mass, length) = (3.0, 2.0);
    let moment = mass * length * length / 12.0;
    let inertia = Inertia::from_moments(Vector3::new(1e-9, moment, moment), Vector3::zeros()).unwrap();
    let orientation = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.1, 0.7));
    let (along, across) = (orientation * Vector3::x(), orientation * Vector3::y());
    let rod = Side {
        party: Party::Body(BodyId { index: 1, generation: 0 }),
        inverse_mass: 1.0 / mass,
        inverse_inertia: InverseInertia::new(&inertia, &orientation),
        position: Vector3::zeros(),
        velocity: Vector3::zeros(),
        angular_velocity: Vector3::zeros(),
        growth: 0.0,
        restitution: 1.0,
        friction: 0.0,
    };
    let hit = |distance: f64| {
        let point = along * (distance - 0.5 * length);
        let hammer = Side {
            party: Party::Body(BodyId { index: 0, generation: 0 }),
            inverse_mass: 1.0,
            inverse_inertia: InverseInertia::default(),
            position: point,
            velocity: across * 2.0,
            ..rod
        };
        let encounter = Encounter {
            time: 0.0,
            point,
            normal: across,
            closing_speed: 2.0,
            restitution: 0.5,
            friction: 0.0,
            sides: [hammer, rod],
        };
        after(&rod, &impulse(&encounter)[1])
    };
    let end = -along * (0.5 * length);
    assert!(hit(2.0 / 3.0 * length).velocity_at(&end).norm() < 1e-14);
    // Nearer to the end it goes forward there, farther it goes back.
    assert!(hit(0.6 * length).velocity_at(&end).dot(&across) > 0.1);
    assert!(hit(0.75 * length).velocity_at(&end).dot(&across) < -0.1);
}
