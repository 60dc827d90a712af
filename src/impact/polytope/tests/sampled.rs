//! Random polytopes against parry's shape casts and distances.

use super::*;

#[test]
fn uniform_entries_agree_with_shape_casts() {
    let mut random = Random::new(21);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..4_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let position = random.vector(1.0).normalize() * 6.0;
        let velocity = (random.vector(1.5) - position) * 10f64.powf(3.0 * random.signed());
        let rel = relative(position.into(), velocity.into(), [0.0; 3]);
        let found = first(&a, &b, &rel);
        let last = 12.0 / velocity.norm();
        let options = query::ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..Default::default()
        };
        let (there, way) = (Pose::from_translation(position.into()), (velocity * last).into());
        let (shape_a, shape_b) = (parry_shape(&a), parry_shape(&b));
        let rest = Vector3::zeros().into();
        let cast = query::cast_shapes(&Pose::IDENTITY, rest, &*shape_a, &there, way, &*shape_b, options).unwrap();
        let nearest = || {
            (0..=4_000)
                .map(|i| distance(&*shape_a, &*shape_b, position + velocity * (last * f64::from(i) / 4_000.0)))
                .fold(f64::INFINITY, f64::min)
        };
        match (found, cast) {
            (Some(found), Some(cast)) => {
                hits += 1;
                let expected = cast.time_of_impact * last;
                let error = (found.s - expected).abs() / expected;
                // The cast is iterative: where it differs, the distance decides.
                let off = distance(&*shape_a, &*shape_b, rel.position_at(found.s * (1.0 - 1e-9)));
                assert!(
                    error < 1e-9 || (off > 0.0 && off < 1e-7),
                    "case {case}: {found:?}, cast {expected}, {off:e}"
                );
                assert!(found.normal.dot(&velocity) < 0.0);
                assert!((found.normal.norm() - 1.0).abs() < 1e-14);
            }
            (None, None) => misses += 1,
            (None, Some(_)) => assert!(nearest() > 1e-9, "case {case}: missed"),
            (Some(found), None) => {
                let times = contact(&a, &b, &rel).first().unwrap();
                let inside = rel.position_at(0.5 * (times.begin + times.end));
                assert!(distance(&*shape_a, &*shape_b, inside) <= 1e-9, "case {case}: ghost {found:?}");
            }
        }
    }
    assert!(hits > 500 && misses > 300, "{hits} {misses}");
}

#[test]
fn contact_agrees_with_distances_at_instants() {
    let mut random = Random::new(22);
    let mut parts = [0; 5];
    for case in 0..3_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let rel = random.thrown(case % 2 == 1);
        let times = contact(&a, &b, &rel);
        parts[times.as_slice().len()] += 1;
        let (shape_a, shape_b) = (parry_shape(&a), parry_shape(&b));
        for step in 0..150 {
            let s = f64::from(step) * 0.02;
            let inside = times.as_slice().iter().any(|i| i.begin <= s && s <= i.end);
            let gap = distance(&*shape_a, &*shape_b, rel.position_at(s));
            let depth = -separation(&a, &b, &rel.position_at(s)).gap;
            let right = if gap > 1e-9 {
                !inside && depth < 0.0
            } else {
                inside || depth < 1e-9
            };
            assert!(right, "case {case} at {s}: gap {gap:e}, depth {depth:e}, {times:?}");
        }
    }
    assert!(parts[0] > 100 && parts[1] > 100 && parts[2] > 20, "{parts:?}");
}

#[test]
fn accelerated_entries_begin_contact() {
    let mut random = Random::new(23);
    let (mut later, mut second) = (0, 0);
    for _ in 0..8_000 {
        let (a, b) = (random.polytope(), random.polytope());
        let rel = random.thrown(true);
        let times = contact(&a, &b, &rel);
        let entry = first(&a, &b, &rel);
        let at_start = times.first().filter(|times| times.begin == 0.0);
        let begins = times.as_slice().iter().find(|times| times.begin > 0.0);
        match (entry, at_start) {
            (Some(entry), Some(_)) if entry.s == 0.0 => {
                let here = separation(&a, &b, &rel.position);
                assert_eq!(here.normal, entry.normal);
                assert!(here.normal.dot(&rel.velocity) < 0.0);
            }
            (Some(entry), _) => {
                let begin = begins.unwrap().begin;
                assert!((entry.s - begin).abs() <= 1e-12, "{entry:?} {times:?}");
                assert!(entry.normal.dot(&rel.velocity_at(entry.s)) < 0.0);
                later += 1;
                second += u32::from(at_start.is_some());
            }
            (None, _) => assert!(begins.is_none(), "{times:?}"),
        }
    }
    assert!(later > 500 && second > 20, "{later} {second}");
}
