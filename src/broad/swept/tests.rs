//! Swept frames against all pairs.

use super::SweptFrames;
use crate::broad::{BroadPhase, CandidateChange};
use crate::motion::bounds::Bounds;
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

#[derive(Default)]
struct Candidates(BTreeSet<(u32, u32)>);

impl Candidates {
    fn take(&mut self, changes: &mut Vec<CandidateChange>) {
        for CandidateChange {
            bodies: [a, b], begins, ..
        } in changes.drain(..)
        {
            let pair = (a.min(b), a.max(b));
            match begins {
                true => assert!(self.0.insert(pair), "{pair:?} begins twice"),
                false => assert!(self.0.remove(&pair), "{pair:?} ends and never began"),
            }
        }
    }
}

fn overlap(a: &Bounds, b: &Bounds, t: f64) -> bool {
    let (of_a, of_b) = (t - a.epoch, t - b.epoch);
    (0..3).all(|axis| a.min[axis].at(of_a) <= b.max[axis].at(of_b) && b.min[axis].at(of_b) <= a.max[axis].at(of_a))
}

fn random_bounds(source: &mut Xoshiro256PlusPlus, epoch: f64) -> Bounds {
    let mut draw = |size: f64| size * ((source.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0);
    let [middle, velocity] = [10.0, 8.0].map(|size| Vector3::from_fn(|_, _| draw(size)));
    let half = Vector3::from_fn(|_, _| draw(1.0).abs());
    Bounds::moving(epoch, middle - half, middle + half, velocity)
}

#[test]
fn all_overlapping_boxes_are_candidates_at_all_times() {
    for seed in 0..20 {
        let mut source = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut now = 0.37;
        let (mut frames, mut changes) = (SweptFrames::new(10.0, now), Vec::new());
        let mut candidates = Candidates::default();
        let mut bodies: Vec<(u32, Bounds)> = (0..30).map(|body| (body, random_bounds(&mut source, now))).collect();
        frames.insert(&bodies, now, &mut changes);
        for _ in 0..60 {
            candidates.take(&mut changes);
            for (number, (a, of_a)) in bodies.iter().enumerate() {
                for (b, of_b) in &bodies[number + 1..] {
                    assert!(
                        !overlap(of_a, of_b, now) || candidates.0.contains(&(*a, *b)),
                        "{a}, {b} at {now}"
                    );
                }
            }
            let until = now + 0.05;
            while now < until {
                now = frames.advance(until, &mut changes);
                candidates.take(&mut changes);
            }
            let at = (source.next_u64() % 30) as usize;
            bodies[at].1 = random_bounds(&mut source, now);
            frames.update(bodies[at].0, &bodies[at].1, now, &mut changes);
            if source.next_u64() % 8 == 0 {
                // Frames ahead, and back.
                frames.advance(now + 1.0, &mut changes);
                frames.rewind(now, &mut changes);
            }
            frames.audit(now).unwrap();
        }
    }
}
