//! The audit of the lane.

use super::calendar::DueSource;
use super::due_times::DueTimes;
use super::lane::BallLane;

impl BallLane {
    /// Checks that every ball is in its place in all tables.
    pub(crate) fn audit(&self) -> Result<(), String> {
        let balls = &self.balls;
        if !balls.dirty().is_empty() || self.filing.is_outdated() {
            return Err("there are dirty motions".to_owned());
        }
        if balls.occupied().count() != balls.len() {
            return Err("the number of vacant slots is wrong".to_owned());
        }
        let due = DueTimes::new(balls, &self.grid, &self.filing, self.lists.as_ref());
        let calendar = self.schedule.calendar();
        for slot in balls.occupied() {
            let name = balls.name(slot);
            if balls.slot(name) != slot {
                return Err(format!("ball {name} is not in its slot"));
            }
            let mut list = Vec::new();
            let cell = balls.cell_index(&self.grid, slot);
            let count = self.filing.cells().collect(cell, &mut list, 0);
            if list[..count].iter().filter(|other| **other == slot as u32).count() != 1 {
                return Err(format!("ball {name} is not once in its cell"));
            }
            let time = due.time(slot as u32);
            if time < f64::INFINITY && !calendar.contains(slot as u32, &due) {
                return Err(format!("ball {name} is due at {time}, and is not in the calendar"));
            }
        }
        self.footprints.audit(&self.grid, balls)?;
        if let Some(watch) = &self.overlaps {
            watch.audit(balls)?;
        }
        calendar.audit(&due)
    }
}
