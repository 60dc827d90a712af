//! Events, as a structured array or one by one.

use crate::arrays::numpy_module;
use kinesweep::{BodyId, EventKind, Wall};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// Where the fields of an event stand in the structured type, in bytes.
mod offset {
    pub(super) const TIME: usize = 0;
    pub(super) const KIND: usize = 8;
    pub(super) const PARTIES: [usize; 2] = [16, 24];
    pub(super) const POINT: usize = 32;
    pub(super) const NORMAL: usize = 56;
    pub(super) const CLOSING_SPEED: usize = 80;
    pub(super) const IMPULSE: usize = 88;
    pub(super) const ENERGY_CHANGE: usize = 96;
    pub(super) const TOKEN: usize = 104;
}

/// The size of an event, in bytes.
const SIZE: usize = 112;

/// The party of an event that has none.
const NO_PARTY: i64 = -7;

/// The structured type of events.
pub(crate) fn dtype(py: Python<'_>) -> PyResult<Py<PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let dtype = DTYPE.get_or_try_init(py, || {
        let fields = PyDict::new(py);
        let names = [
            "time",
            "kind",
            "a",
            "b",
            "point",
            "normal",
            "closing_speed",
            "impulse",
            "energy_change",
            "token",
        ];
        let formats = ["f8", "u1", "i8", "i8", "(3,)f8", "(3,)f8", "f8", "f8", "f8", "u8"];
        let [a, b] = offset::PARTIES;
        let offsets = [
            offset::TIME,
            offset::KIND,
            a,
            b,
            offset::POINT,
            offset::NORMAL,
            offset::CLOSING_SPEED,
            offset::IMPULSE,
            offset::ENERGY_CHANGE,
            offset::TOKEN,
        ];
        fields.set_item("names", names.to_vec())?;
        fields.set_item("formats", formats.to_vec())?;
        fields.set_item("offsets", offsets.to_vec())?;
        fields.set_item("itemsize", SIZE)?;
        numpy_module(py)?.call_method1("dtype", (fields,)).map(Bound::unbind)
    })?;
    Ok(dtype.clone_ref(py))
}

/// The number of a kind in the structured type: that of `kinesweep.EventKind`.
fn kind_number(kind: &EventKind) -> u8 {
    match kind {
        EventKind::MotionChange { .. } => 0,
        EventKind::Scheduled { .. } => 1,
        EventKind::BoundsExpired { .. } => 2,
        EventKind::OverlapBegin { .. } => 3,
        EventKind::ContactBegin(_) => 4,
        EventKind::Collision(_) => 5,
        EventKind::ContactEnd { .. } => 6,
        EventKind::OverlapEnd { .. } => 7,
        EventKind::Rest { .. } => 8,
        EventKind::Wake { .. } => 9,
        _ => u8::MAX,
    }
}

/// A party as a number: a body's id, or -1 to -6 for the walls.
fn party_number(party: kinesweep::Party) -> i64 {
    match party {
        kinesweep::Party::Body(id) => id.to_bits() as i64,
        kinesweep::Party::Wall(wall) => -1 - wall as i64,
    }
}

/// The party of a number.
pub(crate) fn party_of(number: i64) -> Option<kinesweep::Party> {
    match usize::try_from(-1 - number) {
        Ok(wall) => Wall::ALL.get(wall).copied().map(kinesweep::Party::Wall),
        Err(_) => Some(kinesweep::Party::Body(BodyId::from_bits(number as u64))),
    }
}

/// What an event has besides its time and kind; NaN and 0 where it has none.
struct Fields {
    parties: [i64; 2],
    point: [f64; 3],
    normal: [f64; 3],
    closing_speed: f64,
    impulse: f64,
    energy_change: f64,
    token: u64,
}

impl Fields {
    fn of(kind: &EventKind) -> Self {
        let mut fields = Self {
            parties: [NO_PARTY; 2],
            point: [f64::NAN; 3],
            normal: [f64::NAN; 3],
            closing_speed: f64::NAN,
            impulse: f64::NAN,
            energy_change: f64::NAN,
            token: 0,
        };
        if let Some(parties) = kind.parties() {
            fields.parties = parties.map(party_number);
        }
        match kind {
            EventKind::Collision(hit) => {
                fields.point = hit.point.into();
                fields.normal = hit.normal.into();
                fields.closing_speed = hit.closing_speed;
                fields.impulse = hit.impulse;
                fields.energy_change = hit.energy_change;
            }
            EventKind::ContactBegin(touch) => {
                fields.point = touch.point.into();
                fields.normal = touch.normal.into();
                fields.closing_speed = touch.closing_speed;
            }
            EventKind::MotionChange { body }
            | EventKind::BoundsExpired { body }
            | EventKind::Rest { body }
            | EventKind::Wake { body } => {
                fields.parties[0] = party_number((*body).into());
            }
            EventKind::Scheduled { token } => fields.token = *token,
            _ => {}
        }
        fields
    }
}

/// Events as a structured array, without a Python object for each.
pub(crate) fn event_array<'py>(py: Python<'py>, events: &[kinesweep::Event]) -> PyResult<Bound<'py, PyAny>> {
    let array = numpy_module(py)?.call_method1("empty", (events.len(), dtype(py)?))?;
    if events.is_empty() {
        return Ok(array);
    }
    let bytes = array.call_method1("view", ("u1",))?.cast_into::<PyArray1<u8>>()?;
    let mut bytes = bytes.readwrite();
    let (records, _) = bytes.as_slice_mut()?.as_chunks_mut::<SIZE>();
    for (record, event) in records.iter_mut().zip(events) {
        write(record, event);
    }
    Ok(array)
}

fn write(record: &mut [u8; SIZE], event: &kinesweep::Event) {
    let fields = Fields::of(&event.kind);
    let mut put = |at: usize, bytes: [u8; 8]| record[at..at + 8].copy_from_slice(&bytes);
    put(offset::TIME, event.time.to_ne_bytes());
    put(offset::KIND, [kind_number(&event.kind), 0, 0, 0, 0, 0, 0, 0]);
    for (at, party) in offset::PARTIES.into_iter().zip(fields.parties) {
        put(at, party.to_ne_bytes());
    }
    for axis in 0..3 {
        put(offset::POINT + 8 * axis, fields.point[axis].to_ne_bytes());
        put(offset::NORMAL + 8 * axis, fields.normal[axis].to_ne_bytes());
    }
    put(offset::CLOSING_SPEED, fields.closing_speed.to_ne_bytes());
    put(offset::IMPULSE, fields.impulse.to_ne_bytes());
    put(offset::ENERGY_CHANGE, fields.energy_change.to_ne_bytes());
    put(offset::TOKEN, fields.token.to_ne_bytes());
}

/// The id of a body, the name of a wall, or nothing.
#[derive(IntoPyObject)]
pub(crate) enum Named {
    Body(u64),
    Wall(String),
}

pub(crate) fn named(party: kinesweep::Party) -> Named {
    match party {
        kinesweep::Party::Body(id) => Named::Body(id.to_bits()),
        kinesweep::Party::Wall(wall) => Named::Wall(wall.to_string()),
    }
}

/// One event.
///
/// Of a pair, a and b are in order of insertion, and a wall is b. Values that a kind of event does
/// not have are ``None``. Vectors are lists of three floats.
///
/// Notes
/// -----
/// Events come in order of time. At equal times the order is that of the numbers of ``EventKind``,
/// then that of insertion; an event that another one causes comes after its cause.
///
/// Examples
/// --------
/// >>> world = ks.World()
/// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [3, 0, 0]], velocity=[[1, 0, 0], [0, 0, 0]])
/// >>> event = world.step()
/// >>> event
/// Event(time=2.0, kind="collision", a=0, b=1)
/// >>> event.point, event.normal, event.closing_speed, event.impulse
/// ([2.5, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0, 1.0)
#[pyclass(frozen, module = "kinesweep")]
pub(crate) struct Event(pub(crate) kinesweep::Event);

#[pymethods]
impl Event {
    /// In seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// Name of the kind.
    ///
    /// One of ``"collision"``, ``"contact-begin"``, ``"contact-end"``, ``"overlap-begin"``,
    /// ``"overlap-end"``, ``"motion-change"``, ``"scheduled"``, ``"bounds-expired"``, ``"rest"`` and
    /// ``"wake"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The first body or the only one, as its id; ``None`` if there is none.
    #[getter]
    fn a(&self) -> Option<Named> {
        party_of(Fields::of(&self.0.kind).parties[0]).map(named)
    }

    /// The second body as its id, a wall as its name; ``None`` if there is none.
    #[getter]
    fn b(&self) -> Option<Named> {
        party_of(Fields::of(&self.0.kind).parties[1]).map(named)
    }

    /// Point of a collision or of a contact that begins, in metres; ``None`` for other kinds.
    #[getter]
    fn point(&self) -> Option<[f64; 3]> {
        Some(Fields::of(&self.0.kind).point).filter(|point| !point[0].is_nan())
    }

    /// Unit normal at the point, from a to b; ``None`` for other kinds.
    #[getter]
    fn normal(&self) -> Option<[f64; 3]> {
        Some(Fields::of(&self.0.kind).normal).filter(|normal| !normal[0].is_nan())
    }

    /// Closing speed at the point, in metres per second; ``None`` for other kinds.
    #[getter]
    fn closing_speed(&self) -> Option<f64> {
        Some(Fields::of(&self.0.kind).closing_speed).filter(|speed| !speed.is_nan())
    }

    /// Impulse of a collision along the normal, in newton seconds; ``None`` for other kinds.
    #[getter]
    fn impulse(&self) -> Option<f64> {
        Some(Fields::of(&self.0.kind).impulse).filter(|impulse| !impulse.is_nan())
    }

    /// Change of the kinetic energy by a collision, in joules; ``None`` for other kinds.
    #[getter]
    fn energy_change(&self) -> Option<f64> {
        Some(Fields::of(&self.0.kind).energy_change).filter(|change| !change.is_nan())
    }

    /// Token of a scheduled event; ``None`` for other kinds.
    #[getter]
    fn token(&self) -> Option<u64> {
        match self.0.kind {
            EventKind::Scheduled { token } => Some(token),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        let party = |party: Option<Named>| match party {
            None => "None".to_owned(),
            Some(Named::Body(id)) => id.to_string(),
            Some(Named::Wall(name)) => format!("{name:?}"),
        };
        let (a, b) = (party(self.a()), party(self.b()));
        format!("Event(time={:?}, kind={:?}, a={a}, b={b})", self.0.time, self.kind())
    }
}
