//! A hash that is the same on all platforms and in all versions.

/// FNV-1a of 64 bits (Fowler, Noll and Vo): an exclusive or and a product for each byte.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0
    }
}

#[test]
fn fnv_1a_has_the_published_values() {
    for (text, hash) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        let mut fnv = Fnv::new();
        fnv.write(text.as_bytes());
        assert_eq!(fnv.finish(), hash, "{text:?}");
    }
}
