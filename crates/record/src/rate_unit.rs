//! The units of compared numbers.

base::words! {
    /// The unit of a rate, or of a latency beside rates.
    pub enum RateUnit as "unit" {
        /// Operations per second.
        Iops = "IOPS",
        /// Commits per second.
        Commits = "commits/s",
        /// Throughput.
        Mibps = "MiB/s",
        /// A latency.
        Millis = "ms",
        /// A 99th percentile, where its column must say so.
        P99Millis = "p99 ms",
    }
}
