//! Lines of a log. Bodies and walls are identified by their names.

use crate::event::{Event, EventKind, Party};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// One line of a log. `Display` writes it as JSON, `FromStr` reads it back to the same bits.
///
/// ```
/// use kinesweep::log::{LogLine, LoggedPiece};
/// use kinesweep::MotionPiece;
/// let line = LogLine::Piece(LoggedPiece { body: "comet".to_owned(), piece: MotionPiece::at_rest() });
/// assert_eq!(line.to_string().parse::<LogLine>()?, line);
/// # Ok::<(), kinesweep::log::LogError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LogLine {
    /// An event.
    Event(LoggedEvent),
    /// A body begins another motion piece.
    Piece(LoggedPiece),
}

/// An event in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    /// Time in seconds.
    pub time: f64,
    /// Kind and details.
    pub kind: LoggedKind,
}

/// The kind of an event: see [`EventKind`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LoggedKind {
    /// A scheduled change of a body's motion.
    MotionChange {
        /// The body.
        body: String,
    },
    /// An event that the user scheduled.
    Scheduled {
        /// The token that the user gave.
        token: u64,
    },
    /// The bounds that a user gave for a body expire.
    BoundsExpired {
        /// The body.
        body: String,
    },
    /// The tight boxes of a pair begin to overlap.
    OverlapBegin {
        /// The pair.
        bodies: [String; 2],
    },
    /// Contact begins, of a pair without response.
    ContactBegin {
        /// The pair.
        bodies: [String; 2],
        /// Contact point in world coordinates.
        point: Vector3<f64>,
        /// Unit normal, from the first to the second.
        normal: Vector3<f64>,
        /// Closing speed, in metres per second.
        closing_speed: f64,
    },
    /// A collision.
    Collision {
        /// The two sides; a wall of the domain by its name, as in `domain:-x`.
        bodies: [String; 2],
        /// Contact point in world coordinates.
        point: Vector3<f64>,
        /// Unit normal, from the first to the second.
        normal: Vector3<f64>,
        /// Closing speed before the collision, in metres per second.
        closing_speed: f64,
        /// Momentum transferred along the normal, in kg m/s.
        impulse: f64,
    },
    /// Contact ends, of a pair without response.
    ContactEnd {
        /// The pair.
        bodies: [String; 2],
    },
    /// The tight boxes of a pair cease to overlap.
    OverlapEnd {
        /// The pair.
        bodies: [String; 2],
    },
    /// A body has come to rest.
    Rest {
        /// The body.
        body: String,
    },
    /// A body that was at rest begins to move.
    Wake {
        /// The body.
        body: String,
    },
}

/// A motion piece and its body.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedPiece {
    /// The body.
    pub body: String,
    /// The motion of the body from the piece's epoch on.
    pub piece: MotionPiece,
}

impl LogLine {
    /// The time; for a piece its epoch.
    pub fn time(&self) -> f64 {
        match self {
            Self::Event(event) => event.time,
            Self::Piece(piece) => piece.piece.epoch,
        }
    }

    /// The line of an event of a world; `names` are indexed by body.
    ///
    /// # Panics
    /// If a body has no name there.
    pub fn of_event(event: &Event, names: &[String]) -> Self {
        let party = |party: Party| match party {
            Party::Body(id) => names[id.index()].clone(),
            Party::Wall(wall) => wall.to_string(),
        };
        let pair = |parties: [Party; 2]| parties.map(party);
        let kind = match &event.kind {
            EventKind::MotionChange { body } => LoggedKind::MotionChange {
                body: names[body.index()].clone(),
            },
            EventKind::Scheduled { token } => LoggedKind::Scheduled { token: *token },
            EventKind::BoundsExpired { body } => LoggedKind::BoundsExpired {
                body: names[body.index()].clone(),
            },
            EventKind::OverlapBegin { bodies } => LoggedKind::OverlapBegin {
                bodies: pair(bodies.map(Party::Body)),
            },
            EventKind::ContactBegin(touch) => LoggedKind::ContactBegin {
                bodies: pair(touch.bodies.map(Party::Body)),
                point: touch.point,
                normal: touch.normal,
                closing_speed: touch.closing_speed,
            },
            EventKind::Collision(collision) => LoggedKind::Collision {
                bodies: pair(collision.parties),
                point: collision.point,
                normal: collision.normal,
                closing_speed: collision.closing_speed,
                impulse: collision.impulse,
            },
            EventKind::ContactEnd { bodies } => LoggedKind::ContactEnd {
                bodies: pair(bodies.map(Party::Body)),
            },
            EventKind::OverlapEnd { bodies } => LoggedKind::OverlapEnd {
                bodies: pair(bodies.map(Party::Body)),
            },
            EventKind::Rest { body } => LoggedKind::Rest {
                body: names[body.index()].clone(),
            },
            EventKind::Wake { body } => LoggedKind::Wake {
                body: names[body.index()].clone(),
            },
        };
        Self::Event(LoggedEvent { time: event.time, kind })
    }
}

impl LoggedKind {
    /// The name of the kind, as in logs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MotionChange { .. } => "motion-change",
            Self::Scheduled { .. } => "scheduled",
            Self::BoundsExpired { .. } => "bounds-expired",
            Self::OverlapBegin { .. } => "overlap-begin",
            Self::ContactBegin { .. } => "contact-begin",
            Self::Collision { .. } => "collision",
            Self::ContactEnd { .. } => "contact-end",
            Self::OverlapEnd { .. } => "overlap-end",
            Self::Rest { .. } => "rest",
            Self::Wake { .. } => "wake",
        }
    }

    /// The names of the participants: two, one, or none for an event that the user scheduled.
    pub fn bodies(&self) -> &[String] {
        match self {
            Self::Scheduled { .. } => &[],
            Self::MotionChange { body } | Self::BoundsExpired { body } | Self::Rest { body } | Self::Wake { body } => {
                std::slice::from_ref(body)
            }
            Self::OverlapBegin { bodies }
            | Self::ContactBegin { bodies, .. }
            | Self::Collision { bodies, .. }
            | Self::ContactEnd { bodies }
            | Self::OverlapEnd { bodies } => bodies,
        }
    }
}
