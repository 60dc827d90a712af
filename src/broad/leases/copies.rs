//! Leases in a periodic domain: the grid stores the copies of each.
//!
//! 1. The copies of a lease are those of [`PeriodicBox::copies_outward`].
//! 2. Of two leases one image of the second overlaps the first if and only if a copy of the first
//!    overlaps a copy of the second, and the difference of their offsets is that image. On each
//!    axis one of the two is a first copy then (the lower corner of one lies between the ends of
//!    the other); pairs of copies that both are later ones on an axis are redundant and skipped, so
//!    that each image is reported once.
//! 3. A copy has a name of its own in the grid for as long as its offset and its number are the
//!    same, so the names of two copies that overlap determine the image.
//! 4. A pair that ends under one name and begins under another in the same batch has not changed.

use crate::broad::change::{CandidateChange, PairChange};
use crate::domain::{BoxCopy, ImageOffset, PeriodicBox};
use crate::sap::{Aabb, Batch};
use smallvec::SmallVec;

/// What a name in the grid stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NamedCopy {
    body: u32,
    /// Sides from it to the lease, the body's offset included.
    offset: ImageOffset,
    /// Its number on each axis; 0 is the first copy.
    number: ImageOffset,
}

impl NamedCopy {
    fn new(body: u32, copy: &BoxCopy, offset: &ImageOffset) -> Self {
        Self {
            body,
            offset: std::array::from_fn(|axis| offset[axis] + copy.offset[axis]),
            number: copy.number,
        }
    }
}

/// The copies of leases in a periodic domain.
#[derive(Debug)]
pub(super) struct LeaseCopies {
    domain: PeriodicBox,
    /// By their names in the grid.
    copies: Vec<NamedCopy>,
    /// Names that are not in use.
    free: Vec<u32>,
    /// Names that the present batch removes.
    leaving: Vec<u32>,
    /// The names of the copies of each body.
    names: Vec<SmallVec<[u32; 1]>>,
    /// Scratch.
    changes: Vec<CandidateChange>,
}

impl LeaseCopies {
    pub(super) fn new(domain: PeriodicBox) -> Self {
        Self {
            domain,
            copies: Vec::new(),
            free: Vec::new(),
            leaving: Vec::new(),
            names: Vec::new(),
            changes: Vec::new(),
        }
    }

    pub(super) fn domain(&self) -> &PeriodicBox {
        &self.domain
    }

    /// The greatest length of a lease, in metres.
    pub(super) fn longest(&self) -> f64 {
        self.domain.sides().iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// A lease `by` sides lower: that of another image of its body.
    pub(super) fn shifted_down(&self, lease: &Aabb<f64, 3>, by: &ImageOffset) -> Aabb<f64, 3> {
        let sides = self.domain.sides();
        let shifted = |ends: &[f64; 3]| std::array::from_fn(|axis| ends[axis] - by[axis] as f64 * sides[axis]);
        Aabb {
            min: shifted(&lease.min),
            max: shifted(&lease.max),
        }
    }

    /// Puts the copies of a lease into a batch, in place of those that the body has.
    pub(super) fn put(&mut self, body: u32, lease: &Aabb<f64, 3>, offset: &ImageOffset, batch: &mut Batch<f64, 3>) {
        if self.names.len() <= body as usize {
            self.names.resize(body as usize + 1, SmallVec::new());
        }
        let mut before = std::mem::take(&mut self.names[body as usize]);
        let mut names = SmallVec::new();
        for copy in self.domain.copies_outward(lease) {
            let named = NamedCopy::new(body, &copy, offset);
            match before.iter().position(|name| self.copies[*name as usize] == named) {
                Some(at) => {
                    let name = before.swap_remove(at);
                    batch.moved.push((name, copy.aabb));
                    names.push(name);
                }
                None => {
                    let name = self.name(named);
                    batch.inserted.push((name, copy.aabb));
                    names.push(name);
                }
            }
        }
        self.names[body as usize] = names;
        self.remove_names(&before, batch);
    }

    /// Removes the copies of a body.
    pub(super) fn remove(&mut self, body: u32, batch: &mut Batch<f64, 3>) {
        let names = std::mem::take(&mut self.names[body as usize]);
        self.remove_names(&names, batch);
    }

    fn remove_names(&mut self, names: &[u32], batch: &mut Batch<f64, 3>) {
        batch.removed.extend(names);
        self.leaving.extend(names);
    }

    fn name(&mut self, copy: NamedCopy) -> u32 {
        if let Some(name) = self.free.pop() {
            self.copies[name as usize] = copy;
            return name;
        }
        self.copies.push(copy);
        (self.copies.len() - 1) as u32
    }

    /// Steps 2 to 4: reports the changes of pairs by their images, sorted, and frees the names that
    /// the batch removed.
    pub(super) fn report(&mut self, of_names: &[PairChange], changes: &mut Vec<CandidateChange>) {
        self.changes.clear();
        for PairChange {
            pair: (one, other),
            begins,
        } in of_names
        {
            let (a, b) = (&self.copies[*one as usize], &self.copies[*other as usize]);
            let is_redundant = (0..3).any(|axis| a.number[axis] > 0 && b.number[axis] > 0);
            if a.body == b.body || is_redundant {
                continue;
            }
            let (a, b) = if a.body < b.body { (a, b) } else { (b, a) };
            self.changes.push(CandidateChange {
                bodies: [a.body, b.body],
                image: std::array::from_fn(|axis| a.offset[axis] - b.offset[axis]),
                begins: *begins,
            });
        }
        self.changes.sort_unstable_by_key(|change| (change.bodies, change.image));
        let same = |one: &CandidateChange, other: &CandidateChange| one.bodies == other.bodies && one.image == other.image;
        for of_image in self.changes.chunk_by(same) {
            let begins = of_image.iter().filter(|change| change.begins).count();
            let ends = of_image.len() - begins;
            debug_assert!(
                begins.abs_diff(ends) <= 1,
                "an image of a pair is reported by one pair of copies"
            );
            if begins != ends {
                let begins = begins > ends;
                changes.push(CandidateChange { begins, ..of_image[0] });
            }
        }
        self.free.append(&mut self.leaving);
    }

    /// The body of the copy with this name.
    pub(super) fn body(&self, name: u32) -> u32 {
        self.copies[name as usize].body
    }

    /// Whether the copies in the grid are those of this lease.
    pub(super) fn audit(&self, body: u32, lease: &Aabb<f64, 3>, offset: &ImageOffset) -> Result<(), String> {
        let names = &self.names[body as usize];
        let is_wrong = names.iter().any(|name| self.copies[*name as usize].body != body);
        let first = NamedCopy::new(body, &self.domain.copies_outward(lease)[0], offset);
        // A lease that was shifted since may round to another first copy, one side away.
        let is_near = |axis: usize| {
            let lowest = names.iter().map(|name| self.copies[*name as usize].offset[axis]).min();
            lowest.is_some_and(|lowest| (lowest - first.offset[axis]).abs() <= 1)
        };
        if is_wrong || !(0..3).all(is_near) {
            return Err(format!("the copies of body {body} are not those of its lease"));
        }
        Ok(())
    }
}
