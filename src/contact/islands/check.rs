//! Checks of the islands of a snapshot, which may come from a damaged file.

use super::constants::NONE;
use super::graph::Graph;
use super::links::Stillness;
use super::touch::{Other, Touch};
use crate::domain::Wall;
use nalgebra::Vector3;

/// What a body must be to be in islands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) is_dynamic: bool,
    /// Whether it is stored as in an island.
    pub(crate) in_island: bool,
}

impl Graph {
    /// The list in which something does not fit, if anything does not. `bodies`: by their places; none for
    /// an empty one.
    pub(crate) fn damage(&self, bodies: &[Option<Candidate>]) -> Option<&'static str> {
        let body = |place: u32| bodies.get(place as usize).copied().flatten();
        let are_vacant = |vacant: &[u32], is_free: &dyn Fn(u32) -> bool, free: usize| {
            let mut once = vacant.to_vec();
            once.sort_unstable();
            once.dedup();
            once.len() == free && vacant.len() == free && vacant.iter().all(|number| is_free(*number))
        };
        let no_touch = |number: u32| self.touches.get(number as usize).is_some_and(Option::is_none);
        let no_island = |number: u32| self.islands.get(number as usize).is_some_and(Option::is_none);
        let free = self.touches.iter().filter(|touch| touch.is_none()).count();
        if !are_vacant(&self.vacant, &no_touch, free) {
            return Some("vacant");
        }
        let free = self.islands.iter().filter(|island| island.is_none()).count();
        if !are_vacant(&self.vacant_islands, &no_island, free) {
            return Some("vacant_islands");
        }
        for (number, touch) in self.touches.iter().enumerate() {
            let Some(touch) = touch else { continue };
            let is_entered = |body: u32| {
                self.links
                    .get(body as usize)
                    .is_some_and(|links| links.touches.contains(&(number as u32)))
            };
            let both_are = touch.bodies().all(|place| body(place).is_some() && is_entered(place));
            let one_moves = touch.bodies().any(|place| body(place).is_some_and(|body| body.is_dynamic));
            if !both_are || !one_moves || !is_sound(touch) {
                return Some("touches");
            }
        }
        for (place, links) in self.links.iter().enumerate() {
            let (place, candidate) = (place as u32, body(place as u32));
            let is_member = links.island != NONE;
            let of_island = self.islands.get(links.island as usize).and_then(Option::as_ref);
            let is_listed = of_island.is_some_and(|island| island.members.contains(&place));
            let touches_it = |(number, other): (&u32, &u32)| {
                let touch = self.touches.get(*number as usize).and_then(Option::as_ref);
                touch.is_some_and(|touch| touch.bodies().any(|body| body == place) && touch.other_than(place) == *other)
            };
            let mut touches = links.touches.to_vec();
            touches.sort_unstable();
            touches.dedup();
            let fits = is_member == candidate.is_some_and(|body| body.in_island)
                && is_member == is_listed
                && touches.len() == links.touches.len()
                && links.touches.len() == links.others.len()
                && links.touches.iter().zip(&links.others).all(touches_it)
                && (!is_member || candidate.is_some_and(|body| body.is_dynamic) && links.anticipated.is_finite())
                && is_stillness_sound(&links.stillness)
                && (!links.stillness.settled || is_member);
            if !fits {
                return Some("links");
            }
        }
        let in_islands = self.links.iter().filter(|links| links.island != NONE).count();
        let listed: usize = self.islands.iter().flatten().map(|island| island.members.len()).sum();
        let marked = bodies.iter().flatten().filter(|body| body.in_island).count();
        let numbers = |island: &super::graph::Island| {
            let times = [Some(island.renewed), Some(island.step), Some(island.pulled), island.due];
            !island.members.is_empty() && times.into_iter().flatten().all(f64::is_finite)
        };
        let fits = in_islands == listed && marked == listed && self.islands.iter().flatten().all(numbers);
        (!fits).then_some("islands")
    }
}

fn is_stillness_sound(stillness: &Stillness) -> bool {
    let mut numbers = stillness.place.iter().chain(stillness.orientation.coords.iter());
    stillness.since.is_finite() && numbers.all(|number| number.is_finite())
}

fn is_sound(touch: &Touch) -> bool {
    let is_finite = |vector: &Vector3<f64>| vector.iter().all(|component| component.is_finite());
    let on_wall = matches!(touch.second, Other::Wall(wall) if Wall::ALL.contains(&wall));
    let on_other = matches!(touch.second, Other::Body(other) if other != touch.first);
    let is_held_finite = touch
        .held
        .iter()
        .all(|held| is_finite(&held.force) && is_finite(&held.moment));
    (on_wall || on_other)
        && is_held_finite
        && (0.0..f64::INFINITY).contains(&touch.pulled)
        && touch.pushes.iter().all(|push| {
            is_finite(&push.normal)
                && is_finite(&push.arm)
                && is_finite(&push.friction)
                && is_finite(&push.moment)
                && push.impulse >= 0.0
                && push.impulse.is_finite()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::islands::touch::Parties;

    #[test]
    fn a_touch_with_a_time_that_no_renewal_takes_is_damaged() {
        let mut touch = Touch::between(Parties::on_wall(0, Wall::ALL[0]));
        for (pulled, sound) in [
            (0.0, true),
            (0.5, true),
            (-0.5, false),
            (f64::NAN, false),
            (f64::INFINITY, false),
        ] {
            touch.pulled = pulled;
            assert_eq!(is_sound(&touch), sound, "{pulled}");
        }
    }

    #[test]
    fn a_touch_that_is_listed_with_another_body_is_damaged() {
        let mut graph = Graph::default();
        graph.add_touch(Touch::between(Parties::on_wall(0, Wall::ALL[0])));
        let bodies = [Some(Candidate {
            is_dynamic: true,
            in_island: true,
        })];
        let island = graph.add_island(0.0, 0.1);
        graph.enter(0, island);
        assert_eq!(graph.damage(&bodies), None);
        graph.links[0].others[0] = 1;
        assert_eq!(graph.damage(&bodies), Some("links"));
        graph.links[0].others.clear();
        assert_eq!(graph.damage(&bodies), Some("links"));
    }
}
