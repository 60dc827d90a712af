use super::{Calendar, DueSource};
use crate::lane::balls::constants::{INSERTIONS_PER_BODY, MORE_INSERTIONS};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Ordering;

/// When each body is due, and its partner. Entries at the same time are in the order of partner,
/// then body.
struct Table(Vec<(f64, u32)>);

/// Time, body, partner.
type Entry = (f64, u32, u32);

impl DueSource for Table {
    type Entry = Entry;

    fn bodies(&self) -> u32 {
        self.0.len() as u32
    }

    fn bodies_per_bucket(&self) -> usize {
        12
    }

    fn time(&self, body: u32) -> f64 {
        self.0[body as usize].0
    }

    fn entry(&self, body: u32) -> Entry {
        let (time, partner) = self.0[body as usize];
        (time, body, partner)
    }

    fn time_of(&self, entry: &Entry) -> f64 {
        entry.0
    }

    fn order(&self, one: &Entry, other: &Entry) -> Ordering {
        one.0.total_cmp(&other.0).then((one.2, one.1).cmp(&(other.2, other.1)))
    }

    fn is_valid(&self, entry: &Entry) -> bool {
        self.entry(entry.1) == *entry
    }
}

impl Table {
    fn first(&self) -> Option<Entry> {
        let entries = (0..self.bodies()).map(|body| self.entry(body));
        let entries = entries.filter(|entry| entry.0 < f64::INFINITY);
        entries.min_by(|one, other| self.order(one, other))
    }
}

/// Random waits: of one size, of all sizes, of few values so that many are due at once, and zero.
fn wait(random: &mut Xoshiro256PlusPlus, kind: u64) -> f64 {
    let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    match kind {
        0 => uniform,
        1 => 10f64.powf(uniform * 20.0 - 10.0),
        // Some are almost at once: no narrower buckets separate them.
        2 => {
            (uniform * 4.0).floor()
                + if random.next_u64().is_multiple_of(16) {
                    1e-7 * uniform
                } else {
                    0.0
                }
        }
        _ => 0.0,
    }
}

#[test]
fn bodies_come_in_order_of_time_and_rank_for_all_kinds_of_waits() {
    for (seed, (count, start)) in [(1, 0.0), (7, 1e6), (300, 0.0), (3_000, -5.0), (9_000, 2.0)]
        .into_iter()
        .enumerate()
    {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        let mut table = Table(vec![(f64::INFINITY, 0); count]);
        let mut calendar = Calendar::default();
        let mut now = start;
        for body in 0..count {
            table.0[body] = (now + wait(&mut random, 0), 0);
        }
        calendar.rebuild(start, &table);
        for step in 0..3 * count + 200 {
            // The kind of wait changes over time.
            let kind = (step / 150 % 4) as u64;
            let entry = calendar.peek(&table);
            assert_eq!(entry, table.first(), "{count} bodies, step {step}");
            let Some(first) = entry else { break };
            now = first.0;
            let others = (0..random.next_u64() % 3).map(|_| (random.next_u64() % count as u64) as u32);
            for body in others.chain([first.1]).collect::<Vec<_>>() {
                let kind = if body == first.1 { kind.min(2) } else { kind };
                let wait = wait(&mut random, kind).max(if body == first.1 { 1e-12 } else { 0.0 });
                let time = if random.next_u64().is_multiple_of(50) {
                    f64::INFINITY
                } else {
                    now + wait
                };
                let partner = (random.next_u64() % 5) as u32;
                table.0[body as usize] = (time, partner);
                if time < f64::INFINITY {
                    calendar.insert(body, &table);
                }
            }
            if step % 400 == 399 {
                calendar.audit(&table).unwrap();
                assert!((0..table.bodies()).all(|body| table.time(body) == f64::INFINITY || calendar.contains(body, &table)));
                calendar.rebuild(now, &table);
            }
        }
    }
}

#[test]
fn due_times_that_change_often_do_not_fill_the_calendar() {
    const BODIES: usize = 100;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut table = Table((0..BODIES).map(|_| (wait(&mut random, 1), 0)).collect());
    let mut calendar = Calendar::default();
    calendar.rebuild(0.0, &table);
    for step in 0..200_000 {
        let body = step % BODIES;
        // Some are due before all others.
        table.0[body].0 = if step % 7 == 0 { -1.0 } else { wait(&mut random, 1) };
        calendar.insert(body as u32, &table);
        if step % 1000 == 0 {
            assert_eq!(calendar.peek(&table), table.first(), "step {step}");
        }
        let stored = calendar.stored();
        assert!(
            stored <= (INSERTIONS_PER_BODY + 1) * BODIES + MORE_INSERTIONS + 1,
            "step {step}: {stored}"
        );
    }
    assert_eq!(calendar.peek(&table), table.first());
}
