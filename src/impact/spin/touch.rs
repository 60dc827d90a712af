//! Two parts at a time of the search, after their gap is known: whether they meet then, and if not, how
//! far the search advances.

use super::super::advance::Target;
use super::constants::{DEEP_OVERLAP, MAX_PLANE_SPIN};
use super::examine::{Examination, PartTask};
use super::pair::{RotatingPair, Turn};
use super::patch::Patch;
use super::plane::Plane;
use super::steps::Slack;
use nalgebra::Vector3;

/// Two parts that do not meet, or touch without closing.
pub(super) struct Touch {
    gap: f64,
    /// How much nearer they may come until the next step, if they touch without closing.
    slack: Option<Slack>,
    /// A time for which they certainly overlap.
    least: f64,
}

impl RotatingPair<'_> {
    /// None if they meet. `normal`: from a to b, if they touch.
    pub(super) fn touch(
        &self,
        task: &mut PartTask,
        turns: &[Turn; 2],
        s: f64,
        gap: f64,
        target: Target,
        normal: impl FnOnce(&PartTask, f64) -> Vector3<f64>,
    ) -> Option<Touch> {
        let in_contact = gap <= self.contact_gap(s);
        if in_contact && target == Target::Contact {
            return None;
        }
        let touching_gap = self.touching_gap(s, task.from_start);
        let mut closes = target == Target::Contact;
        if gap <= touching_gap && !closes {
            let patch = Patch::new(self, task.leaves, turns, s, &normal(task, touching_gap));
            let opening = patch.least_opening(self, s);
            let resting_speed = self.resting_speed(s);
            closes = opening < -resting_speed;
            if (closes && in_contact) || (!closes && opening <= resting_speed && self.is_pressed(task.leaves, s, gap)) {
                return None;
            }
        }
        let (mut slack, mut least) = (None, 0.0);
        if gap <= touching_gap && !closes {
            slack = Some(Slack::past_contact(touching_gap, task.touch_count, gap, self.extent(s)));
            task.touch_count += 1;
            if gap < -DEEP_OVERLAP * self.extent(s) {
                least = self.least_time(-gap, s);
            }
        } else {
            task.touch_count = 0;
            task.from_start = false;
        }
        Some(Touch { gap, slack, least })
    }

    /// The longest time for which a plane with this gap certainly separates them: one that is fixed, or one
    /// that rotates. `separated_for`: that of one plane. `faces`: the turns with which others rotate. (Closest
    /// points on a diagonal of a face tie the plane to that diagonal only.)
    pub(super) fn longest_apart(&self, rotating: &Plane, gap: f64, faces: &[Turn], separated_for: impl Fn(&Plane) -> f64) -> f64 {
        let fixed = Plane {
            plane_spin: Vector3::zeros(),
            gap,
            ..*rotating
        };
        let with_face = faces.iter().map(|turn| {
            let plane_spin = turn.spin - rotating.normal * rotating.normal.dot(&turn.spin);
            separated_for(&Plane { plane_spin, ..fixed })
        });
        let apart = with_face.fold(separated_for(&fixed), f64::max);
        let rotates = rotating.plane_spin != Vector3::zeros()
            && rotating.plane_spin.norm() <= MAX_PLANE_SPIN * (self.turning[0].speed + self.turning[1].speed);
        if rotates {
            apart.max(separated_for(&Plane { gap, ..*rotating }))
        } else {
            apart
        }
    }

    /// The time up to which they do not meet. `apart_for`: how long a gap certainly stays open.
    /// `bounces`: they open, and do not rotate, so that the plane is exact.
    pub(super) fn apart_until(&self, touch: &Touch, s: f64, bounces: bool, apart_for: impl Fn(f64) -> f64) -> Examination {
        let Touch { gap, slack, least } = *touch;
        let mut apart = apart_for(gap.max(0.0));
        let bounces = bounces && s + apart > s;
        if let Some(slack) = slack
            && !bounces
            && slack.is_due(apart, self.most_speed(s), s)
        {
            // The plane gives too little progress: let them come a little nearer, or advance by as long
            // as they certainly overlap.
            apart = apart
                .max(apart_for(slack.added_to(gap)))
                .max(self.least_time((-gap).max(0.0), s));
        }
        let next = s + apart.max(least);
        Examination::ApartUntil(if next > s { next } else { s.next_up() })
    }
}
