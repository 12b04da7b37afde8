//! A cell of a study as a document: what ran, and what it gave.

use super::Float;
use super::header::EstimateDoc;
use super::stored::{Stored, Word, cases, fields};
use base::Bytes;
use record::{Cell, CellRecord, Measured, Purpose, TargetStalls};
use workload::{Load, SyncMode};

fields! {
    CellDoc = CellRecord { purpose: Word<Purpose>, cell: PlaceDoc, seen: MeasuredDoc }
}

fields! {
    PlaceDoc = Cell {
        subject: String,
        targets: Vec<String>,
        load: LoadDoc,
        fill_percent: u8,
        repeat: u32,
    }
}

fields! {
    LoadDoc = Load {
        read_percent: Float,
        block: BytesDoc,
        random: bool,
        depth: u32,
        threads: u32,
        sync: SyncDoc,
    }
}

fields! {
    MeasuredDoc = Measured {
        mibps: EstimateDoc,
        iops: EstimateDoc,
        latency_ns_mean: Float,
        latency_ns_p99: Option<u64>,
        seconds: Float,
        settled: bool,
        errors: u64,
        began_s: Float,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cpu_busy_share: Option<Float>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stalls: Vec<StallsDoc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fell_to_iops: Option<Float>,
    }
}

fields! {
    StallsDoc = TargetStalls { target: String, count: u32, longest_s: Float, length_s: Float }
}

cases! {
    SyncDoc = SyncMode { None, Dsync, Sync, Fua, Fdatasync { every: u32 }, Fsync { every: u32 } }
}

/// A size as the number of its bytes.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct BytesDoc(u64);

impl Stored for BytesDoc {
    type Live = Bytes;

    fn of(live: &Bytes) -> Self {
        Self(live.0)
    }

    fn live(self) -> Result<Bytes, String> {
        Ok(Bytes(self.0))
    }
}
