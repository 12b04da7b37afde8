//! The kinds of page faults, with the evidence for a person to judge them; the phases in which a test looks for them.

use crate::PageId;
use base::ContentFault;
pub use base::proof::{SectorContent, SectorRun};
pub use workload::FaultKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFault {
    pub kind: FaultKind,
    /// The page that was read.
    pub id: PageId,
    /// The generations allowed, oldest and newest.
    pub allowed: (u32, u32),
    pub sectors: Vec<SectorRun>,
    /// The number of bytes that differ from the page of generation `nearest`.
    pub bytes_differing: u32,
    /// The offset of the first such byte in the page.
    pub first_differing: Option<u32>,
    /// The generation that it was compared with: the closest of those allowed.
    pub nearest: u32,
}

impl PageFault {
    /// A fault of a whole operation at this page; nothing is known about the bytes.
    pub fn of_operation(kind: FaultKind, id: PageId) -> Self {
        Self {
            kind,
            id,
            allowed: (0, 0),
            sectors: Vec::new(),
            bytes_differing: 0,
            first_differing: None,
            nearest: 0,
        }
    }

    /// The fault as it is stored with a failed read.
    pub fn content(&self) -> ContentFault {
        let write = self.sectors.iter().find_map(|run| match run.content {
            SectorContent::ThisPage { generation }
            | SectorContent::OtherPage { generation, .. } => Some(generation),
            _ => None,
        });
        ContentFault::Page {
            kind: self.kind,
            write,
            allowed: self.allowed,
            bytes_differing: self.bytes_differing,
            first_differing: self.first_differing.unwrap_or(0),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestPhase {
    /// It writes every page for the first time.
    Filling,
    /// It reads and writes as the database does.
    Exercising,
    /// It writes the dirty pages and makes everything durable.
    Checkpoint,
    /// It reads every page.
    FinalAudit,
}
