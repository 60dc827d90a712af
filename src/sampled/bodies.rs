//! Bodies in frame mode.

use super::periodic;
use crate::domain::Domain;
use crate::impact::{Collider, Extents, Moving, PreparedShapes};
use crate::limits::{ValueError, check_orientation};
use crate::motion::{Inertia, MotionPiece};
use crate::response::{InverseInertia, Role, Twist};
use crate::scene::{Body, BodyChange, BodyKind, Dimensions, Scene, ScheduledBodyChange, ScheduledChange};
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
    /// 1 / inertia, 0 if impulses do not change the spin.
    pub(super) inverse_inertia: f64,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) role: Role,
    /// Future changes of motion, in order of time.
    changes: VecDeque<ScheduledChange>,
    /// Future changes of constants, in order of time.
    constant_changes: VecDeque<ConstantsChange>,
    /// Future pieces of a prescribed trajectory, in order of time.
    prescribed: VecDeque<MotionPiece>,
    pull: Vector3<f64>,
    /// In a periodic domain: the total displacement, in whole lengths of it, by which the motion
    /// was wrapped into the domain.
    wrapped_by: Vector3<f64>,
}

/// A change of a body's constants.
#[derive(Debug)]
struct ConstantsChange {
    time: f64,
    change: BodyChange,
    /// If they change.
    properties: Option<MassProperties>,
}

/// Mass and inertia, and the shape about the centre of mass.
#[derive(Debug)]
struct MassProperties {
    inverse_mass: f64,
    inverse_inertia: f64,
    inertia: Option<Inertia>,
    collider: Arc<Collider>,
}

impl Sampled {
    pub(super) fn moving(&self) -> Moving<'_> {
        Moving::new(&self.collider, &self.piece, &self.extents)
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

    /// The box about the origin at time `t` that finds pairs.
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

    /// The inverse inertia at time `t`, in the world's axes.
    pub(super) fn inverse_inertia_at(&self, t: f64) -> InverseInertia {
        match &self.piece.inertia {
            Some(inertia) => InverseInertia::new(inertia, &self.piece.orientation_at(t)),
            None => InverseInertia::scalar(self.inverse_inertia),
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

    /// The present piece and the later ones in which it grows at another rate, as if it had no
    /// contacts; of a prescribed trajectory all pieces.
    pub(super) fn pieces_of_growth(&self) -> Vec<MotionPiece> {
        let mut pieces = vec![self.piece];
        pieces.extend(&self.prescribed);
        for ScheduledChange { time, change } in &self.changes {
            let last = pieces[pieces.len() - 1];
            let growth = change.growth.filter(|growth| *growth != last.growth);
            pieces.extend(growth.map(|growth| MotionPiece {
                growth,
                ..last.rebased(time.max(last.epoch))
            }));
        }
        pieces
    }

    /// Applies all pieces and changes up to time `t`. Returns the number of scheduled changes among
    /// them.
    pub(super) fn advance_to(&mut self, t: f64) -> usize {
        while self.prescribed.front().is_some_and(|next| next.epoch <= t) {
            self.set_piece(self.prescribed[0]);
            self.prescribed.pop_front();
        }
        let mut taken = 0;
        while self.changes.front().is_some_and(|next| next.time <= t) {
            let ScheduledChange { time, change } = self.changes[0];
            self.changes.pop_front();
            let mut piece = self.piece.rebased(time.max(self.piece.epoch));
            piece.orientation = change.orientation.unwrap_or(piece.orientation);
            piece.position = change
                .position
                .map_or(piece.position, |origin| piece.centre_of_mass_for(&origin));
            piece.velocity = change.velocity.unwrap_or(piece.velocity);
            piece.acceleration = change.acceleration.map_or(piece.acceleration, |own| own + self.pull);
            piece.angular_velocity = change.angular_velocity.unwrap_or(piece.angular_velocity);
            piece.growth = change.growth.unwrap_or(piece.growth);
            self.set_piece(piece);
            taken += 1;
        }
        while self.constant_changes.front().is_some_and(|next| next.time <= t)
            && let Some(next) = self.constant_changes.pop_front()
        {
            self.apply_constants(&next);
            taken += 1;
        }
        taken
    }

    fn apply_constants(&mut self, next: &ConstantsChange) {
        let ConstantsChange { change, properties, .. } = next;
        self.role.groups = change.groups.unwrap_or(self.role.groups);
        self.role.sensor = change.sensor.unwrap_or(self.role.sensor);
        self.restitution = change.restitution.unwrap_or(self.restitution);
        self.friction = change.friction.unwrap_or(self.friction);
        if let Some(properties) = properties {
            (self.inverse_mass, self.inverse_inertia) = (properties.inverse_mass, properties.inverse_inertia);
            let centre = |inertia: &Option<Inertia>| inertia.map_or(Vector3::zeros(), |inertia| inertia.centre);
            let mut piece = self.piece.rebased(next.time.max(self.piece.epoch));
            let moved = centre(&properties.inertia) - centre(&piece.inertia);
            if moved != Vector3::zeros() {
                piece.position += piece.orientation * moved;
            }
            piece.inertia = properties.inertia;
            self.piece = piece;
            if !Arc::ptr_eq(&self.collider, &properties.collider) {
                self.collider = Arc::clone(&properties.collider);
                self.extents = self.collider.extents_along(&self.piece);
            }
        }
    }

    fn set_piece(&mut self, piece: MotionPiece) {
        if piece.orientation != self.piece.orientation || piece.spins() != self.piece.spins() {
            self.extents = self.collider.extents_along(&piece);
        }
        self.piece = piece;
    }

    /// Continues the motion from the image inside a periodic domain.
    pub(super) fn wrap_into(&mut self, domain: &Domain) {
        let inside = domain.image(&self.piece.position);
        self.wrapped_by += self.piece.position - inside;
        self.piece.position = inside;
    }

    /// The position at time `t` without any wrapping.
    pub(super) fn unwrapped_at(&self, t: f64) -> Vector3<f64> {
        self.piece.position_at(t) + self.wrapped_by
    }

    /// Begins a new piece at time `t` with another position and velocities.
    pub(super) fn redirect(&mut self, t: f64, position: Vector3<f64>, twist: &Twist) {
        self.set_piece(MotionPiece {
            position,
            velocity: twist.velocity,
            angular_velocity: twist.angular_velocity,
            ..self.piece.rebased(t)
        });
    }
}

/// Refuses a prescribed trajectory with non-finite numbers or decreasing epochs.
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

/// The changes of a body's constants, in order of time.
fn constant_changes(
    body: &Body,
    prepared: &mut PreparedShapes,
    dimensions: Dimensions,
) -> Result<VecDeque<ConstantsChange>, ValueError> {
    let mut in_order: Vec<(usize, &ScheduledBodyChange)> = body.body_changes.iter().enumerate().collect();
    in_order.sort_by(|(_, a), (_, b)| a.time.total_cmp(&b.time));
    // The body as it is after each of them.
    let mut later = body.clone();
    let mut constant_changes = Vec::with_capacity(in_order.len());
    for (number, ScheduledBodyChange { time, change }) in in_order {
        let within = |error: ValueError| error.within(&format!("body_changes[{number}]"));
        if let Some(shape) = &change.shape {
            let allowed = "must stay as it is in a sampled run";
            return Err(within(ValueError::new("shape", shape.kind().name(), allowed)));
        }
        later.mass = change.mass.unwrap_or(later.mass);
        later.inertia = change.inertia.or(later.inertia);
        later.centre_of_mass = change.centre_of_mass.or(later.centre_of_mass);
        let changes_mass = change.mass.is_some() || change.inertia.is_some() || change.centre_of_mass.is_some();
        let properties = changes_mass.then(|| MassProperties::of(&later, prepared, dimensions));
        constant_changes.push(ConstantsChange {
            time: *time,
            change: change.clone(),
            properties: properties.transpose().map_err(within)?,
        });
    }
    Ok(constant_changes.into())
}

impl MassProperties {
    fn of(body: &Body, prepared: &mut PreparedShapes, dimensions: Dimensions) -> Result<Self, ValueError> {
        let mut collider = prepared.of(&body.shape)?;
        let inverse_mass = body.inverse_mass(|| dimensions.volume(&body.shape, collider.volume()))?;
        let gyration = dimensions.gyration(&body.shape, collider.gyration());
        let inverse_inertia = body.inverse_inertia(inverse_mass, gyration)?;
        let inertia = rigid(body, body.mass.kilograms(|| collider.volume())?, &collider, dimensions)?;
        if let Some(inertia) = &inertia {
            collider = prepared.of_about(&body.shape, &inertia.centre)?;
        }
        Ok(Self {
            inverse_mass,
            inverse_inertia,
            inertia,
            collider,
        })
    }
}

/// The bodies of a scene.
pub(super) fn prepare(scene: &Scene) -> Result<Vec<Sampled>, ValueError> {
    let mut prepared = PreparedShapes::default();
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        body.check()?;
        scene.settings.dimensions.check_body(body)?;
        periodic::check_body(scene, bodies.len())?;
        bodies.push(sampled(scene, body, &mut prepared)?);
    }
    Ok(bodies)
}

/// The inertia of a body of a mass (kg) that rotates.
fn rigid(body: &Body, mass: f64, collider: &Collider, dimensions: Dimensions) -> Result<Option<Inertia>, ValueError> {
    match body.rotates && body.kind == BodyKind::Dynamic && dimensions == Dimensions::Three {
        true => body.given_inertia().resolve(collider, mass),
        false => Ok(None),
    }
}

fn sampled(scene: &Scene, body: &Body, prepared: &mut PreparedShapes) -> Result<Sampled, ValueError> {
    let settings = &scene.settings;
    let mut collider = prepared.of(&body.shape)?;
    let dimensions = settings.dimensions;
    let inverse_mass = body.inverse_mass(|| dimensions.volume(&body.shape, collider.volume()))?;
    let inverse_inertia = body.inverse_inertia(inverse_mass, dimensions.gyration(&body.shape, collider.gyration()))?;
    let constant_changes = constant_changes(body, prepared, dimensions)?;
    let mut piece = body.first_piece(0.0, &settings.gravity);
    if let Some(inertia) = rigid(body, 1.0 / inverse_mass, &collider, dimensions)? {
        collider = prepared.of_about(&body.shape, &inertia.centre)?;
        piece = piece.with_inertia(inertia);
    }
    piece.position = settings.domain.image(&piece.position);
    let mut changes = body.changes.clone();
    changes.sort_by(|a, b| a.time.total_cmp(&b.time));
    Ok(Sampled {
        extents: collider.extents_along(&piece),
        piece,
        inverse_inertia,
        inverse_mass,
        collider,
        restitution: body.restitution.unwrap_or(settings.restitution),
        friction: body.friction.unwrap_or(settings.friction),
        role: Role::of(body),
        changes: changes.into(),
        constant_changes,
        prescribed: VecDeque::new(),
        pull: piece.acceleration - body.acceleration,
        wrapped_by: Vector3::zeros(),
    })
}
