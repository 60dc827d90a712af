//! Leases in a periodic domain: each stands in the grid by those of its images that reach into the domain.
//!
//! 1. The *first* box of a lease is its image whose lower corner is in the domain; where it reaches beyond an upper face,
//!    there is a *copy* one length lower on that axis, and one for each choice of such axes.
//! 2. Of two leases one image of the second overlaps the first if and only if one box of the first overlaps one of the
//!    second whose difference of lengths is that image. On each axis one of the two is a first box then (the lower corner
//!    of one lies between the ends of the other); couples of two copies on one axis say nothing new and are passed over, so
//!    that each image is told once.
//! 3. A box has a name of its own in the grid for as long as its lengths and its copy are the same: who is told to overlap
//!    under two names by which image is then known from the names alone.
//! 4. What ends under one name and begins under another at once has not changed.

use crate::broad::{Candidacy, Image};
use crate::sap::{Aabb, Batch, Toggle};
use smallvec::SmallVec;

/// How far a box is rounded outward when it is shifted, in units of `f64::EPSILON` times the magnitudes that enter: a
/// quotient, a product and two sums, on either side.
const OUTWARD: f64 = 16.0 * f64::EPSILON;

/// The most copies on an axis. A lease is not longer than the domain, so that there is one at most; only one of a body that
/// goes through the domain within a few floats of the time could have more, and such a body is refused.
const MOST_COPIES: i64 = 3;

/// A box in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    body: u32,
    /// Lengths from it to where the lease is, turns included.
    lengths: Image,
    /// Which copy it is on each axis; 0 is the first.
    copy: Image,
}

/// The boxes of leases in a periodic domain.
#[derive(Debug)]
pub(super) struct Images {
    min: [f64; 3],
    sides: [f64; 3],
    /// By their names in the grid.
    boxes: Vec<Standing>,
    /// Names that nobody has, and those that a batch takes away.
    free: Vec<u32>,
    leaving: Vec<u32>,
    /// The names of the boxes of each body.
    names: Vec<SmallVec<[u32; 1]>>,
    /// Scratch.
    told: Vec<Candidacy>,
}

impl Images {
    pub(super) fn new(min: [f64; 3], sides: [f64; 3]) -> Self {
        Self {
            min,
            sides,
            boxes: Vec::new(),
            free: Vec::new(),
            leaving: Vec::new(),
            names: Vec::new(),
            told: Vec::new(),
        }
    }

    /// The most that a lease goes, in metres.
    pub(super) fn longest(&self) -> f64 {
        self.sides.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// A lease that is told from another image of its body, which is `by` lengths lower.
    pub(super) fn shift(&self, lease: &Aabb<f64, 3>, by: &Image) -> Aabb<f64, 3> {
        let away = |axis: usize| by[axis] as f64 * self.sides[axis];
        Aabb {
            min: std::array::from_fn(|axis| lease.min[axis] - away(axis)),
            max: std::array::from_fn(|axis| lease.max[axis] - away(axis)),
        }
    }

    /// Puts the boxes of a lease into a batch, in place of those that there are of the body.
    pub(super) fn file(&mut self, body: u32, lease: &Aabb<f64, 3>, turns: &Image, batch: &mut Batch<f64, 3>) {
        if self.names.len() <= body as usize {
            self.names.resize(body as usize + 1, SmallVec::new());
        }
        let mut before = std::mem::take(&mut self.names[body as usize]);
        let mut names = SmallVec::new();
        for (standing, aabb) in self.boxes_of(body, lease, turns) {
            match before.iter().position(|name| self.boxes[*name as usize] == standing) {
                Some(at) => {
                    let name = before.swap_remove(at);
                    batch.moved.push((name, aabb));
                    names.push(name);
                }
                None => {
                    let name = self.name(standing);
                    batch.inserted.push((name, aabb));
                    names.push(name);
                }
            }
        }
        self.names[body as usize] = names;
        self.take_away(&before, batch);
    }

    /// Takes the boxes of a body away.
    pub(super) fn remove(&mut self, body: u32, batch: &mut Batch<f64, 3>) {
        let names = std::mem::take(&mut self.names[body as usize]);
        self.take_away(&names, batch);
    }

    fn take_away(&mut self, names: &[u32], batch: &mut Batch<f64, 3>) {
        batch.removed.extend(names);
        self.leaving.extend(names);
    }

    fn name(&mut self, standing: Standing) -> u32 {
        if let Some(name) = self.free.pop() {
            self.boxes[name as usize] = standing;
            return name;
        }
        self.boxes.push(standing);
        (self.boxes.len() - 1) as u32
    }

    /// Step 1: the images of a lease that reach into the domain.
    fn boxes_of(&self, body: u32, lease: &Aabb<f64, 3>, turns: &Image) -> SmallVec<[(Standing, Aabb<f64, 3>); 1]> {
        let (mut first, mut copies) = ([0; 3], [0; 3]);
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let (side, from) = (self.sides[axis], self.min[axis]);
            let outward = OUTWARD * (lease.min[axis].abs() + lease.max[axis].abs() + from.abs() + side);
            (low[axis], high[axis]) = (lease.min[axis] - outward, lease.max[axis] + outward);
            first[axis] = ((low[axis] - from) / side).floor() as i64;
            let last = ((high[axis] + outward - from) / side).floor() as i64;
            copies[axis] = (last - first[axis]).clamp(0, MOST_COPIES);
        }
        let mut boxes = SmallVec::new();
        for z in 0..=copies[2] {
            for y in 0..=copies[1] {
                for x in 0..=copies[0] {
                    let copy = [x, y, z];
                    let lower: Image = std::array::from_fn(|axis| first[axis] + copy[axis]);
                    let standing = Standing {
                        body,
                        lengths: std::array::from_fn(|axis| turns[axis] + lower[axis]),
                        copy,
                    };
                    boxes.push((standing, self.shift(&Aabb { min: low, max: high }, &lower)));
                }
            }
        }
        boxes
    }

    /// Steps 2 to 4: tells what the toggles of a batch mean, sorted, and forgets the names that it took away.
    pub(super) fn tell(&mut self, toggles: &[Toggle], changes: &mut Vec<Candidacy>) {
        self.told.clear();
        for Toggle {
            pair: (one, other),
            begins,
        } in toggles
        {
            let (a, b) = (&self.boxes[*one as usize], &self.boxes[*other as usize]);
            let says_no_more = (0..3).any(|axis| a.copy[axis] > 0 && b.copy[axis] > 0);
            if a.body == b.body || says_no_more {
                continue;
            }
            let (a, b) = if a.body < b.body { (a, b) } else { (b, a) };
            self.told.push(Candidacy {
                bodies: [a.body, b.body],
                image: std::array::from_fn(|axis| a.lengths[axis] - b.lengths[axis]),
                begins: *begins,
            });
        }
        self.told.sort_unstable_by_key(|told| (told.bodies, told.image));
        let same = |one: &Candidacy, other: &Candidacy| one.bodies == other.bodies && one.image == other.image;
        for told in self.told.chunk_by(same) {
            let begins = told.iter().filter(|change| change.begins).count();
            let ends = told.len() - begins;
            debug_assert!(
                begins.abs_diff(ends) <= 1,
                "an image of a pair is told by one couple of boxes"
            );
            if begins != ends {
                let begins = begins > ends;
                changes.push(Candidacy { begins, ..told[0] });
            }
        }
        self.free.append(&mut self.leaving);
    }

    /// The parts of the domain that a region covers by any of its images, rounded outward.
    pub(super) fn fold(&self, region: &Aabb<f64, 3>) -> SmallVec<[Aabb<f64, 3>; 8]> {
        let mut parts: SmallVec<[Aabb<f64, 3>; 8]> = SmallVec::new();
        parts.push(*region);
        for axis in 0..3 {
            let (side, from) = (self.sides[axis], self.min[axis]);
            let to = from + side;
            let (low, high) = (region.min[axis], region.max[axis]);
            let outward = OUTWARD * (low.abs() + high.abs() + from.abs() + side);
            let down = ((low - from) / side).floor() * side;
            // Written so that what is infinite, or wider than the domain, covers all of it.
            let within = if high - low + 2.0 * outward < side {
                [
                    (low - down - outward, high - down + outward),
                    (from - outward, high - down - side + outward),
                ]
            } else {
                [(from - outward, to + outward), (from, f64::NEG_INFINITY)]
            };
            let before = std::mem::take(&mut parts);
            for part in &before {
                for (low, high) in within.into_iter().filter(|(low, high)| low <= high) {
                    let mut part = *part;
                    (part.min[axis], part.max[axis]) = (low, high);
                    parts.push(part);
                }
            }
        }
        parts
    }

    /// The body whose box has a name.
    pub(super) fn body(&self, name: u32) -> u32 {
        self.boxes[name as usize].body
    }

    /// Whether the boxes in the grid are those of this lease.
    pub(super) fn audit(&self, body: u32, lease: &Aabb<f64, 3>, turns: &Image) -> Result<(), String> {
        let names = &self.names[body as usize];
        // What has been shifted since may be rounded to another copy: as many lengths away it is there all the same.
        let wrong = names
            .iter()
            .map(|name| self.boxes[*name as usize])
            .find(|standing| standing.body != body);
        let first = self.boxes_of(body, lease, turns);
        let near = |axis: usize| {
            let has = names.iter().map(|name| self.boxes[*name as usize].lengths[axis]).min();
            has.is_some_and(|has| (has - first[0].0.lengths[axis]).abs() <= 1)
        };
        match wrong {
            None if (0..3).all(near) => Ok(()),
            _ => Err(format!("body {body} does not stand where its lease is")),
        }
    }
}
