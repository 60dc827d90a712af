//! Checks of a snapshot, which may come from a damaged file.

use super::SnapshotError;
use super::record::{BodyRecord, PairRecord, Record};
use crate::contact::Candidate;
use crate::event::{BodyId, EventKind, Party};
use crate::lane::order::Step;
use crate::limits::MAX_SERIALS;
use crate::limits::{MAX_MAGNITUDE, ValueError, check_orientation, check_spin, check_time};
use crate::motion::MotionPiece;
use crate::scene::{BodyKind, ShapeKind};
use crate::shown::Shown;
use crate::world::constants::LAST_TIME;
use crate::world::drive::check_clock;
use crate::world::schedule::{Entry, Scheduled};
use crate::world::{Method, World};
use nalgebra::Vector3;

/// The largest number of a world: the position of a body with the largest acceleration for the
/// whole time range, in metres.
const FARTHEST: f64 = MAX_MAGNITUDE * (LAST_TIME + MAX_MAGNITUDE) * (LAST_TIME + MAX_MAGNITUDE);

/// The largest exact number of domain lengths as a float.
const MAX_LENGTHS_GONE: u64 = 1 << f64::MANTISSA_DIGITS;

type Checked = Result<(), ValueError>;

/// Checks all that needs no world: numbers and references.
pub(super) fn numbers(record: &Record) -> Checked {
    check_clock("now", record.now)?;
    check(
        record.held_by != Method::Auto,
        "held_by",
        "Auto",
        "must be a method that holds bodies",
    )?;
    let holds = record.method == Method::Auto || record.method == record.held_by;
    check(
        holds,
        "method",
        format!("{:?}", record.method),
        "must be that which holds the bodies, or Auto",
    )?;
    for (number, place) in record.places.iter().enumerate() {
        if let Some(body) = &place.body {
            check_body(body, record).map_err(|error| error.within(&format!("places[{number}].body")))?;
        }
    }
    check_order(record)?;
    for (number, pair) in record.pairs.iter().enumerate() {
        check_pair(pair, record).map_err(|error| error.within(&format!("pairs[{number}]")))?;
    }
    for body in record.overlaps.iter().flatten() {
        occupied(record, "overlaps", *body)?;
    }
    let candidate = |body: &BodyRecord| Candidate {
        is_dynamic: body.role.kind == BodyKind::Dynamic,
        in_island: body.in_island,
    };
    let candidates: Vec<Option<Candidate>> = record.places.iter().map(|place| place.body.as_ref().map(candidate)).collect();
    if let Some(list) = record.islands.damage(&candidates) {
        return Err(ValueError::new("islands", list, "must name each other, with finite numbers"));
    }
    for (number, entry) in record.schedule.iter().enumerate() {
        check_scheduled(entry, record).map_err(|error| error.within(&format!("schedule[{number}]")))?;
    }
    let mut sequences: Vec<u64> = record.schedule.iter().map(|entry| entry.sequence).collect();
    sequences.sort_unstable();
    for pair in sequences.windows(2) {
        check(pair[0] != pair[1], "schedule.sequence", pair[0], "must be there once")?;
    }
    for index in &record.expired {
        occupied(record, "expired", *index)?;
    }
    for (index, _) in record.instant.rounds() {
        occupied(record, "instant.struck", index)?;
    }
    for body in record.instant.overlaps_ended().flatten() {
        occupied(record, "instant.overlaps_ended", body)?;
    }
    for (number, event) in record.outbox.iter().enumerate() {
        let field = format!("outbox[{number}]");
        check(
            event.time <= record.now,
            &field,
            event.time,
            "must be of the present or before",
        )?;
        for id in ids_of(&event.kind) {
            check(
                (id.index as usize) < record.places.len(),
                &field,
                id.to_string(),
                "must be a place that there is",
            )?;
        }
    }
    check(
        record.counters.broad_phase.is_empty(),
        "counters.broad_phase",
        "some",
        "must be none",
    )
}

/// Checks that need the bodies: each pair can meet, and is there once.
pub(super) fn links(world: &World, record: &Record) -> Result<(), SnapshotError> {
    let mut seen: Vec<([u32; 2], [i64; 3])> = record.pairs.iter().map(|pair| (pair.bodies, pair.image)).collect();
    seen.sort_unstable();
    for pair in seen.windows(2) {
        check(pair[0] != pair[1], "pairs", format!("{:?}", pair[0]), "must be there once")?;
    }
    for pair in &record.overlaps {
        check(
            pair[0] < pair[1]
                && world.relation_of(*pair).is_some()
                && pair.iter().all(|body| world.bodies[*body].is_plain_ball()),
            "overlaps",
            format!("{pair:?}"),
            "must be two balls that can meet",
        )?;
    }
    for pair in &record.pairs {
        let named = format!("{:?}", pair.bodies);
        check(
            world.relation_of(pair.bodies).is_some(),
            "pairs",
            named,
            "must be two that can meet",
        )?;
    }
    Ok(())
}

fn check(holds: bool, field: &str, value: impl Shown, allowed: &str) -> Checked {
    if holds {
        Ok(())
    } else {
        Err(ValueError::new(field, value, allowed))
    }
}

fn finite(field: &str, value: f64) -> Checked {
    check(value.abs() <= FARTHEST, field, value, "must be a number within all ranges")
}

fn finite_vector(field: &str, value: &Vector3<f64>) -> Checked {
    value.iter().try_for_each(|component| finite(field, *component))
}

fn occupied<'a>(record: &'a Record, field: &str, index: u32) -> Result<&'a BodyRecord, ValueError> {
    let body = record.places.get(index as usize).and_then(|place| place.body.as_ref());
    body.ok_or_else(|| ValueError::new(field, index, "must be the place of a body"))
}

fn check_body(body: &BodyRecord, record: &Record) -> Checked {
    check(
        (body.shape as usize) < record.shapes.len(),
        "shape",
        body.shape,
        "must be the number of a shape",
    )?;
    check(
        body.serial < record.next_serial,
        "serial",
        body.serial,
        "must be below next_serial",
    )?;
    check_piece(&body.piece, record.now)?;
    let is_ball = matches!(record.shapes[body.shape as usize].kind(), ShapeKind::Ball { .. });
    check(
        is_ball || body.piece.angular_acceleration == Vector3::zeros(),
        "piece.angular_acceleration",
        body.piece.angular_acceleration.norm(),
        "must be 0 for what is no ball",
    )?;
    for lengths in body.lengths_gone {
        check(
            lengths.unsigned_abs() <= MAX_LENGTHS_GONE,
            "lengths_gone",
            lengths,
            "must be a number that a float can tell",
        )?;
    }
    finite_vector("free_acceleration", &body.free_acceleration)?;
    finite_vector("own_acceleration", &body.own_acceleration)?;
    for (field, value) in [
        ("inverse_mass", body.inverse_mass),
        ("inverse_inertia", body.inverse_inertia),
        ("restitution", body.restitution),
        ("friction", body.friction),
        ("rolling_friction", body.rolling_friction),
        ("spinning_friction", body.spinning_friction),
    ] {
        finite(field, value)?;
        check(value >= 0.0, field, value, "must not be negative")?;
    }
    let shape = &record.shapes[body.shape as usize];
    let bounded = shape.bounding_radius().is_finite();
    check(
        body.extents.is_some() == bounded,
        "extents",
        body.extents.is_some(),
        "must be there for what is bounded",
    )?;
    if let Some(extents) = &body.extents {
        finite_vector("extents.min", &extents.min)?;
        finite_vector("extents.max", &extents.max)?;
    }
    for lasting in &body.lasting {
        check(
            lasting.time <= record.now,
            "lasting.time",
            lasting.time,
            "must not be later than now",
        )?;
        finite("lasting.time", lasting.time)?;
    }
    match &body.lease {
        Some(lease) => lease.check_numbers(),
        None => Ok(()),
    }
}

fn check_piece(piece: &MotionPiece, now: f64) -> Checked {
    check(piece.epoch <= now, "piece.epoch", piece.epoch, "must not be later than now")?;
    finite("piece.epoch", piece.epoch)?;
    for (field, value) in [
        ("piece.position", &piece.position),
        ("piece.velocity", &piece.velocity),
        ("piece.acceleration", &piece.acceleration),
        ("piece.angular_acceleration", &piece.angular_acceleration),
    ] {
        finite_vector(field, value)?;
    }
    check_spin("piece.angular_velocity", &piece.angular_velocity)?;
    if let Some(inertia) = &piece.inertia {
        inertia.check().map_err(|error| error.within("piece"))?;
    }
    finite("piece.swell", piece.swell)?;
    finite("piece.growth", piece.growth)?;
    check_orientation("piece.orientation", &piece.orientation)
}

/// The order must contain all bodies once, and the free list all empty places once.
fn check_order(record: &Record) -> Checked {
    check(
        record.next_serial <= MAX_SERIALS,
        "next_serial",
        record.next_serial,
        "must not be beyond the last",
    )?;
    let count = record.places.iter().filter(|place| place.body.is_some()).count();
    check(
        record.in_order.len() == count,
        "in_order",
        record.in_order.len(),
        "must be as many as there are bodies",
    )?;
    let mut last = None;
    for index in &record.in_order {
        let serial = Some(occupied(record, "in_order", *index)?.serial);
        check(serial > last, "in_order", index, "must be in order of insertion")?;
        last = serial;
    }
    let mut free = record.free.clone();
    free.sort_unstable();
    for (number, index) in free.iter().enumerate() {
        let empty = record.places.get(*index as usize).is_some_and(|place| place.body.is_none());
        let once = number == 0 || free[number - 1] != *index;
        check(empty && once, "free", index, "must be an empty place, once")?;
    }
    Ok(())
}

fn check_pair(pair: &PairRecord, record: &Record) -> Checked {
    let mut serials = [0; 2];
    for (serial, body) in serials.iter_mut().zip(pair.bodies) {
        *serial = occupied(record, "bodies", body)?.serial;
    }
    check(
        serials[0] < serials[1],
        "bodies",
        format!("{:?}", pair.bodies),
        "must be two in scene order",
    )?;
    let mut last = f64::NEG_INFINITY;
    for (time, step) in &pair.plan {
        check(*time >= last && time.is_finite(), "plan", time, "must be in order of time")?;
        check(
            *step != Step::Impact || pair.impact.is_some(),
            "plan",
            "Impact",
            "must be known",
        )?;
        last = *time;
    }
    let first = pair.plan.first().map_or(f64::INFINITY, |(time, _)| *time);
    check(first >= record.now, "plan", first, "must not be before now")?;
    if let Some(impact) = &pair.impact {
        // An impact after the last time is allowed.
        check(impact.time.is_finite(), "impact.time", impact.time, "must be a time")?;
        finite("impact.late", impact.late)?;
    }
    let lately = pair.lately.as_deref();
    if let Some(lately) = lately {
        finite("lately.time", lately.time())?;
    }
    for normal in pair.resting.iter().chain(lately.iter().flat_map(|lately| lately.vectors())) {
        finite_vector("normal", normal)?;
    }
    check(!pair.from.is_nan(), "from", pair.from, "must be a time")
}

fn check_scheduled(entry: &Scheduled, record: &Record) -> Checked {
    check_time("time", entry.time)?;
    check(entry.time >= record.now, "time", entry.time, "must not be before now")?;
    check(
        entry.sequence < record.scheduled,
        "sequence",
        entry.sequence,
        "must be below their number",
    )?;
    if let Entry::Constants { change, .. } = &entry.entry {
        change.check()?;
    }
    if let Some(body) = entry.entry.body() {
        occupied(record, "body", body.index)?;
        let generation = record.places[body.index as usize].generation;
        check(
            generation == body.generation,
            "body",
            body.to_string(),
            "must be in the world",
        )?;
    }
    Ok(())
}

fn ids_of(kind: &EventKind) -> impl Iterator<Item = BodyId> {
    let one = match kind {
        EventKind::MotionChange { body } | EventKind::BoundsExpired { body } => Some(*body),
        _ => None,
    };
    let both = kind.parties().into_iter().flatten().filter_map(|party| match party {
        Party::Body(id) => Some(id),
        Party::Wall(_) => None,
    });
    one.into_iter().chain(both)
}
