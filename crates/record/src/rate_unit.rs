//! The units of compared numbers.

base::words! {
    /// The unit of a rate, or of a latency beside rates.
    pub enum RateUnit as "unit" {
        Iops = "IOPS",
        Commits = "commits/s",
        Transactions = "transactions/s",
        Mibps = "MiB/s",
        Millis = "ms",
        /// A 99th percentile, where its column must say so.
        P99Millis = "p99 ms",
    }
}
