//! The species of the balls, and what all of them have in common.

use crate::lane::balls::ball::Species;
use nalgebra::Vector3;

/// With more kinds of groups it is not found out whether all meet: each pair is tested.
const MOST_GROUPS: usize = 64;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct SpeciesTable {
    /// By number.
    all: Vec<Species>,
    /// The acceleration of all balls, if it is the same.
    common_acceleration: Option<Vector3<f64>>,
    greatest_acceleration: f64,
    /// The greatest rate at which a ball grows, in metres per second.
    greatest_growth: f64,
    /// Whether all balls collide with each other.
    all_meet: bool,
    /// Whether no ball has an acceleration, turns or swells.
    all_free: bool,
    /// Whether a ball has an acceleration.
    any_falls: bool,
}

impl SpeciesTable {
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            common_acceleration: None,
            greatest_acceleration: 0.0,
            greatest_growth: 0.0,
            all_meet: true,
            all_free: true,
            any_falls: false,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, kind: u32) -> &Species {
        &self.all[kind as usize]
    }

    pub(super) fn set(&mut self, kind: u32, species: Species) {
        let kind = kind as usize;
        let (is_first, groups) = (
            self.all.is_empty(),
            self.all.first().map_or(species.groups, |first| first.groups),
        );
        if self.all.len() <= kind {
            self.all.resize(kind + 1, species);
        }
        self.all[kind] = species;
        if is_first {
            self.compare(std::iter::once(kind as u32));
            return;
        }
        let acceleration = species.acceleration;
        self.common_acceleration = self.common_acceleration.filter(|common| *common == acceleration);
        self.greatest_acceleration = self.greatest_acceleration.max(acceleration.norm());
        self.greatest_growth = self.greatest_growth.max(species.growth_rate);
        self.all_free = self.all_free && is_free(&species);
        self.any_falls = self.any_falls || falls(&species);
        self.all_meet = self.all_meet && (species.groups == groups || self.meets_all(&species));
    }

    fn meets_all(&self, species: &Species) -> bool {
        self.all.iter().all(|other| other.groups.meets(species.groups))
    }

    /// Finds out what the species with balls have in common.
    pub(super) fn compare(&mut self, kinds: impl Iterator<Item = u32>) {
        let mut kinds: Vec<u32> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        let used = || kinds.iter().map(|kind| self.get(*kind));
        let first = used().next().map(|species| species.acceleration);
        let common = first.filter(|first| used().all(|species| species.acceleration == *first));
        let greatest = used().map(|species| species.acceleration.norm()).fold(0.0, f64::max);
        let mut groups: Vec<_> = used().map(|species| species.groups).collect();
        groups.dedup();
        let all_meet = groups.len() <= MOST_GROUPS && groups.iter().all(|one| groups.iter().all(|other| one.meets(*other)));
        let (all_free, any_falls) = (used().all(is_free), used().any(falls));
        self.greatest_growth = used().map(|species| species.growth_rate).fold(0.0, f64::max);
        (self.all_free, self.any_falls) = (all_free, any_falls);
        (self.common_acceleration, self.greatest_acceleration, self.all_meet) = (common, greatest, all_meet);
    }

    #[inline(always)]
    pub(super) fn common_acceleration(&self) -> Option<Vector3<f64>> {
        self.common_acceleration
    }

    pub(super) fn greatest_acceleration(&self) -> f64 {
        self.greatest_acceleration
    }

    pub(super) fn greatest_growth(&self) -> f64 {
        self.greatest_growth
    }

    #[inline(always)]
    pub(super) fn all_free(&self) -> bool {
        self.all_free
    }

    #[inline(always)]
    pub(super) fn any_falls(&self) -> bool {
        self.any_falls
    }

    #[inline(always)]
    pub(super) fn all_meet(&self) -> bool {
        self.all_meet
    }
}

fn falls(species: &Species) -> bool {
    species.acceleration != Vector3::zeros()
}

fn is_free(species: &Species) -> bool {
    !falls(species) && !species.turns && !species.swells
}
