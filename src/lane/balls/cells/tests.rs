use super::{Cells, PLACES};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn cells_contain_the_balls_of_a_table_of_lists() {
    const CELLS: usize = 12;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut cells, mut table) = (Cells::default(), vec![Vec::new(); CELLS]);
    cells.reset(CELLS);
    let mut list = Vec::new();
    for step in 0..20_000_u32 {
        // The cells fill up and empty alternately.
        let fills = step / 500 % 2 == 0;
        // Cells with low numbers are the most crowded.
        let cell = (random.next_u64() % CELLS as u64).min(random.next_u64() % CELLS as u64) as usize;
        if (random.next_u64() % 4 == 0) != fills || table[cell].is_empty() {
            cells.add(cell, step);
            table[cell].push(step);
        } else {
            let at = (random.next_u64() % table[cell].len() as u64) as usize;
            cells.remove(cell, table[cell].swap_remove(at));
        }
        let first = (random.next_u64() % (CELLS as u64 - 2)) as usize;
        let sorted = |mut balls: Vec<u32>| {
            balls.sort_unstable();
            balls
        };
        let count = cells.collect(cell, &mut list, 0);
        assert_eq!(sorted(list[..count].to_vec()), sorted(table[cell].clone()), "step {step}");
        let count = cells.collect_row(first, &mut list, 0);
        assert_eq!(
            sorted(list[..count].to_vec()),
            sorted(table[first..first + 3].concat()),
            "step {step}"
        );
    }
    assert!(table.iter().any(|cell| cell.len() > 2 * PLACES));
}
