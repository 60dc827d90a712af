//! Events of both modes, and their total order.

use crate::domain::Wall;
use nalgebra::Vector3;
use std::fmt;

/// Identifies a body for as long as it is in its world. After removal it is stale for ever: another
/// body may take its index, with another generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl BodyId {
    /// A small integer that no other body has at the same time: an index for tables of your own.
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The id as one number, for languages and formats without this type: the index in the lower
    /// half. The first bodies of a world have the numbers 0, 1, 2, ...
    ///
    /// ```
    /// use kinesweep::{Body, BodyId, Shape, World};
    /// let mut world = World::builder().build()?;
    /// let ball = world.insert(Body::new(Shape::ball(1.0)?))?;
    /// assert_eq!((ball.to_bits(), BodyId::from_bits(0)), (0, ball));
    /// # Ok::<(), kinesweep::WorldError>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The id of a number from [`to_bits`](Self::to_bits). A world refuses any other as stale.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// One side of an event: a body, or a wall of the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Party {
    /// A body.
    Body(BodyId),
    /// A wall of the domain.
    Wall(Wall),
}

impl Party {
    /// The body, if it is one.
    pub fn body(self) -> Option<BodyId> {
        match self {
            Self::Body(id) => Some(id),
            Self::Wall(_) => None,
        }
    }
}

impl From<BodyId> for Party {
    fn from(id: BodyId) -> Self {
        Self::Body(id)
    }
}

impl From<Wall> for Party {
    fn from(wall: Wall) -> Self {
        Self::Wall(wall)
    }
}

/// An event and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// Time in seconds.
    pub time: f64,
    /// Kind and details.
    pub kind: EventKind,
}

/// The kind of an event. The two parties of a pair are in scene order (the order of insertion), a
/// wall last.
///
/// Events come in order of time. At equal times the order is that of the variants here, then scene
/// order; but an event that another one at the same time causes always comes after its cause.
/// Collisions caused by others at the same time come in rounds: first the predicted ones, then the
/// ones that these cause at once, then the ones that those cause.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EventKind {
    /// A scheduled change of a body's motion or of its constants.
    MotionChange {
        /// The body.
        body: BodyId,
    },
    /// An event that the user scheduled.
    Scheduled {
        /// The token that the user gave.
        token: u64,
    },
    /// The bounds that a user gave for a body expire: time does not advance until new ones are set
    /// (see [`World::set_bounds`](crate::World::set_bounds)).
    BoundsExpired {
        /// The body.
        body: BodyId,
    },
    /// The tight boxes of a pair begin to overlap (reported on request).
    OverlapBegin {
        /// The pair.
        bodies: [BodyId; 2],
    },
    /// Contact begins, of a pair without response.
    ContactBegin(Touch),
    /// Contact begins, or exists, while approaching, of a pair with response.
    Collision(Collision),
    /// Contact ends, of a pair without response.
    ContactEnd {
        /// The pair.
        bodies: [BodyId; 2],
    },
    /// The tight boxes of a pair cease to overlap (reported on request).
    OverlapEnd {
        /// The pair.
        bodies: [BodyId; 2],
    },
    /// A body has come to rest in contact with others (reported on request): it neither moves nor turns
    /// until something moves it.
    Rest {
        /// The body.
        body: BodyId,
    },
    /// A body that was at rest begins to move (reported on request).
    Wake {
        /// The body.
        body: BodyId,
    },
}

/// The beginning of a contact without response.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touch {
    /// The pair.
    pub bodies: [BodyId; 2],
    /// Contact point in world coordinates: the centroid of the patch where faces or edges meet. In
    /// a periodic domain it is at the first body's position as its motion piece gives it, which may
    /// be beyond the faces: see [`Domain::image`](crate::Domain::image).
    pub point: Vector3<f64>,
    /// Unit normal, from the first body to the second.
    pub normal: Vector3<f64>,
    /// Closing speed, in metres per second, >= 0.
    pub closing_speed: f64,
}

/// A collision and its outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Collision {
    /// The two sides.
    pub parties: [Party; 2],
    /// Contact point in world coordinates: the centroid of the patch where faces or edges meet. In
    /// a periodic domain it is at the first body's position as its motion piece gives it, which may
    /// be beyond the faces: see [`Domain::image`](crate::Domain::image).
    pub point: Vector3<f64>,
    /// Unit normal, from the first side to the second.
    pub normal: Vector3<f64>,
    /// Closing speed before the collision, in metres per second, > 0.
    pub closing_speed: f64,
    /// Momentum transferred along the normal, in kg m/s, >= 0.
    pub impulse: f64,
    /// Kinetic energy of the two after the collision minus before, in joules: of dynamic bodies,
    /// and of spin if impulses change it.
    pub energy_change: f64,
}

impl EventKind {
    /// The name of the kind, as in logs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::MotionChange { .. } => "motion-change",
            Self::Scheduled { .. } => "scheduled",
            Self::BoundsExpired { .. } => "bounds-expired",
            Self::OverlapBegin { .. } => "overlap-begin",
            Self::ContactBegin(_) => "contact-begin",
            Self::Collision(_) => "collision",
            Self::ContactEnd { .. } => "contact-end",
            Self::OverlapEnd { .. } => "overlap-end",
            Self::Rest { .. } => "rest",
            Self::Wake { .. } => "wake",
        }
    }

    /// The two sides, for an event with two.
    #[must_use]
    pub fn parties(&self) -> Option<[Party; 2]> {
        match self {
            Self::MotionChange { .. }
            | Self::Scheduled { .. }
            | Self::BoundsExpired { .. }
            | Self::Rest { .. }
            | Self::Wake { .. } => None,
            Self::OverlapBegin { bodies } | Self::ContactEnd { bodies } | Self::OverlapEnd { bodies } => {
                Some(bodies.map(Party::Body))
            }
            Self::ContactBegin(touch) => Some(touch.bodies.map(Party::Body)),
            Self::Collision(collision) => Some(collision.parties),
        }
    }

    /// Whether this body takes part.
    #[must_use]
    pub fn involves(&self, body: BodyId) -> bool {
        match self {
            Self::MotionChange { body: one }
            | Self::BoundsExpired { body: one }
            | Self::Rest { body: one }
            | Self::Wake { body: one } => *one == body,
            _ => self.parties().is_some_and(|parties| parties.contains(&Party::Body(body))),
        }
    }

    /// The side opposite to this body: the one that it hit or touched. None if the body takes no
    /// part, or there is one side only.
    ///
    /// ```
    /// use kinesweep::{Body, Party, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let player = world.insert(ball.clone().velocity(Vector3::x()))?;
    /// let stone = world.insert(ball.name("stone").position(Vector3::x() * 4.0))?;
    /// let event = world.step()?.expect("they meet");
    /// assert_eq!(event.kind.opposite(player), Some(Party::Body(stone)));
    /// assert_eq!(event.kind.opposite(stone).and_then(Party::body), Some(player));
    /// assert_eq!(world.name(stone)?, "stone");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn opposite(&self, body: BodyId) -> Option<Party> {
        let [one, other] = self.parties()?;
        match Party::Body(body) {
            body if body == one => Some(other),
            body if body == other => Some(one),
            _ => None,
        }
    }
}
