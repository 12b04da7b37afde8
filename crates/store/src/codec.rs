//! Compact encoding of long lists: histograms and time series as variable-length integers of differences.
//!
//! Encoded bytes start with a format number and end with a checksum; equal lists give equal bytes. Damaged bytes give an error,
//! never a panic and never a list longer than the bytes could hold.

use record::soak::{MinuteExclusion, SoakMinute, SoakSecond};
use summary::TimeSeriesPoint;

/// The format number of lists that end with their CRC-32C.
const FORMAT: u8 = 2;

/// Why packed bytes cannot be unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The bytes changed after they were written.
    Changed,
    /// The bytes have another format.
    Form(String),
}

impl From<&str> for Unreadable {
    fn from(text: &str) -> Self {
        Self::Form(text.to_owned())
    }
}

/// The row that a document or a packed list belongs to, by the numbers of its key; a part of the checksum.
pub(crate) type RowKey<'a> = &'a [i64];

/// Packs buckets: for each the difference of the value to the one before, and the count.
pub(crate) fn pack_buckets<'a>(
    key: RowKey<'_>,
    buckets: impl IntoIterator<Item = (u64, u64)> + 'a,
) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    let mut before = 0u64;
    for (value, count) in buckets {
        put(&mut bytes, zigzag(value.wrapping_sub(before) as i64));
        put(&mut bytes, count);
        before = value;
    }
    summed(key, bytes)
}

/// Unpacks what [`pack_buckets`] made.
pub(crate) fn unpack_buckets(key: RowKey<'_>, bytes: &[u8]) -> Result<Vec<(u64, u64)>, Unreadable> {
    let mut reader = ByteReader::new(key, bytes)?;
    let mut buckets = Vec::new();
    let mut before = 0u64;
    while !reader.bytes.is_empty() {
        before = before.wrapping_add(unzigzag(reader.varint()?) as u64);
        buckets.push((before, reader.varint()?));
    }
    Ok(buckets)
}

/// Packs a time series.
pub(crate) fn pack_points(key: RowKey<'_>, points: &[TimeSeriesPoint]) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    for point in points {
        let TimeSeriesPoint { at_s, iops, mibps, p50_ns, p99_ns, max_ns, warm_up } = *point;
        bytes.push(u8::from(warm_up));
        for float in [at_s, iops, mibps] {
            bytes.extend_from_slice(&float.to_bits().to_le_bytes());
        }
        for integer in [p50_ns, p99_ns, max_ns] {
            put(&mut bytes, integer);
        }
    }
    summed(key, bytes)
}

/// Unpacks what [`pack_points`] made.
pub(crate) fn unpack_points(
    key: RowKey<'_>,
    bytes: &[u8],
) -> Result<Vec<TimeSeriesPoint>, Unreadable> {
    let mut reader = ByteReader::new(key, bytes)?;
    let mut points = Vec::new();
    while !reader.bytes.is_empty() {
        let [flag] = reader.take::<1>()?;
        points.push(TimeSeriesPoint {
            warm_up: flag != 0,
            at_s: reader.float()?,
            iops: reader.float()?,
            mibps: reader.float()?,
            p50_ns: reader.varint()?,
            p99_ns: reader.varint()?,
            max_ns: reader.varint()?,
        });
    }
    Ok(points)
}

/// Packs one minute of a soak; its start is a part of its row's key.
pub(crate) fn pack_minute(key: RowKey<'_>, minute: &SoakMinute) -> Vec<u8> {
    let SoakMinute { counted_s, due, ios, bytes: moved, errors, backlog, mean_ns, .. } = *minute;
    let SoakMinute { p50_ns, p99_ns, p999_ns, max_ns, excluded, start_unix_s: _, .. } = *minute;
    let mut bytes = vec![FORMAT];
    for float in [counted_s, mean_ns] {
        bytes.extend_from_slice(&float.to_bits().to_le_bytes());
    }
    for integer in [due, ios, moved, errors, backlog, p50_ns, p99_ns, p999_ns, max_ns] {
        put(&mut bytes, integer);
    }
    bytes.extend_from_slice(excluded.map_or("", MinuteExclusion::name).as_bytes());
    summed(key, bytes)
}

/// Unpacks what [`pack_minute`] made.
pub(crate) fn unpack_minute(
    key: RowKey<'_>,
    start_unix_s: i64,
    bytes: &[u8],
) -> Result<SoakMinute, Unreadable> {
    let mut reader = ByteReader::new(key, bytes)?;
    let (counted_s, mean_ns) = (reader.float()?, reader.float()?);
    let mut integers = [0; 9];
    for integer in &mut integers {
        *integer = reader.varint()?;
    }
    let [due, ios, moved, errors, backlog, p50_ns, p99_ns, p999_ns, max_ns] = integers;
    let word = std::str::from_utf8(reader.bytes).map_err(|_| "a word that is no text")?;
    let excluded = (!word.is_empty()).then(|| word.parse::<MinuteExclusion>()).transpose();
    let excluded = excluded.map_err(|unknown| Unreadable::Form(unknown.to_string()))?;
    Ok(SoakMinute {
        start_unix_s,
        counted_s,
        due,
        ios,
        bytes: moved,
        errors,
        backlog,
        mean_ns,
        p50_ns,
        p99_ns,
        p999_ns,
        max_ns,
        excluded,
    })
}

/// Packs the seconds of a minute.
pub(crate) fn pack_seconds(key: RowKey<'_>, seconds: &[SoakSecond]) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    for &SoakSecond { second, ios, mean_ns, p99_ns, max_ns } in seconds {
        bytes.push(second);
        for integer in [ios, mean_ns, p99_ns, max_ns] {
            put(&mut bytes, integer);
        }
    }
    summed(key, bytes)
}

/// Unpacks what [`pack_seconds`] made.
pub(crate) fn unpack_seconds(key: RowKey<'_>, bytes: &[u8]) -> Result<Vec<SoakSecond>, Unreadable> {
    let mut reader = ByteReader::new(key, bytes)?;
    let mut seconds = Vec::new();
    while !reader.bytes.is_empty() {
        let [second] = reader.take::<1>()?;
        seconds.push(SoakSecond {
            second,
            ios: reader.varint()?,
            mean_ns: reader.varint()?,
            p99_ns: reader.varint()?,
            max_ns: reader.varint()?,
        });
    }
    Ok(seconds)
}

fn summed(key: RowKey<'_>, mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(checksum(key, &bytes).to_le_bytes());
    bytes
}

/// The CRC-32C of the numbers of a key and of the bytes in its row.
pub(crate) fn checksum(key: RowKey<'_>, bytes: &[u8]) -> u32 {
    let of_key = key.iter().fold(0, |sum, part| crc32c::crc32c_append(sum, &part.to_le_bytes()));
    crc32c::crc32c_append(of_key, bytes)
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// LEB128.
fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

struct ByteReader<'a> {
    bytes: &'a [u8],
}

impl<'a> ByteReader<'a> {
    fn new(key: RowKey<'_>, bytes: &'a [u8]) -> Result<Self, Unreadable> {
        match bytes {
            [FORMAT, ..] => {
                let (front, sum) = bytes.split_last_chunk().ok_or(Unreadable::Changed)?;
                if u32::from_le_bytes(*sum) != checksum(key, front) {
                    return Err(Unreadable::Changed);
                }
                Ok(Self { bytes: &front[1..] })
            }
            [other, ..] => Err(Unreadable::Form(format!("packed list of unknown format {other}"))),
            [] => Err("packed list without a format number".into()),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let (head, rest) = self.bytes.split_first_chunk().ok_or("packed list is cut short")?;
        self.bytes = rest;
        Ok(*head)
    }

    fn float(&mut self) -> Result<f64, Unreadable> {
        Ok(f64::from_bits(u64::from_le_bytes(self.take()?)))
    }

    fn varint(&mut self) -> Result<u64, Unreadable> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.take::<1>()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("packed number is too long".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn buckets_come_back(buckets in proptest::collection::vec(any::<(u64, u64)>(), 0..50)) {
            prop_assert_eq!(unpack_buckets(&[7], &pack_buckets(&[7], buckets.iter().copied())), Ok(buckets));
        }

        #[test]
        fn broken_bytes_are_an_error_or_a_list(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = unpack_buckets(&[7], &bytes);
            let _ = unpack_points(&[7], &bytes);
        }
    }

    #[test]
    fn lists_of_another_row_or_format_are_not_read() {
        let packed = pack_buckets(&[7, 1], [(2, 3)]);
        assert_eq!(unpack_buckets(&[7, 2], &packed), Err(Unreadable::Changed));
        assert!(matches!(unpack_buckets(&[7], &[3]), Err(Unreadable::Form(_))));
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
