use super::super::tests::check_store;
use super::*;

#[test]
fn agrees_with_brute_force_f32_2d() {
    check_store::<f32, 2, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f32_3d() {
    check_store::<f32, 3, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f64_2d() {
    check_store::<f64, 2, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_f64_3d() {
    check_store::<f64, 3, _>(ArraySap::new);
}

#[test]
fn agrees_with_brute_force_on_a_line_and_in_four_dimensions() {
    check_store::<f32, 1, _>(ArraySap::new);
    check_store::<f64, 4, _>(ArraySap::new);
}
