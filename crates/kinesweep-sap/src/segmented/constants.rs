//! Tuning constants of the segmented interval lists.

/// The capacity of a chunk of [`SegmentedSap`](super::SegmentedSap), in endpoints.
///
/// Measured with 300 and 1000 unit cubes at 5 % density, 10 % of which move 10 % of their width, in
/// ns a moved box: 16: 230 and 390; 32: 180 and 290; 64: 160 and 240; 128: 150 and 215; 256: 145
/// and 195; and in ns an insertion or removal: 820 and 1100; 600 and 930; 650 and 850; 620 and 850;
/// 860 and 1150. Large chunks favour moves, which seldom leave them; small ones favour migrations,
/// which shift less.
pub const CHUNK_CAPACITY: usize = 128;

/// The cost by local sort of one migration (insertion or removal), in units of one move: 600 ns to
/// 162 with 300 boxes, 775 to 237 with 1000.
pub(super) const MIGRATION_COST: usize = 4;

/// The share of moved boxes, in quarters, above which a global sort is faster. Its cost hardly
/// depends on this share (150 ns per box of the list with 300 boxes, 180 with 1000); the cost of a
/// local sort is proportional to it (162 and 237 ns): equal at 0.9 and 0.75.
pub(super) const GLOBAL_QUARTERS: usize = 3;

/// The filling of chunks after a rebuild, in quarters: room for about as many insertions as
/// removals.
pub(super) const FILL_QUARTERS: usize = 3;

/// A chunk is merged when it is less than 1 / this full: well below the half that a split leaves,
/// so that splits and merges do not alternate.
pub(super) const MERGE_BELOW: usize = 4;

/// A box is removed and inserted again, rather than moved through the lists, if an endpoint would
/// pass this many chunks more than its box overlaps, before and after. A passed chunk costs about
/// 200 ns (some 50 endpoints), a removal and an insertion without the neighbourhood search about 1
/// us; the bound is higher, since boxes that are passed in two lists may still be near in the
/// third.
pub(super) const FAR_CHUNKS: usize = 8;
