//! Compact encoding of rows that are many or long: histograms, time series, intervals and minutes, as postcard writes them.
//!
//! Encoded bytes end with a checksum over the key of their row and themselves; equal values give equal bytes. Damaged bytes give an
//! error, never a panic and never a list longer than the bytes could hold.

use serde::Serialize;
use serde::de::DeserializeOwned;

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
