use crate::domain::ImageOffset;
use crate::lane::balls::testing::{self, Random};
use crate::lane::balls::{BallLane, PartRegion, Region, Slab, Upcoming, UpcomingKind};
use crate::motion::Flight;
use crate::sap::Aabb;
use nalgebra::Vector3;
use std::collections::BTreeMap;

const BODIES: usize = 6;

struct Scene {
    lane: BallLane,
    random: Random,
    regions: BTreeMap<u32, Region>,
    /// The zones of each ball when it was drained last.
    zones: BTreeMap<u32, Vec<(u32, ImageOffset)>>,
    now: f64,
    next_name: u32,
}

/// Small, large, or longer than the domain; inside, across a face, or far outside.
fn random_box(random: &mut Random, min: &Vector3<f64>, lengths: &Vector3<f64>, is_far: bool) -> Aabb<f64, 3> {
    let half = [0.02, 0.1, 0.3, 0.7, 1.3][random.below(5)];
    let far = if is_far { 5.0 } else { 1.2 };
    let centre = min + (random.vector() * far).add_scalar(0.5).component_mul(lengths);
    let half = Vector3::from_fn(|axis, _| half * lengths[axis] * random.uniform());
    Aabb {
        min: (centre - half).into(),
        max: (centre + half).into(),
    }
}

fn random_part(random: &mut Random, min: &Vector3<f64>, lengths: &Vector3<f64>, is_far: bool) -> PartRegion {
    let aabb = random_box(random, min, lengths, is_far);
    let middle = 0.5 * (Vector3::from(aabb.min) + Vector3::from(aabb.max));
    let normal = random.vector().normalize();
    let (height, half) = (normal.dot(&middle), 0.3 * random.uniform());
    let slab = (!random.once_in(4)).then_some(Slab {
        normal,
        low: height - half,
        high: height + half,
    });
    PartRegion { aabb, slab }
}

fn whole(aabb: &Aabb<f64, 3>) -> PartRegion {
    PartRegion { aabb: *aabb, slab: None }
}

impl Scene {
    fn new(side: u32, apart: f64, periodic: bool, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let lane = testing::lattice(side, apart, Vector3::new(-3.0, 2.0, 10.0), periodic, |index| {
            random.vector() * if index % 16 == 0 { 5.0 } else { 1.0 }
        });
        Self {
            next_name: lane.len() as u32,
            lane,
            random,
            regions: BTreeMap::new(),
            zones: BTreeMap::new(),
            now: 0.0,
        }
    }

    fn lengths(&self) -> Vector3<f64> {
        self.lane.grid.space().lengths()
    }

    fn random_region(&mut self) -> Region {
        let (min, lengths) = (self.lane.grid.space().min, self.lengths());
        let random = &mut self.random;
        match random.below(12) {
            0 => Region::Everything,
            1 | 2 if !self.lane.grid.is_periodic() => {
                let normal = match random.once_in(2) {
                    true => Vector3::y(),
                    false => random.vector().normalize(),
                };
                let point = min + (random.vector() * 1.1).add_scalar(0.5).component_mul(&lengths);
                Region::HalfSpace {
                    normal,
                    offset: normal.dot(&point),
                }
            }
            kind @ 3..=5 => {
                let count = 1 + random.below(5);
                let parts = (0..count).map(|_| random_part(random, &min, &lengths, kind == 3));
                Region::Parts(parts.collect())
            }
            kind => Region::Box(random_box(random, &min, &lengths, kind == 6)),
        }
    }

    fn drain(&mut self) {
        let mut names = Vec::new();
        self.lane.rezoned(&mut names);
        for name in names {
            let mut zones = Vec::new();
            self.lane.zones_of(name, &mut zones);
            self.zones.insert(name, zones);
        }
    }

    /// Compares the zones of all balls with those that were drained, and with the overlaps of all
    /// images.
    fn check(&self, time: f64) -> usize {
        let (lengths, lane) = (self.lengths(), &self.lane);
        let (space, leeway) = (lane.grid.space(), lane.grid.finest().size().leeway);
        let mut overlaps = 0;
        for name in lane.names() {
            let mut zones = Vec::new();
            lane.zones_of(name, &mut zones);
            assert!(zones.is_sorted_by(|one, other| one < other), "{zones:?}");
            let drained = self.zones.get(&name).cloned().unwrap_or_default();
            assert_eq!(zones, drained, "ball {name} is in other zones than when it was drained");
            let (place, radius) = (lane.path(name).at(time), lane.balls.radius(lane.balls.slot(name)));
            for (body, region) in &self.regions {
                let is_in = |image: &ImageOffset| zones.contains(&(*body, *image));
                match region {
                    Region::Everything => {
                        let mut images = zones.iter().filter(|(other, _)| other == body);
                        let (_, image) = images.next().expect("it is everywhere");
                        assert!(images.next().is_none());
                        let inside = place + lengths.zip_map(&Vector3::from(*image), |length, image| length * image as f64);
                        let from_middle = inside - 0.5 * (space.min + space.max);
                        assert!((0..3).all(|axis| from_middle[axis].abs() < 0.5 * lengths[axis] + leeway + 1.0));
                    }
                    Region::HalfSpace { normal, offset } => {
                        let least = normal.dot(&place) - radius * normal.abs().sum();
                        overlaps += usize::from(least <= *offset);
                        assert!(least > *offset || is_in(&[0; 3]), "ball {name}, body {body}");
                    }
                    Region::Box(aabb) => overlaps += self.check_part(name, *body, &zones, &place, &whole(aabb)),
                    Region::Parts(parts) => {
                        let part = |part| self.check_part(name, *body, &zones, &place, part);
                        overlaps += parts.iter().map(part).sum::<usize>();
                    }
                }
                // No image is far away.
                let parts = match region {
                    Region::Box(aabb) => vec![whole(aabb)],
                    Region::Parts(parts) => parts.to_vec(),
                    _ => continue,
                };
                for (_, image) in zones.iter().filter(|(other, _)| other == body) {
                    let place = place + lengths.zip_map(&Vector3::from(*image), |length, image| length * image as f64);
                    assert!(
                        parts.iter().any(|part| self.is_near(name, &place, part)),
                        "ball {name}, body {body}"
                    );
                }
            }
        }
        overlaps
    }

    /// Compares the zone of a body with the images of a ball that overlap a part of its region. Returns
    /// their number.
    fn check_part(&self, name: u32, body: u32, zones: &[(u32, ImageOffset)], place: &Vector3<f64>, part: &PartRegion) -> usize {
        let (lengths, radius) = (self.lengths(), self.lane.balls.radius(self.lane.balls.slot(name)));
        let mut overlaps = 0;
        // The images that overlap, on each axis.
        let images = [0, 1, 2].map(|axis| -> Vec<i64> {
            let images = if self.lane.grid.is_periodic() { -9..=9 } else { 0..=0 };
            let overlaps = |image: &i64| {
                let place = place[axis] + *image as f64 * lengths[axis];
                place - radius <= part.aabb.max[axis] && part.aabb.min[axis] <= place + radius
            };
            images.filter(overlaps).collect()
        });
        for x in &images[0] {
            for y in &images[1] {
                for z in &images[2] {
                    let image = [*x, *y, *z];
                    let place = place + lengths.zip_map(&Vector3::from(image), |length, image| length * image as f64);
                    if self.touches_slab(&place, radius, part) {
                        overlaps += 1;
                        assert!(zones.contains(&(body, image)), "ball {name}, body {body}: {zones:?}");
                    }
                }
            }
        }
        overlaps
    }

    /// Whether a ball touches the slab of a part in the box of that part.
    fn touches_slab(&self, place: &Vector3<f64>, radius: f64, part: &PartRegion) -> bool {
        let Some(slab) = &part.slab else { return true };
        let inside = Vector3::from_fn(|axis, _| place[axis].clamp(part.aabb.min[axis], part.aabb.max[axis]));
        let height = slab.normal.dot(&inside);
        // A point that is in the box and in the slab, and near the ball: or not certainly.
        (inside - place).norm() <= radius && slab.low <= height && height <= slab.high
    }

    /// Whether a ball is so near a part that its cell may be in the zone.
    fn is_near(&self, name: u32, place: &Vector3<f64>, part: &PartRegion) -> bool {
        let lane = &self.lane;
        let (leeway, grid) = (lane.grid.finest().size().leeway, lane.grid.grid());
        let usual = 0.5 + 2.0 * leeway + grid.most_width() + 1e-3;
        let most = Vector3::from_fn(|axis, _| {
            let number = lane.balls.filing(lane.balls.slot(name)).0[axis];
            let at_border = number == 0 || number + 1 == grid.counts()[axis];
            if at_border && !lane.grid.is_periodic() {
                f64::INFINITY
            } else {
                usual
            }
        });
        let in_box =
            (0..3).all(|axis| place[axis] - most[axis] <= part.aabb.max[axis] && part.aabb.min[axis] <= place[axis] + most[axis]);
        let in_slab = part.slab.as_ref().is_none_or(|slab| {
            let along = |axis: usize| {
                if slab.normal[axis] == 0.0 {
                    0.0
                } else {
                    slab.normal[axis].abs() * most[axis]
                }
            };
            let (height, reach) = (slab.normal.dot(place), along(0) + along(1) + along(2));
            height - reach <= slab.high && slab.low <= height + reach
        });
        in_box && in_slab
    }

    fn change(&mut self) {
        if self.lane.is_ahead_of(self.now) {
            self.lane.rewind(self.now);
        }
        let count = self.lane.len();
        let at = self.random.below(count);
        let name = self.lane.names().nth(at).expect("some are left");
        let flight = self.lane.path(name).flight;
        let position = flight.free().at(self.now);
        match self.random.below(10) {
            0..=3 => {
                let body = self.random.below(BODIES) as u32;
                let region = self.random_region();
                self.lane.set_zone(body, region.clone());
                self.regions.insert(body, region);
            }
            4 => {
                let body = self.random.below(BODIES) as u32;
                self.lane.remove_zone(body);
                self.regions.remove(&body);
            }
            5 => {
                // Another ball where it was, by another image.
                self.lane.remove([name].into_iter());
                self.zones.remove(&name);
                let images = Vector3::from_fn(|_, _| self.random.below(3) as f64 - 1.0);
                let lengths = if self.lane.grid.is_periodic() {
                    self.lengths()
                } else {
                    Vector3::zeros()
                };
                let position = position + images.component_mul(&lengths);
                let ball = testing::ball(self.next_name, position, self.random.vector(), self.now);
                self.next_name += 1;
                self.lane.insert(&ball, self.now);
            }
            6 if self.random.once_in(8) && count > 60 => {
                let names: Vec<u32> = self.lane.names().step_by(3).collect();
                self.lane.remove(names.into_iter());
            }
            7 if self.random.once_in(4) => self.lane.filing.outdate(),
            _ => {
                let flight = Flight {
                    position,
                    velocity: self.random.vector() * 2.0,
                    epoch: self.now,
                };
                self.lane.set_motion(name, &testing::without_spin(flight));
            }
        }
        self.lane.flush(self.now);
    }

    fn next(&mut self) -> Upcoming {
        loop {
            let upcoming = self.lane.next_event(self.now, f64::INFINITY, usize::MAX).expect("balls move");
            assert!(upcoming.time >= self.now);
            let rezoned = upcoming.kind == UpcomingKind::Rezoned;
            assert_eq!(rezoned, self.lane.zones.has_rezoned());
            if !rezoned {
                return upcoming;
            }
            self.drain();
            self.check(upcoming.time);
        }
    }
}

#[test]
fn balls_that_may_overlap_a_region_are_in_its_zone_and_have_been_drained() {
    let mut overlaps = 0;
    for (seed, (side, apart, periodic)) in [
        (5, 1.7, true),
        (5, 1.6, false),
        (5, 1.05, false),
        (9, 1.05, true),
        (3, 1.5, true),
        (4, 3.0, true),
    ]
    .into_iter()
    .enumerate()
    {
        let mut scene = Scene::new(side, apart, periodic, seed as u64);
        let steps = if side > 5 { 80 } else { 400 };
        for _ in 0..steps {
            if scene.random.once_in(2) {
                scene.change();
            }
            let upcoming = scene.next();
            overlaps += scene.check(upcoming.time);
            if scene.random.once_in(3) {
                scene.now += (upcoming.time - scene.now) * scene.random.uniform();
                if scene.lane.is_ahead_of(scene.now) {
                    scene.lane.rewind(scene.now);
                    scene.drain();
                    scene.check(scene.now);
                }
            } else {
                scene.now = upcoming.time;
                testing::execute(&mut scene.lane, &upcoming);
            }
        }
        for body in 0..BODIES as u32 {
            scene.lane.remove_zone(body);
        }
        scene.drain();
        assert_eq!(scene.lane.zones.cells(), 0);
        let left = scene.zones.iter().filter(|(name, _)| scene.lane.contains(**name));
        assert!(left.map(|(_, zones)| zones).all(Vec::is_empty));
    }
    assert!(overlaps > 10_000, "{overlaps}");
}
