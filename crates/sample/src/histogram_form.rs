//! The serde form of a histogram: its exact sums, and for each non-empty bucket its count and the difference of its
//! latency from the bucket before.
//!
//! A histogram sent to another host equals the original, bucket for bucket, and has the same moments.

use crate::Histogram;
use crate::histogram::LatencySums;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct HistogramForm {
    sums: LatencySums,
    buckets: Vec<(u64, u64)>,
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = self.sums().map(|sums| {
            let mut before_ns = 0;
            let buckets = self.buckets().map(|(latency_ns, count)| {
                (latency_ns - std::mem::replace(&mut before_ns, latency_ns), count)
            });
            HistogramForm { sums, buckets: buckets.collect() }
        });
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut histogram = Self::new();
        let Some(form) = Option::<HistogramForm>::deserialize(deserializer)? else {
            return Ok(histogram);
        };
        let mut latency_ns = 0u64;
        for (step_ns, count) in form.buckets {
            latency_ns = latency_ns.saturating_add(step_ns);
            histogram.record_n(latency_ns, count);
        }
        histogram.restore_sums(form.sums);
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_comes_back_equal_with_its_moments() {
        let mut sent = Histogram::new();
        for number in 1..5_000u64 {
            sent.record(number * number * 37);
        }
        let bytes = postcard::to_allocvec(&sent).unwrap();
        let received: Histogram = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(received, sent);
        assert_eq!(received.moments(), sent.moments());
        assert_eq!(received.quantile_ns(0.99), sent.quantile_ns(0.99));
        let empty = postcard::to_allocvec(&Histogram::new()).unwrap();
        assert_eq!(empty.len(), 1);
        assert!(!postcard::from_bytes::<Histogram>(&empty).unwrap().is_ready());
        assert!(postcard::from_bytes::<Histogram>(&bytes[..bytes.len() / 2]).is_err());
    }
}
