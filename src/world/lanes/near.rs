//! Balls near bodies of the lane of pairs: their states, and the pairs across the lanes.

use super::super::World;
use super::compact_ball_in;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::lane::pairs::lengths_between;
use smallvec::SmallVec;

/// Bodies near a ball, each with the domain lengths by which the ball is shifted.
type Neighbours = SmallVec<[(u32, ImageOffset); 4]>;

impl World {
    /// Expands a body to its full state, so that it can be changed or paired. A ball keeps it until
    /// it is [compacted](Self::compact).
    pub(in crate::world) fn expand(&mut self, index: u32) {
        let Some(balls) = self.lanes.balls.get() else { return };
        if self.bodies.expand(index, || compact_ball_in(balls, index)) && self.bodies[index].piece().epoch == self.clock.now() {
            let round = self.clock.instant().round_of(index);
            self.bodies.motion_mut(index).set_round(round);
        }
    }

    /// Sends the changed constants and collision history of a ball to the lane of balls, and
    /// compacts it if it has no pairs. (Its motion is
    /// [sent](crate::lane::balls::BallLane::set_motion) separately.)
    pub(in crate::world) fn compact(&mut self, index: u32) {
        if !self.bodies.in_balls(index) || !self.bodies.is_full(index) {
            return;
        }
        let kind = self.bodies.update_species(index);
        let state = &self.bodies[index];
        let (ball_species, past, lengths_gone) = (state.ball_species(), *state.contact().past(), state.lengths_gone());
        let (epoch, round) = (state.piece().epoch, state.round());
        let is_near = !state.pairs().is_empty() || self.contacts.islands().has_touches(index);
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.set_past(index, past);
            balls.set_lengths_gone(index, lengths_gone);
            balls.set_kind(index, kind, ball_species);
        }
        self.clock.note_round(index, epoch, round);
        if !is_near {
            self.bodies.compact(index);
        }
    }

    /// [Compacts](Self::compact) all balls.
    pub(super) fn compact_all(&mut self) {
        for at in 0..self.bodies.len() {
            self.compact(self.bodies.in_order()[at]);
        }
    }

    /// Copies the new motion and collision history of a near ball from the lane of balls.
    pub(super) fn copy_motion_from_balls(&mut self, index: u32) {
        let Some(balls) = self.lanes.balls.get() else { return };
        let own = balls.own_motion(index);
        let (past, lengths_gone) = (balls.past(index), balls.lengths_gone(index));
        let turns = self.bodies[index].ball_species().turns;
        self.bodies.begin_piece(index, self.clock.now(), self.clock.instant().round());
        let motion = self.bodies.motion_mut(index);
        motion.follow(&own, turns, &lengths_gone);
        self.bodies.contacts_mut(index).set_past(past);
    }

    /// Sends the new motion of a near ball to the lane of balls.
    pub(in crate::world) fn send_motion_to_balls(&mut self, index: u32) {
        let kind = self.bodies.update_species(index);
        let state = &self.bodies[index];
        let (ball_species, own) = (state.ball_species(), state.own_motion());
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.set_kind(index, kind, ball_species);
            balls.set_motion(index, &own);
        }
    }

    /// Updates the zone of a body in the lane of pairs with a new motion. The lane of balls may
    /// cover it from now on.
    #[inline]
    pub(in crate::world) fn update_lane_of(&mut self, index: u32) {
        if self.lanes.balls.is_open() {
            if self.bodies[index].is_plain_ball() {
                self.lanes.review.push(index);
            }
            self.renew_zone(index, self.clock.now());
        }
    }

    /// Predicts the changed balls in the lane of balls again.
    pub(in crate::world) fn flush_balls(&mut self) {
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.flush(self.clock.now());
        }
    }

    /// Begins and ends pairs across the lanes, of the balls that are in other zones than before.
    /// `fresh`: as in [`apply_pair_changes`](Self::apply_pair_changes).
    pub(in crate::world) fn apply_rezoned(&mut self, fresh: bool) {
        for ball in self.take_rezoned() {
            self.renew_pairs_across(ball, fresh);
        }
    }

    /// The balls that are in other zones than before, each once, in order of their places.
    fn take_rezoned(&mut self) -> Vec<u32> {
        let mut names = Vec::new();
        if let Some(balls) = self.lanes.balls.get_mut().filter(|balls| balls.has_rezoned()) {
            balls.rezoned(&mut names);
        }
        names.sort_unstable();
        names.dedup();
        names.retain(|name| self.bodies.is_occupied(*name) && self.bodies.in_balls(*name));
        names
    }

    fn renew_pairs_across(&mut self, ball: u32, fresh: bool) {
        let neighbours = self.neighbours_of(ball);
        let places = match self.bodies.is_full(ball) {
            true => self.bodies[ball].pairs().to_vec(),
            false => Vec::new(),
        };
        for place in places {
            let pair = &self.pairs[place];
            let [a, b] = pair.bodies().map(|body| &self.bodies[body]);
            let lengths = lengths_between(a, b, pair.image());
            let (other, lengths) = match pair.bodies() {
                [first, second] if second == ball => (first, lengths),
                [_, second] => (second, lengths.map(|lengths| -lengths)),
            };
            // The zone counts from the ball's offset and from the body's wrapped piece.
            let image_offset = self.bodies[other].image_offset();
            let as_zoned = (other, std::array::from_fn(|axis| lengths[axis] + image_offset[axis]));
            if !neighbours.contains(&as_zoned) {
                self.end_pair(place);
            }
        }
        for (other, lengths) in neighbours {
            let image = self.image_of(ball, &lengths);
            self.begin_pair([other, ball], image, fresh);
        }
        if !self.bodies.has_moved(ball) {
            self.compact(ball);
        }
    }

    /// The image by which a ball, shifted by `lengths` in a zone, is a pair with the body of the
    /// zone.
    fn image_of(&self, ball: u32, lengths: &ImageOffset) -> ImageOffset {
        match self.bodies.is_full(ball) {
            true => std::array::from_fn(|axis| lengths[axis] - self.bodies[ball].image_offset()[axis]),
            false => *lengths,
        }
    }

    /// The bodies with a zone that contains a ball.
    fn neighbours_of(&self, ball: u32) -> Neighbours {
        let mut found = Vec::new();
        if let Some(balls) = self.lanes.balls.get() {
            balls.zones_of(ball, &mut found);
        }
        found.into_iter().collect()
    }

    /// The pairs across the lanes that begin with new bodies, before they are inserted. The balls are
    /// still [rezoned](Self::apply_rezoned): pairs with others begin and end, also if the new ones are
    /// refused.
    pub(in crate::world) fn pairs_across(&mut self) -> Vec<([u32; 2], ImageOffset)> {
        let mut begun = Vec::new();
        if let Some(balls) = self.lanes.balls.get_mut() {
            // A new ball for which new cells are made is in no zone before.
            balls.refit(self.clock.now());
        }
        let balls = self.take_rezoned();
        for ball in &balls {
            let neighbours = self.neighbours_of(*ball);
            for (other, lengths) in neighbours {
                begun.push(([other, *ball], self.image_of(*ball, &lengths)));
            }
        }
        if let Some(lane) = self.lanes.balls.get_mut() {
            lane.rezone_again(&balls);
        }
        begun
    }

    /// The pairs of new balls and others in the lane of balls that touch now, in scene order.
    pub(in crate::world) fn touching_in_balls(&mut self, ids: &[BodyId]) -> Vec<[u32; 2]> {
        let now = self.clock.now();
        let Some(balls) = self.lanes.balls.get_mut() else {
            return Vec::new();
        };
        balls.refit(now);
        let mut met = Vec::new();
        for id in ids.iter().filter(|id| self.bodies.in_balls(id.index)) {
            balls.add_contacts(id.index, now, &mut met);
        }
        met.into_iter().map(|(a, b)| self.in_scene_order(a, b)).collect()
    }

    /// The pairs of the lane of balls that are near each other, in scene order, each once.
    pub(in crate::world) fn near_in_balls(&self) -> Vec<[u32; 2]> {
        let Some(balls) = self.filed_balls() else { return Vec::new() };
        let mut near = Vec::new();
        for index in self.bodies.in_order().iter().filter(|index| self.bodies.in_balls(**index)) {
            balls.add_box_overlaps(*index, self.clock.now(), &mut near);
        }
        let mut near: Vec<[u32; 2]> = near.into_iter().map(|(a, b)| self.in_scene_order(a, b)).collect();
        near.retain(|pair| self.relation_of(*pair).is_some());
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Moves a ball from the lane of balls to the lane of pairs. `fresh`: whether its motion began
    /// just now. O(balls and bodies near it), amortised.
    pub(in crate::world) fn leave_balls(&mut self, index: u32, fresh: bool) {
        self.expand(index);
        self.clock.instant_mut().forget_round(index);
        self.restart_image_offset(index);
        let mut overlapping: SmallVec<[u32; 8]> = SmallVec::new();
        if let Some(balls) = self.lanes.balls.get_mut() {
            overlapping.extend(balls.overlapping(index));
            balls.remove(std::iter::once(index));
        }
        self.bodies.leave_balls(index);
        for other in overlapping {
            self.begin_pair_in_overlap([index, other], fresh);
        }
        self.lanes.review.push(index);
        let bounds = self.bodies[index].bounds();
        debug_assert!(
            self.search.changes().is_empty(),
            "changes of pairs are applied before others come"
        );
        self.search.insert(&[(index, bounds)], self.clock.now());
        let mut begun: Vec<_> = self
            .search
            .changes()
            .iter()
            .filter(|change| change.begins)
            .map(|change| self.in_scene_order_by(change.bodies, change.image))
            .collect();
        begun.sort_unstable();
        for place in self.bodies[index].pairs().to_vec() {
            let pair = &self.pairs[place];
            let is_plane = |body: &u32| self.bodies[*body].is_half_space();
            if !pair.bodies().iter().any(is_plane) && begun.binary_search(&(pair.bodies(), *pair.image())).is_err() {
                self.end_pair(place);
            }
        }
        self.apply_pair_changes(fresh);
        for at in 0..self.search.half_spaces().len() {
            self.begin_pair([self.search.half_spaces()[at], index], [0; 3], fresh);
        }
        self.renew_zone(index, self.clock.now());
        self.predict_pairs_of(index);
        self.predict_walls(index);
    }

    /// Moves a body that the lane of balls covers into it.
    pub(super) fn enter_balls(&mut self, index: u32) {
        self.drop_free_pairs(index);
        self.search.remove(index, self.clock.now());
        let mut changes = self.search.take_changes();
        changes.retain(|change| !change.bodies.contains(&index));
        self.search.add_changes(changes);
        self.apply_pair_changes(false);
        self.agenda.set_wall(index, None);
        self.remove_zone(index);
        self.move_to_balls(index);
        self.hand_over_overlaps(index);
    }

    /// Hands over which overlaps have ended at the present time: the lane of balls reports none of them again.
    pub(super) fn hand_over_ended_overlaps(&mut self) {
        let Some(balls) = self.lanes.balls.get_mut() else { return };
        for pair in self.clock.instant().overlaps_ended() {
            balls.note_end_of_overlap(pair, self.clock.now());
        }
    }

    /// Hands the overlaps of a ball with others in the lane of balls over to it.
    pub(super) fn hand_over_overlaps(&mut self, index: u32) {
        for place in self.bodies[index].pairs().to_vec() {
            let pair = &mut self.pairs[place];
            let bodies = pair.bodies();
            if bodies.iter().all(|body| self.bodies.in_balls(*body)) && pair.set_in_overlap(false) {
                if let Some(balls) = self.lanes.balls.get_mut() {
                    balls.set_overlap(bodies);
                }
                self.end_pair(place);
                let [a, b] = bodies;
                self.compact(if a == index { b } else { a });
            }
        }
    }
}
