//! Lists that give their memory back to a pool when they are emptied.

/// Lists by number. Emptied ones are used again: they are in the cache, and the calendar stays as
/// small as its contents.
#[derive(Clone, Debug)]
pub(super) struct Buckets<T> {
    lists: Vec<Vec<T>>,
    emptied: Vec<Vec<T>>,
}

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        Self {
            lists: Vec::new(),
            emptied: Vec::new(),
        }
    }
}

impl<T: PartialEq> Buckets<T> {
    /// Sets the number of lists, all of which are empty.
    pub(super) fn resize(&mut self, count: usize) {
        self.lists.resize_with(count, Vec::new);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, at: usize, what: T) {
        let list = &mut self.lists[at];
        if list.capacity() == 0
            && let Some(emptied) = self.emptied.pop()
        {
            *list = emptied;
        }
        list.push(what);
    }

    /// Takes a list out, to be [given back](Self::give_back).
    #[inline(always)]
    pub(super) fn take(&mut self, at: usize) -> Vec<T> {
        std::mem::take(&mut self.lists[at])
    }

    /// Takes back the memory of an emptied list.
    #[inline(always)]
    pub(super) fn give_back(&mut self, emptied: Vec<T>) {
        if emptied.capacity() > 0 {
            self.emptied.push(emptied);
        }
    }

    pub(super) fn clear(&mut self) {
        for list in self.lists.iter_mut().filter(|list| list.capacity() > 0) {
            list.clear();
            self.emptied.push(std::mem::take(list));
        }
    }

    pub(super) fn contains(&self, at: usize, what: &T) -> bool {
        self.lists[at].contains(what)
    }

    /// The number of elements of all lists.
    #[cfg(test)]
    pub(super) fn total(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }
}
