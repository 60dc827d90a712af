//! The pairs of one body.

/// The pairs of a body. The pair table keeps it right.
#[derive(Debug, Default)]
pub(crate) struct Adjacency {
    /// The places of its pairs in the pair table.
    pairs: Vec<u32>,
    /// The other body of each of those pairs, to find a pair without access to the table.
    others: Vec<u32>,
}

impl Adjacency {
    /// The places of the pairs in the pair table.
    #[inline]
    pub(crate) fn pairs(&self) -> &[u32] {
        &self.pairs
    }

    /// The other body of each pair.
    #[inline]
    pub(crate) fn others(&self) -> &[u32] {
        &self.others
    }

    /// The places of the pairs with another body.
    #[inline]
    pub(crate) fn pairs_with(&self, other: u32) -> impl Iterator<Item = u32> {
        let known = self.others.iter().zip(&self.pairs);
        known
            .filter(move |(candidate, _)| **candidate == other)
            .map(|(_, place)| *place)
    }

    /// Adds a pair and returns its index here.
    pub(crate) fn add(&mut self, pair: u32, other: u32) -> u32 {
        self.pairs.push(pair);
        self.others.push(other);
        self.pairs.len() as u32 - 1
    }

    /// Removes the pair at an index. Returns the pair that has that index then.
    pub(crate) fn remove(&mut self, at: u32) -> Option<u32> {
        self.pairs.swap_remove(at as usize);
        self.others.swap_remove(at as usize);
        self.pairs.get(at as usize).copied()
    }
}
