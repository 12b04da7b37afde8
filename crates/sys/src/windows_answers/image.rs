//! Images of answers for tests: zeros, with the fields that a test sets at their documented offsets.

pub(super) struct Image(pub(super) Vec<u8>);

impl Image {
    pub(super) fn new(size_bytes: usize) -> Self {
        Self(vec![0; size_bytes])
    }

    pub(super) fn bytes(mut self, at: usize, bytes: &[u8]) -> Self {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    pub(super) fn u32(self, at: usize, value: u32) -> Self {
        self.bytes(at, &value.to_le_bytes())
    }

    pub(super) fn u64(self, at: usize, value: u64) -> Self {
        self.bytes(at, &value.to_le_bytes())
    }

    /// UTF-16, as Windows writes text.
    pub(super) fn wide(self, at: usize, text: &str) -> Self {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.bytes(at, &bytes)
    }
}

/// The code units of a text, with a NUL behind it and what a longer buffer has behind that.
pub(super) fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0, u16::from(b'x')]).collect()
}
