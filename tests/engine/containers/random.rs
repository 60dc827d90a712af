//! Balls, also tiny ones, among random meshes: the same events with and without the lane of balls, and
//! no ball is ever in a triangle.

use super::Outcome;
use crate::support::{Random, rounds_factor};
use kinesweep::{Body, BodyId, Domain, Method, MotionChange, Shape, World};
use nalgebra::{Point3, Vector3};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, TAU};

type Triangle = [Vector3<f64>; 3];

/// The size of the meshes in metres, about the size of the balls' speeds.
const SIZE: f64 = 3.0;

/// Deepest penetration that is rounding, as a fraction of the size.
const PENETRATION: f64 = 1e-9;

/// A drum or a bowl, open or closed; a sheet with dents; or thin slivers.
fn triangles(random: &mut Random) -> Vec<Triangle> {
    let dent = [0.0, 0.05][random.below(2) as usize];
    let kind = random.below(4);
    if kind == 3 {
        let slivers = (0..1 + random.below(12)).map(|_| {
            let (start, along) = (random.vector(SIZE), random.vector(SIZE));
            let aside = random.wide_vector(-4.0, -1.0);
            [start, start + along, start + along * random.uniform(0.0, 1.0) + aside]
        });
        return slivers.collect();
    }
    let (columns, rows) = (3 + random.below(14) as usize, 1 + random.below(4) as usize);
    let mut grid: Vec<Vec<Vector3<f64>>> = Vec::new();
    for row in 0..=rows {
        let up = row as f64 / rows as f64;
        let place = |column: usize| {
            let around = column as f64 / columns as f64;
            let (sine, cosine) = (TAU * around).sin_cos();
            match kind {
                0 => Vector3::new(cosine, sine, 2.0 * up - 1.0),
                1 => {
                    let (wide, deep) = (FRAC_PI_2 * up).sin_cos();
                    Vector3::new(cosine * wide.max(0.05), sine * wide.max(0.05), -deep)
                }
                _ => Vector3::new(2.0 * around - 1.0, 2.0 * up - 1.0, 0.0),
            }
        };
        let mut places: Vec<_> = (0..columns)
            .map(|column| SIZE * (place(column) + random.vector(dent)))
            .collect();
        places.push(if kind == 2 { SIZE * place(columns) } else { places[0] });
        grid.push(places);
    }
    let mut all = Vec::new();
    for (low, high) in grid.iter().zip(&grid[1..]) {
        for at in 0..columns {
            all.push([low[at], low[at + 1], high[at]]);
            all.push([low[at + 1], high[at + 1], high[at]]);
        }
    }
    if kind == 0 && random.below(3) > 0 {
        let lids = [(&grid[0], -1.0), (&grid[rows], 1.0)];
        let lids = lids.map(|(rim, side)| rim.windows(2).map(move |two| [Vector3::z() * SIZE * side, two[0], two[1]]));
        all.extend(lids.into_iter().flatten());
    }
    all
}

fn mesh(triangles: &[Triangle]) -> Result<Shape, Box<dyn Error>> {
    let corners = (0..triangles.len() as u32).map(|number| [0, 1, 2].map(|corner| 3 * number + corner));
    Ok(Shape::mesh(triangles.concat(), corners.collect())?)
}

fn distance(point: &Vector3<f64>, corners: &Triangle) -> f64 {
    let edges = [0, 1, 2].map(|at| (corners[at], corners[(at + 1) % 3] - corners[at]));
    let normal = edges[0].1.cross(&edges[1].1).normalize();
    if edges
        .iter()
        .all(|(start, edge)| normal.cross(edge).dot(&(point - start)) >= 0.0)
    {
        return normal.dot(&(point - corners[0])).abs();
    }
    let to_edge = |(start, edge): &(Vector3<f64>, Vector3<f64>)| {
        let along = (edge.dot(&(point - start)) / edge.norm_squared()).clamp(0.0, 1.0);
        (point - start - edge * along).norm()
    };
    edges.iter().map(to_edge).fold(f64::INFINITY, f64::min)
}

/// A world with the lane of balls, one without, and one that tests all pairs.
struct Scene {
    worlds: Vec<World>,
    meshes: Vec<(BodyId, Vec<Triangle>)>,
    balls: Vec<(BodyId, f64)>,
    /// The length of a periodic domain.
    period: Option<f64>,
}

impl Scene {
    fn new(random: &mut Random) -> Result<Self, Box<dyn Error>> {
        let half = Vector3::repeat(random.uniform(1.7, 4.0) * SIZE);
        let (domain, period) = match random.below(3) {
            0 => (Domain::Open, None),
            1 => (Domain::Periodic { min: -half, max: half }, Some(2.0 * half.x)),
            _ => (Domain::Box { min: -half, max: half }, None),
        };
        let gravity = Vector3::z() * -[0.0, 0.5, 5.0][random.below(3) as usize];
        let restitution = [1.0, 0.7][random.below(2) as usize];
        let start = [0.0, 1e5][random.below(2) as usize];
        let world = |method: Method, is_open: bool| {
            let builder = World::builder().domain(domain).gravity(gravity).restitution(restitution);
            builder.start_time(start).method(method).lane_of_balls(is_open).build()
        };
        let slow = if period.is_some() { Method::Leases } else { Method::Cached };
        let mut scene = Self {
            worlds: vec![
                world(Method::Leases, true)?,
                world(Method::Leases, false)?,
                world(slow, false)?,
            ],
            meshes: Vec::new(),
            balls: Vec::new(),
            period,
        };
        for _ in 0..1 + random.below(2) {
            let triangles = triangles(random);
            let shape = mesh(&triangles)?;
            let (velocity, spin) = (random.vector(0.5), random.wide_vector(-2.0, 0.5));
            let body = match random.below(5) {
                0 => Body::fixed(shape),
                1 => Body::fixed(shape).velocity(velocity).acceleration(random.vector(0.2)),
                2 => Body::fixed(shape).angular_velocity(spin),
                3 => Body::fixed(shape).velocity(velocity).angular_velocity(spin),
                _ => Body::new(shape)
                    .mass(20.0)
                    .velocity(velocity)
                    .angular_velocity(spin)
                    .rotates(),
            };
            let inserted = scene.insert(&body.position(random.vector(0.3)).orientation(random.vector(2.0)))?;
            scene.meshes.extend(inserted.map(|id| (id, triangles)));
        }
        let tiny = random.below(3) == 0;
        for _ in 0..80 {
            scene.insert_ball(random, tiny)?;
        }
        Ok(scene)
    }

    /// None if it overlaps another body: in all worlds.
    fn insert(&mut self, body: &Body) -> Result<Option<BodyId>, Box<dyn Error>> {
        let inserted = self.worlds.iter_mut().map(|world| world.insert(body.clone()).ok());
        let inserted: Vec<_> = inserted.collect();
        if inserted.windows(2).any(|two| two[0] != two[1]) {
            return Err(format!("inserted {inserted:?}").into());
        }
        Ok(inserted[0])
    }

    fn insert_ball(&mut self, random: &mut Random, tiny: bool) -> Outcome {
        let radius = SIZE
            * 10f64.powf(if tiny {
                random.uniform(-4.0, -2.0)
            } else {
                random.uniform(-1.3, -0.8)
            });
        let ball = Body::new(Shape::ball(radius)?).position(random.vector(0.8 * SIZE));
        let inserted = self.insert(&ball.velocity(random.vector(SIZE)))?;
        self.balls.extend(inserted.map(|id| (id, radius)));
        Ok(())
    }

    fn change(&mut self, random: &mut Random) -> Outcome {
        let at = random.below(self.balls.len() as u64) as usize;
        let any = random.below(self.meshes.len() as u64 + 1) as usize;
        let id = self.meshes.get(any).map_or(self.balls[at].0, |(mesh, _)| *mesh);
        let change = match random.below(6) {
            0 => MotionChange::velocity(random.vector(1.0)),
            1 => MotionChange::angular_velocity(random.vector(1.0)),
            2 => MotionChange::acceleration(random.vector(0.3)),
            3 => return self.insert_ball(random, false),
            4 => {
                let (removed, _) = self.balls.swap_remove(at);
                self.worlds.iter_mut().try_for_each(|world| world.remove(removed))?;
                return Ok(());
            }
            _ => {
                let saved = self.worlds[1].snapshot();
                self.worlds[0] = World::builder().restore(&saved)?;
                return Ok(());
            }
        };
        let done = self.worlds.iter_mut().map(|world| world.set_motion(id, &change).is_ok());
        let done: Vec<bool> = done.collect();
        assert!(done.iter().all(|one| *one == done[0]), "{change:?} {done:?}");
        Ok(())
    }

    /// The depth of the ball that is deepest in a triangle, in metres.
    fn penetration(&self, time: f64) -> Result<f64, Box<dyn Error>> {
        let mut deepest = f64::NEG_INFINITY;
        for (mesh, triangles) in &self.meshes {
            let pose = self.worlds[0].pose_at(*mesh, time)?;
            for (ball, radius) in &self.balls {
                let mut apart = self.worlds[0].pose_at(*ball, time)?.translation.vector - pose.translation.vector;
                if let Some(period) = self.period {
                    apart.apply(|x| *x -= (*x / period).round() * period);
                }
                let place = pose.inverse_transform_point(&Point3::from(pose.translation.vector + apart));
                let depths = triangles.iter().map(|triangle| radius - distance(&place.coords, triangle));
                deepest = depths.fold(deepest, f64::max);
            }
        }
        Ok(deepest)
    }
}

fn run(seed: u64) -> Result<usize, Box<dyn Error>> {
    let random = &mut Random::new(seed);
    let mut scene = Scene::new(random)?;
    let is_changed = random.below(2) == 0;
    let mut count = 0;
    // Tiny balls in a large domain meet little.
    for step in 0..150 {
        let limit = scene.worlds[0].time() + 0.05;
        let events = scene.worlds.iter_mut().map(|world| world.step_before(limit));
        let events: Vec<_> = events.collect::<Result<_, _>>()?;
        let differs = events.iter().position(|event| *event != events[0]);
        if let Some(world) = differs {
            return Err(format!("event {count}: {:?}, in world {world} {:?}", events[0], events[world]).into());
        }
        count += usize::from(events[0].is_some());
        if step % 5 == 0 {
            let depth = scene.penetration(scene.worlds[0].time())?;
            if depth > PENETRATION * SIZE {
                return Err(format!("event {count}: a ball is {depth:e} deep in a mesh").into());
            }
        }
        if step % 50 == 49 {
            scene.worlds[0].audit()?;
        }
        if is_changed && random.below(6) == 0 {
            scene.change(random)?;
        }
    }
    Ok(count)
}

#[test]
fn random_meshes_have_the_same_events_in_both_lanes() -> Outcome {
    let mut count = 0;
    for seed in 0..60 * rounds_factor() {
        count += run(seed).map_err(|error| format!("seed {seed}: {error}"))?;
    }
    assert!(count > 4_000, "{count}");
    Ok(())
}
