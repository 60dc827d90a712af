use super::super::relative::tests::relative;
use super::super::{Extents, Interval, Intervals, Relative};
use super::instant::Separation;
use super::*;
use crate::impact::window::search_window;
use nalgebra::{UnitQuaternion, UnitVector3};
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape::{ConvexPolyhedron, Shape, Triangle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use smallvec::SmallVec;

pub(super) const ALWAYS: Interval = Interval {
    begin: 0.0,
    end: f64::INFINITY,
};

/// From faces given by their corners in order; normals and edges by comparison of all with all.
fn polytope(vertices: &[Vector3<f64>], faces: &[&[usize]]) -> Polytope {
    let mut normals: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let mut edges: SmallVec<[Vector3<f64>; 3]> = SmallVec::new();
    let add = |list: &mut SmallVec<[Vector3<f64>; 3]>, direction: Vector3<f64>| {
        let direction = direction.normalize();
        if list.iter().all(|known| known.cross(&direction).norm() > 1e-9) {
            list.push(direction);
        }
    };
    for face in faces {
        let corner = |i: usize| vertices[face[i % face.len()]];
        add(&mut normals, (corner(1) - corner(0)).cross(&(corner(2) - corner(0))));
        (0..face.len()).for_each(|i| add(&mut edges, corner(i + 1) - corner(i)));
    }
    Polytope {
        vertices: vertices.iter().copied().collect(),
        normals,
        edges,
        flat: faces.len() == 1,
        cuboid: None,
    }
}

pub(super) fn cuboid(half: [f64; 3], turn: UnitQuaternion<f64>, at: Vector3<f64>) -> Polytope {
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        turn * Vector3::new(half[0] * sign(0), half[1] * sign(1), half[2] * sign(2)) + at
    };
    let vertices: Vec<_> = (0..8).map(corner).collect();
    polytope(
        &vertices,
        &[
            &[0, 1, 3, 2],
            &[0, 1, 5, 4],
            &[0, 2, 6, 4],
            &[7, 6, 4, 5],
            &[7, 6, 2, 3],
            &[7, 5, 1, 3],
        ],
    )
}

pub(in crate::impact) fn upright(half: [f64; 3]) -> Polytope {
    cuboid(half, UnitQuaternion::identity(), Vector3::zeros())
}

pub(super) fn triangle(corners: [[f64; 3]; 3]) -> Polytope {
    polytope(&corners.map(Vector3::from), &[&[0, 1, 2]])
}

pub(in crate::impact) fn extents(polytope: &Polytope) -> Extents {
    let fold = |f: fn(f64, f64) -> f64| polytope.vertices.iter().copied().reduce(|x, y| x.zip_map(&y, f)).unwrap();
    Extents {
        min: fold(f64::min),
        max: fold(f64::max),
    }
}

/// As the narrow phase: over the windows in which the boxes overlap.
pub(super) fn first(a: &Polytope, b: &Polytope, rel: &Relative) -> Option<Entry> {
    let windows = search_window(rel, &extents(a), &extents(b));
    windows.as_slice().iter().find_map(|window| first_entry(a, b, rel, *window))
}

fn contact(a: &Polytope, b: &Polytope, rel: &Relative) -> Intervals {
    let windows = search_window(rel, &extents(a), &extents(b));
    let parts = windows.as_slice().iter().map(|window| intervals(a, b, rel, *window));
    parts.fold(Intervals::none(), |all, part| all.union(&part))
}

fn parry_shape(polytope: &Polytope) -> Box<dyn Shape> {
    let v: Vec<_> = polytope.vertices.iter().map(|v| (*v).into()).collect();
    if polytope.flat {
        Box::new(Triangle::new(v[0], v[1], v[2]))
    } else {
        Box::new(ConvexPolyhedron::from_convex_hull(&v).unwrap())
    }
}

fn distance(a: &dyn Shape, b: &dyn Shape, offset: Vector3<f64>) -> f64 {
    let distance = query::distance(&Pose::IDENTITY, a, &Pose::from_translation(offset.into()), b);
    distance.unwrap().distance
}

pub(in crate::impact) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(in crate::impact) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    pub(in crate::impact) fn vector(&mut self, scale: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.signed() * scale)
    }
    fn turn(&mut self) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(self.vector(3.0))
    }
    /// Some begin in contact, some pass by, and some of the accelerated ones return.
    fn thrown(&mut self, accelerated: bool) -> Relative {
        let scale = if self.signed() < 0.0 { 1.0 } else { 3.0 };
        let (position, velocity) = (self.vector(scale), self.vector(4.0));
        let pull = self.vector(1.0) - velocity * (1.0 + self.signed());
        let acceleration = if accelerated { pull } else { Vector3::zeros() };
        relative(position.into(), velocity.into(), acceleration.into())
    }
    pub(in crate::impact) fn polytope(&mut self) -> Polytope {
        let at = self.vector(0.3);
        match self.0.next_u64() % 4 {
            0 => triangle([(); 3].map(|()| self.vector(1.5).into())),
            1 => {
                let v = [(); 4].map(|()| self.vector(1.5));
                polytope(&v, &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[1, 2, 3]])
            }
            // Axis-aligned: parallel faces and edges occur.
            2 => cuboid([1.0, 0.5, 0.25], UnitQuaternion::identity(), at),
            _ => {
                let half = [(); 3].map(|()| self.signed().abs() + 0.05);
                cuboid(half, self.turn(), at)
            }
        }
    }
}

#[test]
fn uniform_entries_agree_with_shape_casts() {
    let mut random = Random::new(21);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..4_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let position = random.vector(1.0).normalize() * 6.0;
        let velocity = (random.vector(1.5) - position) * 10f64.powf(3.0 * random.signed());
        let rel = relative(position.into(), velocity.into(), [0.0; 3]);
        let found = first(&a, &b, &rel);
        let last = 12.0 / velocity.norm();
        let options = query::ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..Default::default()
        };
        let (there, way) = (Pose::from_translation(position.into()), (velocity * last).into());
        let (shape_a, shape_b) = (parry_shape(&a), parry_shape(&b));
        let rest = Vector3::zeros().into();
        let cast = query::cast_shapes(&Pose::IDENTITY, rest, &*shape_a, &there, way, &*shape_b, options).unwrap();
        let nearest = || {
            (0..=4_000)
                .map(|i| distance(&*shape_a, &*shape_b, position + velocity * (last * f64::from(i) / 4_000.0)))
                .fold(f64::INFINITY, f64::min)
        };
        match (found, cast) {
            (Some(found), Some(cast)) => {
                hits += 1;
                let expected = cast.time_of_impact * last;
                let error = (found.s - expected).abs() / expected;
                // The cast is iterative: where it differs, the distance decides.
                let off = distance(&*shape_a, &*shape_b, rel.position_at(found.s * (1.0 - 1e-9)));
                assert!(
                    error < 1e-9 || (off > 0.0 && off < 1e-7),
                    "case {case}: {found:?}, cast {expected}, {off:e}"
                );
                assert!(found.normal.dot(&velocity) < 0.0);
                assert!((found.normal.norm() - 1.0).abs() < 1e-14);
            }
            (None, None) => misses += 1,
            (None, Some(_)) => assert!(nearest() > 1e-9, "case {case}: missed"),
            (Some(found), None) => {
                let times = contact(&a, &b, &rel).first().unwrap();
                let inside = rel.position_at(0.5 * (times.begin + times.end));
                assert!(distance(&*shape_a, &*shape_b, inside) <= 1e-9, "case {case}: ghost {found:?}");
            }
        }
    }
    assert!(hits > 500 && misses > 300, "{hits} {misses}");
}

#[test]
fn contact_agrees_with_distances_at_instants() {
    let mut random = Random::new(22);
    let mut parts = [0; 5];
    for case in 0..3_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let rel = random.thrown(case % 2 == 1);
        let times = contact(&a, &b, &rel);
        parts[times.as_slice().len()] += 1;
        let (shape_a, shape_b) = (parry_shape(&a), parry_shape(&b));
        for step in 0..150 {
            let s = f64::from(step) * 0.02;
            let inside = times.as_slice().iter().any(|i| i.begin <= s && s <= i.end);
            let gap = distance(&*shape_a, &*shape_b, rel.position_at(s));
            let depth = -separation(&a, &b, &rel.position_at(s)).gap;
            let right = if gap > 1e-9 {
                !inside && depth < 0.0
            } else {
                inside || depth < 1e-9
            };
            assert!(right, "case {case} at {s}: gap {gap:e}, depth {depth:e}, {times:?}");
        }
    }
    assert!(parts[0] > 100 && parts[1] > 100 && parts[2] > 20, "{parts:?}");
}

#[test]
fn accelerated_entries_begin_contact() {
    let mut random = Random::new(23);
    let (mut later, mut second) = (0, 0);
    for _ in 0..8_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let rel = random.thrown(true);
        let times = contact(&a, &b, &rel);
        let entry = first(&a, &b, &rel);
        let at_start = times.first().filter(|times| times.begin == 0.0);
        let begins = times.as_slice().iter().find(|times| times.begin > 0.0);
        match (entry, at_start) {
            (Some(entry), Some(_)) if entry.s == 0.0 => {
                let here = separation(&a, &b, &rel.position);
                assert_eq!(here.normal, entry.normal);
                assert!(here.normal.dot(&rel.velocity) < 0.0);
            }
            (Some(entry), _) => {
                let begin = begins.unwrap().begin;
                assert!((entry.s - begin).abs() <= 1e-12, "{entry:?} {times:?}");
                assert!(entry.normal.dot(&rel.velocity_at(entry.s)) < 0.0);
                later += 1;
                second += u32::from(at_start.is_some());
            }
            (None, _) => assert!(begins.is_none(), "{times:?}"),
        }
    }
    assert!(later > 500 && second > 20, "{later} {second}");
}

#[test]
fn a_box_slides_over_two_flush_boxes() {
    let (floor, slider) = (upright([2.0, 1.0, 2.0]), upright([0.5, 0.5, 0.5]));
    for rounding in [0.0, 1e-16, -1e-16, 2e-16, -2e-16] {
        // The second floor box, ahead; and sliding on to it.
        let rel = relative([-5.0, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(first(&floor, &slider, &rel), None);
        let rel = relative([-2.5, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(first(&floor, &slider, &rel), None);
        // Pressed down by gravity it hits the second box, on the edge.
        let rel = relative([-2.5, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0, -10.0, 0.0]);
        assert!(first(&floor, &slider, &rel).is_some());
    }
    let rel = relative([-5.0, 1.5, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(contact(&floor, &slider, &rel), Intervals::one(2.5 / 3.0, 7.5 / 3.0));
    // A step of a millionth is a step.
    let rel = relative([-5.0, 1.5 - 1e-6, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
    let entry = first(&floor, &slider, &rel).unwrap();
    assert_eq!(entry.normal, -Vector3::x());
}

#[test]
fn corners_that_meet_are_hits() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let rel = relative([-5.0, -5.0, -5.0], [2.0, 2.0, 2.0], [0.0; 3]);
    let entry = first(&a, &b, &rel).unwrap();
    assert_eq!(entry.s, 1.75);
    // After the response along one axis the others still close: no second hit.
    let rel = relative([-1.5, -1.5, -1.5], [-2.0, 2.0, 2.0], [0.0; 3]);
    assert_eq!(first(&a, &b, &rel), None);
    // Edge to edge, one passing under the other with nothing to spare, is a graze.
    let rel = relative([-3.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0; 3]);
    assert!(first(&a, &b, &rel).is_none());
    assert_eq!(contact(&a, &b, &rel), Intervals::one(1.5, 1.5));
}

#[test]
fn touching_at_the_start_collides_only_if_approaching() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    for (velocity, acceleration, expected) in [
        ([0.0, -1.0, 0.0], [0.0; 3], Some(0.0)),
        ([0.0, 1.0, 0.0], [0.0; 3], None),
        ([1.0, 0.0, 0.0], [0.0; 3], None),
        ([0.0; 3], [0.0; 3], None),
        ([1.0, -1e-17, 0.0], [0.0; 3], None),
        ([0.0; 3], [0.0, -10.0, 0.0], Some(0.0)),
        ([0.0; 3], [0.0, 10.0, 0.0], None),
        ([0.0, 10.0, 0.0], [0.0, -10.0, 0.0], Some(2.0)),
        ([0.0, 1e-8, 0.0], [0.0, -10.0, 0.0], Some(2e-9)),
    ] {
        for rounding in [0.0, 3e-16, -3e-16] {
            let rel = relative([0.2, 1.5 + rounding, 0.1], velocity, acceleration);
            let found = first(&a, &b, &rel).map(|entry| entry.s);
            let near = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() <= 1e-15,
                (None, None) => true,
                _ => false,
            };
            assert!(near, "{rounding:e} {velocity:?} {acceleration:?}: {found:?}");
        }
    }
    // Deep overlap: the axis of least depth decides, and a parting pair must part first.
    let inside = |velocity: [f64; 3]| first(&a, &b, &relative([0.0, 1.2, 0.0], velocity, [0.0; 3]));
    assert_eq!(inside([0.0, -1.0, 0.0]).map(|entry| entry.normal), Some(Vector3::y()));
    assert_eq!(inside([5.0, 1.0, 0.0]), None);
}

/// Square of two triangles at height 0, half a side 1, normals along `up`.
fn square(up: f64) -> [Polytope; 2] {
    let corner = |x: f64, z: f64| [x, 0.0, z];
    let [p, q, r, s] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let [mut one, mut other] = [triangle([p, q, r]), triangle([p, r, s])];
    for flat in [&mut one, &mut other] {
        if flat.normals[0].y * up < 0.0 {
            flat.normals[0] = -flat.normals[0];
        }
    }
    [one, other]
}

fn rotated(flat: &Polytope, turn: &UnitQuaternion<f64>) -> Polytope {
    Polytope {
        vertices: flat.vertices.iter().map(|v| turn * v).collect(),
        normals: flat.normals.iter().map(|v| turn * v).collect(),
        edges: flat.edges.iter().map(|v| turn * v).collect(),
        flat: flat.flat,
        cuboid: None,
    }
}

fn first_of_all(a: &[Polytope], b: &[Polytope], rel: &Relative) -> Option<Entry> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| first(a, b, rel)).min_by(|x, y| x.s.total_cmp(&y.s))
}

#[test]
fn parallel_triangles_meet_face_to_face() {
    let mut random = Random::new(24);
    for case in 0..300 {
        let turn = if case == 0 {
            UnitQuaternion::identity()
        } else {
            random.turn()
        };
        let spin = UnitQuaternion::from_axis_angle(&UnitVector3::new_unchecked(Vector3::y()), random.signed());
        let a = square(1.0).map(|flat| rotated(&flat, &turn));
        let b = square(-1.0).map(|flat| rotated(&rotated(&flat, &spin), &turn));
        let put = |position: [f64; 3], velocity: [f64; 3], acceleration: [f64; 3]| {
            let [p, v, w] = [position, velocity, acceleration].map(|x| (turn * Vector3::from(x)).into());
            relative(p, v, w)
        };
        let at = |rel: Relative| first_of_all(&a, &b, &rel);
        // From above and below, uniform and thrown.
        for side in [1.0, -1.0] {
            let entry = at(put([0.3, 4.0 * side, 0.2], [0.1, -2.0 * side, 0.0], [0.0; 3])).unwrap();
            assert!((entry.s - 2.0).abs() < 1e-14, "case {case}: {entry:?}");
            assert!((entry.normal - turn * Vector3::y() * side).norm() < 1e-14);
            let entry = at(put([0.0, 0.5 * side, 0.0], [0.0, 2.0 * side, 0.0], [0.0, -5.0 * side, 0.0])).unwrap();
            assert!((entry.s - 1.0).abs() < 1e-14, "case {case}: {entry:?}");
        }
        // Just after, rounded either way: parting, and pressed.
        for rounding in [0.0, 3e-16, -3e-16] {
            assert_eq!(at(put([0.5, rounding, 0.2], [0.1, 2.0, 0.0], [0.0; 3])), None);
            assert_eq!(at(put([0.5, rounding, 0.2], [0.1, 0.0, 0.0], [0.0; 3])), None);
            let pressed = at(put([0.5, rounding, 0.2], [0.0, -1.0, 0.0], [0.0; 3])).unwrap();
            assert!(pressed.s <= 1e-15);
            let back = at(put([0.5, rounding, 0.2], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0])).unwrap();
            assert!((back.s - 2.0).abs() < 1e-14);
        }
        // A miss: down past it, then up from below under it.
        assert_eq!(at(put([3.5, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3])), None);
        let entry = at(put([6.0, 1.0, 0.0], [-1.0, -4.0, 0.0], [0.0, 1.0, 0.0])).unwrap();
        assert!((entry.normal + turn * Vector3::y()).norm() < 1e-14);
        assert!((entry.s - (4.0 + 14f64.sqrt())).abs() < 1e-13);
    }
}

#[test]
fn coplanar_triangles_touch_without_impact() {
    let (a, b) = (square(1.0), square(1.0));
    let rel = relative([-4.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(first_of_all(&a, &b, &rel), None);
    let times = a.iter().flat_map(|a| b.iter().map(move |b| contact(a, b, &rel)));
    let all = times.fold(Intervals::none(), |all, part| all.union(&part));
    assert_eq!(all, Intervals::one(2.0, 6.0));
    let through = relative([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]);
    assert_eq!(contact(&a[0], &b[0], &through), Intervals::one(1.0, 1.0));
}

#[test]
fn nearly_parallel_triangles_and_edges_meet() {
    let b = square(-1.0);
    for tilt in [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15, 1e-17] {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.0, 0.0, tilt));
        let a = square(1.0).map(|flat| rotated(&flat, &turn));
        let down = relative([0.0, 4.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3]);
        let entry = first_of_all(&a, &b, &down).unwrap();
        assert!(
            (entry.s - (2.0 - 0.5 * tilt)).abs() < 1e-12 + 1e-3 * tilt,
            "{tilt:e}: {entry:?}"
        );
        // Past the rim.
        let beside = relative([2.0 + 1e-6, 4.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3]);
        assert_eq!(first_of_all(&a, &b, &beside), None, "{tilt:e}");
        // Boxes: faces and edges nearly parallel.
        let (below, above) = (cuboid([1.0; 3], turn, Vector3::zeros()), upright([1.0; 3]));
        let entry = first(&below, &above, &down).unwrap();
        assert!(
            (entry.s - (1.0 - 0.5 * tilt)).abs() < 1e-12 + 1e-3 * tilt,
            "{tilt:e}: {entry:?}"
        );
    }
}

#[test]
fn separation_at_an_instant() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let here = |x: f64, y: f64, z: f64| separation(&a, &b, &Vector3::new(x, y, z));
    assert_eq!(
        here(3.0, 0.0, 0.0),
        Separation {
            gap: 1.5,
            normal: Vector3::x()
        }
    );
    assert_eq!(
        here(0.0, -1.25, 0.5),
        Separation {
            gap: -0.25,
            normal: -Vector3::y()
        }
    );
    assert_eq!(here(0.0, 0.0, 1.5).gap, 0.0);
}

#[test]
fn results_are_independent_of_scale() {
    let mut random = Random::new(25);
    for _ in 0..200 {
        let (a, b) = (random.polytope(), random.polytope());
        let position = random.vector(1.0).normalize() * 6.0;
        let velocity = random.vector(0.5) - position;
        for acceleration in [Vector3::zeros(), random.vector(1.0)] {
            let rel = relative(position.into(), velocity.into(), acceleration.into());
            let found = first(&a, &b, &rel);
            for power in [-40, 40] {
                let scale = 2f64.powi(power);
                let scaled = |polytope: &Polytope| Polytope {
                    vertices: polytope.vertices.iter().map(|v| v * scale).collect(),
                    ..polytope.clone()
                };
                let rel = relative(
                    (position * scale).into(),
                    (velocity * scale).into(),
                    (acceleration * scale).into(),
                );
                assert_eq!(first(&scaled(&a), &scaled(&b), &rel), found);
            }
        }
    }
}

#[test]
fn longer_windows_give_the_same_result() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let rel = relative([-5.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(first_entry(&a, &b, &rel, ALWAYS), first(&a, &b, &rel));
    assert_eq!(intervals(&a, &b, &rel, ALWAYS), Intervals::one(1.75, 3.25));
}
