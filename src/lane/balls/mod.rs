//! The lane of balls: balls that only fly and bounce, in a compact form, one event a ball.
//!
//! It does for balls what the general engine does for all bodies, at a small part of the cost. The
//! events are the same to the bit: when and where two balls meet, and what the collision does, are
//! functions of their two motions, and both lanes call the same functions.
//!
//! 1. A ball is filed in a [cell](grid), and moves into the next one when its centre leaves it. Two
//!    balls can meet only if they are in the same cell or in neighbouring ones. So a ball that
//!    crosses scans only the cells that become neighbours. In dense systems balls have [neighbour
//!    lists](lists) instead. Much larger balls are filed in [levels](level) with wider cells, and
//!    registered in the narrower cells that they could touch: their [footprints].
//! 2. A ball stores its own next event alone, with the stamp of the partner's motion. If that has
//!    changed when the event is due, the prediction is stale and is made again. So a collision
//!    changes no event of other balls (Lubachevsky 1991).
//! 3. The balls are in a [calendar queue](calendar) by their due times. All that a scan reads of a
//!    ball is one cache line, balls that are close in space are close in memory, and what is due
//!    soon is [prefetched](due_times).
//! 4. Events of a bucket of the calendar that do not depend on each other are executed as a
//!    [batch](bucket).
//! 5. A [scan] tests several balls side by side, and rejects those that cannot be met first.
//! 6. Where overlaps of boxes are reported, their [changes](overlaps) have a calendar of their own.
//! 7. Bodies outside of the lane give it [zones]: the lane stops when a ball comes near one
//!    of them.
//! 8. A lane may hold [copies] of some of the balls of another, to advance these alone. The other one then [takes
//!    over](takeover) their motions.

mod advance;
mod audit;
mod ball;
mod batch;
mod bucket;
mod calendar;
mod cell_grid;
mod cells;
mod clear_range;
mod collide;
mod constants;
mod copies;
mod counters;
mod cross;
mod due_times;
mod exit;
mod filing;
mod footprint_cells;
mod footprints;
mod four;
mod gather;
mod grid;
mod grid_plan;
mod images;
mod lane;
mod larger;
mod lease;
mod leases;
mod leaving;
mod level;
mod lists;
mod lookahead;
mod meeting;
mod meeting_side;
mod membership;
mod motion;
mod motion_change;
mod neighbours;
mod next_event;
mod order;
mod outcome;
mod overlaps;
mod pairs;
mod predict;
mod prefilter;
mod queries;
mod refit;
mod scan;
mod size_levels;
mod space;
mod store;
mod takeover;
#[cfg(test)]
mod testing;
mod upcoming;
mod wall_collision;
mod whole;
mod zone_access;
mod zone_cells;
mod zones;

pub(crate) use ball::{Ball, Species};
pub(crate) use copies::{BallCopy, BallState};
pub(crate) use counters::LaneCounters;
pub(crate) use lane::BallLane;
pub(crate) use meeting::MeetingOutcome;
pub(crate) use outcome::{BallCollision, CollisionOutcome};
pub(crate) use space::Space;
pub(crate) use takeover::{AllMoved, Moved};
pub(crate) use upcoming::{Upcoming, UpcomingKind};
pub(crate) use zone_cells::{PartRegion, Region, Slab};
