//! Compact encoding of rows that are many or long: histograms, time series, intervals and minutes, as postcard writes them.
//!
//! Encoded bytes end with a checksum over the key of their row and themselves; equal values give equal bytes. Damaged bytes give an
//! error, never a panic and never a list longer than the bytes could hold.

use crate::{RunId, StoreError};
use record::{FactGroup, Note, Reason, Record, RoleFinding, RunSubject, StoredPart, TrialRecord};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use summary::{StreamSummary, TimeSeriesPoint, Warning};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    Changed,
    Form(String),
}

/// The row that a document or packed bytes belong to, by the numbers of its key; a part of the checksum.
pub(crate) type RowKey<'a> = &'a [i64];

pub(crate) fn pack(key: RowKey<'_>, value: &impl Serialize) -> Vec<u8> {
    summed(key, postcard::to_allocvec(value).expect("lists know their lengths"))
}

pub(crate) fn unpack<T: DeserializeOwned>(key: RowKey<'_>, bytes: &[u8]) -> Result<T, Unreadable> {
    let packed = checked(key, bytes)?;
    postcard::from_bytes(packed).map_err(|error| Unreadable::Form(error.to_string()))
}

/// The same bytes for a row with another key.
pub(crate) fn moved(from: RowKey<'_>, to: RowKey<'_>, bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    Ok(summed(to, checked(from, bytes)?.to_vec()))
}

/// Packs buckets: for each the difference of the value to the one before, which takes fewer bytes, and the count.
pub(crate) fn pack_buckets(
    key: RowKey<'_>,
    buckets: impl IntoIterator<Item = (u64, u64)>,
) -> Vec<u8> {
    let mut before = 0u64;
    let steps = buckets
        .into_iter()
        .map(|(value, count)| (value.wrapping_sub(std::mem::replace(&mut before, value)), count));
    pack(key, &steps.collect::<Vec<_>>())
}

pub(crate) fn unpack_buckets(key: RowKey<'_>, bytes: &[u8]) -> Result<Vec<(u64, u64)>, Unreadable> {
    let mut buckets: Vec<(u64, u64)> = unpack(key, bytes)?;
    let mut value = 0u64;
    for bucket in &mut buckets {
        value = value.wrapping_add(bucket.0);
        bucket.0 = value;
    }
    Ok(buckets)
}

fn summed(key: RowKey<'_>, mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(checksum(key, &bytes).to_le_bytes());
    bytes
}

/// The bytes before their checksum, if that is right.
fn checked<'a>(key: RowKey<'_>, bytes: &'a [u8]) -> Result<&'a [u8], Unreadable> {
    let (front, sum) = bytes.split_last_chunk().ok_or(Unreadable::Changed)?;
    let is_right = u32::from_le_bytes(*sum) == checksum(key, front);
    if is_right { Ok(front) } else { Err(Unreadable::Changed) }
}

/// The CRC-32C of the numbers of a key and of the bytes in its row.
pub(crate) fn checksum(key: RowKey<'_>, bytes: &[u8]) -> u32 {
    let of_key = key.iter().fold(0, |sum, part| crc32c::crc32c_append(sum, &part.to_le_bytes()));
    crc32c::crc32c_append(of_key, bytes)
}

/// Returns the text of a document: its CRC-32C in eight hexadecimal digits, and JSON. It cannot fail, because documents have only
/// string keys and plain values.
pub(crate) fn text(key: RowKey<'_>, document: &impl Serialize) -> String {
    let json = json(document);
    format!("{:08x}{json}", checksum(key, json.as_bytes()))
}

/// The JSON of a stored value, without a checksum.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("stored documents have nothing that JSON lacks")
}

pub(crate) fn parse<T: DeserializeOwned>(
    run: RunId,
    key: RowKey<'_>,
    text: &str,
) -> Result<T, StoreError> {
    let (sum, json) = text.split_at_checked(8).ok_or_else(|| changed(run, StoredPart::Document))?;
    if sum != format!("{:08x}", checksum(key, json.as_bytes())) {
        return Err(changed(run, StoredPart::Document));
    }
    serde_json::from_str(json).map_err(|error| document_error(run, error.to_string()))
}

/// The error for a part of a run that cannot be understood.
pub(crate) fn document_error(run: RunId, reason: String) -> StoreError {
    StoreError::Document { run, reason }
}

/// The error for a part of a run that changed after it was written.
pub(crate) fn changed(run: RunId, part: StoredPart) -> StoreError {
    StoreError::Changed { run, part }
}

/// The error for a packed part of a run that cannot be unpacked.
pub(crate) fn unreadable(run: RunId, part: StoredPart, error: Unreadable) -> StoreError {
    match error {
        Unreadable::Changed => changed(run, part),
        Unreadable::Form(reason) => document_error(run, reason),
    }
}

/// The document of a run: all of its record but what has tables of its own.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RunDocument {
    /// The number of trials, so that a lost one is noticed.
    pub(crate) trials: usize,
    #[serde(flatten)]
    record: Record,
    // JSON shows these in words, so the serde form of a record lacks them.
    subject: RunSubject,
    facts: Vec<FactGroup>,
    findings: Vec<RoleFinding>,
    warnings: Vec<Warning>,
    notes: Vec<Note>,
}

impl RunDocument {
    pub(crate) fn of(record: &Record) -> Self {
        Self {
            trials: record.trials.len(),
            subject: record.subject.clone(),
            facts: record.facts.clone(),
            findings: record.findings.clone(),
            warnings: record.warnings.clone(),
            notes: record.notes.clone(),
            record: Record { soak: None, ..record.clone() },
        }
    }

    /// The record without what has tables of its own.
    pub(crate) fn record(self) -> Record {
        let Self { trials: _, record, subject, facts, findings, warnings, notes } = self;
        Record { subject, facts, findings, warnings, notes, ..record }
    }
}

/// What a list shows of a run besides its columns.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOutline {
    pub(crate) subject: RunSubject,
    pub(crate) reason: Reason,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialDocument {
    /// The number of its streams, so that a lost one is noticed; none before its end.
    pub(crate) streams: Option<usize>,
    pub(crate) trial: TrialRecord,
}

/// The distributions of a stream: reads, writes, flushes.
pub(crate) type Distributions = [Vec<(u64, u64)>; 3];

/// Returns the part of a stream that its document holds.
pub(crate) fn without_lists(stream: &StreamSummary) -> StreamSummary {
    with_lists(stream.clone(), Vec::new(), Distributions::default())
}

/// Assembles a stream from its document and its packed lists.
pub(crate) fn with_lists(
    mut stream: StreamSummary,
    points: Vec<TimeSeriesPoint>,
    [read, write, flush]: Distributions,
) -> StreamSummary {
    stream.read.buckets = read;
    stream.write.buckets = write;
    stream.flush.buckets = flush;
    StreamSummary { points, ..stream }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use summary::TimeSeriesPoint;

    proptest! {
        #[test]
        fn buckets_come_back(buckets in proptest::collection::vec(any::<(u64, u64)>(), 0..50)) {
            prop_assert_eq!(unpack_buckets(&[7], &pack_buckets(&[7], buckets.iter().copied())), Ok(buckets));
        }

        #[test]
        fn broken_bytes_are_an_error_or_a_list(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let bytes = summed(&[7], bytes);
            let _ = unpack_buckets(&[7], &bytes);
            let _ = unpack::<Vec<TimeSeriesPoint>>(&[7], &bytes);
        }
    }

    #[test]
    fn bytes_of_another_row_or_form_are_not_read() {
        let packed = pack_buckets(&[7, 1], [(2, 3)]);
        assert_eq!(unpack_buckets(&[7, 2], &packed), Err(Unreadable::Changed));
        assert_eq!(unpack_buckets(&[7], &[3]), Err(Unreadable::Changed));
        assert!(matches!(unpack_buckets(&[7], &summed(&[7], vec![9])), Err(Unreadable::Form(_))));
        let moved = moved(&[7, 1], &[8, 1], &packed).unwrap();
        assert_eq!(unpack_buckets(&[8, 1], &moved), Ok(vec![(2, 3)]));
    }

    #[test]
    fn a_real_histogram_packs_into_a_few_bytes_a_bucket() {
        let mut rng = base::Rng::new(1);
        let mut histogram = sample::Histogram::new();
        for _ in 0..10_000 {
            histogram.record((400_000.0 * (0.4 * rng.normal()).exp()) as u64);
        }
        let buckets = histogram.buckets().count();
        let bytes = pack_buckets(&[7], histogram.buckets()).len();
        assert!(bytes <= buckets * 4 + 8, "{bytes} bytes for {buckets} buckets");
    }
}
