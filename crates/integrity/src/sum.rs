//! The checksum of a page without a pass over it: pages of the same body differ only in 28 bytes, and a CRC is linear.
//!
//! The CRC of a page is the CRC with these bytes zero, XORed with the contribution of each of them, wherever it is in
//! the page. Both are computed once, with the ordinary CRC: see [`ChecksumTable::new`].

/// Bytes that vary: page 8, file 4, generation 4, time 8, check 4.
pub(crate) const VARYING: usize = 28;

/// Precomputed checksums for the pages of one run.
#[derive(Clone, Debug)]
pub(crate) struct ChecksumTable {
    /// The checksum of each pattern with all varying bytes zero.
    bare: Vec<u32>,
    /// The contribution of each value of each varying byte.
    adds: Vec<[u32; 256]>,
}

impl ChecksumTable {
    /// Computes the table. `page` returns the page of a pattern with these varying bytes, without its checksum;
    /// `checksum` is the ordinary CRC.
    pub(crate) fn new(
        patterns: usize,
        mut page: impl FnMut(usize, &[u8; VARYING]) -> Vec<u8>,
        checksum: impl Fn(&[u8]) -> u32,
    ) -> Self {
        let zero = [0; VARYING];
        let bare: Vec<u32> = (0..patterns).map(|pattern| checksum(&page(pattern, &zero))).collect();
        let mut adds = Vec::with_capacity(VARYING);
        for at in 0..VARYING {
            let mut add = [0; 256];
            for bit in 0..8 {
                let mut varying = zero;
                varying[at] = 1 << bit;
                let one = checksum(&page(0, &varying)) ^ bare[0];
                let with_bit =
                    add.iter_mut().enumerate().filter(|(value, _)| value >> bit & 1 == 1);
                with_bit.for_each(|(_, add)| *add ^= one);
            }
            adds.push(add);
        }
        Self { bare, adds }
    }

    #[inline]
    pub(crate) fn of(&self, pattern: usize, varying: &[u8; VARYING]) -> u32 {
        let added = varying.iter().zip(&self.adds).map(|(&byte, add)| add[usize::from(byte)]);
        added.fold(self.bare[pattern], |sum, add| sum ^ add)
    }
}
