//! Fuzzing of the public interface: for any bytes, the crate returns a valid result or a typed
//! error; never a panic, a hang, or more memory than the machine has.
//!
//! Each file in `entry_points/` has a function of bytes that panics if and only if something is
//! wrong. Here the bytes come from a seed; the package in `targets` passes the same functions to
//! `cargo fuzz`. The entry point of `sap` is in its package.
//!
//! - `KINESWEEP_FUZZ_CASES=1000000 cargo test --release --test fuzz` runs this number
//!   of cases of each entry point instead of the default;
//! - `KINESWEEP_FUZZ_SEED=7` uses another seed;
//! - `KINESWEEP_FUZZ_FROM=1234` begins with that case: with `KINESWEEP_FUZZ_CASES=1` it repeats the
//!   case of a failure;
//! - `KINESWEEP_FUZZ_SHOW=1` prints the scenes, shapes and operations.
//!
//! With a nightly compiler and `cargo install cargo-fuzz`:
//! `cargo +nightly fuzz run --fuzz-dir tests/fuzz/targets scene_bytes`.

mod drive;
mod entry_points;

use drive::{drive, repeat};

#[test]
fn impact() {
    drive("impact", entry_points::impact::run, 20_000, 400);
}

#[test]
fn lasting_contact() {
    drive("lasting_contact", entry_points::lasting_contact::run, 120, 300);
}

/// By some methods two boxes that touch within rounding are a pair, by others not.
#[test]
fn lasting_contact_of_boxes_that_touch_within_rounding() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[333], 300);
}

/// A body that slides on a slab that turns cannot rest on it.
#[test]
fn lasting_contact_on_what_turns_makes_progress() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[197, 213], 300);
}

/// A pair that has been kept open parts, and meets again; and edges of two bodies that lie along each other.
#[test]
fn lasting_contact_that_ends_is_predicted_again() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[1526, 1936], 300);
}

/// Where nothing pulls, bodies that turn against each other are parted until the next renewal.
#[test]
fn lasting_contact_of_what_turns_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[567, 2087, 4575], 300);
}

/// A cylinder that lies flat and turns about its axis touches a wall beside it.
#[test]
fn lasting_contact_of_what_turns_about_its_axis_makes_progress() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[4909], 300);
}

/// A smooth body bounces on a face, lower and lower, and sticks to it across the normal.
#[test]
fn lasting_contact_of_smooth_bodies_that_bounce_sinks_in_no_deeper() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[6500, 6951, 8091, 13728, 15164],
        300,
    );
}

/// Bodies that touch at their corners, or at the middle of a face, are pressed together by accelerations.
#[test]
fn lasting_contact_of_what_accelerations_press_together_is_found() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[10374, 16793], 300);
}

/// A cylinder fits exactly between two plates: it cannot part from both.
#[test]
fn lasting_contact_of_what_fits_exactly_makes_progress() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[6373, 20551, 22162],
        300,
    );
}

/// A body hops on the middle of a face that turns: the closest points lie on a diagonal of it.
#[test]
fn lasting_contact_with_the_middle_of_a_face_that_turns_is_predicted_in_few_steps() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[7941, 20381, 21258, 21311, 32595],
        300,
    );
}

/// A corner of a body that does not turn stands on a face that does; two faces slide and turn on each other; and
/// a body falls over onto another end of it.
#[test]
fn lasting_contact_of_corners_on_faces_that_turn_sinks_in_no_deeper() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[20344, 21285, 22473, 22930, 23428, 24146, 120396],
        300,
    );
}

/// Bodies meet in an island at one place, while others of them are far apart.
#[test]
fn lasting_contact_of_what_meets_and_bounces_gains_no_energy() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[20322, 20586, 25046, 120788, 121798, 123579, 150127, 161108],
        300,
    );
}

/// A body at rest on a slab that begins to move, and that nothing pulls: the next renewal is not in a million years.
#[test]
fn lasting_contact_on_what_accelerates_is_renewed_in_time() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[116954, 120489], 300);
}

/// Two that turn against each other hop, and nothing pulls them.
#[test]
fn lasting_contact_by_hops_gains_no_energy() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[117331, 126238, 150812],
        300,
    );
}

/// Sides of two boxes lie in one plane, and are moved alike to within 1e-48.
#[test]
fn lasting_contact_of_boxes_that_move_alike_makes_progress() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[122116], 300);
}

/// Bodies that fall into slots which they fit exactly stay upright in them, and overlap no deeper.
#[test]
fn lasting_contact_in_slots_that_fit_exactly_stays_shallow() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[124749, 140645, 142272, 145273, 146273, 162405, 163323, 172824],
        300,
    );
}

/// Stacks that sweeps do not solve at first count as wedged for some renewals, not for ever: they sank into each other.
#[test]
fn lasting_contact_that_is_solved_again_is_not_wedged() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[200260, 236561, 247290],
        300,
    );
}

/// The time of an impact is the same to the bit whenever the next renewal is due.
#[test]
fn lasting_contact_is_predicted_alike_from_a_snapshot() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[266238], 300);
}

/// A body that fits exactly between two plates was levered out of them by impulses that tripled its energy.
#[test]
fn lasting_contact_of_what_fits_between_plates_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[303070], 300);
}

/// An edge on a face crosses the edge of that face elsewhere, and came to lie on it there: overlaps of a thousandth.
#[test]
fn lasting_contact_of_an_edge_that_crosses_an_edge_sinks_in_no_deeper() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[305647], 300);
}

/// Two tips that touch have many normals. A rest along one of them was begun again and again at one instant.
#[test]
fn lasting_contact_of_two_tips_makes_progress() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[293147], 300);
}

/// A cylinder that slides out of a slot in which an island has let it sink in by less than a millionth: each step of the
/// search for its next impact was as short as rounding allowed.
#[test]
fn lasting_contact_that_slides_out_of_a_slot_is_searched_in_few_steps() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[348927], 300);
}

/// A weightless ellipsoid that slides along a plane and hardly turns: each step of the search for its next impact was
/// a little longer than one that counts as too short.
#[test]
fn lasting_contact_that_slides_along_a_plane_is_searched_in_few_steps() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[387003], 300);
}

/// Bodies that hardly moved, and that nothing pulled, were to keep clear of a slab beside them for all the time until
/// their next renewal, of a hundred thousand years, in which it turned: they got velocities of 1e11 m/s.
#[test]
fn lasting_contact_beside_a_slab_that_turns_is_renewed_as_it_turns() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[434942], 300);
}

/// The side of a cone along the flat end of a cylinder, near its rim: the two were taken to touch up to a chord of the
/// rim, opened there, and collided beyond it, tens of thousands of times in a frame.
#[test]
fn lasting_contact_of_an_edge_on_a_round_end_goes_up_to_its_rim() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[534330], 300);
}

/// Bodies in a slot that turn: from one renewal to the next they turned deeper into what they penetrated than it mended.
#[test]
fn lasting_contact_in_a_slot_that_turns_gets_no_deeper() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[252258, 503099, 515514],
        300,
    );
}

/// A body that leans out of a slot of some thousandths of its size, on a stack of cylinders with eighty places of contact:
/// sweeps did not turn it back.
#[test]
fn lasting_contact_in_a_shallow_slot_is_solved_by_elimination() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[536649], 300);
}

/// Two bodies in each other's slots that turn as they fall: each step ended where turning had just undone what mended.
#[test]
fn lasting_contact_of_slots_that_turn_in_the_air_mends() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[630602], 300);
}

/// Two bodies of a stack that nothing pulls, which hardly move against each other: what a hop added was more than half of
/// their energy within it, and was not taken away.
#[test]
fn lasting_contact_adds_no_energy_by_a_hop_from_almost_no_motion() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[719721], 300);
}

/// A stack of which two bodies are wedged: they closed at the begin of a step, and opened by turning before they were
/// measured.
#[test]
fn lasting_contact_of_wedged_bodies_is_measured_early_in_a_step() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[762062], 300);
}

/// A cone that fits exactly between the ends of a dumbbell, neither of which turns: they met from both sides without end,
/// since each had the same partner as before.
#[test]
fn lasting_contact_with_one_body_on_both_sides_gets_on() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[772041], 300);
}

/// Bodies of an island that nothing pulls and that hardly move against each other: impulses added more than half of their
/// energy within it, which was not taken away.
#[test]
fn lasting_contact_of_bodies_that_move_as_one_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[977337], 300);
}

/// A ball at rest on a box that is pushed away from below it: their impact was not found, and all above fell through.
#[test]
fn lasting_contact_ends_on_a_box_that_slides_away() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[872822], 300);
}

/// Towers that something pulls, with bodies in them that turn: impulses that part these raised the tower, by up to a
/// tenth of its energy at one renewal.
#[test]
fn lasting_contact_of_what_turns_and_is_pulled_gains_no_energy() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[1724, 532099, 536230],
        300,
    );
}

/// A body slides along another at 4 m/s and turns slowly: a corner that was beside the other came over it before the next
/// renewal, and into it.
#[test]
fn lasting_contact_with_a_corner_that_slides_over_another_body_does_not_penetrate() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[91566], 300);
}

/// A place at which an edge crosses the border of a face runs along both as bodies slide: it got into the other body
/// where it came to be.
#[test]
fn lasting_contact_where_edges_cross_does_not_penetrate() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[222065], 300);
}

/// A capsule lay along an edge, all but parallel to it: only the place where the two crossed was measured, and its ends got
/// into the other body in turn.
#[test]
fn lasting_contact_of_a_capsule_along_an_edge_does_not_penetrate() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[72540], 300);
}

/// A cone landed flat on its base, and fell through the floor.
#[test]
fn lasting_contact_of_a_cone_on_its_base_is_found() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[348918], 300);
}

/// A cylinder that stood on a floor, tilted by a thousandth, was deepest between the places of its rim that are measured:
/// a step in which it got no deeper was sought for ever.
#[test]
fn lasting_contact_of_a_rim_that_is_nearly_flush_gets_on() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[583743], 300);
}

/// What does not rotate takes up moments, and two that were wedged got energy by them, more at each renewal.
#[test]
fn lasting_contact_of_what_does_not_rotate_and_is_wedged_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[214801], 300);
}

/// Bodies in touch that fall together, and bounce between two renewals: the pull of the step was reflected with their
/// velocities.
#[test]
fn lasting_contact_gains_no_energy_by_bounces_of_what_falls_in_touch() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[782381], 300);
}

/// A tower of heavy bodies on light ones: impulses that were all a little too high lifted it.
#[test]
fn lasting_contact_of_heavy_bodies_on_light_ones_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[869782], 300);
}

/// An ellipsoid that rolled up on its end gained a little energy in each step.
#[test]
fn lasting_contact_of_what_rolls_up_on_its_end_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[164811], 300);
}

/// A body that falls and bounces among others: the pull of the step to come was reflected with its velocity.
#[test]
fn lasting_contact_gains_no_energy_by_bounces_of_what_falls() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[908387], 300);
}

/// A body that turns fast between others, with and without gravity: impulses that kept all gaps open as it turned added up
/// to three quarters of the energy that was there.
#[test]
fn lasting_contact_of_what_turns_fast_in_a_slot_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[465414, 509740], 300);
}

/// A round body beside a face has the normal of the edge, and where a body stands on several faces no plane parts the
/// two: bodies were taken to stay apart that met within the step.
#[test]
fn lasting_contact_beside_a_face_is_not_taken_to_stay_apart() {
    repeat(
        "lasting_contact",
        entry_points::lasting_contact::run,
        &[201506, 202226, 202743, 203581],
        300,
    );
}

/// A ball in a corner: what stopped its slide on the floor pressed it into the wall on which it was at rest.
#[test]
fn lasting_contact_in_a_corner_presses_into_no_wall() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[133130, 207602], 300);
}

/// A ball that rolls along the notch between two faces of one body, and is pressed on each of them in turn: it rested on
/// the last one only, a hundred million times a second.
#[test]
fn lasting_contact_along_a_notch_gets_on() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[218115], 300);
}

/// A cylinder and the edge of a cuboid that touch up to rounding: their contact had the normal of another local
/// minimum of the depth.
#[test]
fn lasting_contact_of_smooth_bodies_that_just_touch_has_their_normal() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[226769], 300);
}

/// A face that turned until it lay flush touched at corners that had not been measured, and so did a corner that was
/// beside a face and slid over it.
#[test]
fn lasting_contact_reaches_corners_that_come_into_play() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[213023, 237069], 300);
}

/// A step of four microseconds, as long as that of an island that was wedged: impulses to open gaps within it threw
/// the bodies away.
#[test]
fn lasting_contact_after_wedging_gains_no_energy() {
    repeat("lasting_contact", entry_points::lasting_contact::run, &[197077], 300);
}

#[test]
fn log_bytes() {
    drive("log_bytes", entry_points::log_bytes::run, 60_000, 400);
}

#[test]
fn mesh_bytes() {
    drive("mesh_bytes", entry_points::mesh_bytes::run, 10_000, 300);
}

#[test]
fn queue() {
    drive("queue", entry_points::queue::run, 20_000, 400);
}

#[test]
fn roots() {
    drive("roots", entry_points::roots::run, 200_000, 60);
}

#[test]
fn scene_bytes() {
    drive("scene_bytes", entry_points::scene_bytes::run, 20_000, 200);
}

#[test]
fn scene_structured() {
    drive("scene_structured", entry_points::scene_structured::run, 6_000, 500);
}

/// Boxes of two balls that touch at the time at which the balls change their lane: into that of balls, or out of it, by
/// another method or as it closes.
#[test]
fn world_operations_with_an_overlap_of_one_time_report_it_once() {
    let cases = [611356, 691751, 834291];
    repeat("world_operations", entry_points::world_operations::run, &cases, 300);
}

/// A ball leaves the lane of balls, and comes back with the same motion and another radius.
#[test]
fn world_operations_forget_overlaps_of_a_ball_that_comes_back() {
    repeat("world_operations", entry_points::world_operations::run, &[829966], 300);
}

#[test]
fn world_operations() {
    drive("world_operations", entry_points::world_operations::run, 3_000, 300);
}
