//! One touch: the two parties, and the impulses of the last renewal.

use super::constants::NONE;
use crate::bodies::Bodies;
use crate::domain::{ImageOffset, Wall};
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::ops::{Add, AddAssign, Neg};

/// The second party of a touch.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Other {
    /// A body, by its place.
    Body(u32),
    /// A wall of the domain.
    Wall(Wall),
}

/// The parties of a touch, or of one that may begin.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Parties {
    /// The first body, by its place.
    pub(super) first: u32,
    pub(super) second: Other,
    /// See [`Touch::image`].
    image: ImageOffset,
}

/// A contact of two bodies, or of a body and a wall.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Touch {
    /// The first body, by its place.
    pub(super) first: u32,
    pub(super) second: Other,
    /// The image of the second body that is touched: domain lengths from its path since the insertion,
    /// relative to that of the first.
    pub(super) image: ImageOffset,
    /// The impulses of the last renewal, one for each place.
    pub(super) pushes: SmallVec<[Push; 1]>,
    /// For how long that renewal pulled the bodies, in seconds; 0 if nothing does.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) pulled: f64,
    /// The stamps of the two motion pieces (0 for a wall) with which the last renewal keeps it open until
    /// the next one; none if it does not.
    pub(super) open: Option<[u32; 2]>,
    /// What acts on each side of it, as far as a body has settled there, when that was found to hold it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) held: [Wrench; 2],
}

/// A force on a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Wrench {
    /// In N.
    pub(super) force: Vector3<f64>,
    /// Its moment about the centre of mass, in N m.
    pub(super) moment: Vector3<f64>,
}

impl Add for Wrench {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            force: self.force + other.force,
            moment: self.moment + other.moment,
        }
    }
}

impl AddAssign for Wrench {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Wrench {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            force: -self.force,
            moment: -self.moment,
        }
    }
}

/// What two parties exert on each other at one place, by one renewal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Push {
    /// Unit normal from the first to the second.
    pub(super) normal: Vector3<f64>,
    /// From the centre of mass of the first to the point, in metres.
    pub(super) arm: Vector3<f64>,
    /// Impulse along the normal, in N s, at least 0.
    pub(super) impulse: f64,
    /// Impulse of friction on the second, in N s, across the normal.
    pub(super) friction: Vector3<f64>,
    /// Impulse of the moments against rolling and spinning on the second, in N m s.
    pub(super) moment: Vector3<f64>,
}

impl Push {
    /// Adds a share of others, along its own normal.
    pub(super) fn add(&mut self, other: &Self, share: f64) {
        self.impulse += other.impulse * share;
        self.friction += (other.friction - self.normal * self.normal.dot(&other.friction)) * share;
        self.moment += other.moment * share;
    }
}

impl Parties {
    /// Two bodies, the second at an image that is `lengths` of the domain from its piece.
    pub(super) fn of_bodies(bodies: &Bodies, first: u32, second: u32, lengths: &ImageOffset) -> Self {
        let gone = [first, second].map(|body| bodies[body].lengths_gone());
        Self {
            first,
            second: Other::Body(second),
            image: std::array::from_fn(|axis| lengths[axis] - gone[1][axis] + gone[0][axis]),
        }
    }

    /// A body and a wall.
    pub(super) fn on_wall(body: u32, wall: Wall) -> Self {
        Self {
            first: body,
            second: Other::Wall(wall),
            image: [0; 3],
        }
    }

    /// The domain lengths from the piece of the second body to the image that is touched.
    pub(super) fn lengths(&self, bodies: &Bodies, second: u32) -> ImageOffset {
        let gone = [self.first, second].map(|body| bodies[body].lengths_gone());
        std::array::from_fn(|axis| self.image[axis] + gone[1][axis] - gone[0][axis])
    }

    /// The bodies among them: none for a wall.
    #[inline]
    pub(super) fn places(&self) -> [Option<u32>; 2] {
        let second = match self.second {
            Other::Body(second) => Some(second),
            Other::Wall(_) => None,
        };
        [Some(self.first), second]
    }

    /// The bodies among them.
    #[inline]
    pub(super) fn bodies(&self) -> impl Iterator<Item = u32> + use<> {
        self.places().into_iter().flatten()
    }

    /// The stamps of the motion pieces of the two; 0 for a wall.
    pub(super) fn stamps(&self, bodies: &Bodies) -> [u32; 2] {
        self.places().map(|body| body.map_or(0, |body| bodies[body].stamp()))
    }
}

impl Touch {
    /// A touch without impulses, which nothing keeps open.
    pub(super) fn between(parties: Parties) -> Self {
        let Parties { first, second, image } = parties;
        Self {
            first,
            second,
            image,
            pushes: SmallVec::new(),
            pulled: 0.0,
            open: None,
            held: Default::default(),
        }
    }

    #[inline]
    pub(super) fn parties(&self) -> Parties {
        Parties {
            first: self.first,
            second: self.second,
            image: self.image,
        }
    }

    /// See [`Parties::places`].
    #[inline]
    pub(super) fn places(&self) -> [Option<u32>; 2] {
        self.parties().places()
    }

    /// The bodies among the parties.
    #[inline]
    pub(super) fn bodies(&self) -> impl Iterator<Item = u32> + use<> {
        self.parties().bodies()
    }

    /// The body on the other side of one of its bodies; [`NONE`] for a wall.
    pub(super) fn other_than(&self, body: u32) -> u32 {
        match self.second {
            Other::Body(second) if self.first == body => second,
            Other::Body(_) => self.first,
            Other::Wall(_) => NONE,
        }
    }

    /// See [`Parties::stamps`].
    pub(super) fn stamps(&self, bodies: &Bodies) -> [u32; 2] {
        self.parties().stamps(bodies)
    }

    /// Whether the last renewal keeps it open until the next one, with the motion pieces of the present.
    pub(super) fn is_kept_open(&self, bodies: &Bodies) -> bool {
        self.open.is_some_and(|open| open == self.stamps(bodies))
    }

    /// Whether it is one of these.
    #[inline]
    pub(super) fn is_of(&self, parties: &Parties) -> bool {
        self.parties() == *parties
    }
}
