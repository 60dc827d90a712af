//! Two convex bodies at one instant, at least one of which has a smooth surface: their signed gap, the
//! normal, and the points that touch.

use super::super::constants::DIFFERENCE_ROUNDING;
use super::super::convex_part::{ConvexPart, Core};
use super::super::extreme::farthest;
use super::ascent::Features;
use super::gjk::{Closeness, Search};
use super::surface::Surface;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// How far two bodies that overlap are taken apart to find the features that touch, as a fraction of the
/// scale: above that their distance is far above rounding.
const FREE_GAP: f64 = 1e-6;

/// A depth that is taken as the least one, as a fraction of the scale.
const SHALLOW: f64 = 1e-9;

/// Most refinements of the normal of two bodies that overlap: one finds the features, and the next one
/// changes nothing unless the normal was far off.
const MAX_REFINEMENTS: usize = 2;

/// The normal of two bodies that overlap, and the features that touch.
struct Touch {
    normal: Vector3<f64>,
    ties: SmallVec<[Tie; 2]>,
    points: Option<[Vector3<f64>; 2]>,
}

/// The core of a convex body.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) enum Hull<'a> {
    /// The hull of points.
    Points(&'a [Vector3<f64>]),
    Surface(&'a Surface),
}

/// All points within `radius` of a core.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct Body<'a> {
    pub(in crate::impact) hull: Hull<'a>,
    pub(in crate::impact) radius: f64,
}

/// A feature that ties the normal, and turns with the body: axis . n = along.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct Tie {
    pub(in crate::impact) axis: Vector3<f64>,
    pub(in crate::impact) along: f64,
    /// The body: 0 for a, 1 for b.
    pub(in crate::impact) side: usize,
}

/// The relative position of two bodies.
#[derive(Clone, Debug)]
pub(in crate::impact) struct Meeting {
    /// Unit normal from a to b.
    pub(in crate::impact) normal: Vector3<f64>,
    /// The gap along the normal: their distance, or minus the depth where they overlap. A lower bound
    /// of the distance, whatever the error of the normal.
    pub(in crate::impact) gap: f64,
    /// The point of each surface nearest the other one, both relative to a's origin.
    pub(in crate::impact) points: [Vector3<f64>; 2],
    /// Of the features that are near each other.
    pub(in crate::impact) ties: SmallVec<[Tie; 2]>,
    /// Whether even the cores without the radii overlap: the normal is then that of the least depth
    /// found.
    pub(in crate::impact) is_deep: bool,
}

/// Two bodies in the same axes.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct SmoothPair<'a> {
    pub(in crate::impact) a: Body<'a>,
    pub(in crate::impact) b: Body<'a>,
}

impl Hull<'_> {
    /// The extreme point along n, and the number of its vertex or node. `rounding`: of a smooth surface
    /// the core that is left without a ball of this radius.
    pub(super) fn extreme(&self, n: &Vector3<f64>, rounding: f64) -> (Vector3<f64>, u32) {
        match self {
            Self::Points(points) => {
                let number = farthest(points, n);
                (points[number], number as u32)
            }
            Self::Surface(surface) => {
                let number = surface.farthest(n);
                (self.extreme_of(number as u32, n, rounding), number as u32)
            }
        }
    }

    /// The same for a given vertex or node.
    pub(super) fn extreme_of(&self, number: u32, n: &Vector3<f64>, rounding: f64) -> Vector3<f64> {
        match self {
            Self::Points(points) => points[number as usize],
            Self::Surface(surface) => {
                let node = &surface.nodes[number as usize];
                node.centre + node.extreme(n) - n * (rounding / n.norm())
            }
        }
    }

    pub(super) fn centre(&self, number: u32) -> Vector3<f64> {
        match self {
            Self::Points(points) => points[number as usize],
            Self::Surface(surface) => surface.nodes[number as usize].centre,
        }
    }

    /// How far it reaches along n, times the length of n.
    pub(in crate::impact) fn height(&self, n: &Vector3<f64>) -> f64 {
        match self {
            Self::Points(points) => points[farthest(points, n)].dot(n),
            Self::Surface(surface) => surface.height(n),
        }
    }

    /// A point inside.
    pub(super) fn middle(&self) -> Vector3<f64> {
        match self {
            Self::Points(points) => points.iter().sum::<Vector3<f64>>() / points.len() as f64,
            Self::Surface(surface) => {
                let centres = surface.nodes.iter().map(|node| node.centre);
                centres.sum::<Vector3<f64>>() / surface.nodes.len() as f64
            }
        }
    }

    pub(super) fn rounding(&self) -> f64 {
        match self {
            Self::Points(_) => 0.0,
            Self::Surface(surface) => surface.rounding,
        }
    }

    /// A length that scales rounding in its points.
    pub(super) fn size(&self) -> f64 {
        match self {
            Self::Points(points) => points.iter().map(|point| point.amax()).fold(0.0, f64::max),
            Self::Surface(surface) => surface.radius(),
        }
    }
}

impl<'a> Body<'a> {
    pub(in crate::impact) fn of(part: &'a ConvexPart) -> Self {
        let hull = match &part.core {
            Core::Smooth(smooth) => Hull::Surface(&smooth.surface),
            core => Hull::Points(core.vertices()),
        };
        Self {
            hull,
            radius: part.radius,
        }
    }
}

impl<'a> SmoothPair<'a> {
    /// Two parts; none if neither is smooth.
    pub(in crate::impact) fn of(a: &'a ConvexPart, b: &'a ConvexPart) -> Option<Self> {
        let is_smooth = |part: &ConvexPart| matches!(part.core, Core::Smooth(_));
        (is_smooth(a) || is_smooth(b)).then(|| Self {
            a: Body::of(a),
            b: Body::of(b),
        })
    }

    pub(super) fn radius(&self) -> f64 {
        self.a.radius + self.b.radius
    }

    /// The scale of rounding in the difference of two points, in metres.
    pub(super) fn scale(&self, offset: &Vector3<f64>) -> f64 {
        self.a.hull.size() + self.b.hull.size() + offset.amax()
    }

    /// The gap along a unit normal, b displaced by `offset`.
    pub(in crate::impact) fn gap_along(&self, n: &Vector3<f64>, offset: &Vector3<f64>) -> f64 {
        n.dot(offset) - self.b.hull.height(&-n) - self.a.hull.height(n) - self.radius()
    }

    /// The relative position when b is displaced by `offset`. `hint`: a normal near the result, of a
    /// moment before.
    pub(in crate::impact) fn meeting(&self, offset: &Vector3<f64>, hint: Option<&Vector3<f64>>) -> Meeting {
        let mut search = Search::new(self, offset, hint);
        match search.run() {
            Closeness::Apart { normal, points } => self.apart(&search, normal, points, offset),
            Closeness::Overlap => self.overlapping(&search, offset, hint),
        }
    }

    /// Whether they are farther apart than a gap that is above rounding, b displaced by `offset`.
    pub(in crate::impact) fn is_apart(&self, offset: &Vector3<f64>, gap: f64) -> bool {
        match Search::new(self, offset, None).run() {
            Closeness::Apart { normal, .. } => self.gap_along(&normal, offset) > gap,
            Closeness::Overlap => false,
        }
    }

    fn apart(&self, search: &Search, normal: Vector3<f64>, cores: [Vector3<f64>; 2], offset: &Vector3<f64>) -> Meeting {
        let radii = [&self.a, &self.b].map(|body| body.radius + body.hull.rounding());
        Meeting {
            gap: self.gap_along(&normal, offset),
            points: [cores[0] + normal * radii[0], cores[1] - normal * radii[1]],
            ties: search.ties(),
            is_deep: false,
            normal,
        }
    }

    /// The bodies without radii overlap, or touch up to rounding.
    fn overlapping(&self, search: &Search, offset: &Vector3<f64>, hint: Option<&Vector3<f64>>) -> Meeting {
        let start = |normal| Touch {
            normal,
            ties: SmallVec::new(),
            points: None,
        };
        // The depth along any normal is an upper bound: where it is small, there is no smaller one to look
        // for.
        let shallow = hint
            .filter(|_| !search.is_smooth())
            .map(|hint| self.refined(start(*hint), offset));
        let least = -SHALLOW * self.scale(offset);
        let touch = match shallow.filter(|touch| self.gap_along(&touch.normal, offset) >= least) {
            Some(touch) => touch,
            None => {
                let deepest = start(self.least_depth(offset, hint, search.nearest()));
                if search.is_smooth() {
                    deepest
                } else {
                    self.refined(deepest, offset)
                }
            }
        };
        let normal = touch.normal;
        let extreme = || {
            [
                self.a.hull.extreme(&normal, 0.0).0 + normal * self.a.radius,
                self.b.hull.extreme(&-normal, 0.0).0 + offset - normal * self.b.radius,
            ]
        };
        let gap = self.gap_along(&normal, offset);
        Meeting {
            normal,
            // A positive gap here is rounding.
            gap: gap.min(DIFFERENCE_ROUNDING * self.scale(offset)),
            points: touch.points.unwrap_or_else(extreme),
            ties: touch.ties,
            is_deep: gap < -self.radius() - DIFFERENCE_ROUNDING * self.scale(offset),
        }
    }

    /// The features that touch near a normal are those that are near each other where b is displaced along
    /// it until it is free. Their normal is then sought where b is.
    fn refined(&self, mut touch: Touch, offset: &Vector3<f64>) -> Touch {
        for _ in 0..MAX_REFINEMENTS {
            let gap = self.gap_along(&touch.normal, offset);
            let free = offset + touch.normal * ((-gap).max(0.0) + FREE_GAP * self.scale(offset));
            let mut beside = Search::new(self, &free, Some(&touch.normal));
            let Closeness::Apart { normal: outer, points } = beside.run() else {
                break;
            };
            let radii = [&self.a, &self.b].map(|body| body.radius + body.hull.rounding());
            let better = beside
                .normal_at(offset)
                .into_iter()
                .chain([outer])
                .find(|n| self.gap_along(n, offset) > gap);
            touch = Touch {
                normal: better.unwrap_or(touch.normal),
                ties: beside.ties(),
                points: Some([points[0] + outer * radii[0], points[1] - outer * radii[1] - (free - offset)]),
            };
            if better.is_none() {
                break;
            }
        }
        touch
    }

    /// The features of a vertex or node of each body.
    pub(super) fn features(&'a self, numbers: [u32; 2], offset: &Vector3<f64>) -> Features<'a> {
        Features::new([&self.a, &self.b], numbers, offset)
    }
}
