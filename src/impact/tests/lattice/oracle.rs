//! The oracle: the separating axis test over time in whole numbers and fractions, without rounding.
//!
//! It shares no code with the library: it finds faces by trying all triples of points, and edges by
//! the faces that they lie in.

use std::cmp::Ordering;

pub(super) type Whole = [i128; 3];

/// A fraction; the denominator is positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction {
    pub(super) over: i128,
    pub(super) under: i128,
}

impl Fraction {
    pub(super) fn new(over: i128, under: i128) -> Self {
        let sign = under.signum();
        let common = gcd(over, under).max(1);
        Self {
            over: sign * over / common,
            under: sign * under / common,
        }
    }

    pub(super) fn to_f64(self) -> f64 {
        // Whole part first: both parts of the quotient may have more digits than a float.
        let whole = self.over.div_euclid(self.under);
        whole as f64 + self.over.rem_euclid(self.under) as f64 / self.under as f64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub(super) fn sub(a: &Whole, b: &Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn dot(a: &Whole, b: &Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: &Whole, b: &Whole) -> Whole {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Divided by the common divisor, the first non-zero coordinate positive: equal for all parallel
/// vectors. None for 0.
fn direction(v: &Whole) -> Option<Whole> {
    let common = v.iter().fold(0, |common, x| gcd(common, *x));
    let first = v.iter().find(|x| **x != 0)?;
    Some(v.map(|x| first.signum() * x / common))
}

fn insert(directions: &mut Vec<Whole>, v: &Whole) {
    if let Some(new) = direction(v)
        && !directions.contains(&new)
    {
        directions.push(new);
    }
}

/// A hull of points, or a triangle.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub(super) points: Vec<Whole>,
    normals: Vec<Whole>,
    edges: Vec<Whole>,
    /// Triangles that cover the surface, many times over.
    panes: Vec<[Whole; 3]>,
    flat: bool,
}

impl Solid {
    /// Of points that are not in one plane.
    pub(super) fn hull(points: Vec<Whole>) -> Self {
        let n = points.len();
        let (mut normals, mut edges, mut panes) = (Vec::new(), Vec::new(), Vec::new());
        // The points in each plane that has all other points on one side.
        let mut faces: Vec<Vec<usize>> = Vec::new();
        for (i, j, k) in (0..n).flat_map(|i| (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| (i, j, k)))) {
            let normal = cross(&sub(&points[j], &points[i]), &sub(&points[k], &points[i]));
            let heights: Vec<i128> = points.iter().map(|p| dot(&normal, &sub(p, &points[i]))).collect();
            let one_side = heights.iter().all(|h| *h <= 0) || heights.iter().all(|h| *h >= 0);
            if normal == [0; 3] || !one_side {
                continue;
            }
            insert(&mut normals, &normal);
            panes.push([points[i], points[j], points[k]]);
            let within: Vec<usize> = (0..n).filter(|l| heights[*l] == 0).collect();
            if !faces.contains(&within) {
                faces.push(within);
            }
        }
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            let shared = faces.iter().filter(|within| within.contains(&i) && within.contains(&j));
            if shared.count() >= 2 {
                insert(&mut edges, &sub(&points[j], &points[i]));
            }
        }
        Self {
            points,
            normals,
            edges,
            panes,
            flat: false,
        }
    }

    /// None if it has no area.
    pub(super) fn triangle(corners: [Whole; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        insert(&mut normals, &cross(&sub(&b, &a), &sub(&c, &a)));
        for edge in [sub(&b, &a), sub(&c, &b), sub(&a, &c)] {
            insert(&mut edges, &edge);
        }
        (!normals.is_empty()).then(|| Self {
            points: corners.to_vec(),
            normals,
            edges,
            panes: vec![corners],
            flat: true,
        })
    }

    pub(super) fn is_flat(&self) -> bool {
        self.flat
    }

    /// With all points moved, so that it keeps its kind, or nearly.
    pub(super) fn map(&self, place: impl FnMut(&Whole) -> Whole) -> Self {
        let points: Vec<Whole> = self.points.iter().map(place).collect();
        match <[Whole; 3]>::try_from(points) {
            Ok(corners) => Self::triangle(corners).unwrap_or_else(|| self.clone()),
            Err(points) => Self::hull(points),
        }
    }

    fn span(&self, axis: &Whole) -> (i128, i128) {
        let along = self.points.iter().map(|p| dot(axis, p));
        (along.clone().min().unwrap(), along.max().unwrap())
    }
}

/// When two touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) begin: Fraction,
    pub(super) end: Fraction,
    /// Whether they penetrate. If not, they only graze, and with rounding that may be a miss.
    pub(super) deep: bool,
    /// The closing speed at the beginning, as a fraction of the speed: the greatest of the axes
    /// that decide it. The same for the end.
    pub(super) incidence: [f64; 2],
}

/// The times, from minus to plus infinity, at which `b`, displaced by `position` and moving,
/// touches `a`.
pub(super) fn touch(a: &Solid, b: &Solid, position: &Whole, velocity: &Whole) -> Option<Touch> {
    let mut axes: Vec<Whole> = a.normals.iter().chain(&b.normals).copied().collect();
    for of_a in &a.edges {
        for of_b in &b.edges {
            insert(&mut axes, &cross(of_a, of_b));
        }
    }
    let parallel = a.flat && b.flat && cross(&a.normals[0], &b.normals[0]) == [0; 3];
    if parallel {
        for flat in [a, b] {
            for edge in &flat.edges {
                insert(&mut axes, &cross(&flat.normals[0], edge));
            }
        }
    }
    let speed = (dot(velocity, velocity) as f64).sqrt();
    let (mut begin, mut end): (Option<Fraction>, Option<Fraction>) = (None, None);
    let mut incidence = [0.0f64; 2];
    let mut spans = Vec::new();
    for axis in &axes {
        let (of_a, of_b) = (a.span(axis), b.span(axis));
        let (along, rate) = (dot(axis, position), dot(axis, velocity));
        // low <= rate s <= high
        let (low, high) = (of_a.0 - of_b.1 - along, of_a.1 - of_b.0 - along);
        spans.push((low, high, rate));
        if rate == 0 {
            if low > 0 || high < 0 {
                return None;
            }
            continue;
        }
        let (first, last) = if rate > 0 { (low, high) } else { (high, low) };
        let (first, last) = (Fraction::new(first, rate), Fraction::new(last, rate));
        let here = rate.abs() as f64 / ((dot(axis, axis) as f64).sqrt() * speed);
        if begin.is_none_or(|begin| first > begin) {
            (begin, incidence[0]) = (Some(first), 0.0);
        }
        if begin == Some(first) {
            incidence[0] = incidence[0].max(here);
        }
        if end.is_none_or(|end| last < end) {
            (end, incidence[1]) = (Some(last), 0.0);
        }
        if end == Some(last) {
            incidence[1] = incidence[1].max(here);
        }
    }
    let (begin, end) = (begin?, end?);
    if begin > end {
        return None;
    }
    let deep = if parallel && begin == end {
        // Face to face, for an instant: whether the faces overlap by an area.
        let at = |rate: i128| rate * begin.over;
        let across = spans
            .iter()
            .filter(|(low, high, _)| low != high)
            .all(|(low, high, rate)| low * begin.under < at(*rate) && at(*rate) < high * begin.under);
        across && spans.iter().any(|(low, high, rate)| low == high && *rate != 0)
    } else {
        begin < end && spans.iter().all(|(low, high, rate)| *rate != 0 || (*low < 0 && *high > 0))
    };
    Some(Touch {
        begin,
        end,
        deep,
        incidence,
    })
}

/// The first time at which a vertex of one meets a face of the other, or two non-parallel edges
/// cross: exact, and by features instead of axes.
pub(super) fn first_by_features(a: &Solid, b: &Solid, position: &Whole, velocity: &Whole) -> Option<Fraction> {
    let back = velocity.map(|v| -v);
    let mut first: Option<Fraction> = None;
    let mut found = |time: Option<Fraction>| {
        if let Some(time) = time {
            first = Some(first.map_or(time, |first| first.min(time)));
        }
    };
    for of_a in &a.panes {
        for of_b in &b.panes {
            let of_b = of_b.map(|p| [0, 1, 2].map(|axis| p[axis] + position[axis]));
            for corner in 0..3 {
                found(vertex_meets_face(&of_b[corner], velocity, of_a));
                found(vertex_meets_face(&of_a[corner], &back, &of_b));
                for other in 0..3 {
                    let [p, q] = [of_a[corner], of_a[(corner + 1) % 3]];
                    let [u, v] = [of_b[other], of_b[(other + 1) % 3]];
                    found(edges_meet([&p, &q], [&u, &v], velocity));
                }
            }
        }
    }
    first
}

fn vertex_meets_face(vertex: &Whole, velocity: &Whole, [a, b, c]: &[Whole; 3]) -> Option<Fraction> {
    let normal = cross(&sub(b, a), &sub(c, a));
    let rate = dot(&normal, velocity);
    if rate == 0 {
        return None;
    }
    let time = Fraction::new(dot(&normal, &sub(a, vertex)), rate);
    // All times the denominator.
    let at = [0, 1, 2].map(|axis| vertex[axis] * time.under + velocity[axis] * time.over);
    let within = [[a, b], [b, c], [c, a]].into_iter().all(|[from, to]| {
        let from_corner = sub(&at, &from.map(|x| x * time.under));
        dot(&normal, &cross(&sub(to, from), &from_corner)) >= 0
    });
    within.then_some(time)
}

/// An edge at rest and one that moves.
fn edges_meet([p, q]: [&Whole; 2], [u, v]: [&Whole; 2], velocity: &Whole) -> Option<Fraction> {
    let (along, other) = (sub(q, p), sub(v, u));
    let normal = cross(&along, &other);
    let rate = dot(&normal, velocity);
    if rate == 0 {
        return None;
    }
    let time = Fraction::new(dot(&normal, &sub(p, u)), rate);
    let from_p = [0, 1, 2].map(|axis| (u[axis] - p[axis]) * time.under + velocity[axis] * time.over);
    // Where the lines cross, as parts of the edges, times the denominator and the square of the
    // normal.
    let whole = dot(&normal, &normal) * time.under;
    let part = dot(&cross(&from_p, &other), &normal);
    let other_part = dot(&cross(&from_p, &along), &normal);
    let within = (0..=whole).contains(&part) && (0..=whole).contains(&other_part);
    within.then_some(time)
}
