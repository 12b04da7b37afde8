//! An entry of a ledger: the last acknowledged commit of a run, as bytes with a checksum.

use serde::{Deserialize, Serialize};

pub const ENTRY_BYTES: usize = 64;
const MAGIC: [u8; 4] = *b"PLPA";

/// What a ledger stores of a run besides its design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    pub run: u64,
    /// How often the entry was written; of two entries, the one with the higher number is valid.
    pub turn: u64,
    /// All commits up to this one were acknowledged as durable by the storage.
    pub acknowledged: u32,
    /// The writer ended normally, not by a power cut.
    pub ended: bool,
    /// When the first acknowledgement came, in nanoseconds since 1970 by the ledger's clock; 0: none came.
    pub first_unix_ns: u64,
    /// When the last acknowledgement came, in the same unit.
    pub last_unix_ns: u64,
    /// The last commit that the first acknowledgement covered.
    pub first_acknowledged: u32,
}

impl LedgerEntry {
    /// Takes an acknowledgement. Returns whether it is new: a late or repeated one is not.
    pub fn take(&mut self, acknowledged: u32, unix_ns: u64) -> bool {
        if acknowledged <= self.acknowledged {
            return false;
        }
        if self.first_unix_ns == 0 {
            (self.first_unix_ns, self.first_acknowledged) = (unix_ns, acknowledged);
        }
        (self.acknowledged, self.last_unix_ns) = (acknowledged, unix_ns);
        true
    }

    /// Commits per second between the first and the last acknowledgement; `None` if they are less than a second apart.
    pub fn commits_per_s(&self) -> Option<f64> {
        let span_ns = self.last_unix_ns.saturating_sub(self.first_unix_ns);
        let commits = self.acknowledged.saturating_sub(self.first_acknowledged);
        (span_ns >= 1_000_000_000).then(|| f64::from(commits) * 1e9 / span_ns as f64)
    }

    /// The stored bytes, with a checksum.
    pub fn to_bytes(&self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        postcard::to_slice(self, &mut bytes[8..])
            .expect("four numbers of at most 10 bytes, two of at most 5 and one of 1 fit");
        let sum = crc32c::crc32c(&bytes[8..]);
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..8].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads stored bytes; `None` if they are not a valid entry.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; ENTRY_BYTES] = bytes.try_into().ok()?;
        let sum = crc32c::crc32c(&bytes[8..]).to_le_bytes();
        let is_whole = bytes[..4] == MAGIC && bytes[4..8] == sum;
        if is_whole { postcard::from_bytes(&bytes[8..]).ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledgements_only_go_forward() {
        let mut entry = LedgerEntry::default();
        let news: Vec<bool> = [4, 4, 12, 8, 0, 16].iter().map(|&n| entry.take(n, 5)).collect();
        assert_eq!(news, [true, false, true, false, false, true]);
        assert_eq!(entry.acknowledged, 16);
    }

    #[test]
    fn an_entry_that_is_not_whole_is_none() {
        let mut entry = LedgerEntry { run: 9, turn: 3, ..LedgerEntry::default() };
        entry.take(100, 1_000_000_000);
        entry.take(300, 3_000_000_000);
        assert_eq!(entry.commits_per_s(), Some(100.0));
        let bytes = entry.to_bytes();
        assert_eq!(LedgerEntry::from_bytes(&bytes), Some(entry));
        for bit in 0..ENTRY_BYTES * 8 {
            let mut broken = bytes;
            broken[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(LedgerEntry::from_bytes(&broken), None, "bit {bit}");
        }
        assert_eq!(LedgerEntry::from_bytes(&[0; ENTRY_BYTES]), None);
        assert_eq!(LedgerEntry::from_bytes(&bytes[1..]), None);
    }
}
