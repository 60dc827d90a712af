//! `compare --report`: one page that opens without a network, with the answer, the tables, the
//! plots, and a replay of the runs in space.
//!
//! 1. [`replay`] runs the scene again and keeps whole trajectories as motion pieces, which the page
//!    evaluates itself.
//! 2. [`shapes`], [`motion`] and [`events`] convert shapes, trajectories and events to [`column`]s.
//! 3. [`page`](self::page) inserts all of it into the page that `page/` is built to.

mod column;
mod events;
mod motion;
mod page;
mod replay;
mod shapes;

pub(crate) use page::Report;
pub(crate) use replay::Replay;
