//! What the balls are in a sector, by their names.

use super::record::Role;

/// What each body is in a sector, and which sectors have it.
#[derive(Debug)]
pub(in crate::world) struct Marks {
    /// The number of the sector.
    number: usize,
    roles: Vec<Role>,
    /// The sectors that have each own ball, as bits.
    holders: Vec<u32>,
    /// A bit for each own ball that no other sector has: most are so, and all of these bits fit into the cache where
    /// the lists above do not.
    private: Vec<u64>,
}

impl Marks {
    /// Those of a sector that has no ball yet, for names below `places`.
    pub(in crate::world) fn new(number: usize, places: usize) -> Self {
        Self {
            number,
            roles: vec![Role::Absent; places],
            holders: vec![0; places],
            private: vec![0; places.div_ceil(64)],
        }
    }

    /// Sets what a ball is here. `holders`: the sectors that have it if it is an own one.
    pub(in crate::world) fn set(&mut self, name: u32, role: Role, holders: u32) {
        let place = name as usize;
        let holders = if role == Role::Own { holders } else { 0 };
        (self.roles[place], self.holders[place]) = (role, holders);
        let bit = 1 << (place % 64);
        match holders == 1 << self.number {
            true => self.private[place / 64] |= bit,
            false => self.private[place / 64] &= !bit,
        }
    }

    /// Whether it is an own ball that no other sector has.
    #[inline]
    pub(in crate::world) fn is_private(&self, name: u32) -> bool {
        self.private[name as usize / 64] >> (name % 64) & 1 == 1
    }

    /// Whether it belongs to this sector.
    #[inline]
    pub(in crate::world) fn owns(&self, name: u32) -> bool {
        self.is_private(name) || self.role(name) == Role::Own
    }

    /// What it is here.
    #[inline]
    pub(in crate::world) fn role(&self, name: u32) -> Role {
        self.roles[name as usize]
    }

    /// The sectors that have an own ball, as bits; 0 of others.
    #[inline]
    pub(in crate::world) fn holders(&self, name: u32) -> u32 {
        self.holders[name as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Marks, Role};

    #[test]
    fn a_ball_is_private_as_long_as_no_other_sector_has_it() {
        let mut marks = Marks::new(2, 130);
        for name in [0, 63, 64, 129] {
            assert_eq!((marks.role(name), marks.is_private(name)), (Role::Absent, false));
            for (role, holders, is_private) in [
                (Role::Own, 0b100, true),
                (Role::Own, 0b110, false),
                (Role::Own, 0b100, true),
                (Role::Ghost, 0b100, false),
                (Role::Absent, 0, false),
            ] {
                marks.set(name, role, holders);
                let owns = role == Role::Own;
                assert_eq!((marks.role(name), marks.owns(name)), (role, owns));
                assert_eq!(
                    (marks.holders(name), marks.is_private(name)),
                    (if owns { holders } else { 0 }, is_private)
                );
                let others = [1, 62, 65, 128];
                assert!(
                    others
                        .iter()
                        .all(|other| marks.role(*other) == Role::Absent && !marks.is_private(*other))
                );
            }
        }
    }
}
