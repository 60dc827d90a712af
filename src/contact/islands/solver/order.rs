//! The order in which the loads are swept.

/// Loads that follow each other in their list as a rule have a body in common, so each waits for the one
/// before: the list is swept in this many parts at once. (A processor works at some loads at a time.)
const PARTS: usize = 8;

/// The places of all loads in their list, in the order of a sweep: the first of each part, the second of each
/// part, and so on.
pub(super) fn in_parts(count: usize) -> impl Iterator<Item = usize> {
    let length = count.div_ceil(PARTS);
    let places = (0..length).flat_map(move |at| (0..PARTS).map(move |part| part * length + at));
    places.filter(move |place| *place < count)
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn each_load_is_swept_once() {
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 1000] {
            let mut places: Vec<usize> = in_parts(count).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..count), "{count}");
        }
    }
}
