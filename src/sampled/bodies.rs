//! Bodies as the frames see them.

use super::periodic;
use crate::impact::{Collider, Extents, Moving, ShapeCache};
use crate::response::{Role, Twist};
use crate::scene::{
    Body, BodyChange, BodyKind, Domain, Mass, MotionPiece, Scene, ScheduledBodyChange, ScheduledChange, ValueError,
    check_orientation,
};
use nalgebra::Vector3;
use std::collections::VecDeque;
use std::sync::Arc;

/// A body in frame mode.
#[derive(Debug)]
pub(super) struct Sampled {
    pub(super) collider: Arc<Collider>,
    pub(super) piece: MotionPiece,
    pub(super) extents: Extents,
    pub(super) inverse_mass: f64,
    /// 1 / inertia, 0 where impulses do not change the spin.
    pub(super) inverse_inertia: f64,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) role: Role,
    /// Changes of motion to come, in order of time.
    changes: VecDeque<ScheduledChange>,
    /// Changes of what it is to come, in order of time.
    becomes: VecDeque<Becomes>,
    /// Pieces to come, in order of time, of a prescribed trajectory.
    prescribed: VecDeque<MotionPiece>,
    pull: Vector3<f64>,
    /// In a periodic domain: whole lengths of it by which its motion was set back into the domain, so far.
    set_back: Vector3<f64>,
}

/// What a body is from a time on.
#[derive(Debug)]
struct Becomes {
    time: f64,
    change: BodyChange,
    /// 1 / mass and 1 / inertia, if the mass changes.
    inverses: Option<[f64; 2]>,
}

impl Sampled {
    pub(super) fn moving(&self) -> Moving<'_> {
        Moving {
            collider: &self.collider,
            piece: &self.piece,
            extents: &self.extents,
        }
    }

    /// The tight box about the origin at time `t`.
    pub(super) fn tight_extents(&self, t: f64) -> Extents {
        let extents = if self.piece.spins() {
            self.collider.extents(&self.piece.orientation_at(t))
        } else {
            self.extents
        };
        self.grown(extents, t)
    }

    /// The box about the origin at time `t` that pairs are found by.
    pub(super) fn extents_at(&self, t: f64) -> Extents {
        self.grown(self.extents, t)
    }

    #[inline]
    fn grown(&self, extents: Extents, t: f64) -> Extents {
        let swell = self.piece.swell_at(t);
        if swell == 0.0 {
            return extents;
        }
        Extents {
            min: extents.min.add_scalar(-swell),
            max: extents.max.add_scalar(swell),
        }
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.role.kind == BodyKind::Dynamic
    }

    /// Prescribes a trajectory.
    pub(super) fn follow(&mut self, pieces: &[MotionPiece]) {
        self.changes.clear();
        self.prescribed = pieces.iter().copied().collect();
        self.piece = self.prescribed.pop_front().expect("a trajectory has a piece");
        self.extents = self.collider.extents_along(&self.piece);
    }

    /// Takes over the motion that holds at time `t`. Tells how many changes that were scheduled are behind it.
    pub(super) fn go_on_to(&mut self, t: f64) -> usize {
        while self.prescribed.front().is_some_and(|next| next.epoch <= t) {
            self.set_piece(self.prescribed[0]);
            self.prescribed.pop_front();
        }
        let mut taken = 0;
        while self.changes.front().is_some_and(|next| next.time <= t) {
            let ScheduledChange { time, change } = self.changes[0];
            self.changes.pop_front();
            let mut piece = self.piece.rebased(time.max(self.piece.epoch));
            piece.position = change.position.unwrap_or(piece.position);
            piece.orientation = change.orientation.unwrap_or(piece.orientation);
            piece.velocity = change.velocity.unwrap_or(piece.velocity);
            piece.acceleration = change.acceleration.map_or(piece.acceleration, |own| own + self.pull);
            piece.angular_velocity = change.angular_velocity.unwrap_or(piece.angular_velocity);
            piece.growth = change.growth.unwrap_or(piece.growth);
            self.set_piece(piece);
            taken += 1;
        }
        while self.becomes.front().is_some_and(|next| next.time <= t)
            && let Some(next) = self.becomes.pop_front()
        {
            self.become_what(&next);
            taken += 1;
        }
        taken
    }

    fn become_what(&mut self, next: &Becomes) {
        let Becomes { change, inverses, .. } = next;
        self.role.groups = change.groups.unwrap_or(self.role.groups);
        self.role.sensor = change.sensor.unwrap_or(self.role.sensor);
        self.restitution = change.restitution.unwrap_or(self.restitution);
        self.friction = change.friction.unwrap_or(self.friction);
        [self.inverse_mass, self.inverse_inertia] = inverses.unwrap_or([self.inverse_mass, self.inverse_inertia]);
    }

    fn set_piece(&mut self, piece: MotionPiece) {
        if piece.orientation != self.piece.orientation || piece.spins() != self.piece.spins() {
            self.extents = self.collider.extents_along(&piece);
        }
        self.piece = piece;
    }

    /// Tells its motion from the image inside a periodic domain from now on.
    pub(super) fn set_back_into(&mut self, domain: &Domain) {
        let inside = domain.image(&self.piece.position);
        self.set_back += self.piece.position - inside;
        self.piece.position = inside;
    }

    /// Where it would be at time `t` if it had never been set back.
    pub(super) fn unfolded_at(&self, t: f64) -> Vector3<f64> {
        self.piece.position_at(t) + self.set_back
    }

    /// Goes on from time `t` with another position and velocities.
    pub(super) fn redirect(&mut self, t: f64, position: Vector3<f64>, twist: &Twist) {
        self.set_piece(MotionPiece {
            position,
            velocity: twist.velocity,
            angular_velocity: twist.angular_velocity,
            ..self.piece.rebased(t)
        });
    }
}

/// Refuses a prescribed trajectory of what is no number, or out of order.
pub(super) fn check_trajectory(pieces: &[MotionPiece]) -> Result<(), ValueError> {
    let mut earliest = f64::NEG_INFINITY;
    for (number, piece) in pieces.iter().enumerate() {
        check_piece(piece, earliest).map_err(|error| error.within(&format!("pieces[{number}]")))?;
        earliest = piece.epoch;
    }
    Ok(())
}

fn check_piece(piece: &MotionPiece, earliest: f64) -> Result<(), ValueError> {
    const FINITE: &str = "must be finite";
    for (field, value) in [("epoch", piece.epoch), ("swell", piece.swell), ("growth", piece.growth)] {
        if !value.is_finite() {
            return Err(ValueError::new(field, value, FINITE));
        }
    }
    for (field, vector) in [
        ("position", &piece.position),
        ("velocity", &piece.velocity),
        ("acceleration", &piece.acceleration),
        ("angular_velocity", &piece.angular_velocity),
    ] {
        if !vector.iter().all(|component| component.is_finite()) {
            return Err(ValueError::of_vector(field, vector, FINITE));
        }
    }
    if piece.epoch < earliest {
        let allowed = format!("must not be before that of the piece before, {earliest}");
        return Err(ValueError::new("epoch", piece.epoch, allowed));
    }
    check_orientation("orientation", &piece.orientation)
}

/// The changes of what a body is, in order of time.
fn becomes(body: &Body, collider: &Collider) -> Result<VecDeque<Becomes>, ValueError> {
    let mut becomes = Vec::with_capacity(body.body_changes.len());
    for (number, ScheduledBodyChange { time, change }) in body.body_changes.iter().enumerate() {
        let within = |error: ValueError| error.within(&format!("body_changes[{number}]"));
        if let Some(shape) = &change.shape {
            let allowed = "must stay as it is in a sampled run";
            return Err(within(ValueError::new("shape", shape.kind().name(), allowed)));
        }
        let inverses = |mass: Mass| {
            let inverse_mass = mass.inverse(body.kind, || collider.volume())?;
            Ok([inverse_mass, body.inverse_inertia(inverse_mass, collider.gyration())?])
        };
        becomes.push(Becomes {
            time: *time,
            change: change.clone(),
            inverses: change.mass.map(inverses).transpose().map_err(within)?,
        });
    }
    becomes.sort_by(|a, b| a.time.total_cmp(&b.time));
    Ok(becomes.into())
}

/// The bodies of a scene.
pub(super) fn prepare(scene: &Scene) -> Result<Vec<Sampled>, ValueError> {
    let mut prepared = ShapeCache::default();
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        body.check()?;
        periodic::check_body(scene, bodies.len())?;
        bodies.push(sampled(scene, body, prepared.of(&body.shape)?)?);
    }
    Ok(bodies)
}

fn sampled(scene: &Scene, body: &Body, collider: Arc<Collider>) -> Result<Sampled, ValueError> {
    let settings = &scene.settings;
    let inverse_mass = body.inverse_mass(|| collider.volume())?;
    let mut piece = body.first_piece(0.0, &settings.gravity);
    piece.position = settings.domain.image(&piece.position);
    let mut changes = body.changes.clone();
    changes.sort_by(|a, b| a.time.total_cmp(&b.time));
    let becomes = becomes(body, &collider)?;
    Ok(Sampled {
        extents: collider.extents_along(&piece),
        piece,
        inverse_inertia: body.inverse_inertia(inverse_mass, collider.gyration())?,
        inverse_mass,
        collider,
        restitution: body.restitution.unwrap_or(settings.restitution),
        friction: body.friction.unwrap_or(settings.friction),
        role: Role::of(body),
        changes: changes.into(),
        becomes,
        prescribed: VecDeque::new(),
        pull: piece.acceleration - body.acceleration,
        set_back: Vector3::zeros(),
    })
}
