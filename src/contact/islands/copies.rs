//! Copies of islands: for another world that has copies of their bodies, and as they were at the begin of a window.

use super::graph::{Graph, Island};
use super::links::Links;
use super::of_world::Islands;
use super::touch::Touch;
use crate::bodies::Bodies;
use crate::queue::EventQueue;
use hashbrown::{HashMap, HashSet};

/// An island apart from its world, with what its bodies have to do with it.
#[derive(Clone, Debug)]
pub(crate) struct IslandCopy {
    island: Island,
    /// Those of the members, in their order. Their touches are numbered as here.
    links: Vec<Links>,
    touches: Vec<Touch>,
}

/// The islands that have changed in a window, as they were at its begin.
#[derive(Debug, Default)]
pub(super) struct Formers {
    kept: Vec<IslandCopy>,
    /// By their numbers: those of islands that have changed or begun since.
    changed: HashSet<u32>,
}

impl IslandCopy {
    /// The places of its bodies.
    pub(crate) fn members(&self) -> &[u32] {
        &self.island.members
    }

    /// What the last renewal keeps open or apart stays so only between bodies that have had no other pieces since. `stamp`:
    /// that of the piece that a body has; none of one that is gone. From then on stamps do not matter.
    fn fix_open(&mut self, stamp: impl Fn(u32) -> Option<u32>) {
        let is_open = |touch: &Touch| {
            let stamps = touch.places().map(|body| body.map_or(Some(0), &stamp));
            touch.open.is_some_and(|open| open.map(Some) == stamps)
        };
        for touch in &mut self.touches {
            touch.open = is_open(touch).then_some([0; 2]);
        }
        for links in &mut self.links {
            links.apart.retain(is_open);
        }
    }
}

impl Graph {
    /// The islands of some copies, with the stamps of the bodies of a world.
    pub(crate) fn of_copies(copies: impl IntoIterator<Item = IslandCopy>, bodies: &Bodies) -> Self {
        let mut graph = Self::default();
        for copy in copies {
            graph.install(copy, bodies);
        }
        graph
    }

    /// A copy with the stamps as they are. O(touches).
    fn copy_of(&self, number: u32) -> IslandCopy {
        let island = self.island(number).clone();
        let mut links: Vec<Links> = island
            .members
            .iter()
            .map(|member| self.links[*member as usize].clone())
            .collect();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut touches = Vec::new();
        for touch in links.iter_mut().flat_map(|links| &mut links.touches) {
            *touch = *numbers.entry(*touch).or_insert_with(|| {
                touches.push(self.touch(*touch).clone());
                touches.len() as u32 - 1
            });
        }
        IslandCopy { island, links, touches }
    }

    /// Takes in a copy of an island, of which all members are in none. Returns its number. O(touches).
    fn install(&mut self, copy: IslandCopy, bodies: &Bodies) -> u32 {
        let IslandCopy { island, links, touches } = copy;
        let with_stamps = |touch: Touch| Touch {
            open: touch.open.map(|_| touch.stamps(bodies)),
            ..touch
        };
        let members = island.members.clone();
        let number = self.put_island(island);
        let numbers: Vec<u32> = touches.into_iter().map(|touch| self.put_touch(with_stamps(touch))).collect();
        for (member, mut of_member) in members.iter().zip(links) {
            of_member.island = number;
            of_member
                .touches
                .iter_mut()
                .for_each(|touch| *touch = numbers[*touch as usize]);
            // (What it is apart from may not be here.)
            let are_here = |touch: &Touch| touch.bodies().all(|body| bodies.is_occupied(body));
            of_member.apart = of_member.apart.into_iter().filter(are_here).map(with_stamps).collect();
            *self.links_mut(*member) = of_member;
        }
        // What is fixed has touches, too.
        for touch in numbers {
            for body in self.touch(touch).bodies() {
                if !bodies[body].is_dynamic() {
                    self.enter_touch(touch, body);
                }
            }
        }
        number
    }

    /// Removes an island, with its touches and all else about its bodies. O(touches, and those of what is fixed).
    fn drop_island(&mut self, number: u32) {
        for member in self.remove_island(number) {
            let links = std::mem::take(&mut self.links[member as usize]);
            for number in links.touches {
                let Some(touch) = self.touches[number as usize].take() else {
                    continue;
                };
                self.vacant.push(number);
                for body in touch.bodies().filter(|body| *body != member) {
                    self.leave_touch(number, body);
                }
            }
        }
    }
}

impl Islands {
    /// The number of a body's island; none if it is in none.
    pub(crate) fn number_of(&self, body: u32) -> Option<u32> {
        self.graph.island_of(body)
    }

    /// The bodies of an island.
    pub(crate) fn members(&self, number: u32) -> &[u32] {
        &self.graph.island(number).members
    }

    /// The numbers of all islands. O(islands).
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let all = self.graph.islands.iter().enumerate();
        all.filter(|(_, island)| island.is_some()).map(|(number, _)| number as u32)
    }

    /// A copy of an island. O(touches).
    pub(crate) fn copy_of(&self, number: u32, bodies: &Bodies) -> IslandCopy {
        let mut copy = self.graph.copy_of(number);
        copy.fix_open(|body| bodies.is_occupied(body).then(|| bodies[body].stamp()));
        copy
    }

    /// Takes in a copy of an island: its members are here, and in no island.
    pub(crate) fn install(&mut self, copy: IslandCopy, bodies: &Bodies) {
        let number = self.graph.install(copy, bodies);
        self.queue(number, |body| bodies.serial(body));
    }

    /// Drops the islands that some bodies are in, for copies of them, or since the bodies go.
    pub(crate) fn drop_islands_of(&mut self, bodies: impl Iterator<Item = u32>) {
        for body in bodies {
            if let Some(number) = self.graph.island_of(body) {
                self.drop_island(number);
            }
        }
    }

    /// Drops all islands.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Begins a window: keeps from now on what islands are like before they change.
    pub(crate) fn keep_formers(&mut self) {
        self.formers = Some(Formers::default());
    }

    /// Keeps what an island is like, which is about to change, if that is asked for.
    pub(crate) fn keep_former(&mut self, number: u32) {
        if let Some(formers) = &mut self.formers
            && formers.changed.insert(number)
        {
            formers.kept.push(self.graph.copy_of(number));
        }
    }

    /// Notes that an island has begun.
    pub(super) fn note_begun(&mut self, number: u32) {
        if let Some(formers) = &mut self.formers {
            formers.changed.insert(number);
        }
    }

    /// Takes what islands were like at the begin of the window, and drops what has become of them. `stamp`: that of the
    /// piece that a body had then; none of one that is gone.
    pub(crate) fn take_formers(&mut self, stamp: impl Fn(u32) -> Option<u32>) -> Vec<IslandCopy> {
        let Some(Formers { mut kept, changed }) = self.formers.as_mut().map(std::mem::take) else {
            return Vec::new();
        };
        for number in changed {
            if self.graph.islands[number as usize].is_some() {
                self.drop_island(number);
            }
        }
        kept.iter_mut().for_each(|copy| copy.fix_open(&stamp));
        kept
    }

    fn drop_island(&mut self, number: u32) {
        self.renewals.remove(number);
        self.graph.drop_island(number);
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::Body;
    use crate::{Shape, World};
    use nalgebra::Vector3;

    /// Cubes and capsules that have fallen on a floor.
    fn heap() -> World {
        let builder = World::builder().restitution(0.2).friction(0.4);
        let mut world = builder.gravity(Vector3::y() * -9.81).build().unwrap();
        let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
        let shapes = [Shape::cuboid(Vector3::repeat(0.4)), Shape::capsule(0.3, 0.2)].map(Result::unwrap);
        let falling = (0..24_u32).map(|number| {
            let cell = Vector3::new(number % 4, number / 4 % 3, number / 12).map(f64::from);
            let place = cell * 1.3 + Vector3::new(0.1 * cell.y, 1.0, 0.2 * cell.x);
            Body::new(shapes[number as usize % 2].clone()).position(place).rotates()
        });
        let bodies: Vec<Body> = std::iter::once(floor).chain(falling).collect();
        world.insert_all(&bodies).unwrap();
        world.advance_to(0.8).unwrap();
        world
    }

    #[test]
    fn islands_that_go_and_come_back_are_the_same() {
        let mut world = heap();
        let before = world.snapshot();
        let rests = world.rests();
        let (islands, bodies) = (rests.contacts.islands_mut(), &*rests.bodies);
        let numbers: Vec<u32> = islands.numbers().collect();
        assert!(!numbers.is_empty());
        let copies: Vec<_> = numbers.iter().map(|number| islands.copy_of(*number, bodies)).collect();
        islands.drop_islands_of(copies.iter().flat_map(|copy| copy.members()).copied());
        assert!(islands.is_empty());
        copies.into_iter().for_each(|copy| islands.install(copy, bodies));
        assert!(world.snapshot() == before, "after a copy");
        // Back to the begin of a window, in which they have gone.
        let rests = world.rests();
        let (islands, bodies) = (rests.contacts.islands_mut(), &*rests.bodies);
        islands.keep_formers();
        let numbers: Vec<u32> = islands.numbers().collect();
        numbers.iter().for_each(|number| islands.keep_former(*number));
        let members: Vec<u32> = numbers.iter().flat_map(|number| islands.members(*number).to_vec()).collect();
        islands.drop_islands_of(members.into_iter());
        for former in islands.take_formers(|body| Some(bodies[body].stamp())) {
            islands.install(former, bodies);
        }
        assert!(world.snapshot() == before, "after a window");
        let mut other = heap();
        let events = [&mut world, &mut other].map(|world| format!("{:?}", world.advance_to(2.0).unwrap()));
        assert_eq!(events[0], events[1]);
    }
}
