//! Which own bodies of a part are near other slabs.

use super::part::{Move, Part, Plan};

/// How much farther than others a ghost may be that is there already, in diameters of the largest body: so that few come
/// and go.
const HYSTERESIS: f64 = 0.2;

impl Part {
    /// Finds the own bodies that other parts have from now on, or that belong to other ones. O(bodies near the ends of the
    /// slab), and now and then O(n).
    pub(super) fn look_for_moves(&mut self, now: f64, plan: &Plan) {
        self.way = self.fastest.way(now - self.from);
        self.gone += self.way;
        if self.gone > plan.margin {
            self.survey(now, plan);
        }
        let marks = &self.marks;
        self.watched.retain(|body| marks.owns(*body));
        self.moves.clear();
        let mut moves = std::mem::take(&mut self.moves);
        let mut islands = Vec::new();
        for body in &self.watched {
            match self.world.contacts.islands().number_of(*body) {
                Some(island) => islands.push(island),
                None => moves.extend(self.move_of(*body, now, plan)),
            }
        }
        if !islands.is_empty() {
            self.moves_of_islands(islands, now, plan, &mut moves);
            self.watch(&moves);
        }
        self.moves = moves;
    }

    /// Watches the bodies that move, too: those of an island may be far from other slabs, and in other parts all the same.
    fn watch(&mut self, moves: &[Move]) {
        let mut known = self.watched.clone();
        known.sort_unstable();
        let new = moves.iter().map(|moved| moved.body);
        self.watched.extend(new.filter(|body| known.binary_search(body).is_err()));
    }

    /// Looks at all own bodies at the end of the next window.
    pub(super) fn survey_soon(&mut self) {
        self.gone = f64::INFINITY;
    }

    /// Looks at all own bodies.
    pub(super) fn survey(&mut self, now: f64, plan: &Plan) {
        self.gone = 0.0;
        self.fastest.speed = 0.0;
        self.watched.clear();
        let (axis, near) = (plan.slabs.axis(), plan.margin + plan.depth + HYSTERESIS * plan.slabs.reach());
        for body in self.world.bodies.in_order() {
            let state = &self.world.bodies[*body];
            if !state.is_dynamic() || !self.marks.owns(*body) {
                continue;
            }
            self.fastest.speed = self.fastest.speed.max(state.piece().velocity_at(now)[axis].abs());
            let place = plan.slabs.place_of(state.piece(), now);
            if !self.marks.is_private(*body) || plan.slabs.sectors_near(place, near) != 1 << self.number {
                self.watched.push(*body);
            }
        }
    }

    /// Where an own body is from now on, if that is elsewhere.
    fn move_of(&self, body: u32, now: f64, plan: &Plan) -> Option<Move> {
        let slabs = &plan.slabs;
        let piece = self.world.bodies[body].piece();
        let (place, before) = (slabs.place_of(piece, now), self.marks.holders(body));
        let owner = slabs.slab_of(place);
        let stays = slabs.sectors_near(place, plan.depth + HYSTERESIS * slabs.reach());
        let holders = match stays & !before {
            0 => stays,
            _ => slabs.sectors_near(place, plan.depth) | before & stays,
        };
        (owner != self.number || holders != before).then_some(Move { body, owner, holders })
    }
}
