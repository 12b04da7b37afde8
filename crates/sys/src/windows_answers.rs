//! What the drivers of Windows answer about disks, volumes and files: takes the bytes of an answer, gives typed facts or what the answer
//! lacks. Asks nothing itself, and is compiled on every system, so that data tests hold it against images of answers.
//!
//! The offsets are those of the structures of winioctl.h, ntddstor.h and winbase.h for 64-bit programs, little-endian.

pub mod disk;
pub mod judge;
pub mod layout;
pub mod property;
pub mod volume;

#[cfg(test)]
mod image;

/// Why an answer tells nothing. A fact that it should have is unknown then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// It ends before a field that every version of the structure has.
    Short { structure: &'static str, needed_bytes: usize, got_bytes: usize },
    /// A driver filled a field with what no device can have; wine leaves zeros.
    Senseless { structure: &'static str, field: &'static str },
}

/// The bytes of one answer, long enough for every field that is read.
#[derive(Clone, Copy)]
struct Answer<'a> {
    structure: &'static str,
    bytes: &'a [u8],
}

impl<'a> Answer<'a> {
    fn new(
        structure: &'static str,
        bytes: &'a [u8],
        needed_bytes: usize,
    ) -> Result<Self, AnswerFault> {
        if bytes.len() < needed_bytes {
            return Err(AnswerFault::Short { structure, needed_bytes, got_bytes: bytes.len() });
        }
        Ok(Self { structure, bytes })
    }

    /// The elements of an array at the end of the structure.
    fn elements(
        self,
        from: usize,
        count: u32,
        size_bytes: usize,
    ) -> Result<impl Iterator<Item = Self>, AnswerFault> {
        let needed = (count as usize).saturating_mul(size_bytes).saturating_add(from);
        let whole = Self::new(self.structure, self.bytes, needed)?;
        let parts = whole.bytes[from..needed].chunks_exact(size_bytes);
        Ok(parts.map(move |bytes| Self { structure: self.structure, bytes }))
    }

    fn senseless(self, field: &'static str) -> AnswerFault {
        AnswerFault::Senseless { structure: self.structure, field }
    }

    fn array<const N: usize>(self, at: usize) -> [u8; N] {
        self.bytes[at..at + N].try_into().expect("the range has N bytes")
    }

    /// A BOOLEAN, for which every value but 0 is true.
    fn flag(self, at: usize) -> bool {
        self.bytes[at] != 0
    }

    fn u16(self, at: usize) -> u16 {
        u16::from_le_bytes(self.array(at))
    }

    fn u32(self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    fn u64(self, at: usize) -> u64 {
        u64::from_le_bytes(self.array(at))
    }

    /// A LARGE_INTEGER that counts something.
    fn count(self, at: usize, field: &'static str) -> Result<u64, AnswerFault> {
        u64::try_from(i64::from_le_bytes(self.array(at))).map_err(|_| self.senseless(field))
    }
}

/// The text of UTF-16 code units up to the first NUL.
fn text_of(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}
