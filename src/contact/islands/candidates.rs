//! Parties of an island that may be near each other, by boxes.

use super::constants::{NEAR, NEAR_TURNING};
use super::measure::{Measured, may_turn};
use super::present;
use super::touch::{Other, Parties};
use crate::bodies::State;
use crate::contact::context::Rests;
use crate::domain::{Domain, Wall};
use crate::response::pair_restitution;
use crate::scene::ShapeKind;
use kinesweep_sap::Aabb;
use kinesweep_sap::one_shot::{Method, overlaps, overlaps_between};
use nalgebra::Vector3;

/// By how many times the way by turning at present the gap is greater up to which two count as near.
const TURNING_AHEAD: f64 = 2.0;

impl Rests<'_> {
    /// Pairs of bodies of an island, and of a body of it and what another one touches, that may come near each
    /// other within a time: their boxes overlap, and they may be in touch.
    pub(super) fn candidates(&self, members: &[u32], settled: &[u32], known: &[Measured], ahead: f64) -> Vec<Parties> {
        let boxes: Vec<Aabb<f64, 3>> = members.iter().map(|member| self.box_within(*member, ahead)).collect();
        let mut found: Vec<Parties> = Vec::new();
        let graph = &self.contacts.islands().graph;
        let is_known = |parties: &Parties| graph.known(parties).is_some();
        let is_periodic = self.bodies.sides().is_some();
        for mut pair in self.near_pairs(members, settled, &boxes, known, ahead) {
            // (A member has few touches. Where there is one image alone, its touch is known.)
            let are_in_touch = graph.links[pair[1] as usize].others.contains(&pair[0]);
            if are_in_touch && !is_periodic {
                continue;
            }
            pair.sort_unstable_by_key(|body| self.bodies.serial(*body));
            let parties = Parties::of_bodies(self.bodies, pair[0], pair[1], &[0; 3]);
            if !(are_in_touch && is_known(&parties)) && self.may_touch(pair) {
                found.push(parties);
            }
        }
        for wall in self.walls_touched(known) {
            for (member, within) in members.iter().zip(&boxes) {
                let restitution = self.bodies[*member].constants().restitution;
                if pair_restitution(restitution, self.settings.restitution) < 1.0 && self.reaches_wall(within, wall) {
                    let parties = Parties::on_wall(*member, wall);
                    if !is_known(&parties) {
                        found.push(parties);
                    }
                }
            }
        }
        found
    }

    /// Pairs of bodies with boxes that overlap within a time: of two members, or of a body that has settled, or a fixed
    /// one that another member touches, and a member. Those of two come by their second ones.
    fn near_pairs(
        &self,
        members: &[u32],
        settled: &[u32],
        boxes: &[Aabb<f64, 3>],
        known: &[Measured],
        ahead: f64,
    ) -> Vec<[u32; 2]> {
        let mut places = Vec::new();
        overlaps(Method::Sweep, boxes, &mut places);
        let mut pairs: Vec<[u32; 2]> = places
            .iter()
            .map(|(a, b)| [members[*b as usize], members[*a as usize]])
            .collect();
        // (What has settled is as fixed.)
        let mut fixed: Vec<u32> = settled.to_vec();
        for one in known {
            let touch = self.contacts.islands().graph.touch(one.touch);
            fixed.extend(touch.bodies().filter(|body| !self.bodies[*body].is_dynamic()));
        }
        fixed.sort_unstable();
        fixed.dedup();
        let is_plane = |body: &u32| self.bodies[*body].is_half_space();
        let (planes, solids): (Vec<u32>, Vec<u32>) = fixed.into_iter().partition(is_plane);
        for plane in planes {
            let near = members
                .iter()
                .zip(boxes)
                .filter(|(_, within)| self.reaches_plane(within, plane));
            pairs.extend(near.map(|(member, _)| [plane, *member]));
        }
        let around: Vec<Aabb<f64, 3>> = solids.iter().map(|body| self.box_within(*body, ahead)).collect();
        overlaps_between(Method::Sweep, &around, boxes, &mut places);
        pairs.extend(places.into_iter().map(|(a, b)| [solids[a as usize], members[b as usize]]));
        pairs
    }

    /// Whether a box may reach into a half-space (always, if that moves).
    fn reaches_plane(&self, within: &Aabb<f64, 3>, plane: u32) -> bool {
        let (state, now) = (&self.bodies[plane], self.clock.now());
        let piece = state.piece();
        let ShapeKind::HalfSpace { normal } = state.constants().shape.kind() else {
            return true;
        };
        if piece.velocity != Vector3::zeros() || piece.acceleration != Vector3::zeros() || piece.spins() {
            return true;
        }
        let (normal, through) = (piece.orientation_at(now) * normal, piece.position_at(now));
        let lowest = Vector3::from_fn(|axis, _| {
            if normal[axis] > 0.0 {
                within.min[axis]
            } else {
                within.max[axis]
            }
        });
        normal.dot(&(lowest - through)) <= 0.0
    }

    fn reaches_wall(&self, within: &Aabb<f64, 3>, wall: Wall) -> bool {
        let (axis, domain) = (wall.axis(), &self.settings.domain);
        match domain {
            Domain::Box { max, .. } if wall.is_upper() => within.max[axis] >= max[axis],
            Domain::Box { min, .. } => within.min[axis] <= min[axis],
            Domain::Open | Domain::Periodic { .. } => false,
        }
    }

    fn walls_touched(&self, known: &[Measured]) -> Vec<Wall> {
        if !matches!(self.settings.domain, Domain::Box { .. }) {
            return Vec::new();
        }
        let is_touched = |wall: &Wall| {
            let touches = known.iter().map(|one| self.contacts.islands().graph.touch(one.touch));
            touches.into_iter().any(|touch| touch.second == Other::Wall(*wall))
        };
        Wall::ALL.into_iter().filter(is_touched).collect()
    }

    /// The box that holds a body for a time from now on.
    fn box_within(&self, body: u32, ahead: f64) -> Aabb<f64, 3> {
        let (state, now) = (&self.bodies[body], self.clock.now());
        let (piece, extents) = (state.piece(), state.extents());
        let at = piece.position_at(now);
        let way = self.velocity_ahead(body, ahead) * ahead;
        let margin = self.near(state, ahead) * state.shape_radius();
        Aabb {
            min: std::array::from_fn(|axis| at[axis] + extents.min[axis] + way[axis].min(0.0) - margin),
            max: std::array::from_fn(|axis| at[axis] + extents.max[axis] + way[axis].max(0.0) + margin),
        }
    }

    /// The gap up to which a body counts as near another one within a time, besides the way that it goes, as a
    /// share of the radius of the smaller of the two.
    pub(super) fn near(&self, state: &State, ahead: f64) -> f64 {
        let turn = match may_turn(state) {
            true => present::spin(state.piece(), self.clock.now()).norm() * ahead,
            false => 0.0,
        };
        (NEAR + TURNING_AHEAD * turn).min(NEAR_TURNING)
    }
}
