//! Long lists as few bytes: histograms and courses as variable-length integers of differences.
//!
//! Takes lists, gives bytes that start with a format number; equal lists give equal bytes. Broken bytes give an error,
//! never a panic and never a list longer than the bytes could hold.

use summary::Point;

/// The format number of packed buckets.
const BUCKETS_FORMAT: u8 = 1;
/// The format number of a packed course.
const POINTS_FORMAT: u8 = 1;

/// Packs buckets: for each the difference of the value to the one before, and the count.
pub(crate) fn pack_buckets<'a>(buckets: impl IntoIterator<Item = (u64, u64)> + 'a) -> Vec<u8> {
    let mut bytes = vec![BUCKETS_FORMAT];
    let mut before = 0u64;
    for (value, count) in buckets {
        put(&mut bytes, zigzag(value.wrapping_sub(before) as i64));
        put(&mut bytes, count);
        before = value;
    }
    bytes
}

/// Unpacks what [`pack_buckets`] made.
pub(crate) fn unpack_buckets(bytes: &[u8]) -> Result<Vec<(u64, u64)>, String> {
    let mut reader = Reader::new(bytes, BUCKETS_FORMAT)?;
    let mut buckets = Vec::new();
    let mut before = 0u64;
    while !reader.bytes.is_empty() {
        before = before.wrapping_add(unzigzag(reader.varint()?) as u64);
        buckets.push((before, reader.varint()?));
    }
    Ok(buckets)
}

/// Packs a course over time.
pub(crate) fn pack_points(points: &[Point]) -> Vec<u8> {
    let mut bytes = vec![POINTS_FORMAT];
    for point in points {
        let Point { at_s, iops, mibps, p50_ns, p99_ns, max_ns, warm_up } = *point;
        bytes.push(u8::from(warm_up));
        for float in [at_s, iops, mibps] {
            bytes.extend_from_slice(&float.to_bits().to_le_bytes());
        }
        for integer in [p50_ns, p99_ns, max_ns] {
            put(&mut bytes, integer);
        }
    }
    bytes
}

/// Unpacks what [`pack_points`] made.
pub(crate) fn unpack_points(bytes: &[u8]) -> Result<Vec<Point>, String> {
    let mut reader = Reader::new(bytes, POINTS_FORMAT)?;
    let mut points = Vec::new();
    while !reader.bytes.is_empty() {
        let [flag] = reader.take::<1>()?;
        points.push(Point {
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

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], format: u8) -> Result<Self, String> {
        match bytes.split_first() {
            Some((&first, rest)) if first == format => Ok(Self { bytes: rest }),
            Some((first, _)) => Err(format!("packed list of unknown format {first}")),
            None => Err("packed list without a format number".to_owned()),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (head, rest) = self.bytes.split_first_chunk().ok_or("packed list is cut short")?;
        self.bytes = rest;
        Ok(*head)
    }

    fn float(&mut self) -> Result<f64, String> {
        Ok(f64::from_bits(u64::from_le_bytes(self.take()?)))
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.take::<1>()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("packed number is too long".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn buckets_come_back(buckets in proptest::collection::vec(any::<(u64, u64)>(), 0..50)) {
            prop_assert_eq!(unpack_buckets(&pack_buckets(buckets.iter().copied())), Ok(buckets));
        }

        #[test]
        fn broken_bytes_are_an_error_or_a_list(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = unpack_buckets(&bytes);
            let _ = unpack_points(&bytes);
        }
    }

    #[test]
    fn a_real_histogram_packs_into_a_few_bytes_a_bucket() {
        let mut rng = base::Rng::new(1);
        let mut histogram = sample::Histogram::new();
        for _ in 0..10_000 {
            histogram.record((400_000.0 * (0.4 * rng.normal()).exp()) as u64);
        }
        let buckets = histogram.buckets().count();
        let bytes = pack_buckets(histogram.buckets()).len();
        assert!(bytes <= buckets * 4 + 8, "{bytes} bytes for {buckets} buckets");
    }
}
