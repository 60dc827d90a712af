//! The grid against brute force, with cells of both kinds, in all layouts.

use super::super::ArraySap;
use super::super::tests::{check_store, check_store_in_small_scenes};
use super::*;

#[test]
fn small_cells_agree_with_brute_force() {
    check_store::<f64, 3, Grid<f64, 3, SweepSap<f64, 3>>>(|| Grid::new(Layout::Population(4)));
    check_store::<f32, 2, Grid<f32, 2, SweepSap<f32, 2>>>(|| Grid::new(Layout::Population(4)));
}

#[test]
fn default_cells_agree_with_brute_force() {
    check_store::<f32, 3, Grid<f32, 3, SweepSap<f32, 3>>>(Grid::default);
    check_store::<f64, 1, Grid<f64, 1, SweepSap<f64, 1>>>(Grid::default);
}

#[test]
fn cells_of_lists_agree_with_brute_force() {
    check_store::<f32, 3, Grid<f32, 3, ArraySap<f32, 3>>>(|| Grid::new(Layout::Population(8)));
    check_store::<f64, 2, Grid<f64, 2, ArraySap<f64, 2>>>(|| Grid::new(Layout::Population(8)));
}

#[test]
fn cells_of_a_given_side_agree_with_brute_force() {
    for side in [0.7, 5.0] {
        check_store::<f64, 2, Grid<f64, 2, SweepSap<f64, 2>>>(|| Grid::new(Layout::Side(side)));
    }
}

#[test]
fn a_fixed_array_of_cells_agrees_with_brute_force() {
    let region = Aabb {
        min: [-3.0; 3],
        max: [4.0, 3.0, 9.0],
    };
    check_store::<f32, 3, Grid<f32, 3, SweepSap<f32, 3>>>(|| Grid::new(Layout::Fixed { side: 2.5, region }));
}

/// Sides that are not positive and finite, and arrays too large for memory: cells get the default
/// layout, or are hashed.
#[test]
fn invalid_layouts_agree_with_brute_force() {
    for side in [0.0, -2.5, f64::NAN, f64::INFINITY, 1e300] {
        check_store_in_small_scenes::<f32, 2, Grid<f32, 2, SweepSap<f32, 2>>>(|| Grid::new(Layout::Side(side)));
    }
    let everywhere = Aabb {
        min: [f64::NEG_INFINITY; 3],
        max: [f64::INFINITY; 3],
    };
    let wide = Aabb {
        min: [-1e9; 3],
        max: [1e9; 3],
    };
    let none = Aabb {
        min: [f64::NAN; 3],
        max: [1.0; 3],
    };
    for (side, region) in [(2.0, everywhere), (2.0, wide), (2.0, none), (-1.0, wide)] {
        check_store_in_small_scenes::<f64, 3, Grid<f64, 3, SweepSap<f64, 3>>>(|| Grid::new(Layout::Fixed { side, region }));
    }
}

/// A row of boxes of size 1, 2 apart.
fn row(count: u32) -> Batch<f64, 2> {
    let aabb = |k: u32| Aabb {
        min: [f64::from(2 * k), 0.0],
        max: [f64::from(2 * k + 1), 1.0],
    };
    Batch {
        inserted: (0..count).map(|k| (k, aabb(k))).collect(),
        ..Batch::default()
    }
}

#[test]
fn cells_are_planned_again_after_boxes_gather() {
    let mut grid = Grid::<f64, 2, SweepSap<f64, 2>>::new(Layout::Population(8));
    let mut toggles = Vec::new();
    grid.apply(&row(100), &mut toggles);
    let before = grid.cells()[0];
    assert!(before >= 8, "{before}");
    // All but one box move into a line a hundred times as short, which lies in one cell of the old
    // plan.
    let shrink = |k: u32| Aabb {
        min: [f64::from(k) * 0.02, 0.0],
        max: [f64::from(k) * 0.02 + 0.01, 0.01],
    };
    let gathered = Batch {
        moved: (0..99).map(|k| (k, shrink(k))).collect(),
        ..Batch::default()
    };
    grid.apply(&gathered, &mut toggles);
    assert!(grid.cells()[0] <= 2);
    grid.apply(&Batch::default(), &mut toggles);
    assert!(grid.cells()[0] >= 8, "{:?}", grid.cells());
    assert!(toggles.is_empty(), "{toggles:?}");
    grid.sanity_check().unwrap();
}

#[test]
fn a_floor_is_in_one_cell_and_overlaps_all_boxes() {
    let mut grid = Grid::<f64, 2, SweepSap<f64, 2>>::new(Layout::Population(8));
    let mut toggles = Vec::new();
    let mut batch = row(200);
    batch.inserted.push((
        200,
        Aabb {
            min: [f64::NEG_INFINITY, -1.0],
            max: [f64::INFINITY, 0.0],
        },
    ));
    grid.apply(&batch, &mut toggles);
    assert_eq!(toggles.len(), 200);
    assert_eq!(*grid.cells().last().unwrap(), 1);
    grid.sanity_check().unwrap();
    toggles.clear();
    let sunk = Aabb {
        min: [f64::NEG_INFINITY, -2.0],
        max: [f64::INFINITY, -1.0],
    };
    grid.apply(
        &Batch {
            moved: vec![(200, sunk)],
            ..Batch::default()
        },
        &mut toggles,
    );
    assert_eq!(toggles.len(), 200);
    assert!(toggles.is_sorted() && toggles.iter().all(|toggle| !toggle.begins && toggle.pair.1 == 200));
}

#[test]
fn a_box_that_shrinks_moves_to_finer_cells() {
    let mut grid = Grid::<f64, 2, SweepSap<f64, 2>>::new(Layout::Side(4.0));
    let mut toggles = Vec::new();
    let sized = |size: f64| Aabb {
        min: [0.0; 2],
        max: [size; 2],
    };
    grid.apply(
        &Batch {
            inserted: vec![(0, sized(20.0)), (1, sized(1.0))],
            ..Batch::default()
        },
        &mut toggles,
    );
    assert_eq!(grid.cells(), [1, 1]);
    grid.apply(
        &Batch {
            moved: vec![(0, sized(1.0))],
            ..Batch::default()
        },
        &mut toggles,
    );
    assert_eq!(grid.cells(), [1, 0]);
    assert_eq!(toggles.len(), 1);
    grid.sanity_check().unwrap();
}

#[test]
fn empty_cells_are_reused() {
    let mut grid = Grid::<f64, 2, SweepSap<f64, 2>>::new(Layout::Side(4.0));
    let mut toggles = Vec::new();
    grid.apply(&row(10), &mut toggles);
    for step in 1..500 {
        let x = f64::from(step) * 100.0;
        let away = Aabb {
            min: [x, 0.0],
            max: [x + 1.0, 1.0],
        };
        grid.apply(
            &Batch {
                moved: vec![(3, away)],
                ..Batch::default()
            },
            &mut toggles,
        );
    }
    assert!(grid.levels[0].cells.len() <= 12, "{}", grid.levels[0].cells.len());
    grid.sanity_check().unwrap();
}

/// Cells on several threads give the same toggles as on one, in the same order.
#[cfg(feature = "parallel")]
#[test]
fn four_threads_give_the_toggles_of_one() {
    use super::super::tests::{Scene, SceneRun};
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let (mut scenes, mut many_cells) = (0, 0);
    for (number, scene) in Scene::all().into_iter().enumerate().filter(|(_, scene)| scene.boxes > 100) {
        let mut run = SceneRun::<f32, 3>::new(scene, number as u64);
        let mut serial = GridSap::<f32, 3>::new(Layout::Population(4)).serial();
        let mut parallel = GridSap::<f32, 3>::new(Layout::Population(4));
        for _ in 0..scene.steps {
            let batch = run.next_batch();
            let [mut one, mut other] = [Vec::new(), Vec::new()];
            serial.apply(&batch, &mut one);
            pool.install(|| parallel.apply(&batch, &mut other));
            assert_eq!(one, other, "{scene:?}");
        }
        scenes += 1;
        many_cells += usize::from(serial.cells().iter().sum::<usize>() > 8);
    }
    // With fewer cells no other thread is used.
    assert!(2 * many_cells > scenes, "{many_cells} of {scenes}");
}
