//! Closest points of two cores by support functions: features by the algorithm of Gilbert, Johnson and
//! Keerthi, normals by Newton's method.

use super::super::constants::DIFFERENCE_ROUNDING;
use super::super::hull_pair::HullPair;
use super::super::simplex::Simplex;
use super::pair::{Hull, SmoothPair, Tie};
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};

/// Most rounds. Smooth surfaces take about 30 where Newton's method finds nothing.
const MAX_ROUNDS: usize = 128;

/// The relative error of the distance at which Newton's method is tried first: the features are then
/// known.
const FIRST_ASCENT: f64 = 1e-2;

/// By how much the error must decrease until it is tried again.
const NEXT_ASCENT: f64 = 1e-2;

/// The least distance of vertices for a direction between them, as a fraction of the scale.
const SHORT_EDGE: f64 = 1e-12;

/// The relative position of two cores.
pub(super) enum Closeness {
    /// They are apart along a normal, with these closest points, both relative to a's origin.
    Apart {
        normal: Vector3<f64>,
        points: [Vector3<f64>; 2],
    },
    Overlap,
}

/// A search for the closest points.
pub(super) struct Search<'p> {
    pair: &'p SmoothPair<'p>,
    offset: Vector3<f64>,
    simplex: Simplex,
    /// The points of both cores, and the numbers of their features, that the simplex refers to.
    points: [SmallVec<[Vector3<f64>; 16]>; 2],
    numbers: [SmallVec<[u32; 16]>; 2],
    /// Of rounding, in metres.
    scale: f64,
    /// The best normal so far, and the gap of the cores along it.
    best: (Vector3<f64>, f64),
}

impl<'p> Search<'p> {
    pub(super) fn new(pair: &'p SmoothPair<'p>, offset: &Vector3<f64>, hint: Option<&Vector3<f64>>) -> Self {
        let between = offset + middle(&pair.b.hull) - middle(&pair.a.hull);
        let start = hint
            .copied()
            .or_else(|| between.try_normalize(0.0))
            .unwrap_or_else(Vector3::x);
        let mut search = Self {
            pair,
            offset: *offset,
            simplex: Simplex::default(),
            points: Default::default(),
            numbers: Default::default(),
            scale: pair.scale(offset),
            best: (start, f64::NEG_INFINITY),
        };
        search.consider(&start);
        search
    }

    /// The gap of the cores along a unit normal; keeps the greatest.
    fn consider(&mut self, n: &Vector3<f64>) -> f64 {
        let cores = self.pair.a.hull.rounding() + self.pair.b.hull.rounding() + self.pair.radius();
        let gap = self.pair.gap_along(n, &self.offset) + cores;
        if gap > self.best.1 {
            self.best = (*n, gap);
        }
        gap
    }

    /// Adds the extreme points along n to the simplex; returns their difference.
    fn add(&mut self, n: &Vector3<f64>) -> Vector3<f64> {
        let [a, b] = [&self.pair.a.hull, &self.pair.b.hull];
        let (on_a, of_a) = a.extreme(n, a.rounding());
        let (on_b, of_b) = b.extreme(&-n, b.rounding());
        self.add_points([on_a, on_b], [of_a, of_b])
    }

    fn add_points(&mut self, points: [Vector3<f64>; 2], numbers: [u32; 2]) -> Vector3<f64> {
        let index = self.points[0].len() as u32;
        for side in 0..2 {
            self.points[side].push(points[side]);
            self.numbers[side].push(numbers[side]);
        }
        let w = points[1] - points[0] + self.offset;
        self.simplex.push((index, index));
        self.simplex.displace_last(w);
        w
    }

    pub(super) fn run(&mut self) -> Closeness {
        let start = self.best.0;
        self.add(&start);
        let Some(mut v) = self.simplex.reduce() else {
            return Closeness::Overlap;
        };
        let mut next_ascent = FIRST_ASCENT;
        if self.is_smooth() && self.ascend(&mut v) {
            return self.apart(&v);
        }
        for _ in 0..MAX_ROUNDS {
            let distance = v.norm();
            if distance <= DIFFERENCE_ROUNDING * self.scale {
                return Closeness::Overlap;
            }
            let n = v / distance;
            self.consider(&n);
            let error = distance - self.best.1;
            if error <= DIFFERENCE_ROUNDING * self.scale {
                // The direction is good to the root of that alone.
                self.ascend(&mut v);
                break;
            }
            if error <= next_ascent * distance {
                next_ascent = NEXT_ASCENT * error / distance;
                if self.ascend(&mut v) {
                    break;
                }
            }
            let before = (self.simplex.clone(), v.norm_squared());
            self.add(&v.normalize());
            match self.simplex.reduce() {
                None => return Closeness::Overlap,
                // No progress: rounding.
                Some(next) if next.norm_squared() >= before.1 => {
                    self.simplex = before.0;
                    self.ascend(&mut v);
                    break;
                }
                Some(next) => v = next,
            }
        }
        self.apart(&v)
    }

    fn apart(&mut self, v: &Vector3<f64>) -> Closeness {
        if let Some(n) = v.try_normalize(0.0) {
            self.consider(&n);
        }
        if self.best.1 < -DIFFERENCE_ROUNDING * self.scale {
            return Closeness::Overlap;
        }
        let hulls = HullPair {
            a: &self.points[0],
            b: &self.points[1],
        };
        let on_a = self.simplex.point_on_a(&hulls);
        Closeness::Apart {
            normal: self.best.0,
            points: [on_a, on_a + v],
        }
    }

    /// The normal with the greatest gap for the features of the simplex when b is at another offset.
    pub(super) fn normal_at(&self, offset: &Vector3<f64>) -> Option<Vector3<f64>> {
        let first = self.simplex.pairs().next()?;
        let numbers = [self.numbers[0][first.0 as usize], self.numbers[1][first.1 as usize]];
        self.pair.features(numbers, offset).best_normal(&self.best.0, &self.ties())
    }

    /// The normal with the greatest gap that was found.
    pub(super) fn nearest(&self) -> &Vector3<f64> {
        &self.best.0
    }

    /// Whether each body is one point or one smooth node: then there are no ties.
    pub(super) fn is_smooth(&self) -> bool {
        [&self.pair.a.hull, &self.pair.b.hull].into_iter().all(|hull| match hull {
            Hull::Points(points) => points.len() == 1,
            Hull::Surface(surface) => surface.nodes.len() == 1,
        })
    }

    /// Maximises the gap for the features of the simplex. Whether the closest points of these features
    /// then have that distance; if so, they become the simplex.
    fn ascend(&mut self, v: &mut Vector3<f64>) -> bool {
        let ties = self.ties();
        let corners: SmallVec<[(u32, u32); 4]> = self.simplex.pairs().collect();
        let Some(first) = corners.first() else { return false };
        let numbers = [self.numbers[0][first.0 as usize], self.numbers[1][first.1 as usize]];
        let start = self.best.0;
        let features = self.pair.features(numbers, &self.offset);
        let normal = features.best_normal(&start, &ties);
        if let Some(n) = normal {
            self.consider(&n);
        }
        // The ends of cylinders and cones are faces.
        for (sign, hull) in [(1.0, self.pair.a.hull), (-1.0, self.pair.b.hull)] {
            if let Hull::Surface(surface) = hull {
                for end in &surface.ends {
                    let n = end * sign;
                    if n.dot(&start) > 0.0 {
                        self.consider(&n);
                    }
                }
            }
        }
        let n = self.best.0;
        let before = (self.simplex.clone(), self.points.clone(), self.numbers.clone());
        self.simplex = Simplex::default();
        let mut added: SmallVec<[(u32, u32); 4]> = smallvec![];
        for corner in &corners {
            let number = (self.numbers[0][corner.0 as usize], self.numbers[1][corner.1 as usize]);
            let at = |side: usize, sign: f64, index: u32, number: u32| {
                let hull = [&self.pair.a.hull, &self.pair.b.hull][side];
                match hull {
                    // A flat end has no single extreme point along its normal.
                    Hull::Surface(surface) if surface.nodes[number as usize].reach(&n) <= FLAT * self.scale => {
                        before.1[side][index as usize]
                    }
                    _ => hull.extreme_of(number, &(n * sign), hull.rounding()),
                }
            };
            let points = [at(0, 1.0, corner.0, number.0), at(1, -1.0, corner.1, number.1)];
            // Two corners with the same features are one, unless they are on a flat end.
            let is_known = added.contains(&number) && self.simplex_points(&points);
            if !is_known {
                self.add_points(points, [number.0, number.1]);
                added.push(number);
            }
        }
        match self.simplex.reduce() {
            Some(next) if next.norm() - self.best.1 <= 2.0 * DIFFERENCE_ROUNDING * self.scale => {
                *v = next;
                true
            }
            _ => {
                (self.simplex, self.points, self.numbers) = before;
                false
            }
        }
    }

    /// Whether the simplex has a corner of these two points.
    fn simplex_points(&self, points: &[Vector3<f64>; 2]) -> bool {
        self.simplex
            .pairs()
            .any(|(a, b)| self.points[0][a as usize] == points[0] && self.points[1][b as usize] == points[1])
    }

    /// The ties of the features of the simplex.
    pub(super) fn ties(&self) -> SmallVec<[Tie; 2]> {
        let mut ties: SmallVec<[Tie; 2]> = SmallVec::new();
        for side in 0..2 {
            let sign = [1.0, -1.0][side];
            let mut used: SmallVec<[u32; 4]> = SmallVec::new();
            for corner in self.simplex.pairs() {
                let number = self.numbers[side][[corner.0, corner.1][side] as usize];
                if !used.contains(&number) {
                    used.push(number);
                }
            }
            match [self.pair.a.hull, self.pair.b.hull][side] {
                Hull::Points(points) => {
                    for other in used.iter().skip(1) {
                        let edge = points[*other as usize] - points[used[0] as usize];
                        if let Some(axis) = edge.try_normalize(SHORT_EDGE * self.scale) {
                            ties.push(Tie { axis, along: 0.0, side });
                        }
                    }
                }
                Hull::Surface(surface) => {
                    // An end that is the nearest feature holds the normal.
                    let end = surface.ends.iter().find(|end| (*end * sign - self.best.0).norm() <= AT_END);
                    match (end, surface.side) {
                        (Some(end), _) => {
                            let across = end.cross(&Vector3::ith(end.iamin(), 1.0)).normalize();
                            for axis in [across, end.cross(&across)] {
                                ties.push(Tie { axis, along: 0.0, side });
                            }
                        }
                        (None, Some(of_side)) if used.len() > 1 => ties.push(Tie {
                            axis: of_side.axis,
                            along: sign * of_side.along,
                            side,
                        }),
                        _ => {}
                    }
                }
            }
        }
        ties
    }
}

/// A node that reaches no farther along a normal than this fraction of the scale is flat there.
const FLAT: f64 = 1e-13;

/// A normal this near that of an end is the normal of the end.
const AT_END: f64 = 1e-12;

fn middle(hull: &Hull) -> Vector3<f64> {
    match hull {
        Hull::Points(points) => points.iter().sum::<Vector3<f64>>() / points.len() as f64,
        Hull::Surface(surface) => surface.nodes.iter().map(|node| node.centre).sum::<Vector3<f64>>() / surface.nodes.len() as f64,
    }
}
