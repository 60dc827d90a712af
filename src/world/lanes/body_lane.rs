//! Which lane each body is in, and why.

use super::super::{World, WorldError};
use crate::bodies::NotPlain;
use crate::event::BodyId;
use std::collections::BTreeMap;

/// The lane of a body: that of balls, at a small part of the cost, or that of pairs, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BodyLane {
    /// The lane of balls.
    Balls,
    /// The method is not [`Method::Leases`](crate::Method::Leases).
    OtherMethod,
    /// The domain is open.
    OpenDomain,
    /// The world is in [`ResponseMode::PassThrough`](crate::ResponseMode::PassThrough).
    PassThrough,
    /// The world [reports overlaps](crate::WorldBuilder::report_overlaps), and the ball grows, has grown,
    /// or is at least as wide as half of a periodic domain.
    ReportedOverlaps,
    /// The lane of balls is [switched off](crate::WorldBuilder::lane_of_balls).
    Closed,
    /// It is not a ball.
    Shape,
    /// It is a sensor, has a [law of its own](crate::Body::own_law), bounds of the user's, or contacts
    /// that a touch test decides.
    Role,
    /// It grows or has grown, and nearly all other balls do not.
    Growth,
    /// It is fixed, and moves.
    FixedAndMoving,
    /// It rests on another body or a wall, or passes through another one.
    Contact,
    /// Nearly all other balls have the same acceleration, which is not its own.
    OtherAcceleration,
    /// The lane of balls could take it. It is closed since too few bodies are for it, or takes the
    /// body at the end of the present instant.
    Waiting,
}

impl BodyLane {
    /// A short name, as in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Balls => "balls",
            Self::OtherMethod => "pairs: another method",
            Self::OpenDomain => "pairs: open domain",
            Self::PassThrough => "pairs: pass-through",
            Self::ReportedOverlaps => "pairs: reported overlaps",
            Self::Closed => "pairs: closed",
            Self::Shape => "pairs: shape",
            Self::Role => "pairs: role",
            Self::Growth => "pairs: growth",
            Self::FixedAndMoving => "pairs: fixed and moving",
            Self::Contact => "pairs: contact",
            Self::OtherAcceleration => "pairs: another acceleration",
            Self::Waiting => "pairs: waiting",
        }
    }
}

impl From<NotPlain> for BodyLane {
    fn from(reason: NotPlain) -> Self {
        match reason {
            NotPlain::Shape => Self::Shape,
            NotPlain::Role => Self::Role,
            NotPlain::FixedAndMoving => Self::FixedAndMoving,
            NotPlain::Forces => Self::Contact,
        }
    }
}

impl World {
    /// The lane of a body, and why. It changes costs, and no event. O(pairs of the body).
    ///
    /// ```
    /// use kinesweep::world::BodyLane;
    /// use kinesweep::{Body, Domain, Method, Shape, World};
    /// use nalgebra::Vector3;
    /// let domain = Domain::Box { min: Vector3::zeros(), max: Vector3::repeat(30.0) };
    /// let mut world = World::builder().domain(domain).method(Method::Leases).build()?;
    /// let ball = Body::new(Shape::ball(0.5)?);
    /// let place = |number| Vector3::new(2.0 * f64::from(number) + 1.0, 5.0, 5.0);
    /// let mut bodies: Vec<Body> = (0..12).map(|number| ball.clone().position(place(number))).collect();
    /// bodies.push(ball.position(Vector3::repeat(20.0)).sensor());
    /// let ids = world.insert_all(&bodies)?;
    /// assert_eq!(world.lane_of(ids[0])?, BodyLane::Balls);
    /// assert_eq!(world.lane_of(ids[12])?, BodyLane::Role);
    /// assert_eq!(world.lanes(), [(BodyLane::Balls, 12), (BodyLane::Role, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn lane_of(&self, id: BodyId) -> Result<BodyLane, WorldError> {
        self.check_id(id)?;
        Ok(self.lane_at(id.index))
    }

    /// The number of bodies in each lane, by reason. See [`lane_of`](Self::lane_of). O(n).
    #[must_use]
    pub fn lanes(&self) -> Vec<(BodyLane, usize)> {
        let mut counts = BTreeMap::new();
        for index in self.bodies.in_order() {
            *counts.entry(self.lane_at(*index)).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    fn lane_at(&self, index: u32) -> BodyLane {
        if self.bodies.in_balls(index) {
            return BodyLane::Balls;
        }
        if let Err(reason) = self.space_of_balls() {
            reason
        } else if let Some(reason) = self.lanes.not_taken(&self.bodies[index]) {
            reason
        } else if self.is_for_balls(index) {
            BodyLane::Waiting
        } else {
            BodyLane::Contact
        }
    }
}
