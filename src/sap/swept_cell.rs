//! A sweep along one axis, from scratch in every batch but for the order, which is kept and mended (the sweeping plane of Tracy,
//! Buss and Woods 2009, section 2; box pruning in Terdiman 2007).
//!
//! 1. Boxes that moved get their new place in the order of lower ends by insertion; after many jumps the order is sorted anew.
//! 2. The boxes are laid out in this order, one array for each coordinate, and swept: each is compared with those that begin before
//!    it ends, on all axes at once.
//! 3. The pairs found are sorted and compared with those before.
//!
//! O(n + comparisons + pairs log pairs) a batch, whatever moved: it beats interval lists where most boxes of a cell move.

use super::{Aabb, Batch, Pair, Scalar, Store, Toggle};

/// An insertion sort that has made this many exchanges a box gives up: the boxes did not move, they jumped.
const JUMPS: usize = 16;
/// Boxes are compared in blocks of this many, which the compiler turns into vector instructions.
const LANES: usize = 8;

/// A persistent single-axis sweep.
#[derive(Debug)]
pub struct SweptSap<S: Scalar, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    /// Lower ends on the axis of the sweep, in order; each box has one.
    order: Vec<S::Endpoint>,
    axis: usize,
    /// The pairs that overlap, sorted.
    pairs: Vec<Pair>,
    found: Vec<Pair>,
    columns: Columns<S, D>,
}

/// Coordinates of the boxes in the order of the sweep, an array for each side and axis, with sentinels behind.
#[derive(Debug)]
struct Columns<S, const D: usize> {
    min: [Vec<S>; D],
    max: [Vec<S>; D],
}

impl<S: Scalar, const D: usize> Default for SweptSap<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            order: Vec::new(),
            axis: 0,
            pairs: Vec::new(),
            found: Vec::new(),
            columns: Columns {
                min: std::array::from_fn(|_| Vec::new()),
                max: std::array::from_fn(|_| Vec::new()),
            },
        }
    }
}

impl<S: Scalar, const D: usize> SweptSap<S, D> {
    /// Puts the order right after boxes moved, came or left.
    fn mend_order(&mut self, batch: &Batch<S, D>) {
        if !batch.removed.is_empty() {
            let mut gone: Vec<u32> = batch.removed.clone();
            gone.sort_unstable();
            self.order.retain(|endpoint| gone.binary_search(&S::owner(*endpoint)).is_err());
        }
        self.order.extend(batch.inserted.iter().map(|(id, aabb)| aabb.min[self.axis].endpoint(false, *id)));
        if batch.inserted.len() > JUMPS || !self.insertion_sort() {
            self.sort_anew();
        }
    }

    /// Whether it came to an end.
    fn insertion_sort(&mut self) -> bool {
        let mut budget = JUMPS * self.order.len();
        for at in 0..self.order.len() {
            let owner = S::owner(self.order[at]);
            let endpoint = self.boxes[owner as usize].min[self.axis].endpoint(false, owner);
            let mut to = at;
            while to > 0 && self.order[to - 1] > endpoint {
                self.order[to] = self.order[to - 1];
                to -= 1;
            }
            self.order[to] = endpoint;
            match budget.checked_sub(at - to) {
                Some(rest) => budget = rest,
                None => return false,
            }
        }
        true
    }

    /// Sorts along the axis on which the boxes lie widest apart.
    fn sort_anew(&mut self) {
        let spread = |axis: usize| {
            let centres = self.order.iter().map(|endpoint| {
                let aabb = &self.boxes[S::owner(*endpoint) as usize];
                0.5 * aabb.min[axis].to_f64() + 0.5 * aabb.max[axis].to_f64()
            });
            let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
            for centre in centres.filter(|centre| centre.is_finite()) {
                (sum, squares, count) = (sum + centre, squares + centre * centre, count + 1.0);
            }
            squares * count - sum * sum
        };
        let spreads: [f64; D] = std::array::from_fn(spread);
        self.axis = (0..D).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        for endpoint in &mut self.order {
            let owner = S::owner(*endpoint);
            *endpoint = self.boxes[owner as usize].min[self.axis].endpoint(false, owner);
        }
        self.order.sort_unstable();
    }

    /// Finds all pairs, in `found`, sorted.
    fn sweep(&mut self) {
        self.lay_out();
        let len = self.order.len();
        let first = self.axis;
        self.found.clear();
        let columns = &self.columns;
        let min: [&[S]; D] = std::array::from_fn(|axis| &columns.min[axis][..len + LANES]);
        let max: [&[S]; D] = std::array::from_fn(|axis| &columns.max[axis][..len + LANES]);
        for one in 0..len {
            let low: [S; D] = std::array::from_fn(|axis| min[axis][one]);
            let high: [S; D] = std::array::from_fn(|axis| max[axis][one]);
            let mut block = one + 1;
            while min[first][block] <= high[first] {
                let mut hits = [true; LANES];
                for axis in 0..D {
                    let (lows, highs) = (&min[axis][block..block + LANES], &max[axis][block..block + LANES]);
                    for lane in 0..LANES {
                        hits[lane] &= (lows[lane] <= high[axis]) & (highs[lane] >= low[axis]);
                    }
                }
                if hits.iter().fold(false, |any, hit| any | hit) {
                    for (lane, hit) in hits.iter().enumerate() {
                        if *hit && block + lane < len {
                            let (a, b) = (S::owner(self.order[one]), S::owner(self.order[block + lane]));
                            self.found.push((a.min(b), a.max(b)));
                        }
                    }
                }
                block += LANES;
                if block >= len {
                    break;
                }
            }
        }
        self.found.sort_unstable();
    }

    fn lay_out(&mut self) {
        let len = self.order.len();
        for axis in 0..D {
            self.columns.min[axis].resize(len + LANES, S::INFINITY);
            self.columns.max[axis].resize(len + LANES, S::NEG_INFINITY);
        }
        for (place, endpoint) in self.order.iter().enumerate() {
            let aabb = &self.boxes[S::owner(*endpoint) as usize];
            for axis in 0..D {
                self.columns.min[axis][place] = aabb.min[axis];
                self.columns.max[axis][place] = aabb.max[axis];
            }
        }
        for axis in 0..D {
            self.columns.min[axis][len..].fill(S::INFINITY);
            self.columns.max[axis][len..].fill(S::NEG_INFINITY);
        }
    }

    /// Tells how `found` differs from the pairs before, and takes it over.
    fn tell_difference(&mut self, toggles: &mut Vec<Toggle>) {
        let (mut old, mut new) = (0, 0);
        while old < self.pairs.len() || new < self.found.len() {
            let before = self.pairs.get(old).copied();
            let after = self.found.get(new).copied();
            match (before, after) {
                (Some(before), Some(after)) if before == after => (old, new) = (old + 1, new + 1),
                (Some(pair), after) if after.is_none_or(|after| pair < after) => {
                    toggles.push(Toggle { pair, begins: false });
                    old += 1;
                }
                (_, Some(pair)) => {
                    toggles.push(Toggle { pair, begins: true });
                    new += 1;
                }
                (_, None) => unreachable!("one of the two lists goes on"),
            }
        }
        std::mem::swap(&mut self.pairs, &mut self.found);
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for SweptSap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        for (id, aabb) in batch.moved.iter().chain(&batch.inserted) {
            let place = *id as usize;
            if self.boxes.len() <= place {
                self.boxes.resize(place + 1, Aabb::default());
            }
            self.boxes[place] = *aabb;
        }
        self.mend_order(batch);
        self.sweep();
        self.tell_difference(toggles);
    }

    fn len(&self) -> usize {
        self.order.len()
    }

    fn memory(&self) -> usize {
        let columns = self.columns.min.iter().chain(&self.columns.max).map(Vec::capacity).sum::<usize>();
        self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.order.capacity() * size_of::<S::Endpoint>()
            + (self.pairs.capacity() + self.found.capacity()) * size_of::<Pair>()
            + columns * size_of::<S>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        let mut pairs = Vec::new();
        for (place, endpoint) in self.order.iter().enumerate() {
            let owner = S::owner(*endpoint);
            let aabb = &self.boxes[owner as usize];
            if aabb.min[self.axis].endpoint(false, owner) != *endpoint || (place > 0 && self.order[place - 1] >= *endpoint) {
                return Err(format!("box {owner} is not in its place in the order"));
            }
            for other in self.order[place + 1..].iter().map(|other| S::owner(*other)) {
                if aabb.overlaps(&self.boxes[other as usize]) {
                    pairs.push((owner.min(other), owner.max(other)));
                }
            }
        }
        pairs.sort_unstable();
        if pairs == self.pairs {
            Ok(())
        } else {
            Err(format!("{} pairs overlap, {} are known", pairs.len(), self.pairs.len()))
        }
    }
}
