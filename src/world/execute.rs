//! Execution of the events of the lane of pairs, of single bodies and of the schedule.

use super::next::Source;
use super::schedule::Entry;
use super::{StepError, World};
use crate::event::{EventKind, Touch};
use crate::impact::contact_near;
use crate::lane::order::{Due, Step};
use crate::lane::pairs::PairView;

impl World {
    /// Executes an event at its time, and predicts again what it changes.
    pub(super) fn execute(&mut self, due: &Due, source: Source) -> Result<(), StepError> {
        self.clock.advance_to(due.time);
        self.enter_round_of(due);
        self.check_progress(|world| world.names_of(&source))?;
        self.sync_broad_phase();
        if self.ledger.journal().is_some() {
            self.begin_entry(due, &source);
        }
        match source {
            Source::Schedule => self.handle_scheduled()?,
            Source::Wall(body, wall) => self.collide_with_wall(body, wall)?,
            Source::Pair(place) => self.handle_pair(place)?,
            Source::Wrap(body) => self.wrap_body(body)?,
            Source::Expiry(body) => self.expire(body),
            Source::Renewal(island) => self.rests().renew_island(island),
        }
        self.repredict_moved();
        self.lanes.count(1);
        if self.ledger.journal().is_some() {
            self.end_entry();
        }
        Ok(())
    }

    fn handle_scheduled(&mut self) -> Result<(), StepError> {
        let Some((time, entry)) = self.agenda.schedule_mut().pop() else {
            return Ok(());
        };
        let kind = match entry {
            Entry::User { token } => EventKind::Scheduled { token },
            Entry::Motion { body, change } => {
                self.apply_change(body.index, &change)
                    .map_err(|reason| StepError::Jump { time, reason })?;
                if self.config.hides_motion_changes() {
                    return Ok(());
                }
                EventKind::MotionChange { body }
            }
            Entry::Constants { body, change } => {
                self.change_body(body, &change)
                    .map_err(|reason| StepError::Change { time, reason })?;
                EventKind::MotionChange { body }
            }
        };
        // Before the ends of contacts that it causes.
        self.ledger.push_first(time, kind);
        Ok(())
    }

    /// Executes the next step of a pair's plan.
    fn handle_pair(&mut self, place: u32) -> Result<(), StepError> {
        let pair = &mut self.pairs[place];
        let Some((time, step)) = pair.forecast_mut().take_next() else {
            return Ok(());
        };
        let bodies = pair.bodies().map(|body| self.bodies.id(body));
        match step {
            Step::OverlapBegin | Step::OverlapEnd => {
                pair.set_in_overlap(step == Step::OverlapBegin);
                let kind = match step {
                    Step::OverlapBegin => EventKind::OverlapBegin { bodies },
                    _ => {
                        self.clock.instant_mut().note_end_of_overlap(pair.bodies());
                        EventKind::OverlapEnd { bodies }
                    }
                };
                self.ledger.push(time, kind);
            }
            Step::ContactBegin => {
                pair.set_in_contact(true);
                let kind = EventKind::ContactBegin(touch_of(bodies, &self.bodies.pair_view(pair), time));
                self.ledger.push(time, kind);
            }
            Step::ContactEnd => {
                pair.set_in_contact(false);
                self.ledger.push(time, EventKind::ContactEnd { bodies });
                self.plan_poll(place, time);
            }
            Step::Impact => self.restore_step_on_error(place, (time, step), |world| world.collide(place))?,
            Step::RestEnd => self.rests().end_rest(place),
            Step::SlideEnd => self.rests().end_slide(place),
            Step::PassEnd => self.end_pass(place),
            Step::Poll => self.restore_step_on_error(place, (time, step), |world| {
                world.poll_pair(place, time);
                Ok(())
            })?,
            Step::ResumeSearch => self.predictor().resume_search(place),
            Step::PredictDeferred => unreachable!("a deferred prediction is made before"),
        }
        self.predictor().queue(place);
        Ok(())
    }

    /// Executes a step that may call user code. If that returns an error, or panics (the panic
    /// continues), the step is planned again: the world is as before.
    fn restore_step_on_error(
        &mut self,
        place: u32,
        step: (f64, Step),
        call: impl FnOnce(&mut Self) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        self.call_or_undo(call, |world| world.pairs[place].forecast_mut().put_back(step))
    }
}

fn touch_of(bodies: [crate::event::BodyId; 2], view: &PairView, time: f64) -> Touch {
    let [a, b] = &view.moving();
    let contact = contact_near(a, b, time);
    let relative = b.piece.velocity_of(time, &contact.point) - a.piece.velocity_of(time, &contact.point);
    Touch {
        bodies,
        point: contact.point,
        normal: contact.normal,
        closing_speed: (a.piece.growth + b.piece.growth - contact.normal.dot(&relative)).max(0.0),
    }
}
