//! Reads a capture file: takes bytes, gives its header and its chunks one after the other.

use super::chunk::{self, CaptureChunk, ChunkHead, ChunkKind, HEAD_BYTES};
use super::{CaptureFileError, FORMAT_VERSION, MAGIC};
use crate::CaptureHeader;
use crate::files::FileMap;
use std::io::{self, Read, Seek, SeekFrom};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Not known yet: there are more chunks.
    NotReached,
    Whole,
    /// The capture was killed, or its disk was full. Data after this offset is missing.
    CutShort {
        /// Where the last whole chunk ends.
        offset_bytes: u64,
    },
}

/// The chunks of a file. After an error there are none.
#[derive(Debug)]
pub struct CaptureReader<R> {
    input: R,
    offset_bytes: u64,
    processes: u64,
    ending: Ending,
    failed: bool,
}

impl<R: Read> CaptureReader<R> {
    /// Reads the header.
    pub fn open(input: R) -> Result<(CaptureHeader, Self), CaptureFileError> {
        let mut own = Self {
            input,
            offset_bytes: 0,
            processes: 0,
            ending: Ending::NotReached,
            failed: false,
        };
        let mut first = [0; MAGIC.len() + 4];
        if own.fill(&mut first)? < first.len() || first[..MAGIC.len()] != MAGIC {
            return Err(CaptureFileError::OtherFile);
        }
        let version = u32::from_le_bytes([first[8], first[9], first[10], first[11]]);
        if version > FORMAT_VERSION {
            return Err(CaptureFileError::LaterVersion { version });
        }
        own.offset_bytes = first.len() as u64;
        let damaged = |problem| CaptureFileError::Damaged { offset_bytes: 12, problem };
        let head = own.head()?.ok_or_else(|| damaged("the file ends before its header"))?;
        let content =
            own.content(&head)?.ok_or_else(|| damaged("the file ends within its header"))?;
        let header = chunk::header(&head, &content).map_err(damaged)?;
        Ok((header, own))
    }

    /// How the file ended; known once the last chunk was read.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    fn step(&mut self) -> Result<Option<CaptureChunk>, CaptureFileError> {
        let begin = self.offset_bytes;
        let cut = Ending::CutShort { offset_bytes: begin };
        if self.ending != Ending::NotReached {
            return Ok(None);
        }
        let Some(head) = self.head()? else {
            self.ending = cut;
            return Ok(None);
        };
        let Some(content) = self.content(&head)? else {
            self.ending = cut;
            return Ok(None);
        };
        let chunk = CaptureChunk::parse(&head, &content, self.processes)
            .map_err(|problem| CaptureFileError::Damaged { offset_bytes: begin, problem })?;
        match &chunk {
            CaptureChunk::Processes(list) => self.processes += list.len() as u64,
            CaptureChunk::End(_) => self.ending = Ending::Whole,
            _ => {}
        }
        Ok(Some(chunk))
    }

    /// The next head; `None` if the file ends before or within it.
    fn head(&mut self) -> Result<Option<ChunkHead>, CaptureFileError> {
        let mut bytes = [0; HEAD_BYTES];
        if self.fill(&mut bytes)? < HEAD_BYTES {
            return Ok(None);
        }
        ChunkHead::parse(&bytes).map(Some).map_err(|problem| self.damaged(problem))
    }

    /// The content after a head; the next chunk follows. `None` if the file ends within it.
    fn content(&mut self, head: &ChunkHead) -> Result<Option<Vec<u8>>, CaptureFileError> {
        let mut stored = Vec::new();
        // Memory grows with the data that exists, not with the length in the head.
        let taken = self.input.by_ref().take(u64::from(head.stored_bytes)).read_to_end(&mut stored);
        taken.map_err(|error| self.failure(error))?;
        if stored.len() < head.stored_bytes as usize {
            return Ok(None);
        }
        if crc32c::crc32c(&stored) != head.sum {
            return Err(self.damaged("the checksum of its content differs"));
        }
        let content = if head.compressed {
            let limit = head.content_bytes as usize;
            miniz_oxide::inflate::decompress_to_vec_with_limit(&stored, limit)
                .map_err(|_| self.damaged("its content cannot be decompressed"))?
        } else {
            stored
        };
        if content.len() != head.content_bytes as usize {
            return Err(self.damaged("its length differs"));
        }
        self.offset_bytes += HEAD_BYTES as u64 + u64::from(head.stored_bytes);
        Ok(Some(content))
    }

    /// Reads until `bytes` is full or the file ends; returns how many were read.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, CaptureFileError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failure(error)),
            }
        }
        Ok(filled)
    }

    fn damaged(&self, problem: &'static str) -> CaptureFileError {
        CaptureFileError::Damaged { offset_bytes: self.offset_bytes, problem }
    }

    fn failure(&self, error: io::Error) -> CaptureFileError {
        CaptureFileError::Io { offset_bytes: self.offset_bytes, error }
    }
}

impl<R: Read> Iterator for CaptureReader<R> {
    type Item = Result<CaptureChunk, CaptureFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let step = self.step();
        self.failed = step.is_err();
        step.transpose()
    }
}

/// The locations of the files: the last map of the capture, completed by the first one. Other chunks are skipped.
/// A truncated capture gives the maps that it has.
pub fn latest_file_map<R: Read + Seek>(input: R) -> Result<Option<FileMap>, CaptureFileError> {
    let (_, mut reader) = CaptureReader::open(input)?;
    let mut found: Option<FileMap> = None;
    while let Some(head) = reader.head()? {
        if head.kind == ChunkKind::FileMap {
            let begin = reader.offset_bytes;
            let Some(content) = reader.content(&head)? else { break };
            let chunk = CaptureChunk::parse(&head, &content, 0)
                .map_err(|problem| CaptureFileError::Damaged { offset_bytes: begin, problem })?;
            if let CaptureChunk::FileMap(map) = chunk {
                found = Some(match found {
                    Some(earlier) => map.completed_by(&earlier),
                    None => map,
                });
            }
        } else {
            let skipped = reader.input.seek(SeekFrom::Current(i64::from(head.stored_bytes)));
            skipped.map_err(|error| reader.failure(error))?;
            reader.offset_bytes += HEAD_BYTES as u64 + u64::from(head.stored_bytes);
        }
    }
    Ok(found)
}
